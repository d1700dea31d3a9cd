(**
The nodes of certificates under Kee's rules of 2013.

Kee2013.v says what of the past matters with three counters for each board and player. A certificate has
items of two classes with one counter each, as solver/rules/kee2013.c describes them: [Met], since the latest
encounter that no refreshing pass followed, and [Anchor]. A stone and a normal pass look at the first. Rule
12a wants a stone since the encounter, and the pass that ends the game does not look at all: [one_counter] proves
that neither makes a difference in a game in which nobody is out yet ([unbanned]).

[kee_node_true]: so these are rules as Nodes.v wants them, and nodes whose children are true are true under the rules as Kee2013.v
states them, with the whole history. A ban is a leaf of a certificate; here the rules are played on after it. That is what
[nobody_for_ever] is for: nobody lays stones alone for ever, as each leaves more of his on the board.
*)
Require Import ZArith Lia List Bool Wellfounded.
Require Import Game Lemma Kee2013 ItemRules GroupElements Nodes.
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

Notation reaches := (ItemRules.reaches board point play).
Notation worth_out := (ItemRules.worth_out board point play score).
Notation worth_leaf := (ItemRules.worth_leaf board point play score).

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
| went : forall h m h', unbanned h -> step_ h m = Goes h' -> gone h' = None -> unbanned h'.

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

(** A move that gets a player out. *)
Lemma ban_true : forall h m h' loser, gone h = None -> step_ h m = Goes h' -> gone h' = Some loser ->
  forall w t, worth_out w t (now h') loser -> forces the_game w t h'.
Proof.
  intros h m h' loser both goes left_ w t worth.
  assert (by_ : forall b kd, conclude_ h b kd = Goes h' -> forces the_game w t h').
  { intros b kd made. rewrite concluded, both in made. destruct (met_again_ h b kd).
    - injection made as <-. simpl in left_. injection left_ as <-. apply banned_fine. exact worth.
    - destruct (ends_by_pass _ _ _); [discriminate |]. injection made as <-. discriminate left_. }
  rewrite stepped in goes. destruct m as [p | |].
  - destruct (play _ _ p) as [b |]; [exact (by_ _ _ goes) | discriminate].
  - exact (by_ _ _ goes).
  - destruct refresh; [exact (by_ _ _ goes) | discriminate].
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

(** ** Items *)

Inductive kee_class : Set := Met | Anchor.
Notation item_ := (item board kee_class).

Definition status (h : past) (i : item_) : option Z :=
  match i with
  | (_, _, None) => None
  | (Met, b, Some a) => since_any (counters_ h (b, a))
  | (Anchor, b, Some a) => since_anchor (counters_ h (b, a))
  end.

Definition stands (h : past) (s : node_state board) : Prop :=
  now h = node_board _ s /\ up _ h = node_mover _ s /\ just_passed _ (fst h) = node_passed _ s.

Definition looks (a : player) (k : kind) : option (kee_class * option player) :=
  Some (if is_refreshing k then Anchor else Met, Some (other a)).
Definition made_by (a : player) (k : kind) : list (kee_class * option player) :=
  (Met, Some (other a)) :: if is_refreshing k then [(Anchor, Some (other a))] else [].
Definition clears (k : kind) (c : kee_class) : bool := match c with Met => is_refreshing k | Anchor => false end.
Definition shift (a : player) (k : kind) : Z := value_ a k.
(** The mover is out, unless he made more passes, this play's included. *)
Definition found (a : player) (k : kind) (c : Z) : fate := Goes_out (goes_out a (c + shift a k)).
Definition known (a : player) : option (kee_class * option player) := Some (Met, Some a).

Definition kee_told : kinds board point :=
  {| play_kind := kind; stone_kind := fun _ _ => Stone_laid; pass_kind := fun _ => Normal_pass;
     refresh_kind := if refresh then Some Refreshing_pass else None; is_pass := is_normal; second_ends := true |}.
Notation plays_ := (plays board point play kee_told).
Notation ends_ := (ends_game board point kee_told).
Notation looks_at_ := (looks_at board point kee_class kee_told looks).
Notation makes_ := (makes board point kee_class kee_told made_by).

Lemma is_made : forall s b k c b' a, makes_ s b k (c, b', Some a) <->
  (c = Met \/ is_refreshing k = true) /\ b' = b /\ a = other (node_mover _ s).
Proof.
  intros s b k c b' a. unfold makes, made_by. split.
  - intros [j [[<- | is] eq]].
    + unfold item_on in eq. simpl in eq. injection eq as -> -> ->. auto.
    + destruct (is_refreshing k); [| destruct is]. destruct is as [<- | []].
      unfold item_on in eq. simpl in eq. injection eq as -> -> ->. auto.
  - intros [which [-> ->]]. exists (c, Some (other (node_mover _ s))). split; [| reflexivity].
    destruct c; [left; reflexivity |]. destruct which as [bad | ->]; [discriminate | right; left; reflexivity].
Qed.

Lemma not_made : forall s b k c b', ~ makes_ s b k (c, b', None).
Proof.
  intros s b k c b' [j [is eq]]. unfold made_by in is. destruct is as [<- | is]; [discriminate eq |].
  destruct (is_refreshing k); [destruct is as [<- | []]; discriminate eq | destruct is].
Qed.

(** The one counter is that which the rules look at, and what a play makes of the items is what the format says. *)
Theorem one_counter : forall h s m b k, unbanned h -> stands h s -> plays_ s m = Some (b, k) ->
  if ends_ s k then step_ h m = Ends (Scored (score b))
  else match option_map (status h) (looks_at_ s b k) with
       | Some (Some c) =>
         match found (node_mover _ s) k c with
         | Not_legal => step_ h m = Illegal
         | Goes_out loser => exists h', step_ h m = Goes h' /\ forall w t, worth_out w t b loser -> forces the_game w t h'
         | Is_scored => step_ h m = Ends (Scored (score b))
         | Goes_on => exists h', step_ h m = Goes h' /\
             went_on board point kee_class kee_told made_by clears shift the_game unbanned stands status h s b k h'
         end
       | _ => exists h', step_ h m = Goes h' /\
           went_on board point kee_class kee_told made_by clears shift the_game unbanned stands status h s b k h'
       end.
Proof.
  intros h [b0 a passed] m b k is [here [turn was]] does. simpl in here, turn, was.
  assert (both := unbanned_both h is). destruct (stone_between h is) as [own his].
  assert (goes : step_ h m = conclude_ h b k).
  { rewrite stepped. rewrite here, turn. destruct m as [p | |]; simpl in does.
    - destruct (play a b0 p); simpl in does; congruence.
    - congruence.
    - destruct refresh; simpl in does; congruence. }
  assert (same : is_stone k = false -> b = b0).
  { destruct m as [p | |]; simpl in does.
    - destruct (play a b0 p); simpl in does; [injection does as <- <-; discriminate | discriminate].
    - intros _. congruence.
    - destruct refresh; [intros _; simpl in does; congruence | discriminate]. }
  rewrite here, turn, was in his. rewrite here, turn in own.
  set (s := {| node_board := b0; node_mover := a; node_passed := passed |}) in *.
  assert (looked : met_again_ h b k = if ends_ s k then None
    else shifted (shift a k) (status h (if is_refreshing k then Anchor else Met, b, Some (other a)))).
  { rewrite looked_at. change (out board (fst h)) with (gone h). rewrite both, turn. cbn [successor].
    unfold counter. change (k_turn board (kee_state_of board h)) with (up _ h). rewrite turn.
    unfold ends_game, shift, s. cbn [node_mover node_passed].
    destruct k; cbn [is_normal is_refreshing andb status].
    - cbn [pass_value]. rewrite shifted_not. reflexivity.
    - rewrite (same eq_refl). rewrite his. destruct passed; reflexivity.
    - reflexivity. }
  assert (over : ends_by_pass k (just_passed _ (fst h)) None = ends_ s k).
  { rewrite was. unfold ends_by_pass, ends_game. simpl. rewrite orb_false_r. reflexivity. }
  rewrite goes, concluded, both, looked, over, turn.
  destruct (ends_ s k) eqn:no; [reflexivity |].
  cbn [looks_at looks option_map item_on fst snd s node_mover]. unfold item_on. cbn [fst snd].
  destruct (status h _) as [c |] eqn:there; cbn [shifted option_map found].
  - eexists. split; [reflexivity |]. intros w t worth. apply banned_fine. exact worth.
  - exists (new_turn board a None b k, all h). split; [reflexivity |]. split; [| split].
    + apply (went h m); trivial. rewrite goes, concluded, both, looked, over, turn. cbn [shifted option_map]. reflexivity.
    + repeat split.
    + intros [[c b'] [x |]].
      * assert (enc : encounters board board_eq_dec (new_turn board a None b k) b' x = true <-> b' = b /\ x = other a).
        { split.
          - intro yes. apply encounters_true in yes. simpl in yes. intuition congruence.
          - intros [-> ->]. exact (encounters_own (new_turn board a None b k)). }
        rewrite !is_made. unfold s. cbn [node_mover]. unfold status. rewrite !counters_later. unfold counted_on, class_of.
        cbn [fst snd since_any since_anchor].
        destruct (encounters _ _ _ b' x) eqn:new.
        -- assert (is_ := proj1 enc eq_refl). destruct c; [left; split; [tauto | reflexivity] |].
           destruct k; cbn [anchor new_turn banned_here by_move is_refreshing orb andb clears];
             [right; right | right; right | left; split; [tauto | reflexivity]];
             (split; [intros [[bad | bad] _]; discriminate |]; split; reflexivity).
        -- assert (isnt : ~ (b' = b /\ x = other a)) by (intro yes; apply enc in yes; discriminate).
           destruct c.
           ++ destruct k; cbn [refreshed was_kind new_turn banned_here by_move is_refreshing orb clears];
                [right; right | right; right | right; left]; (split; [tauto |]; split; reflexivity).
           ++ rewrite andb_false_r. right. right. split; [tauto |]. split; reflexivity.
      * right. assert (not := not_made s b k c b'). destruct (clears k c) eqn:forgets; [left | right];
          (split; [exact not |]; split; [exact forgets | destruct c; reflexivity]).
Qed.

(** What is always there. *)
Lemma always : forall h s i, unbanned h -> stands h s -> known (node_mover _ s) = Some i ->
  status h (item_on _ _ (node_board _ s) i) = Some 0.
Proof.
  intros [t ts] s i _ [here [turn _]] is. injection is as <-. unfold item_on. simpl fst. simpl snd.
  rewrite <- here, <- turn. unfold status, counters_of. cbn [since_any fst snd all_turns latest andb].
  change (encounters board board_eq_dec t (left_board board t) (up board (t, ts))) with
    (encounters_ t (left_board _ t) (next_up _ t)). rewrite encounters_own. reflexivity.
Qed.

(** ** The nodes *)

Lemma found_alike : forall a k c, found (other a) k (- c) = of_fate true (found a k c).
Proof.
  intros a k c. unfold found, goes_out, shift. simpl. f_equal. unfold of_colours.
  replace (margin_of (other a) (- c + value_ (other a) k)) with (margin_of a (c + value_ a k))
    by (destruct a, k; simpl; try destruct tally_all; ring).
  destruct (Z.leb _ _); reflexivity.
Qed.

Lemma shift_alike : forall a k, shift (other a) k = - shift a k.
Proof. intros a k. unfold shift. destruct a, k; simpl; try destruct tally_all; reflexivity. Qed.

Notation node_ := (node board kee_class).
Definition kee_good : (node_ -> Prop) -> node_ -> Prop :=
  node_good board point kee_class play score kee_told looks made_by clears shift found known.
Definition kee_means : node_ -> Prop :=
  means board point kee_class play score kee_told the_game unbanned stands status.

(** Nodes with true children are true. *)
Theorem kee_node_true : forall (children : node_ -> Prop) n, (forall child, children child -> kee_means child) ->
  kee_good children n -> kee_means n.
Proof.
  apply (node_true board point kee_class play score kee_told looks made_by clears shift found known)
    with (as_move := fun m => m : move the_game).
  - reflexivity.
  - intros a k. unfold made_by. destruct (is_refreshing k); reflexivity.
  - exact shift_alike.
  - exact found_alike.
  - reflexivity.
  - intros h s here. apply here.
  - intros h s m [here [turn _]]. change (step the_game h m) with (step_ h m).
    destruct (plays_ s m) as [[b k] |] eqn:does; [left; exists m, b, k; auto |]. right. rewrite stepped.
    unfold plays in does. rewrite here, turn. destruct m as [p | |]; [| discriminate |].
    + destruct (play _ _ p); [discriminate | reflexivity].
    + cbn [refresh_kind kee_told] in does. clear - does. destruct refresh; [discriminate | reflexivity].
  - intros h s w k is [here _] leaf. apply (leaf_true w k (node_board _ s) leaf); [| exact here].
    apply unbanned_both. exact is.
  - exact always.
  - exact one_counter.
Qed.

End KeeNodes.
