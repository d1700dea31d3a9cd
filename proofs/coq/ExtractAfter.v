(**
Writes the checkers of strategies and of claims "most" after moves as OCaml: after.ml. It proves nothing.

As in Extract.v numbers stay what they are in Coq.
*)
Require Import ZArith NArith List FMapPositive Extraction ExtrOcamlBasic.
Require Import Game Strategy Repetition Kee2013 Board PointSets Symmetry StateTable TableWays TableGraph LivingBoards Checker Entered AfterMoves KeeChecker KeeAfter Most.

Extraction Language OCaml.
Extraction "after.ml" make_rectangle play score reaching empty_of board_eq_dec retake_illegal begin_with played check_after all_kept kee_start kee_played
  kee_check_after most_after kee_most_after freed Psk Black.
