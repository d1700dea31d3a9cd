(**
No board is worth more than its points, so a player forces minus these, or less, by nothing but passing: the claims "most" of
docs/certificate-format.md (S6).

The arguments are those about leaves, of SuperkoNodes.v, KeeBans.v and KeeV6Alone.v: who lays stones alone comes to an end. It is checked
that the margin is that low, that the board's stones are on the rectangle, and what those arguments want of the rectangle: no suicide
([most_ok]), or under Kee's rules v6.0, with suicide or without, that points are next to each other both ways ([v6_most_ok]).

[ko_most_sound]: under the ko rules of Repetition.v, simple ko too, after whatever was played; [kee_most_sound]: under Kee's rules of 2013 while
nobody is out; [v6_most_sound]: under Kee's rules v6.0, from a start.
[most_after_sound], [kee_most_after_sound]: after moves that the game's own rules play.
*)
Require Import ZArith NArith Lia List Bool Wellfounded.
Require Import Game Strategy Repetition Lemma Kee2013 KeeV6 ItemRules SuperkoNodes KeeBans Board PointSets Symmetry Rectangle Alone
  Entered KeeAfter.
Import ListNotations.

(** Is nobody worse off than that on any board of the rectangle, and is this one? *)
Definition low_enough (r : rectangle) (wanted : Z) (b : board) : bool :=
  Z.leb wanted (- Z.of_nat (size r)) && is_symmetry r (points r) && on_rectangle r b.

Definition most_ok (r : rectangle) (wanted : Z) (b : board) : bool := low_enough r wanted b && negb (suicide r).
Definition v6_most_ok (r : rectangle) (wanted : Z) (b : board) : bool := low_enough r wanted b && is_mutual r.

Section Most.

Variable r : rectangle.
Hypothesis identity : is_symmetry r (points r) = true.
Variable wanted : Z.
Hypothesis low : (wanted <= - Z.of_nat (size r))%Z.

Lemma board_worth : forall a b, on_rectangle r b = true -> (wanted <= margin_of a (score r b))%Z.
Proof. intros a b is. apply (Z.le_trans _ _ _ low). exact (none_worse r identity a (exist _ b is)). Qed.

Lemma on_within : forall b, on_rectangle r b = true -> all_within r b.
Proof. intros b is. exact (placed_within r (exist _ b is)). Qed.

Lemma within_on : forall b, all_within r b -> on_rectangle r b = true.
Proof. intros b [one two]. unfold on_rectangle. rewrite !within_is; trivial. Qed.

Lemma play_on : forall a b p b', play r a b p = Some b' -> on_rectangle r b = true -> on_rectangle r b' = true.
Proof. intros a b p b' made is. apply within_on. apply (play_within r _ identity a b p b' made). apply on_within. exact is. Qed.

Lemma all_leaves : forall a b, on_rectangle r b = true -> worth_leaf board N (play r) (score r) a wanted b.
Proof.
  intros a b is c there. induction there as [b | b p b' c made there again]; [exact (board_worth a b is) |].
  apply again. exact (play_on _ b p b' made is).
Qed.

(** ** Where there is no suicide *)

Section NoSuicide.

Hypothesis no_suicide : suicide r = false.

Lemma stones_end : forall a, well_founded (fun b' b => exists p, play r a b p = Some b').
Proof.
  intro a. apply (wf_incl _ _ (fun b' b => missing r a b' < missing r a b)).
  - intros b' b [p made]. exact (missing_less r no_suicide a b p b' made).
  - apply (wf_inverse_image board nat lt (missing r a)). apply lt_wf.
Qed.

Lemma ko_passing : forall rule a h, on_rectangle r (left board (fst h)) = true ->
  forces (go_game board N board_eq_dec (play r) (score r) rule) a wanted h.
Proof.
  intros rule a h is.
  exact (ko_leaf board N board_eq_dec (play r) (score r) rule stones_end a wanted _ (all_leaves a _ is) h eq_refl).
Qed.

Lemma kee_passing : forall refresh tally_all a h, out board (fst h) = None -> on_rectangle r (left_board board (fst h)) = true ->
  forces (kee_game board N board_eq_dec (play r) (score r) refresh tally_all) a wanted h.
Proof.
  intros refresh tally_all a h in_ is.
  exact (leaf_true board N board_eq_dec (play r) (score r) refresh tally_all stones_end a wanted _ (all_leaves a _ is) h in_ eq_refl).
Qed.

End NoSuicide.

(** ** Under Kee's rules v6.0 *)

Hypothesis mutual : is_mutual r = true.

Lemma v6_passing : forall a h, on_rectangle r (v6_left board (fst h)) = true ->
  forces (v6_game board N board_eq_dec (play r) (score r) (in_atari r)) a wanted h.
Proof. intros a h is. exact (v6_alone r identity mutual a wanted h (on_within _ is) (all_leaves a _ is)). Qed.

End Most.

(** ** What is checked is enough *)

Lemma low_enough_true : forall r wanted b, low_enough r wanted b = true ->
  (wanted <= - Z.of_nat (size r))%Z /\ is_symmetry r (points r) = true /\ on_rectangle r b = true.
Proof.
  intros r wanted b yes. unfold low_enough in yes. rewrite !andb_true_iff in yes. destruct yes as [[low identity] is].
  apply Z.leb_le in low. auto.
Qed.

Theorem ko_most_sound : forall r rule a wanted h, most_ok r wanted (left board (fst h)) = true ->
  forces (go_game board N board_eq_dec (play r) (score r) rule) a wanted h.
Proof.
  intros r rule a wanted h yes. unfold most_ok in yes. apply andb_true_iff in yes. destruct yes as [yes no_suicide].
  apply negb_true_iff in no_suicide. destruct (low_enough_true _ _ _ yes) as [low [identity is]].
  exact (ko_passing r identity wanted low no_suicide rule a h is).
Qed.

Theorem kee_most_sound : forall r refresh tally_all a wanted h, out board (fst h) = None ->
  most_ok r wanted (left_board board (fst h)) = true ->
  forces (kee_game board N board_eq_dec (play r) (score r) refresh tally_all) a wanted h.
Proof.
  intros r refresh tally_all a wanted h in_ yes. unfold most_ok in yes. apply andb_true_iff in yes. destruct yes as [yes no_suicide].
  apply negb_true_iff in no_suicide. destruct (low_enough_true _ _ _ yes) as [low [identity is]].
  exact (kee_passing r identity wanted low no_suicide refresh tally_all a h in_ is).
Qed.

Theorem v6_most_sound : forall r a wanted b first, v6_most_ok r wanted b = true ->
  forces (v6_game board N board_eq_dec (play r) (score r) (in_atari r)) a wanted (v6_start board b first).
Proof.
  intros r a wanted b first yes. unfold v6_most_ok in yes. apply andb_true_iff in yes. destruct yes as [yes mutual].
  destruct (low_enough_true _ _ _ yes) as [low [identity is]].
  exact (v6_passing r identity wanted low mutual a (v6_start board b first) is).
Qed.

(** ** After moves *)

Definition most_after (r : rectangle) (rule : repetition) (wanted : Z) (b : board) (first : player) (ms : list (go_move N)) : bool :=
  match played board N board_eq_dec (play r) (score r) rule (begin_with board b first) ms with
  | None => false
  | Some h => most_ok r wanted (left board (fst h))
  end.

Theorem most_after_sound : forall r rule a wanted b first ms, most_after r rule wanted b first ms = true ->
  exists h, played board N board_eq_dec (play r) (score r) rule (begin_with board b first) ms = Some h /\
    forces (go_game board N board_eq_dec (play r) (score r) rule) a wanted h.
Proof.
  intros r rule a wanted b first ms yes. unfold most_after in yes. destruct (played _ _ _ _ _ _ _ _) as [h |]; [| discriminate].
  exists h. split; [reflexivity | exact (ko_most_sound r rule a wanted h yes)].
Qed.

Definition kee_most_after (r : rectangle) (refresh tally_all : bool) (wanted : Z) (b : board) (first : player)
  (ms : list (kee_move N)) : bool :=
  match kee_played board N board_eq_dec (play r) (score r) refresh tally_all (kee_start board b first) ms with
  | None => false
  | Some h => most_ok r wanted (left_board board (fst h))
  end.

Theorem kee_most_after_sound : forall r refresh tally_all a wanted b first ms,
  kee_most_after r refresh tally_all wanted b first ms = true ->
  exists h, kee_played board N board_eq_dec (play r) (score r) refresh tally_all (kee_start board b first) ms = Some h /\
    forces (kee_game board N board_eq_dec (play r) (score r) refresh tally_all) a wanted h.
Proof.
  intros r refresh tally_all a wanted b first ms yes. unfold kee_most_after in yes.
  destruct (kee_played _ _ _ _ _ _ _ _ _) as [h |] eqn:made; [| discriminate]. exists h. split; [reflexivity |].
  destruct (kee_played_settled board N board_eq_dec (play r) (score r) refresh tally_all ms (kee_start board b first) h) as [_ in_]; trivial.
  - intro bad. discriminate.
  - exact (kee_most_sound r refresh tally_all a wanted h in_ yes).
Qed.
