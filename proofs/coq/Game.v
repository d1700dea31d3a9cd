(**
A game of two players with an opaque history, and what it means that a player forces a margin.

A game is given by its histories, who is to move after each, and what a move does: it is illegal, it
ends the game with a result, or the game goes on with another history. What a history is, is not
said; so legality and results may depend on all that happened. Neither histories nor moves need be
finitely many, and play may go on for ever.

"A player forces at least k" is the least predicate for which: he is to move and has one legal move
that ends the game with k or more in his favour, or after which he forces it; or his opponent is to
move and each of his legal moves is such a move. As it is the least one, only a well-founded tree of
plays makes it true.

Proved here:
- [forces_beats]: whatever his opponent does, play then comes to an end, after finitely many moves,
  with k or more in his favour.
- [forces_consistent]: if one player forces k and the other j, each in his own favour, k + j <= 0. So
  where Black forces at least v and White at most v, v is the value, and no other is.
- [forces_less]: who forces k forces less.
*)
Require Import ZArith Lia.
Local Open Scope Z_scope.

Inductive player : Set := Black | White.

Definition other (a : player) : player := match a with Black => White | White => Black end.

(** A game may also end in a way that is good for nobody: without a result, or in a tie. *)
Inductive result : Set := Scored (margin : Z) | Unscored.

Inductive outcome (H : Type) : Type :=
| Illegal
| Ends (r : result)
| Goes (h : H).
Arguments Illegal {H}.
Arguments Ends {H} r.
Arguments Goes {H} h.

Record game : Type := {
  history : Type;
  move : Type;
  to_move : history -> player;
  step : history -> move -> outcome history
}.

(** Margins are Black's. *)
Definition margin_of (a : player) (margin : Z) : Z :=
  match a with Black => margin | White => - margin end.

Definition good (a : player) (k : Z) (r : result) : Prop :=
  match r with Scored margin => k <= margin_of a margin | Unscored => False end.

Inductive forces (g : game) (a : player) (k : Z) : history g -> Prop :=
| forces_ends : forall h m r,
    to_move g h = a -> step g h m = Ends r -> good a k r -> forces g a k h
| forces_goes : forall h m h',
    to_move g h = a -> step g h m = Goes h' -> forces g a k h' -> forces g a k h
| forces_answers : forall h,
    to_move g h = other a ->
    (forall m r, step g h m = Ends r -> good a k r) ->
    (forall m h', step g h m = Goes h' -> forces g a k h') ->
    forces g a k h.

Lemma other_differs : forall a, other a <> a.
Proof. destruct a; discriminate. Qed.

Lemma other_other : forall a, other (other a) = a.
Proof. destruct a; reflexivity. Qed.

Lemma player_cases : forall a b : player, b = a \/ b = other a.
Proof. destruct a, b; auto. Qed.

Lemma player_eq_dec : forall a b : player, {a = b} + {a <> b}.
Proof. decide equality. Defined.

Theorem forces_less : forall g a k j h, j <= k -> forces g a k h -> forces g a j h.
Proof.
  intros g a k j h less forced.
  assert (weaker : forall r, good a k r -> good a j r).
  { intros [margin |]; simpl; intuition lia. }
  induction forced.
  - eapply forces_ends; eauto.
  - eapply forces_goes; eauto.
  - eapply forces_answers; eauto.
Qed.

Theorem forces_consistent : forall g a k j h,
  forces g a k h -> forces g (other a) j h -> k + j <= 0.
Proof.
  intros g a k j h forced. induction forced as
    [h m r turn made well | h m h' turn made forced again | h turn ended goes again]; intros denied.
  - inversion denied; subst.
    + exfalso; apply (other_differs (to_move g h)); congruence.
    + exfalso; apply (other_differs (to_move g h)); congruence.
    + assert (ill : good (other (to_move g h)) j r) by eauto.
      destruct r; simpl in *; try contradiction. destruct (to_move g h); simpl in *; lia.
  - inversion denied; subst.
    + exfalso; apply (other_differs (to_move g h)); congruence.
    + exfalso; apply (other_differs (to_move g h)); congruence.
    + eauto.
  - inversion denied as [h0 m r turn0 made well | h0 m h' turn0 made well | h0 turn0]; subst.
    + assert (ill : good a k r) by eauto.
      destruct r; simpl in *; try contradiction. destruct a; simpl in *; lia.
    + eauto.
    + rewrite other_other in turn0. exfalso. apply (other_differs a). congruence.
Qed.

(** The plays in which one player's opponent makes the moves that [opponent] says. *)
Inductive comes_to (g : game) (a : player) (opponent : history g -> move g)
  : history g -> result -> Prop :=
| own_end : forall h m r, to_move g h = a -> step g h m = Ends r -> comes_to g a opponent h r
| own_move : forall h m h' r, to_move g h = a -> step g h m = Goes h' ->
    comes_to g a opponent h' r -> comes_to g a opponent h r
| other_end : forall h r, to_move g h = other a -> step g h (opponent h) = Ends r ->
    comes_to g a opponent h r
| other_move : forall h h' r, to_move g h = other a -> step g h (opponent h) = Goes h' ->
    comes_to g a opponent h' r -> comes_to g a opponent h r.

Theorem forces_beats : forall g a k opponent h,
  (forall h', to_move g h' = other a -> step g h' (opponent h') <> Illegal) ->
  forces g a k h -> exists r, comes_to g a opponent h r /\ good a k r.
Proof.
  intros g a k opponent h legal forced.
  induction forced as
    [h m r turn made well | h m h' turn made forced [r [there well]] | h turn ended goes again].
  - exists r. split; trivial. eapply own_end; eauto.
  - exists r. split; trivial. eapply own_move; eauto.
  - destruct (step g h (opponent h)) as [| r | h'] eqn:made.
    + exfalso. eapply legal; eauto.
    + exists r. split; eauto. eapply other_end; eauto.
    + destruct (again _ _ made) as [r [there well]].
      exists r. split; trivial. eapply other_move; eauto.
Qed.
