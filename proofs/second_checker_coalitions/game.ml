(* The rules of kee2013 for two to four players: "Rules" and "Items" of
   docs/coalition-certificates.md. *)
open Board
type rules = { board : Board.t; players : int; refreshing : bool; suicide : string;
  stones_alone : bool (* scoring=stone *); alliance : bool; all_count : bool (* tally=all *) }
type state = { stones : set array (* of each player *); mover : int; active : set; passes : int }
let occupied stones = Array.fold_left ( lor ) 0 stones
(* All chains of a player's stones, or of several players', that have no liberty. *)
let stifled_of { board; _ } own empty =
  let add dead p = if has own p then dead lor stifled board own empty (1 lsl p) else dead in
  List.fold_left add 0 (numbers board.size)
(* The stones after one more on an empty point; None if that is not legal. *)
let place ({ board; suicide; alliance; _ } as rules) stones player point =
  let own = stones.(player) lor (1 lsl point) in
  let others = Array.mapi (fun k set -> if k = player then 0 else set) stones in
  let empty = board.all land lnot (occupied others lor own) in
  let groups = if alliance then [ occupied others ] else Array.to_list others in
  let encloses = List.exists (fun group -> stifled_of rules group empty <> 0) groups in
  let dead = if encloses then 0 else stifled board own empty (1 lsl point) in
  let with_own own stones = Array.mapi (fun k set -> if k = player then own else set) stones in
  if dead = 0 then
    Some (with_own own (Array.map (fun set -> set land lnot (stifled_of rules set empty)) others))
  else if suicide = "no" || (suicide = "multi" && dead = 1 lsl point) then None
  else Some (with_own (own lxor dead) others)
(* The points of each player. *)
let points_of { board; stones_alone; _ } stones =
  let empty = board.all land lnot (occupied stones) in
  let reached = Array.map (fun own -> chain board empty (board.around own land empty)) stones in
  let alone k = let others = Array.mapi (fun j set -> if j = k then 0 else set) reached in
    reached.(k) land lnot (occupied others) in
  Array.mapi (fun k own -> count (if stones_alone then own else own lor alone k)) stones
type payoff = Points | Margin | Rank
(* What the members get. *)
let worth rules stones members payoff = let points = points_of rules stones in
  let split = List.partition (has members) (numbers rules.players) in
  let sum = List.fold_left (fun sum k -> sum + points.(k)) 0 in
  let best = List.fold_left (fun best k -> max best points.(k)) 0 (fst split) in
  match payoff with Points -> sum (fst split) | Margin -> sum (fst split) - sum (snd split)
  | Rank -> List.fold_left (fun rank k -> rank + compare best points.(k)) 0 (snd split)
(* The active player after one; those who are active from one back to who played first. *)
let rec next rules active player =
  let player = (player + 1) mod rules.players in
  if has active player then player else next rules active player
let last_players rules active mover =
  let back step = (mover + rules.players - step) mod rules.players in
  List.filter (has active) (List.map back (numbers rules.players))
(* A situation is a board and who moves next; an item is one of the encounters or the anchors. *)
type situation = set array * int
type item = Encounter of situation | Anchor of situation
let situation { stones; mover; _ } : situation = (stones, mover)
(* What a play does if nobody is banned by it: the state after it; does it clear the encounters, do
   the rules count it as a pass, is the game over? *)
type step = { by : int; after : state; refreshes : bool; counts : bool; ends : bool }
let play rules { stones; mover; active; passes } play =
  let points = rules.board.size in
  let after passes stones = { stones; mover = next rules active mover; active; passes } in
  let by = mover and refreshes = false and counts = false and ends = false in
  let step = { by; after = after 0 stones; refreshes; counts; ends } in
  let placed stones = { step with after = after 0 stones } in
  if play = points then let after = after (passes + 1) stones in
    Some { step with after; counts = true; ends = after.passes = count active }
  else if play > points then
    if rules.refreshing then Some { step with refreshes = true; counts = rules.all_count } else None
  else if has (occupied stones) play then None
  else Option.map placed (place rules stones mover play)
let looks_for { after; refreshes; _ } =
  if refreshes then Anchor (situation after) else Encounter (situation after)
(* The state after a play by which a player is banned; None if nobody is left. *)
let ban rules { by; after; _ } player = let active = after.active land lnot (1 lsl player) in
  if active = 0 then None
  else Some { after with active; passes = 0; mover = next rules active by }
(* A game: how often each player has passed since each item that is there. *)
type game = { now : state; over : bool; items : (item * int array) list }
let both state = let none () = Array.make 4 0 in
  [ (Encounter (situation state), none ()); (Anchor (situation state), none ()) ]
let start state = { now = state; over = false; items = both state }
(* Who is banned, of those with so many passes since: the last to play of those with the fewest. *)
let ko_player rules { by; after; _ } passes = let order = last_players rules after.active by in
  let fewest = List.fold_left (fun fewest k -> min fewest passes.(k)) max_int order in
  List.find (fun k -> passes.(k) = fewest) order
let go_on rules { now; over; items } number =
  Ruleset.require (not over) "a move after the end"; match play rules now number with
  | None -> Ruleset.refuse "an illegal move"
  | Some ({ by; after; refreshes; counts; ends } as step) ->
      let count passes = Array.mapi (fun k n -> if counts && k = by then n + 1 else n) passes in
      let items = List.map (fun (item, passes) -> (item, count passes)) items in
      match List.assoc_opt (looks_for step) items with
      | Some passes when not ends -> (
          match ban rules step (ko_player rules step passes) with
          | Some state -> start state | None -> { now = after; over = true; items = [] })
      | _ ->
          let made = if refreshes then both after else [ List.hd (both after) ] in
          let stays = function
            | (Encounter _ as item), _ -> not (refreshes || List.mem_assoc item made)
            | item, _ -> not (List.mem_assoc item made) in
          { now = after; over = ends; items = made @ List.filter stays items }
