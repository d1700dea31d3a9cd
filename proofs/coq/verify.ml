(* Checks a certificate of strategies with the proved checker.

   usage: verify FILE [psk|ssk|nssk|own|simple|kee2013|kee2013-no-refresh|kee-v6|kee-v6-no-suicide]
          verify

   The claims of the root are checked, under the certificate's own rules or those named; a certificate
   whose own rules are none of these is not read, whatever rules are named. Exits with 0: all are
   accepted; 1: one is refused; 2: the file is none that this reads; 3: none is refused, but one is not
   looked at, as it is a claim "most" (no board has more). Without a FILE each line of standard input
   names one, and the last word of a line that is printed for it is that number; then exits with 0. *)
open Extracted

(* The rules that the theorems are about. Kee's tally makes no difference to the checker. *)
type rules = Ko of repetition | Kee of { refresh : bool } | Kee_v6 of { suicide : bool }

let rules_of_name = function
  | "psk" -> Ko Psk
  | "ssk" -> Ko Ssk
  | "nssk" -> Ko Nssk
  | "own" -> Ko Own
  | "simple" -> Ko Simple
  | "kee2013" -> Kee { refresh = true }
  | "kee2013-no-refresh" -> Kee { refresh = false }
  | "kee-v6" -> Kee_v6 { suicide = true }
  | "kee-v6-no-suicide" -> Kee_v6 { suicide = false }
  | name -> Certificate.fail ("no rules of this checker: " ^ name)

let bars = function Ko rule -> retake_illegal rule | Kee _ | Kee_v6 _ -> true
let suicide = function Ko _ | Kee _ -> false | Kee_v6 { suicide } -> suicide

let goes_on answered who = function
  | Ko _ -> None
  | Kee { refresh } -> freed refresh who
  | Kee_v6 _ -> Some (frees_to answered who)

let check_under answered = function
  | Ko rule ->
      let bars = retake_illegal rule in
      fun on who wanted table root -> check on bars None who wanted table root && all_kept on bars None who wanted table
  | Kee { refresh } -> fun on -> kee_check on refresh
  | Kee_v6 _ as rules ->
      fun on who wanted table root ->
        v6_check on answered who wanted table root && all_kept on true (goes_on answered who rules) who wanted table

(* What a certificate's own rules are called here: which repetition, and nothing else than the theorems have. *)
let name_of (certificate : Certificate.t) =
  let has field = List.mem field certificate.fields in
  let must wanted =
    let missing = List.filter (fun field -> not (has field)) wanted in
    if missing <> [] then Certificate.fail ("not among its fields: " ^ String.concat " " missing)
  in
  if has "kee-v6" then begin
    must [ "counts=last" ];
    if has "suicide=no" then "kee-v6-no-suicide"
    else begin
      must [ "suicide=change" ];
      "kee-v6"
    end
  end
  else if has "kee2013" then begin
    must [ "suicide=no"; "scoring=area"; "players=2" ];
    if has "refresh=no" then "kee2013-no-refresh" else "kee2013"
  end
  else begin
    must [ "superko"; "suicide=no"; "scoring=area"; "ending=passes2"; "cycle=endless"; "pass-stones=no" ];
    if List.exists (String.starts_with ~prefix:"first-pass=") certificate.fields then
      Certificate.fail "no theorem here tells of points for the first pass";
    match List.filter (String.starts_with ~prefix:"repetition=") certificate.fields with
    | [ field ] -> String.sub field 11 (String.length field - 11)
    | _ -> Certificate.fail "which repetition?"
  end

(* Has each chain a liberty? *)
let lives rectangle board =
  let empty = empty_of rectangle board in
  reaching rectangle board.black empty = board.black && reaching rectangle board.white empty = board.white

type verdict = Accepted | Refused | Not_looked_at

let check_claim (certificate : Certificate.t) name rectangle (claim : Certificate.claim) =
  let under = rules_of_name name and answered = certificate.answered in
  match (claim.replies, under) with
  | _, (Ko _ | Kee _) when answered -> Printf.printf "%s: answered strategies are for kee-v6\n%!" claim.text; Refused
  | None, _ -> Printf.printf "%s: not looked at\n%!" claim.text; Not_looked_at
  | Some text, _ -> (
      let colour = function Black -> 0 | White -> 1 in
      let b, w = certificate.start in
      let board = { black = Numbers.n_of b; white = Numbers.n_of w } in
      if not (lives rectangle board) then Certificate.fail "a chain without a liberty";
      let root = { on = board; turn_of = certificate.to_move; ko = None } in
      let began = Sys.time () in
      let rules =
        Unfold.make_rules certificate.rows certificate.cols (colour claim.who) claim.wanted (bars under) (suicide under)
          (match goes_on answered claim.who under with None -> -1 | Some a -> colour a)
      in
      let first = { Unfold.b; w; mover = colour certificate.to_move; ko = 0 } in
      match Unfold.table rules first text with
      | exception Unfold.Refused why -> Printf.printf "%s: %s\n%!" claim.text why; Refused
      | table, states ->
          Gc.compact ();
          let made = Sys.time () in
          let yes = check_under answered under rectangle claim.who (Numbers.z_of claim.wanted) table root in
          Printf.printf "%s under %s: %s: %d states; table %.0f s, check %.0f s\n%!" claim.text name
            (if yes then "accepted" else "refused") states (made -. began) (Sys.time () -. made);
          if yes then Accepted else Refused)

(* Checks one file; returns how the program would exit. *)
let check_file path under =
  match
    let certificate = Certificate.read path in
    if certificate.rows * certificate.cols > Unfold.most_points then Certificate.fail "a board that is too large";
    let own = name_of certificate in
    let name = Option.value under ~default:own in
    let suicide = suicide (rules_of_name name) in
    let rectangle = rectangle_with suicide (Numbers.nat_of certificate.rows) (Numbers.nat_of certificate.cols) in
    List.map (check_claim certificate name rectangle) certificate.claims
  with
  | exception (Certificate.Unread why | Sys_error why) -> prerr_endline why; 2
  | verdicts -> if List.mem Refused verdicts then 1 else if List.mem Not_looked_at verdicts then 3 else 0

let rec check_lines () =
  match read_line () with
  | exception End_of_file -> 0
  | path -> Printf.printf "%s %d\n%!" path (check_file path None); check_lines ()

let () =
  if Array.length Sys.argv < 2 then exit (check_lines ());
  let code = check_file Sys.argv.(1) (if Array.length Sys.argv > 2 then Some Sys.argv.(2) else None) in
  Printf.printf "%d MiB\n" ((Gc.quick_stat ()).Gc.top_heap_words * 8 / 1048576);
  exit code
