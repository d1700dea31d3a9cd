(**
The checkers of strategies after the first play of a game, and that what they accept is true: under the ko rules of Repetition.v, simple ko, too, and under
Kee's rules v6.0, answered strategies, too, and of 2013.

The table is that of Checker.v, KeeChecker.v or KeeV6Checker.v, and all that is checked of it. Besides the start does not last (S26 of docs/certificate-format.md). Where the play was a stone no state of the
table is on an image of the start ([elsewhere], S20): then the start is no turn of its reach, and the theorems about strategies after moves tell the rest. Where it was a pass the
start is where the table begins; if that pass was the attacker's it is enough (S23). Under Kee's rules of 2013 that pass is no refreshing one (S22), and KeePassed.v says what follows.

[ko_play_sound], [v6_play_sound], [kee_play_sound], [kee_pass_sound]: what is accepted is forced after the play, which is legal. [begins_once] looks at one thing more, which the format asks after a pass and after a stone that took a ko
(S20, S21): no stone brings about an image of the board where the table begins.
*)
Require Import ZArith NArith List Bool FMapPositive Relations.
Require Import Game Strategy Repetition Kee2013 KeeGraph KeeLines KeePassed KeeV6 KeeV6Entered LivingStrategy LivingKee Living Board Symmetry StateTable TableGraph LivingBoards Checker KeeChecker KeeV6Checker
  AfterMoves KeeAfter KeeV6After.
Import ListNotations.

Local Opaque gathered.

Definition elsewhere (t : table) (b : board) : bool := match numbers_on t b with [] => true | _ => false end.

Lemma elsewhere_untouched : forall t b a c, elsewhere t b = true -> untouched a t b c = true.
Proof. intros t b a c yes. unfold elsewhere in yes. unfold untouched. destruct (numbers_on t b); [reflexivity | discriminate]. Qed.

(** Nothing is proved of this. *)
Definition begins_once (r : rectangle) (bars : bool) (attacker : player) (wanted : Z) (t : table) (b : board) : bool :=
  let symmetries := map prepare (maps t) in
  let brings s := existsb (fun g => board_eqb (image_prepared g (on s)) b) symmetries in
  all_entries (bound_of t) (numbered t) (steps t) (fun _ e =>
    let s := known_state e in
    over e ||
    if same_turn (turn_of s) attacker
    then match reply e, after_reply r bars attacker wanted s (reply e) with Some _, Some s' => negb (brings s') | _, _ => true end
    else forallb (fun s' => negb (brings s')) (after_stones r attacker s (points r))).

(** Did a stone of that player's take a ko? *)
Definition took_ko (r : rectangle) (a : player) (b b' : board) : bool := match ko_after r a b b' with Some _ => true | None => false end.

Definition passes_well (r : rectangle) (attacker : player) (wanted : Z) (b : board) (first : player) : bool :=
  negb (same_turn first attacker) || enough_here r attacker wanted b.

Lemma passed_well : forall r attacker wanted b, passes_well r attacker wanted b attacker = true -> (wanted <= margin_of attacker (score r b))%Z.
Proof. intros r attacker wanted b yes. unfold passes_well in yes. rewrite same_turn_same in yes. apply Z.leb_le. exact yes. Qed.

(** ** Under the ko rules *)

Definition ko_play_check (r : rectangle) (living : bool) (rule : repetition) (attacker : player) (wanted : Z) (t : table) (b : board) (first : player)
  (m : go_move N) : bool :=
  match turn_step board N board_eq_dec (play r) (score r) rule (begin_with board b first) m with
  | Goes h => check r living (retake_illegal rule) None attacker wanted t (root_of h) && negb (ends_on living r attacker wanted b) &&
      match m with Stone _ => elsewhere t b | Pass => passes_well r attacker wanted b first end
  | _ => false
  end.

Theorem ko_play_sound : forall r living rule attacker wanted t b first m, ko_play_check r living rule attacker wanted t b first m = true ->
  exists h, turn_step board N board_eq_dec (play r) (score r) rule (begin_with board b first) m = Goes h /\
    forces (go_game board N board_eq_dec (play r) (score r) rule) attacker wanted h.
Proof.
  intros r living rule attacker wanted t b first m yes. unfold ko_play_check in yes.
  destruct (turn_step _ _ _ _ _ _ _ _) as [| | h] eqn:made; try discriminate. exists h. split; [reflexivity |].
  apply andb_true_iff in yes. destruct yes as [yes asked]. apply andb_true_iff in yes. destruct yes as [yes open].
  destruct m as [p |].
  - apply (entered_from r living rule attacker wanted t h); [exact (Entered.step_settled _ _ _ _ _ rule _ _ h made) | exact yes |].
    assert (before : snd h = [fst (begin_with board b first)]).
    { cbn [turn_step] in made. destruct (play r _ _ p) as [b' |]; [| discriminate]. destruct (forbids _ _ _ _ _); [discriminate |]. inversion made. reflexivity. }
    unfold past_untouched. rewrite before. simpl. rewrite open, (elsewhere_untouched t b attacker first asked). reflexivity.
  - assert (is_h : h = push board (pass_turn board (begin_with board b first)) (begin_with board b first)) by (simpl in made; inversion made; reflexivity).
    subst h. clear made. unfold check in yes.
    rewrite !andb_true_iff in yes. destruct yes as [[start may] all]. assert (every := all_entries_has _ _ _ _ all).
    set (h := push board (pass_turn board (begin_with board b first)) (begin_with board b first)) in *.
    destruct (root_met r _ _ _ _ _ t _ start every (ends_alike living r attacker wanted (may_live_lasts _ _ may))) as [grouped [n [here [turns_ free]]]].
    set (g := strategy_of r (retake_illegal rule) None attacker wanted _ (maps t) _ _ _ _ _ grouped eq_refl every (ends_alike living r attacker wanted (may_live_lasts _ _ may))).
    set (whole := filled board N (play r) (score r) attacker wanted _ _ (ends_enough living r attacker wanted (may_live_lasts _ _ may))
      (ends_stays living r attacker wanted may) _ _ g).
    assert (proper_h : alternates board h /\ (by_stone _ (fst h) = true -> snd h <> [])) by (apply push_proper; reflexivity).
    apply (proper_forces board N board_eq_dec (play r) (score r) rule attacker wanted (exist _ h proper_h)).
    apply (strategy_forces board N (play r) (score r) attacker wanted (fun _ => False) (retake_illegal rule)
      (rules_of board N board_eq_dec (play r) (score r) rule) whole (Written _ _ _ n)).
    split; simpl.
    + symmetry. exact here.
    + symmetry. exact turns_.
    + intros c [one [is <-]]. right. exists (Written _ _ _ n). split; [apply rt_refl |]. destruct is as [<- | [<- | []]]; exact here.
    + intros _ his. rewrite turns_ in his. change (other first = other attacker) in his.
      assert (same : first = attacker) by (destruct first, attacker; simpl in his; congruence). subst first.
      unfold Strategy.enough. rewrite here. exact (passed_well r attacker wanted b asked).
    + intros c _ bar. rewrite free in bar. destruct (ends_on living r attacker wanted (board_at _ _ _ n)); discriminate.
Qed.

(** ** Under Kee's rules v6.0 *)

Definition v6_play_check (r : rectangle) (living answered : bool) (attacker : player) (wanted : Z) (t : table) (b : board) (first : player)
  (m : go_move N) : bool :=
  match v6_step board N board_eq_dec (play r) (score r) (in_atari r) (v6_start board b first) m with
  | Goes h => v6_check r living answered attacker wanted t (v6_root_of h) && negb (ends_on living r attacker wanted b) &&
      match m with Stone _ => elsewhere t b | Pass => passes_well r attacker wanted b first end
  | _ => false
  end.

Theorem v6_play_sound : forall r living answered attacker wanted t b first m, v6_play_check r living answered attacker wanted t b first m = true ->
  exists h, v6_step board N board_eq_dec (play r) (score r) (in_atari r) (v6_start board b first) m = Goes h /\
    forces (v6_game board N board_eq_dec (play r) (score r) (in_atari r)) attacker wanted h.
Proof.
  intros r living answered attacker wanted t b first m yes. unfold v6_play_check in yes.
  destruct (v6_step _ _ _ _ _ _ _ _) as [| | h] eqn:made; try discriminate. exists h. split; [reflexivity |].
  apply andb_true_iff in yes. destruct yes as [yes asked]. apply andb_true_iff in yes. destruct yes as [yes open].
  destruct m as [p |].
  - apply (v6_entered_from r living answered attacker wanted t h); [exact (v6_step_settled _ _ _ _ _ _ _ _ h made) | exact yes |].
    assert (before : snd h = [fst (v6_start board b first)]).
    { cbn [v6_step] in made. destruct (play r _ _ p) as [b' |]; [| discriminate]. destruct (v6_forbids _ _ _ _ _ _); [discriminate |]. inversion made. reflexivity. }
    unfold v6_past_untouched. rewrite before. simpl. rewrite open, (elsewhere_untouched t b attacker first asked). reflexivity.
  - assert (is_h : h = (v6_pass board (v6_start board b first), v6_turns board (v6_start board b first))) by (simpl in made; inversion made; reflexivity).
    subst h. clear made. unfold v6_check in yes.
    rewrite !andb_true_iff in yes. destruct yes as [[start may] all]. assert (every := all_entries_has _ _ _ _ all).
    set (one := fun i e is => proj1 (andb_prop _ _ (every i e is))).
    destruct (root_met r _ _ _ _ _ t _ start one (ends_alike living r attacker wanted may)) as [grouped [n [here [turns_ free]]]].
    apply (KeeV6Strategy.stands_wins board N board_eq_dec (play r) (score r) (in_atari r) attacker wanted _ (v6_lasting_wins living r attacker wanted may)
      (v6_strategy_of r answered attacker wanted _ (maps t) _ _ _ _ _ grouped eq_refl one (ends_alike living r attacker wanted may)
        (fun i e is => proj2 (andb_prop _ _ (every i e is)))) (fun _ => False)) with (n := n); [intros u _ [] |].
    split.
    + symmetry. exact here.
    + symmetry. exact turns_.
    + intros turn_ [<- | [<- | []]]; right; exists n; (split; [apply rt_refl | exact here]).
    + intros _ his. change (turn_at _ _ _ n = other attacker) in his. rewrite turns_ in his. change (other first = other attacker) in his.
      assert (same : first = attacker) by (destruct first, attacker; simpl in his; congruence). subst first.
      change (wanted <= margin_of attacker (score r (board_at _ _ _ n)))%Z. rewrite here. exact (passed_well r attacker wanted b asked).
    + intros c p _ _ bar. change (barred_at r attacker (maps t) (bound_of t) (numbered t) n = Some c) in bar. congruence.
Qed.

(** ** Under Kee's rules of 2013, after a stone *)

Definition kee_play_check (r : rectangle) (living refresh tally_all : bool) (attacker : player) (wanted : Z) (t : table) (b : board) (first : player) (p : N) : bool :=
  elsewhere t b && kee_check_after r living refresh tally_all attacker wanted t b first [Lay p].

Theorem kee_play_sound : forall r living refresh tally_all attacker wanted t b first p,
  kee_play_check r living refresh tally_all attacker wanted t b first p = true ->
  exists h, kee_played board N board_eq_dec (play r) (score r) refresh tally_all (kee_start board b first) [Lay p] = Some h /\
    forces (kee_game board N board_eq_dec (play r) (score r) refresh tally_all) attacker wanted h.
Proof.
  intros r living refresh tally_all attacker wanted t b first p yes. apply andb_true_iff in yes. destruct yes as [_ yes].
  exact (kee_after_sound r living refresh tally_all attacker wanted t b first [Lay p] yes).
Qed.

(** ** Under Kee's rules of 2013, after a pass *)

(** The attacker's is a normal one. After one of the opponent's he need pass only if he is to move on that board as well. *)
Definition kee_pass_check (r : rectangle) (living refresh tally_all : bool) (attacker : player) (wanted : Z) (t : table) (b : board) (first : player)
  (m : kee_move N) : bool :=
  match kee_played board N board_eq_dec (play r) (score r) refresh tally_all (kee_start board b first) [m] with
  | None => false
  | Some h =>
    kee_check r living refresh attacker wanted t (kee_root_of h) && negb (ends_on living r attacker wanted b) &&
    match m with
    | Lay _ => false
    | Pass_on | Refresh =>
      if same_turn first attacker then match m with Pass_on => enough_here r attacker wanted b | _ => false end
      else untouched attacker t b first || enough_here r attacker wanted b && root_ok r t {| on := b; turn_of := first; ko := None |}
    end
  end.

(** What a first pass makes. *)
Lemma passed_first : forall r refresh tally_all b first m h,
  kee_played board N board_eq_dec (play r) (score r) refresh tally_all (kee_start board b first) [m] = Some h ->
  forall k, m = Pass_on /\ k = Normal_pass \/ m = Refresh /\ k = Refreshing_pass -> h = (turn_of_move board first b k, [fst (kee_start board b first)]).
Proof.
  intros r refresh tally_all b first m h made k [[-> ->] | [-> ->]]; simpl in made.
  - injection made as <-. reflexivity.
  - destruct refresh; [| discriminate]. unfold conclude, met_again, up in made. simpl in made. unfold encounters in made. simpl in made.
    destruct (player_eq_dec first (other first)) as [bad | _]; [exfalso; exact (other_differs first (eq_sym bad)) |].
    rewrite andb_false_r in made. simpl in made. injection made as <-. reflexivity.
Qed.

Theorem kee_pass_sound : forall r living refresh tally_all attacker wanted t b first m,
  kee_pass_check r living refresh tally_all attacker wanted t b first m = true ->
  exists h, kee_played board N board_eq_dec (play r) (score r) refresh tally_all (kee_start board b first) [m] = Some h /\
    forces (kee_game board N board_eq_dec (play r) (score r) refresh tally_all) attacker wanted h.
Proof.
  intros r living refresh tally_all attacker wanted t b first m yes. unfold kee_pass_check in yes.
  destruct (kee_played _ _ _ _ _ _ _ _ _) as [h |] eqn:made; [| discriminate]. exists h. split; [reflexivity |].
  apply andb_true_iff in yes. destruct yes as [yes asked]. apply andb_true_iff in yes. destruct yes as [yes open].
  assert (right_ := yes). unfold kee_check in right_. rewrite !andb_true_iff in right_. destruct right_ as [[start may] all].
  assert (every := all_entries_has _ _ _ _ all).
  set (one := fun i e is => proj1 (andb_prop _ _ (every i e is))).
  set (alike := ends_alike living r attacker wanted (may_live_lasts _ _ may)).
  assert (grouped := proj1 (root_met r _ _ _ _ _ t _ start one alike)).
  set (g := kee_strategy_of r refresh attacker wanted _ (maps t) _ _ _ _ _ _ grouped eq_refl one alike (fun i e is => proj2 (andb_prop _ _ (every i e is)))).
  set (ends_well := ends_enough living r attacker wanted (may_live_lasts _ _ may)). set (stays_ := ends_stays living r attacker wanted may).
  set (whole := filled_kee board N (play r) (score r) refresh attacker wanted _ _ ends_well stays_ g).
  assert (node_at : forall root, root_ok r t root = true -> exists n : node _ _ _ _ _ _ _ whole,
    at_board _ _ _ _ _ _ _ whole n = on root /\ turn _ _ _ _ _ _ _ whole n = turn_of root /\ barred _ _ _ _ _ _ _ whole n = None).
  { intros root is. destruct (root_met r _ _ _ _ _ t root is one alike) as [_ [n [here [turns free]]]]. exists (Written _ _ _ n).
    split; [exact here |]. split; [exact turns |]. exact (filled_barred board N (play r) (score r) refresh attacker wanted _ g n free). }
  assert (passed : exists k, k <> Stone_laid /\ h = (turn_of_move board first b k, [fst (kee_start board b first)]) /\
    (same_turn first attacker = true -> k = Normal_pass)).
  { destruct m as [p | |]; [discriminate | |].
    - exists Normal_pass. split; [discriminate |]. split; [apply (passed_first _ _ _ _ _ _ _ made); auto | reflexivity].
    - exists Refreshing_pass. split; [discriminate |]. split; [apply (passed_first _ _ _ _ _ _ _ made); auto |].
      intro own. rewrite own in asked. discriminate. }
  destruct passed as [k [is [-> normal]]]. destruct (same_turn first attacker) eqn:own.
  - apply same_turn_true in own. subst first. rewrite (normal eq_refl) in *.
    assert (well : enough_here r attacker wanted b = true) by (destruct m; [discriminate | exact asked | discriminate]). apply Z.leb_le in well.
    destruct (node_at _ start) as [n [here [turns free]]]. simpl in here, turns.
    rewrite <- here in well |- *. exact (own_pass_forces board N board_eq_dec (play r) (score r) refresh tally_all attacker wanted whole n turns free well).
  - assert (his : first = other attacker) by (destruct first, attacker; simpl in own |- *; congruence).
    assert (either : untouched attacker t b first || enough_here r attacker wanted b && root_ok r t {| on := b; turn_of := first; ko := None |} = true)
      by (destruct m; [discriminate | exact asked | exact asked]).
    apply orb_true_iff in either. destruct either as [clean | either].
    + destruct (kee_played_settled board N board_eq_dec (play r) (score r) refresh tally_all [m] (kee_start board b first) _ (fun bad => False_ind _ (diff_false_true bad)) eq_refl made)
        as [settled_ in_].
      apply (kee_entered_from r living refresh tally_all attacker wanted t _ settled_ in_ yes).
      unfold kee_past_untouched. simpl. rewrite open, clean. reflexivity.
    + apply andb_true_iff in either. destruct either as [well there]. apply Z.leb_le in well.
      destruct (node_at _ there) as [n [here [turns free]]]. simpl in here, turns. subst first.
      rewrite <- here in well |- *. exact (his_pass_forces board N board_eq_dec (play r) (score r) refresh tally_all attacker wanted whole n turns free well k is).
Qed.
