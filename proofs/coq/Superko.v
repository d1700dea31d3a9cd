(**
The lemma theorem for superko: psk, ssk, nssk and own, by the sets N and M.

What these rules remember is a set of items ([item_of]): the boards that stood (psk); boards with the
player to move next (ssk); boards with the player whose stone made them (nssk), or whose move left them
(own). A stone whose item is there is illegal. [superko_description] proves this of the rules as they
are stated in Repetition.v, with the whole history.

A node has two sets of items: those that must not be there (N) and those that must be there (M). The
winner's stone creates an item of N. The loser's every stone has a child, or its item is in M, so that
it is illegal. What a child wants absent is wanted absent by the node, and is not what the move creates;
what it wants there, the node wants there, or the move creates it, or (psk, ssk) it is the present
board's own item, which is always there.

[superko_lemma]: then the winner forces the bound under every history at the node's state whose items
avoid N and contain M.
*)
Require Import ZArith List Bool.
Require Import Game Strategy Repetition Lemma.
Import ListNotations.

Section Superko.

Variables board point : Type.
Variable board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variable rule : repetition.
Hypothesis superko : rule <> Simple.

Let game_ : game := go_game board point board_eq_dec play score rule.

Definition ko_item : Type := board * option player.

Lemma item_eq_dec : forall i j : ko_item, {i = j} + {i <> j}.
Proof. decide equality. decide equality. apply player_eq_dec. Qed.

Definition item_of (t : turn_made board) : option ko_item :=
  match rule with
  | Psk | Simple => Some (left _ t, None)
  | Ssk => Some (left _ t, Some (next_player _ t))
  | Nssk => match by_whom _ t with
            | Some a => if by_stone _ t then Some (left _ t, Some a) else None
            | None => None
            end
  | Own => match by_whom _ t with Some a => Some (left _ t, Some a) | None => None end
  end.

Definition creates (t : turn_made board) (i : ko_item) : bool :=
  match item_of t with Some j => if item_eq_dec i j then true else false | None => false end.

(** Is the item there? *)
Definition is_there (h : record board) (i : ko_item) : bool :=
  existsb (fun t => creates t i) (turns _ h).

(** The board, the player to move, and whether the last move was a pass. *)
Record ko_state : Type := { on_board : board; in_turn : player; after_pass : bool }.

Definition state_after (h : record board) : ko_state :=
  {| on_board := left _ (fst h); in_turn := next_player _ (fst h); after_pass := was_pass _ (fst h) |}.

Definition stone_of (s : ko_state) (b : board) : turn_made board :=
  {| by_whom := Some (in_turn s); by_stone := true; left := b; next_player := other (in_turn s) |}.
Definition pass_of (s : ko_state) : turn_made board :=
  {| by_whom := Some (in_turn s); by_stone := false; left := on_board s;
     next_player := other (in_turn s) |}.

(** The item of a stone that makes that board. *)
Definition stone_item (s : ko_state) (b : board) : ko_item :=
  match rule with
  | Psk | Simple => (b, None)
  | Ssk => (b, Some (other (in_turn s)))
  | Nssk | Own => (b, Some (in_turn s))
  end.

Definition after_stone (s : ko_state) (b : board) : ko_state :=
  {| on_board := b; in_turn := other (in_turn s); after_pass := false |}.
Definition after_a_pass (s : ko_state) : ko_state :=
  {| on_board := on_board s; in_turn := other (in_turn s); after_pass := true |}.

(** The item that is always there, if there is one. *)
Definition own_item (s : ko_state) (i : ko_item) : Prop :=
  match rule with
  | Psk => i = (on_board s, None)
  | Ssk => i = (on_board s, Some (in_turn s))
  | _ => False
  end.

Definition move_after (s : ko_state) (m : go_move point) : ko_state :=
  match m with
  | Stone p => match play (in_turn s) (on_board s) p with Some b => after_stone s b | None => s end
  | Pass => after_a_pass s
  end.

Definition becomes_ (s : ko_state) (m : go_move point) (i : ko_item) (v : bool) : bool :=
  match m with
  | Stone p => match play (in_turn s) (on_board s) p with
               | Some b => creates (stone_of s b) i || v
               | None => v
               end
  | Pass => creates (pass_of s) i || v
  end.

Definition looked_up_ (s : ko_state) (m : go_move point) : ko_item :=
  match m with
  | Stone p => match play (in_turn s) (on_board s) p with
               | Some b => stone_item s b
               | None => (on_board s, None)
               end
  | Pass => (on_board s, None)
  end.

Definition effect_ (s : ko_state) (m : go_move point) (v : bool) : effect :=
  match m with
  | Stone p => match play (in_turn s) (on_board s) p with
               | Some _ => if v then Forbidden else Continues
               | None => Forbidden
               end
  | Pass => if after_pass s then Over (Scored (score (on_board s))) else Continues
  end.

Lemma item_of_stone : forall s b, item_of (stone_of s b) = Some (stone_item s b).
Proof. intros s b. unfold item_of, stone_item. destruct rule; reflexivity. Qed.

Lemma recreates_is : forall s b t,
  recreates board board_eq_dec rule (stone_of s b) t = creates t (stone_item s b).
Proof.
  intros s b t. unfold recreates, creates, item_of, stone_item, same_board_b, same_player_b, made_by.
  destruct rule; simpl; try (exfalso; apply superko; reflexivity).
  - destruct (board_eq_dec b (left _ t)), (item_eq_dec _ _); simpl; congruence.
  - unfold same_player_b.
    destruct (board_eq_dec b (left _ t)), (player_eq_dec (other (in_turn s)) (next_player _ t)),
      (item_eq_dec _ _); simpl; congruence.
  - destruct (by_whom _ t) as [a |]; [| destruct (board_eq_dec _ _); reflexivity].
    unfold same_player_b.
    destruct (by_stone _ t); [| rewrite andb_false_r, andb_false_r; reflexivity].
    destruct (board_eq_dec b (left _ t)), (player_eq_dec a (in_turn s)), (item_eq_dec _ _);
      simpl; congruence.
  - destruct (by_whom _ t) as [a |]; [| destruct (board_eq_dec _ _); reflexivity].
    unfold same_player_b.
    destruct (board_eq_dec b (left _ t)), (player_eq_dec a (in_turn s)), (item_eq_dec _ _);
      simpl; congruence.
Qed.

Lemma forbids_is : forall h b,
  forbids board board_eq_dec rule (stone_turn board h b) h =
  is_there h (stone_item (state_after h) b).
Proof.
  intros h b. unfold forbids, is_there.
  assert (same : existsb (recreates board board_eq_dec rule (stone_turn board h b)) (turns _ h) =
    existsb (fun t => creates t (stone_item (state_after h) b)) (turns _ h)).
  { induction (turns _ h) as [| t rest again]; trivial. simpl. rewrite again. f_equal.
    apply (recreates_is (state_after h) b t). }
  destruct rule; try exact same. exfalso. apply superko. reflexivity.
Qed.

Definition superko_description : description game_.
Proof.
  refine {| state := ko_state; item := ko_item; status := bool;
    state_of := (state_after : history game_ -> ko_state);
    status_of := (is_there : history game_ -> ko_item -> bool);
    who := in_turn;
    looked_up := (looked_up_ : ko_state -> move game_ -> ko_item);
    effect_of := (effect_ : ko_state -> move game_ -> bool -> effect);
    after := (fun (s : ko_state) (m : move game_) (_ : bool) => move_after s m);
    becomes := (fun (s : ko_state) (m : move game_) (_ : bool) => becomes_ s m);
    known := fun s i v => own_item s i -> v = true |}.
  - reflexivity.
  - intros h i own. unfold is_there, turns. simpl.
    replace (creates (fst h) i) with true; trivial. symmetry.
    unfold own_item in own. unfold creates, item_of.
    destruct rule; try contradiction; simpl in own; subst i; destruct (item_eq_dec _ _); congruence.
  - intros h [p |]; simpl.
    + unfold effect_, looked_up_, turn_step, who_moves. simpl.
      destruct (play (next_player _ (fst h)) (left _ (fst h)) p) as [b |] eqn:legal; trivial.
      rewrite forbids_is. destruct (is_there _ _) eqn:bad; trivial.
      eexists. split; [reflexivity |].
      split; reflexivity.
    + unfold effect_, turn_step. simpl. destruct (was_pass _ (fst h)) eqn:was; trivial.
      eexists. split; [reflexivity |]. split; reflexivity.
Defined.

Definition avoids (h : record board) (N : ko_item -> Prop) : Prop :=
  forall i, N i -> is_there h i = false.
Definition contains (h : record board) (M : ko_item -> Prop) : Prop :=
  forall i, M i -> is_there h i = true.

Record superko_proof (winner : player) (bound : Z) : Type := {
  ko_node : Type;
  node_state : ko_node -> ko_state;
  N : ko_node -> ko_item -> Prop;
  M : ko_node -> ko_item -> Prop;
  lower_node : ko_node -> ko_node -> Prop;

  (** A child of that state, after a move that made this turn. *)
  ko_child (n : ko_node) (s : ko_state) (t : turn_made board) : Prop := exists c, lower_node c n /\
    node_state c = s /\
    (forall i, N c i -> N n i /\ item_of t <> Some i) /\
    (forall i, M c i -> M n i \/ item_of t = Some i \/ own_item (node_state n) i);
  pass_good (n : ko_node) : Prop :=
    if after_pass (node_state n) then good winner bound (Scored (score (on_board (node_state n))))
    else ko_child n (after_a_pass (node_state n)) (pass_of (node_state n));

  winner_plays : forall n, in_turn (node_state n) = winner ->
    pass_good n \/
    exists p b, play (in_turn (node_state n)) (on_board (node_state n)) p = Some b /\
      N n (stone_item (node_state n) b) /\
      ko_child n (after_stone (node_state n) b) (stone_of (node_state n) b);
  loser_plays : forall n, in_turn (node_state n) = other winner ->
    pass_good n /\
    forall p b, play (in_turn (node_state n)) (on_board (node_state n)) p = Some b ->
      M n (stone_item (node_state n) b) \/
      ko_child n (after_stone (node_state n) b) (stone_of (node_state n) b);
  node_numbers_fall : well_founded lower_node
}.

Arguments ko_node {winner bound}.
Arguments node_state {winner bound}.
Arguments N {winner bound}.
Arguments M {winner bound}.
Arguments lower_node {winner bound}.

Section Turned.

Variable winner : player.
Variable bound : Z.
Variable p : superko_proof winner bound.

Definition demand_ (n : ko_node p) (i : ko_item) (v : bool) : Prop :=
  (N p n i -> v = false) /\ (M p n i -> v = true).

Lemma child_demands : forall n s t, ko_child _ _ p n s t -> exists c, lower_node p c n /\
  node_state p c = s /\
  forall i v, (own_item (node_state p n) i -> v = true) /\ demand_ n i v ->
    demand_ c i (creates t i || v).
Proof.
  intros n s t [c [falls [same [absent there]]]]. exists c. split; trivial. split; trivial.
  intros i v [own [notin within]]. unfold creates. split.
  - intro wants. destruct (absent i wants) as [also new]. rewrite (notin also), orb_false_r.
    destruct (item_of t) as [j |]; trivial. destruct (item_eq_dec i j); congruence.
  - intro wants. apply orb_true_iff. destruct (there i wants) as [also | [new | always]].
    + right. auto.
    + left. rewrite new. destruct (item_eq_dec i i); congruence.
    + right. auto.
Qed.

Definition as_proof : proof superko_description winner bound.
Proof.
  refine {| node := ko_node p;
    at_state := (node_state p : ko_node p -> state superko_description);
    demand := (demand_ : ko_node p -> item superko_description -> status superko_description -> Prop);
    lower := lower_node p |}.
  - intros n own. simpl in own. destruct (winner_plays _ _ p n own) as [well | [q [b [legal [new on]]]]].
    + exists Pass. intros v _. simpl. unfold pass_good in well.
      destruct (after_pass (node_state p n)); [exact well |].
      destruct (child_demands _ _ _ well) as [c carried]. exists c. exact carried.
    + exists (Stone q). intros v [_ [absent _]]. simpl in *. unfold looked_up_ in absent.
      rewrite legal in *. rewrite (absent new).
      destruct (child_demands _ _ _ on) as [c carried]. exists c. unfold move_after, becomes_.
      try rewrite legal. exact carried.
  - intros n theirs m v. simpl in theirs. destruct (loser_plays _ _ p n theirs) as [well all].
    destruct m as [q |]; simpl.
    + intros [_ [_ there]]. unfold looked_up_ in there.
      destruct (play (in_turn (node_state p n)) (on_board (node_state p n)) q) as [b |] eqn:legal; trivial.
      destruct v; trivial. destruct (all q b legal) as [is | on].
      * specialize (there is). discriminate.
      * destruct (child_demands _ _ _ on) as [c carried]. exists c. unfold move_after, becomes_.
        try rewrite legal. exact carried.
    + intros _. unfold pass_good in well.
      destruct (after_pass (node_state p n)); [exact well |].
      destruct (child_demands _ _ _ well) as [c carried]. exists c. exact carried.
  - apply node_numbers_fall.
Defined.

Theorem superko_lemma : forall (n : ko_node p) (h : record board),
  state_after h = node_state p n -> avoids h (N p n) -> contains h (M p n) ->
  forces game_ winner bound h.
Proof.
  intros n h here avoid contain.
  apply (lemma_holds game_ superko_description winner bound as_proof n h here).
  intro i. split; [apply avoid | apply contain].
Qed.

End Turned.

End Superko.
