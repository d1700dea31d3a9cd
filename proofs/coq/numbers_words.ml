(* In place of numbers.ml where Coq's numbers are extracted to OCaml's (Words.v). *)
open Extracted

let n_of (i : int) = i
let z_of (i : int) = i
let of_n (i : int) = i
let rec nat_of i = if i = 0 then O else S (nat_of (i - 1))
