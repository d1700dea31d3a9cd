(* What stands in a certificate ("The file"). *)
open Ruleset
type ground = Node of int * int | Rules | Strategy of int | Most
(* Plays are numbers: a point, as many as there are points for a pass, one more for a refreshing
   pass. Margins are Black's, inf and -inf an outright win. Without a play it is on the root. *)
type claim = { play : int option; player : int; denies : bool; margin : int; ground : ground }
type reader = { text : string; mutable at : int; stop : int }
type t = { rules : Ruleset.t; board : Board.t; start : Board.position; mover : int;
  moves : int list; claims : claim list; version : int; contents : string;
  number : int (* of nodes or strategies *); body : reader }
let byte reader = require (reader.at < reader.stop) "the body ends too early";
  reader.at <- reader.at + 1; Char.code reader.text.[reader.at - 1]
(* V. What OCaml's numbers do not hold is the greatest of them, which no field may be. *)
let number reader = let rec more shift value = let byte = byte reader in let bits = byte land 127 in
    require ((bits > 0 || shift = 0 || byte > 127) && (shift < 63 || byte < 2)) "no V";
    let fits = bits = 0 || shift < 56 || (shift = 56 && bits < 64) in
    let value = if fits && value < max_int then value lor (bits lsl shift) else max_int in
    if byte > 127 then more (shift + 7) value else value in more 0 0
(* The words of the next line. *)
let words reader =
  let stop = try String.index_from reader.text reader.at '\n' with Not_found -> reader.stop in
  require (stop < reader.stop) "a line has no end";
  let line = String.sub reader.text reader.at (stop - reader.at) in reader.at <- stop + 1;
  let words = String.split_on_char ' ' line and printable c = c >= ' ' && c <= '~' in
  require (String.for_all printable line && not (List.mem "" words)) ("no line of words: " ^ line);
  words
let whole ?(least = 0) ?(most = 0xffffffff) text = match int_of_string_opt text with
  | Some n when n >= least && n <= most && string_of_int n = text -> n
  | _ -> refuse ("not a whole number that is allowed: " ^ text)
let check_size points = require (points <= 64) "a board has at most 64 points";
  if points > 62 then raise (Unknown "a board of more than 62 points")
(* The board and its rows, of the line of a board or those of a graph. *)
let board reader = match words reader with
  | [ "board"; text ] -> (
      match List.map (whole ~least:1 ~most:64) (String.split_on_char 'x' text) with
      | [ rows; columns ] -> check_size (rows * columns); (Board.rectangle rows columns, rows)
      | _ -> refuse ("no board: " ^ text))
  | [ "graph"; _; bytes ] ->
      let text = { reader with stop = reader.at + whole bytes ~most:(reader.stop - reader.at) } in
      reader.at <- text.stop; let names = words text in
      let letter = function 'a' .. 'z' | 'A' .. 'Z' | '0' .. '9' | '-' | '_' -> true | _ -> false in
      let allowed name = String.length name <= 15 && String.for_all letter name
        && not (List.mem (String.lowercase_ascii name) [ "pass"; "refresh" ]) in
      let once = List.length (List.sort_uniq compare names) = List.length names in
      require (once && List.for_all allowed names) "the points of the graph";
      check_size (List.length names); let points = List.mapi (fun p name -> (name, p)) names in
      let rec edges () = if text.at = text.stop then []
        else match List.map (fun name -> List.assoc_opt name points) (words text) with
          | [ Some p; Some q ] when p < q -> (p, q) :: edges ()
          | _ -> refuse "no edge of the graph" in
      let edges = edges () in require (edges = List.sort_uniq compare edges) "the order of edges";
      (Board.graph (Array.of_list names) edges, 1)
  | _ -> refuse "no board"
let player = function "black" -> 0 | "white" -> 1 | word -> refuse ("no player: " ^ word)
let position board rows text =
  let lines = String.split_on_char '/' text and points = Board.numbers board.Board.size in
  let long line = String.length line = board.size / rows in let text = String.concat "" lines in
  require (List.length lines = rows && List.for_all long lines) "the start's rows";
  require (String.for_all (String.contains ".XO") text) "the start's stones";
  let set stone = Board.set_of board.size (fun p -> text.[p] = stone) in
  let position = { Board.black = set 'X'; white = set 'O' } in
  let lives p = Board.liberties board position (if text.[p] = 'X' then 0 else 1) p > 0 in
  require (List.for_all (fun p -> text.[p] = '.' || lives p) points) "a chain without a liberty";
  position
let play board text = let size = board.Board.size in
  match List.find_opt (fun p -> board.names.(p) = text) (Board.numbers size) with
  | Some point -> point
  | None -> if text = "pass" then size else if text = "refresh" then size + 1 else refuse "no play"
let claim board words =
  let play, words = match words with
    | "root" :: rest -> (None, rest) | "play" :: text :: rest -> (Some (play board text), rest)
    | _ -> refuse "a claim is on the root or on a play" in
  let player, denies, text, rest = match words with
    | "black" :: "forces" :: ">=" :: text :: rest -> (0, false, text, rest)
    | "white" :: "forces" :: "<=" :: text :: rest -> (1, false, text, rest)
    | "black" :: "denies" :: "<=" :: text :: rest -> (0, true, text, rest)
    | "white" :: "denies" :: ">=" :: text :: rest -> (1, true, text, rest)
    | _ :: "gets" :: _ -> raise (Unknown "coalitions") | _ -> refuse "no claim" in
  let margin = match text with | "inf" when player = 0 -> inf | "-inf" when player = 1 -> -inf
    | _ -> whole text ~least:(-20_000) ~most:20_000 in
  let ground = match rest with | [ "node"; node; "map"; map ] -> Node (whole node, whole map)
    | [ "rules" ] -> Rules | [ "strategy"; number ] -> Strategy (whole number)
    | [ "most" ] -> Most | _ -> refuse "a claim rests on nothing" in
  { play; player; denies; margin; ground }
let of_string text =
  let stop = max 0 (String.length text - 8) in let body = { text; at = 0; stop } in let after key =
    match words body with word :: rest when word = key -> rest | _ -> refuse ("no " ^ key) in
  let word_after key = match after key with [ word ] -> word | _ -> refuse ("the line of " ^ key) in
  let version = whole (word_after "solve-certificate") ~least:1 in
  if version > 4 then raise (Unknown ("version " ^ string_of_int version));
  require (stop > 128 && Xxh3.hash text stop = String.get_int64_le text stop) "the checksum";
  let name = word_after "rules" in let rules = of_name name (after "fields") in
  let board, rows = board body in
  let start, mover = match after "start" with
    | [ text; who ] -> (position board rows text, player who) | _ -> refuse "no start" in
  let moves = List.map (play board) (after "moves") in require (List.length moves <= 10_000) "F8";
  let rec claims found = match words body with
    | "claim" :: rest -> claims (claim board rest :: found)
    | [ contents; number ] when found <> [] -> (List.rev found, contents, whole number)
    | _ -> refuse "no claims, or nothing after them" in let claims, contents, number = claims [] in
  let strategies before = [ before ^ "strategies"; before ^ "answered-strategies" ] in
  let contents_of = function 1 -> "nodes" :: strategies "" | 2 -> strategies "packed-"
    | 3 -> [ "nodes" ] | _ -> strategies "living-" @ strategies "packed-living-" in
  require (List.mem contents (contents_of version)) "contents that are not of this version";
  let bytes = whole (word_after "body") in
  require (bytes = stop - body.at) "the body has another size";
  { rules; board; start; mover; moves; claims; contents; number; version; body }
