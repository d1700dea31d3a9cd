(**
The nodes of certificates under superko: psk, ssk, nssk and own.

A board that was made is an item, with the player who moves next (ssk) or who made it (nssk, own): Superko.v proves that
this is all that these rules remember, as they are stated in Repetition.v with the whole history. [superko_node_true]: so they are rules
as Nodes.v wants them, and nodes whose children are true are true.
*)
Require Import ZArith Lia List Bool Wellfounded.
Require Import Game Strategy Repetition Lemma Kee2013 Superko ItemRules Nodes.
Import ListNotations.
Local Open Scope Z_scope.

Section SuperkoNodes.

Variables board point : Type.
Variable board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variable rule : repetition.
Hypothesis superko : rule <> Simple.
Hypothesis nobody_for_ever : forall a, well_founded (fun b' b => exists p, play a b p = Some b').

Notation the_game := (go_game board point board_eq_dec play score rule).
Notation step_ := (turn_step board point board_eq_dec play score rule).
Notation worth_leaf := (ItemRules.worth_leaf board point play score).
Notation there := (is_there board board_eq_dec rule).
Notation creates_ := (creates board board_eq_dec rule).

Inductive ko_class : Set := Made.

Definition tag (a : player) : option player :=
  match rule with Psk | Simple => None | Ssk => Some (other a) | Nssk | Own => Some a end.
Definition ko_looks (a : player) (k : kind) : option (ko_class * option player) :=
  if is_stone k then Some (Made, tag a) else None.
Definition ko_made (a : player) (k : kind) : list (ko_class * option player) :=
  if is_stone k then [(Made, tag a)]
  else match rule with Ssk | Own => [(Made, tag a)] | _ => [] end.
Definition ko_clears (k : kind) (c : ko_class) : bool := false.
Definition ko_shift (a : player) (k : kind) : Z := 0.
Definition ko_found (a : player) (k : kind) (c : Z) : fate := Not_legal.
Definition ko_known (a : player) : option (ko_class * option player) :=
  match rule with Psk => Some (Made, None) | Ssk => Some (Made, Some a) | _ => None end.

Definition ko_status (h : record board) (i : item board ko_class) : option Z :=
  if there h (snd (fst i), snd i) then Some 0 else None.

Definition ko_stands (h : record board) (s : node_state board) : Prop :=
  left _ (fst h) = node_board _ s /\ next_player _ (fst h) = node_mover _ s /\ was_pass _ (fst h) = node_passed _ s.

Definition ko_told : kinds board point :=
  {| play_kind := kind; stone_kind := fun _ _ => Stone_laid; pass_kind := fun _ => Normal_pass;
     refresh_kind := None; is_pass := is_normal; second_ends := true |}.
Notation plays_ := (plays board point play ko_told).
Definition ko_move (m : kee_move point) : move the_game := match m with Lay p => Stone p | _ => Pass end.

Lemma ko_leaf : forall w k b, worth_leaf w k b -> forall h : record board, left _ (fst h) = b -> forces the_game w k h.
Proof.
  intros w k b. induction b as [b again] using (well_founded_induction (nobody_for_ever (other w))). intros leaf.
  assert (now : good w k (Scored (score b))) by (apply leaf; apply stops).
  assert (own : forall h : record board, next_player _ (fst h) = w -> left _ (fst h) = b ->
    (was_pass _ (fst h) = false -> forces the_game w k (push _ (pass_turn _ h) h)) -> forces the_game w k h).
  { intros h turn here on. destruct (was_pass _ (fst h)) eqn:was.
    - eapply forces_ends with (m := Pass : move the_game); [exact turn | simpl; rewrite was; reflexivity | rewrite here; exact now].
    - eapply forces_goes with (m := Pass : move the_game); [exact turn | simpl; rewrite was; reflexivity | auto]. }
  assert (his : forall h : record board, next_player _ (fst h) = other w -> left _ (fst h) = b ->
    (was_pass _ (fst h) = false -> forces the_game w k (push _ (pass_turn _ h) h)) -> forces the_game w k h).
  { intros h turn here on.
    assert (stone : forall p, match step_ h (Stone p) with
      Illegal => True | Ends r => good w k r | Goes h' => forces the_game w k h' end).
    { intro p. simpl. unfold who_moves. rewrite turn, here. destruct (play (other w) b p) as [b' |] eqn:made; [| exact I].
      destruct (forbids _ _ _ _ _); [exact I |]. apply (again b'); [eauto | | reflexivity].
      intros c reached. apply leaf. eapply lays; eauto. }
    apply forces_answers; [exact turn | |].
    - intros [p |] r made; [specialize (stone p); change (step_ h (Stone p) = Ends r) in made; rewrite made in stone; exact stone |].
      simpl in made. destruct (was_pass _ _); [injection made as <-; rewrite here; exact now | discriminate].
    - intros [p |] h' made; [specialize (stone p); change (step_ h (Stone p) = Goes h') in made; rewrite made in stone; exact stone |].
      simpl in made. destruct (was_pass _ (fst h)) eqn:was; [discriminate |]. injection made as <-. auto. }
  assert (passed : forall h : record board, left _ (fst h) = b -> was_pass _ (fst h) = true -> forces the_game w k h).
  { intros h here was. destruct (player_cases w (next_player _ (fst h))); [apply own | apply his]; trivial; congruence. }
  intros h here. destruct (player_cases w (next_player _ (fst h))); [apply own | apply his]; trivial;
    intros _; apply passed; trivial.
Qed.

Lemma creates_stone : forall s b i,
  creates_ (stone_of board s b) i = true <-> i = (b, tag (in_turn _ s)).
Proof.
  intros s b i. unfold creates, item_of, stone_of, tag. cbn [by_whom by_stone left next_player].
  destruct rule; destruct (item_eq_dec _ _ _ _); intuition congruence.
Qed.

Lemma ko_makes : forall s b k i,
  makes board point ko_class ko_told ko_made s b k i <-> In (Made, tag (node_mover _ s)) (ko_made (node_mover _ s) k) /\ i = (Made, b, tag (node_mover _ s)).
Proof.
  intros s b k i. unfold makes, ko_made.
  destruct (is_stone k); [| destruct rule]; simpl; split;
    try (intros [j [[<- | []] ->]]; unfold item_on; simpl; auto);
    try (intros [[_ | []] ->]; eexists; split; [left; reflexivity | reflexivity]);
    try (intros [j [[] _]]); try (intros [[] _]).
Qed.

Lemma ko_pushed : forall t h i,
  ko_status (push board t h) i = if creates_ t (snd (fst i), snd i) then Some 0 else ko_status h i.
Proof.
  intros t h i. unfold ko_status. change (there (push board t h) (snd (fst i), snd i)) with
    (creates_ t (snd (fst i), snd i) || there h (snd (fst i), snd i)).
  destruct (creates_ _ _); reflexivity.
Qed.

Lemma ko_always : forall h s i, True -> ko_stands h s -> ko_known (node_mover _ s) = Some i ->
  ko_status h (item_on board ko_class (node_board _ s) i) = Some 0.
Proof.
  intros h s i _ [here [turn _]] is. unfold ko_status, item_on. cbn [fst snd].
  replace (there h (node_board board s, snd i)) with true; [reflexivity |]. symmetry.
  change (creates_ (fst h) (node_board board s, snd i) || existsb (fun t => creates_ t (node_board board s, snd i)) (snd h) = true).
  replace (creates_ (fst h) (node_board board s, snd i)) with true; [reflexivity |]. symmetry.
  unfold creates, item_of, ko_known in *. rewrite here, turn.
  destruct rule; try discriminate; injection is as <-; destruct (item_eq_dec _ _ _ _); simpl in *; congruence.
Qed.

Lemma shifted_same : forall v, shifted 0 v = v.
Proof. intros [c |]; simpl; [rewrite Z.add_0_r |]; reflexivity. Qed.

Theorem ko_played : forall h s m b k, True -> ko_stands h s -> plays_ s m = Some (b, k) ->
  if ends_game board point ko_told s k then step_ h (ko_move m) = Ends (Scored (score b))
  else match option_map (ko_status h) (looks_at board point ko_class ko_told ko_looks s b k) with
       | Some (Some c) =>
         match ko_found (node_mover _ s) k c with
         | Not_legal => step_ h (ko_move m) = Illegal
         | Goes_out loser => exists h', step_ h (ko_move m) = Goes h' /\
             forall w t, ItemRules.worth_out board point play score w t b loser -> forces the_game w t h'
         | Is_scored => step_ h (ko_move m) = Ends (Scored (score b))
         | Goes_on => exists h', step_ h (ko_move m) = Goes h' /\
             went_on board point ko_class ko_told ko_made ko_clears ko_shift the_game (fun _ => True) ko_stands ko_status h s b k h'
         end
       | _ => exists h', step_ h (ko_move m) = Goes h' /\
           went_on board point ko_class ko_told ko_made ko_clears ko_shift the_game (fun _ => True) ko_stands ko_status h s b k h'
       end.
Proof.
  intros h s m b k _ at_ does. assert (always := fun i => ko_always h s i I at_). destruct at_ as [here [turn was]].
  destruct m as [p | |]; simpl in does; [| | discriminate].
  - destruct (play (node_mover _ s) (node_board _ s) p) as [b' |] eqn:made; [| discriminate]. injection does as <- <-.
    cbn [ends_game is_normal andb looks_at ko_looks is_stone option_map ko_move ko_found].
    unfold turn_step, who_moves. rewrite turn, here, made.
    rewrite (forbids_is board point board_eq_dec play score rule superko).
    assert (same : stone_item board rule (state_after board h) b' = (b', tag (node_mover _ s))).
    { unfold stone_item, tag, state_after. cbn [in_turn]. rewrite turn. destruct rule; reflexivity. }
    rewrite same. unfold ko_status at 1. unfold item_on. cbn [fst snd].
    destruct (there h (b', tag (node_mover _ s))) eqn:bad; [reflexivity |].
    eexists. split; [reflexivity |]. split; [exact I |]. split.
    { unfold ko_stands, state_then. simpl. unfold who_moves. rewrite turn. auto. }
    intro i. rewrite (ko_makes s), ko_pushed. unfold ko_made. cbn [is_stone].
    assert (new : creates_ (stone_turn board h b') (snd (fst i), snd i) = true <-> i = (Made, b', tag (node_mover _ s))).
    { change (stone_turn board h b') with (stone_of board (state_after board h) b'). rewrite creates_stone. cbn [in_turn state_after].
      rewrite turn. destruct i as [[[] c] x]. simpl. split; intro eq; injection eq as -> ->; reflexivity. }
    destruct (creates_ (stone_turn board h b') (snd (fst i), snd i)) eqn:created.
    + left. split; [| reflexivity]. split; [left; reflexivity | apply new; reflexivity].
    + right. right. split; [intros [_ is]; apply new in is; discriminate |]. split; [reflexivity |].
      unfold ko_shift. rewrite shifted_same. reflexivity.
  - injection does as <- <-. cbn [is_normal andb looks_at ko_looks is_stone option_map ko_move]. unfold ends_game. simpl is_normal. cbn [andb].
    unfold turn_step. rewrite was, here. destruct (node_passed _ s); [reflexivity |].
    unfold looks_at, ko_looks. cbn [is_stone option_map].
    eexists. split; [reflexivity |]. split; [exact I |]. split.
    { unfold ko_stands, state_then. simpl. unfold who_moves. rewrite turn. auto. }
    intro i. rewrite (ko_makes s), ko_pushed. unfold ko_made. cbn [is_stone].
    assert (later : creates_ (pass_turn board h) (snd (fst i), snd i) = true <->
      match rule with Psk | Simple => i = (Made, node_board _ s, None) | Ssk | Own => i = (Made, node_board _ s, tag (node_mover _ s))
      | Nssk => False end).
    { unfold creates, item_of, pass_turn, tag, who_moves. cbn [left next_player by_whom by_stone]. rewrite here, turn.
      destruct i as [[[] c] x]; destruct rule; try destruct (item_eq_dec _ _ _ _) as [eq | no]; simpl in *;
        split; try discriminate; try (injection eq as -> ->; reflexivity); try reflexivity; try contradiction;
        try (intro eq; injection eq as -> ->; exfalso; apply no; reflexivity). }
    unfold ko_shift. rewrite shifted_same.
    destruct (creates_ (pass_turn board h) (snd (fst i), snd i)) eqn:created.
    + assert (is := proj1 later eq_refl). unfold ko_known in always.
      destruct rule eqn:which; try (exfalso; exact is).
      * right. right. split; [intros [[] _] |]. split; [reflexivity |]. subst i. symmetry. exact (always _ eq_refl).
      * left. split; [| reflexivity]. split; [left; reflexivity | exact is].
      * left. split; [| reflexivity]. split; [left; reflexivity | exact is].
      * exfalso. apply superko. reflexivity.
    + right. right. split; [| split; reflexivity]. intros [is eq].
      assert (bad : false = true); [| discriminate]. apply later.
      destruct rule; try destruct is; trivial.
Qed.

Notation node_ := (node board ko_class).
Definition superko_good : (node_ -> Prop) -> node_ -> Prop :=
  node_good board point ko_class play score ko_told ko_looks ko_made ko_clears ko_shift ko_found ko_known.
Definition superko_means : node_ -> Prop :=
  means board point ko_class play score ko_told the_game (fun _ => True) ko_stands ko_status.

(** Nodes with true children are true. *)
Theorem superko_node_true : forall (children : node_ -> Prop) n, (forall child, children child -> superko_means child) ->
  superko_good children n -> superko_means n.
Proof.
  apply (node_true board point ko_class play score ko_told ko_looks ko_made ko_clears ko_shift ko_found ko_known)
    with (as_move := ko_move).
  - intros a k. unfold ko_looks, tag. destruct (is_stone k), rule, a; reflexivity.
  - intros a k. unfold ko_made, tag. destruct (is_stone k), rule, a; reflexivity.
  - reflexivity.
  - reflexivity.
  - intro a. unfold ko_known. destruct rule, a; reflexivity.
  - intros h s here. apply here.
  - intros h s m [here [turn _]]. destruct m as [p |].
    + simpl. unfold who_moves. rewrite turn, here. destruct (play (node_mover _ s) (node_board _ s) p) as [b |] eqn:made; [left | auto].
      exists (Lay p), b, Stone_laid. simpl. rewrite made. auto.
    + left. exists Pass_on, (node_board _ s), Normal_pass. auto.
  - intros h s w k _ [here _] leaf. apply (ko_leaf w k (node_board _ s) leaf). exact here.
  - exact ko_always.
  - exact ko_played.
Qed.

End SuperkoNodes.
