(* Replies by a range coder ("Packed strategies"). *)
type t = { near : Board.set array array; (* within each reach of a point; none of a pass *)
  weights : int array; (* 65,536 of each reach *)
  bytes : Certificate.reader; mutable range : int; mutable code : int }
let next_byte coder =
  coder.code <- ((coder.code lsl 8) lor Certificate.byte coder.bytes) land 0xffffffff
let start board bytes = let wider = Array.map (fun set -> set lor board.Board.around set) in
  let own = Array.init (board.size + 1) (fun p -> if p < board.size then 1 lsl p else 0) in
  let near = [| own; wider own; wider (wider own); wider (wider (wider own)) |] in
  let weights = Array.make (4 * 65536) 0 in
  let coder = { near; weights; bytes; range = 0xffffffff; code = 0 } in
  for _ = 1 to 4 do next_byte coder done; coder
(* Where the four weights of a play are; number is 2p + m. *)
let places { near; _ } ~own ~other (play, number) = let place reach =
    let near = near.(reach).(play) in let open Int64 in
    let h = mul (of_int (own land near)) 0x9e3779b97f4a7c15L in
    let h = logxor h (mul (of_int (other land near)) 0xc2b2ae3d27d4eb4fL) in
    let h = logxor h (mul (of_int number) 0x165667b19e3779f9L) in
    let h = mul (logxor h (shift_right_logical h 32)) 0x9fb21c651e98df25L in
    (reach lsl 16) lor to_int (shift_right_logical h 48) in Array.init 4 place
let fraction i = Float.(to_int (round (16384. *. (2. ** (-.of_int i /. 256.)))))
let fractions = Array.init 256 fraction
(* Which of the plays is the reply. *)
let choose coder ~own ~other plays = let places = Array.map (places coder ~own ~other) plays in
  let sums = Array.map (Array.fold_left (fun sum place -> sum + coder.weights.(place)) 0) places in
  let greatest = Array.fold_left Int.max min_int sums in
  let frequency sum = let d = greatest - sum in
    if d / 65536 > 31 then 1 else 1 + (fractions.(d mod 65536 / 256) lsr (d / 65536)) in
  let frequencies = Array.map frequency sums in let total = Array.fold_left ( + ) 0 frequencies in
  let part = coder.range / total in let number = min (coder.code / part) (total - 1) in
  let rec find i before = let next = before + frequencies.(i) in
    if number < next then (i, before) else find (i + 1) next in let reply, before = find 0 0 in
  coder.code <- coder.code - (part * before); coder.range <- part * frequencies.(reply);
  while coder.range < 1 lsl 24 do coder.range <- coder.range lsl 8; next_byte coder done;
  let learn i frequency =
    let error = (if i = reply then 65536 else 0) - (frequency * 65536 / total) in
    let change place = let weight = coder.weights.(place) + (error * 7 / 32) in
      if abs weight <= 1 lsl 20 then coder.weights.(place) <- weight in
    Array.iter change places.(i) in Array.iteri learn frequencies; reply
