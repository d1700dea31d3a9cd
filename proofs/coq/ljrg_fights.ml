(* Finds who builds on which set, for the books of Control.v: from which states of the game there, in an order in which each can be seen to be
   won, and from which he does not. What comes of it is checked, and need not be believed. Sets are numbers of OCaml's. *)

type board = { points : int; around : int array (* of each point its neighbours *) }

(* As Control.v's. *)
type fight = { builds : bool; own : int; his : int; ko : int }

let rec bits set = if set = 0 then [] else (set land -set) :: bits (set land (set - 1))
let point_of bit = let rec from p = if 1 lsl p = bit then p else from (p + 1) in from 0
let around board set = List.fold_left (fun sum bit -> sum lor board.around.(point_of bit)) 0 (bits set)

(* What of [within] is connected to the set by points of it, the set being in it. *)
let rec grow board within set =
  let more = set lor (around board set land within) in
  if more = set then set else grow board within more

let reaching board within to_ = grow board within (around board to_ land within)

(* left: how many states that follow must still be won until it is itself; 0: it is won, as the [rank]th. *)
type known = { fight : fight; mutable left : int; mutable rank : int; mutable waiting : known list }

type set_game = {
  board : board;
  set : int;
  border : int;
  states : (fight, known) Hashtbl.t;
  mutable ranks : int;
  won : (fight, int) Hashtbl.t; (* what the book needs, with ranks *)
  lost : (fight, unit) Hashtbl.t;
}

let set_game board set =
  let all = (1 lsl board.points) - 1 in
  { board; set; border = set land around board (all land lnot set); states = Hashtbl.create 64; ranks = 0; won = Hashtbl.create 64;
    lost = Hashtbl.create 64 }

let stifled { board; set; _ } { own; his; _ } stones = stones land lnot (reaching board stones (set land lnot (own lor his)))

let start ({ set; _ } as game) own his =
  let fight = { builds = false; own = own land set; his = his land set; ko = 0 } in
  { fight with own = fight.own land lnot (stifled game fight fight.own); his = fight.his land lnot (stifled game fight fight.his) }

let lay game { builds; own; his; ko } stone =
  if stone = ko then []
  else
    let own = if builds then own lor stone else own and his = if builds then his else his lor stone in
    let placed = { builds = not builds; own; his; ko = 0 } in
    let taken = stifled game placed (if builds then his else own) and dead = stifled game placed (if builds then own else his) in
    let single set = set <> 0 && set land (set - 1) = 0 in
    if taken = 0 && dead <> 0 then []
    else
      [ { placed with own = (if builds then own else own land lnot taken); his = (if builds then his land lnot taken else his);
          ko = (if single taken && single dead then taken else 0) } ]

let follow ({ set; _ } as game) fight =
  { fight with builds = not fight.builds; ko = 0 } :: List.concat_map (lay game fight) (bits (set land lnot (fight.own lor fight.his)))

let formed { board; set; border; _ } { own; his; _ } =
  let eyes = set land lnot own in
  his = 0 && border land lnot own = 0 && around board eyes land eyes = 0 && set <> 0
  && List.for_all (fun bit -> board.around.(point_of bit) <> 0) (bits set)
  && List.for_all (fun x -> reaching board own (eyes land lnot x) = own) (0 :: bits eyes)

let spoilt { border; _ } { builds; own; his; _ } = border land his <> 0 || ((not builds) && border land lnot own <> 0)

let rec win game known =
  game.ranks <- game.ranks + 1;
  known.rank <- game.ranks;
  List.iter (fun waiting -> if waiting.left > 0 then begin waiting.left <- waiting.left - 1; if waiting.left = 0 then win game waiting end) known.waiting

(* All states that may follow are found, each once. *)
let solve game fight =
  let found = Stack.create () in
  let find fight =
    match Hashtbl.find_opt game.states fight with
    | Some known -> known
    | None ->
        let known = { fight; left = (if formed game fight then 0 else if fight.builds then 1 else max_int); rank = 0; waiting = [] } in
        Hashtbl.add game.states fight known;
        if known.left = 0 then win game known else if not (spoilt game fight) then Stack.push known found;
        known
  in
  let root = find fight in
  while not (Stack.is_empty found) do
    let known = Stack.pop found in
    let next = List.map find (follow game known.fight) in
    if not known.fight.builds then known.left <- List.length next;
    let wait next =
      if next.left > 0 then next.waiting <- known :: next.waiting
      else if known.left > 0 then begin known.left <- known.left - 1; if known.left = 0 then win game known end
    in
    List.iter wait next
  done;
  root.left = 0

let known game fight = Hashtbl.find game.states fight

(* Notes what a book needs to say that the builder wins from there, or that he does not. *)
let rec note_won game fight =
  if not (Hashtbl.mem game.won fight) then begin
    Hashtbl.add game.won fight (known game fight).rank;
    if not (formed game fight) then
      let next = List.filter (fun next -> (known game next).left = 0) (follow game fight) in
      let first one other = if (known game other).rank < (known game one).rank then other else one in
      List.iter (note_won game) (if fight.builds then [ List.fold_left first (List.hd next) next ] else next)
  end

let rec note_lost game fight =
  if not (Hashtbl.mem game.lost fight) then begin
    Hashtbl.add game.lost fight ();
    if not (spoilt game fight) then
      let next = follow game fight in
      if fight.builds then List.iter (note_lost game) next
      else
        let lost = List.filter (fun next -> (known game next).left > 0) next in
        let best = match List.find_opt (Hashtbl.mem game.lost) lost with Some next -> Some next | None -> List.find_opt (spoilt game) lost in
        note_lost game (Option.value best ~default:(List.hd lost))
  end

(* The games on sets that were looked at. *)
type t = { on : board; games : (int, set_game) Hashtbl.t }

let game_on { on; games } set =
  match Hashtbl.find_opt games set with
  | Some game -> game
  | None ->
      let game = set_game on set in
      Hashtbl.add games set game;
      game

let connected board set = set = 0 || grow board set (set land -set) = set

(* Looks at what a player controls who has bordered these sets. *)
let look fights sets own his =
  let one, parts = List.partition (connected fights.on) sets in
  let solve_on sum set =
    if set land lnot sum = 0 then sum
    else
      let game = game_on fights set in
      let fight = start game own his in
      if solve game fight then begin note_won game fight; sum lor set end
      else sum
  in
  let sum = List.fold_left solve_on 0 (List.sort (fun a b -> compare b a) one) in
  let sum = List.fold_left solve_on sum parts in
  let lose set =
    if set land lnot sum <> 0 then begin
      let game = game_on fights set in
      note_lost game (start game own his)
    end
  in
  List.iter lose sets

(* Of each set: the won states, each behind those that it goes on to, and the lost ones. *)
let books { games; _ } =
  let book set game books =
    let won = List.sort (fun (_, a) (_, b) -> compare a b) (Hashtbl.fold (fun fight rank won -> (fight, rank) :: won) game.won []) in
    let lost = Hashtbl.fold (fun fight () lost -> fight :: lost) game.lost [] in
    if won = [] && lost = [] then books else (set, List.map fst won, lost) :: books
  in
  Hashtbl.fold book games []
