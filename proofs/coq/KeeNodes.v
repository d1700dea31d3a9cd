(**
A certificate's nodes for Kee's rules of 2013, as docs/certificate-format.md has them, and that they are true.

Kee2013.v says what of the past matters with three counters for each board and player. A certificate has
items of two classes with one counter each, as solver/rules/kee2013.c describes them: [Met], since the latest
encounter that no refreshing pass followed, and [Anchor]. A stone and a normal pass look at the first. Rule
12a wants a stone since the encounter, and the pass that ends the game does not look at all: [one_counter] proves
that neither makes a difference in a game in which nobody is out yet ([unbanned]).

[certificate] is a file's nodes with what the format asks of them under these rules, with the names that it has
there (L5 to L23, D1 to D9); the nodes deny nothing, and there are no strategy leaves. A demand is any set of
what an item may be: absent, or there with a counter. Intervals are such sets; [between_later] and [between_both] of
Lemma.v say what D6 and D9 make of them. Group elements are [element]s: maps of boards and points that may swap the colours,
under which plays and scores are alike.

[certificate_true]: then a node's winner forces its bound after every game, in which nobody is out, that an element takes
the node's state to and that fulfils its demands (C9, C10, C12 to C14). A ban is a leaf there; here the rules of
Kee2013.v are played on after it. That is what [nobody_for_ever] is for: nobody lays stones alone for ever, as
each leaves more of his on the board.
*)
Require Import ZArith Lia List Bool Wellfounded.
Require Import Game Lemma Kee2013.
Import ListNotations.
Local Open Scope Z_scope.

Section KeeNodes.

Variables board point : Type.
Variable board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variables refresh tally_all : bool.
Hypothesis nobody_for_ever : forall a, well_founded (fun b' b => exists p, play a b p = Some b').

Notation past := (kee_history board).
Notation the_game := (kee_game board point board_eq_dec play score refresh tally_all).
Notation step_ := (kee_step board point board_eq_dec play score refresh tally_all).
Notation conclude_ := (conclude board board_eq_dec score tally_all).
Notation met_again_ := (met_again board board_eq_dec tally_all).
Notation latest_ := (latest board board_eq_dec tally_all).
Notation anchor_ := (latest_anchor board board_eq_dec tally_all).
Notation encounters_ := (encounters board board_eq_dec).
Notation counters_ := (counters_of board board_eq_dec tally_all).
Notation value_ := (pass_value tally_all).
Notation all := (all_turns board).
Notation now h := (left_board board (fst h)).
Notation gone h := (out board (fst h)).

(** ** What one player reaches alone *)

Inductive reaches (a : player) : board -> board -> Prop :=
| stops : forall b, reaches a b b
| lays : forall b p b' c, play a b p = Some b' -> reaches a b' c -> reaches a b c.

(** The result is worth [k] to [w] if that player is out, the board being [b]. *)
Definition worth_out (w : player) (k : Z) (b : board) (loser : player) : Prop :=
  if player_eq_dec loser w
  then forall c, reaches (other w) b c -> k <= margin_of w (score c)
  else exists c, reaches w b c /\ k <= margin_of w (score c).

(** [L5] The other gets no more than that alone. *)
Definition worth_leaf (w : player) (k : Z) (b : board) : Prop :=
  forall c, reaches (other w) b c -> k <= margin_of w (score c).

Lemma leaf_out : forall w k b loser, worth_leaf w k b -> worth_out w k b loser.
Proof.
  intros w k b loser leaf. unfold worth_out. destruct (player_eq_dec loser w); [exact leaf |].
  exists b. split; [apply stops |]. apply leaf. apply stops.
Qed.

Lemma leaf_later : forall w k b p b', play (other w) b p = Some b' -> worth_leaf w k b -> worth_leaf w k b'.
Proof. intros w k b p b' made leaf c there. apply leaf. eapply lays; eauto. Qed.

Lemma leaf_now : forall w k b, worth_leaf w k b -> good w k (Scored (score b)).
Proof. intros w k b leaf. apply leaf. apply stops. Qed.

(** What a move may make of the game, if it is to be good for [w]. *)
Definition fine (w : player) (k : Z) (o : outcome past) : Prop :=
  match o with Illegal => True | Ends r => good w k r | Goes h => forces the_game w k h end.

Lemma by_answers : forall w k h, up _ h = other w -> (forall m, fine w k (step_ h m)) -> forces the_game w k h.
Proof.
  intros w k h turn well. apply forces_answers; [exact turn | |].
  - intros m r made. specialize (well m). change (step_ h m = Ends r) in made. rewrite made in well. exact well.
  - intros m h' made. specialize (well m). change (step_ h m = Goes h') in made. rewrite made in well. exact well.
Qed.

Lemma by_move : forall w k h m, up _ h = w -> step_ h m <> Illegal -> fine w k (step_ h m) -> forces the_game w k h.
Proof.
  intros w k h m turn legal well. destruct (step_ h m) as [| r | h'] eqn:made; [congruence | |].
  - eapply forces_ends with (m := m); eauto.
  - eapply forces_goes with (m := m); eauto.
Qed.

Lemma stepped : forall h m, step_ h m =
  match m with
  | Pass_on => conclude_ h (now h) Normal_pass
  | Refresh => if refresh then conclude_ h (now h) Refreshing_pass else Illegal
  | Lay p => match play (up _ h) (now h) p with Some b => conclude_ h b Stone_laid | None => Illegal end
  end.
Proof. intros h m. destruct m; reflexivity. Qed.

Lemma refresh_fine : forall w k h, fine w k (conclude_ h (now h) Refreshing_pass) -> fine w k (step_ h Refresh).
Proof.
  intros w k h well. rewrite stepped.
  assert (either : forall yes : bool, fine w k (if yes then conclude_ h (now h) Refreshing_pass else Illegal)).
  { intros [|]; [exact well | exact I]. }
  apply either.
Qed.

Lemma met_by : forall h b k, met_again_ h b k =
  let next := successor (up _ h) (gone h) in
  if is_refreshing k then anchor_ b next (value_ (up _ h) k) (all h)
  else latest_ b next (is_stone k) (value_ (up _ h) k) (all h).
Proof. reflexivity. Qed.

Lemma concluded : forall h b k, conclude_ h b k =
  match met_again_ h b k with
  | None => if ends_by_pass k (just_passed _ (fst h)) (gone h) then Ends (Scored (score b))
            else Goes (new_turn _ (up _ h) (gone h) b k, all h)
  | Some balance =>
    match gone h with
    | Some _ => Ends (Scored (score b))
    | None => Goes (ban_turn _ (up _ h) b k (goes_out (up _ h) balance), all h)
    end
  end.
Proof. reflexivity. Qed.

Lemma encounters_own : forall t, encounters_ t (left_board _ t) (next_up _ t) = true.
Proof.
  intro t. unfold encounters_, encounters.
  destruct (board_eq_dec _ _), (player_eq_dec _ _); simpl; congruence.
Qed.

Lemma encounters_true : forall t b a, encounters_ t b a = true -> left_board _ t = b /\ next_up _ t = a.
Proof.
  intros t b a is. unfold encounters_, encounters in is.
  destruct (board_eq_dec (left_board _ t) b), (player_eq_dec (next_up _ t) a); simpl in is; auto; discriminate.
Qed.

Lemma anchored_now : forall t ts, anchor board t = true -> anchor_ (left_board _ t) (next_up _ t) 0 (t :: ts) = Some 0.
Proof. intros t ts is. cbn [latest_anchor]. rewrite is, encounters_own. reflexivity. Qed.

(** ** After a ban *)

Definition alone (a : player) (h : past) : Prop := up _ h = a /\ gone h = Some (other a).

Lemma alone_on : forall a h b k, alone a h -> alone a (new_turn _ (up _ h) (gone h) b k, all h).
Proof. intros a h b k [turn left_]. unfold alone, up, gone. simpl. fold (up _ h). unfold gone in left_. rewrite left_, turn. split; reflexivity. Qed.

Lemma alone_fine : forall w k a h b kd, alone a h -> good w k (Scored (score b)) ->
  (met_again_ h b kd = None -> is_normal kd = false ->
     forces the_game w k (new_turn _ (up _ h) (gone h) b kd, all h)) ->
  fine w k (conclude_ h b kd).
Proof.
  intros w k a h b kd [turn left_] well on. rewrite concluded, left_.
  destruct (met_again_ h b kd); [exact well |]. unfold ends_by_pass.
  destruct (is_normal kd) eqn:normal; simpl; rewrite ?orb_true_r; [exact well |].
  rewrite <- left_. exact (on eq_refl eq_refl).
Qed.

(** The loser alone. *)
Lemma loser_alone : forall w k b, worth_leaf w k b -> forall h, alone (other w) h -> now h = b -> forces the_game w k h.
Proof.
  intros w k b. induction b as [b again] using (well_founded_induction (nobody_for_ever (other w))).
  intros leaf.
  assert (stone : forall h p, alone (other w) h -> now h = b -> fine w k (step_ h (Lay p))).
  { intros h p by_ here. rewrite stepped, (proj1 by_), here. destruct (play (other w) b p) as [b' |] eqn:made; [| exact I].
    assert (leaf' := leaf_later _ _ _ _ _ made leaf).
    apply (alone_fine w k (other w)); [exact by_ | apply leaf_now; exact leaf' |].
    intros _ _. apply (again b'); eauto. apply alone_on. exact by_. }
  assert (pass : forall h, alone (other w) h -> now h = b -> fine w k (step_ h Pass_on)).
  { intros h by_ here. rewrite stepped, here. apply (alone_fine w k (other w)); [exact by_ | apply leaf_now; exact leaf |].
    discriminate. }
  assert (anchored : forall h, alone (other w) h -> now h = b -> anchor_ b (other w) 0 (all h) <> None ->
    forces the_game w k h).
  { intros h by_ here there. apply by_answers; [apply by_ |]. intros [p | |]; auto. apply refresh_fine. rewrite here. apply (alone_fine w k (other w)); [exact by_ | apply leaf_now; exact leaf |].
    intro none. exfalso. apply there. rewrite met_by in none. destruct by_ as [turn left_]. cbv zeta in none.
    rewrite left_, turn in none. change (anchor_ b (other w) (value_ (other w) Refreshing_pass) (all h) = None) in none. rewrite anchor_from in none.
    destruct (latest_anchor _ _ _ _ _ 0 _); [discriminate | reflexivity]. }
  intros h by_ here. apply by_answers; [apply by_ |]. intros [p | |]; auto. apply refresh_fine. rewrite here. apply (alone_fine w k (other w)); [exact by_ | apply leaf_now; exact leaf |].
  intros _ _. apply anchored; [apply alone_on; exact by_ | reflexivity |].
  destruct by_ as [turn left_].
  assert (is := anchored_now (new_turn _ (up _ h) (gone h) b Refreshing_pass) (all h) eq_refl).
  cbn [left_board next_up new_turn] in is. rewrite left_ in is at 1. cbn [successor] in is. rewrite turn in is at 1.
  change (anchor_ b (other w) 0 (new_turn _ (up _ h) (gone h) b Refreshing_pass :: all h) <> None).
  rewrite is. discriminate.
Qed.

Lemma reaches_after : forall a b c p d, reaches a b c -> play a c p = Some d -> reaches a b d.
Proof.
  intros a b c p d there made. induction there as [b | b q b' c first there again].
  - eapply lays; [exact made | apply stops].
  - eapply lays; [exact first | auto].
Qed.

Lemma no_return : forall a b p b', play a b p = Some b' -> ~ reaches a b' b.
Proof.
  intros a b. induction b as [b again] using (well_founded_induction (nobody_for_ever a)).
  intros p b' made back.
  assert (first : b' = b \/ exists q b2, play a b' q = Some b2 /\ reaches a b2 b).
  { destruct back as [b' | b' q b2 c next rest]; eauto. }
  destruct first as [same | [q [b2 [next rest]]]].
  - apply (again b' (ex_intro _ p made) p b'); [| apply stops]. rewrite same at 1. exact made.
  - apply (again b' (ex_intro _ p made) q b2 next). apply (reaches_after a b2 b p b'); trivial.
Qed.

(** The winner alone: what he wants to lay is new since the ban. *)
Definition unmet (a : player) (h : past) : Prop :=
  forall p b' c, play a (now h) p = Some b' -> reaches a b' c -> latest_ c a true 0 (all h) = None.

Lemma winner_alone : forall w k b c, reaches w b c -> k <= margin_of w (score c) ->
  forall h, alone w h -> now h = b -> unmet w h -> forces the_game w k h.
Proof.
  intros w k b c there worth. induction there as [b | b p b' c made there again]; intros h by_ here new.
  - apply (by_move w k h Pass_on); [apply by_ | |]; rewrite stepped, here.
    + rewrite concluded, (proj2 by_). destruct (met_again_ _ _ _); [discriminate |].
      unfold ends_by_pass. rewrite orb_true_r. discriminate.
    + apply (alone_fine w k w); [exact by_ | exact worth | discriminate].
  - apply (by_move w k h (Lay p)); [apply by_ | |]; rewrite stepped, (proj1 by_), here, made.
    + rewrite concluded, (proj2 by_). destruct (met_again_ _ _ _); discriminate.
    + assert (none : met_again_ h b' Stone_laid = None).
      { rewrite met_by. cbv zeta. rewrite (proj1 by_), (proj2 by_). cbn [is_refreshing is_stone successor].
        apply (new p b'); [rewrite here; exact made | apply stops]. }
      rewrite concluded, none. cbn [ends_by_pass is_normal andb].
      apply again; trivial; [apply alone_on; exact by_ |].
      intros q b2 d made2 there2. change (now _) with b' in made2.
      cbn [all_turns fst snd latest]. destruct by_ as [turn left_].
      destruct (encounters _ _ _ d w) eqn:same.
      { exfalso. apply encounters_true in same. simpl in same. destruct same as [same _]. subst d.
        exact (no_return w b' q b2 made2 there2). }
      simpl. change (latest_ d w true 0 (all h) = None). apply (new p b' d); [rewrite here; exact made |].
      eapply lays; eauto.
Qed.

Lemma banned_fine : forall w k b loser, worth_out w k b loser ->
  forall a kd ts, forces the_game w k (ban_turn _ a b kd loser, ts).
Proof.
  intros w k b loser worth a kd ts. unfold worth_out in worth. destruct (player_eq_dec loser w) as [is | no].
  - subst loser. apply (loser_alone w k b worth); [| reflexivity]. unfold alone, up, gone. simpl.
    rewrite other_other. auto.
  - assert (is : loser = other w) by (destruct (player_cases w loser); congruence). subst loser.
    destruct worth as [c [there worth]]. apply (winner_alone w k b c there worth); [| reflexivity |].
    + unfold alone, up, gone. simpl. rewrite other_other. auto.
    + intros p b' d made there2. change (now _) with b in made. idtac.
      cbn [all_turns fst snd latest]. destruct (encounters _ _ _ d w) eqn:same; [| reflexivity].
      exfalso. apply encounters_true in same. simpl in same. destruct same as [same _]. subst d.
      exact (no_return w b p b' made there2).
Qed.

(** What concludes a move while nobody is out. *)
Lemma both_fine : forall w k h b kd, gone h = None ->
  (forall balance, met_again_ h b kd = Some balance -> worth_out w k b (goes_out (up _ h) balance)) ->
  (met_again_ h b kd = None -> ends_by_pass kd (just_passed _ (fst h)) None = true -> good w k (Scored (score b))) ->
  (met_again_ h b kd = None -> ends_by_pass kd (just_passed _ (fst h)) None = false ->
     forces the_game w k (new_turn _ (up _ h) None b kd, all h)) ->
  fine w k (conclude_ h b kd).
Proof.
  intros w k h b kd both met ended on. rewrite concluded, both.
  destruct (met_again_ h b kd) as [balance |] eqn:is.
  - apply banned_fine. apply met. reflexivity.
  - destruct (ends_by_pass _ _ _); [apply ended | apply on]; reflexivity.
Qed.

(** ** A leaf *)

Lemma leaf_fine : forall w k h b kd, worth_leaf w k b -> gone h = None ->
  (met_again_ h b kd = None -> ends_by_pass kd (just_passed _ (fst h)) None = false ->
     forces the_game w k (new_turn _ (up _ h) None b kd, all h)) ->
  fine w k (conclude_ h b kd).
Proof.
  intros w k h b kd leaf both on. apply both_fine; trivial.
  - intros balance _. apply leaf_out. exact leaf.
  - intros _ _. apply leaf_now. exact leaf.
Qed.

Lemma leaf_true : forall w k b, worth_leaf w k b -> forall h, gone h = None -> now h = b -> forces the_game w k h.
Proof.
  intros w k b. induction b as [b again] using (well_founded_induction (nobody_for_ever (other w))).
  intros leaf.
  assert (stone : forall h p, up _ h = other w -> gone h = None -> now h = b -> fine w k (step_ h (Lay p))).
  { intros h p turn both here. rewrite stepped, turn, here. destruct (play (other w) b p) as [b' |] eqn:made; [| exact I].
    assert (leaf' := leaf_later _ _ _ _ _ made leaf). apply leaf_fine; trivial. intros _ _. apply (again b'); eauto. }
  assert (passes : forall h, up _ h = w -> gone h = None -> now h = b ->
    (just_passed _ (fst h) = false ->
       forces the_game w k (new_turn _ w None b Normal_pass, all h)) -> forces the_game w k h).
  { intros h turn both here on. apply (by_move w k h Pass_on turn); rewrite stepped, here.
    - rewrite concluded, both. destruct (met_again_ _ _ _); [discriminate |]. destruct (ends_by_pass _ _ _); discriminate.
    - apply leaf_fine; trivial. intros _ goes. rewrite turn. apply on. simpl in goes.
      destruct (just_passed _ (fst h)); [discriminate | reflexivity]. }
  assert (passed : forall h, up _ h = other w -> gone h = None -> now h = b -> just_passed _ (fst h) = true ->
    fine w k (step_ h Pass_on)).
  { intros h turn both here was. rewrite stepped, here. apply leaf_fine; trivial. rewrite was. discriminate. }
  (** He does not refresh a second time. *)
  assert (his1 : forall h, up _ h = other w -> gone h = None -> now h = b -> just_passed _ (fst h) = true ->
    anchor_ b w 0 (all h) <> None -> forces the_game w k h).
  { intros h turn both here was there. apply by_answers; trivial. intros [p | |]; auto. apply refresh_fine. rewrite here. apply leaf_fine; trivial. intro none. exfalso. apply there.
    rewrite met_by in none. cbv zeta in none. rewrite both, turn in none.
    change (anchor_ b (other (other w)) (value_ (other w) Refreshing_pass) (all h) = None) in none.
    rewrite other_other, anchor_from in none.
    destruct (latest_anchor _ _ _ _ _ 0 _); [discriminate | reflexivity]. }
  assert (own1 : forall h, up _ h = w -> gone h = None -> now h = b -> anchor_ b w 0 (all h) <> None ->
    forces the_game w k h).
  { intros h turn both here there. apply passes; trivial. intros _. apply his1; try reflexivity.
    change (anchor_ b w (0 + value_of board tally_all (new_turn _ w None b Normal_pass)) (all h) <> None).
    rewrite anchor_from. destruct (anchor_ b w 0 (all h)); [discriminate | contradiction]. }
  assert (refreshes : forall h, up _ h = other w -> gone h = None -> now h = b -> fine w k (step_ h Refresh)).
  { intros h turn both here. apply refresh_fine. rewrite here. apply leaf_fine; trivial.
    intros _ _. rewrite turn. apply own1; try reflexivity; [apply other_other |].
    assert (is := anchored_now (new_turn _ (other w) None b Refreshing_pass) (all h) eq_refl).
    cbn [left_board next_up new_turn successor] in is. rewrite other_other in is.
    change (anchor_ b w 0 (new_turn _ (other w) None b Refreshing_pass :: all h) <> None). rewrite is. discriminate. }
  assert (his2 : forall h, up _ h = other w -> gone h = None -> now h = b -> just_passed _ (fst h) = true ->
    forces the_game w k h).
  { intros h turn both here was. apply by_answers; trivial. intros [p | |]; auto. }
  assert (own2 : forall h, up _ h = w -> gone h = None -> now h = b -> forces the_game w k h).
  { intros h turn both here. apply passes; trivial. intros _. apply his2; reflexivity. }
  intros h both here. destruct (player_cases w (up _ h)) as [turn | turn]; [auto |].
  apply by_answers; trivial. intros [p | |]; auto. rewrite stepped, here.
  apply leaf_fine; trivial. intros _ _. rewrite turn. apply own2; try reflexivity. apply other_other.
Qed.

(** ** One counter *)

(** A game from its start, in which nobody is out. *)
Inductive unbanned : past -> Prop :=
| from_start : forall b a, unbanned (kee_start board b a)
| went_on : forall h m h', unbanned h -> step_ h m = Goes h' -> gone h' = None -> unbanned h'.

Lemma no_counter_later : forall h b kd, conclude_ h b kd = Goes (new_turn _ (up _ h) (gone h) b kd, all h) ->
  met_again_ h b kd = None /\ ends_by_pass kd (just_passed _ (fst h)) (gone h) = false.
Proof.
  intros h b kd made. rewrite concluded in made. destruct (met_again_ h b kd).
  - destruct (gone h); [discriminate |]. injection made as _ bad _. discriminate.
  - destruct (ends_by_pass _ _ _); [discriminate | auto].
Qed.

(** How play goes on while nobody is out. *)
Lemma unbanned_step : forall h m h', step_ h m = Goes h' -> gone h' = None ->
  exists b kd, made board point play refresh (kee_state_of board h) m = Some (b, kd) /\ gone h = None /\
    met_again_ h b kd = None /\ ends_by_pass kd (just_passed _ (fst h)) None = false /\
    h' = (new_turn _ (up _ h) None b kd, all h).
Proof.
  intros h m h' goes still.
  assert (by_ : forall b kd, conclude_ h b kd = Goes h' -> gone h = None /\ met_again_ h b kd = None /\
    ends_by_pass kd (just_passed _ (fst h)) None = false /\ h' = (new_turn _ (up _ h) None b kd, all h)).
  { intros b kd made. rewrite concluded in made. destruct (met_again_ h b kd).
    - destruct (gone h); [discriminate |]. injection made as <-. discriminate.
    - destruct (ends_by_pass _ _ _) eqn:no; [discriminate |]. injection made as <-. unfold gone in still. simpl in still.
      fold (gone h) in still. rewrite still in *. auto. }
  rewrite stepped in goes. destruct m as [p | |]; simpl.
  - fold (up _ h). fold (now h). destruct (play (up _ h) (now h) p) as [b |]; [| discriminate]. exists b, Stone_laid.
    split; [reflexivity | auto].
  - exists (now h), Normal_pass. split; [reflexivity | auto].
  - destruct refresh; [| discriminate]. exists (now h), Refreshing_pass. split; [reflexivity | auto].
Qed.

Lemma unbanned_both : forall h, unbanned h -> gone h = None.
Proof. intros h is. destruct is; [reflexivity | assumption]. Qed.

Lemma encounters_not : forall t b a, next_up _ t <> a -> encounters board board_eq_dec t b a = false.
Proof.
  intros t b a no. unfold encounters. destruct (player_eq_dec _ _); [congruence |]. apply andb_false_r.
Qed.

Lemma shifted_none : forall by_, shifted by_ None = None.
Proof. reflexivity. Qed.

Lemma shifted_not : forall v, shifted 0 v = v.
Proof. intros [c |]; simpl; [rewrite Z.add_0_r |]; reflexivity. Qed.

Lemma shifted_none_if : forall by_ v, shifted by_ v = None -> v = None.
Proof. intros by_ [c |]; [discriminate | reflexivity]. Qed.

(** Of the board that stands: who is to move did not meet it before with a stone since; and his opponent
    either has not, or the latest time that he met it counts. *)
Lemma stone_between : forall h, unbanned h ->
  since_stone (counters_ h (now h, up _ h)) = None /\
  since_stone (counters_ h (now h, other (up _ h))) =
    if just_passed _ (fst h) then None else since_any (counters_ h (now h, other (up _ h))).
Proof.
  intros h is. induction is as [b a | h m h' is again goes still].
  - rewrite !start_counters. simpl. split; [reflexivity |].
    rewrite encounters_not by (intro bad; apply (other_differs a); symmetry; exact bad). reflexivity.
  - destruct (unbanned_step h m h' goes still) as [b [kd [does [both [none [no ->]]]]]].
    destruct again as [own his]. set (t := new_turn _ (up _ h) None b kd).
    change (since_stone (counters_ (t, all h) (b, other (up _ h))) = None /\
      since_stone (counters_ (t, all h) (b, other (other (up _ h)))) =
        if is_normal kd then None else since_any (counters_ (t, all h) (b, other (other (up _ h))))).
    rewrite other_other, !counters_later.
    rewrite looked_at in none.
    change (out board (fst h)) with (gone h) in none. rewrite both in none. cbn [successor] in none.
    change (k_turn board (kee_state_of board h)) with (up _ h) in none.
    unfold counted_on. cbn [since_stone since_any fst snd].
    rewrite (encounters_not _ _ (up _ h)) by (simpl; apply other_differs).
    destruct kd; cbn [counter] in none; cbn [refreshed was_stone was_kind new_turn by_move banned_here orb is_refreshing
      is_stone just_passed is_normal].
    + rewrite none. split; reflexivity.
    + apply shifted_none_if in none. unfold made in does. destruct m as [p | |]; simpl in does.
      * destruct (play _ _ _); discriminate.
      * injection does as <-. change (left_board board (fst h)) with (now h) in *. 
        rewrite none, own. split; reflexivity.
      * destruct refresh; discriminate.
    + split; reflexivity.
Qed.

(** Classes of items, and what the history says of an item. *)
Inductive class : Set := Met | Anchor.
Definition item : Type := class * board * player.

Definition status_of_item (h : past) (i : item) : option Z :=
  match i with
  | (Met, b, a) => since_any (counters_ h (b, a))
  | (Anchor, b, a) => since_anchor (counters_ h (b, a))
  end.

(** A state of a node: nobody is out. [node_passed]: a pass was just made. *)
Record node_state : Type := { node_board : board; node_mover : player; node_passed : bool }.

Definition stands (h : past) (s : node_state) : Prop :=
  now h = node_board s /\ up _ h = node_mover s /\ just_passed _ (fst h) = node_passed s.

(** The board that a play leaves, and its kind. *)
Definition plays (s : node_state) (m : kee_move point) : option (board * kind) :=
  match m with
  | Lay p => option_map (fun b => (b, Stone_laid)) (play (node_mover s) (node_board s) p)
  | Pass_on => Some (node_board s, Normal_pass)
  | Refresh => if refresh then Some (node_board s, Refreshing_pass) else None
  end.

Definition ends_game (s : node_state) (k : kind) : bool := is_normal k && node_passed s.

Definition looks_at (s : node_state) (b : board) (k : kind) : item :=
  (if is_refreshing k then Anchor else Met, b, other (node_mover s)).

Definition state_then (s : node_state) (b : board) (k : kind) : node_state :=
  {| node_board := b; node_mover := other (node_mover s); node_passed := is_normal k |}.

(** Does the play make the item, does it clear it, how does it shift it? Black's view. *)
Definition makes (s : node_state) (b : board) (k : kind) (i : item) : Prop :=
  match i with
  | (Met, c, a) => c = b /\ a = other (node_mover s)
  | (Anchor, c, a) => is_refreshing k = true /\ c = b /\ a = other (node_mover s)
  end.
Definition clears (k : kind) (i : item) : Prop := fst (fst i) = Met /\ is_refreshing k = true.
Definition shift (s : node_state) (k : kind) : Z := value_ (node_mover s) k.

(** Who is out if the item that the play looks up is there with that counter: the mover, unless he made more passes, this
    play's included. *)
Definition who_is_out (s : node_state) (k : kind) (c : Z) : player := goes_out (node_mover s) (c + shift s k).

Lemma shifted_sum : forall x y v, shifted x (shifted y v) = shifted (y + x) v.
Proof. intros x y [c |]; simpl; f_equal. ring. Qed.

(** The one counter is that which the rules look at, and what a play makes of the items is what the format says. *)
Theorem one_counter : forall h s m b k, unbanned h -> stands h s -> plays s m = Some (b, k) ->
  if ends_game s k then step_ h m = Ends (Scored (score b))
  else match status_of_item h (looks_at s b k) with
       | Some c => step_ h m = Goes (ban_turn _ (node_mover s) b k (who_is_out s k c), all h)
       | None => exists h', step_ h m = Goes h' /\ unbanned h' /\ stands h' (state_then s b k) /\
           forall i, (makes s b k i /\ status_of_item h' i = Some 0) \/
             (~ makes s b k i /\ clears k i /\ status_of_item h' i = None) \/
             (~ makes s b k i /\ ~ clears k i /\ status_of_item h' i = shifted (shift s k) (status_of_item h i))
       end.
Proof.
  intros h [b0 a passed] m b k is [here [turn was]] does. simpl in here, turn, was.
  assert (both := unbanned_both h is). destruct (stone_between h is) as [own his].
  assert (goes : step_ h m = conclude_ h b k).
  { rewrite stepped. rewrite here, turn. destruct m as [p | |]; simpl in does.
    - destruct (play a b0 p); simpl in does; congruence.
    - congruence.
    - destruct refresh; congruence. }
  assert (same : is_stone k = false -> b = b0).
  { destruct m as [p | |]; simpl in does.
    - destruct (play a b0 p); simpl in does; [injection does as <- <-; discriminate | discriminate].
    - intros _. congruence.
    - destruct refresh; [intros _; congruence | discriminate]. }
  rewrite here, turn, was in his. rewrite here, turn in own.
  assert (looked : met_again_ h b k = if ends_game {| node_board := b0; node_mover := a; node_passed := passed |} k then None
    else shifted (shift {| node_board := b0; node_mover := a; node_passed := passed |} k)
           (status_of_item h (looks_at {| node_board := b0; node_mover := a; node_passed := passed |} b k))).
  { rewrite looked_at. change (out board (fst h)) with (gone h). rewrite both, turn. cbn [successor].
    unfold counter. change (k_turn board (kee_state_of board h)) with (up _ h). rewrite turn.
    unfold ends_game, looks_at, shift. cbn [node_mover node_passed].
    destruct k; cbn [is_normal is_refreshing andb status_of_item].
    - cbn [pass_value]. rewrite shifted_not. reflexivity.
    - rewrite (same eq_refl). rewrite his. destruct passed; reflexivity.
    - reflexivity. }
  assert (over : ends_by_pass k (just_passed _ (fst h)) None = ends_game {| node_board := b0; node_mover := a; node_passed := passed |} k).
  { rewrite was. unfold ends_by_pass, ends_game. simpl. rewrite orb_false_r. reflexivity. }
  rewrite goes, concluded, both, looked, over, turn.
  destruct (ends_game _ k) eqn:no; [reflexivity |].
  destruct (status_of_item h _) as [c |] eqn:there; cbn [shifted option_map]; [reflexivity |].
  exists (new_turn board a None b k, all h). split; [reflexivity |]. split; [| split].
  - apply (went_on h m); trivial. rewrite goes, concluded, both, looked, over, turn. reflexivity.
  - repeat split.
  - intros [[cl c] x].
    assert (enc : encounters board board_eq_dec (new_turn board a None b k) c x = true <-> c = b /\ x = other a).
    { split.
      - intro yes. apply encounters_true in yes. simpl in yes. intuition congruence.
      - intros [-> ->]. exact (encounters_own (new_turn board a None b k)). }
    unfold status_of_item. unfold makes, clears. rewrite !counters_later. unfold counted_on.
    cbn [fst snd since_any since_anchor node_mover].
    destruct (encounters _ _ _ c x) eqn:new.
    + assert (is_ := proj1 enc eq_refl). destruct cl; [left; auto |].
      destruct k; cbn [anchor new_turn banned_here by_move is_refreshing orb andb]; [right; right | right; right | left; auto];
        (split; [intros [bad _]; discriminate |]; split; [intros [bad _]; discriminate | reflexivity]).
    + assert (isnt : ~ (c = b /\ x = other a)) by (intro yes; apply enc in yes; discriminate).
      destruct cl.
      * destruct k; cbn [refreshed was_kind new_turn banned_here by_move is_refreshing orb];
          [right; right | right; right | right; left]; (split; [exact isnt |]; split; [| reflexivity]);
          try (intros [_ bad]; discriminate). auto.
      * rewrite andb_false_r. right. right. split; [tauto |]. split; [intros [bad _]; discriminate |]. reflexivity.
Qed.

(** What is always there. *)
Lemma always_there : forall h, status_of_item h (Met, now h, up _ h) = Some 0.
Proof.
  intros [t ts]. unfold status_of_item, counters_of. cbn [since_any fst snd all_turns latest andb].
  change (encounters board board_eq_dec t (now (t, ts)) (up board (t, ts))) with
    (encounters_ t (left_board _ t) (next_up _ t)). rewrite encounters_own. reflexivity.
Qed.

(** ** Group elements *)

Record element : Type := {
  of_board : board -> board;
  of_point : point -> point;
  from_point : point -> point;
  swaps : bool; (** the colours *)
  of_player (a : player) : player := if swaps then other a else a;
  signed (c : Z) : Z := if swaps then - c else c;
  boards_differ : forall b c, of_board b = of_board c -> b = c;
  every_point : forall p, of_point (from_point p) = p;
  plays_alike : forall a b p, play (of_player a) (of_board b) (of_point p) = option_map of_board (play a b p);
  scores_alike : forall b, score (of_board b) = signed (score b)
}.

Definition of_state (e : element) (s : node_state) : node_state :=
  {| node_board := of_board e (node_board s); node_mover := of_player e (node_mover s); node_passed := node_passed s |}.
Definition of_item (e : element) (i : item) : item :=
  match i with (c, b, a) => (c, of_board e b, of_player e a) end.
Definition of_move (e : element) (m : kee_move point) : kee_move point :=
  match m with Lay p => Lay (of_point e p) | Pass_on => Pass_on | Refresh => Refresh end.

(** What the history says of the image of an item; the sign turns with the colours. *)
Definition seen_by (e : element) (h : past) (i : item) : option Z :=
  option_map (signed e) (status_of_item h (of_item e i)).

Lemma player_twice : forall e a b, of_player e a = of_player e b -> a = b.
Proof. intros e a b. unfold of_player. destruct (swaps e), a, b; simpl; congruence. Qed.

Lemma of_other : forall e a, of_player e (other a) = other (of_player e a).
Proof. intros e a. unfold of_player. destruct (swaps e); reflexivity. Qed.

Lemma margins_alike : forall e w b, margin_of (of_player e w) (score (of_board e b)) = margin_of w (score b).
Proof. intros e w b. rewrite scores_alike. unfold of_player, signed. destruct (swaps e), w; simpl; ring. Qed.

Lemma reaches_alike : forall e a b c, reaches a b c -> reaches (of_player e a) (of_board e b) (of_board e c).
Proof.
  intros e a b c there. induction there as [b | b p b' c made there again]; [apply stops |].
  apply (lays _ _ (of_point e p) (of_board e b')); trivial. rewrite plays_alike, made. reflexivity.
Qed.

Lemma reaches_back : forall e a b' c', reaches (of_player e a) b' c' ->
  forall b, b' = of_board e b -> exists c, c' = of_board e c /\ reaches a b c.
Proof.
  intros e a b' c' there. induction there as [b' | b' p b2 c' made there again]; intros b is.
  - exists b. split; [exact is | apply stops].
  - rewrite is, <- (every_point e p), plays_alike in made.
    destruct (play a b (from_point e p)) as [b3 |] eqn:first; [| discriminate]. injection made as made.
    destruct (again b3 (eq_sym made)) as [c [same on]]. exists c. split; [exact same |]. eapply lays; eauto.
Qed.

Lemma leaf_alike : forall e w k b, worth_leaf w k b -> worth_leaf (of_player e w) k (of_board e b).
Proof.
  intros e w k b leaf c' there. rewrite <- of_other in there.
  destruct (reaches_back e _ _ _ there b eq_refl) as [c [-> on]]. rewrite margins_alike. apply leaf. exact on.
Qed.

Lemma out_alike : forall e w k b loser, worth_out w k b loser ->
  worth_out (of_player e w) k (of_board e b) (of_player e loser).
Proof.
  intros e w k b loser worth. unfold worth_out in *. destruct (player_eq_dec loser w) as [is | no].
  - subst loser. destruct (player_eq_dec _ _); [| congruence]. exact (leaf_alike e w k b worth).
  - destruct (player_eq_dec _ _) as [same | _]; [apply player_twice in same; congruence |].
    destruct worth as [c [there worth]]. exists (of_board e c). split; [apply reaches_alike; exact there |].
    rewrite margins_alike. exact worth.
Qed.

Lemma plays_image : forall e s m b k, plays s m = Some (b, k) ->
  plays (of_state e s) (of_move e m) = Some (of_board e b, k).
Proof.
  intros e [b0 a passed] m b k. unfold plays. destruct m as [p | |]; cbn [of_state of_move node_board node_mover].
  - rewrite plays_alike. destruct (play a b0 p); simpl; congruence.
  - congruence.
  - destruct refresh; congruence.
Qed.

Lemma no_play_image : forall e s m, plays s m = None -> plays (of_state e s) (of_move e m) = None.
Proof.
  intros e [b0 a passed] m. unfold plays. destruct m as [p | |]; cbn [of_state of_move node_board node_mover].
  - rewrite plays_alike. destruct (play a b0 p); simpl; congruence.
  - congruence.
  - destruct refresh; congruence.
Qed.

Lemma moves_all : forall e m, exists m0, of_move e m0 = m.
Proof.
  intros e [p | |]; [exists (Lay (from_point e p)) | exists Pass_on | exists Refresh]; simpl; rewrite ?every_point; reflexivity.
Qed.

Lemma looks_alike : forall e s b k, looks_at (of_state e s) (of_board e b) k = of_item e (looks_at s b k).
Proof. intros e s b k. unfold looks_at, of_item, of_state. cbn [node_mover]. rewrite of_other. reflexivity. Qed.

Lemma shift_alike : forall e s k, shift (of_state e s) k = signed e (shift s k).
Proof.
  intros e s k. unfold shift, of_state, of_player, signed. cbn [node_mover].
  destruct (swaps e), k, (node_mover s); simpl; try destruct tally_all; reflexivity.
Qed.

Lemma out_seen : forall e s k c, who_is_out (of_state e s) k c = of_player e (who_is_out s k (signed e c)).
Proof.
  intros e s k c. unfold who_is_out. rewrite shift_alike. unfold goes_out, of_state, of_player, signed. cbn [node_mover].
  destruct (swaps e); [| destruct (Z.leb _ _); reflexivity].
  replace (margin_of (other (node_mover s)) (c + - shift s k)) with (margin_of (node_mover s) (- c + shift s k))
    by (destruct (node_mover s); simpl; ring).
  destruct (Z.leb _ _); reflexivity.
Qed.

Lemma makes_alike : forall e s b k i, makes (of_state e s) (of_board e b) k (of_item e i) <-> makes s b k i.
Proof.
  intros e s b k [[c b'] a]. unfold makes, of_item, of_state. cbn [node_mover]. rewrite <- of_other.
  assert (one : of_board e b' = of_board e b <-> b' = b) by (split; [apply boards_differ | congruence]).
  assert (two : of_player e a = of_player e (other (node_mover s)) <-> a = other (node_mover s))
    by (split; [apply player_twice | congruence]).
  destruct c; tauto.
Qed.

Lemma clears_alike : forall e k i, clears k (of_item e i) <-> clears k i.
Proof. intros e k [[c b] a]. reflexivity. Qed.

Lemma signed_shift : forall e x v, option_map (signed e) (shifted (signed e x) v) = shifted x (option_map (signed e) v).
Proof. intros e x [c |]; simpl; [| reflexivity]. unfold signed. destruct (swaps e); f_equal; ring. Qed.

Lemma signed_zero : forall e, signed e 0 = 0.
Proof. intro e. unfold signed. destruct (swaps e); reflexivity. Qed.

(** One element after another. *)
Definition after_element (e g : element) : element.
Proof.
  refine {| of_board := fun b => of_board e (of_board g b); of_point := fun p => of_point e (of_point g p);
    from_point := fun p => from_point g (from_point e p); swaps := xorb (swaps e) (swaps g) |}.
  - intros b c same. apply (boards_differ g), (boards_differ e). exact same.
  - intro p. rewrite !every_point. reflexivity.
  - intros a b p. assert (alike := plays_alike e (of_player g a) (of_board g b) (of_point g p)).
    rewrite (plays_alike g) in alike. unfold of_player in alike.
    replace (if xorb (swaps e) (swaps g) then other a else a) with
      (if swaps e then other (if swaps g then other a else a) else if swaps g then other a else a)
      by (destruct (swaps e), (swaps g); simpl; rewrite ?other_other; reflexivity).
    rewrite alike. destruct (play a b p); reflexivity.
  - intro b. rewrite !scores_alike. unfold signed. destruct (swaps e), (swaps g); simpl; ring.
Defined.

Lemma player_after : forall e g a, of_player (after_element e g) a = of_player e (of_player g a).
Proof. intros e g a. unfold of_player. simpl. destruct (swaps e), (swaps g); simpl; rewrite ?other_other; reflexivity. Qed.

Lemma state_after_element : forall e g s, of_state (after_element e g) s = of_state e (of_state g s).
Proof. intros e g s. unfold of_state. cbn [node_board node_mover node_passed]. rewrite player_after. reflexivity. Qed.

Lemma seen_after : forall e g h i, seen_by (after_element e g) h i = option_map (signed g) (seen_by e h (of_item g i)).
Proof.
  intros e g h [[c b] a]. unfold seen_by, of_item. rewrite player_after. cbn [after_element of_board].
  destruct (status_of_item h _); simpl; [| reflexivity]. unfold signed. simpl. destruct (swaps e), (swaps g); simpl; f_equal; ring.
Qed.

(** ** The certificate *)

Inductive reply : Type :=
| At_end
| Child (number : nat) (e : element).

Inductive node_type : Type :=
| Leaf
| Winners (m : kee_move point) (r : reply)
| Losers (replies : kee_move point -> reply). (** of the state's plays *)

Record node : Type := {
  node_at : node_state;
  winner : player;
  bound : Z;                        (** the winner's margin *)
  type : node_type;
  demand : item -> option Z -> Prop (** may the item be that? *)
}.

(** A file's nodes, by their numbers. *)
Variable nodes : nat -> option node.

(** [L23] What the node demands, and what is there besides: its own state's encounter. *)
Definition holds (n : node) (i : item) (v : option Z) : Prop :=
  demand n i v /\ (i = (Met, node_board (node_at n), node_mover (node_at n)) -> v = Some 0).

(** [L11] One is out, and that is worth the bound. *)
Definition good_out (n : node) (b : board) (k : kind) (c : Z) : Prop :=
  worth_out (winner n) (bound n) b (who_is_out (node_at n) k c).

Definition end_ok (n : node) (b : board) (k : kind) : Prop :=
  if ends_game (node_at n) k
  then bound n <= margin_of (winner n) (score b)                                   (* L9 *)
  else forall v, holds n (looks_at (node_at n) b k) v ->
         exists c, v = Some c /\ good_out n b k c.                                 (* L11, D1 *)

Definition carried (n child : node) (e : element) (b : board) (k : kind) (i : item) : Prop :=
  (makes (node_at n) b k (of_item e i) -> demand child i (Some 0)) /\              (* L21 *)
  (~ makes (node_at n) b k (of_item e i) -> clears k i -> demand child i None) /\  (* L22 *)
  (~ makes (node_at n) b k (of_item e i) -> ~ clears k i ->
     forall v, holds n (of_item e i) v ->
       demand child i (option_map (signed e) (shifted (shift (node_at n) k) v))).  (* D5 to D9 *)

Definition child_ok (number : nat) (n : node) (b : board) (k : kind) (lower : nat) (e : element) : Prop :=
  exists child, nodes lower = Some child /\ (lower < number)%nat /\                (* N5 *)
    ends_game (node_at n) k = false /\                                             (* L15 *)
    of_state e (node_at child) = state_then (node_at n) b k /\                     (* L17 *)
    of_player e (winner child) = winner n /\                                       (* L18 *)
    bound n <= bound child /\                                                      (* L20 *)
    (forall v, holds n (looks_at (node_at n) b k) v ->
       v = None \/ exists c, v = Some c /\ good_out n b k c) /\                    (* D3, D4 *)
    forall i, carried n child e b k i.

Definition reply_ok (number : nat) (n : node) (b : board) (k : kind) (r : reply) : Prop :=
  match r with
  | At_end => end_ok n b k
  | Child lower e => child_ok number n b k lower e
  end.

Definition node_ok (number : nat) (n : node) : Prop :=
  match type n with
  | Leaf => worth_leaf (winner n) (bound n) (node_board (node_at n))               (* L5 *)
  | Winners m r => node_mover (node_at n) = winner n /\                            (* L6 *)
      exists b k, plays (node_at n) m = Some (b, k) /\ reply_ok number n b k r     (* L7 *)
  | Losers replies => node_mover (node_at n) = other (winner n) /\                 (* L6 *)
      forall m b k, plays (node_at n) m = Some (b, k) ->
        reply_ok number n b k (replies m)                                          (* L8 *)
  end.

Hypothesis accepted : forall number n, nodes number = Some n -> node_ok number n.

Section Step.

Variable number : nat.
Variable n : node.
Hypothesis here : nodes number = Some n.
Hypothesis again : forall lower, (lower < number)%nat -> forall c, nodes lower = Some c -> forall e h,
  unbanned h -> stands h (of_state e (node_at c)) -> (forall i, demand c i (seen_by e h i)) ->
  forces the_game (of_player e (winner c)) (bound c) h.

Variable e : element.
Variable h : past.
Hypothesis proper : unbanned h.
Hypothesis at_node : stands h (of_state e (node_at n)).
Hypothesis fulfilled : forall i, demand n i (seen_by e h i).

Lemma held : forall i, holds n i (seen_by e h i).
Proof.
  intro i. split; [apply fulfilled |]. intros ->. unfold seen_by, of_item.
  destruct at_node as [board_ [mover_ _]]. cbn [of_state node_board node_mover] in board_, mover_.
  rewrite <- board_, <- mover_, always_there. simpl. rewrite signed_zero. reflexivity.
Qed.

Lemma out_fine : forall b k c ts, good_out n b k (signed e c) ->
  forces the_game (of_player e (winner n)) (bound n)
    (ban_turn _ (node_mover (of_state e (node_at n))) (of_board e b) k (who_is_out (of_state e (node_at n)) k c), ts).
Proof. intros b k c ts well. apply banned_fine. rewrite out_seen. apply out_alike. exact well. Qed.

Lemma reply_true : forall m b k r, plays (node_at n) m = Some (b, k) -> reply_ok number n b k r ->
  step_ h (of_move e m) <> Illegal /\ fine (of_player e (winner n)) (bound n) (step_ h (of_move e m)).
Proof.
  intros m b k r does ok. assert (does' := plays_image e _ _ _ _ does).
  assert (goes := one_counter h _ _ _ _ proper at_node does').
  change (ends_game (of_state e (node_at n)) k) with (ends_game (node_at n) k) in goes.
  assert (seen := held (looks_at (node_at n) b k)). unfold seen_by in seen. rewrite <- looks_alike in seen.
  destruct r as [| lower g]; simpl in ok.
  - unfold end_ok in ok. destruct (ends_game (node_at n) k).
    + rewrite goes. split; [discriminate |]. simpl. rewrite margins_alike. exact ok.
    + destruct (ok _ seen) as [c [is well]]. destruct (status_of_item h _) as [c0 |]; [| discriminate].
      injection is as is. subst c. rewrite goes. split; [discriminate |]. apply out_fine. exact well.
  - destruct ok as [child [there [less [no [same [wins [more [looked all_carried]]]]]]]]. rewrite no in goes.
    destruct (looked _ seen) as [none | [c [is well]]]; destruct (status_of_item h _) as [c0 |]; try discriminate.
    + destruct goes as [h' [made [proper' [stands' later]]]]. rewrite made. split; [discriminate |].
      simpl. rewrite <- wins, <- player_after.
      apply (forces_less _ _ (bound child)); [exact more |].
      apply (again lower less child there); trivial.
      * rewrite state_after_element, same. unfold state_then, of_state in *. cbn [node_board node_mover node_passed] in *.
        rewrite of_other. exact stands'.
      * intro i. rewrite seen_after. destruct (all_carried i) as [made_ [cleared kept]].
        assert (alike := makes_alike e (node_at n) b k (of_item g i)).
        assert (alike2 := clears_alike e k (of_item g i)). assert (alike3 := clears_alike g k i).
        unfold seen_by. destruct (later (of_item e (of_item g i))) as [[is ->] | [[isnt [is ->]] | [isnt [isnt2 ->]]]].
        -- simpl. rewrite signed_zero. simpl. rewrite signed_zero. apply made_. tauto.
        -- apply cleared; tauto.
        -- rewrite shift_alike, signed_shift. apply kept; try tauto. apply held.
    + injection is as is. subst c. rewrite goes. split; [discriminate |]. apply out_fine. exact well.
Qed.

Lemma node_true : forces the_game (of_player e (winner n)) (bound n) h.
Proof.
  assert (ok := accepted number n here). unfold node_ok in ok. destruct at_node as [board_ [mover_ passed_]].
  cbn [of_state node_board node_mover] in board_, mover_.
  destruct (type n) as [| m r | replies].
  - apply (leaf_true _ _ (of_board e (node_board (node_at n)))); [apply leaf_alike; exact ok | | exact board_].
    apply unbanned_both. exact proper.
  - destruct ok as [own [b [k [does ok]]]]. destruct (reply_true m b k r does ok) as [legal well].
    apply (by_move _ _ h (of_move e m)); trivial. rewrite mover_, own. reflexivity.
  - destruct ok as [theirs all_ok]. apply by_answers; [rewrite mover_, theirs; apply of_other |].
    intro m'. destruct (moves_all e m') as [m <-].
    destruct (plays (node_at n) m) as [[b k] |] eqn:does.
    + apply (reply_true m b k (replies m) does). apply all_ok. exact does.
    + assert (none := no_play_image e _ _ does). replace (step_ h (of_move e m)) with (@Illegal past); [exact I |].
      rewrite stepped. unfold plays in none. cbn [of_state node_board node_mover] in none. rewrite board_, mover_.
      destruct (of_move e m) as [p | |]; [| discriminate |].
      * destruct (play _ _ p); [discriminate | reflexivity].
      * destruct refresh; [discriminate | reflexivity].
Qed.

End Step.

Theorem certificate_true : forall number n, nodes number = Some n -> forall e h, unbanned h ->
  stands h (of_state e (node_at n)) -> (forall i, demand n i (seen_by e h i)) ->
  forces the_game (of_player e (winner n)) (bound n) h.
Proof.
  intro number. induction number as [number again] using (well_founded_induction lt_wf).
  intros n here e h proper at_node fulfilled. apply (node_true number n here again e h proper at_node fulfilled).
Qed.

(** A claim that rests on a node: C9, C10, C12, C14. *)
Corollary claim_true : forall number n e h a t, nodes number = Some n -> unbanned h ->
  stands h (of_state e (node_at n)) -> of_player e (winner n) = a -> t <= bound n ->
  (forall i, demand n i (seen_by e h i)) -> forces the_game a t h.
Proof.
  intros number n e h a t here proper at_node <- less fulfilled. apply (forces_less _ _ (bound n)); trivial.
  apply (certificate_true number n here e h); trivial.
Qed.

End KeeNodes.
