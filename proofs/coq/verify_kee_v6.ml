(* Checks certificates of strategies after moves under kee-v6 (versions 1 and, of living strategies, 4 of the format, not packed) with the
   checker that KeeV6After.v proves, claims "most" (no board has more), too.

   usage: verify-kee-v6 FILE...
          verify-kee-v6

   All claims are checked. Exits with 0: all are accepted; 1: a strategy or a claim is refused; 2:
   a file is none that this reads. Without a FILE each line of standard input names one, and the
   last word of a line that is printed for it is that number; then exits with 0. The checksum is
   not looked at. *)
open Extracted
open Header

let colour = function Black -> 0 | White -> 1
let suicide = function Kee_v6 { suicide } -> suicide | Ko _ | Kee _ | Migos _ -> unread "other rules"
let moves_of plays = List.map (function Point p -> Stone (n_of p) | Passing -> Pass | Refreshing -> refuse "there is no refreshing pass") plays

(* Where the moves lead: the board and who moves; nothing where one is not legal, or ends the game. *)
let after (header : header) rectangle board moves =
  let begun = v6_start board header.first in
  Option.map (fun (now, _) -> (now.v6_left, now.v6_next)) (v6_after_moves board_eq_dec (play rectangle) (score rectangle) (in_atari rectangle) begun moves)

(* Is the claim forced by these replies, after the moves and its own? The last thing asked is S17 of the format, though no theorem needs it here. *)
let holds (header : header) living rectangle board moves (left, next) replies claim =
  let first = { Unfold.b = Numbers.of_n left.black; w = Numbers.of_n left.white; mover = colour next; ko = 0 } in
  let frees = frees_to false claim.who in
  let rules = Unfold.make_rules ~living header.rows header.cols (colour claim.who) claim.wanted true (suicide header.rules) (colour frees) in
  let table, states = Unfold.table rules first replies in
  Gc.compact ();
  Printf.printf "%s: %d states\n%!" claim.told states;
  let wanted = Numbers.z_of claim.wanted in
  v6_check_after rectangle living claim.who wanted table board header.first moves && all_kept rectangle true (Some frees) claim.who wanted table

let check text =
  let header = header text in
  let suicide = suicide header.rules in
  let living =
    match (header.version, header.contents) with
    | "1", "strategies" -> false
    | "4", "living-strategies" -> true
    | ("1" | "4"), ("answered-strategies" | "living-answered-strategies") when header.moves <> [] -> refuse "moves before an answered strategy"
    | _ -> unread "no strategies, or packed ones"
  in
  if header.moves = [] then unread "no moves: this is for verify";
  if header.rows * header.cols > Unfold.most_points then unread "a board that is too large";
  let rectangle = rectangle_with suicide (Numbers.nat_of header.rows) (Numbers.nat_of header.cols) in
  let board = start header rectangle in
  let found = Array.of_list (strategies header.body header.count) in
  let judge next claim =
    let moves = moves_of (header.moves @ claim.plays) in
    match (after header rectangle board moves, claim.ground) with
    | None, _ -> refuse "moves that the game does not have"
    | Some now, Strategy strategy ->
        require (strategy = next && next < Array.length found) "not the next strategy";
        require (holds header living rectangle board moves now found.(next) claim) claim.told;
        next + 1
    | Some _, Most ->
        require (v6_most_after rectangle (Numbers.z_of claim.wanted) board header.first moves) claim.told;
        next
    | _ -> refuse claim.told
  in
  let used = try List.fold_left judge 0 header.claims with Unfold.Refused why -> refuse why in
  require (used = header.count) "a strategy that nothing rests on";
  (Printf.sprintf "accepted: %d claims" (List.length header.claims), 0)

let () = main check
