(* Checks certificates of strategies after moves under kee-v6 with the checker that KeeV6After.v proves, claims "most" (no board
   has more), too.

   usage: verify-kee-v6 FILE...
          verify-kee-v6

   All claims are checked. Exits with 0: all are accepted; 1: a strategy or a claim is refused; 2:
   a file is none that this reads. Without a FILE each line of standard input names one, and the
   last word of a line that is printed for it is that number; then exits with 0. The checksum is
   not looked at. *)
open Extracted
open Header
open Strategies_file

let reads = function Kee_v6 _ -> true | Ko _ | Kee _ | Migos _ -> false

(* Where the moves lead: the board and who moves; nothing where one is not legal, or ends the game. *)
let after (header : header) rectangle board moves =
  Option.map (fun (now, _) -> (now.v6_left, now.v6_next))
    (v6_after_moves board_eq_dec (play rectangle) (score rectangle) (in_atari rectangle) (v6_start board header.first) moves)

(* The last thing asked is S17 of the format, though no theorem needs it here. *)
let check text =
  let opened = opened ~reads ~moves:true text in
  let { header; living; rectangle; board; _ } = opened in
  let moves claim = List.map move_of (header.moves @ claim.plays) in
  let frees who = Some (frees_to false who) in
  judge opened ~bars:true ~frees
    ~begins:(fun claim -> legal (after header rectangle board (moves claim)))
    ~holds:(fun claim _ wanted table ->
      v6_check_after rectangle living claim.who wanted table board header.first (moves claim)
      && all_kept rectangle true (frees claim.who) claim.who wanted table)
    ~most:(fun claim wanted -> v6_most_after rectangle wanted board header.first (moves claim))

let () = main check
