(**
The checker of certificates of nodes for Go on a rectangle: psk, ssk, nssk and own, and Kee's rules of 2013.

[superko_sound] and [kee_sound]: where the checker takes a file's nodes and then a claim, the claim's player forces its margin
after the moves before the claim, in the game as Repetition.v and Kee2013.v state it, with the whole history, and with the captures and
scores of Board.v. [kee_left_sound]: claims after a move that got a player out, which rest on nothing but what he who is left
comes to alone.
*)
Require Import ZArith NArith Lia List Bool FMapPositive.
Require Import Game Strategy Repetition Lemma Kee2013 ItemRules GroupElements Nodes KeeNodes SuperkoNodes Board Symmetry Rectangle ItemRanges AloneSearch ReplyDemands LemmaChecker.
Import ListNotations.
Local Open Scope Z_scope.

Section LemmaRules.

Variable r : rectangle.
Variable fuel : nat.

Notation board_ := (placed r).
Notation play_ := (placed_play r).
Notation score_ := (placed_score r).

Definition board_key (b : board_) : positive :=
  N.succ_pos (N.lor (N.shiftl (black (plain r b)) (N.of_nat (size r))) (white (plain r b))).
Definition player_number (a : option player) : N := match a with None => 0 | Some Black => 1 | Some White => 2 end.
Definition item_key {class : Type} (number : class -> N) (i : item board_ class) : positive :=
  match i with (c, b, a) => N.succ_pos (N.lor (N.shiftl (N.pos (board_key b)) 3) (N.lor (N.shiftl (number c) 2) (player_number a))) end.

Section Group.

Variable told : kinds board_ N.
Hypothesis alike : forall ms (yes : is_symmetry r ms = true) swap b p,
  stone_kind told (image_of r ms yes swap b) (point_image ms p) = stone_kind told b p.

(** A file's group: the symmetries of a list, each without and with the colours swapped; none where one is none. *)
Fixpoint group_of (lists : list (list N)) : option (list (element board_ N play_ score_ told)) :=
  match lists with
  | [] => Some []
  | ms :: rest =>
    match bool_dec (is_symmetry r ms) true, group_of rest with
    | Specif.left yes, Some more =>
      Some (given r ms yes false told (alike ms yes false) :: given r ms yes true told (alike ms yes true) :: more)
    | _, _ => None
    end
  end.

End Group.

Definition worst : Z := - Z.of_nat (size r).

Lemma on_points : forall a (b : board_) p b', play_ a b p = Some b' -> In p (points r).
Proof. intros a b p b' made. apply placed_plain in made. exact (play_on_board r a _ p _ made). Qed.

(** ** Superko *)

Section OfSuperko.

Variable rule : repetition.

Notation told_ := (ko_told board_ N).
Notation element_ := (element board_ N play_ score_ told_).
Definition superko_group : list (list N) -> option (list element_) := group_of told_ (fun _ _ _ _ _ => eq_refl).

Definition ko_range (f : fate -> bool) (a : player) (k : kind) : option (option Z * option Z) :=
  if f Not_legal then Some (None, None) else None.

Definition ko_class_eq_dec : forall x y : ko_class, {x = y} + {x <> y}.
Proof. decide equality. Defined.

Definition superko_nodes (fs : list (file_node board_ N play_ score_ told_)) : option (PositiveMap.t (checked board_ ko_class)) :=
  if is_symmetry r (points r) && negb (suicide r)
  then check_all board_ N ko_class (placed_eq_dec r) ko_class_eq_dec play_ score_ told_ (ko_looks rule) (ko_made rule) ko_clears ko_shift
         (ko_known rule) ko_range (points r) worst (item_key (fun _ => 0%N)) board_key fuel fs 1 (PositiveMap.empty _)
  else None.

Notation game_ := (go_game board_ N (placed_eq_dec r) play_ score_ rule).

Definition ko_state_now (h : record board_) : node_state board_ :=
  {| node_board := left _ (fst h); node_mover := next_player _ (fst h); node_passed := was_pass _ (fst h) |}.

(** [ko_move] makes a pass of it; here there is no such move. *)
Definition refreshing (m : kee_move N) : bool := match m with Refresh => true | _ => false end.

Definition superko_replay (b : board_) (a : player) (ms : list (kee_move N)) : outcome (record board_) :=
  if existsb refreshing ms then Illegal
  else replay N game_ (ko_move board_ N (placed_eq_dec r) play_ score_ rule) (fun _ => true) (begin_with board_ b a) ms.

Definition superko_claim (nodes : PositiveMap.t (checked board_ ko_class)) (h : record board_) (a : player) (t : Z)
  (number : positive) (e : element_) : bool :=
  claim_ok board_ N ko_class (placed_eq_dec r) play_ score_ told_ game_ ko_state_now (ko_status board_ (placed_eq_dec r) rule) nodes h a t number e.

Theorem superko_sound : forall fs nodes b first ms h a t number e, rule <> Simple ->
  superko_nodes fs = Some nodes -> superko_replay b first ms = Goes h -> superko_claim nodes h a t number e = true ->
  forces game_ a t h.
Proof.
  intros fs nodes b first ms h a t number e superko all played yes. unfold superko_nodes in all.
  unfold superko_replay in played. destruct (existsb refreshing ms); [discriminate |].
  destruct (is_symmetry r (points r)) eqn:identity; [| discriminate].
  destruct (suicide r) eqn:no_suicide; [discriminate |].
  refine (claim_checked board_ N ko_class (placed_eq_dec r) ko_class_eq_dec play_ score_ told_ (ko_looks rule) (ko_made rule) ko_clears ko_shift
    ko_found (ko_known rule) ko_range _ (points r) on_points worst (none_worse r identity) _ _ _ game_ _ (fun _ => True) ko_state_now _
    _ (fun _ => true) _ fs nodes _ ms h a t number e I all played yes).
  - intros f x k l m c is _. unfold ko_range in is. destruct (f Not_legal) eqn:well; [exact well | discriminate].
  - assert (same : forall n, means board_ N ko_class play_ score_ told_ game_ (fun _ => True) (fun h s => ko_state_now h = s)
        (ko_status board_ (placed_eq_dec r) rule) n <->
      superko_means board_ N (placed_eq_dec r) play_ score_ rule n).
    { intro n. split; intros true_ e0 h0 proper here; apply (true_ e0 h0 proper).
      - destruct here as [here [turn was]]. unfold ko_state_now. destruct (of_state _ _ _ _ _ _) as [b0 a0 p0]. simpl in *. congruence.
      - unfold ko_stands. rewrite <- here. auto. }
    intros children n all_true good_. apply same.
    apply (superko_node_true board_ N (placed_eq_dec r) play_ score_ rule superko (lays_end r no_suicide) children n); [| exact good_].
    intros child among. apply same. apply all_true. exact among.
  - trivial.
Qed.

End OfSuperko.

(** ** Kee's rules of 2013 *)

Section OfKee.

Variables refresh tally_all : bool.

Notation shift_ := (shift tally_all).
Notation told_ := (kee_told board_ N refresh).
Notation element_ := (element board_ N play_ score_ told_).
Definition kee_group : list (list N) -> option (list element_) := group_of told_ (fun _ _ _ _ _ => eq_refl).

Definition kee_range (f : fate -> bool) (a : player) (k : kind) : option (option Z * option Z) :=
  let s := shift_ a k in
  match f (Goes_out a), f (Goes_out (other a)), a with
  | true, true, _ => Some (None, None)
  | true, false, Black => Some (None, Some (- s))
  | true, false, White => Some (Some (- s), None)
  | false, true, Black => Some (Some (1 - s), None)
  | false, true, White => Some (None, Some (- 1 - s))
  | false, false, _ => None
  end.

Local Opaque Z.sub Z.opp.
Lemma kee_range_good : forall f a k l m c, kee_range f a k = Some (l, m) -> above l c && below c m = true ->
  f (found tally_all a k c) = true.
Proof.
  intros f a k l m c is within_. unfold kee_range in is. unfold found, goes_out.
  assert (split : forall x y, above x c && below c y = true -> above x c = true /\ below c y = true) by (intros x y; apply andb_true_iff).
  apply split in within_. destruct within_ as [low high].
  destruct (Z.leb (margin_of a (c + shift_ a k)) 0) eqn:out; [apply Z.leb_le in out | apply Z.leb_gt in out];
    destruct (f (Goes_out a)) eqn:mover, (f (Goes_out (other a))) eqn:his; trivial; exfalso; destruct a; try discriminate;
    injection is as <- <-; unfold above, below in low, high; unfold margin_of in out;
    try apply Z.leb_le in low; try apply Z.leb_le in high; lia.
Qed.

Local Transparent Z.sub Z.opp.

Definition kee_class_eq_dec : forall x y : kee_class, {x = y} + {x <> y}.
Proof. decide equality. Defined.

Definition kee_number (c : kee_class) : N := match c with Met => 0 | Anchor => 1 end.

Definition kee_nodes (fs : list (file_node board_ N play_ score_ told_)) : option (PositiveMap.t (checked board_ kee_class)) :=
  if is_symmetry r (points r) && negb (suicide r)
  then check_all board_ N kee_class (placed_eq_dec r) kee_class_eq_dec play_ score_ told_ looks made_by clears shift_
         known kee_range (points r) worst (item_key kee_number) board_key fuel fs 1 (PositiveMap.empty _)
  else None.

Notation game_ := (kee_game board_ N (placed_eq_dec r) play_ score_ refresh tally_all).

Definition kee_state_now (h : kee_history board_) : node_state board_ :=
  {| node_board := left_board _ (fst h); node_mover := next_up _ (fst h); node_passed := just_passed _ (fst h) |}.
Definition nobody_out (h : kee_history board_) : bool := match out _ (fst h) with None => true | Some _ => false end.

Definition kee_replay (b : board_) (a : player) (ms : list (kee_move N)) : outcome (kee_history board_) :=
  replay N game_ (fun m => m) nobody_out (kee_start board_ b a) ms.

Definition kee_claim (nodes : PositiveMap.t (checked board_ kee_class)) (h : kee_history board_) (a : player) (t : Z)
  (number : positive) (e : element_) : bool :=
  claim_ok board_ N kee_class (placed_eq_dec r) play_ score_ told_ game_ kee_state_now (status board_ (placed_eq_dec r) tally_all) nodes h a t number e.

Theorem kee_sound : forall fs nodes b first ms h a t number e,
  kee_nodes fs = Some nodes -> kee_replay b first ms = Goes h -> kee_claim nodes h a t number e = true ->
  forces game_ a t h.
Proof.
  intros fs nodes b first ms h a t number e all played yes. unfold kee_nodes in all.
  destruct (is_symmetry r (points r)) eqn:identity; [| discriminate].
  destruct (suicide r) eqn:no_suicide; [discriminate |].
  refine (claim_checked board_ N kee_class (placed_eq_dec r) kee_class_eq_dec play_ score_ told_ looks made_by clears shift_
    (found tally_all) known kee_range kee_range_good (points r) on_points worst (none_worse r identity) _ _ _ game_ _
    (unbanned board_ N (placed_eq_dec r) play_ score_ refresh tally_all) kee_state_now _
    _ nobody_out _ fs nodes _ ms h a t number e _ all played yes).
  - assert (same : forall n, means board_ N kee_class play_ score_ told_ game_ (unbanned board_ N (placed_eq_dec r) play_ score_ refresh tally_all)
        (fun h s => kee_state_now h = s) (status board_ (placed_eq_dec r) tally_all) n <->
      kee_means board_ N (placed_eq_dec r) play_ score_ refresh tally_all n).
    { intro n. split; intros true_ e0 h0 proper here; apply (true_ e0 h0 proper).
      - destruct here as [here [turn was]]. unfold kee_state_now. destruct (of_state _ _ _ _ _ _) as [b0 a0 p0]. simpl in *.
        unfold up in turn. congruence.
      - unfold stands. rewrite <- here. auto. }
    intros children n all_true good_. apply same.
    apply (kee_node_true board_ N (placed_eq_dec r) play_ score_ refresh tally_all (lays_end r no_suicide) children n); [| exact good_].
    intros child among. apply same. apply all_true. exact among.
  - intros h0 m h' proper made still. unfold nobody_out in still.
    apply (went _ _ _ _ _ _ _ h0 m); trivial. destruct (out _ (fst h')); [discriminate | reflexivity].
  - apply from_start.
Qed.

(** A claim that rests on the rules alone: the last move got a player out. *)
Definition kee_left (b : board_) (first : player) (ms : list (kee_move N)) (m : kee_move N) (a : player) (t : Z) : bool :=
  match kee_replay b first ms with
  | Goes h =>
    match step game_ h m with
    | Goes h' => match out _ (fst h') with
                 | Some loser => is_symmetry r (points r) && negb (suicide r) && out_ok board_ N (placed_eq_dec r) play_ score_ (points r) worst board_key fuel a t (left_board _ (fst h')) loser
                 | None => false
                 end
    | _ => false
    end
  | _ => false
  end.

Theorem kee_left_sound : forall b first ms m a t, kee_left b first ms m a t = true ->
  exists h h', kee_replay b first ms = Goes h /\ step game_ h m = Goes h' /\ forces game_ a t h'.
Proof.
  intros b first ms m a t yes. unfold kee_left in yes.
  destruct (kee_replay b first ms) as [| res | h] eqn:played; try discriminate.
  destruct (step game_ h m) as [| res | h'] eqn:goes; try discriminate.
  destruct (out _ (fst h')) as [loser |] eqn:left_; [| discriminate].
  apply andb_true_iff in yes. destruct yes as [yes_ yes]. apply andb_true_iff in yes_. destruct yes_ as [identity no_suicide].
  apply negb_true_iff in no_suicide. exists h, h'. split; [reflexivity |]. split; [exact goes |].
  apply (ban_true board_ N (placed_eq_dec r) play_ score_ refresh tally_all (lays_end r no_suicide) h m h' loser); trivial.
  - apply (unbanned_both board_ N (placed_eq_dec r) play_ score_ refresh tally_all).
    refine (replay_proper N game_ (fun m => m) (unbanned board_ N (placed_eq_dec r) play_ score_ refresh tally_all) nobody_out _ ms
      (kee_start board_ b first) h _ played).
    + intros h0 m0 h1 proper made still. unfold nobody_out in still.
      apply (went _ _ _ _ _ _ _ h0 m0); trivial. destruct (out _ (fst h1)); [discriminate | reflexivity].
    + apply from_start.
  - apply (out_ok_true board_ N (placed_eq_dec r) play_ score_ (points r) on_points worst (none_worse r identity) board_key fuel). exact yes.
Qed.

End OfKee.

End LemmaRules.
