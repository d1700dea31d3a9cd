(**
The checker of certificates with strategy leaves for Go on a rectangle, under psk, ssk, nssk and own.

The strategies are Black's, one for each bound, each a table as Checker.v checks it; White's leaves have the colours swapped.
[reach]: the turns that the table of a bound has, as the winner sees them. What a history has to be like is read off it: which
turns are in it ([turn_stood]).

[superko_leafed_sound]: where the checker takes the strategies, a file's nodes, and then a claim, the claim's player forces its
margin after the moves before the claim, in the game as Repetition.v states it, with the captures and scores of Board.v.
*)
Require Import ZArith NArith Lia List Bool FMapPositive.
Require Import Game Strategy Repetition Lemma Kee2013 Nodes SuperkoNodes Board Symmetry Checker Rectangle LemmaChecker LemmaRules
  Entered AfterMoves TurnNodes LeafChecker LeafGraph.
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

Definition table_for (t : Z) : option table := option_map snd (find (fun one => Z.eqb (fst one) t) tables).

Definition table_ok (t : Z) (tab : table) : bool :=
  is_group r (maps tab) && forallb (fun ms => existsb (same_list ms) (maps tab)) lists &&
  all_entries (bound_of tab) (numbered tab) (steps tab)
    (entry_ok r bars None Black t (map prepare (maps tab)) (bound_of tab) (numbered tab) (number_of tab) (numbers_on tab)).

Definition tables_ok : bool := forallb (fun one => table_ok (fst one) (snd one)) tables.

Definition untouched_by (t : Z) (w : player) (b : board_) (a : player) : bool :=
  match table_for t with
  | Some tab => untouched Black tab (seen w (plain r b)) (seen_player w a)
  | None => false
  end.

Definition entered_by (t : Z) (w : player) (s : node_state board_) : bool :=
  match table_for t with
  | Some tab =>
    match located (map prepare (maps tab)) (bound_of tab) (numbered tab) (number_of tab)
            {| on := seen w (plain r (node_board _ s)); turn_of := seen_player w (node_mover _ s); ko := None |} with
    | Some _ => true
    | None => false
    end
  | None => false
  end.

Definition turn_class_eq_dec : forall x y : turn_class ko_class, {x = y} + {x <> y}.
Proof. decide equality. apply ko_class_eq_dec. Defined.

Notation key_ := (item_key r (fun _ => 0%N)).

Definition superko_leafed_nodes (fs : list (leaf_node board_ N)) : option (PositiveMap.t (leafed board_ ko_class)) :=
  if is_symmetry r (points r) && negb (suicide r) && tables_ok
  then match superko_group r lists with
       | Some group =>
         check_leafed board_ N ko_class (placed_eq_dec r) turn_class_eq_dec play_ score_ told_ (ko_looks rule) (ko_made rule) ko_clears ko_shift
           (ko_known rule) ko_range (points r) (worst r) key_ (board_key r) fuel group untouched_by entered_by fs 1 (PositiveMap.empty _)
       | None => None
       end
  else None.

Notation game_ := (go_game board_ N (placed_eq_dec r) play_ score_ rule).

Definition turn_is (b : board_) (a : player) (t : turn_made board_) : bool :=
  (if placed_eq_dec r (left _ t) b then true else false) && same_turn (next_player _ t) a.

Definition turn_stood (h : record board_) (b : board_) (a : player) : option Z :=
  if existsb (turn_is b a) (Repetition.turns _ h) then Some 0 else None.

Notation status_ := (turn_status board_ ko_class game_ (ko_status board_ (placed_eq_dec r) rule) turn_stood).

Definition turns_past (h : record board_) : list (board_ * player) := map (fun t => (left _ t, next_player _ t)) (snd h).

Definition superko_leafed_claim (nodes : PositiveMap.t (leafed board_ ko_class)) (h : record board_) (a : player) (t : Z)
  (number : positive) (which : nat) : bool :=
  match superko_group r lists with
  | Some group =>
    leafed_claim board_ N ko_class (placed_eq_dec r) play_ score_ told_ group untouched_by game_ (ko_state_now r) status_ turns_past nodes h a t number which
  | None => false
  end.

(** ** The proof *)

Hypothesis superko : rule <> Simple.
Hypothesis no_suicide : suicide r = false.
Hypothesis all_tables : tables_ok = true.
Variable group : list element_.
Hypothesis is_the_group : superko_group r lists = Some group.

Lemma in_group : forall e, In e group -> exists ms yes swap alike, In ms lists /\ e = given r ms yes swap told_ alike.
Proof.
  intros e is. revert group is_the_group e is. unfold superko_group. induction lists as [| ms rest again]; intros group_ made e is; simpl in made.
  - injection made as <-. destruct is.
  - destruct (bool_dec _ _) as [yes |]; [| discriminate]. destruct (group_of r told_ _ rest) as [more |]; [| discriminate].
    injection made as <-. destruct is as [<- | [<- | is]].
    + exists ms, yes, false. eexists. split; [left |]; reflexivity.
    + exists ms, yes, true. eexists. split; [left |]; reflexivity.
    + destruct (again more eq_refl e is) as [ms' [yes' [swap [alike [there same]]]]]. exists ms', yes', swap, alike. split; [right; exact there | exact same].
Qed.

Lemma table_facts : forall t tab, table_for t = Some tab ->
  is_group r (maps tab) = true /\ (forall ms, In ms lists -> In ms (maps tab)) /\
  forall i e, entry_numbered (bound_of tab) (numbered tab) i = Some e ->
    entry_ok r bars None Black t (map prepare (maps tab)) (bound_of tab) (numbered tab) (number_of tab) (numbers_on tab) i e = true.
Proof.
  intros t tab is. unfold table_for in is. destruct (find _ tables) as [[t' tab'] |] eqn:there; [| discriminate].
  injection is as ->. destruct (find_some _ _ there) as [among same]. simpl in same. apply Z.eqb_eq in same. subst t'.
  unfold tables_ok in all_tables. rewrite forallb_forall in all_tables. specialize (all_tables _ among). simpl in all_tables.
  unfold table_ok in all_tables. rewrite !andb_true_iff in all_tables. destruct all_tables as [[one two] three].
  split; [exact one |]. split; [| exact (all_entries_has _ _ _ _ three)].
  intros ms is. rewrite forallb_forall in two. specialize (two ms is). apply existsb_exists in two.
  destruct two as [ms' [is' eq]]. unfold same_list in eq. destruct (list_eq_dec _ _ _); [congruence | discriminate].
Qed.

Definition in_table (tab : table) (b : board) (a : player) : Prop := exists u : met (maps tab) (bound_of tab) (numbered tab),
  board_at _ _ _ u = b /\ (a = Black \/ turn_at _ _ _ u = a).

Definition reach (t : Z) (w : player) (b : board_) (a : player) : Prop :=
  exists tab, table_for t = Some tab /\ in_table tab (seen w (plain r b)) (seen_player w a).

Lemma untouched_by_true : forall t w b a, untouched_by t w b a = true -> ~ reach t w b a.
Proof.
  intros t w b a yes [tab [is [u [there reached]]]]. unfold untouched_by in yes. rewrite is in yes.
  destruct (table_facts t tab is) as [grouped [_ every]].
  exact (untouched_true Black tab r bars None t every grouped _ _ yes u there reached).
Qed.

Lemma reach_image : forall e t w b a, In e group -> reach t w b a ->
  reach t (of_player _ _ _ _ _ e w) (of_board _ _ _ _ _ e b) (of_player _ _ _ _ _ e a).
Proof.
  intros e t w b a is [tab [there [u [here reached]]]].
  destruct (in_group e is) as [ms [yes [swap [alike [among ->]]]]]. exists tab. split; [exact there |].
  destruct (table_facts t tab there) as [grouped [has every]]. rewrite seen_given, player_given, <- here.
  assert (is_ms := has ms among).
  exists {| number := number _ _ _ u; its := its _ _ _ u; by_ := one_after ms (by_ _ _ _ u); its_there := its_there _ _ _ u;
    by_there := group_closed r (maps tab) _ _ grouped is_ms (by_there _ _ _ u) |}.
  split; [| exact reached]. unfold board_at, s_of. cbn [by_ its].
  apply (image_board_after r); [exact yes | apply (group_symmetry r (maps tab)); [exact grouped | apply by_there]].
Qed.

Lemma turn_is_true : forall b a t, turn_is b a t = true <-> left _ t = b /\ next_player _ t = a.
Proof.
  intros b a t. unfold turn_is. destruct (placed_eq_dec r _ _) as [same | no]; simpl.
  - split; [intro is; split; [exact same | exact (same_turn_true _ _ is)] | intros [_ <-]; apply same_turn_same].
  - split; [discriminate | intros [same _]; contradiction].
Qed.

Lemma stood_is : forall h b a, turn_stood h b a <> None <-> exists t, In t (Repetition.turns _ h) /\ left _ t = b /\ next_player _ t = a.
Proof.
  intros h b a. unfold turn_stood. destruct (existsb _ _) eqn:some.
  - split; [intros _ | discriminate]. apply existsb_exists in some. destruct some as [t [is same]]. exists t.
    split; [exact is | apply turn_is_true; exact same].
  - split; [congruence |]. intros [t [is same]] _. assert (yes : existsb (turn_is b a) (Repetition.turns _ h) = true); [| congruence].
    apply existsb_exists. exists t. split; [exact is | apply turn_is_true; exact same].
Qed.

Lemma step_pushes : forall h m h', turn_step board_ N (placed_eq_dec r) play_ score_ rule h m = Goes h' -> snd h' = Repetition.turns _ h.
Proof.
  intros h m h' made. destruct m as [p |]; simpl in made.
  - destruct (play_ _ _ p); [| discriminate]. destruct (forbids _ _ _ _ _); [discriminate |]. injection made as <-. reflexivity.
  - destruct (was_pass _ _); [discriminate |]. injection made as <-. reflexivity.
Qed.

Notation settled_ := (settled board_).
Notation stands_ := (fun h s => ko_state_now r h = s).
Notation means_ := (means board_ N (turn_class ko_class) play_ score_ told_ game_ settled_ stands_ status_).

Lemma stands_ko : forall h s, ko_state_now r h = s -> ko_stands board_ h s.
Proof. intros h s <-. repeat split. Qed.

Lemma turn_later : forall (h : record board_) s m b k h', settled_ h -> ko_state_now r h = s -> plays board_ N play_ told_ s m = Some (b, k) ->
  turn_step board_ N (placed_eq_dec r) play_ score_ rule h (ko_move board_ N (placed_eq_dec r) play_ score_ rule m) = Goes h' ->
  ko_state_now r h' = state_then board_ N told_ s b k -> forall c a,
  ((c = b /\ a = other (node_mover _ s)) /\ turn_stood h' c a = Some 0) \/
  (~ (c = b /\ a = other (node_mover _ s)) /\ turn_stood h' c a = shifted (ko_shift (node_mover _ s) k) (turn_stood h c a)).
Proof.
  intros h s m b k h' _ here does made here' c a. assert (grown := step_pushes h _ h' made).
  unfold ko_state_now, state_then in here'. injection here' as left_ next_ _.
  assert (is : turn_stood h' c a = if turn_is c a (fst h') then Some 0 else turn_stood h c a).
  { unfold turn_stood. change (Repetition.turns _ h') with (fst h' :: snd h'). rewrite grown. cbn [existsb].
    destruct (turn_is c a (fst h')); reflexivity. }
  assert (new := turn_is_true c a (fst h')). rewrite left_, next_ in new. rewrite is. destruct (turn_is c a (fst h')).
  - left. split; [destruct (proj1 new eq_refl); split; congruence | reflexivity].
  - right. split; [intros [-> ->]; assert (false = true) by (apply new; auto); discriminate |].
    unfold ko_shift. rewrite shifted_same. reflexivity.
Qed.

Lemma nodes_true : forall (children : node board_ (turn_class ko_class) -> Prop) n, (forall child, children child -> means_ child) ->
  turn_good board_ N ko_class play_ score_ told_ (ko_looks rule) (ko_made rule) ko_clears ko_shift ko_found (ko_known rule) children n -> means_ n.
Proof.
  apply (turns_node_true board_ N ko_class play_ score_ told_ (ko_looks rule) (ko_made rule) ko_clears ko_shift ko_found (ko_known rule))
    with (as_move := ko_move board_ N (placed_eq_dec r) play_ score_ rule).
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
    assert (on : (exists h', turn_step board_ N (placed_eq_dec r) play_ score_ rule h (ko_move board_ N (placed_eq_dec r) play_ score_ rule m) = Goes h' /\
        went_on board_ N ko_class told_ (ko_made rule) ko_clears ko_shift game_ (fun _ => True) (ko_stands board_) (ko_status board_ (placed_eq_dec r) rule) h s b k h') ->
      exists h', turn_step board_ N (placed_eq_dec r) play_ score_ rule h (ko_move board_ N (placed_eq_dec r) play_ score_ rule m) = Goes h' /\
        went_on board_ N ko_class told_ (ko_made rule) ko_clears ko_shift game_ settled_ stands_ (ko_status board_ (placed_eq_dec r) rule) h s b k h').
    { intros [h' [made [_ [[one [two three]] later]]]]. exists h'. split; [exact made |].
      split; [exact (step_settled _ _ _ _ _ rule h _ h' made) |]. split; [| exact later].
      unfold ko_state_now. destruct (state_then board_ N told_ s b k) as [b0 a0 p0]. simpl in *. congruence. }
    destruct (ends_game board_ N told_ s k); [exact goes |].
    destruct (option_map _ _) as [[c |] |]; [exact goes | exact (on goes) | exact (on goes)].
  - exact turn_later.
Qed.

Notation key_of := (node_of board_ (turn_class ko_class) (placed_eq_dec r) turn_class_eq_dec key_).

Lemma entered_by_true : forall t w s, entered_by t w s = true ->
  means_ (with_turns board_ ko_class (key_of s w t (no_demands board_ (turn_class ko_class))) (turns_of board_ reach w [t])).
Proof.
  intros t w s yes e h is here fulfilled. unfold entered_by in yes.
  destruct (table_for t) as [tab |] eqn:there; [| discriminate].
  destruct (table_facts t tab there) as [grouped [_ every]].
  destruct (located _ _ _ _ _) as [[i entry_] |] eqn:found; [| discriminate].
  destruct (located_met r bars None Black t (maps tab) _ _ _ _ _ grouped eq_refl every _ i entry_ found eq_refl) as [n [at_n [turn_n free]]].
  cbn [on turn_of] in at_n, turn_n.
  set (raw := strategy_of r bars None Black t (maps tab) _ _ _ _ _ grouped eq_refl every).
  assert (within_ : forall u, on_rectangle r (at_board _ _ _ _ _ _ _ _ raw u) = true).
  { intro u. destruct (image_board_within r (by_ _ _ _ u) (group_symmetry r _ _ grouped (by_there _ _ _ u)) (on (s_of _ _ _ u))) as [one two].
    change (on_rectangle r (board_at _ _ _ u) = true). unfold on_rectangle, board_at. rewrite !within_is; trivial. }
  set (d := after_element _ _ _ _ _ e (view r told_ (fun _ _ _ => eq_refl) w)). set (placed_ := placed_graph r Black t bars raw within_).
  simpl in here. cbn [winner with_turns node_of bound].
  replace (of_player board_ N play_ score_ told_ e w) with (of_player board_ N play_ score_ told_ d Black)
    by (unfold d; rewrite player_after, view_player; reflexivity).
  unfold ko_state_now, of_state in here. injection here as here turn_ _.
  assert (mover_n : of_player _ _ _ _ _ (view r told_ (fun _ _ _ => eq_refl) w) (turn_at _ _ _ n) = node_mover _ s).
  { rewrite turn_n. destruct w, (node_mover _ s); reflexivity. }
  assert (board_n : view_board r w (place_at r Black t bars raw within_ n) = node_board _ s).
  { apply plain_same. change (seen w (board_at _ _ _ n) = plain r (node_board _ s)). rewrite at_n. apply seen_twice. }
  apply (entered_wins board_ N (placed_eq_dec r) play_ score_ _ t rule (image_graph board_ N play_ score_ told_ d Black t bars placed_) n h is).
  - rewrite here. change (of_board _ _ _ _ _ e (node_board _ s) = of_board _ _ _ _ _ e (view_board r w (place_at r Black t bars raw within_ n))).
    rewrite board_n. reflexivity.
  - unfold who_moves. rewrite turn_. change (of_player _ _ _ _ _ e (node_mover _ s) = of_player _ _ _ _ _ d (turn_at _ _ _ n)).
    unfold d. rewrite player_after, mover_n. reflexivity.
  - change (option_map (of_board _ _ _ _ _ d) (match barred_at r Black _ _ _ n with Some b => place r b | None => None end) = None).
    rewrite free. reflexivity.
  - intros one among [u [on_u whose]].
    change (of_board _ _ _ _ _ e (view_board r w (place_at r Black t bars raw within_ u)) = left _ one) in on_u.
    assert (a_there : exists a, next_player _ one = of_player _ _ _ _ _ e (of_player _ _ _ _ _ (view r told_ (fun _ _ _ => eq_refl) w) a) /\ (a = Black \/ turn_at _ _ _ u = a)).
    { destruct whose as [his | his]; [exists Black | exists (turn_at _ _ _ u)]; (split; [| auto]).
      - rewrite his. unfold d. apply player_after.
      - rewrite <- his. change (of_player _ _ _ _ _ d (turn_at _ _ _ u) = of_player _ _ _ _ _ e (of_player _ _ _ _ _ (view r told_ (fun _ _ _ => eq_refl) w) (turn_at _ _ _ u))).
        unfold d. apply player_after. }
    destruct a_there as [a [whose_ reached]].
    set (b := view_board r w (place_at r Black t bars raw within_ u)) in *. set (a' := of_player _ _ _ _ _ (view r told_ (fun _ _ _ => eq_refl) w) a) in *.
    assert (there_ : turns_of board_ reach w [t] b a').
    { exists t. split; [left; reflexivity |]. exists tab. split; [exact there |]. exists u. split.
      - change (board_at _ _ _ u = seen w (seen w (board_at _ _ _ u))). rewrite seen_twice. reflexivity.
      - unfold a'. rewrite view_players. exact reached. }
    destruct (fulfilled (None, b, Some a')) as [_ gone]. destruct (gone there_) as [[own_b own_a] | none].
    + cbn [node_at node_of] in own_b, own_a. rewrite <- on_u, own_b, here, whose_, own_a. unfold who_moves. rewrite turn_. auto.
    + exfalso. unfold seen_by in none.
      change (option_map (signed board_ N play_ score_ told_ e) (turn_stood h (of_board _ _ _ _ _ e b) (of_player _ _ _ _ _ e a')) = None) in none.
      assert (some : turn_stood h (of_board _ _ _ _ _ e b) (of_player _ _ _ _ _ e a') <> None).
      { apply stood_is. exists one. split; [right; exact among |]. split; congruence. }
      destruct (turn_stood h _ _); [discriminate | congruence].
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
  destruct (tables_ok r rule lists tables) eqn:right_; [| discriminate]. simpl in all. unfold superko_leafed_claim in yes.
  destruct (superko_group r lists) as [group |] eqn:is_group_; [| discriminate].
  unfold superko_replay in played_. destruct (existsb refreshing ms); [discriminate |].
  refine (leafed_sound (placed r) N ko_class (placed_eq_dec r) turn_class_eq_dec (placed_play r) (placed_score r) (ko_told (placed r) N) (ko_looks rule) (ko_made rule)
    ko_clears ko_shift ko_found (ko_known rule) ko_range _ (points r) (on_points r) (worst r) (none_worse r identity) _ _ fuel group _ _
    (reach r tables) _ _ (go_game (placed r) N (placed_eq_dec r) (placed_play r) (placed_score r) rule) (settled (placed r)) (ko_state_now r) _ _ _
    (turns_past r) _ fs nodes h a t number which _ all yes).
  - intros f x k l m c is _. unfold ko_range in is. destruct (f Not_legal) eqn:well; [exact well | discriminate].
  - exact (untouched_by_true r rule lists tables right_).
  - exact (reach_image r rule lists tables right_ group is_group_).
  - exact (nodes_true r rule superko no_suicide).
  - exact (entered_by_true r rule lists tables right_).
  - intros h0 b0 a0 some. simpl in some. apply stood_is in some. destruct some as [one [[<- | is] [here turn_]]].
    + left. split; [symmetry; exact here | symmetry; exact turn_].
    + right. apply in_map_iff. exists one. split; [congruence | exact is].
  - apply (replay_proper N (go_game (placed r) N (placed_eq_dec r) (placed_play r) (placed_score r) rule)
      (ko_move (placed r) N (placed_eq_dec r) (placed_play r) (placed_score r) rule) (settled (placed r)) (fun _ => true)) with (2 := start_settled _ b first) (3 := played_).
    intros h0 m0 h1 _ made _. exact (step_settled _ _ _ _ _ rule h0 m0 h1 made).
Qed.
