(* Compares the rules of ing-spight as they are proved about with the executable ones, in random games.

   usage: go-positions COUNT SEED RULES | compare-ing-spight RULES

   The lines are those of compare.ml. Each move is made by the states of IngSpightChecker.v, and on
   boards of up to 4 points by the game of IngSpightGame.v, too. Exits with 1 if a line says otherwise, 2 if there is none. *)
open Extracted

let n text = Numbers.n_of (int_of_string text)
let show_board (b : board) = Printf.sprintf "%d %d" (Numbers.of_n b.black) (Numbers.of_n b.white)
let text_of = function Black -> "0" | White -> "1"
let of_z = function Z0 -> 0 | Zpos p -> Numbers.of_positive p | Zneg p -> -Numbers.of_positive p

type board_rules = { rectangle : rectangle; points : int; step : ing_state -> n go_move -> ing_state outcome; tables : tables }

(* The value that the ruleset's name gives a field. *)
let value field usual =
  let told word = match String.split_on_char '=' word with [ name; value ] when name = field -> Some value | _ -> None in
  Option.value (List.find_map told (String.split_on_char ',' Sys.argv.(1))) ~default:usual

let cycle = Numbers.nat_of (int_of_string (value "longest-cycle" "8"))
let kind = List.assoc (value "suicide" "no") [ ("no", Never); ("multi", Of_several); ("yes", Of_any) ]

let by_ko = ref 0 and by_odd = ref 0

(* Each ko play is found once. *)
let new_rules rows cols =
  let rectangle = make_rectangle (Numbers.nat_of rows) (Numbers.nat_of cols) in
  let tables = tables_of rectangle kind cycle and kos = Hashtbl.create 1000 in
  let plays = plays_by rectangle kind tables.t_plays in
  let ko board play after =
    let key = (Numbers.of_n board.black, Numbers.of_n board.white, play.maker, Numbers.of_n play.on) in
    match Hashtbl.find_opt kos key with
    | Some found -> found
    | None ->
        let found = is_ko cycle plays board play after in
        Hashtbl.add kos key found;
        found
  in
  let step state move =
    let after = state_step rectangle plays ko tables.t_pairs state move in
    (match (after, move) with
    | Illegal, Stone p ->
        let told (play, next) = incr (if ko state.s_board play next && takes state.s_board play state.s_hot then by_ko else by_odd) in
        Option.iter told (lay rectangle kind state.s_mover state.s_board p)
    | _ -> ());
    after
  in
  { rectangle; points = rows * cols; step; tables }

let known = Hashtbl.create 10

let rules_of rows cols =
  match Hashtbl.find_opt known (rows, cols) with
  | Some found -> found
  | None ->
      let made = new_rules rows cols in
      Hashtbl.add known (rows, cols) made;
      made

let words_of show = function
  | Illegal -> "illegal"
  | Ends (Scored margin) -> Printf.sprintf "ends %d" (of_z margin)
  | Ends Unscored -> "ends"
  | Goes next -> show next

let of_state state = Printf.sprintf "goes %s %s -1" (show_board state.s_board) (text_of state.s_mover)
let of_history h = Printf.sprintf "goes %s %s -1" (show_board h.board_now) (text_of h.to_play)

let game = ref None

let move_agrees (rules, state, history) point wanted =
  let move = if point = "-1" then Pass else Stone (n point) in
  let after = rules.step state move in
  let same_here = words_of of_state after = wanted in
  let next = match after with Goes next -> next | Illegal | Ends _ -> state in
  if rules.points > 4 then begin
    game := Some (rules, next, history);
    same_here
  end
  else begin
    let after = ing_step rules.rectangle kind cycle history move in
    game := Some (rules, next, match after with Goes next -> next | Illegal | Ends _ -> history);
    same_here && words_of of_history after = wanted
  end

let agrees line =
  match String.split_on_char ' ' line with
  | [ "start"; rows; cols; b; w; who ] ->
      let rules = rules_of (int_of_string rows) (int_of_string cols) in
      let history = ing_start { black = n b; white = n w } (if who = "0" then Black else White) in
      game := Some (rules, state_of rules.rectangle kind cycle rules.tables.t_pairs history, history);
      true
  | point :: wanted -> ( match !game with None -> false | Some now -> move_agrees now point (String.concat " " wanted))
  | [] -> false

let () = Compare_lines.all agrees ~besides:(fun () -> Printf.sprintf "%d stones against the ko rule, %d against the odd cycle rule, " !by_ko !by_odd)
