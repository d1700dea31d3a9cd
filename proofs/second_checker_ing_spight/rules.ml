(* The rules of ing-spight ("Odd cycles" of docs/certificate-format.md). *)
open Board
type rules = { board : Board.t; suicide : string; longest : int (* of a cycle *) }
(* joined: the stones that the new one is connected to; removed: with itself, if it is suicide. *)
type play = { player : int; point : int; joined : set; removed : set }
(* The play on an empty point with the position after it; None if captures and suicide forbid it. *)
let make { board; suicide; _ } position player point = let stone = 1 lsl point in
  let own = stones position player lor stone and other = stones position (1 - player) in
  let empty = board.all land lnot (own lor other) in
  let add dead p = if has other p then dead lor stifled board other empty (1 lsl p) else dead in
  let taken = List.fold_left add 0 (numbers board.size) in
  let dead = if taken <> 0 then 0 else stifled board own empty stone in
  if has (occupied position) point then None
  else if dead <> 0 && (suicide = "no" || (suicide = "multi" && dead = stone)) then None
  else
    let joined = chain board own stone lxor stone and removed = taken lor dead in
    let own = own lxor dead and other = other lxor taken in
    let after p = stones { black = own; white = other } (abs (player - p)) in
    Some ({ player; point; joined; removed }, { black = after 0; white = after 1 })
(* All plays of a player, on points ascending, with the positions after them; at most 9 points. *)
let plays_of ({ board = { size; _ }; _ } as rules) =
  let known = Array.make (1 lsl ((2 * size) + 1)) None in fun position player ->
    let place = (((position.black lsl size) lor position.white) lsl 1) lor player in
    match known.(place) with Some plays -> plays | None ->
      let plays = List.filter_map (make rules position player) (numbers size) in
      known.(place) <- Some plays; plays
(* The position after a play that is made as it is told; None if it cannot be. *)
let repeated rules position told = match make rules position told.player told.point with
  | Some (play, after) when play = told -> Some after | _ -> None
(* Cannot so many plays, the next by player, lead home? A stone that is missing needs a play of its
   colour; a stone that is too many is taken by a play of the opponent, or goes by suicide. *)
let too_far { suicide; _ } home position player left =
  let plays colour = if colour = player then (left + 1) / 2 else left / 2 in
  let far colour = let own = stones position colour and wanted = stones home colour in
    let takers = plays (1 - colour) + if suicide = "no" then 0 else plays colour in
    count (wanted land lnot own) > plays colour || (own land lnot wanted <> 0 && takers = 0) in
  far 0 || far 1
(* Is use true of the plays of a cycle from home on, that begins with those made and has so many
   more? *)
let find_cycle rules plays_of home first position made left use =
  let rec look position player left made =
    if left = 0 then same position home && use (List.rev made)
    else not (too_far rules home position player left) && List.exists (fun (play, after) ->
        look after (1 - player) (left - 1) (play :: made)) (plays_of position player) in
  look position first left made
(* All odd cycles of a board: from every position whose chains have liberties. *)
let odd_cycles ({ board; longest; _ } as rules) plays_of =
  let found = Hashtbl.create 1000 in
  let look home = for player = 0 to 1 do for number = 0 to (longest - 1) / 2 do
      ignore (find_cycle rules plays_of home player home [] ((2 * number) + 1) (fun plays ->
          Hashtbl.replace found (Array.of_list plays) (); false)) done done in
  let lives { black; white } = Header.lives board [| black; white |] in
  let rec each p position = if p = board.size then (if lives position then look position)
    else let stone = 1 lsl p in each (p + 1) position;
      each (p + 1) { position with black = position.black lor stone };
      each (p + 1) { position with white = position.white lor stone } in
  each 0 { black = 0; white = 0 }; Array.of_seq (Hashtbl.to_seq_keys found)
