(**
The rules of MIGOS (van der Werf, van den Herik and Uiterwijk, 2003), stated with the whole history.

A game is that of Repetition.v, and simple ko is forbidden. A situation is a board with the player who is to move; the start and each
move produce one. The second pass on end ends the game: the board is scored. Any other move that produces a situation that was produced
before ends it, too: of the passes since the latest time, this move's own included, are counted Black's less White's
([passes_since]). Who made more wins outright, which is worth [outright]; where both made as many it is a tie ([judged]). These are the
rules of solver/rules/migos.c.

What a tie is worth is left open ([tie]): nothing to a player who forces something, what he likes best to one who only wants to
deny his opponent something.

What of the past matters is, of each situation, the balance of passes since it was produced ([balance]), and the points at which a stone
would retake a ko at once: [step_is] says what a move does, [balance_later] and [state_later] what becomes of these.
*)
Require Import ZArith List Bool.
Require Import Game Strategy Repetition.
Import ListNotations.
Local Open Scope Z_scope.

Section Migos.

Variables board point : Type.
Variable board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variable outright : Z.
Variable tie : result.

Notation turn_ := (turn_made board).
Notation record_ := (record board).
Notation retakes_ := (retakes board board_eq_dec).
Notation mover h := (who_moves board h).
Notation now h := (left board (fst h)).

Definition produces (t : turn_) (b : board) (a : player) : bool :=
  same_board_b board board_eq_dec (left _ t) b && same_player_b (next_player _ t) a.

(** What a turn adds to the balance of passes. *)
Definition pass_worth (t : turn_) : Z :=
  match by_whom _ t with Some a => if by_stone _ t then 0 else margin_of a 1 | None => 0 end.

(** The balance of passes since the latest turn that produced a situation. *)
Fixpoint balance (b : board) (a : player) (ts : list turn_) : option Z :=
  match ts with
  | [] => None
  | t :: before => if produces t b a then Some 0 else option_map (fun c => c + pass_worth t) (balance b a before)
  end.

(** The same if one more turn is made that produces it, with that turn's own. *)
Definition passes_since (t : turn_) (h : record_) : option Z :=
  option_map (fun c => c + pass_worth t) (balance (left _ t) (next_player _ t) (turns _ h)).

Definition judged (c : Z) : result :=
  match c with Z0 => tie | Zpos _ => Scored outright | Zneg _ => Scored (- outright) end.

Definition conclude (t : turn_) (h : record_) : outcome record_ :=
  match passes_since t h with Some c => Ends (judged c) | None => Goes (push _ t h) end.

Definition migos_step (h : record_) (m : go_move point) : outcome record_ :=
  match m with
  | Pass => if was_pass _ (fst h) then Ends (Scored (score (now h))) else conclude (pass_turn _ h) h
  | Stone p =>
    match play (mover h) (now h) p with
    | None => Illegal
    | Some b => if retakes_ (stone_turn _ h b) h then Illegal else conclude (stone_turn _ h b) h
    end
  end.

Definition migos_game : game := {| history := record_; move := go_move point; to_move := who_moves board; step := migos_step |}.

(** ** What of the past matters *)

Variable points : list point.
Hypothesis on_points : forall a b p b', play a b p = Some b' -> In p points.
Variable point_eq_dec : forall p q : point, {p = q} + {p <> q}.

Record migos_state : Type := {
  m_board : board;
  m_mover : player;
  m_passed : bool;
  m_kos : list point (** where a stone would retake a ko at once *)
}.

(** Where a stone of [a]'s on [b] would bring back a board. *)
Definition back_to (a : player) (b back : board) : list point :=
  filter (fun p => match play a b p with Some c => same_board_b board board_eq_dec c back | None => false end) points.

Definition kos_now (h : record_) : list point :=
  if by_stone _ (fst h) then match snd h with t :: _ => back_to (mover h) (now h) (left _ t) | [] => [] end else [].

Definition state_now (h : record_) : migos_state :=
  {| m_board := now h; m_mover := mover h; m_passed := was_pass _ (fst h); m_kos := kos_now h |}.

(** The board that a move leaves, and what the move adds to the balance; nothing where it is illegal. *)
Definition moved (s : migos_state) (m : go_move point) : option (board * Z) :=
  match m with
  | Pass => Some (m_board s, margin_of (m_mover s) 1)
  | Stone p => if in_dec point_eq_dec p (m_kos s) then None else option_map (fun b => (b, 0)) (play (m_mover s) (m_board s) p)
  end.

Definition is_pass (m : go_move point) : bool := match m with Pass => true | Stone _ => false end.

(** Does the move end the game as the second pass on end? *)
Definition second_pass (s : migos_state) (m : go_move point) : bool := is_pass m && m_passed s.

Definition state_then (s : migos_state) (m : go_move point) (b : board) : migos_state :=
  {| m_board := b; m_mover := other (m_mover s); m_passed := is_pass m;
     m_kos := if is_pass m then [] else back_to (other (m_mover s)) b (m_board s) |}.

Definition turn_then (h : record_) (m : go_move point) (b : board) : turn_ :=
  match m with Pass => pass_turn _ h | Stone _ => stone_turn _ h b end.

Lemma same_board_true : forall b c, same_board_b board board_eq_dec b c = true <-> b = c.
Proof. intros b c. unfold same_board_b. destruct (board_eq_dec b c); intuition congruence. Qed.

Lemma retakes_is : forall h p b, play (mover h) (now h) p = Some b -> retakes_ (stone_turn _ h b) h = true <-> In p (kos_now h).
Proof.
  intros h p b made. unfold retakes, kos_now. destruct (by_stone _ (fst h)); simpl; [| split; [discriminate | intros []]].
  destruct (snd h) as [| t rest]; [split; [discriminate | intros []] |]. unfold back_to. rewrite filter_In, made. simpl.
  split; [intro yes; split; [eapply on_points; exact made | exact yes] | tauto].
Qed.

Lemma concludes : forall t h b x, left _ t = b -> next_player _ t = other (mover h) -> pass_worth t = x -> conclude t h =
  match balance b (other (mover h)) (turns _ h) with Some c => Ends (judged (c + x)) | None => Goes (push _ t h) end.
Proof. intros t h b x <- next <-. unfold conclude, passes_since. rewrite next. destruct (balance _ _ _); reflexivity. Qed.

Theorem step_is : forall h m, migos_step h m =
  match moved (state_now h) m with
  | None => Illegal
  | Some (b, x) =>
    if second_pass (state_now h) m then Ends (Scored (score b))
    else match balance b (other (mover h)) (turns _ h) with
         | Some c => Ends (judged (c + x))
         | None => Goes (push _ (turn_then h m b) h)
         end
  end.
Proof.
  intros h m. destruct m as [p |]; cbn [migos_step moved second_pass is_pass andb turn_then state_now m_mover m_board m_passed m_kos].
  - destruct (play (mover h) (now h) p) as [b |] eqn:made; [| destruct (in_dec _ _ _); reflexivity].
    assert (is := retakes_is h p b made). destruct (in_dec point_eq_dec p (kos_now h)) as [yes | no]; cbn [option_map].
    + rewrite (proj2 is yes). reflexivity.
    + destruct (retakes_ _ h); [exfalso; apply no; apply is; reflexivity |]. apply concludes; reflexivity.
  - unfold second_pass. cbn [is_pass andb m_passed]. destruct (was_pass _ (fst h)); [reflexivity |]. apply concludes; reflexivity.
Qed.

Theorem state_later : forall h m b x, moved (state_now h) m = Some (b, x) ->
  state_now (push _ (turn_then h m b) h) = state_then (state_now h) m b.
Proof.
  intros h m b x made. unfold state_now, state_then. destruct m as [p |]; simpl in *.
  - reflexivity.
  - injection made as <- _. reflexivity.
Qed.

Theorem balance_later : forall h m b x, moved (state_now h) m = Some (b, x) -> forall c a,
  balance c a (turns _ (push _ (turn_then h m b) h)) =
  if board_eq_dec b c then if player_eq_dec (other (mover h)) a then Some 0 else option_map (fun v => v + x) (balance c a (turns _ h))
  else option_map (fun v => v + x) (balance c a (turns _ h)).
Proof.
  intros h m b x made c a. change (turns _ (push _ (turn_then h m b) h)) with (turn_then h m b :: turns _ h). cbn [balance].
  assert (worth : pass_worth (turn_then h m b) = x /\ left _ (turn_then h m b) = b /\ next_player _ (turn_then h m b) = other (mover h)).
  { destruct m as [p |]; simpl in *.
    - destruct (in_dec _ _ _); [discriminate |]. destruct (play _ _ p); [| discriminate]. injection made as <- <-. auto.
    - injection made as <- <-. auto. }
  destruct worth as [-> [on turn]]. unfold produces, same_board_b, same_player_b. rewrite on, turn.
  destruct (board_eq_dec b c); simpl; [| reflexivity]. destruct (player_eq_dec _ a); reflexivity.
Qed.

Lemma balance_now : forall h, balance (now h) (mover h) (turns _ h) = Some 0.
Proof.
  intro h. unfold turns. cbn [balance]. unfold produces, same_board_b, same_player_b, who_moves.
  destruct (board_eq_dec _ _), (player_eq_dec _ _); simpl; congruence.
Qed.

End Migos.

(** ** What a tie is worth *)

Section Ties.

Variables board point : Type.
Variable board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variable outright : Z.

Notation game_ := (migos_game board point board_eq_dec play score outright).
Notation step_ := (migos_step board point board_eq_dec play score outright).

Lemma tie_alone_differs : forall tie h m, step_ tie h m = step_ Unscored h m \/ step_ Unscored h m = Ends Unscored.
Proof.
  intros tie h m.
  assert (same : forall t, conclude board board_eq_dec outright tie t h = conclude board board_eq_dec outright Unscored t h \/
    conclude board board_eq_dec outright Unscored t h = Ends Unscored).
  { intro t. unfold conclude. destruct (passes_since _ _ _ _) as [[| c | c] |]; simpl; auto. }
  destruct m as [p |]; simpl.
  - destruct (play _ _ p) as [b |]; [| auto]. destruct (retakes _ _ _ _); auto.
  - destruct (was_pass _ _); auto.
Qed.

(** Who forces something does so whatever a tie is worth. *)
Lemma forces_without_ties : forall tie a k h, forces (game_ Unscored) a k h -> forces (game_ tie) a k h.
Proof.
  intros tie a k h forced. induction forced as [h m res turn made well | h m h' turn made _ again | h turn ended _ again].
  - apply (forces_ends (game_ tie) a k h m res turn); [| exact well]. simpl in *.
    destruct (tie_alone_differs tie h m) as [-> | bad]; [exact made |]. rewrite bad in made. injection made as <-. destruct well.
  - apply (forces_goes (game_ tie) a k h m h' turn); [| exact again]. simpl in *.
    destruct (tie_alone_differs tie h m) as [-> | bad]; [exact made | congruence].
  - apply forces_answers; [exact turn | |]; intros m res made; simpl in *;
      destruct (tie_alone_differs tie h m) as [same | bad]; try (exfalso; exact (ended m Unscored bad)).
    + apply (ended m). congruence.
    + apply (again m). congruence.
Qed.

(** Of him who denies, a tie being good to him: his opponent does not force as much as would go against that. *)
Theorem denied : forall tie a k j h, forces (game_ tie) a k h -> forces (game_ Unscored) (other a) j h -> k + j <= 0.
Proof. intros tie a k j h own his. exact (forces_consistent (game_ tie) a k j h own (forces_without_ties tie (other a) j h his)). Qed.

End Ties.
