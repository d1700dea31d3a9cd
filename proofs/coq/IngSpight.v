(**
The Ing-Spight Ko Rule, stated with the whole history.

What the words mean is in docs/decisions.md, and in docs/certificate-format.md ("Odd cycles"); the executable rules are
solver/rules/ing_spight.c and solver/rules/play_cycles.c. Two players move in turn: a stone, or a pass; the second pass on end ends the
game, scored by area. Captures and suicide aside ([lay]), two rules say which stones may not be placed:

- The ko rule ([takes_hot]): a ko play must not take a hot stone of the opponent's. A ko play ([ko_play]) is one that begins, on the board
  on which it is made, a cycle of an even number of plays that contains no odd cycle ([contains_odd]). Hot ([hot]) is a stone that stands and
  was placed since the last pass, and since the last stone that was no ko play.
- The odd cycle rule ([ends_second]): an odd cycle is played once only. A stone is illegal if it is the last play of an odd cycle that
  can be played from the board that it makes, and all plays of this cycle, twice, came in their order, whatever came between them, this one being the last.

[ing_rule] says what each move does, and [ing_rule_one] that it does one thing. These definitions are to be read. [denies] is what it means to deny where play may
go on for ever.
*)
Require Import ZArith NArith Lia List Bool.
Require Import Game Strategy Board.
Import ListNotations.

(** May a chain be removed by a stone of its own: none, one of several stones, any (suicide=no, multi, yes)? *)
Inductive suicides : Set := Never | Of_several | Of_any.

(** A play is told by its player, its point, the stones that the new one is connected to, and the stones that it removes, with itself if it is
    suicide. *)
Record board_play : Set := { maker : player; on : N; joined : N; removed : N }.

Definition play_eq_dec : forall p q : board_play, {p = q} + {p <> q}.
Proof. decide equality; first [apply N.eq_dec | apply player_eq_dec]. Defined.

(** Some of a list, in their order. *)
Inductive part {A : Type} : list A -> list A -> Prop :=
| part_none : part [] []
| part_without : forall x qs ps, part qs ps -> part qs (x :: ps)
| part_with : forall x qs ps, part qs ps -> part (x :: qs) (x :: ps).

Section IngSpight.

Variable r : rectangle.
Variable kind : suicides.
Variable longest : nat. (** how many plays a cycle may have *)

Definition may_die (stone dead : N) : bool :=
  N.eqb dead 0 || match kind with Never => false | Of_several => negb (N.eqb dead stone) | Of_any => true end.

(** A stone of [a]'s on an empty point: first the opponent's chains without a liberty are removed, then the player's own, where that is
    allowed. The play, and the board that it makes. *)
Definition lay (a : player) (b : board) (p : N) : option (board_play * board) :=
  let stone := N.shiftl 1 p in
  if N.leb (N.of_nat (size r)) p then None
  else if N.eqb (N.land stone (empty_of r b)) 0 then None
  else
    let own := N.lor (stones a b) stone in
    let before := stones (other a) b in
    let theirs := reaching r before (N.ldiff (all_points r) (N.lor own before)) in
    let living := reaching r own (N.ldiff (all_points r) (N.lor own theirs)) in
    let dead := N.ldiff own living in
    if may_die stone dead
    then Some ({| maker := a; on := p; joined := N.ldiff (grow r (size r) own stone) stone; removed := N.lor (N.ldiff before theirs) dead |},
               board_with a living theirs)
    else None.

(** ** Cycles *)

(** Plays that can be made one after another, each as it is told, whatever the ko rules say. *)
Inductive leads : board -> list board_play -> board -> Prop :=
| leads_none : forall b, leads b [] b
| leads_more : forall b p b' ps c, lay (maker p) b (on p) = Some (p, b') -> leads b' ps c -> leads b (p :: ps) c.

(** The players move in turn; [last] moved before the first play, if anybody did. *)
Fixpoint in_turn (last : option player) (ps : list board_play) : Prop :=
  match ps with [] => True | p :: rest => last <> Some (maker p) /\ in_turn (Some (maker p)) rest end.

Definition cycle (b : board) (ps : list board_play) : Prop :=
  ps <> [] /\ length ps <= longest /\ in_turn None ps /\ leads b ps b.

Definition odd_cycle (b : board) (ps : list board_play) : Prop := cycle b ps /\ Nat.odd (length ps) = true.

(** Are plays of a cycle from [b], taken in their order round from one of its boards on, an odd cycle? *)
Definition contains_odd (b : board) (ps : list board_play) : Prop :=
  exists before after b' qs, ps = before ++ after /\ leads b before b' /\ part qs (after ++ before) /\ odd_cycle b' qs.

Definition ko_play (b : board) (p : board_play) : Prop :=
  exists ps, cycle b (p :: ps) /\ Nat.even (length (p :: ps)) = true /\ ~ contains_odd b (p :: ps).

(** ** Histories *)

Inductive turn : Type :=
| Laid (before : board) (p : board_play)
| Passed.

Record ing_history : Type := { board_now : board; to_play : player; past : list turn (** the latest first *) }.

Definition ing_start (b : board) (a : player) : ing_history := {| board_now := b; to_play := a; past := [] |}.

Definition after_stone (h : ing_history) (p : board_play) (b : board) : ing_history :=
  {| board_now := b; to_play := other (to_play h); past := Laid (board_now h) p :: past h |}.

Definition after_pass (h : ing_history) : ing_history :=
  {| board_now := board_now h; to_play := other (to_play h); past := Passed :: past h |}.

Definition just_passed (h : ing_history) : bool := match past h with Passed :: _ => true | _ => false end.

(** The plays made, the first one first. *)
Fixpoint plays_made (ts : list turn) : list board_play :=
  match ts with [] => [] | Laid _ p :: before => plays_made before ++ [p] | Passed :: before => plays_made before end.

(** ** The two rules *)

(** A stone was placed on the point in the present run of ko plays. *)
Inductive in_run : list turn -> N -> Prop :=
| run_last : forall b p before, ko_play b p -> in_run (Laid b p :: before) (on p)
| run_earlier : forall b p before q, ko_play b p -> in_run before q -> in_run (Laid b p :: before) q.

Definition stands (b : board) (q : N) : Prop := N.testbit (N.lor (black b) (white b)) q = true.

Definition hot (h : ing_history) (q : N) : Prop := in_run (past h) q /\ stands (board_now h) q.

Definition takes_hot (h : ing_history) (p : board_play) : Prop :=
  exists q, N.testbit (removed p) q = true /\ N.testbit (stones (other (maker p)) (board_now h)) q = true /\ hot h q.

(** Does the play, which makes [b], end the second playing of an odd cycle? *)
Definition ends_second (h : ing_history) (p : board_play) (b : board) : Prop :=
  exists ps earlier, odd_cycle b ps /\ ps ++ ps = earlier ++ [p] /\ part earlier (plays_made (past h)).

(** What a move does. *)
Inductive ing_rule (h : ing_history) : go_move N -> outcome ing_history -> Prop :=
| second_pass_ends : just_passed h = true -> ing_rule h Pass (Ends (Scored (score r (board_now h))))
| pass_goes_on : just_passed h = false -> ing_rule h Pass (Goes (after_pass h))
| stone_impossible : forall x, lay (to_play h) (board_now h) x = None -> ing_rule h (Stone x) Illegal
| stone_against_ko : forall x p b, lay (to_play h) (board_now h) x = Some (p, b) ->
    ko_play (board_now h) p -> takes_hot h p -> ing_rule h (Stone x) Illegal
| stone_against_odd : forall x p b, lay (to_play h) (board_now h) x = Some (p, b) ->
    ends_second h p b -> ing_rule h (Stone x) Illegal
| stone_goes_on : forall x p b, lay (to_play h) (board_now h) x = Some (p, b) ->
    ~ (ko_play (board_now h) p /\ takes_hot h p) -> ~ ends_second h p b -> ing_rule h (Stone x) (Goes (after_stone h p b)).

(** A move does one thing. *)
Theorem ing_rule_one : forall h m o o', ing_rule h m o -> ing_rule h m o' -> o = o'.
Proof.
  intros h m o o' one two. destruct one; inversion two; subst; try reflexivity; try congruence;
    repeat match goal with
    | e : lay _ _ _ = Some _, e' : lay _ _ _ = Some _ |- _ => rewrite e in e'; injection e' as <- <-; clear e
    end; tauto.
Qed.

(** A game that goes by these rules, whatever computes what a move does. *)
Definition ing_game_of (step : ing_history -> go_move N -> outcome ing_history) : game :=
  {| history := ing_history; move := go_move N; to_move := to_play; step := step |}.

End IngSpight.

(** ** What it means to deny *)

Section Denies.

Variable g : game.
Variable a : player.

(** [a] sees to it that no end comes about but with [k] or more in his favour; play may go on for ever. [kept]: the histories among which he keeps
    play. *)
Definition keeps (k : Z) (kept : history g -> Prop) : Prop :=
  forall h, kept h ->
    (to_move g h = a -> exists m, match step g h m with Illegal => False | Ends r => good a k r | Goes h' => kept h' end) /\
    (to_move g h = other a -> forall m, match step g h m with Illegal => True | Ends r => good a k r | Goes h' => kept h' end).

Definition denies (k : Z) (h : history g) : Prop := exists kept, keeps k kept /\ kept h.

(** Then his opponent does not force as much as would go against that. *)
Theorem denied : forall k j h, denies k h -> forces g (other a) j h -> (k + j <= 0)%Z.
Proof.
  intros k j h [kept [closed there]] forced. induction forced as
    [h m r turn_ made well | h m h' turn_ made forced again | h turn_ ended goes again].
  - destruct (closed h there) as [_ all]. specialize (all turn_ m). rewrite made in all.
    destruct r; simpl in *; try contradiction. destruct a; simpl in *; lia.
  - destruct (closed h there) as [_ all]. specialize (all turn_ m). rewrite made in all. exact (again all).
  - rewrite other_other in turn_. destruct (closed h there) as [own _]. destruct (own turn_) as [m does].
    destruct (step g h m) as [| r | h'] eqn:made; [contradiction | |].
    + specialize (ended m r made). destruct r; simpl in *; try contradiction. destruct a; simpl in *; lia.
    + exact (again m h' made does).
Qed.

Theorem denies_less : forall k j h, (j <= k)%Z -> denies k h -> denies j h.
Proof.
  intros k j h less [kept [closed there]]. exists kept. split; [| exact there].
  assert (weaker : forall res, good a k res -> good a j res) by (intros [margin |]; simpl; intuition lia).
  intros h' in_. destruct (closed h' in_) as [own theirs]. split.
  - intro turn_. destruct (own turn_) as [m does]. exists m. destruct (step g h' m); auto.
  - intros turn_ m. specialize (theirs turn_ m). destruct (step g h' m); auto.
Qed.

End Denies.
