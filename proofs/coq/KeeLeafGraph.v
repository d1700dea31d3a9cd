(**
A strategy graph for Kee's rules of 2013, seen by a group element, the colours swapped or not, is one again.

[kee_image_graph]: with its boards, its points and its player mapped by an element, as Nodes.v has them. [kee_placed_graph]: a graph all of whose
boards are on the rectangle is one of the boards of Rectangle.v. As LeafGraph.v, with what KeeGraph.v asks besides.
*)
Require Import ZArith NArith List Bool Relations Wellfounded.
Require Import Game Kee2013 KeeGraph ItemRules GroupElements Board Symmetry Rectangle LeafGraph.
Import ListNotations.

Section Image.

Variables board point : Type.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variable told : kinds board point.
Variable e : element board point play score told.
Variable refresh : bool.
Variable attacker : player.
Variable wanted : Z.
Variable g : kee_graph board point play score refresh attacker wanted.

Notation board_by := (of_board board point play score told e).
Notation player_by := (of_player board point play score told e).
Notation plays_by := (LeafGraph.plays_by board point play score told e).
Notation other_by := (LeafGraph.other_by board point play score told e).
Notation player_inj := (LeafGraph.player_inj board point play score told e).
Notation board_inj := (LeafGraph.board_inj board point play score told e).
Notation at_ := (at_board _ _ _ _ _ _ _ g).
Notation turn_ := (turn _ _ _ _ _ _ _ g).
Notation barred_ := (barred _ _ _ _ _ _ _ g).
Notation enough_ := (enough board score attacker wanted).

Lemma kee_enough_by : forall b, enough board score (player_by attacker) wanted (board_by b) <-> enough_ b.
Proof. intro b. unfold enough. rewrite margins_alike. tauto. Qed.

Lemma alone_by : forall seen b, reaches_alone board point play score attacker wanted seen b ->
  reaches_alone board point play score (player_by attacker) wanted (map board_by seen) (board_by b).
Proof.
  intros seen b reaches. induction reaches as [seen b well | seen b p b' legal new _ again].
  - apply alone_enough. apply kee_enough_by. exact well.
  - apply alone_stone with (p := of_point board point play score told e p) (b' := board_by b'); [| | exact again].
    + rewrite plays_by, legal. reflexivity.
    + intro is. apply new. change (In (board_by b') (map board_by (b :: seen))) in is. apply in_map_iff in is.
      destruct is as [c [same is]]. apply board_inj in same. subst c. exact is.
Qed.

Lemma brought_by : forall n c, player_by (turn_ n) = other (player_by attacker) /\ option_map board_by (barred_ n) <> Some c /\
  (exists p, play (other (player_by attacker)) (board_by (at_ n)) p = Some c) ->
  exists b, c = board_by b /\ may_bring _ _ _ _ _ _ _ g n b.
Proof.
  intros n c [his [free [p legal]]]. rewrite <- other_by in his, legal. apply player_inj in his.
  rewrite <- (every_point board point play score told e p), plays_by in legal.
  destruct (play (other attacker) (at_ n) (from_point board point play score told e p)) as [b |] eqn:made; [| discriminate].
  injection legal as <-. exists b. split; [reflexivity |]. split; [exact his |]. split; [| eauto].
  intro bar. apply free. rewrite bar. reflexivity.
Qed.

Definition kee_image_graph : kee_graph board point play score refresh (player_by attacker) wanted.
Proof.
  refine {| KeeGraph.node := KeeGraph.node _ _ _ _ _ _ _ g; at_board := fun n => board_by (at_ n); turn := fun n => player_by (turn_ n);
    barred := fun n => option_map board_by (barred_ n); next := next _ _ _ _ _ _ _ g |}.
  - intros n own. apply player_inj in own. destruct (attacker_moves _ _ _ _ _ _ _ g n own) as
      [[well [n' [edge [here [turns free]]]]] | [p [b [n' [legal [edge [here [turns [bar fresh]]]]]]]]]; [left | right].
    + split; [apply kee_enough_by; exact well |]. exists n'. rewrite <- other_by, here, turns, free. auto.
    + exists (of_point board point play score told e p), (board_by b), n'. rewrite plays_by, legal, <- other_by, here, turns.
      repeat split; trivial.
      * destruct bar as [-> | [-> alone]]; [left; reflexivity | right]. split; [reflexivity |]. exact (alone_by [] _ alone).
      * intros u way same. exact (fresh u way (board_inj _ _ same)).
  - intros n c may. destruct (brought_by n c may) as [b [-> may']].
    destruct (stone_followed _ _ _ _ _ _ _ g n b may') as [n' [edge [here turns]]]. exists n'. rewrite here, turns. auto.
  - intros n his ill. rewrite <- other_by in his. apply player_inj in his.
    destruct (pass_followed _ _ _ _ _ _ _ g n his) as [n' [edge [here turns]]].
    + intro well. apply ill. apply kee_enough_by. exact well.
    + exists n'. rewrite here, turns. auto.
  - intros allowed n his well bar. rewrite <- other_by in *. apply player_inj in his. apply kee_enough_by in well.
    destruct (goes_on _ _ _ _ _ _ _ g allowed n his well) as [n' [edge [here [turns free]]]].
    + intro none. apply bar. rewrite none. reflexivity.
    + exists n'. rewrite here, turns, free. auto.
  - intros n c u u' may [own [there [edge gone]]] way. destruct (brought_by n c may) as [b [-> may']].
    apply player_inj in own. apply board_inj in there.
    apply (kept _ _ _ _ _ _ _ g n b u u' may'); [| exact way]. repeat split; trivial. intro same. apply gone. rewrite same. reflexivity.
  - intros n c u u' w w' may well [own [there [edge gone]]] way his ill edge' stays way'. destruct (brought_by n c may) as [b [-> may']].
    rewrite <- other_by in own, his. apply player_inj in own. apply player_inj in his. apply board_inj in there. apply board_inj in stays.
    apply kee_enough_by in well.
    apply (not_passed _ _ _ _ _ _ _ g n b u u' w w' may' well); trivial.
    + repeat split; trivial. intro same. apply gone. rewrite same. reflexivity.
    + intro well'. apply ill. apply kee_enough_by. exact well'.
  - exact (ends _ _ _ _ _ _ _ g).
Defined.

End Image.

Section Placed.

Variable r : rectangle.
Hypothesis identity : is_symmetry r (points r) = true.
Variable refresh : bool.
Variable attacker : player.
Variable wanted : Z.
Variable g : kee_graph board N (play r) (score r) refresh attacker wanted.

Notation at_ := (at_board _ _ _ _ _ _ _ g).
Notation barred_ := (barred _ _ _ _ _ _ _ g).

Hypothesis on_points : forall n, on_rectangle r (at_ n) = true.

Definition kee_place_at (n : KeeGraph.node _ _ _ _ _ _ _ g) : placed r := exist _ (at_ n) (on_points n).

Notation place_is_ := (place_is r).

Lemma alone_placed : forall seen b, reaches_alone board N (play r) (score r) attacker wanted seen b -> forall (seen' : list (placed r)) b',
  seen = map (plain r) seen' -> b = plain r b' -> reaches_alone (placed r) N (placed_play r) (placed_score r) attacker wanted seen' b'.
Proof.
  intros seen b reaches. induction reaches as [seen b well | seen b p c legal new _ again]; intros seen' b' -> ->.
  - apply alone_enough. exact well.
  - destruct (play_within r (points r) identity _ _ _ _ legal (placed_within r b')) as [one two].
    assert (in_ : on_rectangle r c = true) by (unfold on_rectangle; rewrite !within_is; trivial).
    set (c' := exist _ c in_ : placed r). apply alone_stone with (p := p) (b' := c').
    + unfold placed_play. rewrite legal. apply place_is_.
    + intro is. apply new. change (In (plain r c') (map (plain r) (b' :: seen'))). apply in_map. exact is.
    + apply again; reflexivity.
Qed.

Lemma brought_placed : forall n (c : placed r), turn _ _ _ _ _ _ _ g n = other attacker /\
  match barred_ n with Some b => place r b | None => None end <> Some c /\
  (exists p, placed_play r (other attacker) (kee_place_at n) p = Some c) -> may_bring _ _ _ _ _ _ _ g n (plain r c).
Proof.
  intros n c [his [free [p legal]]]. apply placed_plain in legal. split; [exact his |]. split; [| exists p; exact legal].
  intro bar. apply free. rewrite bar. destruct c as [c yes]. apply place_is_.
Qed.

Definition kee_placed_graph : kee_graph (placed r) N (placed_play r) (placed_score r) refresh attacker wanted.
Proof.
  refine {| KeeGraph.node := KeeGraph.node _ _ _ _ _ _ _ g; at_board := kee_place_at; turn := turn _ _ _ _ _ _ _ g;
    barred := fun n => match barred_ n with Some b => place r b | None => None end; next := next _ _ _ _ _ _ _ g |}.
  - intros n own. destruct (attacker_moves _ _ _ _ _ _ _ g n own) as
      [[well [n' [edge [here [turns free]]]]] | [p [b [n' [legal [edge [here [turns [bar fresh]]]]]]]]]; [left | right].
    + split; [exact well |]. exists n'. rewrite free. repeat split; trivial. apply plain_same. exact here.
    + exists p, (kee_place_at n'), n'. repeat split; trivial.
      * apply (play_placed r). simpl. rewrite here. exact legal.
      * destruct bar as [-> | [-> alone]]; [left; reflexivity | right]. split; [apply place_is_ |].
        exact (alone_placed [] _ alone [] (kee_place_at n) eq_refl eq_refl).
      * intros u way same. apply (fresh u way). rewrite <- here. exact (f_equal (plain r) same).
  - intros n c may. destruct (stone_followed _ _ _ _ _ _ _ g n _ (brought_placed n c may)) as [n' [edge [here turns]]].
    exists n'. repeat split; trivial. apply plain_same. exact here.
  - intros n his ill. destruct (pass_followed _ _ _ _ _ _ _ g n his ill) as [n' [edge [here turns]]].
    exists n'. repeat split; trivial. apply plain_same. exact here.
  - intros allowed n his well bar. destruct (goes_on _ _ _ _ _ _ _ g allowed n his well) as [n' [edge [here [turns free]]]].
    + intro none. apply bar. rewrite none. reflexivity.
    + exists n'. rewrite free. repeat split; trivial. apply plain_same. exact here.
  - intros n c u u' may [own [there [edge gone]]] way. apply (kept _ _ _ _ _ _ _ g n (plain r c) u u' (brought_placed n c may)); [| exact way].
    repeat split; trivial.
    + rewrite <- there. reflexivity.
    + intro same. apply gone. apply plain_same. exact same.
  - intros n c u u' w w' may well [own [there [edge gone]]] way his ill edge' stays way'.
    apply (not_passed _ _ _ _ _ _ _ g n (plain r c) u u' w w' (brought_placed n c may) well); trivial.
    + repeat split; trivial; [rewrite <- there; reflexivity |]. intro same. apply gone. apply plain_same. exact same.
    + exact (f_equal (plain r) stays).
  - exact (ends _ _ _ _ _ _ _ g).
Defined.

End Placed.
