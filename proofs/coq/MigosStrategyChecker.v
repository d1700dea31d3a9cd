(**
A checker of strategies under the rules of MIGOS, and that what it accepts is true.

The table is that of Checker.v, and so is what is checked of it. Besides, for each stone of the opponent's, what KeeChecker.v asks under Kee's rules of 2013
([not_back]): he brings back no image of a board that the attacker left with a stone; and none that is enough, and that he left with a stone, if he has passed since on a board that is
not enough. Of states after which nothing follows, as the attacker lives with enough there, nothing of this is asked. Suicide is illegal ([plain]), and the margin is no
more than an outright win is worth.

[migos_strategy_sound]: if [migos_strategy_check] says yes, the attacker forces the margin from the table's root on, under the rules of Migos.v, with the whole history, and the captures and scores of
Board.v, whatever a tie is worth.

[migos_most_sound]: claims "most", as in Most.v: no board is worth more than its points, so from a start who only passes forces minus these (MigosPassing.v).
*)
Require Import ZArith NArith Lia List Bool FMapPositive Relations Wellfounded.
Require Import Game Strategy Repetition KeeChecker Migos MigosChecker MigosPassing MigosStrategy Alone Board PointSets Symmetry Rectangle StateTable TableWays TableGraph LivingBoards Checker Most.
Import ListNotations.

Local Opaque gathered.

(** Play does not go on after the second pass. *)
Notation never attacker := (freed false attacker) (only parsing).

Section MigosStrategyChecker.

Variable r : rectangle.
Variable attacker : player.
Variable wanted : Z.
Variable lasting : board -> bool.
Variable group : list (list N).
Variable symmetries : list prepared.
Variable bound : N.
Variable entry_at : N -> option entry.
Variable entry_of : state -> N * nat.
Variable place_of : board -> list N.

Notation opponent := (other attacker).
Notation enough_ := (enough_here r attacker wanted).
Notation entry_ := (entry_numbered bound entry_at).
Notation successors_ := (successors r true (never attacker) attacker wanted).
Notation gathered_ := (gathered r true (never attacker) attacker wanted symmetries bound entry_at entry_of).
Notation steps_ := (steps_to r true (never attacker) attacker wanted symmetries bound entry_at entry_of).
Notation met_ := (met group bound entry_at).
Notation next_ := (met_next r true (never attacker) attacker wanted group symmetries bound entry_at entry_of).
Notation following_ := (following r false attacker wanted symmetries bound entry_at entry_of).
Notation not_after_ := (not_after r false attacker wanted symmetries bound entry_at entry_of).
Notation passing_ := (passing r attacker wanted).

Definition migos_ok (i : N) (e : entry) : bool :=
  let s := known_state e in
  over e || same_turn (turn_of s) attacker ||
  forallb (fun t => not_back r false attacker wanted symmetries bound entry_at entry_of place_of i e (on t)) (after_stones r attacker s (points r)).

Definition migos_entry_ok (i : N) (e : entry) : bool :=
  entry_ok r true (never attacker) attacker wanted lasting symmetries bound entry_at entry_of place_of i e && migos_ok i e.

(** ** The proof *)

Hypothesis a_group : is_group r group = true.
Hypothesis made_of : symmetries = map prepare group.
Hypothesis all_ok : forall i e, entry_ i = Some e ->
  entry_ok r true (never attacker) attacker wanted lasting symmetries bound entry_at entry_of place_of i e = true.
Hypothesis lasts_alike : forall ms b, is_symmetry r ms = true -> all_within r b -> lasting (image_board ms b) = lasting b.
Hypothesis all_migos : forall i e, entry_ i = Some e -> migos_ok i e = true.

Notation ways f := (f r true (never attacker) attacker wanted lasting group symmetries bound entry_at entry_of place_of
  a_group made_of all_ok) (only parsing).
Notation sound f := (f r true (never attacker) attacker wanted lasting group symmetries bound entry_at entry_of place_of
  a_group made_of all_ok lasts_alike) (only parsing).
Notation kee_ways f := (f r false attacker wanted lasting group symmetries bound entry_at entry_of place_of a_group made_of all_ok) (only parsing).
Notation kee_sound f := (f r false attacker wanted lasting group symmetries bound entry_at entry_of place_of a_group made_of all_ok lasts_alike)
  (only parsing).

(** What is looked at where the opponent's stone leads to a board on which [u] stood. *)
Lemma looked_back : forall (n u : met_) t, In t (after_stones r attacker (s_of _ _ _ n) (points r)) ->
  lasting (board_at _ _ _ n) = false -> turn_at _ _ _ n = opponent -> board_at _ _ _ u = image_board (by_ _ _ _ n) (on t) ->
  steps_ (number _ _ _ u) (number _ _ _ n) ->
  exists here, In (number _ _ _ u) here /\
    not_after_ (its _ _ _ n) (following_ (its _ _ _ n) (leaving attacker) here) (number _ _ _ n) = true /\
    (enough_ (on t) = true -> exists left_,
      gathered_ (its _ _ _ n) (following_ (its _ _ _ n) (leaving opponent) here) = Some left_ /\
      not_after_ (its _ _ _ n) (following_ (its _ _ _ n) passing_ (list_of left_)) (number _ _ _ n) = true).
Proof.
  intros n u t is open his same way. apply (sound not_over) in open. set (e := its _ _ _ n).
  assert (known := its_there _ _ _ n). fold e in known.
  assert (fine := all_migos _ _ known). unfold migos_ok in fine.
  assert (turn_s : turn_of (known_state e) = opponent) by exact his.
  change (over e = false) in open. rewrite open, turn_s, same_turn_other in fine. cbn [orb] in fine. rewrite forallb_forall in fine.
  specialize (fine t is). unfold not_back in fine.
  assert (after : In t (successors_ e)).
  { unfold successors. rewrite open, turn_s, same_turn_other. apply (sound after_answers_stones). exact is. }
  assert (starts : In (number _ _ _ u) (filter (may_come_from bound entry_at e) (place_of (on t)))).
  { apply filter_In. split; [apply (sound place_has n t u after same) |].
    unfold may_come_from. rewrite (its_there _ _ _ u).
    apply (ways path_may _ _ way); [apply its_there | exact known]. }
  destruct (filter _ _) as [| k rest] eqn:all; [contradiction |]. rewrite <- all in *.
  exists (filter (may_come_from bound entry_at e) (place_of (on t))). split; trivial.
  apply andb_true_iff in fine. destruct fine as [one two]. split; trivial.
  intro well. rewrite well in two. cbn [negb orb] in two.
  destruct (gathered_ e _) as [left_ |]; [| discriminate]. exists left_. auto.
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
  apply (kee_ways not_after_has _ _ _ (number _ _ _ u') (its_there _ _ _ n) yes); trivial.
  apply (kee_ways step_has n u u'); trivial. intros t' _ boards. apply (leaving_so _ _ _ u u'); trivial.
Qed.

Lemma never_after_pass : forall (n u u' w w' : met_) t, In t (after_stones r attacker (s_of _ _ _ n) (points r)) ->
  lasting (board_at _ _ _ n) = false -> turn_at _ _ _ n = opponent -> board_at _ _ _ u = image_board (by_ _ _ _ n) (on t) -> enough_ (on t) = true ->
  turn_at _ _ _ u = opponent -> next_ u u' -> board_at _ _ _ u' <> board_at _ _ _ u -> path_ u' w ->
  turn_at _ _ _ w = opponent -> ~ Strategy.enough board (score r) attacker wanted (board_at _ _ _ w) ->
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
  apply (kee_ways not_after_has _ _ _ (number _ _ _ w') (its_there _ _ _ n) none); trivial.
  apply (kee_ways step_has n w w'); trivial.
  - apply in_list_of. apply (ways gathered_has _ _ _ left_ (number _ _ _ u') (its_there _ _ _ n) got); trivial.
    apply (kee_ways step_has n u u'); trivial. intros t' _ boards. apply (leaving_so _ _ _ u u'); trivial.
  - intros t' after boards. apply (kee_sound passing_so w w'); trivial.
Qed.

Definition migos_strategy_of : migos_graph board N (play r) (score r) attacker wanted lasting.
Proof.
  refine {| node := met_; at_board := board_at _ _ _; turn := turn_at _ _ _; barred := barred_at r attacker _ _ _; next := next_ |}.
  - intros n open own. destruct (sound own_move n open own) as
      [pass_ | [t [q [b [n' [_ [legal [step_ [here [turns [bar fresh]]]]]]]]]]]; [left; exact pass_ | right].
    exists q, b, n'. repeat split; trivial. tauto.
  - intros n b [open [his [free [p legal]]]].
    destruct (sound his_stone n p b open his legal free) as [t [n' [_ [step_ [_ [here turns]]]]]]. exists n'. auto.
  - exact (sound his_pass).
  - intros n b u u' [open [his [free [p legal]]]] [own [here [step_ gone]]] way.
    destruct (sound his_stone n p b open his legal free) as [t [n' [is [_ [-> _]]]]].
    apply (never_from_attacker n u u' t); trivial. congruence.
  - intros n b u u' w w' [open [his [free [p legal]]]] well [own [here [step_ gone]]] way his_w ill pass_ stays way'.
    destruct (sound his_stone n p b open his legal free) as [t [n' [is [_ [-> _]]]]].
    assert (after : In t (successors_ (its _ _ _ n))).
    { unfold successors. unfold turn_at, s_of in his. rewrite (sound not_over n open), his, same_turn_other. apply (sound after_answers_stones). exact is. }
    apply (never_after_pass n u u' w w' t); trivial; [| congruence].
    apply (kee_sound enough_after n t after well).
  - exact (sound met_ends).
Defined.

End MigosStrategyChecker.

(** What these rules are here: suicide is illegal, and the margin is no more than an outright win is worth. *)
Definition plain (r : rectangle) (wanted : Z) : bool := negb (suicide r) && Z.leb wanted won_outright.

Definition migos_strategy_check (r : rectangle) (living : bool) (attacker : player) (wanted : Z) (t : table) (root : state) : bool :=
  root_ok r t root && may_live living r && plain r wanted &&
  let bound := bound_of t in let symmetries := map prepare (maps t) in
  all_entries bound (numbered t) (steps t)
    (migos_entry_ok r attacker wanted (ends_on living r attacker wanted) symmetries bound (numbered t) (number_of t) (numbers_on t)).

Theorem migos_strategy_sound : forall r living attacker wanted t root tie, migos_strategy_check r living attacker wanted t root = true ->
  forces (migos_game board N board_eq_dec (play r) (score r) won_outright tie) attacker wanted (begin_with board (on root) (turn_of root)).
Proof.
  intros r living attacker wanted t root tie yes. unfold migos_strategy_check in yes.
  apply andb_true_iff in yes. destruct yes as [start all].
  apply andb_true_iff in start. destruct start as [start few]. apply andb_true_iff in few. destruct few as [_ few]. apply Z.leb_le in few.
  apply andb_true_iff in start. destruct start as [start may]. unfold root_ok in start.
  apply andb_true_iff in start. destruct start as [start found_].
  apply andb_true_iff in start. destruct start as [grouped no_ko].
  assert (every := all_entries_has _ _ _ _ all). unfold migos_entry_ok in every.
  destruct (located _ _ _ _ root) as [[i e] |] eqn:found; [| discriminate].
  set (one := fun i e is => proj1 (andb_prop _ _ (every i e is))).
  destruct (located_met r true (never attacker) attacker wanted _ (maps t) _ _ _ _ _ grouped eq_refl one
    (ends_alike living r attacker wanted (may_live_lasts _ _ may)) root i e found) as [n [here [turns free]]].
  { destruct (ko root); [discriminate | reflexivity]. }
  rewrite <- here, <- turns.
  apply (migos_strategy_forces board N board_eq_dec (play r) (score r) won_outright tie attacker wanted few _ _
    (ends_enough living r attacker wanted (may_live_lasts _ _ may)) (ends_stays living r attacker wanted may)
    (migos_strategy_of r attacker wanted _ (maps t) _ _ _ _ _ grouped eq_refl one
      (ends_alike living r attacker wanted (may_live_lasts _ _ may))
      (fun i e is => proj2 (andb_prop _ _ (every i e is)))) n free).
Qed.

(** From a start claims "most" ask what they ask under superko. *)
Theorem migos_most_sound : forall r a wanted b first tie, most_ok r wanted b = true ->
  forces (migos_game board N board_eq_dec (play r) (score r) won_outright tie) a wanted (begin_with board b first).
Proof.
  intros r a wanted b first tie yes. unfold most_ok in yes. apply andb_true_iff in yes. destruct yes as [yes no_suicide].
  apply negb_true_iff in no_suicide. destruct (low_enough_true _ _ _ yes) as [low [identity is]].
  apply (passing_forces board N board_eq_dec (play r) (score r) won_outright tie a wanted (on_rectangle r) (missing r (other a))).
  - intros c is_on. exact (board_worth r identity wanted low a c is_on).
  - intros c p c' is_on made. split; [exact (play_on r identity (other a) c p c' made is_on) | exact (missing_less r no_suicide (other a) c p c' made)].
  - split; [exact is |]. intros t [].
Qed.
