(**
The strategy theorem for Kee's rules of 2013, with refreshing passes and without, in both tallies.

A strategy graph ([kee_graph]) is one as in Strategy.v: nodes with a board, who is to move, and perhaps a
board that the opponent would bring back by retaking a ko at once; the attacker's moves; the opponent's
stones and passes, followed; no endless path; and each stone of the attacker's brings about the board of no
node from which there is a path to the node where it is played. Besides
- [kept]: no stone of the opponent's brings back a board that the attacker left with a stone;
- [not_passed]: none brings back a board that is enough, and that the opponent left with a stone, if he has
  passed since on a board that is not enough;
- [alone]: where the opponent would retake a ko at once the attacker, left alone on the board then there,
  comes to a board that is enough by stones that bring back no board;
- [goes_on]: where the board is enough and there is a ko, what follows two passes is a node, too: a
  refreshing pass does not let the second one end the game.
In terms of solver/certificate/strategy_soundness.md these are its conditions (d), (e), (f), and what it says of lines.

[kee_strategy_forces]: then the attacker forces his margin from the start, the whole history being looked
at. The rules may get a player out; the proof is that it is always the opponent, and that the attacker,
alone, has enough. In short: who is out depends on the balance of passes since a board was encountered
before. [since_bound] says what this can be when the opponent brings a board back.
*)
Require Import ZArith Lia List Bool Relations Wellfounded.
Require Import Game Lemma Kee2013.
Import ListNotations.
Local Open Scope Z_scope.

Section KeeStrategy.

Variables board point : Type.
Variable board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variables refresh tally_all : bool.
Variable attacker : player.
Variable wanted : Z. (** in the attacker's favour *)

Let opponent : player := other attacker.
Let turn_made : Type := kee_turn board.
Let past : Type := kee_history board.
Let the_game : game := kee_game board point board_eq_dec play score refresh tally_all.
Let latest_ := latest board board_eq_dec tally_all.
Let anchor_ := latest_anchor board board_eq_dec tally_all.
Let encounters_ := encounters board board_eq_dec.
Let value_ := value_of board tally_all.
Let all (h : past) : list turn_made := all_turns board h.

Definition enough (b : board) : Prop := wanted <= margin_of attacker (score b).

Lemma enough_dec : forall b, {enough b} + {~ enough b}.
Proof. intro b. apply Z_le_dec. Qed.

(** What the attacker reaches alone; [seen]: the boards since he is alone. *)
Inductive reaches_alone : list board -> board -> Prop :=
| alone_enough : forall seen b, enough b -> reaches_alone seen b
| alone_stone : forall seen b p b', play attacker b p = Some b' -> ~ In b' (b :: seen) ->
    reaches_alone (b :: seen) b' -> reaches_alone seen b.

Record kee_graph : Type := {
  node : Type;
  at_board : node -> board;
  turn : node -> player;
  barred : node -> option board;
  next : node -> node -> Prop;
  path : node -> node -> Prop := clos_refl_trans node next;
  (** The opponent may play a stone that brings about [b]; it is no retaking of a ko. *)
  may_bring (n : node) (b : board) : Prop :=
    turn n = opponent /\ barred n <> Some b /\ exists p, play opponent (at_board n) p = Some b;
  (** Whose turn it is leaves the board. *)
  leaves (u u' : node) (b : board) (a : player) : Prop :=
    turn u = a /\ at_board u = b /\ next u u' /\ at_board u' <> b;

  attacker_moves : forall n, turn n = attacker ->
    (enough (at_board n) /\
     exists n', next n n' /\ at_board n' = at_board n /\ turn n' = opponent /\ barred n' = None) \/
    (exists p b n', play attacker (at_board n) p = Some b /\ next n n' /\ at_board n' = b /\
       turn n' = opponent /\
       (barred n' = None \/ barred n' = Some (at_board n) /\ reaches_alone [] (at_board n)) /\
       forall u, path u n -> at_board u <> b);
  stone_followed : forall n b, may_bring n b ->
    exists n', next n n' /\ at_board n' = b /\ turn n' = attacker;
  pass_followed : forall n, turn n = opponent -> ~ enough (at_board n) ->
    exists n', next n n' /\ at_board n' = at_board n /\ turn n' = attacker;
  goes_on : refresh = true -> forall n, turn n = opponent -> enough (at_board n) -> barred n <> None ->
    exists n', next n n' /\ at_board n' = at_board n /\ turn n' = opponent /\ barred n' = None;
  kept : forall n b u u', may_bring n b -> leaves u u' b attacker -> path u' n -> False;
  not_passed : forall n b u u' w w', may_bring n b -> enough b -> leaves u u' b opponent -> path u' w ->
    turn w = opponent -> ~ enough (at_board w) -> next w w' -> at_board w' = at_board w -> path w' n ->
    False;
  ends : well_founded (fun n' n => next n n')
}.

Lemma all_pushed : forall t ts, all_turns board (t, ts) = t :: ts.
Proof. reflexivity. Qed.
Local Opaque all_turns.

(** ** Encounters, and passes since *)

(** [b] was encountered by [a], and the balance of passes since then is that. *)
Inductive since (b : board) (a : player) : Z -> list turn_made -> Prop :=
| since_here : forall t ts, encounters_ t b a = true -> since b a 0 (t :: ts)
| since_before : forall t ts c, since b a c ts -> since b a (c + value_ t) (t :: ts).

Lemma encounters_true : forall t b a, encounters_ t b a = true -> left_board _ t = b /\ next_up _ t = a.
Proof.
  intros t b a is. unfold encounters_, encounters in is.
  destruct (board_eq_dec (left_board _ t) b), (player_eq_dec (next_up _ t) a); simpl in is; auto; discriminate.
Qed.

Lemma encounters_same : forall t, encounters_ t (left_board _ t) (next_up _ t) = true.
Proof.
  intro t. unfold encounters_, encounters.
  destruct (board_eq_dec _ _), (player_eq_dec _ _); simpl; congruence.
Qed.

Lemma latest_since : forall b a ts stone sum c, latest_ b a stone sum ts = Some c ->
  exists c0, since b a c0 ts /\ c = sum + c0.
Proof.
  intros b a ts. induction ts as [| t before again]; intros stone sum c found; [discriminate |].
  unfold latest_ in *. simpl in found. destruct (stone && encounters board board_eq_dec t b a) eqn:here.
  - injection found as <-. apply andb_true_iff in here. exists 0. split; [apply since_here; apply here | lia].
  - destruct (banned_here board t || refreshed board t); [discriminate |].
    destruct (again _ _ _ found) as [c0 [was is]]. exists (c0 + value_ t).
    split; [apply since_before; exact was | unfold value_; lia].
Qed.

Lemma anchor_since : forall b a ts sum c, anchor_ b a sum ts = Some c ->
  exists c0, since b a c0 ts /\ c = sum + c0.
Proof.
  intros b a ts. induction ts as [| t before again]; intros sum c found; [discriminate |].
  unfold anchor_ in *. simpl in found.
  destruct (anchor board t && encounters board board_eq_dec t b a) eqn:here.
  - injection found as <-. apply andb_true_iff in here. exists 0. split; [apply since_here; apply here | lia].
  - destruct (banned_here board t); [discriminate |].
    destruct (again _ _ found) as [c0 [was is]]. exists (c0 + value_ t).
    split; [apply since_before; exact was | unfold value_; lia].
Qed.

Lemma opponent_differs : opponent <> attacker.
Proof. apply other_differs. Qed.

Lemma other_opponent : other opponent = attacker.
Proof. apply other_other. Qed.

Lemma margins_opposed : forall c, margin_of opponent c = - margin_of attacker c.
Proof. intro c. unfold opponent. destruct attacker; simpl; lia. Qed.

Lemma margin_sum : forall a c d, margin_of a (c + d) = margin_of a c + margin_of a d.
Proof. intros a c d. destruct a; simpl; lia. Qed.

Lemma own_pass_value : margin_of opponent (pass_value tally_all attacker Normal_pass) = -1.
Proof. unfold opponent. destruct attacker; reflexivity. Qed.

Lemma his_pass_value : forall k, 0 <= margin_of opponent (pass_value tally_all opponent k) <= 1.
Proof. intro k. unfold opponent. destruct attacker, k, tally_all; simpl; lia. Qed.

(** ** Alone *)

Lemma alone_forces : forall seen b, reaches_alone seen b -> forall h : past,
  left_board _ (fst h) = b -> up _ h = attacker -> out _ (fst h) = Some opponent ->
  (forall b', ~ In b' (b :: seen) -> latest_ b' attacker true 0 (all h) = None) ->
  forces the_game attacker wanted h.
Proof.
  intros seen b reaches. induction reaches as [seen b well | seen b p b' legal new reaches again];
    intros h here turn_ gone fresh.
  - eapply (forces_ends the_game) with (m := Pass_on) (r := Scored (score b)).
    + exact turn_.
    + simpl. unfold conclude. rewrite here, gone.
      destruct (met_again _ _ _ _ _ _); trivial. unfold ends_by_pass. simpl. rewrite orb_true_r. reflexivity.
    + exact well.
  - eapply (forces_goes the_game) with (m := Lay p)
      (h' := (new_turn _ attacker (Some opponent) b' Stone_laid, all h)).
    + exact turn_.
    + simpl. rewrite turn_, here, legal. unfold conclude, met_again. rewrite turn_, gone. simpl.
      specialize (fresh b' new). unfold latest_, all in fresh. rewrite fresh. reflexivity.
    + apply again; trivial.
      intros c out_. unfold latest_, all. rewrite all_pushed. simpl. destruct (encounters _ _ _ c attacker) eqn:is.
      * apply encounters_true in is. exfalso. apply out_. left. apply (proj1 is).
      * apply fresh. intro within. apply out_. right. exact within.
Qed.

Lemma banned_forces : forall (h : past) a b k c, goes_out a c = opponent -> reaches_alone [] b ->
  forces the_game attacker wanted (ban_turn _ a b k (goes_out a c), all h).
Proof.
  intros h a b k c is reaches. rewrite is. apply (alone_forces [] b reaches); trivial.
  - apply other_opponent.
  - intros b' out_. unfold latest_, all. rewrite all_pushed. simpl.
    destruct (encounters _ _ _ b' attacker) eqn:same; trivial.
    apply encounters_true in same. exfalso. apply out_. left. apply (proj1 same).
Qed.

Lemma mover_out : forall c, margin_of opponent c <= 0 -> goes_out opponent c = opponent.
Proof. intros c few. unfold goes_out. apply Z.leb_le in few. rewrite few. reflexivity. Qed.

Lemma other_out : forall c, margin_of opponent c < 0 -> goes_out attacker c = opponent.
Proof.
  intros c few. unfold goes_out. rewrite margins_opposed in few.
  replace (Z.leb (margin_of attacker c) 0) with false; [reflexivity |]. symmetry. apply Z.leb_gt. lia.
Qed.

(** ** Lines that follow a strategy *)

Section Lines.

Variable g : kee_graph.

Let leaves_ := leaves g.
Let path_ := path g.

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
  induction on; intros b a c reached was; unfold all in was; rewrite all_pushed in was;
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
    | h n n' on again his well same his' free edge]; intros b a c reached was; unfold all in was; rewrite all_pushed in was;
    inversion was as [t ts is_ | t ts c0 old]; subst.
  - eapply fresh; [eassumption | apply (proj1 begun_at) |]. apply encounters_true in is_.
    intros own his. apply opponent_differs. destruct begun_at as [_ [turn_ _]]. intuition congruence.
  - exfalso. eapply clean_since; [exact reached | | exact old]. trivial.
  - eapply fresh; [eassumption | reflexivity |]. apply encounters_true in is_. simpl in is_.
    intros own' _. apply opponent_differs. unfold opponent. intuition congruence.
  - unfold value_, value_of. cbn [by_move turn_of_move new_turn]. rewrite plus_nothing.
    destruct (since_visited h n on b a c0 reached old) as [u [way here]].
    assert (gone : at_board g n' <> b) by (intro back; apply (new u way); congruence).
    destruct (again b a c0 reached old) as [[here' _] | out_].
    + right. split; trivial. left. exists n, n'. split; [repeat split; trivial | apply rt_refl].
    + right. apply (away_later n n' b a c0 c0); auto. lia.
  - eapply fresh; [eassumption | simpl; congruence |]. apply encounters_true in is_. simpl in is_.
    intros own' _. apply opponent_differs. unfold opponent. intuition congruence.
  - unfold value_, value_of. cbn [by_move turn_of_move new_turn].
    set (v := pass_value tally_all attacker Normal_pass).
    assert (less : margin_of opponent (c0 + v) = margin_of opponent c0 - 1).
    { rewrite margin_sum. unfold v. rewrite own_pass_value. lia. }
    destruct (again b a c0 reached old) as [[here [few _]] | out_].
    + left. split; [congruence |]. rewrite here in well. specialize (few well).
      split; [intros _; lia |]. intros _ _. split; [trivial | lia].
    + right. apply (away_later n n' b a c0); auto; [| lia]. rewrite same. apply (proj1 out_).
  - eapply fresh; [eassumption | reflexivity |]. intros _. rewrite own. apply not_eq_sym. apply opponent_differs.
  - unfold value_, value_of. cbn [by_move turn_of_move new_turn]. rewrite plus_nothing.
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
    intros own' _. apply opponent_differs. unfold opponent. intuition congruence.
  - unfold value_ at 1, value_of at 1. cbn [by_move turn_of_move new_turn].
    set (v := pass_value tally_all attacker Normal_pass).
    assert (v_is : margin_of opponent v = -1) by apply own_pass_value.
    rewrite all_pushed in old. inversion old as [t ts is_ | t ts c1 older]; subst.
    + left. apply encounters_true in is_. simpl in is_. destruct is_ as [here _].
      split; [congruence |]. rewrite Z.add_0_l, v_is. split; [lia |]. intros _ _. split; [congruence | lia].
    + unfold value_, value_of. cbn [by_move turn_of_move new_turn].
      set (w := pass_value tally_all opponent Refreshing_pass).
      assert (w_is : 0 <= margin_of opponent w <= 1) by apply his_pass_value.
      assert (less : margin_of opponent (c1 + w + v) <= margin_of opponent c1).
      { rewrite !margin_sum, v_is. lia. }
      destruct (again b a c1 reached older) as [[here [few more]] | out_].
      * left. split; [congruence |]. split; [intro ok; specialize (few ok); lia |].
        intros _ is. destruct (more his is). split; [trivial | lia].
      * right. apply (away_later n n' b a c1); auto. rewrite same. apply (proj1 out_).
Qed.

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
    unfold latest_, all; rewrite all_pushed; simpl; trivial; try (exfalso; eauto using not_opponent; fail).
  - destruct (banned_here _ _ || refreshed _ _); [reflexivity |]. destruct (latest _ _ _ _ _ _ _ _) as [c |] eqn:found; trivial. exfalso.
    destruct (latest_since _ _ _ _ _ _ found) as [c0 [was _]].
    eapply (clean_since _ _ (turn_reached n0)); [| rewrite his; exact was]. trivial.
  - destruct (latest _ _ _ _ _ _ _ _) as [c |] eqn:found; trivial. exfalso.
    destruct (latest_since _ _ _ _ _ _ found) as [c0 [was _]].
    destruct (since_visited h n on _ _ _ (eq_ind _ (in_reach _) (turn_reached n') _ his) was) as [u [way here]]. exact (new u way here).
  - change (was_stone _ _) with false. rewrite same, latest_from. unfold latest_, all in none. rewrite none. reflexivity.
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
  subst b. split; trivial. unfold latest_, all. rewrite all_pushed. simpl.
  destruct (encounters _ _ _ _ attacker) eqn:now.
  - apply encounters_true in now. exfalso. apply opponent_differs. apply (proj2 now).
  - destruct h as [t ts]. rewrite all_pushed. simpl.
    destruct (line_stands _ _ on) as [here [up_ _]]. unfold up in up_. simpl in *.
    assert (is : encounters_ t (at_board g n) attacker = true).
    { rewrite <- here, <- own, <- up_. apply encounters_same. }
    unfold encounters_ in is. rewrite is. reflexivity.
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

Let forced (h : past) : Prop := forces the_game attacker wanted h.

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
      * simpl. unfold conclude, met_again. rewrite turn_, in_, here. simpl. fold opponent.
        rewrite latest_from. unfold latest_, all in met. rewrite met. simpl. reflexivity.
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
      { simpl. unfold conclude, met_again. rewrite turn_, in_, here. simpl. fold opponent.
        rewrite latest_from. unfold latest_, all in met. rewrite met. simpl.
        destruct (just_passed _ (fst h)); reflexivity. }
      destruct (just_passed _ (fst h)).
      * eapply (forces_ends the_game) with (m := Pass_on); [exact turn_ | exact step_ | exact well].
      * eapply (forces_goes the_game) with (m := Pass_on); [exact turn_ | exact step_ |].
        apply (again n' edge). apply line_own_pass with (n := n); trivial.
  - eapply (forces_goes the_game) with (m := Lay p)
      (h' := (turn_of_move attacker (at_board g n') Stone_laid, all h)).
    + exact turn_.
    + simpl. rewrite turn_, here, legal. unfold conclude, met_again. rewrite turn_, in_. simpl. fold opponent.
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
      * destruct (retakes h n b on his bar) as [met alone_]. unfold latest_, all in met. rewrite met in goes.
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
        simpl. rewrite other_opponent. fold opponent. unfold all. rewrite all_pushed. simpl.
        rewrite latest_from. change (was_stone _ _) with false. assert (none := came_once h n on his). unfold latest_, all in none.
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
      * simpl. unfold conclude, met_again, h2, h1, all. simpl. rewrite ?other_opponent. fold opponent.
        rewrite all_pushed. simpl. unfold up. simpl.
        rewrite other_opponent. reflexivity.
      * destruct (barred g n) as [b |] eqn:bar.
        -- destruct (goes_on g allowed n his well) as [n' [edge [same [his' free]]]]; [congruence |].
           apply (again n' edge). apply line_refresh with (n := n); auto.
        -- assert (on2 : line h2 n) by (apply line_refresh with (n := n); auto).
           assert (none : anchor_ (at_board g n) attacker 0 (all h) = None).
           { unfold anchor_, all. destruct (latest_anchor _ _ _ _ _ _ _); [discriminate | reflexivity]. }
           apply (once none eq_refl h2 on2).
           unfold anchor_, all, h2, h1. rewrite !all_pushed. simpl.
           destruct (encounters _ _ _ _ attacker) eqn:is; [discriminate |]. exfalso.
           unfold all in is.
           assert (yes : encounters_ (turn_of_move opponent (at_board g n) Refreshing_pass) (at_board g n) attacker = true).
           { rewrite <- other_opponent. apply encounters_same. }
           unfold encounters_ in yes. congruence.
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
  (forall t, In t (snd h) -> ~ in_reach g (left_board _ t) (next_up _ t)) -> forces the_game attacker wanted h.
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
