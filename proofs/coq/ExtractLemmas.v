(**
Writes the checker of certificates of nodes as OCaml: lemmas.ml. It proves nothing.

As in Extract.v numbers stay what they are in Coq.
*)
Require Import ZArith NArith List FMapPositive Extraction ExtrOcamlBasic.
Require Import Game Strategy Repetition Kee2013 KeeV6 ItemRules GroupElements Nodes Board PointSets Symmetry Rectangle ItemRanges AloneSearch ReplyDemands LemmaChecker LemmaRules LemmaV6 Migos MigosChecker.

Extraction Language OCaml.
Extraction "lemmas.ml" make_rectangle points reaching empty_of place superko_group superko_nodes superko_replay superko_claim
  kee_group kee_nodes kee_replay kee_claim kee_left v6_group v6_nodes v6_replay v6_claim rectangle_with margin_of Psk Ssk Nssk Own
  board_eq_dec moved play N.eq_dec begin_with won_outright check_migos migos_replay migos_claim.
