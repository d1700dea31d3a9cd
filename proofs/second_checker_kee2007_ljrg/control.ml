(* Who controls what, and what a position is worth by that ("Control"). *)
open Board
(* A state of the game on a set: who moves, the stones of the builder and of his opponent there, and
   the point, + 1, that a ko capture has cleared; 0: none. *)
type state = { builds : bool; own : set; other : set; ko : int }
(* left: how many states that follow must still be won until it is itself; 0: it is won. *)
type known = { state : state; mutable left : int; mutable waiting : known list }
module States = Hashtbl.Make (struct
  type t = state
  let equal a b = a.own = b.own && a.other = b.other && a.ko = b.ko && a.builds = b.builds
  let hash { builds; own; other; ko } =
    let mixed = ((own * 0x9e3779b97f4a7c1) lxor other) * 0x1fb21c651e98df25 in
    (mixed lsr 20) + (2 * ko) + Bool.to_int builds
end)
type game = { board : Board.t; inside : set; border : set; states : known States.t }
let game board inside =
  let border = board.around (board.all land lnot inside) land inside in
  { board; inside; border; states = States.create 64 }
let rec chains board stones = if stones = 0 then []
  else let first = chain board stones (stones land -stones) in
    first :: chains board (stones land lnot first)
(* Of some stones those whose chains have no liberty. That a stone of the opponent's on the border
   has one through those around need not be told: with such a stone the game is lost. *)
let stifled { board; inside; _ } { own; other; _ } stones =
  let empty = inside land lnot (own lor other) in
  let dead chain = board.around chain land empty = 0 in
  List.fold_left ( lor ) 0 (List.filter dead (chains board stones))
let start ({ inside; _ } as game) own other =
  let state = { builds = false; own = own land inside; other = other land inside; ko = 0 } in
  let dead_own = stifled game state state.own and dead_other = stifled game state state.other in
  { state with own = state.own land lnot dead_own; other = state.other land lnot dead_other }
let passed state = { state with builds = not state.builds; ko = 0 }
(* The state after a stone on an empty point, if it is legal. *)
let placed game ({ builds; own; other; ko } as state) point =
  let stone = 1 lsl point in
  if ko = point + 1 then None
  else
    let after = if builds then { state with own = own lor stone }
      else { state with other = other lor stone } in
    let mine, theirs = if builds then (after.own, other) else (after.other, own) in
    let taken = stifled game after theirs and dead = stifled game after mine in
    let left = theirs land lnot taken in
    if taken = 0 && dead <> 0 then None
    else
      let ko = if count taken = 1 && count dead = 1 then 1 + count (taken - 1) else 0 in
      Some (if builds then { builds = false; own = mine; other = left; ko }
            else { builds = true; own = left; other = mine; ko })
let follow ({ inside; board; _ } as game) ({ own; other; _ } as state) =
  let empty p = has (inside land lnot (own lor other)) p in
  let stones = List.filter_map (placed game state) (List.filter empty (numbers board.size)) in
  passed state :: stones
(* Does the two-eye formation stand? *)
let formed { board; inside; border; _ } { own; other; _ } =
  let eyes = inside land lnot own in
  let two_eyes chain = count (board.around chain land eyes) >= 2 in
  let joined p = not (has inside p) || board.next.(p) <> 0 in
  other = 0 && border land lnot own = 0 && board.around eyes land eyes = 0
  && List.for_all two_eyes (chains board own) && List.for_all joined (numbers board.size)
(* Is the border lost? The opponent has a point of it, or his next stone there stays for good. *)
let lost { border; _ } { builds; own; other; _ } =
  border land other <> 0 || ((not builds) && border land lnot own <> 0)
let rec count_down known = if known.left > 0 then begin
    known.left <- known.left - 1;
    if known.left = 0 then List.iter count_down known.waiting
  end
(* Does the builder win from the state? All states that may follow are found, each once; one is won
   that is formed, in which he moves and one that follows is won, or his opponent and all are. *)
let wins game state =
  let found = Stack.create () in
  let find state = match States.find_opt game.states state with
    | Some known -> known
    | None ->
        let left = if formed game state then 0 else if state.builds then 1 else max_int in
        let known = { state; left; waiting = [] } in
        States.add game.states state known;
        if left > 0 && not (lost game state) then Stack.push known found;
        known in
  let root = find state in
  while not (Stack.is_empty found) do
    let known = Stack.pop found in
    let next = List.map find (follow game known.state) in
    if not known.state.builds then known.left <- List.length next;
    let wait next = if next.left = 0 then count_down known
      else next.waiting <- known :: next.waiting in
    List.iter wait next
  done;
  root.left = 0
(* The sets that a player has bordered, as far as they matter: of what is not his, connected parts
   with the chains next to them, in one piece. *)
let bordered board own =
  let regions = chains board (board.all land lnot own) in
  let with_chains region = region lor chain board own (board.around region land own) in
  let add sets region = sets @ List.map (( lor ) (with_chains region)) (0 :: sets) in
  let sets = List.sort_uniq compare (List.fold_left add [] regions) in
  List.filter (fun set -> chain board set (set land -set) = set) sets
(* What is controlled by a player in a position. games: those on sets that were looked at. *)
let controlled games board position player =
  let own = stones position player and other = stones position (1 - player) in
  let game_on set = match Hashtbl.find_opt games set with
    | Some game -> game
    | None -> let made = game board set in Hashtbl.add games set made; made in
  let add controlled set =
    if set land lnot controlled = 0 then controlled
    else let game = game_on set in
      if wins game (start game own other) then controlled lor set else controlled in
  List.fold_left add 0 (bordered board own)
(* Black's margin, without captives; known: of positions that were looked at. *)
type scores = { games : (set, game) Hashtbl.t; known : (position, int) Hashtbl.t }
let scores () = { games = Hashtbl.create 64; known = Hashtbl.create 64 }
let margin { games; known } board position =
  let points player =
    let controlled = controlled games board position player in
    count (controlled land lnot (stones position player))
    + count (controlled land stones position (1 - player)) in
  match Hashtbl.find_opt known position with
  | Some margin -> margin
  | None -> let margin = points 0 - points 1 in Hashtbl.add known position margin; margin
