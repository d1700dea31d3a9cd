(**
Writes the checker of certificates under Kee's rules of 2007, and these rules, as OCaml: kee2007.ml. It proves nothing.

As in Extract.v numbers stay what they are in Coq.
*)
Require Import ZArith NArith List FMapPositive Extraction ExtrOcamlBasic.
Require Import Game Strategy Repetition Board Kee2007 Kee2007Checker.

Extraction Language OCaml.
Extraction "kee2007.ml" rectangle_with points reaching empty_of margin_of Psk Ssk Nssk Own begin_with kee2007_play kee2007_score
  kee2007_step moved check_kee2007 kee2007_replay kee2007_claim board_eq_dec.
