(* Compares the rules of Coalitions.v with the executable ones, in random games.

   usage: go-positions COUNT SEED RULES seats | compare-coalitions RULES

   A game begins with "start ROWS COLS STONES... PLAYER", what each of four players has; then each line has a play - a point, -1 a pass, -2 a
   refreshing one - and what comes of it: "illegal", "ends" with the points of each and what each
   coalition gets (black alone first, all last) in points, margin and rank, or "goes" with the stones of each, who moves next, the
   players who are active, as a set, and the passes on end. Exits with 1 if a line says otherwise, 2 if there is none. *)
open Extracted
open Coalitions_file

let n text = Header.n_of (int_of_string text)
let four_texts show x = String.concat " " (List.map show [ x.of_first; x.of_second; x.of_third; x.of_fourth ])
let show_n set = string_of_int (Numbers.of_n set)
let of_z = function Z0 -> 0 | Zpos p -> Numbers.of_positive p | Zneg p -> -Numbers.of_positive p
let place seat = match seat with First -> 0 | Second -> 1 | Third -> 2 | Fourth -> 3
let bits x = List.fold_left (fun set (k, yes) -> if yes then set lor (1 lsl k) else set) 0
    [ (0, x.of_first); (1, x.of_second); (2, x.of_third); (3, x.of_fourth) ]
let rec of_nat = function O -> 0 | S less -> 1 + of_nat less

(* All fields of rules that name some. *)
let usual = [ "refresh=yes"; "suicide=no"; "scoring=area"; "players=2"; "alliance=yes"; "tally=normal" ]
let fields name =
  let key word = List.hd (String.split_on_char '=' word) in
  let own = List.tl (String.split_on_char ',' name) in
  "kee2013" :: List.map (fun word -> Option.value (List.find_opt (fun one -> key one = key word) own) ~default:word) usual

let play text = match int_of_string text with -1 -> Pass_on | -2 -> Refresh | _ -> Lay (n text)

(* What each has at the end, and each coalition gets. *)
let end_of rules stones =
  let points k = string_of_int (of_z (points_of rules stones k)) in
  let coalition i = set (i / 3 + 1) and kind i = [| Points; Margin; Rank |].(i mod 3) in
  let gets i = string_of_int (of_z (payoff_of rules (kind i) (coalition i) stones)) in
  let seats = { of_first = First; of_second = Second; of_third = Third; of_fourth = Fourth } in
  String.concat " " (four_texts points seats :: List.init (3 * bits rules.playing) gets)

let told rules past text =
  match next_turn rules past (play text) with
  | None -> ("illegal", past)
  | Some turn when over turn -> ("ends " ^ end_of rules turn.left_, past)
  | Some turn ->
      let state = Printf.sprintf "%d %d %d" (place turn.next_up) (bits turn.active) (of_nat turn.passes) in
      (Printf.sprintf "goes %s %s" (four_texts show_n turn.left_) state, (turn, fst past :: snd past))

let () =
  let name = Sys.argv.(1) in
  let game = ref None in
  let agrees line =
    match (String.split_on_char ' ' line, !game) with
    | [ "start"; rows; cols; a; b; c; d; mover ], _ ->
        let rules, _ = ruleset_of (int_of_string rows) (int_of_string cols) name (fields name) in
        let start = { of_first = n a; of_second = n b; of_third = n c; of_fourth = n d } in
        let mover = seats.(int_of_string mover) in
        game := Some (rules, begin_with rules start mover);
        can_begin rules start mover
    | point :: wanted, Some (rules, past) ->
        let words, next = told rules past point in
        game := Some (rules, next);
        words = String.concat " " wanted
    | _ -> false
  in
  Compare_lines.all agrees
