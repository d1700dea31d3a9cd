(* What each ruleset remembers of a game, and what that does to a play ("Rulesets"). *)
exception Refused of string (* something in the certificate does not hold *)
exception Unknown of string (* rules, a format or a size that this checker does not know *)
let refuse why = raise (Refused why)
let require condition why = if not condition then refuse why
type family = Psk | Ssk | Nssk | Simple | Kee2013 | Kee_v6 | Migos
type t = { family : family; suicide : bool (* of several stones *); refreshing : bool;
  stones_alone : bool (* scoring=stone *); k : int (* 1 with tally=all *) }
(* Classes of items, State that of D2; kinds of plays, Atari a stone whose chain has one
   liberty after it; and what may follow. *)
type item_class = Made | Met | Anchor | Ended | State
type kind = Stone | Atari | Pass | Pass_again | Refresh
type outcome =
  Goes_on | Illegal | Scored | Mover_out | Opponent_out | Mover_loses | Tie | Mover_wins
(* What a kind of play does. Ranges of counters, in the mover's view, ascend to their numbers. *)
type effect = { looks_up : (item_class * (int * outcome) list) option; makes : item_class list;
  clears : item_class list; shifts : (item_class * int) list }
let inf = 1_000_000
let effect rules kind =
  let make ?looks_up ?(clears = []) ?(shifts = []) makes = { looks_up; makes; clears; shifts } in
  let out_up_to limit = [ (limit, Mover_out); (inf, Opponent_out) ] in
  let tie_at number = [ (number - 1, Mover_loses); (number, Tie); (inf, Mover_wins) ] in
  match (rules.family, kind) with
  | (Psk | Ssk | Nssk), (Stone | Atari) -> make [ Made ] ~looks_up:(Made, [ (inf, Illegal) ])
  | Ssk, _ -> make [ Made ] | (Psk | Nssk | Simple), _ -> make []
  | Kee2013, (Stone | Atari) -> make [ Met ] ~looks_up:(Met, out_up_to 0)
  | Kee2013, (Pass | Pass_again) ->
      make [ Met ] ~looks_up:(Met, out_up_to (-1)) ~shifts:[ (Met, 1); (Anchor, 1) ]
  | Kee2013, Refresh -> let looks_up = (Anchor, out_up_to (-rules.k)) in
      make [ Met; Anchor ] ~looks_up ~clears:[ Met ] ~shifts:[ (Anchor, rules.k) ]
  | Kee_v6, Atari -> make [ Met ] ~looks_up:(Met, [ (0, Illegal); (inf, Goes_on) ])
  | Kee_v6, Pass -> make [ Met ] ~shifts:[ (Met, 1) ]
  | Kee_v6, Pass_again ->
      make [ Met; Ended ] ~looks_up:(Ended, [ (inf, Scored) ]) ~shifts:[ (Met, 1) ]
  | Kee_v6, _ -> make [ Met ]
  | Migos, (Pass | Pass_again) -> make [ Met ] ~looks_up:(Met, tie_at (-1)) ~shifts:[ (Met, 1) ]
  | Migos, _ -> make [ Met ] ~looks_up:(Met, tie_at 0)
let shift_of effect of_class = Option.value (List.assoc_opt of_class effect.shifts) ~default:0
let owner rules = match rules.family with Psk -> `Nobody | Nssk -> `Maker | _ -> `Next
let has_ko rules = rules.family = Simple || rules.family = Migos
let two_passes_end rules = rules.family <> Kee_v6
let has_denying rules = has_ko rules || rules.family = Kee_v6
let strategies_go_on rules = not (has_ko rules)
let suicide_without_end rules = rules.family = Simple && rules.suicide
let has_leaves rules ~denying =
  rules.family <> Migos && (denying || not (suicide_without_end rules))
let passes_count rules = rules.family = Kee2013 || rules.family = Migos (* S18 *)
(* What the start makes; of the first class there always is an item of the present state. *)
let made_by_start rules = match rules.family with Psk | Ssk -> [ Made ] | Nssk | Simple -> []
  | Kee2013 -> [ Met; Anchor ] | Kee_v6 | Migos -> [ Met ]
(* The family of a preset, and its fields with the values that are known, the preset's first. *)
let fields_of preset =
  let suicide = ("suicide", [ "no"; "multi" ]) and scoring = ("scoring", [ "area"; "stone" ]) in
  match preset with | "psk" | "ssk" | "nssk" | "simple" ->
      ("superko", [ ("repetition", [ preset; "psk"; "ssk"; "nssk"; "simple" ]); suicide; scoring;
                    ("ending", [ "passes2" ]); ("cycle", [ "endless" ]);
                    ("pass-stones", [ "no" ]) ])
  | "kee2013" -> ("kee2013", [ ("refresh", [ "yes"; "no" ]); suicide; scoring; ("players", [ "2" ]);
                    ("alliance", [ "yes"; "no" ]); ("tally", [ "normal"; "all" ]) ])
  | "kee-v6" -> ("kee-v6", [ ("counts", [ "last" ]); ("suicide", [ "change"; "no" ]) ])
  | "migos" -> ("migos", [ suicide; scoring ])
  | _ -> raise (Unknown ("the ruleset " ^ preset))
(* The ruleset of a name, such as psk or psk,suicide=multi, which must have these fields. *)
let of_name name fields =
  let names = String.split_on_char ',' name in let family, known = fields_of (List.hd names) in
  let change values text = match String.split_on_char '=' text with
    | [ field; value ] when List.mem_assoc field known ->
        if not (List.mem value (List.assoc field known)) then raise (Unknown text);
        List.map (fun (name, before) -> (name, if name = field then value else before)) values
    | [ _; _ ] -> raise (Unknown text) | _ -> refuse ("no field and value: " ^ text) in
  let first (field, values) = (field, List.hd values) in
  let values = List.fold_left change (List.map first known) (List.tl names) in
  let spelt = List.map (fun (field, value) -> field ^ "=" ^ value) in
  let differs (field, value) = value <> List.hd (List.assoc field known) in
  require (List.tl names = spelt (List.filter differs values)) "the ruleset's name";
  require (fields = family :: spelt values) "the fields are not those of the ruleset";
  let is field value = List.assoc_opt field values = Some value in
  let families = [ ("psk", Psk); ("ssk", Ssk); ("nssk", Nssk); ("simple", Simple);
                   ("kee2013", Kee2013); ("kee-v6", Kee_v6); ("migos", Migos) ] in
  let named = Option.value (List.assoc_opt "repetition" values) ~default:family in
  { family = List.assoc named families; suicide = not (is "suicide" "no");
    stones_alone = is "scoring" "stone"; refreshing = is "refresh" "yes";
    k = Bool.to_int (is "tally" "all") }
