(* Checks certificates under Kee's rules of 2007 with the checker that Kee2007Checker.v proves.

   usage: verify-kee2007 FILE...
          verify-kee2007

   All claims are checked. Exits with 0: all are accepted; 1: a node or a claim is refused; 2: a file is none that this reads.
   Without a FILE each line of standard input names one, and the last word of a line that is printed for it is that number; then exits
   with 0. The checksum is not looked at. *)
open Extracted
open Header
open Kee2007_nodes

let own_rules name fields =
  match List.find_opt (fun (rules : Kee2007_rules.t) -> rules.name = name && rules.fields = fields) Kee2007_rules.all with
  | Some rules -> rules
  | None -> Nodes_header.no_rules name fields

let as_go_move = function Point p -> Stone (n_of p) | Passing -> Pass | Refreshing -> refuse "there is no refreshing pass"

(* Judges a player's claims. *)
let judge file nodes begun moves who claims =
  let claims = List.filter (fun (claim : claim) -> claim.who = who) claims in
  let laid = lay_out who in
  let number (claim : claim) =
    match claim.ground with
    | Node (node, map) ->
        require (0 <= node && node < Array.length nodes && 0 <= map && map < Array.length file.images) "no such node or element";
        file.used.(node) <- true;
        number_of file nodes laid node file.images.(map)
    | Rules -> 0
    | Strategy _ | Most -> refuse "a claim that rests on no node"
  in
  let numbers = List.map number claims in
  let checked = checked file laid in
  let { Kee2007_rules.alone; by_stones; appeared; _ } = file.rules in
  let holds (claim : claim) number =
    let plays = List.map as_go_move (moves @ claim.plays) in
    match kee2007_replay file.rectangle alone by_stones appeared begun plays with
    | Goes history -> number > 0 && kee2007_claim appeared checked history (Numbers.z_of claim.wanted) (Numbers.positive_of number)
    | Ends (Scored margin) -> number = 0 && Nodes_header.margin_to who margin >= claim.wanted
    | Ends Unscored | Illegal -> false
  in
  List.iter2 (fun (claim : claim) number -> require (holds claim number) claim.told) claims numbers

let check text =
  (* Claims are read as under migos: somebody may deny, which says as much as that he forces one more. *)
  let rules, header = Nodes_header.read own_rules (Migos { suicide = false }) text in
  let file = opened rules header in
  let begun = begin_with (start header file.rectangle) header.first in
  let nodes = nodes file in
  List.iter (fun who -> judge file nodes begun header.moves who header.claims) [ Black; White ];
  require (Array.for_all Fun.id file.used) "a node that nothing refers to";
  (Printf.sprintf "accepted: %d claims" (List.length header.claims), 0)

let () = main check
