(* From the replies of a certificate the table of the proved checker: all states up to symmetry, with
   ranks and labels, 16 bytes each. Nothing of this is trusted but that the four functions that [table]
   hands over say the same whenever they are asked the same: they read what is not written any more. Captures are its own:
   on words, to be quick. *)
open Extracted
open Numbers

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
  suicide : bool; (* a stone may remove its own chain, if that has several *)
  living : bool; (* nothing follows where the attacker lives with enough *)
  frees_to : int; (* who moves where the opponent's pass frees a ko on a board that is enough; -1: nobody, the game is over *)
}

let make_rules ?(living = false) rows cols attacker wanted bars suicide frees_to =
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
  { points; full = (1 lsl points) - 1; near; symmetries; attacker; wanted; bars; suicide; living; frees_to }

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
    let chain, border = connected rules stone own in
    if border land lnot theirs <> 0 then Some (own, theirs)
    else if rules.suicide && chain <> stone then Some (own land lnot chain, theirs)
    else None

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

(* The connected parts of a set, and what is next to each. *)
let rec parts_of rules set =
  if set = 0 then [] else let part, border = connected rules (set land -set) set in (part, border) :: parts_of rules (set land lnot part)

(* Do the attacker's stones that live, and their eyes, give him what is wanted? As Life.v says it. Where suicide is legal all points of a vital
   region are next to the chain, not only the empty ones. *)
let safe rules s =
  let own = if rules.attacker = 0 then s.b else s.w in
  let empty = rules.full land lnot (s.b lor s.w) in
  let chains = parts_of rules own in
  let asked region = if rules.suicide then region else region land empty in
  let rec settle alive =
    let left =
      List.filter (fun (region, border) -> region land empty <> 0 && border land lnot alive = 0) (parts_of rules (rules.full land lnot own))
    in
    let lasts (chain, border) =
      chain land lnot alive = 0
      && List.length (List.filter (fun (region, _) -> asked region land lnot border = 0) left) >= 2
    in
    let still = List.fold_left (fun set (chain, _) -> set lor chain) 0 (List.filter lasts chains) in
    if still = alive then alive else settle still
  in
  let alive = settle own in
  let is_eye p = empty land (1 lsl p) <> 0 && rules.near.(p) <> 0 && rules.near.(p) land lnot alive = 0 in
  (2 * (bits alive + List.length (List.filter is_eye (List.init rules.points Fun.id)))) - rules.points >= rules.wanted

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

(* After his pass that frees a ko, and perhaps another that answered it. *)
let after_freeing rules s = { s with mover = rules.frees_to; ko = 0 }

let answers rules s =
  let found = ref [] in
  if not (enough rules s) then found := [ after_pass s ]
  else if rules.frees_to >= 0 && s.ko <> 0 then found := [ after_freeing rules s ];
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

(* --- images --- *)

(* Of each symmetry what a part of the points becomes: looked up part by part. *)
let part = 10
let parts = 3

type images = { maps : int array array; parted : int array array array; inverse : int array }

let images_of rules =
  let image map p = if p < rules.points then 1 lsl map.(p) else 0 in
  let table map at =
    let found = Array.make (1 lsl part) 0 in
    for set = 1 to (1 lsl part) - 1 do
      found.(set) <- found.(set land (set - 1)) lor image map ((at * part) + lowest set)
    done;
    found
  in
  let undoes f g = Array.for_all Fun.id (Array.mapi (fun p q -> g.(q) = p) f) in
  let rec find f i = if undoes f rules.symmetries.(i) then i else find f (i + 1) in
  { maps = rules.symmetries;
    parted = Array.map (fun map -> Array.init parts (table map)) rules.symmetries;
    inverse = Array.map (fun f -> find f 0) rules.symmetries }

let mask = (1 lsl part) - 1
let map_set images f set =
  let parted = images.parted.(f) in
  parted.(0).(set land mask) lor parted.(1).((set lsr part) land mask) lor parted.(2).(set lsr (2 * part))

(* A board as a number, and a state: that, who moves, the ko. *)
let board_key rules b w = b lor (w lsl rules.points)
let state_key board mover ko = (((board lsl 1) lor mover) lsl 5) lor ko
let most_points = 28 (* so that a key is a number of OCaml's *)

(* The least image of a state, and which symmetry makes it. *)
let class_of rules images s =
  let best = ref max_int and which = ref 0 in
  for f = 0 to Array.length images.maps - 1 do
    let board = board_key rules (map_set images f s.b) (map_set images f s.w) in
    let ko = if s.ko = 0 then 0 else images.maps.(f).(s.ko - 1) + 1 in
    let k = state_key board s.mover ko in
    if k < !best then (best := k; which := f)
  done;
  (!best, !which)

let least_board rules images b w = fst (class_of rules images { b; w; mover = 0; ko = 0 }) lsr 6

(* --- the states that were met: a hash table in one row of bytes, by board --- *)

(* A slot has the key and 1, then rank, labels and reply in one number. States of one board are one after the other
   but for what is in between. *)
type met = { mutable slots : Bytes.t; mutable bits : int; mutable count : int }

let home bits board = (((board * 0x1E3779B97F4A7C15) lxor (board lsr 29)) * 0x3F58476D1CE4E5B9) lsr (63 - bits)
let next_slot bits at = (at + 1) land ((1 lsl bits) - 1)
let key_at slots at = Int64.to_int (String.get_int64_le slots (at * 16)) - 1
let value_at slots at = Int64.to_int (String.get_int64_le slots ((at * 16) + 8))

(* The slot of a state, or the empty one where it would be. *)
let slot_of slots bits key =
  let rec from at =
    let found = key_at slots at in
    if found = key || found < 0 then at else from (next_slot bits at)
  in
  from (home bits (key lsr 6))

let write slots at key value =
  Bytes.set_int64_le slots (at * 16) (Int64.of_int (key + 1));
  Bytes.set_int64_le slots ((at * 16) + 8) (Int64.of_int value)

let seen met = Bytes.unsafe_to_string met.slots

let grow met =
  let old = seen met and size = 1 lsl met.bits in
  met.bits <- met.bits + 1;
  met.slots <- Bytes.make (16 lsl met.bits) '\000';
  for at = 0 to size - 1 do
    let key = key_at old at in
    if key >= 0 then write met.slots (slot_of (seen met) met.bits key) key (value_at old at)
  done

let set met key value =
  let at = slot_of (seen met) met.bits key in
  if key_at (seen met) at < 0 then met.count <- met.count + 1;
  write met.slots at key value;
  if met.count * 3 > 2 lsl met.bits then grow met

(* Rank, fewest stones of Black and White, reply: 0 the opponent moves, [nothing] nothing follows, else a point + 1; the last is a pass. *)
let nothing = 63
let value rank black white reply = (((((rank lsl 5) lor black) lsl 5) lor white) lsl 6) lor reply
let rank_in v = v lsr 16
let black_in v = (v lsr 11) land 31
let white_in v = (v lsr 6) land 31
let reply_in v = v land 63

(* Where replies come from: the next one, of a state of the attacker's - [met] tells whether the walk has come to a state
   before -, and what is asked when the walk is over. *)
type source = { next : met:(state -> bool) -> state -> int; over : unit -> unit }

(* A byte each. *)
let bytes_of rules text =
  let read = ref 0 in
  let next ~met:_ _ =
    if !read >= String.length text then raise (Refused "the replies come to an end");
    let reply = Char.code text.[!read] in
    incr read;
    if reply > rules.points then raise (Refused "a reply is no point");
    reply
  in
  { next; over = (fun () -> if !read < String.length text then raise (Refused "there are replies that answer nothing")) }

(* Walks through all that play by the replies comes to from some states, one after the other. A rank is the number that a
   state is done with, from 1; 0 while it is not. *)
let walk rules images roots source =
  let met = { slots = Bytes.make (16 lsl 10) '\000'; bits = 10; count = 0 } in
  let finished = ref 0 in
  let is_met s = key_at (seen met) (slot_of (seen met) met.bits (fst (class_of rules images s))) >= 0 in
  let rec visit s =
    let key, f = class_of rules images s in
    let at = slot_of (seen met) met.bits key in
    if key_at (seen met) at >= 0 then begin
      let v = value_at (seen met) at in
      if rank_in v = 0 then raise (Refused "a state comes back");
      v
    end
    else begin
      set met key 0;
      let reply, next =
        if rules.living && safe rules s then (nothing, [])
        else if s.mover <> rules.attacker then (0, answers rules s)
        else
          let reply = source.next ~met:is_met s in
          ((1 + if reply < rules.points then images.maps.(f).(reply) else reply), [ follow rules s reply ])
      in
      let fewest (b, w) next = let v = visit next in (min b (black_in v), min w (white_in v)) in
      let black, white = List.fold_left fewest (bits s.b, bits s.w) next in
      incr finished;
      let v = value !finished black white reply in
      set met key v;
      v
    end
  in
  List.iter (fun root -> ignore (visit root)) roots;
  source.over ();
  met

(* --- what the checker is handed --- *)

(* Small numbers are made once. *)
let small = Array.init 65536 n_of
let n_small i = if i < 65536 then small.(i) else n_of i
let player_of i = if i = 0 then Black else White
let of_player = function Black -> 0 | White -> 1

let entry_in rules slots at =
  let key = key_at slots at in
  if key < 0 then None
  else
    let board = key lsr 6 and v = value_at slots at in
    let b = board land rules.full and w = board lsr rules.points in
    let ko = key land 31 and reply = reply_in v in
    let point i limit = if i = 0 || i > limit then None else Some (n_small (i - 1)) in
    Some
      { known_state =
          { on = { black = n_of b; white = n_of w };
            turn_of = player_of ((key lsr 5) land 1);
            ko = point ko rules.points };
        rank = n_small (rank_in v);
        fewest_black = small.(black_in v);
        fewest_white = small.(white_in v);
        reply = point reply rules.points;
        over = reply = nothing }

let slots_on slots bits_ board =
  let rec from at =
    let key = key_at slots at in
    if key < 0 then []
    else
      let rest = from (next_slot bits_ at) in
      if key lsr 6 = board then n_small at :: rest else rest
  in
  from (home bits_ board)

let words_of s =
  { b = of_n s.on.black; w = of_n s.on.white; mover = of_player s.turn_of;
    ko = (match s.ko with None -> 0 | Some p -> of_n p + 1) }

(* The table, and how many states it has. *)
let table_from rules roots source =
  let images = images_of rules in
  let { slots; bits = bits_; count } = walk rules images roots source in
  let slots = Bytes.unsafe_to_string slots (* that is all that is written *) in
  let nats = Array.init (Array.length images.maps) nat_of in
  let number_of s =
    let key, f = class_of rules images (words_of s) in
    (n_small (slot_of slots bits_ key), nats.(images.inverse.(f)))
  in
  let numbers_on b = slots_on slots bits_ (least_board rules images (of_n b.black) (of_n b.white)) in
  let laid_alone b =
    List.map n_small (alone rules { b = of_n b.black; w = of_n b.white; mover = rules.attacker; ko = 0 })
  in
  let size = 1 lsl bits_ in
  let numbered n = let at = of_n n in if at < size then entry_in rules slots at else None in
  let maps = List.map (fun map -> List.map n_of (Array.to_list map)) (Array.to_list images.maps) in
  ({ maps; steps = nat_of bits_; numbered; number_of; numbers_on; laid_alone }, count)

let table rules root text = table_from rules [ root ] (bytes_of rules text)
