(* Certificates of nodes ("Nodes"). *)
open Board open Ruleset open Game
(* May an item be absent, and where, in Black's view, must its counter lie if it is there? *)
type demand = { absent : bool; low : int; high : int }
type node = { state : state; winner : int; denies : bool; bound : int (* the winner's margin *);
  demands : (item * demand) list; bounds : int list (* on which it rests *); mutable used : bool }
module Item = struct type t = item
  let equal { of_class; about = a } { of_class = other; about = b } =
    of_class = other && same a.position b.position && a.mover = b.mover
    && a.passes = b.passes && a.ko = b.ko
  let hash { about = { position = { black; white }; mover; _ }; _ } =
    ((((black * 0x9e3779b97f4a7c1) lxor white) * 0x1fb21c651e98df25) lsr 20) + mover end
module Items = Hashtbl.Make (Item)
let demand found (item, demand) = let before = try Items.find found item with Not_found -> demand in
  let low = Int.max demand.low before.low and high = Int.min demand.high before.high in
  Items.replace found item { absent = demand.absent && before.absent; low; high }
let allows_0 demand = demand.low <= 0 && demand.high >= 0
let possible { absent; low; high } = absent || low <= high
let image_demand game element (item, demand) =
  let item = { item with about = image game.board element item.about } in
  if element land 1 = 0 then (item, demand)
  else (item, { demand with low = -demand.high; high = -demand.low })
(* Does the element take the node's state to this one and its winner to the player; does it deny
   only where that is allowed; and is its bound at least the margin, in the player's view? *)
let fits game node element state ~player ~denies ~margin =
  require (element < 2 * Array.length game.board.maps) "no element of the group";
  require (image game.board element node.state = state) "another state";
  require (node.winner lxor (element land 1) = player) "another winner";
  require ((denies || not node.denies) && node.bound >= margin) "a node that claims less";
  node.used <- true
let good game node next outcome = match ending game ~mover:node.state.mover next outcome with
  | None -> outcome = Illegal && node.winner <> node.state.mover | Some Drawn -> node.denies
  | Some (Margin margin) -> sign node.winner * margin >= node.bound
(* The first run of neighbouring ranges that are good, from low on; an empty interval if none is. *)
let rec first_run is_good low = function
  | [] -> (1, 0)
  | (high, outcome) :: rest when not (is_good outcome) -> first_run is_good (high + 1) rest
  | _ :: ((_, outcome) :: _ as rest) when is_good outcome -> first_run is_good low rest
  | (high, _) :: _ -> (low, high)
(* Adds the demands of the reply to a play, returns what it rests on: L9 to L22, D1 to D8. *)
let check_reply game nodes node own reader found (play, next) =
  let mover = node.state.mover and final = ends game node.state play in
  let effect = effect_of game node.state play next in
  let made of_class = item game of_class ~maker:mover next in
  let look_up ~absent is_good (of_class, ranges) =
    let low, high = first_run is_good (-inf) ranges in
    let needs = if mover = 0 then { absent; low; high } else { absent; low = -high; high = -low } in
    require (possible needs) "an end that is not good";
    if not (absent && List.for_all (fun (_, outcome) -> is_good outcome) ranges) then
      demand found (made of_class, needs) in
  let before_play (item, ({ low; high; _ } as needs)) =
    let shift = sign mover * shift_of effect item.of_class in
    let before limit = if abs limit >= inf then limit
      else if abs limit = inf - 1 then raise (Unknown "a counter") else limit - shift in
    if List.exists (fun of_class -> Item.equal item (made of_class)) (State :: effect.makes) then
      require (allows_0 needs) "what the play makes"
    else if List.mem item.of_class effect.clears then require needs.absent "what it clears"
    else demand found (item, { needs with low = before low; high = before high }) in
  match (Certificate.number reader, effect.looks_up) with
  | 0, _ when final ->
      require (sign node.winner * score game next.position >= node.bound) "score"; []
  | 0, Some looked_up -> look_up ~absent:false (good game node next) looked_up; []
  | 0, None -> refuse "an end where the game goes on"
  | 1, _ -> require (node.denies && game.rules.family = Simple && not final) "no cycle";
      demand found (made State, { absent = false; low = -inf; high = inf }); []
  | distance, looked_up -> require (distance <= own + 1 && not final) "a child that cannot be";
      let child = nodes.(own + 1 - distance) and element = Certificate.number reader in
      fits game child element next ~player:node.winner ~denies:node.denies ~margin:node.bound;
      List.iter (fun demand -> before_play (image_demand game element demand)) child.demands;
      let is_good outcome = outcome = Goes_on || good game node next outcome in
      Option.iter (look_up ~absent:true is_good) looked_up; child.bounds
let read_node game ~leaves reader =
  let head = Certificate.byte reader in let black = Certificate.number reader in
  let white = Certificate.number reader in
  let ko = if head land 128 = 0 then 0 else Certificate.number reader in
  require (max black white <= game.board.all && black land white = 0) "stones";
  require ((head land 128 = 0 || (ko > 0 && has_ko game.rules)) && ko <= game.board.size) "a ko";
  let bound = Certificate.number reader in
  let margin = if bound land 1 = 1 then bound / 2 else -bound / 2 in
  let denies = head land 16 <> 0 in
  require (head land 64 = 0 && abs margin <= 20_000) "passes, or a bound";
  require (has_denying game.rules || not denies) "denying where nobody does";
  let mover = (head lsr 2) land 1 and passes = (head lsr 5) land 1 in
  require (leaves || head land 3 < 3) "a node of no type";
  ( head land 3,
    { state = { position = { black; white }; mover; passes; ko }; winner = (head lsr 3) land 1;
      denies; bound = (if bound = 0 then inf else margin);
      demands = []; bounds = []; used = false } )
(* As the winner sees it who is Black then. *)
let seen_by game winner state = image game.board winner { state with passes = 0; ko = 0 }
(* R3 and R4: the strategies that something rests on must not reach this turn. *)
let bar_turn game rests bounds winner state = if bounds <> [] then begin
    let turn, _ = Strategies.canonical game (seen_by game winner state) in
    let bar bound = Hashtbl.replace (rests bound).Strategies.turns (turn.position, turn.mover) () in
    List.iter bar bounds end
let check_node game ~leaves rests nodes own reader =
  let kind, ({ state; winner; denies; bound; _ } as node) = read_node game ~leaves reader in
  let found = Items.create 16 in let reply = check_reply game nodes node own reader found in
  let bounds = match kind with
    | 0 -> require (has_leaves game.rules ~denying:denies) "a leaf";
        require (alone game (1 - winner) state.position <= -bound) "a leaf's bound"; []
    | 1 -> let play = Certificate.number reader in
        let next = if play > game.board.size + 1 then None else after game state play in
        require (winner = state.mover && next <> None) "the winner's play";
        reply (play, Option.get next)
    | 2 -> let plays = plays game state and count = Certificate.number reader in
        require (winner <> state.mover && count = List.length plays) "the number of replies";
        List.concat_map reply plays
    | _ -> require ((not denies) && abs bound <= game.board.size) "R2"; let rest = rests bound in
        rest.Strategies.leaves <- seen_by game winner state :: rest.Strategies.leaves; [ bound ] in
  let bounds = List.sort_uniq compare bounds in
  if kind < 3 then bar_turn game rests bounds winner state;
  let drop of_class = let item = item game of_class ~maker:2 state in
    require (try allows_0 (Items.find found item) with Not_found -> true) "what is there";
    Items.remove found item in
  List.iter drop (State :: (match made_by_start game.rules with made :: _ -> [ made ] | [] -> []));
  Items.iter (fun _ demand -> require (possible demand) "a demand that nothing fulfils") found;
  let add item demand list = (item, demand) :: list in
  { node with bounds; demands = Items.fold add found [] }
let check_claim game rests nodes history { Certificate.play; player; denies; margin; ground } =
  let history = Option.fold ~none:history ~some:(Game.play game history) play in
  let own = sign player * margin in let least = if denies then Int.min inf (own + 1) else own in
  match (ground, history.over) with | Rules, Some Drawn -> require denies "a tie"
  | Rules, Some (Margin result) -> require (sign player * result >= least) "another result"
  | Node (number, element), None -> require (number < Array.length nodes) "there is no such node";
      fits game nodes.(number) element history.now ~player ~denies ~margin:least;
      let check (item, { absent; low; high }) =
        require (item.of_class <> State) "a demand on a state";
        match List.assoc_opt item history.counters with
        | None -> require absent "an item must be there"
        | Some counter -> require (low <= counter && counter <= high) "the counter of an item" in
      List.iter (fun demand -> check (image_demand game element demand)) nodes.(number).demands;
      List.iter (bar_turn game rests nodes.(number).bounds player) history.past
  | _ -> refuse "a claim that rests on nothing"
let check { Certificate.rules; board; start; mover; moves; claims; number; version; body; _ } =
  let game = { rules; board; kos = has_ko rules; known = Hashtbl.create 64 } in
  require (number <= body.stop - body.at) "fewer nodes than told";
  let start = Game.start game start mover and table = Hashtbl.create 16 in
  let none = { state = start.now; winner = 0; denies = false; bound = 0; demands = []; bounds = [];
               used = false } in let rests bound = if not (Hashtbl.mem table bound) then
      Hashtbl.add table bound { Strategies.leaves = []; turns = Hashtbl.create 64 };
    Hashtbl.find table bound in
  let leaves = version > 2 in require (strategies_go_on rules || not leaves) "R1";
  let nodes = Array.make number none in
  for own = 0 to number - 1 do nodes.(own) <- check_node game ~leaves rests nodes own body done;
  List.iter (check_claim game rests nodes (List.fold_left (Game.play game) start moves)) claims;
  require (Array.for_all (fun node -> node.used) nodes) "a node that nothing refers to";
  let bounds = List.sort compare (List.of_seq (Hashtbl.to_seq_keys table)) in
  List.iter (fun bound -> Strategies.check_leaves game body bound (rests bound)) bounds;
  require (body.at = body.stop) "bytes after the last node or strategy"
