(**
Strategy graphs for Kee's rules of 2013, with refreshing passes and without, in both tallies.

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

Here is, too, what the proofs of KeeLines.v and KeeStrategy.v need of these rules: that a board was encountered, and the balance of passes since
then ([since]); and that the attacker, left alone after a ban, has enough ([banned_forces]).
*)
Require Import ZArith Lia List Bool Relations Wellfounded.
Require Import Game Lemma Kee2013.
Import ListNotations.
Local Open Scope Z_scope.

Section KeeGraph.

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
Notation value_ := (value_of board tally_all).
Notation all := (all_turns board).

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
  intros t b a is. unfold encounters in is.
  destruct (board_eq_dec (left_board _ t) b), (player_eq_dec (next_up _ t) a); simpl in is; auto; discriminate.
Qed.

Lemma encounters_same : forall t, encounters_ t (left_board _ t) (next_up _ t) = true.
Proof.
  intro t. unfold encounters.
  destruct (board_eq_dec _ _), (player_eq_dec _ _); simpl; congruence.
Qed.

Lemma latest_since : forall b a ts stone sum c, latest_ b a stone sum ts = Some c ->
  exists c0, since b a c0 ts /\ c = sum + c0.
Proof.
  intros b a ts. induction ts as [| t before again]; intros stone sum c found; [discriminate |].
  simpl in found. destruct (stone && encounters board board_eq_dec t b a) eqn:here.
  - injection found as <-. apply andb_true_iff in here. exists 0. split; [apply since_here; apply here | lia].
  - destruct (banned_here board t || refreshed board t); [discriminate |].
    destruct (again _ _ _ found) as [c0 [was is]]. exists (c0 + value_ t).
    split; [apply since_before; exact was | lia].
Qed.

Lemma anchor_since : forall b a ts sum c, anchor_ b a sum ts = Some c ->
  exists c0, since b a c0 ts /\ c = sum + c0.
Proof.
  intros b a ts. induction ts as [| t before again]; intros sum c found; [discriminate |].
  simpl in found.
  destruct (anchor board t && encounters board board_eq_dec t b a) eqn:here.
  - injection found as <-. apply andb_true_iff in here. exists 0. split; [apply since_here; apply here | lia].
  - destruct (banned_here board t); [discriminate |].
    destruct (again _ _ found) as [c0 [was is]]. exists (c0 + value_ t).
    split; [apply since_before; exact was | lia].
Qed.

Lemma opponent_differs : opponent <> attacker.
Proof. apply other_differs. Qed.

Lemma other_opponent : other opponent = attacker.
Proof. apply other_other. Qed.

Lemma margins_opposed : forall c, margin_of opponent c = - margin_of attacker c.
Proof. intro c. destruct attacker; simpl; lia. Qed.

Lemma margin_sum : forall a c d, margin_of a (c + d) = margin_of a c + margin_of a d.
Proof. intros a c d. destruct a; simpl; lia. Qed.

Lemma own_pass_value : margin_of opponent (pass_value tally_all attacker Normal_pass) = -1.
Proof. destruct attacker; reflexivity. Qed.

Lemma his_pass_value : forall k, 0 <= margin_of opponent (pass_value tally_all opponent k) <= 1.
Proof. intro k. destruct attacker, k, tally_all; simpl; lia. Qed.

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
      specialize (fresh b' new). rewrite fresh. reflexivity.
    + apply again; trivial.
      intros c out_. rewrite all_pushed. simpl. destruct (encounters _ _ _ c attacker) eqn:is.
      * apply encounters_true in is. exfalso. apply out_. left. apply (proj1 is).
      * apply fresh. intro within. apply out_. right. exact within.
Qed.

Lemma banned_forces : forall (h : past) a b k c, goes_out a c = opponent -> reaches_alone [] b ->
  forces the_game attacker wanted (ban_turn _ a b k (goes_out a c), all h).
Proof.
  intros h a b k c is reaches. rewrite is. apply (alone_forces [] b reaches); trivial.
  - apply other_opponent.
  - intros b' out_. rewrite all_pushed. simpl.
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

End KeeGraph.
