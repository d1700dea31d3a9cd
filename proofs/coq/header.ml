(* Reads what stands before the body of a certificate, and has files judged: what is common to all programs whose names
   begin with the word "verify". *)
open Extracted

exception Refused of string
let refuse why = raise (Refused why)
let require yes why = if not yes then refuse why
let unread why = Certificate.fail why

let n_of = Numbers.n_of

(* The rules that the theorems are about. *)
type rules = Ko of repetition | Kee of { refresh : bool; tally_all : bool } | Kee_v6 of { suicide : bool } | Migos of { suicide : bool }

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

(* The body, read as far as [at]. *)
type body = { text : string; mutable at : int }

let byte body =
  require (body.at < String.length body.text) "the body ends";
  body.at <- body.at + 1;
  Char.code body.text.[body.at - 1]

(* An unsigned LEB128 number in its shortest form. No field may be one for which OCaml's have no room. *)
let number body =
  let rec from shift =
    let next = byte body in
    require ((shift < 56 || (shift = 56 && next < 64)) && (next > 0 || shift = 0)) "a number";
    if next < 128 then next lsl shift else ((next land 127) lsl shift) lor from (shift + 7)
  in
  from 0

(* A whole number as the format spells it. *)
let whole word =
  match int_of_string_opt word with Some i when string_of_int i = word -> i | _ -> refuse ("a number: " ^ word)

type play = Point of int | Passing | Refreshing

(* A move before a claim, or a claim's own. *)
let move rows cols word =
  match word with
  | "pass" -> Passing
  | "refresh" -> Refreshing
  | _ -> (
      let column = String.index_opt "ABCDEFGHJKLMNOPQRSTUVWXYZ" word.[0] in
      let digits = String.sub word 1 (String.length word - 1) in
      let row = Option.bind (int_of_string_opt digits) (fun r -> if string_of_int r = digits then Some r else None) in
      match (column, row) with
      | Some c, Some r when c < cols && r >= 1 && r <= rows -> Point (((rows - r) * cols) + c)
      | _ -> unread ("no move: " ^ word))

type ground = Node of int * int | Rules | Strategy of int | Most
type claim = {
  plays : play list;
  who : player;
  wanted : int; (* in his favour *)
  denies : bool; (* the other player does not get more than that, against him *)
  ground : ground;
  told : string;
}

(* More than any board is worth: an outright win. *)
let outright = 20_001

(* What is forced, or under rules of [migos] denied; in Black's view, as it is spelt. *)
let wanted_of migos who denies word line =
  match word with
  | ("inf" | "-inf") when migos ->
      require (word = if who = "black" then "inf" else "-inf") line;
      outright
  | _ ->
      let margin = whole word in
      require (-20_000 <= margin && margin <= 20_000) line;
      (if who = "black" then margin else -margin) + if denies then 1 else 0

(* A denial is a claim of the player's that another sign tells: Black denies what is at most so much. *)
let claim_of migos rows cols line =
  let plays, rest =
    match String.split_on_char ' ' line with
    | "claim" :: "root" :: rest -> ([], rest)
    | "claim" :: "play" :: word :: rest -> ([ move rows cols word ], rest)
    | _ -> unread ("not a claim that this reads: " ^ line)
  in
  match rest with
  | who :: way :: sign :: margin :: ground
    when (way = "forces" && sign = if who = "black" then ">=" else "<=")
         || (migos && way = "denies" && sign = if who = "black" then "<=" else ">=") ->
      let denies = way = "denies" in
      let ground =
        match ground with
        | [ "node"; node; "map"; map ] -> Node (whole node, whole map)
        | [ "rules" ] -> Rules
        | [ "strategy"; strategy ] -> Strategy (whole strategy)
        | [ "most" ] -> Most
        | _ -> unread ("not a claim that this reads: " ^ line)
      in
      { plays; who = Certificate.player_of who; wanted = wanted_of migos who denies margin line; denies; ground; told = line }
  | _ -> unread ("not a claim that this reads: " ^ line)

(* What stands before the body. *)
type header = {
  version : string;
  rules : rules;
  rows : int;
  cols : int;
  stones : int * int;
  first : player;
  moves : play list;
  claims : claim list;
  contents : string;
  count : int;
  body : body;
}

let header ?(rules_of = rules_of) text =
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
  let version = match after "solve-certificate" with [ version ] -> version | _ -> unread "wanted: a version" in
  let name = match after "rules" with [ name ] -> name | _ -> unread "wanted: rules" in
  let rules = rules_of name (after "fields") in
  let migos = match rules with Migos _ -> true | Ko _ | Kee _ | Kee_v6 _ -> false in
  let rows, cols =
    match after "board" with
    | [ size ] -> Scanf.sscanf size "%dx%d%!" (fun r c -> require (Printf.sprintf "%dx%d" r c = size) size; (r, c))
    | _ -> unread "wanted: a rectangle"
  in
  let stones, first =
    match after "start" with
    | [ board; who ] -> (Certificate.stones rows cols board, Certificate.player_of who)
    | _ -> unread "wanted: start"
  in
  if cols > 25 then unread "a board that is too large";
  let moves = after "moves" in
  require (List.length moves <= 10_000) "too many moves";
  let moves = List.map (move rows cols) moves in
  let rec claimed claims =
    match words () with
    | "claim" :: _ as words -> claimed (claim_of migos rows cols (String.concat " " words) :: claims)
    | [ contents; count ] -> (List.rev claims, contents, whole count)
    | _ -> unread "wanted: what claims rest on"
  in
  let claims, contents, count = claimed [] in
  require (claims <> []) "no claim";
  require (count >= 0) "fewer than none";
  let size = match after "body" with [ size ] -> whole size | _ -> unread "wanted: body" in
  require (String.length text = !at + size + 8) "the size of the body";
  require (count <= size) "fewer nodes, or strategies, than told";
  { version; rules; rows; cols; stones; first; moves; claims; contents; count;
    body = { text = String.sub text !at size; at = 0 } }

(* The replies of each strategy. *)
let strategies body count =
  let rec some left =
    if left = 0 then []
    else
      let length = number body in
      require (length <= String.length body.text - body.at) "the body ends";
      let replies = String.sub body.text body.at length in
      body.at <- body.at + length;
      replies :: some (left - 1)
  in
  let found = some count in
  require (body.at = String.length body.text) "bytes behind the last strategy";
  found

let maps header = List.map (List.map n_of) (symmetries header.rows header.cols)

(* The start, each chain of which must have a liberty. *)
let start header rectangle =
  let black, white = header.stones in
  let board = { Extracted.black = n_of black; white = n_of white } in
  let lives stones = reaching rectangle stones (empty_of rectangle board) = stones in
  if not (lives board.black && lives board.white) then unread "a chain without a liberty";
  board

(* Reads a file and has it checked; returns what is told of it and how the program would exit. *)
let judged check path =
  match
    let channel = open_in_bin path in
    let text = really_input_string channel (in_channel_length channel) in
    close_in channel;
    check text
  with
  | told, code -> (told, code)
  | exception Refused why -> ("refused: " ^ why, 1)
  | exception (Certificate.Unread why | Sys_error why) -> ("not read: " ^ why, 2)
  | exception (Not_found | Failure _ | Invalid_argument _ | End_of_file | Scanf.Scan_failure _) -> ("not read", 2)
  | exception (Stack_overflow | Out_of_memory) -> ("not read: too little memory", 2)

(* Prints what is found of a file, and returns how the program would exit. *)
let check_file check path =
  let told, code = judged check path in
  Printf.printf "%s: %s %d\n%!" path told code;
  code

let rec check_lines check =
  match read_line () with
  | exception End_of_file -> 0
  | path -> ignore (check_file check path); check_lines check

(* The program's arguments name files, or lines of standard input do. Of several files a refusal is told first. *)
let main check =
  match List.tl (Array.to_list Sys.argv) with
  | [] -> exit (check_lines check)
  | names ->
      let codes = List.map (check_file check) names in
      exit (Option.value (List.find_opt (fun code -> List.mem code codes) [ 1; 2; 3 ]) ~default:0)
