(**
Go's rules on a rectangle: what a stone does to the board, and what a board is worth.

A set of points is a number, bit p for point p. Points are numbered from 0, row by row from the top. A
board is the set of Black's stones and that of White's.

[play]: a stone may be placed on an empty point. Then the opponent's stones without liberties are removed,
and if a stone of the player's own has no liberty then, the stone may not be placed (suicide). Where the rectangle says so
([suicide]) it may, if that is not it alone: the player's own stones without liberties are removed then.
[in_atari]: the chain of a stone has exactly one liberty: it has some, but for one of the points it would have none.
[score]: Black's margin by area: stones, and empty points from which one reaches, by empty points, stones
of one player only.

These are definitions, to be read: the rules of solver/rules/capture.c and solver/rules/game.c with
suicide=no or multi (which kee-v6 calls change), scoring=area. What is proved of them is only what the checker needs.
That they are those rules is tested on random positions (compare.ml).
*)
Require Import ZArith NArith List Bool.
Require Import Game.
Import ListNotations.

Record board : Set := { black : N; white : N }.

Definition board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Proof. decide equality; apply N.eq_dec. Defined.

Definition board_eqb (a b : board) : bool := N.eqb (black a) (black b) && N.eqb (white a) (white b).

Lemma board_eqb_true : forall a b, board_eqb a b = true -> a = b.
Proof.
  intros [ab aw] [bb bw] same. unfold board_eqb in same. simpl in same.
  apply andb_true_iff in same. destruct same as [one two].
  apply N.eqb_eq in one. apply N.eqb_eq in two. congruence.
Qed.

Definition stones (a : player) (b : board) : N := match a with Black => black b | White => white b end.

(** The board on which [a] has the stones [own], and his opponent [theirs]. *)
Definition board_with (a : player) (own theirs : N) : board :=
  match a with
  | Black => {| black := own; white := theirs |}
  | White => {| black := theirs; white := own |}
  end.

Record rectangle : Set := {
  size : nat;        (** the number of points *)
  columns : N;
  all_points : N;
  not_first : N;     (** the points that are not in the first column *)
  not_last : N;      (** nor in the last *)
  suicide : bool     (** may a chain of several stones be removed by a stone of its own? *)
}.

(** The points of a rectangle of which something holds. *)
Definition points_where (size : nat) (f : N -> bool) : N :=
  fold_left (fun set p => if f (N.of_nat p) then N.lor set (N.shiftl 1 (N.of_nat p)) else set)
    (seq 0 size) 0%N.

Definition rectangle_with (suicide_ : bool) (rows cols : nat) : rectangle :=
  let size_ := rows * cols in let c := N.of_nat cols in
  {| size := size_; columns := c;
     all_points := points_where size_ (fun _ => true);
     not_first := points_where size_ (fun p => negb (N.eqb (N.modulo p c) 0));
     not_last := points_where size_ (fun p => negb (N.eqb (N.modulo (p + 1) c) 0));
     suicide := suicide_ |}.
Definition make_rectangle : nat -> nat -> rectangle := rectangle_with false.

Section Rules.

Variable r : rectangle.

(** The points next to a set. *)
Definition around (x : N) : N :=
  N.land (all_points r)
    (N.lor (N.lor (N.shiftl x (columns r)) (N.shiftr x (columns r)))
           (N.lor (N.shiftl (N.land x (not_last r)) 1) (N.shiftr (N.land x (not_first r)) 1))).

(** What of [within] is connected to the set, by points of [within]. *)
Fixpoint grow (steps : nat) (within x : N) : N :=
  match steps with
  | O => x
  | S less => let more := N.lor x (N.land (around x) within) in
              if N.eqb more x then x else grow less within more
  end.

(** The points of [within] from which one comes to a point next to it that is in [to_]. *)
Definition reaching (within to_ : N) : N := grow (size r) within (N.land (around to_) within).

Definition empty_of (b : board) : N := N.ldiff (all_points r) (N.lor (black b) (white b)).

Definition play (a : player) (b : board) (p : N) : option board :=
  let stone := N.shiftl 1 p in
  if N.leb (N.of_nat (size r)) p then None
  else if N.eqb (N.land stone (empty_of b)) 0 then None
  else
    let own := N.lor (stones a b) stone in
    let before := stones (other a) b in
    let theirs := reaching before (N.ldiff (all_points r) (N.lor own before)) in
    let living := reaching own (N.ldiff (all_points r) (N.lor own theirs)) in
    if N.eqb living own then Some (board_with a own theirs)
    else if suicide r && negb (N.testbit living p) && negb (N.eqb (N.ldiff own living) stone)
    then Some (board_with a living theirs)
    else None.

Definition in_atari (b : board) (p : N) : bool :=
  let free := empty_of b in
  let one own := N.testbit (reaching own free) p &&
    existsb (fun x => negb (N.testbit (reaching own (N.ldiff free (N.shiftl 1 x))) p)) (map N.of_nat (seq 0 (size r))) in
  one (black b) || one (white b).

Fixpoint count_bits (x : positive) : Z :=
  match x with xH => 1 | xO y => count_bits y | xI y => 1 + count_bits y end.

Definition count (x : N) : Z := match x with N0 => 0 | Npos y => count_bits y end.

Definition score (b : board) : Z :=
  let empty := empty_of b in
  let to_black := reaching empty (black b) in
  let to_white := reaching empty (white b) in
  (count (N.lor (black b) (N.ldiff to_black to_white)) -
   count (N.lor (white b) (N.ldiff to_white to_black)))%Z.

Definition points : list N := map N.of_nat (seq 0 (size r)).

Lemma play_on_board : forall a b p b', play a b p = Some b' -> In p points.
Proof.
  intros a b p b' made. unfold play in made.
  destruct (N.leb (N.of_nat (size r)) p) eqn:off; [discriminate |].
  apply N.leb_gt in off. unfold points. apply in_map_iff. exists (N.to_nat p). split.
  - apply N2Nat.id.
  - apply in_seq. split; [apply Nat.le_0_l |]. simpl.
    apply Nat.compare_lt_iff. rewrite <- (Nat2N.id (size r)), <- N2Nat.inj_compare. exact off.
Qed.

End Rules.
