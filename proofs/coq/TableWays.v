(**
The ways through a table that was found right: what follows what, and that what is gathered is all that one comes to.

[follows]: one entry follows another. No path is endless ([follows_ends]), as ranks fall; [gathered_has]: where states are
gathered for a state, all that lies on a way from them to it is among them. So if it is not itself, there is no such way.
*)
Require Import ZArith NArith List Bool FMapPositive Relations Wellfounded Lia.
Require Import Game Strategy Repetition Board Symmetry StateTable.
Import ListNotations.

Section TableWays.

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
Notation after_reply := (after_reply r bars attacker wanted).
Notation successors := (successors r bars goes_on attacker wanted).
Notation located := (located symmetries bound entry_at entry_of).
Notation near_of := (near_of symmetries bound entry_at entry_of).
Notation near := (near r bars goes_on attacker wanted symmetries bound entry_at entry_of).
Notation gather_one := (gather_one r bars goes_on attacker wanted symmetries bound entry_at entry_of).
Notation gather := (gather r bars goes_on attacker wanted symmetries bound entry_at entry_of).
Notation gathered_in := (gathered_in r bars goes_on attacker wanted symmetries bound entry_at entry_of).
Notation gathered := (gathered r bars goes_on attacker wanted symmetries bound entry_at entry_of).
Notation goes_down := (goes_down symmetries bound entry_at entry_of).
Notation moves_ok := (moves_ok r bars goes_on attacker wanted lasting symmetries bound entry_at entry_of place_of).
Notation entry_ok := (entry_ok r bars goes_on attacker wanted lasting symmetries bound entry_at entry_of place_of).

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
  { destruct (over e); [destruct after |]. destruct (same_turn _ attacker).
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

End TableWays.
