(* check FILE...: checks certificates under kee2007 and ljrg by docs/certificate-format.md alone.
   Verdict tells what is printed, and the exit code. *)
let judge ({ Certificate.rules; board; contents; version; _ } as certificate) =
  if contents <> "nodes" || version > 1 then raise (Ruleset.Unknown contents);
  match rules with
  | Ruleset.Kee2007 { start_appeared; suicide; stones_alone } ->
      Passed_on.check { board; start_appeared; suicide; stones_alone } certificate
  | Ljrg { removal } -> Cycles.check { board; removal; scores = Control.scores () } certificate
(* Does a line before the body, from a place on, tell of the removal of a cycle? *)
let rec removes text at = match String.index_from_opt text at '\n' with
  | None -> false
  | Some stop ->
      let words = String.split_on_char ' ' (String.sub text at (stop - at)) in
      List.hd words <> "body"
      && (List.exists (String.starts_with ~prefix:"cycle:") words || removes text (stop + 1))
let check text =
  if removes text 0 then raise (Ruleset.Unknown "moves that remove cycles");
  let certificate = Certificate.of_string text in
  judge certificate;
  List.length certificate.claims
let () =
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 20; space_overhead = 200 };
  Verdict.main check
