(* Checks a certificate of strategies with the proved checker.

   usage: verify FILE [psk|ssk|nssk|own|simple|kee2013|kee2013-no-refresh]

   The claims of the root are checked, under the certificate's own rules or those named. Exits with 0:
   all are accepted; 1: one is not; 2: the file is none that this reads. Claims "most" are passed by. *)
open Extracted

let rec nat_of i = if i = 0 then O else S (nat_of (i - 1))
let z_of i = if i = 0 then Z0 else if i > 0 then Zpos (Unfold.positive_of i) else Zneg (Unfold.positive_of (-i))

(* The rules that the theorems are about. Kee's tally makes no difference to the checker. *)
type rules = Ko of repetition | Kee of { refresh : bool }

let rules_of_name = function
  | "psk" -> Ko Psk
  | "ssk" -> Ko Ssk
  | "nssk" -> Ko Nssk
  | "own" -> Ko Own
  | "simple" -> Ko Simple
  | "kee2013" -> Kee { refresh = true }
  | "kee2013-no-refresh" -> Kee { refresh = false }
  | name -> Certificate.fail ("no rules of this checker: " ^ name)

let bars = function Ko rule -> retake_illegal rule | Kee _ -> true
let goes_on = function Ko _ -> false | Kee { refresh } -> refresh

let left_alone = function Ko _ -> false | Kee _ -> true

let check_under = function
  | Ko rule -> fun on -> check on (retake_illegal rule) false
  | Kee { refresh } -> fun on -> kee_check on refresh

(* What a certificate's own rules are called here: which repetition, and nothing else than the theorems have. *)
let name_of (certificate : Certificate.t) =
  let has field = List.mem field certificate.fields in
  let must wanted =
    let missing = List.filter (fun field -> not (has field)) wanted in
    if missing <> [] then Certificate.fail ("not among its fields: " ^ String.concat " " missing)
  in
  if has "kee2013" then begin
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

let check_claim (certificate : Certificate.t) name rectangle (claim : Certificate.claim) =
  match claim.replies with
  | None -> Printf.printf "%s: not looked at\n%!" claim.text; true
  | Some text -> (
      let under = rules_of_name name in
      let colour = function Black -> 0 | White -> 1 in
      let b, w = certificate.start in
      let board = { black = Unfold.n_of b; white = Unfold.n_of w } in
      if not (lives rectangle board) then Certificate.fail "a chain without a liberty";
      let root = { on = board; turn_of = certificate.to_move; ko = None } in
      let began = Sys.time () in
      let rules =
        Unfold.make_rules certificate.rows certificate.cols (colour claim.who) claim.wanted (bars under)
          (goes_on under) (left_alone under)
      in
      let first = { Unfold.b; w; mover = colour certificate.to_move; ko = 0 } in
      match Unfold.table rectangle rules first text with
      | exception Unfold.Refused why -> Printf.printf "%s: %s\n%!" claim.text why; false
      | table, states, boards ->
          Gc.compact ();
          let made = Sys.time () in
          let yes = check_under under rectangle claim.who (z_of claim.wanted) table root in
          Printf.printf "%s under %s: %s: %d states on %d boards; table %.0f s, check %.0f s\n%!" claim.text name
            (if yes then "accepted" else "refused") states boards (made -. began) (Sys.time () -. made);
          yes)

let () =
  let certificate = Certificate.read Sys.argv.(1) in
  let own = name_of certificate in
  let name = if Array.length Sys.argv > 2 then Sys.argv.(2) else own in
  let rectangle = make_rectangle (nat_of certificate.rows) (nat_of certificate.cols) in
  let verdicts = List.map (check_claim certificate name rectangle) certificate.claims in
  let peak = (Gc.quick_stat ()).Gc.top_heap_words * 8 / 1048576 in
  Printf.printf "%d MiB\n" peak;
  exit (if List.for_all Fun.id verdicts then 0 else 1)
