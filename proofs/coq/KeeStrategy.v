(**
The strategy theorem for Kee's rules of 2013, with refreshing passes and without, in both tallies.

[kee_strategy_forces]: who has a strategy graph ([kee_graph] of KeeGraph.v) forces his margin from the start, the whole history being looked
at; [kee_entered_forces]: in the middle of a game, too, if no turn of the past is in its reach. The rules may get a player out; the proof is
that it is always the opponent, and that the attacker, alone, has enough. KeeLines.v says why by the balance of passes; here is what each may do where
a line stands: the attacker ([own_move]), and the opponent ([his_move]).
*)
Require Import ZArith Lia List Bool Relations Wellfounded.
Require Import Game Lemma Kee2013 KeeGraph KeeLines.
Import ListNotations.
Local Open Scope Z_scope.
Local Opaque all_turns.

Section KeeStrategy.

Variables board point : Type.
Variable board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variables refresh tally_all : bool.
Variable attacker : player.
Variable wanted : Z. (** in the attacker's favour *)

Notation opponent := (other attacker).
Notation turn_made := (kee_turn board).
Notation past := (kee_history board).
Notation the_game := (kee_game board point board_eq_dec play score refresh tally_all).
Notation latest_ := (latest board board_eq_dec tally_all).
Notation anchor_ := (latest_anchor board board_eq_dec tally_all).
Notation encounters_ := (encounters board board_eq_dec).
Notation all := (all_turns board).
Notation enough := (enough board score attacker wanted).
Notation enough_dec := (enough_dec board score attacker wanted).
Notation reaches_alone := (reaches_alone board point play score attacker wanted).
Notation kee_graph := (kee_graph board point play score refresh attacker wanted).
Notation node := (node board point play score refresh attacker wanted).
Notation at_board := (at_board board point play score refresh attacker wanted).
Notation turn := (turn board point play score refresh attacker wanted).
Notation barred := (barred board point play score refresh attacker wanted).
Notation next := (next board point play score refresh attacker wanted).
Notation may_bring := (may_bring board point play score refresh attacker wanted).
Notation attacker_moves := (attacker_moves board point play score refresh attacker wanted).
Notation stone_followed := (stone_followed board point play score refresh attacker wanted).
Notation pass_followed := (pass_followed board point play score refresh attacker wanted).
Notation goes_on := (goes_on board point play score refresh attacker wanted).
Notation ends := (ends board point play score refresh attacker wanted).
Notation since := (since board board_eq_dec tally_all).
Notation latest_since := (latest_since board board_eq_dec tally_all).
Notation anchor_since := (anchor_since board board_eq_dec tally_all).
Notation opponent_differs := (opponent_differs attacker).
Notation other_opponent := (other_opponent attacker).
Notation own_pass_value := (own_pass_value tally_all attacker).
Notation his_pass_value := (his_pass_value tally_all attacker).

Section Lines.

Variable g : kee_graph.
Notation in_reach := (in_reach board point play score refresh attacker wanted g).
(** Where play by the graph begins: no turn before is in its reach. *)
Variable n0 : node g.
Variable begun : turn_made.
Variable earlier : list turn_made.
Hypothesis begun_at : left_board _ begun = at_board g n0 /\ next_up _ begun = turn g n0 /\ out _ begun = None.
Hypothesis begun_free : barred g n0 = None.
Hypothesis begun_passed : just_passed _ begun = true -> turn g n0 <> opponent.
Hypothesis earlier_clean : forall t, In t earlier -> ~ in_reach (left_board _ t) (next_up _ t).

Notation turn_of_move := (turn_of_move board).
Notation line := (line board point board_eq_dec play score refresh tally_all attacker wanted g n0 begun earlier).
Notation line_stands := (line_stands board point board_eq_dec play score refresh tally_all attacker wanted g n0 begun earlier begun_at).
Notation clean_since := (clean_since board point board_eq_dec play score refresh tally_all attacker wanted g earlier earlier_clean).
Notation since_visited := (since_visited board point board_eq_dec play score refresh tally_all attacker wanted g n0 begun earlier begun_at earlier_clean).
Notation since_bound := (since_bound board point board_eq_dec play score refresh tally_all attacker wanted g n0 begun earlier begun_at begun_passed earlier_clean).
Notation brought_back := (brought_back board point play score refresh attacker wanted g).
Notation forced := (forces the_game attacker wanted).

(** ** What a line says of the opponent's turn *)

Lemma not_opponent : forall n, turn g n = attacker -> turn g n = opponent -> False.
Proof. intros n own his. apply opponent_differs. congruence. Qed.

Lemma turn_reached : forall n, in_reach (at_board g n) (turn g n).
Proof. intro n. exists n. auto. Qed.

Lemma own_reached : forall n, in_reach (at_board g n) attacker.
Proof. intro n. exists n. auto. Qed.

(** The board did not come back to him, or he would be out. *)
Lemma came_once : forall h n, line h n -> turn g n = opponent ->
  latest_ (at_board g n) opponent false 0 (all h) = None.
Proof.
  intros h n on his.
  destruct on as [| h n n' on own edge turn_ new bar | h n n' on own edge turn_ same well free none
    | h n n' on may edge own | h n n' k on his' ill edge same own is | h n n' on turn_ well same his' free edge];
    rewrite all_pushed; simpl; trivial; try (exfalso; eauto using not_opponent; fail).
  - destruct (banned_here _ _ || refreshed _ _); [reflexivity |]. destruct (latest _ _ _ _ _ _ _ _) as [c |] eqn:found; trivial. exfalso.
    destruct (latest_since _ _ _ _ _ _ found) as [c0 [was _]].
    eapply (clean_since _ _ (turn_reached n0)); [| rewrite his; exact was]. trivial.
  - destruct (latest _ _ _ _ _ _ _ _) as [c |] eqn:found; trivial. exfalso.
    destruct (latest_since _ _ _ _ _ _ found) as [c0 [was _]].
    destruct (since_visited h n on _ _ _ (eq_ind _ (in_reach _) (turn_reached n') _ his) was) as [u [way here]]. exact (new u way here).
  - change (was_stone _ _) with false. rewrite same, latest_from. rewrite none. reflexivity.
Qed.

Lemma passed_is_enough : forall h n, line h n -> turn g n = opponent -> just_passed _ (fst h) = true ->
  enough (at_board g n).
Proof.
  intros h n on his passed. destruct on; simpl in passed; try discriminate.
  - exfalso. exact (begun_passed passed his).
  - congruence.
  - exfalso. eauto using not_opponent.
  - congruence.
Qed.

Lemma retakes : forall h n b, line h n -> turn g n = opponent -> barred g n = Some b ->
  latest_ b attacker true 0 (all h) = Some 0 /\ reaches_alone [] b.
Proof.
  intros h n b on his bar.
  destruct on as [| h n n' on own edge turn_ new bar' | h n n' on own edge turn_ same well free none
    | h n n' on may edge own | h n n' k on his' ill edge same own is | h n n' on turn_ well same his' free edge];
    try congruence; try (exfalso; eauto using not_opponent; fail).
  destruct bar' as [none | [some alone_]]; [congruence |]. assert (is : b = at_board g n) by congruence.
  subst b. split; trivial. rewrite all_pushed. simpl.
  destruct (encounters _ _ _ _ attacker) eqn:now.
  - apply encounters_true in now. exfalso. apply opponent_differs. apply (proj2 now).
  - destruct h as [t ts]. rewrite all_pushed. simpl.
    destruct (line_stands _ _ on) as [here [up_ _]]. unfold up in up_. simpl in *.
    assert (is : encounters_ t (at_board g n) attacker = true).
    { rewrite <- here, <- own, <- up_. apply encounters_same. }
    rewrite is. reflexivity.
Qed.

(** Where the board comes back to the attacker by a pass of the opponent's, the opponent is out. *)
Lemma pass_out : forall h n c0 k, line h n -> turn g n = opponent ->
  since (at_board g n) attacker c0 (all h) ->
  enough (at_board g n) /\ goes_out opponent (pass_value tally_all opponent k + c0) = opponent.
Proof.
  intros h n c0 k on his was.
  destruct (since_bound h n on _ _ _ (own_reached n) was) as [[_ [_ more]] | [gone _]]; [| exfalso; apply gone; reflexivity].
  destruct (more his eq_refl) as [well few]. split; trivial. apply mover_out.
  rewrite margin_sum. assert (one := his_pass_value k). lia.
Qed.

Lemma stone_out : forall h n b c, line h n -> may_bring g n b -> since b attacker c (all h) ->
  enough b /\ goes_out opponent c = opponent.
Proof.
  intros h n b c on may was. destruct (stone_followed g n b may) as [n' [_ [there_ _]]].
  assert (reached : in_reach b attacker) by (rewrite <- there_; apply own_reached).
  destruct (since_bound h n on _ _ _ reached was) as [[here [_ more]] | out_].
  - destruct (more (proj1 may) eq_refl) as [well few]. split; trivial. apply mover_out. lia.
  - destruct (brought_back n b attacker c may out_) as [well less]. split; [auto |].
    apply mover_out. apply (less (well eq_refl)).
Qed.

(** ** The attacker's move *)

Lemma own_move : forall h n, (forall n', next g n n' -> forall h', line h' n' -> forced h') ->
  line h n -> turn g n = attacker -> forced h.
Proof.
  intros h n again on own. destruct (line_stands h n on) as [here [turn_ in_]]. rewrite own in turn_.
  destruct (attacker_moves g n own) as
    [[well [n' [edge [same [his free]]]]] | [p [b [n' [legal [edge [same [his [bar new]]]]]]]]].
  - destruct (latest_ (at_board g n) opponent false 0 (all h)) as [c |] eqn:met.
    + eapply (forces_goes the_game) with (m := Pass_on)
        (h' := (ban_turn _ attacker (at_board g n) Normal_pass
                  (goes_out attacker (c + pass_value tally_all attacker Normal_pass)), all h)).
      * exact turn_.
      * simpl. unfold conclude, met_again. rewrite turn_, in_, here. simpl.
        rewrite latest_from. rewrite met. simpl. reflexivity.
      * apply banned_forces; [| apply alone_enough; exact well].
        destruct (latest_since _ _ _ _ _ _ met) as [c0 [was is]].
        apply other_out. rewrite margin_sum, own_pass_value.
        assert (reached := turn_reached n'). rewrite same, his in reached.
        destruct (since_bound h n on _ _ _ reached was) as [[_ [few _]] | [gone _]].
        -- specialize (few well). rewrite is, Z.add_0_l. lia.
        -- exfalso. apply gone. reflexivity.
    + assert (step_ : kee_step board point board_eq_dec play score refresh tally_all h Pass_on =
        if just_passed _ (fst h) then Ends (Scored (score (at_board g n)))
        else Goes (turn_of_move attacker (at_board g n) Normal_pass, all h)).
      { simpl. unfold conclude, met_again. rewrite turn_, in_, here. simpl.
        rewrite latest_from. rewrite met. simpl.
        destruct (just_passed _ (fst h)); reflexivity. }
      destruct (just_passed _ (fst h)).
      * eapply (forces_ends the_game) with (m := Pass_on); [exact turn_ | exact step_ | exact well].
      * eapply (forces_goes the_game) with (m := Pass_on); [exact turn_ | exact step_ |].
        apply (again n' edge). apply line_own_pass with (n := n); trivial.
  - eapply (forces_goes the_game) with (m := Lay p)
      (h' := (turn_of_move attacker (at_board g n') Stone_laid, all h)).
    + exact turn_.
    + simpl. rewrite turn_, here, legal. unfold conclude, met_again. rewrite turn_, in_. simpl.
      destruct (latest _ _ _ _ _ _ _ _) as [c |] eqn:met; [| rewrite same; reflexivity].
      exfalso. destruct (latest_since _ _ _ _ _ _ met) as [c0 [was _]].
      assert (reached := turn_reached n'). rewrite same, his in reached.
      destruct (since_visited h n on _ _ _ reached was) as [u [way back]]. exact (new u way back).
    + apply (again n' edge). apply line_own_stone with (n := n); trivial. intros u way. rewrite same. apply (new u way).
Qed.

(** ** The opponent's moves *)

(** His pass of that kind, and what follows it: he is out, or the attacker is to move. *)
Lemma his_pass : forall h n k h', (forall n', next g n n' -> forall h', line h' n' -> forced h') ->
  line h n -> turn g n = opponent -> k <> Stone_laid ->
  conclude board board_eq_dec score tally_all h (left_board _ (fst h)) k = Goes h' ->
  (enough (at_board g n) -> met_again board board_eq_dec tally_all h (left_board _ (fst h)) k = None ->
    forced (turn_of_move opponent (at_board g n) k, all h)) ->
  forced h'.
Proof.
  intros h n k h' again on his is goes answered.
  destruct (line_stands h n on) as [here [turn_ in_]]. rewrite his in turn_.
  unfold conclude in goes. destruct (met_again _ _ _ _ _ _) as [c |] eqn:met; rewrite in_ in goes.
  - injection goes as <-. rewrite turn_.
    assert (was : exists c0, since (at_board g n) attacker c0 (all h) /\
      c = pass_value tally_all opponent k + c0).
    { unfold met_again in met. rewrite turn_, in_, here in met. simpl in met. rewrite other_opponent in met.
      destruct (is_refreshing k).
      - destruct (anchor_since _ _ _ _ _ met) as [c0 [was eq]]. eauto.
      - destruct (latest_since _ _ _ _ _ _ met) as [c0 [was eq]]. eauto. }
    destruct was as [c0 [was eq]]. destruct (pass_out h n c0 k on his was) as [well gone].
    apply banned_forces; [congruence |]. rewrite here. apply alone_enough. exact well.
  - destruct (ends_by_pass _ _ _); [discriminate |]. injection goes as <-.
    rewrite turn_, here. destruct (enough_dec (at_board g n)) as [well | ill]; [auto |].
    destruct (pass_followed g n his ill) as [n' [edge [same own]]].
    apply (again n' edge). apply line_pass with (n := n); trivial.
Qed.

(** Where a refreshing pass was made on the board before the opponent needs no other answer. *)
Lemma his_move : forall h n, (forall n', next g n n' -> forall h', line h' n' -> forced h') ->
  line h n -> turn g n = opponent ->
  (anchor_ (at_board g n) attacker 0 (all h) = None -> barred g n = None ->
    forall h', line h' n -> anchor_ (at_board g n) attacker 0 (all h') <> None -> forced h') ->
  forced h.
Proof.
  intros h n again on his once. destruct (line_stands h n on) as [here [turn_ in_]]. rewrite his in turn_.
  apply forces_answers; [exact turn_ | |].
  - intros [p | |] r ended; simpl in ended.
    + exfalso. destruct (play _ _ p); [| discriminate]. unfold conclude in ended. rewrite in_ in ended.
      destruct (met_again _ _ _ _ _ _); discriminate.
    + unfold conclude in ended. rewrite in_ in ended. destruct (met_again _ _ _ _ _ _); [discriminate |].
      destruct (just_passed _ (fst h)) eqn:passed; [| discriminate]. injection ended as <-.
      rewrite here. apply (passed_is_enough h n on his passed).
    + exfalso. destruct (bool_dec refresh true) as [allowed | no];
        [rewrite allowed in ended | apply not_true_is_false in no; rewrite no in ended; discriminate].
      unfold conclude in ended. rewrite in_ in ended. destruct (met_again _ _ _ _ _ _); discriminate.
  - intros [p | |] h' goes; simpl in goes.
    + destruct (play (up _ h) _ p) as [b |] eqn:legal; [| discriminate]. rewrite turn_, here in legal.
      unfold conclude, met_again in goes. rewrite turn_, in_ in goes. simpl in goes.
      rewrite other_opponent in goes.
      assert (barring : {barred g n = Some b} + {barred g n <> Some b}).
      { destruct (barred g n) as [b' |]; [| right; discriminate].
        destruct (board_eq_dec b' b); [left | right]; congruence. }
      destruct barring as [bar | free].
      * destruct (retakes h n b on his bar) as [met alone_]. rewrite met in goes.
        injection goes as <-. apply banned_forces; trivial. apply mover_out. destruct opponent; simpl; lia.
      * assert (may : may_bring g n b) by (repeat split; eauto).
        destruct (latest _ _ _ _ _ _ _ _) as [c |] eqn:met.
        -- injection goes as <-. destruct (latest_since _ _ _ _ _ _ met) as [c0 [was eq]].
           rewrite Z.add_0_l in eq. subst c0. destruct (stone_out h n b c on may was) as [well gone].
           apply banned_forces; trivial. apply alone_enough. exact well.
        -- injection goes as <-. destruct (stone_followed g n b may) as [n' [edge [same own]]].
           apply (again n' edge). subst b. apply line_stone with (n := n); trivial.
    + apply (his_pass h n Normal_pass h' again on his); trivial; [discriminate |].
      intros well _. eapply (forces_ends the_game) with (m := Pass_on) (r := Scored (score (at_board g n))).
      * apply other_opponent.
      * simpl. unfold conclude, met_again. cbn [fst turn_of_move new_turn out left_board up next_up just_passed].
        simpl. rewrite other_opponent. rewrite all_pushed. simpl.
        rewrite latest_from. change (was_stone _ _) with false. assert (none := came_once h n on his).
        rewrite none. reflexivity.
      * exact well.
    + destruct (bool_dec refresh true) as [allowed | no];
        [rewrite allowed in goes | apply not_true_is_false in no; rewrite no in goes; discriminate].
      apply (his_pass h n Refreshing_pass h' again on his); trivial; [discriminate |].
      intros well met. unfold met_again in met. rewrite turn_, in_, here in met. simpl in met.
      rewrite other_opponent, anchor_from in met.
      set (h1 := (turn_of_move opponent (at_board g n) Refreshing_pass, all h)).
      set (h2 := (turn_of_move attacker (at_board g n) Normal_pass, all h1)).
      eapply (forces_goes the_game) with (m := Pass_on) (h' := h2).
      * apply other_opponent.
      * simpl. unfold conclude, met_again, h2, h1. simpl. rewrite ?other_opponent.
        rewrite all_pushed. simpl. unfold up. simpl.
        rewrite other_opponent. reflexivity.
      * destruct (barred g n) as [b |] eqn:bar.
        -- destruct (goes_on g allowed n his well) as [n' [edge [same [his' free]]]]; [congruence |].
           apply (again n' edge). apply line_refresh with (n := n); auto.
        -- assert (on2 : line h2 n) by (apply line_refresh with (n := n); auto).
           assert (none : anchor_ (at_board g n) attacker 0 (all h) = None).
           { destruct (latest_anchor _ _ _ _ _ _ _); [discriminate | reflexivity]. }
           apply (once none eq_refl h2 on2).
           unfold h2, h1. rewrite !all_pushed. simpl.
           destruct (encounters _ _ _ _ attacker) eqn:is; [discriminate |]. exfalso.
           assert (yes : encounters_ (turn_of_move opponent (at_board g n) Refreshing_pass) (at_board g n) (other opponent) = true)
             by apply encounters_same.
           rewrite other_opponent in yes. congruence.
Qed.

Theorem line_forces : forall n h, line h n -> forced h.
Proof.
  intro n. induction n as [n again] using (well_founded_induction (ends g)). intros h on.
  destruct (player_cases attacker (turn g n)) as [own | his].
  - apply (own_move h n again on own).
  - apply (his_move h n again on his). intros _ _ h' on' anchored.
    apply (his_move h' n again on' his). intros none. exfalso. exact (anchored none).
Qed.

End Lines.

(** A history of the game, as far as matters: players take turns, and a pass leaves the board that was there. *)
Definition kee_settled (h : past) : Prop :=
  just_passed _ (fst h) = true -> exists t rest, snd h = t :: rest /\ left_board _ t = left_board _ (fst h) /\ next_up _ t = other (up _ h).

(** From where no turn of the past is in the reach of the graph. *)
Theorem kee_entered_forces : forall (g : kee_graph) n (h : past), kee_settled h -> out _ (fst h) = None ->
  left_board _ (fst h) = at_board g n -> up _ h = turn g n -> barred g n = None ->
  (forall t, In t (snd h) -> ~ in_reach board point play score refresh attacker wanted g (left_board _ t) (next_up _ t)) ->
  forces the_game attacker wanted h.
Proof.
  intros g n [begun earlier] settled in_ here turn_ free clean. unfold up in *. cbn [fst snd] in *.
  apply (line_forces g n begun earlier) with (n := n); auto; [| apply line_start].
  intros passed his. destruct (settled passed) as [t [rest [is [same before_]]]]. cbn [fst snd] in *. unfold up in before_. cbn [fst] in before_.
  apply (clean t); [rewrite is; left; reflexivity |]. exists n. split; [congruence | left].
  rewrite before_, turn_, his. apply other_opponent.
Qed.

Theorem kee_strategy_forces : forall (g : kee_graph) n, barred g n = None ->
  forces the_game attacker wanted (kee_start _ (at_board g n) (turn g n)).
Proof.
  intros g n free. apply (kee_entered_forces g n); trivial.
  - intro bad. discriminate.
  - intros t [].
Qed.

End KeeStrategy.
