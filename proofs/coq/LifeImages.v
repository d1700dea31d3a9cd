(**
What lives on the image of a board is the image of what lives on the board.

[lasting_image], [live_image], [held_image]: of each set that Life.v has. [safe_image]: so a board is safe if an image of it is, under any symmetry
of the rectangle, [safe_swapped]: and with the colours swapped for the other player.
*)
Require Import ZArith NArith Lia List Bool.
Require Import Game Board PointSets Symmetry Rectangle Alone Components Life LifeScore.
Import ListNotations.

Section LifeImages.

Variable r : rectangle.
Hypothesis identity : is_symmetry r (points r) = true.
Hypothesis mutual : is_mutual r = true.
Variable ms : list N.
Hypothesis yes : is_symmetry r ms = true.

Notation map_ := (image ms).

Lemma has_map : forall x q, within r x -> (has (map_ x) q <->
  exists p, has x p /\ (p < N.of_nat (size r))%N /\ nth_error ms (N.to_nat p) = Some q).
Proof.
  intros x q in_. rewrite has_image. split.
  - intros [i [is at_]]. exists (N.of_nat i). rewrite Nat2N.id. auto.
  - intros [p [is [_ at_]]]. exists (N.to_nat p). rewrite N2Nat.id. auto.
Qed.

Lemma map_at : forall x p q, nth_error ms (N.to_nat p) = Some q -> (has (map_ x) q <-> has x p).
Proof. intros x p q at_. unfold has. rewrite (has_image_at r ms yes x p q at_). reflexivity. Qed.

Lemma comp_image : forall w p q, within r w -> has w p -> nth_error ms (N.to_nat p) = Some q -> comp r (map_ w) q = map_ (comp r w p).
Proof.
  intros w p q in_ is at_. unfold comp. rewrite <- (image_point ms p q at_). apply (grow_image r ms yes).
  exact (low_spot r w p in_ is).
Qed.

Lemma outside_image : forall x, N.ldiff (all_points r) (map_ x) = map_ (N.ldiff (all_points r) x).
Proof. intro x. rewrite (image_ldiff r ms yes). destruct (symmetry_facts r ms yes) as [_ [_ [_ [_ [full _]]]]]. rewrite full. reflexivity. Qed.

Section Sets.

Variables own free x : N.
Hypothesis own_in : within r own.
Hypothesis x_in : within r x.

Lemma region_low : forall c z, region_of r own free x c z -> within r z.
Proof. intros c z [[q [is ->]] _ _ _]. exact (comp_within r identity _ q (outside_low r identity own) is). Qed.

Lemma asked_image : forall z, within r z -> asked r (map_ free) (map_ z) = map_ (asked r free z).
Proof. intros z z_in. unfold asked. destruct (suicide r); [reflexivity | symmetry; apply (image_land r ms yes)]. Qed.

Lemma asked_low : forall z, within r z -> within r (asked r free z).
Proof.
  intros z z_in. unfold asked. destruct (suicide r); [exact z_in |]. intros q is. apply has_land in is. exact (z_in q (proj1 is)).
Qed.

Lemma region_image : forall c z, within r c -> region_of r own free x c z ->
  region_of r (map_ own) (map_ free) (map_ x) (map_ c) (map_ z).
Proof.
  intros c z c_in one. assert (z_in := region_low c z one). destruct one as [[q [is part]] [e [in_z open]] border near_]. split.
  - destruct (place_there r ms yes q (outside_low r identity own q is)) as [q' at_]. exists q'. rewrite outside_image. split.
    + apply (map_at _ q q' at_). exact is.
    + rewrite part. symmetry. exact (comp_image _ q q' (outside_low r identity own) is at_).
  - destruct (place_there r ms yes e (z_in e in_z)) as [e' at_]. exists e'. split; apply (map_at _ e e' at_); assumption.
  - intros s' is_s. rewrite (around_image r ms yes z z_in) in is_s. apply (has_map _ _ (around_within r ms yes z)) in is_s.
    destruct is_s as [s [is_s [_ at_]]]. destruct (border s is_s); [left | right]; apply (map_at _ s s' at_); assumption.
  - intros e' is_e. rewrite (asked_image z z_in) in is_e. apply (has_map _ _ (asked_low z z_in)) in is_e. destruct is_e as [f [is_f [_ at_]]].
    rewrite (around_image r ms yes c c_in). apply (map_at _ f e' at_). exact (near_ f is_f).
Qed.

Lemma region_back : forall c z', within r c -> region_of r (map_ own) (map_ free) (map_ x) (map_ c) z' ->
  exists z, z' = map_ z /\ region_of r own free x c z.
Proof.
  intros c z' c_in [[q' [is part]] [e' [in_z open]] border near_].
  rewrite outside_image in is, part. apply (has_map _ _ (outside_low r identity own)) in is. destruct is as [q [is [_ at_]]].
  rewrite (comp_image _ q q' (outside_low r identity own) is at_) in part. set (z := comp r (N.ldiff (all_points r) own) q) in *.
  assert (z_in : within r z) by exact (comp_within r identity _ q (outside_low r identity own) is).
  subst z'. exists z. split; [reflexivity |]. split.
  - exists q. auto.
  - apply (has_map _ _ z_in) in in_z. destruct in_z as [e [in_e [_ at_e]]]. exists e. split; [exact in_e |].
    apply (map_at _ e e' at_e). exact open.
  - intros s is_s. assert (low := around_within r ms yes z s is_s). destruct (place_there r ms yes s low) as [s' at_s].
    rewrite (around_image r ms yes z z_in) in border.
    destruct (border s' (proj2 (map_at _ s s' at_s) is_s)) as [in_s | in_s]; [left | right]; apply (map_at _ s s' at_s) in in_s; exact in_s.
  - intros e is_e. destruct (place_there r ms yes e (asked_low z z_in e is_e)) as [f' at_e]. apply (map_at _ e f' at_e).
    rewrite <- (around_image r ms yes c c_in). apply near_. rewrite (asked_image z z_in). apply (map_at _ e f' at_e). exact is_e.
Qed.

Lemma lasting_image : lasting r (map_ own) (map_ free) (map_ x) = map_ (lasting r own free x).
Proof.
  assert (out : within r (lasting r own free x)) by (intros q is; apply x_in; exact (lasting_less r identity mutual own free x q own_in is)).
  apply same_set. intro q'. rewrite (lasting_is r identity mutual _ _ _ _ (image_within r ms yes own)), (has_map _ _ out). split.
  - intros [p' [is [there [all [z [y [one_z [one_y no]]]]]]]]. apply (has_map _ _ own_in) in is. destruct is as [p [is [_ at_]]].
    rewrite (comp_image own p p' own_in is at_) in *. assert (c_in := comp_within r identity own p own_in is).
    apply (has_map _ _ c_in) in there. destruct there as [q [there [low at_q]]]. exists q. split; [| auto].
    apply (lasting_is r identity mutual _ _ _ _ own_in). exists p. split; [exact is |]. split; [exact there |]. split.
    + intros s is_s. destruct (place_there r ms yes s (c_in s is_s)) as [s' at_s]. apply (map_at _ s s' at_s). apply all.
      apply (map_at _ s s' at_s). exact is_s.
    + destruct (region_back _ _ c_in one_z) as [z0 [-> is_z]]. destruct (region_back _ _ c_in one_y) as [y0 [-> is_y]].
      exists z0, y0. split; [exact is_z | split; [exact is_y | congruence]].
  - intros [q [is [_ at_q]]]. apply (lasting_is r identity mutual _ _ _ _ own_in) in is.
    destruct is as [p [is [there [all [z [y [one_z [one_y no]]]]]]]]. assert (c_in := comp_within r identity own p own_in is).
    destruct (place_there r ms yes p (own_in p is)) as [p' at_]. exists p'. rewrite (comp_image own p p' own_in is at_).
    split; [apply (map_at _ p p' at_); exact is |]. split; [apply (map_at _ q q' at_q); exact there |]. split.
    + intros s' is_s. apply (has_map _ _ c_in) in is_s. destruct is_s as [s [is_s [_ at_s]]]. apply (map_at _ s s' at_s). auto.
    + exists (map_ z), (map_ y). split; [exact (region_image _ _ c_in one_z) |]. split; [exact (region_image _ _ c_in one_y) |].
      intro same. apply no. exact (image_inj r ms yes _ _ (region_low _ _ one_y) (region_low _ _ one_z) same).
Qed.

End Sets.

Lemma settle_image : forall f f' steps x, (forall y, within r y -> within r (f y) /\ f' (map_ y) = map_ (f y)) -> within r x ->
  settle steps f' (map_ x) = map_ (settle steps f x).
Proof.
  intros f f' steps x alike. revert x. induction steps as [| less again]; intros x in_; simpl; [reflexivity |].
  destruct (alike x in_) as [in_f same]. rewrite same, (image_eqb r ms yes) by assumption.
  destruct (N.eqb (f x) x); [reflexivity | exact (again (f x) in_f)].
Qed.

Lemma live_image : forall own free, within r own -> live r (map_ own) (map_ free) = map_ (live r own free).
Proof.
  intros own free own_in.
  apply (settle_image (lasting r own free) (lasting r (map_ own) (map_ free))); [| exact own_in].
  intros y y_in. split.
  - intros q is. apply y_in. exact (lasting_less r identity mutual own free y q own_in is).
  - exact (lasting_image own free y own_in y_in).
Qed.

Lemma eyes_image : forall free x, within r x -> eyes r (map_ free) (map_ x) = map_ (eyes r free x).
Proof.
  intros free x x_in. unfold eyes. rewrite outside_image, !(around_image r ms yes), <- (image_land r ms yes), <- (image_ldiff r ms yes);
    [reflexivity | apply (outside_low r identity) | exact x_in].
Qed.

Lemma held_image : forall a b, all_within r b -> held r a (image_board ms b) = map_ (held r a b).
Proof.
  intros a b b_in. unfold held, held_by. rewrite stones_image, (image_empty r ms yes).
  assert (own := own_low r a b b_in).
  rewrite live_image, eyes_image, (image_lor ms); trivial. exact (lives_low r identity mutual a b b_in).
Qed.

Theorem safe_image : forall a wanted b, all_within r b -> safe r a wanted (image_board ms b) = safe r a wanted b.
Proof.
  intros a wanted b b_in. unfold safe. rewrite (held_image a b b_in). cbn [image_board black white].
  rewrite <- (image_land r ms yes), <- (image_none ms), (image_eqb r ms yes), (image_none ms);
    [| apply within_land; apply b_in | apply within_none].
  rewrite (count_image r ms yes); [reflexivity |].
  intros q is. unfold held, held_by in is. apply has_lor in is. destruct is as [is | is].
  - exact (lives_low r identity mutual a b b_in q is).
  - apply (has_eye r identity _ _ q (lives_low r identity mutual a b b_in)) in is. exact (free_low r identity a b q (proj1 is)).
Qed.

End LifeImages.

Theorem safe_swapped : forall r a wanted b, safe r (other a) wanted (swapped b) = safe r a wanted b.
Proof.
  intros r a wanted b. unfold safe, held. rewrite swapped_empty, swapped_stones. cbn [swapped black white]. rewrite N.land_comm. reflexivity.
Qed.
