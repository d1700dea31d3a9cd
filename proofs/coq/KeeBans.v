(**
Under Kee's rules of 2013: who is left after a ban, and a leaf, with the rules played on.

A ban is a leaf of a certificate, and so is where the loser may do what he likes; Kee2013.v states the rules with the whole history, and by these
play goes on. [banned_fine]: after a ban the winner forces what it is worth to him by [worth_out] of ItemRules.v, be he the one who is left
([winner_alone]) or the one who is out ([loser_alone]). [leaf_true]: while nobody is out he forces what a leaf is worth ([worth_leaf]).
[nobody_for_ever]: nobody lays stones alone for ever, as each leaves more of his on the board.
*)
Require Import ZArith Lia List Bool Wellfounded.
Require Import Game Lemma Kee2013 ItemRules.
Import ListNotations.
Local Open Scope Z_scope.

Section KeeBans.

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

End KeeBans.
