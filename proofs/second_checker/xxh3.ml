(* XXH3-64 with seed 0, by its specification, of 129 bytes or more: no certificate has fewer. *)
let secret_in_hex =
  "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671fcb79e64eccc0e578825ad07dccff7221\
   b8084674f743248ee03590e6813a264c3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8\
   a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364eac5ac8334d3ebc3c581a0fffa1363eb\
   170ddd51b7f0da49d316552629d4689e2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e"
let secret =
  String.init 192 (fun i -> Char.chr (int_of_string ("0x" ^ String.sub secret_in_hex (2 * i) 2)))
let ( +: ), ( *: ), ( ^: ), ( >>: ) = Int64.(add, mul, logxor, shift_right_logical)
let low_half x = Int64.logand x 0xFFFFFFFFL and key at = String.get_int64_le secret at
let prime = 0x9E3779B185EBCA87L
(* The halves of the product of two words, exclusive or. *)
let fold a b = let a0 = low_half a and a1 = a >>: 32 and b0 = low_half b and b1 = b >>: 32 in
  let middle = (a1 *: b0) +: ((a0 *: b0) >>: 32) in let other = (a0 *: b1) +: low_half middle in
  (a *: b) ^: ((a1 *: b1) +: (middle >>: 32) +: (other >>: 32))
let avalanche x = let x = (x ^: (x >>: 37)) *: 0x165667919E3779F9L in x ^: (x >>: 32)
let at_most_240 size word =
  let mix at with_key = fold (word at ^: key with_key) (word (at + 8) ^: key (with_key + 8)) in
  let sum = ref (Int64.of_int size *: prime) in
  for i = 0 to 7 do sum := !sum +: mix (16 * i) (16 * i) done; sum := avalanche !sum;
  for i = 8 to (size / 16) - 1 do sum := !sum +: mix (16 * i) ((16 * i) - 125) done;
  avalanche (!sum +: mix (size - 16) 119)
let more_than_240 size word =
  let sums = [| 0xC2B2AE3DL; prime; 0xC2B2AE3D27D4EB4FL; 0x165667B19E3779F9L; 0x85EBCA77C2B2AE63L;
       0x85EBCA77L; 0x27D4EB2F165667C5L; 0x9E3779B1L |] in
  let add_stripe at with_key = for i = 0 to 7 do
      let keyed = word (at + (8 * i)) ^: key (with_key + (8 * i)) in
      sums.(i lxor 1) <- sums.(i lxor 1) +: word (at + (8 * i));
      sums.(i) <- sums.(i) +: (low_half keyed *: (keyed >>: 32)) done in
  let scramble i sum = (sum ^: (sum >>: 47) ^: key (128 + (8 * i))) *: 0x9E3779B1L in
  for stripe = 0 to ((size - 1) / 64) - 1 do
    add_stripe (64 * stripe) (8 * (stripe mod 16));
    if stripe mod 16 = 15 then Array.iteri (fun i sum -> sums.(i) <- scramble i sum) sums
  done; add_stripe (size - 64) 121;
  let keyed i = sums.(i) ^: key ((8 * i) + 11) in
  let add sum i = sum +: fold (keyed (2 * i)) (keyed ((2 * i) + 1)) in
  avalanche (List.fold_left add (Int64.of_int size *: prime) [ 0; 1; 2; 3 ])
(* Of the first bytes of a text. *)
let hash text size =
  (if size <= 240 then at_most_240 else more_than_240) size (String.get_int64_le text)
