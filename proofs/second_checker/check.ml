(* check FILE...: checks certificates by docs/certificate-format.md alone; without a FILE those that
   the lines of standard input name. Prints a line each: accepted, refused and why, or nothing said
   and why (rules, a format or a size that it does not know). Exit code: 0 all are accepted, 1 one
   is refused, 2 one cannot be read, 3 none of these, but of one nothing is said. *)
let check text = try let certificate = Certificate.of_string text in
    (if certificate.contents = "nodes" then Lemmas.check else Strategies.check) certificate;
    (0, Printf.sprintf "accepted: %d claims" (List.length certificate.claims)) with
  | Ruleset.Refused why -> (1, "refused: " ^ why)
  | Ruleset.Unknown what -> (3, "nothing said: " ^ what)
  | Stack_overflow | Out_of_memory -> (3, "nothing said: too little memory")
let check_file name = let code, verdict = try
      let file = open_in_bin name in let text = really_input_string file (in_channel_length file) in
      close_in file; check text with Sys_error why -> (2, why) in
  Printf.printf "%s: %s\n%!" name (String.escaped verdict); code
let rec lines () = match read_line () with line -> line :: lines () | exception End_of_file -> []
let () = Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 20 };
  let names = List.tl (Array.to_list Sys.argv) in
  let codes = List.map check_file (if names = [] then lines () else names) in
  exit (Option.value (List.find_opt (fun code -> List.mem code codes) [ 2; 1; 3 ]) ~default:0)
