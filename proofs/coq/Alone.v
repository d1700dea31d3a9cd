(**
Who lays stones alone on a rectangle where a stone may remove its own chain, if that has several stones.

[quiet_end]: stones that do not leave their chain in atari do not go on for ever. Call a stone of his weak if there is a point without
which its chain would have no liberty. A stone that stays and is not in atari makes none weak that was not. One that
removes its chain removes weak stones, and makes none weak: so there are fewer.
[all_within_listed], [all_placed]: boards are finitely many. Both are what KeeV6Alone.v asks, and [v6_alone] is what it says then.

[reaches_more], [reaches_on], [reaches_least]: what is connected to liberties ([reaching] of Board.v) is the least set of stones that has
those next to a liberty, and with each stone those next to it.
*)
Require Import ZArith NArith Lia List Bool Wellfounded.
Require Import Game ItemRules KeeV6 KeeV6Alone Board PointSets Symmetry Rectangle.
Import ListNotations.

Lemma filter_shorter : forall (A : Type) (f : A -> bool) l, length (filter f l) <= length l.
Proof. intros A f l. induction l as [| s rest again]; simpl; [lia |]. destruct (f s); simpl; lia. Qed.

Section Alone.

Variable r : rectangle.
Hypothesis identity : is_symmetry r (points r) = true.

Notation set_within := (within r).
Notation near p q := (has (around r (N.shiftl 1 p)) q).

(** Next to each other are points both ways. *)
Definition is_mutual : bool :=
  forallb (fun p => forallb (fun q => Bool.eqb (N.testbit (around r (N.shiftl 1 p)) q) (N.testbit (around r (N.shiftl 1 q)) p)) (points r))
    (points r).
Hypothesis mutual : is_mutual = true.

Lemma near_both : forall p q, (p < N.of_nat (size r))%N -> near p q -> near q p.
Proof.
  intros p q low is. assert (low' : (q < N.of_nat (size r))%N) by exact (around_within r _ identity _ _ is).
  unfold is_mutual in mutual. rewrite forallb_forall in mutual. assert (all := mutual p (proj2 (in_points r p) low)).
  rewrite forallb_forall in all. assert (same := all q (proj2 (in_points r q) low')). apply eqb_prop in same.
  unfold has in *. congruence.
Qed.

Lemma around_point : forall x q, set_within x -> (has (around r x) q <-> exists p, has x p /\ near p q).
Proof.
  intros x q in_. assert (all : has (around r (together (filter (N.testbit x) (points r)))) q <->
    exists p, In p (filter (N.testbit x) (points r)) /\ near p q).
  { induction (filter (N.testbit x) (points r)) as [| p rest again]; cbn [together].
    - rewrite around_none. split; [intro is; destruct (has_none _ is) | intros [p [[] _]]].
    - rewrite around_lor, has_lor, again. split.
      + intros [is | [p' [there is]]]; [exists p | exists p']; simpl; auto.
      + intros [p' [[<- | there] is]]; [left; exact is | right; exists p'; auto]. }
  rewrite <- (as_together r x in_) in all. rewrite all. split; intros [p [there is]]; exists p; (split; [| exact is]).
  - apply filter_In in there. apply there.
  - apply filter_In. split; [apply in_points; auto | exact there].
Qed.

Lemma within_part : forall x y, (forall p, has x p -> has y p) -> set_within y -> set_within x.
Proof. intros x y part in_ p is. auto. Qed.

(** ** What grows *)

Lemma more_of : forall w x q, has (N.lor x (N.land (around r x) w)) q <-> has x q \/ has (around r x) q /\ has w q.
Proof. intros w x q. rewrite has_lor, has_land. reflexivity. Qed.

Lemma more_within : forall w x, set_within x -> set_within (N.lor x (N.land (around r x) w)).
Proof.
  intros w x in_ q is. apply more_of in is. destruct is as [is | [is _]]; [auto | exact (around_within r _ identity _ _ is)].
Qed.

Lemma grow_has : forall steps w x q, has x q -> has (grow r steps w x) q.
Proof.
  induction steps as [| less again]; intros w x q is; simpl; trivial.
  destruct (N.eqb _ x); trivial. apply again. apply more_of. auto.
Qed.

Lemma grow_least : forall (S : N -> Prop) steps w x, set_within x -> (forall q, has x q -> S q) ->
  (forall p q, S p -> has w q -> near p q -> S q) -> forall q, has (grow r steps w x) q -> S q.
Proof.
  intros S steps. induction steps as [| less again]; intros w x in_ first closed q is; simpl in is; [auto |].
  destruct (N.eqb _ x); [auto |]. apply (again w _ (more_within w x in_)) with (q := q); trivial.
  intros q' is'. apply more_of in is'. destruct is' as [is' | [is' there]]; [auto |].
  apply around_point in is'; trivial. destruct is' as [p [in_x is']]. apply (closed p q'); auto.
Qed.

Definition left_out (w x : N) : nat := length (filter (fun q => N.testbit w q && negb (N.testbit x q)) (points r)).

Lemma nothing_left : forall w x q, left_out w x = 0 -> set_within w -> has w q -> has x q.
Proof.
  intros w x q none in_ is. destruct (N.testbit x q) eqn:there; [exact there |]. exfalso.
  assert (some : In q (filter (fun q => N.testbit w q && negb (N.testbit x q)) (points r))).
  { apply filter_In. split; [apply in_points; auto |]. unfold has in is. rewrite is, there. reflexivity. }
  unfold left_out in none. apply length_zero_iff_nil in none. rewrite none in some. destruct some.
Qed.

Lemma grow_on : forall steps w x, set_within w -> set_within x -> left_out w x <= steps ->
  forall p q, has (grow r steps w x) p -> has w q -> near p q -> has (grow r steps w x) q.
Proof.
  induction steps as [| less again]; intros w x in_w in_x few p q is there next; simpl in *.
  - apply (nothing_left w x); trivial. lia.
  - destruct (N.eqb _ x) eqn:same.
    + apply N.eqb_eq in same. rewrite <- same. apply more_of. right. split; [| exact there].
      apply around_point; trivial. exists p. auto.
    + assert (in_more := more_within w x in_x). set (more := N.lor x (N.land (around r x) w)) in *.
      apply (again w more in_w in_more) with (p := p); trivial.
      assert (shorter : left_out w more < left_out w x).
      { apply fewer.
        - intros s is_s. apply andb_true_iff in is_s. destruct is_s as [one two]. rewrite one. simpl.
          apply negb_true_iff in two. apply negb_true_iff. apply not_true_is_false. intro bad.
          assert (yes : has more s) by (apply more_of; left; exact bad). unfold has in yes. congruence.
        - destruct (existsb (fun s => N.testbit more s && negb (N.testbit x s)) (points r)) eqn:some.
          + apply existsb_exists in some. destruct some as [s [low new]]. apply andb_true_iff in new. destruct new as [new old].
            exists s. split; [exact low |]. rewrite new, old. split; [| apply andb_false_r]. rewrite andb_true_r.
            apply more_of in new. destruct new as [bad | [_ yes]]; [| exact yes].
            unfold has in bad. rewrite bad in old. discriminate.
          + exfalso. apply N.eqb_neq in same. apply same. apply same_set. intro s. split; [| intro is_x; apply more_of; auto].
            intro is_m. destruct (N.testbit x s) eqn:old; [exact old |]. exfalso.
            assert (bad : existsb (fun s => N.testbit more s && negb (N.testbit x s)) (points r) = true).
            { apply existsb_exists. exists s. split; [apply in_points; apply in_more; exact is_m |].
              unfold has in is_m. rewrite is_m, old. reflexivity. }
            congruence. }
      lia.
Qed.

(** ** What is connected to liberties *)

Section Reaching.

Variables own free : N.
Hypothesis own_in : set_within own.
Hypothesis free_in : set_within free.

Lemma first_within : set_within (N.land (around r free) own).
Proof. intros q is. apply has_land in is. apply own_in. apply is. Qed.

Lemma reaches_more : forall e q, has free e -> near e q -> has own q -> has (reaching r own free) q.
Proof.
  intros e q open next is. apply grow_has. apply has_land. split; [| exact is]. apply around_point; trivial. exists e. auto.
Qed.

Lemma reaches_on : forall p q, has (reaching r own free) p -> has own q -> near p q -> has (reaching r own free) q.
Proof.
  intros p q is there next. unfold reaching in *. apply (grow_on (size r) own _ own_in first_within) with (p := p); trivial.
  unfold left_out. apply (Nat.le_trans _ (length (points r))).
  - apply filter_shorter.
  - unfold points. rewrite map_length, seq_length. lia.
Qed.

Lemma reaches_least : forall S : N -> Prop, (forall e q, has free e -> near e q -> has own q -> S q) ->
  (forall p q, S p -> has own q -> near p q -> S q) -> forall q, has (reaching r own free) q -> S q.
Proof.
  intros S first closed q is. unfold reaching in is. apply (grow_least S (size r) own _ first_within) with (q := q); trivial.
  intros s is_s. apply has_land in is_s. destruct is_s as [is_s there]. apply around_point in is_s; trivial.
  destruct is_s as [e [open next]]. exact (first e s open next there).
Qed.

Lemma reaches_own : forall q, has (reaching r own free) q -> has own q.
Proof. apply reaches_least; auto. Qed.

End Reaching.

(** ** Weak stones *)

Definition weak (own free q : N) : bool :=
  N.testbit own q && existsb (fun x => negb (N.testbit (reaching r own (N.ldiff free (N.shiftl 1 x))) q)) (points r).

Lemma weak_is : forall own free q, weak own free q = true <->
  has own q /\ exists x, In x (points r) /\ ~ has (reaching r own (N.ldiff free (N.shiftl 1 x))) q.
Proof.
  intros own free q. unfold weak. rewrite andb_true_iff, existsb_exists. unfold has. split.
  - intros [one [x [there no]]]. split; [exact one |]. exists x. split; [exact there |]. apply negb_true_iff in no. congruence.
  - intros [one [x [there no]]]. split; [exact one |]. exists x. split; [exact there |]. apply negb_true_iff.
    apply not_true_is_false. exact no.
Qed.

Definition weak_count (a : player) (b : board) : nat := length (filter (weak (stones a b) (empty_of r b)) (points r)).

Lemma empty_with : forall a own theirs, empty_of r (board_with a own theirs) = N.ldiff (all_points r) (N.lor own theirs).
Proof. intros a own theirs. unfold empty_of. destruct a; simpl; [| rewrite N.lor_comm]; reflexivity. Qed.

Lemma has_empty : forall a b e, has (empty_of r b) e <-> has (all_points r) e /\ ~ has (stones a b) e /\ ~ has (stones (other a) b) e.
Proof. intros a b e. unfold empty_of. rewrite has_ldiff, has_lor. destruct a; simpl; tauto. Qed.

Section Play.

Variable a : player.
Variable b : board.
Variable p : N.
Hypothesis b_in : all_within r b.
Hypothesis low : (p < N.of_nat (size r))%N.

Let own := N.lor (stones a b) (N.shiftl 1 p).
Variable theirs : N.
Hypothesis theirs_before : forall q, has theirs q -> has (stones (other a) b) q.
Let open := N.ldiff (all_points r) (N.lor own theirs).

Lemma own_is : forall q, has own q <-> has (stones a b) q \/ q = p.
Proof. intro q. unfold own. rewrite has_lor, has_spot. reflexivity. Qed.

Lemma old_in : set_within (stones a b).
Proof. apply stones_within. exact b_in. Qed.

Lemma own_in_ : set_within own.
Proof. intros q is. apply own_is in is. destruct is as [is | ->]; [exact (old_in q is) | exact low]. Qed.

Lemma full_in : set_within (all_points r).
Proof. exact (full_within r _ identity). Qed.

Lemma rest_in : forall x y, set_within (N.ldiff (N.ldiff (all_points r) x) y).
Proof. intros x y q is. apply has_ldiff in is. destruct is as [is _]. apply has_ldiff in is. apply full_in. apply is. Qed.

Lemma open_in : forall x, set_within (N.ldiff (all_points r) x).
Proof. intros x q is. apply has_ldiff in is. apply full_in. apply is. Qed.

(** A liberty before, but for that point, is one after it. *)
Lemma still_open : forall e, has (empty_of r b) e -> e <> p -> has open e.
Proof.
  intros e is no. apply (has_empty a) in is. destruct is as [full [one two]]. unfold open. apply has_ldiff. split; [exact full |].
  rewrite has_lor, own_is. intros [[bad | bad] | bad]; auto.
Qed.

(** A stone that stays. *)
Lemma staying : reaching r own open = own -> (forall x, In x (points r) -> has (reaching r own (N.ldiff open (N.shiftl 1 x))) p) ->
  forall q, weak own open q = true -> weak (stones a b) (empty_of r b) q = true.
Proof.
  intros lives strong q is. apply weak_is in is. destruct is as [in_own [x [there no]]]. apply weak_is.
  assert (in_rest : set_within (N.ldiff open (N.shiftl 1 x))) by apply rest_in.
  assert (old_rest : set_within (N.ldiff (empty_of r b) (N.shiftl 1 x))) by apply rest_in.
  split.
  - apply own_is in in_own. destruct in_own as [old | ->]; [exact old |]. exfalso. apply no. exact (strong x there).
  - exists x. split; [exact there |]. intro yes. apply no.
    apply (reaches_least _ _ old_in old_rest (fun s => has (reaching r own (N.ldiff open (N.shiftl 1 x))) s)) with (3 := yes).
    + intros e s is next in_s. assert (own_s : has own s) by (apply own_is; auto). apply has_ldiff in is. destruct is as [is not_x].
      destruct (N.eq_dec e p) as [-> | other_].
      * apply (reaches_on _ _ own_in_ p s); auto.
      * apply (reaches_more _ _ in_rest e s); trivial. apply has_ldiff. split; [apply still_open |]; auto.
    + intros s t in_s in_t next. apply (reaches_on _ _ own_in_ s t); trivial. apply own_is. auto.
Qed.

(** A stone that removes its chain. *)
Let living := reaching r own open.
Let later := N.ldiff (all_points r) (N.lor living theirs).
Hypothesis dead : ~ has living p.

Lemma living_old : forall q, has living q -> has (stones a b) q /\ has own q.
Proof.
  intros q is. assert (yes := reaches_own own open own_in_ (open_in _) q is). split; [| exact yes].
  apply own_is in yes. destruct yes as [old | ->]; [exact old | contradiction].
Qed.

Lemma living_in : set_within living.
Proof. intros q is. apply own_in_. apply living_old. exact is. Qed.

Lemma open_later : forall e, has (empty_of r b) e -> has later e.
Proof.
  intros e is. apply (has_empty a) in is. destruct is as [full [one two]]. apply has_ldiff. split; [exact full |].
  rewrite has_lor. intros [bad | bad]; [apply living_old in bad |]; intuition.
Qed.

Lemma removing : forall q, weak living later q = true -> weak (stones a b) (empty_of r b) q = true.
Proof.
  intros q is. apply weak_is in is. destruct is as [lives [x [there no]]]. apply weak_is.
  split; [apply living_old; exact lives |]. exists x. split; [exact there |]. intro yes. apply no.
  assert (old_rest : set_within (N.ldiff (empty_of r b) (N.shiftl 1 x))) by apply rest_in.
  assert (in_rest : set_within (N.ldiff later (N.shiftl 1 x))) by apply rest_in.
  assert (all : has (stones a b) q /\ (has living q -> has (reaching r living (N.ldiff later (N.shiftl 1 x))) q)); [| apply all; exact lives].
  apply (reaches_least _ _ old_in old_rest (fun s => has (stones a b) s /\
    (has living s -> has (reaching r living (N.ldiff later (N.shiftl 1 x))) s))) with (3 := yes).
  - intros e s is next in_s. split; [exact in_s |]. intro lives_s. apply has_ldiff in is. destruct is as [is not_x].
    apply (reaches_more _ _ in_rest e s); trivial. apply has_ldiff. split; [exact (open_later e is) | exact not_x].
  - intros s t [in_s so] in_t next. split; [exact in_t |]. intro lives_t.
    apply (reaches_on _ _ living_in s t); trivial. apply so.
    apply (reaches_on own open own_in_ t s lives_t); [apply own_is; auto |].
    apply near_both; [exact (old_in s in_s) | exact next].
Qed.

Lemma removed_weak : forall q, has own q -> q <> p -> ~ has living q -> weak (stones a b) (empty_of r b) q = true.
Proof.
  intros q is no gone. apply own_is in is. destruct is as [old | bad]; [| contradiction]. apply weak_is. split; [exact old |].
  exists p. split; [apply in_points; exact low |]. intro yes. apply gone.
  apply (reaches_least _ _ old_in (rest_in _ _) (fun s => has living s)) with (3 := yes).
  - intros e s is next in_s. apply has_ldiff in is. destruct is as [is not_p]. rewrite has_spot in not_p.
    apply (reaches_more own open (open_in _) e s); [apply still_open; auto | exact next | apply own_is; auto].
  - intros s t lives_s in_t next. apply (reaches_on own open own_in_ s t); trivial. apply own_is. auto.
Qed.

End Play.

Definition quiet_measure (a : player) (b : board) : nat := weak_count a b * S (size r) + missing r a b.

Lemma missing_most : forall a b, missing r a b <= size r.
Proof.
  intros a b. unfold missing. apply (Nat.le_trans _ (length (points r))).
  - apply filter_shorter.
  - unfold points. rewrite map_length, seq_length. lia.
Qed.

Lemma quiet_less : forall a b p b', all_within r b -> play r a b p = Some b' -> in_atari r b' p = false ->
  quiet_measure a b' < quiet_measure a b.
Proof.
  intros a b p b' b_in made quiet. unfold play in made.
  destruct (N.leb _ p) eqn:off; [discriminate |]. apply N.leb_gt in off.
  destruct (N.eqb _ 0) eqn:taken; [discriminate |].
  assert (free : has (empty_of r b) p).
  { destruct (N.testbit (empty_of r b) p) eqn:is; [exact is |]. exfalso. apply N.eqb_neq in taken. apply taken. apply same_set. intro q.
    rewrite has_land, has_spot. split; [intros [-> bad]; unfold has in bad; congruence | intro bad; destruct (has_none _ bad)]. }
  set (theirs := reaching r (stones (other a) b) _) in *.
  assert (before : forall q, has theirs q -> has (stones (other a) b) q).
  { apply reaches_own; [apply stones_within; exact b_in | apply open_in]. }
  set (own := N.lor (stones a b) (N.shiftl 1 p)) in *.
  set (living := reaching r own (N.ldiff (all_points r) (N.lor own theirs))) in *.
  unfold quiet_measure. destruct (N.eqb living own) eqn:lives.
  - apply N.eqb_eq in lives. injection made as <-.
    assert (fewer_missing : missing r a (board_with a own theirs) < missing r a b).
    { unfold missing. rewrite stones_with. apply fewer.
      - intros q no. unfold own in no. rewrite N.lor_spec in no. destruct (N.testbit (stones a b) q); [discriminate no | reflexivity].
      - exists p. split; [apply in_points; exact off |]. split.
        + apply (has_empty a) in free. apply negb_true_iff. apply not_true_is_false. apply free.
        + assert (is : has own p) by (apply has_lor; right; apply has_spot; reflexivity). unfold has in is. rewrite is. reflexivity. }
    assert (strong : forall x, In x (points r) ->
      has (reaching r own (N.ldiff (N.ldiff (all_points r) (N.lor own theirs)) (N.shiftl 1 x))) p).
    { intros x there. unfold in_atari in quiet. fold (points r) in quiet. apply orb_false_iff in quiet.
      assert (one : N.testbit (reaching r own (empty_of r (board_with a own theirs))) p &&
        existsb (fun x => negb (N.testbit (reaching r own (N.ldiff (empty_of r (board_with a own theirs)) (N.shiftl 1 x))) p)) (points r) = false).
      { destruct a; [exact (proj1 quiet) | exact (proj2 quiet)]. }
      rewrite empty_with in one. fold living in one. rewrite lives in one.
      assert (is : N.testbit own p = true) by (apply has_lor; right; apply has_spot; reflexivity). rewrite is in one. cbn [andb] in one.
      destruct (N.testbit (reaching r own (N.ldiff (N.ldiff (all_points r) (N.lor own theirs)) (N.shiftl 1 x))) p) eqn:yes; [exact yes |].
      exfalso. assert (bad : existsb (fun x => negb (N.testbit (reaching r own (N.ldiff (N.ldiff (all_points r) (N.lor own theirs))
        (N.shiftl 1 x))) p)) (points r) = true); [| congruence].
      apply existsb_exists. exists x. split; [exact there |]. rewrite yes. reflexivity. }
    assert (weak_less : weak_count a (board_with a own theirs) <= weak_count a b).
    { unfold weak_count. rewrite stones_with, empty_with. apply fewer_or_same. intros q is.
      exact (staying a b p b_in off theirs before lives strong q is). }
    apply (Nat.mul_le_mono_r _ _ (S (size r))) in weak_less. lia.
  - destruct (_ && negb (N.eqb _ _)) eqn:some; [| discriminate]. injection made as <-.
    apply andb_true_iff in some. destruct some as [some several]. apply andb_true_iff in some. destruct some as [_ dead].
    apply negb_true_iff in dead. apply negb_true_iff in several. apply N.eqb_neq in several.
    assert (dead_ : ~ has living p) by (unfold has; congruence).
    assert (less : weak_count a (board_with a living theirs) < weak_count a b).
    { unfold weak_count. rewrite stones_with, empty_with. apply fewer.
      - intros q is. exact (removing a b p b_in off theirs before dead_ q is).
      - destruct (existsb (fun q => N.testbit own q && negb (N.testbit living q) && negb (N.eqb q p)) (points r)) eqn:found.
        + apply existsb_exists in found. destruct found as [q [there is]]. rewrite !andb_true_iff, !negb_true_iff in is.
          destruct is as [[in_own gone] no]. apply N.eqb_neq in no. exists q. split; [exact there |]. split.
          * apply (removed_weak a b p b_in off theirs before q in_own no). unfold has. fold own. fold living. congruence.
          * unfold weak. fold own. fold living. rewrite gone. reflexivity.
        + exfalso. apply several. apply same_set. intro q. rewrite has_ldiff, has_spot. split.
          * intros [in_own gone]. destruct (N.eq_dec q p) as [| no]; [assumption |]. exfalso.
            assert (bad : existsb (fun q => N.testbit own q && negb (N.testbit living q) && negb (N.eqb q p)) (points r) = true); [| congruence].
            apply existsb_exists. exists q. split.
            -- apply in_points. exact (own_in_ a b p b_in off q in_own).
            -- rewrite !andb_true_iff, !negb_true_iff. split; [split; [exact in_own | apply not_true_is_false; exact gone] | apply N.eqb_neq; exact no].
          * intros ->. split; [apply has_lor; right; apply has_spot; reflexivity | exact dead_]. }
    assert (most := missing_most a (board_with a living theirs)).
    assert (steps := Nat.mul_le_mono_r _ _ (S (size r)) less). rewrite Nat.mul_succ_l in steps. lia.
Qed.

Theorem quiet_end_within : forall a b, all_within r b -> Acc (fun b' b => exists p, play r a b p = Some b' /\ in_atari r b' p = false) b.
Proof.
  intro a. assert (all : forall n b, quiet_measure a b < n -> all_within r b ->
    Acc (fun b' b => exists p, play r a b p = Some b' /\ in_atari r b' p = false) b).
  { induction n as [| n again]; intros b few b_in; [lia |]. constructor. intros b' [p [made quiet]].
    assert (less := quiet_less a b p b' b_in made quiet). apply again; [lia | exact (play_within r _ identity _ _ _ _ made b_in)]. }
  intros b b_in. exact (all _ b (le_n _) b_in).
Qed.

Theorem quiet_end : forall a, well_founded (fun b' b : placed r =>
  exists p, placed_play r a b p = Some b' /\ in_atari r (plain r b') p = false).
Proof.
  intro a. apply (wf_incl _ _ (fun b' b => quiet_measure a (plain r b') < quiet_measure a (plain r b))).
  - intros b' b [p [made quiet]]. apply (quiet_less a (plain r b) p); trivial; [apply placed_within | apply placed_plain; exact made].
  - apply (wf_inverse_image (placed r) nat lt (fun b => quiet_measure a (plain r b))). apply lt_wf.
Qed.

(** ** All boards *)

Definition all_sets : list N := map N.of_nat (seq 0 (2 ^ size r)).

Lemma in_all_sets : forall x, set_within x -> In x all_sets.
Proof.
  intros x in_. apply in_map_iff. exists (N.to_nat x). split; [apply N2Nat.id |]. apply in_seq. split; [lia |]. simpl.
  assert (less : (x < 2 ^ N.of_nat (size r))%N).
  { destruct (N.eq_dec x 0) as [-> | some]; [assert (2 ^ N.of_nat (size r) <> 0)%N by (apply N.pow_nonzero; discriminate); lia |].
    apply N.log2_lt_pow2; [lia |]. apply in_. unfold has. apply N.bit_log2. exact some. }
  assert (same : 2 ^ size r = N.to_nat (2 ^ N.of_nat (size r))) by (rewrite N2Nat.inj_pow, Nat2N.id; reflexivity).
  rewrite same. revert less. generalize (2 ^ N.of_nat (size r))%N. intros y less. lia.
Qed.

Theorem all_within_listed : exists all : list board, forall b, all_within r b -> In b all.
Proof.
  exists (flat_map (fun x => map (fun y => {| black := x; white := y |}) all_sets) all_sets). intros [x y] [one two].
  apply in_flat_map. exists x. split; [exact (in_all_sets _ one) |]. apply in_map. exact (in_all_sets _ two).
Qed.

Theorem all_placed : exists all : list (placed r), forall b, In b all.
Proof.
  destruct all_within_listed as [boards there]. exists (flat_map (fun b => match place r b with Some c => [c] | None => [] end) boards).
  intro b. apply in_flat_map. exists (plain r b). split; [exact (there _ (placed_within r b)) |].
  unfold place. destruct (bool_dec _ true) as [yes | no].
  - left. apply plain_same. reflexivity.
  - exfalso. apply no. exact (proj2_sig b).
Qed.

(** Whatever was played, who passes alone comes under Kee's rules v6.0 to a board that his opponent may reach alone. *)
Theorem v6_alone : forall w k h, all_within r (v6_left board (fst h)) -> worth_leaf board N (play r) (score r) w k (v6_left board (fst h)) ->
  forces (v6_game board N board_eq_dec (play r) (score r) (in_atari r)) w k h.
Proof.
  intros w k h h_in leaf. destruct all_within_listed as [boards there].
  apply (v6_leaf board N board_eq_dec (play r) (score r) (in_atari r) (all_within r) boards); trivial.
  - intros a b p b' b_in made. exact (play_within r _ identity _ _ _ _ made b_in).
  - exact quiet_end_within.
Qed.

End Alone.
