(* Reads the nodes of a certificate under ljrg for the checker of LjrgChecker.v, and finds the books that it needs to know who controls what where
   a game is over. What comes of it is checked, and need not be believed. *)
open Extracted
open Header

type file = {
  rectangle : rectangle;
  removal : bool;
  points : int;
  body : body;
  last : int array; (* the last node that refers to each; its own number, if none does *)
  mutable ends : Extracted.board list; (* boards on which a game is over *)
}

let opened removal (header : header) =
  { rectangle = make_rectangle (Numbers.nat_of header.rows) (Numbers.nat_of header.cols); removal; points = header.rows * header.cols;
    body = header.body; last = Array.init header.count Fun.id; ends = [] }

let set file =
  let set = number file.body in
  require (set lsr file.points = 0) "points off the board";
  set

(* J5 *)
let turn file own =
  let removed = set file in
  let stone = number file.body in
  let distance = number file.body in
  require (stone <= file.points && distance <= own) "a turn that cannot be";
  if distance > 0 then file.last.(own - distance) <- own;
  (removed, stone, distance)

let rec ascends = function (u, p, _) :: ((u', p', _) :: _ as rest) -> compare (u, p) (u', p') < 0 && ascends rest | _ -> true
let player_of_bit bit = if bit = 0 then Black else White
let lives file board stones = reaching file.rectangle stones (empty_of file.rectangle board) = stones

(* J1 to J4 *)
let situation file head =
  let black = set file in
  let white = set file in
  let temporary = set file in
  let permanent = set file in
  let board = { Extracted.black = n_of black; white = n_of white } in
  let needed = (head lsr 1) land 3 in
  require (head < 16 && black land white = 0 && (black lor white) land (temporary lor permanent) = 0) "a head, or points";
  require (lives file board board.black && lives file board board.white) "a chain without a liberty";
  require (needed > 0 && (needed = 3) = (temporary <> 0)) "the passes";
  { l_board = board; l_mover = player_of_bit (head land 1); l_needed = Numbers.nat_of needed; l_temporary = n_of temporary; l_permanent = n_of permanent }

let as_turn file own situation (removed, stone, distance) =
  let stone = if stone = 0 then None else Some (n_of (stone - 1)) in
  let after = play_turn file.rectangle situation (n_of removed) stone in
  if distance = 0 then Option.iter (fun (next, _) -> file.ends <- next.l_board :: file.ends) after;
  ((n_of removed, stone), if distance = 0 then None else Some (Numbers.positive_of (own - distance + 1)))

let node file own =
  let head = byte file.body in
  let situation = situation file head in
  let bound = number file.body in
  require (bound <= 40_000) "a bound";
  let count = number file.body in
  require (count <= (String.length file.body.text - file.body.at) / 3) "fewer turns than told";
  let turns = List.init count (fun _ -> turn file own) in
  require (ascends turns) "the order of turns";
  let bound = if bound land 1 = 0 then bound / 2 else -((bound + 1) / 2) in
  { n_at = situation; n_winner = player_of_bit (head lsr 3); n_bound = Numbers.z_of bound; n_turns = List.map (as_turn file own situation) turns;
    n_last = [] }

(* Of each node those that it is the last to refer to. *)
let with_last file nodes =
  let ended = Array.make (Array.length file.last) [] in
  Array.iteri (fun child own -> if own < max_int then ended.(own) <- Numbers.positive_of (child + 1) :: ended.(own)) file.last;
  List.mapi (fun own node -> { node with n_last = ended.(own) }) nodes

let nodes file =
  let count = Array.length file.last in
  let found = List.rev (List.fold_left (fun found own -> node file own :: found) [] (List.init count Fun.id)) in
  require (file.body.at = String.length file.body.text) "bytes behind the last node";
  found

(* The books for these boards. *)
let books rectangle points boards =
  let neighbours p = Numbers.of_n (Extracted.around rectangle (n_of (1 lsl p))) in
  let fights = { Ljrg_fights.on = { points; around = Array.init points neighbours }; games = Hashtbl.create 64 } in
  let seen = Hashtbl.create 64 in
  let look own his =
    if not (Hashtbl.mem seen (own, his)) then begin
      Hashtbl.add seen (own, his) ();
      Ljrg_fights.look fights (List.map Numbers.of_n (bordered_sets rectangle own)) (Numbers.of_n own) (Numbers.of_n his)
    end
  in
  List.iter (fun (board : Extracted.board) -> look board.black board.white; look board.white board.black) boards;
  let fight { Ljrg_fights.builds; own; his; ko } = { f_builds = builds; f_own = n_of own; f_his = n_of his; f_ko = n_of ko } in
  let hint (set, won, lost) = (n_of set, (List.map fight won, List.map fight lost)) in
  match check_books rectangle (List.map hint (Ljrg_fights.books fights)) PositiveMap.empty with
  | Some books -> books
  | None -> failwith "a book"

(* The margin of a board by these, each looked at once. *)
let margins rectangle books =
  let seen = Hashtbl.create 64 in
  fun board ->
    match Hashtbl.find_opt seen board with
    | Some margin -> margin
    | None ->
        let margin = margin_by rectangle books board in
        Hashtbl.add seen board margin;
        margin
