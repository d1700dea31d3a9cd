(**
Lines of play that follow a strategy under Kee's rules of 2013, and what the balance of passes is along them.

A [line] is a history that plays by a graph ([kee_graph]) from a node on. No turn before it began was in the graph's reach ([in_reach]). Who is out
where a board comes back depends on the balance of passes since it was encountered before; [since_bound] says what this can be on a line: so
little that it is the opponent who is out when he brings a board back.
*)
Require Import ZArith Lia List Bool Relations Wellfounded.
Require Import Game Lemma Kee2013 KeeGraph.
Import ListNotations.
Local Open Scope Z_scope.
Local Opaque all_turns.

Section KeeLines.

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
Notation latest_ := (latest board board_eq_dec tally_all).
Notation encounters_ := (encounters board board_eq_dec).
Notation all := (all_turns board).
Notation enough := (enough board score attacker wanted).
Notation reaches_alone := (reaches_alone board point play score attacker wanted).
Notation kee_graph := (kee_graph board point play score refresh attacker wanted).
Notation node := (node board point play score refresh attacker wanted).
Notation at_board := (at_board board point play score refresh attacker wanted).
Notation turn := (turn board point play score refresh attacker wanted).
Notation barred := (barred board point play score refresh attacker wanted).
Notation next := (next board point play score refresh attacker wanted).
Notation path := (path board point play score refresh attacker wanted).
Notation may_bring := (may_bring board point play score refresh attacker wanted).
Notation leaves := (leaves board point play score refresh attacker wanted).
Notation kept := (kept board point play score refresh attacker wanted).
Notation not_passed := (not_passed board point play score refresh attacker wanted).
Notation since := (since board board_eq_dec tally_all).
Notation opponent_differs := (opponent_differs attacker).
Notation other_opponent := (other_opponent attacker).
Notation own_pass_value := (own_pass_value tally_all attacker).
Notation his_pass_value := (his_pass_value tally_all attacker).

Section Lines.

Variable g : kee_graph.
Notation leaves_ := (leaves g).
Notation path_ := (path g).

(** The turns that play by the graph may come to: each of its boards with the attacker, and with the opponent where he moves on it. *)
Definition in_reach (b : board) (a : player) : Prop := exists u, at_board g u = b /\ (a = attacker \/ turn g u = a).

(** Where play by the graph begins: no turn before is in its reach. *)
Variable n0 : node g.
Variable begun : turn_made.
Variable earlier : list turn_made.
Hypothesis begun_at : left_board _ begun = at_board g n0 /\ next_up _ begun = turn g n0 /\ out _ begun = None.
Hypothesis begun_free : barred g n0 = None.
Hypothesis begun_passed : just_passed _ begun = true -> turn g n0 <> opponent.
Hypothesis earlier_clean : forall t, In t earlier -> ~ in_reach (left_board _ t) (next_up _ t).

Definition turn_of_move (a : player) (b : board) (k : kind) : turn_made := new_turn board a None b k.

(** A history, no player out, that follows the graph and stands at a node. The last rule is a refreshing
    pass of the opponent's where the board is enough, and the pass that answers it. *)
Inductive line : past -> node g -> Prop :=
| line_start : line (begun, earlier) n0
| line_own_stone : forall h n n', line h n -> turn g n = attacker -> next g n n' -> turn g n' = opponent ->
    (forall u, path_ u n -> at_board g u <> at_board g n') ->
    (barred g n' = None \/ barred g n' = Some (at_board g n) /\ reaches_alone [] (at_board g n)) ->
    line (turn_of_move attacker (at_board g n') Stone_laid, all h) n'
| line_own_pass : forall h n n', line h n -> turn g n = attacker -> next g n n' -> turn g n' = opponent ->
    at_board g n' = at_board g n -> enough (at_board g n) -> barred g n' = None ->
    latest_ (at_board g n) opponent false 0 (all h) = None ->
    line (turn_of_move attacker (at_board g n) Normal_pass, all h) n'
| line_stone : forall h n n', line h n -> may_bring g n (at_board g n') -> next g n n' ->
    turn g n' = attacker -> line (turn_of_move opponent (at_board g n') Stone_laid, all h) n'
| line_pass : forall h n n' k, line h n -> turn g n = opponent -> ~ enough (at_board g n) -> next g n n' ->
    at_board g n' = at_board g n -> turn g n' = attacker -> k <> Stone_laid ->
    line (turn_of_move opponent (at_board g n) k, all h) n'
| line_refresh : forall h n n', line h n -> turn g n = opponent -> enough (at_board g n) ->
    at_board g n' = at_board g n -> turn g n' = opponent -> barred g n' = None -> n' = n \/ next g n n' ->
    line (turn_of_move attacker (at_board g n) Normal_pass,
          all (turn_of_move opponent (at_board g n) Refreshing_pass, all h)) n'.

Lemma line_stands : forall h n, line h n ->
  left_board _ (fst h) = at_board g n /\ up _ h = turn g n /\ out _ (fst h) = None.
Proof.
  intros h n on. unfold up.
  destruct on; simpl; [exact begun_at | ..]; repeat split; trivial; try congruence; try (symmetry; assumption);
    rewrite other_opponent; symmetry; assumption.
Qed.

Lemma path_on : forall u n n', path_ u n -> n' = n \/ next g n n' -> path_ u n'.
Proof.
  intros u n n' way [-> | edge]; trivial. eapply rt_trans; [exact way | apply rt_step; exact edge].
Qed.

Lemma clean_since : forall b a, in_reach b a -> forall ts c, (forall t, In t ts -> In t earlier) -> ~ since b a c ts.
Proof.
  intros b a reached ts c all_earlier was. induction was as [t ts is | t ts c was again].
  - apply encounters_true in is. destruct is as [<- <-]. apply (earlier_clean t); [apply all_earlier; left; reflexivity | exact reached].
  - apply again. intros t' is. apply all_earlier. right. exact is.
Qed.

(** All boards of a line that are in reach are boards of nodes from which there is a path to the present one. *)
Lemma since_visited : forall h n, line h n -> forall b a c, in_reach b a -> since b a c (all h) ->
  exists u, path_ u n /\ at_board g u = b.
Proof.
  intros h n on.
  assert (old : forall n n' b, n' = n \/ next g n n' ->
    (exists u, path_ u n /\ at_board g u = b) -> exists u, path_ u n' /\ at_board g u = b).
  { intros n1 n2 b step_ [u [way same]]. exists u. split; trivial. apply (path_on u n1 n2 way step_). }
  assert (now : forall n' t b a, encounters_ t b a = true -> left_board _ t = at_board g n' ->
    exists u, path_ u n' /\ at_board g u = b).
  { intros n2 t b a is same. apply encounters_true in is. exists n2. split; [apply rt_refl | intuition congruence]. }
  induction on; intros b a c reached was; rewrite all_pushed in was;
    inversion was as [t ts is_ | t ts c0 was_]; subst; clear was;
    try (exfalso; eapply clean_since; [exact reached | | eassumption]; trivial; fail);
    try (eapply now; [eassumption |]; apply (proj1 begun_at));
    try (eapply now; [eassumption |]; simpl; congruence);
    try (eapply old; [right; eassumption | eauto]).
  rewrite all_pushed in was_. inversion was_ as [t ts is_ | t ts c1 was2]; subst.
    + eapply now; [eassumption |]. simpl. congruence.
    + eapply old; eauto.
Qed.

(** What the balance since an encounter may be. *)
Definition low (a : player) (c : Z) : Prop :=
  margin_of opponent c <= 0 /\ (a = attacker -> margin_of opponent c <= -1).

Definition passed_since (u : node g) (n : node g) : Prop := exists w w',
  path_ u w /\ turn g w = opponent /\ ~ enough (at_board g w) /\ next g w w' /\
  at_board g w' = at_board g w /\ path_ w' n.

Definition there (n : node g) (b : board) (a : player) (c : Z) : Prop :=
  at_board g n = b /\ (enough b -> margin_of opponent c <= 0) /\
  (turn g n = opponent -> a = attacker -> enough b /\ margin_of opponent c <= -1).

Definition left_by_attacker (n : node g) (b : board) : Prop :=
  exists u u', leaves_ u u' b attacker /\ path_ u' n.

Definition left_by_opponent (n : node g) (b : board) (a : player) (c : Z) : Prop :=
  (a = attacker -> enough b) /\
  (enough b -> exists u u', leaves_ u u' b opponent /\ path_ u' n /\ (low a c \/ passed_since u' n)).

Definition away (n : node g) (b : board) (a : player) (c : Z) : Prop :=
  at_board g n <> b /\ (left_by_attacker n b \/ left_by_opponent n b a c).

Lemma away_later : forall n n' b a c d, n' = n \/ next g n n' -> at_board g n' <> b ->
  margin_of opponent d <= margin_of opponent c -> away n b a c -> away n' b a d.
Proof.
  intros n n' b a c d step_ other_ less [_ [[u [u' [left_ way]]] | [same left_]]]; split; trivial.
  - left. exists u, u'. split; trivial. apply (path_on _ _ _ way step_).
  - right. split; trivial. intro well. destruct (left_ well) as [u [u' [leave [way since_]]]].
    exists u, u'. split; trivial. split; [apply (path_on _ _ _ way step_) |].
    destruct since_ as [[one two] | [w [w' [to_w [turn_ [ill [edge [pass from_w]]]]]]]].
    + left. split; [lia | intro is; specialize (two is); lia].
    + right. exists w, w'. repeat split; trivial. apply (path_on _ _ _ from_w step_).
Qed.

(** By a stone of the opponent's that brings [b] back. *)
Lemma brought_back : forall n b a c, may_bring g n b -> away n b a c ->
  (a = attacker -> enough b) /\ (enough b -> low a c).
Proof.
  intros n b a c may [_ [[u [u' [left_ way]]] | [same left_]]].
  - exfalso. exact (kept g n b u u' may left_ way).
  - split; trivial. intro well. destruct (left_ well) as [u [u' [leave [way since_]]]].
    destruct since_ as [is | [w [w' [to_w [turn_ [ill [edge [pass from_w]]]]]]]]; trivial.
    exfalso. exact (not_passed g n b u u' w w' may well leave to_w turn_ ill edge pass from_w).
Qed.

Lemma plus_nothing : forall c a, c + pass_value tally_all a Stone_laid = c.
Proof. intros. simpl. lia. Qed.

Theorem since_bound : forall h n, line h n -> forall b a c, in_reach b a -> since b a c (all h) ->
  there n b a c \/ away n b a c.
Proof.
  assert (fresh : forall n b a t, encounters_ t b a = true -> left_board _ t = at_board g n ->
    (a = attacker -> turn g n <> opponent) -> there n b a 0 \/ away n b a 0).
  { intros n b a t is same turn_. apply encounters_true in is. left.
    split; [intuition congruence |]. split; [intros _; destruct opponent; simpl; lia |].
    intros his own. exfalso. exact (turn_ own his). }
  intros h n on. induction on as
    [| h n n' on again own edge his new bar | h n n' on again own edge his same well free none
    | h n n' on again may edge own | h n n' k on again his ill edge same own is
    | h n n' on again his well same his' free edge]; intros b a c reached was; rewrite all_pushed in was;
    inversion was as [t ts is_ | t ts c0 old]; subst.
  - eapply fresh; [eassumption | apply (proj1 begun_at) |]. apply encounters_true in is_.
    intros own his. apply opponent_differs. destruct begun_at as [_ [turn_ _]]. intuition congruence.
  - exfalso. eapply clean_since; [exact reached | | exact old]. trivial.
  - eapply fresh; [eassumption | reflexivity |]. apply encounters_true in is_. simpl in is_.
    intros own' _. apply opponent_differs. intuition congruence.
  - unfold value_of. cbn [by_move turn_of_move new_turn]. rewrite plus_nothing.
    destruct (since_visited h n on b a c0 reached old) as [u [way here]].
    assert (gone : at_board g n' <> b) by (intro back; apply (new u way); congruence).
    destruct (again b a c0 reached old) as [[here' _] | out_].
    + right. split; trivial. left. exists n, n'. split; [repeat split; trivial | apply rt_refl].
    + right. apply (away_later n n' b a c0 c0); auto. lia.
  - eapply fresh; [eassumption | simpl; congruence |]. apply encounters_true in is_. simpl in is_.
    intros own' _. apply opponent_differs. intuition congruence.
  - unfold value_of. cbn [by_move turn_of_move new_turn].
    set (v := pass_value tally_all attacker Normal_pass).
    assert (less : margin_of opponent (c0 + v) = margin_of opponent c0 - 1).
    { rewrite margin_sum. unfold v. rewrite own_pass_value. lia. }
    destruct (again b a c0 reached old) as [[here [few _]] | out_].
    + left. split; [congruence |]. rewrite here in well. specialize (few well).
      split; [intros _; lia |]. intros _ _. split; [trivial | lia].
    + right. apply (away_later n n' b a c0); auto; [| lia]. rewrite same. apply (proj1 out_).
  - eapply fresh; [eassumption | reflexivity |]. intros _. rewrite own. apply not_eq_sym. apply opponent_differs.
  - unfold value_of. cbn [by_move turn_of_move new_turn]. rewrite plus_nothing.
    destruct (again b a c0 reached old) as [[here [few more]] | out_]; destruct (board_eq_dec (at_board g n') b) as [back | gone].
    + left. split; trivial. split; trivial. intros his. exfalso. apply opponent_differs. congruence.
    + right. split; trivial. right. assert (his := proj1 may). split; [intro is; apply (more his is) |].
      intro well. exists n, n'. split; [repeat split; trivial |]. split; [apply rt_refl |].
      left. split; [auto | intro is; apply (more his is)].
    + left. rewrite <- back in out_. destruct (brought_back n (at_board g n') a c0 may out_) as [_ less].
      split; trivial. split; [intro well; rewrite <- back in well; apply (less well) |].
      intros his. exfalso. apply opponent_differs. congruence.
    + right. apply (away_later n n' b a c0); auto. lia.
  - eapply fresh; [eassumption | simpl; congruence |]. intros _. rewrite own. apply not_eq_sym. apply opponent_differs.
  - destruct (again b a c0 reached old) as [[here [few more]] | out_].
    + left. split; [congruence |]. split; [intro well; exfalso; apply ill; congruence |].
      intros his'. exfalso. apply opponent_differs. congruence.
    + right. destruct out_ as [gone [[u [u' [left_ way]]] | [eq left_]]]; (split; [congruence |]).
      * left. exists u, u'. split; trivial. eapply path_on; eauto.
      * right. split; trivial. intro well. destruct (left_ well) as [u [u' [leave [way since_]]]].
        exists u, u'. split; trivial. split; [eapply path_on; eauto |]. right.
        exists n, n'. repeat split; trivial. apply rt_refl.
  - eapply fresh; [eassumption | simpl; congruence |]. apply encounters_true in is_. simpl in is_.
    intros own' _. apply opponent_differs. intuition congruence.
  - unfold value_of at 1. cbn [by_move turn_of_move new_turn].
    set (v := pass_value tally_all attacker Normal_pass).
    assert (v_is : margin_of opponent v = -1) by apply own_pass_value.
    rewrite all_pushed in old. inversion old as [t ts is_ | t ts c1 older]; subst.
    + left. apply encounters_true in is_. simpl in is_. destruct is_ as [here _].
      split; [congruence |]. rewrite Z.add_0_l, v_is. split; [lia |]. intros _ _. split; [congruence | lia].
    + unfold value_of. cbn [by_move turn_of_move new_turn].
      set (w := pass_value tally_all opponent Refreshing_pass).
      assert (w_is : 0 <= margin_of opponent w <= 1) by apply his_pass_value.
      assert (less : margin_of opponent (c1 + w + v) <= margin_of opponent c1).
      { rewrite !margin_sum, v_is. lia. }
      destruct (again b a c1 reached older) as [[here [few more]] | out_].
      * left. split; [congruence |]. split; [intro ok; specialize (few ok); lia |].
        intros _ is. destruct (more his is). split; [trivial | lia].
      * right. apply (away_later n n' b a c1); auto. rewrite same. apply (proj1 out_).
Qed.

End Lines.

End KeeLines.
