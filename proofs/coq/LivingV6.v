(**
A living strategy is a strategy: under Kee's rules v6.0, answered or not.

[living_v6_graph] is a graph as KeeV6Strategy.v has it, but for what is asked of nodes on boards that last (LivingStrategy.v): nothing.
[filled_v6]: the graph that has all of these boards besides. On one that lasts no ko is barred: each stone that would retake it leads to a board that lasts.
[living_v6_wins]: so the attacker forces his margin from the start.
*)
Require Import ZArith List Bool Relations Wellfounded.
Require Import Game Strategy KeeV6 KeeV6Strategy Living.
Import ListNotations.

Section LivingV6.

Variables board point : Type.
Variable board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variable in_atari : board -> point -> bool.
Variable attacker : player.
Variable wanted : Z.
Variable lasting : board -> bool.
Variable rank_of_board : board -> nat.
Notation opponent := (other attacker).
Notation enough_ := (enough board score attacker wanted).

Hypothesis gives : forall b, lasting b = true -> enough_ b.
Hypothesis stays : forall b p b', lasting b = true -> play opponent b p = Some b' ->
  lasting b' = true /\ rank_of_board b' < rank_of_board b.

Record living_v6_graph : Type := {
  written : Type;
  on_board : written -> board;
  moves : written -> player;
  bars : written -> option board;
  then_ : written -> written -> Prop;
  live_attacker_moves : forall n, lasting (on_board n) = false -> moves n = attacker ->
    (enough_ (on_board n) /\ exists n', then_ n n' /\ on_board n' = on_board n /\ moves n' = opponent /\ bars n' = None) \/
    (exists p b n', play attacker (on_board n) p = Some b /\ then_ n n' /\ on_board n' = b /\ moves n' = opponent /\
       (bars n' = None \/ bars n' = Some (on_board n)) /\ forall u, clos_refl_trans written then_ u n -> on_board u <> b);
  live_in_atari : forall n c p, lasting (on_board n) = false -> moves n = opponent -> bars n = Some c ->
    play opponent (on_board n) p = Some c -> in_atari c p = true;
  live_stone_followed : forall n p b, lasting (on_board n) = false -> moves n = opponent ->
    play opponent (on_board n) p = Some b -> bars n <> Some b -> exists n', then_ n n' /\ on_board n' = b /\ moves n' = attacker;
  live_pass_followed : forall n, lasting (on_board n) = false -> moves n = opponent -> ~ enough_ (on_board n) ->
    exists n', then_ n n' /\ on_board n' = on_board n /\ moves n' = attacker;
  live_freed : forall n, lasting (on_board n) = false -> moves n = opponent -> enough_ (on_board n) -> bars n <> None ->
    exists n', then_ n n' /\ on_board n' = on_board n /\ (moves n' = attacker \/ moves n' = opponent /\ bars n' = None);
  live_ends : well_founded (fun n' n => then_ n n')
}.

Section Filled.

Variable g : living_v6_graph.

Notation full_ := (full board (written g) lasting).
Notation written_ := (Written board (written g) lasting).
Notation board_of := (full_board board (written g) lasting (on_board g)).
Notation turn_of_ := (full_turn board (written g) lasting (moves g)).
Notation barred_of_ := (full_barred board (written g) lasting (on_board g) (bars g)).
Notation next_of := (after_ board point (written g) play attacker lasting (on_board g) (moves g) (then_ g)).
Notation of_written := (not_lasting board (written g) lasting (on_board g) (bars g)).
Notation barred_as := (barred_written board (written g) lasting (on_board g) (bars g)).

Lemma filled_barred : forall n, bars g n = None -> barred_of_ (written_ n) = None.
Proof. intros n free. destruct (barred_as n) as [none | same]; congruence. Qed.

Lemma filled_attacker : forall u : full_, turn_of_ u = attacker ->
  (enough_ (board_of u) /\
   exists u', next_of u u' /\ board_of u' = board_of u /\ turn_of_ u' = opponent /\ barred_of_ u' = None) \/
  (exists p b u', play attacker (board_of u) p = Some b /\ next_of u u' /\ board_of u' = b /\ turn_of_ u' = opponent /\
     (barred_of_ u' = None \/ barred_of_ u' = Some (board_of u)) /\ forall v, clos_refl_trans full_ next_of v u -> board_of v <> b).
Proof.
  intros u own. destruct (lasting (board_of u)) eqn:is.
  - left. split; [exact (gives _ is) |]. apply may_pass; assumption.
  - destruct (of_written u is) as [n [-> [no _]]].
    destruct (live_attacker_moves g n no own) as [[well [n' [after [here [his free]]]]] | [p [b [n' [legal [after [here [his [bar fresh]]]]]]]]].
    + left. split; [exact well |]. exists (written_ n'). split; [apply as_written; assumption |]. split; [exact here |]. split; [exact his |].
      exact (filled_barred n' free).
    + right. exists p, b, (written_ n'). split; [exact legal |]. split; [apply as_written; assumption |]. split; [exact here |]. split; [exact his |].
      split; [destruct (barred_as n') as [none | same]; [left; exact none |]; rewrite same; exact bar |]. intros v way.
      destruct (before_it board point _ play attacker lasting (on_board g) (moves g) (then_ g) v _ way is) as [m [n0 [-> [same [way' _]]]]].
      injection same as <-. exact (fresh m way').
Qed.

Definition filled_v6 : v6_graph board point play score in_atari attacker wanted.
Proof.
  refine {| node := full_; at_board := board_of; turn := turn_of_; barred := barred_of_; next := next_of |}.
  - exact filled_attacker.
  - intros u c p his bar made. destruct (lasting (board_of u)) eqn:is.
    + exfalso. destruct u as [n | b a]; simpl in bar; [| discriminate]. simpl in is. rewrite is in bar. discriminate.
    + destruct (of_written u is) as [n [-> [no same]]]. rewrite same in bar. exact (live_in_atari g n c p no his bar made).
  - intros u p b his made free. destruct (lasting (board_of u)) eqn:is; [eapply may_answer; eassumption |].
    destruct (of_written u is) as [n [-> [no same]]]. rewrite same in free.
    destruct (live_stone_followed g n p b no his made free) as [n' [after [here own]]].
    exists (written_ n'). split; [apply as_written; assumption | auto].
  - intros u his ill. destruct (lasting (board_of u)) eqn:is; [destruct (ill (gives _ is)) |].
    destruct (of_written u is) as [n [-> [no _]]]. destruct (live_pass_followed g n no his ill) as [n' [after [here own]]].
    exists (written_ n'). split; [apply as_written; assumption | auto].
  - intros u his well some. destruct (lasting (board_of u)) eqn:is.
    + exfalso. apply some. destruct u as [n | b a]; [| reflexivity]. simpl in *. rewrite is. reflexivity.
    + destruct (of_written u is) as [n [-> [no same]]]. rewrite same in some.
      destruct (live_freed g n no his well some) as [n' [after [here who]]].
      exists (written_ n'). split; [apply as_written; assumption |]. split; [exact here |].
      destruct who as [own | [his' free]]; [left; exact own | right; split; [exact his' | exact (filled_barred n' free)]].
  - exact (after_ends board point _ play attacker lasting rank_of_board stays _ _ _ (live_ends g)).
Defined.

Theorem living_v6_wins : forall n, bars g n = None ->
  forces (v6_game board point board_eq_dec play score in_atari) attacker wanted (v6_start board (on_board g n) (moves g n)).
Proof.
  intros n free.
  exact (v6_strategy_forces board point board_eq_dec play score in_atari attacker wanted filled_v6 (written_ n) (filled_barred n free)).
Qed.

End Filled.

End LivingV6.
