(**
What of a set of points is connected: its parts.

[comp]: the points of a set that one comes to from a point by points of the set. It has the point, is closed ([comp_on]), and is the
least such set ([comp_least]); two that meet are the same ([comp_shared]). [parts]: all of them, each once found not looked for again.
*)
Require Import ZArith NArith Lia List Bool.
Require Import Game Board PointSets Symmetry Rectangle Alone.
Import ListNotations.

Section Components.

Variable r : rectangle.
Hypothesis identity : is_symmetry r (points r) = true.
Hypothesis mutual : is_mutual r = true.

Notation near p q := (has (around r (N.shiftl 1 p)) q).

Definition comp (w q : N) : N := grow r (size r) w (N.shiftl 1 q).

Lemma low_spot : forall w q, within r w -> has w q -> within r (N.shiftl 1 q).
Proof. intros w q in_ is s is_s. apply has_spot in is_s. subst s. exact (in_ q is). Qed.

Lemma comp_has : forall w q, has (comp w q) q.
Proof. intros w q. apply (grow_has r). apply has_spot. reflexivity. Qed.

Lemma comp_least : forall (S : N -> Prop) w q, within r w -> has w q -> S q ->
  (forall p t, S p -> has w t -> near p t -> S t) -> forall t, has (comp w q) t -> S t.
Proof.
  intros S w q in_ is first closed t there.
  apply (grow_least r identity S (size r) w _ (low_spot w q in_ is)) with (q := t); trivial.
  intros s is_s. apply has_spot in is_s. congruence.
Qed.

Lemma comp_own : forall w q, within r w -> has w q -> forall t, has (comp w q) t -> has w t.
Proof. intros w q in_ is. apply comp_least; auto. Qed.

Lemma comp_within : forall w q, within r w -> has w q -> within r (comp w q).
Proof. intros w q in_ is t there. apply in_. exact (comp_own w q in_ is t there). Qed.

Lemma comp_on : forall w q, within r w -> has w q -> forall p t, has (comp w q) p -> has w t -> near p t -> has (comp w q) t.
Proof.
  intros w q in_ is p t there is_t next. unfold comp in *.
  apply (grow_on r identity (size r) w _ in_ (low_spot w q in_ is)) with (p := p); trivial.
  unfold left_out. apply (Nat.le_trans _ (length (points r))).
  - apply filter_shorter.
  - unfold points. rewrite map_length, seq_length. lia.
Qed.

Lemma comp_part : forall w p q, within r w -> has w q -> has (comp w q) p -> forall t, has (comp w p) t -> has (comp w q) t.
Proof.
  intros w p q in_ is there. apply comp_least; trivial.
  - exact (comp_own w q in_ is p there).
  - intros s t. apply comp_on; trivial.
Qed.

Lemma comp_back : forall w p q, within r w -> has w q -> has (comp w q) p -> has (comp w p) q.
Proof.
  intros w p q in_ is there.
  assert (both : has w p /\ has (comp w p) q); [| apply both].
  revert p there. apply comp_least; trivial.
  - split; [exact is | apply comp_has].
  - intros s t [is_s so] is_t next. split; [exact is_t |]. apply (comp_part w s t in_ is_t); [| exact so].
    apply (comp_on w t in_ is_t t s); [apply comp_has | exact is_s |].
    apply (near_both r identity mutual); [exact (in_ s is_s) | exact next].
Qed.

Lemma comp_same : forall w p q, within r w -> has w q -> has (comp w q) p -> comp w p = comp w q.
Proof.
  intros w p q in_ is there. assert (is_p := comp_own w q in_ is p there).
  apply same_set. intro t. split; [apply comp_part | apply comp_part; [| | apply comp_back]]; trivial.
Qed.

Lemma comp_shared : forall w p q t, within r w -> has w p -> has w q -> has (comp w p) t -> has (comp w q) t -> comp w p = comp w q.
Proof.
  intros w p q t in_ is_p is_q one two.
  rewrite <- (comp_same w t p), <- (comp_same w t q); trivial.
Qed.

(** A part stays one in another set that has it, and no more next to it. *)
Lemma comp_stays : forall w w' q, within r w -> within r w' -> has w q -> (forall t, has (comp w q) t -> has w' t) ->
  (forall p t, has (comp w q) p -> has w' t -> near p t -> has (comp w q) t) -> comp w' q = comp w q.
Proof.
  intros w w' q in_ in_' is still closed. assert (is' : has w' q) by (apply still; apply comp_has).
  apply same_set. intro t. split.
  - apply comp_least; trivial. apply comp_has.
  - intro there. assert (both : has (comp w q) t /\ has (comp w' q) t); [| apply both].
    revert t there. apply comp_least; trivial.
    + split; apply comp_has.
    + intros p t [one two] is_t next. assert (on := comp_on w q in_ is p t one is_t next). split; [exact on |].
      apply (comp_on w' q in_' is' p t); auto.
Qed.

(** ** All parts *)

Definition add_part (w : N) (found : list N) (q : N) : list N :=
  if N.testbit w q && negb (existsb (fun c => N.testbit c q) found) then comp w q :: found else found.

Definition parts (w : N) : list N := fold_left (add_part w) (points r) [].

Lemma in_parts : forall w c, within r w -> (In c (parts w) <-> exists q, has w q /\ c = comp w q).
Proof.
  intros w c in_. unfold parts.
  assert (sound : forall l found, (forall c, In c found -> exists q, has w q /\ c = comp w q) ->
    forall c, In c (fold_left (add_part w) l found) -> exists q, has w q /\ c = comp w q).
  { induction l as [| q rest again]; intros found all; [exact all |]. cbn [fold_left]. apply again. intros c' is. unfold add_part in is.
    destruct (N.testbit w q && _) eqn:new; [| exact (all c' is)]. destruct is as [<- | is]; [| exact (all c' is)].
    apply andb_true_iff in new. exists q. split; [exact (proj1 new) | reflexivity]. }
  assert (kept : forall l found c, In c found -> In c (fold_left (add_part w) l found)).
  { induction l as [| q rest again]; intros found c' is; [exact is |]. cbn [fold_left]. apply again. unfold add_part.
    destruct (N.testbit w q && _); [right |]; exact is. }
  assert (complete : forall l found, (forall c, In c found -> exists q, has w q /\ c = comp w q) ->
    forall q, In q l -> has w q -> In (comp w q) (fold_left (add_part w) l found)).
  { induction l as [| q' rest again]; intros found all q there is; [destruct there |]. cbn [fold_left].
    assert (all' := sound [q'] found all). cbn [fold_left] in all'.
    destruct there as [<- | there]; [| exact (again _ all' q there is)]. apply kept. unfold add_part. unfold has in is. rewrite is.
    destruct (existsb (fun c => N.testbit c q') found) eqn:old; cbn [andb negb]; [| left; reflexivity].
    apply existsb_exists in old. destruct old as [c' [in_c there]]. destruct (all c' in_c) as [s [is_s ->]].
    rewrite (comp_same w q' s); trivial. }
  split.
  - apply (sound (points r) []). intros c' [].
  - intros [q [is ->]]. apply complete; [intros c' [] | apply in_points; auto | exact is].
Qed.

End Components.
