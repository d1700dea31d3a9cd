(* Checks certificates of nodes with strategy leaves (version 3 of the format) with the checker that LeafRules.v proves.

   usage: verify-leaves FILE...
          verify-leaves

   All claims are checked. Exits with 0: all are accepted; 1: a strategy, a node or a claim is refused; 2: a file is none that
   this reads. Without a FILE each line of standard input names one, and the last word of a line that is printed for it is
   that number; then exits with 0. The checksum is not looked at. *)
open Extracted
open Header
open Nodes_file

let colour = function Black -> 0 | White -> 1

(* A leaf's state as its winner sees it who is Black then. *)
let seen_by (node : node) =
  let b, w = if node.winner = Black then (node.black, node.white) else (node.white, node.black) in
  { Unfold.b; w; mover = colour node.mover lxor colour node.winner; ko = 0 }

(* The table of each bound, least first, from the strategies behind the nodes. *)
let tables (header : header) rule file nodes =
  let leaves = List.filter (fun (node : node) -> node.kind = Strategy_leaf_node) nodes in
  List.iter (fun (leaf : node) -> require (abs leaf.margin <= file.points) "no strategy is for such a bound") leaves;
  let of_bound bound =
    let count = number file.body in
    let bytes = number file.body in
    let begins = file.body.at in
    require (bytes <= String.length file.body.text - begins) "the body ends";
    file.body.at <- begins + bytes;
    let rules = Unfold.make_rules header.rows header.cols 0 bound (retake_illegal rule) false (-1) in
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

let holds_on (header : header) rule board maps tables checked file claim =
  let plays = List.map as_move (header.moves @ claim.plays) in
  match (claim.ground, superko_replay file.rectangle rule board header.first plays) with
  | Node (node, map), Goes history ->
      require (0 <= map && map < file.elements && is_node file node) "no such node or element";
      superko_leafed_claim file.rectangle rule maps tables checked history claim.who (Numbers.z_of claim.wanted) (positive_of (node + 1))
        (Numbers.nat_of map)
  | Rules, Ends (Scored margin) -> of_z (margin_of claim.who margin) >= claim.wanted
  | _ -> false

let check text =
  let header = header text in
  if header.version <> "3" then unread "another version";
  if header.contents <> "nodes" then refuse "no nodes";
  let rule = match header.rules with Ko rule -> rule | _ -> unread "no theorem here tells of these rules" in
  if header.rows * header.cols > Unfold.most_points then unread "a board that is too large";
  let rectangle = make_rectangle (Numbers.nat_of header.rows) (Numbers.nat_of header.cols) in
  let maps = maps header in
  let file = opened header rectangle (2 * List.length maps) in
  let board = placed rectangle (start header rectangle) in
  let nodes = nodes file header.count in
  let strategies = try tables header rule file nodes with Unfold.Refused why -> refuse why in
  let tables = List.map (fun (bound, table) -> (Numbers.z_of bound, table)) strategies in
  (* What the format asks besides, S17, though no theorem needs it here. *)
  let kept (bound, table) = all_kept rectangle (retake_illegal rule) None Black bound table in
  require (List.for_all kept tables) "a board that the attacker left comes back";
  keep file header.claims;
  match superko_leafed_nodes rectangle fuel rule maps tables (Array.to_list (Array.map2 (as_node rectangle) (ended file) (Array.of_list nodes))) with
  | None -> refuse "a node, or a strategy"
  | Some checked ->
      List.iter (fun claim -> require (holds_on header rule board maps tables checked file claim) claim.told) header.claims;
      require (Array.for_all (fun last -> last >= 0) file.last) "a node that nothing refers to";
      (Printf.sprintf "accepted: %d claims" (List.length header.claims), 0)

let () = main check
