(**
Writes the checker of certificates with strategy leaves as OCaml: leaves.ml. It proves nothing.

As in Extract.v numbers stay what they are in Coq.
*)
Require Import ZArith NArith List FMapPositive Extraction ExtrOcamlBasic.
Require Import Game Strategy Repetition Kee2013 ItemRules GroupElements Nodes Board PointSets Symmetry StateTable TableWays TableGraph Checker Rectangle LemmaRules KeeChecker LeafChecker LeafRules KeeLeaves
  KeeV6Checker LemmaV6 KeeV6Leaves.

Extraction Language OCaml.
Extraction "leaves.ml" reaching empty_of place retake_illegal all_kept superko_replay superko_leafed_nodes superko_leafed_claim
  kee_replay kee_leafed_nodes kee_leafed_claim kee_left freed rectangle_with frees_to v6_replay v6_leafed_nodes v6_leafed_claim margin_of Psk Ssk Nssk Own Black.
