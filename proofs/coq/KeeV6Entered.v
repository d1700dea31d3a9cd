(**
A strategy that begins in the middle of a game forces its margin, under Kee's rules v6.0.

The game has a past. As in Entered.v the reach of a strategy graph ([v6_reach]) is each of its boards with the attacker, and each on which the opponent moves in it with him.

[v6_entered_wins]: if no turn of the past, from the start to before the present one, is in the reach of a graph as KeeV6Strategy.v has it, the graph forces its margin from
there on. For a stone of the attacker's makes a board on which then the opponent moves; so both turns on that board are in the reach, and it never stood: C3
forbids no such stone. And the attacker has not just passed ([v6_settled]): the turn before would be his, on a board of the graph. What series ended before may end the game sooner, on a board that is enough.

Of docs/certificate-format.md this is S24.
*)
Require Import ZArith List Bool Relations.
Require Import Game Strategy KeeV6 KeeV6Strategy.
Import ListNotations.
Local Open Scope Z_scope.

Section KeeV6Entered.

Variables board point : Type.
Variable board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variable in_atari : board -> point -> bool.
Notation past := (v6_history board).
Notation the_game := (v6_game board point board_eq_dec play score in_atari).
Notation step_ := (v6_step board point board_eq_dec play score in_atari).

(** A history of the game, as far as matters: before a pass the other player moved on that board. *)
Definition v6_settled (h : past) : Prop := has_passed board h = true ->
  exists t rest, snd h = t :: rest /\ v6_left _ t = v6_left _ (fst h) /\ v6_next _ t = other (v6_next _ (fst h)).

Lemma v6_step_settled : forall h m h', step_ h m = Goes h' -> v6_settled h'.
Proof.
  intros h m h' made was. destruct m as [p |]; simpl in made.
  - destruct (play _ _ p) as [b |]; [| discriminate]. destruct (v6_forbids _ _ _ _ _ _); [discriminate |]. injection made as <-. discriminate.
  - destruct (has_passed _ h && _); [discriminate |]. injection made as <-. exists (fst h), (snd h). simpl. repeat split. symmetry. apply other_other.
Qed.

(** The moves of a game; nothing where one is not legal, or ends it. *)
Fixpoint v6_after_moves (h : past) (ms : list (go_move point)) : option past :=
  match ms with
  | [] => Some h
  | m :: rest => match step_ h m with Goes h' => v6_after_moves h' rest | _ => None end
  end.

Lemma v6_after_moves_settled : forall ms h h', v6_settled h -> v6_after_moves h ms = Some h' -> v6_settled h'.
Proof.
  induction ms as [| m rest again]; intros h h' is made; simpl in made; [injection made as <-; exact is |].
  destruct (step_ h m) as [| | h1] eqn:first; try discriminate. exact (again h1 h' (v6_step_settled h m h1 first) made).
Qed.

Variable attacker : player.
Variable wanted : Z.
Variable lasting : board -> bool.
Hypothesis lasting_wins : forall h, lasting (v6_left board (fst h)) = true -> forces the_game attacker wanted h.
Notation graph_ := (v6_graph board point play score in_atari attacker wanted lasting).

Definition v6_reach (g : graph_) (b : board) (a : player) : Prop := exists u, at_board _ _ _ _ _ _ _ _ g u = b /\ (a = attacker \/ turn _ _ _ _ _ _ _ _ g u = a).

Theorem v6_entered_wins : forall (g : graph_) n h, v6_settled h -> v6_left _ (fst h) = at_board _ _ _ _ _ _ _ _ g n -> v6_mover _ h = turn _ _ _ _ _ _ _ _ g n ->
  barred _ _ _ _ _ _ _ _ g n = None -> (forall t, In t (snd h) -> ~ v6_reach g (v6_left _ t) (v6_next _ t)) -> forces the_game attacker wanted h.
Proof.
  intros g n h is here up free clean.
  apply (stands_wins board point board_eq_dec play score in_atari attacker wanted lasting lasting_wins g (fun b => exists t, In t (snd h) /\ v6_left _ t = b)) with (n := n).
  - intros u his [t [there same]]. apply (clean t there). exists u. split; [symmetry; exact same |].
    destruct (player_cases attacker (v6_next _ t)) as [own | other_]; [left; exact own | right; congruence].
  - split; trivial.
    + intros t [<- | there]; [right; exists n; split; [apply rt_refl | symmetry; exact here] | left; exists t; auto].
    + intros was his. exfalso. destruct (is was) as [t [rest [before [same turn_t]]]]. apply (clean t); [rewrite before; left; reflexivity |].
      exists n. split; [congruence |]. left. rewrite turn_t. change (v6_next _ (fst h)) with (v6_mover _ h). rewrite up, his. apply other_other.
    + intros c p _ _ bar. congruence.
Qed.

End KeeV6Entered.
