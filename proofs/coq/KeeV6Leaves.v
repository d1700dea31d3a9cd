(**
The checker of certificates with strategy leaves for Go on a rectangle, under Kee's rules v6.0.

The strategies are tables as KeeV6Checker.v checks them, none of them answered, LeafTables.v has their reach, TurnNodes.v the nodes that rest on them.

[v6_leafed_sound]: where the checker takes the strategies, a file's nodes, and then a claim, the claim's player forces its margin after
the moves before the claim, in the game as KeeV6.v states it, with the captures, single liberties and scores of Board.v. Suicide of several stones
is as the rectangle says.
*)
Require Import ZArith NArith Lia List Bool FMapPositive.
Require Import Game Strategy Lemma Kee2013 KeeV6 KeeV6Alone KeeV6Strategy KeeV6Entered ItemRules GroupElements Nodes KeeV6Nodes Board PointSets Symmetry Alone StateTable TableGraph
  Checker KeeV6Checker Rectangle ReplyDemands LemmaChecker LemmaRules LemmaV6 TurnNodes LeafChecker LeafGraph LeafTables KeeV6LeafGraph.
Import ListNotations.
Local Open Scope Z_scope.

Local Opaque gathered.

Section KeeV6Leaves.

Variable r : rectangle.
Variable fuel : nat.
(** Where each symmetry takes each point. *)
Variable lists : list (list N).
(** By the bounds. *)
Variable tables : list (Z * table).

Notation board_ := (placed r).
Notation play_ := (placed_play r).
Notation score_ := (placed_score r).
Notation told_ := (v6_told board_ N (atari_ r)).
Notation element_ := (element board_ N play_ score_ told_).
Notation frees_ := (Some (frees_to false Black)).

Definition v6_entries (t : Z) (tab : table) : bool :=
  all_entries (bound_of tab) (numbered tab) (steps tab)
    (v6_entry_ok r false Black t never_lasts (map prepare (maps tab)) (bound_of tab) (numbered tab) (number_of tab) (numbers_on tab)).

Notation key_ := (item_key r v6_number).

Definition v6_leafed_nodes (fs : list (leaf_node board_ N)) : option (PositiveMap.t (leafed board_ v6_class)) :=
  if is_symmetry r (points r) && is_mutual r && tables_ok r lists tables v6_entries
  then match v6_group r lists with
       | Some group =>
         check_leafed board_ N v6_class (placed_eq_dec r) v6_class_eq_dec play_ score_ told_ v6_looks v6_made v6_clears v6_shift
           v6_known v6_range (points r) (worst r) key_ (board_key r) fuel group (untouched_by r tables) (entered_by r tables) fs 1
           (PositiveMap.empty _)
       | None => None
       end
  else None.

Notation game_ := (v6_game board_ N (placed_eq_dec r) play_ score_ (atari_ r)).
Notation step_ := (v6_step board_ N (placed_eq_dec r) play_ score_ (atari_ r)).
Notation status_ := (v6_status board_ (placed_eq_dec r)).
Notation settled_ := (v6_settled board_).
Notation move_ := (v6_move board_ N (placed_eq_dec r) play_ score_ (atari_ r)).

Definition v6_turns_past (h : v6_history board_) : list (board_ * player) := map (fun t => (v6_left _ t, v6_next _ t)) (snd h).

Definition v6_leafed_claim (nodes : PositiveMap.t (leafed board_ v6_class)) (h : v6_history board_) (a : player) (t : Z)
  (number : positive) (which : nat) : bool :=
  match v6_group r lists with
  | Some group =>
    leafed_claim board_ N v6_class (placed_eq_dec r) play_ score_ told_ group (untouched_by r tables) game_ (v6_state_now r) status_ v6_turns_past
      nodes h a t number which
  | None => false
  end.

(** ** The proof *)

Hypothesis identity : is_symmetry r (points r) = true.
Hypothesis mutual : is_mutual r = true.
Hypothesis all_tables : tables_ok r lists tables v6_entries = true.

Notation stands_ := (fun h s => v6_state_now r h = s).
Notation means_after_ := (means_after board_ N v6_class play_ score_ told_ game_ settled_ stands_ status_ v6_turns_past).

Lemma stands_v6 : forall h s, v6_state_now r h = s -> v6_stands board_ h s.
Proof. intros h s <-. repeat split. Qed.

Lemma v6_turns_later : forall h s m h', v6_state_now r h = s -> step_ h m = Goes h' ->
  v6_turns_past h' = (node_board _ s, node_mover _ s) :: v6_turns_past h.
Proof.
  intros h s m h' <- made. destruct m as [p |]; simpl in made.
  - destruct (play_ _ _ p); [| discriminate]. destruct (v6_forbids _ _ _ _ _ _); [discriminate |]. injection made as <-. reflexivity.
  - destruct (has_passed _ h && _); [discriminate |]. injection made as <-. reflexivity.
Qed.

Lemma v6_nodes_true : forall (allowed : element_ -> Prop) (kids : node board_ v6_class -> turn_set board_ -> Prop) (n : node board_ v6_class)
  (set : turn_set board_),
  (forall child of_child, kids child of_child -> means_after_ child of_child) ->
  (forall child of_child, kids child of_child -> forall e, allowed e -> of_player _ _ _ _ _ e (winner _ _ child) = winner _ _ n ->
     forall b a, of_child b a -> set (of_board _ _ _ _ _ e b) (of_player _ _ _ _ _ e a)) ->
  ~ set (node_board _ (node_at _ _ n)) (node_mover _ (node_at _ _ n)) ->
  good_via board_ N v6_class play_ score_ told_ v6_looks v6_made v6_clears v6_shift v6_found v6_known
    (fun child e => allowed e /\ exists of_child, kids child of_child) n -> means_after_ n set.
Proof.
  destruct (all_placed r) as [boards there].
  apply (good_after board_ N v6_class play_ score_ told_ v6_looks v6_made v6_clears v6_shift v6_found v6_known)
    with (as_move := move_).
  - intros a k. destruct k; reflexivity.
  - intros a k. destruct k; reflexivity.
  - intros a k. destruct a, k; reflexivity.
  - intros a k c. unfold v6_found. replace (margin_of (other a) (- c)) with (margin_of a c) by (destruct a; simpl; lia).
    destruct k; simpl; trivial. destruct (Z.leb _ 0); reflexivity.
  - reflexivity.
  - intros h s <-. reflexivity.
  - intros h s m here. apply stands_v6 in here. destruct here as [here [turn _]]. destruct m as [p |].
    + simpl. rewrite turn, here. destruct (play_ (node_mover _ s) (node_board _ s) p) as [b |] eqn:made; [left | auto].
      exists (Lay p), b. eexists. simpl. rewrite made. split; reflexivity.
    + left. exists Pass_on, (node_board _ s). eexists. split; reflexivity.
  - intros h s w k _ <- leaf.
    apply (v6_leaf board_ N (placed_eq_dec r) play_ score_ (atari_ r) (fun _ => True) boards); auto.
    intros a b _. apply (quiet_end r identity mutual).
  - intros h s i _ here. exact (v6_always board_ (placed_eq_dec r) h s i I (stands_v6 h s here)).
  - intros h s m b k is here does.
    assert (goes := v6_played board_ N (placed_eq_dec r) play_ score_ (atari_ r) h s m b k I (stands_v6 h s here) does).
    assert (on : (exists h', step_ h (move_ m) = Goes h' /\
        went_on board_ N v6_class told_ v6_made v6_clears v6_shift game_ (fun _ => True) (v6_stands board_) status_ h s b k h') ->
      exists h', step_ h (move_ m) = Goes h' /\
        went_on board_ N v6_class told_ v6_made v6_clears v6_shift game_ settled_ stands_ status_ h s b k h').
    { intros [h' [made [_ [[one [two three]] later]]]]. exists h'. split; [exact made |].
      split; [exact (v6_step_settled _ _ _ _ _ _ h _ h' made) |]. split; [| exact later].
      unfold v6_state_now. unfold v6_mover in two. destruct (state_then board_ N told_ s b k) as [b0 a0 p0]. simpl in *. congruence. }
    destruct (ends_game board_ N told_ s k); [exact goes |].
    destruct (option_map _ _) as [[c |] |]; [| exact (on goes) | exact (on goes)].
    destruct (v6_found _ _ _); [exact goes | exact goes | exact goes | exact (on goes)].
  - exact v6_turns_later.
Qed.

Notation node_of_ := (node_of board_ v6_class (placed_eq_dec r) v6_class_eq_dec key_).
Notation reach_ := (reach r tables).

Lemma v6_right : forall t tab, v6_entries t tab = true ->
  forall i e, entry_numbered (bound_of tab) (numbered tab) i = Some e ->
    entry_ok r true frees_ Black t never_lasts (map prepare (maps tab)) (bound_of tab) (numbered tab) (number_of tab) (numbers_on tab) i e = true.
Proof. intros t tab yes i e is. exact (proj1 (andb_prop _ _ (all_entries_has _ _ _ _ yes i e is))). Qed.

Lemma v6_seen : forall w (b : board_) p, stone_kind told_ (view_board r w b) p = stone_kind told_ b p.
Proof. intros w b p. simpl. unfold atari_. destruct w; simpl; [reflexivity | rewrite swapped_atari; reflexivity]. Qed.

Lemma v6_entered_true : forall t w s, entered_by r tables t w s = true ->
  means_after_ (node_of_ s w t (no_demands board_ v6_class)) (turns_of board_ reach_ w [t]).
Proof.
  intros t w s yes e h is here _ clean.
  destruct (entered_image r told_ true frees_ lists tables v6_entries v6_right all_tables v6_seen t w s e (v6_turns_past h) yes
    (fun b a reached => clean b a (ex_intro _ t (conj (or_introl eq_refl) reached)))) as [tab [grouped [every [n [free [winner_d [mover_d image]]]]]]].
  set (raw := v6_strategy_of r false Black t never_lasts (maps tab) _ _ _ _ _ grouped eq_refl (v6_right t tab every) (fun _ _ _ _ => eq_refl)
      (fun i e is => proj2 (andb_prop _ _ (all_entries_has _ _ _ _ every i e is)))).
  assert (within_ : forall u, on_rectangle r (at_board _ _ _ _ _ _ _ _ raw u) = true) by (intro u; exact (board_placed r tab u grouped)).
  set (d := after_element _ _ _ _ _ e (view r told_ v6_seen w)). set (placed_ := v6_placed_graph r Black t raw within_).
  destruct (image (v6_place_at r Black t raw within_) (fun _ => eq_refl)) as [board_d clean_d].
  simpl in here. cbn [winner node_of bound]. rewrite winner_d. unfold v6_state_now, of_state in here. injection here as here turn_ _.
  apply (v6_entered_wins board_ N (placed_eq_dec r) play_ score_ (atari_ r) _ t never_lasts) with
    (g := v6_image_graph board_ N play_ score_ (atari_ r) d Black t placed_) (n := n).
  - intros h0 bad. discriminate.
  - exact is.
  - rewrite here. exact board_d.
  - unfold v6_mover. rewrite turn_. exact mover_d.
  - change (option_map (of_board _ _ _ _ _ d) (match barred_at r Black _ _ _ n with Some b => place r b | None => None end) = None).
    rewrite free. reflexivity.
  - intros one among [u reached]. apply (clean_d _ _ (in_map _ _ _ among)). exists u. exact reached.
Qed.

End KeeV6Leaves.

Theorem v6_leafed_sound : forall r fuel lists tables fs nodes b first ms h a t number which,
  v6_leafed_nodes r fuel lists tables fs = Some nodes -> v6_replay r b first ms = Goes h ->
  v6_leafed_claim r lists tables nodes h a t number which = true ->
  forces (v6_game (placed r) N (placed_eq_dec r) (placed_play r) (placed_score r) (atari_ r)) a t h.
Proof.
  intros r fuel lists tables fs nodes b first ms h a t number which all played_ yes.
  unfold v6_leafed_nodes in all. destruct (is_symmetry r (points r)) eqn:identity; [| discriminate].
  destruct (is_mutual r) eqn:mutual; [| discriminate].
  destruct (tables_ok r lists tables (v6_entries r)) eqn:right_; [| discriminate]. simpl in all. unfold v6_leafed_claim in yes.
  destruct (v6_group r lists) as [group |] eqn:is_group_; [| discriminate].
  unfold v6_replay in played_. destruct (existsb refreshing ms); [discriminate |].
  refine (leafed_sound (placed r) N v6_class (placed_eq_dec r) v6_class_eq_dec (placed_play r) (placed_score r) (v6_told (placed r) N (atari_ r)) v6_looks v6_made
    v6_clears v6_shift v6_found v6_known v6_range v6_range_good (points r) (on_points r) (worst r)
    (none_worse r identity) _ _ fuel group _ _ (reach r tables) _ _
    (v6_game (placed r) N (placed_eq_dec r) (placed_play r) (placed_score r) (atari_ r)) (v6_settled (placed r)) (v6_state_now r) _
    (v6_turns_past r) _ _ fs nodes h a t number which _ all yes).
  - exact (untouched_by_true r true (Some (frees_to false Black)) lists tables (v6_entries r) (v6_right r) right_).
  - exact (reach_image r _ _ lists tables (v6_entries r) right_ group is_group_).
  - exact (v6_nodes_true r identity mutual _).
  - exact (v6_entered_true r lists tables right_).
  - refine (replay_proper N (v6_game (placed r) N (placed_eq_dec r) (placed_play r) (placed_score r) (atari_ r))
      (v6_move (placed r) N (placed_eq_dec r) (placed_play r) (placed_score r) (atari_ r)) (v6_settled (placed r)) (fun _ => true) _ ms
      (v6_start (placed r) b first) h _ played_).
    + intros h0 m0 h1 _ made _. exact (v6_step_settled _ _ _ _ _ _ h0 _ h1 made).
    + intro was. discriminate.
Qed.
