(* Games: states, their plays, and what a ruleset remembers of them ("Rulesets"). *)
open Board open Ruleset
(* passes: 0, or 1 for one or more; ko: its point + 1, or 0. *)
type state = { position : position; mover : int; passes : int; ko : int }
(* passes and ko are 0 but under State. An item of nobody's has the mover 2. *)
type item = { of_class : item_class; about : state }
(* The image by the group element 2s + c. *)
let image board element ({ position; mover; ko; _ } as state) =
  let map = board.images.(element / 2) and swap = element land 1 = 1 in
  let black = map position.black and white = map position.white in
  let position = if swap then { black = white; white = black } else { black; white } in
  { state with position; mover = (if swap && mover < 2 then 1 - mover else mover);
    ko = (if ko = 0 then 0 else 1 + board.maps.(element / 2).(ko - 1)) }
type ending = Margin of int (* Black's *) | Drawn
type t = { rules : Ruleset.t; board : Board.t; kos : bool; known : (int * position, int) Hashtbl.t }
(* The state after a play; None if it is not one of the state's. *)
let after { rules; board; kos; _ } { position; mover; ko; _ } play =
  let next = { position; mover = 1 - mover; passes = 0; ko = 0 } in
  if play = board.size then Some { next with passes = 1 }
  else if play > board.size then if rules.refreshing then Some next else None
  else if play + 1 = ko then None
  else match place board ~suicide:rules.suicide position mover play with | None -> None
    | Some found -> let ko = if kos then ko_after board position found mover else 0 in
      Some { next with position = found; ko }
(* The state's plays, in their order, with the states after them. *)
let plays game state = let add play = Option.map (fun next -> play, next) (after game state play) in
  List.filter_map add (numbers (game.board.size + 2))
let ends game state play = two_passes_end game.rules && play = game.board.size && state.passes = 1
let effect_of { rules; board; _ } { passes; mover; _ } play { position; _ } =
  let in_atari () = has (stones position mover) play && liberties board position mover play = 1 in
  effect rules
    (if play < board.size then if in_atari () then Atari else Stone
     else if play > board.size then Refresh else if passes = 1 then Pass_again else Pass)
(* The item of a class that the maker's play makes, by the state after it. *)
let item game of_class ~maker next =
  let mover = match owner game.rules with `Nobody -> 2 | `Maker -> maker | `Next -> next.mover in
  { of_class; about = (if of_class = State then next else { next with mover; passes = 0; ko = 0 }) }
let sign player = if player = 0 then 1 else -1
let score { board; rules; _ } = Board.score board ~stones_alone:rules.stones_alone
(* The best margin, in his view, of all positions that a player's stones alone lead to. *)
let alone ({ board; rules; known; _ } as game) player position =
  let seen = Hashtbl.create 64 and best = ref (-inf) in let rec explore position =
    if !best < board.size && not (Hashtbl.mem seen position) then begin
      Hashtbl.add seen position (); best := max !best (sign player * score game position);
      let place p = Board.place board ~suicide:rules.suicide position player p in
      List.iter (fun p -> Option.iter explore (place p)) (numbers board.size) end in
  try Hashtbl.find known (player, position)
  with Not_found -> explore position; Hashtbl.add known (player, position) !best; !best
(* What an outcome of a mover's play comes to, if that is an end. *)
let ending game ~mover { position; _ } = function
  | Illegal | Goes_on -> None | Scored -> Some (Margin (score game position))
  | Mover_out -> Some (Margin (-sign mover * alone game (1 - mover) position))
  | Opponent_out -> Some (Margin (sign mover * alone game mover position))
  | Mover_wins -> Some (Margin (sign mover * inf))
  | Mover_loses -> Some (Margin (-sign mover * inf)) | Tie -> Some Drawn
(* A game so far: the items that are there have counters in Black's view. *)
type history = { now : state; counters : (item * int) list; over : ending option; left : bool;
  past : state list (* before now *) }
let make game ~maker next counters of_class =
  let made = item game of_class ~maker next in (made, 0) :: List.remove_assoc made counters
let start game position mover = let now = { position; mover; passes = 0; ko = 0 } in
  let counters = List.fold_left (make game ~maker:2 now) [] (made_by_start game.rules) in
  { now; counters; over = None; left = false; past = [] }
(* The history with one more play, which must be legal. What he does who is left is not known. *)
let play game { now; counters; over; left; past } play =
  if left then raise (Unknown "plays of who is left");
  let mover = now.mover and next = after game now play in
  require (over = None && next <> None) "an illegal play";
  let next = Option.get next in let effect = effect_of game now play next in
  let found (of_class, ranges) =
    let counter = List.assoc_opt (item game of_class ~maker:mover next) counters in
    let outcome n = snd (List.find (fun (most, _) -> sign mover * n <= most) ranges) in
    Option.fold ~none:Goes_on ~some:outcome counter in
  let outcome = Option.fold ~none:Goes_on ~some:found effect.looks_up in
  require (outcome <> Illegal) "an illegal play";
  let shift (item, counter) = (item, counter + (sign mover * shift_of effect item.of_class)) in
  let stays ({ of_class; _ }, _) = not (List.mem of_class effect.clears) in
  let counters = List.filter stays (List.map shift counters) in
  { now = next; counters = List.fold_left (make game ~maker:mover next) counters effect.makes;
    over = (if ends game now play then Some (Margin (score game next.position))
            else ending game ~mover next outcome);
    left = not (ends game now play) && (outcome = Mover_out || outcome = Opponent_out);
    past = now :: past }
