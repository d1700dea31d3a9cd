(**
Writes the checker of strategies under the rules of MIGOS, of claims "most", too, as OCaml: migos.ml. It proves nothing.

As in Extract.v numbers stay what they are in Coq.
*)
Require Import ZArith NArith List FMapPositive Extraction ExtrOcamlBasic.
Require Import Game Strategy Repetition Board PointSets Symmetry StateTable TableWays TableGraph LivingBoards Checker KeeChecker Migos MigosStrategyChecker Most.

Extraction Language OCaml.
Extraction "migos.ml" migos_strategy_check migos_play_check most_ok migos_most_play after_play rectangle_with score reaching empty_of Psk Black.
