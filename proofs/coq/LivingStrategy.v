(**
A living strategy is a strategy: under psk, ssk, nssk, own and simple ko.

[living_graph] is a strategy graph as Strategy.v has it, but for what is asked of nodes on boards that last: nothing. Of a lasting board no more is known
than that it gives the attacker enough, that it stays one whatever stone his opponent places, and that stones of the opponent's end
([lasting], [rank_of_board]). [filled]: the graph that has all of these boards besides (Living.v), a strategy graph.

[all_written]: where no board lasts nothing is added. [living_wins]: so the attacker forces his margin from a start; [living_entered_wins]: in the middle of a game, too, if of its past no turn is in
the reach of the written nodes, and no board lasts. Of docs/certificate-format.md this is "Living strategies" with S26.
*)
Require Import ZArith List Bool Relations Wellfounded.
Require Import Game Strategy Repetition Entered Living.
Import ListNotations.

Section LivingStrategy.

Variables board point : Type.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variable attacker : player.
Variable wanted : Z.
Variable lasting : board -> bool.
Variable rank_of_board : board -> nat.
Notation opponent := (other attacker).
Notation enough_ := (enough board score attacker wanted).

Hypothesis gives : forall b, lasting b = true -> enough_ b.
Hypothesis stays : forall b p b', lasting b = true -> play opponent b p = Some b' ->
  lasting b' = true /\ rank_of_board b' < rank_of_board b.

Record living_graph (forbidden : board -> Prop) (no_retake : bool) : Type := {
  written : Type;
  on_board : written -> board;
  moves : written -> player;
  bars : written -> option board;
  then_ : written -> written -> Prop;
  live_attacker_moves : forall n, lasting (on_board n) = false -> moves n = attacker ->
    (enough_ (on_board n) /\ exists n', then_ n n' /\ on_board n' = on_board n /\ moves n' = opponent /\ bars n' = None) \/
    (exists p b n', play attacker (on_board n) p = Some b /\ then_ n n' /\ on_board n' = b /\ moves n' = opponent /\
       (bars n' = None \/ no_retake = true /\ bars n' = Some (on_board n)) /\
       ~ forbidden b /\ forall u, clos_refl_trans written then_ u n -> on_board u <> b);
  live_stone_followed : forall n p b, lasting (on_board n) = false -> moves n = opponent ->
    play opponent (on_board n) p = Some b -> bars n <> Some b -> exists n', then_ n n' /\ on_board n' = b /\ moves n' = attacker;
  live_pass_followed : forall n, lasting (on_board n) = false -> moves n = opponent -> ~ enough_ (on_board n) ->
    exists n', then_ n n' /\ on_board n' = on_board n /\ moves n' = attacker;
  live_ends : well_founded (fun n' n => then_ n n')
}.

Arguments written {forbidden no_retake}.
Arguments on_board {forbidden no_retake}.
Arguments moves {forbidden no_retake}.
Arguments bars {forbidden no_retake}.
Arguments then_ {forbidden no_retake}.

Notation full_of g := (full board (written g) lasting).
Notation written_ g := (Written board (written g) lasting).
Notation board_of g := (full_board board (written g) lasting (on_board g)).
Notation turn_of_ g := (full_turn board (written g) lasting (moves g)).
Notation barred_of_ g := (full_barred board (written g) lasting (on_board g) (bars g)).
Notation next_of g := (after_ board point (written g) play attacker lasting (on_board g) (moves g) (then_ g)).

Section Filled.

Variable forbidden : board -> Prop.
Variable no_retake : bool.
Variable g : living_graph forbidden no_retake.

Lemma filled_attacker : forall u : full_of g, turn_of_ g u = attacker ->
  (enough_ (board_of g u) /\
   exists u', next_of g u u' /\ board_of g u' = board_of g u /\ turn_of_ g u' = opponent /\ barred_of_ g u' = None) \/
  (exists p b u', play attacker (board_of g u) p = Some b /\ next_of g u u' /\ board_of g u' = b /\ turn_of_ g u' = opponent /\
     (barred_of_ g u' = None \/ no_retake = true /\ barred_of_ g u' = Some (board_of g u)) /\
     ~ forbidden b /\ forall v, clos_refl_trans (full_of g) (next_of g) v u -> board_of g v <> b).
Proof.
  intros u own. destruct (lasting (board_of g u)) eqn:is.
  - left. split; [exact (gives _ is) |]. apply may_pass; assumption.
  - destruct (not_lasting board _ lasting (on_board g) (bars g) u is) as [n [-> [no _]]].
    destruct (live_attacker_moves _ _ g n no own) as [[well [n' [after [here [his free]]]]] | [p [b [n' [legal [after [here [his [bar [clean fresh]]]]]]]]]].
    + left. split; [exact well |]. exists (written_ g n'). split; [apply as_written; assumption |]. split; [exact here |]. split; [exact his |].
      destruct (barred_written board _ lasting (on_board g) (bars g) n') as [none | same]; congruence.
    + right. exists p, b, (written_ g n'). split; [exact legal |]. split; [apply as_written; assumption |]. split; [exact here |]. split; [exact his |].
      split; [destruct (barred_written board _ lasting (on_board g) (bars g) n') as [none | same]; [left; exact none |]; rewrite same; exact bar |].
      split; [exact clean |]. intros v way.
      destruct (before_it board point _ play attacker lasting (on_board g) (moves g) (then_ g) v _ way is) as [m [n0 [-> [same [way' _]]]]].
      injection same as <-. exact (fresh m way').
Qed.

Definition filled : graph board point play score attacker wanted forbidden no_retake.
Proof.
  refine {| node := full_of g; at_board := board_of g; turn := turn_of_ g; barred := barred_of_ g; next := next_of g |}.
  - exact filled_attacker.
  - intros u p b his made free. destruct (lasting (board_of g u)) eqn:is; [eapply may_answer; eassumption |].
    destruct (not_lasting board _ lasting (on_board g) (bars g) u is) as [n [-> [no same]]]. rewrite same in free.
    destruct (live_stone_followed _ _ g n p b no his made free) as [n' [after [here own]]].
    exists (written_ g n'). split; [apply as_written; assumption | auto].
  - intros u his ill. destruct (lasting (board_of g u)) eqn:is; [destruct (ill (gives _ is)) |].
    destruct (not_lasting board _ lasting (on_board g) (bars g) u is) as [n [-> [no _]]].
    destruct (live_pass_followed _ _ g n no his ill) as [n' [after [here own]]].
    exists (written_ g n'). split; [apply as_written; assumption | auto].
  - exact (after_ends board point _ play attacker lasting rank_of_board stays _ _ _ (live_ends _ _ g)).
Defined.

Lemma filled_barred : forall n, bars g n = None -> barred_of_ g (written_ g n) = None.
Proof. intros n free. destruct (barred_written board _ lasting (on_board g) (bars g) n) as [none | same]; congruence. Qed.

End Filled.

(** Where no board lasts it is a strategy graph as it is. *)
Definition all_written {forbidden no_retake} (g : living_graph forbidden no_retake) (none : forall b, lasting b = false) :
  graph board point play score attacker wanted forbidden no_retake.
Proof.
  refine {| node := written g; at_board := on_board g; turn := moves g; barred := bars g; next := then_ g |}.
  - intro n. exact (live_attacker_moves _ _ g n (none _)).
  - intros n p b. exact (live_stone_followed _ _ g n p b (none _)).
  - intro n. exact (live_pass_followed _ _ g n (none _)).
  - exact (live_ends _ _ g).
Defined.

Variable board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Notation game_ := (go_game board point board_eq_dec play score).
Notation nothing := (fun _ : board => False).

Theorem living_wins : forall rule (g : living_graph nothing (retake_illegal rule)) n, bars g n = None ->
  forces (game_ rule) attacker wanted (begin_with board (on_board g n) (moves g n)).
Proof.
  intros rule g n free.
  exact (strategy_wins board point board_eq_dec play score rule attacker wanted (filled nothing _ g) (written_ g n) (filled_barred nothing _ g n free)).
Qed.

(** The turns that play by the written nodes may come to, as [in_reach] of Entered.v. *)
Definition in_written {rule} (g : living_graph nothing rule) (b : board) (a : player) : Prop :=
  exists n, on_board g n = b /\ (a = attacker \/ moves g n = a).

Theorem living_entered_wins : forall rule (g : living_graph nothing (retake_illegal rule)) n h, settled board h ->
  left _ (fst h) = on_board g n -> who_moves board h = moves g n -> bars g n = None ->
  (forall t, In t (snd h) -> lasting (left _ t) = false) ->
  (forall t, In t (snd h) -> in_written g (left _ t) (next_player _ t) ->
     left _ t = left _ (fst h) /\ next_player _ t = who_moves board h) ->
  forces (game_ rule) attacker wanted h.
Proof.
  intros rule g n h proper here turns free none clean.
  apply (entered_wins board point board_eq_dec play score attacker wanted rule (filled nothing _ g) (written_ g n) h); trivial.
  - exact (filled_barred nothing _ g n free).
  - intros t there [[m | [b is] a] [same who]]; simpl in same, who.
    + apply (clean t there). exists m. auto.
    + exfalso. specialize (none t there). congruence.
Qed.

End LivingStrategy.
