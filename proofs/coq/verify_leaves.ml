(* Checks certificates of nodes with strategy leaves (version 3 of the format) with the checkers that
   LeafRules.v, KeeLeaves.v and KeeV6Leaves.v prove.

   usage: verify-leaves FILE...
          verify-leaves

   All claims are checked. Exits with 0: all are accepted; 1: a strategy, a node or a claim is refused; 2: a file is none that
   this reads. Without a FILE each line of standard input names one, and the last word of a line that is printed for it is
   that number; then exits with 0. The checksum is not looked at. *)
open Extracted
open Header
open Nodes_file

let colour = function Black -> 0 | White -> 1
let suicide = function Kee_v6 { suicide } -> suicide | Ko _ | Kee _ | Migos _ -> false

(* A leaf's state as its winner sees it who is Black then. *)
let seen_by (node : node) =
  let b, w = if node.winner = Black then (node.black, node.white) else (node.white, node.black) in
  { Unfold.b; w; mover = colour node.mover lxor colour node.winner; ko = 0 }

(* The table of each bound, least first, from the strategies behind the nodes. *)
let tables (header : header) bars frees_to file nodes =
  let leaves = List.filter (fun (node : node) -> node.kind = Strategy_leaf_node) nodes in
  List.iter (fun (leaf : node) -> require (abs leaf.margin <= file.points) "no strategy is for such a bound") leaves;
  let of_bound bound =
    let count = number file.body in
    let bytes = number file.body in
    let begins = file.body.at in
    require (bytes <= String.length file.body.text - begins) "the body ends";
    file.body.at <- begins + bytes;
    let rules = Unfold.make_rules header.rows header.cols 0 bound bars (suicide header.rules) frees_to in
    let roots = List.filter_map (fun (leaf : node) -> if leaf.margin = bound then Some (seen_by leaf) else None) leaves in
    (bound, fst (Unfold.table_from rules roots (Unpack.source_of rules file.body.text begins file.body.at count)))
  in
  let found = List.map of_bound (List.sort_uniq compare (List.map (fun (leaf : node) -> leaf.margin) leaves)) in
  require (file.body.at = String.length file.body.text) "bytes behind the last strategy";
  found

let as_reply = function End -> Leaf_end | Child (child, element) -> Leaf_child (positive_of (child + 1), Numbers.nat_of element)

let as_node rectangle last (node : node) =
  {
    l_at = state rectangle node;
    l_winner = node.winner;
    l_bound = Numbers.z_of node.margin;
    l_type =
      (match node.kind with
      | Leaf -> Plain_leaf
      | Strategy_leaf_node -> Strategy_leaf
      | Winners (play, reply) -> Leaf_winners (play, as_reply reply)
      | Losers replies -> Leaf_losers (List.map as_reply replies));
    l_last = last;
  }

(* Does a claim hold after these plays, by nodes that were taken, or by the rules alone? [left]: after the last one a
   player is left who alone comes to what is claimed. *)
let holds file replay by_node left moves claim =
  let plays = List.map as_move (moves @ claim.plays) in
  match (claim.ground, replay plays) with
  | Node (node, map), Goes history ->
      require (0 <= map && map < file.elements && is_node file node) "no such node or element";
      by_node history claim.who (Numbers.z_of claim.wanted) (positive_of (node + 1)) (Numbers.nat_of map)
  | Rules, Ends (Scored margin) -> of_z (margin_of claim.who margin) >= claim.wanted
  | _, Illegal when goes_on_alone left replay plays -> unread "plays of who is left"
  | Rules, Illegal when plays <> [] ->
      let last = List.nth plays (List.length plays - 1) in
      let before = List.filteri (fun i _ -> i < List.length plays - 1) plays in
      left before last claim.who (Numbers.z_of claim.wanted)
  | _ -> false

(* What is asked of each claim, once the rules have taken the strategies and the nodes. What the format asks of the former
   besides, S17, no theorem needs but under kee2013. *)
let taken (header : header) file maps tables nodes board =
  let on = file.rectangle in
  let ask_kept bars goes_on =
    let kept (bound, table) = all_kept on bars goes_on Black bound table in
    require (List.for_all kept tables) "a board that the attacker left comes back"
  in
  match header.rules with
  | Ko rule ->
      ask_kept (retake_illegal rule) None;
      let by checked = holds file (superko_replay on rule board header.first) (superko_leafed_claim on rule maps tables checked)
        (fun _ _ _ _ -> false) in
      Option.map by (superko_leafed_nodes on fuel rule maps tables nodes)
  | Kee { refresh; tally_all } ->
      let by checked = holds file (kee_replay on refresh tally_all board header.first)
        (kee_leafed_claim on refresh tally_all maps tables checked) (kee_left on fuel refresh tally_all board header.first) in
      Option.map by (kee_leafed_nodes on fuel refresh tally_all maps tables nodes)
  | Kee_v6 _ ->
      ask_kept true (Some (frees_to false Black));
      let by checked = holds file (v6_replay on board header.first) (v6_leafed_claim on maps tables checked) (fun _ _ _ _ -> false) in
      Option.map by (v6_leafed_nodes on fuel maps tables nodes)
  | Migos _ -> None

let check text =
  let header = header text in
  if header.version <> "3" then unread "another version";
  if header.contents <> "nodes" then refuse "no nodes";
  let bars, frees_to =
    match header.rules with
    | Ko rule -> (retake_illegal rule, -1)
    | Kee { refresh; _ } -> (true, match freed refresh Black with None -> -1 | Some a -> colour a)
    | Kee_v6 _ -> (true, colour (frees_to false Black))
    | Migos _ -> unread "no theorem here tells of these rules"
  in
  if header.rows * header.cols > Unfold.most_points then unread "a board that is too large";
  let rectangle = rectangle_with (suicide header.rules) (Numbers.nat_of header.rows) (Numbers.nat_of header.cols) in
  let maps = maps header in
  let file = opened header rectangle (2 * List.length maps) in
  let board = placed rectangle (start header rectangle) in
  let nodes = nodes file header.count in
  let strategies = try tables header bars frees_to file nodes with Unfold.Refused why -> refuse why in
  let tables = List.map (fun (bound, table) -> (Numbers.z_of bound, table)) strategies in
  keep file header.claims;
  let as_nodes = Array.to_list (Array.map2 (as_node rectangle) (ended file) (Array.of_list nodes)) in
  match taken header file maps tables as_nodes board with
  | None -> refuse "a node, or a strategy"
  | Some holds ->
      List.iter (fun claim -> require (holds header.moves claim) claim.told) header.claims;
      require (Array.for_all (fun last -> last >= 0) file.last) "a node that nothing refers to";
      (Printf.sprintf "accepted: %d claims" (List.length header.claims), 0)

let () = main check
