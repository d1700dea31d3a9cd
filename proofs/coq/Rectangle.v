(**
Go on a rectangle, as Nodes.v wants it.

A board is one of Board.v with stones on the rectangle's points alone ([placed]). [lays_end]: nobody lays stones alone for
ever, where there is no suicide. [given]: a symmetry of the rectangle, given as the list of its points' images, is a group element,
if it does not change which plays the rules tell apart; and so is it with the colours swapped. [none_worse]: no board is worth less than minus its points.
*)
Require Import ZArith NArith Lia List Bool Wellfounded Eqdep_dec.
Require Import Game Lemma ItemRules GroupElements Board PointSets Symmetry.
Import ListNotations.

Section Rectangle.

Variable r : rectangle.

Definition on_rectangle (b : board) : bool := is_within r (black b) && is_within r (white b).
Definition placed : Type := { b : board | on_rectangle b = true }.
Definition plain (b : placed) : board := proj1_sig b.

Lemma plain_same : forall b c : placed, plain b = plain c -> b = c.
Proof.
  intros [b yes] [c yes'] same. unfold plain in same. simpl in same. subst c. f_equal. apply UIP_dec. apply bool_dec.
Qed.

Definition placed_eq_dec : forall b c : placed, {b = c} + {b <> c}.
Proof.
  intros b c. destruct (board_eq_dec (plain b) (plain c)) as [same | no]; [left | right].
  - apply plain_same. exact same.
  - congruence.
Defined.

Definition place (b : board) : option placed :=
  match bool_dec (on_rectangle b) true with left yes => Some (exist _ b yes) | right _ => None end.

Definition placed_play (a : player) (b : placed) (p : N) : option placed :=
  match play r a (plain b) p with Some b' => place b' | None => None end.
Definition placed_score (b : placed) : Z := score r (plain b).

Lemma place_plain : forall b c, place b = Some c -> plain c = b.
Proof. intros b c is. unfold place in is. destruct (bool_dec _ _); [injection is as <-; reflexivity | discriminate]. Qed.

Lemma placed_plain : forall a b p b', placed_play a b p = Some b' -> play r a (plain b) p = Some (plain b').
Proof.
  intros a b p b' made. unfold placed_play in made. destruct (play r a (plain b) p) as [c |]; [| discriminate].
  rewrite (place_plain _ _ made). reflexivity.
Qed.

(** ** Nobody lays stones alone for ever *)

Section NoSuicide.

Hypothesis no_suicide : suicide r = false.

Definition missing (a : player) (b : board) : nat :=
  length (filter (fun q => negb (N.testbit (stones a b) q)) (points r)).

Lemma fewer : forall (f g : N -> bool) l, (forall q, g q = true -> f q = true) ->
  (exists q, In q l /\ f q = true /\ g q = false) -> length (filter g l) < length (filter f l).
Proof.
  intros f g l less. assert (most : forall l, length (filter g l) <= length (filter f l)).
  { induction l0 as [| q rest again]; simpl; trivial.
    destruct (g q) eqn:is; [rewrite (less q is) |]; simpl; [lia |]. destruct (f q); simpl; lia. }
  induction l as [| q rest again]; intros [q' [there [yes no]]]; [destruct there |]. simpl. destruct there as [<- | there].
  - rewrite yes, no. simpl. specialize (most rest). lia.
  - assert (shorter := again (ex_intro _ q' (conj there (conj yes no)))).
    destruct (g q) eqn:is; [rewrite (less q is) |]; simpl; [lia |]. destruct (f q); simpl; lia.
Qed.

Lemma stones_with : forall a own theirs, stones a (board_with a own theirs) = own.
Proof. destruct a; reflexivity. Qed.

Lemma own_after : forall a b p b', play r a b p = Some b' ->
  stones a b' = N.lor (stones a b) (N.shiftl 1 p) /\ N.testbit (stones a b) p = false.
Proof.
  intros a b p b' made. unfold play in made. destruct (N.leb _ p); [discriminate |].
  destruct (N.eqb _ 0) eqn:free; [discriminate |].
  rewrite no_suicide in made. cbn [andb] in made.
  match type of made with (if ?yes then _ else _) = _ => destruct yes; [| discriminate] end. injection made as <-.
  rewrite stones_with. split; trivial. apply not_true_is_false. intro own. apply N.eqb_neq in free. apply free.
  apply same_set. intro q. rewrite has_land, has_spot. unfold empty_of. rewrite has_ldiff, has_lor.
  assert (has (black b) p \/ has (white b) p) by (destruct a; [left | right]; exact own).
  split; [intros [-> [_ no]]; tauto | intro bad; destruct (has_none _ bad)].
Qed.

Lemma missing_less : forall a b p b', play r a b p = Some b' -> missing a b' < missing a b.
Proof.
  intros a b p b' made. destruct (own_after a b p b' made) as [is new]. unfold missing. rewrite is. apply fewer.
  - intros q no. rewrite N.lor_spec in no. destruct (N.testbit (stones a b) q); [simpl in no; discriminate | reflexivity].
  - exists p. split; [exact (play_on_board r a b p b' made) |]. rewrite new. split; [reflexivity |].
    rewrite N.lor_spec, N.shiftl_1_l, N.pow2_bits_true, orb_true_r. reflexivity.
Qed.

Theorem lays_end : forall a, well_founded (fun b' b => exists p, placed_play a b p = Some b').
Proof.
  intro a. apply (wf_incl _ _ (fun b' b => missing a (plain b') < missing a (plain b))).
  - intros b' b [p made]. apply (missing_less a (plain b) p). apply placed_plain. exact made.
  - apply (wf_inverse_image placed nat lt (fun b => missing a (plain b))). apply lt_wf.
Qed.

End NoSuicide.

(** ** Group elements *)

(** The colours swapped. *)
Definition swapped (b : board) : board := {| black := white b; white := black b |}.

Lemma swapped_stones : forall a b, stones (other a) (swapped b) = stones a b.
Proof. destruct a; reflexivity. Qed.

Lemma swapped_with : forall a own theirs, board_with (other a) own theirs = swapped (board_with a own theirs).
Proof. destruct a; reflexivity. Qed.

Lemma swapped_empty : forall b, empty_of r (swapped b) = empty_of r b.
Proof. intro b. unfold empty_of. simpl. rewrite N.lor_comm. reflexivity. Qed.

Lemma swapped_play : forall a b p, play r (other a) (swapped b) p = option_map swapped (play r a b p).
Proof.
  intros a b p. unfold play. rewrite swapped_empty, !swapped_stones.
  destruct (N.leb _ p); trivial. destruct (N.eqb _ 0); trivial.
  destruct (N.eqb (reaching _ _ _) _); [| destruct (_ && negb (N.eqb _ _)); [| reflexivity]]; simpl; rewrite swapped_with; reflexivity.
Qed.

Lemma swapped_atari : forall b p, in_atari r (swapped b) p = in_atari r b p.
Proof. intros b p. unfold in_atari. rewrite swapped_empty. simpl. apply orb_comm. Qed.

Lemma swapped_score : forall b, score r (swapped b) = (- score r b)%Z.
Proof. intro b. unfold score. rewrite swapped_empty. simpl. ring. Qed.

Section Given.

Variable ms : list N. (** where each point goes *)
Hypothesis yes : is_symmetry r ms = true.
Variable swap : bool.

Definition plain_image (b : board) : board := if swap then swapped (image_board ms b) else image_board ms b.

Lemma within_is : forall x, within r x -> is_within r x = true.
Proof.
  intros x in_. apply N.eqb_eq. apply same_set. intro p. unfold has. rewrite N.shiftr_spec by apply N.le_0_l.
  rewrite N.bits_0. split; [| discriminate]. intro is. specialize (in_ _ is). lia.
Qed.

Lemma placed_within : forall b : placed, all_within r (plain b).
Proof.
  intros [b is]. assert (both := is). unfold on_rectangle in both. apply andb_true_iff in both. destruct both as [one two].
  split; apply is_within_true; assumption.
Qed.

Lemma image_placed : forall b, on_rectangle (plain_image b) = true.
Proof.
  intro b. destruct (image_board_within r ms yes b) as [one two]. unfold on_rectangle, plain_image.
  destruct swap; simpl; rewrite !within_is; trivial.
Qed.

Definition image_of (b : placed) : placed := exist _ (plain_image (plain b)) (image_placed (plain b)).

Lemma image_differs : forall b c, image_of b = image_of c -> b = c.
Proof.
  intros b c same. apply plain_same. apply (image_board_inj r ms yes); try apply placed_within.
  assert (eq : plain_image (plain b) = plain_image (plain c)) by exact (f_equal plain same).
  unfold plain_image in eq. destruct swap; [| exact eq]. unfold swapped in eq. injection eq as one two.
  unfold image_board. congruence.
Qed.

Definition point_image (p : N) : N := nth (N.to_nat p) ms p.
Definition point_back (q : N) : N :=
  match find (fun p => N.eqb (point_image p) q) (points r) with Some p => p | None => q end.

Lemma image_point_there : forall p, (p < N.of_nat (size r))%N -> nth_error ms (N.to_nat p) = Some (point_image p).
Proof.
  intros p low. unfold point_image. apply nth_error_nth'. destruct (symmetry_facts r ms yes) as [_ [len _]]. lia.
Qed.

Lemma beyond : forall p, ~ (p < N.of_nat (size r))%N -> point_image p = p.
Proof.
  intros p high. unfold point_image. apply nth_overflow. destruct (symmetry_facts r ms yes) as [_ [len _]]. lia.
Qed.

Lemma point_there_and_back : forall q, point_image (point_back q) = q.
Proof.
  intro q. unfold point_back. destruct (find _ _) as [p |] eqn:found.
  - apply find_some in found. apply N.eqb_eq. apply found.
  - apply beyond. intro low. destruct (symmetry_facts r ms yes) as [_ [len [_ [there _]]]].
    specialize (there q low). apply In_nth_error in there. destruct there as [i at_].
    assert (small : i < length ms) by (apply nth_error_Some; congruence).
    assert (is : In (N.of_nat i) (points r)) by (apply in_points; lia).
    assert (no := find_none _ _ found _ is). simpl in no. apply N.eqb_neq in no. apply no.
    unfold point_image. rewrite Nat2N.id. apply nth_error_nth. exact at_.
Qed.

Lemma place_image : forall b, all_within r b -> place (plain_image b) = option_map image_of (place b).
Proof.
  intros b [one two]. unfold place. destruct (bool_dec (on_rectangle (plain_image b)) true) as [is | no].
  - destruct (bool_dec (on_rectangle b) true) as [is' | no].
    + cbn [option_map]. apply f_equal. apply plain_same. reflexivity.
    + exfalso. apply no. unfold on_rectangle. rewrite !within_is; trivial.
  - exfalso. apply no. apply image_placed.
Qed.

Lemma plain_play : forall a b p, all_within r b ->
  play r (if swap then other a else a) (plain_image b) (point_image p) = option_map plain_image (play r a b p).
Proof.
  intros a b p in_.
  assert (same : play r a (image_board ms b) (point_image p) = option_map (image_board ms) (play r a b p)).
  { destruct (N.ltb_spec p (N.of_nat (size r))) as [low | high].
    - apply (play_image r ms yes); trivial. apply image_point_there. exact low.
    - rewrite beyond by (apply N.le_ngt; exact high). unfold play. rewrite (proj2 (N.leb_le _ _) high). reflexivity. }
  unfold plain_image. destruct swap; [| exact same]. rewrite swapped_play, same. destruct (play r a b p); reflexivity.
Qed.

(** In atari is what a stone leaves in atari. *)
Lemma atari_alike : forall b p, in_atari r (plain (image_of b)) (point_image p) = in_atari r (plain b) p.
Proof.
  intros b p. change (plain (image_of b)) with (plain_image (plain b)).
  assert (same : in_atari r (image_board ms (plain b)) (point_image p) = in_atari r (plain b) p).
  { destruct (N.ltb_spec p (N.of_nat (size r))) as [low | high].
    - apply (atari_image r ms yes). apply image_point_there. exact low.
    - rewrite beyond by (apply N.le_ngt; exact high). unfold in_atari.
      assert (none : forall own free, N.testbit (reaching r own free) p = false).
      { intros own free. apply not_true_is_false. intro is. apply (reaching_within r ms yes) in is. lia. }
      rewrite !none. reflexivity. }
  unfold plain_image. destruct swap; [rewrite swapped_atari |]; exact same.
Qed.

Variable told : kinds placed N.
Hypothesis told_alike : forall b p, stone_kind told (image_of b) (point_image p) = stone_kind told b p.

Definition given : element placed N placed_play placed_score told.
Proof.
  refine {| of_board := image_of; of_point := point_image; from_point := point_back; swaps := swap |}.
  - exact image_differs.
  - exact point_there_and_back.
  - intros a b p. unfold of_colours, placed_play. unfold image_of at 1. unfold plain at 1. simpl proj1_sig.
    rewrite (plain_play a (plain b) p (placed_within b)).
    destruct (play r a (plain b) p) as [b' |] eqn:made; [| reflexivity]. simpl. apply place_image.
    exact (play_within r ms yes a (plain b) p b' made (placed_within b)).
  - intro b. unfold of_sign, placed_score, image_of, plain, plain_image. cbn [proj1_sig].
    assert (same := score_image r ms yes (plain b) (placed_within b)). unfold plain in same.
    destruct swap; [rewrite swapped_score |]; rewrite same; reflexivity.
  - exact told_alike.
Defined.

End Given.

(** ** What a board is worth at least *)

Hypothesis identity : is_symmetry r (points r) = true.

Lemma count_at_most : forall x, within r x -> (0 <= count x <= Z.of_nat (size r))%Z.
Proof.
  intros x in_. rewrite (count_length (size r) x in_).
  assert (most : length (filter (N.testbit x) (map N.of_nat (seq 0 (size r)))) <= size r).
  { rewrite <- (seq_length (size r) 0) at 2. rewrite <- (map_length N.of_nat (seq 0 (size r))).
    induction (map N.of_nat (seq 0 (size r))) as [| q rest again]; simpl; [lia |]. destruct (N.testbit x q); simpl; lia. }
  lia.
Qed.

Lemma none_worse : forall a (b : placed), (- Z.of_nat (size r) <= margin_of a (placed_score b))%Z.
Proof.
  intros a b. unfold placed_score, score. destruct (placed_within b) as [in_b in_w].
  assert (part : forall own x y, within r own -> within r (N.lor own (N.ldiff (reaching r x y) (reaching r x (white (plain b)))))
    /\ within r (N.lor own (N.ldiff (reaching r x y) (reaching r x (black (plain b)))))).
  { intros own x y in_. split; apply within_lor; trivial; apply within_ldiff; apply (reaching_within r (points r) identity). }
  assert (one := count_at_most _ (proj1 (part (black (plain b)) (empty_of r (plain b)) (black (plain b)) in_b))).
  assert (two := count_at_most _ (proj2 (part (white (plain b)) (empty_of r (plain b)) (white (plain b)) in_w))).
  destruct a; unfold margin_of; lia.
Qed.

End Rectangle.
