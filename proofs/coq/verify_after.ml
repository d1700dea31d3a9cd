(* Checks certificates of strategies after moves (versions 1 and, of living strategies, 4 of the format, not packed) with the
   checkers that AfterMoves.v, KeeAfter.v and, of claims "most" (no board has more), Most.v prove.

   usage: verify-after FILE...
          verify-after

   All claims are checked. Exits with 0: all are accepted; 1: a strategy or a claim is refused; 2:
   a file is none that this reads. Without a FILE each line of standard input names one, and the
   last word of a line that is printed for it is that number; then exits with 0. The checksum is
   not looked at. *)
open Extracted
open Header

let colour = function Black -> 0 | White -> 1

(* The moves before a claim, for each kind of rules. *)
let moves_of plays =
  List.map (function Point p -> Stone (n_of p) | Passing -> Pass | Refreshing -> refuse "there is no refreshing pass") plays

let kee_moves_of plays = List.map (function Point p -> Lay (n_of p) | Passing -> Pass_on | Refreshing -> Refresh) plays

let bars = function Ko rule -> retake_illegal rule | Kee _ | Kee_v6 _ | Migos _ -> true

(* Where the moves lead: the board and who moves; nothing where one is not legal, or ends the game, or gets a player out. *)
let after (header : header) rectangle board plays =
  match header.rules with
  | Ko rule ->
      let begun = begin_with board header.first in
      Option.map (fun (now, _) -> (now.left, now.next_player))
        (played board_eq_dec (play rectangle) (score rectangle) rule begun (moves_of plays))
  | Kee { refresh; tally_all } ->
      let begun = kee_start board header.first in
      Option.map (fun (now, _) -> (now.left_board, now.next_up))
        (kee_played board_eq_dec (play rectangle) (score rectangle) refresh tally_all begun (kee_moves_of plays))
  | Kee_v6 _ | Migos _ -> unread "no theorem here tells of these rules after moves"

(* The last thing asked under superko is S17 of the format, though no theorem needs it here. *)
let taken (header : header) living rectangle board plays who wanted table =
  match header.rules with
  | Ko rule ->
      check_after rectangle living rule who wanted table board header.first (moves_of plays)
      && all_kept rectangle (retake_illegal rule) None who wanted table
  | Kee { refresh; tally_all } -> kee_check_after rectangle living refresh tally_all who wanted table board header.first (kee_moves_of plays)
  | Kee_v6 _ | Migos _ -> false

(* Is no board worth more? *)
let most (header : header) rectangle board plays wanted =
  match header.rules with
  | Ko rule -> most_after rectangle rule wanted board header.first (moves_of plays)
  | Kee { refresh; tally_all } ->
      kee_most_after rectangle refresh tally_all wanted board header.first (kee_moves_of plays)
  | Kee_v6 _ | Migos _ -> false

(* Is the claim forced by these replies, after the moves and its own? *)
let holds (header : header) living rectangle board plays (left, next) replies claim =
  let first = { Unfold.b = Numbers.of_n left.black; w = Numbers.of_n left.white; mover = colour next; ko = 0 } in
  let frees = match header.rules with Kee { refresh; _ } -> freed refresh claim.who | Ko _ | Kee_v6 _ | Migos _ -> None in
  let rules =
    Unfold.make_rules ~living header.rows header.cols (colour claim.who) claim.wanted (bars header.rules) false
      (match frees with None -> -1 | Some a -> colour a)
  in
  let table, states = Unfold.table rules first replies in
  Gc.compact ();
  Printf.printf "%s: %d states\n%!" claim.told states;
  taken header living rectangle board plays claim.who (Numbers.z_of claim.wanted) table

let check text =
  let header = header text in
  let living =
    match (header.version, header.contents) with
    | "1", "strategies" -> false
    | "4", "living-strategies" -> true
    | _ -> unread "no strategies, or packed ones"
  in
  if header.moves = [] then unread "no moves: this is for verify";
  if header.rows * header.cols > Unfold.most_points then unread "a board that is too large";
  let rectangle = make_rectangle (Numbers.nat_of header.rows) (Numbers.nat_of header.cols) in
  let board = start header rectangle in
  let found = Array.of_list (strategies header.body header.count) in
  let judge next claim =
    let plays = header.moves @ claim.plays in
    match (after header rectangle board plays, claim.ground) with
    | None, _ -> refuse "moves that the game does not have"
    | Some now, Strategy strategy ->
        require (strategy = next && next < Array.length found) "not the next strategy";
        require (holds header living rectangle board plays now found.(next) claim) claim.told;
        next + 1
    | Some _, Most ->
        require (most header rectangle board plays (Numbers.z_of claim.wanted)) claim.told;
        next
    | _ -> refuse claim.told
  in
  let used = try List.fold_left judge 0 header.claims with Unfold.Refused why -> refuse why in
  require (used = header.count) "a strategy that nothing rests on";
  (Printf.sprintf "accepted: %d claims" (List.length header.claims), 0)

let () = main check
