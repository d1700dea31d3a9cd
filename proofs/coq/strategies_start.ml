(* What verify and verify-plays have in common: the rules under which they take strategies from a start. *)
open Extracted
open Header

(* As Header.rules_of; under simple ko, too, of which the theorem about nodes does not tell. *)
let own_rules name fields =
  match fields with
  | [ "superko"; "repetition=simple"; "suicide=no"; "scoring=area"; "ending=passes2"; "cycle=endless"; "pass-stones=no" ]
    when List.mem name [ "simple"; "psk,repetition=simple"; "ssk,repetition=simple"; "nssk,repetition=simple" ] -> Ko Simple
  | _ -> rules_of name fields

let bars = function Ko rule -> retake_illegal rule | Kee _ | Kee_v6 _ | Migos _ -> true

let goes_on answered who = function
  | Kee { refresh; _ } -> freed refresh who
  | Kee_v6 _ -> Some (frees_to answered who)
  | Ko _ | Migos _ -> None

(* What the theorems ask of a table whose root the start is. *)
let proved rules rectangle living answered who wanted table root =
  match rules with
  | Ko rule -> check rectangle living (retake_illegal rule) None who wanted table root
  | Kee { refresh; _ } -> kee_check rectangle living refresh who wanted table root
  | Kee_v6 _ -> v6_check rectangle living answered who wanted table root
  | Migos _ -> false

(* S17 of the format, which kee_check asks itself, and no other theorem. *)
let kept rules rectangle answered who wanted table =
  match rules with Kee _ -> true | Ko _ | Kee_v6 _ | Migos _ -> all_kept rectangle (bars rules) (goes_on answered who rules) who wanted table

(* Is no board worth more? *)
let most rules rectangle wanted board =
  match rules with Ko _ | Kee _ -> most_ok rectangle wanted board | Kee_v6 _ -> v6_most_ok rectangle wanted board | Migos _ -> false
