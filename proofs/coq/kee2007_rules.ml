(* The rules that Kee2007.v is about, as the format spells them. *)
open Extracted

type t = {
  name : string;
  fields : string list;
  several : bool; (* may stones remove their own chain, if that has several? *)
  alone : bool; (* and if it has one? *)
  by_stones : bool; (* are stones alone counted? *)
  appeared : bool; (* does the start count as a situation that appeared? *)
}

let rules (start, suicide, scoring) =
  let told = [ ("start=", start, "appeared"); ("suicide=", suicide, "yes"); ("scoring=", scoring, "area") ] in
  let other (field, value, usual) = if value = usual then "" else "," ^ field ^ value in
  { name = "kee2007" ^ String.concat "" (List.map other told); fields = "kee2007" :: List.map (fun (field, value, _) -> field ^ value) told;
    several = suicide <> "no"; alone = suicide = "yes"; by_stones = scoring = "stone"; appeared = start = "appeared" }

let all =
  let both start suicide = [ rules (start, suicide, "area"); rules (start, suicide, "stone") ] in
  List.concat_map (fun start -> List.concat_map (both start) [ "yes"; "multi"; "no" ]) [ "appeared"; "new" ]

let rectangle { several; _ } rows cols = rectangle_with several (Numbers.nat_of rows) (Numbers.nat_of cols)
