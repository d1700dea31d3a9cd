(* Compares the Logical Japanese Rules as they are stated in Ljrg.v and Control.v with the executable ones, in random games.

   usage: go-positions COUNT SEED RULES | compare-ljrg RULES

   Lines are as compare.ml reads them of games; a turn that removes a cycle has "+" and its number, longest ago first, behind the point, or -1. Where a
   game is over the margin has that of control, by books for that board. Exits with 1 if a line says otherwise, 2 if there is none. *)
open Extracted

let int_of_z = function Z0 -> 0 | Zpos p -> Numbers.of_positive p | Zneg p -> -Numbers.of_positive p
let n text = Numbers.n_of (int_of_string text)
let player_of text = if text = "0" then Black else White
let text_of = function Black -> "0" | White -> "1"

type game = { rectangle : rectangle; points : int; history : history_of_turns }

let control { rectangle; points; _ } board =
  match margin_by rectangle (Ljrg_nodes.books rectangle points [ board ]) board with Some margin -> margin | None -> failwith "a margin"

let turn_of { history; rectangle; _ } text : ljrg_move =
  let point, cycle = match String.split_on_char '+' text with [ point; cycle ] -> (point, Some (int_of_string cycle)) | _ -> (text, None) in
  (* The cycles of Ljrg.v are counted from 0, the latest first. *)
  let place number = let count = List.length (cycles history) in if number > count then count else count - number in
  (Option.map (fun number -> Numbers.nat_of (place number)) cycle, if point = "-1" then None else Some (n point))

(* What a turn leads to, in the words of a line, and the game after it. *)
let try_turn removal game text =
  match ljrg_step game.rectangle removal (control game) game.history (turn_of game text) with
  | Illegal -> ("illegal", Some game)
  | Ends (Scored margin) -> (Printf.sprintf "ends %d" (int_of_z margin), None)
  | Ends Unscored -> ("ends", None)
  | Goes history ->
      let { l_board; l_mover; _ } = history.now in
      (Printf.sprintf "goes %d %d %s -1" (Numbers.of_n l_board.black) (Numbers.of_n l_board.white) (text_of l_mover), Some { game with history })

let agrees removal game line =
  match String.split_on_char ' ' line with
  | [ "start"; rows; cols; b; w; who ] ->
      let rows = int_of_string rows and cols = int_of_string cols in
      let history = ljrg_start { black = n b; white = n w } (player_of who) in
      (true, Some { rectangle = make_rectangle (Numbers.nat_of rows) (Numbers.nat_of cols); points = rows * cols; history })
  | point :: wanted -> (
      match game with
      | None -> (false, None)
      | Some game ->
          let words, next = try_turn removal game point in
          (words = String.concat " " wanted, next))
  | [] -> (false, game)

let () =
  let removal = match Sys.argv.(1) with "ljrg" -> true | "ljrg,removal=no" -> false | _ -> exit 2 in
  Compare_lines.in_games (agrees removal)
