(**
Kee's rules v6.0 of 2004, for two players, stated with the whole history.

A move is a stone or a pass. A situation is a board with the player who is to move; the start, each stone and each pass
produce one. Read off the list of all turns, the latest first:
- C3: a stone is illegal if its chain has one liberty then ([in_atari]), the situation that it produces was produced before, and
  since the latest time its player has passed no more often than his opponent ([since], [passes]);
- D: a pass right after a pass ends a series ([ends_series]) in the situation that it produces. If a series ended in it before,
  the game ends, and the board is scored. What has ended a series is never forgotten.
Which suicide is legal is the captures' affair ([play]). These are the rules of solver/rules/kee_v6.c with counts=last; the text's
D2a, by which players agree on what is dead, is in neither.

Play may be endless. What of the past matters is, of each situation, the balance of passes (Black's less White's) since it was
produced, and since a series ended in it ([balance]); [counted] says that the first is what C3 counts.
*)
Require Import ZArith Lia List Bool.
Require Import Game Strategy.
Import ListNotations.

Section KeeV6.

Variables board point : Type.
Variable board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variable in_atari : board -> point -> bool.

Record v6_turn : Type := {
  v6_left : board;
  v6_next : player;
  v6_passed : option player; (** who made it, if it was a pass *)
  ends_series : bool         (** a pass right after a pass *)
}.

(** The latest turn, and those before it. The start is a turn, too. *)
Definition v6_history : Type := v6_turn * list v6_turn.
Definition v6_turns (h : v6_history) : list v6_turn := fst h :: snd h.

Definition v6_start (b : board) (a : player) : v6_history :=
  ({| v6_left := b; v6_next := a; v6_passed := None; ends_series := false |}, []).

Definition produced (b : board) (a : player) (t : v6_turn) : bool :=
  (if board_eq_dec (v6_left t) b then true else false) && (if player_eq_dec (v6_next t) a then true else false).

(** The turns since the situation was produced the latest time, if it was. *)
Fixpoint since (b : board) (a : player) (ts : list v6_turn) : option (list v6_turn) :=
  match ts with
  | [] => None
  | t :: before => if produced b a t then Some [] else option_map (cons t) (since b a before)
  end.

Definition passed_by (a : player) (t : v6_turn) : bool :=
  match v6_passed t with Some a' => if player_eq_dec a' a then true else false | None => false end.
Definition passes (a : player) (ts : list v6_turn) : nat := length (filter (passed_by a) ts).

Definition has_passed (h : v6_history) : bool := match v6_passed (fst h) with Some _ => true | None => false end.

Definition v6_mover (h : v6_history) : player := v6_next (fst h).

(** May the mover not place the stone that leaves this board? *)
Definition v6_forbids (h : v6_history) (b : board) (p : point) : bool :=
  in_atari b p &&
  match since b (other (v6_mover h)) (v6_turns h) with
  | None => false
  | Some later => Nat.leb (passes (v6_mover h) later) (passes (other (v6_mover h)) later)
  end.

Definition v6_stone (h : v6_history) (b : board) : v6_turn :=
  {| v6_left := b; v6_next := other (v6_mover h); v6_passed := None; ends_series := false |}.

Definition v6_pass (h : v6_history) : v6_turn :=
  {| v6_left := v6_left (fst h); v6_next := other (v6_mover h); v6_passed := Some (v6_mover h); ends_series := has_passed h |}.

(** Has a series ended in that situation before? *)
Definition series_ended (b : board) (a : player) (h : v6_history) : bool :=
  existsb (fun t => ends_series t && produced b a t) (v6_turns h).

Definition v6_step (h : v6_history) (m : go_move point) : outcome v6_history :=
  match m with
  | Stone p =>
    match play (v6_mover h) (v6_left (fst h)) p with
    | None => Illegal
    | Some b => if v6_forbids h b p then Illegal else Goes (v6_stone h b, v6_turns h)
    end
  | Pass =>
    if has_passed h && series_ended (v6_left (fst h)) (other (v6_mover h)) h then Ends (Scored (score (v6_left (fst h))))
    else Goes (v6_pass h, v6_turns h)
  end.

Definition v6_game : game :=
  {| history := v6_history; move := go_move point; to_move := v6_mover; step := v6_step |}.

(** ** What of the past matters *)

Local Open Scope Z_scope.

Definition value_of (t : v6_turn) : Z := match v6_passed t with Some a => margin_of a 1 | None => 0 end.

(** The balance of passes since the latest turn of some kind that produced a situation. *)
Fixpoint balance (which : v6_turn -> bool) (b : board) (a : player) (ts : list v6_turn) : option Z :=
  match ts with
  | [] => None
  | t :: before =>
    if which t && produced b a t then Some 0 else option_map (fun c => c + value_of t) (balance which b a before)
  end.

Definition any_turn (t : v6_turn) : bool := true.

(** In each player's view: his passes less his opponent's. *)
Lemma counted : forall b a x ts,
  match since b a ts with
  | None => balance any_turn b a ts = None
  | Some later => balance any_turn b a ts = Some (margin_of x (Z.of_nat (passes x later) - Z.of_nat (passes (other x) later)))
  end.
Proof.
  intros b a x ts. induction ts as [| t before again]; [reflexivity |]. simpl. destruct (produced b a t).
  - destruct x; reflexivity.
  - destruct (since b a before) as [later |]; cbn [option_map]; rewrite again; [| reflexivity]. cbn [option_map]. f_equal.
    assert (one : forall y, Z.of_nat (passes y (t :: later)) = Z.of_nat (passes y later) + if passed_by y t then 1 else 0).
    { intro y. unfold passes. cbn [filter]. destruct (passed_by y t); cbn [length]; lia. }
    rewrite !one. generalize (Z.of_nat (passes x later)) (Z.of_nat (passes (other x) later)). intros m n.
    unfold value_of, passed_by. destruct (v6_passed t) as [[|] |], x; simpl; lia.
Qed.

Lemma forbids_is : forall h b p, v6_forbids h b p = in_atari b p &&
  match balance any_turn b (other (v6_mover h)) (v6_turns h) with
  | None => false
  | Some c => Z.leb (margin_of (v6_mover h) c) 0
  end.
Proof.
  intros h b p. unfold v6_forbids. destruct (in_atari b p); [| reflexivity]. cbn [andb].
  assert (is := counted b (other (v6_mover h)) (v6_mover h) (v6_turns h)).
  destruct (since _ _ _) as [later |]; rewrite is; [| reflexivity].
  apply eq_true_iff_eq. rewrite Nat.leb_le, Z.leb_le. destruct (v6_mover h); simpl; lia.
Qed.

Lemma ended_is : forall h b a,
  series_ended b a h = match balance ends_series b a (v6_turns h) with Some _ => true | None => false end.
Proof.
  intros h b a. unfold series_ended. induction (v6_turns h) as [| t before again]; [reflexivity |]. simpl.
  destruct (ends_series t && produced b a t); [reflexivity |]. simpl. rewrite again.
  destruct (balance ends_series b a before); reflexivity.
Qed.

Lemma produced_true : forall b a t, produced b a t = true <-> v6_left t = b /\ v6_next t = a.
Proof.
  clear play score in_atari point. intros b a t. unfold produced.
  destruct (board_eq_dec _ _), (player_eq_dec _ _); simpl; intuition congruence.
Qed.

End KeeV6.
