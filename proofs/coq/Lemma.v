(**
The lemma theorem: a value that was proved under conditions on the history holds for every history that
fulfils them.

What a rule remembers is described by items ([description]; solver/rules/history_model.h): after each
history there is a state, and each item has a status - it is there or not, or there with a counter.
The effect of a move depends on the state and on the status of one item, which the move looks up; what
becomes of an item's status, on these and on that status. Of each state it may be known what some
statuses always are.

A node of a proof ([proof]) is a state with demands: for each item, which statuses it may have. Where the
winner is to move one move is good under each status of its item that is demanded, where the loser is,
every move is; if play goes on there is a lower node of the state after it, and what this demands of an
item after the move is fulfilled by each status that the node demanded before.

[lemma_holds]: then from each node the winner forces the bound, under every history that stands at its
state and fulfils its demands.

The nodes are those of a certificate (solver/certificate/soundness.md, "Nodes"), the theorem is its
"Claim", for nodes that force; [known] is what is dropped there.

[between_later], for rules with counters: a demand that a counter lie in an interval (or the item be
absent) after a move that shifts counters is the demand for the shifted interval before it.
*)
Require Import ZArith Lia.
Require Import Game.
Local Open Scope Z_scope.

Inductive effect : Set :=
| Forbidden
| Over (r : result)
| Continues.

Record description (g : game) : Type := {
  state : Type;
  item : Type;
  status : Type;
  state_of : history g -> state;
  status_of : history g -> item -> status;
  who : state -> player;
  looked_up : state -> move g -> item;
  effect_of : state -> move g -> status -> effect;
  after : state -> move g -> status -> state;
  becomes : state -> move g -> status -> item -> status -> status;
  known : state -> item -> status -> Prop;

  who_right : forall h, to_move g h = who (state_of h);
  known_right : forall h i, known (state_of h) i (status_of h i);
  step_right : forall h m,
    let v := status_of h (looked_up (state_of h) m) in
    match effect_of (state_of h) m v with
    | Forbidden => step g h m = Illegal
    | Over r => step g h m = Ends r
    | Continues => exists h', step g h m = Goes h' /\ state_of h' = after (state_of h) m v /\
        forall i, status_of h' i = becomes (state_of h) m v i (status_of h i)
    end
}.

Arguments state {g}.
Arguments item {g}.
Arguments status {g}.
Arguments state_of {g}.
Arguments status_of {g}.
Arguments who {g}.
Arguments looked_up {g}.
Arguments effect_of {g}.
Arguments after {g}.
Arguments becomes {g}.
Arguments known {g}.

Record proof {g : game} (d : description g) (winner : player) (bound : Z) : Type := {
  node : Type;
  at_state : node -> state d;
  demand : node -> item d -> status d -> Prop;
  lower : node -> node -> Prop;

  fulfilled (n : node) (i : item d) (v : status d) : Prop := known d (at_state n) i v /\ demand n i v;
  child (n : node) (m : move g) (v : status d) : Prop := exists c, lower c n /\
    at_state c = after d (at_state n) m v /\
    forall i w, fulfilled n i w -> demand c i (becomes d (at_state n) m v i w);

  winner_moves : forall n, who d (at_state n) = winner -> exists m,
    forall v, fulfilled n (looked_up d (at_state n) m) v ->
    match effect_of d (at_state n) m v with
    | Forbidden => False
    | Over r => good winner bound r
    | Continues => child n m v
    end;
  loser_moves : forall n, who d (at_state n) = other winner -> forall m v,
    fulfilled n (looked_up d (at_state n) m) v ->
    match effect_of d (at_state n) m v with
    | Forbidden => True
    | Over r => good winner bound r
    | Continues => child n m v
    end;
  numbers_fall : well_founded lower
}.

Arguments node {g d winner bound}.
Arguments at_state {g d winner bound}.
Arguments demand {g d winner bound}.
Arguments lower {g d winner bound}.

Theorem lemma_holds : forall g (d : description g) winner bound (p : proof d winner bound) n h,
  state_of d h = at_state p n -> (forall i, demand p n i (status_of d h i)) ->
  forces g winner bound h.
Proof.
  intros g d winner bound p n.
  induction n as [n again] using (well_founded_induction (numbers_fall _ _ _ p)).
  intros h here demands.
  assert (all : forall i, fulfilled _ _ _ p n i (status_of d h i)).
  { intro i. split; [rewrite <- here; apply known_right | apply demands]. }
  assert (on : forall m v h', step g h m = Goes h' -> state_of d h' = after d (at_state p n) m v ->
    (forall i, status_of d h' i = becomes d (at_state p n) m v i (status_of d h i)) ->
    child _ _ _ p n m v -> forces g winner bound h').
  { intros m v h' made here' later [c [falls [same carried]]].
    apply (again c falls h'); [congruence |]. intro i. rewrite later. apply carried. apply all. }
  destruct (player_cases winner (who d (at_state p n))) as [own | theirs].
  - destruct (winner_moves _ _ _ p n own) as [m well].
    specialize (well _ (all (looked_up d (at_state p n) m))).
    assert (makes := step_right _ d h m). simpl in makes. rewrite here in makes.
    destruct (effect_of _ _ _ _) as [| r |]; [contradiction | |].
    + eapply forces_ends; eauto. rewrite (who_right _ d), here. exact own.
    + destruct makes as [h' [made [here' later]]].
      eapply forces_goes; [rewrite (who_right _ d), here; exact own | exact made |].
      eapply on; eauto.
  - apply forces_answers; [rewrite (who_right _ d), here; exact theirs | |].
    + intros m r made. assert (makes := step_right _ d h m). simpl in makes. rewrite here in makes.
      assert (well := loser_moves _ _ _ p n theirs m _ (all (looked_up d (at_state p n) m))).
      destruct (effect_of _ _ _ _) as [| r' |].
      * congruence.
      * congruence.
      * destruct makes as [h' [goes _]]. congruence.
    + intros m h' made. assert (makes := step_right _ d h m). simpl in makes. rewrite here in makes.
      assert (well := loser_moves _ _ _ p n theirs m _ (all (looked_up d (at_state p n) m))).
      destruct (effect_of _ _ _ _) as [| r |]; try congruence.
      destruct makes as [h2 [goes [here' later]]]. assert (h2 = h') by congruence. subst h2.
      eapply on; eauto.
Qed.

(** A status with a counter: absent, or there with the counter's value. *)
Definition shifted (by_ : Z) (v : option Z) : option Z := option_map (fun c => c + by_) v.

(** May it be absent, and between which bounds must its counter lie if it is there? *)
Record interval : Type := { absent_ok : Prop; low : Z; high : Z }.

Definition between (i : interval) (v : option Z) : Prop :=
  match v with None => absent_ok i | Some c => low i <= c <= high i end.

Definition before_shift (by_ : Z) (i : interval) : interval :=
  {| absent_ok := absent_ok i; low := low i - by_; high := high i - by_ |}.

Theorem between_later : forall by_ i v, between (before_shift by_ i) v <-> between i (shifted by_ v).
Proof. intros by_ i [c |]; simpl; intuition lia. Qed.

(** Two demands on one item are the demand for the intersection. *)
Definition both (i j : interval) : interval :=
  {| absent_ok := absent_ok i /\ absent_ok j; low := Z.max (low i) (low j); high := Z.min (high i) (high j) |}.

Theorem between_both : forall i j v, between (both i j) v <-> between i v /\ between j v.
Proof. intros i j [c |]; simpl; intuition lia. Qed.
