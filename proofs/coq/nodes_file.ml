(* Reads nodes one after the other. *)
open Extracted
open Header

let positive_of = Numbers.positive_of
let of_z = function Z0 -> 0 | Zpos p -> Numbers.of_positive p | Zneg p -> -Numbers.of_positive p
let player_of_bit bit = if bit = 0 then Black else White

(* How many boards one who is left may come to, at most. *)
let fuel = let rec more n i = if i = 0 then n else more (S n) (i - 1) in more O 300_000

(* [elements]: how many there are. *)
type t = {
  rectangle : rectangle;
  points : int;
  elements : int;
  body : body;
  migos : bool; (* nodes may deny, have a ko and be worth an outright win *)
  last : int array; (* the last node that refers to each; -1: none does *)
}

(* A claim refers to the node: it is kept to the end. *)
let kept = max_int

let as_move = function Point p -> Lay (n_of p) | Passing -> Pass_on | Refreshing -> Refresh

let move_of file play =
  if play < file.points then Lay (n_of play)
  else if play = file.points then Pass_on
  else if play = file.points + 1 then Refresh
  else refuse "no play"

(* A child is told by its number, and the place of an element. *)
type reply = End | Child of int * int
type kind = Leaf | Strategy_leaf_node | Winners of n kee_move * reply | Losers of reply list

type node = {
  black : int;
  white : int;
  mover : player;
  passed : bool;
  winner : player;
  margin : int; (* the winner's *)
  denies : bool;
  ko : int; (* its point + 1, or 0 *)
  kind : kind;
}

let reply file own =
  match number file.body with
  | 0 -> End
  | 1 -> refuse "a cycle"
  | distance ->
      let child = own + 1 - distance in
      require (child >= 0) "a child that cannot be";
      file.last.(child) <- own;
      let element = number file.body in
      require (element < file.elements) "no element of the group";
      Child (child, element)

let node file own =
  let head = byte file.body in
  let black = number file.body in
  let white = number file.body in
  require (head land (if file.migos then 64 else 16 + 64 + 128) = 0) "denying, a ko, or passes";
  let ko = if head land 128 = 0 then 0 else number file.body in
  require (ko <= file.points && (ko > 0 || head land 128 = 0)) "a ko";
  let bound = number file.body in
  let margin = if bound = 0 then outright else if bound land 1 = 1 then bound / 2 else -bound / 2 in
  require ((bound > 0 || file.migos) && abs margin <= if bound = 0 then outright else 20_000) "a bound";
  let kind =
    match head land 3 with
    | 0 -> Leaf
    | 1 ->
        let play = move_of file (number file.body) in
        Winners (play, reply file own)
    | 2 ->
        let count = number file.body in
        require (count <= file.points + 2) "too many replies";
        let rec some left = if left = 0 then [] else let first = reply file own in first :: some (left - 1) in
        Losers (some count)
    | _ -> Strategy_leaf_node
  in
  require (black land white = 0) "two stones on a point";
  { black; white; mover = player_of_bit ((head lsr 2) land 1); passed = (head lsr 5) land 1 = 1;
    winner = player_of_bit ((head lsr 3) land 1); margin; denies = head land 16 <> 0; ko; kind }

let nodes file count =
  require (count <= String.length file.body.text) "fewer nodes than told";
  let found = ref [] in
  for own = 0 to count - 1 do
    found := node file own :: !found
  done;
  List.rev !found

(* Of each node those that it is the last to refer to. *)
let ended file =
  let ended = Array.make (Array.length file.last) [] in
  Array.iteri (fun child own -> if own >= 0 && own < kept then ended.(own) <- positive_of (child + 1) :: ended.(own)) file.last;
  ended

let placed rectangle board =
  match place rectangle board with Some board -> board | None -> refuse "stones off the board"

let state rectangle (node : node) =
  { node_board = placed rectangle { Extracted.black = n_of node.black; white = n_of node.white }; node_mover = node.mover; node_passed = node.passed }

(* The file, its elements being so many, to be read from the body's begin. *)
let opened (header : header) rectangle elements =
  let migos = match header.rules with Migos _ -> true | Ko _ | Kee _ | Kee_v6 _ -> false in
  { rectangle; points = header.rows * header.cols; elements; body = header.body; migos; last = Array.make header.count (-1) }

let is_node file node = 0 <= node && node < Array.length file.last

(* Keeps the nodes that claims refer to. *)
let keep file claims =
  List.iter (fun claim -> match claim.ground with Node (node, _) when is_node file node -> file.last.(node) <- kept | _ -> ()) claims

(* Is somebody left alone before the last of these plays, which [replay] finds illegal? The format says nothing of what he
   plays. Only what follows the most plays that are legal can leave him alone; they are found by halving. *)
let goes_on_alone left replay plays =
  let plays = Array.of_list plays in
  let first count = Array.to_list (Array.sub plays 0 count) in
  let rec legal least less = (* [least] plays are, [less] are not *)
    if less - least <= 1 then least
    else
      let middle = (least + less) / 2 in
      match replay (first middle) with Goes _ -> legal middle less | _ -> legal least middle
  in
  let count = legal 0 (Array.length plays) in
  count + 1 < Array.length plays && left (first count) plays.(count) Black (Numbers.z_of (-20_000))
