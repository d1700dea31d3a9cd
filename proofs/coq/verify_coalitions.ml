(* Checks certificates of values by coalition with the checker that CoalitionClaims.v proves.

   usage: verify-coalitions FILE...
          verify-coalitions

   Exits with 0: all claims are accepted; 1: a node or a claim is refused; 2: a file is none that this reads. Without a FILE each line of
   standard input names one, and the last word of a line that is printed for it is that number; then exits with 0. The checksum is not
   looked at. *)
open Extracted
open Header
open Coalitions_file

let as_play = function Point p -> Lay (n_of p) | Passing -> Pass_on | Refreshing -> Refresh

(* Each chain of the start must have a liberty. *)
let lives rules start =
  let all own = own = breathing rules own (free rules start) in
  all start.of_first && all start.of_second && all start.of_third && all start.of_fourth

let check text =
  let file = read text in
  let rules = file.rules in
  if not (can_begin rules file.start file.mover && lives rules file.start) then unread "a start that cannot be";
  let nodes, used = nodes file in
  match take_nodes rules nodes with
  | None -> refuse "a node"
  | Some taken ->
      let root = replay rules (begin_with rules file.start file.mover) (List.map as_play file.moves) in
      let judge claim =
        (match claim.rests_on with
        | By_node number when Numbers.of_positive number <= file.count -> used.(Numbers.of_positive number - 1) <- true
        | By_node _ | By_rules | By_most -> ());
        match Option.bind root (fun past -> replay rules past (List.map as_play claim.own)) with
        | None -> refuse ("a move: " ^ claim.line)
        | Some past -> require (accepts_claim rules taken past claim.about (Numbers.z_of claim.least) claim.rests_on) claim.line
      in
      List.iter judge file.claims;
      require (Array.for_all Fun.id used) "a node that nothing refers to";
      (Printf.sprintf "accepted: %d claims" (List.length file.claims), 0)

let () = main check
