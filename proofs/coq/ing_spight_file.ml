(* Reads a certificate under ing-spight: the header, and the replies of each strategy. Of header_words.ml it has the words, of header.ml
   how numbers and moves are spelt. *)
open Extracted
open Header

type rules = { kind : suicides; longest : int }

(* The rules of a name and all of its fields, as the format spells both. *)
let rules_of name fields =
  let value field known word =
    match List.find_opt (fun value -> word = field ^ "=" ^ value) known with
    | Some value -> value
    | None -> unread ("no rules of this checker: " ^ word)
  in
  match fields with
  | [ "ing-spight"; longest; suicide ] ->
      let longest = value "longest-cycle" [ "8"; "6"; "4" ] longest and suicide = value "suicide" [ "no"; "multi"; "yes" ] suicide in
      let spelt field value usual = if value = usual then "" else "," ^ field ^ "=" ^ value in
      if name <> "ing-spight" ^ spelt "longest-cycle" longest "8" ^ spelt "suicide" suicide "no" then unread ("no rules of this checker: " ^ name);
      { kind = List.assoc suicide [ ("no", Never); ("multi", Of_several); ("yes", Of_any) ]; longest = int_of_string longest }
  | _ -> unread "no rules of this checker"

(* Black's margin t in the view of who claims: what he gets at least, or where he denies what he gets at least of any end
   that comes about. An end of t itself is not good then. No board is worth an infinite margin. *)
let wanted_of who denies word line =
  match word with
  | "inf" | "-inf" ->
      require denies line;
      if (word = "inf") = (who = "black") then outright else -outright
  | _ ->
      let margin = whole word in
      require (-20_000 <= margin && margin <= 20_000) line;
      (if who = "black" then margin else -margin) + if denies then 1 else 0

let claim_of rows cols words =
  let line = String.concat " " words in
  let plays, rest = Header_words.claim_play rows cols words in
  match rest with
  | who :: way :: sign :: margin :: ground
    when (way = "forces" && sign = if who = "black" then ">=" else "<=")
         || (way = "denies" && sign = if who = "black" then "<=" else ">=") ->
      let ground =
        match ground with
        | [ "strategy"; number ] -> Strategy (whole number)
        | [ "most" ] -> Most
        | _ -> Header_words.not_read words
      in
      let denies = way = "denies" in
      { plays; who = Certificate.player_of who; wanted = wanted_of who denies margin line; denies; ground; told = line }
  | _ -> Header_words.not_read words

type file = {
  rules : rules;
  rows : int;
  cols : int;
  stones : int * int;
  first : player;
  moves : play list;
  claims : claim list;
  replies : string array; (* of each strategy, a byte each *)
}

let read text =
  let at = ref 0 in
  let words () =
    let words, next = Header_words.line text !at in
    at := next;
    words
  in
  let after key = match words () with word :: rest when word = key -> rest | _ -> unread ("wanted: " ^ key) in
  let one key = match after key with [ word ] -> word | _ -> unread ("wanted: " ^ key) in
  if one "solve-certificate" <> "1" then unread "another version";
  let name = one "rules" in
  let rules = rules_of name (after "fields") in
  let rows, cols = Header_words.size (one "board") in
  if rows < 1 || cols < 1 then unread "a board";
  let start = match after "start" with [ board; who ] -> (board, who) | _ -> unread "wanted: start" in
  let stones, first = (Certificate.stones rows cols (fst start), Certificate.player_of (snd start)) in
  require (rows * cols <= 9) "O9";
  let moves = after "moves" in
  require (List.length moves <= 10_000) "too many moves";
  let moves = List.map (move rows cols) moves in
  let rec claimed claims =
    match words () with
    | "claim" :: _ as words -> claimed (claim_of rows cols words :: claims)
    | [ "strategies"; count ] -> (List.rev claims, whole count)
    | _ -> unread "wanted: strategies"
  in
  let claims, count = claimed [] in
  require (claims <> []) "no claim";
  let size = whole (one "body") in
  require (String.length text = !at + size + 8) "the size of the body";
  require (0 <= count && count <= size) "fewer strategies than told";
  let replies = Array.of_list (strategies { text = String.sub text !at size; at = 0 } count) in
  { rules; rows; cols; stones; first; moves; claims; replies }
