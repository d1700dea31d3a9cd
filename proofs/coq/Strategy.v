(**
The strategy theorem: a strategy in which no board comes back forces its margin, whatever the history.

A game with stones and passes is described here by what the theorem needs of its rules ([rules]), not
by what the rules remember:
- a stone that the captures allow and that brings about a board that never stood in the game is legal;
- where [no_retake] is set, a stone that brings back the board before the opponent's stone, just
  played, is illegal;
- nothing else is said of when a stone is legal, and it never ends the game;
- a pass is legal; the second one on end ends the game, and the board as it stands is scored.

A strategy graph ([graph]) has nodes: a board, who is to move, and perhaps a board that he may not bring
about at once. Its player, the attacker, makes one move in each of his nodes: a stone, or a pass where
the board as it stands is enough. In the opponent's nodes each stone that the captures allow is
followed, but for the one that may not be played; so is his pass, where the board is not enough. It
must be well-founded: no path is endless. And each stone of the attacker's must be fresh: it brings
about the board of no node from which there is a path to the node where it is played.

[strategy_forces]: then the attacker forces his margin from a history that stands at a node, if no
other boards stood in it than this node's and ones that no stone of his brings about. So no history can
forbid his replies, and every play ends.

In terms of the checker (solver/certificate/strategy_soundness.md): well-foundedness is its condition (b),
freshness is (c) and (g), the moves are (a). Its conditions (d) to (f) are not needed for these rules.
*)
Require Import ZArith Lia Relations Wellfounded.
Require Import Game.
Local Open Scope Z_scope.

Inductive go_move (point : Type) : Type := Stone (p : point) | Pass.
Arguments Stone {point} p.
Arguments Pass {point}.

Section Strategy.

Variables board point : Type.
(** What the captures make of a stone: the board after it, or nothing where there may be none. *)
Variable play : player -> board -> point -> option board.
(** Black's margin on a board as it stands. *)
Variable score : board -> Z.

Record rules (no_retake : bool) : Type := {
  hist : Type;
  mover : hist -> player;
  now : hist -> board;
  stood : hist -> board -> Prop; (** the boards that stood up to now *)
  passed : hist -> bool; (** the last move was a pass *)
  before : hist -> option board; (** the board before the last move, if that was a stone *)
  make : hist -> go_move point -> outcome hist;

  stone_never_ends : forall h p r, make h (Stone p) <> Ends r;
  stone_goes : forall h p h', make h (Stone p) = Goes h' ->
    exists b, play (mover h) (now h) p = Some b /\ now h' = b /\ mover h' = other (mover h) /\
      passed h' = false /\ before h' = Some (now h) /\
      (forall c, stood h' c -> stood h c \/ c = b);
  stone_new : forall h p b, play (mover h) (now h) p = Some b -> ~ stood h b ->
    exists h', make h (Stone p) = Goes h';
  stone_back : no_retake = true -> forall h p b, play (mover h) (now h) p = Some b ->
    before h = Some b -> make h (Stone p) = Illegal;
  pass_goes : forall h, passed h = false -> exists h', make h Pass = Goes h' /\
      now h' = now h /\ mover h' = other (mover h) /\ passed h' = true /\
      (forall c, stood h' c -> stood h c);
  pass_ends : forall h, passed h = true -> make h Pass = Ends (Scored (score (now h)))
}.

Arguments hist {no_retake}.
Arguments mover {no_retake}.
Arguments now {no_retake}.
Arguments stood {no_retake}.
Arguments passed {no_retake}.
Arguments before {no_retake}.
Arguments make {no_retake}.

Definition game_of {no_retake : bool} (r : rules no_retake) : game :=
  {| history := hist r; move := go_move point; to_move := mover r; step := make r |}.

Variable attacker : player.
Variable wanted : Z. (** in the attacker's favour *)

Definition enough (b : board) : Prop := wanted <= margin_of attacker (score b).

(** Boards of the past that no stone of the attacker's may bring back. *)
Variable forbidden : board -> Prop.

Record graph (no_retake : bool) : Type := {
  node : Type;
  at_board : node -> board;
  turn : node -> player;
  barred : node -> option board;
  next : node -> node -> Prop; (** from a node to one that follows it *)
  path : node -> node -> Prop := clos_refl_trans node next;

  attacker_moves : forall n, turn n = attacker ->
    (enough (at_board n) /\
     exists n', next n n' /\ at_board n' = at_board n /\ turn n' = other attacker /\
       barred n' = None) \/
    (exists p b n', play attacker (at_board n) p = Some b /\ next n n' /\ at_board n' = b /\
       turn n' = other attacker /\
       (barred n' = None \/ no_retake = true /\ barred n' = Some (at_board n)) /\
       ~ forbidden b /\ forall u, path u n -> at_board u <> b);
  stone_followed : forall n p b, turn n = other attacker ->
    play (other attacker) (at_board n) p = Some b -> barred n <> Some b ->
    exists n', next n n' /\ at_board n' = b /\ turn n' = attacker;
  pass_followed : forall n, turn n = other attacker -> ~ enough (at_board n) ->
    exists n', next n n' /\ at_board n' = at_board n /\ turn n' = attacker;
  ends : well_founded (fun n' n => next n n')
}.

Arguments node {no_retake}.
Arguments at_board {no_retake}.
Arguments turn {no_retake}.
Arguments barred {no_retake}.
Arguments next {no_retake}.
Arguments path {no_retake}.

(** A history stands at a node. *)
Record stands {no_retake : bool} (r : rules no_retake) (g : graph no_retake) (n : node g)
  (h : hist r) : Prop := {
  same_board : now r h = at_board g n;
  same_mover : mover r h = turn g n;
  only_stood : forall b, stood r h b -> forbidden b \/ exists u, path g u n /\ at_board g u = b;
  passed_enough : passed r h = true -> turn g n = other attacker -> enough (at_board g n);
  same_barred : forall b, turn g n = other attacker -> barred g n = Some b ->
    no_retake = true /\ before r h = Some b
}.

Lemma enough_dec : forall b, {enough b} + {~ enough b}.
Proof. intro b. apply Z_le_dec. Qed.

(** What stood before, a move later. *)
Lemma stood_later : forall no_retake (r : rules no_retake) (g : graph no_retake) n n' h h' b,
  stands r g n h -> next g n n' -> at_board g n' = b ->
  (forall c, stood r h' c -> stood r h c \/ c = b) ->
  forall c, stood r h' c -> forbidden c \/ exists u, path g u n' /\ at_board g u = c.
Proof.
  intros no_retake r g n n' h h' b at_n edge here grown c was.
  destruct (grown c was) as [old | new].
  - destruct (only_stood _ _ _ _ at_n c old) as [bad | [u [way same]]]; auto.
    right. exists u. split; trivial. eapply rt_trans; [exact way | apply rt_step; exact edge].
  - right. exists n'. split; [apply rt_refl | congruence].
Qed.

Theorem strategy_forces : forall no_retake (r : rules no_retake) (g : graph no_retake) n h,
  stands r g n h -> forces (game_of r) attacker wanted h.
Proof.
  intros no_retake r g n. induction n as [n again] using (well_founded_induction (ends _ g)).
  intros h at_n.
  destruct (player_cases attacker (turn g n)) as [own | theirs].
  - (* The attacker's move. *)
    assert (mine : mover r h = attacker) by (rewrite (same_mover _ _ _ _ at_n); exact own).
    destruct (attacker_moves _ g n own) as
      [[well [n' [edge [here [turns free]]]]] | [p [b [n' [legal [edge [here [turns [bar [clean fresh]]]]]]]]]].
    + destruct (passed r h) eqn:was.
      * eapply (forces_ends (game_of r)) with (m := Pass); simpl; trivial.
        -- apply pass_ends; exact was.
        -- simpl. rewrite (same_board _ _ _ _ at_n). exact well.
      * destruct (pass_goes _ r h was) as [h' [made [board' [mover' [passed' grown]]]]].
        eapply (forces_goes (game_of r)) with (m := Pass) (h' := h'); simpl; trivial.
        eapply again; [exact edge |]. split.
        -- rewrite board', here. apply (same_board _ _ _ _ at_n).
        -- rewrite mover', turns, mine. reflexivity.
        -- apply (stood_later _ r g n n' h h' _ at_n edge eq_refl). intros c c_was. auto.
        -- intros _ _. rewrite here. exact well.
        -- intros c _ c_bar. rewrite free in c_bar. discriminate.
    + rewrite <- (same_board _ _ _ _ at_n) in legal. rewrite <- mine in legal.
      destruct (stone_new _ r h p b legal) as [h' made].
      { intro was. destruct (only_stood _ _ _ _ at_n b was) as [bad | [u [way same]]].
        - exact (clean bad).
        - exact (fresh u way same). }
      destruct (stone_goes _ r h p h' made) as
        [b' [legal' [board' [mover' [passed' [before' grown]]]]]].
      assert (same : b' = b) by congruence. rewrite same in *. clear same.
      eapply (forces_goes (game_of r)) with (m := Stone p) (h' := h'); simpl; trivial.
      eapply again; [exact edge |]. split.
      * congruence.
      * rewrite mover', turns, mine. reflexivity.
      * apply (stood_later _ r g n n' h h' b at_n edge here grown).
      * intros was. congruence.
      * intros c _ c_bar. destruct bar as [none | [yes some]]; [congruence |].
        split; trivial. rewrite before', (same_board _ _ _ _ at_n). congruence.
  - (* The opponent's move. *)
    assert (his : mover r h = other attacker) by (rewrite (same_mover _ _ _ _ at_n); exact theirs).
    apply forces_answers; simpl; trivial.
    + intros [p |] res made.
      * exfalso. exact (stone_never_ends _ r h p res made).
      * destruct (passed r h) eqn:was.
        -- rewrite (pass_ends _ r h was) in made. injection made as <-. simpl.
           rewrite (same_board _ _ _ _ at_n). apply (passed_enough _ _ _ _ at_n was theirs).
        -- destruct (pass_goes _ r h was) as [h' [goes _]]. congruence.
    + intros [p |] h' made.
      * destruct (stone_goes _ r h p h' made) as
          [b [legal [board' [mover' [passed' [before' grown]]]]]].
        rewrite his, (same_board _ _ _ _ at_n) in legal.
        destruct (stone_followed _ g n p b theirs legal) as [n' [edge [here turns]]].
        { intro bar. destruct (same_barred _ _ _ _ at_n b theirs bar) as [yes was].
          rewrite <- (same_board _ _ _ _ at_n), <- his in legal.
          rewrite (stone_back _ r yes h p b legal was) in made. discriminate. }
        eapply again; [exact edge |]. split.
        -- congruence.
        -- rewrite mover', turns, his. apply other_other.
        -- apply (stood_later _ r g n n' h h' b at_n edge here grown).
        -- intros was. congruence.
        -- intros c opp. exfalso. apply (other_differs attacker). congruence.
      * destruct (passed r h) eqn:was.
        { rewrite (pass_ends _ r h was) in made. discriminate. }
        destruct (pass_goes _ r h was) as [h2 [goes [board' [mover' [passed' grown]]]]].
        assert (h2 = h') by congruence. subst h2.
        rewrite his, other_other in mover'.
        destruct (enough_dec (at_board g n)) as [well | ill].
        -- (* He is answered by the pass that ends the game. *)
           eapply (forces_ends (game_of r)) with (m := Pass); simpl; trivial.
           ++ apply pass_ends; exact passed'.
           ++ simpl. rewrite board', (same_board _ _ _ _ at_n). exact well.
        -- destruct (pass_followed _ g n theirs ill) as [n' [edge [here turns]]].
           eapply again; [exact edge |]. split.
           ++ rewrite board', here. apply (same_board _ _ _ _ at_n).
           ++ congruence.
           ++ apply (stood_later _ r g n n' h h' _ at_n edge eq_refl). intros c c_was. auto.
           ++ intros _ opp. exfalso. apply (other_differs attacker). congruence.
           ++ intros c opp. exfalso. apply (other_differs attacker). congruence.
Qed.

(** A history that begins here: nothing stood but the board, and nobody passed. *)
Corollary strategy_forces_from_start :
  forall no_retake (r : rules no_retake) (g : graph no_retake) n h,
  now r h = at_board g n -> mover r h = turn g n -> barred g n = None -> passed r h = false ->
  (forall b, stood r h b -> b = at_board g n) ->
  forces (game_of r) attacker wanted h.
Proof.
  intros no_retake r g n h here turns free start alone.
  apply (strategy_forces no_retake r g n). split; trivial; try congruence.
  intros b was. right. exists n. split; [apply rt_refl | symmetry; auto].
Qed.

End Strategy.
