(* All but the body of a certificate of nodes ("The file"), whose moves may remove cycles. Words,
   boards and what a claim says are read as in proofs/second_checker. *)
open Ruleset
open Certificate
(* A move: the number of the cycle that it removes, 0: none; and its play. *)
type move = { cycle : int; play : int }
type t = {
  rules : Ruleset.t; board : Board.t; start : Board.position; mover : int; moves : move list;
  claims : (move option * Certificate.claim) list; number : int (* of nodes *); body : reader }
let move board text =
  let after at = String.sub text at (String.length text - at) in
  if not (String.starts_with ~prefix:"cycle:" text) then { cycle = 0; play = play board text }
  else match String.split_on_char '+' (after 6) with
    | [ number ] -> { cycle = whole number ~least:1; play = board.size }
    | [ number; point ] ->
        let play = play board point in
        require (play < board.size) "F8: no point";
        { cycle = whole number ~least:1; play }
    | _ -> refuse "F8: no move"
let claim board = function
  | "play" :: text :: rest -> (Some (move board text), claim board ("root" :: rest))
  | words -> (None, claim board words)
let of_string text =
  let stop = max 0 (String.length text - 8) in
  let body = { text; at = 0; stop } in
  let after key =
    match words body with word :: rest when word = key -> rest | _ -> refuse ("no " ^ key) in
  let word_after key = match after key with [ word ] -> word | _ -> refuse ("the line of " ^ key) in
  let version = whole (word_after "solve-certificate") ~least:1 in
  if version <> 1 && version <> 3 then raise (Unknown ("version " ^ string_of_int version));
  require (stop > 128 && Xxh3.hash text stop = String.get_int64_le text stop) "F15: the checksum";
  let name = word_after "rules" in
  let rules = of_name name (after "fields") in
  require (version = 1) "R1: strategy leaves under these rules";
  let board, rows = board body in
  let start, mover = match after "start" with
    | [ text; who ] -> (position board rows text, player who) | _ -> refuse "no start" in
  let moves = List.map (move board) (after "moves") in
  require (List.length moves <= 10_000) "F8: more moves than that";
  let rec claims found = match words body with
    | "claim" :: rest -> claims (claim board rest :: found)
    | [ contents; number ] when found <> [] ->
        if contents <> "nodes" then raise (Unknown contents);
        (List.rev found, whole number)
    | _ -> refuse "no claims, or nothing after them" in
  let claims, number = claims [] in
  let bytes = whole (word_after "body") in
  require (bytes = stop - body.at) "F14: the body has another size";
  { rules; board; start; mover; moves; claims; number; body }
