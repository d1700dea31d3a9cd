(* Checks certificates under ing-spight with the checker that IngSpightClaims.v proves.

   usage: verify-ing-spight FILE...
          verify-ing-spight

   All claims are checked. Exits with 0: all are accepted; 1: a claim is refused; 2: a file is none that this reads. Without a
   FILE each line of standard input names one, and the last word of a line that is printed for it is that number; then exits with 0.
   The checksum is not looked at. *)
open Extracted
open Header
open Ing_spight_file

(* What is computed once of a board and rules. *)
type game = { rectangle : rectangle; rules : rules; cycle : nat; tables : tables; kos : (string, bool) Hashtbl.t }

let games = Hashtbl.create 10

let game_of { rules; rows; cols; _ } =
  match Hashtbl.find_opt games (rules, rows, cols) with
  | Some game -> game
  | None ->
      let rectangle = make_rectangle (Numbers.nat_of rows) (Numbers.nat_of cols) and cycle = Numbers.nat_of rules.longest in
      let game = { rectangle; rules; cycle; tables = tables_of rectangle rules.kind cycle; kos = Hashtbl.create 1000 } in
      Hashtbl.add games (rules, rows, cols) game;
      game

(* --- what follows is not believed: the states that a strategy comes to --- *)

let player_bit = function Black -> 0 | White -> 1
let word numbers = String.concat "," (List.map string_of_int numbers)
let board_words (b : board) = [ Numbers.of_n b.black; Numbers.of_n b.white ]

(* Told apart by this alone. *)
let digest state =
  let rec count = function O -> 0 | S n -> 1 + count n in
  let numbers = board_words state.s_board @ [ player_bit state.s_mover; Bool.to_int state.s_passed; Numbers.of_n state.s_hot ] in
  Digest.string (word numbers ^ ";" ^ String.of_seq (Seq.map (fun k -> Char.chr (count k)) (List.to_seq state.s_came)))

type walk = { states : (string, bool) Hashtbl.t (* true: it is within it *); mutable entries : (ing_state * n go_move) list;
              asked : (string, (board * player) * n) Hashtbl.t }

(* Is it a ko play? Each is found once. *)
let ko game walk plays board play after =
  let key = word (board_words board @ [ player_bit play.maker; Numbers.of_n play.on ]) in
  Hashtbl.replace walk.asked key ((board, play.maker), play.on);
  match Hashtbl.find_opt game.kos key with
  | Some found -> found
  | None ->
      let found = is_ko game.cycle plays board play after in
      Hashtbl.add game.kos key found;
      found

(* The states from one on, those that one leads to before it, and which ko plays they ask for. *)
let walk_of game claim replies root =
  let walk = { states = Hashtbl.create 1000; entries = []; asked = Hashtbl.create 1000 } and used = ref 0 in
  let plays = plays_by game.rectangle game.rules.kind game.tables.t_plays in
  let step = state_step game.rectangle plays (ko game walk plays) game.tables.t_pairs in
  let points = points game.rectangle in
  let reply () =
    require (!used < String.length replies) "O7";
    incr used;
    let p = Char.code replies.[!used - 1] in
    let size = List.length points in
    if p < size then Stone (n_of p) else if p = size then Pass else refuse "O4"
  in
  let rec enter state =
    let key = digest state in
    match Hashtbl.find_opt walk.states key with
    | Some within -> require (claim.denies || not within) "O6"
    | None ->
        Hashtbl.add walk.states key true;
        let follow move = match step state move with Goes next -> enter next | Illegal | Ends _ -> () in
        let move = if state.s_mover = claim.who then reply () else Pass in
        if state.s_mover = claim.who then follow move else List.iter follow (List.map (fun p -> Stone p) points @ [ Pass ]);
        Hashtbl.replace walk.states key false;
        walk.entries <- (state, move) :: walk.entries
  in
  enter root;
  require (!used = String.length replies) "O7";
  (List.rev walk.entries, List.of_seq (Hashtbl.to_seq_values walk.asked))

(* --- --- *)

let as_move = function Point p -> Stone (n_of p) | Passing -> Pass | Refreshing -> refuse "there is no refreshing pass"

(* Does a claim hold after these moves? Returns how many strategies claims rest on up to it. *)
let check_claim file game start before claim =
  let { rectangle; rules; cycle; tables; _ } = game in
  let moves = List.map as_move (file.moves @ claim.plays) and wanted = Numbers.z_of claim.wanted in
  let there = ing_replay rectangle rules.kind cycle (ing_start start file.first) moves in
  match claim.ground with
  | Most ->
      require (not claim.denies && ing_most rectangle rules.kind claim.who wanted there) claim.told;
      before
  | Strategy number ->
      require (number = before && number < Array.length file.replies) "O3";
      let replies = file.replies.(number) in
      let entries, asked =
        match there with
        | Goes history -> walk_of game claim replies (state_of rectangle rules.kind cycle tables.t_pairs history)
        | Ends _ | Illegal -> require (replies = "") "O7"; ([], [])
      in
      require (ing_claim rectangle rules.kind cycle tables asked claim.who wanted claim.denies entries there) claim.told;
      before + 1
  | Node _ | Rules -> refuse "F12"

let check text =
  let file = read text in
  let game = game_of file in
  let black, white = file.stones in
  let start = { black = n_of black; white = n_of white } in
  let lives stones = reaching game.rectangle stones (empty_of game.rectangle start) = stones in
  if not (lives start.black && lives start.white) then unread "a chain without a liberty";
  let strategies = List.fold_left (check_claim file game start) 0 file.claims in
  require (strategies = Array.length file.replies) "O3: strategies are left over";
  (Printf.sprintf "accepted: %d claims" (List.length file.claims), 0)

let () = main check
