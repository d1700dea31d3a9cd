(**
Writes the checkers, of claims "most", too, Go's rules and those of ko as OCaml: extracted.ml. It proves nothing.

Booleans, lists, options and pairs become OCaml's; numbers stay what they are in Coq, so that nothing
has to be believed of OCaml's.
*)
Require Import ZArith NArith List FMapPositive Extraction ExtrOcamlBasic.
Require Import Game Strategy Repetition Kee2013 KeeV6 Migos Board PointSets Symmetry StateTable TableWays TableGraph LivingBoards Checker KeeChecker KeeV6Checker Most.

Extraction Language OCaml.
Extraction "extracted.ml" check all_kept kee_check v6_check most_ok v6_most_ok frees_to freed make_rectangle play score reaching empty_of
  retake_illegal Psk Black board_eq_dec turn_step begin_with kee_step kee_start v6_step v6_start
  migos_step rectangle_with in_atari.
