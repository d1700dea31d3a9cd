(* Checks certificates of strategies from a start with the proved checker.

   usage: verify FILE [psk|ssk|nssk|own|simple|kee2013|kee2013-no-refresh|kee-v6|kee-v6-no-suicide]
          verify

   The claims of the root are checked, under the certificate's own rules or those named; a
   certificate whose own rules are none of these is not read, whatever rules are named. Claims
   "most" (no board has more) are checked, too. Exits with 0: all are accepted; 1: one is refused;
   2: the file is none that this reads. Without a FILE each line of standard input names one, and
   the last word of a line that is printed for it is that number; then exits with 0. The checksum
   is not looked at. *)
open Extracted
open Header
open Strategies_file
open Strategies_start

(* Of the rules named Kee's tally makes no difference to the checker. *)
let rules_of_name = function
  | "psk" -> Ko Psk
  | "ssk" -> Ko Ssk
  | "nssk" -> Ko Nssk
  | "own" -> Ko Own
  | "simple" -> Ko Simple
  | "kee2013" -> Kee { refresh = true; tally_all = false }
  | "kee2013-no-refresh" -> Kee { refresh = false; tally_all = false }
  | "kee-v6" -> Kee_v6 { suicide = true }
  | "kee-v6-no-suicide" -> Kee_v6 { suicide = false }
  | name -> Certificate.fail ("no rules of this checker: " ^ name)

let check named text =
  let opened = opened ~rules_of:own_rules ?named:(Option.map rules_of_name named) ~moves:false text in
  let { header; living; answered; rectangle; board; _ } = opened in
  if List.exists (fun claim -> claim.plays <> []) header.claims then unread "first plays: this is for verify-plays";
  judge opened ~bars:(bars header.rules)
    ~frees:(fun who -> goes_on answered who header.rules)
    ~begins:(fun _ -> (board, header.first))
    ~holds:(fun claim (on, turn_of) wanted table ->
      proved header.rules rectangle living answered claim.who wanted table { on; turn_of; ko = None }
      && kept header.rules rectangle answered claim.who wanted table)
    ~most:(fun _ wanted -> most header.rules rectangle wanted board)

(* Checks one file; returns how the program would exit. *)
let check_file path under =
  let told, code = judged (check under) path in
  if code = 1 || code = 2 then prerr_endline (path ^ ": " ^ told);
  code

let rec check_lines () =
  match read_line () with
  | exception End_of_file -> 0
  | path -> Printf.printf "%s %d\n%!" path (check_file path None); check_lines ()

let () =
  if Array.length Sys.argv < 2 then exit (check_lines ());
  let code = check_file Sys.argv.(1) (if Array.length Sys.argv > 2 then Some Sys.argv.(2) else None) in
  Printf.printf "%d MiB\n" ((Gc.quick_stat ()).Gc.top_heap_words * 8 / 1048576);
  exit code
