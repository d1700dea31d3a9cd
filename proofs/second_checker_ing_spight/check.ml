(* check FILE...: checks certificates under ing-spight, by docs/certificate-format.md ("Odd cycles")
   alone. What is printed: proofs/second_checker_shared/verdict.ml. *)
open Board open Ruleset open Rules
(* made: of each odd cycle, by its number, how far it has come. *)
type state = { position : position; mover : int; passes : int; hot : set; made : string }
type game = { rules : rules; plays_of : position -> int -> (play * position) list;
  cycles : play array array (* the odd ones *);
  with_play : (play, int list) Hashtbl.t (* the numbers of those that have it *);
  kos : (position * int * int, bool) Hashtbl.t (* which stones are ko plays, once it is known *) }
let new_game rules =
  let plays_of = plays_of rules in let cycles = odd_cycles rules plays_of in
  let with_play = Hashtbl.create 1000 in
  let enter number play = let others = Option.value (Hashtbl.find_opt with_play play) ~default:[] in
    if List.nth_opt others 0 <> Some number then
      Hashtbl.replace with_play play (number :: others) in
  Array.iteri (fun number -> Array.iter (enter number)) cycles;
  { rules; plays_of; cycles; with_play; kos = Hashtbl.create 1000 }
(* One is enough for all certificates of the same board and rules. *)
let games = Hashtbl.create 10
let game_of ({ board; suicide; longest } as rules) = let key = (board.next, suicide, longest) in
  if not (Hashtbl.mem games key) then Hashtbl.add games key (new_game rules); Hashtbl.find games key
(* Do plays of the list, by players in turn, lead home by an odd cycle? Last is who made the play
   before, 2 at first, when an even number of plays has been made. *)
let rec leads_home rules home position last even = function [] -> false
  | play :: rest -> leads_home rules home position last even rest
      || play.player <> last && match repeated rules position play with None -> false
         | Some after -> (even && same after home)
             || leads_home rules home after play.player (not even) rest
(* Does a cycle of plays from a position hold an odd one? *)
let rec holds_odd rules position plays left = left > 0
  && (leads_home rules position position 2 true plays
      || match repeated rules position (List.hd plays) with
         | Some after -> holds_odd rules after (List.tl plays @ [ List.hd plays ]) (left - 1)
         | None -> assert false)
let is_ko { rules; plays_of; kos; _ } position (play, after) =
  let key = (position, play.player, play.point) in
  try Hashtbl.find kos key with Not_found ->
    let even plays = not (holds_odd rules position plays (List.length plays)) in
    let of_length half = find_cycle rules plays_of position (1 - play.player) after [ play ]
      ((2 * half) - 1) even in
    let found = List.exists (fun k -> of_length (k + 1)) (numbers (rules.longest / 2)) in
    Hashtbl.add kos key found; found
let may_be_played rules position cycle = let go_on position play =
    Option.bind position (fun position -> repeated rules position play) in
  Array.fold_left go_on (Some position) cycle <> None
(* The state after a stone; None if it is not legal. *)
let after_stone ({ rules; cycles; with_play; _ } as game) state point =
  match make rules state.position state.mover point with None -> None
  | Some (play, position) ->
      let ko = is_ko game state.position (play, position) in
      let takes = play.removed land stones state.position (1 - state.mover) in
      let made = Bytes.of_string state.made in
      let legal = ref (not (ko && takes land state.hot <> 0)) in
      let count number = let cycle = cycles.(number) and k = Char.code state.made.[number] in
        let size = Array.length cycle in if cycle.(k mod size) = play then
          if k < (2 * size) - 1 then Bytes.set made number (Char.chr (k + 1))
          else if may_be_played rules position cycle then legal := false in
      List.iter count (Option.value (Hashtbl.find_opt with_play play) ~default:[]);
      let hot = if ko then (state.hot lor (1 lsl point)) land occupied position else 0 in
      if not !legal then None
      else Some { position; mover = 1 - state.mover; passes = 0; hot; made = Bytes.to_string made }
let after ({ rules; _ } as game) state play =
  if play < rules.board.size then after_stone game state play
  else if play > rules.board.size then None
  else Some { state with mover = 1 - state.mover; passes = state.passes + 1; hot = 0 }
let is_over state = state.passes = 2
let play game state number = require (not (is_over state)) "C1, C2: a move after the end";
  match after game state number with Some next -> next | None -> refuse "C1, C2: an illegal move"
let sign player = if player = 0 then 1 else -1
(* A claim, as proofs/second_checker has it. *)
let is_good { Certificate.player; denies; margin; _ } score =
  if denies then sign player * (score - margin) > 0 else sign player * (score - margin) >= 0
(* Walks through the states from one on, with replies that reply gives. *)
let walk ({ rules; _ } as game) claim state reply = let points = rules.board.size in
  let states = Hashtbl.create 1000 in (* those met; true: the walk is within it *)
  let rec enter state =
    if is_over state then
      require (is_good claim (score rules.board ~stones_alone:false state.position)) "O5"
    else match Hashtbl.find_opt states state with
      | Some within -> require (claim.denies || not within) "O6"
      | None ->
          Hashtbl.add states state true;
          (if state.mover = claim.player then match after game state (reply ()) with
             | Some next -> enter next | None -> refuse "O4"
           else let answer play = Option.iter enter (after game state play) in
             List.iter answer (numbers (points + 1)));
          Hashtbl.replace states state false in
  enter state
let check_claim game body root strategies claim =
  let { Certificate.play = own; player; denies; margin; ground } = claim in
  let state = Option.fold ~none:root ~some:(play game root) own in
  require (denies || abs margin < inf) "O1"; match ground with
  | Most -> let least = sign player * margin <= -game.rules.board.size in
      require (least && (not denies) && game.rules.suicide = "no") "O2"; strategies
  | Strategy number when number = strategies ->
      let left = ref (Certificate.number body) in
      require (!left <= body.Certificate.stop - body.at) "the body ends too early";
      let reply () = require (!left > 0) "O7"; decr left; Certificate.byte body in
      walk game claim state reply; require (!left = 0) "O7"; strategies + 1
  | Strategy _ -> refuse "O3: a claim that does not rest on the next strategy"
  | _ -> refuse "F12: a claim that rests on no strategy"
(* A claim; proofs/second_checker has no outright win of the opponent's. *)
let claim board words =
  let rec finite = function
    | ((">=" | "<=") as sign) :: ("inf" | "-inf") :: rest -> sign :: "0" :: rest
    | word :: rest -> word :: finite rest | [] -> [] in
  let rec infinite = function
    | (">=" | "<=") :: "inf" :: _ -> Some inf | (">=" | "<=") :: "-inf" :: _ -> Some (-inf)
    | _ :: rest -> infinite rest | [] -> None in
  let claim = Certificate.claim board (finite words) in
  { claim with margin = Option.value (infinite words) ~default:claim.margin }
let known = [ ("longest-cycle", [ "8"; "6"; "4" ]); ("suicide", [ "no"; "multi"; "yes" ]) ]
let check text =
  let header = Header.read text ~family:"ing-spight" ~known ~players:(fun _ -> 2) in
  let { Header.board; start; mover; moves; number; body; _ } = header in
  require (header.version = 1 && header.contents = "strategies") "O8";
  require (board.size <= 9) "O9";
  let longest = int_of_string (Header.value header "longest-cycle") in
  let game = game_of { board; suicide = Header.value header "suicide"; longest } in
  let claims = List.map (claim board) header.claims in
  let position = { black = start.(0); white = start.(1) } in
  let made = String.make (Array.length game.cycles) '\000' in
  let root = List.fold_left (play game) { position; mover; passes = 0; hot = 0; made } moves in
  let strategies = List.fold_left (check_claim game body root) 0 claims in
  require (strategies = number) "O3: strategies are left over";
  require (body.at = body.stop) "B4: bytes after the last strategy"; List.length claims
let () = Verdict.main check
