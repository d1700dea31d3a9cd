(* Checks certificates of strategies from a start (versions 1 and, of living strategies, 4 of the format, not packed) under migos with the checker that
   MigosStrategyChecker.v proves.

   usage: verify-migos FILE...
          verify-migos

   The claims of the root are checked, those "most" (no board has more), too. Exits with 0: all are accepted; 1: one is refused;
   2: a file is none that this reads, or has a claim of a first play. Without a FILE each line of standard input names one, and the last word of a line that is
   printed for it is that number; then exits with 0. The checksum is not looked at. *)
open Extracted
open Header

(* With suicide it reads the rules, too, and refuses what rests on a strategy. *)
let own_rules name fields =
  match (name, fields) with
  | "migos", [ "migos"; "suicide=no"; "scoring=area" ] -> Migos { suicide = false }
  | "migos,suicide=multi", [ "migos"; "suicide=multi"; "scoring=area" ] -> Migos { suicide = true }
  | _ -> unread (String.concat " " ("no rules of this checker:" :: name :: fields))

let suicide = function Migos { suicide } -> suicide | Ko _ | Kee _ | Kee_v6 _ -> unread "other rules"

let told_of claim yes states = Printf.printf "%s: %s%s\n%!" claim.told (if yes then "accepted" else "refused") states

(* Is it accepted? *)
let check_claim (header : header) living rectangle board claim replies =
  let colour = function Black -> 0 | White -> 1 in
  let b, w = header.stones in
  let root = { on = board; turn_of = header.first; ko = None } in
  let rules = Unfold.make_rules ~living header.rows header.cols (colour claim.who) claim.wanted true (suicide header.rules) (-1) in
  let first = { Unfold.b; w; mover = colour header.first; ko = 0 } in
  match Unfold.table rules first replies with
  | exception Unfold.Refused why -> Printf.printf "%s: %s\n%!" claim.told why; false
  | table, states ->
      Gc.compact ();
      let yes = migos_strategy_check rectangle living claim.who (Numbers.z_of claim.wanted) table root in
      told_of claim yes (Printf.sprintf ": %d states" states);
      yes

let check_most rectangle board claim =
  let yes = most_ok rectangle (Numbers.z_of claim.wanted) board in
  told_of claim yes "";
  yes

(* Are all claims? The strategies are those of the claims that rest on one, in their order. *)
let check_claims (header : header) living rectangle board found =
  let judge (next, all) claim =
    if claim.plays <> [] then unread ("not a claim that this reads: " ^ claim.told);
    require (not claim.denies) "strategies force";
    require (claim.wanted < outright) "strategies force a finite margin";
    match claim.ground with
    | Most -> (next, check_most rectangle board claim && all)
    | Strategy strategy ->
        require (strategy = next && next < Array.length found) "not the next strategy";
        let yes = check_claim header living rectangle board claim found.(next) in
        (next + 1, yes && all)
    | Node _ | Rules -> unread ("not a claim that this reads: " ^ claim.told)
  in
  let used, all = List.fold_left judge (0, true) header.claims in
  require ((not all) || used = header.count) "a strategy that nothing rests on";
  all

let check text =
  let header = header ~rules_of:own_rules text in
  let living =
    match (header.version, header.contents) with
    | "1", "strategies" -> false
    | "4", "living-strategies" -> true
    | "1", "answered-strategies" | "4", "living-answered-strategies" -> refuse "answered strategies are for kee-v6"
    | _ -> unread "no strategies, or packed ones"
  in
  require (header.moves = []) "moves before a strategy";
  if header.rows * header.cols > Unfold.most_points then unread "a board that is too large";
  let rectangle = rectangle_with (suicide header.rules) (Numbers.nat_of header.rows) (Numbers.nat_of header.cols) in
  let board = start header rectangle in
  let found = Array.of_list (strategies header.body header.count) in
  if check_claims header living rectangle board found then ("accepted", 0) else ("refused", 1)

let () = main check
