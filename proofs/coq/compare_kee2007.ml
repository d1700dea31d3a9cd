(* Compares Kee's rules of 2007 as they are stated in Kee2007.v with the executable ones, in random games.

   usage: go-positions COUNT SEED RULES | compare-kee2007 RULES

   Lines are as compare.ml reads them of games. Exits with 1 if a line says otherwise, 2 if there is none. *)
open Extracted

let int_of_z = function Z0 -> 0 | Zpos p -> Numbers.of_positive p | Zneg p -> -Numbers.of_positive p
let n text = Numbers.n_of (int_of_string text)
let player_of text = if text = "0" then Black else White
let text_of = function Black -> "0" | White -> "1"

(* What a move leads to, in the words of a line, and the history after it. *)
let try_move (rules : Kee2007_rules.t) (rectangle, history) point =
  let play = kee2007_play rectangle rules.alone and score = kee2007_score rectangle rules.by_stones in
  match kee2007_step board_eq_dec play score rules.appeared history (if point = "-1" then Pass else Stone (n point)) with
  | Illegal -> ("illegal", Some history)
  | Ends (Scored margin) -> (Printf.sprintf "ends %d" (int_of_z margin), None)
  | Ends Unscored -> ("ends", None)
  | Goes next ->
      let { left; next_player; _ } = fst next in
      (Printf.sprintf "goes %d %d %s -1" (Numbers.of_n left.black) (Numbers.of_n left.white) (text_of next_player), Some next)

let agrees rules game line =
  match String.split_on_char ' ' line with
  | [ "start"; rows; cols; b; w; who ] ->
      let rectangle = Kee2007_rules.rectangle rules (int_of_string rows) (int_of_string cols) in
      (true, Some (rectangle, begin_with { black = n b; white = n w } (player_of who)))
  | point :: wanted -> (
      match game with
      | None -> (false, None)
      | Some (rectangle, history) ->
          let words, next = try_move rules (rectangle, history) point in
          (words = String.concat " " wanted, Option.map (fun next -> (rectangle, next)) next))
  | [] -> (false, game)

let () =
  let rules = List.find (fun (rules : Kee2007_rules.t) -> rules.name = Sys.argv.(1)) Kee2007_rules.all in
  Compare_lines.in_games (agrees rules)
