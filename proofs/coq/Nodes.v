(**
The nodes of certificates, as docs/certificate-format.md has them, and that they are true, under rules
that remember items.

The rules are given by the kinds of plays that they tell apart ([kinds]), by what a play looks up, makes, clears and shifts
([looks], [made_by], [clears], [shift]), and by what follows if the item that it looks up is there ([found]); a game is of such rules if
[played] holds of it: KeeNodes.v, SuperkoNodes.v and KeeV6Nodes.v prove it of games that are stated with the whole history. A node has a state, a winner, a bound and a demand for
each item: a set of what it may be - absent, or there with a counter. Intervals are such sets; [between_later] and [between_both] of
Lemma.v say what D6 and D9 make of them. Group elements are [element]s: maps of boards and points that may swap the
colours, under which plays and scores are alike.

[node_good] is what the format asks of a node, with the names that it has there (L5 to L22, D1 to D9); of nodes that force,
without strategy leaves. [node_true]: if what its children mean is true, so is what it means: its winner forces its bound
after every history that an element takes its state to and that fulfils its demands (C9, C10, C14).
[certificate_true]: so all nodes of a certificate are true (N5).

A leaf's loser, and who is left after a ban, lays stones alone: [reaches] is what he may come to.
*)
Require Import ZArith Lia List Bool Wellfounded.
Require Import Game Lemma Kee2013.
Import ListNotations.
Local Open Scope Z_scope.

(** What follows if the item that a play looks up is there. *)
Inductive fate : Set := Not_legal | Goes_out (loser : player) | Is_scored | Goes_on.

(** The plays that the rules tell apart. *)
Record kinds (board point : Type) : Type := {
  play_kind : Type;
  stone_kind : board -> point -> play_kind; (** by the board that the stone leaves *)
  pass_kind : bool -> play_kind;            (** was a pass just made? *)
  refresh_kind : option play_kind;
  is_pass : play_kind -> bool;
  second_ends : bool                        (** the second pass on end ends the game *)
}.
Arguments play_kind {board point}.
Arguments stone_kind {board point}.
Arguments pass_kind {board point}.
Arguments refresh_kind {board point}.
Arguments is_pass {board point}.
Arguments second_ends {board point}.

Definition of_colours (swap : bool) (a : player) : player := if swap then other a else a.
Definition of_fate (swap : bool) (f : fate) : fate :=
  match f with Goes_out a => Goes_out (of_colours swap a) | _ => f end.
Definition of_sign (swap : bool) (c : Z) : Z := if swap then - c else c.

Section Nodes.

Variables board point class : Type.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variable told : kinds board point.
Notation kind := (play_kind told).

(** An item: a class, a board and perhaps a player. *)
Definition item : Type := class * board * option player.
Definition kind_of_item : Type := class * option player.
Definition item_on (b : board) (i : kind_of_item) : item := (fst i, b, snd i).

(** What a play of that kind, of that player's, does; the items are of the board that it leaves. Counters are in Black's view. *)
Variable looks : player -> kind -> option kind_of_item.
Variable made_by : player -> kind -> list kind_of_item.
Variable clears : kind -> class -> bool.
Variable shift : player -> kind -> Z.
Variable found : player -> kind -> Z -> fate.
(** What is always there with counter 0, of the board that stands, if anything is. *)
Variable known : player -> option kind_of_item.

Definition of_kind (swap : bool) (i : kind_of_item) : kind_of_item := (fst i, option_map (of_colours swap) (snd i)).

(** The rules are alike for both colours. *)
Hypothesis looks_alike : forall a k, looks (other a) k = option_map (of_kind true) (looks a k).
Hypothesis made_alike : forall a k, made_by (other a) k = map (of_kind true) (made_by a k).
Hypothesis shift_alike : forall a k, shift (other a) k = - shift a k.
Hypothesis found_alike : forall a k c, found (other a) k (- c) = of_fate true (found a k c).
Hypothesis known_alike : forall a, known (other a) = option_map (of_kind true) (known a).

(** ** What one player reaches alone *)

Inductive reaches (a : player) : board -> board -> Prop :=
| stops : forall b, reaches a b b
| lays : forall b p b' c, play a b p = Some b' -> reaches a b' c -> reaches a b c.

(** The result is worth [k] to [w] if that player is out, the board being [b]. *)
Definition worth_out (w : player) (k : Z) (b : board) (loser : player) : Prop :=
  if player_eq_dec loser w
  then forall c, reaches (other w) b c -> k <= margin_of w (score c)
  else exists c, reaches w b c /\ k <= margin_of w (score c).

(** [L5] The other gets no more than that alone. *)
Definition worth_leaf (w : player) (k : Z) (b : board) : Prop :=
  forall c, reaches (other w) b c -> k <= margin_of w (score c).

(** ** States and plays *)

(** Nobody is out. [node_passed]: a pass was just made. *)
Record node_state : Type := { node_board : board; node_mover : player; node_passed : bool }.

(** The board that a play leaves, and its kind. *)
Definition plays (s : node_state) (m : kee_move point) : option (board * kind) :=
  match m with
  | Lay p => option_map (fun b => (b, stone_kind told b p)) (play (node_mover s) (node_board s) p)
  | Pass_on => Some (node_board s, pass_kind told (node_passed s))
  | Refresh => option_map (fun k => (node_board s, k)) (refresh_kind told)
  end.

Definition ends_game (s : node_state) (k : kind) : bool := second_ends told && (is_pass told k && node_passed s).

Definition looks_at (s : node_state) (b : board) (k : kind) : option item :=
  option_map (item_on b) (looks (node_mover s) k).

Definition makes (s : node_state) (b : board) (k : kind) (i : item) : Prop :=
  exists j, In j (made_by (node_mover s) k) /\ i = item_on b j.

Definition class_of (i : item) : class := fst (fst i).

Definition state_then (s : node_state) (b : board) (k : kind) : node_state :=
  {| node_board := b; node_mover := other (node_mover s); node_passed := is_pass told k |}.

(** ** Group elements *)

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
  {| node_board := of_board e (node_board s); node_mover := of_player e (node_mover s); node_passed := node_passed s |}.
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
  - destruct follows as [h' [-> on]]. split; [discriminate |]. simpl. apply on. apply (out_alike e). exact well.
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
