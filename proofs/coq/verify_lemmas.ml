(* Checks certificates of nodes (version 1 of the format) with the checkers that LemmaRules.v, LemmaV6.v and
   MigosChecker.v prove.

   usage: verify-lemmas FILE...
          verify-lemmas

   All claims are checked. Exits with 0: all are accepted; 1: a node or a claim is refused; 2: a file is
   none that this reads, or has a claim that it does not look at. Without a FILE each line of standard
   input names one, and the last word of a line that is printed for it is that number; then exits with 0.
   The checksum is not looked at. *)
open Extracted
open Header
open Nodes_file
open Migos_nodes

let as_reply group = function End -> File_end | Child (child, element) -> File_child (positive_of (child + 1), group.(element))

let as_node group rectangle last (node : node) =
  {
    f_at = state rectangle node;
    f_winner = node.winner;
    f_bound = Numbers.z_of node.margin;
    f_type =
      (match node.kind with
      | Leaf -> File_leaf
      | Winners (play, reply) -> File_winners (play, as_reply group reply)
      | Losers replies -> File_losers (List.map (as_reply group) replies)
      | Strategy_leaf_node -> refuse "a node of no type");
    f_last = last;
  }

(* Does a claim hold after these plays, by nodes that were taken, or by the rules alone? [left]: after the last one a
   player is left who alone comes to what is claimed. *)
let holds file group replay by_node left moves claim =
  let plays = List.map as_move (moves @ claim.plays) in
  match (claim.ground, replay plays) with
  | Node (node, map), Goes history ->
      require (0 <= map && map < Array.length group && is_node file node) "no such node or element";
      by_node history claim.who (Numbers.z_of claim.wanted) (positive_of (node + 1)) group.(map)
  | Rules, Ends (Scored margin) -> of_z (margin_of claim.who margin) >= claim.wanted
  | _, Illegal when goes_on_alone left replay plays -> unread "plays of who is left"
  | Rules, Illegal when plays <> [] ->
      let last = List.nth plays (List.length plays - 1) in
      let before = List.filteri (fun i _ -> i < List.length plays - 1) plays in
      left before last claim.who (Numbers.z_of claim.wanted)
  | _ -> false

(* As Header.rules_of; under migos, too, which other programs do not know. *)
let own_rules name fields =
  match (name, fields) with
  | "migos", [ "migos"; "suicide=no"; "scoring=area" ] -> Migos { suicide = false }
  | "migos,suicide=multi", [ "migos"; "suicide=multi"; "scoring=area" ] -> Migos { suicide = true }
  | _ -> rules_of name fields

let suicide = function Kee_v6 { suicide } | Migos { suicide } -> suicide | Ko _ | Kee _ -> false

let group_of rules rectangle maps =
  match rules with
  | Migos _ -> unread "rules without a group"
  | Ko _ -> superko_group rectangle maps
  | Kee { refresh; _ } -> kee_group rectangle refresh maps
  | Kee_v6 _ -> v6_group rectangle maps

(* What is asked of each claim, once the rules have taken the nodes. *)
let taken file group rules board first nodes =
  match rules with
  | Migos _ -> None
  | Ko rule ->
      let by checked = holds file group (superko_replay file.rectangle rule board first)
        (superko_claim file.rectangle rule checked) (fun _ _ _ _ -> false) in
      Option.map by (superko_nodes file.rectangle fuel rule nodes)
  | Kee { refresh; tally_all } ->
      let by checked = holds file group (kee_replay file.rectangle refresh tally_all board first)
        (kee_claim file.rectangle refresh tally_all checked) (kee_left file.rectangle fuel refresh tally_all board first) in
      Option.map by (kee_nodes file.rectangle fuel refresh tally_all nodes)
  | Kee_v6 _ ->
      let by checked = holds file group (v6_replay file.rectangle board first) (v6_claim file.rectangle checked)
        (fun _ _ _ _ -> false) in
      Option.map by (v6_nodes file.rectangle fuel nodes)

let judge_migos (header : header) rectangle board =
  let images = images_of header in
  let file = opened header rectangle (Array.length images) in
  let nodes = Array.of_list (nodes file header.count) in
  require (header.body.at = String.length header.body.text) "bytes behind the last node";
  Array.iter (fun node -> ignore (state rectangle node)) nodes;
  keep file header.claims;
  List.iter (fun claim -> require (migos_holds file images nodes board header.first header.moves claim) claim.told) header.claims;
  file

let judge_others (header : header) rectangle board =
  let group =
    match group_of header.rules rectangle (maps header) with
    | Some group -> Array.of_list group
    | None -> unread "what are the symmetries?"
  in
  let file = opened header rectangle (Array.length group) in
  let nodes = nodes file header.count in
  require (header.body.at = String.length header.body.text) "bytes behind the last node";
  keep file header.claims;
  let as_nodes = Array.to_list (Array.map2 (as_node group rectangle) (ended file) (Array.of_list nodes)) in
  match taken file group header.rules board header.first as_nodes with
  | None -> refuse "a node"
  | Some holds ->
      List.iter (fun claim -> require (holds header.moves claim) claim.told) header.claims;
      file

let check text =
  let header = header ~rules_of:own_rules text in
  if header.version <> "1" then unread "another version";
  if header.contents <> "nodes" then unread "wanted: nodes";
  let rectangle = rectangle_with (suicide header.rules) (Numbers.nat_of header.rows) (Numbers.nat_of header.cols) in
  let board = start header rectangle in
  ignore (placed rectangle board);
  let file = match header.rules with
    | Migos _ -> judge_migos header rectangle board
    | Ko _ | Kee _ | Kee_v6 _ -> judge_others header rectangle (placed rectangle board)
  in
  require (Array.for_all (fun last -> last >= 0) file.last) "a node that nothing refers to";
  (Printf.sprintf "accepted: %d claims" (List.length header.claims), 0)

let () = main check
