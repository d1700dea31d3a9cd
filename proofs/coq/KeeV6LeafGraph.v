(**
A strategy graph for Kee's rules v6.0, seen by a group element, the colours swapped or not, is one again.

[v6_image_graph]: with its boards, its points and its player mapped by an element, as Nodes.v has them. [v6_placed_graph]: a graph all of whose
boards are on the rectangle is one of the boards of Rectangle.v. As LeafGraph.v, with what KeeV6Strategy.v asks besides.
*)
Require Import ZArith NArith List Bool Relations Wellfounded.
Require Import Game Strategy KeeV6 KeeV6Strategy ItemRules GroupElements KeeV6Nodes Board Symmetry Rectangle LeafGraph LemmaV6.
Import ListNotations.

Notation never_lasts := (fun _ => false).

Section Image.

Variables board point : Type.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variable in_atari : board -> point -> bool.
Notation told := (v6_told board point in_atari).
Variable e : element board point play score told.
Variable attacker : player.
Variable wanted : Z.
Variable g : v6_graph board point play score in_atari attacker wanted never_lasts.

Notation board_by := (of_board board point play score told e).
Notation player_by := (of_player board point play score told e).
Notation point_by := (of_point board point play score told e).
Notation plays_by := (LeafGraph.plays_by board point play score told e).
Notation other_by := (LeafGraph.other_by board point play score told e).
Notation player_inj := (LeafGraph.player_inj board point play score told e).
Notation board_inj := (LeafGraph.board_inj board point play score told e).
Notation at_ := (at_board _ _ _ _ _ _ _ _ g).
Notation turn_ := (turn _ _ _ _ _ _ _ _ g).
Notation barred_ := (barred _ _ _ _ _ _ _ _ g).
Notation enough_ := (enough board score attacker wanted).

Lemma v6_enough_by : forall b, enough board score (player_by attacker) wanted (board_by b) <-> enough_ b.
Proof. intro b. unfold enough. rewrite margins_alike. tauto. Qed.

Lemma atari_by : forall b p, in_atari (board_by b) (point_by p) = in_atari b p.
Proof.
  intros b p. assert (same := kinds_alike board point play score told e b p). simpl in same.
  destruct (in_atari (board_by b) (point_by p)), (in_atari b p); congruence.
Qed.

Lemma his_by : forall n p c, play (other (player_by attacker)) (board_by (at_ n)) p = Some c ->
  exists q b, p = point_by q /\ c = board_by b /\ play (other attacker) (at_ n) q = Some b.
Proof.
  intros n p c legal. rewrite <- other_by, <- (every_point board point play score told e p), plays_by in legal.
  destruct (play (other attacker) (at_ n) (from_point board point play score told e p)) as [b |] eqn:made; [| discriminate].
  injection legal as <-. exists (from_point board point play score told e p), b. split; [symmetry; apply every_point |]. auto.
Qed.

Definition v6_image_graph : v6_graph board point play score in_atari (player_by attacker) wanted never_lasts.
Proof.
  refine {| KeeV6Strategy.node := KeeV6Strategy.node _ _ _ _ _ _ _ _ g; at_board := fun n => board_by (at_ n); turn := fun n => player_by (turn_ n);
    barred := fun n => option_map board_by (barred_ n); next := next _ _ _ _ _ _ _ _ g |}.
  - intros n open own. apply player_inj in own. destruct (attacker_moves _ _ _ _ _ _ _ _ g n open own) as
      [[well [n' [edge [here [turns free]]]]] | [p [b [n' [legal [edge [here [turns [bar fresh]]]]]]]]]; [left | right].
    + split; [apply v6_enough_by; exact well |]. exists n'. rewrite <- other_by, here, turns, free. auto.
    + exists (point_by p), (board_by b), n'. rewrite plays_by, legal, <- other_by, here, turns.
      repeat split; trivial.
      * destruct bar as [-> | ->]; [left | right]; reflexivity.
      * intros u way same. exact (fresh u way (board_inj _ _ same)).
  - intros n c p open his bar legal. rewrite <- other_by in his. apply player_inj in his.
    destruct (his_by n p c legal) as [q [b [-> [-> made]]]]. rewrite atari_by.
    destruct (barred_ n) as [d |] eqn:is; [| discriminate]. injection bar as bar. apply board_inj in bar. subst d.
    exact (in_atari_ _ _ _ _ _ _ _ _ g n b q open his is made).
  - intros n p c open his legal free. rewrite <- other_by in his. apply player_inj in his.
    destruct (his_by n p c legal) as [q [b [-> [-> made]]]].
    destruct (stone_followed _ _ _ _ _ _ _ _ g n q b open his made) as [n' [edge [here turns]]].
    + intro bar. apply free. rewrite bar. reflexivity.
    + exists n'. rewrite here, turns. auto.
  - intros n open his ill. rewrite <- other_by in his. apply player_inj in his.
    destruct (pass_followed _ _ _ _ _ _ _ _ g n open his) as [n' [edge [here turns]]].
    + intro well. apply ill. apply v6_enough_by. exact well.
    + exists n'. rewrite here, turns. auto.
  - intros n open his well bar. rewrite <- other_by in *. apply player_inj in his. apply v6_enough_by in well.
    destruct (freed _ _ _ _ _ _ _ _ g n open his well) as [n' [edge [here turns]]].
    + intro none. apply bar. rewrite none. reflexivity.
    + exists n'. rewrite here. split; [exact edge |]. split; [reflexivity |]. destruct turns as [-> | [-> ->]]; auto.
  - exact (ends _ _ _ _ _ _ _ _ g).
Defined.

End Image.

Section Placed.

Variable r : rectangle.
Variable attacker : player.
Variable wanted : Z.
Variable g : v6_graph board N (play r) (score r) (in_atari r) attacker wanted never_lasts.

Notation at_ := (at_board _ _ _ _ _ _ _ _ g).
Notation barred_ := (barred _ _ _ _ _ _ _ _ g).

Hypothesis on_points : forall n, on_rectangle r (at_ n) = true.

Definition v6_place_at (n : KeeV6Strategy.node _ _ _ _ _ _ _ _ g) : placed r := exist _ (at_ n) (on_points n).

Notation place_is_ := (place_is r).
Notation barred_there n := (match barred_ n with Some b => place r b | None => None end).

Lemma bar_placed : forall n (c : placed r), barred_ n = Some (plain r c) -> barred_there n = Some c.
Proof. intros n [c yes] bar. rewrite bar. apply place_is_. Qed.

Lemma placed_bar : forall n (c : placed r), barred_there n = Some c -> barred_ n = Some (plain r c).
Proof.
  intros n [c yes] bar. destruct (barred_ n) as [b |]; [| discriminate]. unfold place in bar. destruct (bool_dec _ _); [| discriminate].
  injection bar as ->. reflexivity.
Qed.

Definition v6_placed_graph : v6_graph (placed r) N (placed_play r) (placed_score r) (atari_ r) attacker wanted never_lasts.
Proof.
  refine {| KeeV6Strategy.node := KeeV6Strategy.node _ _ _ _ _ _ _ _ g; at_board := v6_place_at; turn := turn _ _ _ _ _ _ _ _ g;
    barred := fun n => barred_there n; next := next _ _ _ _ _ _ _ _ g |}.
  - intros n open own. destruct (attacker_moves _ _ _ _ _ _ _ _ g n open own) as
      [[well [n' [edge [here [turns free]]]]] | [p [b [n' [legal [edge [here [turns [bar fresh]]]]]]]]]; [left | right].
    + split; [exact well |]. exists n'. rewrite free. repeat split; trivial. apply plain_same. exact here.
    + exists p, (v6_place_at n'), n'. repeat split; trivial.
      * apply (play_placed r). simpl. rewrite here. exact legal.
      * destruct bar as [-> | ->]; [left; reflexivity | right]. apply place_is_.
      * intros u way same. apply (fresh u way). rewrite <- here. exact (f_equal (plain r) same).
  - intros n c p open his bar legal. apply placed_plain in legal. apply placed_bar in bar.
    exact (in_atari_ _ _ _ _ _ _ _ _ g n (plain r c) p open his bar legal).
  - intros n p c open his legal free. apply placed_plain in legal.
    destruct (stone_followed _ _ _ _ _ _ _ _ g n p (plain r c) open his legal) as [n' [edge [here turns]]].
    + intro bar. apply free. apply bar_placed. exact bar.
    + exists n'. repeat split; trivial. apply plain_same. exact here.
  - intros n open his ill. destruct (pass_followed _ _ _ _ _ _ _ _ g n open his ill) as [n' [edge [here turns]]].
    exists n'. repeat split; trivial. apply plain_same. exact here.
  - intros n open his well bar. destruct (freed _ _ _ _ _ _ _ _ g n open his well) as [n' [edge [here turns]]].
    + intro none. apply bar. rewrite none. reflexivity.
    + exists n'. split; [exact edge |]. split; [apply plain_same; exact here |]. destruct turns as [own | [his' ->]]; auto.
  - exact (ends _ _ _ _ _ _ _ _ g).
Defined.

End Placed.
