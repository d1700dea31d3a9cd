(**
Writes the checker of values by coalition as OCaml: coalitions.ml. It proves nothing.

As in Extract.v numbers stay what they are in Coq.
*)
Require Import ZArith NArith List FMapPositive Extraction ExtrOcamlBasic.
Require Import Game Strategy Repetition Board PointSets Symmetry Coalitions CoalitionPast CoalitionDemands CoalitionChecker CoalitionEnds CoalitionClaims.

Extraction Language OCaml.
Extraction "coalitions.ml" make_rectangle reaching empty_of Psk begin_with next_turn over free breathing points_of payoff_of
  can_begin take_nodes replay accepts_claim other.
