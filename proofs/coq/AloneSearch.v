(**
A search of what a player reaches who lays stones alone.

Is something true of all that he reaches ([all_reach]), or of some of it ([some_reach])? Boards are looked through, up to [fuel] of them, and remembered by
their numbers ([board_key]); two boards with one number are refused, or looked at twice, so nothing is believed of it. [leaf_ok] and [out_ok] say so whether
a board is worth a bound as a leaf, and where a player is out.
*)
Require Import ZArith Lia List Bool FMapPositive.
Require Import Game Kee2013 ItemRules.
Import ListNotations.
Local Open Scope Z_scope.

Section AloneSearch.

Variables board point : Type.
Variable board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variable points : list point.
Hypothesis on_points : forall a b p b', play a b p = Some b' -> In p points.
Variable worst : Z. (** no board is worth less to anybody *)
Hypothesis none_worse : forall a b, worst <= margin_of a (score b).

Variable board_key : board -> positive.
Variable fuel : nat.

Notation reaches := (ItemRules.reaches board point play).

Definition boards : Type := PositiveMap.t board.

Definition is_in (seen : boards) (b : board) : bool :=
  match PositiveMap.find (board_key b) seen with Some b' => if board_eq_dec b b' then true else false | None => false end.

Definition nexts (a : player) (b : board) : list board :=
  flat_map (fun p => match play a b p with Some b' => [b'] | None => [] end) points.

Lemma in_nexts : forall a b b', In b' (nexts a b) <-> exists p, play a b p = Some b'.
Proof.
  intros a b b'. unfold nexts. rewrite in_flat_map. split.
  - intros [p [_ is]]. destruct (play a b p) as [c |] eqn:made; [| destruct is]. destruct is as [<- | []]. eauto.
  - intros [p made]. exists p. split; [eapply on_points; eauto |]. rewrite made. left. reflexivity.
Qed.

(** Is it true of all that he reaches? *)
Fixpoint all_reach (steps : nat) (a : player) (good_ : board -> bool) (todo : list board) (seen : boards) : bool :=
  match steps, todo with
  | _, [] => true
  | O, _ => false
  | S less, b :: rest =>
    if is_in seen b then all_reach less a good_ rest seen
    else good_ b && match PositiveMap.find (board_key b) seen with
                    | Some _ => false
                    | None => all_reach less a good_ (nexts a b ++ rest) (PositiveMap.add (board_key b) b seen)
                    end
  end.

Lemma in_added : forall seen b b', PositiveMap.find (board_key b) seen = None ->
  is_in (PositiveMap.add (board_key b) b seen) b' = true <-> b' = b \/ is_in seen b' = true.
Proof.
  intros seen b b' none. unfold is_in.
  destruct (Pos.eq_dec (board_key b') (board_key b)) as [same | no].
  - rewrite same, PositiveMap.gss, none. destruct (board_eq_dec b' b); split; auto; try discriminate.
    intros [bad | bad]; [contradiction | discriminate].
  - rewrite PositiveMap.gso by exact no. split; [auto |]. intros [-> |]; [contradiction | trivial].
Qed.

Lemma all_reach_closed : forall a good_ steps todo seen, all_reach steps a good_ todo seen = true ->
  (forall b, is_in seen b = true -> good_ b = true /\ forall b', In b' (nexts a b) -> is_in seen b' = true \/ In b' todo) ->
  exists all : board -> bool, (forall b, is_in seen b = true -> all b = true) /\ (forall b, In b todo -> all b = true) /\
    forall b, all b = true -> good_ b = true /\ forall b', In b' (nexts a b) -> all b' = true.
Proof.
  intros a good_ steps. induction steps as [| less again]; intros todo seen yes closed; destruct todo as [| b rest]; simpl in yes; try discriminate.
  - exists (is_in seen). split; [auto |]. split; [intros b [] |]. intros b is. destruct (closed b is) as [well on].
    split; trivial. intros b' next. destruct (on b' next) as [| []]; trivial.
  - exists (is_in seen). split; [auto |]. split; [intros b [] |]. intros b is. destruct (closed b is) as [well on].
    split; trivial. intros b' next. destruct (on b' next) as [| []]; trivial.
  - destruct (is_in seen b) eqn:old.
    + destruct (again rest seen yes) as [all [one [two three]]].
      * intros c is. destruct (closed c is) as [well on]. split; trivial. intros b' next.
        destruct (on b' next) as [| [<- |]]; auto.
      * exists all. split; [auto |]. split; trivial. intros c [<- |]; auto.
    + apply andb_true_iff in yes. destruct yes as [well yes].
      destruct (PositiveMap.find (board_key b) seen) eqn:none; [discriminate |].
      destruct (again _ _ yes) as [all [one [two three]]].
      * intros c is. apply (in_added _ _ _ none) in is. destruct is as [-> | is].
        -- split; trivial. intros b' next. right. apply in_or_app. auto.
        -- destruct (closed c is) as [well' on]. split; trivial. intros b' next.
           destruct (on b' next) as [is' | [<- | is']].
           ++ left. apply (in_added _ _ _ none). auto.
           ++ left. apply (in_added _ _ _ none). auto.
           ++ right. apply in_or_app. auto.
      * exists all. split; [intros c is; apply one; apply (in_added _ _ _ none); auto |]. split; trivial.
        intros c [<- | is]; [apply one; apply (in_added _ _ _ none); auto | apply two; apply in_or_app; auto].
Qed.

Lemma all_reach_true : forall a good_ b, all_reach fuel a good_ [b] (PositiveMap.empty board) = true ->
  forall c, reaches a b c -> good_ c = true.
Proof.
  intros a good_ b yes c there. destruct (all_reach_closed a good_ fuel [b] _ yes) as [all [_ [two three]]].
  - intros d is. unfold is_in in is. rewrite PositiveMap.gempty in is. discriminate.
  - assert (here : all b = true) by (apply two; left; reflexivity). clear yes two.
    induction there as [d | d p d' c made there again]; [apply (three d here) |].
    apply again. apply (three d here). apply in_nexts. eauto.
Qed.

(** Is it true of something that he reaches? *)
Fixpoint some_reach (steps : nat) (a : player) (good_ : board -> bool) (todo : list board) (seen : boards) : bool :=
  match steps, todo with
  | O, _ | _, [] => false
  | S less, b :: rest =>
    if is_in seen b then some_reach less a good_ rest seen
    else good_ b || some_reach less a good_ (nexts a b ++ rest) (PositiveMap.add (board_key b) b seen)
  end.

Lemma reaches_next : forall a b c d, reaches a b c -> In d (nexts a c) -> reaches a b d.
Proof.
  intros a b c d there next. apply in_nexts in next. destruct next as [p made].
  induction there as [b | b q b' c first there again].
  - eapply lays; [exact made | apply stops].
  - eapply lays; [exact first | auto].
Qed.

Lemma some_reach_true : forall a good_ b steps todo seen, some_reach steps a good_ todo seen = true ->
  (forall c, In c todo -> reaches a b c) -> exists c, reaches a b c /\ good_ c = true.
Proof.
  intros a good_ b steps. induction steps as [| less again]; intros [| c rest] seen yes all; simpl in yes; try discriminate.
  destruct (is_in seen c).
  - apply (again rest seen yes). intros d is. apply all. right. exact is.
  - apply orb_true_iff in yes. destruct yes as [well | yes].
    + exists c. split; trivial. apply all. left. reflexivity.
    + apply (again _ _ yes). intros d is. apply in_app_or in is. destruct is as [is | is].
      * apply (reaches_next a b c d); trivial. apply all. left. reflexivity.
      * apply all. right. exact is.
Qed.

Definition worth_at_least (w : player) (t : Z) (b : board) : bool := Z.leb t (margin_of w (score b)).

Definition leaf_ok (w : player) (t : Z) (b : board) : bool :=
  Z.leb t worst || all_reach fuel (other w) (worth_at_least w t) [b] (PositiveMap.empty board).

Definition out_ok (w : player) (t : Z) (b : board) (loser : player) : bool :=
  if player_eq_dec loser w then leaf_ok w t b
  else some_reach fuel w (worth_at_least w t) [b] (PositiveMap.empty board).

Lemma leaf_ok_true : forall w t b, leaf_ok w t b = true -> worth_leaf board point play score w t b.
Proof.
  intros w t b yes c there. apply orb_true_iff in yes. destruct yes as [low | yes].
  - apply Z.leb_le in low. specialize (none_worse w c). lia.
  - apply Z.leb_le. exact (all_reach_true _ _ _ yes c there).
Qed.

Lemma out_ok_true : forall w t b loser, out_ok w t b loser = true -> worth_out board point play score w t b loser.
Proof.
  intros w t b loser yes. unfold out_ok in yes. unfold worth_out. destruct (player_eq_dec loser w).
  - exact (leaf_ok_true w t b yes).
  - destruct (some_reach_true w _ b _ _ _ yes) as [c [there well]].
    + intros c [<- | []]. apply stops.
    + exists c. split; trivial. apply Z.leb_le. exact well.
Qed.

End AloneSearch.
