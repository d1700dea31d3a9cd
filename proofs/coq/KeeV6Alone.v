(**
Who only passes, while his opponent goes on alone, under Kee's rules v6.0.

Play comes to an end ([v6_leaf]): his opponent can pass after a pass once on a board, then
the game ends ([unended] gets less); a stone that leaves its chain one liberty brings about a situation that is new, or since
which he has passed more often - which after it is so of one situation less, and of none more ([payable]) -; and no other stones go on
for ever: that is what [quiet_end] is for. The boards that are [fit], from which his stones lead to others of them, are finitely many ([all_boards]).
*)
Require Import ZArith Lia List Bool Wellfounded.
Require Import Game Strategy KeeV6 ItemRules.
Import ListNotations.
Local Open Scope Z_scope.

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

Section KeeV6Alone.

Variables board point : Type.
Variable board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variable in_atari : board -> point -> bool.
Variable fit : board -> Prop.
Variable all_boards : list board.
Hypothesis still_fit : forall a b p b', fit b -> play a b p = Some b' -> fit b'.
Hypothesis all_there : forall b, fit b -> In b all_boards.
Hypothesis quiet_end : forall a b, fit b -> Acc (fun b' b => exists p, play a b p = Some b' /\ in_atari b' p = false) b.

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

(** His pass ends the game, or it goes on. *)
Lemma by_pass : forall w k h, mover_ h = w -> good w k (Scored (score (now h))) ->
  (passed_ h && series_ended board board_eq_dec (now h) (other w) h = false -> forces the_game w k (after_pass h)) -> forces the_game w k h.
Proof.
  intros w k h turn well on. destruct (passed_ h && series_ended board board_eq_dec (now h) (other w) h) eqn:over.
  - eapply forces_ends with (m := Pass : move the_game); [exact turn | simpl; rewrite turn, over; reflexivity | exact well].
  - eapply forces_goes with (m := Pass : move the_game); [exact turn | simpl; rewrite turn, over; reflexivity | auto].
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

Lemma alone : forall n u b, fit b -> forall h, (count_of (unended h) <= n)%nat -> (count_of (payable h) <= u)%nat -> now h = b ->
  mover_ h = other w -> passed_ h = true -> worth_leaf w k b -> forces the_game w k h.
Proof.
  intro n. induction n as [n fewer_ends] using lt_wf_ind. intro u. induction u as [u fewer_payable] using lt_wf_ind.
  intros b is_fit. assert (quiet := quiet_end (other w) b is_fit). revert is_fit. induction quiet as [b _ again]. intro is_fit.
  intros h ends_n pay_u here turn was leaf. apply by_answers; [exact turn |]. intros [p |].
  - simpl. rewrite turn, here. destruct (play (other w) b p) as [b' |] eqn:made; [| exact I].
    destruct (v6_forbids _ _ _ _ _ _) eqn:free; [exact I |]. simpl. fold (after_stone h b').
    assert (leaf' := leaf_later b p b' made leaf). assert (fit' := still_fit _ b p b' is_fit made).
    assert (turn1 : mover_ (after_stone h b') = w) by (apply other_than; exact turn).
    apply (by_pass w k (after_stone h b') turn1); [exact (leaf_now b' leaf') | intros _].
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
    intros _. destruct (pass_round h turn was) as [less not_now].
    assert (there : unended h (now h) = true).
    { rewrite (ended_is board board_eq_dec), turn, other_other in ended. unfold unended. rewrite here.
      destruct (balance_ ends_ b w (turns_ h)); [discriminate | reflexivity]. }
    assert (less_ : (count_of (unended (after_pass (after_pass h))) < count_of (unended h))%nat).
    { apply fewer; [exact less |]. exists (now h). split; [apply all_there; rewrite here; exact is_fit | auto]. }
    apply (fewer_ends _ (Nat.lt_le_trans _ _ _ less_ ends_n) (count_of (payable (after_pass (after_pass h)))) b); trivial.
    change (other (mover_ (after_pass h)) = other w). rewrite turn1. reflexivity.
Qed.

Lemma own_turn : forall h, mover_ h = w -> fit (now h) -> worth_leaf w k (now h) -> forces the_game w k h.
Proof.
  intros h turn is_fit leaf. apply (by_pass w k h turn); [exact (leaf_now _ leaf) | intros _].
  apply (alone _ _ (now h) is_fit (after_pass h) (le_n _) (le_n _)); trivial.
  change (other (mover_ h) = other w). rewrite turn. reflexivity.
Qed.

Theorem v6_leaf : forall h, fit (now h) -> worth_leaf w k (now h) -> forces the_game w k h.
Proof.
  intros h is_fit leaf. destruct (player_cases w (mover_ h)) as [turn | turn]; [exact (own_turn h turn is_fit leaf) |].
  apply by_answers; [exact turn |]. intros [p |].
  - simpl. rewrite turn. destruct (play (other w) (now h) p) as [b' |] eqn:made; [| exact I].
    destruct (v6_forbids _ _ _ _ _ _); [exact I |]. apply (own_turn (after_stone h b')).
    + apply other_than. exact turn.
    + exact (still_fit _ _ _ _ is_fit made).
    + exact (leaf_later _ _ _ made leaf).
  - apply pass_fine; [exact (leaf_now _ leaf) |]. apply (own_turn (after_pass h)).
    + apply other_than. exact turn.
    + exact is_fit.
    + exact leaf.
Qed.

End Alone.

End KeeV6Alone.
