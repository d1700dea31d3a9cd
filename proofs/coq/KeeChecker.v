(**
A checker of strategies for Kee's rules of 2013, and that what it accepts is true.

The table is that of Checker.v, and so is what is checked of it. Besides:
- where the attacker takes a ko, he alone on the board before comes to a board that is enough by laying
  the stones that the table says ([alone]);
- a stone of the opponent's leads to a board of a lower level; or, of the states of that level, those that
  follow where the attacker left that board with a stone, with all that follows them, are gathered, and the
  state where the stone is laid is not among them; and if the board is enough, nor is it among what follows
  a pass of the opponent's, on a board that is not enough, after he left that board with a stone
  ([not_back]).

[kee_checker_sound]: if [kee_check] says yes, the attacker forces the margin from the table's root on, under
the rules of Kee2013.v, with refreshing passes or without, in either tally, with the whole history, and the
captures and scores of Board.v.
*)
Require Import ZArith NArith List Bool FMapPositive Relations Wellfounded.
Require Import Game Strategy Kee2013 KeeStrategy Board Checker.
Import ListNotations.

Section KeeChecker.

Variable r : rectangle.
Variable refresh : bool.
Variable attacker : player.
Variable wanted : Z.
Variable t : table.

Notation opponent := (other attacker).
Notation enough_ := (enough_here r attacker wanted).
Notation near_ := (near r true refresh attacker wanted t).
Notation is_in_ := (is_in r).
Notation follows_ := (follows r true refresh attacker wanted t).
Notation steps_ := (clos_refl_trans state follows_).

(** Does he come, laying these stones alone, to a board that is enough? [seen]: the boards before. *)
Fixpoint alone (ps : list N) (seen : list board) (b : board) : bool :=
  if enough_ b then true
  else match ps with
       | [] => false
       | p :: rest =>
         match play r attacker b p with
         | Some b' => if existsb (board_eqb b') (b :: seen) then false else alone rest (b :: seen) b'
         | None => false
         end
       end.

(** All that one comes to from some states by states of one level; nothing if that is not all. *)
Definition gathered (l : N) (starts : list state) : option states :=
  let set := snd (gather r true refresh attacker wanted t 40 l (starts, PositiveMap.empty state)) in
  if forallb (is_in_ set) starts && closed r true refresh attacker wanted t l set then Some set else None.

(** The states that follow where [a] leaves the board of these states. *)
Definition leaving (l : N) (a : player) (us : list state) : list state :=
  flat_map (fun u => if same_turn (turn_of u) a
                     then filter (fun u' => negb (board_eqb (on u') (on u))) (near_ l u) else []) us.

(** Those that follow passes of the opponent's where the board is not enough. *)
Definition passing (l : N) (ws : list state) : list state :=
  flat_map (fun w => if same_turn (turn_of w) opponent && negb (enough_ (on w))
                     then filter (fun w' => board_eqb (on w') (on w)) (near_ l w) else []) ws.

Definition outside (set : option states) (s : state) : bool :=
  match set with Some found => negb (is_in_ found s) | None => false end.

(** May the opponent bring board [b], of level [l], back from state [s]? *)
Definition not_back (l : N) (b : board) (s : state) : bool :=
  match place_of r t b with
  | None => false
  | Some found =>
    let here := states_on b found in
    outside (gathered l (leaving l attacker here)) s &&
    (negb (enough_ b) ||
     match gathered l (leaving l opponent here) with
     | None => false
     | Some left_ => outside (gathered l (passing l (map snd (PositiveMap.elements left_)))) s
     end)
  end.

Definition brings_nothing (l : N) (s s' : state) : bool :=
  match info r t s' with
  | Some (_, l') => N.ltb l' l || not_back l (on s') s
  | None => false
  end.

Definition kee_state_ok (s : state) (e : entry) (l : N) : bool :=
  if same_turn (turn_of s) attacker
  then match after_reply r true attacker wanted s (reply e) with
       | Some s' => match ko s' with Some _ => alone (if_retaken e) [] (on s) | None => true end
       | None => false
       end
  else forallb (brings_nothing l s) (after_stones r attacker s (points r)).

Definition kee_place_ok (k : positive) (found : place) : bool :=
  forallb (fun e => kee_state_ok {| on := key_board r k; turn_of := entry_turn e; ko := entry_ko e |} e (level found))
    (entries found).

Definition kee_check (root : state) : bool :=
  check r true refresh attacker wanted t root &&
  PositiveMap.fold (fun k found (yes : bool) => if yes then kee_place_ok k found else false) t true.

(** ** The proof *)

Hypothesis all_places : forall k found, PositiveMap.find k t = Some found ->
  check_place r true refresh attacker wanted t k found = true.
Hypothesis all_kee : forall k found, PositiveMap.find k t = Some found -> kee_place_ok k found = true.

Lemma kee_checked : forall s e l, info r t s = Some (e, l) -> kee_state_ok s e l = true.
Proof.
  intros s e l known. unfold info, place_of in known.
  destruct (PositiveMap.find (board_key r (on s)) t) as [found |] eqn:there; [| discriminate].
  destruct (board_eqb (key_board r (board_key r (on s))) (on s)) eqn:same; [| discriminate].
  apply board_eqb_true in same.
  destruct (find (entry_for (turn_of s) (ko s)) (entries found)) as [e' |] eqn:entry_; [| discriminate].
  injection known as <- <-. apply find_some in entry_. destruct entry_ as [within fits].
  unfold entry_for in fits. apply andb_true_iff in fits. destruct fits as [turns kos].
  apply same_turn_true in turns. apply same_ko_true in kos.
  assert (every := all_kee _ _ there). unfold kee_place_ok in every.
  rewrite forallb_forall in every. specialize (every _ within). simpl in every.
  rewrite same, turns, kos in every. destruct s. exact every.
Qed.

Lemma board_eqb_same : forall b, board_eqb b b = true.
Proof. intro b. unfold board_eqb. rewrite !N.eqb_refl. reflexivity. Qed.

Lemma same_turn_same : forall a, same_turn a a = true.
Proof. destruct a; reflexivity. Qed.

Lemma alone_reaches : forall ps seen b, alone ps seen b = true ->
  reaches_alone board N (play r) (score r) attacker wanted seen b.
Proof.
  assert (well : forall seen b, enough_ b = true -> reaches_alone board N (play r) (score r) attacker wanted seen b).
  { intros seen b is. apply alone_enough. apply (enough_is r attacker wanted b). exact is. }
  induction ps as [| p rest again]; intros seen b yes; simpl in yes;
    destruct (enough_ b) eqn:is; auto; try discriminate.
  destruct (play r attacker b p) as [b' |] eqn:legal; [| discriminate].
  destruct (board_eqb b' b || existsb (board_eqb b') seen) eqn:old; [discriminate |].
  apply alone_stone with (p := p) (b' := b'); auto.
  intro within. assert (some : existsb (board_eqb b') (b :: seen) = true).
  { apply existsb_exists. exists b'. split; trivial. apply board_eqb_same. }
  simpl in some. congruence.
Qed.

Lemma near_has : forall l s s', follows_ s s' -> level_of r t s' = l -> In s' (near_ l s).
Proof.
  intros l s s' step_ here. assert (is' := proj1 (follows_ranks _ _ _ _ _ _ all_places _ _ step_)).
  destruct step_ as [e [l' [known after]]]. unfold near. rewrite known.
  apply filter_In. split; trivial. unfold of_level. unfold level_of in here.
  destruct (met_info r t s' is') as [e' [l2 known']]. rewrite known' in *. apply N.eqb_eq. exact here.
Qed.

Lemma gathered_has : forall l starts set u s, gathered l starts = Some set -> In u starts -> steps_ u s ->
  level_of r t u = l -> level_of r t s = l -> is_in_ set s = true.
Proof.
  intros l starts set u s yes within way lu ls. unfold gathered in yes.
  set (found := snd _) in yes. destruct (forallb _ _ && closed _ _ _ _ _ _ _ _) eqn:ok; [| discriminate].
  injection yes as <-. apply andb_true_iff in ok. destruct ok as [all_in shut].
  rewrite forallb_forall in all_in.
  apply (closed_path r true refresh attacker wanted t all_places l found shut u s way); auto.
Qed.

Lemma leaving_has : forall l a us u u', In u us -> turn_of u = a -> follows_ u u' -> on u' <> on u ->
  level_of r t u' = l -> In u' (leaving l a us).
Proof.
  intros l a us u u' within own step_ gone here. apply in_flat_map. exists u. split; trivial.
  rewrite own, same_turn_same. apply filter_In. split; [apply near_has; trivial |].
  destruct (board_eqb (on u') (on u)) eqn:same; trivial. apply board_eqb_true in same. contradiction.
Qed.

Lemma passing_has : forall l ws w w', In w ws -> turn_of w = opponent -> enough_ (on w) = false ->
  follows_ w w' -> on w' = on w -> level_of r t w' = l -> In w' (passing l ws).
Proof.
  intros l ws w w' within his ill step_ same here. apply in_flat_map. exists w. split; trivial.
  rewrite his, same_turn_same, ill. apply filter_In. split; [apply near_has; trivial |].
  rewrite same. apply board_eqb_same.
Qed.

Lemma states_on_has : forall u found, met r t u -> place_of r t (on u) = Some found ->
  In u (states_on (on u) found).
Proof.
  intros u found is there. destruct (met_info r t u is) as [e [l known]]. unfold info in known.
  rewrite there in known.
  destruct (find (entry_for (turn_of u) (ko u)) (entries found)) as [e2 |] eqn:which; [| discriminate].
  apply find_some in which. destruct which as [within fits].
  unfold entry_for in fits. apply andb_true_iff in fits. destruct fits as [turns kos].
  apply same_turn_true in turns. apply same_ko_true in kos.
  unfold states_on. apply in_map_iff. exists e2. split; trivial. rewrite turns, kos. destruct u; reflexivity.
Qed.

Lemma in_set : forall set s, is_in_ set s = true -> In s (map snd (PositiveMap.elements set)).
Proof.
  intros set s is. unfold is_in in is.
  destruct (PositiveMap.find (state_key r s) set) as [s' |] eqn:found; [| discriminate].
  apply same_state_true in is. subst s'. apply PositiveMap.elements_correct in found.
  apply in_map_iff. exists (state_key r s, s). split; trivial.
Qed.

(** What is looked at where the opponent's stone leads from [s] to a board on which [u] stood. *)
Lemma looked_back : forall s s' e l u, info r t s = Some (e, l) -> follows_ s s' ->
  brings_nothing l s s' = true -> met r t u -> on u = on s' -> steps_ u s ->
  level_of r t u = l /\ not_back l (on u) s = true.
Proof.
  intros s s' e l u known step_ fine is same way. unfold brings_nothing in fine.
  destruct (follows_ranks _ _ _ _ _ _ all_places _ _ step_) as [is' [_ below]].
  destruct (info r t s') as [[e' l'] |] eqn:known'; [| discriminate].
  assert (above := path_levels _ _ _ _ _ _ all_places _ _ way).
  assert (level_s : level_of r t s = l) by (unfold level_of; rewrite known; reflexivity).
  assert (level_s' : level_of r t s' = l') by (unfold level_of; rewrite known'; reflexivity).
  assert (level_u : level_of r t u = l') by (rewrite <- level_s'; apply same_level; trivial).
  rewrite level_s, level_u in above. rewrite level_s, level_s' in below.
  destruct (N.ltb l' l) eqn:lower.
  - exfalso. apply N.ltb_lt in lower. exact (N.lt_irrefl _ (N.lt_le_trans _ _ _ lower above)).
  - simpl in fine. rewrite <- same in fine. split; trivial. rewrite level_u. apply N.le_antisymm; assumption.
Qed.

(** On a path between states of one level all are of that level. *)
Lemma between_levels : forall l u u' s, follows_ u u' -> steps_ u' s -> level_of r t u = l ->
  level_of r t s = l -> level_of r t u' = l.
Proof.
  intros l u u' s step_ way lu ls.
  assert (below := proj2 (proj2 (follows_ranks _ _ _ _ _ _ all_places _ _ step_))).
  assert (above := path_levels _ _ _ _ _ _ all_places _ _ way).
  rewrite lu in below. rewrite ls in above. apply N.le_antisymm; assumption.
Qed.

Lemma not_from_attacker : forall l b s u u', not_back l b s = true -> met r t u -> turn_of u = attacker ->
  on u = b -> follows_ u u' -> on u' <> b -> steps_ u' s -> level_of r t u = l -> level_of r t s = l -> False.
Proof.
  intros l b s u u' yes is own <- step_ gone way lu ls. unfold not_back in yes.
  destruct (place_of r t (on u)) as [found |] eqn:there; [| discriminate].
  apply andb_true_iff in yes. destruct yes as [yes _]. unfold outside in yes.
  destruct (gathered l (leaving l attacker (states_on (on u) found))) as [set |] eqn:all_; [| discriminate].
  assert (lu' := between_levels l u u' s step_ way lu ls).
  rewrite (gathered_has l _ set u' s all_) in yes; trivial; [discriminate |].
  apply (leaving_has l attacker _ u u'); trivial. apply states_on_has; trivial.
Qed.

Lemma not_passed_from : forall l b s u u' w w', not_back l b s = true -> enough_ b = true -> met r t u ->
  turn_of u = opponent -> on u = b -> follows_ u u' -> on u' <> b -> steps_ u' w -> turn_of w = opponent ->
  enough_ (on w) = false -> follows_ w w' -> on w' = on w -> steps_ w' s ->
  level_of r t u = l -> level_of r t s = l -> False.
Proof.
  intros l b s u u' w w' yes well is his <- step_ gone way his' ill pass_ same way' lu ls.
  unfold not_back in yes. destruct (place_of r t (on u)) as [found |] eqn:there; [| discriminate].
  apply andb_true_iff in yes. destruct yes as [_ yes]. rewrite well in yes. simpl in yes.
  destruct (gathered l (leaving l opponent (states_on (on u) found))) as [left_ |] eqn:all_; [| discriminate].
  unfold outside in yes. destruct (gathered l (passing _ _)) as [set |] eqn:all2; [| discriminate].
  assert (way_w : steps_ w s) by (eapply rt_trans; [apply rt_step; exact pass_ | exact way']).
  assert (way_u : steps_ u' s) by (eapply rt_trans; [exact way | exact way_w]).
  assert (lu' := between_levels l u u' s step_ way_u lu ls).
  assert (lw : level_of r t w = l).
  { apply N.le_antisymm.
    - rewrite <- lu'. apply (path_levels _ _ _ _ _ _ all_places _ _ way).
    - rewrite <- ls. apply (path_levels _ _ _ _ _ _ all_places _ _ way_w). }
  assert (lw' := between_levels l w w' s pass_ way' lw ls).
  rewrite (gathered_has l _ set w' s all2) in yes; trivial; [discriminate |].
  apply (passing_has l _ w w'); trivial. apply in_set. apply (gathered_has l _ left_ u' w all_); trivial.
  apply (leaving_has l opponent _ u u'); trivial. apply states_on_has; trivial.
Qed.

(** The opponent's stone that is no retaking of a ko. *)
Lemma his_stone : forall s b p, met r t s -> turn_of s = opponent -> play r opponent (on s) p = Some b ->
  barred_of r s <> Some b ->
  exists e l s', info r t s = Some (e, l) /\ follows_ s s' /\ on s' = b /\ turn_of s' = attacker /\
    brings_nothing l s s' = true.
Proof.
  intros s b p is his legal free. destruct (met_info r t s is) as [e [l known]].
  assert (turn_s : same_turn (turn_of s) attacker = false) by (rewrite his; destruct attacker; reflexivity).
  assert (not_ko : same_ko (ko s) (Some p) = false).
  { destruct (same_ko (ko s) (Some p)) eqn:same; trivial. apply same_ko_true in same.
    exfalso. apply free. unfold barred_of. rewrite same, his. exact legal. }
  set (s' := {| on := b; turn_of := attacker; ko := ko_after r opponent (on s) b |}).
  assert (within : In s' (after_stones r attacker s (points r))).
  { apply (after_stones_has r attacker s p b); trivial. apply (play_on_board r _ _ _ _ legal). }
  exists e, l, s'. split; trivial. split; [| split; [reflexivity | split; [reflexivity |]]].
  - exists e, l. split; trivial. unfold successors. rewrite turn_s. unfold after_answers.
    destruct (enough_here _ _ _ (on s)); [| right; exact within].
    destruct refresh, (ko s); try exact within. right. exact within.
  - assert (fine := kee_checked s e l known). unfold kee_state_ok in fine. rewrite turn_s in fine.
    rewrite forallb_forall in fine. apply fine. exact within.
Qed.

Notation at_met s := (proj1_sig s).

Definition kee_strategy_of : kee_graph board N (play r) (score r) refresh attacker wanted.
Proof.
  refine {| KeeStrategy.node := met_state r t;
    KeeStrategy.at_board := fun s => on (at_met s);
    KeeStrategy.turn := fun s => turn_of (at_met s);
    KeeStrategy.barred := fun s => if same_turn (turn_of (at_met s)) opponent then barred_of r (at_met s) else None;
    KeeStrategy.next := met_next r true refresh attacker wanted t |}.
  - intros n own.
    destruct (Strategy.attacker_moves _ _ _ _ _ _ _ _ (strategy_of r true refresh attacker wanted t all_places) n own)
      as [pass_ | [p [b [n' [legal [edge [here [turns [bar [_ fresh]]]]]]]]]]; [left; exact pass_ | right].
    exists p, b, n'. repeat split; trivial.
    destruct bar as [none | [_ some]]; [left; exact none | right]. split; [exact some |].
    destruct edge as [e [l [known after]]]. assert (fine := kee_checked _ e l known).
    unfold kee_state_ok in fine. unfold successors in after. simpl in own. rewrite own, same_turn_same in *.
    destruct (after_reply r true attacker wanted _ (reply e)) as [s' |]; [| contradiction].
    destruct after as [is | []]. subst s'. simpl in some. destruct (same_turn _ _); [| discriminate].
    unfold barred_of in some. destruct (ko (proj1_sig n')); [| discriminate].
    apply alone_reaches with (ps := if_retaken e). exact fine.
  - intros [s is] b [his [free [p legal]]]. simpl in *. rewrite his, same_turn_same in free.
    destruct (his_stone s b p is his legal free) as [e [l [s' [_ [step_ [here [turns _]]]]]]].
    exists (exist _ s' (proj1 (follows_ranks _ _ _ _ _ _ all_places _ _ step_))). repeat split; trivial.
  - intros n his ill.
    apply (Strategy.pass_followed _ _ _ _ _ _ _ _ (strategy_of r true refresh attacker wanted t all_places) n his ill).
  - intros allowed [s is] his well bar. simpl in *. rewrite his, same_turn_same in bar.
    destruct (met_info r t s is) as [e [l known]].
    assert (turn_s : same_turn (turn_of s) attacker = false) by (rewrite his; destruct attacker; reflexivity).
    set (s' := {| on := on s; turn_of := opponent; ko := None |}).
    assert (step_ : follows_ s s').
    { exists e, l. split; trivial. unfold successors. rewrite turn_s. unfold after_answers.
      apply (enough_is r attacker wanted (on s)) in well. rewrite well, allowed. unfold barred_of in bar.
      destruct (ko s); [left; reflexivity | congruence]. }
    exists (exist _ s' (proj1 (follows_ranks _ _ _ _ _ _ all_places _ _ step_))). repeat split; trivial.
    simpl. destruct (same_turn opponent opponent); reflexivity.
  - intros [s is] b [u is_u] [u' is_u'] [his [free [p legal]]] [own [here [step_ gone]]] way. simpl in *.
    rewrite his, same_turn_same in free. apply met_path in way. simpl in way.
    destruct (his_stone s b p is his legal free) as [e [l [s' [known [goes [here' [_ fine]]]]]]].
    assert (way_u : steps_ u s) by (eapply rt_trans; [apply rt_step; exact step_ | exact way]).
    assert (same : on u = on s') by congruence.
    destruct (looked_back s s' e l u known goes fine is_u same way_u) as [lu yes]. rewrite here in yes.
    apply (not_from_attacker l b s u u'); trivial. unfold level_of. rewrite known. reflexivity.
  - intros [s is] b [u is_u] [u' is_u'] [w is_w] [w' is_w'] [his [free [p legal]]] well [own [here [step_ gone]]] way
      his' ill pass_ same' way'. simpl in *.
    rewrite his, same_turn_same in free. apply met_path in way. apply met_path in way'. simpl in way, way'.
    destruct (his_stone s b p is his legal free) as [e [l [s' [known [goes [here' [_ fine]]]]]]].
    assert (way_w : steps_ w s) by (eapply rt_trans; [apply rt_step; exact pass_ | exact way']).
    assert (way_u : steps_ u s) by (eapply rt_trans; [apply rt_step; exact step_ | eapply rt_trans; [exact way | exact way_w]]).
    assert (same : on u = on s') by congruence.
    destruct (looked_back s s' e l u known goes fine is_u same way_u) as [lu yes]. rewrite here in yes.
    apply (not_passed_from l b s u u' w w'); trivial.
    + apply (enough_is r attacker wanted b). exact well.
    + destruct (enough_ (on w)) eqn:ok; trivial. exfalso. apply ill. apply (enough_is r attacker wanted (on w)). exact ok.
    + unfold level_of. rewrite known. reflexivity.
  - apply (Strategy.ends _ _ _ _ _ _ _ _ (strategy_of r true refresh attacker wanted t all_places)).
Defined.

End KeeChecker.

Theorem kee_checker_sound : forall r refresh tally_all attacker wanted t root,
  kee_check r refresh attacker wanted t root = true ->
  forces (kee_game board N board_eq_dec (play r) (score r) refresh tally_all) attacker wanted
    (kee_start board (on root) (turn_of root)).
Proof.
  intros r refresh tally_all attacker wanted t root yes. unfold kee_check in yes.
  apply andb_true_iff in yes. destruct yes as [yes kee]. unfold check in yes.
  apply andb_true_iff in yes. destruct yes as [yes there].
  apply andb_true_iff in yes. destruct yes as [all no_ko].
  assert (every := fold_all _ (check_place r true refresh attacker wanted t) t all).
  assert (every_kee := fold_all _ (kee_place_ok r refresh attacker wanted t) t kee).
  assert (is : met r t root) by (unfold met; destruct (info r t root); congruence).
  apply (kee_strategy_forces board N board_eq_dec (play r) (score r) refresh tally_all attacker wanted
    (kee_strategy_of r refresh attacker wanted t every every_kee) (exist _ root is)).
  simpl. unfold barred_of. destruct (ko root); [discriminate |]. destruct (same_turn _ _); reflexivity.
Qed.
