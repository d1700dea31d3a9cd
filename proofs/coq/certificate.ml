(* What a certificate's header spells of a board (solver/certificate/format.h): a start, a player. *)
open Extracted

exception Unread of string
let fail text = raise (Unread text)

(* A number of OCaml's has the points of a board as bits. *)
let stones rows cols text =
  if rows < 1 || cols < 1 || rows > 62 || cols > 62 / rows then fail "a board that is too large";
  let lines = String.split_on_char '/' text in
  if List.map String.length lines <> List.init rows (fun _ -> cols) then fail "the rows of the start";
  let cells = String.concat "" lines in
  let of_colour c =
    let set = ref 0 in
    String.iteri (fun p cell -> if cell = c then set := !set lor (1 lsl p)) cells;
    !set
  in
  String.iter (fun c -> if not (String.contains ".XO" c) then fail "what stands on a point?") cells;
  (of_colour 'X', of_colour 'O')

let player_of = function "black" -> Black | "white" -> White | word -> fail ("no player: " ^ word)
