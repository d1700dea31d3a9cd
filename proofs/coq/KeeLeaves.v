(**
The checker of certificates with strategy leaves for Go on a rectangle, under Kee's rules of 2013.

The strategies are tables as KeeChecker.v checks them, LeafTables.v has their reach, TurnNodes.v the nodes that rest on them. Where a leaf
stands nobody is out, and no turn before is in the reach, not even one that is like the present turn: this one may be the anchor that
a refreshing pass looks for.

[kee_leafed_sound]: where the checker takes the strategies, a file's nodes, and then a claim, the claim's player forces its margin after
the moves before the claim, in the game as Kee2013.v states it, with the captures and scores of Board.v.
*)
Require Import ZArith NArith Lia List Bool FMapPositive.
Require Import Game Strategy Lemma Kee2013 KeeGraph KeeStrategy LivingKee ItemRules GroupElements Nodes KeeBans KeeNodes Board Symmetry StateTable TableGraph Checker KeeChecker KeeAfter Rectangle ReplyDemands LemmaChecker LemmaRules
  TurnNodes LeafChecker LeafGraph LeafTables KeeLeafGraph.
Import ListNotations.
Local Open Scope Z_scope.

Local Opaque gathered.

Section KeeLeaves.

Variable r : rectangle.
Variable fuel : nat.
Variables refresh tally_all : bool.
(** Where each symmetry takes each point. *)
Variable lists : list (list N).
(** By the bounds. *)
Variable tables : list (Z * table).

Notation board_ := (placed r).
Notation play_ := (placed_play r).
Notation score_ := (placed_score r).
Notation told_ := (kee_told board_ N refresh).
Notation element_ := (element board_ N play_ score_ told_).

Definition kee_entries (t : Z) (tab : table) : bool :=
  all_entries (bound_of tab) (numbered tab) (steps tab)
    (kee_entry_ok r refresh Black t (fun _ => false) (map prepare (maps tab)) (bound_of tab) (numbered tab) (number_of tab) (numbers_on tab) (laid_alone tab)).

Notation key_ := (item_key r kee_number).

Definition kee_leafed_nodes (fs : list (leaf_node board_ N)) : option (PositiveMap.t (leafed board_ kee_class)) :=
  if is_symmetry r (points r) && negb (suicide r) && tables_ok r lists tables kee_entries
  then match kee_group r refresh lists with
       | Some group =>
         check_leafed board_ N kee_class (placed_eq_dec r) kee_class_eq_dec play_ score_ told_ looks made_by clears (shift tally_all)
           known (kee_range tally_all) (points r) (worst r) key_ (board_key r) fuel group (untouched_by r tables) (entered_by r tables) fs 1
           (PositiveMap.empty _)
       | None => None
       end
  else None.

Notation game_ := (kee_game board_ N (placed_eq_dec r) play_ score_ refresh tally_all).
Notation step_ := (kee_step board_ N (placed_eq_dec r) play_ score_ refresh tally_all).
Notation status_ := (status board_ (placed_eq_dec r) tally_all).
Notation proper_ := (unbanned board_ N (placed_eq_dec r) play_ score_ refresh tally_all).

Definition kee_turns_past (h : kee_history board_) : list (board_ * player) := map (fun t => (left_board _ t, next_up _ t)) (snd h).

Definition kee_leafed_claim (nodes : PositiveMap.t (leafed board_ kee_class)) (h : kee_history board_) (a : player) (t : Z)
  (number : positive) (which : nat) : bool :=
  match kee_group r refresh lists with
  | Some group =>
    leafed_claim board_ N kee_class (placed_eq_dec r) play_ score_ told_ group (untouched_by r tables) game_ (kee_state_now r) status_ kee_turns_past
      nodes h a t number which
  | None => false
  end.

(** ** The proof *)

Hypothesis identity : is_symmetry r (points r) = true.
Hypothesis no_suicide : suicide r = false.
Hypothesis all_tables : tables_ok r lists tables kee_entries = true.

Notation stands_ := (fun h s => kee_state_now r h = s).
Notation means_after_ := (means_after board_ N kee_class play_ score_ told_ game_ proper_ stands_ status_ kee_turns_past).

Lemma stands_kee : forall h s, kee_state_now r h = s -> stands board_ h s.
Proof. intros h s <-. repeat split. Qed.

Lemma kee_turns_later : forall h s m h', kee_state_now r h = s -> step_ h m = Goes h' ->
  kee_turns_past h' = (node_board _ s, node_mover _ s) :: kee_turns_past h.
Proof.
  intros h s m h' <- made.
  assert (by_ : forall b k, conclude board_ (placed_eq_dec r) score_ tally_all h b k = Goes h' -> snd h' = all_turns _ h).
  { intros b k is. unfold conclude in is. destruct (met_again _ _ _ _ _ _).
    - destruct (out _ (fst h)); [discriminate |]. injection is as <-. reflexivity.
    - destruct (ends_by_pass _ _ _); [discriminate |]. injection is as <-. reflexivity. }
  assert (grown : snd h' = all_turns _ h).
  { destruct m as [p | |]; simpl in made.
    - destruct (play_ _ _ p); [exact (by_ _ _ made) | discriminate].
    - exact (by_ _ _ made).
    - destruct refresh; [exact (by_ _ _ made) | discriminate]. }
  unfold kee_turns_past. rewrite grown. reflexivity.
Qed.

Lemma unbanned_settled : forall h, proper_ h -> kee_settled board_ h.
Proof.
  intros h is. destruct is as [b a | h m h' is made in_].
  - intro bad. discriminate.
  - exact (kee_step_settled _ _ _ _ _ _ _ h m h' made in_).
Qed.

Lemma kee_nodes_true : forall (allowed : element_ -> Prop) (kids : node board_ kee_class -> turn_set board_ -> Prop) (n : node board_ kee_class)
  (set : turn_set board_),
  (forall child of_child, kids child of_child -> means_after_ child of_child) ->
  (forall child of_child, kids child of_child -> forall e, allowed e -> of_player _ _ _ _ _ e (winner _ _ child) = winner _ _ n ->
     forall b a, of_child b a -> set (of_board _ _ _ _ _ e b) (of_player _ _ _ _ _ e a)) ->
  ~ set (node_board _ (node_at _ _ n)) (node_mover _ (node_at _ _ n)) ->
  good_via board_ N kee_class play_ score_ told_ looks made_by clears (shift tally_all) (found tally_all) known
    (fun child e => allowed e /\ exists of_child, kids child of_child) n -> means_after_ n set.
Proof.
  apply (good_after board_ N kee_class play_ score_ told_ looks made_by clears (shift tally_all) (found tally_all) known)
    with (as_move := fun m => m : move game_).
  - reflexivity.
  - intros a k. unfold made_by. destruct (is_refreshing k); reflexivity.
  - exact (shift_alike tally_all).
  - exact (found_alike tally_all).
  - reflexivity.
  - intros h s <-. reflexivity.
  - intros h s m here. apply stands_kee in here. destruct here as [here [turn _]]. change (step game_ h m) with (step_ h m).
    destruct (plays board_ N play_ told_ s m) as [[b k] |] eqn:does; [left; exists m, b, k; auto |]. right. rewrite stepped.
    unfold plays in does. rewrite here, turn. destruct m as [p | |]; [| discriminate |].
    + destruct (play_ _ _ p); [discriminate | reflexivity].
    + cbn [refresh_kind kee_told] in does. clear - does. destruct refresh; [discriminate | reflexivity].
  - intros h s w k is <- leaf.
    apply (leaf_true board_ N (placed_eq_dec r) play_ score_ refresh tally_all (lays_end r no_suicide) w k _ leaf); [| reflexivity].
    exact (unbanned_both _ _ _ _ _ _ _ h is).
  - intros h s i is here. exact (always board_ N (placed_eq_dec r) play_ score_ refresh tally_all h s i is (stands_kee h s here)).
  - intros h s m b k is here does.
    assert (goes := one_counter board_ N (placed_eq_dec r) play_ score_ refresh tally_all (lays_end r no_suicide) h s m b k is (stands_kee h s here) does).
    assert (on : (exists h', step_ h m = Goes h' /\
        went_on board_ N kee_class told_ made_by clears (shift tally_all) game_ proper_ (stands board_) status_ h s b k h') ->
      exists h', step_ h m = Goes h' /\
        went_on board_ N kee_class told_ made_by clears (shift tally_all) game_ proper_ stands_ status_ h s b k h').
    { intros [h' [made [is' [[one [two three]] later]]]]. exists h'. split; [exact made |].
      split; [exact is' |]. split; [| exact later].
      unfold kee_state_now. destruct (state_then board_ N told_ s b k) as [b0 a0 p0]. unfold up in two. simpl in *. congruence. }
    change (step game_ h m) with (step_ h m).
    destruct (ends_game board_ N told_ s k); [exact goes |].
    destruct (option_map _ _) as [[c |] |]; [| exact (on goes) | exact (on goes)].
    destruct (found _ _ _ _); [exact goes | exact goes | exact goes | exact (on goes)].
  - exact kee_turns_later.
Qed.

Notation node_of_ := (node_of board_ kee_class (placed_eq_dec r) kee_class_eq_dec key_).
Notation reach_ := (reach r tables).

Lemma kee_right : forall t tab, kee_entries t tab = true ->
  forall i e, entry_numbered (bound_of tab) (numbered tab) i = Some e ->
    entry_ok r true (freed refresh Black) Black t (fun _ => false) (map prepare (maps tab)) (bound_of tab) (numbered tab) (number_of tab) (numbers_on tab) i e = true.
Proof. intros t tab yes i e is. exact (proj1 (andb_prop _ _ (all_entries_has _ _ _ _ yes i e is))). Qed.

Lemma kee_entered_true : forall t w s, entered_by r tables t w s = true ->
  means_after_ (node_of_ s w t (no_demands board_ kee_class)) (turns_of board_ reach_ w [t]).
Proof.
  intros t w s yes e h is here _ clean.
  destruct (entered_image r told_ true (freed refresh Black) lists tables kee_entries kee_right all_tables (fun _ _ _ => eq_refl) t w s e (kee_turns_past h) yes
    (fun b a reached => clean b a (ex_intro _ t (conj (or_introl eq_refl) reached)))) as [tab [grouped [every [n [free [winner_d [mover_d image]]]]]]].
  set (raw := all_written_kee board N (play r) (score r) refresh Black t (fun _ => false)
    (kee_strategy_of r refresh Black t _ (maps tab) _ _ _ _ _ (laid_alone tab) grouped eq_refl (kee_right t tab every) (fun _ _ _ _ => eq_refl)
      (fun i e is => proj2 (andb_prop _ _ (all_entries_has _ _ _ _ every i e is)))) (fun _ => eq_refl)).
  assert (within_ : forall u, on_rectangle r (at_board _ _ _ _ _ _ _ raw u) = true) by (intro u; exact (board_placed r tab u grouped)).
  set (d := after_element _ _ _ _ _ e (view r told_ (fun _ _ _ => eq_refl) w)). set (placed_ := kee_placed_graph r identity refresh Black t raw within_).
  destruct (image (kee_place_at r refresh Black t raw within_) (fun _ => eq_refl)) as [board_d clean_d].
  simpl in here. cbn [winner node_of bound]. rewrite winner_d. unfold kee_state_now, of_state in here. injection here as here turn_ _.
  apply (kee_entered_forces board_ N (placed_eq_dec r) play_ score_ refresh tally_all _ t
    (kee_image_graph board_ N play_ score_ told_ d refresh Black t placed_) n h (unbanned_settled h is)).
  - exact (unbanned_both _ _ _ _ _ _ _ h is).
  - rewrite here. exact board_d.
  - unfold up. rewrite turn_. exact mover_d.
  - change (option_map (of_board _ _ _ _ _ d) (match barred_at r Black _ _ _ n with Some b => place r b | None => None end) = None).
    rewrite free. reflexivity.
  - intros one among [u reached]. apply (clean_d _ _ (in_map _ _ _ among)). exists u. exact reached.
Qed.

End KeeLeaves.

Theorem kee_leafed_sound : forall r fuel refresh tally_all lists tables fs nodes b first ms h a t number which,
  kee_leafed_nodes r fuel refresh tally_all lists tables fs = Some nodes -> kee_replay r refresh tally_all b first ms = Goes h ->
  kee_leafed_claim r refresh tally_all lists tables nodes h a t number which = true ->
  forces (kee_game (placed r) N (placed_eq_dec r) (placed_play r) (placed_score r) refresh tally_all) a t h.
Proof.
  intros r fuel refresh tally_all lists tables fs nodes b first ms h a t number which all played_ yes.
  unfold kee_leafed_nodes in all. destruct (is_symmetry r (points r)) eqn:identity; [| discriminate].
  destruct (suicide r) eqn:no_suicide; [discriminate |].
  destruct (tables_ok r lists tables (kee_entries r refresh)) eqn:right_; [| discriminate]. simpl in all. unfold kee_leafed_claim in yes.
  destruct (kee_group r refresh lists) as [group |] eqn:is_group_; [| discriminate].
  refine (leafed_sound (placed r) N kee_class (placed_eq_dec r) kee_class_eq_dec (placed_play r) (placed_score r) (kee_told (placed r) N refresh) looks made_by
    clears (shift tally_all) (found tally_all) known (kee_range tally_all) (kee_range_good tally_all) (points r) (on_points r) (worst r)
    (none_worse r identity) _ _ fuel group _ _ (reach r tables) _ _
    (kee_game (placed r) N (placed_eq_dec r) (placed_play r) (placed_score r) refresh tally_all)
    (unbanned (placed r) N (placed_eq_dec r) (placed_play r) (placed_score r) refresh tally_all) (kee_state_now r) _
    (kee_turns_past r) _ _ fs nodes h a t number which _ all yes).
  - exact (untouched_by_true r true (freed refresh Black) lists tables (kee_entries r refresh) (kee_right r refresh) right_).
  - exact (reach_image r _ _ lists tables (kee_entries r refresh) right_ group is_group_).
  - exact (kee_nodes_true r refresh tally_all no_suicide _).
  - exact (kee_entered_true r refresh tally_all lists tables identity right_).
  - refine (replay_proper N (kee_game (placed r) N (placed_eq_dec r) (placed_play r) (placed_score r) refresh tally_all) (fun m => m)
      (unbanned (placed r) N (placed_eq_dec r) (placed_play r) (placed_score r) refresh tally_all) (nobody_out r) _ ms
      (kee_start (placed r) b first) h _ played_).
    + intros h0 m0 h1 proper made still. unfold nobody_out in still.
      apply (went _ _ _ _ _ _ _ h0 m0); trivial. destruct (out _ (fst h1)); [discriminate | reflexivity].
    + apply from_start.
Qed.
