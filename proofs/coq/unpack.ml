(* Replies that are packed by a range coder (docs/certificate-format.md, "Packed strategies"). Nothing of this is trusted: it says
   which replies stand there, and the table that is made of them is checked. *)
open Unfold

let refused why = raise (Refused why)

type coder = {
  near : int array array; (* the points within each reach of a point, and none of a pass *)
  weights : int array;    (* 65,536 of each reach *)
  text : string;
  stop : int;
  mutable at : int;
  mutable range : int;
  mutable code : int;
}

let next_byte coder =
  if coder.at >= coder.stop then refused "the packed replies end";
  coder.code <- ((coder.code lsl 8) lor Char.code coder.text.[coder.at]) land 0xffffffff;
  coder.at <- coder.at + 1

let rec points_of set = if set = 0 then [] else lowest set :: points_of (set land (set - 1))

let coder_of (rules : rules) text at stop =
  let wider = Array.map (fun set -> List.fold_left (fun set p -> set lor rules.near.(p)) set (points_of set)) in
  let own = Array.init (rules.points + 1) (fun p -> if p < rules.points then 1 lsl p else 0) in
  let one = wider own in
  let two = wider one in
  let coder =
    { near = [| own; one; two; wider two |]; weights = Array.make (4 * 65536) 0; text; stop; at; range = 0xffffffff; code = 0 }
  in
  for _ = 1 to 4 do
    next_byte coder
  done;
  coder

(* Where the four weights of a play are; [number]: twice the play, and 1 if the walk has come to what it leads to. *)
let places coder own theirs (play, number) =
  let place reach =
    let near = coder.near.(reach).(play) in
    let open Int64 in
    let h = mul (of_int (own land near)) 0x9e3779b97f4a7c15L in
    let h = logxor h (mul (of_int (theirs land near)) 0xc2b2ae3d27d4eb4fL) in
    let h = logxor h (mul (of_int number) 0x165667b19e3779f9L) in
    let h = mul (logxor h (shift_right_logical h 32)) 0x9fb21c651e98df25L in
    (reach lsl 16) lor to_int (shift_right_logical h 48)
  in
  Array.init 4 place

let fractions = Array.init 256 (fun i -> Float.to_int (Float.round (16384. *. (2. ** (-.float_of_int i /. 256.)))))

let frequency_of greatest sum =
  let d = greatest - sum in
  if d / 65536 > 31 then 1 else 1 + (fractions.(d mod 65536 / 256) lsr (d / 65536))

(* Which of some plays is the reply: its place among them. *)
let choose coder own theirs plays =
  let places = Array.map (places coder own theirs) plays in
  let sums = Array.map (Array.fold_left (fun sum place -> sum + coder.weights.(place)) 0) places in
  let frequencies = Array.map (frequency_of (Array.fold_left max min_int sums)) sums in
  let total = Array.fold_left ( + ) 0 frequencies in
  let part = coder.range / total in
  let number = min (coder.code / part) (total - 1) in
  let rec find i before = if number < before + frequencies.(i) then (i, before) else find (i + 1) (before + frequencies.(i)) in
  let chosen, before = find 0 0 in
  coder.code <- coder.code - (part * before);
  coder.range <- part * frequencies.(chosen);
  while coder.range < 1 lsl 24 do
    coder.range <- coder.range lsl 8;
    next_byte coder
  done;
  let learn i frequency =
    let error = (if i = chosen then 65536 else 0) - (frequency * 65536 / total) in
    let change place =
      let weight = coder.weights.(place) + (error * 7 / 32) in
      if abs weight <= 1 lsl 20 then coder.weights.(place) <- weight
    in
    Array.iter change places.(i)
  in
  Array.iteri learn frequencies;
  chosen

(* The plays that may be the reply, with the states after them; none is suicide. *)
let candidates rules s =
  let stays p next = fst (of_mover s.mover next.b next.w) land (1 lsl p) <> 0 in
  let after p =
    match if p + 1 = s.ko then None else stone rules s p with Some next when stays p next -> Some (p, next) | _ -> None
  in
  List.filter_map after (List.init rules.points Fun.id) @ if enough rules s then [ (rules.points, after_pass s) ] else []

(* So many replies, packed in the bytes from [at] to [stop]. *)
let source_of rules text at stop count =
  let left = ref count and coder = coder_of rules text at stop in
  let next ~met s =
    decr left;
    match candidates rules s with
    | [] -> refused "there is no play"
    | _ when !left < 0 -> refused "the replies come to an end"
    | [ (play, _) ] -> play
    | some ->
        let plays = Array.of_list (List.map (fun (play, next) -> (play, (2 * play) + Bool.to_int (met next))) some) in
        let own, theirs = of_mover s.mover s.b s.w in
        fst plays.(choose coder own theirs plays)
  in
  let over () = if !left <> 0 || coder.at <> stop then refused "there are replies that answer nothing" in
  { next; over }
