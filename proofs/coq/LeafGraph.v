(**
A strategy graph seen by a group element is a strategy graph.

[image_graph]: with its boards, its points and its player mapped by an element, as Nodes.v has them, a graph of Strategy.v is one
again. [placed_graph]: a graph all of whose boards are on the rectangle is one of the boards of Rectangle.v. [view]: the element by
which a strategy of Black's is one of a player's: it swaps the colours for White, and does nothing for Black.
*)
Require Import ZArith NArith List Bool Relations Wellfounded.
Require Import Game Strategy ItemRules GroupElements Board Symmetry Rectangle.
Import ListNotations.

Section Image.

Variables board point : Type.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variable told : kinds board point.
Variable e : element board point play score told.
Variable attacker : player.
Variable wanted : Z.
Variable bars : bool.
Variable g : graph board point play score attacker wanted (fun _ => False) bars.

Notation board_by := (of_board board point play score told e).
Notation player_by := (of_player board point play score told e).
Notation at_ := (at_board _ _ _ _ _ _ _ _ g).
Notation turn_ := (turn _ _ _ _ _ _ _ _ g).
Notation barred_ := (barred _ _ _ _ _ _ _ _ g).

Lemma plays_by : forall a b p, play (player_by a) (board_by b) (of_point board point play score told e p) = option_map board_by (play a b p).
Proof. exact (plays_alike board point play score told e). Qed.

Lemma other_by : forall a, player_by (other a) = other (player_by a).
Proof. exact (of_other board point play score told e). Qed.

Lemma player_inj : forall a b, player_by a = player_by b -> a = b.
Proof. exact (player_twice board point play score told e). Qed.

Lemma board_inj : forall b c, board_by b = board_by c -> b = c.
Proof. exact (boards_differ board point play score told e). Qed.

Lemma enough_by : forall b, enough board score (player_by attacker) wanted (board_by b) <-> enough board score attacker wanted b.
Proof. intro b. unfold enough. rewrite margins_alike. tauto. Qed.

Definition image_graph : graph board point play score (player_by attacker) wanted (fun _ => False) bars.
Proof.
  refine {| Strategy.node := Strategy.node _ _ _ _ _ _ _ _ g; at_board := fun n => board_by (at_ n); turn := fun n => player_by (turn_ n);
    barred := fun n => option_map board_by (barred_ n); next := next _ _ _ _ _ _ _ _ g |}.
  - intros n own. apply player_inj in own. destruct (attacker_moves _ _ _ _ _ _ _ _ g n own) as
      [[well [n' [edge [here [turns free]]]]] | [p [b [n' [legal [edge [here [turns [bar [clean fresh]]]]]]]]]]; [left | right].
    + split; [apply enough_by; exact well |]. exists n'. rewrite <- other_by, here, turns, free. auto.
    + exists (of_point board point play score told e p), (board_by b), n'. rewrite plays_by, legal, <- other_by, here, turns.
      repeat split; trivial.
      * destruct bar as [-> | [yes ->]]; simpl; auto.
      * intros u way same. exact (fresh u way (board_inj _ _ same)).
  - intros n p c his legal free. rewrite <- other_by in his, legal. apply player_inj in his.
    rewrite <- (every_point board point play score told e p), plays_by in legal.
    destruct (play (other attacker) (at_ n) (from_point board point play score told e p)) as [b |] eqn:made; [| discriminate].
    injection legal as <-. destruct (stone_followed _ _ _ _ _ _ _ _ g n _ b his made) as [n' [edge [here turns]]].
    + intro bar. apply free. rewrite bar. reflexivity.
    + exists n'. rewrite here, turns. auto.
  - intros n his ill. rewrite <- other_by in his. apply player_inj in his.
    destruct (pass_followed _ _ _ _ _ _ _ _ g n his) as [n' [edge [here turns]]].
    + intro well. apply ill. apply enough_by. exact well.
    + exists n'. rewrite here, turns. auto.
  - exact (ends _ _ _ _ _ _ _ _ g).
Defined.

End Image.

Section Placed.

Variable r : rectangle.
Variable attacker : player.
Variable wanted : Z.
Variable bars : bool.
Variable g : graph board N (play r) (score r) attacker wanted (fun _ => False) bars.

Notation at_ := (at_board _ _ _ _ _ _ _ _ g).
Notation barred_ := (barred _ _ _ _ _ _ _ _ g).

Hypothesis on_points : forall n, on_rectangle r (at_ n) = true.

Definition place_at (n : Strategy.node _ _ _ _ _ _ _ _ g) : placed r := exist _ (at_ n) (on_points n).

Lemma place_is : forall b yes, place r b = Some (exist _ b yes).
Proof.
  intros b yes. unfold place. destruct (bool_dec (on_rectangle r b) true) as [is | no]; [| contradiction].
  f_equal. apply plain_same. reflexivity.
Qed.

Lemma play_placed : forall a (b c : placed r) p, play r a (plain r b) p = Some (plain r c) -> placed_play r a b p = Some c.
Proof. intros a b [c yes] p made. unfold placed_play. rewrite made. apply place_is. Qed.

Definition placed_graph : graph (placed r) N (placed_play r) (placed_score r) attacker wanted (fun _ => False) bars.
Proof.
  refine {| Strategy.node := Strategy.node _ _ _ _ _ _ _ _ g; at_board := place_at; turn := turn _ _ _ _ _ _ _ _ g;
    barred := fun n => match barred_ n with Some b => place r b | None => None end; next := next _ _ _ _ _ _ _ _ g |}.
  - intros n own. destruct (attacker_moves _ _ _ _ _ _ _ _ g n own) as
      [[well [n' [edge [here [turns free]]]]] | [p [b [n' [legal [edge [here [turns [bar [clean fresh]]]]]]]]]]; [left | right].
    + split; [exact well |]. exists n'. rewrite free. repeat split; trivial. apply plain_same. exact here.
    + exists p, (place_at n'), n'. repeat split; trivial.
      * apply play_placed. simpl. rewrite here. exact legal.
      * destruct bar as [-> | [yes ->]]; [left; reflexivity | right]. split; [exact yes | apply place_is].
      * intros u way same. apply (fresh u way). rewrite <- here. exact (f_equal (plain r) same).
  - intros n p c his legal free. apply placed_plain in legal.
    destruct (stone_followed _ _ _ _ _ _ _ _ g n p (plain r c) his legal) as [n' [edge [here turns]]].
    + intro bar. apply free. rewrite bar. destruct c as [c yes]. apply place_is.
    + exists n'. repeat split; trivial. apply plain_same. exact here.
  - intros n his ill. destruct (pass_followed _ _ _ _ _ _ _ _ g n his ill) as [n' [edge [here turns]]].
    exists n'. repeat split; trivial. apply plain_same. exact here.
  - exact (ends _ _ _ _ _ _ _ _ g).
Defined.

End Placed.

(** ** As a player sees it who is Black then *)

Section View.

Variable r : rectangle.
Variable told : kinds (placed r) N.

Definition seen (w : player) (b : board) : board := match w with Black => b | White => swapped b end.
Definition seen_player (w a : player) : player := match w with Black => a | White => other a end.

Lemma seen_twice : forall w b, seen w (seen w b) = b.
Proof. intros [|] [b c]; reflexivity. Qed.

Lemma seen_placed : forall w (b : placed r), on_rectangle r (seen w (plain r b)) = true.
Proof.
  intros [|] [b yes]; simpl; [exact yes |]. unfold on_rectangle in *. simpl. rewrite andb_comm. exact yes.
Qed.

Definition view_board (w : player) (b : placed r) : placed r := exist _ (seen w (plain r b)) (seen_placed w b).

Lemma view_twice : forall w b, view_board w (view_board w b) = b.
Proof. intros w b. apply plain_same. apply seen_twice. Qed.

Hypothesis told_alike : forall w b p, stone_kind told (view_board w b) p = stone_kind told b p.

Definition view (w : player) : element (placed r) N (placed_play r) (placed_score r) told.
Proof.
  refine {| of_board := view_board w; of_point := fun p => p; from_point := fun p => p;
    swaps := match w with Black => false | White => true end |}.
  - intros b c same. rewrite <- (view_twice w b), <- (view_twice w c), same. reflexivity.
  - reflexivity.
  - intros a b p. unfold placed_play.
    assert (same : play r (of_colours match w with Black => false | White => true end a) (plain r (view_board w b)) p =
      option_map (seen w) (play r a (plain r b) p)).
    { destruct w; simpl; [destruct (play r a _ p); reflexivity | apply swapped_play]. }
    rewrite same. destruct (play r a (plain r b) p) as [c |]; [| reflexivity]. simpl. unfold place.
    assert (alike : on_rectangle r (seen w c) = on_rectangle r c).
    { destruct w; [reflexivity |]. unfold on_rectangle. simpl. apply andb_comm. }
    destruct (bool_dec (on_rectangle r (seen w c)) true) as [is | no], (bool_dec (on_rectangle r c) true) as [is' | no'];
      cbn [option_map]; try congruence. apply f_equal. apply plain_same. reflexivity.
  - intro b. unfold placed_score. destruct w; simpl; [reflexivity | apply swapped_score].
  - intros b p. apply told_alike.
Defined.

Lemma view_player : forall w, of_player _ _ _ _ _ (view w) Black = w.
Proof. intros [|]; reflexivity. Qed.

Lemma view_players : forall w a, seen_player w (of_player _ _ _ _ _ (view w) a) = a.
Proof. intros [|] [|]; reflexivity. Qed.

(** An element that is given by a symmetry, seen by its player. *)
Lemma seen_given : forall ms yes swap alike w (b : placed r),
  seen (of_player _ _ _ _ _ (given r ms yes swap told alike) w) (plain r (of_board _ _ _ _ _ (given r ms yes swap told alike) b)) = image_board ms (seen w (plain r b)).
Proof. intros ms yes [|] alike [|] b; reflexivity. Qed.

Lemma player_given : forall ms yes swap alike w a,
  seen_player (of_player _ _ _ _ _ (given r ms yes swap told alike) w) (of_player _ _ _ _ _ (given r ms yes swap told alike) a) = seen_player w a.
Proof. intros ms yes [|] alike [|] [|]; reflexivity. Qed.

End View.
