(**
A table that was found right is a strategy graph, as LivingStrategy.v has them.

A node ([met]) is an entry of the table and a symmetry: the image of its state is what stands on the board. What follows an entry follows so on the
image ([met_after]). [own_move], [his_stone], [his_pass], [his_frees]: what each may do leads to a node; and a stone of the attacker's brings about no
image of a board from which one came ([stone_fresh]), as TableWays.v has gathered them all. All of it where the board does not last; of boards that
last no more is known here than that images are alike. [strategy_of]: the graph, a living one; where no board lasts it is one of Strategy.v ([all_written]).
*)
Require Import ZArith NArith List Bool FMapPositive Relations Wellfounded Lia.
Require Import Game Strategy Repetition LivingStrategy Board PointSets Symmetry StateTable TableWays.
Import ListNotations.

Local Opaque gathered.

Section TableGraph.

Variable r : rectangle.
Variable bars : bool.    (** a ko that the attacker took is not taken back at once *)
Variable goes_on : option player. (** who moves then, if play may go on where the opponent passes on a board that is enough and frees a ko *)
Variable attacker : player.
Variable wanted : Z.
Variable lasting : board -> bool. (** where the attacker passes from there on *)
Variable group : list (list N).
Variable symmetries : list prepared.
Variable bound : N.      (** all numbers are lower *)
Variable entry_at : N -> option entry.
Variable entry_of : state -> N * nat.
Variable place_of : board -> list N.

Notation entry_numbered := (entry_numbered bound entry_at).
Notation enough_here := (enough_here r attacker wanted).
Notation ko_after := (ko_after r).
Notation reply_ko := (reply_ko r bars attacker).
Notation after_reply := (after_reply r bars attacker wanted).
Notation after_stones := (after_stones r attacker).
Notation after_answers := (after_answers r goes_on attacker wanted).
Notation successors := (successors r bars goes_on attacker wanted).
Notation located := (located symmetries bound entry_at entry_of).
Notation gathered := (gathered r bars goes_on attacker wanted symmetries bound entry_at entry_of).
Notation may_come_from := (may_come_from bound entry_at).
Notation no_way := (no_way r bars goes_on attacker wanted symmetries bound entry_at entry_of place_of).
Notation moves_ok := (moves_ok r bars goes_on attacker wanted lasting symmetries bound entry_at entry_of place_of).
Notation place_ok := (place_ok r symmetries place_of).
Notation entry_ok := (entry_ok r bars goes_on attacker wanted lasting symmetries bound entry_at entry_of place_of).

Set Default Proof Using "All".
Hypothesis a_group : is_group r group = true.
Hypothesis made_of : symmetries = map prepare group.
Hypothesis all_ok : forall i e, entry_numbered i = Some e -> entry_ok i e = true.
(** It is so of all images, or of none. *)
Hypothesis lasts_alike : forall ms b, is_symmetry r ms = true -> all_within r b -> lasting (image_board ms b) = lasting b.

Notation follows := (follows r bars goes_on attacker wanted symmetries bound entry_at entry_of).
Notation steps_to := (steps_to r bars goes_on attacker wanted symmetries bound entry_at entry_of).
Notation located_is := (located_is r bars goes_on attacker wanted lasting group symmetries bound entry_at entry_of place_of a_group made_of all_ok).
Notation follows_lower := (follows_lower r bars goes_on attacker wanted lasting group symmetries bound entry_at entry_of place_of a_group made_of all_ok).
Notation follows_ends := (follows_ends r bars goes_on attacker wanted lasting group symmetries bound entry_at entry_of place_of a_group made_of all_ok).
Notation path_may := (path_may r bars goes_on attacker wanted lasting group symmetries bound entry_at entry_of place_of a_group made_of all_ok).
Notation gathered_has := (gathered_has r bars goes_on attacker wanted lasting group symmetries bound entry_at entry_of place_of a_group made_of all_ok).

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

Lemma lasting_at : forall n, lasting (board_at n) = lasting (on (s_of n)).
Proof. intro n. apply lasts_alike; [apply symmetry_by | apply board_within]. Qed.

(** Nothing may follow only where the board lasts. *)
Lemma not_over : forall n, lasting (board_at n) = false -> over (its n) = false.
Proof.
  intros n open. rewrite lasting_at in open. assert (fine := all_ok _ _ (its_there n)). unfold entry_ok in fine. apply andb_true_iff in fine.
  destruct fine as [_ fine]. unfold moves_ok in fine. fold (s_of n) in fine. destruct (over (its n)); [congruence | reflexivity].
Qed.

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
Lemma stone_fresh : forall n t n', lasting (board_at n) = false -> turn_at n = attacker -> reply (its n) <> None ->
  after_reply (s_of n) (reply (its n)) = Some t -> board_at n' = image_board (by_ n) (on t) ->
  forall u, clos_refl_trans met met_next u n -> board_at u <> board_at n'.
Proof.
  intros n t n' open own stone makes here u way same. apply not_over in open. apply met_path in way.
  assert (fine := all_ok _ _ (its_there n)). unfold entry_ok in fine. apply andb_true_iff in fine.
  destruct fine as [_ fine]. unfold moves_ok in fine. fold (s_of n) in fine. unfold turn_at in own.
  rewrite open, own, same_turn_same, makes in fine. apply andb_true_iff in fine. destruct fine as [_ fine].
  destruct (reply (its n)) as [q |] eqn:which; [| congruence].
  assert (after : In t (successors (its n))).
  { unfold successors. fold (s_of n). rewrite open, own, same_turn_same, which, makes. left. reflexivity. }
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
  assert (barring : bars = true) by (unfold reply_ko in kos; destruct bars; [reflexivity | discriminate]).
  split; [exact barring |]. split; [exact takes |]. unfold reply_ko in kos. rewrite barring in kos. apply ko_after_back in kos.
  assert (sym := group_symmetry r group ms a_group is).
  rewrite boards, (play_image r ms sym (other attacker) _ q) in kos;
    [| apply board_within | eapply point_there; eassumption].
  rewrite legal in kos. simpl in kos. simpl. f_equal.
  rewrite made, (image_board_after r) by (first [apply symmetry_by | assumption]).
  unfold board_at. congruence.
Qed.

(** The opponent's stones. *)
Lemma his_stone : forall n q b, lasting (board_at n) = false -> turn_at n = other attacker ->
  play r (other attacker) (board_at n) q = Some b -> barred_at n <> Some b ->
  exists t n', In t (after_stones (s_of n) (points r)) /\ met_next n n' /\ b = image_board (by_ n) (on t) /\
    board_at n' = b /\ turn_at n' = attacker.
Proof.
  intros n q b open theirs legal free. apply not_over in open. unfold board_at in legal.
  destruct (play_image_back r (by_ n) (symmetry_by n) _ _ _ _ (board_within n) legal) as [p [b0 [at_ [legal0 ->]]]].
  assert (not_ko : same_ko (ko (s_of n)) (Some p) = false).
  { destruct (same_ko (ko (s_of n)) (Some p)) eqn:same; trivial. apply same_ko_true in same.
    exfalso. apply free. unfold barred_at, barred_of. rewrite theirs, same_turn_same, same, legal0. reflexivity. }
  set (t := {| on := b0; turn_of := attacker; ko := ko_after (other attacker) (on (s_of n)) b0 |}).
  assert (is : In t (after_stones (s_of n) (points r))).
  { apply (after_stones_has (s_of n) p b0); trivial. apply (play_on_board r _ _ _ _ legal0). }
  assert (after : In t (successors (its n))).
  { unfold successors. fold (s_of n). unfold turn_at in theirs. rewrite open, theirs, same_turn_other.
    apply after_answers_stones. exact is. }
  destruct (met_after n t after) as [n' [ms [step_ [is_ms [made [turns [boards _]]]]]]].
  exists t, n'. repeat split; trivial.
  - unfold board_at. rewrite made, (image_board_after r)
      by (first [apply symmetry_by | apply (group_symmetry r group); assumption]).
    rewrite <- boards. reflexivity.
  - unfold turn_at. symmetry. exact turns.
Qed.

Lemma his_pass : forall n, lasting (board_at n) = false -> turn_at n = other attacker -> ~ enough board (score r) attacker wanted (board_at n) ->
  exists n', met_next n n' /\ board_at n' = board_at n /\ turn_at n' = attacker.
Proof.
  intros n open theirs ill. apply not_over in open.
  set (t := {| on := on (s_of n); turn_of := attacker; ko := None |}).
  assert (after : In t (successors (its n))).
  { unfold successors. fold (s_of n). unfold turn_at in theirs. rewrite open, theirs, same_turn_other. unfold after_answers.
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
Lemma his_frees : forall a, goes_on = Some a -> forall n, lasting (board_at n) = false -> turn_at n = other attacker ->
  enough board (score r) attacker wanted (board_at n) -> barred_at n <> None ->
  exists n', met_next n n' /\ board_at n' = board_at n /\ turn_at n' = a /\ barred_at n' = None.
Proof.
  intros a allowed n open theirs well bar. apply not_over in open.
  set (t := {| on := on (s_of n); turn_of := a; ko := None |}).
  assert (after : In t (successors (its n))).
  { unfold successors. fold (s_of n). unfold turn_at in theirs. rewrite open, theirs, same_turn_other. unfold after_answers.
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
Lemma own_move : forall n, lasting (board_at n) = false -> turn_at n = attacker ->
  (enough board (score r) attacker wanted (board_at n) /\
   exists n', met_next n n' /\ board_at n' = board_at n /\ turn_at n' = other attacker /\ barred_at n' = None) \/
  (exists t q b n', after_reply (s_of n) (reply (its n)) = Some t /\
     play r attacker (board_at n) q = Some b /\ met_next n n' /\ board_at n' = b /\
     turn_at n' = other attacker /\
     (barred_at n' = None \/ bars = true /\ ko t <> None /\ barred_at n' = Some (board_at n)) /\
     forall u, clos_refl_trans met met_next u n -> board_at u <> b).
Proof.
  intros n still own. assert (open := not_over n still). assert (fine := all_ok _ _ (its_there n)). unfold entry_ok in fine. apply andb_true_iff in fine.
  destruct fine as [_ fine]. unfold moves_ok in fine. fold (s_of n) in fine.
  assert (turn_s := own). unfold turn_at in turn_s. rewrite open, turn_s, same_turn_same in fine.
  destruct (after_reply (s_of n) (reply (its n))) as [t |] eqn:makes; [| discriminate].
  assert (after : In t (successors (its n))).
  { unfold successors. fold (s_of n). rewrite open, turn_s, same_turn_same, makes. left. reflexivity. }
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

Definition strategy_of : living_graph board N (play r) (score r) attacker wanted lasting (fun _ => False) bars.
Proof.
  refine {| written := met; on_board := board_at; moves := turn_at; LivingStrategy.bars := barred_at; then_ := met_next |}.
  - intros n open own. destruct (own_move n open own) as
      [pass_ | [t [q [b [n' [_ [legal [step_ [here [turns [bar fresh]]]]]]]]]]]; [left; exact pass_ | right].
    exists q, b, n'. repeat split; trivial; [| tauto].
    destruct bar as [none | [yes [_ some]]]; auto.
  - intros n p b open theirs legal free. destruct (his_stone n p b open theirs legal free) as [t [n' [_ [step_ [_ [here turns]]]]]].
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

End TableGraph.
