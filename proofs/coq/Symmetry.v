(**
Symmetries of a rectangle: what play makes of the image of a board is the image of what it makes of the board.

A symmetry is given as a list: the point that each point becomes, from point 0 on. Nothing is known of
it but what [is_symmetry] finds when it looks at the list: each point is there, and what is next to a
point becomes what is next to its image.

[play_image], [play_image_back], [atari_image], [score_image]: then captures, suicide, single liberties and scores are the same
on the image of a board. [image_board_after], [group_closed]: one symmetry after another is a symmetry of the group.
*)
Require Import ZArith NArith List Bool Lia Permutation.
Require Import Game Board PointSets.
Import ListNotations.

Section Symmetry.

Variable r : rectangle.

Notation within := (within r).
Notation all_within := (all_within r).
Notation within_spot := (within_spot r).
Notation as_together := (as_together r).

Definition is_symmetry (ms : list N) : bool :=
  is_within r (all_points r) &&
  Nat.eqb (length ms) (size r) &&
  forallb (fun q => N.ltb q (N.of_nat (size r))) ms &&
  forallb (fun q => existsb (N.eqb q) ms) (points r) &&
  N.eqb (image ms (all_points r)) (all_points r) &&
  forallb (fun p => N.eqb (around r (image ms (N.shiftl 1 p))) (image ms (around r (N.shiftl 1 p)))) (points r).

Section One.

Variable ms : list N.
Hypothesis yes : is_symmetry ms = true.

Lemma symmetry_facts :
  within (all_points r) /\ length ms = size r /\ (forall q, In q ms -> (q < N.of_nat (size r))%N) /\
  (forall q, (q < N.of_nat (size r))%N -> In q ms) /\ image ms (all_points r) = all_points r /\
  (forall p, (p < N.of_nat (size r))%N ->
    around r (image ms (N.shiftl 1 p)) = image ms (around r (N.shiftl 1 p))).
Proof.
  unfold is_symmetry in yes. rewrite !andb_true_iff, !forallb_forall in yes.
  destruct yes as [[[[[all len] low] there] full] near]. repeat split.
  - apply is_within_true. exact all.
  - apply Nat.eqb_eq. exact len.
  - intros q is. apply N.ltb_lt. apply low. exact is.
  - intros q is. apply in_points in is. specialize (there _ is). apply existsb_exists in there.
    destruct there as [q' [in_ same]]. apply N.eqb_eq in same. congruence.
  - apply N.eqb_eq. exact full.
  - intros p is. apply N.eqb_eq. apply near. apply in_points. exact is.
Qed.

Lemma no_dup : NoDup ms.
Proof.
  destruct symmetry_facts as [_ [len [_ [there _]]]].
  apply (@NoDup_incl_NoDup _ (points r)).
  - unfold points. apply FinFun.Injective_map_NoDup; [intros i j; lia | apply seq_NoDup].
  - unfold points. rewrite map_length, seq_length. lia.
  - intros q is. apply there. apply in_points. exact is.
Qed.

Lemma one_place : forall i j q, nth_error ms i = Some q -> nth_error ms j = Some q -> i = j.
Proof.
  intros i j q one two. apply (proj1 (NoDup_nth_error ms) no_dup); [| congruence].
  apply nth_error_Some. congruence.
Qed.

Lemma image_within : forall x, within (image ms x).
Proof.
  intros x q is. apply has_image in is. destruct is as [i [_ at_]].
  destruct symmetry_facts as [_ [_ [low _]]]. apply low. eapply nth_error_In. exact at_.
Qed.

Lemma image_lor : forall x y, image ms (N.lor x y) = N.lor (image ms x) (image ms y).
Proof.
  intros x y. apply same_set. intro q. rewrite has_lor, !has_image. split.
  - intros [i [is at_]]. apply has_lor in is. destruct is as [is | is]; [left | right]; exists i; auto.
  - intros [[i [is at_]] | [i [is at_]]]; exists i; (split; [apply has_lor |]); auto.
Qed.

Lemma image_land : forall x y, image ms (N.land x y) = N.land (image ms x) (image ms y).
Proof.
  intros x y. apply same_set. intro q. rewrite has_land, !has_image. split.
  - intros [i [is at_]]. apply has_land in is. destruct is as [one two]. split; exists i; auto.
  - intros [[i [one at_]] [j [two at2]]]. exists i. split; trivial. apply has_land. split; trivial.
    rewrite (one_place _ _ _ at_ at2). exact two.
Qed.

Lemma image_ldiff : forall x y, image ms (N.ldiff x y) = N.ldiff (image ms x) (image ms y).
Proof.
  intros x y. apply same_set. intro q. rewrite has_ldiff, !has_image. split.
  - intros [i [is at_]]. apply has_ldiff in is. destruct is as [one no]. split; [exists i; auto |].
    intros [j [two at2]]. apply no. rewrite (one_place _ _ _ at_ at2). exact two.
  - intros [[i [one at_]] no]. exists i. split; trivial. apply has_ldiff. split; trivial.
    intro two. apply no. exists i. auto.
Qed.

Lemma place_there : forall p, (p < N.of_nat (size r))%N -> exists q, nth_error ms (N.to_nat p) = Some q.
Proof.
  intros p low. destruct symmetry_facts as [_ [len _]].
  destruct (nth_error ms (N.to_nat p)) as [q |] eqn:at_; [eauto |].
  apply nth_error_None in at_. lia.
Qed.

Lemma image_point : forall p q, nth_error ms (N.to_nat p) = Some q ->
  image ms (N.shiftl 1 p) = N.shiftl 1 q.
Proof.
  intros p q at_. apply same_set. intro s. rewrite has_image, has_spot. split.
  - intros [i [is at2]]. apply has_spot in is. subst p. rewrite Nat2N.id in at_. congruence.
  - intros ->. exists (N.to_nat p). rewrite N2Nat.id. split; trivial. apply has_spot. reflexivity.
Qed.

Lemma has_image_at : forall x p q, nth_error ms (N.to_nat p) = Some q -> N.testbit (image ms x) q = N.testbit x p.
Proof.
  intros x p q at_. apply eq_true_iff_eq. change (has (image ms x) q <-> has x p). rewrite has_image. split.
  - intros [i [is at_i]]. rewrite <- (one_place _ _ _ at_ at_i), N2Nat.id in is. exact is.
  - intro is. exists (N.to_nat p). rewrite N2Nat.id. auto.
Qed.

Lemma image_inj : forall x y, within x -> within y -> image ms x = image ms y -> x = y.
Proof.
  assert (half : forall x y, within x -> image ms x = image ms y -> forall p, has x p -> has y p).
  { intros x y in_ same p is. destruct (place_there p (in_ p is)) as [q at_].
    assert (there : has (image ms x) q).
    { apply has_image. exists (N.to_nat p). rewrite N2Nat.id. auto. }
    rewrite same in there. apply has_image in there. destruct there as [j [two at2]].
    rewrite <- (one_place _ _ _ at_ at2), N2Nat.id in two. exact two. }
  intros x y in_x in_y same. apply same_set. intro p. split; apply half; auto.
Qed.

Lemma image_eqb : forall x y, within x -> within y -> N.eqb (image ms x) (image ms y) = N.eqb x y.
Proof.
  intros x y in_x in_y. destruct (N.eqb x y) eqn:same.
  - apply N.eqb_eq in same. subst y. apply N.eqb_refl.
  - apply N.eqb_neq in same. apply N.eqb_neq. intro eq. apply same. apply image_inj; trivial.
Qed.

Lemma image_none : image ms 0 = 0%N.
Proof. unfold image. destruct (spots_of ms); reflexivity. Qed.

Lemma around_image : forall x, within x -> around r (image ms x) = image ms (around r x).
Proof.
  intros x in_. rewrite (as_together x in_).
  assert (all : forall p, In p (filter (N.testbit x) (points r)) -> (p < N.of_nat (size r))%N).
  { intros p is. apply filter_In in is. apply in_points. apply is. }
  revert all. generalize (filter (N.testbit x) (points r)). intros ps all.
  induction ps as [| p rest again]; cbn [together].
  - rewrite image_none, around_none, image_none. reflexivity.
  - rewrite image_lor, !around_lor, image_lor. f_equal.
    + apply symmetry_facts. apply all. left. reflexivity.
    + apply again. intros q is. apply all. right. exact is.
Qed.

Lemma around_within : forall x, within (around r x).
Proof.
  intros x p is. unfold around in is. apply has_land in is. destruct symmetry_facts as [full _].
  apply full. apply is.
Qed.

Lemma grow_within : forall steps w x, within x -> within (grow r steps w x).
Proof.
  induction steps as [| less again]; intros w x in_; simpl; trivial.
  destruct (N.eqb _ _); trivial. apply again. apply within_lor; trivial.
  intros p is. apply has_land in is. apply (around_within x). apply is.
Qed.

Lemma grow_image : forall steps w x, within x ->
  grow r steps (image ms w) (image ms x) = image ms (grow r steps w x).
Proof.
  induction steps as [| less again]; intros w x in_; simpl; trivial.
  rewrite around_image, <- image_land, <- image_lor by trivial.
  assert (more : within (N.lor x (N.land (around r x) w))).
  { apply within_lor; trivial. intros p is. apply has_land in is. apply (around_within x). apply is. }
  rewrite image_eqb by trivial. destruct (N.eqb _ x); trivial. apply again. exact more.
Qed.

Lemma reaching_within : forall w x, within (reaching r w x).
Proof.
  intros w x. unfold reaching. apply grow_within. intros p is. apply has_land in is.
  apply (around_within x). apply is.
Qed.

Lemma reaching_image : forall w x, within x ->
  reaching r (image ms w) (image ms x) = image ms (reaching r w x).
Proof.
  intros w x in_. unfold reaching. rewrite around_image, <- image_land by trivial. apply grow_image.
  intros p is. apply has_land in is. apply (around_within x). apply is.
Qed.

Definition image_board (b : board) : board := {| black := image ms (black b); white := image ms (white b) |}.

Lemma image_board_within : forall b, all_within (image_board b).
Proof. intro b. split; apply image_within. Qed.

Lemma image_board_inj : forall b c, all_within b -> all_within c -> image_board b = image_board c -> b = c.
Proof.
  intros [b1 w1] [b2 w2] [in1 in2] [in3 in4] same. simpl in *. injection same as same1 same2.
  f_equal; apply image_inj; assumption.
Qed.

Lemma image_board_eqb : forall b c, all_within b -> all_within c ->
  board_eqb (image_board b) (image_board c) = board_eqb b c.
Proof.
  intros b c [in1 in2] [in3 in4]. unfold board_eqb. simpl. rewrite !image_eqb by assumption. reflexivity.
Qed.

Lemma stones_image : forall a b, stones a (image_board b) = image ms (stones a b).
Proof. destruct a; reflexivity. Qed.

Lemma stones_within : forall a b, all_within b -> within (stones a b).
Proof. intros [|] b [one two]; assumption. Qed.

Lemma image_empty : forall b, empty_of r (image_board b) = image ms (empty_of r b).
Proof.
  intro b. unfold empty_of. rewrite image_ldiff, image_lor. destruct symmetry_facts as [_ [_ [_ [_ [full _]]]]].
  rewrite full. reflexivity.
Qed.

Lemma board_with_image : forall a own theirs,
  board_with a (image ms own) (image ms theirs) = image_board (board_with a own theirs).
Proof. destruct a; reflexivity. Qed.

Lemma full_within : within (all_points r).
Proof. apply symmetry_facts. Qed.

Lemma play_within : forall a b p b', play r a b p = Some b' -> all_within b -> all_within b'.
Proof.
  intros a b p b' made in_. unfold play in made.
  destruct (N.leb _ p) eqn:off; [discriminate |]. apply N.leb_gt in off.
  destruct (N.eqb _ 0); [discriminate |].
  assert (one : within (N.lor (stones a b) (N.shiftl 1 p))).
  { apply within_lor; [apply stones_within; exact in_ | apply within_spot; exact off]. }
  destruct (N.eqb (reaching r _ _) _); [| destruct (_ && negb (N.eqb _ _)); [| discriminate]];
    injection made as <-; destruct a; split; trivial; apply reaching_within.
Qed.

Theorem play_image : forall a b p q, all_within b -> nth_error ms (N.to_nat p) = Some q ->
  play r a (image_board b) q = option_map image_board (play r a b p).
Proof.
  intros a b p q in_ at_.
  assert (low : (p < N.of_nat (size r))%N).
  { destruct symmetry_facts as [_ [len _]]. assert (is : N.to_nat p < length ms) by (apply nth_error_Some; congruence). lia. }
  assert (low' : (q < N.of_nat (size r))%N) by (apply symmetry_facts; eapply nth_error_In; exact at_).
  unfold play. rewrite (proj2 (N.leb_gt _ _) low), (proj2 (N.leb_gt _ _) low').
  rewrite <- (image_point p q at_), image_empty, <- image_land.
  assert (spot := within_spot p low).
  rewrite <- image_none, image_eqb, image_none.
  2: { intros s is. apply has_land in is. apply spot. apply is. }
  2: { apply within_none. }
  destruct (N.eqb (N.land (N.shiftl 1 p) (empty_of r b)) 0); trivial.
  rewrite !stones_image, <- !image_lor.
  destruct symmetry_facts as [_ [_ [_ [_ [full _]]]]].
  assert (before := stones_within (other a) b in_).
  assert (own : within (N.lor (stones a b) (N.shiftl 1 p))).
  { apply within_lor; trivial. apply stones_within. exact in_. }
  assert (open : forall x, N.ldiff (all_points r) (image ms x) = image ms (N.ldiff (all_points r) x)).
  { intro x. rewrite image_ldiff, full. reflexivity. }
  assert (open_in : forall x, within (N.ldiff (all_points r) x)).
  { intro x. apply within_ldiff. apply full_within. }
  rewrite open, !reaching_image, <- !image_lor, open, reaching_image, image_eqb by auto using reaching_within.
  rewrite (has_image_at _ p q at_), <- image_ldiff, image_eqb by (try apply within_ldiff; assumption).
  destruct (N.eqb (reaching r _ _) _); [| destruct (_ && negb (N.eqb _ _)); [| reflexivity]];
    simpl; rewrite board_with_image; reflexivity.
Qed.

Theorem atari_image : forall b p q, nth_error ms (N.to_nat p) = Some q -> in_atari r (image_board b) q = in_atari r b p.
Proof.
  intros b p q at_. unfold in_atari. rewrite image_empty. cbn [image_board black white]. fold (points r).
  assert (empty_in : within (empty_of r b)) by (apply within_ldiff; apply full_within).
  assert (each : forall own x x', nth_error ms (N.to_nat x) = Some x' ->
    N.testbit (reaching r (image ms own) (N.ldiff (image ms (empty_of r b)) (N.shiftl 1 x'))) q =
    N.testbit (reaching r own (N.ldiff (empty_of r b) (N.shiftl 1 x))) p).
  { intros own x x' at_x. rewrite <- (image_point x x' at_x), <- image_ldiff, reaching_image by (apply within_ldiff; exact empty_in).
    apply has_image_at. exact at_. }
  assert (some : forall own,
    existsb (fun x => negb (N.testbit (reaching r (image ms own) (N.ldiff (image ms (empty_of r b)) (N.shiftl 1 x))) q)) (points r) =
    existsb (fun x => negb (N.testbit (reaching r own (N.ldiff (empty_of r b) (N.shiftl 1 x))) p)) (points r)).
  { intro own. apply eq_true_iff_eq. rewrite !existsb_exists. split.
    - intros [x' [is no]]. apply in_points in is. destruct symmetry_facts as [_ [_ [_ [there _]]]].
      specialize (there x' is). apply In_nth_error in there. destruct there as [i at_i].
      assert (at_x : nth_error ms (N.to_nat (N.of_nat i)) = Some x') by (rewrite Nat2N.id; exact at_i).
      exists (N.of_nat i). split; [| rewrite <- (each own _ _ at_x); exact no]. apply in_points.
      destruct symmetry_facts as [_ [len _]]. assert (small : i < length ms) by (apply nth_error_Some; congruence). lia.
    - intros [x [is no]]. apply in_points in is. destruct (place_there x is) as [x' at_x]. exists x'.
      split; [| rewrite (each own _ _ at_x); exact no]. apply in_points. apply symmetry_facts. eapply nth_error_In. exact at_x. }
  rewrite !some, !reaching_image, !(has_image_at _ p q at_) by exact empty_in. reflexivity.
Qed.

Theorem play_image_back : forall a b q b', all_within b -> play r a (image_board b) q = Some b' ->
  exists p b0, nth_error ms (N.to_nat p) = Some q /\ play r a b p = Some b0 /\ b' = image_board b0.
Proof.
  intros a b q b' in_ made.
  assert (is := play_on_board r _ _ _ _ made). apply in_points in is.
  destruct symmetry_facts as [_ [_ [_ [there _]]]]. specialize (there q is).
  apply In_nth_error in there. destruct there as [i at_].
  assert (at2 : nth_error ms (N.to_nat (N.of_nat i)) = Some q) by (rewrite Nat2N.id; exact at_).
  rewrite (play_image a b (N.of_nat i) q in_ at2) in made.
  destruct (play r a b (N.of_nat i)) as [b0 |] eqn:legal; [| discriminate].
  exists (N.of_nat i), b0. repeat split; trivial. simpl in made. congruence.
Qed.

(** ** Scores *)

Lemma no_dup_map : forall (A B : Type) (f : A -> B) l,
  (forall a b, In a l -> In b l -> f a = f b -> a = b) -> NoDup l -> NoDup (map f l).
Proof.
  intros A B f l one all. induction all as [| a rest new _ again]; simpl; constructor.
  - intro is. apply in_map_iff in is. destruct is as [b [same is]].
    apply new. rewrite (one a b); simpl; auto.
  - apply again. intros b c is_b is_c. apply one; right; assumption.
Qed.

Lemma count_image : forall x, within x -> count (image ms x) = count x.
Proof.
  intros x in_.
  rewrite (count_length (size r) x in_), (count_length (size r) (image ms x) (image_within x)).
  fold (points r). f_equal.
  assert (one : NoDup (points r)).
  { unfold points. apply FinFun.Injective_map_NoDup; [intros i j; lia | apply seq_NoDup]. }
  rewrite <- (map_length (fun p => nth (N.to_nat p) ms 0%N) (filter (N.testbit x) (points r))).
  apply Permutation_length. apply NoDup_Permutation.
  - apply NoDup_filter. exact one.
  - apply no_dup_map.
    + intros p q is_p is_q same. apply filter_In in is_p. apply filter_In in is_q.
      destruct is_p as [is_p _], is_q as [is_q _]. apply in_points in is_p. apply in_points in is_q.
      destruct (place_there p is_p) as [p' at_p]. destruct (place_there q is_q) as [q' at_q].
      rewrite (nth_error_nth _ _ _ at_p), (nth_error_nth _ _ _ at_q) in same. subst q'.
      apply N2Nat.inj. eapply one_place; eassumption.
    + apply NoDup_filter. exact one.
  - intro q. rewrite filter_In, in_map_iff. change (N.testbit (image ms x) q = true) with (has (image ms x) q).
    rewrite has_image. split.
    + intros [_ [i [is at_]]]. exists (N.of_nat i). rewrite Nat2N.id.
      split; [apply nth_error_nth; exact at_ |]. apply filter_In. split; [apply in_points; auto | exact is].
    + intros [p [at_ is]]. apply filter_In in is. destruct is as [low is]. apply in_points in low.
      destruct (place_there p low) as [q' at2]. rewrite (nth_error_nth _ _ _ at2) in at_. subst q'. split.
      * apply in_points. apply symmetry_facts. eapply nth_error_In. exact at2.
      * exists (N.to_nat p). rewrite N2Nat.id. auto.
Qed.

Theorem score_image : forall b, all_within b -> score r (image_board b) = score r b.
Proof.
  intros b [in_b in_w]. unfold score. rewrite image_empty. cbn [image_board black white].
  rewrite !reaching_image, <- !image_ldiff, <- !image_lor, !count_image; trivial;
    apply within_lor; trivial; apply within_ldiff; apply reaching_within.
Qed.

End One.

(** One symmetry after another. *)
Definition one_after (ms ns : list N) : list N := map (fun p => nth (N.to_nat p) ms 0%N) ns.

Lemma image_after : forall ms ns x, is_symmetry ms = true -> is_symmetry ns = true ->
  image (one_after ms ns) x = image ms (image ns x).
Proof.
  intros ms ns x yes_m yes_n. apply same_set. intro q. rewrite !has_image. unfold one_after. split.
  - intros [i [is at_]]. rewrite nth_error_map in at_.
    destruct (nth_error ns i) as [p |] eqn:at_n; [| discriminate]. injection at_ as at_.
    assert (low : (p < N.of_nat (size r))%N) by (apply (symmetry_facts ns yes_n); eapply nth_error_In; exact at_n).
    destruct (place_there ms yes_m p low) as [q' at_m]. rewrite (nth_error_nth _ _ _ at_m) in at_. subst q'.
    exists (N.to_nat p). rewrite N2Nat.id. split; trivial. apply has_image. eauto.
  - intros [i [is at_]]. apply has_image in is. destruct is as [j [is at_n]].
    exists j. split; trivial. rewrite nth_error_map, at_n. simpl. rewrite Nat2N.id. f_equal.
    apply nth_error_nth. exact at_.
Qed.

Theorem image_board_after : forall ms ns b, is_symmetry ms = true -> is_symmetry ns = true ->
  image_board (one_after ms ns) b = image_board ms (image_board ns b).
Proof. intros ms ns b one two. unfold image_board. simpl. rewrite !image_after by assumption. reflexivity. Qed.

(** Symmetries of which each after each is one, too. *)
Definition same_list (ms ns : list N) : bool := if list_eq_dec N.eq_dec ms ns then true else false.
Definition is_group (group : list (list N)) : bool :=
  forallb is_symmetry group &&
  forallb (fun ms => forallb (fun ns => existsb (same_list (one_after ms ns)) group) group) group.

Lemma group_symmetry : forall group ms, is_group group = true -> In ms group -> is_symmetry ms = true.
Proof.
  intros group ms yes is. unfold is_group in yes. apply andb_true_iff in yes. destruct yes as [yes _].
  rewrite forallb_forall in yes. auto.
Qed.

Theorem group_closed : forall group ms ns, is_group group = true -> In ms group -> In ns group ->
  In (one_after ms ns) group.
Proof.
  intros group ms ns yes is_m is_n. unfold is_group in yes. apply andb_true_iff in yes. destruct yes as [_ yes].
  rewrite forallb_forall in yes. specialize (yes _ is_m). rewrite forallb_forall in yes. specialize (yes _ is_n).
  apply existsb_exists in yes. destruct yes as [it [in_ same]]. unfold same_list in same.
  destruct (list_eq_dec _ _ it); [congruence | discriminate].
Qed.

End Symmetry.
