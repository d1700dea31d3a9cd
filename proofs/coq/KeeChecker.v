(**
A checker of strategies for Kee's rules of 2013, and that what it accepts is true.

The table is that of Checker.v, and so is what is checked of it. Besides:
- where the attacker takes a ko, he alone on the board before comes to a board that is enough by laying
  the stones that the table says ([alone]);
- for each stone of the opponent's, what follows where the attacker left an image of the board that it brings
  about is gathered, and the state where the stone is laid is not among it; and if that board is enough, nor is it among what
  follows a pass of the opponent's, on a board that is not enough, after he left that board with a stone
  ([not_back]).
Of states after which nothing follows, as the attacker lives with enough there, nothing of this is asked.

[kee_checker_sound]: if [kee_check] says yes, the attacker forces the margin from the table's root on, under
the rules of Kee2013.v, with refreshing passes or without, in either tally, with the whole history, and the
captures and scores of Board.v.
*)
Require Import ZArith NArith List Bool FMapPositive Relations Wellfounded.
Require Import Game Strategy Kee2013 KeeGraph KeeStrategy LivingKee Board PointSets Symmetry StateTable TableWays TableGraph LivingBoards Checker.
Import ListNotations.

Local Opaque gathered.

(** The opponent moves where a refreshing pass of his frees a ko: a pass has answered it. *)
Definition freed (refresh : bool) (attacker : player) : option player := if refresh then Some (other attacker) else None.

Section KeeChecker.

Variable r : rectangle.
Variable refresh : bool.
Variable attacker : player.
Variable wanted : Z.
Variable lasting : board -> bool.
Variable group : list (list N).
Variable symmetries : list prepared.
Variable bound : N.
Variable entry_at : N -> option entry.
Variable entry_of : state -> N * nat.
Variable place_of : board -> list N.
Variable alone_by : board -> list N.

Notation opponent := (other attacker).
Notation enough_ := (enough_here r attacker wanted).
Notation entry_ := (entry_numbered bound entry_at).
Notation successors_ := (successors r true (freed refresh attacker) attacker wanted).
Notation near_of_ := (near_of symmetries bound entry_at entry_of).
Notation gathered_ := (gathered r true (freed refresh attacker) attacker wanted symmetries bound entry_at entry_of).
Notation follows_ := (follows r true (freed refresh attacker) attacker wanted symmetries bound entry_at entry_of).
Notation steps_ := (steps_to r true (freed refresh attacker) attacker wanted symmetries bound entry_at entry_of).
Notation met_ := (met group bound entry_at).
Notation next_ := (met_next r true (freed refresh attacker) attacker wanted group symmetries bound entry_at entry_of).

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

(** What follows some states in one way, of that from which one may come to [aim]. *)
Definition following (aim : entry) (way : entry -> state -> bool) (us : list N) : list N :=
  flat_map (fun u => match entry_ u with
                     | Some e => near_of_ aim (filter (way e) (successors_ e))
                     | None => []
                     end) us.

(** Whose turn it is leaves the board. *)
Definition leaving (a : player) (e : entry) (t : state) : bool :=
  same_turn (turn_of (known_state e)) a && negb (board_eqb (on t) (on (known_state e))).

(** The opponent passes where the board is not enough. *)
Definition passing (e : entry) (t : state) : bool :=
  same_turn (turn_of (known_state e)) opponent && negb (enough_ (on (known_state e))) &&
  board_eqb (on t) (on (known_state e)).

Definition list_of (set : numbers) : list N := map (fun it => Pos.pred_N (fst it)) (PositiveMap.elements set).

(** Is one not among what follows these? *)
Definition not_after (aim : entry) (starts : list N) (i : N) : bool :=
  match starts with [] => true | _ => outside (gathered_ aim starts) i end.

(** May the opponent bring board [b] back from the state of number [i]? *)
Definition not_back (i : N) (e : entry) (b : board) : bool :=
  match filter (may_come_from bound entry_at e) (place_of b) with
  | [] => true
  | here =>
    not_after e (following e (leaving attacker) here) i &&
    (negb (enough_ b) ||
     match gathered_ e (following e (leaving opponent) here) with
     | None => false
     | Some left_ => not_after e (following e passing (list_of left_)) i
     end)
  end.

Definition kee_ok (i : N) (e : entry) : bool :=
  let s := known_state e in
  if over e then true
  else if same_turn (turn_of s) attacker
  then match after_reply r true attacker wanted s (reply e) with
       | Some t => match ko t with Some _ => alone (alone_by (on s)) [] (on s) | None => true end
       | None => false
       end
  else forallb (fun t => not_back i e (on t)) (after_stones r attacker s (points r)).

Definition kee_entry_ok (i : N) (e : entry) : bool :=
  entry_ok r true (freed refresh attacker) attacker wanted lasting symmetries bound entry_at entry_of place_of i e && kee_ok i e.

(** ** The proof *)

Hypothesis a_group : is_group r group = true.
Hypothesis made_of : symmetries = map prepare group.
Hypothesis all_ok : forall i e, entry_ i = Some e ->
  entry_ok r true (freed refresh attacker) attacker wanted lasting symmetries bound entry_at entry_of place_of i e = true.
Hypothesis lasts_alike : forall ms b, is_symmetry r ms = true -> all_within r b -> lasting (image_board ms b) = lasting b.

Notation ways f := (f r true (freed refresh attacker) attacker wanted lasting group symmetries bound entry_at entry_of place_of
  a_group made_of all_ok) (only parsing).
Notation sound f := (f r true (freed refresh attacker) attacker wanted lasting group symmetries bound entry_at entry_of place_of
  a_group made_of all_ok lasts_alike) (only parsing).

Lemma alone_reaches : forall ms, is_symmetry r ms = true -> forall ps seen b,
  all_within r b -> (forall c, In c seen -> all_within r c) -> alone ps seen b = true ->
  reaches_alone board N (play r) (score r) attacker wanted (map (image_board ms) seen) (image_board ms b).
Proof.
  intros ms sym.
  assert (well : forall seen b, all_within r b -> enough_ b = true ->
    reaches_alone board N (play r) (score r) attacker wanted seen (image_board ms b)).
  { intros seen b in_ is. apply alone_enough. unfold KeeGraph.enough.
    rewrite (score_image r ms sym) by exact in_. apply (sound enough_is b). exact is. }
  induction ps as [| p rest again]; intros seen b in_ all yes; simpl in yes;
    destruct (enough_ b) eqn:is; auto; try discriminate.
  destruct (play r attacker b p) as [b' |] eqn:legal; [| discriminate].
  destruct (board_eqb b' b || existsb (board_eqb b') seen) eqn:old; [discriminate |].
  assert (in_' := play_within r ms sym _ _ _ _ legal in_).
  assert (low : (p < N.of_nat (size r))%N) by (apply in_points; apply (play_on_board r _ _ _ _ legal)).
  destruct (place_there r ms sym p low) as [q at_].
  apply alone_stone with (p := q) (b' := image_board ms b').
  - rewrite (play_image r ms sym _ _ p) by assumption. rewrite legal. reflexivity.
  - assert (new : ~ In b' (b :: seen)).
    { intro is_. assert (some : existsb (board_eqb b') (b :: seen) = true).
      { apply existsb_exists. exists b'. split; trivial. apply board_eqb_same. }
      simpl in some. congruence. }
    intro is_. apply new. change (In (image_board ms b') (map (image_board ms) (b :: seen))) in is_.
    apply in_map_iff in is_. destruct is_ as [c [same is_]].
    assert (in_c : all_within r c) by (destruct is_ as [<- | is_]; auto).
    apply (image_board_inj r ms sym) in same; trivial. subst c. exact is_.
  - apply (again (b :: seen)); trivial. intros c [<- | is_]; auto.
Qed.

Lemma near_of_has : forall aim ts t j e', In t ts ->
  located symmetries bound entry_at entry_of t = Some (j, e') -> may_come e' aim = true -> In j (near_of_ aim ts).
Proof.
  intros aim ts t j e' is found may. induction ts as [| t' rest again]; [contradiction |]. cbn [near_of].
  destruct is as [-> | is].
  - rewrite found, may. left. reflexivity.
  - destruct (located _ _ _ _ t') as [[k ek] |]; [| auto]. destruct (may_come ek aim); [right |]; auto.
Qed.

Lemma following_has : forall aim way us u e t j e', In u us -> entry_ u = Some e -> In t (successors_ e) ->
  way e t = true -> located symmetries bound entry_at entry_of t = Some (j, e') -> may_come e' aim = true ->
  In j (following aim way us).
Proof.
  intros aim way us u e t j e' is known after so found may. apply in_flat_map. exists u. split; trivial.
  rewrite known. apply (near_of_has aim _ t j e'); trivial. apply filter_In. auto.
Qed.

Lemma in_list_of : forall set i, is_in set i = true -> In i (list_of set).
Proof.
  intros set i is. unfold is_in in is. rewrite PositiveMap.mem_find in is.
  destruct (PositiveMap.find (N.succ_pos i) set) as [[] |] eqn:found; [| discriminate].
  apply PositiveMap.elements_correct in found. apply in_map_iff. exists (N.succ_pos i, tt).
  split; trivial. apply N.pos_pred_succ.
Qed.

Lemma not_after_has : forall i e starts u, entry_ i = Some e -> not_after e starts i = true -> In u starts ->
  steps_ u i -> False.
Proof.
  intros i e starts u known yes start way. unfold not_after in yes.
  destruct starts as [| k rest]; [contradiction |]. unfold outside in yes.
  destruct (gathered_ e (k :: rest)) as [set |] eqn:all; [| discriminate].
  rewrite (ways gathered_has i e _ set u known all start i way) in yes; [discriminate | apply rt_refl].
Qed.

(** ** What [not_back] is for, under the rules of Migos.v, too *)

Section Back.

Hypothesis none_back : forall i e, entry_ i = Some e -> over e = false -> turn_of (known_state e) = opponent ->
  forall t, In t (after_stones r attacker (known_state e) (points r)) -> not_back i e (on t) = true.

(** What is looked at where the opponent's stone leads to a board on which [u] stood. *)
Lemma looked_back : forall (n u : met_) t, In t (after_stones r attacker (s_of _ _ _ n) (points r)) ->
  lasting (board_at _ _ _ n) = false -> turn_at _ _ _ n = opponent -> board_at _ _ _ u = image_board (by_ _ _ _ n) (on t) ->
  steps_ (number _ _ _ u) (number _ _ _ n) ->
  exists here, In (number _ _ _ u) here /\
    not_after (its _ _ _ n) (following (its _ _ _ n) (leaving attacker) here) (number _ _ _ n) = true /\
    (enough_ (on t) = true -> exists left_,
      gathered_ (its _ _ _ n) (following (its _ _ _ n) (leaving opponent) here) = Some left_ /\
      not_after (its _ _ _ n) (following (its _ _ _ n) passing (list_of left_)) (number _ _ _ n) = true).
Proof.
  intros n u t is open his same way. apply (sound not_over) in open. set (e := its _ _ _ n).
  assert (known := its_there _ _ _ n). fold e in known.
  assert (turn_s : turn_of (known_state e) = opponent) by exact his. change (over e = false) in open.
  assert (fine := none_back _ _ known open turn_s t is). unfold not_back in fine.
  assert (after : In t (successors_ e)).
  { unfold successors. rewrite open, turn_s, same_turn_other. apply (sound after_answers_stones). exact is. }
  assert (starts : In (number _ _ _ u) (filter (may_come_from bound entry_at e) (place_of (on t)))).
  { apply filter_In. split; [apply (sound place_has n t u after same) |].
    unfold may_come_from. rewrite (its_there _ _ _ u).
    apply (ways path_may _ _ way); [apply its_there | exact known]. }
  destruct (filter _ _) as [| k rest] eqn:all; [contradiction |]. rewrite <- all in *.
  exists (filter (may_come_from bound entry_at e) (place_of (on t))). split; trivial.
  apply andb_true_iff in fine. destruct fine as [one two]. split; trivial.
  intro well. rewrite well in two. simpl in two.
  destruct (gathered_ e _) as [left_ |]; [| discriminate]. exists left_. auto.
Qed.

Lemma board_after_within : forall (n : met_) t, In t (successors_ (its _ _ _ n)) -> all_within r (on t).
Proof.
  intros n t after. destruct (sound met_after n t after) as [n' [ms [_ [is [_ [_ [boards _]]]]]]].
  rewrite boards. apply image_board_within. apply (group_symmetry r group); trivial.
Qed.

(** A step between nodes, seen from the table. *)
Lemma step_has : forall (n u u' : met_) way here, next_ u u' -> In (number _ _ _ u) here ->
  (forall t, In t (successors_ (its _ _ _ u)) -> board_at _ _ _ u' = image_board (by_ _ _ _ u) (on t) ->
    way (its _ _ _ u) t = true) ->
  steps_ (number _ _ _ u') (number _ _ _ n) ->
  In (number _ _ _ u') (following (its _ _ _ n) way here).
Proof.
  intros n u u' way here [t [after [found [boards _]]]] is so on_.
  apply (following_has _ way here (number _ _ _ u) (its _ _ _ u) t _ (its _ _ _ u')); auto.
  - apply its_there.
  - apply (ways path_may _ _ on_); apply its_there.
Qed.

Lemma leaving_so : forall (u u' : met_) a t, turn_at _ _ _ u = a -> board_at _ _ _ u' <> board_at _ _ _ u ->
  board_at _ _ _ u' = image_board (by_ _ _ _ u) (on t) -> leaving a (its _ _ _ u) t = true.
Proof.
  intros u u' a t own gone boards. unfold leaving. unfold turn_at, s_of in own. rewrite own, same_turn_same. simpl.
  destruct (board_eqb (on t) _) eqn:same; trivial. apply board_eqb_true in same.
  exfalso. apply gone. rewrite boards, same. reflexivity.
Qed.

Lemma passing_so : forall (w w' : met_) t, turn_at _ _ _ w = opponent ->
  ~ enough board (score r) attacker wanted (board_at _ _ _ w) -> board_at _ _ _ w' = board_at _ _ _ w ->
  In t (successors_ (its _ _ _ w)) -> board_at _ _ _ w' = image_board (by_ _ _ _ w) (on t) ->
  passing (its _ _ _ w) t = true.
Proof.
  intros w w' t his ill same after boards. unfold passing. unfold turn_at, s_of in his. rewrite his, same_turn_same. simpl.
  apply andb_true_iff. split.
  - apply negb_true_iff. apply not_true_is_false. intro well. apply ill. apply (sound enough_at). exact well.
  - assert (eq : on t = on (known_state (its _ _ _ w))).
    { apply (image_board_inj r (by_ _ _ _ w) (sound symmetry_by w)).
      - apply (board_after_within w t after).
      - apply (sound board_within w).
      - rewrite <- boards. exact same. }
    rewrite eq. apply board_eqb_same.
Qed.

Notation path_ := (clos_refl_trans met_ next_).

Lemma never_from_attacker : forall (n u u' : met_) t, In t (after_stones r attacker (s_of _ _ _ n) (points r)) ->
  lasting (board_at _ _ _ n) = false -> turn_at _ _ _ n = opponent -> board_at _ _ _ u = image_board (by_ _ _ _ n) (on t) ->
  turn_at _ _ _ u = attacker -> next_ u u' -> board_at _ _ _ u' <> board_at _ _ _ u -> path_ u' n -> False.
Proof.
  intros n u u' t is open his same own step_ gone way. apply (sound met_path) in way.
  assert (all : steps_ (number _ _ _ u) (number _ _ _ n)).
  { eapply rt_trans; [apply rt_step; apply (sound met_follows); exact step_ | exact way]. }
  destruct (looked_back n u t is open his same all) as [here [within_ [yes _]]].
  apply (not_after_has _ _ _ (number _ _ _ u') (its_there _ _ _ n) yes); trivial.
  apply (step_has n u u'); trivial. intros t' _ boards. apply (leaving_so u u'); trivial.
Qed.

Lemma never_after_pass : forall (n u u' w w' : met_) t, In t (after_stones r attacker (s_of _ _ _ n) (points r)) ->
  lasting (board_at _ _ _ n) = false -> turn_at _ _ _ n = opponent -> board_at _ _ _ u = image_board (by_ _ _ _ n) (on t) -> enough_ (on t) = true ->
  turn_at _ _ _ u = opponent -> next_ u u' -> board_at _ _ _ u' <> board_at _ _ _ u -> path_ u' w ->
  turn_at _ _ _ w = opponent -> ~ enough board (score r) attacker wanted (board_at _ _ _ w) ->
  next_ w w' -> board_at _ _ _ w' = board_at _ _ _ w -> path_ w' n -> False.
Proof.
  intros n u u' w w' t is open his same well his_u step_ gone way his_w ill pass_ stays way'.
  apply (sound met_path) in way. apply (sound met_path) in way'.
  assert (way_w : steps_ (number _ _ _ w) (number _ _ _ n)).
  { eapply rt_trans; [apply rt_step; apply (sound met_follows); exact pass_ | exact way']. }
  assert (way_u : steps_ (number _ _ _ u') (number _ _ _ n)) by (eapply rt_trans; eassumption).
  assert (all : steps_ (number _ _ _ u) (number _ _ _ n)).
  { eapply rt_trans; [apply rt_step; apply (sound met_follows); exact step_ | exact way_u]. }
  destruct (looked_back n u t is open his same all) as [here [within_ [_ yes]]].
  destruct (yes well) as [left_ [got none]].
  apply (not_after_has _ _ _ (number _ _ _ w') (its_there _ _ _ n) none); trivial.
  apply (step_has n w w'); trivial.
  - apply in_list_of. apply (ways gathered_has _ _ _ left_ (number _ _ _ u') (its_there _ _ _ n) got); trivial.
    apply (step_has n u u'); trivial. intros t' _ boards. apply (leaving_so u u'); trivial.
  - intros t' after boards. apply (passing_so w w'); trivial.
Qed.

End Back.

Lemma enough_after : forall (n : met_) t, In t (successors_ (its _ _ _ n)) ->
  enough board (score r) attacker wanted (image_board (by_ _ _ _ n) (on t)) -> enough_ (on t) = true.
Proof.
  intros n t after well. apply (sound enough_is). unfold enough in *.
  rewrite (score_image r (by_ _ _ _ n) (sound symmetry_by n)) in well by (apply (board_after_within n t after)).
  exact well.
Qed.

Hypothesis all_kee : forall i e, entry_ i = Some e -> kee_ok i e = true.

Lemma none_back_kee : forall i e, entry_ i = Some e -> over e = false -> turn_of (known_state e) = opponent ->
  forall t, In t (after_stones r attacker (known_state e) (points r)) -> not_back i e (on t) = true.
Proof.
  intros i e known open his t is. assert (fine := all_kee i e known). unfold kee_ok in fine.
  rewrite open, his, same_turn_other, forallb_forall in fine. exact (fine t is).
Qed.

Definition kee_strategy_of : living_kee_graph board N (play r) (score r) refresh attacker wanted lasting.
Proof.
  refine {| LivingKee.written := met_;
    LivingKee.on_board := board_at _ _ _;
    LivingKee.moves := turn_at _ _ _;
    LivingKee.bars := barred_at r attacker _ _ _;
    LivingKee.then_ := next_ |}.
  - intros n open own. destruct (sound own_move n open own) as
      [pass_ | [t [q [b [n' [makes [legal [step_ [here [turns [bar fresh]]]]]]]]]]]; [left; exact pass_ | right].
    exists q, b, n'. repeat split; trivial. destruct bar as [none | [_ [takes some]]]; [left; exact none | right].
    split; [exact some |]. assert (fine := all_kee _ _ (its_there _ _ _ n)). unfold kee_ok in fine.
    fold (s_of _ _ _ n) in fine. unfold turn_at in own. rewrite (sound not_over n open), own, same_turn_same, makes in fine.
    destruct (ko t); [| congruence].
    apply (alone_reaches (by_ _ _ _ n) (sound symmetry_by n) (alone_by (on (s_of _ _ _ n))) []); trivial.
    + apply (sound board_within n).
    + intros c [].
  - intros n b [open [his [free [p legal]]]].
    destruct (sound his_stone n p b open his legal free) as [t [n' [_ [step_ [_ [here turns]]]]]]. exists n'. auto.
  - exact (sound his_pass).
  - intros allowed n open his well bar.
    assert (goes : freed refresh attacker = Some opponent) by (unfold freed; rewrite allowed; reflexivity).
    destruct (sound his_frees _ goes n open his well bar) as [n' all]. exists n'. exact all.
  - intros n b u u' [open [his [free [p legal]]]] [own [here [step_ gone]]] way.
    destruct (sound his_stone n p b open his legal free) as [t [n' [is [_ [-> _]]]]].
    apply (never_from_attacker none_back_kee n u u' t); trivial. congruence.
  - intros n b u u' w w' [open [his [free [p legal]]]] well [own [here [step_ gone]]] way his_w ill pass_ stays way'.
    destruct (sound his_stone n p b open his legal free) as [t [n' [is [_ [-> _]]]]].
    assert (after : In t (successors_ (its _ _ _ n))).
    { unfold successors. unfold turn_at, s_of in his. rewrite (sound not_over n open), his, same_turn_other. apply (sound after_answers_stones). exact is. }
    apply (never_after_pass none_back_kee n u u' w w' t); trivial; [| congruence].
    apply (enough_after n t after well).
  - exact (sound met_ends).
Defined.

End KeeChecker.

Definition kee_check (r : rectangle) (living : bool) (refresh : bool) (attacker : player) (wanted : Z) (t : table)
  (root : state) : bool :=
  root_ok r t root && may_live living r &&
  let bound := bound_of t in let symmetries := map prepare (maps t) in
  all_entries bound (numbered t) (steps t)
    (kee_entry_ok r refresh attacker wanted (ends_on living r attacker wanted) symmetries bound (numbered t) (number_of t) (numbers_on t) (laid_alone t)).

Theorem kee_checker_sound : forall r living refresh tally_all attacker wanted t root,
  kee_check r living refresh attacker wanted t root = true ->
  forces (kee_game board N board_eq_dec (play r) (score r) refresh tally_all) attacker wanted
    (kee_start board (on root) (turn_of root)).
Proof.
  intros r living refresh tally_all attacker wanted t root yes. unfold kee_check in yes.
  rewrite !andb_true_iff in yes. destruct yes as [[start may] all]. assert (every := all_entries_has _ _ _ _ all).
  set (one := fun i e is => proj1 (andb_prop _ _ (every i e is))).
  destruct (root_met r _ _ _ _ _ t _ start one (ends_alike living r attacker wanted (may_live_lasts _ _ may))) as [grouped [n [here [turns free]]]].
  rewrite <- here, <- turns.
  apply (living_kee_wins board N board_eq_dec (play r) (score r) refresh tally_all attacker wanted _ _ (ends_enough living r attacker wanted (may_live_lasts _ _ may))
    (ends_stays living r attacker wanted may) (kee_strategy_of r refresh attacker wanted _ (maps t) _ _ _ _ _ _ grouped eq_refl one
      (ends_alike living r attacker wanted (may_live_lasts _ _ may))
      (fun i e is => proj2 (andb_prop _ _ (every i e is)))) n free).
Qed.
