(**
A checker of strategies, and that what it accepts is true.

What is checked is a table ([table]): of each board that play by the strategy comes to the states that
were met on it. A state is who is to move, and the point that he may not play because of a ko, or none.
The table says of each state a rank, and where the attacker is to move his reply; of each board a level.
Nothing in it is believed. [check] goes through all of it:
- each reply is legal by the captures, and a pass only where the board is enough;
- each state that follows one by the rules of play ([successors]) is in the table, with a lower rank:
  so no path is endless;
- no state that follows one is on a board of a higher level;
- a stone of the attacker's leads to a board of a lower level; or all states of the table on that board,
  and what follows them by states of the same level, are gathered ([gather]), and the state where the
  stone was played is not among them. So the stone brings about no board from which one came there.

[checker_sound]: if [check] says yes, the attacker forces the margin from the table's root on, under
the rules of Repetition.v, with the whole history, and the captures and scores of Board.v.

The table is made, by a program that nobody needs to trust (unfold.ml), from the replies of a
certificate of strategies (solver/certificate/format.h). There states that a symmetry of the board maps to each other
are one; here they are not, so that nothing needs to be proved of symmetries.
*)
Require Import ZArith NArith List Bool FMapPositive Relations Wellfounded.
Require Import Game Strategy Repetition Board.
Import ListNotations.

Record state : Set := { on : board; turn_of : player; ko : option N }.

Record entry : Set := {
  entry_turn : player;
  entry_ko : option N;
  rank : N;
  reply : option N; (** the attacker's: a point, or a pass *)
  if_retaken : list N (** KeeChecker.v: what he lays, alone, if that takes a ko and it is retaken *)
}.

Record place : Set := { level : N; entries : list entry }.

Definition table : Type := PositiveMap.t place.

Definition same_turn (a b : player) : bool :=
  match a, b with Black, Black | White, White => true | _, _ => false end.
Definition same_ko (a b : option N) : bool :=
  match a, b with Some p, Some q => N.eqb p q | None, None => true | _, _ => false end.
Definition same_state (a b : state) : bool :=
  same_turn (turn_of a) (turn_of b) && same_ko (ko a) (ko b) && board_eqb (on a) (on b).

Lemma same_turn_true : forall a b, same_turn a b = true -> a = b.
Proof. destruct a, b; simpl; congruence. Qed.

Lemma same_ko_true : forall a b, same_ko a b = true -> a = b.
Proof.
  intros [p |] [q |]; simpl; try congruence. intro same. apply N.eqb_eq in same. congruence.
Qed.

Lemma same_state_true : forall a b, same_state a b = true -> a = b.
Proof.
  intros [ab at_ ak] [bb bt bk] same. unfold same_state in same. simpl in same.
  apply andb_true_iff in same. destruct same as [same boards].
  apply andb_true_iff in same. destruct same as [turns kos].
  apply same_turn_true in turns. apply same_ko_true in kos. apply board_eqb_true in boards. congruence.
Qed.

(** A board as a key of the table: two bits a point, then [rest]. That no two boards have the same key
    is not proved: where a board is looked up its key is turned back into a board and compared. *)
Fixpoint mix (points : nat) (b w : N) (rest : positive) : positive :=
  match points with
  | O => rest
  | S less =>
    let more := mix less (N.div2 b) (N.div2 w) rest in
    let second := if N.odd w then xI more else xO more in
    if N.odd b then xI second else xO second
  end.

Fixpoint unmix (points : nat) (key : positive) : N * N :=
  match points with
  | O => (0%N, 0%N)
  | S less =>
    match key with
    | xI (xI more) => let (b, w) := unmix less more in (N.succ_double b, N.succ_double w)
    | xI (xO more) => let (b, w) := unmix less more in (N.succ_double b, N.double w)
    | xO (xI more) => let (b, w) := unmix less more in (N.double b, N.succ_double w)
    | xO (xO more) => let (b, w) := unmix less more in (N.double b, N.double w)
    | _ => (0%N, 0%N)
    end
  end.

Section Checker.

Variable r : rectangle.
Variable bars : bool.    (** a ko that the attacker took is not taken back at once *)
Variable goes_on : bool. (** play may go on after the attacker's pass answered one *)
Variable attacker : player.
Variable wanted : Z.
Variable t : table.

Definition board_key (b : board) : positive := mix (size r) (black b) (white b) xH.
Definition key_board (k : positive) : board :=
  let (b, w) := unmix (size r) k in {| black := b; white := w |}.

Definition place_of (b : board) : option place :=
  let k := board_key b in
  match PositiveMap.find k t with
  | Some found => if board_eqb (key_board k) b then Some found else None
  | None => None
  end.

Definition entry_for (turn : player) (ko_ : option N) (e : entry) : bool :=
  same_turn (entry_turn e) turn && same_ko (entry_ko e) ko_.

(** What the table has of a state: its entry, and its board's level. *)
Definition info (s : state) : option (entry * N) :=
  match place_of (on s) with
  | None => None
  | Some found =>
    match find (entry_for (turn_of s) (ko s)) (entries found) with
    | Some e => Some (e, level found)
    | None => None
    end
  end.

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
    | true, Some _ => {| on := on s; turn_of := other attacker; ko := None |} :: by_stone
    | _, _ => by_stone
    end
  else {| on := on s; turn_of := attacker; ko := None |} :: by_stone.

Definition successors (s : state) (e : entry) : list state :=
  if same_turn (turn_of s) attacker
  then match after_reply s (reply e) with Some s' => [s'] | None => [] end
  else after_answers s.

(** Sets of states. *)
Definition state_key (s : state) : positive :=
  let last := match ko s with None => xH | Some p => Pos.succ (N.succ_pos p) end in
  mix (size r) (black (on s)) (white (on s))
    (match turn_of s with Black => xO last | White => xI last end).

Definition states : Type := PositiveMap.t state.
Definition is_in (set : states) (s : state) : bool :=
  match PositiveMap.find (state_key s) set with Some s' => same_state s' s | None => false end.

Definition of_level (l : N) (s : state) : bool :=
  match info s with Some (_, l') => N.eqb l' l | None => false end.

(** The states of one level that follow a state. *)
Definition near (l : N) (s : state) : list state :=
  match info s with Some (e, _) => filter (of_level l) (successors s e) | None => [] end.

(** All that one comes to from some states by near ones: done in at most 2^[steps] steps. *)
Definition gather_one (l : N) (now : list state * states) : list state * states :=
  match fst now with
  | [] => now
  | s :: rest => if is_in (snd now) s then (rest, snd now)
                 else (near l s ++ rest, PositiveMap.add (state_key s) s (snd now))
  end.
Fixpoint gather (steps : nat) (l : N) (now : list state * states) : list state * states :=
  match fst now with
  | [] => now
  | _ => match steps with
         | O => gather_one l now
         | S less => gather less l (gather less l now)
         end
  end.

Definition closed (l : N) (set : states) : bool :=
  PositiveMap.fold (fun _ s (yes : bool) => if yes then forallb (is_in set) (near l s) else false) set true.

Definition states_on (b : board) (found : place) : list state :=
  map (fun e => {| on := b; turn_of := entry_turn e; ko := entry_ko e |}) (entries found).

(** Is there no way from a state on board [b], of level [l], to state [s]? *)
Definition no_way (l : N) (b : board) (s : state) : bool :=
  match place_of b with
  | None => false
  | Some found =>
    let set := snd (gather 40 l (states_on b found, PositiveMap.empty state)) in
    forallb (is_in set) (states_on b found) && closed l set && negb (is_in set s)
  end.

Definition lower_than (e : entry) (l : N) (s : state) : bool :=
  match info s with Some (e', l') => N.ltb (rank e') (rank e) && N.leb l' l | None => false end.

Definition check_state (s : state) (e : entry) (l : N) : bool :=
  if same_turn (turn_of s) attacker
  then match after_reply s (reply e) with
       | None => false
       | Some s' =>
         lower_than e l s' &&
         match reply e with
         | None => true
         | Some _ => match info s' with
                     | Some (_, l') => if N.ltb l' l then true else no_way l (on s') s
                     | None => false
                     end
         end
       end
  else forallb (lower_than e l) (after_answers s).

Definition barred_of (s : state) : option board :=
  match ko s with Some p => play r (turn_of s) (on s) p | None => None end.

Definition check_place (k : positive) (found : place) : bool :=
  forallb (fun e => check_state {| on := key_board k; turn_of := entry_turn e; ko := entry_ko e |} e (level found))
    (entries found).

Definition check (root : state) : bool :=
  PositiveMap.fold (fun k found (yes : bool) => if yes then check_place k found else false) t true &&
  match ko root with None => true | Some _ => false end &&
  match info root with Some _ => true | None => false end.

(** ** The proof *)

Lemma fold_all : forall (A : Type) (f : positive -> A -> bool) (m : PositiveMap.t A),
  PositiveMap.fold (fun k v (yes : bool) => if yes then f k v else false) m true = true ->
  forall k v, PositiveMap.find k m = Some v -> f k v = true.
Proof.
  intros A f m all k v found. rewrite PositiveMap.fold_1 in all.
  apply PositiveMap.elements_correct in found. revert all found.
  assert (never : forall l, fold_left (fun (a : bool) (p : positive * A) =>
    if a then f (fst p) (snd p) else false) l false = false).
  { induction l; simpl; auto. }
  generalize (PositiveMap.elements m). intro l.
  induction l as [| [k' v'] rest again]; simpl; [contradiction |].
  intros all [here | later].
  - injection here as -> ->. destruct (f k v); trivial. rewrite never in all. discriminate.
  - destruct (f k' v'); [auto |]. rewrite never in all. discriminate.
Qed.

Hypothesis all_places : forall k found, PositiveMap.find k t = Some found -> check_place k found = true.

Lemma info_checked : forall s e l, info s = Some (e, l) -> check_state s e l = true.
Proof.
  intros s e l known. unfold info, place_of in known.
  destruct (PositiveMap.find (board_key (on s)) t) as [found |] eqn:there; [| discriminate].
  destruct (board_eqb (key_board (board_key (on s))) (on s)) eqn:same; [| discriminate].
  apply board_eqb_true in same.
  destruct (find (entry_for (turn_of s) (ko s)) (entries found)) as [e' |] eqn:entry_; [| discriminate].
  injection known as <- <-. apply find_some in entry_. destruct entry_ as [within fits].
  unfold entry_for in fits. apply andb_true_iff in fits. destruct fits as [turns kos].
  apply same_turn_true in turns. apply same_ko_true in kos.
  assert (all := all_places _ _ there). unfold check_place in all.
  rewrite forallb_forall in all. specialize (all _ within). simpl in all.
  rewrite same, turns, kos in all. destruct s. exact all.
Qed.

Definition met (s : state) : Prop := info s <> None.

Lemma met_info : forall s, met s -> exists e l, info s = Some (e, l).
Proof. intros s is. unfold met in is. destruct (info s) as [[e l] |]; [eauto | congruence]. Qed.

Definition follows (s s' : state) : Prop :=
  exists e l, info s = Some (e, l) /\ In s' (successors s e).

Lemma follows_lower : forall s s' e l, info s = Some (e, l) -> In s' (successors s e) ->
  exists e' l', info s' = Some (e', l') /\ (rank e' < rank e)%N /\ (l' <= l)%N.
Proof.
  intros s s' e l known after. assert (fine := info_checked s e l known).
  assert (low : lower_than e l s' = true).
  { unfold check_state in fine. unfold successors in after.
    destruct (same_turn (turn_of s) attacker).
    - destruct (after_reply s (reply e)) as [s2 |]; [| discriminate].
      destruct after as [<- | []]. apply andb_true_iff in fine. apply fine.
    - rewrite forallb_forall in fine. auto. }
  unfold lower_than in low. destruct (info s') as [[e' l'] |]; [| discriminate].
  apply andb_true_iff in low. destruct low as [ranks levels].
  exists e', l'. repeat split; [apply N.ltb_lt | apply N.leb_le]; assumption.
Qed.

Definition rank_of (s : state) : N := match info s with Some (e, _) => rank e | None => 0%N end.
Definition level_of (s : state) : N := match info s with Some (_, l) => l | None => 0%N end.

Lemma follows_ranks : forall s s', follows s s' ->
  met s' /\ (rank_of s' < rank_of s)%N /\ (level_of s' <= level_of s)%N.
Proof.
  intros s s' [e [l [known after]]].
  destruct (follows_lower s s' e l known after) as [e' [l' [known' [ranks levels]]]].
  unfold met, rank_of, level_of. rewrite known, known'. repeat split; trivial; discriminate.
Qed.

Lemma follows_ends : well_founded (fun s' s => follows s s').
Proof.
  apply (wf_incl _ _ (fun a b => (rank_of a < rank_of b)%N)).
  - intros a b step_. apply (follows_ranks _ _ step_).
  - apply (wf_inverse_image state N N.lt rank_of N.lt_wf_0).
Qed.

(** The level is the board's. *)
Lemma same_level : forall s s', met s -> met s' -> on s = on s' -> level_of s = level_of s'.
Proof.
  intros s s' is is' same. unfold met, level_of, info in *. rewrite same in *.
  destruct (place_of (on s')) as [found |]; [| congruence].
  destruct (find _ _); [| congruence]. destruct (find _ _); [reflexivity | congruence].
Qed.

Lemma path_levels : forall s s', clos_refl_trans state follows s s' -> (level_of s' <= level_of s)%N.
Proof.
  intros s s' way. induction way as [a b step_ | a | a b c _ one _ two].
  - apply (follows_ranks _ _ step_).
  - reflexivity.
  - eapply N.le_trans; eauto.
Qed.

Lemma closed_path : forall l set, closed l set = true -> forall s s',
  clos_refl_trans state follows s s' -> is_in set s = true -> level_of s = l -> level_of s' = l ->
  is_in set s' = true.
Proof.
  intros l set all s s' way. apply clos_rt_rt1n in way.
  induction way as [| s w s' step_ way again]; trivial.
  intros inside here there.
  assert (below := proj2 (proj2 (follows_ranks _ _ step_))).
  apply clos_rt1n_rt in way. assert (above := path_levels _ _ way).
  assert (same : level_of w = l). { apply N.le_antisymm; [rewrite <- here | rewrite <- there]; assumption. }
  apply again; trivial.
  unfold is_in in inside. destruct (PositiveMap.find (state_key s) set) as [s2 |] eqn:found; [| discriminate].
  apply same_state_true in inside. subst s2.
  assert (one := fold_all _ (fun _ (s : state) => forallb (is_in set) (near l s)) set all _ _ found).
  simpl in one. rewrite forallb_forall in one. apply one.
  assert (met_w := proj1 (follows_ranks _ _ step_)).
  destruct step_ as [e [l' [known after]]]. unfold near. rewrite known.
  apply filter_In. split; trivial.
  unfold of_level. unfold level_of in same. destruct (met_info w met_w) as [ew [lw known_w]].
  rewrite known_w in *. apply N.eqb_eq. exact same.
Qed.

Lemma stone_fresh : forall s e l q s', info s = Some (e, l) -> turn_of s = attacker ->
  reply e = Some q -> after_reply s (reply e) = Some s' ->
  forall u, met u -> clos_refl_trans state follows u s -> on u <> on s'.
Proof.
  intros s e l q s' known own stone makes u is way same.
  assert (fine := info_checked s e l known). unfold check_state in fine.
  replace (same_turn (turn_of s) attacker) with true in fine by (rewrite own; destruct attacker; reflexivity).
  rewrite makes, stone in fine. apply andb_true_iff in fine. destruct fine as [_ fine].
  destruct (info s') as [[e' l'] |] eqn:known'; [| discriminate].
  assert (met_s' : met s') by (unfold met; congruence).
  assert (level_u := same_level u s' is met_s' same).
  assert (above := path_levels _ _ way).
  assert (level_s : level_of s = l) by (unfold level_of; rewrite known; reflexivity).
  assert (level_s' : level_of s' = l') by (unfold level_of; rewrite known'; reflexivity).
  destruct (N.ltb l' l) eqn:lower.
  - apply N.ltb_lt in lower. rewrite level_u, level_s, level_s' in above.
    exact (N.lt_irrefl _ (N.lt_le_trans _ _ _ lower above)).
  - assert (down : (l' <= l)%N).
    { assert (goes : follows s s').
      { exists e, l. split; trivial. unfold successors.
        replace (same_turn (turn_of s) attacker) with true by (rewrite own; destruct attacker; reflexivity).
        rewrite makes. left. reflexivity. }
      assert (ranks := proj2 (proj2 (follows_ranks _ _ goes))). congruence. }
    apply N.ltb_ge in lower. assert (levels : l' = l) by (apply N.le_antisymm; assumption).
    unfold no_way in fine. destruct (place_of (on s')) as [found |] eqn:there; [| discriminate].
    set (set_ := snd _) in fine.
    apply andb_true_iff in fine. destruct fine as [fine out].
    apply andb_true_iff in fine. destruct fine as [start all].
    assert (inside : is_in set_ u = true).
    { rewrite forallb_forall in start. apply start.
      destruct (met_info u is) as [eu [lu known_u]]. unfold info in known_u. rewrite same, there in known_u.
      destruct (find (entry_for (turn_of u) (ko u)) (entries found)) as [e2 |] eqn:which; [| discriminate].
      apply find_some in which. destruct which as [within fits].
      unfold entry_for in fits. apply andb_true_iff in fits. destruct fits as [turns kos].
      apply same_turn_true in turns. apply same_ko_true in kos.
      unfold states_on. apply in_map_iff. exists e2. split; trivial.
      rewrite turns, kos, <- same. destruct u; reflexivity. }
    assert (again := closed_path l set_ all u s way inside).
    rewrite again in out; [discriminate | congruence | congruence].
Qed.

Lemma after_stones_has : forall s p b ps, In p ps -> play r (other attacker) (on s) p = Some b ->
  same_ko (ko s) (Some p) = false ->
  In {| on := b; turn_of := attacker; ko := ko_after (other attacker) (on s) b |} (after_stones s ps).
Proof.
  intros s p b ps within legal free. induction ps as [| q rest again]; [contradiction |].
  simpl. destruct within as [-> | within].
  - rewrite free, legal. left. reflexivity.
  - destruct (same_ko (ko s) (Some q)); [auto |].
    destruct (play r (other attacker) (on s) q); [right |]; auto.
Qed.

Lemma ko_after_back : forall a b b' p, ko_after a b b' = Some p -> play r (other a) b' p = Some b.
Proof.
  intros a b b' p found. unfold ko_after in found.
  destruct (N.ldiff _ _); [discriminate |]. destruct (only_bit _); [| discriminate].
  destruct (play r (other a) b' n) as [back |] eqn:legal; [| discriminate].
  destruct (board_eqb back b) eqn:same; [| discriminate].
  apply board_eqb_true in same. congruence.
Qed.

Definition met_state : Type := { s : state | met s }.

Definition met_next (s s' : met_state) : Prop := follows (proj1_sig s) (proj1_sig s').

Lemma met_path : forall s s' : met_state, clos_refl_trans met_state met_next s s' ->
  clos_refl_trans state follows (proj1_sig s) (proj1_sig s').
Proof.
  intros s s' way. induction way as [a b step_ | a | a b c _ one _ two].
  - apply rt_step. exact step_.
  - apply rt_refl.
  - eapply rt_trans; eauto.
Qed.

Lemma enough_is : forall b, enough_here b = true <-> enough board (score r) attacker wanted b.
Proof. intro b. apply Z.leb_le. Qed.

Definition strategy_of :
  graph board N (play r) (score r) attacker wanted (fun _ => False) bars.
Proof.
  refine {| node := met_state;
    at_board := fun s => on (proj1_sig s);
    turn := fun s => turn_of (proj1_sig s);
    barred := fun s => if same_turn (turn_of (proj1_sig s)) (other attacker)
                       then barred_of (proj1_sig s) else None;
    next := met_next |}.
  - intros [s is] own. simpl in *. destruct (met_info s is) as [e [l known]].
    assert (fine := info_checked s e l known). unfold check_state in fine.
    assert (turn_s : same_turn (turn_of s) attacker = true) by (rewrite own; destruct attacker; reflexivity).
    rewrite turn_s in fine.
    destruct (after_reply s (reply e)) as [s' |] eqn:makes; [| discriminate].
    assert (goes : follows s s').
    { exists e, l. split; trivial. unfold successors. rewrite turn_s, makes. left. reflexivity. }
    assert (is' := proj1 (follows_ranks _ _ goes)).
    destruct (reply e) as [q |] eqn:which.
    + right. unfold after_reply in makes.
      destruct (play r attacker (on s) q) as [b |] eqn:legal; [| discriminate]. injection makes as makes.
      exists q, b, (exist _ s' is'). subst s'. simpl. repeat split; trivial.
      * replace (same_turn (other attacker) (other attacker)) with true by (destruct attacker; reflexivity).
        unfold barred_of. simpl. unfold reply_ko. destruct bars; [| left; reflexivity].
        destruct (ko_after attacker (on s) b) as [p |] eqn:back; [| left; reflexivity].
        right. split; trivial. apply ko_after_back. exact back.
      * intros [].
      * intros [u is_u] way. simpl. apply met_path in way. simpl in way.
        refine (stone_fresh s e l q {| on := b; turn_of := other attacker; ko := reply_ko (on s) b |}
          known own which _ u is_u way).
        unfold after_reply. rewrite which, legal. reflexivity.
    + left. unfold after_reply in makes. destruct (enough_here (on s)) eqn:well; [| discriminate].
      split; [apply enough_is; exact well |].
      injection makes as makes. exists (exist _ s' is'). subst s'. simpl. repeat split; trivial.
      destruct attacker; reflexivity.
  - intros [s is] p b theirs legal free. simpl in *. destruct (met_info s is) as [e [l known]].
    assert (turn_s : same_turn (turn_of s) attacker = false) by (rewrite theirs; destruct attacker; reflexivity).
    assert (turn_o : same_turn (turn_of s) (other attacker) = true) by (rewrite theirs; destruct attacker; reflexivity).
    rewrite turn_o in free.
    assert (not_ko : same_ko (ko s) (Some p) = false).
    { destruct (same_ko (ko s) (Some p)) eqn:same; trivial. apply same_ko_true in same.
      exfalso. apply free. unfold barred_of. rewrite same, theirs. exact legal. }
    set (s' := {| on := b; turn_of := attacker; ko := ko_after (other attacker) (on s) b |}).
    assert (goes : follows s s').
    { exists e, l. split; trivial. unfold successors. rewrite turn_s. unfold after_answers.
      assert (within : In s' (after_stones s (points r))).
      { apply (after_stones_has s p b); trivial. apply (play_on_board r _ _ _ _ legal). }
      destruct (enough_here (on s)); [| right; exact within].
      destruct goes_on, (ko s); try exact within. right. exact within. }
    exists (exist _ s' (proj1 (follows_ranks _ _ goes))). repeat split; trivial.
  - intros [s is] theirs ill. simpl in *. destruct (met_info s is) as [e [l known]].
    assert (turn_s : same_turn (turn_of s) attacker = false) by (rewrite theirs; destruct attacker; reflexivity).
    set (s' := {| on := on s; turn_of := attacker; ko := None |}).
    assert (goes : follows s s').
    { exists e, l. split; trivial. unfold successors. rewrite turn_s. unfold after_answers.
      destruct (enough_here (on s)) eqn:well; [| left; reflexivity].
      exfalso. apply ill. apply enough_is. exact well. }
    exists (exist _ s' (proj1 (follows_ranks _ _ goes))). repeat split; trivial.
  - apply (wf_incl _ _ (fun a b => follows (proj1_sig b) (proj1_sig a))).
    + intros a b step_. exact step_.
    + apply (wf_inverse_image met_state state (fun s' s => follows s s') (@proj1_sig _ _) follows_ends).
Defined.

End Checker.

Theorem checker_sound : forall r rule attacker wanted t root,
  check r (retake_illegal rule) false attacker wanted t root = true ->
  forces (go_game board N board_eq_dec (play r) (score r) rule) attacker wanted
    (begin_with board (on root) (turn_of root)).
Proof.
  intros r rule attacker wanted t root yes. unfold check in yes.
  apply andb_true_iff in yes. destruct yes as [yes there].
  apply andb_true_iff in yes. destruct yes as [all no_ko].
  assert (every := fold_all _ (check_place r (retake_illegal rule) false attacker wanted t) t all).
  assert (is : met r t root) by (unfold met; destruct (info r t root); congruence).
  apply (strategy_wins board N board_eq_dec (play r) (score r) rule attacker wanted
    (strategy_of r (retake_illegal rule) false attacker wanted t every) (exist _ root is)).
  simpl. unfold barred_of. destruct (ko root); [discriminate |]. destruct (same_turn _ _); reflexivity.
Qed.
