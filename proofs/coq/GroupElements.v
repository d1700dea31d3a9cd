(**
Group elements: maps of boards and points, which may swap the colours, under which plays and scores are alike.

[element]: what is asked of one. What it makes of players, states, items and moves is then alike, too, under rules that are the same for
both colours ([looks_alike] to [known_alike]): what is reached alone and what that is worth, what a play does, and which items it looks up,
makes and shifts. [after_element]: one element after another is one.
*)
Require Import ZArith Lia List Bool.
Require Import Game Lemma Kee2013 ItemRules.
Import ListNotations.
Local Open Scope Z_scope.

Section GroupElements.

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

Notation reaches := (reaches board point play).
Notation lays := (lays board point play).
Notation worth_out := (worth_out board point play score).
Notation worth_leaf := (worth_leaf board point play score).
Notation node_state := (node_state board).
Notation node_board := (node_board board).
Notation node_mover := (node_mover board).
Notation node_passed := (node_passed board).
Notation plays := (plays board point play told).
Notation looks_at := (looks_at board point class told looks).
Notation makes := (makes board point class told made_by).
Notation class_of := (class_of board class).

Record element : Type := {
  of_board : board -> board;
  of_point : point -> point;
  from_point : point -> point;
  swaps : bool; (** the colours *)
  boards_differ : forall b c, of_board b = of_board c -> b = c;
  every_point : forall p, of_point (from_point p) = p;
  plays_alike : forall a b p,
    play (of_colours swaps a) (of_board b) (of_point p) = option_map of_board (play a b p);
  scores_alike : forall b, score (of_board b) = of_sign swaps (score b);
  kinds_alike : forall b p, stone_kind told (of_board b) (of_point p) = stone_kind told b p
}.

Definition of_player (e : element) (a : player) : player := of_colours (swaps e) a.
Definition signed (e : element) (c : Z) : Z := of_sign (swaps e) c.
Definition of_state (e : element) (s : node_state) : node_state :=
  {| ItemRules.node_board := of_board e (node_board s); ItemRules.node_mover := of_player e (node_mover s);
     ItemRules.node_passed := node_passed s |}.
Definition of_item (e : element) (i : item) : item :=
  match i with (c, b, a) => (c, of_board e b, option_map (of_player e) a) end.
Definition of_move (e : element) (m : kee_move point) : kee_move point :=
  match m with Lay p => Lay (of_point e p) | Pass_on => Pass_on | Refresh => Refresh end.

Lemma player_twice : forall e a b, of_player e a = of_player e b -> a = b.
Proof. intros e a b. unfold of_player, of_colours. destruct (swaps e), a, b; simpl; congruence. Qed.

Lemma of_other : forall e a, of_player e (other a) = other (of_player e a).
Proof. intros e a. unfold of_player, of_colours. destruct (swaps e); reflexivity. Qed.

Lemma margins_alike : forall e w b, margin_of (of_player e w) (score (of_board e b)) = margin_of w (score b).
Proof.
  intros e w b. rewrite scores_alike. unfold of_player, of_colours, of_sign. destruct (swaps e), w; simpl; ring.
Qed.

Lemma reaches_alike : forall e a b c, reaches a b c -> reaches (of_player e a) (of_board e b) (of_board e c).
Proof.
  intros e a b c there. induction there as [b | b p b' c made there again]; [apply stops |].
  apply (lays _ _ (of_point e p) (of_board e b')); trivial. unfold of_player. rewrite plays_alike, made. reflexivity.
Qed.

Lemma reaches_back : forall e a b' c', reaches (of_player e a) b' c' ->
  forall b, b' = of_board e b -> exists c, c' = of_board e c /\ reaches a b c.
Proof.
  intros e a b' c' there. induction there as [b' | b' p b2 c' made there again]; intros b is.
  - exists b. split; [exact is | apply stops].
  - unfold of_player in made. rewrite is, <- (every_point e p), plays_alike in made.
    destruct (play a b (from_point e p)) as [b3 |] eqn:first; [| discriminate]. injection made as made.
    destruct (again b3 (eq_sym made)) as [c [same on]]. exists c. split; [exact same |]. eapply lays; eauto.
Qed.

Lemma leaf_alike : forall e w k b, worth_leaf w k b -> worth_leaf (of_player e w) k (of_board e b).
Proof.
  intros e w k b leaf c' there. rewrite <- of_other in there.
  destruct (reaches_back e _ _ _ there b eq_refl) as [c [-> on]]. rewrite margins_alike. apply leaf. exact on.
Qed.

Lemma out_alike : forall e w k b loser, worth_out w k b loser ->
  worth_out (of_player e w) k (of_board e b) (of_player e loser).
Proof.
  intros e w k b loser worth. unfold worth_out in *. destruct (player_eq_dec loser w) as [is | no].
  - subst loser. destruct (player_eq_dec _ _); [| congruence]. exact (leaf_alike e w k b worth).
  - destruct (player_eq_dec _ _) as [same | _]; [apply player_twice in same; congruence |].
    destruct worth as [c [there worth]]. exists (of_board e c). split; [apply reaches_alike; exact there |].
    rewrite margins_alike. exact worth.
Qed.

Lemma plays_image : forall e s m b k, plays s m = Some (b, k) ->
  plays (of_state e s) (of_move e m) = Some (of_board e b, k).
Proof.
  intros e [b0 a passed] m b k. unfold plays. destruct m as [p | |]; cbn [of_state of_move node_board node_mover node_passed].
  - unfold of_player. rewrite plays_alike. destruct (play a b0 p) as [b' |]; simpl; [| discriminate].
    intro is. injection is as <- <-. rewrite kinds_alike. reflexivity.
  - congruence.
  - destruct (refresh_kind told); simpl; congruence.
Qed.

Lemma no_play_image : forall e s m, plays s m = None -> plays (of_state e s) (of_move e m) = None.
Proof.
  intros e [b0 a passed] m. unfold plays. destruct m as [p | |]; cbn [of_state of_move node_board node_mover].
  - unfold of_player. rewrite plays_alike. destruct (play a b0 p); simpl; congruence.
  - congruence.
  - destruct (refresh_kind told); simpl; congruence.
Qed.

Lemma moves_all : forall e m, exists m0, of_move e m0 = m.
Proof.
  intros e [p | |]; [exists (Lay (from_point e p)) | exists Pass_on | exists Refresh]; simpl; rewrite ?every_point; reflexivity.
Qed.

Lemma item_image : forall e b i, item_on (of_board e b) (of_kind (swaps e) i) = of_item e (item_on b i).
Proof. reflexivity. Qed.

Lemma same_kind : forall i : kind_of_item, of_kind false i = i.
Proof. intros [c [a |]]; reflexivity. Qed.

Lemma looks_image : forall e s b k, looks_at (of_state e s) (of_board e b) k = option_map (of_item e) (looks_at s b k).
Proof.
  intros e s b k. unfold looks_at, of_state, of_player, of_colours. cbn [node_mover].
  destruct (swaps e) eqn:swap; [rewrite looks_alike |]; destruct (looks (node_mover s) k) as [[c a] |]; simpl; trivial;
    f_equal; unfold of_item, item_on, of_player; simpl; rewrite swap; destruct a; reflexivity.
Qed.

Lemma known_image : forall e a b,
  option_map (item_on (of_board e b)) (known (of_player e a)) = option_map (of_item e) (option_map (item_on b) (known a)).
Proof.
  intros e a b. unfold of_player, of_colours.
  destruct (swaps e) eqn:swap; [rewrite known_alike |]; destruct (known a) as [[c x] |]; simpl; trivial;
    f_equal; unfold of_item, item_on, of_player; simpl; rewrite swap; destruct x; reflexivity.
Qed.

Lemma shift_image : forall e s k, shift (node_mover (of_state e s)) k = signed e (shift (node_mover s) k).
Proof.
  intros e s k. unfold of_state, of_player, of_colours, signed, of_sign. cbn [node_mover]. destruct (swaps e); [apply shift_alike | reflexivity].
Qed.

Lemma found_image : forall e s k c,
  found (node_mover (of_state e s)) k c = of_fate (swaps e) (found (node_mover s) k (signed e c)).
Proof.
  intros e s k c. unfold of_state, of_player, of_colours, signed, of_sign. cbn [node_mover]. destruct (swaps e).
  - rewrite <- found_alike. rewrite Z.opp_involutive. reflexivity.
  - destruct (found _ _ _); reflexivity.
Qed.

Lemma players_same : forall e (x y : option player), option_map (of_player e) x = option_map (of_player e) y -> x = y.
Proof.
  intros e [x |] [y |] same; simpl in same; try discriminate; trivial. injection same as same.
  apply player_twice in same. congruence.
Qed.

Lemma items_same : forall e i j, of_item e i = of_item e j -> i = j.
Proof.
  intros e [[c b] a] [[c' b'] a'] same. unfold of_item in same. injection same as one two three.
  apply boards_differ in two. apply players_same in three. congruence.
Qed.

Lemma makes_image : forall e s b k i, makes (of_state e s) (of_board e b) k (of_item e i) <-> makes s b k i.
Proof.
  intros e s b k i. unfold makes.
  assert (same : made_by (node_mover (of_state e s)) k = map (of_kind (swaps e)) (made_by (node_mover s) k)).
  { unfold of_state, of_player, of_colours. cbn [node_mover]. destruct (swaps e); [apply made_alike |].
    rewrite <- (map_id (made_by (node_mover s) k)) at 1. apply map_ext. intro j. symmetry. apply same_kind. }
  rewrite same. split.
  - intros [j [is eq]]. apply in_map_iff in is. destruct is as [j0 [<- is]]. exists j0. split; trivial.
    rewrite item_image in eq. exact (items_same e _ _ eq).
  - intros [j [is ->]]. exists (of_kind (swaps e) j). split; [apply in_map; exact is | reflexivity].
Qed.

Lemma class_image : forall e i, class_of (of_item e i) = class_of i.
Proof. intros e [[c b] a]. reflexivity. Qed.

Lemma signed_shift : forall e x v, option_map (signed e) (shifted (signed e x) v) = shifted x (option_map (signed e) v).
Proof. intros e x [c |]; simpl; [| reflexivity]. unfold signed, of_sign. destruct (swaps e); f_equal; ring. Qed.

Lemma signed_zero : forall e, signed e 0 = 0.
Proof. intro e. unfold signed, of_sign. destruct (swaps e); reflexivity. Qed.

(** One element after another. *)
Definition after_element (e g : element) : element.
Proof.
  refine {| of_board := fun b => of_board e (of_board g b); of_point := fun p => of_point e (of_point g p);
    from_point := fun p => from_point g (from_point e p); swaps := xorb (swaps e) (swaps g) |}.
  - intros b c same. apply (boards_differ g), (boards_differ e). exact same.
  - intro p. rewrite !every_point. reflexivity.
  - intros a b p. assert (alike := plays_alike e (of_colours (swaps g) a) (of_board g b) (of_point g p)).
    rewrite (plays_alike g) in alike. unfold of_colours in *.
    replace (if xorb (swaps e) (swaps g) then other a else a) with
      (if swaps e then other (if swaps g then other a else a) else if swaps g then other a else a)
      by (destruct (swaps e), (swaps g); simpl; rewrite ?other_other; reflexivity).
    rewrite alike. destruct (play a b p); reflexivity.
  - intro b. rewrite !scores_alike. unfold of_sign. destruct (swaps e), (swaps g); simpl; ring.
  - intros b p. rewrite !kinds_alike. reflexivity.
Defined.

Lemma player_after : forall e g a, of_player (after_element e g) a = of_player e (of_player g a).
Proof.
  intros e g a. unfold of_player, of_colours. simpl. destruct (swaps e), (swaps g); simpl; rewrite ?other_other; reflexivity.
Qed.

Lemma state_after_element : forall e g s, of_state (after_element e g) s = of_state e (of_state g s).
Proof. intros e g s. unfold of_state. cbn [node_board node_mover node_passed]. rewrite player_after. reflexivity. Qed.

Lemma item_after : forall e g i, of_item (after_element e g) i = of_item e (of_item g i).
Proof.
  intros e g [[c b] a]. unfold of_item. destruct a as [a |]; simpl; [rewrite player_after |]; reflexivity.
Qed.

Lemma signed_after : forall e g v, option_map (signed (after_element e g)) v = option_map (signed g) (option_map (signed e) v).
Proof.
  intros e g [c |]; simpl; [| reflexivity]. unfold signed, of_sign. simpl. destruct (swaps e), (swaps g); simpl; f_equal; ring.
Qed.

End GroupElements.
