(**
Kee's rules of March 2007 for two players, stated with the whole history.

A history is that of Repetition.v. Numbers in brackets are those of the rules, as solver/rules/kee2007.c has them.
[4] The situation to play of a turn is who plays next, the board to play on and the last board on which his opponent passed, or none
([situation_after]). [5] A stone may not produce one that appeared before ([repeats]); whether the start is one that appeared
the text leaves open ([start_appeared]). [6] The game ends, and the board is scored, when both players in a row pass the same situation to
play. [third_pass_ends] says that this is the third pass in a row, as which [kee2007_step] has it: the second cannot be one.

What of the past matters is which situations appeared, by the names that the format has for them ([name], [there]): [step_is] says what a move
does, [there_later] what becomes of a name (the format's K1 to K3).
[leaf_forces]: who only passes has an end come, as his opponent cannot go on for ever alone, and gets the least that the other comes to alone.
*)
Require Import ZArith Lia List Bool.
Require Import Game Strategy Repetition.
Import ListNotations.

Section Kee2007.

Variables board point : Type.
Variable board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variable start_appeared : bool.

Notation turn_ := (turn_made board).
Notation record_ := (record board).
Notation mover h := (who_moves board h).
Notation now h := (left board (fst h)).

(** ** The rules *)

(** [4] *)
Record situation : Type := { to_play : player; on_board : board; last_passed : option board }.

Definition passed_by (a : player) (t : turn_) : bool := negb (by_stone _ t) && made_by _ (Some a) t.

(** The board on which [a] passed last, of these turns, the latest first. *)
Fixpoint passed_on (a : player) (ts : list turn_) : option board :=
  match ts with [] => None | t :: before => if passed_by a t then Some (left _ t) else passed_on a before end.

(** After a turn and those before it. *)
Definition situation_after (t : turn_) (before : list turn_) : situation :=
  {| to_play := next_player _ t; on_board := left _ t; last_passed := passed_on (other (next_player _ t)) (t :: before) |}.

Definition mark_eq_dec : forall x y : option board, {x = y} + {x <> y}.
Proof. decide equality. Defined.

Definition situation_eq_dec : forall s s' : situation, {s = s'} + {s <> s'}.
Proof. decide equality; [apply mark_eq_dec | apply player_eq_dec]. Defined.

Definition same_situation (s s' : situation) : bool := if situation_eq_dec s s' then true else false.

(** Does what a turn produced count? That of the start may not. *)
Definition counts (t : turn_) : bool := start_appeared || match by_whom _ t with Some _ => true | None => false end.

Fixpoint appeared (s : situation) (ts : list turn_) : bool :=
  match ts with
  | [] => false
  | t :: before => counts t && same_situation s (situation_after t before) || appeared s before
  end.

(** [5] *)
Definition repeats (t : turn_) (h : record_) : bool := appeared (situation_after t (turns _ h)) (turns _ h).

Fixpoint passes_in_row (ts : list turn_) : nat :=
  match ts with [] => 0 | t :: before => if was_pass _ t then S (passes_in_row before) else 0 end.

(** [6] Is the pass that is made now the third in a row? *)
Definition third_pass (h : record_) : bool := Nat.leb 2 (passes_in_row (turns _ h)).

Definition kee2007_step (h : record_) (m : go_move point) : outcome record_ :=
  match m with
  | Pass => if third_pass h then Ends (Scored (score (now h))) else Goes (push _ (pass_turn _ h) h)
  | Stone p =>
    match play (mover h) (now h) p with
    | None => Illegal
    | Some b => if repeats (stone_turn _ h b) h then Illegal else Goes (push _ (stone_turn _ h b) h)
    end
  end.

Definition kee2007_game : game := {| history := record_; move := go_move point; to_move := who_moves board; step := kee2007_step |}.

(** ** [6] as the text has it *)

(** What comes about from a start. *)
Inductive comes_about (b : board) (a : player) : record_ -> Prop :=
| at_start : comes_about b a (begin_with _ b a)
| after_move : forall h m h', comes_about b a h -> kee2007_step h m = Goes h' -> comes_about b a h'.

(** The turn before was a pass, too, and it passed the same board, the same board being passed on last by the opponent then. *)
Definition same_passed (h : record_) : Prop :=
  match snd h with
  | [] => False
  | t :: before =>
    was_pass _ (fst h) = true /\
    on_board (situation_after (fst h) (t :: before)) = on_board (situation_after t before) /\
    last_passed (situation_after (fst h) (t :: before)) = last_passed (situation_after t before)
  end.

Definition in_turn (t : turn_) : Prop := forall a, by_whom _ t = Some a -> next_player _ t = other a.

Lemma made_by_true : forall a t, made_by board (Some a) t = true <-> by_whom _ t = Some a.
Proof.
  intros a t. unfold made_by, same_player_b. destruct (by_whom _ t) as [c |]; [| split; discriminate].
  destruct (player_eq_dec c a) as [-> | no]; [tauto |]. split; [discriminate | intro is; congruence].
Qed.

Lemma same_is : forall s, same_situation s s = true.
Proof. intro s. unfold same_situation. destruct (situation_eq_dec s s); congruence. Qed.

Lemma counts_made : forall t a, by_whom _ t = Some a -> counts t = true.
Proof. intros t a is. unfold counts. rewrite is. apply orb_true_r. Qed.

(** Who passed last on a board has produced that very situation. *)
Lemma passed_appeared : forall a b ts, (forall t, In t ts -> in_turn t) -> passed_on a ts = Some b ->
  appeared {| to_play := other a; on_board := b; last_passed := Some b |} ts = true.
Proof.
  intros a b ts. induction ts as [| t before again]; intros all is; [discriminate |]. cbn [passed_on appeared] in *.
  destruct (passed_by a t) eqn:pass; [| rewrite (again (fun t' there => all t' (or_intror there)) is); apply orb_true_r].
  injection is as <-. assert (both := pass). apply andb_true_iff in both. destruct both as [_ made]. apply made_by_true in made.
  assert (situation_after t before = {| to_play := other a; on_board := left _ t; last_passed := Some (left _ t) |}) as ->.
  { unfold situation_after. rewrite (all t (or_introl eq_refl) a made), other_other. cbn [passed_on]. rewrite pass. reflexivity. }
  rewrite same_is, (counts_made t a made). reflexivity.
Qed.

(** Turns that come about: made by who was to move, a pass on the board that stood, and no stone that repeats. *)
Definition as_played (h : record_) : Prop :=
  (forall t, In t (turns _ h) -> in_turn t) /\
  match snd h with
  | [] => by_whom _ (fst h) = None
  | t :: before => by_whom _ (fst h) = Some (next_player _ t) /\
    (if by_stone _ (fst h) then repeats (fst h) (t, before) = false else left _ (fst h) = left _ t)
  end.

Lemma all_played : forall b a h, comes_about b a h -> as_played h /\ match snd h with [] => True | t :: before => comes_about b a (t, before) end.
Proof.
  intros b a h about. induction about as [| h m h' about [[all _] _] made].
  - repeat split. intros t [<- | []] c bad. discriminate.
  - assert (turn_in : forall t, by_whom board t = Some (mover h) -> next_player _ t = other (mover h) -> in_turn t).
    { intros t is next c is'. congruence. }
    destruct h as [t rest]. destruct m as [p |]; simpl in made.
    + destruct (play _ _ p) as [c |]; [| discriminate]. destruct (repeats _ _) eqn:new; [discriminate |]. injection made as <-.
      repeat split; try exact new; try exact about. intros t' [<- | there]; [apply turn_in; reflexivity | exact (all t' there)].
    + destruct (third_pass _); [discriminate |]. injection made as <-.
      repeat split; try exact about. intros t' [<- | there]; [apply turn_in; reflexivity | exact (all t' there)].
Qed.

Theorem third_pass_ends : forall b a h, comes_about b a h -> (third_pass h = true <-> same_passed h).
Proof.
  intros b a h about. destruct (all_played b a h about) as [[all last] earlier].
  destruct h as [t1 [| t2 rest]]; unfold third_pass, same_passed; cbn [fst snd turns passes_in_row] in *.
  - unfold was_pass. rewrite last. split; [discriminate | intros []].
  - destruct (was_pass _ t1) eqn:pass; [| split; [discriminate | intros [bad _]; discriminate]].
    destruct last as [by_ on]. unfold was_pass in pass. rewrite by_ in pass. apply negb_true_iff in pass. rewrite pass in on.
    assert (next1 : next_player _ t1 = other (next_player _ t2)) by (apply (all t1 (or_introl eq_refl)); exact by_).
    assert (mine : passed_on (other (next_player _ t1)) (t1 :: t2 :: rest) = Some (left _ t1)).
    { cbn [passed_on]. unfold passed_by. rewrite next1, other_other, pass, (proj2 (made_by_true _ t1) by_). reflexivity. }
    unfold situation_after. cbn [on_board last_passed]. rewrite mine.
    destruct (all_played b a _ earlier) as [[all2 last2] _]. cbn [fst snd] in *.
    destruct rest as [| t3 more].
    + unfold was_pass, passed_by. cbn [passed_on]. unfold passed_by, made_by. rewrite last2, andb_false_r. split; [discriminate |].
      intros [_ [_ bad]]. discriminate.
    + destruct last2 as [by2 on2]. unfold was_pass at 1. rewrite by2.
      assert (made2 := all2 t2 (or_introl eq_refl) _ by2). rewrite made2, other_other.
      assert (mark2 : passed_on (next_player _ t3) (t2 :: t3 :: more) =
        if by_stone _ t2 then passed_on (next_player _ t3) (t3 :: more) else Some (left _ t2)).
      { cbn [passed_on]. unfold passed_by at 1. rewrite (proj2 (made_by_true _ t2) by2), andb_true_r. destruct (by_stone _ t2); reflexivity. }
      rewrite mark2, <- on. destruct (by_stone _ t2) eqn:stone2; cbn [negb]; [| split; auto].
      split; [discriminate |]. intros [_ [_ bad]]. exfalso.
      assert (yes := passed_appeared _ _ (t3 :: more) (fun t there => all2 t (or_intror there)) (eq_sym bad)).
      unfold repeats, situation_after, turns in on2. cbn [fst snd] in on2. rewrite made2, other_other, mark2, <- bad, <- on in on2. congruence.
Qed.

(** ** What of the past matters *)

Record kee2007_state : Type := { k_board : board; k_mover : player; k_passes : nat }.

Definition state_now (h : record_) : kee2007_state :=
  {| k_board := now h; k_mover := mover h; k_passes := passes_in_row (turns _ h) |}.

(** What [maker] produced by leaving [made]. By which mark? On what he had passed last: [By]. On what he has passed last by now: [Now]. [By_or_now]
    holds of what [By] holds of, and if it is that on which he has passed last by now. *)
Inductive mark : Type := By (x : option board) | Now | By_or_now (x : option board).
Record name : Type := { maker : player; made : board; marked : mark }.

Definition named (a : player) (b : board) (x : option board) : situation := {| to_play := other a; on_board := b; last_passed := x |}.
Definition same_mark (x y : option board) : bool := if mark_eq_dec x y then true else false.

Definition there (ts : list turn_) (n : name) : bool :=
  match marked n with
  | By x => appeared (named (maker n) (made n) x) ts
  | Now => appeared (named (maker n) (made n) (passed_on (maker n) ts)) ts
  | By_or_now x => appeared (named (maker n) (made n) x) ts || same_mark x (passed_on (maker n) ts)
  end.

(** The board that a move leaves, but for [5]. *)
Definition moved (s : kee2007_state) (m : go_move point) : option board :=
  match m with Pass => Some (k_board s) | Stone p => play (k_mover s) (k_board s) p end.

Definition is_pass (m : go_move point) : bool := match m with Pass => true | Stone _ => false end.
Definition third (s : kee2007_state) (m : go_move point) : bool := is_pass m && Nat.leb 2 (k_passes s).
Definition state_then (s : kee2007_state) (m : go_move point) (b : board) : kee2007_state :=
  {| k_board := b; k_mover := other (k_mover s); k_passes := if is_pass m then S (k_passes s) else 0 |}.
Definition turn_then (h : record_) (m : go_move point) (b : board) : turn_ :=
  match m with Pass => pass_turn _ h | Stone _ => stone_turn _ h b end.

(** The stone of [a]'s that leaves [b] is forbidden if this is there. *)
Definition looked_up (a : player) (b : board) : name := {| maker := a; made := b; marked := Now |}.

Lemma stone_situation : forall h b, situation_after (stone_turn _ h b) (turns _ h) = named (mover h) b (passed_on (mover h) (turns _ h)).
Proof.
  intros h b. unfold situation_after, named. cbn [stone_turn next_player left passed_on]. rewrite other_other. reflexivity.
Qed.

Theorem step_is : forall h m, kee2007_step h m =
  match moved (state_now h) m with
  | None => Illegal
  | Some b =>
    if third (state_now h) m then Ends (Scored (score b))
    else if negb (is_pass m) && there (turns _ h) (looked_up (mover h) b) then Illegal
    else Goes (push _ (turn_then h m b) h)
  end.
Proof.
  intros h m. destruct m as [p |]; cbn [kee2007_step moved third is_pass negb andb turn_then state_now k_board k_mover k_passes]; [| reflexivity].
  destruct (play (mover h) (now h) p) as [b |]; [| reflexivity]. cbn [negb andb].
  unfold repeats. rewrite stone_situation. reflexivity.
Qed.

Theorem state_later : forall h m b, moved (state_now h) m = Some b ->
  state_now (push _ (turn_then h m b) h) = state_then (state_now h) m b.
Proof.
  intros h m b made_. destruct m as [p |]; [reflexivity |]. simpl in made_. injection made_ as <-. reflexivity.
Qed.

(** The name before a move that is as true as [n] is after it; nothing where the move makes [n] true. *)
Definition before_move (a : player) (m : go_move point) (b : board) (n : name) : option name :=
  let by_mark k := Some {| maker := a; made := made n; marked := k |} in
  let here := if board_eq_dec (made n) b then true else false in
  if player_eq_dec (maker n) a
  then match m, marked n with
       | Stone _, Now => if here then None else Some n                                     (* K1 *)
       | Stone _, By x => if here then by_mark (By_or_now x) else Some n                   (* K1 *)
       | Stone _, By_or_now _ => Some n                                                    (* K1 *)
       | Pass, Now => if here then None else by_mark (By (Some b))                         (* K2 *)
       | Pass, By x => if here && same_mark x (Some b) then None else Some n               (* K3 *)
       | Pass, By_or_now x => if same_mark x (Some b) then None else by_mark (By x)        (* K3 *)
       end
  else Some n.

Lemma other_makers : forall a c, c <> a -> other c = a.
Proof. destruct a, c; intro no; simpl; congruence. Qed.

Lemma same_mark_true : forall x y, same_mark x y = true <-> x = y.
Proof. intros x y. unfold same_mark. destruct (mark_eq_dec x y); split; congruence. Qed.

Lemma same_named : forall a b x c y, same_situation (named a b x) (named a c y) = (if board_eq_dec b c then true else false) && same_mark x y.
Proof.
  intros a b x c y. unfold same_situation, same_mark, named.
  destruct (situation_eq_dec _ _) as [same | no], (board_eq_dec b c), (mark_eq_dec x y); simpl; try congruence.
Qed.

Theorem there_later : forall h m b, moved (state_now h) m = Some b -> forall n,
  there (turns _ (push _ (turn_then h m b) h)) n =
  match before_move (mover h) m b n with None => true | Some n' => there (turns _ h) n' end.
Proof.
  intros h m b moves n. change (turns _ (push _ (turn_then h m b) h)) with (turn_then h m b :: turns _ h).
  set (t := turn_then h m b).
  assert (facts : by_whom _ t = Some (mover h) /\ next_player _ t = other (mover h) /\ left _ t = b /\ by_stone _ t = negb (is_pass m)).
  { unfold t. destruct m; simpl in *; [auto |]. injection moves as <-. auto. }
  destruct facts as [by_ [next [on stone]]].
  assert (passed : forall c, passed_on c (t :: turns _ h) =
    if player_eq_dec c (mover h) then if is_pass m then Some b else passed_on c (turns _ h) else passed_on c (turns _ h)).
  { intro c. cbn [passed_on]. unfold passed_by, made_by, same_player_b. rewrite stone, by_, negb_involutive, on.
    destruct (player_eq_dec c (mover h)) as [-> | no].
    - destruct (player_eq_dec _ _); [| congruence]. rewrite andb_true_r. reflexivity.
    - destruct (player_eq_dec (mover h) c); [congruence |]. rewrite andb_false_r. reflexivity. }
  assert (produced : situation_after t (turns _ h) = named (mover h) b (if is_pass m then Some b else passed_on (mover h) (turns _ h))).
  { unfold situation_after, named. rewrite next, on, other_other, passed. destruct (player_eq_dec _ _); congruence. }
  assert (more : forall c d x, appeared (named c d x) (t :: turns _ h) =
    (if player_eq_dec c (mover h) then (if board_eq_dec d b then true else false) &&
       same_mark x (if is_pass m then Some b else passed_on (mover h) (turns _ h)) else false) || appeared (named c d x) (turns _ h)).
  { intros c d x. cbn [appeared]. rewrite (counts_made t _ by_), produced. cbn [andb]. f_equal.
    destruct (player_eq_dec c (mover h)) as [-> | no]; [apply same_named |].
    unfold same_situation. destruct (situation_eq_dec _ _) as [same |]; [| reflexivity].
    exfalso. apply no. injection same as same _ _. destruct c, (mover h); simpl in same; congruence. }
  unfold before_move, there. rewrite passed.
  destruct n as [a c k]. cbn [maker made marked].
  destruct (player_eq_dec a (mover h)) as [-> | no].
  - destruct m as [p |], k as [x | | x]; cbn [is_pass] in *; rewrite ?more; destruct (player_eq_dec (mover h) (mover h)) as [_ |]; try contradiction;
      destruct (board_eq_dec c b); cbn [andb orb maker made marked]; rewrite ?more;
      unfold same_mark; repeat (destruct (mark_eq_dec _ _)); cbn [andb orb maker made marked]; rewrite ?orb_true_r, ?orb_false_r; try congruence; try reflexivity.
  - destruct k as [x | | x]; cbn [maker made marked]; rewrite more; destruct (player_eq_dec a (mover h)); try contradiction; reflexivity.
Qed.

(** What is always there: what the last turn produced, unless it is a start that does not count. *)
Theorem there_now : forall h, counts (fst h) = true -> there (turns _ h) (looked_up (other (mover h)) (now h)) = true.
Proof.
  intros h yes. unfold there, looked_up, turns. cbn [marked maker made appeared]. unfold named at 1. rewrite other_other, yes.
  unfold situation_after, who_moves. rewrite same_is. reflexivity.
Qed.

(** ** Who only passes *)

Section Leaf.

Variable w : player.
Variable k : Z.
Variable found : list board.
Hypothesis closed : forall b p c, In b found -> play (other w) b p = Some c -> In c found.
Hypothesis enough : forall b, In b found -> (k <= margin_of w (score b))%Z.

(** What his opponent may still produce, who may have passed on these boards. *)
Variable marks : list (option board).
Hypothesis marks_found : forall b, In b found -> In (Some b) marks.

Definition is_open (ts : list turn_) (pair : board * option board) : bool := negb (appeared (named (other w) (fst pair) (snd pair)) ts).
Definition still_open (h : record_) : nat := length (filter (is_open (turns _ h)) (list_prod found marks)).

Lemma filter_less : forall (A : Type) (f g : A -> bool) l, (forall x, g x = true -> f x = true) ->
  length (filter g l) <= length (filter f l) /\ (forall x, In x l -> f x = true -> g x = false -> length (filter g l) < length (filter f l)).
Proof.
  intros A f g l less. induction l as [| y rest [most fewer]]; [split; [auto | intros x []] |]. simpl.
  destruct (g y) eqn:is; [rewrite (less y is) |]; simpl.
  - split; [lia |]. intros x [<- | there_] yes no; [congruence |]. specialize (fewer x there_ yes no). lia.
  - split; [destruct (f y); simpl; lia |]. intros x [<- | there_] yes no; [rewrite yes; simpl; lia |].
    specialize (fewer x there_ yes no). destruct (f y); simpl; lia.
Qed.

Lemma open_less : forall t h pair, is_open (turns _ (push _ t h)) pair = true -> is_open (turns _ h) pair = true.
Proof.
  intros t h pair yes. unfold is_open in *. apply negb_true_iff in yes. apply negb_true_iff.
  change (turns _ (push _ t h)) with (t :: turns _ h) in yes. cbn [appeared] in yes. apply orb_false_iff in yes. apply yes.
Qed.

Lemma forces_alone : forall n j h, In (now h) found -> In (passed_on (other w) (turns _ h)) marks -> still_open h <= n ->
  3 <= j + passes_in_row (turns _ h) -> forces kee2007_game w k h.
Proof.
  assert (pass_marks : forall h, In (now h) found -> In (passed_on (other w) (turns _ h)) marks ->
    In (passed_on (other w) (pass_turn _ h :: turns _ h)) marks).
  { intros h on mark_. cbn [passed_on]. destruct (passed_by _ _); [| exact mark_]. apply marks_found. exact on. }
  assert (pass_open : forall t h, still_open (push _ t h) <= still_open h).
  { intros t h. apply (filter_less _ (is_open (turns _ h))). intro pair. apply open_less. }
  assert (ends : forall h, In (now h) found -> third_pass h = true -> forces kee2007_game w k h \/ mover h = other w).
  { intros h on third_. destruct (player_cases w (mover h)) as [own | theirs]; [left | right; exact theirs].
    apply (forces_ends kee2007_game w k h Pass (Scored (score (now h))) own); [simpl; rewrite third_; reflexivity | exact (enough _ on)]. }
  induction n as [n again] using (well_founded_induction lt_wf). induction j as [j further] using (well_founded_induction lt_wf).
  intros h on mark_ few row.
  assert (after_pass : third_pass h = false -> forces kee2007_game w k (push _ (pass_turn _ h) h)).
  { intro no. unfold third_pass in no. apply Nat.leb_gt in no. apply (further (j - 1)); [lia | exact on | | |].
    - exact (pass_marks h on mark_).
    - specialize (pass_open (pass_turn _ h) h). lia.
    - assert (passes_in_row (turns _ (push _ (pass_turn _ h) h)) = S (passes_in_row (turns _ h))) as -> by reflexivity. lia. }
  destruct (player_cases w (mover h)) as [own | theirs].
  - destruct (third_pass h) eqn:third_.
    + destruct (ends h on third_) as [done | bad]; [exact done | exfalso; apply (other_differs w); congruence].
    + apply (forces_goes kee2007_game w k h Pass (push _ (pass_turn _ h) h) own); [simpl; rewrite third_; reflexivity | exact (after_pass eq_refl)].
  - apply forces_answers; [exact theirs | |]; intros [p |] to_ does; simpl in does.
    + destruct (play _ _ p); [destruct (repeats _ _) |]; discriminate.
    + destruct (third_pass h); [injection does as <-; exact (enough _ on) | discriminate].
    + destruct (play _ _ p) as [b |] eqn:lays; [| discriminate]. destruct (repeats _ _) eqn:new; [discriminate |]. injection does as <-.
      assert (on' : In b found) by (apply (closed (now h) p); [exact on | rewrite <- theirs; exact lays]).
      apply (again (still_open (push _ (stone_turn _ h b) h))) with (j := 3); [| exact on' | exact mark_ | lia | lia].
      unfold lt. apply (Nat.le_trans _ (still_open h)); [| exact few].
      refine (proj2 (filter_less _ (is_open (turns _ h)) _ _ (open_less _ h)) (b, passed_on (other w) (turns _ h)) _ _ _).
      * apply in_prod; [exact on' | exact mark_].
      * unfold repeats in new. unfold is_open. apply negb_true_iff. cbn [fst snd]. unfold repeats in new. rewrite stone_situation, theirs in new. exact new.
      * unfold is_open. apply negb_false_iff. cbn [fst snd]. change (turns _ (push _ (stone_turn _ h b) h)) with (stone_turn _ h b :: turns _ h).
        cbn [appeared]. apply orb_true_iff. left. rewrite (counts_made (stone_turn _ h b) (mover h) eq_refl).
        rewrite stone_situation, theirs, same_is. reflexivity.
    + destruct (third_pass h); [discriminate |]. injection does as <-. exact (after_pass eq_refl).
Qed.

End Leaf.

Theorem leaf_forces : forall w k found, (forall b p c, In b found -> play (other w) b p = Some c -> In c found) ->
  (forall b, In b found -> (k <= margin_of w (score b))%Z) -> forall h, In (now h) found -> forces kee2007_game w k h.
Proof.
  intros w k found closed enough h on.
  apply (forces_alone w k found closed enough (passed_on (other w) (turns _ h) :: map Some found)) with (n := still_open w found
    (passed_on (other w) (turns _ h) :: map Some found) h) (j := 3); [| exact on | left; reflexivity | | lia].
  - intros b is. right. apply in_map. exact is.
  - unfold still_open. lia.
Qed.

End Kee2007.


(** ** On a rectangle *)

Require Import NArith.
Require Import Board.

Section Rectangle.

Variable r : rectangle.

(** [3b] Suicide is that of Board.v; and if one stone alone may take itself, too ([alone]), that leaves the board as it was. *)
Definition kee2007_play (alone : bool) (a : player) (b : board) (p : N) : option board :=
  match play r a b p with
  | Some b' => Some b'
  | None => if alone && N.ltb p (N.of_nat (size r)) && N.testbit (empty_of r b) p then Some b else None
  end.

Lemma kee2007_on_board : forall alone a b p b', kee2007_play alone a b p = Some b' -> In p (Board.points r).
Proof.
  intros alone a b p b' made_. unfold kee2007_play in made_. destruct (play r a b p) as [c |] eqn:legal; [exact (play_on_board r a b p c legal) |].
  destruct (alone && N.ltb p (N.of_nat (size r))) eqn:low; [| discriminate]. apply andb_true_iff in low. destruct low as [_ low]. apply N.ltb_lt in low.
  unfold Board.points. apply in_map_iff. exists (N.to_nat p). split; [apply N2Nat.id | apply in_seq; lia].
Qed.

(** By area, or by stones alone. *)
Definition kee2007_score (by_stones : bool) (b : board) : Z := if by_stones then (count (black b) - count (white b))%Z else Board.score r b.

End Rectangle.
