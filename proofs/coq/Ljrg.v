(**
The Logical Japanese Rules of Go (Robert M. Pauli, popular version, summer 2004) on a rectangle, stated with the whole history.

Numbers in brackets are those of the rules, as solver/rules/ljrg.c has them. A situation [8] is the board, who moves, the points that are prohibited,
temporarily and for good, and how many passes end the game. A turn [3] may first remove a cycle, then place a stone ([play_turn]). There is a cycle [7] for each
time that the present situation stood before; it used the points that were not the same before and after some turn since ([cycles]). What it used
is prohibited for good once it is removed, and the stones there are taken. Captives and points of control [5] make the margin ([ljrg_step]).
What a board is worth by control is left open here ([control]): Control.v says it.

The start of a history has nothing prohibited, and two passes end the game ([ljrg_start]).
What matters of the past is which situations stood, and what was used since each: [stood_later] says what a turn does to that. [grown]: what is
prohibited for good stays so; so nothing that stood before a removal stands again.
*)
Require Import ZArith NArith Lia List Bool.
Require Import Game Board.
Import ListNotations.

Record situation : Set := {
  l_board : board;
  l_mover : player;
  l_needed : nat;      (** the passes that end the game *)
  l_temporary : N;     (** prohibited points *)
  l_permanent : N
}.

Definition situation_eq_dec : forall s t : situation, {s = t} + {s <> t}.
Proof. decide equality; try apply N.eq_dec; try apply Nat.eq_dec; [apply player_eq_dec | apply board_eq_dec]. Defined.

Definition subset (x y : N) : bool := N.eqb (N.ldiff x y) 0.

Section Ljrg.

Variable r : rectangle.
Variable removal : bool. (** may cycles be removed? *)
Variable control : board -> Z.

(** ** The rules *)

(** [9] to [13]: the board after a stone, and the point that a ko capture has cleared; nothing if the point is prohibited. *)
Definition place_stone (a : player) (b : board) (temporary permanent p : N) : option (board * N) :=
  let stone := N.shiftl 1 p in
  if N.leb (N.of_nat (size r)) p then None
  else if negb (N.eqb (N.land stone (N.ldiff (empty_of r b) (N.lor temporary permanent))) stone) then None
  else
    let own := N.lor (stones a b) stone in
    let theirs := stones (other a) b in
    let free := N.ldiff (all_points r) (N.lor own theirs) in
    let left := reaching r theirs free in
    let taken := N.ldiff theirs left in
    if N.eqb taken 0 && negb (N.testbit (reaching r own (N.ldiff free permanent)) p) then None  (* [10], [11] *)
    else Some (board_with a own left,
               if Z.eqb (count taken) 1 && subset (around r stone) theirs then taken else 0%N). (* [12] *)

(** What was a stone and is none, or the other way round, or another player's. *)
Definition changed (b c : board) : N := N.lor (N.lxor (black b) (black c)) (N.lxor (white b) (white c)).

(** [3] The turn by which what a cycle used is taken - no points: none is removed -, and a stone is placed, or none. Returns the situation after it,
    and Black's captives by it less White's. *)
Definition play_turn (s : situation) (used : N) (p : option N) : option (situation * Z) :=
  let b := {| black := N.ldiff (black (l_board s)) used; white := N.ldiff (white (l_board s)) used |} in
  let permanent := N.lor (l_permanent s) used in
  let placed := match p with None => Some (b, 0%N) | Some q => place_stone (l_mover s) b (l_temporary s) permanent q end in
  match placed with
  | None => None
  | Some (c, temporary) =>
    let pass := match p with None => board_eqb b (l_board s) | Some _ => false end in
    let needed := if N.eqb temporary 0 then (if pass then pred (l_needed s) else 2) else 3 in   (* [4] *)
    let stood_ a := count (stones a (l_board s)) in
    let added a := match p with None => 0%Z | Some _ => if player_eq_dec a (l_mover s) then 1%Z else 0%Z end in
    let lost a := (stood_ a + added a - count (stones a c))%Z in
    Some ({| l_board := c; l_mover := other (l_mover s); l_needed := needed; l_temporary := temporary; l_permanent := permanent |},
          (lost White - lost Black)%Z)
  end.

Record history_of_turns : Set := {
  now : situation;
  captives : Z;                  (** Black's less White's *)
  past : list (situation * N)    (** what stood, the latest first, and what the turn made then changed *)
}.

Definition ljrg_start (b : board) (a : player) : history_of_turns :=
  {| now := {| l_board := b; l_mover := a; l_needed := 2; l_temporary := 0; l_permanent := 0 |}; captives := 0; past := [] |}.

(** What stood, and what was used since. *)
Fixpoint stood (since : N) (turns : list (situation * N)) : list (situation * N) :=
  match turns with
  | [] => []
  | (s, d) :: before => (s, N.lor since d) :: stood (N.lor since d) before
  end.

(** [7] What each cycle used, the latest first. *)
Definition cycles (h : history_of_turns) : list N :=
  map snd (filter (fun it => if situation_eq_dec (fst it) (now h) then true else false) (stood 0 (past h))).

(** A turn: the cycle that is removed, if one is, by its place among these; and the stone. *)
Definition ljrg_move : Set := (option nat * option N)%type.

(** [7] A cycle is removed only where a pass would not end the game. *)
Definition may_remove (s : situation) : bool := removal && negb (Nat.eqb (l_needed s) 1).

Definition taken_out (h : history_of_turns) (cycle : option nat) : option N :=
  match cycle with None => Some 0%N | Some i => if may_remove (now h) then nth_error (cycles h) i else None end.

Definition after_turn (h : history_of_turns) (s : situation) (more : Z) : history_of_turns :=
  {| now := s; captives := captives h + more; past := (now h, changed (l_board (now h)) (l_board s)) :: past h |}.

Definition ljrg_step (h : history_of_turns) (m : ljrg_move) : outcome history_of_turns :=
  match taken_out h (fst m) with
  | None => Illegal
  | Some used =>
    match play_turn (now h) used (snd m) with
    | None => Illegal
    | Some (s, more) =>
      if Nat.eqb (l_needed s) 0 then Ends (Scored (captives h + more + control (l_board s)))    (* [4], [5] *)
      else Goes (after_turn h s more)
    end
  end.

Definition ljrg_game : game := {| history := history_of_turns; move := ljrg_move; to_move := fun h => l_mover (now h); step := ljrg_step |}.

(** ** What of the past matters *)

Definition past_of (h : history_of_turns) : list (situation * N) := stood 0 (past h).

Lemma stood_more : forall ts since d, stood (N.lor since d) ts = map (fun it => (fst it, N.lor (snd it) d)) (stood since ts).
Proof.
  induction ts as [| [s e] before again]; intros since d; simpl; trivial. f_equal.
  - f_equal. rewrite <- !N.lor_assoc. f_equal. apply N.lor_comm.
  - rewrite <- again. f_equal. rewrite <- !N.lor_assoc. f_equal. apply N.lor_comm.
Qed.

Theorem stood_later : forall h s more, past_of (after_turn h s more) =
  let d := changed (l_board (now h)) (l_board s) in (now h, d) :: map (fun it => (fst it, N.lor (snd it) d)) (past_of h).
Proof.
  intros h s more. unfold past_of, after_turn. cbn [past stood]. rewrite N.lor_0_l. f_equal.
  rewrite <- (N.lor_0_l (changed _ _)) at 1. apply stood_more.
Qed.

(** What is used up. *)
Definition grown (h : history_of_turns) : Prop := forall s u, In (s, u) (past_of h) -> subset (l_permanent s) (l_permanent (now h)) = true.

Lemma subset_true : forall x y, subset x y = true <-> forall p, N.testbit x p = true -> N.testbit y p = true.
Proof.
  intros x y. unfold subset. rewrite N.eqb_eq. split.
  - intros none p is. destruct (N.testbit y p) eqn:no; trivial.
    assert (bad : N.testbit (N.ldiff x y) p = true) by (rewrite N.ldiff_spec, is, no; reflexivity). rewrite none, N.bits_0 in bad. discriminate.
  - intro all. apply N.bits_inj. intro p. rewrite N.ldiff_spec, N.bits_0. destruct (N.testbit x p) eqn:is; trivial. rewrite (all p is). reflexivity.
Qed.

Lemma start_grown : forall b a, grown (ljrg_start b a).
Proof. intros b a s u []. Qed.

Lemma turn_permanent : forall s used p s' more, play_turn s used p = Some (s', more) -> l_permanent s' = N.lor (l_permanent s) used.
Proof.
  intros s used p s' more made. unfold play_turn in made. destruct (match p with None => _ | Some _ => _ end) as [[c temporary] |]; [| discriminate].
  injection made as <- _. reflexivity.
Qed.

Lemma turn_mover : forall s used p s' more, play_turn s used p = Some (s', more) -> l_mover s' = other (l_mover s).
Proof.
  intros s used p s' more made. unfold play_turn in made. destruct (match p with None => _ | Some _ => _ end) as [[c temporary] |]; [| discriminate].
  injection made as <- _. reflexivity.
Qed.

Theorem after_grown : forall h used p s more, grown h -> play_turn (now h) used p = Some (s, more) -> grown (after_turn h s more).
Proof.
  intros h used p s more all made x u among. rewrite stood_later in among. cbn [now after_turn]. rewrite (turn_permanent _ _ _ _ _ made).
  assert (subset (l_permanent x) (l_permanent (now h)) = true) as less.
  { destruct among as [same | among]; [injection same as <- _; apply subset_true; auto |].
    apply in_map_iff in among. destruct among as [[y v] [same among]]. injection same as <- _. exact (all y v among). }
  rewrite subset_true in *. intros q is. rewrite N.lor_spec, (less q is). reflexivity.
Qed.

(** Each cycle is a time that the present situation stood. *)
Lemma cycle_stood : forall h u, In u (cycles h) <-> In (now h, u) (past_of h).
Proof.
  intros h u. unfold cycles, past_of. rewrite in_map_iff. split.
  - intros [[s v] [same among]]. simpl in same. subst v. apply filter_In in among. destruct among as [among is]. simpl in is.
    destruct (situation_eq_dec s (now h)) as [-> |]; [exact among | discriminate].
  - intro among. exists (now h, u). split; [reflexivity |]. apply filter_In. split; [exact among |]. simpl.
    destruct (situation_eq_dec (now h) (now h)); [reflexivity | contradiction].
Qed.

End Ljrg.
