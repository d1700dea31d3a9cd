(* Compares Go's rules as they are proved about with the executable ones.

   usage: go-positions COUNT | compare

   Each line has a board, a play and what the executable rules make of it: "ROWS COLS BLACK WHITE MARGIN
   PLAYER POINT BLACK WHITE", the last two "- -" for an illegal play. Sets of points are numbers. Exits with
   1 if a line says otherwise, 2 if there is none. *)
open Extracted

let rec nat_of i = if i = 0 then O else S (nat_of (i - 1))
let rec int_of_positive = function XH -> 1 | XO p -> 2 * int_of_positive p | XI p -> (2 * int_of_positive p) + 1
let int_of_n = function N0 -> 0 | Npos p -> int_of_positive p
let int_of_z = function Z0 -> 0 | Zpos p -> int_of_positive p | Zneg p -> -int_of_positive p

let rectangles = Hashtbl.create 10

let rectangle rows cols =
  match Hashtbl.find_opt rectangles (rows, cols) with
  | Some found -> found
  | None ->
      let made = make_rectangle (nat_of rows) (nat_of cols) in
      Hashtbl.add rectangles (rows, cols) made;
      made

let agrees line =
  match String.split_on_char ' ' line with
  | [ rows; cols; b; w; margin; who; point; b'; w' ] ->
      let on = rectangle (int_of_string rows) (int_of_string cols) in
      let n text = Unfold.n_of (int_of_string text) in
      let board = { black = n b; white = n w } in
      let after =
        match play on (if who = "0" then Black else White) board (n point) with
        | None -> ("-", "-")
        | Some next -> (string_of_int (int_of_n next.black), string_of_int (int_of_n next.white))
      in
      after = (b', w') && int_of_z (score on board) = int_of_string margin
  | _ -> false

let () =
  let lines = ref 0 and wrong = ref 0 in
  (try
     while true do
       let line = input_line stdin in
       incr lines;
       if not (agrees line) then begin
         incr wrong;
         if !wrong <= 10 then print_endline ("otherwise: " ^ line)
       end
     done
   with End_of_file -> ());
  Printf.printf "%d positions and plays, %d otherwise\n" !lines !wrong;
  exit (if !lines = 0 then 2 else if !wrong > 0 then 1 else 0)
