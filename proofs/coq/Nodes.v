(**
The nodes of certificates, as docs/certificate-format.md has them, and that they are true, under rules
that remember items.

The rules are those of ItemRules.v, alike under the elements of GroupElements.v; a game is of such rules if
[played] holds of it: KeeNodes.v, SuperkoNodes.v and KeeV6Nodes.v prove it of games that are stated with the whole history. A node has a state, a winner, a bound and a demand for
each item: a set of what it may be - absent, or there with a counter. Intervals are such sets; [between_later] and [between_both] of
Lemma.v say what D6 and D9 make of them.

[node_good] is what the format asks of a node, with the names that it has there (L5 to L22, D1 to D9); of nodes that force,
without strategy leaves. [node_true]: if what its children mean is true, so is what it means: its winner forces its bound
after every history that an element takes its state to and that fulfils its demands (C9, C10, C14).
[certificate_true]: so all nodes of a certificate are true (N5).
*)
Require Import ZArith Lia List Bool Wellfounded.
Require Import Game Lemma Kee2013 ItemRules GroupElements.
Import ListNotations.
Local Open Scope Z_scope.

Section Nodes.

Variables board point class : Type.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variable told : kinds board point.
Notation kind := (play_kind told).
Notation item := (item board class).
Notation kind_of_item := (kind_of_item class).
Notation of_kind := (of_kind class).
Notation item_on := (item_on board class).
Variable looks : player -> kind -> option kind_of_item.
Variable made_by : player -> kind -> list kind_of_item.
Variable clears : kind -> class -> bool.
Variable shift : player -> kind -> Z.
Variable found : player -> kind -> Z -> fate.
(** What is always there with counter 0, of the board that stands, if anything is. *)
Variable known : player -> option kind_of_item.

(** The rules are alike for both colours. *)
Hypothesis looks_alike : forall a k, looks (other a) k = option_map (of_kind true) (looks a k).
Hypothesis made_alike : forall a k, made_by (other a) k = map (of_kind true) (made_by a k).
Hypothesis shift_alike : forall a k, shift (other a) k = - shift a k.
Hypothesis found_alike : forall a k c, found (other a) k (- c) = of_fate true (found a k c).
Hypothesis known_alike : forall a, known (other a) = option_map (of_kind true) (known a).

Notation worth_out := (worth_out board point play score).
Notation worth_leaf := (worth_leaf board point play score).
Notation node_state := (node_state board).
Notation node_board := (node_board board).
Notation node_mover := (node_mover board).
Notation node_passed := (node_passed board).
Notation plays := (plays board point play told).
Notation ends_game := (ends_game board point told).
Notation looks_at := (looks_at board point class told looks).
Notation makes := (makes board point class told made_by).
Notation class_of := (class_of board class).
Notation state_then := (state_then board point told).
Notation element := (element board point play score told).
Notation of_board := (of_board board point play score told).
Notation of_player := (of_player board point play score told).
Notation signed := (signed board point play score told).
Notation of_state := (of_state board point play score told).
Notation of_item := (of_item board point class play score told).
Notation of_move := (of_move board point play score told).
Notation after_element := (after_element board point play score told).
Notation looks_image := (looks_image board point class play score told looks looks_alike).
Notation shift_image := (shift_image board point play score told shift shift_alike).
Notation found_image := (found_image board point play score told found found_alike).
Notation known_image := (known_image board point class play score told known known_alike).
Notation makes_image := (makes_image board point class play score told made_by made_alike).
Notation class_image := (class_image board point class play score told).
Notation plays_image := (plays_image board point play score told).
Notation no_play_image := (no_play_image board point play score told).
Notation moves_all := (moves_all board point play score told).

(** ** The game *)

Variable g : game.
Variable as_move : kee_move point -> move g.
Variable proper : history g -> Prop.
Variable stands : history g -> node_state -> Prop.
Variable status_of_item : history g -> item -> option Z.

Hypothesis mover_right : forall h s, stands h s -> to_move g h = node_mover s.
Hypothesis every_move : forall h s m', stands h s ->
  (exists m b k, as_move m = m' /\ plays s m = Some (b, k)) \/ step g h m' = Illegal.
Hypothesis leaves : forall h s w k, proper h -> stands h s -> worth_leaf w k (node_board s) -> forces g w k h.
Hypothesis always_there : forall h s i, proper h -> stands h s -> known (node_mover s) = Some i ->
  status_of_item h (item_on (node_board s) i) = Some 0.

(** What a play makes of a game; all but the last three lines of the result. *)
Definition went_on (h : history g) (s : node_state) (b : board) (k : kind) (h' : history g) : Prop :=
  proper h' /\ stands h' (state_then s b k) /\
  forall i, (makes s b k i /\ status_of_item h' i = Some 0) \/
    (~ makes s b k i /\ clears k (class_of i) = true /\ status_of_item h' i = None) \/
    (~ makes s b k i /\ clears k (class_of i) = false /\
     status_of_item h' i = shifted (shift (node_mover s) k) (status_of_item h i)).

Hypothesis played : forall h s m b k, proper h -> stands h s -> plays s m = Some (b, k) ->
  if ends_game s k then step g h (as_move m) = Ends (Scored (score b))
  else match option_map (status_of_item h) (looks_at s b k) with
       | Some (Some c) =>
         match found (node_mover s) k c with
         | Not_legal => step g h (as_move m) = Illegal
         | Goes_out loser => exists h', step g h (as_move m) = Goes h' /\
             forall w t, worth_out w t b loser -> forces g w t h'
         | Is_scored => step g h (as_move m) = Ends (Scored (score b))
         | Goes_on => exists h', step g h (as_move m) = Goes h' /\ went_on h s b k h'
         end
       | _ => exists h', step g h (as_move m) = Goes h' /\ went_on h s b k h'
       end.

(** What the history says of the image of an item; the sign turns with the colours. *)
Definition seen_by (e : element) (h : history g) (i : item) : option Z :=
  option_map (signed e) (status_of_item h (of_item e i)).

Lemma seen_after : forall e d h i, seen_by (after_element e d) h i = option_map (signed d) (seen_by e h (of_item d i)).
Proof. intros e d h i. unfold seen_by. rewrite item_after. apply signed_after. Qed.

(** ** A node *)

Record node : Type := {
  node_at : node_state;
  winner : player;
  bound : Z;                        (** the winner's margin *)
  demand : item -> option Z -> Prop (** may the item be that? *)
}.

(** What a node means. *)
Definition means (n : node) : Prop := forall e h, proper h -> stands h (of_state e (node_at n)) ->
  (forall i, demand n i (seen_by e h i)) -> forces g (of_player e (winner n)) (bound n) h.

(** [L23] What the node demands, and what is there besides. *)
Definition holds (n : node) (i : item) (v : option Z) : Prop :=
  demand n i v /\ (option_map (item_on (node_board (node_at n))) (known (node_mover (node_at n))) = Some i -> v = Some 0).

(** [L11] What follows is good: illegal, for who does not make the play; one is out, or it is scored, if that is worth the bound. *)
Definition good_fate (n : node) (b : board) (f : fate) : Prop :=
  match f with
  | Not_legal => node_mover (node_at n) = other (winner n)
  | Goes_out loser => worth_out (winner n) (bound n) b loser
  | Is_scored => bound n <= margin_of (winner n) (score b)
  | Goes_on => False
  end.

(** What is good if there is a child: going on, too. *)
Definition good_or_on (n : node) (b : board) (f : fate) : Prop := f = Goes_on \/ good_fate n b f.

Definition end_ok (n : node) (b : board) (k : kind) : Prop :=
  if ends_game (node_at n) k
  then bound n <= margin_of (winner n) (score b)                                   (* L9 *)
  else exists i, looks_at (node_at n) b k = Some i /\                              (* L10 *)
         forall v, holds n i v ->
           exists c, v = Some c /\ good_fate n b (found (node_mover (node_at n)) k c). (* L11, D1 *)

Definition carried (n child : node) (e : element) (b : board) (k : kind) (i : item) : Prop :=
  (makes (node_at n) b k (of_item e i) -> demand child i (Some 0)) /\              (* L21 *)
  (~ makes (node_at n) b k (of_item e i) -> clears k (class_of i) = true -> demand child i None) /\  (* L22 *)
  (~ makes (node_at n) b k (of_item e i) -> clears k (class_of i) = false ->
     forall v, holds n (of_item e i) v ->
       demand child i (option_map (signed e) (shifted (shift (node_mover (node_at n)) k) v))).  (* D5 to D9 *)

Definition child_ok (n : node) (b : board) (k : kind) (child : node) (e : element) : Prop :=
  ends_game (node_at n) k = false /\                                               (* L15 *)
  of_state e (node_at child) = state_then (node_at n) b k /\                       (* L17 *)
  of_player e (winner child) = winner n /\                                         (* L18 *)
  bound n <= bound child /\                                                        (* L20 *)
  (forall i, looks_at (node_at n) b k = Some i -> forall v, holds n i v ->
     v = None \/ exists c, v = Some c /\ good_or_on n b (found (node_mover (node_at n)) k c)) /\ (* D3, D4 *)
  forall i, carried n child e b k i.

(** A reply; the child is one of those. *)
Definition reply_good (children : node -> Prop) (n : node) (b : board) (k : kind) : Prop :=
  end_ok n b k \/ exists child e, children child /\ child_ok n b k child e.

(** The same where it is told which child may be seen by which element. *)
Definition reply_via (via : node -> element -> Prop) (n : node) (b : board) (k : kind) : Prop :=
  end_ok n b k \/ exists child e, via child e /\ child_ok n b k child e.

Inductive node_good (children : node -> Prop) (n : node) : Prop :=
| a_leaf : worth_leaf (winner n) (bound n) (node_board (node_at n)) -> node_good children n     (* L5 *)
| a_winners : forall m b k, node_mover (node_at n) = winner n ->                   (* L6 *)
    plays (node_at n) m = Some (b, k) ->                                           (* L7 *)
    reply_good children n b k -> node_good children n
| a_losers : node_mover (node_at n) = other (winner n) ->                          (* L6 *)
    (forall m b k, plays (node_at n) m = Some (b, k) -> reply_good children n b k) -> (* L8 *)
    node_good children n.

Inductive good_via (via : node -> element -> Prop) (n : node) : Prop :=
| leaf_via : worth_leaf (winner n) (bound n) (node_board (node_at n)) -> good_via via n
| winners_via : forall m b k, node_mover (node_at n) = winner n -> plays (node_at n) m = Some (b, k) ->
    reply_via via n b k -> good_via via n
| losers_via : node_mover (node_at n) = other (winner n) ->
    (forall m b k, plays (node_at n) m = Some (b, k) -> reply_via via n b k) -> good_via via n.

Lemma good_is_via : forall children n, node_good children n -> good_via (fun child _ => children child) n.
Proof.
  intros children n [leaf | m b k own does ok | his all].
  - apply leaf_via. exact leaf.
  - exact (winners_via _ n m b k own does ok).
  - apply losers_via; [exact his | exact all].
Qed.

(** What a move may make of the game, if it is to be good for [w]. *)
Definition fine (w : player) (k : Z) (o : outcome (history g)) : Prop :=
  match o with Illegal => True | Ends r => good w k r | Goes h => forces g w k h end.

Section One.

Variable via : node -> element -> Prop.
Variable n : node.
Variable e : element.
Variable h : history g.

(** What a child means in the games that follow. *)
Hypothesis all_true : forall child d h' m, via child d -> proper h' -> step g h m = Goes h' ->
  stands h' (of_state (after_element e d) (node_at child)) -> (forall i, demand child i (seen_by (after_element e d) h' i)) ->
  forces g (of_player (after_element e d) (winner child)) (bound child) h'.

Hypothesis is_proper : proper h.
Hypothesis here : stands h (of_state e (node_at n)).
Hypothesis fulfilled : forall i, demand n i (seen_by e h i).

Lemma held : forall i, holds n i (seen_by e h i).
Proof.
  intro i. split; [apply fulfilled |]. intro is. unfold seen_by.
  assert (image := known_image e (node_mover (node_at n)) (node_board (node_at n))). rewrite is in image. cbn [option_map] in image.
  change (of_player e (node_mover (node_at n))) with (node_mover (of_state e (node_at n))) in image.
  destruct (known (node_mover (of_state e (node_at n)))) as [j |] eqn:there; [| discriminate].
  injection image as image. rewrite <- image.
  change (of_board e (node_board (node_at n))) with (node_board (of_state e (node_at n))).
  rewrite (always_there h _ j is_proper here there). simpl. rewrite signed_zero. reflexivity.
Qed.

(** What follows if the item is there is good for the winner, and legal if the move is his. *)
Lemma fate_fine : forall b k c m, good_fate n b (found (node_mover (node_at n)) k (signed e c)) ->
  match found (node_mover (of_state e (node_at n))) k c with
  | Not_legal => step g h m = Illegal
  | Goes_out loser => exists h', step g h m = Goes h' /\
      forall w t, worth_out w t (of_board e b) loser -> forces g w t h'
  | Is_scored => step g h m = Ends (Scored (score (of_board e b)))
  | Goes_on => exists h', step g h m = Goes h' /\ went_on h (of_state e (node_at n)) (of_board e b) k h'
  end ->
  (node_mover (node_at n) = winner n -> step g h m <> Illegal) /\
  fine (of_player e (winner n)) (bound n) (step g h m).
Proof.
  intros b k c m well follows. rewrite found_image in follows.
  destruct (found (node_mover (node_at n)) k (signed e c)) as [| loser | |]; simpl in well, follows; [| | | contradiction].
  - rewrite follows. split; [| exact I]. intro own. exfalso. apply (other_differs (winner n)). congruence.
  - destruct follows as [h' [-> on]]. split; [discriminate |]. simpl. apply on. apply out_alike. exact well.
  - rewrite follows. split; [discriminate |]. simpl. rewrite margins_alike. exact well.
Qed.

Lemma reply_true : forall m b k, plays (node_at n) m = Some (b, k) -> reply_via via n b k ->
  (node_mover (node_at n) = winner n -> step g h (as_move (of_move e m)) <> Illegal) /\
  fine (of_player e (winner n)) (bound n) (step g h (as_move (of_move e m))).
Proof.
  intros m b k does ok. assert (does' := plays_image e _ _ _ _ does).
  assert (goes := played h _ _ _ _ is_proper here does').
  change (ends_game (of_state e (node_at n)) k) with (ends_game (node_at n) k) in goes.
  rewrite looks_image in goes.
  destruct ok as [ok | [child [d [among [no [same [wins [more [looked all_carried]]]]]]]]].
  - unfold end_ok in ok. destruct (ends_game (node_at n) k).
    + rewrite goes. split; [discriminate |]. simpl. rewrite margins_alike. exact ok.
    + destruct ok as [i [at_ ok]]. rewrite at_ in goes. cbn [option_map] in goes.
      destruct (ok _ (held i)) as [c [is well]]. unfold seen_by in is.
      destruct (status_of_item h (of_item e i)) as [c0 |]; [| discriminate]. injection is as <-.
      exact (fate_fine b k c0 _ well goes).
  - rewrite no in goes.
    assert (on : (exists h', step g h (as_move (of_move e m)) = Goes h' /\ went_on h (of_state e (node_at n)) (of_board e b) k h') ->
      step g h (as_move (of_move e m)) <> Illegal /\
      fine (of_player e (winner n)) (bound n) (step g h (as_move (of_move e m)))).
    { intros [h' [made [proper' [stands' later]]]]. rewrite made. split; [discriminate |].
      simpl. rewrite <- wins, <- player_after. apply (forces_less _ _ (bound child)); [exact more |].
      apply (all_true child d h' (as_move (of_move e m)) among); trivial.
      - rewrite state_after_element, same. unfold state_then, of_state in *. cbn [node_board node_mover node_passed] in *.
        rewrite of_other. exact stands'.
      - intro i. rewrite seen_after. destruct (all_carried i) as [made_ [cleared kept]].
        assert (alike := makes_image e (node_at n) b k (of_item d i)).
        assert (alike2 := class_image e (of_item d i)). assert (alike3 := class_image d i). rewrite alike3 in alike2.
        unfold seen_by. destruct (later (of_item e (of_item d i))) as [[is ->] | [[isnt [is ->]] | [isnt [isnt2 ->]]]].
        + simpl. rewrite signed_zero. simpl. rewrite signed_zero. apply made_. tauto.
        + rewrite alike2 in is. apply cleared; tauto.
        + rewrite alike2 in isnt2. rewrite shift_image, signed_shift. apply kept; try tauto. apply held. }
    destruct (looks_at (node_at n) b k) as [i |] eqn:at_; cbn [option_map] in goes; [| tauto].
    destruct (looked i eq_refl _ (held i)) as [none | [c [is well]]].
    + unfold seen_by in none. destruct (status_of_item h (of_item e i)) as [c0 |]; [discriminate | tauto].
    + unfold seen_by in is. destruct (status_of_item h (of_item e i)) as [c0 |]; [| discriminate]. injection is as <-.
      destruct well as [goes_ | well]; [| exact (fate_fine b k c0 _ well goes)].
      rewrite found_image, goes_ in goes. destruct (on goes). auto.
Qed.

Lemma node_true_here : good_via via n -> forces g (of_player e (winner n)) (bound n) h.
Proof.
  assert (turn := mover_right h _ here). cbn [of_state node_mover] in turn. intros [leaf | m b k own does ok | theirs all_ok].
  - apply (leaves h _ _ _ is_proper here). apply leaf_alike. exact leaf.
  - destruct (reply_true m b k does ok) as [legal well]. specialize (legal own). rewrite own in turn.
    destruct (step g h (as_move (of_move e m))) as [| r | h'] eqn:made; [congruence | |].
    + eapply forces_ends; [exact turn | exact made | exact well].
    + eapply forces_goes; [exact turn | exact made | exact well].
  - rewrite theirs, of_other in turn.
    assert (each : forall m', fine (of_player e (winner n)) (bound n) (step g h m')).
    { intro m'. destruct (every_move h _ m' here) as [[m1 [b' [k [<- does']]]] | ->]; [| exact I].
      destruct (moves_all e m1) as [m <-].
      destruct (plays (node_at n) m) as [[b k'] |] eqn:does; [apply (reply_true m b k' does); eauto |].
      rewrite (no_play_image e _ _ does) in does'. discriminate. }
    apply forces_answers; [exact turn | |].
    + intros m r made. specialize (each m). rewrite made in each. exact each.
    + intros m h' made. specialize (each m). rewrite made in each. exact each.
Qed.

End One.

Theorem node_true : forall (children : node -> Prop) n, (forall child, children child -> means child) ->
  node_good children n -> means n.
Proof.
  intros children n all_true ok e h is_proper here fulfilled.
  refine (node_true_here (fun child _ => children child) n e h _ is_proper here fulfilled (good_is_via children n ok)).
  intros child d h' m among is_proper' _. exact (all_true child among (after_element e d) h' is_proper').
Qed.

(** A file's nodes, by their numbers; children have lower ones (N5). *)
Theorem certificate_true : forall nodes : nat -> option node,
  (forall number n, nodes number = Some n ->
     node_good (fun child => exists lower, (lower < number)%nat /\ nodes lower = Some child) n) ->
  forall number n, nodes number = Some n -> means n.
Proof.
  intros nodes accepted number. induction number as [number again] using (well_founded_induction lt_wf).
  intros n is. apply (node_true _ n) with (2 := accepted number n is).
  intros child [lower [less there]]. exact (again lower less child there).
Qed.

(** A claim that rests on a node: C9, C10, C12, C14. *)
Theorem claim_true : forall n e h a t, means n -> proper h -> stands h (of_state e (node_at n)) ->
  of_player e (winner n) = a -> t <= bound n -> (forall i, demand n i (seen_by e h i)) -> forces g a t h.
Proof. intros n e h a t true_ is_proper here <- less fulfilled. apply (forces_less _ _ (bound n)); auto. Qed.

End Nodes.
