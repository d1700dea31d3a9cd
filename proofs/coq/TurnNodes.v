(**
Nodes that also demand which turns did not stand before, so that a strategy may go on from their leaves.

The rules are those of Nodes.v with one class of items more: that a turn stood - a board, and who moves on it - in all of the
history, the present one included; every play makes the item of the turn that it leads to, and nothing clears one.
[turns_node_true]: nodes of these rules with true children are true, too.

[with_turns] is a node that demands of a set of turns besides that none of them stood, but for its own. [good_with]: what is asked of
such a node besides is that its own turn is not in its set (R3 of docs/certificate-format.md), and that its set has the images of its
children's sets. So the condition of a strategy leaf - that no turn of the strategy's reach stood before - comes
to every node that rests on it.
*)
Require Import ZArith Lia List Bool.
Require Import Game Lemma Kee2013 Nodes.
Import ListNotations.
Local Open Scope Z_scope.

Section TurnNodes.

Variables board point class : Type.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variable told : kinds board point.
Notation kind := (play_kind told).
Variable looks : player -> kind -> option (kind_of_item class).
Variable made_by : player -> kind -> list (kind_of_item class).
Variable clears : kind -> class -> bool.
Variable shift : player -> kind -> Z.
Variable found : player -> kind -> Z -> fate.
Variable known : player -> option (kind_of_item class).

Hypothesis looks_alike : forall a k, looks (other a) k = option_map (of_kind class true) (looks a k).
Hypothesis made_alike : forall a k, made_by (other a) k = map (of_kind class true) (made_by a k).
Hypothesis shift_alike : forall a k, shift (other a) k = - shift a k.
Hypothesis found_alike : forall a k c, found (other a) k (- c) = of_fate true (found a k c).
Hypothesis known_alike : forall a, known (other a) = option_map (of_kind class true) (known a).

(** ** The rules with turns *)

(** No class of these rules: a turn. *)
Definition turn_class : Type := option class.
Definition lift (i : kind_of_item class) : kind_of_item turn_class := (Some (fst i), snd i).
Definition turn_looks (a : player) (k : kind) : option (kind_of_item turn_class) := option_map lift (looks a k).
Definition turn_makes (a : player) (k : kind) : list (kind_of_item turn_class) := (None, Some (other a)) :: map lift (made_by a k).
Definition turn_clears (k : kind) (c : turn_class) : bool := match c with Some c => clears k c | None => false end.
Definition turn_known (a : player) : option (kind_of_item turn_class) := option_map lift (known a).

Notation item_ := (item board turn_class).
Notation node_ := (node board turn_class).
Notation state_ := (node_state board).
Notation element_ := (element board point play score told).
Notation board_by := (of_board board point play score told).
Notation player_by := (of_player board point play score told).
Notation state_by := (of_state board point play score told).
Notation item_by := (of_item board point turn_class play score told).
Notation makes_ := (makes board point turn_class told turn_makes).

Lemma lift_alike : forall i, lift (of_kind class true i) = of_kind turn_class true (lift i).
Proof. reflexivity. Qed.

Lemma makes_turn : forall s b k c a, makes_ s b k (None, c, Some a) <-> c = b /\ a = other (node_mover _ s).
Proof.
  intros s b k c a. split.
  - intros [j [[<- | is] eq]].
    + unfold item_on in eq. simpl in eq. injection eq as -> ->. auto.
    + apply in_map_iff in is. destruct is as [j' [<- _]]. discriminate.
  - intros [-> ->]. eexists. split; [left; reflexivity | reflexivity].
Qed.

Lemma makes_lifted : forall s b k x c a, makes_ s b k (Some x, c, a) <-> makes board point class told made_by s b k (x, c, a).
Proof.
  intros s b k x c a. split.
  - intros [j [[<- | is] eq]]; [discriminate |]. apply in_map_iff in is. destruct is as [j' [<- is]].
    exists j'. split; [exact is |]. unfold item_on, lift in *. simpl in *. injection eq as -> -> ->. reflexivity.
  - intros [j [is eq]]. exists (lift j). split; [right; apply in_map; exact is |].
    unfold item_on, lift in *. simpl. injection eq as -> -> ->. reflexivity.
Qed.

Section Game.

Variable g : game.
Variable as_move : kee_move point -> move g.
Variable proper : history g -> Prop.
Variable stands : history g -> state_ -> Prop.
Variable status_of_item : history g -> item board class -> option Z.
(** Did the turn stand? The counter is of no account, but shifts as others do. *)
Variable stood : history g -> board -> player -> option Z.

Notation plays_ := (plays board point play told).
Notation played_on h s b k h' := (went_on board point class told made_by clears shift g proper stands status_of_item h s b k h').

Hypothesis mover_right : forall h s, stands h s -> to_move g h = node_mover _ s.
Hypothesis every_move : forall h s m', stands h s ->
  (exists m b k, as_move m = m' /\ plays_ s m = Some (b, k)) \/ step g h m' = Illegal.
Hypothesis leaves : forall h s w k, proper h -> stands h s -> worth_leaf board point play score w k (node_board _ s) -> forces g w k h.
Hypothesis always_there : forall h s i, proper h -> stands h s -> known (node_mover _ s) = Some i ->
  status_of_item h (item_on board class (node_board _ s) i) = Some 0.
Hypothesis played : forall h s m b k, proper h -> stands h s -> plays_ s m = Some (b, k) ->
  if ends_game board point told s k then step g h (as_move m) = Ends (Scored (score b))
  else match option_map (status_of_item h) (looks_at board point class told looks s b k) with
       | Some (Some c) =>
         match found (node_mover _ s) k c with
         | Not_legal => step g h (as_move m) = Illegal
         | Goes_out loser => exists h', step g h (as_move m) = Goes h' /\
             forall w t, worth_out board point play score w t b loser -> forces g w t h'
         | Is_scored => step g h (as_move m) = Ends (Scored (score b))
         | Goes_on => exists h', step g h (as_move m) = Goes h' /\ played_on h s b k h'
         end
       | _ => exists h', step g h (as_move m) = Goes h' /\ played_on h s b k h'
       end.
Hypothesis turn_later : forall h s m b k h', proper h -> stands h s -> plays_ s m = Some (b, k) ->
  step g h (as_move m) = Goes h' -> stands h' (state_then board point told s b k) -> forall c a,
  ((c = b /\ a = other (node_mover _ s)) /\ stood h' c a = Some 0) \/
  (~ (c = b /\ a = other (node_mover _ s)) /\ stood h' c a = shifted (shift (node_mover _ s) k) (stood h c a)).

Definition turn_status (h : history g) (i : item_) : option Z :=
  match i with
  | (Some x, c, a) => status_of_item h (x, c, a)
  | (None, c, Some a) => stood h c a
  | (None, _, None) => None
  end.

Lemma turn_went_on : forall h s m b k h', proper h -> stands h s -> plays_ s m = Some (b, k) -> step g h (as_move m) = Goes h' ->
  played_on h s b k h' -> went_on board point turn_class told turn_makes turn_clears shift g proper stands turn_status h s b k h'.
Proof.
  intros h s m b k h' is here does made [is' [here' later]]. split; [exact is' |]. split; [exact here' |].
  intros [[[x |] c] a].
  - specialize (later (x, c, a)). rewrite makes_lifted. exact later.
  - destruct a as [a |].
    + rewrite makes_turn. destruct (turn_later h s m b k h' is here does made here' c a) as [[one two] | [one two]]; simpl; auto.
    + right. right. split; [| split; reflexivity]. intros [j [[<- | among] eq]]; [discriminate |].
      apply in_map_iff in among. destruct among as [j' [<- _]]. discriminate.
Qed.

Definition turn_good : (node_ -> Prop) -> node_ -> Prop :=
  node_good board point turn_class play score told turn_looks turn_makes turn_clears shift found turn_known.
Definition turn_means : node_ -> Prop := means board point turn_class play score told g proper stands turn_status.

Theorem turns_node_true : forall (children : node_ -> Prop) n, (forall child, children child -> turn_means child) ->
  turn_good children n -> turn_means n.
Proof.
  apply (node_true board point turn_class play score told turn_looks turn_makes turn_clears shift found turn_known)
    with (as_move := as_move); trivial.
  - intros a k. unfold turn_looks. rewrite looks_alike. destruct (looks a k); reflexivity.
  - intros a k. unfold turn_makes. rewrite made_alike. simpl. f_equal. rewrite !map_map. reflexivity.
  - intro a. unfold turn_known. rewrite known_alike. destruct (known a); reflexivity.
  - intros h s i is here at_. unfold turn_known in at_. destruct (known (node_mover _ s)) as [j |] eqn:own; [| discriminate].
    injection at_ as <-. apply (always_there h s j is here own).
  - intros h s m b k is here does. assert (goes := played h s m b k is here does).
    destruct (ends_game board point told s k); [exact goes |]. unfold looks_at, turn_looks in *.
    destruct (looks (node_mover _ s) k) as [j |]; cbn [option_map] in *.
    + change (turn_status h (item_on board turn_class b (lift j))) with (status_of_item h (item_on board class b j)).
      destruct (status_of_item h (item_on board class b j)) as [c |].
      { destruct (found (node_mover _ s) k c); try exact goes. destruct goes as [h' [made on]]. exists h'. split; [exact made |].
        exact (turn_went_on h s m b k h' is here does made on). }
      destruct goes as [h' [made on]]. exists h'. split; [exact made |]. exact (turn_went_on h s m b k h' is here does made on).
    + destruct goes as [h' [made on]]. exists h'. split; [exact made |]. exact (turn_went_on h s m b k h' is here does made on).
Qed.

End Game.

(** ** Sets of turns that must not have stood *)

Definition turn_set : Type := board -> player -> Prop.

Definition absent (s : state_) (set : turn_set) (i : item_) (v : option Z) : Prop :=
  match i with
  | (None, b, Some a) => set b a -> (b = node_board _ s /\ a = node_mover _ s) \/ v = None
  | _ => True
  end.

Definition with_turns (n : node_) (set : turn_set) : node_ :=
  {| node_at := node_at _ _ n; winner := winner _ _ n; bound := bound _ _ n;
     demand := fun i v => demand _ _ n i v /\ absent (node_at _ _ n) set i v |}.

Notation holds_ := (holds board turn_class turn_known).
Notation end_ok_ := (end_ok board point turn_class play score told turn_looks found turn_known).
Notation child_ok_ := (child_ok board point turn_class play score told turn_looks turn_makes turn_clears shift found turn_known).

(** Replies by elements that are allowed. *)
Variable allowed : element_ -> Prop.

Definition reply_by (children : node_ -> Prop) (n : node_) (b : board) (k : kind) : Prop :=
  end_ok_ n b k \/ exists child e, allowed e /\ children child /\ child_ok_ n b k child e.

Inductive good_by (children : node_ -> Prop) (n : node_) : Prop :=
| leaf_by : worth_leaf board point play score (winner _ _ n) (bound _ _ n) (node_board _ (node_at _ _ n)) -> good_by children n
| winners_by : forall m b k, node_mover _ (node_at _ _ n) = winner _ _ n ->
    plays board point play told (node_at _ _ n) m = Some (b, k) -> reply_by children n b k -> good_by children n
| losers_by : node_mover _ (node_at _ _ n) = other (winner _ _ n) ->
    (forall m b k, plays board point play told (node_at _ _ n) m = Some (b, k) -> reply_by children n b k) -> good_by children n.

Section With.

Variable n : node_.
Variable set : turn_set.
Variable kids : node_ -> turn_set -> Prop.
Hypothesis images : forall child of_child, kids child of_child -> forall e, allowed e ->
  player_by e (winner _ _ child) = winner _ _ n -> forall b a, of_child b a -> set (board_by e b) (player_by e a).
Hypothesis own_not : ~ set (node_board _ (node_at _ _ n)) (node_mover _ (node_at _ _ n)).

Definition plain_kids (child : node_) : Prop := exists of_child, kids child of_child.
Definition kids_with (child : node_) : Prop := exists c of_child, kids c of_child /\ child = with_turns c of_child.

Lemma holds_with : forall i v, holds_ (with_turns n set) i v -> holds_ n i v /\ absent (node_at _ _ n) set i v.
Proof. intros i v [[one two] own]. repeat split; assumption. Qed.

Lemma reply_with : forall b k, reply_by plain_kids n b k ->
  reply_good board point turn_class play score told turn_looks turn_makes turn_clears shift found turn_known kids_with (with_turns n set) b k.
Proof.
  intros b k [ends | [child [e [may [[of_child kid] [no [same [wins [more [looked all]]]]]]]]]].
  - left. unfold end_ok in *. cbn [node_at winner bound with_turns] in *. destruct (ends_game _ _ _); [exact ends |].
    destruct ends as [i [at_ well]]. exists i. split; [exact at_ |]. intros v is. apply well. apply holds_with. exact is.
  - right. exists (with_turns child of_child), e. split; [exists child, of_child; auto |].
    split; [exact no |]. split; [exact same |]. split; [exact wins |]. split; [exact more |]. split.
    + intros i at_ v is. apply (looked i at_ v). apply holds_with. exact is.
    + intro i. destruct (all i) as [made_ [cleared kept]]. unfold carried. cbn [node_at with_turns demand].
      repeat split; auto.
      * destruct i as [[[x |] c] [a |]]; simpl; trivial. intros _. left.
        change (makes_ (node_at _ _ n) b k (None, board_by e c, Some (player_by e a))) in H. apply makes_turn in H.
        destruct H as [one two]. unfold of_state, state_then in same. injection same as on_ turn_ _. split.
        -- apply (boards_differ _ _ _ _ _ e). congruence.
        -- apply (player_twice _ _ _ _ _ e). congruence.
      * destruct i as [[[x |] c] [a |]]; simpl; trivial. intros _. right. reflexivity.
      * apply kept; trivial. apply holds_with. assumption.
      * destruct i as [[[x |] c] [a |]]; simpl; trivial. intro is. right.
        assert (there := images child of_child kid e may wins c a is).
        match goal with held : holds_ _ _ _ |- _ => destruct (holds_with _ _ held) as [_ gone] end.
        change (set (board_by e c) (player_by e a) ->
          (board_by e c = node_board _ (node_at _ _ n) /\ player_by e a = node_mover _ (node_at _ _ n)) \/ v = None) in gone.
        destruct (gone there) as [[one two] | ->]; [| reflexivity]. exfalso. apply own_not. rewrite <- one, <- two. exact there.
Qed.

Theorem good_with : good_by plain_kids n -> turn_good kids_with (with_turns n set).
Proof.
  intros [leaf | m b k own does ok | his all].
  - apply a_leaf. exact leaf.
  - apply (a_winners _ _ _ _ _ _ _ _ _ _ _ _ kids_with (with_turns n set) m b k own does). apply reply_with. exact ok.
  - apply a_losers; [exact his |]. intros m b k does. apply reply_with. exact (all m b k does).
Qed.

End With.

End TurnNodes.
