(**
Every game under the rules of Coalitions.v ends, and what any end is worth at least, and at most.

[play_ends]: between two bans a refreshing pass makes a new anchor, and between two of these any other turn a new encounter ([left_to_meet]
falls), and there are finitely many situations. [ends_anyhow]: so if every end is good for a player he forces one. [worth_between]: each
point counts for one player at most, so of no board the payoff is less than [least_worth] or more than [most_worth].
*)
Require Import ZArith NArith Lia List Bool Wellfounded.
Require Import Game Board PointSets Coalitions CoalitionPast.
Import ListNotations.

Section Ends.

Variable r : ruleset.

(** All stones are on the board, and no two on a point. *)
Definition fits (x : stones_of) : Prop := forall k p, has (at_ x k) p ->
  has (all_points (on r)) p /\ forall j, has (at_ x j) p -> j = k.
Definition fits_b (x : stones_of) : bool := forallb (fun k => N.eqb (N.ldiff (at_ x k) (all_points (on r))) 0 &&
  forallb (fun j => seat_eqb j k || N.eqb (N.land (at_ x j) (at_ x k)) 0) seats) seats.

Lemma in_seats : forall k, In k seats.
Proof. destruct k; simpl; auto. Qed.

Lemma fits_b_true : forall x, fits_b x = true -> fits x.
Proof.
  intros x yes k p there. unfold fits_b in yes. rewrite forallb_forall in yes. specialize (yes k (in_seats k)).
  apply andb_true_iff in yes. destruct yes as [on_ apart]. apply N.eqb_eq in on_. rewrite forallb_forall in apart. split.
  - destruct (N.testbit (all_points (on r)) p) eqn:is; [exact is |]. exfalso. apply (has_none p). rewrite <- on_. apply has_ldiff. split; [exact there |].
    unfold has. congruence.
  - intros j other. specialize (apart j (in_seats j)). apply orb_true_iff in apart. destruct apart as [same | none].
    + apply seat_eqb_true. exact same.
    + apply N.eqb_eq in none. exfalso. apply (has_none p). rewrite <- none. apply has_land. auto.
Qed.

Lemma grow_inside : forall g steps w x p, (forall q, has x q -> has w q) -> has (grow g steps w x) p -> has w p.
Proof.
  induction steps as [| steps again]; intros w x p inside there; cbn [grow] in there; [auto |].
  destruct (N.eqb _ _); [auto |]. apply (again w _ p) with (2 := there). intros q is. apply has_lor in is. destruct is as [is | is]; [auto |].
  apply has_land in is. exact (proj2 is).
Qed.

Lemma reaching_inside : forall g w x p, has (reaching g w x) p -> has w p.
Proof. intros g w x p. apply grow_inside. intros q is. apply has_land in is. exact (proj2 is). Qed.

Lemma in_union : forall x p, has (union x) p <-> exists k, has (at_ x k) p.
Proof.
  intros x p. unfold union. cbn [fold_right seats]. rewrite !has_lor. split.
  - intros [is | [is | [is | [is | bad]]]]; [eauto .. | destruct (has_none p bad)].
  - intros [[] is]; auto.
Qed.

Lemma in_free : forall x p, has (free r x) p -> has (all_points (on r)) p /\ forall k, ~ has (at_ x k) p.
Proof.
  intros x p is. unfold free in is. apply has_ldiff in is. destruct is as [all no]. split; [exact all |].
  intros k own. apply no. apply in_union. eauto.
Qed.

Lemma at_four : forall (A : Set) (f : seat -> A) k, at_ (four_of f) k = f k.
Proof. destruct k; reflexivity. Qed.

Lemma place_fits : forall k x p y, fits x -> place r k x p = Some y -> fits y.
Proof.
  intros k x p y ok made_. unfold place in made_. destruct (_ || _) eqn:off; [discriminate |]. apply orb_false_iff in off.
  destruct off as [_ empty_]. apply negb_false_iff in empty_. destruct (in_free x p empty_) as [on_ none].
  assert (small : forall j, (exists set, at_ y j = set /\ forall q, has set q -> has (at_ x j) q \/ j = k /\ q = p)).
  { intro j. exists (at_ y j). split; [reflexivity |]. intros q.
    assert (own : has (N.lor (at_ x k) (N.shiftl 1 p)) q -> has (at_ x k) q \/ q = p).
    { rewrite has_lor, has_spot. auto. }
    assert (theirs : forall empty, has (breathing r (at_ (no_stones_of k x) j) empty) q -> seat_eqb j k = false -> has (at_ x j) q).
    { intros empty is differs. apply reaching_inside in is. unfold no_stones_of in is. rewrite at_four, differs in is. exact is. }
    assert (theirs' : has (at_ (no_stones_of k x) j) q -> seat_eqb j k = false -> has (at_ x j) q).
    { intros is differs. unfold no_stones_of in is. rewrite at_four, differs in is. exact is. }
    destruct (_ || _); [| destruct (suicides r); [discriminate | destruct (N.eqb _ _); [discriminate |] |]]; injection made_ as <-; rewrite at_four;
      (destruct (seat_eqb j k) eqn:same; [apply seat_eqb_true in same; subst j; intro is; try (apply has_ldiff in is; destruct is as [is _]);
        destruct (own is); auto | intro is; left; eauto]). }
  intros j q is. destruct (small j) as [set [<- inside]]. destruct (inside q is) as [old | [-> ->]].
  - destruct (ok j q old) as [there apart]. split; [exact there |]. intros i is'. destruct (small i) as [set [<- inside']].
    destruct (inside' q is') as [old' | [-> ->]]; [auto | destruct (none j old)].
  - split; [exact on_ |]. intros i is'. destruct (small i) as [set [<- inside']].
    destruct (inside' p is') as [old' | [-> _]]; [destruct (none i old') | reflexivity].
Qed.

(** ** What ends are worth *)

Hypothesis points_there : is_within (on r) (all_points (on r)) = true.

Definition counted (x : stones_of) (k : seat) : N :=
  if stones_alone r then at_ x k
  else N.lor (at_ x k) (N.ldiff (reached_by r x k) (union (no_stones_of k (four_of (reached_by r x))))).

Lemma counted_apart : forall x j k p, fits x -> has (counted x j) p -> has (counted x k) p -> j = k.
Proof.
  intros x j k p ok one two. unfold counted in *. destruct (stones_alone r); [exact (proj2 (ok k p two) j one) |].
  assert (empty : forall i, has (reached_by r x i) p -> forall l, ~ has (at_ x l) p).
  { intros i is. apply reaching_inside in is. exact (proj2 (in_free x p is)). }
  apply has_lor in one. apply has_lor in two. rewrite has_ldiff in one, two. destruct one as [one | [one no_other]], two as [two | [two no_other']].
  - exact (proj2 (ok k p two) j one).
  - destruct (empty k two j one).
  - destruct (empty j one k two).
  - destruct (seat_eqb k j) eqn:same; [symmetry; apply seat_eqb_true; exact same |]. exfalso. apply no_other. apply in_union. exists k.
    unfold no_stones_of. rewrite at_four, same, at_four. exact two.
Qed.

Lemma counted_there : forall x k p, fits x -> has (counted x k) p -> (p < N.of_nat (size (on r)))%N.
Proof.
  intros x k p ok is. apply (is_within_true (on r) _ points_there). unfold counted in is. destruct (stones_alone r); [exact (proj1 (ok k p is)) |].
  apply has_lor in is. destruct is as [is | is]; [exact (proj1 (ok k p is)) |]. apply has_ldiff in is. destruct is as [is _].
  apply reaching_inside in is. exact (proj1 (in_free x p is)).
Qed.

Local Open Scope Z_scope.

Lemma points_sum : forall x, fits x -> (forall k, 0 <= points_of r x k) /\ sum_of r x seats <= Z.of_nat (size (on r)).
Proof.
  intros x ok. set (ps := map N.of_nat (seq 0 (size (on r)))).
  assert (is : forall k, points_of r x k = Z.of_nat (length (filter (N.testbit (counted x k)) ps))).
  { intro k. exact (count_length (size (on r)) (counted x k) (fun p => counted_there x k p ok)). }
  split; [intro k; rewrite is; lia |]. unfold sum_of. cbn [fold_right seats]. rewrite !is.
  assert (size_is : length ps = size (on r)) by (unfold ps; rewrite map_length, seq_length; reflexivity). rewrite <- size_is.
  assert (apart : forall j k p, N.testbit (counted x j) p = true -> N.testbit (counted x k) p = true -> j = k)
    by (intros j k p; exact (counted_apart x j k p ok)).
  clearbody ps. clear size_is is. induction ps as [| p rest again]; cbn [filter length]; [lia |].
  destruct (N.testbit (counted x First) p) eqn:a, (N.testbit (counted x Second) p) eqn:b,
    (N.testbit (counted x Third) p) eqn:c, (N.testbit (counted x Fourth) p) eqn:d; cbn [length]; try lia;
    exfalso; first [discriminate (apart _ _ _ a b) | discriminate (apart _ _ _ a c) | discriminate (apart _ _ _ a d) |
      discriminate (apart _ _ _ b c) | discriminate (apart _ _ _ b d) | discriminate (apart _ _ _ c d)].
Qed.

Lemma part_sum : forall x f l, (forall k, 0 <= points_of r x k) -> 0 <= sum_of r x (filter f l) <= sum_of r x l.
Proof.
  intros x f l all. induction l as [| k l again]; cbn; [lia |]. specialize (all k). destruct (f k); cbn; unfold sum_of in *; lia.
Qed.

Definition least_worth (kind_ : payoff) (coalition : four bool) : Z :=
  match kind_ with Points => 0 | Margin => - Z.of_nat (size (on r)) | Rank => - Z.of_nat (length (others_of r coalition)) end.
Definition most_worth (kind_ : payoff) (coalition : four bool) : Z :=
  match kind_ with Points | Margin => Z.of_nat (size (on r)) | Rank => Z.of_nat (length (others_of r coalition)) end.

Theorem worth_between : forall kind_ coalition x, fits x ->
  least_worth kind_ coalition <= payoff_of r kind_ coalition x <= most_worth kind_ coalition.
Proof.
  intros kind_ coalition x ok. destruct (points_sum x ok) as [each most].
  assert (own := part_sum x (fun k => at_ (playing r) k && at_ coalition k) seats each).
  assert (theirs := part_sum x (fun k => at_ (playing r) k && negb (at_ coalition k)) seats each).
  destruct kind_; cbn [least_worth most_worth payoff_of]; fold (members_of r coalition) in own; fold (others_of r coalition) in theirs; [lia | lia |].
  generalize (best_of r x (members_of r coalition)) as best. intro best. generalize (others_of r coalition) as l. intro l.
  induction l as [| k l again]; cbn [fold_right length]; [lia |]. unfold behind at 1 3. destruct (_ <? best); [lia |]. destruct (best <? _); lia.
Qed.

Local Close Scope Z_scope.

(** ** What can still be met *)

Definition sits (u : turn) : stones_of * seat := (left_ u, next_up u).
Fixpoint items (anchor : bool) (ts : list turn) : list (stones_of * seat) :=
  match ts with
  | [] => []
  | u :: before => (if negb anchor || begins u || is_by Refreshing_pass u then [sits u] else []) ++
                   (if begins u || (negb anchor && is_by Refreshing_pass u) then [] else items anchor before)
  end.

Lemma met_none : forall c x k ts, met c x k ts = None -> ~ In (x, k) (items c ts).
Proof.
  intros c x k ts. induction ts as [| u before again]; cbn [met items]; [auto |]. intros none there. apply in_app_or in there.
  assert (here : forall l, In (x, k) (if negb c || begins u || is_by Refreshing_pass u then [sits u] else l) -> is_situation x k u = true \/ In (x, k) l).
  { intros l. destruct (_ || _ || _); [| auto]. intros [same | []]. left. apply is_situation_true. unfold sits in same. injection same as -> ->. auto. }
  destruct there as [there | there].
  - destruct (here [] there) as [same | []]. rewrite same, andb_true_r in none. destruct (_ || _ || _); [discriminate | destruct there].
  - destruct ((_ || _ || _) && _); [discriminate |]. destruct (begins u || _); [destruct there |].
    destruct (met c x k before); [discriminate |]. exact (again eq_refl there).
Qed.

Lemma items_differ : forall u ts, sound u ts -> forall c, NoDup (items c (u :: ts)).
Proof.
  assert (one : forall s : stones_of * seat, NoDup [s]) by (intro s; constructor; [intros [] | constructor]).
  intros u ts ok. induction ok as [u ts begun _ _ | u v ts ok again next_ on_ absent]; intro c.
  - cbn [items]. rewrite begun, orb_true_r. cbn [orb app]. apply one.
  - remember (v :: ts) as rest. cbn [items]. rewrite (not_begun _ _ next_). rewrite orb_false_r. cbn [orb]. assert (new := met_none _ _ _ _ absent).
    destruct c, (is_by Refreshing_pass u); cbn [negb orb andb app]; auto; constructor; auto.
Qed.

(** All stones on the board there are, or more. *)
Definition numbers : list N := map N.of_nat (seq 0 (S (N.to_nat (all_points (on r))))).
Definition everywhere : list (stones_of * seat) :=
  flat_map (fun a => flat_map (fun b => flat_map (fun c => flat_map (fun d => map (fun k => (Four a b c d, k)) seats) numbers) numbers) numbers) numbers.

Lemma part_less : forall x y, (forall p, has x p -> has y p) -> (x <= y)%N.
Proof.
  intros x y inside. assert (whole : y = N.lor x (N.ldiff y x)).
  { apply same_set. intro p. rewrite has_lor, has_ldiff. split; [| intros [is | [is _]]; auto].
    intro is. unfold has at 1 3. destruct (N.testbit x p) eqn:own; [auto | right; split; [exact is | congruence]]. }
  rewrite whole, <- N.lxor_lor, <- N.add_nocarry_lxor; [lia | |]; apply same_set; intro p; rewrite has_land, has_ldiff; split; try tauto;
    intro bad; destruct (has_none p bad).
Qed.

Lemma in_everywhere : forall x k, fits x -> In (x, k) everywhere.
Proof.
  intros x k ok. assert (each : forall j, In (at_ x j) numbers).
  { intro j. unfold numbers. apply in_map_iff. exists (N.to_nat (at_ x j)). split; [apply N2Nat.id |]. apply in_seq.
    assert (less := part_less (at_ x j) (all_points (on r)) (fun p is => proj1 (ok j p is))). lia. }
  unfold everywhere. apply in_flat_map. exists (at_ x First). split; [auto |]. apply in_flat_map. exists (at_ x Second). split; [auto |].
  apply in_flat_map. exists (at_ x Third). split; [auto |]. apply in_flat_map. exists (at_ x Fourth). split; [auto |].
  apply in_map_iff. exists k. split; [destruct x; reflexivity | apply in_seats].
Qed.

Definition all_fit (h : past) : Prop := forall t, In t (turns h) -> fits (left_ t).

Lemma next_fits : forall h m t, all_fit h -> next_turn r h m = Some t -> all_fit (t, turns h).
Proof.
  intros h m t ok is u [<- | there]; [| exact (ok u there)]. cbn [fst]. unfold next_turn in is.
  destruct (turn_by r (state_of (fst h)) m) as [t0 |] eqn:made_; [| discriminate].
  assert (new : fits (left_ t0)).
  { assert (now := ok (fst h) (or_introl eq_refl)). unfold turn_by in made_. cbn [state_of s_stones s_mover] in made_. destruct m as [p | |].
    - destruct (place r _ _ p) as [y |] eqn:placed_; [| discriminate]. injection made_ as <-. exact (place_fits _ _ _ _ now placed_).
    - injection made_ as <-. exact now.
    - destruct (refreshing r); [| discriminate]. injection made_ as <-. exact now. }
  injection is as <-. destruct (cycle t0 h); exact new.
Qed.

Definition room : nat := length everywhere.
Definition left_to_meet (h : past) : nat :=
  how_many (active (fst h)) * S room * S room + (room - length (items true (turns h))) * S room + (room - length (items false (turns h))).

Lemma items_room : forall h c, reached r h -> all_fit h -> length (items c (turns h)) <= room.
Proof.
  intros h c there ok. apply NoDup_incl_length; [exact (items_differ (fst h) (snd h) (proj1 (reached_sound r h there)) c) |].
  intros s is. assert (of_turn : exists t, In t (turns h) /\ sits t = s).
  { revert is. generalize (turns h). induction l as [| u l again]; [intros [] |]. cbn [items]. intro is. apply in_app_or in is. destruct is as [is | is].
    - destruct (_ || _ || _); [| destruct is]. destruct is as [<- | []]. exists u. simpl. auto.
    - destruct (begins u || _); [destruct is |]. destruct (again is) as [t [in_l same]]. exists t. simpl. auto. }
  destruct of_turn as [t [in_h <-]]. apply in_everywhere. exact (ok t in_h).
Qed.

Lemma less_in_order : forall n a b c a' b' c', b' <= n -> c' <= n -> a' < a \/ a' = a /\ (b' < b \/ b' = b /\ c' < c) ->
  a' * S n * S n + b' * S n + c' < a * S n * S n + b * S n + c.
Proof. intros n a b c a' b' c' mb mc less. destruct less as [less | [-> [less | [-> less]]]]; nia. Qed.

Lemma fewer_active : forall a k, at_ a k = true -> how_many (without a k) < how_many a.
Proof. intros a k. all_active; destruct k; cbn; intro is; try discriminate; lia. Qed.

Theorem less_to_meet : forall h m t, reached r h -> all_fit h -> next_turn r h m = Some t -> over t = false ->
  left_to_meet (t, turns h) < left_to_meet h.
Proof.
  intros [u ts] m t there ok is on_. assert (later := reached_turn r _ m t there is on_). assert (ok' := next_fits _ _ _ ok is).
  assert (room_ := fun c => items_room _ c later ok'). assert (room_true := room_ true). assert (room_false := room_ false). clear room_.
  unfold left_to_meet. cbn [fst]. apply less_in_order; [lia | lia |]. destruct (reached_sound r _ there) as [sound_ goes]. cbn [fst snd] in *.
  unfold next_turn in is. cbn [fst] in is. destruct (turn_by r (state_of u) m) as [t0 |] eqn:made_; [| discriminate].
  assert (next_ := turn_follows r u m t0 made_). assert (fresh := not_begun _ _ next_). injection is as is. destruct (cycle t0 (u, ts)) as [since |].
  - left. subst t. cbn [ban active]. rewrite <- (same_active _ _ next_). apply fewer_active. unfold ko_player. rewrite (same_active _ _ next_).
    destruct (find _ _) as [k |] eqn:found; [apply find_some in found; destruct found as [_ found]; unfold has_fewest in found;
      apply andb_true_iff in found; exact (proj1 found) |].
    destruct next_ as [[how [by_ _]] _ _ _]. unfold maker. rewrite by_. exact (active_mover u ts sound_).
  - right. subst t. split; [rewrite (same_active _ _ next_); reflexivity |]. change (turns (t0, turns (u, ts))) with (t0 :: turns (u, ts)) in *.
    cbn [items] in *. rewrite fresh, orb_false_r in *. destruct (is_by Refreshing_pass t0); cbn [negb orb andb app length] in *; [left | right]; lia.
Qed.

(** No play goes on for ever. *)
Theorem play_ends : forall kind_ coalition h, reached r h -> all_fit h ->
  Acc (fun later earlier => exists m, coalition_step r kind_ coalition earlier m = Goes later) h.
Proof.
  intros kind_ coalition h. induction h as [h again] using (well_founded_induction (well_founded_ltof _ left_to_meet)).
  intros there ok. constructor. intros later [m is]. unfold coalition_step in is. destruct (next_turn r h m) as [t |] eqn:made_; [| discriminate].
  destruct (over t) eqn:on_; [discriminate |]. injection is as <-. apply again.
  - exact (less_to_meet h m t there ok made_ on_).
  - exact (reached_turn r h m t there made_ on_).
  - exact (next_fits h m t ok made_).
Qed.

(** If every end is good for a player, he forces it. *)
Theorem ends_anyhow : forall kind_ coalition a k, (forall x, fits x -> good a k (Scored (payoff_of r kind_ coalition x))) ->
  forall h, reached r h -> all_fit h -> forces (coalition_game r kind_ coalition) a k h.
Proof.
  intros kind_ coalition a k well h. induction h as [h again] using (well_founded_induction (well_founded_ltof _ left_to_meet)).
  intros there ok. set (g := coalition_game r kind_ coalition).
  assert (each : forall m, match coalition_step r kind_ coalition h m with
    Illegal => True | Ends res => good a k res | Goes h' => forces g a k h' end).
  { intro m. unfold coalition_step. destruct (next_turn r h m) as [t |] eqn:is; [| exact I]. assert (ok' := next_fits h m t ok is).
    destruct (over t) eqn:on_; [apply well; exact (ok' t (or_introl eq_refl)) |]. apply again; [| exact (reached_turn r h m t there is on_) | exact ok'].
    exact (less_to_meet h m t there ok is on_). }
  destruct (player_cases a (to_move g h)) as [mine | theirs].
  - specialize (each Pass_on). unfold coalition_step in each. destruct (next_turn r h Pass_on) as [t |] eqn:is.
    + destruct (over t) eqn:on_.
      * apply (forces_ends g a k h Pass_on _ mine) with (2 := each). cbn [step g coalition_game]. unfold coalition_step. rewrite is, on_. reflexivity.
      * apply (forces_goes g a k h Pass_on _ mine) with (2 := each). cbn [step g coalition_game]. unfold coalition_step. rewrite is, on_. reflexivity.
    + unfold next_turn, turn_by in is. discriminate.
  - apply forces_answers; [exact theirs | |]; intros m res does; specialize (each m); cbn [step g coalition_game] in does; rewrite does in each; exact each.
Qed.

End Ends.
