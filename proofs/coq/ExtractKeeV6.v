(**
Writes the checkers of strategies and of claims "most" after moves under Kee's rules v6.0 as OCaml: kee_v6.ml. It proves nothing.

As in Extract.v numbers stay what they are in Coq.
*)
Require Import ZArith NArith List FMapPositive Extraction ExtrOcamlBasic.
Require Import Game Strategy Repetition KeeV6 KeeV6Entered Board PointSets Symmetry StateTable TableWays TableGraph LivingBoards Checker KeeV6Checker Most KeeV6After.

Extraction Language OCaml.
Extraction "kee_v6.ml" rectangle_with play score in_atari reaching empty_of board_eq_dec v6_start v6_after_moves v6_check_after all_kept v6_most_after frees_to Psk Black.
