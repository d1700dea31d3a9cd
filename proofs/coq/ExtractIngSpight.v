(**
Writes the checker of certificates under ing-spight as OCaml: ing_spight.ml. It proves nothing.

As in Extract.v numbers stay what they are in Coq.
*)
Require Import ZArith NArith List FMapPositive Extraction ExtrOcamlBasic.
Require Import Game Strategy Repetition Board IngSpight PointSets Symmetry IngSpightSearch IngSpightGame IngSpightChecker IngSpightClaims.

Extraction Language OCaml.
Extraction "ing_spight.ml" make_rectangle points reaching empty_of score margin_of Psk ing_start ing_step ing_replay lay takes is_ko tables_of plays_by state_step state_of
  ing_claim ing_most.
