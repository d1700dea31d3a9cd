(**
The Ing-Spight Ko Rule as the step of a game, computed from the history alone.

[ing_step_rules]: this step goes by [ing_rule] of IngSpight.v, and so by [ing_rule_one] any other that does is the same. How far a cycle
has come ([came]) is counted play by play, each as early as it can; [came_spec] is that this finds whether plays came in their order.

[no_less]: where there is no suicide who only passes loses no more than all points.
*)
Require Import ZArith NArith Arith Lia List Bool.
Require Import Game Strategy Board PointSets Symmetry Rectangle IngSpight IngSpightSearch.
Import ListNotations.

Definition same_play (p q : board_play) : bool := if play_eq_dec p q then true else false.

Lemma same_play_is : forall p q, same_play p q = true <-> p = q.
Proof. intros p q. unfold same_play. destruct (play_eq_dec p q); split; congruence. Qed.

(** ** How far a list of plays has come *)

(** It never comes to its end: the last play would be illegal. *)
Definition advance (pp : list board_play) (k : nat) (p : board_play) : nat :=
  match nth_error pp k with
  | Some q => if play_eq_dec q p then (if Nat.ltb (S k) (length pp) then S k else k) else k
  | None => k
  end.

Fixpoint came (pp : list board_play) (ts : list turn) : nat :=
  match ts with [] => 0 | Laid _ p :: before => advance pp (came pp before) p | Passed :: before => came pp before end.

Lemma firstn_more : forall (A : Type) (l : list A) k x, nth_error l k = Some x -> firstn (S k) l = firstn k l ++ [x].
Proof.
  intros A. induction l as [| y l again]; intros k x is; [destruct k; discriminate |].
  destruct k as [| k]; [simpl in *; congruence |]. simpl in is. change (y :: firstn (S k) l = y :: (firstn k l ++ [x])). f_equal. exact (again k x is).
Qed.

Lemma came_spec : forall ts pp k, k <= pred (length pp) -> (k <= came pp ts <-> part (firstn k pp) (plays_made ts)).
Proof.
  induction ts as [| [b p |] ts again]; intros pp k low; cbn [came plays_made].
  - split; [intro none; replace k with 0 by lia; constructor |]. intro is. apply part_length in is. rewrite firstn_length in is. simpl in is. lia.
  - destruct k as [| k]; [split; [intros _; apply part_empty | lia] |].
    destruct (nth_error pp k) as [x |] eqn:there; [| apply nth_error_None in there; lia].
    rewrite (firstn_more _ _ _ _ there), part_last, <- (firstn_more _ _ _ _ there), <- (again pp (S k)), <- (again pp k) by lia.
    unfold advance. destruct (nth_error pp (came pp ts)) as [q |] eqn:next.
    + destruct (play_eq_dec q p) as [-> | no].
      * destruct (Nat.ltb_spec (S (came pp ts)) (length pp)); split; intro is; try lia.
        destruct (Nat.eq_dec k (came pp ts)) as [-> |]; [right; split; [congruence | lia] | left; lia].
      * split; [intro; left; assumption |]. intros [is | [-> is]]; [exact is |].
        destruct (Nat.eq_dec k (came pp ts)) as [-> |]; [congruence | lia].
    + apply nth_error_None in next. split; [intro; left; assumption | lia].
  - apply again. exact low.
Qed.

Lemma came_most : forall ts pp, came pp ts <= pred (length pp).
Proof.
  induction ts as [| [b p |] ts again]; intro pp; cbn [came]; [lia | | apply again]. specialize (again pp). unfold advance.
  destruct (nth_error _ _); [| exact again]. destruct (play_eq_dec _ _); [| exact again]. destruct (Nat.ltb_spec (S (came pp ts)) (length pp)); lia.
Qed.

(** All plays of the list but the last came in their order, and the last is [p]. *)
Definition comes_to_end (pp : list board_play) (ts : list turn) (p : board_play) : bool :=
  match nth_error pp (came pp ts) with
  | Some q => if same_play q p then negb (Nat.ltb (S (came pp ts)) (length pp)) else false
  | None => false
  end.

Lemma comes_to_end_spec : forall pp ts p, comes_to_end pp ts p = true <-> exists earlier, pp = earlier ++ [p] /\ part earlier (plays_made ts).
Proof.
  intros pp ts p. unfold comes_to_end. assert (most := came_most ts pp). split.
  - destruct (nth_error pp (came pp ts)) as [q |] eqn:there; [| discriminate]. destruct (same_play q p) eqn:same; [| discriminate].
    apply same_play_is in same. subst q. intro last. apply negb_true_iff in last. apply Nat.ltb_ge in last.
    exists (firstn (came pp ts) pp). rewrite <- (firstn_more _ _ _ _ there), firstn_all2 by lia. split; [reflexivity |]. apply came_spec; lia.
  - intros [earlier [-> is]]. rewrite app_length in most. simpl in most.
    assert (all : length earlier <= came (earlier ++ [p]) ts).
    { apply came_spec; [rewrite app_length; simpl; lia |]. rewrite firstn_app, Nat.sub_diag, firstn_all, app_nil_r. exact is. }
    assert (came (earlier ++ [p]) ts = length earlier) as -> by lia. rewrite nth_error_app2, Nat.sub_diag by lia. cbn [nth_error].
    rewrite (proj2 (same_play_is p p) eq_refl). apply negb_true_iff. apply Nat.ltb_ge. rewrite app_length. simpl. lia.
Qed.

Lemma part_in : forall (qs ps : list board_play) x, part qs ps -> In x qs -> In x ps.
Proof. intros qs ps x is. induction is; simpl; intuition. Qed.

Section Step.

Variable r : rectangle.
Variable kind : suicides.
Variable longest : nat.

Notation lay_ := (lay r kind).
Notation plays_ := (all_plays r kind).
Notation plays_are := (fun b a => eq_refl (all_plays r kind b a)).

Definition ko_now (b : board) (p : board_play) : bool :=
  match repeated plays_ b p with Some b' => is_ko longest plays_ b p b' | None => false end.

Lemma ko_now_spec : forall b p, ko_now b p = true <-> ko_play r kind longest b p.
Proof.
  intros b p. unfold ko_now. destruct (repeated _ b p) as [b' |] eqn:made.
  - apply (repeated_is r kind plays_ plays_are) in made. exact (is_ko_spec r kind longest plays_ plays_are b p b' made).
  - split; [discriminate |]. intros [ps [[_ [_ [_ led]]] _]]. inversion led as [| ? ? b' ? ? made']; subst.
    apply (repeated_is r kind plays_ plays_are) in made'. congruence.
Qed.

Definition occupied (b : board) : N := N.lor (black b) (white b).

(** Where stones were placed in the present run of ko plays. *)
Fixpoint run_points (ts : list turn) : N :=
  match ts with
  | Laid b p :: before => if ko_now b p then N.lor (N.shiftl 1 (on p)) (run_points before) else 0
  | _ => 0
  end%N.

Lemma run_points_are : forall ts q, has (run_points ts) q <-> in_run r kind longest ts q.
Proof.
  induction ts as [| [b p |] ts again]; intro q; cbn [run_points].
  - split; [intro bad; destruct (has_none _ bad) | intro is; inversion is].
  - destruct (ko_now b p) eqn:ko.
    + apply ko_now_spec in ko. rewrite has_lor, has_spot, again. split.
      * intros [-> | is]; [apply run_last | apply run_earlier]; assumption.
      * intro is. inversion is; subst; auto.
    + assert (no : ~ ko_play r kind longest b p) by (rewrite <- ko_now_spec; congruence).
      split; [intro bad; destruct (has_none _ bad) | intro is; inversion is; subst; contradiction].
  - split; [intro bad; destruct (has_none _ bad) | intro is; inversion is].
Qed.

Definition hot_points (h : ing_history) : N := N.land (run_points (past h)) (occupied (board_now h)).

(** The opponent's stones that a play takes. *)
Definition taken (b : board) (p : board_play) : N := N.land (removed p) (stones (other (maker p)) b).

Definition takes (b : board) (p : board_play) (hot_ : N) : bool := negb (N.eqb (N.land (taken b p) hot_) 0).

Lemma takes_is : forall h p, takes (board_now h) p (hot_points h) = true <-> takes_hot r kind longest h p.
Proof.
  intros h p. unfold takes, takes_hot, hot, taken, stands, hot_points, occupied. rewrite negb_true_iff, N.eqb_neq. split.
  - intro some. destruct (N.land _ _) as [| x] eqn:is; [congruence |].
    assert (one : has (Npos x) (N.log2 (Npos x))) by (apply N.bit_log2; discriminate).
    exists (N.log2 (Npos x)). rewrite <- is in one at 1. rewrite !has_land, run_points_are in one. unfold has in one. tauto.
  - intros [q [one [two [run stand]]]] none. apply (has_none q). rewrite <- none. rewrite !has_land, run_points_are. unfold has. tauto.
Qed.

Definition ends_second_b (h : ing_history) (p : board_play) (b : board) : bool :=
  if existsb (same_play p) (plays_made (past h))
  then existsb (fun n => existsb (fun a => find_way plays_ n b b a (fun ps => comes_to_end (ps ++ ps) (past h) p)) [Black; White]) (lengths longest true)
  else false.

Lemma ends_second_is : forall h p b, ends_second_b h p b = true <-> ends_second r kind longest h p b.
Proof.
  intros h p b. unfold ends_second_b, ends_second, odd_cycle.
  assert (searched : existsb (fun n => existsb (fun a => find_way plays_ n b b a (fun ps => comes_to_end (ps ++ ps) (past h) p)) [Black; White])
      (lengths longest true) = true <->
    exists ps earlier, (cycle r kind longest b ps /\ Nat.odd (length ps) = true) /\ ps ++ ps = earlier ++ [p] /\ part earlier (plays_made (past h))).
  { rewrite existsb_exists. split.
    - intros [n [low found]]. apply existsb_exists in found. destruct found as [a [_ found]].
      apply (find_spec r kind plays_ plays_are) in found. destruct found as [ps [led ends]]. apply comes_to_end_spec in ends. destruct ends as [earlier ends].
      exists ps, earlier. split; [| exact ends]. apply cycles_are_ways. exists n, a. auto.
    - intros [ps [earlier [cyc ends]]]. apply cycles_are_ways in cyc. destruct cyc as [n [a [low led]]]. exists n. split; [exact low |].
      apply existsb_exists. exists a. split; [destruct a; simpl; auto |]. apply (find_spec r kind plays_ plays_are).
      exists ps. split; [exact led |]. apply comes_to_end_spec. exists earlier. exact ends. }
  destruct (existsb (same_play p) (plays_made (past h))) eqn:made; [exact searched |]. split; [discriminate |].
  intros [ps [earlier [[[some _] _] [eq is]]]]. exfalso. rewrite <- not_true_iff_false in made. apply made. apply existsb_exists. exists p.
  split; [| apply same_play_is; reflexivity]. apply (part_in _ _ p is). destruct (exists_last some) as [x [q same]]. rewrite same in eq.
  rewrite app_assoc in eq. apply app_inj_tail in eq. destruct eq as [<- <-]. rewrite !in_app_iff. left. right. left. reflexivity.
Qed.

Definition ing_step (h : ing_history) (m : go_move N) : outcome ing_history :=
  match m with
  | Pass => if just_passed h then Ends (Scored (score r (board_now h))) else Goes (after_pass h)
  | Stone x =>
    match lay_ (to_play h) (board_now h) x with
    | None => Illegal
    | Some (p, b) =>
      if (if N.eqb (taken (board_now h) p) 0 then false else if takes (board_now h) p (hot_points h) then ko_now (board_now h) p else false) then Illegal
      else if ends_second_b h p b then Illegal
      else Goes (after_stone h p b)
    end
  end.

Lemma takes_something : forall b p x, (if N.eqb (taken b p) 0 then false else if takes b p x then ko_now b p else false) = takes b p x && ko_now b p.
Proof. intros b p x. unfold takes. destruct (N.eqb_spec (taken b p) 0) as [-> | _]; [reflexivity |]. destruct (negb _); reflexivity. Qed.

Theorem ing_step_rules : forall h m, ing_rule r kind longest h m (ing_step h m).
Proof.
  intros h [x |]; cbn [ing_step].
  - destruct (lay_ (to_play h) (board_now h) x) as [[p b] |] eqn:made; [| apply stone_impossible; exact made].
    rewrite takes_something. destruct (takes _ _ _ && ko_now _ _) eqn:ko.
    + apply andb_true_iff in ko. destruct ko as [took ko]. apply (stone_against_ko r kind longest h x p b made); [apply ko_now_spec | apply takes_is]; assumption.
    + destruct (ends_second_b h p b) eqn:second.
      * apply (stone_against_odd r kind longest h x p b made). apply ends_second_is. exact second.
      * apply (stone_goes_on r kind longest h x p b made).
        -- rewrite <- ko_now_spec, <- takes_is. intros [one two]. rewrite one, two in ko. discriminate.
        -- rewrite <- ends_second_is. congruence.
  - destruct (just_passed h) eqn:passed; [apply second_pass_ends | apply pass_goes_on]; exact passed.
Qed.

Definition ing_game : game := ing_game_of ing_step.

(** The moves before a claim; the last one may end the game. *)
Fixpoint ing_replay (h : ing_history) (ms : list (go_move N)) : outcome ing_history :=
  match ms with
  | [] => Goes h
  | m :: rest =>
    match ing_step h m with
    | Goes h' => ing_replay h' rest
    | Ends res => match rest with [] => Ends res | _ => Illegal end
    | Illegal => Illegal
    end
  end.

(** ** Stones on the rectangle, no two on a point *)

Definition sound_board (b : board) : Prop := all_within r b /\ forall q, ~ (has (black b) q /\ has (white b) q).

Definition is_sound (b : board) : bool :=
  if is_within r (black b) then if is_within r (white b) then N.eqb (N.land (black b) (white b)) 0 else false else false.

Lemma is_sound_true : forall b, is_sound b = true -> sound_board b.
Proof.
  intros b yes. unfold is_sound in yes. destruct (is_within r (black b)) eqn:one; [| discriminate]. destruct (is_within r (white b)) eqn:two; [| discriminate].
  apply N.eqb_eq in yes. split; [split; apply is_within_true; assumption |]. intros q both. apply (has_none q). rewrite <- yes. apply has_land. exact both.
Qed.

Lemma both_none : forall b a, (forall q, ~ (has (black b) q /\ has (white b) q)) <-> (forall q, ~ (has (stones a b) q /\ has (stones (other a) b) q)).
Proof. intros b []; simpl; split; intros no q both; apply (no q); tauto. Qed.

Lemma both_within : forall b a, all_within r b <-> within r (stones a b) /\ within r (stones (other a) b).
Proof. intros b []; unfold all_within; simpl; tauto. Qed.

Lemma lay_sound : forall a b x p b', sound_board b -> lay_ a b x = Some (p, b') -> sound_board b'.
Proof.
  intros a b x p b' [in_ one] made. destruct (lay_facts r kind a b x p b' made) as [_ [_ [there [own [theirs [_ free]]]]]].
  apply in_points in there. rewrite (both_within _ a) in in_. rewrite (both_none _ a) in one. split.
  - rewrite (both_within _ a). split; intros q is.
    + destruct (own q is) as [was | ->]; [exact (proj1 in_ q was) | exact there].
    + exact (proj2 in_ q (theirs q is)).
  - rewrite (both_none _ a). intros q [is is']. specialize (theirs q is'). destruct (own q is) as [was | ->]; [exact (one q (conj was theirs)) | congruence].
Qed.

Lemma step_sound : forall h m h', sound_board (board_now h) -> ing_step h m = Goes h' -> sound_board (board_now h').
Proof.
  intros h [x |] h' sound made; cbn [ing_step] in made.
  - destruct (lay_ _ _ _) as [[p b] |] eqn:laid; [| discriminate]. destruct (if N.eqb _ _ then _ else _); [discriminate |].
    destruct (ends_second_b _ _ _); [discriminate |]. injection made as <-. exact (lay_sound _ _ _ _ _ sound laid).
  - destruct (just_passed h); [discriminate |]. injection made as <-. exact sound.
Qed.

(** ** Nobody has more than all points *)

Section Most.

Hypothesis stays : kind = Never.
Hypothesis identity : is_symmetry r (points r) = true.
Variable a : player.
Notation least := (- Z.of_nat (size r))%Z.

Lemma no_board_less : forall b, sound_board b -> (least <= margin_of a (score r b))%Z.
Proof.
  intros b [[one two] _]. assert (on_ : on_rectangle r b = true) by (unfold on_rectangle; rewrite !within_is; trivial).
  exact (none_worse r identity a (exist _ b on_)).
Qed.

(** Without suicide a player's stones grow more by each of his plays. *)
Lemma stone_stays : forall c b x p b', lay_ c b x = Some (p, b') -> missing r c b' < missing r c b.
Proof.
  intros c b x p b' made. destruct (lay_facts r kind c b x p b' made) as [_ [_ [there [_ [_ [free _]]]]]].
  assert (kept : stones c b' = N.lor (stones c b) (N.shiftl 1 x)).
  { unfold lay in made. rewrite stays in made. cbv zeta in made. destruct (N.leb _ x); [discriminate |]. destruct (N.eqb _ 0); [discriminate |].
    unfold may_die in made. rewrite orb_false_r in made. destruct (N.eqb (N.ldiff _ _) 0) eqn:none; [| discriminate]. apply N.eqb_eq in none.
    injection made as _ <-. rewrite own_with. apply same_set. intro q. split.
    - intro is. unfold reaching in is. eapply grow_inside; [| exact is]. intros q' is'. exact (proj2 (proj1 (has_land _ _ q') is')).
    - intro is. match type of none with N.ldiff _ ?living = _ => destruct (N.testbit living q) eqn:lives; [exact lives |] end.
      exfalso. apply (has_none q). rewrite <- none. apply has_ldiff. split; [exact is |]. unfold has. congruence. }
  unfold missing. rewrite kept. apply fewer.
  - intros q no. rewrite N.lor_spec in no. destruct (N.testbit (stones c b) q); [discriminate | reflexivity].
  - exists x. split; [exact there |]. rewrite free. split; [reflexivity |]. rewrite N.lor_spec, N.shiftl_1_l, N.pow2_bits_true, orb_true_r. reflexivity.
Qed.

Theorem no_less : forall h, sound_board (board_now h) -> forces ing_game a least h.
Proof.
  assert (when_passing : forall n h, (forall h', to_play h' = other a -> sound_board (board_now h') -> missing r (other a) (board_now h') < n ->
      forces ing_game a least h') -> to_play h = a -> sound_board (board_now h) -> missing r (other a) (board_now h) < n -> forces ing_game a least h).
  { intros n h again turn_ sound few. destruct (just_passed h) eqn:passed.
    - apply (forces_ends ing_game a least h Pass (Scored (score r (board_now h))) turn_); [simpl; rewrite passed; reflexivity |]. exact (no_board_less _ sound).
    - apply (forces_goes ing_game a least h Pass (after_pass h) turn_); [simpl; rewrite passed; reflexivity |].
      apply again; [simpl; congruence | exact sound | exact few]. }
  assert (all : forall n h, to_play h = other a -> sound_board (board_now h) -> missing r (other a) (board_now h) < n -> forces ing_game a least h).
  { induction n as [| n again]; intros h turn_ sound few; [lia |]. apply forces_answers; [exact turn_ | |].
    - intros [x |] res made; simpl in made.
      + destruct (lay_ _ _ _) as [[p b] |]; [| discriminate]. destruct (if N.eqb _ _ then _ else _); [discriminate |]. destruct (ends_second_b _ _ _); discriminate.
      + destruct (just_passed h); [| discriminate]. injection made as <-. exact (no_board_less _ sound).
    - intros m h' made. assert (sound' := step_sound h m h' sound made). destruct m as [x |]; simpl in made.
      + destruct (lay_ _ _ _) as [[p b] |] eqn:laid; [| discriminate]. destruct (if N.eqb _ _ then _ else _); [discriminate |].
        destruct (ends_second_b _ _ _); [discriminate |]. injection made as <-. rewrite turn_ in laid. assert (less := stone_stays _ _ _ _ _ laid).
        apply (when_passing n); simpl; [exact again | rewrite turn_; apply other_other | exact sound' | lia].
      + destruct (just_passed h) eqn:passed; [discriminate |]. injection made as <-.
        apply (forces_ends ing_game a least _ Pass (Scored (score r (board_now h)))); [simpl; rewrite turn_; apply other_other | reflexivity |].
        exact (no_board_less _ sound). }
  intros h sound. destruct (player_cases a (to_play h)) as [turn_ | turn_].
  - apply (when_passing (S (missing r (other a) (board_now h)))); [exact (all _) | exact turn_ | exact sound | lia].
  - apply (all (S (missing r (other a) (board_now h)))); [exact turn_ | exact sound | lia].
Qed.

End Most.

End Step.
