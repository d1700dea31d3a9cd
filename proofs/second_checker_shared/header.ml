(* The header of a certificate ("The file" of docs/certificate-format.md), for checkers of one kind
   of certificates each. Words, numbers and boards are read as in proofs/second_checker. *)
open Ruleset open Certificate
type t = {
  values : (string * string) list; (* of the ruleset's fields *)
  players : int; board : Board.t; start : Board.set array; (* the stones of each player *)
  mover : int; moves : int list; claims : string list list; (* their words *)
  version : int; contents : string; number : int (* of nodes or strategies *); body : reader }
let value header field = List.assoc field header.values
let names = [ "black"; "white"; "third"; "fourth" ]
(* The number of a player who has that name, of so many. *)
let player players name =
  match List.find_opt (fun k -> List.nth names k = name) (Board.numbers players) with
  | Some player -> player | None -> refuse ("no player: " ^ name)
(* The values of a ruleset's fields (F3, F4). Known are those of each field, the preset's first. *)
let values family known name fields =
  if List.hd (String.split_on_char ',' name) <> family then raise (Unknown ("the ruleset " ^ name));
  let value (field, values) word = match String.split_on_char '=' word with
    | [ told; value ] when told = field ->
        if List.mem value values then (field, value) else raise (Unknown word)
    | _ -> refuse ("not the field " ^ field) in
  let told = List.length fields = 1 + List.length known && List.hd fields = family in
  require told "the fields are not those of the ruleset";
  let values = List.map2 value known (List.tl fields) in
  let own (field, value) (_, values) =
    if value = List.hd values then "" else "," ^ field ^ "=" ^ value in
  require (name = family ^ String.concat "" (List.map2 own values known)) "the ruleset's name";
  values
(* The stones of each player (F7). *)
let stones board rows players text =
  let lines = String.split_on_char '/' text and cells = "XO#@" in
  let long line = String.length line * rows = board.Board.size in
  require (List.length lines = rows && List.for_all long lines) "the start's rows";
  let text = String.concat "" lines in
  let known c = c = '.' || String.contains (String.sub cells 0 players) c in
  require (String.for_all known text) "the start's stones";
  let add cell set p = if text.[p] = cell then set lor (1 lsl p) else set in
  Array.init players (fun k -> List.fold_left (add cells.[k]) 0 (Board.numbers board.size))
(* Does each chain have a liberty? *)
let lives board stones = let empty = board.Board.all land lnot (Array.fold_left ( lor ) 0 stones) in
  let lives own p = not (Board.has own p) || Board.stifled board own empty (1 lsl p) = 0 in
  Array.for_all (fun own -> List.for_all (lives own) (Board.numbers board.size)) stones
(* All but the body of a certificate of a family; players tells how many there are. *)
let read text ~family ~known ~players =
  let stop = max 0 (String.length text - 8) in let body = { text; at = 0; stop } in
  let after key =
    match words body with word :: rest when word = key -> rest | _ -> refuse ("no " ^ key) in
  let word_after key = match after key with [ word ] -> word | _ -> refuse ("the line of " ^ key) in
  let version = whole (word_after "solve-certificate") ~least:1 in
  if version > 3 then raise (Unknown ("version " ^ string_of_int version));
  require (stop > 128 && Xxh3.hash text stop = String.get_int64_le text stop) "the checksum";
  let name = word_after "rules" in let values = values family known name (after "fields") in
  let players = players values and board, rows = board body in
  let start, mover = match after "start" with
    | [ text; who ] -> (stones board rows players text, player players who)
    | _ -> refuse "no start" in
  require (lives board start) "a chain without a liberty";
  let moves = List.map (play board) (after "moves") in require (List.length moves <= 10_000) "F8";
  let rec claims found = match words body with
    | "claim" :: rest -> claims (rest :: found)
    | [ contents; number ] when found <> [] -> (List.rev found, contents, whole number)
    | _ -> refuse "no claims, or nothing after them" in
  let claims, contents, number = claims [] in let bytes = whole (word_after "body") in
  require (bytes = stop - body.at) "the body has another size";
  { values; players; board; start; mover; moves; claims; version; contents; number; body }
