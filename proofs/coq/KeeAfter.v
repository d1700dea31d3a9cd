(**
The checker of strategies after moves, under Kee's rules of 2013, and that what it accepts is true.

The table is that of KeeChecker.v, and all that is checked of it. Besides, the game's own rules play the moves, none of which may get a
player out, and each turn of the past is asked for in the table as in AfterMoves.v. This is S24 of docs/certificate-format.md, and S26.

[kee_after_sound]: if [kee_check_after] says yes, the moves are legal and the attacker forces the margin after them, under the rules
of Kee2013.v, with refreshing passes or without, in either tally, with the captures and scores of Board.v.
*)
Require Import ZArith NArith List Bool FMapPositive.
Require Import Game Strategy Kee2013 KeeStrategy LivingKee Board StateTable TableGraph LivingBoards Checker KeeChecker Entered AfterMoves.
Import ListNotations.

Local Opaque gathered.

Section Played.

Variables board point : Type.
Variable board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variables refresh tally_all : bool.

Notation past := (kee_history board).
Notation step_ := (kee_step board point board_eq_dec play score refresh tally_all).
Notation settled_ := (kee_settled board).

(** While nobody is out. *)
Lemma conclude_settled : forall (h h' : past) b k, (is_normal k = true -> b = left_board _ (fst h)) ->
  conclude board board_eq_dec score tally_all h b k = Goes h' -> out _ (fst h') = None -> settled_ h'.
Proof.
  intros h h' b k same made in_ passed. unfold conclude in made.
  destruct (met_again _ _ _ _ _ _) as [balance |].
  - destruct (out _ (fst h)); [discriminate |]. injection made as <-. discriminate.
  - destruct (ends_by_pass _ _ _); [discriminate |]. injection made as <-. simpl in passed, in_.
    exists (fst h), (snd h). split; [reflexivity |]. split; [symmetry; exact (same passed) |].
    unfold up. simpl. rewrite in_. symmetry. apply other_other.
Qed.

Lemma kee_step_settled : forall h m h', step_ h m = Goes h' -> out _ (fst h') = None -> settled_ h'.
Proof.
  intros h m h' made. destruct m as [p | |]; simpl in made.
  - destruct (play _ _ p) as [b |]; [| discriminate]. apply (conclude_settled h h' b Stone_laid); [discriminate | exact made].
  - exact (conclude_settled h h' (left_board _ (fst h)) Normal_pass (fun _ => eq_refl) made).
  - destruct refresh; [| discriminate]. apply (conclude_settled h h' (left_board _ (fst h)) Refreshing_pass); [discriminate | exact made].
Qed.

(** The moves of a game; nothing where one is not legal, ends it or gets a player out. *)
Fixpoint kee_played (h : past) (ms : list (kee_move point)) : option past :=
  match ms with
  | [] => Some h
  | m :: rest =>
    match step_ h m with
    | Goes h' => match out _ (fst h') with None => kee_played h' rest | Some _ => None end
    | _ => None
    end
  end.

Lemma kee_played_settled : forall ms h h', settled_ h -> out _ (fst h) = None -> kee_played h ms = Some h' ->
  settled_ h' /\ out _ (fst h') = None.
Proof.
  induction ms as [| m rest again]; intros h h' is in_ made; simpl in made; [injection made as <-; auto |].
  destruct (step_ h m) as [| | h1] eqn:first; try discriminate. destruct (out _ (fst h1)) eqn:in1; [discriminate |].
  apply (again h1 h'); trivial. exact (kee_step_settled h m h1 first in1).
Qed.

End Played.

Definition kee_past_untouched (r : rectangle) (living : bool) (attacker : player) (wanted : Z) (t : table) (h : kee_history board) : bool :=
  forallb (fun one => negb (ends_on living r attacker wanted (left_board _ one)) && untouched attacker t (left_board _ one) (next_up _ one)) (snd h).

Definition kee_root_of (h : kee_history board) : state := {| on := left_board _ (fst h); turn_of := next_up _ (fst h); ko := None |}.

Lemma kee_entered_from : forall r living refresh tally_all attacker wanted t h, kee_settled board h -> out _ (fst h) = None ->
  kee_check r living refresh attacker wanted t (kee_root_of h) = true -> kee_past_untouched r living attacker wanted t h = true ->
  forces (kee_game board N board_eq_dec (play r) (score r) refresh tally_all) attacker wanted h.
Proof.
  intros r living refresh tally_all attacker wanted t h is in_ yes clean. unfold kee_check in yes.
  rewrite !andb_true_iff in yes. destruct yes as [[start may] all]. assert (every := all_entries_has _ _ _ _ all).
  set (one := fun i e is => proj1 (andb_prop _ _ (every i e is))).
  destruct (root_met r _ _ _ _ _ t _ start one (ends_alike living r attacker wanted (may_live_lasts _ _ may))) as [grouped [n [here [turns free]]]].
  unfold kee_past_untouched in clean. rewrite forallb_forall in clean.
  apply (living_kee_entered_wins board N board_eq_dec (play r) (score r) refresh tally_all attacker wanted _ _ (ends_enough living r attacker wanted (may_live_lasts _ _ may))
    (ends_stays living r attacker wanted may) (kee_strategy_of r refresh attacker wanted _ (maps t) _ _ _ _ _ _ grouped eq_refl one
      (ends_alike living r attacker wanted (may_live_lasts _ _ may))
      (fun i e is => proj2 (andb_prop _ _ (every i e is)))) n h); trivial.
  - symmetry. exact here.
  - symmetry. exact turns.
  - intros turn_ among. specialize (clean turn_ among). apply andb_true_iff in clean. apply negb_true_iff. apply clean.
  - intros turn_ among [u [same reached]]. specialize (clean turn_ among). apply andb_true_iff in clean.
    exact (untouched_true attacker t r true (freed refresh attacker) wanted _ one grouped (ends_alike living r attacker wanted (may_live_lasts _ _ may)) _ _ (proj2 clean) u same
      (match reached with or_introl own => or_introl own | or_intror his => or_intror his end)).
Qed.

Definition kee_check_after (r : rectangle) (living refresh tally_all : bool) (attacker : player) (wanted : Z) (t : table)
  (b : board) (first : player) (ms : list (kee_move N)) : bool :=
  match kee_played board N board_eq_dec (play r) (score r) refresh tally_all (kee_start board b first) ms with
  | None => false
  | Some h => kee_check r living refresh attacker wanted t (kee_root_of h) && kee_past_untouched r living attacker wanted t h
  end.

Theorem kee_after_sound : forall r living refresh tally_all attacker wanted t b first ms,
  kee_check_after r living refresh tally_all attacker wanted t b first ms = true ->
  exists h, kee_played board N board_eq_dec (play r) (score r) refresh tally_all (kee_start board b first) ms = Some h /\
    forces (kee_game board N board_eq_dec (play r) (score r) refresh tally_all) attacker wanted h.
Proof.
  intros r living refresh tally_all attacker wanted t b first ms yes. unfold kee_check_after in yes.
  destruct (kee_played _ _ _ _ _ _ _ _ _) as [h |] eqn:made; [| discriminate]. exists h. split; [reflexivity |].
  apply andb_true_iff in yes. destruct yes as [right_ clean].
  destruct (kee_played_settled board N board_eq_dec (play r) (score r) refresh tally_all ms (kee_start board b first) h) as [is in_]; trivial.
  - intro bad. discriminate.
  - apply (kee_entered_from r living refresh tally_all attacker wanted t h); trivial.
Qed.
