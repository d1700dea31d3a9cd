(**
A checker of strategies, and that what it accepts is true.

What is checked is a table of states, each with a number. A state is a board, who is to move, and the point that
he may not play because of a ko, or none; of those that a symmetry of the board maps to each other one is
there. The table has of each a rank, two labels ([fewest_black], [fewest_white]; the fewest stones that
boards have from there on) and, where the attacker is to move, his reply. Nothing in it is believed, nor is
it said how it is kept: [entry_at] is any function that tells of a number the state. Two more tell where
to look, any functions again: [entry_of] of a state its number, and by which symmetry it is an image of
what the table has; [place_of] of a board the numbers of all states on its images. [check] goes through
all of the table:
- each reply is legal by the captures, and a pass only where the board is enough;
- each state that follows one by the rules of play ([successors]) is an image of one in the table, which
  has a lower rank: so no path is endless; and no lower labels;
- [place_of] says the same of all images of a board, and its state is among them;
- all states on the board that a stone of the attacker's leads to are gathered, with all that follows
  them ([gather]), and the state where the stone was played is not among them. So the stone brings about no
  image of a board from which one came there. What has a lower rank than that state, or higher labels, is left
  out: from there one does not come to it.

[all_kept] looks at one thing more, which the format of certificates asks under all rules (S17).

[checker_sound]: if [check] says yes, the attacker forces the margin from the table's root on, under
the rules of Repetition.v, with the whole history, and the captures and scores of Board.v.

The table is made, by a program that nobody needs to trust (unfold.ml), from the replies of a
certificate of strategies (solver/certificate/format.h). That symmetries change nothing is proved in Symmetry.v.
*)
Require Import ZArith NArith List Bool FMapPositive Relations Wellfounded Lia.
Require Import Game Strategy Repetition Board PointSets Symmetry.
Import ListNotations.

Record state : Set := { on : board; turn_of : player; ko : option N }.

Record entry : Set := {
  known_state : state;
  rank : N;
  fewest_black : N;
  fewest_white : N;
  reply : option N (** the attacker's: a point, or a pass *)
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

(** A symmetry, and of each point the set of its image alone: made once. *)
Definition prepared : Type := list N * list N.
Definition prepare (ms : list N) : prepared := (ms, spots_of ms).
Definition image_prepared (g : prepared) (b : board) : board :=
  {| black := image_by (snd g) (black b); white := image_by (snd g) (white b) |}.
Definition image_point (ms : list N) (p : N) : N := nth (N.to_nat p) ms 0%N.

Lemma prepared_image : forall ms b, image_prepared (prepare ms) b = image_board ms b.
Proof. reflexivity. Qed.

Section Checker.

Variable r : rectangle.
Variable bars : bool.    (** a ko that the attacker took is not taken back at once *)
Variable goes_on : option player. (** who moves then, if play may go on where the opponent passes on a board that is enough and frees a ko *)
Variable attacker : player.
Variable wanted : Z.
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
  if same_turn (turn_of s) attacker
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
  if same_turn (turn_of s) attacker
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
  same_turn (turn_of s) attacker || forallb (stone_keeps i e) (after_stones s (points r)).

(** Is something so of all of 2^[steps] numbers? *)
Fixpoint all_from (steps : nat) (first : N) (f : N -> bool) : bool :=
  match steps with
  | O => f first
  | S less => if all_from less first f then all_from less (first + N.shiftl 1 (N.of_nat less)) f else false
  end.

Definition all_entries (steps : nat) (f : N -> entry -> bool) : bool :=
  N.leb bound (N.shiftl 1 (N.of_nat steps)) &&
  all_from steps 0 (fun i => match entry_numbered i with Some e => f i e | None => true end).

(** ** The proof *)

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

(** What follows is about a table that was found right. *)
Set Default Proof Using "All".
Hypothesis a_group : is_group r group = true.
Hypothesis made_of : symmetries = map prepare group.
Hypothesis all_ok : forall i e, entry_numbered i = Some e -> entry_ok i e = true.

Definition image_of (ms : list N) (s t : state) : Prop :=
  turn_of t = turn_of s /\ on t = image_board ms (on s) /\ ko t = option_map (image_point ms) (ko s).

Lemma located_is : forall t i e, located t = Some (i, e) ->
  entry_numbered i = Some e /\ exists ms, In ms group /\ image_of ms (known_state e) t.
Proof.
  intros t i e found. unfold located in found. destruct (entry_of t) as [i' which].
  destruct (entry_numbered i') as [e' |] eqn:there; [| discriminate].
  destruct (nth_error symmetries which) as [g |] eqn:sym; [| discriminate].
  destruct (is_image g (known_state e') t) eqn:same; [| discriminate]. injection found as -> ->.
  split; trivial. apply nth_error_In in sym. rewrite made_of in sym. apply in_map_iff in sym.
  destruct sym as [ms [<- is]]. exists ms. split; trivial. unfold is_image in same.
  rewrite prepared_image in same. apply andb_true_iff in same. destruct same as [same kos].
  apply andb_true_iff in same. destruct same as [turns boards]. repeat split.
  - symmetry. apply same_turn_true. exact turns.
  - symmetry. apply board_eqb_true. exact boards.
  - symmetry. apply same_ko_true. exact kos.
Qed.

(** One entry follows another, by way of a state of its own. *)
Definition follows_by (t : state) (i j : N) : Prop :=
  exists e e', entry_numbered i = Some e /\ In t (successors e) /\ located t = Some (j, e').
Definition follows (i j : N) : Prop := exists t, follows_by t i j.

Lemma follows_lower : forall t i e, entry_numbered i = Some e -> In t (successors e) ->
  exists j e', located t = Some (j, e') /\ lower_than e e' = true.
Proof.
  intros t i e known after. assert (fine := all_ok i e known). unfold entry_ok in fine.
  apply andb_true_iff in fine. destruct fine as [_ fine]. unfold moves_ok in fine. unfold successors in after.
  assert (low : goes_down e t = true).
  { destruct (same_turn _ attacker).
    - destruct (after_reply _ _) as [t' |]; [| discriminate].
      destruct after as [<- | []]. apply andb_true_iff in fine. apply fine.
    - rewrite forallb_forall in fine. auto. }
  unfold goes_down in low. destruct (located t) as [[j e'] |]; [eauto | discriminate].
Qed.

Lemma follows_down : forall i j e, follows i j -> entry_numbered i = Some e ->
  exists e', entry_numbered j = Some e' /\ lower_than e e' = true.
Proof.
  intros i j e [t [e0 [e1 [known [after found]]]]] is. assert (e0 = e) by congruence. subst e0.
  destruct (follows_lower t i e known after) as [j' [e' [found' low]]].
  assert (same : (j', e') = (j, e1)) by congruence. injection same as -> ->.
  exists e1. split; trivial. apply (located_is _ _ _ found).
Qed.

Lemma lower_facts : forall e e', lower_than e e' = true ->
  (rank e' < rank e)%N /\ (fewest_black e <= fewest_black e')%N /\ (fewest_white e <= fewest_white e')%N.
Proof.
  intros e e' low. unfold lower_than in low. rewrite !andb_true_iff, N.ltb_lt, !N.leb_le in low. tauto.
Qed.

Definition rank_of (i : N) : N := match entry_numbered i with Some e => rank e | None => 0%N end.

Lemma follows_ends : well_founded (fun j i => follows i j).
Proof.
  apply (wf_incl _ _ (fun j i => (rank_of j < rank_of i)%N)).
  - intros j i step_. destruct step_ as [t by_]. assert (goes : follows i j) by (exists t; exact by_).
    destruct by_ as [e [_ [known _]]]. destruct (follows_down i j e goes known) as [e' [there low]].
    unfold rank_of. rewrite known, there. apply (lower_facts _ _ low).
  - apply (wf_inverse_image N N N.lt rank_of N.lt_wf_0).
Qed.

Definition steps_to : N -> N -> Prop := clos_refl_trans N follows.

Lemma path_may : forall i j, steps_to i j -> forall e e', entry_numbered i = Some e ->
  entry_numbered j = Some e' -> may_come e e' = true.
Proof.
  intros i j way. apply clos_rt_rt1n in way.
  induction way as [i | i w j step_ way again]; intros e e' one two; unfold may_come.
  - assert (e' = e) by congruence. subst e'. rewrite !N.leb_refl. reflexivity.
  - destruct (follows_down i w e step_ one) as [ew [there low]]. apply lower_facts in low.
    specialize (again ew e' there two). unfold may_come in again.
    rewrite !andb_true_iff, !N.leb_le in *. lia.
Qed.

(** *** What is gathered *)

Definition covers (aim : entry) (now : list N * numbers) : Prop :=
  forall i, is_in (snd now) i = true -> forall j, In j (near aim i) ->
    is_in (snd now) j = true \/ In j (fst now).

Definition has_all (starts : list N) (now : list N * numbers) : Prop :=
  forall i, In i starts -> is_in (snd now) i = true \/ In i (fst now).

Lemma is_in_add : forall set i j, is_in (PositiveMap.add (N.succ_pos i) tt set) j = true <->
  i = j \/ is_in set j = true.
Proof.
  intros set i j. unfold is_in. rewrite !PositiveMap.mem_find.
  destruct (Pos.eq_dec (N.succ_pos j) (N.succ_pos i)) as [same | differ].
  - assert (i = j) by (apply N.succ_inj; rewrite <- !N.succ_pos_spec; congruence).
    subst j. rewrite PositiveMap.gss. intuition.
  - rewrite PositiveMap.gso by exact differ. split; [auto |]. intros [-> | is]; [congruence | exact is].
Qed.

Lemma gather_one_keeps : forall aim starts now, covers aim now -> has_all starts now ->
  covers aim (gather_one aim now) /\ has_all starts (gather_one aim now).
Proof.
  intros aim starts [[| i rest] set] cover all; [split; assumption |].
  unfold gather_one, covers, has_all in *. cbn [fst snd] in *.
  destruct (is_in set i) eqn:old; cbn [fst snd]; split.
  - intros k is j next_. destruct (cover k is j next_) as [in_ | [-> | in_]]; auto.
  - intros k is. destruct (all k is) as [in_ | [-> | in_]]; auto.
  - intros k is j next_. rewrite is_in_add, in_app_iff in *. destruct is as [-> | is]; [auto |].
    destruct (cover k is j next_) as [in_ | [-> | in_]]; auto.
  - intros k is. rewrite is_in_add, in_app_iff. destruct (all k is) as [in_ | [-> | in_]]; auto.
Qed.

Lemma gather_keeps : forall steps aim starts now, covers aim now -> has_all starts now ->
  covers aim (gather steps aim now) /\ has_all starts (gather steps aim now).
Proof.
  induction steps as [| less again]; intros aim starts now cover all; simpl;
    destruct (fst now) eqn:todo; auto using gather_one_keeps.
  destruct (again aim starts now cover all) as [cover' all']. apply again; assumption.
Qed.

Lemma near_has : forall aim i j e', follows i j -> entry_numbered j = Some e' -> may_come e' aim = true ->
  In j (near aim i).
Proof.
  intros aim i j e' [t [e [e1 [known [after found]]]]] there may. unfold near. rewrite known.
  assert (e1 = e') by (assert (is := proj1 (located_is _ _ _ found)); congruence). subst e1.
  revert after. generalize (successors e). intros ts after.
  induction ts as [| t' rest again]; [contradiction |]. cbn [near_of]. destruct after as [-> | after].
  - rewrite found, may. left. reflexivity.
  - destruct (located t') as [[k ek] |]; [| auto]. destruct (may_come ek aim); [right |]; auto.
Qed.

Lemma gathered_in_has : forall steps i e starts set u, entry_numbered i = Some e ->
  gathered_in steps e starts = Some set ->
  In u starts -> forall w, steps_to u w -> steps_to w i -> is_in set w = true.
Proof.
  intros steps i e starts set u known yes start w way. unfold gathered_in in yes.
  destruct (gather_keeps steps e starts (starts, PositiveMap.empty unit)) as [cover all].
  { intros k is. unfold is_in in is. rewrite PositiveMap.mem_find, PositiveMap.gempty in is. discriminate. }
  { intros k is. right. exact is. }
  destruct (gather steps _ _) as [[| k rest] found]; [| discriminate]. injection yes as ->.
  unfold covers, has_all in *. cbn [fst snd] in *.
  assert (inside : is_in set u = true) by (destruct (all u start) as [is | []]; exact is).
  clear start. apply clos_rt_rt1n in way. revert inside.
  induction way as [u | u v w step_ way again]; intros inside on_; trivial.
  apply again; trivial.
  assert (way_v : steps_to v i) by (eapply rt_trans; [apply clos_rt1n_rt; exact way | exact on_]).
  destruct step_ as [t by_]. assert (goes : follows u v) by (exists t; exact by_).
  destruct by_ as [eu [ev [_ [_ found_]]]]. apply located_is in found_. destruct found_ as [there _].
  destruct (cover u inside v) as [is | []]; trivial.
  apply (near_has e u v ev); trivial. apply (path_may v i way_v); trivial.
Qed.

Lemma gathered_has : forall i e starts set u, entry_numbered i = Some e -> gathered e starts = Some set ->
  In u starts -> forall w, steps_to u w -> steps_to w i -> is_in set w = true.
Proof. exact (gathered_in_has 40). Qed.
Local Opaque gathered.

(** *** Boards and their images *)

Lemma place_facts : forall i e, entry_numbered i = Some e ->
  all_within r (on (known_state e)) /\ In i (place_of (on (known_state e))) /\
  forall ms, In ms group -> place_of (image_board ms (on (known_state e))) = place_of (on (known_state e)).
Proof.
  intros i e known. assert (fine := all_ok i e known). unfold entry_ok in fine.
  apply andb_true_iff in fine. destruct fine as [fine _]. unfold place_ok in fine.
  rewrite !andb_true_iff, forallb_forall in fine. destruct fine as [[[in_b in_w] there] same].
  split; [split; apply is_within_true; assumption |]. split.
  - apply existsb_exists in there. destruct there as [i' [is eq]]. apply N.eqb_eq in eq. congruence.
  - intros ms is. assert (in_ : In (prepare ms) symmetries) by (rewrite made_of; apply in_map; exact is).
    specialize (same _ in_). rewrite prepared_image in same. unfold same_list in same.
    destruct (list_eq_dec _ _ _) as [eq |]; [exact eq | discriminate].
Qed.

(** States on images of one board are at one place. *)
Lemma same_place : forall k ek ms j ej ns, entry_numbered k = Some ek -> entry_numbered j = Some ej ->
  In ms group -> In ns group ->
  image_board ms (on (known_state ek)) = image_board ns (on (known_state ej)) ->
  In k (place_of (on (known_state ej))).
Proof.
  intros k ek ms j ej ns at_k at_j is_m is_n same.
  destruct (place_facts k ek at_k) as [_ [there all_k]]. destruct (place_facts j ej at_j) as [_ [_ all_j]].
  rewrite <- (all_j ns is_n), <- same, (all_k ms is_m). exact there.
Qed.

Record met : Type := {
  number : N;
  its : entry;
  by_ : list N;
  its_there : entry_numbered number = Some its;
  by_there : In by_ group
}.

Definition s_of (n : met) : state := known_state (its n).
Definition board_at (n : met) : board := image_board (by_ n) (on (s_of n)).
Definition turn_at (n : met) : player := turn_of (s_of n).

(** The board that the opponent would bring about at the ko's point. *)
Definition barred_of (s : state) : option board :=
  match ko s with Some p => play r (other attacker) (on s) p | None => None end.
Definition barred_at (n : met) : option board :=
  if same_turn (turn_at n) (other attacker) then option_map (image_board (by_ n)) (barred_of (s_of n)) else None.

Definition met_next (n n' : met) : Prop :=
  exists t, In t (successors (its n)) /\ located t = Some (number n', its n') /\
    board_at n' = image_board (by_ n) (on t) /\ turn_at n' = turn_of t.

Lemma met_follows : forall n n', met_next n n' -> follows (number n) (number n').
Proof.
  intros n n' [t [after [found _]]]. exists t, (its n), (its n'). repeat split; trivial. apply its_there.
Qed.

Lemma met_path : forall n n', clos_refl_trans met met_next n n' -> steps_to (number n) (number n').
Proof.
  intros n n' way. induction way as [a b step_ | a | a b c _ one _ two].
  - apply rt_step. apply met_follows. exact step_.
  - apply rt_refl.
  - eapply rt_trans; eauto.
Qed.

Lemma board_within : forall n, all_within r (on (s_of n)).
Proof. intro n. apply (place_facts (number n) (its n)). apply its_there. Qed.

Lemma symmetry_by : forall n, is_symmetry r (by_ n) = true.
Proof. intro n. apply (group_symmetry r group); [exact a_group | apply by_there]. Qed.

(** What follows, on the image. *)
Lemma met_after : forall n t, In t (successors (its n)) ->
  exists n' ms, met_next n n' /\ In ms group /\ by_ n' = one_after (by_ n) ms /\ image_of ms (s_of n') t.
Proof.
  intros n t after. destruct (follows_lower t (number n) (its n) (its_there n) after) as [j [e' [found _]]].
  destruct (located_is _ _ _ found) as [there [ms [is same]]].
  assert (closed_ := group_closed r group (by_ n) ms a_group (by_there n) is).
  exists {| number := j; its := e'; by_ := one_after (by_ n) ms; its_there := there; by_there := closed_ |}, ms.
  split; [| auto]. exists t. unfold board_at, turn_at, s_of. cbn [number its by_]. repeat split; trivial.
  - rewrite (image_board_after r) by (first [apply symmetry_by | apply (group_symmetry r group); assumption]).
    f_equal. symmetry. apply same.
  - symmetry. apply same.
Qed.

Lemma enough_is : forall b, enough_here b = true <-> enough board (score r) attacker wanted b.
Proof. intro b. apply Z.leb_le. Qed.

Lemma enough_at : forall n, enough board (score r) attacker wanted (board_at n) <-> enough_here (on (s_of n)) = true.
Proof.
  intro n. rewrite enough_is. unfold enough, board_at.
  rewrite (score_image r (by_ n) (symmetry_by n)) by apply board_within. tauto.
Qed.

Lemma point_there : forall ms a b p b', In ms group -> play r a b p = Some b' ->
  nth_error ms (N.to_nat p) = Some (image_point ms p).
Proof.
  intros ms a b p b' is legal. apply play_on_board in legal. apply in_points in legal.
  destruct (place_there r ms (group_symmetry r group ms a_group is) p legal) as [q at_].
  unfold image_point. rewrite (nth_error_nth _ _ _ at_). exact at_.
Qed.

Lemma after_stones_has : forall s p b ps, In p ps -> play r (other attacker) (on s) p = Some b ->
  same_ko (ko s) (Some p) = false ->
  In {| on := b; turn_of := attacker; ko := ko_after (other attacker) (on s) b |} (after_stones s ps).
Proof.
  intros s p b ps is legal free. induction ps as [| q rest again]; [contradiction |].
  simpl. destruct is as [-> | is].
  - rewrite free, legal. left. reflexivity.
  - destruct (same_ko (ko s) (Some q)); [auto |].
    destruct (play r (other attacker) (on s) q); [right |]; auto.
Qed.

Lemma after_answers_stones : forall s t, In t (after_stones s (points r)) -> In t (after_answers s).
Proof.
  intros s t is. unfold after_answers. destruct (enough_here (on s)); [| right; exact is].
  destruct goes_on, (ko s); try exact is. right. exact is.
Qed.

Lemma ko_after_back : forall a b b' p, ko_after a b b' = Some p -> play r (other a) b' p = Some b.
Proof.
  intros a b b' p found. unfold ko_after in found.
  destruct (N.ldiff _ _); [discriminate |]. destruct (only_bit _); [| discriminate].
  destruct (play r (other a) b' n) as [back |] eqn:legal; [| discriminate].
  destruct (board_eqb back b) eqn:same; [| discriminate].
  apply board_eqb_true in same. congruence.
Qed.

(** [place_of] has all states on images of a board that follows. *)
Lemma place_has : forall n t u, In t (successors (its n)) -> board_at u = image_board (by_ n) (on t) ->
  In (number u) (place_of (on t)).
Proof.
  intros n t u after same. destruct (follows_lower t (number n) (its n) (its_there n) after) as [j [ej [found _]]].
  destruct (located_is _ _ _ found) as [at_j [ms [is [_ [image_ _]]]]].
  rewrite image_, (proj2 (proj2 (place_facts j ej at_j)) ms is).
  apply (same_place (number u) (its u) (by_ u) j ej (one_after (by_ n) ms)); trivial.
  - apply its_there.
  - apply by_there.
  - apply (group_closed r group); trivial. apply by_there.
  - rewrite (image_board_after r) by (first [apply symmetry_by | apply (group_symmetry r group); assumption]).
    rewrite <- image_. exact same.
Qed.

(** A stone of the attacker's brings about no image of a board from which one came. *)
Lemma stone_fresh : forall n t n', turn_at n = attacker -> reply (its n) <> None ->
  after_reply (s_of n) (reply (its n)) = Some t -> board_at n' = image_board (by_ n) (on t) ->
  forall u, clos_refl_trans met met_next u n -> board_at u <> board_at n'.
Proof.
  intros n t n' own stone makes here u way same. apply met_path in way.
  assert (fine := all_ok _ _ (its_there n)). unfold entry_ok in fine. apply andb_true_iff in fine.
  destruct fine as [_ fine]. unfold moves_ok in fine. fold (s_of n) in fine. unfold turn_at in own.
  rewrite own, same_turn_same, makes in fine. apply andb_true_iff in fine. destruct fine as [_ fine].
  destruct (reply (its n)) as [q |] eqn:which; [| congruence].
  assert (after : In t (successors (its n))).
  { unfold successors. fold (s_of n). rewrite own, same_turn_same, which, makes. left. reflexivity. }
  assert (starts : In (number u) (filter (may_come_from (its n)) (place_of (on t)))).
  { apply filter_In. split; [apply (place_has n t u after); congruence |].
    unfold may_come_from. rewrite (its_there u). apply (path_may _ _ way); apply its_there. }
  unfold no_way in fine. destruct (filter _ _) as [| k rest] eqn:all; [contradiction |]. rewrite <- all in *.
  unfold outside in fine. destruct (gathered _ _) as [set |] eqn:yes; [| discriminate].
  rewrite (gathered_has (number n) (its n) _ set (number u) (its_there n) yes starts (number n) way) in fine.
  - discriminate.
  - apply rt_refl.
Qed.

(** A reply that takes a ko bars the board before. *)
Lemma barred_back : forall n n' ms t p, In ms group -> by_ n' = one_after (by_ n) ms -> image_of ms (s_of n') t ->
  after_reply (s_of n) (Some p) = Some t ->
  barred_at n' = None \/ bars = true /\ ko t <> None /\ barred_at n' = Some (board_at n).
Proof.
  intros n n' ms t p is made [turns [boards kos]] makes. unfold barred_at.
  destruct (same_turn _ _); [| auto]. unfold barred_of.
  destruct (ko (s_of n')) as [q |] eqn:ko_; [| auto].
  destruct (play r (other attacker) (on (s_of n')) q) as [d |] eqn:legal; [| auto].
  right. simpl in kos. unfold after_reply in makes.
  destruct (play r attacker (on (s_of n)) p) as [b |]; [| discriminate]. injection makes as <-.
  cbn [on ko] in *. assert (takes : reply_ko (on (s_of n)) b <> None) by congruence.
  unfold reply_ko in kos. destruct bars; [| discriminate]. split; trivial. split; [exact takes |]. apply ko_after_back in kos.
  assert (sym := group_symmetry r group ms a_group is).
  rewrite boards, (play_image r ms sym (other attacker) _ q) in kos;
    [| apply board_within | eapply point_there; eassumption].
  rewrite legal in kos. simpl in kos. simpl. f_equal.
  rewrite made, (image_board_after r) by (first [apply symmetry_by | assumption]).
  unfold board_at. congruence.
Qed.

(** The opponent's stones. *)
Lemma his_stone : forall n q b, turn_at n = other attacker ->
  play r (other attacker) (board_at n) q = Some b -> barred_at n <> Some b ->
  exists t n', In t (after_stones (s_of n) (points r)) /\ met_next n n' /\ b = image_board (by_ n) (on t) /\
    board_at n' = b /\ turn_at n' = attacker.
Proof.
  intros n q b theirs legal free. unfold board_at in legal.
  destruct (play_image_back r (by_ n) (symmetry_by n) _ _ _ _ (board_within n) legal) as [p [b0 [at_ [legal0 ->]]]].
  assert (not_ko : same_ko (ko (s_of n)) (Some p) = false).
  { destruct (same_ko (ko (s_of n)) (Some p)) eqn:same; trivial. apply same_ko_true in same.
    exfalso. apply free. unfold barred_at, barred_of. rewrite theirs, same_turn_same, same, legal0. reflexivity. }
  set (t := {| on := b0; turn_of := attacker; ko := ko_after (other attacker) (on (s_of n)) b0 |}).
  assert (is : In t (after_stones (s_of n) (points r))).
  { apply (after_stones_has (s_of n) p b0); trivial. apply (play_on_board r _ _ _ _ legal0). }
  assert (after : In t (successors (its n))).
  { unfold successors. fold (s_of n). unfold turn_at in theirs. rewrite theirs, same_turn_other.
    apply after_answers_stones. exact is. }
  destruct (met_after n t after) as [n' [ms [step_ [is_ms [made [turns [boards _]]]]]]].
  exists t, n'. repeat split; trivial.
  - unfold board_at. rewrite made, (image_board_after r)
      by (first [apply symmetry_by | apply (group_symmetry r group); assumption]).
    rewrite <- boards. reflexivity.
  - unfold turn_at. symmetry. exact turns.
Qed.

Lemma his_pass : forall n, turn_at n = other attacker -> ~ enough board (score r) attacker wanted (board_at n) ->
  exists n', met_next n n' /\ board_at n' = board_at n /\ turn_at n' = attacker.
Proof.
  intros n theirs ill.
  set (t := {| on := on (s_of n); turn_of := attacker; ko := None |}).
  assert (after : In t (successors (its n))).
  { unfold successors. fold (s_of n). unfold turn_at in theirs. rewrite theirs, same_turn_other. unfold after_answers.
    destruct (enough_here (on (s_of n))) eqn:well; [| left; reflexivity].
    exfalso. apply ill. apply enough_at. exact well. }
  destruct (met_after n t after) as [n' [ms [step_ [is_ms [made [turns [boards _]]]]]]].
  exists n'. repeat split; trivial.
  - unfold board_at. rewrite made, (image_board_after r)
      by (first [apply symmetry_by | apply (group_symmetry r group); assumption]).
    rewrite <- boards. reflexivity.
  - unfold turn_at. symmetry. exact turns.
Qed.

(** His pass where the board is enough and a ko is barred: by this, or by another that answers it, play goes on. *)
Lemma his_frees : forall a, goes_on = Some a -> forall n, turn_at n = other attacker ->
  enough board (score r) attacker wanted (board_at n) -> barred_at n <> None ->
  exists n', met_next n n' /\ board_at n' = board_at n /\ turn_at n' = a /\ barred_at n' = None.
Proof.
  intros a allowed n theirs well bar.
  set (t := {| on := on (s_of n); turn_of := a; ko := None |}).
  assert (after : In t (successors (its n))).
  { unfold successors. fold (s_of n). unfold turn_at in theirs. rewrite theirs, same_turn_other. unfold after_answers.
    apply enough_at in well. rewrite well, allowed. unfold barred_at, barred_of, turn_at in bar.
    rewrite theirs, same_turn_same in bar. destruct (ko (s_of n)); [left; reflexivity | exfalso; apply bar; reflexivity]. }
  destruct (met_after n t after) as [n' [ms [step_ [is_ms [made [turns [boards kos]]]]]]].
  exists n'. repeat split; trivial.
  - unfold board_at. rewrite made, (image_board_after r)
      by (first [apply symmetry_by | apply (group_symmetry r group); assumption]).
    rewrite <- boards. reflexivity.
  - unfold turn_at. symmetry. exact turns.
  - unfold barred_at, barred_of. destruct (ko (s_of n')); [discriminate |]. destruct (same_turn _ _); reflexivity.
Qed.

(** The attacker's move: what [attacker_moves] asks, and of a ko that it takes a little more. *)
Lemma own_move : forall n, turn_at n = attacker ->
  (enough board (score r) attacker wanted (board_at n) /\
   exists n', met_next n n' /\ board_at n' = board_at n /\ turn_at n' = other attacker /\ barred_at n' = None) \/
  (exists t q b n', after_reply (s_of n) (reply (its n)) = Some t /\
     play r attacker (board_at n) q = Some b /\ met_next n n' /\ board_at n' = b /\
     turn_at n' = other attacker /\
     (barred_at n' = None \/ bars = true /\ ko t <> None /\ barred_at n' = Some (board_at n)) /\
     forall u, clos_refl_trans met met_next u n -> board_at u <> b).
Proof.
  intros n own. assert (fine := all_ok _ _ (its_there n)). unfold entry_ok in fine. apply andb_true_iff in fine.
  destruct fine as [_ fine]. unfold moves_ok in fine. fold (s_of n) in fine.
  assert (turn_s := own). unfold turn_at in turn_s. rewrite turn_s, same_turn_same in fine.
  destruct (after_reply (s_of n) (reply (its n))) as [t |] eqn:makes; [| discriminate].
  assert (after : In t (successors (its n))).
  { unfold successors. fold (s_of n). rewrite turn_s, same_turn_same, makes. left. reflexivity. }
  destruct (met_after n t after) as [n' [ms [step_ [is_ms [made same]]]]].
  assert (there : board_at n' = image_board (by_ n) (on t)).
  { destruct same as [_ [boards _]]. unfold board_at. rewrite made, (image_board_after r)
      by (first [apply symmetry_by | apply (group_symmetry r group); assumption]).
    rewrite <- boards. reflexivity. }
  destruct (reply (its n)) as [p |] eqn:which.
  - right. assert (legal := makes). unfold after_reply in legal.
    destruct (play r attacker (on (s_of n)) p) as [b |] eqn:plays; [| discriminate].
    exists t, (image_point (by_ n) p), (board_at n'), n'. split; trivial. repeat split; trivial.
    + unfold board_at at 1. rewrite (play_image r (by_ n) (symmetry_by n) _ _ p);
        [| apply board_within | eapply point_there; [apply by_there | exact plays]].
      rewrite plays, there. simpl. injection legal as <-. reflexivity.
    + destruct same as [turns _]. unfold turn_at. rewrite <- turns. injection legal as <-. reflexivity.
    + exact (barred_back n n' ms t p is_ms made same makes).
    + apply (stone_fresh n t n'); trivial; rewrite which; [discriminate | exact makes].
  - left. unfold after_reply in makes. destruct (enough_here (on (s_of n))) eqn:well; [| discriminate].
    split; [apply enough_at; exact well |]. injection makes as <-. exists n'. repeat split; trivial.
    + destruct same as [turns _]. unfold turn_at. symmetry. exact turns.
    + destruct same as [_ [_ kos]]. unfold barred_at, barred_of. destruct (ko (s_of n')); [discriminate |].
      destruct (same_turn _ _); reflexivity.
Qed.

Lemma met_ends : well_founded (fun n' n => met_next n n').
Proof.
  apply (wf_incl _ _ (fun a b => follows (number b) (number a))).
  - intros a b step_. apply met_follows. exact step_.
  - apply (wf_inverse_image met N (fun j i => follows i j) number follows_ends).
Qed.

Definition strategy_of :
  graph board N (play r) (score r) attacker wanted (fun _ => False) bars.
Proof.
  refine {| node := met; at_board := board_at; turn := turn_at; barred := barred_at; next := met_next |}.
  - intros n own. destruct (own_move n own) as
      [pass_ | [t [q [b [n' [_ [legal [step_ [here [turns [bar fresh]]]]]]]]]]]; [left; exact pass_ | right].
    exists q, b, n'. repeat split; trivial; [| tauto].
    destruct bar as [none | [yes [_ some]]]; auto.
  - intros n p b theirs legal free. destruct (his_stone n p b theirs legal free) as [t [n' [_ [step_ [_ [here turns]]]]]].
    exists n'. auto.
  - exact his_pass.
  - exact met_ends.
Defined.

(** The table has a state that is no ko: a node stands there. *)
Lemma located_met : forall t i e, located t = Some (i, e) -> ko t = None ->
  exists n : met, board_at n = on t /\ turn_at n = turn_of t /\ barred_at n = None.
Proof.
  intros t i e found free. destruct (located_is _ _ _ found) as [there [ms [is [turns [boards kos]]]]].
  exists {| number := i; its := e; by_ := ms; its_there := there; by_there := is |}.
  unfold board_at, turn_at, barred_at, barred_of, s_of. cbn [its by_]. repeat split; try congruence.
  rewrite free in kos. destruct (ko (known_state e)); [discriminate |]. destruct (same_turn _ _); reflexivity.
Qed.

End Checker.
Unset Default Proof Using.

(** All that the program hands over besides the claim. *)
Record table : Type := {
  maps : list (list N); (** symmetries *)
  steps : nat;          (** there are at most 2^[steps] entries *)
  numbered : N -> option entry;
  number_of : state -> N * nat;
  numbers_on : board -> list N;
  laid_alone : board -> list N (** KeeChecker.v: what the attacker lays, alone, until he has enough *)
}.

Definition bound_of (t : table) : N := N.shiftl 1 (N.of_nat (steps t)).

Definition root_ok (r : rectangle) (t : table) (root : state) : bool :=
  is_group r (maps t) &&
  match ko root with Some _ => false | None => true end &&
  match located (map prepare (maps t)) (bound_of t) (numbered t) (number_of t) root with
  | Some _ => true
  | None => false
  end.

Definition check (r : rectangle) (bars : bool) (goes_on : option player) (attacker : player) (wanted : Z) (t : table)
  (root : state) : bool :=
  root_ok r t root &&
  let bound := bound_of t in let symmetries := map prepare (maps t) in
  all_entries bound (numbered t) (steps t)
    (entry_ok r bars goes_on attacker wanted symmetries bound (numbered t) (number_of t) (numbers_on t)).

(** Nothing is proved of this: it refuses more than [check]. *)
Definition all_kept (r : rectangle) (bars : bool) (goes_on : option player) (attacker : player) (wanted : Z) (t : table) : bool :=
  let bound := bound_of t in let symmetries := map prepare (maps t) in
  all_entries bound (numbered t) (steps t)
    (kept_ok r bars goes_on attacker wanted symmetries bound (numbered t) (number_of t) (numbers_on t)).

Theorem checker_sound : forall r rule attacker wanted t root,
  check r (retake_illegal rule) None attacker wanted t root = true ->
  forces (go_game board N board_eq_dec (play r) (score r) rule) attacker wanted
    (begin_with board (on root) (turn_of root)).
Proof.
  intros r rule attacker wanted t root yes. unfold check in yes.
  apply andb_true_iff in yes. destruct yes as [start all]. unfold root_ok in start.
  apply andb_true_iff in start. destruct start as [start there].
  apply andb_true_iff in start. destruct start as [grouped no_ko].
  assert (every := all_entries_has _ _ _ _ all).
  destruct (located _ _ _ _ root) as [[i e] |] eqn:found; [| discriminate].
  destruct (located_met r (retake_illegal rule) None attacker wanted (maps t) _ _ _ _ _ grouped eq_refl every
    root i e found) as [n [here [turns free]]].
  { destruct (ko root); [discriminate | reflexivity]. }
  rewrite <- here, <- turns.
  apply (strategy_wins board N board_eq_dec (play r) (score r) rule attacker wanted
    (strategy_of r (retake_illegal rule) None attacker wanted (maps t) _ _ _ _ _ grouped eq_refl every) n free).
Qed.
