(* What all programs do that compare: they ask of each line of standard input whether it says what is so. *)

(* Prints the first ten that do not, and how many there are, with what is told besides. Exits with 1 if there is one, 2 if there is no line. *)
let all ?(besides = fun () -> "") agrees =
  let lines = ref 0 and wrong = ref 0 in
  (try
     while true do
       let line = input_line stdin in
       incr lines;
       if not (agrees line) then begin
         incr wrong;
         if !wrong <= 10 then print_endline ("otherwise: " ^ line)
       end
     done
   with End_of_file -> ());
  Printf.printf "%d lines, %s%d otherwise\n" !lines (besides ()) !wrong;
  exit (if !lines = 0 then 2 else if !wrong > 0 then 1 else 0)

(* The same where what a line says is said of the game before it: returns whether it is so, and the game after it. *)
let in_games agrees =
  let game = ref None in
  all (fun line ->
      let same, next = agrees !game line in
      game := next;
      same)
