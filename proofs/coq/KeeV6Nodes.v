(**
The nodes of certificates under Kee's rules v6.0.

Items are situations: [Produced], with the balance of passes since the latest time, and [Series_end]. A stone that leaves its
chain one liberty looks up the first, a pass after a pass the second; [v6_played] says that this is all that the rules of KeeV6.v, which
are stated with the whole history, look at, so that they are rules as Nodes.v wants them. [v6_node_true]: nodes whose children are
true are true.

A leaf's winner passes all the time; play comes to an end nevertheless (KeeV6Alone.v). Boards are finitely many ([all_boards]).
*)
Require Import ZArith Lia List Bool Wellfounded.
Require Import Game Strategy Lemma Kee2013 KeeV6 KeeV6Alone ItemRules Nodes.
Import ListNotations.
Local Open Scope Z_scope.

Inductive v6_class : Set := Produced | Series_end.
Inductive v6_kind : Set := Stone_free | Stone_in_atari | First_pass | Later_pass.

Section KeeV6Nodes.

Variables board point : Type.
Variable board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variable in_atari : board -> point -> bool.
Variable all_boards : list board.
Hypothesis all_there : forall b, In b all_boards.
Hypothesis quiet_end : forall a, well_founded (fun b' b => exists p, play a b p = Some b' /\ in_atari b' p = false).

Notation past := (v6_history board).
Notation after_pass := (after_pass board).
Notation after_stone := (after_stone board).
Notation the_game := (v6_game board point board_eq_dec play score in_atari).
Notation step_ := (v6_step board point board_eq_dec play score in_atari).
Notation turns_ := (v6_turns board).
Notation balance_ := (balance board board_eq_dec).
Notation any_ := (any_turn board).
Notation ends_ := (ends_series board).
Notation mover_ := (v6_mover board).
Notation passed_ := (has_passed board).
Notation produced_ := (produced board board_eq_dec).
Notation now h := (v6_left board (fst h)).
Notation worth_leaf := (ItemRules.worth_leaf board point play score).

(** ** Items *)

Definition v6_told : kinds board point :=
  {| play_kind := v6_kind; stone_kind := fun b p => if in_atari b p then Stone_in_atari else Stone_free;
     pass_kind := fun was => if was then Later_pass else First_pass; refresh_kind := None;
     is_pass := fun k => match k with First_pass | Later_pass => true | _ => false end; second_ends := false |}.

Definition v6_looks (a : player) (k : v6_kind) : option (v6_class * option player) :=
  match k with
  | Stone_in_atari => Some (Produced, Some (other a))
  | Later_pass => Some (Series_end, Some (other a))
  | _ => None
  end.
Definition v6_made (a : player) (k : v6_kind) : list (v6_class * option player) :=
  (Produced, Some (other a)) :: match k with Later_pass => [(Series_end, Some (other a))] | _ => [] end.
Definition v6_clears (k : v6_kind) (c : v6_class) : bool := false.
Definition v6_shift (a : player) (k : v6_kind) : Z := match k with First_pass | Later_pass => margin_of a 1 | _ => 0 end.
Definition v6_found (a : player) (k : v6_kind) (c : Z) : fate :=
  match k with
  | Stone_in_atari => if Z.leb (margin_of a c) 0 then Not_legal else Goes_on
  | Later_pass => Is_scored
  | _ => Goes_on
  end.
Definition v6_known (a : player) : option (v6_class * option player) := Some (Produced, Some a).

Definition which (c : v6_class) : v6_turn board -> bool := match c with Produced => any_ | Series_end => ends_ end.

Definition v6_status (h : past) (i : item board v6_class) : option Z :=
  match i with (c, b, Some a) => balance_ (which c) b a (turns_ h) | _ => None end.

Definition v6_stands (h : past) (s : node_state board) : Prop :=
  now h = node_board _ s /\ mover_ h = node_mover _ s /\ passed_ h = node_passed _ s.

Definition v6_move (m : kee_move point) : move the_game := match m with Lay p => Stone p | _ => Pass end.

Notation plays_ := (plays board point play v6_told).
Notation makes_ := (makes board point v6_class v6_told v6_made).
Notation went_on_ := (went_on board point v6_class v6_told v6_made v6_clears v6_shift the_game (fun _ => True) v6_stands v6_status).

Lemma v6_makes : forall s b k c b' x, makes_ s b k (c, b', x) <->
  (c = Produced \/ k = Later_pass) /\ b' = b /\ x = Some (other (node_mover _ s)).
Proof.
  intros s b k c b' x. unfold makes, v6_made, item_on. split.
  - intros [j [[<- | is] eq]]; [injection eq as -> -> ->; auto |].
    destruct k; try contradiction. destruct is as [<- | []]. injection eq as -> -> ->. auto.
  - intros [which_ [-> ->]]. exists (c, Some (other (node_mover _ s))). split; [| reflexivity].
    destruct c; [left; reflexivity |]. destruct which_ as [bad | ->]; [discriminate | right; left; reflexivity].
Qed.

(** What a turn makes of the items. *)
Lemma v6_went : forall h s b k t, v6_stands h s -> v6_left _ t = b -> v6_next _ t = other (node_mover _ s) ->
  value_of _ t = v6_shift (node_mover _ s) k -> (ends_ t = true <-> k = Later_pass) ->
  passed_ (t, turns_ h) = is_pass v6_told k -> went_on_ h s b k (t, turns_ h).
Proof.
  intros h s b k t at_ left_ next value series was. split; [exact I |]. split.
  - split; [exact left_ |]. split; [exact next | exact was].
  - intros [[c b'] x]. rewrite v6_makes. destruct x as [a |].
    2: { right. right. split; [intros [_ [_ bad]]; discriminate | split; reflexivity]. }
    unfold v6_status. rewrite balance_then. rewrite value. fold (shifted (v6_shift (node_mover _ s) k) (balance_ (which c) b' a (turns_ h))).
    assert (is : which c t && produced_ b' a t = true <-> (c = Produced \/ k = Later_pass) /\ b' = b /\ Some a = Some (other (node_mover _ s))).
    { rewrite andb_true_iff, (produced_true board board_eq_dec), left_, next.
      destruct c; cbn [which any_turn]; [intuition congruence |]. rewrite series. intuition congruence. }
    destruct (which c t && produced_ b' a t).
    + left. split; [apply is |]; reflexivity.
    + right. right. split; [intro made; apply is in made; discriminate |]. split; reflexivity.
Qed.

(** That is what the rules look at. *)
Theorem v6_played : forall h s m b k, True -> v6_stands h s -> plays_ s m = Some (b, k) ->
  if ends_game board point v6_told s k then step_ h (v6_move m) = Ends (Scored (score b))
  else match option_map (v6_status h) (looks_at board point v6_class v6_told v6_looks s b k) with
       | Some (Some c) =>
         match v6_found (node_mover _ s) k c with
         | Not_legal => step_ h (v6_move m) = Illegal
         | Goes_out loser => exists h', step_ h (v6_move m) = Goes h' /\
             forall w t, ItemRules.worth_out board point play score w t b loser -> forces the_game w t h'
         | Is_scored => step_ h (v6_move m) = Ends (Scored (score b))
         | Goes_on => exists h', step_ h (v6_move m) = Goes h' /\ went_on_ h s b k h'
         end
       | _ => exists h', step_ h (v6_move m) = Goes h' /\ went_on_ h s b k h'
       end.
Proof.
  intros h s m b k _ at_ does. assert (here := at_). destruct here as [here [turn was]].
  unfold ends_game. cbn [second_ends v6_told andb].
  destruct m as [p | |]; simpl in does; [| | discriminate].
  - destruct (play (node_mover _ s) (node_board _ s) p) as [b1 |] eqn:made; [| discriminate]. injection does as -> <-.
    cbn [v6_move v6_step]. rewrite turn, here, made, (forbids_is board point board_eq_dec), turn.
    assert (on : went_on_ h s b (if in_atari b p then Stone_in_atari else Stone_free) (after_stone h b)).
    { apply v6_went; trivial; try (destruct (in_atari b p); reflexivity).
      - simpl. rewrite turn. reflexivity.
      - destruct (in_atari b p); split; discriminate. }
    unfold looks_at, item_on, v6_looks. destruct (in_atari b p) eqn:atari; cbn [option_map fst snd v6_status which andb].
    + destruct (balance_ any_ b (other (node_mover _ s)) (turns_ h)) as [c |]; cbn [v6_found].
      * destruct (Z.leb _ 0); [reflexivity |]. eexists. split; [reflexivity | exact on].
      * eexists. split; [reflexivity | exact on].
    + eexists. split; [reflexivity | exact on].
  - injection does as <- <-. cbn [v6_move v6_step]. rewrite here, turn, was.
    assert (on : went_on_ h s (node_board _ s) (if node_passed _ s then Later_pass else First_pass) (after_pass h)).
    { apply v6_went; trivial.
      - simpl. rewrite turn. reflexivity.
      - unfold value_of. simpl. rewrite turn. destruct (node_passed _ s); reflexivity.
      - simpl. rewrite was. destruct (node_passed _ s); split; congruence.
      - destruct (node_passed _ s); reflexivity. }
    unfold looks_at, item_on, v6_looks. rewrite (ended_is board board_eq_dec).
    destruct (node_passed _ s); cbn [option_map fst snd v6_status which andb].
    + destruct (balance_ ends_ _ _ _); [reflexivity |]. eexists. split; [reflexivity | exact on].
    + eexists. split; [reflexivity | exact on].
Qed.

Lemma v6_always : forall h s i, True -> v6_stands h s -> v6_known (node_mover _ s) = Some i ->
  v6_status h (item_on board v6_class (node_board _ s) i) = Some 0.
Proof.
  intros [t ts] s i _ [here [turn _]] is. injection is as <-. unfold v6_status, item_on. cbn [fst snd which v6_turns balance any_turn andb].
  assert (yes : produced_ (node_board _ s) (node_mover _ s) t = true) by (apply produced_true; auto).
  rewrite yes. reflexivity.
Qed.

(** ** The nodes *)

Notation node_ := (node board v6_class).
Definition v6_good : (node_ -> Prop) -> node_ -> Prop :=
  node_good board point v6_class play score v6_told v6_looks v6_made v6_clears v6_shift v6_found v6_known.
Definition v6_means : node_ -> Prop :=
  means board point v6_class play score v6_told the_game (fun _ => True) v6_stands v6_status.

(** Nodes with true children are true. *)
Theorem v6_node_true : forall (children : node_ -> Prop) n, (forall child, children child -> v6_means child) ->
  v6_good children n -> v6_means n.
Proof.
  apply (node_true board point v6_class play score v6_told v6_looks v6_made v6_clears v6_shift v6_found v6_known)
    with (as_move := v6_move).
  - intros a k. destruct k; reflexivity.
  - intros a k. destruct k; reflexivity.
  - intros a k. destruct a, k; reflexivity.
  - intros a k c. unfold v6_found. replace (margin_of (other a) (- c)) with (margin_of a c) by (destruct a; simpl; lia).
    destruct k; simpl; trivial. destruct (Z.leb _ 0); reflexivity.
  - reflexivity.
  - intros h s here. apply here.
  - intros h s m [here [turn _]]. destruct m as [p |].
    + simpl. rewrite turn, here. destruct (play (node_mover _ s) (node_board _ s) p) as [b |] eqn:made; [left | auto].
      exists (Lay p), b. eexists. simpl. rewrite made. split; reflexivity.
    + left. exists Pass_on, (node_board _ s). eexists. split; reflexivity.
  - intros h s w k _ [here _] leaf.
    apply (v6_leaf board point board_eq_dec play score in_atari (fun _ => True) all_boards); auto.
    + intros a b _. apply quiet_end.
    + rewrite here. exact leaf.
  - exact v6_always.
  - exact v6_played.
Qed.

End KeeV6Nodes.
