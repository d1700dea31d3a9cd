(**
The first play of a game is a pass, under Kee's rules of 2013, with refreshing passes and without, in both tallies.

[own_pass_forces]: a strategy graph whose opponent is to move forces its margin after the attacker's normal pass on that board, if the board is enough. For that pass, one node more
before all others ([before_it]), makes it a graph again. [his_pass_forces]: after a pass of the opponent's, normal or refreshing, the attacker passes on a board that is enough, if the
graph has a node there on which the opponent moves: the game ends, or it is as if the two passes had been made along the graph. Where it has none the start is no turn of its reach, and
[kee_entered_forces] of KeeStrategy.v says the rest.
*)
Require Import ZArith List Bool Relations Wellfounded.
Require Import Game Lemma Kee2013 KeeGraph KeeLines KeeStrategy.
Import ListNotations.
Local Open Scope Z_scope.

Section KeePassed.

Variables board point : Type.
Variable board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variables refresh tally_all : bool.
Variable attacker : player.
Variable wanted : Z. (** in the attacker's favour *)

Notation opponent := (other attacker).
Notation the_game := (kee_game board point board_eq_dec play score refresh tally_all).
Notation graph_ := (kee_graph board point play score refresh attacker wanted).
Notation enough_ := (enough board score attacker wanted).
Notation turn_of_move := (turn_of_move board).

Variable g : graph_.
Notation node_ := (node _ _ _ _ _ _ _ g).
Notation at_ := (at_board _ _ _ _ _ _ _ g).
Notation turn_ := (turn _ _ _ _ _ _ _ g).
Notation barred_ := (barred _ _ _ _ _ _ _ g).
Notation next_ := (next _ _ _ _ _ _ _ g).
Notation path_ := (path _ _ _ _ _ _ _ g).

Variable n0 : node_.
Hypothesis his_turn : turn_ n0 = opponent.
Hypothesis free : barred_ n0 = None.
Hypothesis well : enough_ (at_ n0).

(** None is the node before. *)
Definition then_before (u u' : option node_) : Prop :=
  match u, u' with Some n, Some n' => next_ n n' | None, Some n' => n' = n0 | _, None => False end.

Lemma path_before : forall u n', clos_refl_trans _ then_before u (Some n') -> path_ (match u with Some n => n | None => n0 end) n'.
Proof.
  assert (all : forall u u', clos_refl_trans _ then_before u u' -> forall n', u' = Some n' -> path_ (match u with Some n => n | None => n0 end) n').
  { intros u u' way. apply clos_rt_rt1n in way. induction way as [u | u v u' edge _ again]; intros n' is.
    - subst u. apply rt_refl.
    - specialize (again n' is). destruct v as [n |]; [| destruct u; destruct edge]. destruct u as [m |]; simpl in edge.
      + eapply rt_trans; [apply rt_step; exact edge | exact again].
      + subst n. exact again. }
  intros u n' way. exact (all u _ way n' eq_refl).
Qed.

Lemma path_from : forall n u', clos_refl_trans _ then_before (Some n) u' -> exists n', u' = Some n' /\ path_ n n'.
Proof.
  intros n [n' |] way; [exists n'; split; [reflexivity | exact (path_before _ _ way)] |].
  exfalso. apply clos_rt_rtn1 in way. inversion way as [| v u' edge _]. destruct v; destruct edge.
Qed.

Definition before_it : graph_.
Proof.
  refine {| KeeGraph.node := option node_; KeeGraph.at_board := fun u => match u with Some n => at_ n | None => at_ n0 end;
    KeeGraph.turn := fun u => match u with Some n => turn_ n | None => attacker end;
    KeeGraph.barred := fun u => match u with Some n => barred_ n | None => None end; KeeGraph.next := then_before |}.
  - intros [n |] own.
    + destruct (attacker_moves _ _ _ _ _ _ _ g n own) as [[ok [n' [edge [same [his none]]]]] | [p [b [n' [legal [edge [same [his [bar new]]]]]]]]].
      * left. split; [exact ok |]. exists (Some n'). auto.
      * right. exists p, b, (Some n'). repeat split; trivial. intros [u |] way; apply path_before in way; exact (new _ way).
    + left. split; [exact well |]. exists (Some n0). simpl. auto.
  - intros [n |] b [his may]; [| exfalso; exact (other_differs attacker (eq_sym his))].
    destruct (stone_followed _ _ _ _ _ _ _ g n b (conj his may)) as [n' [edge [same own]]]. exists (Some n'). auto.
  - intros [n |] his ill; [| exfalso; exact (other_differs attacker (eq_sym his))].
    destruct (pass_followed _ _ _ _ _ _ _ g n his ill) as [n' [edge [same own]]]. exists (Some n'). auto.
  - intros allowed [n |] his ok bar; [| exfalso; exact (bar eq_refl)].
    destruct (goes_on _ _ _ _ _ _ _ g allowed n his ok bar) as [n' [edge all]]. exists (Some n'). auto.
  - intros [n |] b [u |] u' [his may] [own [here [edge gone]]] way; try (exact (other_differs attacker (eq_sym his))).
    + destruct u' as [u' |]; [| destruct edge]. apply path_before in way.
      exact (kept _ _ _ _ _ _ _ g n b u u' (conj his may) (conj own (conj here (conj edge gone))) way).
    + destruct u' as [u' |]; simpl in *; [subst u' | destruct edge]. contradiction.
  - intros [n |] b [u |] u' [w |] w' [his may] ok [own [here [edge gone]]] way his_w ill edge_w same way_w;
      try (exact (other_differs attacker (eq_sym his))); try (exact (other_differs attacker (eq_sym his_w))); try (exact (other_differs attacker (eq_sym own))).
    destruct u' as [u' |]; [| destruct edge]. destruct w' as [w' |]; [| destruct edge_w]. apply path_before in way. apply path_before in way_w.
    exact (not_passed _ _ _ _ _ _ _ g n b u u' w w' (conj his may) ok (conj own (conj here (conj edge gone))) way his_w ill edge_w same way_w).
  - assert (some : forall n, Acc (fun u' u => then_before u u') (Some n)).
    { intro n. induction n as [n again] using (well_founded_induction (ends _ _ _ _ _ _ _ g)). constructor.
      intros [n' |] edge; [exact (again n' edge) | destruct edge]. }
    intros [n |]; [exact (some n) |]. constructor. intros [n' |] edge; [exact (some n') | destruct edge].
Defined.

Notation start_ a := (fst (kee_start board (at_ n0) a)).

Theorem own_pass_forces : forces the_game attacker wanted (turn_of_move attacker (at_ n0) Normal_pass, [start_ attacker]).
Proof.
  apply (line_forces board point board_eq_dec play score refresh tally_all attacker wanted before_it None (start_ attacker) []) with (n := Some n0);
    try reflexivity; [repeat split | discriminate | intros t [] |].
  apply (line_own_pass board point board_eq_dec play score refresh tally_all attacker wanted before_it None (start_ attacker) [] (start_ attacker, []) None (Some n0));
    try reflexivity; trivial. apply line_start.
Qed.

Theorem his_pass_forces : forall k, k <> Stone_laid -> forces the_game attacker wanted (turn_of_move opponent (at_ n0) k, [start_ opponent]).
Proof.
  intros k is. assert (up_ : other opponent = attacker) by apply other_other. destruct k; [destruct (is eq_refl) | |].
  - eapply (forces_ends the_game) with (m := Pass_on) (r := Scored (score (at_ n0))); [exact up_ | reflexivity | exact well].
  - eapply (forces_goes the_game) with (m := Pass_on)
      (h' := (turn_of_move attacker (at_ n0) Normal_pass, all_turns _ (turn_of_move opponent (at_ n0) Refreshing_pass, [start_ opponent]))); [exact up_ | |].
    + simpl. unfold conclude, met_again, up. simpl. rewrite up_. reflexivity.
    + apply (line_forces board point board_eq_dec play score refresh tally_all attacker wanted g n0 (start_ opponent) []) with (n := n0); trivial.
      * repeat split. symmetry. exact his_turn.
      * discriminate.
      * intros t [].
      * apply (line_refresh board point board_eq_dec play score refresh tally_all attacker wanted g n0 (start_ opponent) [] (start_ opponent, []) n0 n0); auto. apply line_start.
Qed.

End KeePassed.
