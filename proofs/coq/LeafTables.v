(**
The strategies of a certificate with strategy leaves, for Go on a rectangle.

They are Black's, one for each bound, each a table as Checker.v checks it; White's leaves have the colours swapped. [reach]: the turns that
the table of a bound has, as the winner sees them; [untouched_by] says that a turn is not in it, [entered_by] that the table has a state.
What else is asked of a table's entries is left open ([entries_ok]): LeafRules.v and KeeLeaves.v have it for their rules.
*)
Require Import ZArith NArith Lia List Bool FMapPositive.
Require Import Game Strategy ItemRules GroupElements Board Symmetry StateTable TableGraph Checker Rectangle LemmaRules Entered AfterMoves LeafGraph.
Import ListNotations.
Local Open Scope Z_scope.

Local Opaque gathered.

Section LeafTables.

Variable r : rectangle.
Variable told : kinds (placed r) N.
Hypothesis alike : forall ms (yes : is_symmetry r ms = true) swap b p,
  stone_kind told (image_of r ms yes swap b) (point_image ms p) = stone_kind told b p.
Variables (bars : bool) (goes_on : option player).
(** Where each symmetry takes each point. *)
Variable lists : list (list N).
(** By the bounds. *)
Variable tables : list (Z * table).
(** Are all entries of a table right? *)
Variable entries_ok : Z -> table -> bool.

Notation board_ := (placed r).
Notation element_ := (element board_ N (placed_play r) (placed_score r) told).

Definition table_for (t : Z) : option table := option_map snd (find (fun one => Z.eqb (fst one) t) tables).

Definition table_ok (t : Z) (tab : table) : bool :=
  is_group r (maps tab) && forallb (fun ms => existsb (same_list ms) (maps tab)) lists && entries_ok t tab.

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

(** ** The proof *)

Notation right_ t tab := (forall i e, entry_numbered (bound_of tab) (numbered tab) i = Some e ->
  entry_ok r bars goes_on Black t (fun _ => false) (map prepare (maps tab)) (bound_of tab) (numbered tab) (number_of tab) (numbers_on tab) i e = true).

Hypothesis entries_right : forall t tab, entries_ok t tab = true -> right_ t tab.
Hypothesis all_tables : tables_ok = true.
Variable group : list element_.
Hypothesis is_the_group : group_of r told alike lists = Some group.

Lemma in_group : forall e, In e group -> exists ms yes swap same, In ms lists /\ e = given r ms yes swap told same.
Proof.
  intros e is. revert group is_the_group e is. induction lists as [| ms rest again]; intros group_ made e is; simpl in made.
  - injection made as <-. destruct is.
  - destruct (bool_dec _ _) as [yes |]; [| discriminate]. destruct (group_of r told _ rest) as [more |]; [| discriminate].
    injection made as <-. destruct is as [<- | [<- | is]].
    + exists ms, yes, false. eexists. split; [left |]; reflexivity.
    + exists ms, yes, true. eexists. split; [left |]; reflexivity.
    + destruct (again more eq_refl e is) as [ms' [yes' [swap [same [there eq]]]]]. exists ms', yes', swap, same. split; [right; exact there | exact eq].
Qed.

Lemma table_facts : forall t tab, table_for t = Some tab ->
  is_group r (maps tab) = true /\ (forall ms, In ms lists -> In ms (maps tab)) /\ entries_ok t tab = true.
Proof.
  intros t tab is. unfold table_for in is. destruct (find _ tables) as [[t' tab'] |] eqn:there; [| discriminate].
  injection is as ->. destruct (find_some _ _ there) as [among same]. simpl in same. apply Z.eqb_eq in same. subst t'.
  unfold tables_ok in all_tables. rewrite forallb_forall in all_tables. specialize (all_tables _ among). simpl in all_tables.
  unfold table_ok in all_tables. rewrite !andb_true_iff in all_tables. destruct all_tables as [[one two] three].
  split; [exact one |]. split; [| exact three].
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
  exact (untouched_true Black tab r bars goes_on t _ (entries_right t tab every) grouped (fun _ _ _ _ => eq_refl) _ _ yes u there reached).
Qed.

Lemma reach_image : forall e t w b a, In e group -> reach t w b a ->
  reach t (of_player _ _ _ _ _ e w) (of_board _ _ _ _ _ e b) (of_player _ _ _ _ _ e a).
Proof.
  intros e t w b a is [tab [there [u [here reached]]]].
  destruct (in_group e is) as [ms [yes [swap [same [among ->]]]]]. exists tab. split; [exact there |].
  destruct (table_facts t tab there) as [grouped [has every]]. rewrite seen_given, player_given, <- here.
  assert (is_ms := has ms among).
  exists {| number := number _ _ _ u; its := its _ _ _ u; by_ := one_after ms (by_ _ _ _ u); its_there := its_there _ _ _ u;
    by_there := group_closed r (maps tab) _ _ grouped is_ms (by_there _ _ _ u) |}.
  split; [| exact reached]. unfold board_at, s_of. cbn [by_ its].
  apply (image_board_after r); [exact yes | apply (group_symmetry r (maps tab)); [exact grouped | apply by_there]].
Qed.

(** A node of the graph of a table, where a strategy leaf stands. *)
Lemma entered_at : forall t w s, entered_by t w s = true -> exists tab, table_for t = Some tab /\
  exists n : met (maps tab) (bound_of tab) (numbered tab), board_at _ _ _ n = seen w (plain r (node_board _ s)) /\
    turn_at _ _ _ n = seen_player w (node_mover _ s) /\ barred_at r Black (maps tab) (bound_of tab) (numbered tab) n = None.
Proof.
  intros t w s yes. unfold entered_by in yes. destruct (table_for t) as [tab |] eqn:there; [| discriminate].
  exists tab. split; [reflexivity |]. destruct (table_facts t tab there) as [grouped [_ every]].
  destruct (located _ _ _ _ _) as [[i entry_] |] eqn:found; [| discriminate].
  exact (located_met r bars goes_on Black t _ (maps tab) _ _ _ _ _ grouped eq_refl (entries_right t tab every) (fun _ _ _ _ => eq_refl) _ i entry_ found eq_refl).
Qed.

Lemma board_placed : forall tab (u : met (maps tab) (bound_of tab) (numbered tab)), is_group r (maps tab) = true ->
  on_rectangle r (board_at _ _ _ u) = true.
Proof.
  intros tab u grouped.
  destruct (image_board_within r (by_ _ _ _ u) (group_symmetry r _ _ grouped (by_there _ _ _ u)) (on (s_of _ _ _ u))) as [one two].
  unfold on_rectangle, board_at. rewrite !within_is; trivial.
Qed.

(** Turns of a graph, mapped by a leaf's element and seen by its winner, are images of turns in its reach. *)
Lemma reached_by : forall told_alike (e : element_) t w tab (u : met (maps tab) (bound_of tab) (numbered tab)) (b : board_) a, table_for t = Some tab ->
  plain r b = board_at _ _ _ u ->
  a = of_player _ _ _ _ _ (after_element _ _ _ _ _ e (view r told told_alike w)) Black \/
  of_player _ _ _ _ _ (after_element _ _ _ _ _ e (view r told told_alike w)) (turn_at _ _ _ u) = a ->
  exists b' a', reach t w b' a' /\ of_board _ _ _ _ _ e b' = of_board _ _ _ _ _ (after_element _ _ _ _ _ e (view r told told_alike w)) b /\
    of_player _ _ _ _ _ e a' = a.
Proof.
  intros told_alike e t w tab u b a there here whose.
  assert (of_view : exists a0, a = of_player _ _ _ _ _ e (of_player _ _ _ _ _ (view r told told_alike w) a0) /\ (a0 = Black \/ turn_at _ _ _ u = a0)).
  { destruct whose as [his | his]; [exists Black | exists (turn_at _ _ _ u)]; (split; [| auto]).
    - rewrite his. apply player_after.
    - rewrite <- his. apply player_after. }
  destruct of_view as [a0 [-> reached]]. exists (view_board r w b), (of_player _ _ _ _ _ (view r told told_alike w) a0). split; [| split; reflexivity].
  exists tab. split; [exact there |]. exists u. rewrite view_players. split; [| exact reached].
  change (board_at _ _ _ u = seen w (seen w (plain r b))). rewrite seen_twice, here. reflexivity.
Qed.

(** Where a strategy leaf stands, and is looked at through an element: the graph of the table, seen by the winner and through the element, has a node there,
and no turn of a past that is clean of the strategy's reach is in its reach. [place_]: that graph's boards, on the rectangle. *)
Lemma entered_image : forall told_alike t w s (e : element_) past, entered_by t w s = true ->
  (forall b a, reach t w b a -> ~ In (of_board _ _ _ _ _ e b, of_player _ _ _ _ _ e a) past) ->
  let d := after_element _ _ _ _ _ e (view r told told_alike w) in
  exists tab, is_group r (maps tab) = true /\ entries_ok t tab = true /\
  exists n : met (maps tab) (bound_of tab) (numbered tab), barred_at r Black (maps tab) (bound_of tab) (numbered tab) n = None /\
    of_player _ _ _ _ _ e w = of_player _ _ _ _ _ d Black /\
    of_player _ _ _ _ _ e (node_mover _ s) = of_player _ _ _ _ _ d (turn_at _ _ _ n) /\
    forall place_ : met (maps tab) (bound_of tab) (numbered tab) -> board_, (forall u, plain r (place_ u) = board_at _ _ _ u) ->
      of_board _ _ _ _ _ e (node_board _ s) = of_board _ _ _ _ _ d (place_ n) /\
      forall b a, In (b, a) past -> ~ exists u, of_board _ _ _ _ _ d (place_ u) = b /\
        (a = of_player _ _ _ _ _ d Black \/ of_player _ _ _ _ _ d (turn_at _ _ _ u) = a).
Proof.
  intros told_alike t w s e past yes clean d. destruct (entered_at t w s yes) as [tab [there [n [at_n [turn_n free]]]]].
  exists tab. destruct (table_facts t tab there) as [grouped [_ every]]. split; [exact grouped |]. split; [exact every |].
  exists n. split; [exact free |]. split; [unfold d; rewrite player_after, view_player; reflexivity |]. split.
  { unfold d. rewrite player_after, turn_n. destruct w, (node_mover _ s); reflexivity. }
  intros place_ is. split.
  - assert (same : node_board _ s = view_board r w (place_ n)).
    { apply plain_same. change (plain r (node_board _ s) = seen w (plain r (place_ n))). rewrite is, at_n. symmetry. apply seen_twice. }
    rewrite same. reflexivity.
  - intros b a among [u [<- whose]].
    destruct (reached_by told_alike e t w tab u (place_ u) a there (is u) whose) as [b' [a' [reached [on_b of_a]]]].
    apply (clean b' a' reached). rewrite of_a, on_b. exact among.
Qed.

End LeafTables.
