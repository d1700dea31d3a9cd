(**
Cycles of the Ing-Spight Ko Rule (IngSpight.v), found by going through the plays.

[find_spec]: the search finds a cycle of so many plays with some property exactly if there is one; so does [ways], which lists all. They leave off
where so many plays cannot bring back the stones that are missing ([hopeless]). [contains_odd_spec], [is_ko_spec]: what is found so of a cycle, and of a play, is
what IngSpight.v says of it.
*)
Require Import ZArith NArith Arith Lia List Bool.
Require Import Game Strategy Board PointSets IngSpight.
Import ListNotations.

(** ** Parts of a list *)

Section Parts.

Context {A : Type}.

Lemma part_empty : forall ps : list A, part [] ps.
Proof. induction ps; constructor; trivial. Qed.

Lemma part_length : forall qs ps : list A, part qs ps -> length qs <= length ps.
Proof. induction 1; simpl; lia. Qed.

Lemma part_last : forall (qs ps : list A) x y, part (qs ++ [x]) (ps ++ [y]) <-> part (qs ++ [x]) ps \/ x = y /\ part qs ps.
Proof.
  intros qs ps x y. split.
  - revert qs. induction ps as [| p rest again]; intros qs is; simpl in is.
    + destruct qs as [| q [| q' qs]]; simpl in is; inversion is; subst; try (match goal with H : part (_ :: _) [] |- _ => inversion H end).
      right. split; [reflexivity | constructor].
    + destruct qs as [| q qs]; simpl in is; inversion is as [| z qs' ps' in_ | z qs' ps' in_]; subst.
      * destruct (again [] in_) as [one | [same one]]; [left; apply part_without; exact one | right; split; [exact same | apply part_empty]].
      * left. apply part_with. apply part_empty.
      * destruct (again (q :: qs) in_) as [one | [same one]]; [left | right; split; [exact same |]]; apply part_without; exact one.
      * destruct (again qs in_) as [one | [same one]]; [left | right; split; [exact same |]]; apply part_with; exact one.
  - intros [is | [-> is]].
    + remember (qs ++ [x]) as all eqn:eq. clear eq. induction is; simpl; [apply part_empty | apply part_without | apply part_with]; trivial.
    + induction is; simpl; [apply part_with; constructor | apply part_without | apply part_with]; trivial.
Qed.

End Parts.

Section Search.

Variable r : rectangle.
Variable kind : suicides.
Variable longest : nat.

Notation lay_ := (lay r kind).
Notation leads_ := (leads r kind).
Notation odd_cycle_ := (odd_cycle r kind longest).
Notation cycle_ := (cycle r kind longest).
Notation ko_play_ := (ko_play r kind longest).
Notation contains_odd_ := (contains_odd r kind longest).

Lemma board_eqb_is : forall b c, board_eqb b c = true <-> b = c.
Proof. intros b c. split; [apply board_eqb_true | intros <-]. unfold board_eqb. rewrite !N.eqb_refl. reflexivity. Qed.

Lemma own_with : forall a x y, stones a (board_with a x y) = x.
Proof. destruct a; reflexivity. Qed.

Lemma theirs_with : forall a x y, stones (other a) (board_with a x y) = y.
Proof. destruct a; reflexivity. Qed.

Lemma grow_inside : forall n w y, (forall q, has y q -> has w q) -> forall q, has (grow r n w y) q -> has w q.
Proof.
  induction n as [| n again]; intros w y all q is; simpl in is; [exact (all q is) |].
  destruct (N.eqb _ y); [exact (all q is) |]. apply (again w (N.lor y (N.land (around r y) w))); [| exact is].
  intros q' is'. rewrite has_lor, has_land in is'. destruct is' as [one | [_ one]]; [exact (all q' one) | exact one].
Qed.

(** What a play tells and does. *)
Lemma lay_facts : forall a b x p b', lay_ a b x = Some (p, b') ->
  maker p = a /\ on p = x /\ In x (points r) /\
  (forall q, N.testbit (stones a b') q = true -> N.testbit (stones a b) q = true \/ q = x) /\
  (forall q, N.testbit (stones (other a) b') q = true -> N.testbit (stones (other a) b) q = true) /\
  N.testbit (stones a b) x = false /\ N.testbit (stones (other a) b) x = false.
Proof.
  intros a b x p b' made. unfold lay in made. cbv zeta in made.
  destruct (N.leb (N.of_nat (size r)) x) eqn:off; [discriminate |]. apply N.leb_gt in off.
  destruct (N.eqb _ 0) eqn:free; [discriminate |].
  match type of made with (if ?yes then _ else _) = _ => destruct yes; [| discriminate] end.
  injection made as <- <-. rewrite own_with, theirs_with.
  assert (reached : forall w t q, has (reaching r w t) q -> has w q).
  { intros w t q is. unfold reaching in is. apply (grow_inside _ _ _ (fun q' is' => proj2 (proj1 (has_land _ _ q') is')) q is). }
  assert (empty : has (empty_of r b) x).
  { apply N.eqb_neq in free. destruct (N.testbit (empty_of r b) x) eqn:is; [exact is | exfalso; apply free].
    apply same_set. intro q. rewrite has_land, has_spot. split; [intros [-> bad]; unfold has in bad; congruence | intro bad; destruct (has_none _ bad)]. }
  unfold empty_of in empty. rewrite has_ldiff, has_lor in empty. destruct empty as [_ none].
  assert (of : forall c, N.testbit (stones c b) x = false).
  { intro c. apply not_true_is_false. intro is. apply none. destruct c; [left | right]; exact is. }
  repeat split; simpl.
  - apply in_points. exact off.
  - intros q is. destruct (proj1 (has_lor _ _ _) (reached _ _ q is)) as [own | new]; [left; exact own | right; exact (proj1 (has_spot _ _) new)].
  - intros q is. exact (reached _ _ q is).
  - apply of.
  - apply of.
Qed.

Definition all_plays (b : board) (a : player) : list (board_play * board) :=
  flat_map (fun x => match lay_ a b x with Some one => [one] | None => [] end) (points r).

Lemma all_plays_are : forall b a p b', In (p, b') (all_plays b a) <-> lay_ a b (on p) = Some (p, b').
Proof.
  intros b a p b'. unfold all_plays. rewrite in_flat_map. split.
  - intros [x [_ is]]. destruct (lay_ a b x) as [one |] eqn:made; [| destruct is].
    destruct is as [-> | []]. destruct (lay_facts _ _ _ _ _ made) as [_ [-> _]]. exact made.
  - intro made. exists (on p). split; [apply (lay_facts _ _ _ _ _ made) |]. rewrite made. left. reflexivity.
Qed.

Lemma lay_same : forall b p q b', lay_ (maker p) b (on p) = Some (q, b') -> on q = on p /\ maker q = maker p.
Proof. intros b p q b' made. destruct (lay_facts _ _ _ _ _ made) as [one [two _]]. auto. Qed.

(** ** What so many plays cannot do *)

(** At most so many points. *)
Fixpoint at_most_bits (x : positive) (n : nat) : bool :=
  match x with
  | xH => match n with O => false | S _ => true end
  | xO y => at_most_bits y n
  | xI y => match n with O => false | S m => at_most_bits y m end
  end.
Definition at_most (x : N) (n : nat) : bool := match x with N0 => true | Npos y => at_most_bits y n end.

Lemma at_most_those : forall x l n, (forall q, N.testbit (Npos x) q = true -> In q l) -> length l <= n -> at_most_bits x n = true.
Proof.
  assert (fewer : forall l, length (map N.pred (filter (fun q => negb (N.eqb q 0)) l)) <= length l /\
    (In 0%N l -> length (map N.pred (filter (fun q => negb (N.eqb q 0)) l)) < length l)).
  { intro l. rewrite map_length. induction l as [| q rest [one two]]; simpl; [split; [lia | intros []] |].
    destruct (N.eqb_spec q 0) as [-> | no]; simpl; split; try lia. intros [bad | is]; [congruence |]. specialize (two is). lia. }
  assert (rest : forall x b l, (forall q, N.testbit (if b : bool then Npos (xI x) else Npos (xO x)) q = true -> In q l) ->
    forall q, N.testbit (Npos x) q = true -> In q (map N.pred (filter (fun q => negb (N.eqb q 0)) l))).
  { intros x b l all q is. apply in_map_iff. exists (N.succ q). split; [apply N.pred_succ |]. apply filter_In. split.
    - apply all. destruct b.
      + change (Npos (xI x)) with (2 * Npos x + 1)%N. rewrite N.testbit_odd_succ by apply N.le_0_l. exact is.
      + change (Npos (xO x)) with (2 * Npos x)%N. rewrite N.testbit_even_succ by apply N.le_0_l. exact is.
    - apply negb_true_iff. apply N.eqb_neq. lia. }
  induction x as [x again | x again |]; intros l n all most; simpl.
  - assert (zero : In 0%N l) by (apply all; reflexivity). destruct (fewer l) as [_ less]. specialize (less zero).
    destruct n as [| n]; [lia |]. apply (again _ n (rest x true l all)). lia.
  - destruct (fewer l) as [less _]. apply (again _ n (rest x false l all)). lia.
  - assert (zero : In 0%N l) by (apply all; reflexivity). destruct n; [| reflexivity]. destruct l; [destruct zero | simpl in most; lia].
Qed.

(** Of plays in turn, the first by [a]: how many are by [c]. *)
Definition own_plays (c a : player) (left : nat) : nat := if player_eq_dec c a then Nat.div2 (S left) else Nat.div2 left.

Definition missing_few (home b : board) (a : player) (left : nat) (c : player) : bool :=
  at_most (N.ldiff (stones c home) (stones c b)) (own_plays c a left).
Definition hopeless (home b : board) (a : player) (left : nat) : bool :=
  if missing_few home b a left Black then negb (missing_few home b a left White) else true.

Definition from (a : player) (ps : list board_play) : Prop := in_turn (Some (other a)) ps.

Lemma from_first : forall a p ps, from a (p :: ps) <-> maker p = a /\ from (other a) ps.
Proof.
  intros a p ps. unfold from. simpl. rewrite other_other. split.
  - intros [no rest]. assert (own : maker p = a) by (destruct (player_cases a (maker p)) as [| is]; congruence). rewrite own in rest. auto.
  - intros [own rest]. rewrite own. split; [| exact rest]. intro bad. injection bad as bad. exact (other_differs a bad).
Qed.

Definition made_by (c : player) (ps : list board_play) : list N :=
  map on (filter (fun p => if player_eq_dec (maker p) c then true else false) ps).

Lemma own_plays_are : forall c ps a, from a ps -> length (made_by c ps) = own_plays c a (length ps).
Proof.
  intros c. unfold made_by. induction ps as [| p ps again]; intros a turn_; [unfold own_plays; simpl; destruct (player_eq_dec c a); reflexivity |].
  rewrite from_first in turn_. destruct turn_ as [own turn_]. specialize (again (other a) turn_). rewrite map_length in *.
  unfold own_plays in *. cbn [filter length]. rewrite own. destruct c, a; cbn in again |- *; rewrite again; reflexivity.
Qed.

Lemma led_stones : forall b ps home c q, leads_ b ps home -> N.testbit (stones c home) q = true ->
  N.testbit (stones c b) q = true \/ In q (made_by c ps).
Proof.
  intros b ps home c q way. unfold made_by. induction way as [b | b p b' ps home made _ again]; intro is; [auto |].
  specialize (again is). simpl. destruct (lay_facts _ _ _ _ _ made) as [_ [_ [_ [own [theirs _]]]]].
  destruct (player_eq_dec (maker p) c) as [<- | no].
  - destruct again as [was | later]; [| right; right; exact later].
    destruct (own q was) as [was' | ->]; [left; exact was' | right; left; reflexivity].
  - assert (c = other (maker p)) as -> by (destruct (player_cases (maker p) c); congruence).
    destruct again as [was | later]; [left; exact (theirs q was) | right; exact later].
Qed.

Lemma not_hopeless : forall home b a ps, leads_ b ps home -> from a ps -> hopeless home b a (length ps) = false.
Proof.
  intros home b a ps way turn_.
  assert (few : forall c, missing_few home b a (length ps) c = true).
  { intro c. unfold missing_few. destruct (N.ldiff (stones c home) (stones c b)) as [| x] eqn:is; [reflexivity |].
    apply (at_most_those x (made_by c ps)).
    - intros q in_. rewrite <- is in in_. change (has (N.ldiff (stones c home) (stones c b)) q) in in_. rewrite has_ldiff in in_.
      destruct in_ as [yes no]. destruct (led_stones b ps home c q way yes) as [was |]; [destruct (no was) | assumption].
    - rewrite (own_plays_are c ps a turn_). apply le_n. }
  unfold hopeless. rewrite !few. reflexivity.
Qed.

(** ** The search *)

Section By.

(** All plays of a player on a board, however they are found. *)
Variable plays_of : board -> player -> list (board_play * board).
Hypothesis plays_of_is : forall b a, plays_of b a = all_plays b a.

(** Is there a way home of so many plays, the first by [a], of which [use] is true? *)
Fixpoint find_way (left : nat) (home b : board) (a : player) (use : list board_play -> bool) : bool :=
  match left with
  | O => if board_eqb b home then use [] else false
  | S less => existsb (fun one => if hopeless home (snd one) (other a) less then false
                                  else find_way less home (snd one) (other a) (fun ps => use (fst one :: ps))) (plays_of b a)
  end.

(** All of them. *)
Fixpoint ways (left : nat) (home b : board) (a : player) : list (list board_play) :=
  match left with
  | O => if board_eqb b home then [[]] else []
  | S less => flat_map (fun one => if hopeless home (snd one) (other a) less then []
                                   else map (cons (fst one)) (ways less home (snd one) (other a))) (plays_of b a)
  end.

Definition way (left : nat) (home b : board) (a : player) (ps : list board_play) : Prop := length ps = left /\ from a ps /\ leads_ b ps home.

Lemma way_more : forall left home b a p ps,
  way (S left) home b a (p :: ps) <-> exists b', lay_ a b (on p) = Some (p, b') /\ way left home b' (other a) ps.
Proof.
  intros left home b a p ps. unfold way. rewrite from_first. split.
  - intros [long [[own turn_] led]]. inversion led; subst. exists b'. simpl in long. injection long as long. auto.
  - intros [b' [made [long [turn_ led]]]]. destruct (lay_facts _ _ _ _ _ made) as [own _]. simpl. rewrite long.
    repeat split; trivial. apply (leads_more r kind b p b'); [rewrite own; exact made | exact led].
Qed.

Lemma way_none : forall home b a ps, way 0 home b a ps <-> ps = [] /\ b = home.
Proof.
  intros home b a ps. unfold way. split.
  - intros [none [_ led]]. destruct ps; [| discriminate]. inversion led. auto.
  - intros [-> ->]. repeat split; constructor.
Qed.

Lemma way_hopes : forall left home b a ps, way left home b a ps -> hopeless home b a left = false.
Proof. intros left home b a ps [<- [turn_ led]]. exact (not_hopeless home b a ps led turn_). Qed.

Lemma find_spec : forall left home b a use, find_way left home b a use = true <-> exists ps, way left home b a ps /\ use ps = true.
Proof.
  induction left as [| left again]; intros home b a use; simpl.
  - destruct (board_eqb b home) eqn:same.
    + apply board_eqb_is in same. split; [intro yes; exists []; rewrite way_none; auto |].
      intros [ps [is yes]]. apply way_none in is. destruct is as [-> _]. exact yes.
    + split; [discriminate |]. intros [ps [is _]]. apply way_none in is. destruct is as [_ is]. apply board_eqb_is in is. congruence.
  - rewrite existsb_exists, plays_of_is. split.
    + intros [[p b'] [is found]]. apply all_plays_are in is. simpl in found. destruct (hopeless _ _ _ _); [discriminate |].
      apply again in found. destruct found as [ps [led yes]]. exists (p :: ps). split; [| exact yes]. apply way_more. exists b'. auto.
    + intros [ps [led yes]]. destruct ps as [| p ps]; [destruct led; discriminate |]. apply way_more in led. destruct led as [b' [made led]].
      exists (p, b'). split; [apply all_plays_are; exact made |]. simpl. rewrite (way_hopes _ _ _ _ _ led). apply again. exists ps. auto.
Qed.

Lemma ways_spec : forall left home b a ps, In ps (ways left home b a) <-> way left home b a ps.
Proof.
  induction left as [| left again]; intros home b a ps; simpl.
  - rewrite way_none, <- board_eqb_is. destruct (board_eqb b home); simpl; intuition congruence.
  - rewrite in_flat_map, plays_of_is. split.
    + intros [[p b'] [is found]]. apply all_plays_are in is. simpl in found. destruct (hopeless _ _ _ _); [destruct found |].
      apply in_map_iff in found. destruct found as [rest [<- found]]. apply way_more. exists b'. split; [exact is |]. apply again. exact found.
    + intro led. destruct ps as [| p ps]; [destruct led; discriminate |]. apply way_more in led. destruct led as [b' [made led]].
      exists (p, b'). split; [apply all_plays_are; exact made |]. simpl. rewrite (way_hopes _ _ _ _ _ led). apply in_map. apply again. exact led.
Qed.

(** Odd and even lengths that a cycle may have. *)
Definition lengths (odd : bool) : list nat := filter (fun n => Bool.eqb (Nat.odd n) odd) (seq 1 longest).

Lemma in_lengths : forall odd n, In n (lengths odd) <-> n <> 0 /\ n <= longest /\ Nat.odd n = odd.
Proof. intros odd n. unfold lengths. rewrite filter_In, in_seq, eqb_true_iff. intuition lia. Qed.

Lemma in_turn_from : forall ps, in_turn None ps <-> exists a, from a ps.
Proof.
  intros [| p ps].
  - split; [intros _; exists Black; exact I | exact (fun _ => I)].
  - split.
    + intros [_ rest]. exists (maker p). apply from_first. split; trivial. unfold from. rewrite other_other. exact rest.
    + intros [a turn_]. apply from_first in turn_. destruct turn_ as [<- turn_].
      unfold from in turn_. rewrite other_other in turn_. split; [discriminate | exact turn_].
Qed.

Lemma cycles_are_ways : forall odd b ps, cycle_ b ps /\ Nat.odd (length ps) = odd <-> exists n a, In n (lengths odd) /\ way n b b a ps.
Proof.
  intros odd b ps. unfold cycle, way. setoid_rewrite in_lengths. rewrite in_turn_from. split.
  - intros [[some [short [[a turn_] led]]] odd_]. exists (length ps), a. repeat split; trivial. destruct ps; simpl; congruence.
  - intros [n [a [[some [short odd_]] [<- [turn_ led]]]]]. repeat split; trivial; [destruct ps; simpl in *; congruence | exists a; exact turn_].
Qed.

(** ** Does a cycle contain an odd one? *)

(** The board that a play leads to, if it can be made as it is told. *)
Definition repeated (b : board) (p : board_play) : option board :=
  match find (fun one => N.eqb (on (fst one)) (on p)) (plays_of b (maker p)) with
  | Some (q, b') => if play_eq_dec q p then Some b' else None
  | None => None
  end.

Lemma repeated_is : forall b p b', repeated b p = Some b' <-> lay_ (maker p) b (on p) = Some (p, b').
Proof.
  intros b p b'. unfold repeated. rewrite plays_of_is.
  destruct (find _ (all_plays b (maker p))) as [[q c] |] eqn:found.
  - apply find_some in found. destruct found as [is same]. apply all_plays_are in is. apply N.eqb_eq in same. simpl in same. rewrite same in is.
    destruct (play_eq_dec q p) as [-> | no]; rewrite is; split; congruence.
  - split; [discriminate |]. intro made. exfalso. assert (no := find_none _ _ found (p, b')). simpl in no. rewrite N.eqb_refl in no.
    discriminate no. apply all_plays_are. exact made.
Qed.

Definition may_follow (last : option player) (p : board_play) : bool :=
  match last with Some a => if player_eq_dec a (maker p) then false else true | None => true end.

Lemma may_follow_is : forall last p, may_follow last p = true <-> last <> Some (maker p).
Proof. intros [a |] p; simpl; [destruct (player_eq_dec a (maker p)); split; congruence | split; congruence]. Qed.

(** Do plays of the list, in turn, lead home, after an even number of plays or an odd one, so that they are odd in all? *)
Fixpoint part_home (home b : board) (last : option player) (even : bool) (ps : list board_play) : bool :=
  match ps with
  | [] => false
  | p :: rest =>
    if part_home home b last even rest then true
    else if may_follow last p
    then match repeated b p with
         | Some b' => if (if even then board_eqb b' home else false) then true else part_home home b' (Some (maker p)) (negb even) rest
         | None => false
         end
    else false
  end.

Definition leads_home (home b : board) (last : option player) (even : bool) (qs : list board_play) : Prop :=
  qs <> [] /\ in_turn last qs /\ leads_ b qs home /\ Nat.odd (length qs) = even.

Lemma part_home_spec : forall ps home b last even, part_home home b last even ps = true <-> exists qs, part qs ps /\ leads_home home b last even qs.
Proof.
  induction ps as [| p rest again]; intros home b last even; simpl.
  - split; [discriminate |]. intros [qs [is [some _]]]. inversion is. congruence.
  - destruct (part_home home b last even rest) eqn:without.
    + split; trivial. intros _. apply again in without. destruct without as [qs [is good_]]. exists qs. split; trivial. constructor. exact is.
    + assert (none : ~ exists qs, part qs rest /\ leads_home home b last even qs) by (rewrite <- again; congruence).
      destruct (may_follow last p) eqn:turn_.
      2: { split; [discriminate |]. intros [qs [is good_]]. inversion is; subst; [exfalso; apply none; exists qs; auto |].
           destruct good_ as [_ [[bad _] _]]. apply may_follow_is in bad. congruence. }
      apply may_follow_is in turn_. destruct (repeated b p) as [b' |] eqn:made.
      2: { split; [discriminate |]. intros [qs [is good_]]. inversion is; subst; [exfalso; apply none; exists qs; auto |].
           destruct good_ as [_ [_ [led _]]]. inversion led; subst. exfalso. match goal with H : lay _ _ _ _ _ = _ |- _ => apply repeated_is in H end. congruence. }
      apply repeated_is in made.
      destruct (if even then board_eqb b' home else false) eqn:there.
      * split; trivial. intros _. destruct even; [| discriminate]. apply board_eqb_is in there. subst b'. exists [p].
        split; [apply part_with; apply part_empty |]. repeat split; simpl; try congruence; trivial. apply (leads_more r kind b p home); [exact made | constructor].
      * rewrite again. split.
        -- intros [qs [is [some [turns_ [led odd_]]]]]. exists (p :: qs). split; [apply part_with; exact is |].
           repeat split; simpl; try congruence; trivial. { apply (leads_more r kind b p b'); assumption. }
           rewrite Nat.odd_succ, <- Nat.negb_odd, odd_. apply negb_involutive.
        -- intros [qs [is good_]]. inversion is as [| x ys zs is' | x ys zs is']; subst; [exfalso; apply none; exists qs; auto |].
           destruct good_ as [_ [[_ turns_] [led odd_]]]. revert odd_. inversion led as [| ? ? c ? ? made' led']; subst. intro odd_.
           rewrite made in made'. injection made' as <-. cbn [length] in odd_. rewrite Nat.odd_succ, <- Nat.negb_odd in odd_.
           destruct ys as [| y ys].
           { inversion led'; subst. simpl in there. rewrite (proj2 (board_eqb_is home home) eq_refl) in there. discriminate. }
           exists (y :: ys). split; trivial. repeat split; [discriminate | apply turns_ | apply turns_ | exact led' | rewrite <- odd_, negb_involutive; reflexivity].
Qed.

Fixpoint round_odd (b : board) (before after : list board_play) : bool :=
  if part_home b b None true (after ++ before) then true
  else match after with
       | [] => false
       | p :: rest => match repeated b p with Some b' => round_odd b' (before ++ [p]) rest | None => false end
       end.

Lemma round_odd_spec : forall after b before, round_odd b before after = true <->
  exists x y b' qs, after = x ++ y /\ leads_ b x b' /\ part qs (y ++ before ++ x) /\ leads_home b' b' None true qs.
Proof.
  induction after as [| p rest again]; intros b before; cbn [round_odd].
  - destruct (part_home b b None true ([] ++ before)) eqn:here.
    + split; trivial. intros _. apply part_home_spec in here. destruct here as [qs [is good_]].
      exists [], [], b, qs. rewrite (app_nil_r before). split; [reflexivity |]. split; [apply leads_none |]. split; [exact is | exact good_].
    + split; [discriminate |]. intros [x [y [b' [qs [eq [led [is good_]]]]]]]. symmetry in eq. apply app_eq_nil in eq. destruct eq as [-> ->].
      inversion led; subst. rewrite (app_nil_r before) in is. simpl in here.
      assert (part_home b' b' None true before = true) by (apply part_home_spec; exists qs; auto). congruence.
  - destruct (part_home b b None true ((p :: rest) ++ before)) eqn:here.
    + split; trivial. intros _. apply part_home_spec in here. destruct here as [qs [is good_]].
      exists [], (p :: rest), b, qs. rewrite (app_nil_r before). split; [reflexivity |]. split; [apply leads_none |]. split; [exact is | exact good_].
    + assert (none : ~ exists qs, part qs ((p :: rest) ++ before) /\ leads_home b b None true qs) by (rewrite <- part_home_spec; congruence).
      destruct (repeated b p) as [b' |] eqn:made.
      * rewrite again. apply repeated_is in made. split.
        -- intros [x [y [c [qs [eq [led [is good_]]]]]]]. exists (p :: x), y, c, qs. rewrite eq. split; [reflexivity |]. split; [| split; [| exact good_]].
           ++ apply (leads_more r kind b p b'); assumption.
           ++ rewrite <- app_assoc in is. exact is.
        -- intros [x [y [c [qs [eq [led [is good_]]]]]]]. destruct x as [| q x].
           ++ simpl in eq. subst y. inversion led; subst. exfalso. apply none. exists qs. rewrite (app_nil_r before) in is. auto.
           ++ injection eq as <- eq. inversion led as [| ? ? b2 ? ? made' led']; subst. rewrite made in made'. injection made' as <-.
              exists x, y, c, qs. rewrite <- app_assoc. split; [reflexivity |]. split; [exact led' |]. split; [exact is | exact good_].
      * split; [discriminate |]. intros [x [y [c [qs [eq [led [is good_]]]]]]]. exfalso. destruct x as [| q x].
        -- simpl in eq. subst y. inversion led; subst. apply none. exists qs. rewrite (app_nil_r before) in is. auto.
        -- injection eq as <- eq. inversion led as [| ? ? b2 ? ? made' led']; subst. apply repeated_is in made'. congruence.
Qed.

Lemma contains_odd_spec : forall b ps, length ps <= longest -> (round_odd b [] ps = true <-> contains_odd_ b ps).
Proof.
  intros b ps short. rewrite round_odd_spec. unfold contains_odd. split.
  - intros [x [y [b' [qs [eq [led [is [some [turns_ [home odd_]]]]]]]]]]. exists x, y, b', qs. repeat split; trivial.
    apply part_length in is. rewrite eq, app_length in short. rewrite !app_length in is. simpl in is. lia.
  - intros [x [y [b' [qs [eq [led [is [[some [_ [turns_ home]]] odd_]]]]]]]]. exists x, y, b', qs. repeat split; trivial.
Qed.

(** Is the play, which makes [b'], a ko play on [b]? *)
Definition is_ko (b : board) (p : board_play) (b' : board) : bool :=
  existsb (fun n => find_way (Nat.pred n) b b' (other (maker p)) (fun ps => negb (round_odd b [] (p :: ps)))) (lengths false).

Lemma is_ko_spec : forall b p b', lay_ (maker p) b (on p) = Some (p, b') -> (is_ko b p b' = true <-> ko_play_ b p).
Proof.
  intros b p b' made. unfold is_ko, ko_play. rewrite existsb_exists.
  assert (as_way : forall ps, cycle_ b (p :: ps) /\ Nat.even (length (p :: ps)) = true <->
    exists n, In n (lengths false) /\ way (Nat.pred n) b b' (other (maker p)) ps).
  { intro ps. rewrite <- Nat.negb_odd, negb_true_iff, cycles_are_ways. split.
    - intros [n [a [is led]]]. destruct n as [| n]; [destruct led; discriminate |]. apply way_more in led. destruct led as [c [made' led]].
      destruct (lay_facts _ _ _ _ _ made') as [own _]. rewrite <- own in made'. rewrite made in made'. injection made' as <-.
      exists (S n). rewrite own. auto.
    - intros [n [is led]]. exists n, (maker p). split; [exact is |]. apply in_lengths in is. destruct n as [| n]; [lia |].
      apply way_more. exists b'. auto. }
  split.
  - intros [n [is found]]. apply find_spec in found. destruct found as [ps [led none]]. exists ps.
    destruct (proj2 (as_way ps) (ex_intro _ n (conj is led))) as [cyc even_]. repeat split; trivial; try apply cyc.
    rewrite <- contains_odd_spec by apply cyc. apply negb_true_iff in none. congruence.
  - intros [ps [cyc [even_ none]]]. destruct (proj1 (as_way ps) (conj cyc even_)) as [n [is led]]. exists n. split; [exact is |].
    apply find_spec. exists ps. split; [exact led |]. apply negb_true_iff. apply not_true_is_false.
    rewrite contains_odd_spec by apply cyc. exact none.
Qed.

End By.

End Search.
