(* Reads the nodes of a certificate under kee2007, and lays them out for the checker of Kee2007Checker.v: those of all claims of one
   player, who is the winner of all, and none of them mapped. A node stands there as often as it is needed, by whatever symmetry. What
   comes of it is checked, and need not be believed. *)
open Extracted
open Header

(* A child is told by its number, and the place of an element. *)
type answer = End | Child of int * int
type kind = Leaf | Winners of int * answer | Losers of answer list

type node = { black : int; white : int; mover : player; passes : int; winner : player; margin : int (* the winner's *); kind : kind }

(* A group element: where it takes the points, and does it swap the colours. *)
type image = { at : int array; swap : bool }

type file = {
  rules : Kee2007_rules.t;
  rectangle : rectangle;
  points : int;
  images : image array; (* in the format's order *)
  body : body;
  used : bool array; (* the nodes that a claim or another node refers to *)
}

let opened rules (header : header) =
  let both at = [ { at; swap = false }; { at; swap = true } ] in
  { rules; rectangle = Kee2007_rules.rectangle rules header.rows header.cols; points = header.rows * header.cols;
    images = Array.of_list (List.concat_map (fun at -> both (Array.of_list at)) (symmetries header.rows header.cols));
    body = header.body; used = Array.make header.count false }

let answer file own =
  match number file.body with
  | 0 -> End
  | 1 -> refuse "a cycle"
  | distance ->
      let child = own + 1 - distance in
      require (child >= 0) "a child that cannot be";
      file.used.(child) <- true;
      let element = number file.body in
      require (element < Array.length file.images) "no element of the group";
      Child (child, element)

let kind file own = function
  | 0 -> Leaf
  | 1 ->
      let play = number file.body in
      require (play <= file.points) "no play";
      Winners (play, answer file own)
  | 2 ->
      let count = number file.body in
      require (count <= file.points + 1) "too many replies";
      Losers (List.map (fun _ -> answer file own) (List.init count Fun.id))
  | _ -> refuse "a node of no type"

let player_of_bit bit = if bit = 0 then Black else White

let node file own =
  let head = byte file.body in
  let black = number file.body in
  let white = number file.body in
  require (head land (16 + 128) = 0 && head lsr 5 < 3) "denying, a ko, or passes";
  require (black land white = 0 && (black lor white) lsr file.points = 0) "two stones on a point, or stones off the board";
  let bound = number file.body in
  let margin = if bound = 0 then outright else if bound land 1 = 1 then bound / 2 else -bound / 2 in
  require (bound = 0 || abs margin <= 20_000) "a bound";
  let kind = kind file own (head land 3) in
  { black; white; mover = player_of_bit ((head lsr 2) land 1); passes = head lsr 5; winner = player_of_bit ((head lsr 3) land 1); margin; kind }

let nodes file =
  let count = Array.length file.used in
  let found = List.rev (List.fold_left (fun found own -> node file own :: found) [] (List.init count Fun.id)) in
  require (file.body.at = String.length file.body.text) "bytes behind the last node";
  Array.of_list found

let after outer inner = { at = Array.map (fun p -> outer.at.(p)) inner.at; swap = outer.swap <> inner.swap }

let mapped image set =
  let found = ref 0 in
  Array.iteri (fun p q -> if set land (1 lsl p) <> 0 then found := !found lor (1 lsl q)) image.at;
  !found

let player_by image player = match (image.swap, player) with true, Black -> White | true, White -> Black | false, _ -> player

(* The state of a node, by an element. *)
let state_by image (node : node) =
  let black = mapped image node.black and white = mapped image node.white in
  let black, white = if image.swap then (white, black) else (black, white) in
  { k_board = { Extracted.black = n_of black; white = n_of white }; k_mover = player_by image node.mover; k_passes = Numbers.nat_of node.passes }

let play_of file = kee2007_play file.rectangle file.rules.alone

(* The plays of a state in their order: points, and behind them the pass. *)
let plays file state =
  let can p = p = file.points || moved (play_of file) state (Stone (n_of p)) <> None in
  List.filter can (List.init (file.points + 1) Fun.id)

type laid = { who : player; mutable made : kee2007_node list; mutable count : int; numbers : (int * image, int) Hashtbl.t;
              alone : (board, board list) Hashtbl.t }

(* All that the other player comes to alone. *)
let comes_to file laid board =
  let other = match laid.who with Black -> White | White -> Black in
  let seen = Hashtbl.create 100 in
  let rec from board =
    if not (Hashtbl.mem seen board) then begin
      Hashtbl.add seen board ();
      List.iter (fun p -> Option.iter from (play_of file other board (n_of p))) (List.init file.points Fun.id)
    end
  in
  match Hashtbl.find_opt laid.alone board with
  | Some found -> found
  | None ->
      from board;
      let found = Hashtbl.fold (fun board () found -> board :: found) seen [] in
      Hashtbl.add laid.alone board found;
      found

(* The number of a node by an element; those that it refers to come before it. *)
let rec number_of file nodes laid own image =
  match Hashtbl.find_opt laid.numbers (own, image) with
  | Some number -> number
  | None ->
      let node : node = nodes.(own) in
      require (player_by image node.winner = laid.who) "another winner";
      let state = state_by image node in
      let reply = function
        | End -> Kee2007_end
        | Child (child, element) -> Kee2007_child (Numbers.positive_of (number_of file nodes laid child (after image file.images.(element))))
      in
      let place p = if p = file.points then p else image.at.(p) in
      let as_type =
        match node.kind with
        | Leaf -> Kee2007_leaf (comes_to file laid state.k_board)
        | Winners (play, answer) -> Kee2007_winners ((if play = file.points then Pass else Stone (n_of (place play))), reply answer)
        | Losers answers ->
            let own_plays = plays file (state_by file.images.(0) node) in
            require (List.length own_plays = List.length answers) "as many replies as plays";
            let both = List.map2 (fun p answer -> (place p, reply answer)) own_plays answers in
            Kee2007_losers (List.map snd (List.sort (fun (p, _) (q, _) -> compare p q) both))
      in
      laid.made <- { n_at = state; n_bound = Numbers.z_of node.margin; n_type = as_type } :: laid.made;
      laid.count <- laid.count + 1;
      Hashtbl.add laid.numbers (own, image) laid.count;
      laid.count

let lay_out who = { who; made = []; count = 0; numbers = Hashtbl.create 1000; alone = Hashtbl.create 100 }

(* What the checker makes of the nodes that were laid out. *)
let checked file laid =
  let { Kee2007_rules.alone; by_stones; appeared; _ } = file.rules in
  match check_kee2007 file.rectangle alone by_stones appeared laid.who (List.rev laid.made) XH PositiveMap.empty with
  | Some checked -> checked
  | None -> refuse "a node"
