(**
The checker of strategies after moves, under the ko rules, and that what it accepts is true.

The table is that of Checker.v, and all that is checked of it. Besides, the game's own rules play the moves, and each turn of
the past is asked for in the table: a board that no state of it has an image of is [untouched], and so is one with the opponent to
move where the attacker moves in all states on it. This is S24 of docs/certificate-format.md.

[after_moves_sound]: if [check_after] says yes, the moves are legal and the attacker forces the margin after them, under the rules
of Repetition.v with the captures and scores of Board.v.
*)
Require Import ZArith NArith List Bool FMapPositive.
Require Import Game Strategy Repetition LivingStrategy Board PointSets Symmetry StateTable TableGraph LivingBoards Checker Entered.
Import ListNotations.

Local Opaque gathered.

Section Reach.

Variable attacker : player.
Variable t : table.

Notation entry_ := (entry_numbered (bound_of t) (numbered t)).
Notation met_ := (met (maps t) (bound_of t) (numbered t)).
Notation board_ := (board_at (maps t) (bound_of t) (numbered t)).
Notation turn_ := (turn_at (maps t) (bound_of t) (numbered t)).

(** Does the attacker move in that state? *)
Definition moves_there (i : N) : bool :=
  match entry_ i with Some e => same_turn (turn_of (known_state e)) attacker | None => true end.

(** Is that turn, a board and who moves on it, not in the reach of the table? *)
Definition untouched (b : board) (a : player) : bool :=
  match numbers_on t b with
  | [] => true
  | here => negb (same_turn a attacker) && forallb moves_there here
  end.

(** All that is asked of a state. *)
Variables (r : rectangle) (bars : bool) (goes_on : option player) (wanted : Z) (lasting : board -> bool).
Hypothesis all_ok : forall i e, entry_ i = Some e ->
  entry_ok r bars goes_on attacker wanted lasting (map prepare (maps t)) (bound_of t) (numbered t) (number_of t) (numbers_on t) i e = true.
Hypothesis a_group : is_group r (maps t) = true.
Hypothesis lasts_alike : forall ms b, is_symmetry r ms = true -> all_within r b -> lasting (image_board ms b) = lasting b.

Lemma untouched_true : forall b a, untouched b a = true -> forall u : met_, board_ u = b -> ~ (a = attacker \/ turn_ u = a).
Proof.
  intros b a yes u <- in_reach. unfold untouched in yes.
  destruct (place_facts r bars goes_on attacker wanted lasting (maps t) _ _ _ _ _ a_group eq_refl all_ok lasts_alike _ _ (its_there _ _ _ u)) as [_ [there same]].
  unfold board_at in yes. unfold s_of in yes. rewrite (same _ (by_there _ _ _ u)) in yes.
  destruct (numbers_on t _) as [| i rest]; [destruct there |]. apply andb_true_iff in yes. destruct yes as [his own].
  assert (not_attacker : a <> attacker) by (intros ->; rewrite same_turn_same in his; discriminate).
  destruct in_reach as [is | is]; [contradiction |]. rewrite forallb_forall in own. specialize (own _ there).
  unfold moves_there in own. rewrite (its_there _ _ _ u) in own. apply same_turn_true in own.
  unfold turn_at, s_of in is. congruence.
Qed.

End Reach.

(** Of living strategies no board of the past is one from which on the attacker passes. This is S26. *)
Definition past_untouched (r : rectangle) (living : bool) (attacker : player) (wanted : Z) (t : table) (h : record board) : bool :=
  forallb (fun one => negb (ends_on living r attacker wanted (left _ one)) && untouched attacker t (left _ one) (next_player _ one)) (snd h).

Definition root_of (h : record board) : state := {| on := left _ (fst h); turn_of := who_moves board h; ko := None |}.

(** A table that is right, its root being where a history stands. *)
Lemma entered_from : forall r living rule attacker wanted t h, settled board h ->
  check r living (retake_illegal rule) None attacker wanted t (root_of h) = true -> past_untouched r living attacker wanted t h = true ->
  forces (go_game board N board_eq_dec (play r) (score r) rule) attacker wanted h.
Proof.
  intros r living rule attacker wanted t h is yes clean. unfold check in yes.
  rewrite !andb_true_iff in yes. destruct yes as [[start may] all]. assert (every := all_entries_has _ _ _ _ all).
  destruct (root_met r _ _ _ _ _ t _ start every (ends_alike living r attacker wanted (may_live_lasts _ _ may))) as [grouped [n [here [turns free]]]].
  unfold past_untouched in clean. rewrite forallb_forall in clean.
  apply (living_entered_wins board N (play r) (score r) attacker wanted _ _ (ends_enough living r attacker wanted (may_live_lasts _ _ may))
    (ends_stays living r attacker wanted may) board_eq_dec rule
    (strategy_of r (retake_illegal rule) None attacker wanted _ (maps t) _ _ _ _ _ grouped eq_refl every (ends_alike living r attacker wanted (may_live_lasts _ _ may))) n h); trivial.
  - symmetry. exact here.
  - symmetry. exact turns.
  - intros one among. specialize (clean one among). apply andb_true_iff in clean. apply negb_true_iff. apply clean.
  - intros one among [u [same reached]]. exfalso. specialize (clean one among). apply andb_true_iff in clean.
    exact (untouched_true attacker t r _ None wanted _ every grouped (ends_alike living r attacker wanted (may_live_lasts _ _ may)) _ _ (proj2 clean) u same reached).
Qed.

Definition check_after (r : rectangle) (living : bool) (rule : repetition) (attacker : player) (wanted : Z) (t : table)
  (b : board) (first : player) (ms : list (go_move N)) : bool :=
  match played board N board_eq_dec (play r) (score r) rule (begin_with board b first) ms with
  | None => false
  | Some h => check r living (retake_illegal rule) None attacker wanted t (root_of h) && past_untouched r living attacker wanted t h
  end.

Theorem after_moves_sound : forall r living rule attacker wanted t b first ms,
  check_after r living rule attacker wanted t b first ms = true ->
  exists h, played board N board_eq_dec (play r) (score r) rule (begin_with board b first) ms = Some h /\
    forces (go_game board N board_eq_dec (play r) (score r) rule) attacker wanted h.
Proof.
  intros r living rule attacker wanted t b first ms yes. unfold check_after in yes.
  destruct (played _ _ _ _ _ _ _ _) as [h |] eqn:made; [| discriminate]. exists h. split; [reflexivity |].
  apply andb_true_iff in yes. destruct yes as [right_ clean]. apply (entered_from r living rule attacker wanted t h); trivial.
  apply (played_settled board N board_eq_dec (play r) (score r) rule ms (begin_with board b first) h); trivial.
  apply start_settled.
Qed.
