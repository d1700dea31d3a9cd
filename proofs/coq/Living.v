(**
A strategy that is written only up to boards on which its player may pass from there on.

A board is [lasting] if it stays so whatever stone the opponent places, and each of these stones lowers a number ([rank_of_board]). Of nodes of which those on
lasting boards need have nothing after them, [full] has more: each lasting board with each player to move. There the attacker passes, and the
opponent's stones lead to others of them ([after_]). No path is endless ([after_ends]), and before a node whose board does not last there is none of the
new ones ([before_it]). LivingStrategy.v and those beside it make of such nodes a strategy graph of each kind.
*)
Require Import Lia Relations Wellfounded.
Require Import Game.

Section Living.

Variables board point node : Type.
Variable play : player -> board -> point -> option board.
Variable attacker : player.
Variable lasting : board -> bool.
Variable rank_of_board : board -> nat.
Notation opponent := (other attacker).

Hypothesis stays : forall b p b', lasting b = true -> play opponent b p = Some b' ->
  lasting b' = true /\ rank_of_board b' < rank_of_board b.

Variable at_board : node -> board.
Variable turn : node -> player.
Variable barred : node -> option board.
Variable next : node -> node -> Prop.
Hypothesis ends : well_founded (fun n' n => next n n').

Definition lasting_board : Type := { b : board | lasting b = true }.

Inductive full : Type := Written (n : node) | Added (b : lasting_board) (a : player).

Definition full_board (u : full) : board := match u with Written n => at_board n | Added b _ => proj1_sig b end.
Definition full_turn (u : full) : player := match u with Written n => turn n | Added _ a => a end.
(** Where the board lasts every stone is answered, a ko's, too. *)
Definition full_barred (u : full) : option board :=
  match u with Written n => if lasting (at_board n) then None else barred n | Added _ _ => None end.

Inductive after_ : full -> full -> Prop :=
| as_written : forall n n', lasting (at_board n) = false -> next n n' -> after_ (Written n) (Written n')
| by_stone_ : forall u p b, lasting (full_board u) = true -> full_turn u = opponent ->
    play opponent (full_board u) p = Some (proj1_sig b) -> after_ u (Added b attacker)
| by_pass_ : forall u b, lasting (full_board u) = true -> full_turn u = attacker -> proj1_sig b = full_board u ->
    after_ u (Added b opponent).

Lemma on_lasts : forall u v, after_ u v -> lasting (full_board u) = true -> exists b a, v = Added b a.
Proof. intros u v way is. destruct way as [n n' no | |]; [simpl in is; congruence | eauto | eauto]. Qed.

Lemma still_lasts : forall u v, clos_refl_trans full after_ u v -> lasting (full_board u) = true -> lasting (full_board v) = true.
Proof.
  intros u v way. induction way as [u v one | u | u v w _ one _ two]; auto.
  intro is. destruct (on_lasts u v one is) as [b [a ->]]. exact (proj2_sig b).
Qed.

(** A way to where the board does not last. *)
Lemma before_it : forall u v, clos_refl_trans full after_ u v -> lasting (full_board v) = false ->
  exists m n, u = Written m /\ v = Written n /\ clos_refl_trans node next m n /\ lasting (at_board m) = false.
Proof.
  intros u v way. induction way as [u v one | u | u v w _ first _ second]; intro no.
  - destruct one as [n n' is after | u p b is | u b is]; [| simpl in no; rewrite (proj2_sig b) in no; discriminate ..].
    exists n, n'. repeat split; trivial. apply rt_step. exact after.
  - destruct u as [n | b a]; [| simpl in no; rewrite (proj2_sig b) in no; discriminate]. exists n, n. repeat split; trivial. apply rt_refl.
  - destruct (second no) as [m [n [-> [-> [way is]]]]]. destruct (first is) as [m' [n' [-> [same [way' is']]]]].
    injection same as <-. exists m', n. repeat split; trivial. eapply rt_trans; eauto.
Qed.

Definition still_to_go (b : board) (a : player) : nat := 2 * rank_of_board b + if player_eq_dec a attacker then 1 else 0.

Lemma added_ends : forall k b a, still_to_go (proj1_sig b) a < k -> Acc (fun v u => after_ u v) (Added b a).
Proof.
  induction k as [| k again]; intros b a low; [lia |]. constructor. intros v way. inversion way as [| u p c is his made | u c is own same]; subst.
  - apply again. destruct (stays _ _ _ is made) as [_ less]. simpl in his, less. unfold still_to_go in *.
    destruct (player_eq_dec attacker attacker); [| congruence]. destruct (player_eq_dec a attacker); lia.
  - apply again. simpl in own, same. unfold still_to_go in *. rewrite same. destruct (player_eq_dec a attacker); [| congruence].
    destruct (player_eq_dec opponent attacker) as [bad |]; [destruct (other_differs attacker bad) | lia].
Qed.

Theorem after_ends : well_founded (fun v u => after_ u v).
Proof.
  assert (added : forall b a, Acc (fun v u => after_ u v) (Added b a)) by (intros b a; exact (added_ends (S _) b a (le_n _))).
  intros [n | b a]; [| apply added]. induction n as [n again] using (well_founded_induction ends).
  constructor. intros v way. inversion way; subst; [| apply added | apply added]. apply again. assumption.
Qed.

(** What each may do on a board that lasts. *)
Lemma may_pass : forall u, lasting (full_board u) = true -> full_turn u = attacker ->
  exists v, after_ u v /\ full_board v = full_board u /\ full_turn v = opponent /\ full_barred v = None.
Proof.
  intros u is own. exists (Added (exist _ (full_board u) is) opponent). repeat split. apply by_pass_; trivial.
Qed.

Lemma may_answer : forall u p b, lasting (full_board u) = true -> full_turn u = opponent -> play opponent (full_board u) p = Some b ->
  exists v, after_ u v /\ full_board v = b /\ full_turn v = attacker.
Proof.
  intros u p b is his made. destruct (stays _ _ _ is made) as [is' _]. exists (Added (exist _ b is') attacker). repeat split.
  apply (by_stone_ u p); trivial.
Qed.

Lemma not_lasting : forall u, lasting (full_board u) = false ->
  exists n, u = Written n /\ lasting (at_board n) = false /\ full_barred u = barred n.
Proof.
  intros [n | b a] no; simpl in no; [| rewrite (proj2_sig b) in no; discriminate]. exists n. repeat split; trivial. simpl. rewrite no. reflexivity.
Qed.

Lemma barred_written : forall n, full_barred (Written n) = None \/ full_barred (Written n) = barred n.
Proof. intro n. simpl. destruct (lasting (at_board n)); auto. Qed.

End Living.
