(* Checks certificates of strategies from a start (versions 1 and, of living strategies, 4 of the format, not packed) under migos with the checker that
   MigosStrategyChecker.v proves.

   usage: verify-migos FILE...
          verify-migos

   All claims are checked, of first plays and "most" (no board has more), too. Exits with 0: all are accepted; 1: one is refused;
   2: a file is none that this reads. Without a FILE each line of standard input names one, and the last word of a line that is
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

let play_of = function Point p -> Stone (n_of p) | Passing -> Pass | Refreshing -> refuse "there is no refreshing pass"

(* Where a claim begins, and its own play, if it has one. *)
let begins (header : header) rectangle board claim =
  match claim.plays with
  | [] -> (board, header.first, None)
  | play :: _ -> (
      let play = play_of play in
      match after_play rectangle board header.first play with
      | Some (now, _) -> (now.left, now.next_player, Some play)
      | None -> refuse ("no play of the game: " ^ claim.told))

(* Is it accepted? *)
let check_claim (header : header) living rectangle board claim replies =
  let colour = function Black -> 0 | White -> 1 in
  let now, next, play = begins header rectangle board claim in
  let rules = Unfold.make_rules ~living header.rows header.cols (colour claim.who) claim.wanted true (suicide header.rules) (-1) in
  let first = { Unfold.b = Numbers.of_n now.black; w = Numbers.of_n now.white; mover = colour next; ko = 0 } in
  match Unfold.table rules first replies with
  | exception Unfold.Refused why -> Printf.printf "%s: %s\n%!" claim.told why; false
  | table, states ->
      Gc.compact ();
      let wanted = Numbers.z_of claim.wanted in
      let yes =
        match play with
        | None -> migos_strategy_check rectangle living claim.who wanted table { on = now; turn_of = next; ko = None }
        | Some play -> migos_play_check rectangle living claim.who wanted table board header.first play
      in
      told_of claim yes (Printf.sprintf ": %d states" states);
      yes

let check_most (header : header) rectangle board claim =
  let wanted = Numbers.z_of claim.wanted in
  let yes =
    match claim.plays with
    | [] -> most_ok rectangle wanted board
    | play :: _ -> migos_most_play rectangle wanted board header.first (play_of play)
  in
  told_of claim yes "";
  yes

(* Are all claims? The strategies are those of the claims that rest on one, in their order. *)
let check_claims (header : header) living rectangle board found =
  let judge (next, all) claim =
    require (not claim.denies) "strategies force";
    require (claim.wanted < outright) "strategies force a finite margin";
    match claim.ground with
    | Most -> (next, check_most header rectangle board claim && all)
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
