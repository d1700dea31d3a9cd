(**
The checker of certificates with strategy leaves for Go on a rectangle, under psk, ssk, nssk and own.

The strategies are tables as Checker.v checks them, LeafTables.v has their reach, TurnNodes.v the nodes that rest on them.

[superko_leafed_sound]: where the checker takes the strategies, a file's nodes, and then a claim, the claim's player forces its
margin after the moves before the claim, in the game as Repetition.v states it, with the captures and scores of Board.v.
*)
Require Import ZArith NArith Lia List Bool FMapPositive.
Require Import Game Strategy Repetition LivingStrategy Lemma Kee2013 ItemRules GroupElements Nodes SuperkoNodes Board Symmetry StateTable TableGraph Checker Rectangle ReplyDemands LemmaChecker LemmaRules
  Entered AfterMoves TurnNodes LeafChecker LeafGraph LeafTables.
Import ListNotations.
Local Open Scope Z_scope.

Local Opaque gathered.

Section LeafRules.

Variable r : rectangle.
Variable fuel : nat.
Variable rule : repetition.
(** Where each symmetry takes each point. *)
Variable lists : list (list N).
(** By the bounds. *)
Variable tables : list (Z * table).

Notation board_ := (placed r).
Notation play_ := (placed_play r).
Notation score_ := (placed_score r).
Notation told_ := (ko_told board_ N).
Notation element_ := (element board_ N play_ score_ told_).
Notation bars := (retake_illegal rule).

Definition superko_entries (t : Z) (tab : table) : bool :=
  all_entries (bound_of tab) (numbered tab) (steps tab)
    (entry_ok r bars None Black t (fun _ => false) (map prepare (maps tab)) (bound_of tab) (numbered tab) (number_of tab) (numbers_on tab)).

Notation key_ := (item_key r (fun _ => 0%N)).

Definition superko_leafed_nodes (fs : list (leaf_node board_ N)) : option (PositiveMap.t (leafed board_ ko_class)) :=
  if is_symmetry r (points r) && negb (suicide r) && tables_ok r lists tables superko_entries
  then match superko_group r lists with
       | Some group =>
         check_leafed board_ N ko_class (placed_eq_dec r) ko_class_eq_dec play_ score_ told_ (ko_looks rule) (ko_made rule) ko_clears ko_shift
           (ko_known rule) ko_range (points r) (worst r) key_ (board_key r) fuel group (untouched_by r tables) (entered_by r tables) fs 1
           (PositiveMap.empty _)
       | None => None
       end
  else None.

Notation game_ := (go_game board_ N (placed_eq_dec r) play_ score_ rule).
Notation status_ := (ko_status board_ (placed_eq_dec r) rule).

Definition turns_past (h : record board_) : list (board_ * player) := map (fun t => (left _ t, next_player _ t)) (snd h).

Definition superko_leafed_claim (nodes : PositiveMap.t (leafed board_ ko_class)) (h : record board_) (a : player) (t : Z)
  (number : positive) (which : nat) : bool :=
  match superko_group r lists with
  | Some group =>
    leafed_claim board_ N ko_class (placed_eq_dec r) play_ score_ told_ group (untouched_by r tables) game_ (ko_state_now r) status_ turns_past
      nodes h a t number which
  | None => false
  end.

(** ** The proof *)

Hypothesis superko : rule <> Simple.
Hypothesis no_suicide : suicide r = false.
Hypothesis all_tables : tables_ok r lists tables superko_entries = true.

Notation settled_ := (settled board_).
Notation stands_ := (fun h s => ko_state_now r h = s).
Notation means_after_ := (means_after board_ N ko_class play_ score_ told_ game_ settled_ stands_ status_ turns_past).
Notation move_ := (ko_move board_ N (placed_eq_dec r) play_ score_ rule).
Notation step_ := (turn_step board_ N (placed_eq_dec r) play_ score_ rule).

Lemma stands_ko : forall h s, ko_state_now r h = s -> ko_stands board_ h s.
Proof. intros h s <-. repeat split. Qed.

Lemma turns_later : forall h s m h', ko_state_now r h = s -> step_ h m = Goes h' -> turns_past h' = (node_board _ s, node_mover _ s) :: turns_past h.
Proof.
  intros h s m h' <- made. destruct m as [p |]; simpl in made.
  - destruct (play_ _ _ p); [| discriminate]. destruct (forbids _ _ _ _ _); [discriminate |]. injection made as <-. reflexivity.
  - destruct (was_pass _ _); [discriminate |]. injection made as <-. reflexivity.
Qed.

Lemma nodes_true : forall (allowed : element_ -> Prop) (kids : node board_ ko_class -> turn_set board_ -> Prop) (n : node board_ ko_class)
  (set : turn_set board_),
  (forall child of_child, kids child of_child -> means_after_ child of_child) ->
  (forall child of_child, kids child of_child -> forall e, allowed e -> of_player _ _ _ _ _ e (winner _ _ child) = winner _ _ n ->
     forall b a, of_child b a -> set (of_board _ _ _ _ _ e b) (of_player _ _ _ _ _ e a)) ->
  ~ set (node_board _ (node_at _ _ n)) (node_mover _ (node_at _ _ n)) ->
  good_via board_ N ko_class play_ score_ told_ (ko_looks rule) (ko_made rule) ko_clears ko_shift ko_found (ko_known rule)
    (fun child e => allowed e /\ exists of_child, kids child of_child) n -> means_after_ n set.
Proof.
  apply (good_after board_ N ko_class play_ score_ told_ (ko_looks rule) (ko_made rule) ko_clears ko_shift ko_found (ko_known rule))
    with (as_move := move_).
  - intros a k. unfold ko_looks, tag. destruct (is_stone k), rule, a; reflexivity.
  - intros a k. unfold ko_made, tag. destruct (is_stone k), rule, a; reflexivity.
  - reflexivity.
  - reflexivity.
  - intro a. unfold ko_known. destruct rule, a; reflexivity.
  - intros h s <-. reflexivity.
  - intros h s m here. apply stands_ko in here. destruct here as [here [turn was]]. destruct m as [p |].
    + simpl. unfold who_moves. rewrite turn, here. destruct (play_ (node_mover _ s) (node_board _ s) p) as [b |] eqn:made; [left | auto].
      exists (Lay p), b, Stone_laid. simpl. rewrite made. auto.
    + left. exists Pass_on, (node_board _ s), Normal_pass. auto.
  - intros h s w k _ <- leaf. exact (ko_leaf board_ N (placed_eq_dec r) play_ score_ rule (lays_end r no_suicide) w k _ leaf h eq_refl).
  - intros h s i _ here. exact (ko_always board_ (placed_eq_dec r) rule superko h s i I (stands_ko h s here)).
  - intros h s m b k is here does.
    assert (goes := ko_played board_ N (placed_eq_dec r) play_ score_ rule superko h s m b k I (stands_ko h s here) does).
    assert (on : (exists h', step_ h (move_ m) = Goes h' /\
        went_on board_ N ko_class told_ (ko_made rule) ko_clears ko_shift game_ (fun _ => True) (ko_stands board_) status_ h s b k h') ->
      exists h', step_ h (move_ m) = Goes h' /\
        went_on board_ N ko_class told_ (ko_made rule) ko_clears ko_shift game_ settled_ stands_ status_ h s b k h').
    { intros [h' [made [_ [[one [two three]] later]]]]. exists h'. split; [exact made |].
      split; [exact (step_settled _ _ _ _ _ rule h _ h' made) |]. split; [| exact later].
      unfold ko_state_now. destruct (state_then board_ N told_ s b k) as [b0 a0 p0]. simpl in *. congruence. }
    destruct (ends_game board_ N told_ s k); [exact goes |].
    destruct (option_map _ _) as [[c |] |]; [exact goes | exact (on goes) | exact (on goes)].
  - exact turns_later.
Qed.

Notation node_of_ := (node_of board_ ko_class (placed_eq_dec r) ko_class_eq_dec key_).
Notation reach_ := (reach r tables).

Lemma superko_right : forall t tab, superko_entries t tab = true ->
  forall i e, entry_numbered (bound_of tab) (numbered tab) i = Some e ->
    entry_ok r bars None Black t (fun _ => false) (map prepare (maps tab)) (bound_of tab) (numbered tab) (number_of tab) (numbers_on tab) i e = true.
Proof. intros t tab yes. exact (all_entries_has _ _ _ _ yes). Qed.

Lemma entered_by_true : forall t w s, entered_by r tables t w s = true ->
  means_after_ (node_of_ s w t (no_demands board_ ko_class)) (turns_of board_ reach_ w [t]).
Proof.
  intros t w s yes e h is here _ clean.
  destruct (entered_image r told_ bars None lists tables superko_entries superko_right all_tables (fun _ _ _ => eq_refl) t w s e (turns_past h) yes
    (fun b a reached => clean b a (ex_intro _ t (conj (or_introl eq_refl) reached)))) as [tab [grouped [every [n [free [winner_d [mover_d image]]]]]]].
  set (raw := all_written board N (play r) (score r) Black t (fun _ => false)
    (strategy_of r bars None Black t _ (maps tab) _ _ _ _ _ grouped eq_refl (superko_right t tab every) (fun _ _ _ _ => eq_refl)) (fun _ => eq_refl)).
  assert (within_ : forall u, on_rectangle r (at_board _ _ _ _ _ _ _ _ raw u) = true) by (intro u; exact (board_placed r tab u grouped)).
  set (d := after_element _ _ _ _ _ e (view r told_ (fun _ _ _ => eq_refl) w)). set (placed_ := placed_graph r Black t bars raw within_).
  destruct (image (place_at r Black t bars raw within_) (fun _ => eq_refl)) as [board_d clean_d].
  simpl in here. cbn [winner node_of bound]. rewrite winner_d. unfold ko_state_now, of_state in here. injection here as here turn_ _.
  apply (entered_wins board_ N (placed_eq_dec r) play_ score_ _ t rule (image_graph board_ N play_ score_ told_ d Black t bars placed_) n h is).
  - rewrite here. exact board_d.
  - unfold who_moves. rewrite turn_. exact mover_d.
  - change (option_map (of_board _ _ _ _ _ d) (match barred_at r Black _ _ _ n with Some b => place r b | None => None end) = None).
    rewrite free. reflexivity.
  - intros one among [u reached]. exfalso. apply (clean_d _ _ (in_map _ _ _ among)). exists u. exact reached.
Qed.

End LeafRules.

Theorem superko_leafed_sound : forall r fuel rule lists tables fs nodes b first ms h a t number which, rule <> Simple ->
  superko_leafed_nodes r fuel rule lists tables fs = Some nodes -> superko_replay r rule b first ms = Goes h ->
  superko_leafed_claim r rule lists tables nodes h a t number which = true ->
  forces (go_game (placed r) N (placed_eq_dec r) (placed_play r) (placed_score r) rule) a t h.
Proof.
  intros r fuel rule lists tables fs nodes b first ms h a t number which superko all played_ yes.
  unfold superko_leafed_nodes in all. destruct (is_symmetry r (points r)) eqn:identity; [| discriminate].
  destruct (suicide r) eqn:no_suicide; [discriminate |].
  destruct (tables_ok r lists tables (superko_entries r rule)) eqn:right_; [| discriminate]. simpl in all. unfold superko_leafed_claim in yes.
  destruct (superko_group r lists) as [group |] eqn:is_group_; [| discriminate].
  unfold superko_replay in played_. destruct (existsb refreshing ms); [discriminate |].
  refine (leafed_sound (placed r) N ko_class (placed_eq_dec r) ko_class_eq_dec (placed_play r) (placed_score r) (ko_told (placed r) N) (ko_looks rule) (ko_made rule)
    ko_clears ko_shift ko_found (ko_known rule) ko_range _ (points r) (on_points r) (worst r) (none_worse r identity) _ _ fuel group _ _
    (reach r tables) _ _ (go_game (placed r) N (placed_eq_dec r) (placed_play r) (placed_score r) rule) (settled (placed r)) (ko_state_now r) _
    (turns_past r) _ _ fs nodes h a t number which _ all yes).
  - intros f x k l m c is _. unfold ko_range in is. destruct (f Not_legal) eqn:well; [exact well | discriminate].
  - exact (untouched_by_true r (retake_illegal rule) None lists tables (superko_entries r rule) (superko_right r rule) right_).
  - exact (reach_image r _ _ lists tables (superko_entries r rule) right_ group is_group_).
  - exact (nodes_true r rule superko no_suicide _).
  - exact (entered_by_true r rule lists tables right_).
  - apply (replay_proper N (go_game (placed r) N (placed_eq_dec r) (placed_play r) (placed_score r) rule)
      (ko_move (placed r) N (placed_eq_dec r) (placed_play r) (placed_score r) rule) (settled (placed r)) (fun _ => true)) with (2 := start_settled _ b first) (3 := played_).
    intros h0 m0 h1 _ made _. exact (step_settled _ _ _ _ _ rule h0 m0 h1 made).
Qed.
