(* Certificates under kee2007 ("Boards passed on"): nodes that demand items, pairs of positions. *)
open Board
open Ruleset
type rules = { board : Board.t; start_appeared : bool; suicide : suicide; stones_alone : bool }
type state = { position : position; mover : int; passes : int }
(* What the maker of an item had passed on last: nothing, a position, or what he has by now. *)
type mark = Nothing | On of position | Now
(* With or_now the item is also there while its maker has passed last on its mark. *)
type item = { maker : int; made : position; mark : mark; or_now : bool }
(* Demands: must the item be there, or absent? *)
type demands = (item, bool) Hashtbl.t
type node = { state : state; winner : int; bound : int; demands : demands; mutable used : bool }
let sign player = if player = 0 then 1 else -1
let demand demands item there =
  require (Option.value (Hashtbl.find_opt demands item) ~default:there = there) "D9";
  Hashtbl.replace demands item there
(* The position after a stone, if it is legal but for what was made before. *)
let place { board; suicide; _ } position player point =
  if has (occupied position) point then None
  else match Board.place board ~suicide:(suicide <> No) position player point with
    | None when suicide = Yes -> Some position (* a single stone takes itself *)
    | after -> after
let score { board; stones_alone; _ } position = Board.score board ~stones_alone position
(* The best margin, in his view, of all positions that a player's stones alone lead to. *)
let alone rules player position =
  let seen = Hashtbl.create 64 and best = ref (-inf) in
  let rec explore position =
    if not (Hashtbl.mem seen position) then begin
      Hashtbl.add seen position ();
      best := max !best (sign player * score rules position);
      let follow point = Option.iter explore (place rules position player point) in
      List.iter follow (numbers rules.board.size)
    end in
  explore position; !best
(* The state after a play, a point or the pass, if there is one. *)
let after rules { position; mover; passes } play =
  let size = rules.board.size in
  if play = size then Some { position; mover = 1 - mover; passes = passes + 1 }
  else if play > size then None
  else let next position = { position; mover = 1 - mover; passes = 0 } in
    Option.map next (place rules position mover play)
let plays_of rules state =
  let play number = Option.map (fun next -> (number, next)) (after rules state number) in
  List.filter_map play (numbers (rules.board.size + 1))
(* What an item that is asked for after a play of its maker's was called before it; None: the play
   makes it. The play, a pass or a stone, left the position: K1 to K3. *)
let before ~passes position ({ made; mark; or_now; _ } as item) =
  let here = made = position in
  if passes then match mark with
    | Now -> if here then None else Some { item with mark = On position }
    | On other when other = position && (here || or_now) -> None
    | _ -> Some { item with or_now = false }
  else match mark with
    | Now -> if here then None else Some item
    | _ -> Some { item with or_now = or_now || here }
(* By the group element 2s + c. *)
let image { board; _ } element =
  let map = board.images.(element / 2) and swap = element land 1 in
  let position { black; white } =
    if swap = 0 then { black = map black; white = map white }
    else { black = map white; white = map black } in
  let state s = { s with position = position s.position; mover = s.mover lxor swap } in
  let mark = function On passed_on -> On (position passed_on) | mark -> mark in
  let item i =
    { i with maker = i.maker lxor swap; made = position i.made; mark = mark i.mark } in
  (state, item)
(* Does the element take the node's state to this one and its winner to the player, and is its
   bound at least the margin, in the player's view? *)
let fits rules node element state ~player ~margin =
  require (element < 2 * Array.length rules.board.maps) "L16 or C8: no element of the group";
  let image_of, _ = image rules element in
  require (image_of node.state = state) "L17 or C9: another state";
  require (node.winner lxor (element land 1) = player) "L18 or C10: another winner";
  require (node.bound >= margin) "L20 or C12: a node that claims less";
  node.used <- true
(* Adds the demands of the reply to a play: L9 to L21, D1, D3 to D5, D7. *)
let check_reply rules nodes node own body (play, next) =
  let mover = node.state.mover and stone = play < rules.board.size in
  let made = { maker = mover; made = next.position; mark = Now; or_now = false } in
  let final = next.passes = 3 in
  match Certificate.number body with
  | 0 when final ->
      require (sign node.winner * score rules next.position >= node.bound) "L9: the end's score"
  | 0 -> require stone "L10: an end where the game goes on";
      require (mover <> node.winner) "L11: the winner's stone is illegal";
      demand node.demands made true
  | 1 -> refuse "L12: a cycle"
  | distance ->
      require (distance <= own + 1) "N5: a child that cannot be";
      require (not final) "L15: a child where the game ends";
      let child = nodes.(own + 1 - distance) and element = Certificate.number body in
      fits rules child element next ~player:node.winner ~margin:node.bound;
      if stone && mover = node.winner then demand node.demands made false;
      let _, image_of = image rules element in
      let carry item there =
        let item = image_of item in
        if item.maker <> mover then demand node.demands item there
        else match before ~passes:(not stone) next.position item with
          | Some item -> demand node.demands item there
          | None -> require there "L21: what the play makes" in
      Hashtbl.iter carry child.demands
let read_node rules body =
  let head = Certificate.byte body in
  let black = Certificate.number body in
  let white = Certificate.number body in
  require (max black white <= rules.board.all && black land white = 0) "N2 or N3: stones";
  require (head land 128 = 0 && (head lsr 5) land 3 < 3) "a ko, or three passes";
  require (head land 16 = 0) "L1: nobody denies";
  require (head land 3 < 3) "N1: a node of no type";
  let bound = Certificate.number body in
  let margin = if bound land 1 = 1 then bound / 2 else -bound / 2 in
  require (abs margin <= 20_000) "N4: the bound";
  let mover = (head lsr 2) land 1 and passes = (head lsr 5) land 3 in
  ( head land 3,
    { state = { position = { black; white }; mover; passes }; winner = (head lsr 3) land 1;
      bound = (if bound = 0 then inf else margin); demands = Hashtbl.create 8; used = false } )
let check_node rules nodes own body =
  let kind, ({ state; winner; bound; demands; _ } as node) = read_node rules body in
  let reply = check_reply rules nodes node own body in
  if kind = 0 then require (alone rules (1 - winner) state.position <= -bound) "L5: a leaf's bound"
  else begin
    require ((kind = 1) = (winner = state.mover)) "L6: who moves";
    if kind = 1 then
      let play = Certificate.number body in
      match after rules state play with
      | Some next -> reply (play, next)
      | None -> refuse "L7: the winner's play"
    else
      let plays = plays_of rules state in
      require (Certificate.number body = List.length plays) "L8: the number of replies";
      List.iter reply plays
  end;
  if rules.start_appeared then begin
    let maker = 1 - state.mover in
    let always = { maker; made = state.position; mark = Now; or_now = false } in
    require (Hashtbl.find_opt demands always <> Some false) "L23: what is always there";
    Hashtbl.remove demands always
  end;
  node
(* A game so far. marks: what each player has passed on last. *)
type game = { now : state; items : item list; marks : mark * mark }
let mark_of marks player = if player = 0 then fst marks else snd marks
let play rules { now; items; marks } { Header.cycle; play = number } =
  require (now.passes < 3 && cycle = 0) "C1 or C2: a play after the end, or a cycle";
  let next = match after rules now number with
    | Some next -> next | None -> refuse "C1 or C2: an illegal play" in
  let passes = number = rules.board.size in
  let marks = if not passes then marks
    else if now.mover = 0 then (On now.position, snd marks) else (fst marks, On now.position) in
  let mark = mark_of marks now.mover in
  let made = { maker = now.mover; made = next.position; mark; or_now = false } in
  require (passes || not (List.mem made items)) "C1 or C2: a stone that was made before";
  { now = next; items = made :: items; marks }
let is_there { items; marks; _ } ({ maker; mark; or_now; _ } as item) =
  let own = mark_of marks maker in
  if mark = Now then List.mem { item with mark = own } items
  else (or_now && mark = own) || List.mem { item with or_now = false } items
let check_claim rules nodes game (move, { Certificate.player; denies; margin; ground; _ }) =
  let game = Option.fold ~none:game ~some:(play rules game) move in
  let own = sign player * margin in
  let least = if denies then min inf (own + 1) else own in
  match ground with
  | Certificate.Rules -> require (game.now.passes = 3) "C4: the game goes on";
      require (sign player * score rules game.now.position >= least) "C5: another result"
  | Node (number, element) -> require (game.now.passes < 3) "C7: the game is over";
      require (number < Array.length nodes) "C8: there is no such node";
      fits rules nodes.(number) element game.now ~player ~margin:least;
      let _, image_of = image rules element in
      let check item there = require (is_there game (image_of item) = there) "C14: a demand" in
      Hashtbl.iter check nodes.(number).demands
  | _ -> refuse "F12: a claim that rests on no node"
let check rules { Header.start; mover; moves; claims; number; body; _ } =
  require (number <= body.stop - body.at) "B3: fewer nodes than told";
  let now = { position = start; mover; passes = 0 } in
  let first = { maker = 1 - mover; made = start; mark = Nothing; or_now = false } in
  let items = if rules.start_appeared then [ first ] else [] in
  let none = { state = now; winner = 0; bound = 0; demands = Hashtbl.create 1; used = false } in
  let nodes = Array.make number none in
  for own = 0 to number - 1 do nodes.(own) <- check_node rules nodes own body done;
  require (body.at = body.stop) "B4: bytes after the last node";
  let game = { now; items; marks = (Nothing, Nothing) } in
  List.iter (check_claim rules nodes (List.fold_left (play rules) game moves)) claims;
  require (Array.for_all (fun node -> node.used) nodes) "L2: a node that nothing refers to"
