(* Checks certificates of strategies after moves (version 1 of the format, not packed) with the checker that AfterMoves.v proves.

   usage: verify-after FILE...
          verify-after

   All claims are checked. Exits with 0: all are accepted; 1: a strategy or a claim is refused; 2: a file is none that this
   reads; 3: none is refused, but one is not looked at, as it is a claim "most" (no board has more). Without a FILE each
   line of standard input names one, and the last word of a line that is printed for it is that number; then exits with 0.
   The checksum is not looked at. *)
open Extracted
open Header

let colour = function Black -> 0 | White -> 1

let moves_of plays =
  List.map (function Point p -> Stone (n_of p) | Passing -> Pass | Refreshing -> refuse "there is no refreshing pass") plays

(* Is the claim forced by these replies, after the moves and its own? The last thing asked is S17 of the format, though no
   theorem needs it here. *)
let holds (header : header) rule rectangle board moves (now, _) replies claim =
  let first =
    { Unfold.b = Numbers.of_n now.left.black; w = Numbers.of_n now.left.white; mover = colour now.next_player; ko = 0 }
  in
  let bars = retake_illegal rule and wanted = Numbers.z_of claim.wanted in
  let rules = Unfold.make_rules header.rows header.cols (colour claim.who) claim.wanted bars false (-1) in
  let table, states = Unfold.table rules first replies in
  Gc.compact ();
  Printf.printf "%s: %d states\n%!" claim.told states;
  check_after rectangle rule claim.who wanted table board header.first moves && all_kept rectangle bars None claim.who wanted table

let check text =
  let header = header text in
  if (header.version, header.contents) <> ("1", "strategies") then unread "no strategies, or packed ones";
  if header.moves = [] then unread "no moves: this is for verify";
  let rule = match header.rules with Ko rule -> rule | _ -> unread "no theorem here tells of these rules" in
  if header.rows * header.cols > Unfold.most_points then unread "a board that is too large";
  let rectangle = make_rectangle (Numbers.nat_of header.rows) (Numbers.nat_of header.cols) in
  let board = start header rectangle in
  let found = Array.of_list (strategies header.body header.count) in
  let judge (next, looked) claim =
    let moves = moves_of (header.moves @ claim.plays) in
    match (played board_eq_dec (play rectangle) (score rectangle) rule (begin_with board header.first) moves, claim.ground) with
    | None, _ -> refuse "moves that the game does not have"
    | Some history, Strategy strategy ->
        require (strategy = next && next < Array.length found) "not the next strategy";
        require (holds header rule rectangle board moves history found.(next) claim) claim.told;
        (next + 1, looked)
    | Some _, Most -> (next, false)
    | _ -> refuse claim.told
  in
  let used, looked = try List.fold_left judge (0, true) header.claims with Unfold.Refused why -> refuse why in
  require (used = header.count) "a strategy that nothing rests on";
  (Printf.sprintf "accepted: %d claims%s" used (if looked then "" else ", not looked at \"most\""), if looked then 0 else 3)

let () = main check
