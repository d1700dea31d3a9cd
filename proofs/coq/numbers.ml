(* Numbers of Coq's, which are lists of bits, from OCaml's and back. *)
open Extracted

let rec positive_of i = if i = 1 then XH else if i land 1 = 1 then XI (positive_of (i / 2)) else XO (positive_of (i / 2))
let n_of i = if i = 0 then N0 else Npos (positive_of i)
let z_of i = if i = 0 then Z0 else if i > 0 then Zpos (positive_of i) else Zneg (positive_of (-i))
let rec of_positive = function XH -> 1 | XO p -> 2 * of_positive p | XI p -> (2 * of_positive p) + 1
let of_n = function N0 -> 0 | Npos p -> of_positive p
let rec nat_of i = if i = 0 then O else S (nat_of (i - 1))
