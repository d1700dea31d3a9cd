(**
Writes the checkers of strategies and of claims "most" from a start and after first plays as OCaml: plays.ml. It proves nothing.

As in Extract.v numbers stay what they are in Coq.
*)
Require Import ZArith NArith List FMapPositive Extraction ExtrOcamlBasic.
Require Import Game Strategy Repetition Kee2013 KeeV6 KeeV6Entered Board PointSets Symmetry StateTable TableWays TableGraph LivingBoards Checker KeeChecker KeeV6Checker
  Entered AfterMoves KeeAfter KeeV6After Most FirstPlays.

Extraction Language OCaml.
Extraction "plays.ml" check all_kept kee_check v6_check frees_to freed rectangle_with score in_atari reaching empty_of board_eq_dec retake_illegal begin_with played kee_start kee_played
  v6_start v6_after_moves most_ok v6_most_ok most_after kee_most_after v6_most_after ko_play_check v6_play_check kee_play_check kee_pass_check begins_once took_ko Psk Black.
