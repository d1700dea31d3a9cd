(**
The strategy theorem for Kee's rules v6.0, for strategies that are answered and for those that are not.

A strategy graph ([v6_graph]) is one as in Strategy.v: nodes with a board, who is to move, and perhaps a board that the
opponent would bring back by retaking a ko at once; the attacker's moves; the opponent's stones and passes, followed; no endless
path; and each stone of the attacker's brings about the board of no node from which there is a path to the node where it is played.
Besides
- [in_atari_]: a ko is one: the stone that would retake it leaves its chain one liberty;
- [freed]: where the board is enough and there is a ko, what follows the opponent's pass is a node, too: the board without the ko,
  and he moves, as a pass answered his, or, in an answered strategy, the attacker.
Of nodes on boards that last nothing of this is asked: of such a board no more is known than that the attacker forces his margin there, whatever was played
([lasting_wins]). So living strategies are strategies, too.

[v6_strategy_forces]: then the attacker forces his margin from the start, the whole history being looked at. In terms of
solver/certificate/strategy_soundness.md: C3 forbids no stone that brings about a new board; it forbids to retake a ko at once, as nobody has
passed since; and who passes on and on, on a board that is enough, comes round to a situation in which a series has ended.

[stands_wins] says it of a history that stands at a node: before the graph was entered boards may have stood on which the opponent does not move in it ([old]).
*)
Require Import ZArith Lia List Bool Relations Wellfounded.
Require Import Game Strategy KeeV6 KeeV6Alone.
Import ListNotations.
Local Open Scope Z_scope.

Section KeeV6Strategy.

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
Notation fine := (fine board point board_eq_dec play score in_atari attacker wanted).
Notation by_answers := (by_answers board point board_eq_dec play score in_atari attacker wanted).
Notation pass_fine := (pass_fine board point board_eq_dec play score in_atari attacker wanted).
Notation by_pass := (by_pass board point board_eq_dec play score in_atari attacker wanted).

Hypothesis lasting_wins : forall h, lasting (now h) = true -> forces the_game attacker wanted h.

Definition enough (b : board) : Prop := wanted <= margin_of attacker (score b).

Lemma enough_dec : forall b, {enough b} + {~ enough b}.
Proof. intro b. apply Z_le_dec. Qed.

Record v6_graph : Type := {
  node : Type;
  at_board : node -> board;
  turn : node -> player;
  barred : node -> option board;
  next : node -> node -> Prop;
  path : node -> node -> Prop := clos_refl_trans node next;

  attacker_moves : forall n, lasting (at_board n) = false -> turn n = attacker ->
    (enough (at_board n) /\
     exists n', next n n' /\ at_board n' = at_board n /\ turn n' = opponent /\ barred n' = None) \/
    (exists p b n', play attacker (at_board n) p = Some b /\ next n n' /\ at_board n' = b /\ turn n' = opponent /\
       (barred n' = None \/ barred n' = Some (at_board n)) /\ forall u, path u n -> at_board u <> b);
  in_atari_ : forall n c p, lasting (at_board n) = false -> turn n = opponent -> barred n = Some c ->
    play opponent (at_board n) p = Some c -> in_atari c p = true;
  stone_followed : forall n p b, lasting (at_board n) = false -> turn n = opponent -> play opponent (at_board n) p = Some b ->
    barred n <> Some b -> exists n', next n n' /\ at_board n' = b /\ turn n' = attacker;
  pass_followed : forall n, lasting (at_board n) = false -> turn n = opponent -> ~ enough (at_board n) ->
    exists n', next n n' /\ at_board n' = at_board n /\ turn n' = attacker;
  freed : forall n, lasting (at_board n) = false -> turn n = opponent -> enough (at_board n) -> barred n <> None ->
    exists n', next n n' /\ at_board n' = at_board n /\ (turn n' = attacker \/ turn n' = opponent /\ barred n' = None);
  ends : well_founded (fun n' n => next n n')
}.

Variable g : v6_graph.
Notation node_ := (node g).
Notation at_ := (at_board g).
Notation turn_ := (turn g).
Notation barred_ := (barred g).
Notation next_ := (next g).
Notation path_ := (path g).

(** To retake a ko at once is. *)
Lemma back_illegal : forall h b c p, mover_ h = attacker -> now h = c -> in_atari c p = true -> forbids_ (after_stone h b) c p = true.
Proof.
  intros h b c p own here atari. unfold v6_forbids. rewrite atari. cbn [andb].
  assert (his : mover_ (after_stone h b) = opponent) by (unfold v6_mover; simpl; rewrite own; reflexivity).
  rewrite his, other_other. unfold KeeV6Alone.after_stone. cbn [v6_turns fst snd since].
  assert (not_last : produced board board_eq_dec c attacker (v6_stone board h b) = false).
  { unfold produced. cbn [v6_stone v6_next]. destruct (player_eq_dec _ _) as [bad |]; [| apply andb_false_r].
    exfalso. apply (other_differs attacker). rewrite own in bad. exact bad. }
  rewrite not_last.
  assert (before : produced board board_eq_dec c attacker (fst h) = true).
  { apply (produced_true board board_eq_dec). split; [exact here | exact own]. }
  destruct h as [t rest]. simpl in before |- *. rewrite before. reflexivity.
Qed.

Lemma ended_stays : forall b a t h, ended_ b a h = true -> ended_ b a (t, turns_ h) = true.
Proof.
  intros b a t h is. apply existsb_exists in is. destruct is as [t' [was so]]. apply existsb_exists. exists t'.
  split; [right; exact was | exact so].
Qed.

(** ** Where a graph is entered, and boards stood before *)

Section Past.

Variable old : board -> Prop.
Hypothesis never_old : forall u, turn_ u = opponent -> ~ old (at_ u).

(** A history stands at a node. *)
Record stands (n : node_) (h : past) : Prop := {
  same_board : now h = at_ n;
  same_mover : mover_ h = turn_ n;
  only_stood : forall t, In t (turns_ h) -> old (v6_left _ t) \/ exists u, path_ u n /\ at_ u = v6_left _ t;
  passed_enough : passed_ h = true -> turn_ n = opponent -> enough (at_ n);
  same_barred : forall c p, lasting (at_ n) = false -> turn_ n = opponent -> barred_ n = Some c -> play opponent (at_ n) p = Some c ->
    forbids_ h c p = true
}.

(** What stood, a turn later. *)
Lemma stood_later : forall n n' t h, stands n h -> n' = n \/ next_ n n' -> v6_left _ t = at_ n' ->
  forall t', In t' (turns_ (t, turns_ h)) -> old (v6_left _ t') \/ exists u, path_ u n' /\ at_ u = v6_left _ t'.
Proof.
  intros n n' t h at_n edge here t' [<- | was]; cbn [fst snd] in *.
  - right. exists n'. split; [apply rt_refl | congruence].
  - destruct (only_stood _ _ at_n t' was) as [bad | [u [way same]]]; [left; exact bad | right]. exists u. split; trivial.
    destruct edge as [-> | edge]; trivial. eapply rt_trans; [exact way | apply rt_step; exact edge].
Qed.

(** A pass, to a node that follows or back to the same. *)
Lemma stands_passed : forall n n' h, stands n h -> n' = n \/ next_ n n' -> at_ n' = at_ n ->
  turn_ n' = other (turn_ n) -> enough (at_ n) \/ turn_ n' = attacker -> (turn_ n' = opponent -> barred_ n' = None) -> stands n' (after_pass h).
Proof.
  intros n n' h at_n edge same turns well free. split.
  - simpl. rewrite same. apply (same_board _ _ at_n).
  - change (other (mover_ h) = turn_ n'). rewrite (same_mover _ _ at_n). congruence.
  - apply (stood_later n n' _ h at_n edge). simpl. rewrite same. apply (same_board _ _ at_n).
  - intros _ his. rewrite same. destruct well as [well | own]; [exact well |]. exfalso. apply (other_differs attacker). congruence.
  - intros c p _ his bar. rewrite (free his) in bar. discriminate.
Qed.

(** Two passes: the opponent's, and the attacker's that answers it. *)
Lemma stands_both : forall n n' h, stands n h -> n' = n \/ next_ n n' -> turn_ n = opponent -> at_ n' = at_ n ->
  turn_ n' = opponent -> barred_ n' = None -> enough (at_ n) -> stands n' (after_pass (after_pass h)).
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
Lemma new_legal : forall n h b p, stands n h -> ~ old b -> (forall u, path_ u n -> at_ u <> b) -> forbids_ h b p = false.
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
Hypothesis again : forall n', next_ n n' -> forall h, stands n' h -> forces the_game attacker wanted h.

Lemma stone_fine : forall h p, stands n h -> turn_ n = opponent -> fine (step_ h (Stone p)).
Proof.
  intros h p at_n his. simpl. rewrite (same_mover _ _ at_n), (same_board _ _ at_n), his.
  destruct (play opponent (at_ n) p) as [b |] eqn:made; [| exact I].
  destruct (forbids_ h b p) eqn:legal; [exact I |]. simpl.
  destruct (stone_followed g n p b open his made) as [n' [edge [here own]]].
  { intro bar. rewrite (same_barred _ _ at_n b p open his bar made) in legal. discriminate. }
  apply (again n' edge). split.
  - simpl. congruence.
  - change (other (mover_ h) = turn_ n'). rewrite (same_mover _ _ at_n), his, own. apply other_other.
  - apply (stood_later n n' _ h at_n); [right; exact edge | simpl; congruence].
  - discriminate.
  - intros c q _ bad. exfalso. apply (other_differs attacker). congruence.
Qed.

(** Where a series has ended with the opponent to move on that board, his next pass is his last. *)
Lemma round_end : forall h, stands n h -> turn_ n = opponent -> enough (at_ n) -> barred_ n = None ->
  ended_ (at_ n) opponent h = true -> forces the_game attacker wanted h.
Proof.
  intros h at_n his well free ended. apply by_answers; [rewrite (same_mover _ _ at_n); exact his |].
  intros [p |]; [exact (stone_fine h p at_n his) |]. apply pass_fine; [rewrite (same_board _ _ at_n); exact well |].
  apply by_pass.
  - change (other (mover_ h) = attacker). rewrite (same_mover _ _ at_n), his. apply other_other.
  - simpl. rewrite (same_board _ _ at_n). exact well.
  - intro on. exfalso. simpl in on. rewrite (same_board _ _ at_n) in on.
    assert (yes := ended_stays _ _ (v6_pass board h) h ended). unfold KeeV6Alone.after_pass in on. rewrite yes in on. discriminate on.
Qed.

(** On a board that is enough, without a ko. *)
Lemma rounds : forall h, stands n h -> turn_ n = opponent -> enough (at_ n) -> barred_ n = None -> forces the_game attacker wanted h.
Proof.
  intros h at_n his well free. apply by_answers; [rewrite (same_mover _ _ at_n); exact his |].
  intros [p |]; [exact (stone_fine h p at_n his) |]. apply pass_fine; [rewrite (same_board _ _ at_n); exact well |].
  apply by_pass.
  - change (other (mover_ h) = attacker). rewrite (same_mover _ _ at_n), his. apply other_other.
  - simpl. rewrite (same_board _ _ at_n). exact well.
  - intros _. assert (back := stands_both n n h at_n (or_introl eq_refl) his eq_refl his free well).
    apply (round_end _ back his well free). unfold series_ended. cbn [KeeV6Alone.after_pass v6_turns fst existsb].
    assert (made : ends_series _ (v6_pass board (after_pass h)) = true) by reflexivity. rewrite made. cbn [andb].
    assert (yes : produced board board_eq_dec (at_ n) opponent (v6_pass board (after_pass h)) = true).
    { apply (produced_true board board_eq_dec). split; [exact (same_board _ _ back) |]. rewrite <- his. exact (same_mover _ _ back). }
    rewrite yes. reflexivity.
Qed.

Lemma own_turn : forall h, stands n h -> turn_ n = attacker -> forces the_game attacker wanted h.
Proof.
  intros h at_n own. assert (mine : mover_ h = attacker) by (rewrite (same_mover _ _ at_n); exact own).
  destruct (attacker_moves g n open own) as [[well [n' [edge [here [turns free]]]]] | [p [b [n' [legal [edge [here [turns [bar fresh]]]]]]]]].
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
        apply (back_illegal h b (at_ n) q); [exact mine | apply (same_board _ _ at_n) |].
        apply (in_atari_ g n' _ q stays_open turns); [exact some | exact made].
Qed.

Lemma from_node : forall h, stands n h -> forces the_game attacker wanted h.
Proof.
  intros h at_n. destruct (player_cases attacker (turn_ n)) as [own | his]; [exact (own_turn h at_n own) |].
  assert (up : mover_ h = opponent) by (rewrite (same_mover _ _ at_n); exact his).
  destruct (enough_dec (at_ n)) as [well | ill].
  - destruct (barred_ n) as [c |] eqn:bar; [| exact (rounds h at_n his well bar)].
    assert (some : barred_ n <> None) by congruence.
    destruct (freed g n open his well some) as [n' [edge [same turns]]].
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
    simpl. rewrite was. cbn [andb KeeV6Alone.fine]. change (forces the_game attacker wanted (after_pass h)).
    destruct (pass_followed g n open his ill) as [n' [edge [same own]]]. apply (again n' edge).
    apply (stands_passed n n' h at_n); auto.
    + rewrite his, own. symmetry. apply other_other.
    + intro bad. exfalso. apply (other_differs attacker). congruence.
Qed.

End At.

Lemma stands_wins : forall n h, stands n h -> forces the_game attacker wanted h.
Proof.
  intro n. induction n as [n again] using (well_founded_induction (ends g)). intros h at_n.
  destruct (lasting (at_ n)) eqn:is; [| exact (from_node n is again h at_n)].
  apply lasting_wins. rewrite (same_board _ _ at_n). exact is.
Qed.

End Past.

Theorem v6_strategy_forces : forall n, barred_ n = None ->
  forces the_game attacker wanted (v6_start board (at_ n) (turn_ n)).
Proof.
  intros n free. apply (stands_wins (fun _ => False) (fun _ _ bad => bad) n). split; try reflexivity.
  - intros t [<- | []]. right. exists n. split; [apply rt_refl | reflexivity].
  - discriminate.
  - intros c p _ _ bar. congruence.
Qed.

End KeeV6Strategy.
