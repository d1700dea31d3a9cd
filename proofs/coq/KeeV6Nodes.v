(**
The nodes of certificates under Kee's rules v6.0.

Items are situations: [Produced], with the balance of passes since the latest time, and [Series_end]. A stone that leaves its
chain one liberty looks up the first, a pass after a pass the second; [v6_played] says that this is all that the rules of KeeV6.v, which
are stated with the whole history, look at, so that they are rules as Nodes.v wants them. [v6_node_true]: nodes whose children are
true are true.

A leaf's winner passes all the time. Play comes to an end nevertheless ([v6_leaf]): his opponent can pass after a pass once on a board, then
the game ends ([unended] gets less); a stone that leaves its chain one liberty brings about a situation that is new, or since
which he has passed more often - which after it is so of one situation less, and of none more ([payable]) -; and no other stones go on
for ever: that is what [quiet_end] is for. Boards are finitely many ([all_boards]).
*)
Require Import ZArith Lia List Bool Wellfounded.
Require Import Game Strategy Lemma Kee2013 KeeV6 ItemRules Nodes.
Import ListNotations.
Local Open Scope Z_scope.

Inductive v6_class : Set := Produced | Series_end.
Inductive v6_kind : Set := Stone_free | Stone_in_atari | First_pass | Later_pass.

Lemma fewer_or_same : forall (A : Type) (f g : A -> bool) l, (forall q, g q = true -> f q = true) ->
  (length (filter g l) <= length (filter f l))%nat.
Proof.
  intros A f g l less. induction l as [| q rest again]; simpl; trivial.
  destruct (g q) eqn:is; [rewrite (less q is) |]; simpl; [lia |]. destruct (f q); simpl; lia.
Qed.

Lemma fewer : forall (A : Type) (f g : A -> bool) l, (forall q, g q = true -> f q = true) ->
  (exists q, In q l /\ f q = true /\ g q = false) -> (length (filter g l) < length (filter f l))%nat.
Proof.
  intros A f g l less. induction l as [| q rest again]; intros [q' [there [yes no]]]; [destruct there |]. simpl.
  destruct there as [<- | there].
  - rewrite yes, no. simpl. assert (most := fewer_or_same A f g rest less). lia.
  - assert (shorter := again (ex_intro _ q' (conj there (conj yes no)))).
    destruct (g q) eqn:is; [rewrite (less q is) |]; simpl; [lia |]. destruct (f q); simpl; lia.
Qed.

Section KeeV6Nodes.

Variables board point : Type.
Variable board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variable in_atari : board -> point -> bool.
Variable all_boards : list board.
Hypothesis all_there : forall b, In b all_boards.
Hypothesis quiet_end : forall a, well_founded (fun b' b => exists p, play a b p = Some b' /\ in_atari b' p = false).

Notation past := (v6_history board).
Notation the_game := (v6_game board point board_eq_dec play score in_atari).
Notation step_ := (v6_step board point board_eq_dec play score in_atari).
Notation turns_ := (v6_turns board).
Notation balance_ := (balance board board_eq_dec).
Notation any_ := (any_turn board).
Notation ends_ := (ends_series board).
Notation mover_ := (v6_mover board).
Notation passed_ := (has_passed board).
Notation produced_ := (produced board board_eq_dec).
Notation now h := (v6_left board (fst h)).
Notation worth_leaf := (ItemRules.worth_leaf board point play score).

(** ** A leaf *)

Definition fine (w : player) (k : Z) (o : outcome past) : Prop :=
  match o with Illegal => True | Ends r => good w k r | Goes h => forces the_game w k h end.

Lemma by_answers : forall w k h, mover_ h = other w -> (forall m, fine w k (step_ h m)) -> forces the_game w k h.
Proof.
  intros w k h turn well. apply forces_answers; [exact turn | |].
  - intros m r made. specialize (well m). change (step_ h m = Ends r) in made. rewrite made in well. exact well.
  - intros m h' made. specialize (well m). change (step_ h m = Goes h') in made. rewrite made in well. exact well.
Qed.

Definition after_pass (h : past) : past := (v6_pass board h, turns_ h).
Definition after_stone (h : past) (b : board) : past := (v6_stone board h b, turns_ h).

Lemma pass_fine : forall w k h, good w k (Scored (score (now h))) -> forces the_game w k (after_pass h) -> fine w k (step_ h Pass).
Proof. intros w k h well on. simpl. destruct (passed_ h && _); [exact well | exact on]. Qed.

Lemma by_pass : forall w k h, mover_ h = w -> good w k (Scored (score (now h))) -> forces the_game w k (after_pass h) ->
  forces the_game w k h.
Proof.
  intros w k h turn well on. assert (either := pass_fine w k h well on). destruct (step_ h Pass) as [| r | h'] eqn:made; simpl in made.
  - destruct (passed_ h && _); discriminate.
  - eapply forces_ends with (m := Pass : move the_game); eauto.
  - eapply forces_goes with (m := Pass : move the_game); eauto.
Qed.

Lemma balance_then : forall which b a t h, balance_ which b a (turns_ (t, turns_ h)) =
  if which t && produced_ b a t then Some 0 else option_map (fun c => c + value_of board t) (balance_ which b a (turns_ h)).
Proof. reflexivity. Qed.

Lemma not_produced : forall b a t, v6_next board t <> a -> produced_ b a t = false.
Proof. intros b a t no. unfold produced. destruct (player_eq_dec _ _); [contradiction | apply andb_false_r]. Qed.

Section Alone.

Variable w : player.
Variable k : Z.

(** Boards on which no series has ended with [w] to move. *)
Definition unended (h : past) (b : board) : bool := match balance_ ends_ b w (turns_ h) with None => true | Some _ => false end.
(** Boards that his opponent may bring about in whatever way. *)
Definition payable (h : past) (b : board) : bool :=
  match balance_ any_ b w (turns_ h) with None => true | Some c => Z.ltb 0 (margin_of (other w) c) end.
Definition count_of (f : board -> bool) : nat := length (filter f all_boards).

Lemma other_than : forall a, a = other w -> other a = w.
Proof. intros a ->. apply other_other. Qed.

(** A stone of his, and the pass that answers it. *)
Lemma stone_round : forall h b, mover_ h = other w ->
  (forall c, unended (after_pass (after_stone h b)) c = unended h c) /\
  (forall c, payable (after_pass (after_stone h b)) c = true -> payable h c = true) /\
  payable (after_pass (after_stone h b)) b = false.
Proof.
  intros h b turn. unfold after_pass, after_stone.
  set (h1 := (v6_stone board h b, turns_ h)).
  assert (turn1 : mover_ h1 = w) by (apply other_than; exact turn).
  assert (next : v6_next board (v6_pass board h1) <> w).
  { simpl. fold (mover_ h1). rewrite turn1. apply other_differs. }
  assert (value : value_of board (v6_pass board h1) = margin_of w 1).
  { unfold value_of. simpl. fold (mover_ h1). rewrite turn1. reflexivity. }
  assert (stone : forall c, balance_ any_ c w (turns_ h1) =
    if board_eq_dec b c then Some 0 else option_map (fun x => x + 0) (balance_ any_ c w (turns_ h))).
  { intro c. unfold h1. rewrite balance_then. unfold produced. cbn [v6_stone v6_left v6_next any_turn andb].
    rewrite (other_than _ turn). destruct (player_eq_dec w w); [| contradiction]. destruct (board_eq_dec b c); reflexivity. }
  split; [| split].
  - intro c. unfold unended. rewrite balance_then. rewrite (not_produced _ _ _ next), andb_false_r.
    unfold h1. rewrite balance_then. cbn [v6_stone ends_series andb]. destruct (balance_ ends_ c w (turns_ h)); reflexivity.
  - intro c. unfold payable. rewrite balance_then, (not_produced _ _ _ next), andb_false_r, stone, value.
    destruct (board_eq_dec b c); cbn [option_map].
    + destruct w; simpl; discriminate.
    + destruct (balance_ any_ c w (turns_ h)) as [x |]; cbn [option_map]; trivial. rewrite !Z.ltb_lt. destruct w; simpl; lia.
  - unfold payable. rewrite balance_then, (not_produced _ _ _ next), andb_false_r, stone, value.
    destruct (board_eq_dec b b); [| contradiction]. destruct w; reflexivity.
Qed.

(** A pass of his after a pass, and the pass that answers it. *)
Lemma pass_round : forall h, mover_ h = other w -> passed_ h = true ->
  (forall c, unended (after_pass (after_pass h)) c = true -> unended h c = true) /\
  unended (after_pass (after_pass h)) (now h) = false.
Proof.
  intros h turn was. unfold after_pass. set (h1 := (v6_pass board h, turns_ h)).
  assert (turn1 : mover_ h1 = w) by (apply other_than; exact turn).
  assert (next : v6_next board (v6_pass board h1) <> w).
  { simpl. fold (mover_ h1). rewrite turn1. apply other_differs. }
  split.
  - intro c. unfold unended. rewrite balance_then, (not_produced _ _ _ next), andb_false_r.
    unfold h1. rewrite balance_then. destruct (_ && _); [discriminate |]. destruct (balance_ ends_ c w (turns_ h)); [discriminate | trivial].
  - unfold unended. rewrite balance_then, (not_produced _ _ _ next), andb_false_r. unfold h1. rewrite balance_then.
    unfold produced. cbn [v6_pass v6_left v6_next ends_series]. rewrite was, (other_than _ turn).
    destruct (board_eq_dec _ _); [| contradiction]. destruct (player_eq_dec w w); [reflexivity | contradiction].
Qed.

Lemma leaf_later : forall b p b', play (other w) b p = Some b' -> worth_leaf w k b -> worth_leaf w k b'.
Proof. intros b p b' made leaf c there. apply leaf. eapply lays; eauto. Qed.

Lemma leaf_now : forall b, worth_leaf w k b -> good w k (Scored (score b)).
Proof. intros b leaf. apply leaf. apply stops. Qed.

Lemma alone : forall n u b h, (count_of (unended h) <= n)%nat -> (count_of (payable h) <= u)%nat -> now h = b ->
  mover_ h = other w -> passed_ h = true -> worth_leaf w k b -> forces the_game w k h.
Proof.
  intro n. induction n as [n fewer_ends] using lt_wf_ind. intro u. induction u as [u fewer_payable] using lt_wf_ind.
  intro b. induction b as [b again] using (well_founded_induction (quiet_end (other w))).
  intros h ends_n pay_u here turn was leaf. apply by_answers; [exact turn |]. intros [p |].
  - simpl. rewrite turn, here. destruct (play (other w) b p) as [b' |] eqn:made; [| exact I].
    destruct (v6_forbids _ _ _ _ _ _) eqn:free; [exact I |]. simpl. fold (after_stone h b').
    assert (leaf' := leaf_later b p b' made leaf).
    assert (turn1 : mover_ (after_stone h b') = w) by (apply other_than; exact turn).
    apply (by_pass w k (after_stone h b') turn1); [exact (leaf_now b' leaf') |].
    destruct (stone_round h b' turn) as [same [less not_now]].
    assert (turn2 : mover_ (after_pass (after_stone h b')) = other w).
    { change (other (mover_ (after_stone h b')) = other w). rewrite turn1. reflexivity. }
    assert (ends_2 : (count_of (unended (after_pass (after_stone h b'))) <= n)%nat).
    { unfold count_of. rewrite (filter_ext _ _ same). exact ends_n. }
    destruct (in_atari b' p) eqn:atari.
    + assert (paid : payable h b' = true).
      { rewrite (forbids_is board point board_eq_dec), atari, turn, other_other in free. cbn [andb] in free. unfold payable.
        destruct (balance_ any_ b' w (turns_ h)) as [c |]; [| reflexivity]. apply Z.leb_gt in free. apply Z.ltb_lt. exact free. }
      assert (less_ : (count_of (payable (after_pass (after_stone h b'))) < count_of (payable h))%nat).
      { apply fewer; [exact less |]. exists b'. auto. }
      apply (fewer_payable _ (Nat.lt_le_trans _ _ _ less_ pay_u) b'); trivial.
    + apply (again b'); trivial.
      * exists p. auto.
      * apply (Nat.le_trans _ (count_of (payable h))); [| exact pay_u]. apply fewer_or_same. exact less.
  - simpl. rewrite was, here. cbn [andb]. destruct (series_ended _ _ _ _ _) eqn:ended; [exact (leaf_now b leaf) |].
    simpl. fold (after_pass h).
    assert (turn1 : mover_ (after_pass h) = w) by (apply other_than; exact turn).
    apply (by_pass w k (after_pass h) turn1).
    { change (good w k (Scored (score (now h)))). rewrite here. exact (leaf_now b leaf). }
    destruct (pass_round h turn was) as [less not_now].
    assert (there : unended h (now h) = true).
    { rewrite (ended_is board board_eq_dec), turn, other_other in ended. unfold unended. rewrite here.
      destruct (balance_ ends_ b w (turns_ h)); [discriminate | reflexivity]. }
    assert (less_ : (count_of (unended (after_pass (after_pass h))) < count_of (unended h))%nat).
    { apply fewer; [exact less |]. exists (now h). auto. }
    apply (fewer_ends _ (Nat.lt_le_trans _ _ _ less_ ends_n) (count_of (payable (after_pass (after_pass h)))) b); trivial.
    change (other (mover_ (after_pass h)) = other w). rewrite turn1. reflexivity.
Qed.

Lemma own_turn : forall h, mover_ h = w -> worth_leaf w k (now h) -> forces the_game w k h.
Proof.
  intros h turn leaf. apply (by_pass w k h turn); [exact (leaf_now _ leaf) |].
  apply (alone _ _ (now h) (after_pass h) (le_n _) (le_n _)); trivial.
  change (other (mover_ h) = other w). rewrite turn. reflexivity.
Qed.

Lemma v6_leaf : forall h, worth_leaf w k (now h) -> forces the_game w k h.
Proof.
  intros h leaf. destruct (player_cases w (mover_ h)) as [turn | turn]; [exact (own_turn h turn leaf) |].
  apply by_answers; [exact turn |]. intros [p |].
  - simpl. rewrite turn. destruct (play (other w) (now h) p) as [b' |] eqn:made; [| exact I].
    destruct (v6_forbids _ _ _ _ _ _); [exact I |]. apply (own_turn (after_stone h b')).
    + apply other_than. exact turn.
    + exact (leaf_later _ _ _ made leaf).
  - apply pass_fine; [exact (leaf_now _ leaf) |]. apply (own_turn (after_pass h)).
    + apply other_than. exact turn.
    + exact leaf.
Qed.

End Alone.

(** ** Items *)

Definition v6_told : kinds board point :=
  {| play_kind := v6_kind; stone_kind := fun b p => if in_atari b p then Stone_in_atari else Stone_free;
     pass_kind := fun was => if was then Later_pass else First_pass; refresh_kind := None;
     is_pass := fun k => match k with First_pass | Later_pass => true | _ => false end; second_ends := false |}.

Definition v6_looks (a : player) (k : v6_kind) : option (v6_class * option player) :=
  match k with
  | Stone_in_atari => Some (Produced, Some (other a))
  | Later_pass => Some (Series_end, Some (other a))
  | _ => None
  end.
Definition v6_made (a : player) (k : v6_kind) : list (v6_class * option player) :=
  (Produced, Some (other a)) :: match k with Later_pass => [(Series_end, Some (other a))] | _ => [] end.
Definition v6_clears (k : v6_kind) (c : v6_class) : bool := false.
Definition v6_shift (a : player) (k : v6_kind) : Z := match k with First_pass | Later_pass => margin_of a 1 | _ => 0 end.
Definition v6_found (a : player) (k : v6_kind) (c : Z) : fate :=
  match k with
  | Stone_in_atari => if Z.leb (margin_of a c) 0 then Not_legal else Goes_on
  | Later_pass => Is_scored
  | _ => Goes_on
  end.
Definition v6_known (a : player) : option (v6_class * option player) := Some (Produced, Some a).

Definition which (c : v6_class) : v6_turn board -> bool := match c with Produced => any_ | Series_end => ends_ end.

Definition v6_status (h : past) (i : item board v6_class) : option Z :=
  match i with (c, b, Some a) => balance_ (which c) b a (turns_ h) | _ => None end.

Definition v6_stands (h : past) (s : node_state board) : Prop :=
  now h = node_board _ s /\ mover_ h = node_mover _ s /\ passed_ h = node_passed _ s.

Definition v6_move (m : kee_move point) : move the_game := match m with Lay p => Stone p | _ => Pass end.

Notation plays_ := (plays board point play v6_told).
Notation makes_ := (makes board point v6_class v6_told v6_made).
Notation went_on_ := (went_on board point v6_class v6_told v6_made v6_clears v6_shift the_game (fun _ => True) v6_stands v6_status).

Lemma v6_makes : forall s b k c b' x, makes_ s b k (c, b', x) <->
  (c = Produced \/ k = Later_pass) /\ b' = b /\ x = Some (other (node_mover _ s)).
Proof.
  intros s b k c b' x. unfold makes, v6_made, item_on. split.
  - intros [j [[<- | is] eq]]; [injection eq as -> -> ->; auto |].
    destruct k; try contradiction. destruct is as [<- | []]. injection eq as -> -> ->. auto.
  - intros [which_ [-> ->]]. exists (c, Some (other (node_mover _ s))). split; [| reflexivity].
    destruct c; [left; reflexivity |]. destruct which_ as [bad | ->]; [discriminate | right; left; reflexivity].
Qed.

(** What a turn makes of the items. *)
Lemma v6_went : forall h s b k t, v6_stands h s -> v6_left _ t = b -> v6_next _ t = other (node_mover _ s) ->
  value_of _ t = v6_shift (node_mover _ s) k -> (ends_ t = true <-> k = Later_pass) ->
  passed_ (t, turns_ h) = is_pass v6_told k -> went_on_ h s b k (t, turns_ h).
Proof.
  intros h s b k t at_ left_ next value series was. split; [exact I |]. split.
  - split; [exact left_ |]. split; [exact next | exact was].
  - intros [[c b'] x]. rewrite v6_makes. destruct x as [a |].
    2: { right. right. split; [intros [_ [_ bad]]; discriminate | split; reflexivity]. }
    unfold v6_status. rewrite balance_then. rewrite value. fold (shifted (v6_shift (node_mover _ s) k) (balance_ (which c) b' a (turns_ h))).
    assert (is : which c t && produced_ b' a t = true <-> (c = Produced \/ k = Later_pass) /\ b' = b /\ Some a = Some (other (node_mover _ s))).
    { rewrite andb_true_iff, (produced_true board board_eq_dec), left_, next.
      destruct c; cbn [which any_turn]; [intuition congruence |]. rewrite series. intuition congruence. }
    destruct (which c t && produced_ b' a t).
    + left. split; [apply is |]; reflexivity.
    + right. right. split; [intro made; apply is in made; discriminate |]. split; reflexivity.
Qed.

(** That is what the rules look at. *)
Theorem v6_played : forall h s m b k, True -> v6_stands h s -> plays_ s m = Some (b, k) ->
  if ends_game board point v6_told s k then step_ h (v6_move m) = Ends (Scored (score b))
  else match option_map (v6_status h) (looks_at board point v6_class v6_told v6_looks s b k) with
       | Some (Some c) =>
         match v6_found (node_mover _ s) k c with
         | Not_legal => step_ h (v6_move m) = Illegal
         | Goes_out loser => exists h', step_ h (v6_move m) = Goes h' /\
             forall w t, ItemRules.worth_out board point play score w t b loser -> forces the_game w t h'
         | Is_scored => step_ h (v6_move m) = Ends (Scored (score b))
         | Goes_on => exists h', step_ h (v6_move m) = Goes h' /\ went_on_ h s b k h'
         end
       | _ => exists h', step_ h (v6_move m) = Goes h' /\ went_on_ h s b k h'
       end.
Proof.
  intros h s m b k _ at_ does. assert (here := at_). destruct here as [here [turn was]].
  unfold ends_game. cbn [second_ends v6_told andb].
  destruct m as [p | |]; simpl in does; [| | discriminate].
  - destruct (play (node_mover _ s) (node_board _ s) p) as [b1 |] eqn:made; [| discriminate]. injection does as -> <-.
    cbn [v6_move v6_step]. rewrite turn, here, made, (forbids_is board point board_eq_dec), turn.
    assert (on : went_on_ h s b (if in_atari b p then Stone_in_atari else Stone_free) (after_stone h b)).
    { apply v6_went; trivial; try (destruct (in_atari b p); reflexivity).
      - simpl. rewrite turn. reflexivity.
      - destruct (in_atari b p); split; discriminate. }
    unfold looks_at, item_on, v6_looks. destruct (in_atari b p) eqn:atari; cbn [option_map fst snd v6_status which andb].
    + destruct (balance_ any_ b (other (node_mover _ s)) (turns_ h)) as [c |]; cbn [v6_found].
      * destruct (Z.leb _ 0); [reflexivity |]. eexists. split; [reflexivity | exact on].
      * eexists. split; [reflexivity | exact on].
    + eexists. split; [reflexivity | exact on].
  - injection does as <- <-. cbn [v6_move v6_step]. rewrite here, turn, was.
    assert (on : went_on_ h s (node_board _ s) (if node_passed _ s then Later_pass else First_pass) (after_pass h)).
    { apply v6_went; trivial.
      - simpl. rewrite turn. reflexivity.
      - unfold value_of. simpl. rewrite turn. destruct (node_passed _ s); reflexivity.
      - simpl. rewrite was. destruct (node_passed _ s); split; congruence.
      - destruct (node_passed _ s); reflexivity. }
    unfold looks_at, item_on, v6_looks. rewrite (ended_is board board_eq_dec).
    destruct (node_passed _ s); cbn [option_map fst snd v6_status which andb].
    + destruct (balance_ ends_ _ _ _); [reflexivity |]. eexists. split; [reflexivity | exact on].
    + eexists. split; [reflexivity | exact on].
Qed.

Lemma v6_always : forall h s i, True -> v6_stands h s -> v6_known (node_mover _ s) = Some i ->
  v6_status h (item_on board v6_class (node_board _ s) i) = Some 0.
Proof.
  intros [t ts] s i _ [here [turn _]] is. injection is as <-. unfold v6_status, item_on. cbn [fst snd which v6_turns balance any_turn andb].
  assert (yes : produced_ (node_board _ s) (node_mover _ s) t = true) by (apply produced_true; auto).
  rewrite yes. reflexivity.
Qed.

(** ** The nodes *)

Notation node_ := (node board v6_class).
Definition v6_good : (node_ -> Prop) -> node_ -> Prop :=
  node_good board point v6_class play score v6_told v6_looks v6_made v6_clears v6_shift v6_found v6_known.
Definition v6_means : node_ -> Prop :=
  means board point v6_class play score v6_told the_game (fun _ => True) v6_stands v6_status.

(** Nodes with true children are true. *)
Theorem v6_node_true : forall (children : node_ -> Prop) n, (forall child, children child -> v6_means child) ->
  v6_good children n -> v6_means n.
Proof.
  apply (node_true board point v6_class play score v6_told v6_looks v6_made v6_clears v6_shift v6_found v6_known)
    with (as_move := v6_move).
  - intros a k. destruct k; reflexivity.
  - intros a k. destruct k; reflexivity.
  - intros a k. destruct a, k; reflexivity.
  - intros a k c. unfold v6_found. replace (margin_of (other a) (- c)) with (margin_of a c) by (destruct a; simpl; lia).
    destruct k; simpl; trivial. destruct (Z.leb _ 0); reflexivity.
  - reflexivity.
  - intros h s here. apply here.
  - intros h s m [here [turn _]]. destruct m as [p |].
    + simpl. rewrite turn, here. destruct (play (node_mover _ s) (node_board _ s) p) as [b |] eqn:made; [left | auto].
      exists (Lay p), b. eexists. simpl. rewrite made. split; reflexivity.
    + left. exists Pass_on, (node_board _ s). eexists. split; reflexivity.
  - intros h s w k _ [here _] leaf. apply (v6_leaf w k). rewrite here. exact leaf.
  - exact v6_always.
  - exact v6_played.
Qed.

End KeeV6Nodes.
