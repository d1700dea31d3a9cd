(**
Writes the checker of certificates under the Logical Japanese Rules, and these rules, as OCaml: ljrg.ml. It proves nothing.

As in Extract.v numbers stay what they are in Coq.
*)
Require Import ZArith NArith List FMapPositive Extraction ExtrOcamlBasic.
Require Import Game Repetition Board Ljrg LjrgPast Control LjrgChecker.

Extraction Language OCaml.
Extraction "ljrg.ml" make_rectangle points reaching empty_of margin_of Psk Ssk Nssk Own ljrg_start ljrg_step cycles play_turn bordered_sets
  check_books margin_by check_ljrg ljrg_replay ljrg_claim.
