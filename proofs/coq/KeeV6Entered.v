(**
A strategy that begins in the middle of a game forces its margin, under Kee's rules v6.0.

The game has a past. As in Entered.v the reach of a strategy graph ([v6_reach]) is each of its boards with the attacker, and each on which the opponent moves in it with him.

[v6_entered_wins]: if no turn of the past, from the start to before the present one, is in the reach of a graph as KeeV6Strategy.v has it, the graph forces its margin from
there on. For a stone of the attacker's makes a board on which then the opponent moves; so both turns on that board are in the reach, and it never stood: C3
forbids no such stone. And the attacker has not just passed ([v6_settled]): the turn before would be his, on a board of the graph. What series ended before may end the game sooner, on a board that is enough.

Of docs/certificate-format.md this is S24.
*)
Require Import ZArith List Bool Relations Wellfounded.
Require Import Game Strategy KeeV6 KeeV6Strategy.
Import ListNotations.
Local Open Scope Z_scope.

Section KeeV6Entered.

Variables board point : Type.
Variable board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variable in_atari : board -> point -> bool.
Variable attacker : player.
Variable wanted : Z. (** in the attacker's favour *)
Variable lasting : board -> bool.

Notation opponent := (other attacker).
Notation past := (v6_history board).
Notation the_game := (v6_game board point board_eq_dec play score in_atari).
Notation step_ := (v6_step board point board_eq_dec play score in_atari).
Notation forbids_ := (v6_forbids board point board_eq_dec in_atari).
Notation turns_ := (v6_turns board).
Notation mover_ := (v6_mover board).
Notation passed_ := (has_passed board).
Notation ended_ := (series_ended board board_eq_dec).
Notation now h := (v6_left board (fst h)).
Notation after_pass := (after_pass board).
Notation after_stone := (after_stone board).
Notation enough_ := (enough board score attacker wanted).
Notation fine := (fine board point board_eq_dec play score in_atari attacker wanted).
Notation by_answers := (by_answers board point board_eq_dec play score in_atari attacker wanted).
Notation pass_fine := (pass_fine board point board_eq_dec play score in_atari attacker wanted).
Notation by_pass := (by_pass board point board_eq_dec play score in_atari attacker wanted).

Hypothesis lasting_wins : forall h, lasting (now h) = true -> forces the_game attacker wanted h.

Variable g : v6_graph board point play score in_atari attacker wanted lasting.
Notation node_ := (node _ _ _ _ _ _ _ _ g).
Notation at_ := (at_board _ _ _ _ _ _ _ _ g).
Notation turn_ := (turn _ _ _ _ _ _ _ _ g).
Notation barred_ := (barred _ _ _ _ _ _ _ _ g).
Notation next_ := (next _ _ _ _ _ _ _ _ g).
Notation path_ := (path _ _ _ _ _ _ _ _ g).

(** What stood before the graph is entered. *)
Variable old : board -> Prop.
Hypothesis never_old : forall u, turn_ u = opponent -> ~ old (at_ u).

(** A history stands at a node. *)
Record stands_in (n : node_) (h : past) : Prop := {
  same_board : now h = at_ n;
  same_mover : mover_ h = turn_ n;
  only_stood : forall t, In t (turns_ h) -> old (v6_left _ t) \/ exists u, path_ u n /\ at_ u = v6_left _ t;
  passed_enough : passed_ h = true -> turn_ n = opponent -> enough_ (at_ n);
  same_barred : forall c p, lasting (at_ n) = false -> turn_ n = opponent -> barred_ n = Some c -> play opponent (at_ n) p = Some c ->
    forbids_ h c p = true
}.

(** What stood, a turn later. *)
Lemma stood_later : forall n n' t h, stands_in n h -> n' = n \/ next_ n n' -> v6_left _ t = at_ n' ->
  forall t', In t' (turns_ (t, turns_ h)) -> old (v6_left _ t') \/ exists u, path_ u n' /\ at_ u = v6_left _ t'.
Proof.
  intros n n' t h at_n edge here t' [<- | was]; cbn [fst snd] in *.
  - right. exists n'. split; [apply rt_refl | congruence].
  - destruct (only_stood _ _ at_n t' was) as [bad | [u [way same]]]; [left; exact bad | right]. exists u. split; trivial.
    destruct edge as [-> | edge]; trivial. eapply rt_trans; [exact way | apply rt_step; exact edge].
Qed.

(** A pass, to a node that follows or back to the same. *)
Lemma stands_passed : forall n n' h, stands_in n h -> n' = n \/ next_ n n' -> at_ n' = at_ n ->
  turn_ n' = other (turn_ n) -> enough_ (at_ n) \/ turn_ n' = attacker -> (turn_ n' = opponent -> barred_ n' = None) -> stands_in n' (after_pass h).
Proof.
  intros n n' h at_n edge same turns well free. split.
  - simpl. rewrite same. apply (same_board _ _ at_n).
  - change (other (mover_ h) = turn_ n'). rewrite (same_mover _ _ at_n). congruence.
  - apply (stood_later n n' _ h at_n edge). simpl. rewrite same. apply (same_board _ _ at_n).
  - intros _ his. rewrite same. destruct well as [well | own]; [exact well |]. exfalso. apply (other_differs attacker). congruence.
  - intros c p _ his bar. rewrite (free his) in bar. discriminate.
Qed.

(** Two passes: the opponent's, and the attacker's that answers it. *)
Lemma stands_both : forall n n' h, stands_in n h -> n' = n \/ next_ n n' -> turn_ n = opponent -> at_ n' = at_ n ->
  turn_ n' = opponent -> barred_ n' = None -> enough_ (at_ n) -> stands_in n' (after_pass (after_pass h)).
Proof.
  intros n n' h at_n edge his same his' free well.
  assert (here : v6_left _ (v6_pass board h) = at_ n) by exact (same_board _ _ at_n). split.
  - simpl. rewrite same. apply (same_board _ _ at_n).
  - change (other (other (mover_ h)) = turn_ n'). rewrite (same_mover _ _ at_n), other_other. congruence.
  - intros t [<- | was].
    + right. exists n'. split; [apply rt_refl | simpl; rewrite same; symmetry; apply (same_board _ _ at_n)].
    + apply (stood_later n n' (v6_pass board h) h at_n edge); [congruence | exact was].
  - intros _ _. rewrite same. exact well.
  - intros c p _ _ bar. congruence.
Qed.

(** No stone of the attacker's that brings about a new board is forbidden. *)
Lemma new_legal : forall n h b p, stands_in n h -> ~ old b -> (forall u, path_ u n -> at_ u <> b) -> forbids_ h b p = false.
Proof.
  intros n h b p at_n clean fresh. unfold v6_forbids. destruct (in_atari b p); [| reflexivity]. cbn [andb].
  assert (none : forall ts, (forall t, In t ts -> v6_left _ t <> b) -> since board board_eq_dec b (other (mover_ h)) ts = None).
  { induction ts as [| t before again]; intro all; [reflexivity |]. simpl. unfold produced.
    destruct (board_eq_dec (v6_left _ t) b) as [bad | _]; [destruct (all t (or_introl eq_refl) bad) |]. cbn [andb].
    rewrite again; [reflexivity |]. intros t' is. apply all. right. exact is. }
  rewrite none; [reflexivity |]. intros t was bad. destruct (only_stood _ _ at_n t was) as [stood | [u [way same]]].
  - apply clean. congruence.
  - apply (fresh u way). congruence.
Qed.

Section At.

Variable n : node_.
Hypothesis open : lasting (at_ n) = false.
Hypothesis again : forall n', next_ n n' -> forall h, stands_in n' h -> forces the_game attacker wanted h.

Lemma stone_fine : forall h p, stands_in n h -> turn_ n = opponent -> fine (step_ h (Stone p)).
Proof.
  intros h p at_n his. simpl. rewrite (same_mover _ _ at_n), (same_board _ _ at_n), his.
  destruct (play opponent (at_ n) p) as [b |] eqn:made; [| exact I].
  destruct (forbids_ h b p) eqn:legal; [exact I |]. simpl.
  destruct (stone_followed _ _ _ _ _ _ _ _ g n p b open his made) as [n' [edge [here own]]].
  { intro bar. rewrite (same_barred _ _ at_n b p open his bar made) in legal. discriminate. }
  apply (again n' edge). split.
  - simpl. congruence.
  - change (other (mover_ h) = turn_ n'). rewrite (same_mover _ _ at_n), his, own. apply other_other.
  - apply (stood_later n n' _ h at_n); [right; exact edge | simpl; congruence].
  - discriminate.
  - intros c q _ bad. exfalso. apply (other_differs attacker). congruence.
Qed.

(** Where a series has ended with the opponent to move on that board, his next pass is his last. *)
Lemma round_end : forall h, stands_in n h -> turn_ n = opponent -> enough_ (at_ n) -> barred_ n = None ->
  ended_ (at_ n) opponent h = true -> forces the_game attacker wanted h.
Proof.
  intros h at_n his well free ended. apply by_answers; [rewrite (same_mover _ _ at_n); exact his |].
  intros [p |]; [exact (stone_fine h p at_n his) |]. apply pass_fine; [rewrite (same_board _ _ at_n); exact well |].
  apply by_pass.
  - change (other (mover_ h) = attacker). rewrite (same_mover _ _ at_n), his. apply other_other.
  - simpl. rewrite (same_board _ _ at_n). exact well.
  - intro on. exfalso. simpl in on. rewrite (same_board _ _ at_n) in on.
    assert (yes := ended_stays board board_eq_dec _ _ (v6_pass board h) h ended). unfold KeeV6Strategy.after_pass in on. rewrite yes in on. discriminate on.
Qed.

(** On a board that is enough, without a ko. *)
Lemma rounds : forall h, stands_in n h -> turn_ n = opponent -> enough_ (at_ n) -> barred_ n = None -> forces the_game attacker wanted h.
Proof.
  intros h at_n his well free. apply by_answers; [rewrite (same_mover _ _ at_n); exact his |].
  intros [p |]; [exact (stone_fine h p at_n his) |]. apply pass_fine; [rewrite (same_board _ _ at_n); exact well |].
  apply by_pass.
  - change (other (mover_ h) = attacker). rewrite (same_mover _ _ at_n), his. apply other_other.
  - simpl. rewrite (same_board _ _ at_n). exact well.
  - intros _. assert (back := stands_both n n h at_n (or_introl eq_refl) his eq_refl his free well).
    apply (round_end _ back his well free). unfold series_ended. cbn [KeeV6Strategy.after_pass v6_turns fst existsb].
    assert (made : ends_series _ (v6_pass board (after_pass h)) = true) by reflexivity. rewrite made. cbn [andb].
    assert (yes : produced board board_eq_dec (at_ n) opponent (v6_pass board (after_pass h)) = true).
    { apply (produced_true board board_eq_dec). split; [exact (same_board _ _ back) |]. rewrite <- his. exact (same_mover _ _ back). }
    rewrite yes. reflexivity.
Qed.

Lemma own_turn : forall h, stands_in n h -> turn_ n = attacker -> forces the_game attacker wanted h.
Proof.
  intros h at_n own. assert (mine : mover_ h = attacker) by (rewrite (same_mover _ _ at_n); exact own).
  destruct (attacker_moves _ _ _ _ _ _ _ _ g n open own) as [[well [n' [edge [here [turns free]]]]] | [p [b [n' [legal [edge [here [turns [bar fresh]]]]]]]]].
  - apply (by_pass h mine); [rewrite (same_board _ _ at_n); exact well |]. intros _.
    apply (again n' edge). apply (stands_passed n n' h at_n); auto. rewrite own. exact turns.
  - assert (clean : ~ old b) by (rewrite <- here; apply never_old; exact turns).
    eapply forces_goes with (m := Stone p : move the_game) (h' := after_stone h b); [exact mine | |].
    + simpl. rewrite mine, (same_board _ _ at_n), legal, (new_legal n h b p at_n clean fresh). reflexivity.
    + apply (again n' edge). split.
      * simpl. congruence.
      * change (other (mover_ h) = turn_ n'). rewrite mine. symmetry. exact turns.
      * apply (stood_later n n' _ h at_n); [right; exact edge | simpl; congruence].
      * discriminate.
      * intros c q stays_open _ is made. destruct bar as [none | some]; [congruence |]. rewrite some in is. injection is as <-.
        apply (back_illegal board point board_eq_dec in_atari attacker h b (at_ n) q); [exact mine | apply (same_board _ _ at_n) |].
        apply (in_atari_ _ _ _ _ _ _ _ _ g n' _ q stays_open turns); [exact some | exact made].
Qed.

Lemma from_node : forall h, stands_in n h -> forces the_game attacker wanted h.
Proof.
  intros h at_n. destruct (player_cases attacker (turn_ n)) as [own | his]; [exact (own_turn h at_n own) |].
  assert (up : mover_ h = opponent) by (rewrite (same_mover _ _ at_n); exact his).
  destruct (enough_dec board score attacker wanted (at_ n)) as [well | ill].
  - destruct (barred_ n) as [c |] eqn:bar; [| exact (rounds h at_n his well bar)].
    assert (some : barred_ n <> None) by congruence.
    destruct (freed _ _ _ _ _ _ _ _ g n open his well some) as [n' [edge [same turns]]].
    apply (by_answers h up). intros [p |]; [exact (stone_fine h p at_n his) |]. apply pass_fine; [rewrite (same_board _ _ at_n); exact well |].
    destruct turns as [own | [his' free]].
    + apply (again n' edge). apply (stands_passed n n' h at_n); auto.
      * rewrite his, own. symmetry. apply other_other.
      * intro bad. exfalso. apply (other_differs attacker). congruence.
    + apply by_pass.
      * change (other (mover_ h) = attacker). rewrite up. apply other_other.
      * simpl. rewrite (same_board _ _ at_n). exact well.
      * intros _. apply (again n' edge). apply (stands_both n n' h at_n); auto.
  - apply (by_answers h up). intros [p |]; [exact (stone_fine h p at_n his) |].
    destruct (passed_ h) eqn:was; [exfalso; apply ill; exact (passed_enough _ _ at_n was his) |].
    simpl. rewrite was. cbn [andb KeeV6Strategy.fine]. change (forces the_game attacker wanted (after_pass h)).
    destruct (pass_followed _ _ _ _ _ _ _ _ g n open his ill) as [n' [edge [same own]]]. apply (again n' edge).
    apply (stands_passed n n' h at_n); auto.
    + rewrite his, own. symmetry. apply other_other.
    + intro bad. exfalso. apply (other_differs attacker). congruence.
Qed.

End At.

Lemma stands_wins : forall n h, stands_in n h -> forces the_game attacker wanted h.
Proof.
  intro n. induction n as [n again] using (well_founded_induction (ends _ _ _ _ _ _ _ _ g)). intros h at_n.
  destruct (lasting (at_ n)) eqn:is; [| exact (from_node n is again h at_n)].
  apply lasting_wins. rewrite (same_board _ _ at_n). exact is.
Qed.

End KeeV6Entered.

(** ** Where a game has come to *)

Section Past.

Variables board point : Type.
Variable board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variable in_atari : board -> point -> bool.
Notation past := (v6_history board).
Notation the_game := (v6_game board point board_eq_dec play score in_atari).
Notation step_ := (v6_step board point board_eq_dec play score in_atari).

(** A history of the game, as far as matters: before a pass the other player moved on that board. *)
Definition v6_settled (h : past) : Prop := has_passed board h = true ->
  exists t rest, snd h = t :: rest /\ v6_left _ t = v6_left _ (fst h) /\ v6_next _ t = other (v6_next _ (fst h)).

Lemma v6_step_settled : forall h m h', step_ h m = Goes h' -> v6_settled h'.
Proof.
  intros h m h' made was. destruct m as [p |]; simpl in made.
  - destruct (play _ _ p) as [b |]; [| discriminate]. destruct (v6_forbids _ _ _ _ _ _); [discriminate |]. injection made as <-. discriminate.
  - destruct (has_passed _ h && _); [discriminate |]. injection made as <-. exists (fst h), (snd h). simpl. repeat split. symmetry. apply other_other.
Qed.

(** The moves of a game; nothing where one is not legal, or ends it. *)
Fixpoint v6_after_moves (h : past) (ms : list (go_move point)) : option past :=
  match ms with
  | [] => Some h
  | m :: rest => match step_ h m with Goes h' => v6_after_moves h' rest | _ => None end
  end.

Lemma v6_after_moves_settled : forall ms h h', v6_settled h -> v6_after_moves h ms = Some h' -> v6_settled h'.
Proof.
  induction ms as [| m rest again]; intros h h' is made; simpl in made; [injection made as <-; exact is |].
  destruct (step_ h m) as [| | h1] eqn:first; try discriminate. exact (again h1 h' (v6_step_settled h m h1 first) made).
Qed.

Variable attacker : player.
Variable wanted : Z.
Variable lasting : board -> bool.
Hypothesis lasting_wins : forall h, lasting (v6_left board (fst h)) = true -> forces the_game attacker wanted h.
Notation graph_ := (v6_graph board point play score in_atari attacker wanted lasting).

Definition v6_reach (g : graph_) (b : board) (a : player) : Prop := exists u, at_board _ _ _ _ _ _ _ _ g u = b /\ (a = attacker \/ turn _ _ _ _ _ _ _ _ g u = a).

Theorem v6_entered_wins : forall (g : graph_) n h, v6_settled h -> v6_left _ (fst h) = at_board _ _ _ _ _ _ _ _ g n -> v6_mover _ h = turn _ _ _ _ _ _ _ _ g n ->
  barred _ _ _ _ _ _ _ _ g n = None -> (forall t, In t (snd h) -> ~ v6_reach g (v6_left _ t) (v6_next _ t)) -> forces the_game attacker wanted h.
Proof.
  intros g n h is here up free clean.
  apply (stands_wins board point board_eq_dec play score in_atari attacker wanted lasting lasting_wins g (fun b => exists t, In t (snd h) /\ v6_left _ t = b)) with (n := n).
  - intros u his [t [there same]]. apply (clean t there). exists u. split; [symmetry; exact same |].
    destruct (player_cases attacker (v6_next _ t)) as [own | other_]; [left; exact own | right; congruence].
  - split; trivial.
    + intros t [<- | there]; [right; exists n; split; [apply rt_refl | symmetry; exact here] | left; exists t; auto].
    + intros was his. exfalso. destruct (is was) as [t [rest [before [same turn_t]]]]. apply (clean t); [rewrite before; left; reflexivity |].
      exists n. split; [congruence |]. left. rewrite turn_t. change (v6_next _ (fst h)) with (v6_mover _ h). rewrite up, his. apply other_other.
    + intros c p _ _ bar. congruence.
Qed.

End Past.
