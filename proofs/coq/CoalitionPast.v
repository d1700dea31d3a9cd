(**
What of the past matters under the rules of Coalitions.v.

[reached]: pasts that a game comes to that has begun on some board. Of these [met] is what is found of an item, encounter or anchor: the
turns since. [cycle_is]: no matter whether a stone was played since, as without one the same player meets the board again only after all
have passed, which ends the game. [ko_player_is]: who is banned is told by the passes since, and by the order of play.
*)
Require Import ZArith NArith Lia List Bool.
Require Import Game Board Coalitions.
Import ListNotations.

Lemma seat_eqb_true : forall j k, seat_eqb j k = true <-> j = k.
Proof. destruct j, k; simpl; split; congruence. Qed.

Lemma seat_eqb_refl : forall k, seat_eqb k k = true.
Proof. destruct k; reflexivity. Qed.

(** ** Who plays when, for all sets of players *)

(** The player before one, and so on back. *)
Definition before_seat (k : seat) : seat := match k with First => Fourth | Second => First | Third => Second | Fourth => Third end.
Definition player_before (active : four bool) (k : seat) : seat :=
  let a := before_seat k in let b := before_seat a in let c := before_seat b in
  if at_ active a then a else if at_ active b then b else if at_ active c then c else k.

Fixpoint nth_next (active : four bool) (n : nat) (k : seat) : seat :=
  match n with O => k | S less => next_player active (nth_next active less k) end.
Fixpoint nth_before (active : four bool) (n : nat) (k : seat) : seat :=
  match n with O => k | S less => nth_before active less (player_before active k) end.
Fixpoint backs (active : four bool) (k : seat) (n : nat) : list seat :=
  match n with O => [] | S less => k :: backs active (player_before active k) less end.

(** Those who are active, from one back. *)
Definition order (active : four bool) (k : seat) : list seat :=
  filter (at_ active) [k; before_seat k; before_seat (before_seat k); before_seat (before_seat (before_seat k))].
Fixpoint comes_before (j k : seat) (l : list seat) : bool :=
  match l with
  | [] => false
  | x :: rest => if seat_eqb x k then false else if seat_eqb x j then true else comes_before j k rest
  end.

Ltac all_active := repeat match goal with a : four bool |- _ => destruct a as [[] [] [] []] end.

Lemma next_active : forall a k, at_ a k = true -> at_ a (next_player a k) = true.
Proof. intros a k. all_active; destruct k; cbn; congruence || reflexivity || (intro bad; congruence || discriminate bad). Qed.

Lemma next_of_some : forall a k, how_many a <> 0 -> at_ a (next_player a k) = true.
Proof. intros a k. all_active; destruct k; cbn; intro some; reflexivity || destruct (some eq_refl). Qed.

Lemma before_next : forall a k, at_ a k = true -> player_before a (next_player a k) = k.
Proof. intros a k. all_active; destruct k; cbn; congruence || reflexivity || (intro bad; congruence || discriminate bad). Qed.

Lemma next_differs : forall a k n, at_ a k = true -> 1 <= n -> n < how_many a -> nth_next a n k <> k.
Proof.
  intros a k n yes least less. assert (n = 1 \/ n = 2 \/ n = 3) as [-> | [-> | ->]] by (revert less; all_active; cbn; lia);
    revert yes less; clear least; all_active; destruct k; vm_compute; intros; try discriminate; lia.
Qed.

Lemma nth_next_later : forall a n k, nth_next a n (next_player a k) = nth_next a (S n) k.
Proof. induction n as [| n again]; intro k; simpl; [reflexivity |]. rewrite again. reflexivity. Qed.

Lemma next_comes_round : forall a k, at_ a k = true -> nth_next a (how_many a) k = k.
Proof. intros a k. all_active; destruct k; cbn; reflexivity || (intro bad; discriminate bad). Qed.

(** The first of those who played, back from one, for whom something holds, if they come round. *)
Lemma first_back : forall a m k n f, at_ a m = true -> at_ a k = true -> nth_before a n m = next_player a m -> f k = true ->
  (forall j, f j = true -> at_ a j = true) ->
  (forall j, at_ a j = true -> comes_before j k (order a m) = true -> f j = false) -> find f (backs a m (S n)) = Some k.
Proof.
  intros a m k n f here active_ round yes within no.
  assert (out : forall j, at_ a j = false -> f j = false).
  { intros j off. destruct (f j) eqn:is; [| reflexivity]. rewrite (within j is) in off. discriminate. }
  assert (o1 := out First). assert (o2 := out Second). assert (o3 := out Third). assert (o4 := out Fourth).
  assert (n1 := no First). assert (n2 := no Second). assert (n3 := no Third). assert (n4 := no Fourth). clear no within out.
  destruct n as [| [| [| n]]]; all_active; destruct m; try discriminate here; cbn in round; try discriminate round;
    destruct k; try discriminate active_; cbn in *; try discriminate;
    repeat match goal with
           | is : f _ = _ |- _ => rewrite is in *; clear is
           | no : true = true -> true = true -> f _ = false |- _ => specialize (no eq_refl eq_refl)
           | no : false = false -> f _ = false |- _ => specialize (no eq_refl)
           end; cbn; try reflexivity.
Qed.

(** ** What is found of an item *)

Section Past.

Variable r : ruleset.

Notation next_turn_ := (next_turn r).
Notation turn_by_ := (turn_by r).

(** The turns since a situation was met: since the latest of start, ban and refreshing pass, or as an anchor. *)
Fixpoint met (anchor : bool) (x : stones_of) (k : seat) (ts : list turn) : option (list turn) :=
  match ts with
  | [] => None
  | u :: before =>
    if (negb anchor || begins u || is_by Refreshing_pass u) && is_situation x k u then Some []
    else if begins u || (negb anchor && is_by Refreshing_pass u) then None
    else option_map (cons u) (met anchor x k before)
  end.

Inductive reached : past -> Prop :=
| reached_start : forall x k, at_ (playing r) k = true -> reached (begin_with r x k)
| reached_turn : forall h m t, reached h -> next_turn_ h m = Some t -> over t = false -> reached (t, turns h).

(** A turn that gets nobody banned, after another one. *)
Record follows (u t : turn) : Prop := {
  by_next : exists how, made t = Some (next_up u, how) /\ (how = Normal_pass -> left_ t = left_ u) /\
    passes t = match how with Normal_pass => S (passes u) | _ => 0 end;
  none_banned : banned t = None;
  same_active : active t = active u;
  next_of : next_up t = next_player (active u) (next_up u)
}.

(** Turns since the last ban, each of which found nothing. *)
Inductive sound : turn -> list turn -> Prop :=
| sound_begin : forall t ts, begins t = true -> passes t = 0 -> at_ (active t) (next_up t) = true -> sound t ts
| sound_turn : forall t u ts, sound u ts -> follows u t -> over t = false ->
    met (is_by Refreshing_pass t) (left_ t) (next_up t) (u :: ts) = None -> sound t (u :: ts).

Lemma same_stones_true : forall x y, same_stones x y = true <-> x = y.
Proof.
  intros [a b c d] [a' b' c' d']. unfold same_stones. simpl. rewrite !andb_true_iff, !N.eqb_eq. split; [intuition congruence |].
  intro same. injection same as -> -> -> ->. auto.
Qed.

Lemma is_situation_true : forall x k t, is_situation x k t = true <-> x = left_ t /\ k = next_up t.
Proof. intros x k t. unfold is_situation. rewrite andb_true_iff, same_stones_true, seat_eqb_true. reflexivity. Qed.

Lemma turn_follows : forall u m t, turn_by_ (state_of u) m = Some t -> follows u t.
Proof.
  intros u m t is. unfold turn_by in is. cbn [s_mover s_stones s_active s_passes state_of] in is.
  destruct m as [p | |]; [destruct (place r _ _ p); [| discriminate] | | destruct (refreshing r); [| discriminate]];
    injection is as <-; (split; [eexists; split; [reflexivity | split; [try discriminate; auto | reflexivity]] | | |]; reflexivity).
Qed.

Lemma active_mover : forall t ts, sound t ts -> at_ (active t) (next_up t) = true.
Proof.
  intros t ts ok. induction ok as [t ts _ _ yes | t u ts _ yes [_ _ same next] _ _]; [exact yes |].
  rewrite same, next. apply next_active. exact yes.
Qed.

Lemma not_begun : forall u t, follows u t -> begins t = false.
Proof. intros u t [[how [by_ _]] no _ _]. unfold begins. rewrite by_, no. reflexivity. Qed.

(** ** A stone since *)

Lemma primary_with_stone : forall t ts, primary t true ts = met false (left_ t) (next_up t) ts.
Proof. induction ts as [| u before again]; simpl; [reflexivity |]. rewrite again. destruct (begins u); reflexivity. Qed.

(** Of passes only: [n + 1] of them since the board stood, and [t] is the last. *)
Lemma primary_of_passes : forall u ts, sound u ts -> forall t n, left_ t = left_ u -> next_up t = nth_next (active u) (S n) (next_up u) ->
  passes u + S n <= how_many (active u) ->
  primary t false (u :: ts) =
  if Nat.eqb (passes u + S n) (how_many (active u)) then None else met false (left_ t) (next_up t) (u :: ts).
Proof.
  intros u ts ok. induction ok as [u ts begun none mover | u v ts ok again next_ on_ absent]; intros t n same next most.
  - cbn [primary met andb negb orb]. rewrite begun, none in *. cbn [orb]. destruct (is_situation _ _ u) eqn:there; cbn [plus Nat.add] in *.
    + apply is_situation_true in there. destruct there as [_ round]. destruct (Nat.eqb_spec (S n) (how_many (active u))) as [| no]; [reflexivity |].
      exfalso. apply (next_differs (active u) (next_up u) (S n) mover); [lia | lia | congruence].
    + destruct (Nat.eqb _ _); reflexivity.
  - assert (fresh := not_begun _ _ next_). assert (mover : at_ (active u) (next_up u) = true).
    { exact (active_mover u (v :: ts) (sound_turn _ _ _ ok next_ on_ absent)). }
    destruct next_ as [[how [by_ [pass_same count]]] no_ban act next_v].
    assert (round : is_situation (left_ t) (next_up t) u = true -> passes u + S n = how_many (active u)).
    { intro there. apply is_situation_true in there. destruct there as [_ round]. destruct (Nat.eq_dec (S n) (how_many (active u))) as [| no]; [lia |].
      exfalso. apply (next_differs (active u) (next_up u) (S n) mover); [lia | lia | congruence]. }
    assert (stone_is : is_by Stone_play u = match how with Stone_play => true | _ => false end) by (unfold is_by; rewrite by_; destruct how; reflexivity).
    assert (refresh_is : is_by Refreshing_pass u = match how with Refreshing_pass => true | _ => false end)
      by (unfold is_by; rewrite by_; destruct how; reflexivity).
    remember (v :: ts) as rest. cbn [primary met andb negb orb]. rewrite fresh, stone_is, refresh_is in *. cbn [orb]. destruct how; cbn [orb].
    + rewrite primary_with_stone. destruct (is_situation (left_ t) (next_up t) u) eqn:there.
      * rewrite (proj2 (Nat.eqb_eq _ _) (round eq_refl)). apply is_situation_true in there. destruct there as [-> ->]. rewrite absent. reflexivity.
      * destruct (Nat.eqb_spec (passes u + S n) (how_many (active u))) as [all |]; [| reflexivity].
        exfalso. assert (back : nth_next (active u) (S n) (next_up u) = next_up u).
        { rewrite count in all. cbn [plus Nat.add] in all. rewrite all. apply next_comes_round. exact mover. }
        rewrite next, back, same in there. rewrite (proj2 (is_situation_true _ _ _) (conj eq_refl eq_refl)) in there. discriminate.
    + subst rest. rewrite (again t (S n)); [| rewrite same; auto | rewrite next, next_v, act, nth_next_later; reflexivity | rewrite <- act; lia].
      rewrite act in *. replace (passes v + S (S n)) with (passes u + S n) by lia. destruct (Nat.eqb_spec (passes u + S n) (how_many (active v))) as [| no].
      * reflexivity.
      * destruct (is_situation (left_ t) (next_up t) u); [exfalso; apply no; apply round; reflexivity | reflexivity].
    + destruct (is_situation (left_ t) (next_up t) u); [rewrite (proj2 (Nat.eqb_eq _ _) (round eq_refl)) | destruct (Nat.eqb _ _)]; reflexivity.
Qed.

Lemma secondary_is : forall t ts, secondary t ts = met true (left_ t) (next_up t) ts.
Proof. induction ts as [| u before again]; simpl; [reflexivity |]. rewrite again. rewrite orb_false_r. reflexivity. Qed.

(** All pass: that ends the game, and nobody is banned. *)
Theorem cycle_is : forall u ts t, sound u ts -> over u = false -> follows u t ->
  cycle t (u, ts) = if over t then None else met (is_by Refreshing_pass t) (left_ t) (next_up t) (u :: ts).
Proof.
  intros u ts t ok goes next_. destruct next_ as [[how [by_ [pass_same count]]] no_ban act next].
  unfold over, cycle, turns, is_by in *. rewrite by_, act, count. apply Nat.leb_gt in goes. cbn [fst snd]. destruct how.
  - rewrite primary_with_stone. destruct (Nat.leb_spec (how_many (active u)) 0); [lia | reflexivity].
  - rewrite (primary_of_passes u ts ok t 0); [| auto | exact next | lia]. replace (passes u + 1) with (S (passes u)) by lia.
    destruct (Nat.eqb_spec (S (passes u)) (how_many (active u))) as [all | no].
    + rewrite all, Nat.leb_refl. reflexivity.
    + destruct (Nat.leb_spec (how_many (active u)) (S (passes u))); [lia | reflexivity].
  - rewrite secondary_is. destruct (Nat.leb_spec (how_many (active u)) 0); [lia | reflexivity].
Qed.

Lemma ban_begins : forall t k, made t <> None -> begins (ban t k) = true.
Proof. intros t k by_. unfold begins, ban. simpl. destruct (made t); [reflexivity | congruence]. Qed.

Theorem reached_sound : forall h, reached h -> sound (fst h) (snd h) /\ over (fst h) = false.
Proof.
  intros h there. induction there as [x k yes | [u ts] m t _ [ok goes] made_ on_]; cbn [fst snd begin_with] in *.
  - assert (some : how_many (playing r) <> 0) by (revert yes; generalize (playing r) as a; intro a; all_active; destruct k; cbn; congruence).
    split; [apply sound_begin; [reflexivity | reflexivity | exact yes] |]. unfold over. apply Nat.leb_gt. cbn [active passes]. lia.
  - split; [| exact on_]. unfold next_turn in made_. cbn [fst] in made_. destruct (turn_by_ (state_of u) m) as [t0 |] eqn:is; [| discriminate].
    assert (next_ := turn_follows u m t0 is). injection made_ as made_. rewrite (cycle_is u ts t0 ok goes next_) in made_.
    destruct (over t0) eqn:full; [subst t; apply sound_turn; auto; congruence |].
    destruct (met _ _ _ (u :: ts)) as [since |] eqn:found; [| subst t; apply sound_turn; assumption].
    destruct next_ as [[how [by_ _]] _ _ _]. subst t. apply sound_begin; [apply ban_begins; congruence | reflexivity |].
    unfold over in on_. cbn [ban active passes] in on_. apply Nat.leb_gt in on_. unfold ban, maker. rewrite by_. cbn [active next_up].
    apply next_of_some. lia.
Qed.

(** ** Who is banned *)

Lemma since_players : forall u ts, sound u ts -> forall c x k since, met c x k (u :: ts) = Some since ->
  flat_map maker since = backs (active u) (player_before (active u) (next_up u)) (length since) /\
  k = nth_before (active u) (length since) (next_up u).
Proof.
  intros u ts ok. induction ok as [u ts begun none mover | u v ts ok again next_ on_ absent]; intros c x k since found.
  - cbn [met] in found. rewrite begun in found. destruct (_ && is_situation x k u) eqn:here; [| discriminate].
    injection found as <-. apply andb_true_iff in here. destruct here as [_ here]. apply is_situation_true in here. destruct here as [_ ->]. auto.
  - assert (fresh := not_begun _ _ next_). remember (v :: ts) as rest. cbn [met] in found. rewrite fresh in found.
    destruct (_ && is_situation x k u) eqn:here.
    { injection found as <-. apply andb_true_iff in here. destruct here as [_ here]. apply is_situation_true in here. destruct here as [_ ->]. auto. }
    destruct (false || _); [discriminate |]. destruct (met c x k rest) as [since' |] eqn:earlier; [| discriminate]. injection found as <-. subst rest.
    destruct (again _ _ _ _ earlier) as [players ->]. assert (mover := active_mover v ts ok).
    destruct next_ as [[how [by_ _]] _ act next]. cbn [flat_map length nth_before backs]. unfold maker at 1. rewrite by_, act, next.
    rewrite (before_next _ _ mover), players. auto.
Qed.

Lemma met_prefix : forall c x k ts since, met c x k ts = Some since -> exists rest, ts = since ++ rest.
Proof.
  induction ts as [| u before again]; intros since found; [discriminate |]. cbn [met] in found.
  destruct ((negb c || begins u || is_by Refreshing_pass u) && is_situation x k u) eqn:here; [injection found as <-; exists (u :: before); reflexivity |].
  destruct (begins u || negb c && is_by Refreshing_pass u); [discriminate |].
  destruct (met c x k before) as [since' |]; [| discriminate]. injection found as <-. destruct (again _ eq_refl) as [rest ->]. exists rest. reflexivity.
Qed.

Lemma find_first : forall (f : seat -> bool) l rest k, find f l = Some k -> find f (l ++ rest) = Some k.
Proof. induction l as [| x l again]; intros rest k found; simpl in *; [discriminate |]. destruct (f x); auto. Qed.

(** The passes since, with this turn's: [k] has passed no more often than anybody, and less often than who played after him. *)
Theorem ko_player_is : forall u ts t c x since k, sound u ts -> follows u t -> met c x (next_up t) (u :: ts) = Some since ->
  at_ (active u) k = true ->
  (forall j, at_ (active u) j = true -> (tally r (t :: since) k <= tally r (t :: since) j)%Z) ->
  (forall j, at_ (active u) j = true -> comes_before j k (order (active u) (next_up u)) = true ->
     (tally r (t :: since) k < tally r (t :: since) j)%Z) ->
  ko_player r t since (u, ts) = k.
Proof.
  intros u ts t c x since k ok next_ found yes least less. assert (mover := active_mover u ts ok).
  destruct (since_players u ts ok _ _ _ _ found) as [players round]. destruct (met_prefix _ _ _ _ _ found) as [rest whole].
  destruct next_ as [[how [by_ _]] _ act next]. unfold ko_player.
  change (flat_map maker (t :: turns (u, ts))) with (maker t ++ flat_map maker (u :: ts)). rewrite act, whole, flat_map_app, app_assoc.
  assert (all : forall f, f k = true -> (forall j, f j = true -> at_ (active u) j = true) ->
    (forall j, at_ (active u) j = true -> comes_before j k (order (active u) (next_up u)) = true -> f j = false) ->
    find f ((maker t ++ flat_map maker since) ++ flat_map maker rest) = Some k).
  { intros f one within no. apply find_first. unfold maker at 1. rewrite by_, players.
    exact (first_back (active u) (next_up u) k (length since) f mover yes (eq_sym (eq_trans (eq_sym next) round)) one within no). }
  rewrite (all (has_fewest r (active u) (t :: since))); [reflexivity | | |].
  - unfold has_fewest. rewrite yes. apply forallb_forall. intros j _. destruct (at_ (active u) j) eqn:is; [| reflexivity].
    cbn [negb orb]. apply Z.leb_le. exact (least j is).
  - intros j is. unfold has_fewest in is. apply andb_true_iff in is. exact (proj1 is).
  - intros j is before. unfold has_fewest. rewrite is. cbn [andb]. apply not_true_is_false. intro bad. rewrite forallb_forall in bad.
    specialize (bad k (match k with First => or_introl eq_refl | Second => or_intror (or_introl eq_refl)
      | Third => or_intror (or_intror (or_introl eq_refl)) | Fourth => or_intror (or_intror (or_intror (or_introl eq_refl))) end)).
    rewrite yes in bad. cbn [negb orb] in bad. apply Z.leb_le in bad. specialize (less j is before). lia.
Qed.

End Past.
