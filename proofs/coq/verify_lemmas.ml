(* Checks certificates of nodes (version 1 of the format) with the checker that LemmaRules.v proves.

   usage: verify-lemmas FILE...
          verify-lemmas

   All claims are checked. Exits with 0: all are accepted; 1: a node or a claim is refused; 2: a file is
   none that this reads, or has a claim that it does not look at. Without a FILE each line of standard
   input names one, and the last word of a line that is printed for it is that number; then exits with 0.
   The checksum is not looked at. *)
open Extracted

exception Refused of string
let refuse why = raise (Refused why)
let require yes why = if not yes then refuse why
let unread why = Certificate.fail why

(* The rules that the theorems are about. *)
type rules = Ko of repetition | Kee of { refresh : bool; tally_all : bool } | Kee_v6 of { suicide : bool }

(* How many boards one who is left may come to, at most. *)
let fuel = let rec more n i = if i = 0 then n else more (S n) (i - 1) in more O 300_000

(* The rules of a name and all of its fields, as the format spells both. *)
let rules_of name fields =
  let none () = unread (String.concat " " ("no rules of this checker:" :: name :: fields)) in
  let choice field usual changed word =
    if word = field ^ usual then ([], false) else if word = field ^ changed then ([ word ], true) else none ()
  in
  match fields with
  | [ "superko"; repetition; "suicide=no"; "scoring=area"; "ending=passes2"; "cycle=endless"; "pass-stones=no" ] -> (
      let spelt preset = if "repetition=" ^ preset = repetition then preset else preset ^ "," ^ repetition in
      if not (List.mem name (List.map spelt [ "psk"; "ssk"; "nssk"; "simple" ])) then none ();
      match repetition with
      | "repetition=psk" -> Ko Psk
      | "repetition=ssk" -> Ko Ssk
      | "repetition=nssk" -> Ko Nssk
      | "repetition=own" -> Ko Own
      | _ -> none ())
  | [ "kee2013"; refresh; "suicide=no"; "scoring=area"; "players=2"; alliance; tally ] ->
      let no_refresh, forbidden = choice "refresh=" "yes" "no" refresh in
      let no_alliance, _ = choice "alliance=" "yes" "no" alliance in
      let all, tally_all = choice "tally=" "normal" "all" tally in
      if name <> String.concat "," (("kee2013" :: no_refresh) @ no_alliance @ all) then none ();
      Kee { refresh = not forbidden; tally_all }
  | [ "kee-v6"; "counts=last"; suicide ] ->
      let no_suicide, forbidden = choice "suicide=" "change" "no" suicide in
      if name <> String.concat "," ("kee-v6" :: no_suicide) then none ();
      Kee_v6 { suicide = not forbidden }
  | _ -> none ()

(* Where each symmetry takes each point, in the format's order. *)
let symmetries rows cols =
  let image f p =
    let r, c = (p / cols, p mod cols) in
    let r, c = if f land 4 <> 0 then (c, r) else (r, c) in
    ((if f land 1 <> 0 then rows - 1 - r else r) * cols) + if f land 2 <> 0 then cols - 1 - c else c
  in
  let add maps f =
    let map = List.init (rows * cols) (image f) in
    if List.mem map maps then maps else maps @ [ map ]
  in
  List.fold_left add [] (List.init (if rows = cols then 8 else 4) Fun.id)

type file = {
  rectangle : rectangle;
  points : int;
  group : (board, n) element array;
  text : string; (* the nodes *)
  mutable at : int;
  last : int array; (* the last node that refers to each; -1: none does *)
}

(* A claim refers to the node: it is kept to the end. *)
let kept = max_int

let byte file =
  require (file.at < String.length file.text) "the body ends";
  file.at <- file.at + 1;
  Char.code file.text.[file.at - 1]

(* An unsigned LEB128 number in its shortest form. No field may be one for which OCaml's have no room. *)
let number file =
  let rec from shift =
    let next = byte file in
    require ((shift < 56 || (shift = 56 && next < 64)) && (next > 0 || shift = 0)) "a number";
    if next < 128 then next lsl shift else ((next land 127) lsl shift) lor from (shift + 7)
  in
  from 0

let n_of = Numbers.n_of
let positive_of = Numbers.positive_of
let player_of_bit bit = if bit = 0 then Black else White

let move_of file play =
  if play < file.points then Lay (n_of play)
  else if play = file.points then Pass_on
  else if play = file.points + 1 then Refresh
  else refuse "no play"

let placed file black white =
  require (black land white = 0) "two stones on a point";
  match place file.rectangle { black = n_of black; white = n_of white } with
  | Some board -> board
  | None -> refuse "stones off the board"

let element file =
  let e = number file in
  require (e < Array.length file.group) "no element of the group";
  file.group.(e)

let reply file own =
  match number file with
  | 0 -> File_end
  | 1 -> refuse "a cycle"
  | distance ->
      let child = own + 1 - distance in
      require (child >= 0) "a child that cannot be";
      file.last.(child) <- own;
      File_child (positive_of (child + 1), element file)

let node file own =
  let head = byte file in
  let black = number file in
  let white = number file in
  require (head land (16 + 64 + 128) = 0) "denying, a ko, or passes";
  let bound = number file in
  let margin = if bound land 1 = 1 then bound / 2 else -bound / 2 in
  require (bound > 0 && abs margin <= 20_000) "a bound";
  let replies =
    match head land 3 with
    | 0 -> File_leaf
    | 1 ->
        let play = move_of file (number file) in
        File_winners (play, reply file own)
    | 2 ->
        let count = number file in
        require (count <= file.points + 2) "too many replies";
        let rec some left = if left = 0 then [] else let first = reply file own in first :: some (left - 1) in
        File_losers (some count)
    | _ -> refuse "a node of no type"
  in
  {
    f_at =
      {
        node_board = placed file black white;
        node_mover = player_of_bit ((head lsr 2) land 1);
        node_passed = (head lsr 5) land 1 = 1;
      };
    f_winner = player_of_bit ((head lsr 3) land 1);
    f_bound = Numbers.z_of margin;
    f_type = replies;
    f_last = [];
  }

let nodes file count =
  require (count <= String.length file.text) "fewer nodes than told";
  let found = ref [] in
  for own = 0 to count - 1 do
    found := node file own :: !found
  done;
  require (file.at = String.length file.text) "bytes behind the last node";
  List.rev !found

(* Each node with those that it is the last to refer to. *)
let with_last file nodes =
  let ended = Array.make (Array.length file.last) [] in
  Array.iteri (fun child own -> if own >= 0 && own < kept then ended.(own) <- positive_of (child + 1) :: ended.(own)) file.last;
  Array.to_list (Array.mapi (fun own node -> { node with f_last = ended.(own) }) (Array.of_list nodes))

(* A whole number as the format spells it. *)
let whole word =
  match int_of_string_opt word with Some i when string_of_int i = word -> i | _ -> refuse ("a number: " ^ word)

(* A move before a claim, or a claim's own. *)
let move rows cols word =
  match word with
  | "pass" -> Pass_on
  | "refresh" -> Refresh
  | _ -> (
      let column = String.index_opt "ABCDEFGHJKLMNOPQRSTUVWXYZ" word.[0] in
      let digits = String.sub word 1 (String.length word - 1) in
      let row = Option.bind (int_of_string_opt digits) (fun r -> if string_of_int r = digits then Some r else None) in
      match (column, row) with
      | Some c, Some r when c < cols && r >= 1 && r <= rows -> Lay (n_of (((rows - r) * cols) + c))
      | _ -> unread ("no move: " ^ word))

type ground = Node of int * int | Rules
type claim = { plays : n kee_move list; who : player; wanted : int; ground : ground; told : string }

let claim_of rows cols line =
  let plays, rest =
    match String.split_on_char ' ' line with
    | "claim" :: "root" :: rest -> ([], rest)
    | "claim" :: "play" :: word :: rest -> ([ move rows cols word ], rest)
    | _ -> unread ("not a claim that this reads: " ^ line)
  in
  match rest with
  | who :: "forces" :: sign :: margin :: ground when sign = if who = "black" then ">=" else "<=" ->
      let margin = whole margin in
      require (abs margin <= 20_000) line;
      let ground =
        match ground with
        | [ "node"; node; "map"; map ] -> Node (whole node, whole map)
        | [ "rules" ] -> Rules
        | _ -> unread ("not a claim that this reads: " ^ line)
      in
      let wanted = if who = "black" then margin else -margin in
      { plays; who = Certificate.player_of who; wanted; ground; told = line }
  | _ -> unread ("not a claim that this reads: " ^ line)

let of_z = function Z0 -> 0 | Zpos p -> Numbers.of_positive p | Zneg p -> -Numbers.of_positive p

(* Is somebody left alone before the last of these plays? The format says nothing of what he plays. *)
let rec goes_on_alone left before = function
  | play :: (_ :: _ as rest) ->
      left before play Black (Numbers.z_of (-20_000)) || goes_on_alone left (before @ [ play ]) rest
  | _ -> false

let is_node file node = 0 <= node && node < Array.length file.last

(* Does a claim hold after these plays, by nodes that were taken, or by the rules alone? [left]: after the last one a
   player is left who alone comes to what is claimed. *)
let holds file replay by_node left moves claim =
  let plays = moves @ claim.plays in
  match (claim.ground, replay plays) with
  | Node (node, map), Goes history ->
      require (0 <= map && map < Array.length file.group && is_node file node) "no such node or element";
      by_node history claim.who (Numbers.z_of claim.wanted) (positive_of (node + 1)) file.group.(map)
  | Rules, Ends (Scored margin) -> of_z (margin_of claim.who margin) >= claim.wanted
  | _, Illegal when goes_on_alone left [] plays -> unread "plays of who is left"
  | Rules, Illegal when plays <> [] ->
      let last = List.nth plays (List.length plays - 1) in
      let before = List.filteri (fun i _ -> i < List.length plays - 1) plays in
      left before last claim.who (Numbers.z_of claim.wanted)
  | _ -> false

let group_of rules rectangle maps =
  match rules with Ko _ -> superko_group rectangle maps | Kee { refresh; _ } -> kee_group rectangle refresh maps | Kee_v6 _ -> v6_group rectangle maps

(* What is asked of each claim, once the rules have taken the nodes. *)
let taken file rules board first nodes =
  match rules with
  | Ko rule ->
      let by checked = holds file (superko_replay file.rectangle rule board first)
        (superko_claim file.rectangle rule checked) (fun _ _ _ _ -> false) in
      Option.map by (superko_nodes file.rectangle fuel rule nodes)
  | Kee { refresh; tally_all } ->
      let by checked = holds file (kee_replay file.rectangle refresh tally_all board first)
        (kee_claim file.rectangle refresh tally_all checked) (kee_left file.rectangle fuel refresh tally_all board first) in
      Option.map by (kee_nodes file.rectangle fuel refresh tally_all nodes)
  | Kee_v6 _ ->
      let by checked = holds file (v6_replay file.rectangle board first) (v6_claim file.rectangle checked)
        (fun _ _ _ _ -> false) in
      Option.map by (v6_nodes file.rectangle fuel nodes)

let check text =
  let at = ref 0 in
  let words () =
    let stop = String.index_from text !at '\n' in
    let found = String.sub text !at (stop - !at) in
    at := stop + 1;
    let words = String.split_on_char ' ' found in
    if List.mem "" words || not (String.for_all (fun c -> c >= ' ' && c <= '~') found) then unread "no line of words";
    words
  in
  let after key = match words () with word :: rest when word = key -> rest | _ -> unread ("wanted: " ^ key) in
  if after "solve-certificate" <> [ "1" ] then unread "another version";
  let name = match after "rules" with [ name ] -> name | _ -> unread "wanted: rules" in
  let rules = rules_of name (after "fields") in
  let rows, cols =
    match after "board" with
    | [ size ] -> Scanf.sscanf size "%dx%d%!" (fun r c -> require (Printf.sprintf "%dx%d" r c = size) size; (r, c))
    | _ -> unread "wanted: a rectangle"
  in
  let (black, white), first =
    match after "start" with
    | [ board; who ] -> (Certificate.stones rows cols board, Certificate.player_of who)
    | _ -> unread "wanted: start"
  in
  if cols > 25 then unread "a board that is too large";
  let moves = List.map (move rows cols) (after "moves") in
  require (List.length moves <= 10_000) "too many moves";
  let rec header claims =
    match words () with
    | "claim" :: _ as words -> header (claim_of rows cols (String.concat " " words) :: claims)
    | [ "nodes"; count ] -> (List.rev claims, whole count)
    | _ -> unread "wanted: nodes"
  in
  let claims, count = header [] in
  require (claims <> []) "no claim";
  require (count >= 0) "fewer than no nodes";
  let size = match after "body" with [ size ] -> whole size | _ -> unread "wanted: body" in
  require (String.length text = !at + size + 8) "the size of the body";
  let suicide = match rules with Kee_v6 { suicide } -> suicide | Ko _ | Kee _ -> false in
  let rectangle = rectangle_with suicide (Numbers.nat_of rows) (Numbers.nat_of cols) in
  let group =
    match group_of rules rectangle (List.map (List.map n_of) (symmetries rows cols)) with
    | Some group -> Array.of_list group
    | None -> unread "what are the symmetries?"
  in
  let file =
    { rectangle; points = rows * cols; group; text = String.sub text !at size; at = 0; last = Array.make count (-1) }
  in
  let board = placed file black white in
  let lives stones = reaching rectangle stones (empty_of rectangle board) = stones in
  if not (lives board.black && lives board.white) then unread "a chain without a liberty";
  let nodes = nodes file count in
  let keep claim = match claim.ground with Node (node, _) when is_node file node -> file.last.(node) <- kept | _ -> () in
  List.iter keep claims;
  match taken file rules board first (with_last file nodes) with
  | None -> refuse "a node"
  | Some holds ->
      List.iter (fun claim -> require (holds moves claim) claim.told) claims;
      require (Array.for_all (fun last -> last >= 0) file.last) "a node that nothing refers to";
      List.length claims

(* Prints what is found of a file, and returns how the program would exit. *)
let check_file path =
  let told, code =
    match
      let channel = open_in_bin path in
      let text = really_input_string channel (in_channel_length channel) in
      close_in channel;
      check text
    with
    | claims -> (Printf.sprintf "accepted: %d claims" claims, 0)
    | exception Refused why -> ("refused: " ^ why, 1)
    | exception (Certificate.Unread why | Sys_error why) -> ("not read: " ^ why, 2)
    | exception (Not_found | Failure _ | Invalid_argument _ | End_of_file | Scanf.Scan_failure _) -> ("not read", 2)
  in
  Printf.printf "%s: %s %d\n%!" path told code;
  code

let rec check_lines () =
  match read_line () with
  | exception End_of_file -> 0
  | path -> ignore (check_file path); check_lines ()

let () =
  match List.tl (Array.to_list Sys.argv) with
  | [] -> exit (check_lines ())
  | names ->
      let codes = List.map check_file names in
      exit (Option.value (List.find_opt (fun code -> List.mem code codes) [ 2; 1 ]) ~default:0)
