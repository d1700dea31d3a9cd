(**
A living strategy is a strategy: under Kee's rules of 2013, with refreshing passes and without, in both tallies.

[living_kee_graph] is a graph as KeeGraph.v has it, but for what is asked of nodes on boards that last (LivingStrategy.v): nothing.
[filled_kee]: the graph that has all of these boards besides. Where a board lasts no stone of the opponent's brings back one from before it lasted: so what is
asked of such stones ([kept], [not_passed]) need be asked only of the written ones.

[all_written_kee]: where no board lasts nothing is added. [living_kee_wins]: so the attacker forces his margin from the start; [living_kee_entered_wins]: in the middle of a game, too, if of its past
no turn is in the reach of the written nodes, and no board lasts.
*)
Require Import ZArith List Bool Relations Wellfounded.
Require Import Game Kee2013 KeeGraph KeeLines KeeStrategy Living.
Import ListNotations.

Section LivingKee.

Variables board point : Type.
Variable board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variables refresh tally_all : bool.
Variable attacker : player.
Variable wanted : Z.
Variable lasting : board -> bool.
Variable rank_of_board : board -> nat.
Notation opponent := (other attacker).
Notation enough_ := (enough board score attacker wanted).
Notation alone_ := (reaches_alone board point play score attacker wanted []).

Hypothesis gives : forall b, lasting b = true -> enough_ b.
Hypothesis stays : forall b p b', lasting b = true -> play opponent b p = Some b' ->
  lasting b' = true /\ rank_of_board b' < rank_of_board b.

Record living_kee_graph : Type := {
  written : Type;
  on_board : written -> board;
  moves : written -> player;
  bars : written -> option board;
  then_ : written -> written -> Prop;
  way (n n' : written) : Prop := clos_refl_trans written then_ n n';
  may_make (n : written) (b : board) : Prop :=
    lasting (on_board n) = false /\ moves n = opponent /\ bars n <> Some b /\ exists p, play opponent (on_board n) p = Some b;
  lays (u u' : written) (b : board) (a : player) : Prop := moves u = a /\ on_board u = b /\ then_ u u' /\ on_board u' <> b;

  live_attacker_moves : forall n, lasting (on_board n) = false -> moves n = attacker ->
    (enough_ (on_board n) /\ exists n', then_ n n' /\ on_board n' = on_board n /\ moves n' = opponent /\ bars n' = None) \/
    (exists p b n', play attacker (on_board n) p = Some b /\ then_ n n' /\ on_board n' = b /\ moves n' = opponent /\
       (bars n' = None \/ bars n' = Some (on_board n) /\ alone_ (on_board n)) /\ forall u, way u n -> on_board u <> b);
  live_stone_followed : forall n b, may_make n b -> exists n', then_ n n' /\ on_board n' = b /\ moves n' = attacker;
  live_pass_followed : forall n, lasting (on_board n) = false -> moves n = opponent -> ~ enough_ (on_board n) ->
    exists n', then_ n n' /\ on_board n' = on_board n /\ moves n' = attacker;
  live_goes_on : refresh = true -> forall n, lasting (on_board n) = false -> moves n = opponent -> enough_ (on_board n) -> bars n <> None ->
    exists n', then_ n n' /\ on_board n' = on_board n /\ moves n' = opponent /\ bars n' = None;
  live_kept : forall n b u u', may_make n b -> lays u u' b attacker -> way u' n -> False;
  live_not_passed : forall n b u u' w w', may_make n b -> enough_ b -> lays u u' b opponent -> way u' w ->
    moves w = opponent -> ~ enough_ (on_board w) -> then_ w w' -> on_board w' = on_board w -> way w' n -> False;
  live_ends : well_founded (fun n' n => then_ n n')
}.

Section Filled.

Variable g : living_kee_graph.

Notation full_ := (full board (written g) lasting).
Notation written_ := (Written board (written g) lasting).
Notation board_of := (full_board board (written g) lasting (on_board g)).
Notation turn_of_ := (full_turn board (written g) lasting (moves g)).
Notation barred_of_ := (full_barred board (written g) lasting (on_board g) (bars g)).
Notation next_of := (after_ board point (written g) play attacker lasting (on_board g) (moves g) (then_ g)).
Notation path_of := (clos_refl_trans full_ next_of).
Notation of_written := (not_lasting board (written g) lasting (on_board g) (bars g)).
Notation barred_as := (barred_written board (written g) lasting (on_board g) (bars g)).
Notation before := (before_it board point (written g) play attacker lasting (on_board g) (moves g) (then_ g)).

Lemma filled_barred : forall n, bars g n = None -> barred_of_ (written_ n) = None.
Proof. intros n free. destruct (barred_as n) as [none | same]; congruence. Qed.

Lemma filled_attacker : forall u : full_, turn_of_ u = attacker ->
  (enough_ (board_of u) /\
   exists u', next_of u u' /\ board_of u' = board_of u /\ turn_of_ u' = opponent /\ barred_of_ u' = None) \/
  (exists p b u', play attacker (board_of u) p = Some b /\ next_of u u' /\ board_of u' = b /\ turn_of_ u' = opponent /\
     (barred_of_ u' = None \/ barred_of_ u' = Some (board_of u) /\ alone_ (board_of u)) /\ forall v, path_of v u -> board_of v <> b).
Proof.
  intros u own. destruct (lasting (board_of u)) eqn:is.
  - left. split; [exact (gives _ is) |]. apply may_pass; assumption.
  - destruct (of_written u is) as [n [-> [no _]]].
    destruct (live_attacker_moves g n no own) as [[well [n' [after [here [his free]]]]] | [p [b [n' [legal [after [here [his [bar fresh]]]]]]]]].
    + left. split; [exact well |]. exists (written_ n'). split; [apply as_written; assumption |]. split; [exact here |]. split; [exact his |].
      exact (filled_barred n' free).
    + right. exists p, b, (written_ n'). split; [exact legal |]. split; [apply as_written; assumption |]. split; [exact here |]. split; [exact his |].
      split; [destruct (barred_as n') as [none | same]; [left; exact none |]; rewrite same; exact bar |]. intros v way_.
      destruct (before v _ way_ is) as [m [n0 [-> [same [way' _]]]]]. injection same as <-. exact (fresh m way').
Qed.

(** A stone of the opponent's, where the board does not last. *)
Lemma may_written : forall n b, lasting (on_board g n) = false -> turn_of_ (written_ n) = opponent ->
  barred_of_ (written_ n) <> Some b -> (exists p, play opponent (on_board g n) p = Some b) -> may_make g n b.
Proof. intros n b no his free made. simpl in free. rewrite no in free. repeat split; assumption. Qed.

(** It brings back a board from which a stone led on: then that board does not last, nor any on the way. *)
Lemma back_written : forall u v b w, turn_of_ u = opponent -> (exists p, play opponent (board_of u) p = Some b) ->
  board_of v = b -> next_of v w -> path_of w u -> lasting b = false ->
  exists n m m', u = written_ n /\ lasting (on_board g n) = false /\ v = written_ m /\ w = written_ m' /\ then_ g m m' /\ way g m' n.
Proof.
  intros u v b w his [p made] here after way_ no. destruct (lasting (board_of u)) eqn:is.
  { destruct (stays _ p b is made) as [bad _]. congruence. }
  destruct (before w u way_ is) as [m' [n [-> [-> [way' _]]]]]. inversion after as [m m0 no_ then__ same_v same_w | |]. subst m0 v.
  exists n, m, m'. repeat split; trivial.
Qed.

Lemma filled_kept : forall u b v w, turn_of_ u = opponent -> barred_of_ u <> Some b -> (exists p, play opponent (board_of u) p = Some b) ->
  turn_of_ v = attacker -> board_of v = b -> next_of v w -> board_of w <> b -> path_of w u -> False.
Proof.
  intros u b v w his free made own here after differs way_. destruct (lasting b) eqn:is.
  - inversion after as [m m' no then__ | v0 p s is_v his_v | v0 s is_v own_v same]; subst; simpl in *; [congruence | | congruence].
    apply (other_differs attacker). congruence.
  - destruct (back_written u v b w his made here after way_ is) as [n [m [m' [-> [no [-> [-> [then__ way']]]]]]]].
    apply (live_kept g n b m m'); [apply may_written; assumption | repeat split; assumption | exact way'].
Qed.

Lemma filled_not_passed : forall u b v v' w w', turn_of_ u = opponent -> barred_of_ u <> Some b ->
  (exists p, play opponent (board_of u) p = Some b) -> enough_ b -> turn_of_ v = opponent -> board_of v = b -> next_of v v' ->
  board_of v' <> b -> path_of v' w -> turn_of_ w = opponent -> ~ enough_ (board_of w) -> next_of w w' -> board_of w' = board_of w ->
  path_of w' u -> False.
Proof.
  intros u b v v' w w' his free made well his_v here after differs first his_w ill passes same second. destruct (lasting b) eqn:is.
  - apply ill. apply gives. apply (still_lasts board point _ play attacker lasting (on_board g) (moves g) (then_ g) v w); [| congruence].
    apply (rt_trans _ _ v v' w); [apply rt_step; exact after | exact first].
  - assert (all : path_of v' u) by (apply (rt_trans _ _ v' w u); [exact first | apply (rt_trans _ _ w w' u); [apply rt_step; exact passes | exact second]]).
    destruct (back_written u v b v' his made here after all is) as [n [m [m' [-> [no [-> [-> [then__ _]]]]]]]].
    destruct (before w' _ second no) as [x' [n0 [-> [same_n [way_x' no_x']]]]]. injection same_n as <-.
    assert (no_w : lasting (board_of w) = false) by (rewrite <- same; exact no_x').
    destruct (before _ w first no_w) as [m0 [x [same_m [-> [way_x _]]]]]. injection same_m as <-.
    inversion passes as [x0 x0' no_ then_x same_x same_x' | |]. subst x0 x0'.
    apply (live_not_passed g n b m m' x x'); trivial; [apply may_written; assumption | repeat split; assumption].
Qed.

Definition filled_kee : kee_graph board point play score refresh attacker wanted.
Proof.
  refine {| node := full_; at_board := board_of; turn := turn_of_; barred := barred_of_; next := next_of |}.
  - exact filled_attacker.
  - intros u b [his [free [p made]]]. destruct (lasting (board_of u)) eqn:is; [eapply may_answer; eassumption |].
    destruct (of_written u is) as [n [-> [no _]]].
    destruct (live_stone_followed g n b) as [n' [after [here own]]]; [apply may_written; eauto |].
    exists (written_ n'). split; [apply as_written; assumption | auto].
  - intros u his ill. destruct (lasting (board_of u)) eqn:is; [destruct (ill (gives _ is)) |].
    destruct (of_written u is) as [n [-> [no _]]]. destruct (live_pass_followed g n no his ill) as [n' [after [here own]]].
    exists (written_ n'). split; [apply as_written; assumption | auto].
  - intros allowed u his well some. destruct (lasting (board_of u)) eqn:is.
    + exfalso. apply some. destruct u as [n | b a]; [| reflexivity]. simpl in *. rewrite is. reflexivity.
    + destruct (of_written u is) as [n [-> [no same]]]. rewrite same in some.
      destruct (live_goes_on g allowed n no his well some) as [n' [after [here [his' free]]]].
      exists (written_ n'). split; [apply as_written; assumption |]. split; [exact here |]. split; [exact his' | exact (filled_barred n' free)].
  - intros u b v w [his [free made]] [own [here [after differs]]] way_. exact (filled_kept u b v w his free made own here after differs way_).
  - intros u b v v' w w' [his [free made]] well [his_v [here [after differs]]] first his_w ill passes same second.
    exact (filled_not_passed u b v v' w w' his free made well his_v here after differs first his_w ill passes same second).
  - exact (after_ends board point _ play attacker lasting rank_of_board stays _ _ _ (live_ends g)).
Defined.

(** Where no board lasts it is a strategy graph as it is. *)
Definition all_written_kee (none : forall b, lasting b = false) : kee_graph board point play score refresh attacker wanted.
Proof.
  refine {| node := written g; at_board := on_board g; turn := moves g; barred := bars g; next := then_ g |}.
  - intro n. exact (live_attacker_moves g n (none _)).
  - intros n b may. apply (live_stone_followed g n b). split; [apply none | exact may].
  - intro n. exact (live_pass_followed g n (none _)).
  - intros allowed n. exact (live_goes_on g allowed n (none _)).
  - intros n b u u' may. exact (live_kept g n b u u' (conj (none _) may)).
  - intros n b u u' w w' may. exact (live_not_passed g n b u u' w w' (conj (none _) may)).
  - exact (live_ends g).
Defined.

Notation game_ := (kee_game board point board_eq_dec play score refresh tally_all).

Theorem living_kee_wins : forall n, bars g n = None -> forces game_ attacker wanted (kee_start _ (on_board g n) (moves g n)).
Proof.
  intros n free.
  exact (kee_strategy_forces board point board_eq_dec play score refresh tally_all attacker wanted filled_kee (written_ n) (filled_barred n free)).
Qed.

(** The turns that play by the written nodes may come to, as [in_reach] of KeeLines.v. *)
Definition in_written_kee (b : board) (a : player) : Prop := exists n, on_board g n = b /\ (a = attacker \/ moves g n = a).

Theorem living_kee_entered_wins : forall n (h : kee_history board), kee_settled board h -> out _ (fst h) = None ->
  left_board _ (fst h) = on_board g n -> up _ h = moves g n -> bars g n = None ->
  (forall t, In t (snd h) -> lasting (left_board _ t) = false) ->
  (forall t, In t (snd h) -> ~ in_written_kee (left_board _ t) (next_up _ t)) ->
  forces game_ attacker wanted h.
Proof.
  intros n h proper in_ here turns free none clean.
  apply (kee_entered_forces board point board_eq_dec play score refresh tally_all attacker wanted filled_kee (written_ n) h); trivial.
  - exact (filled_barred n free).
  - intros t there [[m | [b is] a] [same who]]; simpl in same, who.
    + apply (clean t there). exists m. auto.
    + specialize (none t there). congruence.
Qed.

End Filled.

End LivingKee.
