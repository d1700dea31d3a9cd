(**
Writes the same checkers with OCaml's numbers in place of Coq's, to be quick: words.ml. It proves nothing.

That these are the same numbers is not proved, but believed: it is so of numbers below 2^62, and all here are
sets of at most 28 points, shifted by at most a row, and numbers and ranks of states. Extract.v is what nothing of this has to be believed of.
*)
Require Import ZArith NArith List FMapPositive Extraction ExtrOcamlBasic ExtrOcamlZInt.
Require Import Game Strategy Repetition Kee2013 KeeV6 Board PointSets Symmetry StateTable TableWays TableGraph LivingBoards Checker KeeChecker KeeV6Checker Entered AfterMoves KeeAfter Most
  MigosStrategyChecker KeeV6Entered KeeV6After FirstPlays.
Extraction Language OCaml.
Extract Constant N.land => "(land)".
Extract Constant N.lor => "(lor)".
Extract Constant N.ldiff => "(fun a b -> a land (lnot b))".
Extract Constant N.shiftl => "(lsl)".
Extract Constant N.shiftr => "(lsr)".
Extract Constant N.div2 => "(fun a -> a lsr 1)".
Extract Constant N.odd => "(fun a -> a land 1 = 1)".
Extract Constant N.eqb => "(fun (a : int) b -> a = b)".
Extract Constant N.leb => "(fun (a : int) b -> a <= b)".
Extract Constant N.ltb => "(fun (a : int) b -> a < b)".
Extraction "words.ml" check all_kept kee_check v6_check frees_to freed make_rectangle play score reaching empty_of
  retake_illegal Psk Black board_eq_dec turn_step begin_with kee_step kee_start
  rectangle_with played check_after kee_played kee_check_after most_ok v6_most_ok most_after kee_most_after
  migos_strategy_check migos_play_check migos_most_play after_play
  in_atari v6_start v6_after_moves v6_check_after v6_most_after ko_play_check v6_play_check kee_play_check kee_pass_check begins_once took_ko.
