(**
No board is worth more than its points, so a player forces minus these, or less, by nothing but passing: the claims "most" of
docs/certificate-format.md (S6).

The arguments are those about leaves, of SuperkoNodes.v, KeeBans.v and KeeV6Nodes.v: who lays stones alone comes to an end. It is checked
that the margin is that low, that the board's stones are on the rectangle, and what those arguments want of the rectangle: no suicide
([most_ok]), or under Kee's rules v6.0, with suicide or without, that points are next to each other both ways ([v6_most_ok]).

[ko_most_sound]: under the ko rules of Repetition.v, simple ko too, after whatever was played; [kee_most_sound]: under Kee's rules of 2013 while
nobody is out; [v6_most_sound]: under Kee's rules v6.0, from a start. There the boards of [placed] are finitely many, and those of
Board.v are not: [plain_forces] says that what is forced on the former is forced on the latter.
[most_after_sound], [kee_most_after_sound]: after moves that the game's own rules play.
*)
Require Import ZArith NArith Lia List Bool Wellfounded.
Require Import Game Strategy Repetition Lemma Kee2013 KeeV6 ItemRules SuperkoNodes KeeBans KeeV6Nodes Board PointSets Symmetry Rectangle Alone LemmaV6
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

(** ** The game of [placed] boards under Kee's rules v6.0 *)

Notation placed_ := (placed r).
Notation placed_game := (v6_game placed_ N (placed_eq_dec r) (placed_play r) (placed_score r) (atari_ r)).
Notation plain_game := (v6_game board N board_eq_dec (play r) (score r) (in_atari r)).

Definition plain_turn (t : v6_turn placed_) : v6_turn board :=
  {| v6_left := plain r (v6_left _ t); v6_next := v6_next _ t; v6_passed := v6_passed _ t; ends_series := ends_series _ t |}.
Definition plain_history (h : v6_history placed_) : v6_history board := (plain_turn (fst h), map plain_turn (snd h)).

Lemma plain_produced : forall b a t, produced board board_eq_dec (plain r b) a (plain_turn t) = produced placed_ (placed_eq_dec r) b a t.
Proof.
  intros b a t. unfold produced. f_equal. simpl. destruct (board_eq_dec _ _) as [same | no], (placed_eq_dec r _ _) as [same' | no']; trivial.
  - exfalso. apply no'. apply plain_same. exact same.
  - exfalso. apply no. congruence.
Qed.

Lemma plain_since : forall b a ts,
  since board board_eq_dec (plain r b) a (map plain_turn ts) = option_map (map plain_turn) (since placed_ (placed_eq_dec r) b a ts).
Proof.
  intros b a ts. induction ts as [| t before again]; [reflexivity |]. cbn [map since]. rewrite plain_produced, again.
  destruct (produced _ _ b a t); [reflexivity |]. destruct (since _ _ b a before); reflexivity.
Qed.

Lemma plain_passes : forall a ts, passes board a (map plain_turn ts) = passes placed_ a ts.
Proof.
  intros a ts. unfold passes. induction ts as [| t before again]; [reflexivity |]. cbn [map filter].
  change (passed_by board a (plain_turn t)) with (passed_by placed_ a t). destruct (passed_by _ a t); cbn [length]; rewrite again; reflexivity.
Qed.

Lemma plain_forbids : forall h b p,
  v6_forbids board N board_eq_dec (in_atari r) (plain_history h) (plain r b) p = v6_forbids placed_ N (placed_eq_dec r) (atari_ r) h b p.
Proof.
  intros h b p. unfold v6_forbids. change (in_atari r (plain r b) p) with (atari_ r b p). f_equal.
  change (v6_turns board (plain_history h)) with (map plain_turn (v6_turns placed_ h)).
  change (v6_mover board (plain_history h)) with (v6_mover placed_ h). rewrite plain_since.
  destruct (since _ _ b _ _) as [later |]; cbn [option_map]; [rewrite !plain_passes |]; reflexivity.
Qed.

Lemma plain_ended : forall b a h,
  series_ended board board_eq_dec (plain r b) a (plain_history h) = series_ended placed_ (placed_eq_dec r) b a h.
Proof.
  intros b a h. unfold series_ended. change (v6_turns board (plain_history h)) with (map plain_turn (v6_turns placed_ h)).
  induction (v6_turns placed_ h) as [| t before again]; [reflexivity |]. cbn [map existsb]. rewrite plain_produced, again. reflexivity.
Qed.

Lemma plain_step : forall h m, step plain_game (plain_history h) m =
  match step placed_game h m with Illegal => Illegal | Ends res => Ends res | Goes h' => Goes (plain_history h') end.
Proof.
  intros h m. destruct m as [p |]; cbn [step v6_game v6_step].
  - change (v6_mover board (plain_history h)) with (v6_mover placed_ h). change (v6_left board (fst (plain_history h))) with (plain r (v6_left placed_ (fst h))).
    unfold placed_play. destruct (play r _ _ p) as [b |] eqn:made; [| reflexivity].
    assert (there := play_on _ _ p b made (proj2_sig (v6_left placed_ (fst h)))). unfold place.
    destruct (bool_dec (on_rectangle r b) true) as [is | no]; [| contradiction].
    rewrite <- (plain_forbids h (exist _ b is) p). unfold plain. cbn [proj1_sig]. destruct (v6_forbids board _ _ _ _ b p); reflexivity.
  - change (v6_left board (fst (plain_history h))) with (plain r (v6_left placed_ (fst h))). rewrite plain_ended.
    change (has_passed board (plain_history h)) with (has_passed placed_ h). change (v6_mover board (plain_history h)) with (v6_mover placed_ h).
    destruct (has_passed _ h && _); reflexivity.
Qed.

Lemma plain_forces : forall a k h, forces placed_game a k h -> forces plain_game a k (plain_history h).
Proof.
  intros a k h forced. induction forced as [h m res turn_ made well | h m h' turn_ made forced again | h turn_ ended goes again].
  - apply (forces_ends plain_game a k (plain_history h) m res turn_); [| exact well]. rewrite plain_step, made. reflexivity.
  - apply (forces_goes plain_game a k (plain_history h) m (plain_history h') turn_); [| exact again]. rewrite plain_step, made. reflexivity.
  - apply forces_answers; [exact turn_ | |].
    + intros m res made. rewrite plain_step in made. destruct (step placed_game h m) eqn:here; try discriminate.
      apply (ended m). congruence.
    + intros m h' made. rewrite plain_step in made. destruct (step placed_game h m) as [| res | h2] eqn:here; try discriminate.
      injection made as <-. exact (again m h2 here).
Qed.

Hypothesis mutual : is_mutual r = true.

Lemma placed_leaves : forall a b, worth_leaf placed_ N (placed_play r) (placed_score r) a wanted b.
Proof. intros a b c _. exact (Z.le_trans _ _ _ low (none_worse r identity a c)). Qed.

Lemma v6_passing : forall a h, forces plain_game a wanted (plain_history h).
Proof.
  intros a h. destruct (all_placed r) as [boards there]. apply plain_forces.
  exact (v6_leaf placed_ N (placed_eq_dec r) (placed_play r) (placed_score r) (atari_ r) boards there (quiet_end r identity mutual) a wanted h
    (placed_leaves a _)).
Qed.

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
  exact (v6_passing r identity wanted low mutual a (v6_start (placed r) (exist _ b is) first)).
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
