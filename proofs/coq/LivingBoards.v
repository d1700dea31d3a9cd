(**
Boards on which a player lives with enough are boards that last, as Living.v wants them.

[lasts_on]: a board that is [safe] (Life.v) with stones on the rectangle's points alone. [lasts_enough], [lasts_stays], [lasts_image]: what the
theorems about living strategies ask. [boards_fit]: what is asked of the rectangle, as a function.
[ends_on]: where a checker of strategies takes it that the attacker passes from there on: on no board, or, of living strategies, on those.
[may_last] is what is asked for that; [may_live] besides that suicide is illegal, so that with each stone of the opponent's there is one point
less for him ([ends_stays]).
*)
Require Import ZArith NArith List Bool.
Require Import Game Strategy Board PointSets Symmetry Rectangle Alone Life LifeScore LifeImages.
Import ListNotations.

Section LivingBoards.

Variable r : rectangle.

Definition boards_fit : bool := is_symmetry r (points r) && is_mutual r.

Definition lasts_on (a : player) (wanted : Z) (b : board) : bool := on_rectangle r b && safe r a wanted b.

Hypothesis fit : boards_fit = true.

Lemma fit_facts : is_symmetry r (points r) = true /\ is_mutual r = true.
Proof. apply andb_true_iff. exact fit. Qed.

Lemma on_within : forall b, on_rectangle r b = true -> all_within r b.
Proof. intros b is. exact (placed_within r (exist _ b is)). Qed.

Lemma within_on : forall b, all_within r b -> on_rectangle r b = true.
Proof. intros b [one two]. apply andb_true_iff. split; apply within_is; assumption. Qed.

Theorem lasts_enough : forall a wanted b, lasts_on a wanted b = true -> (wanted <= margin_of a (score r b))%Z.
Proof.
  intros a wanted b is. apply andb_true_iff in is. destruct is as [in_ is]. destruct fit_facts as [identity mutual].
  exact (safe_enough r identity mutual a wanted b (on_within b in_) is).
Qed.

Theorem lasts_stays : forall a wanted b p b', lasts_on a wanted b = true -> play r (other a) b p = Some b' ->
  lasts_on a wanted b' = true.
Proof.
  intros a wanted b p b' is made. apply andb_true_iff in is. destruct is as [in_ is]. destruct fit_facts as [identity mutual].
  apply andb_true_iff. split.
  - apply within_on. exact (play_within r _ identity _ _ _ _ made (on_within b in_)).
  - exact (safe_stays r identity mutual a wanted b p b' (on_within b in_) is made).
Qed.

Theorem lasts_image : forall a wanted ms b, is_symmetry r ms = true -> all_within r b ->
  lasts_on a wanted (image_board ms b) = lasts_on a wanted b.
Proof.
  intros a wanted ms b yes in_. destruct fit_facts as [identity mutual]. unfold lasts_on.
  rewrite (safe_image r identity mutual ms yes a wanted b in_), !within_on; [reflexivity | exact in_ |].
  exact (image_board_within r ms yes b).
Qed.

End LivingBoards.

Definition ends_on (living : bool) (r : rectangle) (a : player) (wanted : Z) : board -> bool :=
  if living then lasts_on r a wanted else fun _ => false.

Definition may_last (living : bool) (r : rectangle) : bool := negb living || boards_fit r.
Definition may_live (living : bool) (r : rectangle) : bool := may_last living r && (negb living || negb (suicide r)).

Lemma may_live_lasts : forall living r, may_live living r = true -> may_last living r = true.
Proof. intros living r may. apply andb_true_iff in may. apply may. Qed.

Section EndsOn.

Variable living : bool.
Variable r : rectangle.
Variable a : player.
Variable wanted : Z.
Hypothesis may : may_last living r = true.

Notation ends_ := (ends_on living r a wanted).

Lemma ends_where : living = true -> boards_fit r = true.
Proof. intros is. unfold may_last in may. rewrite is in may. exact may. Qed.

Theorem ends_enough : forall b, ends_ b = true -> Strategy.enough board (score r) a wanted b.
Proof.
  intros b is. assert (fit := ends_where). unfold ends_on in is. destruct living; [| discriminate]. exact (lasts_enough r (fit eq_refl) a wanted b is).
Qed.

Theorem ends_still : forall b p b', ends_ b = true -> play r (other a) b p = Some b' -> ends_ b' = true.
Proof.
  intros b p b' is made. assert (fit := ends_where). unfold ends_on in *. destruct living; [| discriminate]. specialize (fit eq_refl).
  exact (lasts_stays r fit a wanted b p b' is made).
Qed.

Lemma ends_within : forall b, ends_ b = true -> all_within r b.
Proof.
  intros b is. unfold ends_on in is. destruct living; [| discriminate]. apply andb_true_iff in is. exact (on_within r b (proj1 is)).
Qed.

Theorem ends_alike : forall ms b, is_symmetry r ms = true -> all_within r b -> ends_ (image_board ms b) = ends_ b.
Proof.
  intros ms b yes in_. assert (fit := ends_where). unfold ends_on. destruct living; [| reflexivity].
  exact (lasts_image r (fit eq_refl) a wanted ms b yes in_).
Qed.

End EndsOn.

Theorem ends_stays : forall living r a wanted, may_live living r = true -> forall b p b', ends_on living r a wanted b = true ->
  play r (other a) b p = Some b' -> ends_on living r a wanted b' = true /\ missing r (other a) b' < missing r (other a) b.
Proof.
  intros living r a wanted may b p b' is made. split; [exact (ends_still living r a wanted (may_live_lasts _ _ may) b p b' is made) |].
  apply andb_true_iff in may. destruct may as [_ no]. unfold ends_on in is. destruct living; [| discriminate].
  apply (missing_less r (proj1 (negb_true_iff _) no) (other a) b p b' made).
Qed.
