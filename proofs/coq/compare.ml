(* Compares Go's rules as they are proved about with the executable ones.

   usage: go-positions COUNT | compare
          go-positions COUNT SEED RULES | compare RULES

   Each line has a board, a play and what the executable rules make of it: "ROWS COLS BLACK WHITE MARGIN
   PLAYER POINT BLACK WHITE", the last two "- -" for an illegal play. Sets of points are numbers. Exits with
   1 if a line says otherwise, 2 if there is none. *)
open Extracted

let rec nat_of i = if i = 0 then O else S (nat_of (i - 1))
let rec int_of_positive = function XH -> 1 | XO p -> 2 * int_of_positive p | XI p -> (2 * int_of_positive p) + 1
let int_of_n = function N0 -> 0 | Npos p -> int_of_positive p
let int_of_z = function Z0 -> 0 | Zpos p -> int_of_positive p | Zneg p -> -int_of_positive p

let player_of text = if text = "0" then Black else White
let rectangles = Hashtbl.create 10

let rectangle suicide rows cols =
  match Hashtbl.find_opt rectangles (suicide, rows, cols) with
  | Some found -> found
  | None ->
      let made = rectangle_with suicide (nat_of rows) (nat_of cols) in
      Hashtbl.add rectangles (suicide, rows, cols) made;
      made

let agrees line =
  match String.split_on_char ' ' line with
  | [ rows; cols; b; w; margin; who; point; b'; w' ] ->
      let on = rectangle false (int_of_string rows) (int_of_string cols) in
      let n text = Numbers.n_of (int_of_string text) in
      let board = { black = n b; white = n w } in
      let after =
        match play on (player_of who) board (n point) with
        | None -> ("-", "-")
        | Some next -> (string_of_int (int_of_n next.black), string_of_int (int_of_n next.white))
      in
      after = (b', w') && int_of_z (score on board) = int_of_string margin
  | _ -> false

let text_of = function Black -> "0" | White -> "1"

(* A game that goes on: what a move leads to, in the words of a line, and the game after it. *)
type going = { try_move : string -> string * going option }

let show_board (b : board) = Printf.sprintf "%d %d" (int_of_n b.black) (int_of_n b.white)

let rec going_on move_of step show history =
  let try_move point =
    match step history (move_of point) with
    | Illegal -> ("illegal", None)
    | Ends (Scored margin) -> (Printf.sprintf "ends %d" (int_of_z margin), None)
    | Ends Unscored -> ("ends", None)
    | Goes next -> ("goes " ^ show next, Some (going_on move_of step show next))
  in
  { try_move }

let point_of text = Numbers.n_of (int_of_string text)
let go_move text = if text = "-1" then Pass else Stone (point_of text)
let kee_move text = match text with "-1" -> Pass_on | "-2" -> Refresh | _ -> Lay (point_of text)

(* Kee's rules: are there refreshing passes, and do they count? *)
let kee_rules = [ ("kee2013", (true, false)); ("kee2013-no-refresh", (false, false)); ("kee2013-all", (true, true)) ]

let kee_v6_rules = [ "kee-v6"; "kee-v6-no-suicide" ]

(* With suicide of several stones, or without. *)
let migos_rules = [ ("migos", false); ("migos-suicide", true) ]

let start_game rules on board player =
  let play = play on and score = score on in
  match List.assoc_opt rules kee_rules with
  | Some (refresh, tally_all) ->
    let show (t, _) =
      let out = match t.out with None -> "-1" | Some a -> text_of a in
      Printf.sprintf "%s %s %s" (show_board t.left_board) (text_of t.next_up) out
    in
    going_on kee_move (kee_step board_eq_dec play score refresh tally_all) show (kee_start board player)
  | None when List.mem rules kee_v6_rules ->
    let show (t, _) = Printf.sprintf "%s %s -1" (show_board t.v6_left) (text_of t.v6_next) in
    going_on go_move (v6_step board_eq_dec play score (in_atari on)) show (v6_start board player)
  | None when List.mem_assoc rules migos_rules ->
    let show (t, _) = Printf.sprintf "%s %s -1" (show_board t.left) (text_of t.next_player) in
    going_on go_move (migos_step board_eq_dec play score (Numbers.z_of 20_001) Unscored) show (begin_with board player)
  | None ->
    let rule =
      List.assoc rules [ ("psk", Psk); ("ssk", Ssk); ("nssk", Nssk); ("own", Own); ("simple", Simple) ]
    in
    let show (t, _) = Printf.sprintf "%s %s -1" (show_board t.left) (text_of t.next_player) in
    going_on go_move (turn_step board_eq_dec play score rule) show (begin_with board player)

let game = ref None

let agrees_in_game rules line =
  match String.split_on_char ' ' line with
  | [ "start"; rows; cols; b; w; who ] ->
      let n text = Numbers.n_of (int_of_string text) in
      let on = rectangle (rules = "kee-v6" || rules = "migos-suicide") (int_of_string rows) (int_of_string cols) in
      game := Some (start_game rules on { black = n b; white = n w } (player_of who));
      true
  | point :: wanted -> (
      match !game with
      | None -> false
      | Some going ->
          let words, next = going.try_move point in
          if words <> "illegal" then game := next;
          words = String.concat " " wanted)
  | [] -> false

let () = Compare_lines.all (if Array.length Sys.argv > 1 then agrees_in_game Sys.argv.(1) else agrees)
