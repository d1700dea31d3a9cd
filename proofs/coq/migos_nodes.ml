(* Lays the nodes of a certificate under migos out for the checker of MigosChecker.v: those of one claim, as its player is
   the winner of all, and none of them mapped. A node stands there as often as it is needed, by whatever symmetry. What comes
   of it is checked, and need not be believed. *)
open Extracted
open Header
open Nodes_file

(* A group element: where it takes the points, and does it swap the colours. *)
type image = { at : int array; swap : bool }

(* The elements, in the format's order. *)
let images_of (header : header) =
  let both at = [ { at; swap = false }; { at; swap = true } ] in
  Array.of_list (List.concat_map (fun at -> both (Array.of_list at)) (symmetries header.rows header.cols))

let after outer inner = { at = Array.map (fun p -> outer.at.(p)) inner.at; swap = outer.swap <> inner.swap }

let mapped image set =
  let found = ref 0 in
  Array.iteri (fun p q -> if set land (1 lsl p) <> 0 then found := !found lor (1 lsl q)) image.at;
  !found

let player_by image player = match (image.swap, player) with true, Black -> White | true, White -> Black | false, _ -> player

(* The state of a node, by an element. *)
let state_by file image (node : node) =
  let black = mapped image node.black and white = mapped image node.white in
  let black, white = if image.swap then (white, black) else (black, white) in
  let board = { Extracted.black = n_of black; white = n_of white } in
  ignore (placed file.rectangle board);
  { m_board = board; m_mover = player_by image node.mover; m_passed = node.passed;
    m_kos = (if node.ko = 0 then [] else [ n_of image.at.(node.ko - 1) ]) }

let as_go_move = function Lay p -> Stone p | Pass_on -> Pass | Refresh -> refuse "there is no refreshing pass"

(* The plays of a state in their order: points, -1 the pass. *)
let plays file state =
  let can p = moved (play file.rectangle) N.eq_dec state (Stone (n_of p)) <> None in
  List.filter can (List.init file.points Fun.id) @ [ -1 ]

type laid = { who : player; mutable made : migos_node list; mutable count : int; numbers : (int * image, int) Hashtbl.t }

(* The number of a node by an element; those that it refers to come before it. *)
let rec number_of file images nodes laid own image =
  match Hashtbl.find_opt laid.numbers (own, image) with
  | Some number -> number
  | None ->
      let node : node = nodes.(own) in
      require (player_by image node.winner = laid.who) "another winner";
      let state = state_by file image node in
      let reply = function
        | End -> Migos_end
        | Child (child, element) ->
            require (node.denies || not (nodes.(child) : node).denies) "a child that denies";
            Migos_child (positive_of (number_of file images nodes laid child (after image images.(element))))
      in
      let by_image p = if p < 0 then Pass else Stone (n_of image.at.(p)) in
      let as_type =
        match node.kind with
        | Winners (play, answer) ->
            let play = match as_go_move play with Stone p -> Numbers.of_n p | Pass -> -1 in
            Migos_winners (by_image play, reply answer)
        | Losers answers ->
            let own_plays = plays file (state_by file images.(0) node) in
            require (List.length own_plays = List.length answers) "as many replies as plays";
            let place p = if p < 0 then max_int else image.at.(p) in
            let both = List.map2 (fun p answer -> (place p, reply answer)) own_plays answers in
            Migos_losers (List.map snd (List.sort (fun (p, _) (q, _) -> compare p q) both))
        | Leaf | Strategy_leaf_node -> refuse "a leaf"
      in
      laid.made <- { n_at = state; n_bound = Numbers.z_of node.margin; n_ties = node.denies; n_type = as_type } :: laid.made;
      laid.count <- laid.count + 1;
      Hashtbl.add laid.numbers (own, image) laid.count;
      laid.count

(* Does a claim hold after these plays, by a node or by the rules alone? *)
let migos_holds file images nodes board first moves claim =
  let plays = List.map (fun play -> as_go_move (as_move play)) (moves @ claim.plays) in
  let wanted = Numbers.z_of (min claim.wanted outright) in
  match (claim.ground, migos_replay file.rectangle claim.who claim.denies (begin_with board first) plays) with
  | Node (node, map), Goes history -> (
      require (0 <= map && map < Array.length images && is_node file node) "no such node or element";
      require (claim.denies || not (nodes.(node) : node).denies) "a node that denies";
      let laid = { who = claim.who; made = []; count = 0; numbers = Hashtbl.create 1000 } in
      let number = number_of file images nodes laid node images.(map) in
      match check_migos file.rectangle claim.who claim.denies (List.rev laid.made) XH PositiveMap.empty with
      | Some checked -> migos_claim file.rectangle checked history wanted (positive_of number)
      | None -> false)
  | Rules, Ends (Scored margin) -> of_z (margin_of claim.who margin) >= min claim.wanted outright
  | _ -> false
