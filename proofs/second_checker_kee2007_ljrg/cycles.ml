(* Certificates under ljrg ("Rules with cycles"): nodes of their own. *)
open Board
open Ruleset
type rules = { board : Board.t; removal : bool; scores : Control.scores }
type situation =
  { position : position; mover : int; needed : int (* passes that end the game *);
    temporary : set; permanent : set (* prohibited points *) }
(* The turn's play: a cycle's points to be removed, 0: none; and a stone, or no stone. *)
type turn = { removed : set; stone : int option }
module Situations = Map.Make (struct type t = situation let compare = compare end)
(* Demands on the past. A range is all sets between two: from what they hold to what holds them. *)
type demands = { watched : (set * set) list Situations.t; wanted : (situation * (set * set)) list }
type node = { situation : situation; winner : int; bound : int; demands : demands }
let sign player = if player = 0 then 1 else -1
let within set other = set land lnot other = 0
let changed { position = a; _ } { position = b; _ } =
  (a.black lxor b.black) lor (a.white lxor b.white)
(* The position after a stone, and the point that a ko capture clears; None if it is prohibited. *)
let place board { position; mover; temporary; permanent; _ } point =
  if has (occupied position lor temporary lor permanent) point then None
  else match Board.place board ~suicide:false position mover point with
    | None -> None
    | Some next ->
        let other = stones position (1 - mover) in
        let taken = other lxor stones next (1 - mover) in
        let chain = chain board (stones next mover) (1 lsl point) in
        let free = board.around chain land lnot (occupied next lor permanent) in
        if taken = 0 && free = 0 then None
        else Some (next, if count taken = 1 && within board.next.(point) other then taken else 0)
(* The situation after a turn, and Black's captives by it less White's; None if it is not legal. *)
let play { board; removal; _ } ({ position; mover; needed; _ } as before) { removed; stone } =
  let keep stones = stones land lnot removed in
  let left = { black = keep position.black; white = keep position.white } in
  let now = { before with position = left; permanent = before.permanent lor removed } in
  let placed = match stone with
    | None -> Some (left, 0) | Some point -> place board now point in
  let finish (position, temporary) =
    let passes = stone = None && same left before.position in
    let needed = if temporary <> 0 then 3 else if passes then needed - 1 else 2 in
    let next = { now with position; mover = 1 - mover; needed; temporary } in
    let lost player = count (stones before.position player) - count (stones position player) in
    let own = if stone = None then 0 else sign mover in
    (next, lost 1 - lost 0 - own) in
  if removed <> 0 && (needed = 1 || not removal) then None else Option.map finish placed
let holds (low, high) used = within low used && within used high
(* The range in which what was used must have lain, if a turn uses some points more. *)
let before used (low, high) =
  if within used high then Some (low land lnot used, high) else None
let common ranges others =
  let both (low, high) (low', high') =
    let low = low lor low' and high = high land high' in
    if within low high then Some (low, high) else None in
  List.sort_uniq compare (List.concat_map (fun one -> List.filter_map (both one) others) ranges)
(* Adds what a child demands, seen from before the turn, made in a situation, that used some
   points: J17 to J19, J26. *)
let carry { watched; wanted } child situation used =
  let here = Option.value (Situations.find_opt situation child.watched) ~default:[ (0, -1) ] in
  require (List.exists (fun range -> holds range used) here) "J17: a cycle that is not expected";
  let earlier = Situations.map (List.filter_map (before used)) child.watched in
  let add wanted (of_, range) = if of_ = situation && holds range used then wanted
    else match before used range with
      | Some range when List.mem (of_, range) wanted -> wanted
      | Some range -> (of_, range) :: wanted
      | None -> refuse "J19: a cycle that cannot be" in
  { watched = Situations.union (fun _ a b -> Some (common a b)) watched earlier;
    wanted = List.fold_left add wanted child.wanted }
(* Checks one turn of a node, adds what it demands. distance: 0, or that of the child. *)
let check_turn rules nodes own { situation; winner; bound; _ } demands (turn, distance) =
  let next, captives = match play rules situation turn with
    | Some found -> found | None -> refuse "J9: a turn that is not legal" in
  let gain = sign winner * captives and over = next.needed = 0 in
  require ((distance = 0) = over) "J10: whether the game is over";
  let by_winner = situation.mover = winner and { removed; _ } = turn in
  let demands = if removed = 0 || not by_winner then demands
    else { demands with wanted = (situation, (removed, removed)) :: demands.wanted } in
  if over then begin
    let score = Control.margin rules.scores rules.board next.position in
    require (sign winner * score >= bound) "J13: the end's score"; demands
  end else begin
    let child = nodes.(own - distance) in
    require (child.situation = next) "J11: another situation";
    require (child.winner = winner) "J12: another winner";
    require (gain + child.bound >= bound) "J13: the child's bound";
    if removed = 0 then carry demands child.demands situation (changed situation next)
    else (require (child.demands.wanted = []) "J16: a cycle wanted after a removal"; demands)
  end
(* The loser's turns: all that are legal, with each removal that is listed. *)
let check_loser rules { situation; _ } turns =
  let removals = List.sort_uniq compare (List.map (fun ({ removed; _ }, _) -> removed) turns) in
  let stones = None :: List.map Option.some (numbers rules.board.size) in
  let check removed stone =
    let turn = { removed; stone } in
    require (List.mem_assoc turn turns || play rules situation turn = None) "J8: no answer" in
  List.iter (fun removed -> List.iter (check removed) stones) (0 :: removals);
  let ranges = List.map (fun used -> (used, used)) (List.filter (( <> ) 0) removals) in
  if situation.needed = 1 || not rules.removal then Situations.empty
  else Situations.singleton situation ranges
let read_turn board own body =
  let removed = Certificate.number body in
  let stone = Certificate.number body in
  let distance = Certificate.number body in
  require (removed <= board.all && stone <= board.size && distance <= own) "J5: a number";
  ({ removed; stone = (if stone = 0 then None else Some (stone - 1)) }, distance)
(* Reads a node and its turns: J1 to J6. *)
let read_node board own body =
  let head = Certificate.byte body in
  require (head < 16) "J1: the head";
  let black = Certificate.number body in
  let white = Certificate.number body in
  let temporary = Certificate.number body in
  let permanent = Certificate.number body in
  let bound = Certificate.number body in
  require (bound <= 40_000) "J4: the bound";
  let count = Certificate.number body in
  require (count <= (body.stop - body.at) / 3) "B3: fewer turns than told";
  let turns = List.init count (fun _ -> read_turn board own body) in
  require (List.sort_uniq compare turns = turns
           && List.length (List.sort_uniq compare (List.map fst turns)) = count) "J6: the order";
  let position = { black; white } and needed = (head lsr 1) land 3 in
  let stones = black lor white and prohibited = temporary lor permanent in
  require (List.for_all (fun set -> set <= board.all) [ black; white; temporary; permanent ]
           && black land white = 0) "J2: points";
  require (stones land prohibited = 0) "J2: a stone on a prohibited point";
  require (needed > 0 && (needed = 3) = (temporary <> 0)) "J3: the passes";
  let alive player p = not (has (Board.stones position player) p)
    || liberties board position player p > 0 in
  require (List.for_all (fun p -> alive 0 p && alive 1 p) (numbers board.size)) "J2: a chain";
  let bound = if bound land 1 = 0 then bound / 2 else -((bound + 1) / 2) in
  ( { situation = { position; mover = head land 1; needed; temporary; permanent };
      winner = head lsr 3; bound; demands = { watched = Situations.empty; wanted = [] } }, turns )
let check_node rules nodes own body =
  let node, turns = read_node rules.board own body in
  let watched = if node.situation.mover <> node.winner then check_loser rules node turns
    else (require (List.length turns = 1) "J7: one turn of the winner's"; Situations.empty) in
  let add = check_turn rules nodes own node in
  { node with demands = List.fold_left add { watched; wanted = [] } turns }
(* A game: captives are Black's less White's; past: what stood, the last first, and what was used
   since. *)
type game = { now : situation; captives : int; past : (situation * set) list }
let make_move rules { now; captives; past } { Header.cycle; play = number } =
  require (now.needed > 0) "C1 or C2: a turn after the end";
  require (number <= rules.board.size) "C1 or C2: a refreshing pass";
  let stone = if number = rules.board.size then None else Some number in
  let cycles = List.rev (List.filter (fun (stood, _) -> stood = now) past) in
  require (cycle <= List.length cycles) "C1 or C2: no such cycle";
  let removed = if cycle = 0 then 0 else snd (List.nth cycles (cycle - 1)) in
  match play rules now { removed; stone } with
  | None -> refuse "C1 or C2: an illegal turn"
  | Some (next, more) ->
      let used = changed now next in
      let past = List.map (fun (stood, since) -> (stood, since lor used)) past in
      { now = next; captives = captives + more; past = (now, used) :: past }
let check_past { watched; wanted } past =
  let allowed (situation, used) = match Situations.find_opt situation watched with
    | None -> true | Some ranges -> List.exists (fun range -> holds range used) ranges in
  let stood (of_, range) =
    List.exists (fun (situation, used) -> situation = of_ && holds range used) past in
  require (List.for_all allowed past) "J24: a cycle that is not expected";
  require (List.for_all stood wanted) "J25: a cycle that is not there"
let check_claim rules nodes game (move, { Certificate.player; denies; margin; ground; _ }) =
  let { now; captives; past } = Option.fold ~none:game ~some:(make_move rules game) move in
  require ((not denies) && abs margin < inf) "J20: a claim that denies, or of no margin";
  let least = sign player * (margin - captives) in
  match ground with
  | Certificate.Rules -> require (now.needed = 0) "C4: the game goes on";
      let score = Control.margin rules.scores rules.board now.position in
      require (sign player * score >= least) "C5: another result"
  | Node (number, element) -> require (now.needed > 0) "C7: the game is over";
      require (number < Array.length nodes) "C8: there is no such node";
      require (element = 0) "J21: no element of a group";
      let node = nodes.(number) in
      require (node.situation = now) "J22: another situation";
      require (node.winner = player) "C10: another winner";
      require (node.bound >= least) "J23: a node that claims less";
      check_past node.demands past
  | _ -> refuse "F12: a claim that rests on no node"
let check rules { Header.board; start; mover; moves; claims; number; body; _ } =
  if board.size > 31 then raise (Unknown "a board of more than 31 points");
  require (number <= body.stop - body.at) "B3: fewer nodes than told";
  let now = { position = start; mover; needed = 2; temporary = 0; permanent = 0 } in
  let demands = { watched = Situations.empty; wanted = [] } in
  let nodes = Array.make number { situation = now; winner = 0; bound = 0; demands } in
  for own = 0 to number - 1 do nodes.(own) <- check_node rules nodes own body done;
  require (body.at = body.stop) "B4: bytes after the last node";
  let game = List.fold_left (make_move rules) { now; captives = 0; past = [] } moves in
  List.iter (check_claim rules nodes game) claims
