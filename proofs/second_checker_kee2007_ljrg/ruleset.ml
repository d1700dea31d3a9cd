(* The two rulesets, and their names in a certificate ("The file"). *)
exception Refused of string (* something in the certificate does not hold *)
exception Unknown of string (* rules, a format or a size that this checker does not know *)
let refuse why = raise (Refused why)
let require condition why = if not condition then refuse why
let inf = 1_000_000
type suicide = No | Multi | Yes
type t =
  | Kee2007 of { start_appeared : bool; suicide : suicide; stones_alone : bool }
  | Ljrg of { removal : bool }
(* A ruleset's fields with the values that are known, the preset's first. *)
let fields_of = function
  | "kee2007" ->
      [ ("start", [ "appeared"; "new" ]); ("suicide", [ "yes"; "multi"; "no" ]);
        ("scoring", [ "area"; "stone" ]) ]
  | "ljrg" ->
      [ ("removal", [ "yes"; "no" ]); ("control-ko", [ "prohibited" ]);
        ("control-pass", [ "both" ]); ("control-permanent", [ "forgotten" ]) ]
  | preset -> raise (Unknown ("the ruleset " ^ preset))
(* The ruleset of a name, such as kee2007 or kee2007,suicide=no, which must have these fields. *)
let of_name name fields =
  let names = String.split_on_char ',' name in
  let preset = List.hd names in
  let known = fields_of preset in
  let change values text = match String.split_on_char '=' text with
    | [ field; value ] when List.mem_assoc field known ->
        if not (List.mem value (List.assoc field known)) then raise (Unknown text);
        List.map (fun (name, before) -> (name, if name = field then value else before)) values
    | _ -> refuse ("no field and value: " ^ text) in
  let first (field, values) = (field, List.hd values) in
  let values = List.fold_left change (List.map first known) (List.tl names) in
  let spelt = List.map (fun (field, value) -> field ^ "=" ^ value) in
  let differs (field, value) = value <> List.hd (List.assoc field known) in
  require (List.tl names = spelt (List.filter differs values)) "the ruleset's name";
  require (fields = preset :: spelt values) "the fields are not those of the ruleset";
  let is field value = List.assoc field values = value in
  if preset = "ljrg" then Ljrg { removal = is "removal" "yes" }
  else
    let suicide = if is "suicide" "no" then No else if is "suicide" "multi" then Multi else Yes in
    Kee2007 { start_appeared = is "start" "appeared"; suicide; stones_alone = is "scoring" "stone" }
