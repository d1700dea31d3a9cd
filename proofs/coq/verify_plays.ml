(* Checks certificates of strategies from a start that have claims of first plays, too, with the checkers that FirstPlays.v and those before it
   prove: under psk, ssk, nssk, own, simple, kee-v6 and kee2013.

   usage: verify-plays FILE...
          verify-plays

   All claims are checked, those "most" (no board has more), too. Exits with 0: all are accepted; 1: one is refused;
   2: a file is none that this reads. Without a FILE each line of standard input names one,
   and the last word of a line that is printed for it is that number; then exits with 0. The checksum is not looked at. *)
open Extracted
open Header
open Strategies_file
open Strategies_start

let kee_move_of = function Point p -> Lay (n_of p) | Passing -> Pass_on | Refreshing -> Refresh

(* Where a claim's play leads: the board and who moves; nothing where it is not legal. *)
let after (header : header) rectangle board play =
  let play_on = Extracted.play rectangle and score = score rectangle in
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

(* What the theorems ask of a table after a play. *)
let proved_after (header : header) living answered rectangle board play who wanted table =
  match (header.rules, play) with
  | Ko rule, _ -> ko_play_check rectangle living rule who wanted table board header.first (move_of play)
  | Kee { refresh; tally_all }, Point p -> kee_play_check rectangle living refresh tally_all who wanted table board header.first (n_of p)
  | Kee { refresh; tally_all }, (Passing | Refreshing) ->
      kee_pass_check rectangle living refresh tally_all who wanted table board header.first (kee_move_of play)
  | Kee_v6 _, _ -> v6_play_check rectangle living answered who wanted table board header.first (move_of play)
  | Migos _, _ -> false

(* What the format asks besides where a pass or a stone that took a ko was played: S20 and S21. *)
let asked (header : header) rectangle board now play who wanted table =
  let once = match play with Point _ -> took_ko rectangle header.first board now | Passing | Refreshing -> true in
  (not once) || begins_once rectangle (bars header.rules) who wanted table now

let most_of (header : header) rectangle board claim wanted =
  match (header.rules, claim.plays) with
  | _, [] -> most header.rules rectangle wanted board
  | Ko rule, plays -> most_after rectangle rule wanted board header.first (List.map move_of plays)
  | Kee { refresh; tally_all }, plays -> kee_most_after rectangle refresh tally_all wanted board header.first (List.map kee_move_of plays)
  | Kee_v6 _, plays -> v6_most_after rectangle wanted board header.first (List.map move_of plays)
  | Migos _, _ -> false

let check text =
  let opened = opened ~rules_of:own_rules ~moves:false text in
  let { header; living; answered; rectangle; board; _ } = opened in
  judge opened ~bars:(bars header.rules)
    ~frees:(fun who -> goes_on answered who header.rules)
    ~begins:(fun claim ->
      match claim.plays with [] -> (board, header.first) | play :: _ -> legal (after header rectangle board play))
    ~holds:(fun { who; plays; _ } (on, turn_of) wanted table ->
      (match plays with
      | [] -> proved header.rules rectangle living answered who wanted table { on; turn_of; ko = None }
      | play :: _ ->
          proved_after header living answered rectangle board play who wanted table
          && asked header rectangle board on play who wanted table)
      && kept header.rules rectangle answered who wanted table)
    ~most:(most_of header rectangle board)

let () = main check
