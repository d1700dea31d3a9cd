(* The words of a header whose claims, or rules, are of a kind of their own: what is common to ing_spight_file.ml and
   coalitions_file.ml. The header of all others is read by header.ml. *)
open Header

(* The words of the line that begins there, and where the next one does. *)
let line text at =
  let stop = String.index_from text at '\n' in
  let found = String.sub text at (stop - at) in
  let words = String.split_on_char ' ' found in
  if List.mem "" words || not (String.for_all (fun c -> c >= ' ' && c <= '~') found) then unread "no line of words";
  (words, stop + 1)

(* The rows and columns of a board. *)
let size word = Scanf.sscanf word "%dx%d%!" (fun r c -> require (Printf.sprintf "%dx%d" r c = word) word; (r, c))

let not_read words = unread ("not a claim that this reads: " ^ String.concat " " words)

(* The play that a claim is about, if it is about one, and the words behind it. *)
let claim_play rows cols words =
  match words with
  | "claim" :: "root" :: rest -> ([], rest)
  | "claim" :: "play" :: word :: rest -> ([ move rows cols word ], rest)
  | _ -> not_read words
