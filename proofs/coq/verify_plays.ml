(* Checks certificates of strategies from a start that have claims of first plays, too (versions 1 and, of living strategies, 4 of the format, not packed),
   with the checkers that FirstPlays.v and those before it prove: under psk, ssk, nssk, own, simple, kee-v6 and kee2013.

   usage: verify-plays FILE...
          verify-plays

   All claims are checked, those "most" (no board has more), too. Exits with 0: all are accepted; 1: one is refused;
   2: a file is none that this reads, or has a claim of a pass under kee2013 that rests on a strategy. Without a FILE each line of standard input names one,
   and the last word of a line that is printed for it is that number; then exits with 0. The checksum is not looked at. *)
open Extracted
open Header

let colour = function Black -> 0 | White -> 1
let bars = function Ko rule -> retake_illegal rule | Kee _ | Kee_v6 _ | Migos _ -> true
let suicide = function Kee_v6 { suicide } -> suicide | Ko _ | Kee _ | Migos _ -> false

let goes_on answered who = function
  | Kee { refresh; _ } -> freed refresh who
  | Kee_v6 _ -> Some (frees_to answered who)
  | Ko _ | Migos _ -> None

(* As Header.rules_of; under simple ko, too. *)
let own_rules name fields =
  match fields with
  | [ "superko"; "repetition=simple"; "suicide=no"; "scoring=area"; "ending=passes2"; "cycle=endless"; "pass-stones=no" ]
    when List.mem name [ "simple"; "psk,repetition=simple"; "ssk,repetition=simple"; "nssk,repetition=simple" ] -> Ko Simple
  | _ -> rules_of name fields

let move_of = function Point p -> Stone (n_of p) | Passing -> Pass | Refreshing -> refuse "there is no refreshing pass"
let kee_move_of = function Point p -> Lay (n_of p) | Passing -> Pass_on | Refreshing -> Refresh

(* Where a claim's play leads: the board and who moves. *)
let after (header : header) rectangle board play =
  let play_on = Extracted.play rectangle and score = score rectangle in
  let found =
    match header.rules with
    | Ko rule ->
        Option.map (fun (now, _) -> (now.left, now.next_player)) (played board_eq_dec play_on score rule (begin_with board header.first) [ move_of play ])
    | Kee { refresh; tally_all } ->
        Option.map (fun (now, _) -> (now.left_board, now.next_up))
          (kee_played board_eq_dec play_on score refresh tally_all (kee_start board header.first) [ kee_move_of play ])
    | Kee_v6 _ ->
        Option.map (fun (now, _) -> (now.v6_left, now.v6_next))
          (v6_after_moves board_eq_dec play_on score (in_atari rectangle) (v6_start board header.first) [ move_of play ])
    | Migos _ -> None
  in
  match found with Some now -> now | None -> refuse "a play that the game does not have"

(* What the theorems ask of a table. *)
let proved (header : header) living answered rectangle board now next play who wanted table =
  let root = { on = now; turn_of = next; ko = None } in
  match (header.rules, play) with
  | Ko rule, None -> check rectangle living (retake_illegal rule) None who wanted table root
  | Ko rule, Some play -> ko_play_check rectangle living rule who wanted table board header.first (move_of play)
  | Kee { refresh; _ }, None -> kee_check rectangle living refresh who wanted table root
  | Kee { refresh; tally_all }, Some (Point p) -> kee_play_check rectangle living refresh tally_all who wanted table board header.first (n_of p)
  | Kee _, Some (Passing | Refreshing) -> unread "no theorem here tells of a pass under these rules"
  | Kee_v6 _, None -> v6_check rectangle living answered who wanted table root
  | Kee_v6 _, Some play -> v6_play_check rectangle living answered who wanted table board header.first (move_of play)
  | Migos _, _ -> false

(* What the format asks besides: S17, which kee_check asks itself, and where a pass or a stone that took a ko was played S20 and S21. *)
let asked (header : header) answered rectangle board now play who wanted table =
  let bars = bars header.rules in
  let once = match play with None -> false | Some (Point _) -> took_ko rectangle header.first board now | Some (Passing | Refreshing) -> true in
  (match header.rules with Kee _ -> true | rules -> all_kept rectangle bars (goes_on answered who rules) who wanted table)
  && ((not once) || begins_once rectangle bars who wanted table now)

(* Is it accepted? *)
let check_claim (header : header) living answered rectangle board claim replies =
  let play = List.nth_opt claim.plays 0 in
  let now, next = match play with None -> (board, header.first) | Some play -> after header rectangle board play in
  let rules =
    Unfold.make_rules ~living header.rows header.cols (colour claim.who) claim.wanted (bars header.rules) (suicide header.rules)
      (match goes_on answered claim.who header.rules with None -> -1 | Some a -> colour a)
  in
  let first = { Unfold.b = Numbers.of_n now.black; w = Numbers.of_n now.white; mover = colour next; ko = 0 } in
  match Unfold.table rules first replies with
  | exception Unfold.Refused why -> Printf.printf "%s: %s\n%!" claim.told why; false
  | table, states ->
      Gc.compact ();
      let wanted = Numbers.z_of claim.wanted in
      let yes = proved header living answered rectangle board now next play claim.who wanted table
        && asked header answered rectangle board now play claim.who wanted table in
      Printf.printf "%s: %s: %d states\n%!" claim.told (if yes then "accepted" else "refused") states;
      yes

let check_most (header : header) rectangle board claim =
  let wanted = Numbers.z_of claim.wanted in
  match (header.rules, claim.plays) with
  | (Ko _ | Kee _), [] -> most_ok rectangle wanted board
  | Kee_v6 _, [] -> v6_most_ok rectangle wanted board
  | Ko rule, plays -> most_after rectangle rule wanted board header.first (List.map move_of plays)
  | Kee { refresh; tally_all }, plays -> kee_most_after rectangle refresh tally_all wanted board header.first (List.map kee_move_of plays)
  | Kee_v6 _, plays -> v6_most_after rectangle wanted board header.first (List.map move_of plays)
  | Migos _, _ -> false

let check text =
  let header = header ~rules_of:own_rules text in
  let living, answered =
    match (header.version, header.contents) with
    | "1", "strategies" -> (false, false)
    | "1", "answered-strategies" -> (false, true)
    | "4", "living-strategies" -> (true, false)
    | "4", "living-answered-strategies" -> (true, true)
    | _ -> unread "no strategies, or packed ones"
  in
  if header.moves <> [] then unread "moves: this is for verify-after and verify-kee-v6";
  if header.rows * header.cols > Unfold.most_points then unread "a board that is too large";
  (match header.rules with Kee_v6 _ -> () | _ -> require (not answered) "answered strategies are for kee-v6");
  let rectangle = rectangle_with (suicide header.rules) (Numbers.nat_of header.rows) (Numbers.nat_of header.cols) in
  let board = start header rectangle in
  let found = Array.of_list (strategies header.body header.count) in
  let judge next claim =
    match claim.ground with
    | Most -> require (check_most header rectangle board claim) claim.told; next
    | Strategy strategy ->
        require (strategy = next && next < Array.length found) "not the next strategy";
        require (check_claim header living answered rectangle board claim found.(next)) claim.told;
        next + 1
    | Node _ | Rules -> refuse claim.told
  in
  let used = List.fold_left judge 0 header.claims in
  require (used = header.count) "a strategy that nothing rests on";
  (Printf.sprintf "accepted: %d claims" (List.length header.claims), 0)

let () = main check
