(* Reads the header of a certificate of nodes under rules that header.ml does not know: what is common to verify-kee2007 and verify-ljrg. *)
open Extracted
open Header

(* The rules that [rules_of] finds by their name and fields, and the header, whose claims are read as under the rules [like]. *)
let read rules_of like text =
  let found = ref None in
  let header = header text ~rules_of:(fun name fields -> found := Some (rules_of name fields); like) in
  if header.version <> "1" then unread "another version";
  if header.contents <> "nodes" then unread "wanted: nodes";
  (Option.get !found, header)

(* No rules that are read have these. *)
let no_rules name fields = unread (String.concat " " ("no rules of this checker:" :: name :: fields))

(* A margin in a player's favour. *)
let margin_to who margin = match margin_of who margin with Z0 -> 0 | Zpos p -> Numbers.of_positive p | Zneg p -> -Numbers.of_positive p
