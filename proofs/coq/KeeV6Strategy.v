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
*)
Require Import ZArith Lia List Bool Relations Wellfounded.
Require Import Game Strategy KeeV6.
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

Let opponent : player := other attacker.
Notation past := (v6_history board).
Notation the_game := (v6_game board point board_eq_dec play score in_atari).
Notation step_ := (v6_step board point board_eq_dec play score in_atari).
Notation forbids_ := (v6_forbids board point board_eq_dec in_atari).
Notation turns_ := (v6_turns board).
Notation mover_ := (v6_mover board).
Notation passed_ := (has_passed board).
Notation ended_ := (series_ended board board_eq_dec).
Notation now h := (v6_left board (fst h)).

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

(** A history stands at a node. *)
Record stands (n : node_) (h : past) : Prop := {
  same_board : now h = at_board g n;
  same_mover : mover_ h = turn g n;
  only_stood : forall t, In t (turns_ h) -> exists u, path g u n /\ at_board g u = v6_left _ t;
  passed_enough : passed_ h = true -> turn g n = opponent -> enough (at_board g n);
  ended_enough : forall t, In t (turns_ h) -> ends_series _ t = true -> enough (v6_left _ t);
  same_barred : forall c p, lasting (at_board g n) = false -> turn g n = opponent -> barred g n = Some c -> play opponent (at_board g n) p = Some c ->
    forbids_ h c p = true
}.

Definition fine (o : outcome past) : Prop :=
  match o with Illegal => True | Ends r => good attacker wanted r | Goes h => forces the_game attacker wanted h end.

Lemma by_answers : forall h, mover_ h = opponent -> (forall m, fine (step_ h m)) -> forces the_game attacker wanted h.
Proof.
  intros h his well. apply forces_answers; [exact his | |].
  - intros m r made. specialize (well m). change (step_ h m = Ends r) in made. rewrite made in well. exact well.
  - intros m h' made. specialize (well m). change (step_ h m = Goes h') in made. rewrite made in well. exact well.
Qed.

Definition after_pass (h : past) : past := (v6_pass board h, turns_ h).
Definition after_stone (h : past) (b : board) : past := (v6_stone board h b, turns_ h).

Lemma pass_fine : forall h, enough (now h) -> forces the_game attacker wanted (after_pass h) -> fine (step_ h Pass).
Proof. intros h well on. simpl. destruct (passed_ h && _); [exact well | exact on]. Qed.

Lemma by_pass : forall h, mover_ h = attacker -> enough (now h) ->
  (passed_ h && ended_ (now h) opponent h = false -> forces the_game attacker wanted (after_pass h)) -> forces the_game attacker wanted h.
Proof.
  intros h own well on. destruct (passed_ h && ended_ (now h) opponent h) eqn:over.
  - eapply forces_ends with (m := Pass : move the_game); [exact own | simpl; rewrite own; fold opponent; rewrite over; reflexivity | exact well].
  - eapply forces_goes with (m := Pass : move the_game); [exact own | simpl; rewrite own; fold opponent; rewrite over; reflexivity | auto].
Qed.

Lemma mover_passed : forall h, mover_ (after_pass h) = other (mover_ h).
Proof. reflexivity. Qed.

(** What stood, a turn later. *)
Lemma stood_later : forall n n' t h, stands n h -> n' = n \/ next g n n' -> v6_left _ t = at_board g n' ->
  forall t', In t' (turns_ (t, turns_ h)) -> exists u, path g u n' /\ at_board g u = v6_left _ t'.
Proof.
  intros n n' t h at_n edge here t' [<- | was]; cbn [fst snd] in *.
  - exists n'. split; [apply rt_refl | congruence].
  - destruct (only_stood _ _ at_n t' was) as [u [way same]]. exists u. split; trivial.
    destruct edge as [-> | edge]; trivial. eapply rt_trans; [exact way | apply rt_step; exact edge].
Qed.

Lemma ended_later : forall n t h, stands n h -> (ends_series _ t = true -> enough (v6_left _ t)) ->
  forall t', In t' (turns_ (t, turns_ h)) -> ends_series _ t' = true -> enough (v6_left _ t').
Proof. intros n t h at_n well t' [<- | was]; [exact well | exact (ended_enough _ _ at_n t' was)]. Qed.

(** A pass, to a node that follows or back to the same. *)
Lemma stands_passed : forall n n' h, stands n h -> n' = n \/ next g n n' -> at_board g n' = at_board g n ->
  turn g n' = other (turn g n) -> enough (at_board g n) \/ passed_ h = false /\ turn g n' = attacker ->
  (turn g n' = opponent -> barred g n' = None) -> stands n' (after_pass h).
Proof.
  intros n n' h at_n edge same turns_ well free. split.
  - simpl. rewrite same. apply (same_board _ _ at_n).
  - rewrite mover_passed, (same_mover _ _ at_n). congruence.
  - apply (stood_later n n' _ h at_n edge). simpl. rewrite same. apply (same_board _ _ at_n).
  - intros _ his. rewrite same. destruct well as [well | [_ own]]; [exact well |].
    exfalso. apply (other_differs attacker). unfold opponent in his. congruence.
  - apply (ended_later n _ h at_n). simpl. intro series. rewrite (same_board _ _ at_n).
    destruct well as [well | [not_passed _]]; [exact well | congruence].
  - intros c p _ his bar. rewrite (free his) in bar. discriminate.
Qed.

(** Two passes: the opponent's, and the attacker's that answers it. *)
Lemma stands_both : forall n n' h, stands n h -> n' = n \/ next g n n' -> turn g n = opponent -> at_board g n' = at_board g n ->
  turn g n' = opponent -> barred g n' = None -> enough (at_board g n) -> stands n' (after_pass (after_pass h)).
Proof.
  intros n n' h at_n edge his same his' free well.
  assert (here : v6_left _ (v6_pass board h) = at_board g n) by exact (same_board _ _ at_n). split.
  - simpl. rewrite same. apply (same_board _ _ at_n).
  - rewrite !mover_passed, (same_mover _ _ at_n), other_other. congruence.
  - intros t [<- | was].
    + exists n'. split; [apply rt_refl | simpl; rewrite same; symmetry; apply (same_board _ _ at_n)].
    + apply (stood_later n n' (v6_pass board h) h at_n edge); [congruence | exact was].
  - intros _ _. rewrite same. exact well.
  - intros t [<- | was] series.
    + simpl. rewrite (same_board _ _ at_n). exact well.
    + apply (ended_later n (v6_pass board h) h at_n) with (t' := t); trivial. intros _. rewrite here. exact well.
  - intros c p _ _ bar. congruence.
Qed.

Lemma ended_stays : forall b a t h, ended_ b a h = true -> ended_ b a (t, turns_ h) = true.
Proof.
  intros b a t h is. apply existsb_exists in is. destruct is as [t' [was so]]. apply existsb_exists. exists t'.
  split; [right; exact was | exact so].
Qed.

(** No stone of the attacker's that brings about a new board is forbidden. *)
Lemma new_legal : forall n h b p, stands n h -> (forall u, path g u n -> at_board g u <> b) -> forbids_ h b p = false.
Proof.
  intros n h b p at_n fresh. unfold v6_forbids. destruct (in_atari b p); [| reflexivity]. cbn [andb].
  assert (none : forall ts, (forall t, In t ts -> v6_left _ t <> b) -> since board board_eq_dec b (other (mover_ h)) ts = None).
  { induction ts as [| t before again]; intro all; [reflexivity |]. simpl. unfold produced.
    destruct (board_eq_dec (v6_left _ t) b) as [bad | _]; [destruct (all t (or_introl eq_refl) bad) |]. cbn [andb].
    rewrite again; [reflexivity |]. intros t' is. apply all. right. exact is. }
  rewrite none; [reflexivity |]. intros t was bad. destruct (only_stood _ _ at_n t was) as [u [way same]].
  apply (fresh u way). congruence.
Qed.

(** To retake a ko at once is. *)
Lemma back_illegal : forall h b c p, mover_ h = attacker -> now h = c -> in_atari c p = true -> forbids_ (after_stone h b) c p = true.
Proof.
  intros h b c p own here atari. unfold v6_forbids. rewrite atari. cbn [andb].
  assert (his : mover_ (after_stone h b) = opponent) by (unfold v6_mover; simpl; rewrite own; reflexivity).
  rewrite his. unfold opponent. rewrite other_other. unfold after_stone. cbn [v6_turns fst snd since].
  assert (not_last : produced board board_eq_dec c attacker (v6_stone board h b) = false).
  { unfold produced. cbn [v6_stone v6_next]. destruct (player_eq_dec _ _) as [bad |]; [| apply andb_false_r].
    exfalso. apply (other_differs attacker). rewrite own in bad. exact bad. }
  rewrite not_last.
  assert (before : produced board board_eq_dec c attacker (fst h) = true).
  { apply (produced_true board board_eq_dec). split; [exact here | exact own]. }
  destruct h as [t rest]. simpl in before |- *. rewrite before. reflexivity.
Qed.

Section At.

Variable n : node_.
Hypothesis open : lasting (at_board g n) = false.
Hypothesis again : forall n', next g n n' -> forall h, stands n' h -> forces the_game attacker wanted h.

Lemma stone_fine : forall h p, stands n h -> turn g n = opponent -> fine (step_ h (Stone p)).
Proof.
  intros h p at_n his. simpl. rewrite (same_mover _ _ at_n), (same_board _ _ at_n), his.
  destruct (play opponent (at_board g n) p) as [b |] eqn:made; [| exact I].
  destruct (forbids_ h b p) eqn:legal; [exact I |]. simpl.
  destruct (stone_followed g n p b open his made) as [n' [edge [here own]]].
  { intro bar. rewrite (same_barred _ _ at_n b p open his bar made) in legal. discriminate. }
  apply (again n' edge). split.
  - simpl. congruence.
  - change (other (mover_ h) = turn g n'). rewrite (same_mover _ _ at_n), his, own. apply other_other.
  - apply (stood_later n n' _ h at_n); [right; exact edge | simpl; congruence].
  - discriminate.
  - apply (ended_later n _ h at_n). discriminate.
  - intros c q _ bad. exfalso. apply (other_differs attacker). unfold opponent in bad. congruence.
Qed.

(** Where a series has ended with the opponent to move on that board, his next pass is his last. *)
Lemma round_end : forall h, stands n h -> turn g n = opponent -> enough (at_board g n) -> barred g n = None ->
  ended_ (at_board g n) opponent h = true -> forces the_game attacker wanted h.
Proof.
  intros h at_n his well free ended. apply by_answers; [rewrite (same_mover _ _ at_n); exact his |].
  intros [p |]; [exact (stone_fine h p at_n his) |]. apply pass_fine; [rewrite (same_board _ _ at_n); exact well |].
  apply by_pass.
  - rewrite mover_passed, (same_mover _ _ at_n), his. apply other_other.
  - simpl. rewrite (same_board _ _ at_n). exact well.
  - intro on. exfalso. simpl in on. rewrite (same_board _ _ at_n) in on.
    assert (yes := ended_stays _ _ (v6_pass board h) h ended). unfold after_pass in on. rewrite yes in on. discriminate on.
Qed.

(** On a board that is enough, without a ko. *)
Lemma rounds : forall h, stands n h -> turn g n = opponent -> enough (at_board g n) -> barred g n = None ->
  forces the_game attacker wanted h.
Proof.
  intros h at_n his well free. apply by_answers; [rewrite (same_mover _ _ at_n); exact his |].
  intros [p |]; [exact (stone_fine h p at_n his) |]. apply pass_fine; [rewrite (same_board _ _ at_n); exact well |].
  apply by_pass.
  - rewrite mover_passed, (same_mover _ _ at_n), his. apply other_other.
  - simpl. rewrite (same_board _ _ at_n). exact well.
  - intros _. assert (back := stands_both n n h at_n (or_introl eq_refl) his eq_refl his free well).
    apply (round_end _ back his well free). unfold series_ended. cbn [after_pass v6_turns fst existsb].
    assert (made : ends_series _ (v6_pass board (after_pass h)) = true) by reflexivity. rewrite made. cbn [andb].
    assert (yes : produced board board_eq_dec (at_board g n) opponent (v6_pass board (after_pass h)) = true).
    { apply (produced_true board board_eq_dec). split; [exact (same_board _ _ back) |]. rewrite <- his. exact (same_mover _ _ back). }
    rewrite yes. reflexivity.
Qed.

Lemma from_node : forall h, stands n h -> forces the_game attacker wanted h.
Proof.
  intros h at_n. destruct (player_cases attacker (turn g n)) as [own | his].
  - assert (mine : mover_ h = attacker) by (rewrite (same_mover _ _ at_n); exact own).
    destruct (attacker_moves g n open own) as [[well [n' [edge [here [turns free]]]]] | [p [b [n' [legal [edge [here [turns [bar fresh]]]]]]]]].
    + apply (by_pass h mine); [rewrite (same_board _ _ at_n); exact well |]. intros _.
      apply (again n' edge). apply (stands_passed n n' h at_n); auto. rewrite own. exact turns.
    + eapply forces_goes with (m := Stone p : move the_game) (h' := after_stone h b); [exact mine | |].
      * simpl. rewrite mine, (same_board _ _ at_n), legal, (new_legal n h b p at_n fresh). reflexivity.
      * apply (again n' edge). split.
        -- simpl. congruence.
        -- change (other (mover_ h) = turn g n'). rewrite mine. symmetry. exact turns.
        -- apply (stood_later n n' _ h at_n); [right; exact edge | simpl; congruence].
        -- discriminate.
        -- apply (ended_later n _ h at_n). discriminate.
        -- intros c q stays_open _ is made. destruct bar as [none | some]; [congruence |]. rewrite some in is. injection is as <-.
           apply back_illegal; [exact mine | apply (same_board _ _ at_n) |].
           apply (in_atari_ g n' _ q stays_open turns); [exact some | exact made].
  - destruct (enough_dec (at_board g n)) as [well | ill].
    + destruct (barred g n) as [c |] eqn:bar; [| exact (rounds h at_n his well bar)].
      assert (some : barred g n <> None) by congruence.
      destruct (freed g n open his well some) as [n' [edge [same turns]]].
      apply by_answers; [rewrite (same_mover _ _ at_n); exact his |].
      intros [p |]; [exact (stone_fine h p at_n his) |]. apply pass_fine; [rewrite (same_board _ _ at_n); exact well |].
      destruct turns as [own | [his' free]].
      * apply (again n' edge). apply (stands_passed n n' h at_n); auto.
        -- rewrite his, own. symmetry. apply other_other.
        -- intro bad. exfalso. apply (other_differs attacker). unfold opponent in bad. congruence.
      * apply by_pass.
        -- rewrite mover_passed, (same_mover _ _ at_n), his. apply other_other.
        -- simpl. rewrite (same_board _ _ at_n). exact well.
        -- intros _. apply (again n' edge). apply (stands_both n n' h at_n); auto.
    + apply by_answers; [rewrite (same_mover _ _ at_n); exact his |].
      intros [p |]; [exact (stone_fine h p at_n his) |].
      destruct (passed_ h) eqn:was; [exfalso; apply ill; exact (passed_enough _ _ at_n was his) |].
      simpl. rewrite was. cbn [andb fine]. fold (after_pass h).
      destruct (pass_followed g n open his ill) as [n' [edge [same own]]]. apply (again n' edge).
      apply (stands_passed n n' h at_n); auto.
      * rewrite his, own. symmetry. apply other_other.
      * intro bad. exfalso. apply (other_differs attacker). unfold opponent in bad. congruence.
Qed.

End At.

Theorem v6_strategy_forces : forall n, barred g n = None ->
  forces the_game attacker wanted (v6_start board (at_board g n) (turn g n)).
Proof.
  intros n free.
  assert (all : forall n h, stands n h -> forces the_game attacker wanted h).
  { intro n0. induction n0 as [n0 again] using (well_founded_induction (ends g)). intros h at_n.
    destruct (lasting (at_board g n0)) eqn:is; [| exact (from_node n0 is again h at_n)].
    apply lasting_wins. rewrite (same_board _ _ at_n). exact is. }
  apply (all n). split; try reflexivity.
  - intros t [<- | []]. exists n. split; [apply rt_refl | reflexivity].
  - discriminate.
  - intros t [<- | []]. discriminate.
  - intros c p _ _ bar. congruence.
Qed.

End KeeV6Strategy.
