(**
The checker of certificates of nodes for Go on a rectangle, under Kee's rules v6.0.

[v6_sound]: where the checker takes a file's nodes and then a claim, the claim's player forces its margin after the moves before
the claim, in the game as KeeV6.v states it, with the whole history, and with the captures, single liberties and scores of Board.v.
Suicide of several stones is as the rectangle says.
*)
Require Import ZArith NArith Lia List Bool FMapPositive.
Require Import Game Strategy Lemma Kee2013 KeeV6 ItemRules GroupElements Nodes KeeV6Nodes Board Symmetry Rectangle Alone ItemRanges ReplyDemands LemmaChecker LemmaRules.
Import ListNotations.
Local Open Scope Z_scope.

Section LemmaV6.

Variable r : rectangle.
Variable fuel : nat.

Notation board_ := (placed r).
Notation play_ := (placed_play r).
Notation score_ := (placed_score r).

Definition atari_ (b : board_) (p : N) : bool := in_atari r (plain r b) p.

Notation told_ := (v6_told board_ N atari_).
Notation element_ := (element board_ N play_ score_ told_).

Lemma v6_alike : forall ms (yes : is_symmetry r ms = true) swap b p,
  stone_kind told_ (image_of r ms yes swap b) (point_image ms p) = stone_kind told_ b p.
Proof. intros ms yes swap b p. simpl. unfold atari_. rewrite atari_alike. reflexivity. Qed.

Definition v6_group : list (list N) -> option (list element_) := group_of r told_ v6_alike.

(** Counters, in Black's view, of which what follows is good. *)
Definition v6_range (f : fate -> bool) (a : player) (k : v6_kind) : option (option Z * option Z) :=
  match k with
  | Stone_in_atari =>
    match f Not_legal, f Goes_on, a with
    | true, true, _ => Some (None, None)
    | true, false, Black => Some (None, Some 0)
    | true, false, White => Some (Some 0, None)
    | false, true, Black => Some (Some 1, None)
    | false, true, White => Some (None, Some (-1))
    | false, false, _ => None
    end
  | Later_pass => if f Is_scored then Some (None, None) else None
  | _ => if f Goes_on then Some (None, None) else None
  end.

Lemma v6_range_good : forall f a k l m c, v6_range f a k = Some (l, m) -> above l c && below c m = true ->
  f (v6_found a k c) = true.
Proof.
  intros f a k l m c is within_. apply andb_true_iff in within_. destruct within_ as [low high]. unfold v6_range in is.
  destruct k; cbn [v6_found].
  - destruct (f Goes_on) eqn:on; [reflexivity | discriminate].
  - destruct (Z.leb_spec (margin_of a c) 0) as [out | out]; destruct (f Not_legal) eqn:no, (f Goes_on) eqn:on; trivial; exfalso;
      destruct a; try discriminate; injection is as <- <-; unfold above, below, margin_of in *;
      try apply Z.leb_le in low; try apply Z.leb_le in high; lia.
  - destruct (f Goes_on) eqn:on; [reflexivity | discriminate].
  - destruct (f Is_scored) eqn:scored; [reflexivity | discriminate].
Qed.

Definition v6_class_eq_dec : forall x y : v6_class, {x = y} + {x <> y}.
Proof. decide equality. Defined.

Definition v6_number (c : v6_class) : N := match c with Produced => 0 | Series_end => 1 end.

Definition v6_nodes (fs : list (file_node board_ N play_ score_ told_)) : option (PositiveMap.t (checked board_ v6_class)) :=
  if is_symmetry r (points r) && is_mutual r
  then check_all board_ N v6_class (placed_eq_dec r) v6_class_eq_dec play_ score_ told_ v6_looks v6_made v6_clears v6_shift
         v6_known v6_range (points r) (worst r) (item_key r v6_number) (board_key r) fuel fs 1 (PositiveMap.empty _)
  else None.

Notation game_ := (v6_game board_ N (placed_eq_dec r) play_ score_ atari_).

Definition v6_state_now (h : v6_history board_) : node_state board_ :=
  {| node_board := v6_left _ (fst h); node_mover := v6_next _ (fst h); node_passed := has_passed _ h |}.

Definition v6_replay (b : board_) (a : player) (ms : list (kee_move N)) : outcome (v6_history board_) :=
  if existsb refreshing ms then Illegal
  else replay N game_ (v6_move board_ N (placed_eq_dec r) play_ score_ atari_) (fun _ => true) (v6_start board_ b a) ms.

Definition v6_claim (nodes : PositiveMap.t (checked board_ v6_class)) (h : v6_history board_) (a : player) (t : Z)
  (number : positive) (e : element_) : bool :=
  claim_ok board_ N v6_class (placed_eq_dec r) play_ score_ told_ game_ v6_state_now (v6_status board_ (placed_eq_dec r)) nodes h a t number e.

Theorem v6_sound : forall fs nodes b first ms h a t number e,
  v6_nodes fs = Some nodes -> v6_replay b first ms = Goes h -> v6_claim nodes h a t number e = true ->
  forces game_ a t h.
Proof.
  intros fs nodes b first ms h a t number e all played yes. unfold v6_nodes in all.
  unfold v6_replay in played. destruct (existsb refreshing ms); [discriminate |].
  destruct (is_symmetry r (points r)) eqn:identity; [| discriminate].
  destruct (is_mutual r) eqn:mutual; [| discriminate].
  destruct (all_placed r) as [boards there].
  refine (claim_checked board_ N v6_class (placed_eq_dec r) v6_class_eq_dec play_ score_ told_ v6_looks v6_made v6_clears v6_shift
    v6_found v6_known v6_range v6_range_good (points r) (on_points r) (worst r) (none_worse r identity) _ _ _ game_ _ (fun _ => True)
    v6_state_now _ _ (fun _ => true) _ fs nodes _ ms h a t number e I all played yes).
  - assert (same : forall n, means board_ N v6_class play_ score_ told_ game_ (fun _ => True) (fun h s => v6_state_now h = s)
        (v6_status board_ (placed_eq_dec r)) n <->
      v6_means board_ N (placed_eq_dec r) play_ score_ atari_ n).
    { intro n. split; intros true_ e0 h0 proper here; apply (true_ e0 h0 proper).
      - destruct here as [here [turn was]]. unfold v6_state_now. destruct (of_state _ _ _ _ _ _ _) as [b0 a0 p0]. simpl in *.
        unfold v6_mover in turn. congruence.
      - unfold v6_stands. rewrite <- here. auto. }
    intros children n all_true good_. apply same.
    apply (v6_node_true board_ N (placed_eq_dec r) play_ score_ atari_ boards there (quiet_end r identity mutual) children n); [| exact good_].
    intros child among. apply same. apply all_true. exact among.
  - trivial.
Qed.

End LemmaV6.
