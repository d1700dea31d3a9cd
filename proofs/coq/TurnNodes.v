(**
Nodes that are true in games whose past has none of certain turns, so that a strategy may go on from their leaves.

[means_after]: a node means what it does in Nodes.v if no turn before the present one is the image of one of a set: a board, and who
moves on it. [good_after]: a node is true so if its children are, if its set has the images of its children's sets, and its own turn is not in
it (R3 of docs/certificate-format.md). So the condition of a strategy leaf - that no turn of the strategy's reach stood before - comes to every
node that rests on it.
*)
Require Import ZArith Lia List Bool.
Require Import Game Lemma Kee2013 ItemRules GroupElements Nodes.
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

Notation node_ := (node board class).
Notation state_ := (node_state board).
Notation element_ := (element board point play score told).
Notation board_by := (of_board board point play score told).
Notation player_by := (of_player board point play score told).
Notation state_by := (of_state board point play score told).

Variable g : game.
Variable as_move : kee_move point -> move g.
Variable proper : history g -> Prop.
Variable stands : history g -> state_ -> Prop.
Variable status_of_item : history g -> item board class -> option Z.
(** The turns before the present one. *)
Variable past : history g -> list (board * player).

Notation plays_ := (plays board point play told).
Notation played_on h s b k h' := (went_on board point class told made_by clears shift g proper stands status_of_item h s b k h').
Notation seen_by_ := (seen_by board point class play score told g status_of_item).

Definition turn_set : Type := board -> player -> Prop.

Definition means_after (n : node_) (set : turn_set) : Prop :=
  forall e h, proper h -> stands h (state_by e (node_at _ _ n)) -> (forall i, demand _ _ n i (seen_by_ e h i)) ->
  (forall b a, set b a -> ~ In (board_by e b, player_by e a) (past h)) ->
  forces g (player_by e (winner _ _ n)) (bound _ _ n) h.

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
Hypothesis past_later : forall h s m h', stands h s -> step g h m = Goes h' -> past h' = (node_board _ s, node_mover _ s) :: past h.

(** Elements by which children may be seen. *)
Variable allowed : element_ -> Prop.

Notation good_via_ := (good_via board point class play score told looks made_by clears shift found known).

Theorem good_after : forall (kids : node_ -> turn_set -> Prop) (n : node_) (set : turn_set),
  (forall child of_child, kids child of_child -> means_after child of_child) ->
  (forall child of_child, kids child of_child -> forall e, allowed e -> player_by e (winner _ _ child) = winner _ _ n ->
     forall b a, of_child b a -> set (board_by e b) (player_by e a)) ->
  ~ set (node_board _ (node_at _ _ n)) (node_mover _ (node_at _ _ n)) ->
  good_via_ (fun child e => allowed e /\ exists of_child, kids child of_child) n ->
  means_after n set.
Proof.
  intros kids n set true_ images own_not good_ e h is_proper here fulfilled clean.
  assert (good_wins : good_via_ (fun child e => allowed e /\ player_by e (winner _ _ child) = winner _ _ n /\ exists of_child, kids child of_child) n).
  { assert (each : forall b k, reply_via board point class play score told looks made_by clears shift found known
        (fun child e => allowed e /\ exists of_child, kids child of_child) n b k ->
      reply_via board point class play score told looks made_by clears shift found known
        (fun child e => allowed e /\ player_by e (winner _ _ child) = winner _ _ n /\ exists of_child, kids child of_child) n b k).
    { intros b k [ends | [child [d [[may kid] fits]]]]; [left; exact ends | right]. exists child, d. split; [| exact fits].
      split; [exact may |]. split; [apply fits | exact kid]. }
    destruct good_ as [leaf | m b k own does ok | his all]; [apply leaf_via; exact leaf | | apply losers_via; [exact his |]; eauto].
    exact (winners_via _ _ _ _ _ _ _ _ _ _ _ _ _ n m b k own does (each b k ok)). }
  refine (node_true_here board point class play score told looks made_by clears shift found known looks_alike made_alike shift_alike
    found_alike known_alike g as_move proper stands status_of_item mover_right every_move leaves always_there played _ n e h _
    is_proper here fulfilled good_wins).
  intros child d h' m [may [wins [of_child kid]]] is_proper' goes here' fulfilled'. apply (true_ child of_child kid); trivial.
  intros b a among bad. rewrite (past_later h _ m h' here goes) in bad.
  assert (there := images child of_child kid d may wins b a among). destruct bad as [own | old].
  - injection own as own_b own_a. apply own_not.
    change (board_by e (node_board _ (node_at _ _ n)) = board_by e (board_by d b)) in own_b. apply boards_differ in own_b.
    rewrite player_after in own_a. change (player_by e (node_mover _ (node_at _ _ n)) = player_by e (player_by d a)) in own_a.
    apply player_twice in own_a. rewrite own_b, own_a. exact there.
  - apply (clean _ _ there). rewrite player_after in old. exact old.
Qed.

End TurnNodes.
