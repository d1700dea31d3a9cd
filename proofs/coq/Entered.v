(**
A strategy that begins in the middle of a game forces its margin, under the ko rules of Repetition.v.

The game has a past. [in_reach] is the set of turns, a board and who moves on it, that a strategy graph may come to: each of its
boards with the attacker, and each on which the opponent moves in it with him. A history is [settled] if it is one of the
game's: [step_settled] says that play makes no other.

[entered_wins]: if no turn of the past, from the start to before the present one, is in the reach of a graph - but for one that is
like the present turn -, the graph forces its margin from there on, whatever else happened. For a stone of the attacker's makes a
board on which then the opponent moves; so both turns on that board are in the reach, and it never stood before, or
it is the present one, which no stone of his brings back. And the attacker has not just passed: the turn before would be
his, on a board of the graph.

Of docs/certificate-format.md this is S24, and R3 and R4 for a strategy leaf; of solver/certificate/soundness.md "A leaf".
*)
Require Import ZArith List Bool Relations Wellfounded.
Require Import Game Strategy Repetition.
Import ListNotations.

Section Entered.

Variables board point : Type.
Variable board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variable attacker : player.
Variable wanted : Z.

Notation graph_ := (graph board point play score attacker wanted).
Notation at_ := (at_board board point play score attacker wanted _ _).
Notation turn_ := (turn board point play score attacker wanted _ _).
Notation barred_ := (barred board point play score attacker wanted _ _).
Notation node_ := (node board point play score attacker wanted _ _).

Definition in_reach {forbidden : board -> Prop} {bars : bool} (g : graph_ forbidden bars) (b : board) (a : player) : Prop :=
  exists u, at_ g u = b /\ (a = attacker \/ turn_ g u = a).

(** The same graph, if its stones bring back none of some boards. *)
Definition with_past {bars : bool} (g : graph_ (fun _ => False) bars) (forbidden : board -> Prop)
  (clean : forall n, turn_ g n = other attacker -> ~ forbidden (at_ g n)) : graph_ forbidden bars.
Proof.
  refine {| node := node_ g; at_board := at_ g; turn := turn_ g; barred := barred_ g;
    next := next board point play score attacker wanted _ _ g |}.
  - intros n own. destruct (attacker_moves _ _ _ _ _ _ _ _ g n own) as
      [passes | [p [b [n' [legal [edge [here [turns [bar [_ fresh]]]]]]]]]]; [left; exact passes | right].
    exists p, b, n'. repeat split; trivial. intro bad. apply (clean n' turns). rewrite here. exact bad.
  - apply (stone_followed _ _ _ _ _ _ _ _ g).
  - apply (pass_followed _ _ _ _ _ _ _ _ g).
  - apply (ends _ _ _ _ _ _ _ _ g).
Defined.

Notation record_ := (record board).
Notation game_ := (go_game board point board_eq_dec play score).

(** A history of the game, as far as matters: players take turns, and a pass leaves the board that was there. *)
Definition settled (h : record_) : Prop :=
  alternates board h /\ (by_stone _ (fst h) = true -> snd h <> []) /\
  (was_pass board (fst h) = true -> exists t rest, snd h = t :: rest /\ left _ t = left _ (fst h)).

Lemma start_settled : forall b a, settled (begin_with board b a).
Proof. intros b a. repeat split; discriminate. Qed.

Lemma step_settled : forall rule h m h', turn_step board point board_eq_dec play score rule h m = Goes h' -> settled h'.
Proof.
  intros rule h m h' made.
  assert (pushed : forall t, next_player _ t = other (who_moves board h) ->
    (was_pass board t = true -> left _ t = left _ (fst h)) -> settled (push board t h)).
  { intros t turns_ same. destruct (push_proper board h t turns_) as [one two]. repeat split; trivial.
    intro was. exists (fst h), (snd h). split; [reflexivity |]. symmetry. exact (same was). }
  destruct m as [p |]; simpl in made.
  - destruct (play _ _ p) as [b |]; [| discriminate]. destruct (forbids _ _ _ _ _); [discriminate |]. injection made as <-.
    apply pushed; [reflexivity | discriminate].
  - destruct (was_pass board (fst h)); [discriminate |]. injection made as <-. apply pushed; reflexivity.
Qed.

Theorem entered_wins : forall rule (g : graph_ (fun _ => False) (retake_illegal rule)) n h, settled h ->
  left _ (fst h) = at_ g n -> who_moves board h = turn_ g n -> barred_ g n = None ->
  (forall t, In t (snd h) -> in_reach g (left _ t) (next_player _ t) ->
     left _ t = left _ (fst h) /\ next_player _ t = who_moves board h) ->
  forces (game_ rule) attacker wanted h.
Proof.
  intros rule g n h [alt [stone passed_]] here turns free clean.
  set (old := fun b => b <> left _ (fst h) /\ exists t, In t (snd h) /\ left _ t = b).
  assert (new : forall u, turn_ g u = other attacker -> ~ old (at_ g u)).
  { intros u his [differs [t [there same]]]. apply differs. rewrite <- same. apply (clean t there). exists u.
    split; [symmetry; exact same |].
    destruct (player_cases attacker (next_player _ t)) as [own | other_]; [left; exact own | right; congruence]. }
  apply (proper_forces board point board_eq_dec play score rule attacker wanted (exist _ h (conj alt stone))).
  apply (strategy_forces board point play score attacker wanted old (retake_illegal rule)
    (rules_of board point board_eq_dec play score rule) (with_past g old new) n).
  split; simpl; trivial.
  - intros b was. destruct (board_eq_dec b (left _ (fst h))) as [-> | differs].
    + right. exists n. split; [apply rt_refl | symmetry; exact here].
    + left. split; [exact differs |]. destruct was as [t [[same | there] eq]]; [subst t; congruence | exists t; auto].
  - intros was his. exfalso. destruct (passed_ was) as [t [rest [before same]]].
    assert (his_turn : next_player _ t = attacker).
    { rewrite (alt t rest before). change (next_player _ (fst h)) with (who_moves board h). rewrite turns, his. apply other_other. }
    destruct (clean t) as [_ bad]; [rewrite before; left; reflexivity | |].
    + exists n. split; [congruence | left; exact his_turn].
    + apply (other_differs attacker). congruence.
  - intros b _ bar. congruence.
Qed.

(** The moves of a game; nothing where one is not legal, or ends it. *)
Fixpoint played (rule : repetition) (h : record_) (ms : list (go_move point)) : option record_ :=
  match ms with
  | [] => Some h
  | m :: rest =>
    match turn_step board point board_eq_dec play score rule h m with
    | Goes h' => played rule h' rest
    | _ => None
    end
  end.

Lemma played_settled : forall rule ms h h', settled h -> played rule h ms = Some h' -> settled h'.
Proof.
  intros rule ms. induction ms as [| m rest again]; intros h h' is made; simpl in made; [congruence |].
  destruct (turn_step _ _ _ _ _ _ h m) as [| | h1] eqn:first; try discriminate.
  apply (again h1 h'); trivial. exact (step_settled rule h m h1 first).
Qed.

End Entered.
