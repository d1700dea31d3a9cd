(* What a checker of files prints: a line each, accepted, refused and why, or nothing said and why
   (rules, a format or a size that it does not know). Without a file it checks those that the lines
   of standard input name. Exit code: 0 all are accepted, 1 one is refused, 2 one cannot be read,
   3 none of these, but of one nothing is said. *)
let of_text check text = try (0, Printf.sprintf "accepted: %d claims" (check text)) with
  | Ruleset.Refused why -> (1, "refused: " ^ why)
  | Ruleset.Unknown what -> (3, "nothing said: " ^ what)
  | Stack_overflow | Out_of_memory -> (3, "nothing said: too little memory")
let of_file check name = let code, verdict = try
      let file = open_in_bin name in let text = really_input_string file (in_channel_length file) in
      close_in file; of_text check text with Sys_error why -> (2, why) in
  Printf.printf "%s: %s\n%!" name (String.escaped verdict); code
let rec lines () = match read_line () with line -> line :: lines () | exception End_of_file -> []
(* Check returns how many claims a certificate has. *)
let main check = let names = List.tl (Array.to_list Sys.argv) in
  let codes = List.map (of_file check) (if names = [] then lines () else names) in
  exit (Option.value (List.find_opt (fun code -> List.mem code codes) [ 2; 1; 3 ]) ~default:0)
