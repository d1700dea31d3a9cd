(* Boards, their symmetries, and the rules of Go ("Boards"). *)
type set = int (* of points, of which there are at most 62: bit p is point p *)
type position = { black : set; white : set }
type t = { size : int; all : set; names : string array;
  next : set array; (* the neighbours of each point *)
  around : set -> set; (* the neighbours of all points of a set *)
  maps : int array array; (* of each symmetry, where it takes each point *)
  images : (set -> set) array; (* the same of sets *) }
let has set p = set land (1 lsl p) <> 0
let rec count set = if set = 0 then 0 else 1 + count (set land (set - 1))
let numbers n = List.init n Fun.id
let set_of size holds = (* the points that it holds for *)
  List.fold_left (fun set p -> if holds p then set lor (1 lsl p) else set) 0 (numbers size)
(* The union of image.(p) over the points p of a set, from tables for 11 points at a time. *)
let union_of image = let part k =
    let width = min 11 (Array.length image - (11 * k)) in let table = Array.make (1 lsl width) 0 in
    for bits = 1 to (1 lsl width) - 1 do
      let lowest = count ((bits land -bits) - 1) in
      table.(bits) <- image.((11 * k) + lowest) lor table.(bits land (bits - 1))
    done; table in
  let parts = Array.init ((Array.length image + 10) / 11) part in
  let rec union k set found = if set = 0 then found
    else union (k + 1) (set lsr 11) (found lor parts.(k).(set land 2047)) in
  fun set -> union 0 set 0
let make names next maps = let set_map map = union_of (Array.map (fun p -> 1 lsl p) map) in
  { size = Array.length names; all = (1 lsl Array.length names) - 1; names; next;
    around = union_of next; maps; images = Array.map set_map maps }
let rec column_name c = let letter = String.make 1 "ABCDEFGHJKLMNOPQRSTUVWXYZ".[c mod 25] in
  if c < 25 then letter else column_name ((c / 25) - 1) ^ letter
let rectangle rows columns =
  let size = rows * columns and row p = p / columns and column p = p mod columns in
  let name p = column_name (column p) ^ string_of_int (rows - row p) in
  let near p q = abs (row p - row q) + abs (column p - column q) = 1 in
  let next p = set_of size (near p) in
  let image f p = let r, c = if f land 4 <> 0 then (column p, row p) else (row p, column p) in
    let r = if f land 1 <> 0 then rows - 1 - r else r in
    let c = if f land 2 <> 0 then columns - 1 - c else c in (r * columns) + c in
  let add maps f = let map = Array.init size (image f) in
    if List.mem map maps then maps else maps @ [ map ] in
  let maps = List.fold_left add [] (numbers (if rows = columns then 8 else 4)) in
  make (Array.init size name) (Array.init size next) (Array.of_list maps)
exception Stop
(* Calls take with the automorphisms of a graph, lowest images first. *)
let automorphisms next take = let size = Array.length next and steps = ref 0 and found = ref 0 in
  let image = Array.make size 0 in let rec from p used =
    if p = size then (incr found; take (Array.copy image); if !found > 5000 then raise Stop)
    else for q = 0 to size - 1 do
        incr steps; if !steps > 2_000_000 then raise Stop;
        let alike before = has next.(p) before = has next.(q) image.(before) in
        if (not (has used q)) && count next.(p) = count next.(q) && List.for_all alike (numbers p)
        then (image.(p) <- q; from (p + 1) (used lor (1 lsl q))) done in
  try from 0 0 with Stop -> ()
(* The list with the products of its maps. The next product is that of the first a, and for it the
   first b, that has not been looked at: those before are in the list. *)
let closed maps = let list = Array.make 48 [||] and listed = ref 0 and known = Hashtbl.create 64 in
  let looked_at = Array.make 48 0 in let add map = if !listed = 48 then raise Stop;
    list.(!listed) <- map; Hashtbl.add known map (); incr listed in
  let rec multiply a =
    if a < !listed then if looked_at.(a) = !listed then multiply (a + 1)
      else let product = Array.map (Array.get list.(a)) list.(looked_at.(a)) in
        looked_at.(a) <- looked_at.(a) + 1;
        if Hashtbl.mem known product then multiply a else (add product; multiply 0) in
  Array.iter add maps; multiply 0; Array.sub list 0 !listed
let graph names edges = let next = Array.map (fun _ -> 0) names and maps = ref [||] in
  let join p q = next.(p) <- next.(p) lor (1 lsl q) in
  List.iter (fun (p, q) -> join p q; join q p) edges;
  let take map = let longer () = closed (Array.append !maps [| map |]) in
    if not (Array.mem map !maps) then try maps := longer () with Stop -> () in
  automorphisms next take; make names next !maps
(* Players are 0, Black, and 1. *)
let stones position player = if player = 0 then position.black else position.white
let occupied position = position.black lor position.white
let same p q = p.black = q.black && p.white = q.white
(* What is joined to a set by points of another one. *)
let rec chain board stones set = let more = set lor (board.around set land stones) in
  if more = set then set else chain board stones more
(* The chain of a set's stones if it has no liberty, else the empty set. *)
let rec stifled board stones empty set =
  let around = board.around set in let more = set lor (around land stones) in
  if around land empty <> 0 then 0 else if more = set then set else stifled board stones empty more
let liberties board position player point =
  let chain = chain board (stones position player) (1 lsl point) in
  count (board.around chain land lnot (occupied position))
(* The position after a stone; None where one stands, and if it is a suicide that is not legal. *)
let place board ~suicide position player point = if has (occupied position) point then None else
  let own = stones position player lor (1 lsl point) and other = stones position (1 - player) in
  let empty = board.all land lnot (own lor other) in let rec taken rest = if rest = 0 then 0
    else let dead = stifled board other empty (rest land -rest) in
      dead lor taken (rest land (rest - 1) land lnot dead) in
  let taken = taken (board.next.(point) land other) in
  let dead = if taken <> 0 then 0 else stifled board own empty (1 lsl point) in
  let own = own lxor dead and other = other lxor taken in
  if dead <> 0 && (dead = 1 lsl point || not suicide) then None
  else Some (if player = 0 then { black = own; white = other } else { black = other; white = own })
(* A player has placed a stone: the point, + 1, at which one stone of the opponent's would bring
   back the position before; else 0. *)
let ko_after board before after player =
  let taken = stones before (1 - player) lxor stones after (1 - player) in
  let point = count (taken - 1) in if taken = 0 || taken <> 1 lsl point then 0
  else match place board ~suicide:false after (1 - player) point with
    | Some back when same back before -> point + 1 | _ -> 0
(* Black's margin of a position as it stands. *)
let score board ~stones_alone position = let empty = board.all land lnot (occupied position) in
  let reached stones = chain board empty (board.around stones land empty) in
  let area stones = if stones_alone then stones else stones lor reached stones in
  let black = area position.black and white = area position.white in
  count (black land lnot white) - count (white land lnot black)
(* How many points a player's stones that live have, and their eyes ("Living strategies"). *)
let living board ~suicide position player = let own = stones position player in
  let empty = board.all land lnot (occupied position) in
  let rec parts set = let part = chain board set (set land -set) in
    if set = 0 then [] else part :: parts (set lxor part) in
  let rec live regions =
    let vital chain r = r land (if suicide then r else empty) land lnot (board.around chain) = 0 in
    let lives chain = List.length (List.filter (vital chain) regions) > 1 in
    let alive = List.fold_left ( lor ) 0 (List.filter lives (parts own)) in
    let stays region = board.around region land own land lnot alive = 0 in
    if List.for_all stays regions then alive else live (List.filter stays regions) in
  let alive = live (parts (board.all land lnot own)) in
  let all_alive p = board.next.(p) <> 0 && board.next.(p) land lnot alive = 0 in
  count (alive lor (empty land set_of board.size all_alive))
