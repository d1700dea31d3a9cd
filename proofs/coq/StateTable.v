(**
What is asked of a table of states, for a strategy: a function of whatever the table says.

A state is a board, who is to move, and the point that he may not play because of a ko, or none; of those that a
symmetry of the board maps to each other one is in the table, with a number. The table has of each a rank, two labels
([fewest_black], [fewest_white]; the fewest stones that boards have from there on) and, where the attacker is to move, his reply. Nothing in it is believed, nor is
it said how it is kept: [entry_at] is any function that tells of a number the state. Two more tell where
to look, any functions again: [entry_of] of a state its number, and by which symmetry it is an image of
what the table has; [place_of] of a board the numbers of all states on its images. [entry_ok] is asked of each entry:
- each reply is legal by the captures, and a pass only where the board is enough;
- each state that follows one by the rules of play ([successors]) is an image of one in the table, which
  has a lower rank: so no path is endless; and no lower labels;
- [place_of] says the same of all images of a board, and its state is among them;
- all states on the board that a stone of the attacker's leads to are gathered, with all that follows
  them ([gather]), and the state where the stone was played is not among them. So the stone brings about no
  image of a board from which one came there. What has a lower rank than that state, or higher labels, is left
  out: from there one does not come to it.
Where the table says that nothing follows ([over]) only the third is asked, and that the board lasts ([lasting]): there the attacker
passes from there on (Living.v).

[kept_ok] looks at one thing more, which the format of certificates asks under all rules (S17). [all_entries]: it is so of all.

The table is made, by a program that nobody needs to trust (unfold.ml), from the replies of a
certificate of strategies (solver/certificate/format.h). That symmetries change nothing is proved in Symmetry.v.
*)
Require Import ZArith NArith List Bool FMapPositive Lia.
Require Import Game Strategy Repetition Board PointSets Symmetry.
Import ListNotations.

Record state : Set := { on : board; turn_of : player; ko : option N }.

Record entry : Set := {
  known_state : state;
  rank : N;
  fewest_black : N;
  fewest_white : N;
  reply : option N; (** the attacker's: a point, or a pass *)
  over : bool       (** nothing follows, as the board lasts *)
}.

Definition same_turn (a b : player) : bool :=
  match a, b with Black, Black | White, White => true | _, _ => false end.
Definition same_ko (a b : option N) : bool :=
  match a, b with Some p, Some q => N.eqb p q | None, None => true | _, _ => false end.

Lemma same_turn_true : forall a b, same_turn a b = true -> a = b.
Proof. destruct a, b; simpl; congruence. Qed.

Lemma same_turn_same : forall a, same_turn a a = true.
Proof. destruct a; reflexivity. Qed.

Lemma same_turn_other : forall a, same_turn (other a) a = false.
Proof. destruct a; reflexivity. Qed.

Lemma same_ko_true : forall a b, same_ko a b = true -> a = b.
Proof.
  intros [p |] [q |]; simpl; try congruence. intro same. apply N.eqb_eq in same. congruence.
Qed.

Lemma board_eqb_same : forall b, board_eqb b b = true.
Proof. intro b. unfold board_eqb. rewrite !N.eqb_refl. reflexivity. Qed.

(** A symmetry, and of each point the set of its image alone: made once. *)
Definition prepared : Type := list N * list N.
Definition prepare (ms : list N) : prepared := (ms, spots_of ms).
Definition image_prepared (g : prepared) (b : board) : board :=
  {| black := image_by (snd g) (black b); white := image_by (snd g) (white b) |}.
Definition image_point (ms : list N) (p : N) : N := nth (N.to_nat p) ms 0%N.

Lemma prepared_image : forall ms b, image_prepared (prepare ms) b = image_board ms b.
Proof. reflexivity. Qed.

Section StateTable.

Variable r : rectangle.
Variable bars : bool.    (** a ko that the attacker took is not taken back at once *)
Variable goes_on : option player. (** who moves then, if play may go on where the opponent passes on a board that is enough and frees a ko *)
Variable attacker : player.
Variable wanted : Z.
Variable lasting : board -> bool.
Variable group : list (list N).
Variable symmetries : list prepared.
Variable bound : N.      (** all numbers are lower *)
Variable entry_at : N -> option entry.
Variable entry_of : state -> N * nat.
Variable place_of : board -> list N.

Definition enough_here (b : board) : bool := Z.leb wanted (margin_of attacker (score r b)).

(** The one point of a set, if it has one. *)
Fixpoint only_bit (x : positive) : option N :=
  match x with
  | xH => Some 0%N
  | xO y => match only_bit y with Some p => Some (N.succ p) | None => None end
  | xI _ => None
  end.

(** The point where the opponent of [a], who played a stone from [b] to [b'], would take it back. *)
Definition ko_after (a : player) (b b' : board) : option N :=
  match N.ldiff (stones (other a) b) (stones (other a) b') with
  | N0 => None
  | Npos taken =>
    match only_bit taken with
    | None => None
    | Some p =>
      match play r (other a) b' p with
      | Some back => if board_eqb back b then Some p else None
      | None => None
      end
    end
  end.

Definition reply_ko (b b' : board) : option N :=
  if bars then ko_after attacker b b' else None.

(** The state after the attacker's reply; nothing if he may not make it. *)
Definition after_reply (s : state) (p : option N) : option state :=
  match p with
  | None => if enough_here (on s) then Some {| on := on s; turn_of := other attacker; ko := None |} else None
  | Some q =>
    match play r attacker (on s) q with
    | Some b => Some {| on := b; turn_of := other attacker; ko := reply_ko (on s) b |}
    | None => None
    end
  end.

Fixpoint after_stones (s : state) (ps : list N) : list state :=
  match ps with
  | [] => []
  | p :: rest =>
    if same_ko (ko s) (Some p) then after_stones s rest
    else match play r (other attacker) (on s) p with
         | Some b => {| on := b; turn_of := attacker; ko := ko_after (other attacker) (on s) b |}
                     :: after_stones s rest
         | None => after_stones s rest
         end
  end.

(** The states that follow the opponent's moves. *)
Definition after_answers (s : state) : list state :=
  let by_stone := after_stones s (points r) in
  if enough_here (on s) then
    match goes_on, ko s with
    | Some a, Some _ => {| on := on s; turn_of := a; ko := None |} :: by_stone
    | _, _ => by_stone
    end
  else {| on := on s; turn_of := attacker; ko := None |} :: by_stone.

Definition successors (e : entry) : list state :=
  let s := known_state e in
  if over e then []
  else if same_turn (turn_of s) attacker
  then match after_reply s (reply e) with Some s' => [s'] | None => [] end
  else after_answers s.

Definition entry_numbered (i : N) : option entry := if N.ltb i bound then entry_at i else None.

(** Is a state the image of what the table has? *)
Definition is_image (g : prepared) (s t : state) : bool :=
  same_turn (turn_of s) (turn_of t) && board_eqb (image_prepared g (on s)) (on t) &&
  same_ko (option_map (image_point (fst g)) (ko s)) (ko t).

(** The entry of which a state is an image, and its number. *)
Definition located (t : state) : option (N * entry) :=
  let (i, which) := entry_of t in
  match entry_numbered i, nth_error symmetries which with
  | Some e, Some g => if is_image g (known_state e) t then Some (i, e) else None
  | _, _ => None
  end.

(** Sets of numbers. *)
Definition numbers : Type := PositiveMap.t unit.
Definition is_in (set : numbers) (i : N) : bool := PositiveMap.mem (N.succ_pos i) set.

(** May one come from the one state to the other, as far as ranks and labels tell? *)
Definition may_come (from to_ : entry) : bool :=
  N.leb (rank to_) (rank from) && N.leb (fewest_black from) (fewest_black to_) &&
  N.leb (fewest_white from) (fewest_white to_).

(** The states that follow, of those from which one may come to [aim]. *)
Fixpoint near_of (aim : entry) (ts : list state) : list N :=
  match ts with
  | [] => []
  | t :: rest =>
    match located t with
    | Some (i, e) => if may_come e aim then i :: near_of aim rest else near_of aim rest
    | None => near_of aim rest
    end
  end.
Definition near (aim : entry) (i : N) : list N :=
  match entry_numbered i with Some e => near_of aim (successors e) | None => [] end.

(** All that one comes to from some states by near ones: done in at most 2^[steps] steps. *)
Definition gather_one (aim : entry) (now : list N * numbers) : list N * numbers :=
  match fst now with
  | [] => now
  | i :: rest => if is_in (snd now) i then (rest, snd now)
                 else (near aim i ++ rest, PositiveMap.add (N.succ_pos i) tt (snd now))
  end.
Fixpoint gather (steps : nat) (aim : entry) (now : list N * numbers) : list N * numbers :=
  match fst now with
  | [] => now
  | _ => match steps with
         | O => gather_one aim now
         | S less => gather less aim (gather less aim now)
         end
  end.

(** Nothing if that is not all. *)
Definition gathered_in (steps : nat) (aim : entry) (starts : list N) : option numbers :=
  match gather steps aim (starts, PositiveMap.empty unit) with
  | ([], set) => Some set
  | _ => None
  end.
Definition gathered : entry -> list N -> option numbers := gathered_in 40.

Definition outside (set : option numbers) (i : N) : bool :=
  match set with Some found => negb (is_in found i) | None => false end.

Definition may_come_from (aim : entry) (i : N) : bool :=
  match entry_numbered i with Some e => may_come e aim | None => false end.

(** Is there no way from a state on an image of board [b] to the state of number [i]? *)
Definition no_way (b : board) (i : N) (e : entry) : bool :=
  match filter (may_come_from e) (place_of b) with
  | [] => true
  | starts => outside (gathered e starts) i
  end.

Definition lower_than (e e' : entry) : bool :=
  N.ltb (rank e') (rank e) && N.leb (fewest_black e) (fewest_black e') &&
  N.leb (fewest_white e) (fewest_white e').

Definition goes_down (e : entry) (t : state) : bool :=
  match located t with Some (_, e') => lower_than e e' | None => false end.

Definition moves_ok (i : N) (e : entry) : bool :=
  let s := known_state e in
  if over e then lasting (on s)
  else if same_turn (turn_of s) attacker
  then match after_reply s (reply e) with
       | None => false
       | Some t => goes_down e t && match reply e with None => true | Some _ => no_way (on t) i e end
       end
  else forallb (goes_down e) (after_answers s).

Definition place_ok (i : N) (b : board) : bool :=
  let here := place_of b in
  is_within r (black b) && is_within r (white b) && existsb (N.eqb i) here &&
  forallb (fun g => same_list (place_of (image_prepared g b)) here) symmetries.

Definition entry_ok (i : N) (e : entry) : bool := place_ok i (on (known_state e)) && moves_ok i e.

(** What the format asks besides (its S17), though under these rules no theorem needs it: the opponent
    brings back no image of a board that the attacker left with a stone. *)
Definition left_by_attacker (aim : entry) (i : N) : list N :=
  match entry_numbered i with
  | Some e =>
    let b := on (known_state e) in
    if same_turn (turn_of (known_state e)) attacker
    then near_of aim (filter (fun t => negb (board_eqb (on t) b)) (successors e)) else []
  | None => []
  end.

Definition stone_keeps (i : N) (e : entry) (t : state) : bool :=
  match flat_map (left_by_attacker e) (filter (may_come_from e) (place_of (on t))) with
  | [] => true
  | starts => outside (gathered e starts) i
  end.

Definition kept_ok (i : N) (e : entry) : bool :=
  let s := known_state e in
  over e || same_turn (turn_of s) attacker || forallb (stone_keeps i e) (after_stones s (points r)).

(** Is something so of all of 2^[steps] numbers? *)
Fixpoint all_from (steps : nat) (first : N) (f : N -> bool) : bool :=
  match steps with
  | O => f first
  | S less => if all_from less first f then all_from less (first + N.shiftl 1 (N.of_nat less)) f else false
  end.

Definition all_entries (steps : nat) (f : N -> entry -> bool) : bool :=
  N.leb bound (N.shiftl 1 (N.of_nat steps)) &&
  all_from steps 0 (fun i => match entry_numbered i with Some e => f i e | None => true end).

Lemma all_from_has : forall steps first f, all_from steps first f = true ->
  forall i, (first <= i)%N -> (i < first + N.shiftl 1 (N.of_nat steps))%N -> f i = true.
Proof.
  induction steps as [| less again]; intros first f all i low high.
  - simpl in *. replace i with first by lia. exact all.
  - cbn [all_from] in all. destruct (all_from less first f) eqn:one; [| discriminate].
    rewrite Nat2N.inj_succ in high. rewrite !N.shiftl_1_l in *. rewrite N.pow_succ_r' in high.
    destruct (N.lt_ge_cases i (first + 2 ^ N.of_nat less)) as [is | is].
    + apply (again first f one); assumption.
    + apply (again _ f all); [exact is | lia].
Qed.

Lemma all_entries_has : forall steps f, all_entries steps f = true ->
  forall i e, entry_numbered i = Some e -> f i e = true.
Proof.
  intros steps f yes i e is. unfold all_entries in yes. apply andb_true_iff in yes. destruct yes as [enough_ all].
  apply N.leb_le in enough_.
  assert (low : (i < bound)%N).
  { unfold entry_numbered in is. destruct (N.ltb i bound) eqn:low; [apply N.ltb_lt; exact low | discriminate]. }
  assert (one := all_from_has steps 0 _ all i (N.le_0_l i)). cbv beta in one. rewrite is, N.add_0_l in one.
  apply one. lia.
Qed.

End StateTable.
