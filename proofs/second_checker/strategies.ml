(* Certificates of strategies ("Strategies"). *)
open Board open Ruleset open Game
module Numbers = Hashtbl.Make (struct include Int
  let hash n = (n * 0x1fb21c651e98df25) lsr 20 end)
(* Numbers of states: a table for each mover and ko. The position fits a number of OCaml's. *)
let new_table { board; _ } = Array.init ((2 * board.size) + 2) (fun _ -> lazy (Numbers.create 16))
let table_of table { mover; ko; _ } = Lazy.force table.((2 * ko) + mover)
let key { board; _ } { position; _ } = position.black lor (position.white lsl board.size)
let find game table state =
  try Numbers.find (table_of table state) (key game state) with Not_found -> -1
let set game table state = Numbers.replace (table_of table state) (key game state)
(* Of states that the walk is within the number is 0; of others 1 + the reply, if there is one, and
   from bit 7 and 13 the fewest stones of each player from there on. *)
type walk = { game : Game.t; attacker : int; least : int (* the claim, in his view *);
  barred : state -> bool -> bool (* may the walk not come to it, by a stone or not? *);
  words : string list (* answered, living *); states : int Numbers.t Lazy.t array }
let enough { game; attacker; least; _ } position = sign attacker * score game position >= least
let safe { game = { board; rules = { suicide; _ }; _ }; attacker; least; words; _ } position =
  List.mem "living" words && (2 * living board ~suicide position attacker) - board.size >= least
(* The image of a state that stands for all of them, and the symmetry that leads there. *)
let canonical { board; _ } state = let best = ref state and by = ref 0 in
  for s = 1 to Array.length board.images - 1 do
    if board.images.(s) state.position.black <= !best.position.black then
      let image = image board (2 * s) state in if image < !best then (best := image; by := s)
  done; (!best, !by)
let chooses walk state = state.mover = walk.attacker && not (safe walk state.position)
(* The attacker's plays that could be the reply, with the states after them: S10 to S12. *)
let candidates ({ game; _ } as walk) state =
  let size = game.board.size and quiet = { game.rules with suicide = false; refreshing = false } in
  let after (play, next) = let ko = if game.rules.family = Nssk then 0 else next.ko in
    if play = size && not (enough walk state.position) then None
    else Some (play, { next with passes = 0; ko }) in
  List.filter_map after (plays { game with rules = quiet } state)
(* The states that follow one in which the opponent moves, or a safe one, and whether by a stone. *)
let answers ({ game = { board; rules; _ } as game; words; _ } as walk) state =
  let frees = rules.family = Kee_v6 || (rules.family = Kee2013 && rules.refreshing) in
  let answer (play, next) = if play < board.size then Some (next, true)
    else if play > board.size then None
    else if not (enough walk state.position) then Some ({ next with passes = 0 }, false)
    else if state.ko = 0 || not frees then None
    else if List.mem "answered" words then Some ({ next with passes = 0 }, false)
    else Some ({ state with ko = 0 }, false) in
  if safe walk state.position then [] else List.filter_map answer (plays game state)
(* Has the walk come to another state of this position, to which a stone of S16 to S18 may lead? *)
let comes_again { game; attacker; states; _ } state =
  let other mover ko = mover <> state.mover || ko <> state.ko in
  let met mover ko = other mover ko && find game states { state with mover; ko } >= 0 in
  let met_by mover = List.exists (met mover) (numbers (game.board.size + 1)) in
  let by_attacker = state.mover = attacker || passes_count game.rules in
  met_by (1 - attacker) || (by_attacker && met_by attacker)
(* Looks at all paths from a state that is left with a stone to the first return: S16 to S18. *)
let check_returns ({ game; attacker; states; _ } as walk) start =
  let seen = new_table game and { black; white } = start.position in
  let black = count black and white = count white in
  let judge by passed = require (by <> attacker) "S16"; require (start.mover <> attacker) "S17";
    require (not (passed && passes_count game.rules && enough walk start.position)) "S18" in
  let rec leave passed state = let follow (next, by_stone) =
      let passes = state.mover <> attacker && not (by_stone || enough walk state.position) in
      let next, _ = canonical game next in let fewest = find game states next lsr 7 in
      if same next.position start.position then (if by_stone then judge state.mover passed)
      else if fewest land 63 <= black && fewest lsr 6 <= white then visit (passed || passes) next in
    let reply = (find game states state land 127) - 1 in
    if not (chooses walk state) then List.iter follow (answers walk state)
    else follow (List.assoc reply (candidates walk state), reply < game.board.size)
  and visit passed state = if find game seen state < Bool.to_int passed then begin
      set game seen state (Bool.to_int passed); leave passed state end in leave false start
(* Does the attacker alone come to a position that is enough, in the way of S19? *)
let rec reaches ({ game = { board; _ }; attacker; _ } as walk) position =
  let place p = place board ~suicide:false position attacker p in
  let takes next = stones next (1 - attacker) <> stones position (1 - attacker) in
  let taking p = match place p with Some next when takes next -> Some next | _ -> None in
  let other p = if board.next.(p) land lnot (stones position attacker) = 0 then None else place p in
  let first place = List.find_map place (numbers board.size) in
  let next = if first taking <> None then first taking else first other in
  enough walk position || Option.fold ~none:false ~some:(reaches walk) next
(* Walks on in a state, which a stone has led to or not. Returns the fewest stones from there on. *)
let rec enter ({ game; states; _ } as walk) choose (state, by_stone) =
  let found, symmetry = canonical game state in
  require (not (walk.barred found by_stone)) "S20, S21, R3 or R4";
  let number = find game states found in require (number <> 0) "S15";
  if number > 0 then number lsr 7 else begin
    set game states found 0;
    let black = count state.position.black and white = count state.position.white in
    let may_return = ref false and fewest = black lor (white lsl 6) in
    let follow fewest (next, by_stone) = let below = enter walk choose (next, by_stone) in
      if by_stone && below land 63 <= black && below lsr 6 <= white then may_return := true;
      Int.min (fewest land 63) (below land 63) lor (Int.min (fewest lsr 6) (below lsr 6) lsl 6) in
    let reply, fewest =
      if not (chooses walk state) then (0, List.fold_left follow fewest (answers walk state))
      else begin
        let reply, next = choose walk state (candidates walk state) in
        let unpunished = game.rules.family = Kee2013 && next.ko <> 0 in
        require ((not unpunished) || reaches walk state.position) "S19";
        let stone = reply < game.board.size in
        ((if stone then game.board.maps.(symmetry).(reply) else reply), follow fewest (next, stone))
      end in
    set game states found ((reply + 1) lor (fewest lsl 7));
    if !may_return && comes_again walk found then check_returns walk found; fewest end
(* What chooses the replies, each a byte or packed, and what looks at last whether all are used. *)
let replies board body ~packed = let left = ref (Certificate.number body) in
  let bytes = if packed then Certificate.number body else !left in
  require (bytes <= body.Certificate.stop - body.at) "fewer bytes than told";
  let own_body = { body with stop = body.at + bytes } in body.at <- own_body.stop;
  let coder = if packed then Some (Packed.start board own_body) else None in
  let choose { game; attacker; states; _ } { position; _ } plays = decr left;
    require (!left >= 0 && plays <> []) "replies are missing"; match coder with
    | Some coder when List.tl plays <> [] ->
        let own = stones position attacker and other = stones position (1 - attacker) in
        let met next = Bool.to_int (find game states (fst (canonical game next)) >= 0) in
        let option (play, next) = (play, (2 * play) + met next) in
        List.nth plays (Packed.choose coder ~own ~other (Array.of_list (List.map option plays)))
    | Some _ -> List.hd plays
    | None -> ( let reply = Certificate.byte own_body in
        try (reply, List.assoc reply plays) with Not_found -> refuse "S10 to S12") in
  (choose, fun () -> require (!left = 0 && own_body.at = own_body.stop) "replies are left over")
(* What rests on a bound: the states of its leaves, the last one first, and turns that the walk from
   them must not reach, all as Black sees them who is the winner. *)
type rest = { mutable leaves : state list; turns : (position * int, unit) Hashtbl.t }
let check_leaves game body bound { leaves; turns } =
  let barred { position; mover; _ } _ =
    let bars mover = Hashtbl.mem turns (position, mover) in bars 0 || (mover = 1 && bars 1) in
  if game.board.size > 31 then raise (Unknown "strategies on a board of more than 31 points");
  let game = { game with kos = true } and states = new_table game in
  let walk = { game; attacker = 0; words = []; least = bound; barred; states } in
  let choose, finish = replies game.board body ~packed:true in
  List.iter (fun leaf -> ignore (enter walk choose (leaf, false))) (List.rev leaves); finish ()
let check { Certificate.rules; board; start; mover; moves; claims; contents; number; body; _ } =
  let words = String.split_on_char '-' contents in let packed = List.mem "packed" words in
  let ends = rules.family = Kee_v6 || not rules.suicide in
  require ((ends && not rules.stones_alone) || not (List.mem "living" words)) "S25";
  require (if List.mem "answered" words then rules.family = Kee_v6 && moves = []
    else (rules.family <> Migos || ends) && (moves = [] || strategies_go_on rules)) "S1, S2 or S3";
  if board.size > 31 then raise (Unknown "strategies on a board of more than 31 points");
  let game = { rules; board; kos = true; known = Hashtbl.create 64 } in
  let go_on = Game.play { game with kos = moves = [] } in (* no ko of the walk's forbids a move *)
  let start = List.fold_left go_on (Game.start game start mover) moves in
  let class_of state = (fst (canonical game state)).position in
  let check_claim strategies { Certificate.play; denies; margin; player; ground } =
    let { now = after; past; over; left; _ } = Option.fold ~none:start ~some:(go_on start) play in
    require ((not denies) && abs margin < inf && over = None && not left) "S4, S5 or S24";
    let least = sign player * margin in match ground with
    | Most -> require (least <= -board.size && not (suicide_without_end rules)) "S6"; strategies
    | Strategy own when own = strategies ->
        let turns = List.map (fun turn -> (class_of turn, turn.mover)) past in
        let stood = List.map fst turns @ if after.ko = 0 then [] else [ class_of after ] in
        let barred { position; mover; _ } by_stone =
          let bars mover = List.mem (position, mover) turns in
          if moves = [] then by_stone && List.mem position stood else bars player || bars mover in
        let walk = { game; attacker = player; words; least; barred; states = new_table game } in
        let own_play = if mover = player then play else None in
        let passes = own_play = Some board.size && enough walk start.now.position in
        require (moves <> [] || own_play < Some board.size || passes) "S22 or S23";
        require (not (List.exists (fun turn -> safe walk turn.position) past)) "S26";
        let choose, finish = replies board body ~packed in
        ignore (enter walk choose ({ after with passes = 0; ko = 0 }, false)); finish (); own + 1
    | _ -> refuse "a claim that rests on no strategy, or not on the next" in
  require (List.fold_left check_claim 0 claims = number) "strategies that nothing rests on";
  require (body.at = body.stop) "bytes after the last strategy"
