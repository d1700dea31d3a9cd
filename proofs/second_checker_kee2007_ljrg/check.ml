(* check FILE...: checks certificates under kee2007 and ljrg by docs/certificate-format.md alone.
   Verdict tells what is printed, and the exit code. *)
let check text =
  let { Header.rules; board; _ } as header = Header.of_string text in
  (match rules with
  | Kee2007 { start_appeared; suicide; stones_alone } ->
      Passed_on.check { board; start_appeared; suicide; stones_alone } header
  | Ljrg { removal } -> Cycles.check { board; removal; scores = Control.scores () } header);
  List.length header.claims
let () =
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 20; space_overhead = 200 };
  Verdict.main check
