(* From the replies of a certificate the table of the proved checker: all states, those that are images
   of each other apart, with ranks and levels. Nothing of this is trusted. Captures are its own: on
   words, to be quick. *)
open Extracted

let rec bits set = if set = 0 then 0 else 1 + bits (set land (set - 1))
let lowest set = bits ((set land -set) - 1)

type rules = {
  points : int;
  full : int;
  near : int array;
  symmetries : int array array;
  attacker : int; (* 0 Black, 1 White *)
  wanted : int; (* in his favour *)
  bars : bool; (* a ko that the attacker took is not taken back at once *)
  goes_on : bool; (* play may go on after the attacker's pass answered one *)
  left_alone : bool; (* who takes back a ko at once is out *)
}

let make_rules rows cols attacker wanted bars goes_on left_alone =
  let points = rows * cols in
  let near =
    Array.init points (fun p ->
        let r = p / cols and c = p mod cols in
        List.fold_left
          (fun set (r, c) -> if r < 0 || c < 0 || r >= rows || c >= cols then set else set lor (1 lsl ((r * cols) + c)))
          0
          [ (r - 1, c); (r + 1, c); (r, c - 1); (r, c + 1) ])
  in
  let image f p =
    let r = p / cols and c = p mod cols in
    let r, c = if f land 4 <> 0 then (c, r) else (r, c) in
    let r = if f land 1 <> 0 then rows - 1 - r else r in
    let c = if f land 2 <> 0 then cols - 1 - c else c in
    (r * cols) + c
  in
  let all = List.init (if rows = cols then 8 else 4) (fun f -> Array.init points (image f)) in
  let symmetries = Array.of_list (List.sort_uniq compare all) in
  { points; full = (1 lsl points) - 1; near; symmetries; attacker; wanted; bars; goes_on; left_alone }

(* What of [within] is connected to [start], and the border of that. *)
let connected rules start within =
  let part = ref start and todo = ref start and border = ref 0 in
  while !todo <> 0 do
    let next = rules.near.(lowest !todo) in
    todo := !todo land (!todo - 1);
    border := !border lor next;
    let more = next land within land lnot !part in
    todo := !todo lor more;
    part := !part lor more
  done;
  (!part, !border land lnot !part)

let captured rules own theirs point =
  let empty = rules.full land lnot (own lor theirs) in
  let taken = ref 0 and touched = ref (rules.near.(point) land theirs) in
  while !touched <> 0 do
    let chain, border = connected rules (!touched land - !touched) theirs in
    if border land empty = 0 then taken := !taken lor chain;
    touched := !touched land lnot chain
  done;
  !taken

(* The stones after it, or none. *)
let play rules own theirs point =
  let stone = 1 lsl point in
  if (own lor theirs) land stone <> 0 then None
  else
    let own = own lor stone in
    let theirs = theirs land lnot (captured rules own theirs point) in
    let _, border = connected rules stone own in
    if border land lnot theirs = 0 then None else Some (own, theirs)

let margin rules black white =
  let empty = rules.full land lnot (black lor white) in
  let rec regions todo sum =
    if todo = 0 then sum
    else
      let region, border = connected rules (todo land -todo) empty in
      let to_black = border land black <> 0 and to_white = border land white <> 0 in
      let points = if to_black = to_white then 0 else if to_black then bits region else -bits region in
      regions (todo land lnot region) (sum + points)
  in
  regions empty (bits black - bits white)

(* A state: the stones of Black and White, who moves, the ko's point + 1 or 0. *)
type state = { b : int; w : int; mover : int; ko : int }

let enough rules s =
  let m = margin rules s.b s.w in
  (if rules.attacker = 0 then m else -m) >= rules.wanted

let of_mover mover b w = if mover = 0 then (b, w) else (w, b)

let ko_after rules (own, theirs) (own', theirs') =
  let taken = theirs land lnot theirs' in
  if bits taken <> 1 then 0
  else
    match play rules theirs' own' (lowest taken) with
    | Some (t, o) when t = theirs && o = own -> lowest taken + 1
    | _ -> 0

let stone rules s point =
  let own, theirs = of_mover s.mover s.b s.w in
  match play rules own theirs point with
  | None -> None
  | Some (own', theirs') ->
      let b, w = of_mover s.mover own' theirs' in
      let ko =
        if s.mover = rules.attacker && not rules.bars then 0
        else ko_after rules (own, theirs) (own', theirs')
      in
      Some { b; w; mover = 1 - s.mover; ko }

let after_pass s = { s with mover = 1 - s.mover; ko = 0 }

(* After his pass, and another that answered it. *)
let after_passes s = { s with ko = 0 }

let answers rules s =
  let found = ref [] in
  if not (enough rules s) then found := [ after_pass s ]
  else if rules.goes_on && s.ko <> 0 then found := [ after_passes s ];
  for point = rules.points - 1 downto 0 do
    if point + 1 <> s.ko then
      match stone rules s point with Some next -> found := next :: !found | None -> ()
  done;
  !found

exception Refused of string

(* The points on which the attacker, alone and to move, lays stones until the board is enough; none if
   that is never so. *)
let alone rules s =
  let hopeless = Hashtbl.create 97 in
  let rec from s =
    if enough rules s then Some []
    else if Hashtbl.mem hopeless (s.b, s.w) then None
    else begin
      let found = on_points s 0 in
      if found = None then Hashtbl.add hopeless (s.b, s.w) ();
      found
    end
  and on_points s point =
    if point = rules.points then None
    else
      match Option.map (fun next -> from { next with mover = s.mover; ko = 0 }) (stone rules s point) with
      | Some (Some rest) -> Some (point :: rest)
      | _ -> on_points s (point + 1)
  in
  Option.value (from s) ~default:[]

let follow rules s reply =
  if reply = rules.points then if enough rules s then after_pass s else raise (Refused "a pass too early")
  else match stone rules s reply with Some next -> next | None -> raise (Refused "a reply is not legal")

let map_set map set =
  let out = ref 0 and todo = ref set in
  while !todo <> 0 do
    out := !out lor (1 lsl map.(lowest !todo));
    todo := !todo land (!todo - 1)
  done;
  !out

let board_key rules s = s.b lor (s.w lsl rules.points)
let key rules s = (((board_key rules s) lsl 1) lor s.mover) lsl 5 lor s.ko

(* The least image of a state, and the symmetry that makes it. *)
let class_of rules s =
  let best = ref max_int and which = ref rules.symmetries.(0) in
  Array.iter
    (fun map ->
      let image =
        { s with b = map_set map s.b; w = map_set map s.w; ko = (if s.ko = 0 then 0 else map.(s.ko - 1) + 1) }
      in
      let k = key rules image in
      if k < !best then (best := k; which := map))
    rules.symmetries;
  (!best, !which)

(* The replies by class, in the image that the class is. *)
let read_replies rules root text =
  let replies = Hashtbl.create 1000003 and at = ref 0 in
  let rec visit s =
    let k, map = class_of rules s in
    if not (Hashtbl.mem replies k) then
      if s.mover = rules.attacker then begin
        if !at >= String.length text then raise (Refused "the replies come to an end");
        let reply = Char.code text.[!at] in
        incr at;
        if reply > rules.points then raise (Refused "a reply is no point");
        Hashtbl.add replies k (if reply < rules.points then map.(reply) else reply);
        visit (follow rules s reply)
      end
      else begin
        Hashtbl.add replies k (-1);
        List.iter visit (answers rules s)
      end
  in
  visit root;
  if !at < String.length text then raise (Refused "there are replies that answer nothing");
  replies

let reply_of rules replies s =
  let k, map = class_of rules s in
  let reply = Hashtbl.find replies k in
  if reply >= rules.points then reply
  else
    let rec inverse p = if map.(p) = reply then p else inverse (p + 1) in
    inverse 0

type met = { state : state; reply : int (* -1: the opponent moves *); mutable rank : int; mutable next : met list }

(* All states that are met; their number. *)
let unfold rules root replies =
  let all = Hashtbl.create 4000037 and boards = Hashtbl.create 4000037 in
  let rec visit s =
    let k = key rules s in
    match Hashtbl.find_opt all k with
    | Some met -> if met.rank = 0 then raise (Refused "a state comes back") else met
    | None ->
        let reply = if s.mover = rules.attacker then reply_of rules replies s else -1 in
        let met = { state = s; reply; rank = 0; next = [] } in
        Hashtbl.add all k met;
        let on = board_key rules s in
        let others = Option.value (Hashtbl.find_opt boards on) ~default:[] in
        Hashtbl.replace boards on (met :: others);
        met.next <- List.map visit (if reply >= 0 then [ follow rules s reply ] else answers rules s);
        met.rank <- 1 + List.fold_left (fun most next -> max most next.rank) 0 met.next;
        met
  in
  ignore (visit root);
  (Hashtbl.length all, boards)

(* The level of each board: boards that lead to each other have the same one, all others a lower one
   than the boards that lead to them (Tarjan's algorithm). *)
let levels_of rules boards =
  let number = Hashtbl.create 4000037 and level = Hashtbl.create 4000037 in
  let count = ref 0 and stack = ref [] in
  let each_next on f =
    List.iter
      (fun met -> List.iter (fun next -> let k = board_key rules next.state in if k <> on then f k) met.next)
      (Hashtbl.find boards on)
  in
  let rec visit on =
    incr count;
    let mine = !count in
    Hashtbl.add number on mine;
    stack := on :: !stack;
    let low = ref mine in
    each_next on (fun next ->
        match Hashtbl.find_opt number next with
        | None -> low := min !low (visit next)
        | Some its -> if not (Hashtbl.mem level next) then low := min !low its);
    if !low = mine then begin
      let rec take () =
        match !stack with
        | top :: rest -> stack := rest; if top = on then [ top ] else top :: take ()
        | [] -> []
      in
      let part = take () in
      let most = ref 0 in
      List.iter
        (fun one ->
          each_next one (fun next ->
              match Hashtbl.find_opt level next with Some l -> most := max !most l | None -> ()))
        part;
      List.iter (fun one -> Hashtbl.add level one (!most + 1)) part
    end;
    !low
  in
  Hashtbl.iter (fun on _ -> if not (Hashtbl.mem number on) then ignore (visit on)) boards;
  level

let rec positive_of i = if i = 1 then XH else if i land 1 = 1 then XI (positive_of (i / 2)) else XO (positive_of (i / 2))
let n_of i = if i = 0 then N0 else Npos (positive_of i)

(* Small numbers are made once. *)
let small = Array.init 65536 n_of
let n_small i = if i < 65536 then small.(i) else n_of i
let player_of i = if i = 0 then Black else White

(* The table, and how many states and boards it has. *)
let table rectangle rules root text =
  let replies = read_replies rules root text in
  let count, boards = unfold rules root replies in
  let level = levels_of rules boards in
  let entry met =
    let ko = if met.state.ko = 0 then None else Some (n_small (met.state.ko - 1)) in
    let reply = if met.reply < 0 || met.reply = rules.points then None else Some (n_small met.reply) in
    let takes_ko = rules.left_alone && met.reply >= 0 && List.exists (fun next -> next.state.ko <> 0) met.next in
    let if_retaken = if takes_ko then List.map n_small (alone rules met.state) else [] in
    { entry_turn = player_of met.state.mover; entry_ko = ko; rank = n_small met.rank; reply; if_retaken }
  in
  let table = ref PositiveMap.empty in
  Hashtbl.iter
    (fun on mets ->
      let s = (List.hd mets).state in
      let board = { black = n_of s.b; white = n_of s.w } in
      let place = { level = n_small (Hashtbl.find level on); entries = List.map entry mets } in
      table := PositiveMap.add (Extracted.board_key rectangle board) place !table)
    boards;
  (!table, count, Hashtbl.length boards)
