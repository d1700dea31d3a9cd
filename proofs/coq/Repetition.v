(**
The ko rules, each stated with the whole history, and that the strategy theorem holds for them.

A history is the list of all turns, the latest first: who made it (nobody the start), whether it was a
stone, the board after it, and who is next. Read off that list, a stone is forbidden that brings back
- psk: a board that stood;
- ssk: a board that stood, with the same player to move next;
- nssk: a board that the same player made by a stone;
- own: a board that a move of the same player left, a pass included;
- simple: the board before the stone that the opponent just played.
A pass is always legal, and the second on end ends the game: the board is scored. These are the rules
of solver/rules/superko.c (repetition=..., two passes, cycle=endless).

[rules_of]: all of them are games as the strategy theorem wants them. The stone that takes back a ko at
once is illegal under psk, ssk and simple; under nssk and own this is not claimed.
[strategy_wins]: so a strategy graph forces its margin under each of them, from its first board on.
*)
Require Import ZArith List Bool.
Require Import Game Strategy.
Import ListNotations.

Inductive repetition : Set := Psk | Ssk | Nssk | Own | Simple.

Definition retake_illegal (rule : repetition) : bool :=
  match rule with Psk | Ssk | Simple => true | Nssk | Own => false end.

Section Repetition.

Variables board point : Type.
Variable board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.

Record turn_made : Type := {
  by_whom : option player;
  by_stone : bool;
  left : board;
  next_player : player
}.

(** The latest turn, and those before it, the latest first. *)
Definition record : Type := turn_made * list turn_made.

Definition turns (h : record) : list turn_made := fst h :: snd h.
Definition push (t : turn_made) (h : record) : record := (t, turns h).

Definition begin_with (b : board) (a : player) : record :=
  ({| by_whom := None; by_stone := false; left := b; next_player := a |}, []).

Definition same_board_b (a b : board) : bool := if board_eq_dec a b then true else false.
Definition same_player_b (a b : player) : bool := if player_eq_dec a b then true else false.
Definition made_by (a : option player) (t : turn_made) : bool :=
  match by_whom t, a with Some one, Some two => same_player_b one two | _, _ => false end.

(** Does the new turn bring back what turn [then_] made? *)
Definition recreates (rule : repetition) (new then_ : turn_made) : bool :=
  same_board_b (left new) (left then_) &&
  match rule with
  | Psk => true
  | Ssk => same_player_b (next_player new) (next_player then_)
  | Nssk => made_by (by_whom new) then_ && by_stone then_
  | Own => made_by (by_whom new) then_
  | Simple => false
  end.

(** Does the stone of the new turn answer a stone and bring back the board before it? *)
Definition retakes (new : turn_made) (h : record) : bool :=
  by_stone (fst h) &&
  match snd h with t :: _ => same_board_b (left new) (left t) | [] => false end.

Definition forbids (rule : repetition) (new : turn_made) (h : record) : bool :=
  match rule with
  | Simple => retakes new h
  | _ => existsb (recreates rule new) (turns h)
  end.

Definition who_moves (h : record) : player := next_player (fst h).

Definition was_pass (t : turn_made) : bool :=
  match by_whom t with Some _ => negb (by_stone t) | None => false end.

Definition stone_turn (h : record) (b : board) : turn_made :=
  {| by_whom := Some (who_moves h); by_stone := true; left := b;
     next_player := other (who_moves h) |}.

Definition pass_turn (h : record) : turn_made :=
  {| by_whom := Some (who_moves h); by_stone := false; left := left (fst h);
     next_player := other (who_moves h) |}.

Definition turn_step (rule : repetition) (h : record) (m : go_move point) : outcome record :=
  match m with
  | Pass => if was_pass (fst h) then Ends (Scored (score (left (fst h))))
            else Goes (push (pass_turn h) h)
  | Stone p =>
    match play (who_moves h) (left (fst h)) p with
    | None => Illegal
    | Some b => if forbids rule (stone_turn h b) h then Illegal else Goes (push (stone_turn h b) h)
    end
  end.

Definition go_game (rule : repetition) : game :=
  {| history := record; move := go_move point; to_move := who_moves; step := turn_step rule |}.

(** Now what the strategy theorem asks. A record that is no game - two stones of one player on end -
    is none that comes about; [proper] says what is needed. *)
Definition stood_in (h : record) (b : board) : Prop := exists t, In t (turns h) /\ left t = b.

Definition board_before (h : record) : option board :=
  if by_stone (fst h) then match snd h with t :: _ => Some (left t) | [] => None end else None.

Definition alternates (h : record) : Prop :=
  forall t rest, snd h = t :: rest -> next_player t = other (next_player (fst h)).

Definition proper : Type := { h : record | alternates h /\ (by_stone (fst h) = true -> snd h <> []) }.

Lemma start_proper : forall b a,
  alternates (begin_with b a) /\ (by_stone (fst (begin_with b a)) = true -> snd (begin_with b a) <> []).
Proof. intros b a. split; [intros t rest; discriminate | discriminate]. Qed.

Definition proper_start (b : board) (a : player) : proper := exist _ (begin_with b a) (start_proper b a).

Lemma push_proper : forall h t, next_player t = other (who_moves h) ->
  alternates (push t h) /\ (by_stone (fst (push t h)) = true -> snd (push t h) <> []).
Proof.
  intros h t turns_. split; [| intros _; discriminate].
  intros t' rest eq. injection eq as <- _. simpl. rewrite turns_. symmetry. apply other_other.
Qed.

Definition proper_push (t : turn_made) (h : proper) (e : next_player t = other (who_moves (proj1_sig h)))
  : proper := exist _ (push t (proj1_sig h)) (push_proper (proj1_sig h) t e).

(** The same game on proper records. *)
Definition proper_step (rule : repetition) (h : proper) (m : go_move point) : outcome proper :=
  match m with
  | Pass => if was_pass (fst (proj1_sig h)) then Ends (Scored (score (left (fst (proj1_sig h)))))
            else Goes (proper_push (pass_turn (proj1_sig h)) h eq_refl)
  | Stone p =>
    match play (who_moves (proj1_sig h)) (left (fst (proj1_sig h))) p with
    | None => Illegal
    | Some b => if forbids rule (stone_turn (proj1_sig h) b) (proj1_sig h) then Illegal
                else Goes (proper_push (stone_turn (proj1_sig h) b) h eq_refl)
    end
  end.

Lemma same_board_true : forall a b, same_board_b a b = true <-> a = b.
Proof. intros a b. unfold same_board_b. destruct (board_eq_dec a b); intuition congruence. Qed.

Lemma same_player_true : forall a b, same_player_b a b = true <-> a = b.
Proof. intros a b. unfold same_player_b. destruct (player_eq_dec a b); intuition congruence. Qed.

Lemma forbids_stood : forall rule h b,
  forbids rule (stone_turn h b) h = true -> stood_in h b.
Proof.
  intros rule h b bad.
  assert (super : existsb (recreates rule (stone_turn h b)) (turns h) = true -> stood_in h b).
  { intro some. apply existsb_exists in some. destruct some as [t [there same]].
    unfold recreates in same. apply andb_true_iff in same. destruct same as [same _].
    apply same_board_true in same. exists t. simpl in same. auto. }
  destruct rule; simpl in bad; try exact (super bad).
  unfold retakes in bad. apply andb_true_iff in bad. destruct bad as [_ bad].
  destruct h as [t0 [| t rest]]; simpl in bad; [discriminate |].
  apply same_board_true in bad. exists t. split; simpl; auto.
Qed.

Lemma back_forbidden : forall rule h b, retake_illegal rule = true -> alternates h ->
  board_before h = Some b -> forbids rule (stone_turn h b) h = true.
Proof.
  intros rule [t0 rest] b no alt was. unfold board_before in was. simpl in was.
  destruct (by_stone t0) eqn:stone; [| discriminate].
  destruct rest as [| t rest]; [discriminate |]. injection was as was.
  assert (turn_ : next_player t = other (next_player t0)) by (apply (alt t rest); reflexivity).
  assert (same : same_board_b b (left t) = true) by (apply same_board_true; congruence).
  destruct rule; simpl in no; try discriminate; simpl.
  - unfold recreates; simpl. rewrite same. simpl. apply orb_true_r.
  - unfold recreates; simpl. rewrite same.
    assert (other_ : same_player_b (other (who_moves (t0, t :: rest))) (next_player t) = true).
    { apply same_player_true. rewrite turn_. reflexivity. }
    rewrite other_. simpl. apply orb_true_r.
  - unfold retakes. simpl. rewrite stone, same. reflexivity.
Qed.

Lemma grown_stood : forall h t c, stood_in (push t h) c -> stood_in h c \/ c = left t.
Proof.
  intros h t c [t' [[same | there] eq]].
  - right. rewrite <- eq, <- same. reflexivity.
  - left. exists t'. auto.
Qed.

Definition rules_of (rule : repetition) : rules board point play score (retake_illegal rule).
Proof.
  refine {| hist := proper;
    mover := fun h => who_moves (proj1_sig h);
    now := fun h => left (fst (proj1_sig h));
    stood := fun h => stood_in (proj1_sig h);
    passed := fun h => was_pass (fst (proj1_sig h));
    before := fun h => board_before (proj1_sig h);
    make := proper_step rule |}.
  - intros h p r. unfold proper_step.
    destruct (play _ _ p); [destruct (forbids _ _ _) |]; discriminate.
  - intros h p h' made. unfold proper_step in made.
    destruct (play _ _ p) as [b |] eqn:legal; [| discriminate].
    destruct (forbids _ _ _); [discriminate |]. injection made as <-.
    exists b. repeat split; try reflexivity. intros c. apply grown_stood.
  - intros h p b legal new. unfold proper_step. rewrite legal.
    destruct (forbids _ _ _) eqn:bad.
    + exfalso. apply new. exact (forbids_stood _ _ _ bad).
    + eexists. reflexivity.
  - intros no h p b legal was. unfold proper_step. rewrite legal.
    rewrite (back_forbidden rule (proj1_sig h) b no (proj1 (proj2_sig h)) was). reflexivity.
  - intros h was. unfold proper_step. rewrite was. eexists. repeat split; try reflexivity.
    intros c [t [[same | there] eq]].
    + exists (fst (proj1_sig h)). split; [left; reflexivity | rewrite <- eq, <- same; reflexivity].
    + exists t. auto.
  - intros h was. unfold proper_step. rewrite was. reflexivity.
Defined.

(** What is forced on proper records is forced in the game. *)
Lemma proper_forces : forall rule a k (h : proper),
  forces (game_of board point play score (rules_of rule)) a k h ->
  forces (go_game rule) a k (proj1_sig h).
Proof.
  intros rule a k h forced.
  assert (steps : forall (h : proper) m, turn_step rule (proj1_sig h) m =
    match proper_step rule h m with
    | Illegal => Illegal | Ends r => Ends r | Goes h' => Goes (proj1_sig h')
    end).
  { intros h0 [p |]; unfold turn_step, proper_step.
    - destruct (play _ _ p); [destruct (forbids _ _ _) |]; reflexivity.
    - destruct (was_pass _); reflexivity. }
  induction forced as [h m r turn_ made well | h m h' turn_ made forced again | h turn_ ended goes again].
  - eapply forces_ends with (m := m); simpl; eauto. rewrite steps. simpl in made. rewrite made. reflexivity.
  - eapply forces_goes with (m := m); simpl; eauto. rewrite steps. simpl in made. rewrite made. reflexivity.
  - apply forces_answers; simpl; trivial.
    + intros m r made. rewrite steps in made. destruct (proper_step rule h m) eqn:here; try discriminate.
      apply (ended m). simpl. congruence.
    + intros m h' made. rewrite steps in made. destruct (proper_step rule h m) as [| r | h2] eqn:here; try discriminate.
      injection made as <-. apply (again m). exact here.
Qed.

Theorem strategy_wins : forall rule attacker wanted
  (g : graph board point play score attacker wanted (fun _ => False) (retake_illegal rule)) n,
  barred _ _ _ _ _ _ _ _ g n = None ->
  forces (go_game rule) attacker wanted
    (begin_with (at_board _ _ _ _ _ _ _ _ g n) (turn _ _ _ _ _ _ _ _ g n)).
Proof.
  intros rule attacker wanted g n free.
  apply (proper_forces rule attacker wanted
    (proper_start (at_board _ _ _ _ _ _ _ _ g n) (turn _ _ _ _ _ _ _ _ g n))).
  apply (strategy_forces_from_start board point play score attacker wanted (fun _ => False)
    (retake_illegal rule) (rules_of rule) g n); trivial.
  intros b [t [[same | []] eq]]. subst t. symmetry. exact eq.
Qed.

End Repetition.
