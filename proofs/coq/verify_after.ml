(* Checks certificates of strategies after moves with the checkers that AfterMoves.v, KeeAfter.v and, of claims "most" (no board
   has more), Most.v prove.

   usage: verify-after FILE...
          verify-after

   All claims are checked. Exits with 0: all are accepted; 1: a strategy or a claim is refused; 2:
   a file is none that this reads. Without a FILE each line of standard input names one, and the
   last word of a line that is printed for it is that number; then exits with 0. The checksum is
   not looked at. *)
open Extracted
open Header
open Strategies_file

let reads = function Ko _ | Kee _ -> true | Kee_v6 _ | Migos _ -> false

(* A move, under Kee's rules of 2013; Strategies_file.move_of under others. *)
let kee_move_of = function Point p -> Lay (n_of p) | Passing -> Pass_on | Refreshing -> Refresh

(* Where the moves lead: the board and who moves; nothing where one is not legal, or ends the game, or gets a player out. *)
let after (header : header) rectangle board plays =
  match header.rules with
  | Ko rule ->
      Option.map (fun (now, _) -> (now.left, now.next_player))
        (played board_eq_dec (play rectangle) (score rectangle) rule (begin_with board header.first) (List.map move_of plays))
  | Kee { refresh; tally_all } ->
      Option.map (fun (now, _) -> (now.left_board, now.next_up))
        (kee_played board_eq_dec (play rectangle) (score rectangle) refresh tally_all (kee_start board header.first)
           (List.map kee_move_of plays))
  | Kee_v6 _ | Migos _ -> None

(* The last thing asked under superko is S17 of the format, though no theorem needs it here. *)
let taken (header : header) living rectangle board plays who wanted table =
  match header.rules with
  | Ko rule ->
      check_after rectangle living rule who wanted table board header.first (List.map move_of plays)
      && all_kept rectangle (retake_illegal rule) None who wanted table
  | Kee { refresh; tally_all } ->
      kee_check_after rectangle living refresh tally_all who wanted table board header.first (List.map kee_move_of plays)
  | Kee_v6 _ | Migos _ -> false

(* Is no board worth more? *)
let most (header : header) rectangle board plays wanted =
  match header.rules with
  | Ko rule -> most_after rectangle rule wanted board header.first (List.map move_of plays)
  | Kee { refresh; tally_all } -> kee_most_after rectangle refresh tally_all wanted board header.first (List.map kee_move_of plays)
  | Kee_v6 _ | Migos _ -> false

let check text =
  let opened = opened ~reads ~moves:true text in
  let { header; living; rectangle; board; _ } = opened in
  let plays claim = header.moves @ claim.plays in
  judge opened
    ~bars:(match header.rules with Ko rule -> retake_illegal rule | Kee _ | Kee_v6 _ | Migos _ -> true)
    ~frees:(fun who -> match header.rules with Kee { refresh; _ } -> freed refresh who | Ko _ | Kee_v6 _ | Migos _ -> None)
    ~begins:(fun claim -> legal (after header rectangle board (plays claim)))
    ~holds:(fun claim _ wanted table -> taken header living rectangle board (plays claim) claim.who wanted table)
    ~most:(fun claim wanted -> most header rectangle board (plays claim) wanted)

let () = main check
