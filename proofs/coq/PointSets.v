(**
Sets of points of a rectangle: what is in them, what is next to them, how many points they have.

A set is a number, as in Board.v: point [p] is in it if bit [p] is set ([has]). Two sets are the same if they have the same points
([same_set]); that is how all that follows is proved. [image] is the set that the points of a set become if each point becomes what a list says of it;
[within]: no point is off the board.
*)
Require Import ZArith NArith List Bool Lia.
Require Import Game Board.
Import ListNotations.

Definition has (x p : N) : Prop := N.testbit x p = true.

Lemma same_set : forall x y, (forall p, has x p <-> has y p) -> x = y.
Proof.
  intros x y same. apply N.bits_inj. intro p. specialize (same p). unfold has in same.
  destruct (N.testbit x p), (N.testbit y p); trivial; [symmetry |]; apply same; reflexivity.
Qed.

Lemma has_none : forall p, ~ has 0 p.
Proof. intros p is. unfold has in is. rewrite N.bits_0 in is. discriminate. Qed.

Lemma has_lor : forall x y p, has (N.lor x y) p <-> has x p \/ has y p.
Proof. intros x y p. unfold has. rewrite N.lor_spec. apply orb_true_iff. Qed.

Lemma has_land : forall x y p, has (N.land x y) p <-> has x p /\ has y p.
Proof. intros x y p. unfold has. rewrite N.land_spec. apply andb_true_iff. Qed.

Lemma has_ldiff : forall x y p, has (N.ldiff x y) p <-> has x p /\ ~ has y p.
Proof.
  intros x y p. unfold has. rewrite N.ldiff_spec, andb_true_iff, negb_true_iff.
  destruct (N.testbit y p); intuition congruence.
Qed.

Lemma has_spot : forall q p, has (N.shiftl 1 q) p <-> p = q.
Proof.
  intros q p. unfold has. rewrite N.shiftl_1_l, N.pow2_bits_eqb. rewrite N.eqb_eq. intuition.
Qed.

(** The set that the points of a set become; [spots] has of each point the set of its image alone. *)
Fixpoint image_by (spots : list N) (x : N) : N :=
  match x with
  | N0 => 0
  | Npos _ =>
    match spots with
    | [] => 0
    | spot :: rest => let more := image_by rest (N.div2 x) in if N.odd x then N.lor spot more else more
    end
  end%N.

Definition spots_of (points : list N) : list N := map (N.shiftl 1) points.
Definition image (points : list N) (x : N) : N := image_by (spots_of points) x.

Lemma has_image : forall ms x q,
  has (image ms x) q <-> exists i, has x (N.of_nat i) /\ nth_error ms i = Some q.
Proof.
  unfold image, spots_of. induction ms as [| m rest again]; intros x q.
  - destruct x; simpl; (split; [intro is; exfalso; exact (has_none _ is) | intros [[| i] [_ is]]; discriminate]).
  - assert (later : forall i, has (N.div2 x) (N.of_nat i) <-> has x (N.of_nat (S i))).
    { intro i. unfold has. rewrite Nat2N.inj_succ, <- N.testbit_succ_r_div2 by apply N.le_0_l. reflexivity. }
    assert (first : has x 0 <-> N.odd x = true) by (unfold has; rewrite N.bit0_odd; reflexivity).
    assert (both : has (let more := image_by (map (N.shiftl 1) rest) (N.div2 x) in
        if N.odd x then N.lor (N.shiftl 1 m) more else more) q <->
      exists i, has x (N.of_nat i) /\ nth_error (m :: rest) i = Some q).
    { cbv zeta. destruct (N.odd x) eqn:odd.
      - rewrite has_lor, has_spot, again. split.
        + intros [-> | [i [is at_]]].
          * exists 0. split; [apply first; reflexivity | reflexivity].
          * exists (S i). split; [apply later; exact is | exact at_].
        + intros [[| i] [is at_]].
          * left. simpl in at_. congruence.
          * right. exists i. split; [apply later; exact is | exact at_].
      - rewrite again. split.
        + intros [i [is at_]]. exists (S i). split; [apply later; exact is | exact at_].
        + intros [[| i] [is at_]].
          * exfalso. apply first in is. discriminate.
          * exists i. split; [apply later; exact is | exact at_]. }
    destruct x as [| p]; [| exact both].
    simpl. split; [intro is; exfalso; exact (has_none _ is) |].
    intros [i [is _]]. exfalso. exact (has_none _ is).
Qed.

Section PointSets.

Variable r : rectangle.

Definition within (x : N) : Prop := forall p, has x p -> (p < N.of_nat (size r))%N.
Definition all_within (b : board) : Prop := within (black b) /\ within (white b).

(** Does a set have no point off the board? *)
Definition is_within (x : N) : bool := N.eqb (N.shiftr x (N.of_nat (size r))) 0.

Lemma is_within_true : forall x, is_within x = true -> within x.
Proof.
  intros x yes p is. apply N.eqb_eq in yes. destruct (N.lt_ge_cases p (N.of_nat (size r))) as [low | high]; trivial.
  exfalso. apply (has_none (p - N.of_nat (size r))). rewrite <- yes. unfold has.
  rewrite N.shiftr_spec by apply N.le_0_l. rewrite N.sub_add by exact high. exact is.
Qed.

Lemma in_points : forall p, In p (points r) <-> (p < N.of_nat (size r))%N.
Proof.
  intro p. unfold points. rewrite in_map_iff. split.
  - intros [i [<- is]]. apply in_seq in is. lia.
  - intro low. exists (N.to_nat p). split; [apply N2Nat.id |]. apply in_seq. lia.
Qed.

Lemma within_none : within 0.
Proof. intros p is. exfalso. exact (has_none _ is). Qed.

Lemma within_lor : forall x y, within x -> within y -> within (N.lor x y).
Proof. intros x y one two p is. apply has_lor in is. destruct is; auto. Qed.

Lemma within_land : forall x y, within y -> within (N.land x y).
Proof. intros x y two p is. apply has_land in is. apply two. apply is. Qed.

Lemma within_ldiff : forall x y, within x -> within (N.ldiff x y).
Proof. intros x y one p is. apply has_ldiff in is. apply one. apply is. Qed.

Lemma within_spot : forall p, (p < N.of_nat (size r))%N -> within (N.shiftl 1 p).
Proof. intros p low q is. apply has_spot in is. congruence. Qed.

(** A set as what its points make together. *)
Fixpoint together (ps : list N) : N :=
  match ps with [] => 0%N | p :: rest => N.lor (N.shiftl 1 p) (together rest) end.

Lemma has_together : forall ps p, has (together ps) p <-> In p ps.
Proof.
  induction ps as [| q rest again]; intro p; cbn [together In].
  - split; [intro is; exact (has_none _ is) | contradiction].
  - rewrite has_lor, has_spot, again. intuition.
Qed.

Lemma as_together : forall x, within x -> x = together (filter (N.testbit x) (points r)).
Proof.
  intros x in_. apply same_set. intro p. rewrite has_together, filter_In. split.
  - intro is. split; [apply in_points; auto | exact is].
  - intros [_ is]. exact is.
Qed.

Lemma around_lor : forall x y, around r (N.lor x y) = N.lor (around r x) (around r y).
Proof.
  intros x y. unfold around. rewrite !N.shiftl_lor, !N.shiftr_lor, !N.land_lor_distr_l,
    !N.shiftl_lor, !N.shiftr_lor.
  apply same_set. intro p. rewrite ?has_lor, ?has_land, ?has_lor. tauto.
Qed.

Lemma around_none : around r 0 = 0%N.
Proof.
  unfold around. rewrite !N.land_0_l, !N.shiftl_0_l, !N.shiftr_0_l. apply N.land_0_r.
Qed.

End PointSets.

(** How many points a set has, counted one by one. *)
Lemma filter_over : forall (A B : Type) (f : B -> bool) (g : A -> B) l,
  length (filter f (map g l)) = length (filter (fun a => f (g a)) l).
Proof.
  intros A B f g l. induction l as [| a rest again]; simpl; trivial.
  destruct (f (g a)); simpl; congruence.
Qed.

Lemma count_length : forall n x, (forall p, has x p -> (p < N.of_nat n)%N) ->
  count x = Z.of_nat (length (filter (N.testbit x) (map N.of_nat (seq 0 n)))).
Proof.
  induction n as [| n again]; intros x low.
  - replace x with 0%N; [reflexivity |]. symmetry. apply same_set. intro p. split; intro is.
    + apply low in is. lia.
    + exfalso. exact (has_none _ is).
  - assert (half : count (N.div2 x) =
      Z.of_nat (length (filter (N.testbit (N.div2 x)) (map N.of_nat (seq 0 n))))).
    { apply again. intros p is. unfold has in is. rewrite <- N.testbit_succ_r_div2 in is by apply N.le_0_l.
      apply low in is. lia. }
    rewrite filter_over in half. cbn [seq map filter]. rewrite <- seq_shift, map_map.
    assert (rest : length (filter (N.testbit x) (map (fun i => N.of_nat (S i)) (seq 0 n))) =
      length (filter (fun i => N.testbit (N.div2 x) (N.of_nat i)) (seq 0 n))).
    { rewrite filter_over. f_equal. apply filter_ext. intro i.
      rewrite Nat2N.inj_succ, <- N.testbit_succ_r_div2 by apply N.le_0_l. reflexivity. }
    change (N.of_nat 0) with 0%N. rewrite N.bit0_odd.
    replace (count x) with ((if N.odd x then 1 else 0) + count (N.div2 x))%Z by (destruct x as [| [p | p |]]; reflexivity).
    rewrite half, <- rest. destruct (N.odd x); cbn [length]; lia.
Qed.
