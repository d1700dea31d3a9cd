(* Reads certificates of strategies (solver/certificate/format.h): what is claimed, and the replies. *)
open Extracted

exception Unread of string
let fail text = raise (Unread text)

type claim = { who : player; wanted : int; replies : string option (* none: "most" *); text : string }

type t = {
  rows : int;
  cols : int;
  fields : string list;
  start : int * int; (* stones of Black and White, bit p for point p *)
  to_move : player;
  claims : claim list;
  answered : bool;
}

(* An unsigned LEB128 number at a place of the text, and the place behind it. *)
let rec number text at =
  let byte = Char.code text.[at] in
  if byte < 128 then (byte, at + 1)
  else
    let high, behind = number text (at + 1) in
    ((byte land 127) lor (high lsl 7), behind)

let strategies body count =
  let rec from at left =
    if left = 0 then if at = String.length body then [] else fail "bytes behind the last strategy"
    else
      let length, first = number body at in
      String.sub body first length :: from (first + length) (left - 1)
  in
  from 0 count

(* A number of OCaml's has the points of a board as bits. *)
let stones rows cols text =
  if rows < 1 || cols < 1 || rows > 62 || cols > 62 / rows then fail "a board that is too large";
  let lines = String.split_on_char '/' text in
  if List.map String.length lines <> List.init rows (fun _ -> cols) then fail "the rows of the start";
  let cells = String.concat "" lines in
  let of_colour c =
    let set = ref 0 in
    String.iteri (fun p cell -> if cell = c then set := !set lor (1 lsl p)) cells;
    !set
  in
  String.iter (fun c -> if not (String.contains ".XO" c) then fail "what stands on a point?") cells;
  (of_colour 'X', of_colour 'O')

let player_of = function "black" -> Black | "white" -> White | word -> fail ("no player: " ^ word)

let claim_of replies line =
  match String.split_on_char ' ' line with
  | [ "claim"; "root"; who; "forces"; sign; margin; "strategy"; number ]
    when sign = if who = "black" then ">=" else "<=" ->
      let m = int_of_string margin in
      let wanted = if who = "black" then m else -m in
      { who = player_of who; wanted; replies = Some (List.nth replies (int_of_string number)); text = line }
  | [ "claim"; "root"; who; "forces"; _; _; "most" ] ->
      { who = player_of who; wanted = 0; replies = None; text = line }
  | _ -> fail ("not a claim that this reads: " ^ line)

let read path =
  let channel = open_in_bin path in
  let text = really_input_string channel (in_channel_length channel) in
  close_in channel;
  let at = ref 0 in
  let line () =
    let stop = String.index_from text !at '\n' in
    let found = String.sub text !at (stop - !at) in
    at := stop + 1;
    found
  in
  let words () = String.split_on_char ' ' (line ()) in
  (match words () with [ "solve-certificate"; "1" ] -> () | _ -> fail "no unpacked certificate");
  (match words () with "rules" :: _ -> () | _ -> fail "wanted: rules");
  let fields = match words () with "fields" :: fields -> fields | _ -> fail "wanted: fields" in
  let rows, cols =
    match words () with
    | [ "board"; size ] -> Scanf.sscanf size "%dx%d%!" (fun r c -> (r, c))
    | _ -> fail "wanted: a rectangle"
  in
  let start, to_move =
    match words () with
    | [ "start"; board; who ] -> (stones rows cols board, player_of who)
    | _ -> fail "wanted: start"
  in
  (match words () with [ "moves" ] -> () | _ -> fail "wanted: no moves");
  let rec header claims =
    let next = line () in
    match String.split_on_char ' ' next with
    | "claim" :: _ -> header (next :: claims)
    | [ "strategies"; count ] -> (List.rev claims, int_of_string count, false)
    | [ "answered-strategies"; count ] -> (List.rev claims, int_of_string count, true)
    | _ -> fail "wanted: strategies"
  in
  let lines, count, answered = header [] in
  let size = match words () with [ "body"; size ] -> int_of_string size | _ -> fail "wanted: body" in
  let replies = strategies (String.sub text !at size) count in
  { rows; cols; fields; start; to_move; claims = List.map (claim_of replies) lines; answered }

let read path =
  try read path with Not_found | Failure _ | Invalid_argument _ | End_of_file -> fail "no certificate of strategies"
