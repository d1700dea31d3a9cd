(* Checks certificates under the Logical Japanese Rules with the checker that LjrgChecker.v proves.

   usage: verify-ljrg FILE...
          verify-ljrg

   All claims are checked. Exits with 0: all are accepted; 1: a node or a claim is refused; 2: a file is none that this reads, as one
   whose moves remove a cycle. Without a FILE each line of standard input names one, and the last word of a line that is printed for it is
   that number; then exits with 0. The checksum is not looked at. *)
open Extracted
open Header
open Ljrg_nodes

let fields removal = [ "ljrg"; "removal=" ^ removal; "control-ko=prohibited"; "control-pass=both"; "control-permanent=forgotten" ]

(* May cycles be removed? *)
let removal_of name told =
  if name = "ljrg" && told = fields "yes" then true
  else if name = "ljrg,removal=no" && told = fields "no" then false
  else Nodes_header.no_rules name told

let as_turn play : ljrg_move = match play with Point p -> (None, Some (n_of p)) | Passing -> (None, None) | Refreshing -> refuse "there is no refreshing pass"

(* The board with which a game ends by these turns, if it does. *)
let end_of file begun turns =
  let ended = ref [] in
  let note board = ended := [ board ]; Z0 in
  ignore (ljrg_replay file.rectangle file.removal note begun turns);
  !ended

let judge file header begun =
  let nodes = nodes file in
  let refer claim =
    match claim.ground with
    | Node (node, map) ->
        require (0 <= node && node < Array.length file.last && map = 0) "no such node or element";
        file.last.(node) <- max_int
    | Rules -> ()
    | Strategy _ | Most -> refuse "a claim that rests on no node"
  in
  List.iter refer header.claims;
  let turns claim = List.map as_turn (header.moves @ claim.plays) in
  let ends = List.concat_map (fun claim -> end_of file begun (turns claim)) header.claims in
  let known = margins file.rectangle (books file.rectangle file.points (ends @ file.ends)) in
  let control board = match known board with Some margin -> margin | None -> refuse "the margin of a board" in
  match check_ljrg file.rectangle file.removal known (with_last file nodes) XH PositiveMap.empty with
  | None -> refuse "a node"
  | Some checked ->
      let holds claim =
        match (claim.ground, ljrg_replay file.rectangle file.removal control begun (turns claim)) with
        | Node (node, _), Goes history -> ljrg_claim checked history claim.who (Numbers.z_of claim.wanted) (Numbers.positive_of (node + 1))
        | Rules, Ends (Scored margin) -> Nodes_header.margin_to claim.who margin >= claim.wanted
        | _ -> false
      in
      List.iter (fun claim -> require (holds claim) claim.told) header.claims

let check text =
  (* Claims are read as under the rules of superko: nobody denies. *)
  let removal, header = Nodes_header.read removal_of (Ko Psk) text in
  let file = opened removal header in
  judge file header (ljrg_start (start header file.rectangle) header.first);
  (Printf.sprintf "accepted: %d claims" (List.length header.claims), 0)

let () = main check
