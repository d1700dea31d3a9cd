(* Checks certificates of strategies from a start (versions 1 and, of living strategies, 4 of the format, not packed) with the proved checker.

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

let bars = function Ko rule -> retake_illegal rule | Kee _ | Kee_v6 _ -> true
let suicide = function Ko _ | Kee _ -> false | Kee_v6 { suicide } -> suicide

let goes_on answered who = function
  | Ko _ -> None
  | Kee { refresh; _ } -> freed refresh who
  | Kee_v6 _ -> Some (frees_to answered who)

let check_under living answered = function
  | Ko rule ->
      let bars = retake_illegal rule in
      fun on who wanted table root -> check on living bars None who wanted table root && all_kept on bars None who wanted table
  | Kee { refresh; _ } -> fun on -> kee_check on living refresh
  | Kee_v6 _ as rules ->
      fun on who wanted table root ->
        v6_check on living answered who wanted table root && all_kept on true (goes_on answered who rules) who wanted table

(* For claims "most". *)
let most_under = function Ko _ | Kee _ -> most_ok | Kee_v6 _ -> v6_most_ok

let name_of = function
  | Ko Psk -> "psk"
  | Ko Ssk -> "ssk"
  | Ko Nssk -> "nssk"
  | Ko Own -> "own"
  | Ko Simple -> "simple"
  | Kee { refresh; _ } -> if refresh then "kee2013" else "kee2013-no-refresh"
  | Kee_v6 { suicide } -> if suicide then "kee-v6" else "kee-v6-no-suicide"

(* As Header.rules_of; under simple ko, too, of which the theorem about nodes does not tell. *)
let own_rules name fields =
  match fields with
  | [ "superko"; "repetition=simple"; "suicide=no"; "scoring=area"; "ending=passes2"; "cycle=endless"; "pass-stones=no" ]
    when List.mem name [ "simple"; "psk,repetition=simple"; "ssk,repetition=simple"; "nssk,repetition=simple" ] -> Ko Simple
  | _ -> rules_of name fields

(* Is it accepted? *)
let check_claim (header : header) living answered under rectangle board claim replies =
  let colour = function Black -> 0 | White -> 1 in
  let b, w = header.stones in
  let root = { on = board; turn_of = header.first; ko = None } in
  let began = Sys.time () in
  let rules =
    Unfold.make_rules ~living header.rows header.cols (colour claim.who) claim.wanted (bars under) (suicide under)
      (match goes_on answered claim.who under with None -> -1 | Some a -> colour a)
  in
  let first = { Unfold.b; w; mover = colour header.first; ko = 0 } in
  match Unfold.table rules first replies with
  | exception Unfold.Refused why -> Printf.printf "%s: %s\n%!" claim.told why; false
  | table, states ->
      Gc.compact ();
      let made = Sys.time () in
      let yes = check_under living answered under rectangle claim.who (Numbers.z_of claim.wanted) table root in
      Printf.printf "%s under %s: %s: %d states; table %.0f s, check %.0f s\n%!" claim.told (name_of under)
        (if yes then "accepted" else "refused") states (made -. began) (Sys.time () -. made);
      yes

let check_most under rectangle board claim =
  let yes = most_under under rectangle (Numbers.z_of claim.wanted) board in
  Printf.printf "%s under %s: %s\n%!" claim.told (name_of under)
    (if yes then "accepted" else "refused");
  yes

(* Are all claims? The strategies are those of the claims that rest on one, in their order. *)
let check_claims (header : header) living answered under rectangle board found =
  let judge (next, all) claim =
    if claim.plays <> [] then unread ("not a claim that this reads: " ^ claim.told);
    match (claim.ground, under) with
    | _, (Ko _ | Kee _) when answered ->
        Printf.printf "%s: answered strategies are for kee-v6\n%!" claim.told;
        (next + 1, false)
    | Most, _ -> (next, check_most under rectangle board claim && all)
    | Strategy strategy, _ ->
        require (strategy = next && next < Array.length found) "not the next strategy";
        let yes = check_claim header living answered under rectangle board claim found.(next) in
        (next + 1, yes && all)
    | (Node _ | Rules), _ -> unread ("not a claim that this reads: " ^ claim.told)
  in
  let used, all = List.fold_left judge (0, true) header.claims in
  require ((not all) || used = header.count) "a strategy that nothing rests on";
  all

let check named text =
  let header = header ~rules_of:own_rules text in
  let living, answered =
    match (header.version, header.contents) with
    | "1", "strategies" -> (false, false)
    | "1", "answered-strategies" -> (false, true)
    | "4", "living-strategies" -> (true, false)
    | "4", "living-answered-strategies" -> (true, true)
    | _ -> unread "no strategies, or packed ones"
  in
  if header.moves <> [] then unread "moves: this is for verify-after";
  if header.rows * header.cols > Unfold.most_points then unread "a board that is too large";
  let under = Option.fold ~none:header.rules ~some:rules_of_name named in
  let rectangle = rectangle_with (suicide under) (Numbers.nat_of header.rows) (Numbers.nat_of header.cols) in
  let board = start header rectangle in
  let found = Array.of_list (strategies header.body header.count) in
  let all = check_claims header living answered under rectangle board found in
  if all then ("accepted", 0) else ("refused", 1)

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
