(**
Stones that cannot be taken while their player only passes: Benson's theorem (1976), on the boards of Board.v.

A player's chains are the parts of his stones, the regions those of all points that have none of his stones. Of a set of his stones, those
are [lasting] whose chain lies in it and has two regions vital to it that are next to no other stones of his than ones of the set. A region is vital if it has an
empty point, and each of them is next to the chain; where suicide is legal, each point, as the opponent's stones there may be gone by it ([asked]). [live]: the greatest set of which each stone is lasting, found by beginning with all.
[eyes]: empty points with neighbours, all of which are live. [held]: both together. [safe]: twice their number less the board's points is what is wanted,
or more. These are what docs/certificate-format.md calls so ("Living strategies"), on boards on which each chain has a liberty and no point has two stones.

- [live_greatest]: any set of which each stone is lasting is live.
- [lasting_stays], [eyes_stay]: where the opponent places a stone, what was lasting is, and what was an eye. The stone may remove its own chain.
LifeScore.v has what a safe board is worth, and that it stays safe.
*)
Require Import ZArith NArith Lia List Bool.
Require Import Game Board PointSets Symmetry Rectangle Alone Components.
Import ListNotations.

Definition is_part (x y : N) : bool := N.eqb (N.ldiff x y) 0.

Lemma is_part_true : forall x y, is_part x y = true <-> (forall p, has x p -> has y p).
Proof.
  intros x y. unfold is_part. rewrite N.eqb_eq. split.
  - intros none p is. destruct (N.testbit y p) eqn:there; [exact there |]. exfalso. apply (has_none p). rewrite <- none.
    apply has_ldiff. split; [exact is | unfold has; congruence].
  - intro part. apply same_set. intro p. rewrite has_ldiff. split; [intros [is no]; destruct (no (part p is)) | intro bad; destruct (has_none _ bad)].
Qed.

Fixpoint unite (xs : list N) : N := match xs with [] => 0%N | x :: rest => N.lor x (unite rest) end.

Lemma has_unite : forall xs p, has (unite xs) p <-> exists x, In x xs /\ has x p.
Proof.
  induction xs as [| x rest again]; intro p; cbn [unite].
  - split; [intro bad; destruct (has_none _ bad) | intros [x [[] _]]].
  - rewrite has_lor, again. split.
    + intros [is | [y [there is]]]; [exists x | exists y]; simpl; auto.
    + intros [y [[<- | there] is]]; [left; exact is | right; exists y; auto].
Qed.

(** Two different ones. *)
Definition two (f : N -> bool) (l : list N) : bool := existsb (fun z => f z && existsb (fun y => f y && negb (N.eqb y z)) l) l.

Lemma two_true : forall f l, two f l = true <-> exists z y, In z l /\ In y l /\ f z = true /\ f y = true /\ y <> z.
Proof.
  intros f l. unfold two. rewrite existsb_exists. split.
  - intros [z [in_z is]]. apply andb_true_iff in is. destruct is as [is more]. apply existsb_exists in more.
    destruct more as [y [in_y both]]. apply andb_true_iff in both. destruct both as [is_y no]. exists z, y.
    apply negb_true_iff in no. apply N.eqb_neq in no. auto.
  - intros [z [y [in_z [in_y [is [is_y no]]]]]]. exists z. split; [exact in_z |]. rewrite is. apply existsb_exists. exists y.
    split; [exact in_y |]. rewrite is_y. apply negb_true_iff. apply N.eqb_neq. exact no.
Qed.

(** A function of sets again and again, until it says what it is asked of. *)
Fixpoint settle (steps : nat) (f : N -> N) (x : N) : N :=
  match steps with O => x | S less => let y := f x in if N.eqb y x then x else settle less f y end.

Section Life.

Variable r : rectangle.

Definition chains (own : N) : list N := parts r own.
Definition regions (own free : N) : list N := filter (fun z => negb (N.eqb (N.land z free) 0)) (parts r (N.ldiff (all_points r) own)).

Definition asked (free z : N) : N := if suicide r then z else N.land z free.
Definition vital (free c z : N) : bool := is_part (asked free z) (around r c).
(** Next to no other stones than those. *)
Definition bordered (x z : N) : bool := is_part (around r z) (N.lor z x).

Definition lasting_of (cs zs : list N) (free x : N) : N :=
  let left := filter (bordered x) zs in unite (filter (fun c => is_part c x && two (vital free c) left) cs).
Definition lasting (own free x : N) : N := lasting_of (chains own) (regions own free) free x.

Definition live (own free : N) : N :=
  let cs := chains own in let zs := regions own free in settle (size r) (lasting_of cs zs free) own.

Definition eyes (free x : N) : N := N.ldiff (N.land free (around r x)) (around r (N.ldiff (all_points r) x)).

Definition held_by (free x : N) : N := N.lor x (eyes free x).

Definition held (a : player) (b : board) : N :=
  let free := empty_of r b in held_by free (live (stones a b) free).

Definition safe (a : player) (wanted : Z) (b : board) : bool :=
  N.eqb (N.land (black b) (white b)) 0 && Z.leb wanted (2 * count (held a b) - Z.of_nat (size r)).

Hypothesis identity : is_symmetry r (points r) = true.
Hypothesis mutual : is_mutual r = true.

Notation near p q := (has (around r (N.shiftl 1 p)) q).

Lemma full_low : within r (all_points r).
Proof. exact (full_within r _ identity). Qed.

Lemma outside_low : forall x, within r (N.ldiff (all_points r) x).
Proof. intro x. apply within_ldiff. exact full_low. Qed.

(** ** What is lasting *)

(** A region, and what it is for a chain. *)
Record region_of (own free x c z : N) : Prop := {
  is_region : exists q, has (N.ldiff (all_points r) own) q /\ z = comp r (N.ldiff (all_points r) own) q;
  has_room : exists e, has z e /\ has free e;
  is_bordered : forall q, has (around r z) q -> has z q \/ has x q;
  is_vital : forall e, has (asked free z) e -> has (around r c) e
}.

Lemma empty_asked : forall free z e, has z e -> has free e -> has (asked free z) e.
Proof. intros free z e in_z open. unfold asked. destruct (suicide r); [exact in_z | apply has_land; auto]. Qed.

Lemma lasting_is : forall own free x q, within r own -> (has (lasting own free x) q <->
  exists p, has own p /\ has (comp r own p) q /\ (forall s, has (comp r own p) s -> has x s) /\
    exists z y, region_of own free x (comp r own p) z /\ region_of own free x (comp r own p) y /\ y <> z).
Proof.
  intros own free x q in_. unfold lasting, lasting_of. rewrite has_unite.
  assert (one : forall c z, (In z (filter (bordered x) (regions own free)) /\ vital free c z = true) <-> region_of own free x c z).
  { intros c z. unfold regions. rewrite !filter_In, (in_parts r identity mutual _ _ (outside_low own)). unfold vital, bordered.
    rewrite !is_part_true, negb_true_iff, N.eqb_neq. split.
    - intros [[[part room] border] near_]. split.
      + exact part.
      + destruct (existsb (N.testbit (N.land z free)) (points r)) eqn:some.
        * apply existsb_exists in some. destruct some as [e [_ is]]. apply has_land in is. exists e. exact is.
        * exfalso. apply room. apply same_set. intro p. split; [| intro bad; destruct (has_none _ bad)]. intro is. exfalso.
          assert (low : (p < N.of_nat (size r))%N).
          { destruct part as [s [is_s ->]]. apply has_land in is. exact (comp_within r identity _ s (outside_low own) is_s p (proj1 is)). }
          assert (bad : existsb (N.testbit (N.land z free)) (points r) = true).
          { apply existsb_exists. exists p. split; [apply in_points; exact low | exact is]. }
          congruence.
      + intros s is. apply border in is. apply has_lor in is. exact is.
      + exact near_.
    - intros [part [e [in_z open]] border near_]. repeat split.
      + exact part.
      + intro none. apply (has_none e). rewrite <- none. apply has_land. auto.
      + intros s is. apply has_lor. auto.
      + exact near_. }
  split.
  - intros [c [is there]]. apply filter_In in is. destruct is as [is both]. apply andb_true_iff in both. destruct both as [all more].
    apply (in_parts r identity mutual _ _ in_) in is. destruct is as [p [is ->]]. exists p. split; [exact is |]. split; [exact there |].
    split; [apply is_part_true; exact all |]. apply two_true in more. destruct more as [z [y [in_z [in_y [vital_z [vital_y no]]]]]].
    exists z, y. split; [apply one; auto | split; [apply one; auto | exact no]].
  - intros [p [is [there [all [z [y [one_z [one_y no]]]]]]]]. exists (comp r own p). split; [| exact there].
    apply filter_In. split; [apply (in_parts r identity mutual _ _ in_); exists p; auto |]. apply andb_true_iff.
    split; [apply is_part_true; exact all |]. apply two_true. exists z, y. apply one in one_z. apply one in one_y. intuition.
Qed.

Lemma lasting_less : forall own free x q, within r own -> has (lasting own free x) q -> has x q.
Proof. intros own free x q in_ is. apply lasting_is in is; trivial. destruct is as [p [_ [there [all _]]]]. exact (all q there). Qed.

Lemma lasting_own : forall own free x q, within r own -> has (lasting own free x) q -> has own q.
Proof.
  intros own free x q in_ is. apply lasting_is in is; trivial. destruct is as [p [is [there _]]].
  exact (comp_own r identity own p in_ is q there).
Qed.

Lemma lasting_more : forall own free x y, within r own -> (forall q, has x q -> has y q) ->
  forall q, has (lasting own free x) q -> has (lasting own free y) q.
Proof.
  intros own free x y in_ part q is. apply lasting_is in is; trivial. apply lasting_is; trivial.
  destruct is as [p [is [there [all [z [z' [one_z [one_z' no]]]]]]]]. exists p. split; [exact is |]. split; [exact there |].
  split; [auto |]. assert (more : forall z, region_of own free x (comp r own p) z -> region_of own free y (comp r own p) z).
  { intros s [part_ room border near_]. split; trivial. intros t next. destruct (border t next); auto. }
  exists z, z'. auto.
Qed.

(** Each stone of the set is lasting. *)
Definition lasts (own free x : N) : Prop := forall q, has x q -> has (lasting own free x) q.

(** ** The greatest such set *)

Definition how_many (x : N) : nat := length (filter (N.testbit x) (points r)).

Lemma settle_least : forall (S : N -> Prop) f, (forall x, S x -> S (f x)) -> forall steps x, S x -> S (settle steps f x).
Proof.
  intros S f step. induction steps as [| less again]; intros x is; simpl; [exact is |].
  destruct (N.eqb (f x) x); [exact is |]. apply again. apply step. exact is.
Qed.

Lemma settled : forall f, (forall x q, has (f x) q -> has x q) -> forall steps x, within r x -> how_many x <= steps ->
  f (settle steps f x) = settle steps f x.
Proof.
  intros f less. induction steps as [| steps again]; intros x in_ few; simpl.
  - assert (none : x = 0%N).
    { apply same_set. intro q. split; [| intro bad; destruct (has_none _ bad)]. intro is. exfalso.
      assert (there : In q (filter (N.testbit x) (points r))) by (apply filter_In; split; [apply in_points; auto | exact is]).
      unfold how_many in few. destruct (filter (N.testbit x) (points r)); [destruct there | simpl in few; lia]. }
    apply same_set. intro q. split; [apply less |]. rewrite none. intro bad. destruct (has_none _ bad).
  - destruct (N.eqb (f x) x) eqn:same; [apply N.eqb_eq; exact same |]. apply again; [intros q is; apply in_; apply less; exact is |].
    assert (shorter : how_many (f x) < how_many x); [| lia]. unfold how_many. apply fewer; [intro q; apply less |].
    destruct (existsb (fun q => N.testbit x q && negb (N.testbit (f x) q)) (points r)) eqn:some.
    + apply existsb_exists in some. destruct some as [q [there is]]. apply andb_true_iff in is. destruct is as [is no].
      apply negb_true_iff in no. exists q. auto.
    + exfalso. apply N.eqb_neq in same. apply same. apply same_set. intro q. split; [apply less |]. intro is.
      destruct (N.testbit (f x) q) eqn:there; [exact there |]. exfalso.
      assert (bad : existsb (fun q => N.testbit x q && negb (N.testbit (f x) q)) (points r) = true); [| congruence].
      apply existsb_exists. exists q. split; [apply in_points; auto |]. unfold has in is. rewrite is, there. reflexivity.
Qed.

Lemma how_many_most : forall x, how_many x <= size r.
Proof.
  intro x. unfold how_many. apply (Nat.le_trans _ (length (points r))).
  - apply filter_shorter.
  - unfold points. rewrite map_length, seq_length. lia.
Qed.

Theorem live_lasts : forall own free, within r own -> lasts own free (live own free).
Proof.
  intros own free in_ q is. change (has (lasting own free (live own free)) q).
  assert (same : lasting own free (live own free) = live own free).
  { apply (settled (lasting own free)); [| exact in_ | apply how_many_most]. intros x s. apply lasting_less. exact in_. }
  rewrite same. exact is.
Qed.

Theorem live_greatest : forall own free x, within r own -> lasts own free x -> forall q, has x q -> has (live own free) q.
Proof.
  intros own free x in_ all. change (live own free) with (settle (size r) (lasting own free) own).
  apply (settle_least (fun y => forall q, has x q -> has y q)).
  - intros y part q is. apply (lasting_more own free x y in_ part). exact (all q is).
  - intros q is. exact (lasting_own own free x q in_ (all q is)).
Qed.

Lemma live_own : forall own free q, within r own -> has (live own free) q -> has own q.
Proof. intros own free q in_ is. exact (lasting_own _ _ _ q in_ (live_lasts own free in_ q is)). Qed.

Lemma has_eye : forall free x e, within r x -> (has (eyes free x) e <->
  has free e /\ (exists p, has x p /\ near p e) /\ forall p, has (all_points r) p -> near p e -> has x p).
Proof.
  intros free x e in_. unfold eyes. rewrite has_ldiff, has_land, (around_point r x e in_), (around_point r _ e (outside_low x)).
  split.
  - intros [[open next] none]. split; [exact open |]. split; [exact next |]. intros p full is.
    destruct (N.testbit x p) eqn:there; [exact there |]. exfalso. apply none. exists p. split; [| exact is].
    apply has_ldiff. split; [exact full | unfold has; congruence].
  - intros [open [next all]]. split; [auto |]. intros [p [out is]]. apply has_ldiff in out. destruct out as [full no]. apply no. auto.
Qed.

(** ** The opponent places a stone *)

Lemma theirs_with : forall a x y, stones a (board_with (other a) x y) = y.
Proof. destruct a; reflexivity. Qed.

Section Stone.

Variable a : player. (** whose stones live *)
Variables b b' : board.
Variable p : N.
Hypothesis b_in : all_within r b.
Hypothesis apart : forall q, has (stones a b) q -> has (stones (other a) b) q -> False.
Hypothesis made : play r (other a) b p = Some b'.

Let before := stones a b.
Let after := stones a b'.
Let placed := N.lor (stones (other a) b) (N.shiftl 1 p).
Let mine := stones (other a) b'.
Let free := empty_of r b.
Let free' := empty_of r b'.

Lemma before_low : within r before.
Proof. apply stones_within. exact b_in. Qed.

Lemma placed_free : has free p.
Proof.
  unfold play in made. destruct (N.leb _ p); [discriminate |]. destruct (N.eqb _ 0) eqn:taken; [discriminate |].
  apply N.eqb_neq in taken. destruct (N.testbit free p) eqn:is; [exact is |]. exfalso. apply taken. apply same_set. intro q.
  rewrite has_land, has_spot. split; [intros [-> bad]; unfold has in bad; unfold free in is; congruence | intro bad; destruct (has_none _ bad)].
Qed.

Lemma placed_is : forall q, has placed q <-> has (stones (other a) b) q \/ q = p.
Proof. intro q. unfold placed. rewrite has_lor, has_spot. reflexivity. Qed.

Lemma placed_low : within r placed.
Proof.
  intros q is. apply placed_is in is. destruct is as [is | ->]; [exact (stones_within r (other a) b b_in q is) |].
  assert (open := placed_free). unfold free, empty_of in open. apply has_ldiff in open. apply full_low. apply open.
Qed.

(** What the captures leave; and that the stones that were placed have a liberty, but for those that a suicide removes. *)
Lemma captures : after = reaching r before (N.ldiff (all_points r) (N.lor placed before)) /\
  mine = reaching r placed (N.ldiff (all_points r) (N.lor placed after)) /\
  (mine = placed \/ suicide r = true /\ ~ has mine p).
Proof.
  unfold after, mine, placed, before. assert (made_ := made). unfold play in made_.
  destruct (N.leb _ p); [discriminate |]. destruct (N.eqb _ 0); [discriminate |]. rewrite other_other in made_.
  match type of made_ with (if N.eqb ?living ?own then _ else _) = _ => destruct (N.eqb living own) eqn:lives end.
  - injection made_ as <-. apply N.eqb_eq in lives. rewrite theirs_with, stones_with. auto.
  - destruct (suicide r); [| discriminate].
    match type of made_ with (if true && negb (N.testbit ?living p) && _ then _ else _) = _ => destruct (N.testbit living p) eqn:dead end; [discriminate |].
    match type of made_ with (if ?yes then _ else _) = _ => destruct yes; [| discriminate] end. injection made_ as <-.
    rewrite theirs_with, stones_with. repeat split. right. split; [reflexivity |]. intro bad. exact (eq_true_false_abs _ bad dead).
Qed.

Lemma mine_placed : forall q, has mine q -> has placed q.
Proof.
  intros q is. rewrite (proj1 (proj2 captures)) in is. apply (reaches_own r identity) in is; [exact is | exact placed_low | apply outside_low].
Qed.

Lemma mine_low : within r mine.
Proof. intros q is. apply placed_low. apply mine_placed. exact is. Qed.

Lemma after_before : forall q, has after q -> has before q.
Proof.
  intros q is. rewrite (proj1 captures) in is. apply (reaches_own r identity) in is; [exact is | exact before_low | apply outside_low].
Qed.

Lemma after_low : within r after.
Proof. intros q is. apply before_low. apply after_before. exact is. Qed.

Lemma has_free' : forall e, has free' e <-> has (all_points r) e /\ ~ has mine e /\ ~ has after e.
Proof. intro e. unfold free', mine, after. rewrite (has_empty r a). tauto. Qed.

Lemma has_free : forall e, has free e <-> has (all_points r) e /\ ~ has before e /\ ~ has (stones (other a) b) e.
Proof. intro e. unfold free, before. apply has_empty. Qed.

Lemma still_free : forall e, has free e -> (e = p -> ~ has mine p) -> has free' e.
Proof.
  intros e is no. apply has_free in is. destruct is as [full [one two_]]. apply has_free'. split; [exact full |]. split.
  - intro bad. assert (new := mine_placed e bad). apply placed_is in new. destruct new as [new | ->]; [exact (two_ new) | exact (no eq_refl bad)].
  - intro bad. apply one. apply after_before. exact bad.
Qed.

(** Where no suicide may remove them, no points but such as were captured become empty. *)
Lemma was_free : forall e, suicide r = false -> has free' e -> ~ has before e -> has free e.
Proof.
  intros e kept is no. apply has_free' in is. destruct is as [full [one two_]]. apply has_free. split; [exact full |]. split; [exact no |].
  intro bad. apply one. destruct (proj2 (proj2 captures)) as [-> | [yes _]]; [apply placed_is; auto | congruence].
Qed.

Variable x : N.
Hypothesis all_last : lasts before free x.

(** None of them is taken. *)
Lemma not_taken : forall q, has x q -> has after q.
Proof.
  intros q is. apply all_last in is. apply lasting_is in is; [| exact before_low].
  destruct is as [s [is [there [_ [z [y [one_z [one_y no]]]]]]]].
  assert (room : exists e, has free e /\ e <> p /\ has (around r (comp r before s)) e).
  { destruct one_z as [[i [is_i part_z]] [e [in_z open_e]] _ near_z]. destruct one_y as [[j [is_j part_y]] [f [in_y open_f]] _ near_y].
    destruct (N.eq_dec e p) as [same | other_]; [| exists e; auto using empty_asked].
    exists f. split; [exact open_f |]. split; [| auto using empty_asked]. intro bad. apply no. subst z y. subst e f.
    exact (comp_shared r identity mutual _ j i p (outside_low before) is_j is_i in_y in_z). }
  destruct room as [e [open [not_p next]]]. apply (around_point r) in next; [| apply (comp_within r identity); [exact before_low | exact is]].
  destruct next as [t [in_c next]]. rewrite (proj1 captures).
  set (open_ := N.ldiff (all_points r) (N.lor placed before)).
  assert (e_open : has open_ e).
  { apply has_free in open. destruct open as [full [one two_]]. apply has_ldiff. split; [exact full |]. rewrite has_lor, placed_is. tauto. }
  assert (own_t := comp_own r identity before s before_low is t in_c).
  assert (first : has (reaching r before open_) t).
  { apply (reaches_more r before open_ (outside_low _) e t e_open); [| exact own_t].
    apply (near_both r identity mutual); [exact (before_low t own_t) | exact next]. }
  rewrite <- (comp_same r identity mutual before t s before_low is in_c) in there.
  revert q there. apply (comp_least r identity); [exact before_low | exact own_t | exact first |].
  intros u v there_u is_v next_u. exact (reaches_on r identity before open_ before_low u v there_u is_v next_u).
Qed.

(** Points without stones of theirs, next to none of theirs but such ones: the last empty one is not taken, or empty again. *)
Lemma room_left : forall z, (forall q, has z q -> ~ has before q) -> (forall q s, has z q -> near q s -> has z s \/ has x s) ->
  (exists e, has z e /\ has free e) -> exists e, has z e /\ has free' e.
Proof.
  intros z none border [e [in_z open]].
  destruct (N.eq_dec e p) as [-> | other_]; [| exists e; split; [exact in_z | apply still_free; [exact open | contradiction]]].
  destruct (proj2 (proj2 captures)) as [all_stay | [_ gone]]; [| exists p; auto using still_free].
  destruct (existsb (fun s => N.testbit z s && N.testbit free' s) (points r)) eqn:some.
  - apply existsb_exists in some. destruct some as [s [_ is]]. apply andb_true_iff in is. exists s. exact is.
  - exfalso.
    assert (full : forall s, has z s -> has free' s -> False).
    { intros s one two_. assert (bad : existsb (fun s => N.testbit z s && N.testbit free' s) (points r) = true); [| congruence].
      apply existsb_exists. exists s. split; [| apply andb_true_iff; auto]. apply in_points. apply full_low. apply has_free' in two_. apply two_. }
    assert (lives : has (reaching r mine (N.ldiff (all_points r) (N.lor mine after))) p).
    { rewrite all_stay, <- (proj1 (proj2 captures)), all_stay. apply placed_is. auto. }
    assert (out : has mine p /\ ~ has z p); [| apply (proj2 out); exact in_z]. revert lives.
    apply (reaches_least r identity mine _ mine_low (outside_low _) (fun s => has mine s /\ ~ has z s)).
    + intros f s open_f next in_s. split; [exact in_s |]. intro bad.
      assert (free_f : has free' f).
      { apply has_ldiff in open_f. destruct open_f as [all no]. rewrite has_lor in no. apply has_free'. tauto. }
      assert (low_f : (f < N.of_nat (size r))%N) by (apply full_low; apply has_free' in free_f; apply free_f).
      destruct (border s f bad (near_both r identity mutual f s low_f next)) as [in_f | lives]; [exact (full f in_f free_f) |].
      apply has_free' in free_f. apply (proj2 (proj2 free_f)). apply not_taken. exact lives.
    + intros u v [in_u out_u] in_v next. split; [exact in_v |]. intro bad.
      destruct (border v u bad (near_both r identity mutual u v (mine_low u in_u) next)) as [in_z' | lives]; [exact (out_u in_z') |].
      apply not_taken in lives. assert (old := after_before u lives). apply mine_placed, placed_is in in_u. destruct in_u as [theirs | ->].
      * exact (apart u old theirs).
      * exact (none p in_z old).
Qed.

Theorem lasting_stays : lasts after free' x.
Proof.
  intros q is. assert (was := all_last q is). apply lasting_is in was; [| exact before_low]. apply lasting_is; [exact after_low |].
  destruct was as [s [own_s [there [all [z [y [one_z [one_y no]]]]]]]].
  assert (chain : comp r after s = comp r before s).
  { apply (comp_stays r identity before after s before_low after_low own_s).
    - intros t in_t. apply not_taken. auto.
    - intros u v in_u is_v next. apply (comp_on r identity before s before_low own_s u v in_u); [apply after_before; exact is_v | exact next]. }
  assert (stays : forall z, region_of before free x (comp r before s) z -> region_of after free' x (comp r before s) z).
  { clear z y one_z one_y no. intros z [[i [is_i part]] room border near_].
    assert (out : forall t, has z t -> has (all_points r) t /\ ~ has before t).
    { intros t in_t. subst z. apply (comp_own r identity _ i (outside_low before) is_i) in in_t. apply has_ldiff in in_t. exact in_t. }
    assert (low : within r z) by (intros t in_t; apply full_low; apply out; exact in_t).
    assert (border_ : forall t u, has z t -> near t u -> has z u \/ has x u).
    { intros t u in_t next. apply border. apply (around_point r z u low). exists t. auto. }
    split.
    - exists i. assert (open_i : has (N.ldiff (all_points r) after) i).
      { apply has_ldiff in is_i. destruct is_i as [full no]. apply has_ldiff. split; [exact full |]. intro bad. apply no.
        apply after_before. exact bad. }
      split; [exact open_i |]. rewrite part. symmetry.
      apply (comp_stays r identity _ _ i (outside_low before) (outside_low after) is_i).
      + rewrite <- part. intros t in_t. apply has_ldiff. destruct (out t in_t) as [full no]. split; [exact full |].
        intro bad. apply no. apply after_before. exact bad.
      + rewrite <- part. intros t u in_t out_u next. destruct (border_ t u in_t next) as [in_ | lives]; [exact in_ |].
        exfalso. apply has_ldiff in out_u. apply (proj2 out_u). apply not_taken. exact lives.
    - apply room_left; [intros t in_t; apply out; exact in_t | exact border_ | exact room].
    - exact border.
    - intros e is_asked. apply near_. unfold asked in *. destruct (suicide r) eqn:may; [exact is_asked |].
      apply has_land in is_asked. destruct is_asked as [in_e open_e]. apply has_land. split; [exact in_e |].
      apply was_free; [exact may | exact open_e | apply out; exact in_e]. }
  exists s. rewrite chain. split; [apply not_taken; apply all; apply comp_has |]. split; [exact there |].
  split; [exact all |]. exists z, y. auto.
Qed.

Lemma eyes_stay : within r x -> forall e, has (eyes free x) e -> has (eyes free' x) e.
Proof.
  intros x_in e is. apply (has_eye free x e x_in) in is. apply (has_eye free' x e x_in). destruct is as [open [next all]].
  split; [| auto]. assert (low : (e < N.of_nat (size r))%N) by (apply full_low; apply has_free in open; apply open).
  destruct (room_left (N.shiftl 1 e)) as [e' [same there]].
  - intros q is_q. apply has_spot in is_q. subst q. apply has_free in open. apply open.
  - intros q s is_q next_q. apply has_spot in is_q. subst q. right.
    apply all; [| apply (near_both r identity mutual); trivial]. unfold around in next_q. apply has_land in next_q. apply next_q.
  - exists e. split; [apply has_spot; reflexivity | exact open].
  - apply has_spot in same. subst e'. exact there.
Qed.

End Stone.
End Life.
