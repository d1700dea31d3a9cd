(**
Where a player lives with enough, as Life.v has it, he may pass from there on.

- [safe_enough]: a safe board gives him, as it stands, what he wants.
- [safe_stays]: where the opponent places a stone on a safe board, the board after it is safe, though the stone removes its own chain.
- [missing_less] of Rectangle.v: with each stone of the opponent's there is one point less without any.
*)
Require Import ZArith NArith Lia List Bool.
Require Import Game Board PointSets Symmetry Rectangle Alone Components Life.
Import ListNotations.

Section LifeScore.

Variable r : rectangle.
Hypothesis identity : is_symmetry r (points r) = true.
Hypothesis mutual : is_mutual r = true.

Notation near p q := (has (around r (N.shiftl 1 p)) q).

(** ** Counting *)

Lemma fewer_in : forall (f g : N -> bool) l, (forall q, f q = true -> g q = true) -> length (filter f l) <= length (filter g l).
Proof.
  intros f g l part. induction l as [| q rest again]; simpl; [lia |].
  destruct (f q) eqn:is; [rewrite (part q is); simpl; lia |]. destruct (g q); simpl; lia.
Qed.

Lemma count_part : forall x y, within r y -> (forall q, has x q -> has y q) -> (count x <= count y)%Z.
Proof.
  intros x y in_ part. rewrite (count_length (size r) y in_), (count_length (size r) x) by (intros q is; auto).
  apply inj_le. apply fewer_in. exact part.
Qed.

Lemma count_apart : forall x y, within r x -> within r y -> (forall q, has x q -> has y q -> False) ->
  (count x + count y <= Z.of_nat (size r))%Z.
Proof.
  intros x y in_x in_y apart. rewrite (count_length (size r) x in_x), (count_length (size r) y in_y).
  assert (all : forall l, length (filter (N.testbit x) l) + length (filter (N.testbit y) l) <= length l).
  { induction l as [| q rest again]; simpl; [lia |].
    destruct (N.testbit x q) eqn:one, (N.testbit y q) eqn:two_; simpl; try lia. destruct (apart q one two_). }
  specialize (all (map N.of_nat (seq 0 (size r)))). rewrite map_length, seq_length in all. lia.
Qed.

(** ** What a safe board is worth *)

Definition area (a : player) (b : board) : N :=
  N.lor (stones a b) (N.ldiff (reaching r (empty_of r b) (stones a b)) (reaching r (empty_of r b) (stones (other a) b))).

Lemma margin_is : forall a b, margin_of a (score r b) = (count (area a b) - count (area (other a) b))%Z.
Proof. intros a b. unfold area, score. destruct a; simpl; [reflexivity | ring]. Qed.

Lemma area_within : forall a b, all_within r b -> within r (area a b).
Proof.
  intros a b in_. unfold area. apply within_lor; [apply stones_within; exact in_ |]. apply within_ldiff.
  apply (reaching_within r _ identity).
Qed.

Lemma apart_true : forall a b, N.eqb (N.land (black b) (white b)) 0 = true <->
  forall q, has (stones a b) q -> has (stones (other a) b) q -> False.
Proof.
  intros a b. rewrite N.eqb_eq. split.
  - intros none q one two_. apply (has_none q). rewrite <- none. apply has_land. destruct a; auto.
  - intro apart. apply same_set. intro q. rewrite has_land. split; [| intro bad; destruct (has_none _ bad)].
    intros [one two_]. exfalso. destruct a; exact (apart q one two_) || exact (apart q two_ one).
Qed.

Section Worth.

Variable a : player.
Variable b : board.
Hypothesis b_in : all_within r b.
Hypothesis apart : forall q, has (stones a b) q -> has (stones (other a) b) q -> False.

Notation free := (empty_of r b).
Notation lives := (live r (stones a b) free).

Lemma own_low : within r (stones a b).
Proof. apply stones_within. exact b_in. Qed.

Lemma free_low : within r free.
Proof. intros q is. apply (has_empty r a) in is. apply (full_low r identity). apply is. Qed.

Lemma lives_own : forall q, has lives q -> has (stones a b) q.
Proof. intros q. apply (live_own r identity mutual). exact own_low. Qed.

Lemma lives_low : within r lives.
Proof. intros q is. apply own_low. apply lives_own. exact is. Qed.

Lemma eye_alone : forall e, has (eyes r free lives) e -> ~ has (reaching r free (stones (other a) b)) e.
Proof.
  intros e is there. apply (has_eye r identity free lives e lives_low) in is. destruct is as [open [_ all]].
  assert (low : (e < N.of_nat (size r))%N) by exact (free_low e open).
  assert (lives_near : forall s, (s < N.of_nat (size r))%N -> near s e -> has lives s).
  { intros s low_s next. apply all; [| exact next]. assert (back := near_both r identity mutual s e low_s next).
    unfold around in back. apply has_land in back. apply back. }
  assert (out : has free e /\ e <> e); [| apply (proj2 out); reflexivity]. revert there.
  apply (reaches_least r identity free (stones (other a) b) free_low (stones_within r _ b b_in) (fun s => has free s /\ s <> e)).
  - intros f s theirs next open_s. split; [exact open_s |]. intro bad. subst s.
    apply (apart f); [| exact theirs]. apply lives_own. apply lives_near; [exact (stones_within r _ b b_in f theirs) | exact next].
  - intros s t [open_s _] open_t next. split; [exact open_t |]. intro bad. subst t.
    assert (own := lives_own s (lives_near s (free_low s open_s) next)). apply (has_empty r a) in open_s. apply (proj1 (proj2 open_s)). exact own.
Qed.

Lemma held_area : forall q, has (held r a b) q -> has (area a b) q.
Proof.
  intros q is. unfold held, held_by in is. apply has_lor in is. apply has_lor. destruct is as [is | is].
  - left. apply lives_own. exact is.
  - right. apply has_ldiff. split; [| exact (eye_alone q is)].
    apply (has_eye r identity free lives q lives_low) in is. destruct is as [open [[s [is_s next]] _]].
    apply (reaches_more r free (stones a b) own_low s q); trivial. apply lives_own. exact is_s.
Qed.

Lemma held_not_theirs : forall q, has (held r a b) q -> has (area (other a) b) q -> False.
Proof.
  intros q is theirs. unfold area in theirs. rewrite other_other in theirs.
  unfold held, held_by in is. apply has_lor in is. apply has_lor in theirs. destruct is as [is | is].
  - apply lives_own in is. destruct theirs as [bad | bad]; [exact (apart q is bad) |].
    apply has_ldiff in bad. destruct bad as [bad _].
    apply (reaches_own r identity) in bad; [| exact free_low | apply stones_within; exact b_in].
    apply (has_empty r a) in bad. apply (proj1 (proj2 bad)). exact is.
  - assert (open := is). apply (has_eye r identity free lives q lives_low) in open. destruct open as [open _]. destruct theirs as [bad | bad].
    + apply (has_empty r a) in open. apply (proj2 (proj2 open)). exact bad.
    + apply has_ldiff in bad. exact (eye_alone q is (proj1 bad)).
Qed.

Lemma held_low : within r (held r a b).
Proof. intros q is. exact (area_within a b b_in q (held_area q is)). Qed.

End Worth.

Theorem safe_enough : forall a wanted b, all_within r b -> safe r a wanted b = true -> (wanted <= margin_of a (score r b))%Z.
Proof.
  intros a wanted b b_in is. unfold safe in is. apply andb_true_iff in is. destruct is as [apart well].
  apply Z.leb_le in well. rewrite margin_is. assert (apart_ := proj1 (apart_true a b) apart).
  assert (own := count_part _ _ (area_within a b b_in) (held_area a b b_in apart_)).
  assert (theirs := count_apart _ _ (held_low a b b_in apart_) (area_within (other a) b b_in) (held_not_theirs a b b_in apart_)). lia.
Qed.

(** ** It stays safe *)

Lemma held_stays : forall a b p b', all_within r b -> (forall q, has (stones a b) q -> has (stones (other a) b) q -> False) ->
  play r (other a) b p = Some b' -> forall q, has (held r a b) q -> has (held r a b') q.
Proof.
  intros a b p b' b_in apart made q is.
  assert (b_in' : all_within r b') by exact (play_within r _ identity _ _ _ _ made b_in).
  assert (lasts_ := live_lasts r identity mutual (stones a b) (empty_of r b) (own_low a b b_in)).
  assert (more : forall s, has (live r (stones a b) (empty_of r b)) s -> has (live r (stones a b') (empty_of r b')) s).
  { apply (live_greatest r identity mutual); [exact (own_low a b' b_in') |].
    exact (lasting_stays r identity mutual a b b' p b_in apart made _ lasts_). }
  unfold held, held_by in *. apply has_lor. apply has_lor in is. destruct is as [is | is]; [left; exact (more q is) | right].
  assert (eye := eyes_stay r identity mutual a b b' p b_in apart made _ lasts_ (lives_low a b b_in) q is).
  apply (has_eye r identity _ _ q (lives_low a b b_in)) in eye. apply (has_eye r identity _ _ q (lives_low a b' b_in')).
  destruct eye as [open [[s [is_s next]] all]]. split; [exact open |]. split; [exists s; auto | auto].
Qed.

Lemma apart_stays : forall a b p b', all_within r b -> (forall q, has (stones a b) q -> has (stones (other a) b) q -> False) ->
  play r (other a) b p = Some b' -> forall q, has (stones a b') q -> has (stones (other a) b') q -> False.
Proof.
  intros a b p b' b_in apart made q own theirs.
  apply (after_before r identity a b b' p b_in made) in own.
  apply (mine_placed r identity a b b' p b_in made), (placed_is a b p) in theirs. destruct theirs as [theirs | ->]; [exact (apart q own theirs) |].
  assert (open := placed_free r a b b' p made). apply (has_empty r a) in open. apply (proj1 (proj2 open)). exact own.
Qed.

Theorem safe_stays : forall a wanted b p b', all_within r b -> safe r a wanted b = true -> play r (other a) b p = Some b' ->
  safe r a wanted b' = true.
Proof.
  intros a wanted b p b' b_in is made. unfold safe in *. apply andb_true_iff in is. destruct is as [apart well].
  assert (apart_ := proj1 (apart_true a b) apart). apply andb_true_iff. split.
  - apply (apart_true a). exact (apart_stays a b p b' b_in apart_ made).
  - apply Z.leb_le in well. apply Z.leb_le.
    assert (b_in' : all_within r b') by exact (play_within r _ identity _ _ _ _ made b_in).
    assert (more := count_part _ _ (held_low a b' b_in' (apart_stays a b p b' b_in apart_ made)) (held_stays a b p b' b_in apart_ made)). lia.
Qed.

End LifeScore.
