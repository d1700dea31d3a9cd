(**
The checker of strategies after moves, under Kee's rules v6.0, and that what it accepts is true.

The table is that of KeeV6Checker.v, and all that is checked of it; no strategy is answered. Besides, the game's own rules play the moves, and each turn of
the past is asked for in the table as in AfterMoves.v. This is S24 of docs/certificate-format.md, and S26, which no theorem needs here.

[v6_after_sound]: if [v6_check_after] says yes, the moves are legal and the attacker forces the margin after them, under the rules of KeeV6.v with the captures,
single liberties and scores of Board.v, with suicide as the rectangle says. [v6_most_after_sound]: claims "most" after moves, as in Most.v.
*)
Require Import ZArith NArith List Bool FMapPositive.
Require Import Game Strategy KeeV6 KeeV6Strategy KeeV6Entered Board PointSets Symmetry Rectangle StateTable TableGraph LivingBoards Checker KeeV6Checker AfterMoves Most.
Import ListNotations.

Local Opaque gathered.

Notation game_on r := (v6_game board N board_eq_dec (play r) (score r) (in_atari r)).
Notation played_on r := (v6_after_moves board N board_eq_dec (play r) (score r) (in_atari r)).

Definition v6_past_untouched (r : rectangle) (living : bool) (attacker : player) (wanted : Z) (t : table) (h : v6_history board) : bool :=
  forallb (fun one => negb (ends_on living r attacker wanted (v6_left _ one)) && untouched attacker t (v6_left _ one) (v6_next _ one)) (snd h).

Definition v6_root_of (h : v6_history board) : state := {| on := v6_left _ (fst h); turn_of := v6_next _ (fst h); ko := None |}.

(** A table that is right, its root being where a history stands. *)
Lemma v6_entered_from : forall r living answered attacker wanted t h, v6_settled board h ->
  v6_check r living answered attacker wanted t (v6_root_of h) = true -> v6_past_untouched r living attacker wanted t h = true ->
  forces (game_on r) attacker wanted h.
Proof.
  intros r living answered attacker wanted t h is yes clean. unfold v6_check in yes.
  rewrite !andb_true_iff in yes. destruct yes as [[start may] all]. assert (every := all_entries_has _ _ _ _ all).
  set (one := fun i e is => proj1 (andb_prop _ _ (every i e is))).
  destruct (root_met r _ _ _ _ _ t _ start one (ends_alike living r attacker wanted may)) as [grouped [n [here [turns free]]]].
  unfold v6_past_untouched in clean. rewrite forallb_forall in clean.
  apply (v6_entered_wins board N board_eq_dec (play r) (score r) (in_atari r) attacker wanted _ (v6_lasting_wins living r attacker wanted may)
    (v6_strategy_of r answered attacker wanted _ (maps t) _ _ _ _ _ grouped eq_refl one (ends_alike living r attacker wanted may)
      (fun i e is => proj2 (andb_prop _ _ (every i e is)))) n h); trivial.
  - symmetry. exact here.
  - symmetry. exact turns.
  - intros turn_ among [u [same reached]]. specialize (clean turn_ among). apply andb_true_iff in clean.
    exact (untouched_true attacker t r true (Some (frees_to answered attacker)) wanted _ one grouped (ends_alike living r attacker wanted may) _ _ (proj2 clean) u same reached).
Qed.

Definition v6_check_after (r : rectangle) (living : bool) (attacker : player) (wanted : Z) (t : table) (b : board) (first : player)
  (ms : list (go_move N)) : bool :=
  match played_on r (v6_start board b first) ms with
  | None => false
  | Some h => v6_check r living false attacker wanted t (v6_root_of h) && v6_past_untouched r living attacker wanted t h
  end.

Lemma start_is_settled : forall b first, v6_settled board (v6_start board b first).
Proof. intros b first was. discriminate. Qed.

Theorem v6_after_sound : forall r living attacker wanted t b first ms, v6_check_after r living attacker wanted t b first ms = true ->
  exists h, played_on r (v6_start board b first) ms = Some h /\ forces (game_on r) attacker wanted h.
Proof.
  intros r living attacker wanted t b first ms yes. unfold v6_check_after in yes.
  destruct (v6_after_moves _ _ _ _ _ _ _ _) as [h |] eqn:made; [| discriminate]. exists h. split; [reflexivity |].
  apply andb_true_iff in yes. destruct yes as [right_ clean]. apply (v6_entered_from r living false attacker wanted t h); trivial.
  exact (v6_after_moves_settled board N board_eq_dec (play r) (score r) (in_atari r) ms _ h (start_is_settled b first) made).
Qed.

Definition v6_most_after (r : rectangle) (wanted : Z) (b : board) (first : player) (ms : list (go_move N)) : bool :=
  match played_on r (v6_start board b first) ms with
  | None => false
  | Some h => v6_most_ok r wanted (v6_left _ (fst h))
  end.

Theorem v6_most_after_sound : forall r a wanted b first ms, v6_most_after r wanted b first ms = true ->
  exists h, played_on r (v6_start board b first) ms = Some h /\ forces (game_on r) a wanted h.
Proof.
  intros r a wanted b first ms yes. unfold v6_most_after in yes. destruct (v6_after_moves _ _ _ _ _ _ _ _) as [h |]; [| discriminate].
  exists h. split; [reflexivity |]. unfold v6_most_ok in yes. apply andb_true_iff in yes. destruct yes as [yes mutual].
  destruct (low_enough_true _ _ _ yes) as [low [identity is]]. exact (v6_passing r identity wanted low mutual a h is).
Qed.
