(**
What a node of a certificate under the Logical Japanese Rules demands of the past.

A range is a set that what was used must hold, and one that must hold it. A situation that is watched has ranges: each time that it stood, what was
used since is in one of them. A situation that is wanted in a range stood so that what was used since is in it. Demands of several turns are
gathered ([merge], [want]: J26 of the format), and carried to before a turn ([range_before]: J18).
*)
Require Import ZArith NArith List Bool.
Require Import Game Board Ljrg.
Import ListNotations.

(** What holds the first, and is held by the second. *)
Definition range : Set := (N * N)%type.
Definition in_range (u : N) (g : range) : bool := subset (fst g) u && subset u (snd g).

(** With a number by which they are sorted; nothing is believed of it. *)
Definition entry : Set := (N * (situation * list range))%type.
Record demands : Set := { watched : list entry; wanted : list (situation * range) }.

Definition range_eq_dec : forall g e : range, {g = e} + {g <> e}.
Proof. decide equality; apply N.eq_dec. Defined.

Definition past_type : Type := list (situation * N).

Definition entry_ok (p : past_type) (e : entry) : Prop :=
  forall u, In (fst (snd e), u) p -> existsb (in_range u) (snd (snd e)) = true.
Definition wanted_ok (p : past_type) (w : situation * range) : Prop := exists u, In (fst w, u) p /\ in_range u (snd w) = true.
Definition demanded (d : demands) (p : past_type) : Prop :=
  (forall e, In e (watched d) -> entry_ok p e) /\ (forall w, In w (wanted d) -> wanted_ok p w).

Lemma in_range_true : forall u g, in_range u g = true <->
  (forall q, N.testbit (fst g) q = true -> N.testbit u q = true) /\ (forall q, N.testbit u q = true -> N.testbit (snd g) q = true).
Proof. intros u g. unfold in_range. rewrite andb_true_iff, !subset_true. tauto. Qed.

(** [J26] *)
Definition both_ranges (g e : range) : list range :=
  let low := N.lor (fst g) (fst e) in let high := N.land (snd g) (snd e) in if subset low high then [(low, high)] else [].
Definition common (gs es : list range) : list range := nodup range_eq_dec (flat_map (fun g => flat_map (both_ranges g) es) gs).

Lemma common_true : forall u gs es, existsb (in_range u) (common gs es) = true -> existsb (in_range u) gs = true /\ existsb (in_range u) es = true.
Proof.
  intros u gs es yes. apply existsb_exists in yes. destruct yes as [x [among is]]. unfold common in among. rewrite nodup_In in among.
  apply in_flat_map in among. destruct among as [g [in_g among]]. apply in_flat_map in among. destruct among as [e [in_e among]].
  unfold both_ranges in among. destruct (subset _ _); [| destruct among]. destruct among as [<- | []].
  apply in_range_true in is. cbn [fst snd] in is. destruct is as [low high].
  split; apply existsb_exists; [exists g | exists e]; (split; [assumption |]); apply in_range_true; split; intros q is.
  - apply low. rewrite N.lor_spec, is. reflexivity.
  - specialize (high q is). rewrite N.land_spec in high. apply andb_true_iff in high. apply high.
  - apply low. rewrite N.lor_spec, is. apply orb_true_r.
  - specialize (high q is). rewrite N.land_spec in high. apply andb_true_iff in high. apply high.
Qed.

Fixpoint merge (a : list entry) : list entry -> list entry :=
  match a with
  | [] => fun b => b
  | x :: a' =>
    fix into (b : list entry) : list entry :=
      match b with
      | [] => x :: a'
      | y :: b' =>
        match N.compare (fst x) (fst y) with
        | Lt => x :: merge a' b
        | Gt => y :: into b'
        | Eq => if situation_eq_dec (fst (snd x)) (fst (snd y))
                then (fst x, (fst (snd x), common (snd (snd x)) (snd (snd y)))) :: merge a' b'
                else x :: y :: merge a' b'
        end
      end
  end.

Lemma merge_true : forall p a b, (forall e, In e (merge a b) -> entry_ok p e) ->
  (forall e, In e a -> entry_ok p e) /\ (forall e, In e b -> entry_ok p e).
Proof.
  intros p. induction a as [| x a' again]; intros b all; [split; [intros e [] | exact all] |].
  induction b as [| y b' into]; [split; [exact all | intros e []] |]. cbn [merge] in all.
  destruct (N.compare (fst x) (fst y)).
  - destruct (situation_eq_dec _ _) as [same | no].
    + assert (first := all _ (or_introl eq_refl)). destruct (again b' (fun e is => all e (or_intror is))) as [one two].
      assert (here : entry_ok p x /\ entry_ok p y).
      { split; intros u is; [| rewrite <- same in is]; specialize (first u is); cbn [fst snd] in first; apply common_true in first; apply first. }
      split; intros e [<- | is]; auto; apply here.
    + destruct (again b' (fun e is => all e (or_intror (or_intror is)))) as [one two].
      split; intros e [<- | is]; auto; apply all; simpl; auto.
  - destruct (again (y :: b') (fun e is => all e (or_intror is))) as [one two]. split; [| exact two].
    intros e [<- | is]; auto. apply all. left. reflexivity.
  - destruct (into (fun e is => all e (or_intror is))) as [one two]. split; [exact one |].
    intros e [<- | is]; auto. apply all. left. reflexivity.
Qed.

(** What was used since must have been in before a turn that changed [d]: J18. *)
Definition range_before (d : N) (g : range) : list range := if subset d (snd g) then [(N.ldiff (fst g) d, snd g)] else [].

Lemma range_before_true : forall d g g' u, In g' (range_before d g) -> in_range u g' = true -> in_range (N.lor u d) g = true.
Proof.
  intros d g g' u is yes. unfold range_before in is. destruct (subset d (snd g)) eqn:within_; [| destruct is].
  destruct is as [<- | []]. rewrite subset_true in within_. apply in_range_true in yes. destruct yes as [low high]. cbn [fst snd] in *.
  apply in_range_true. split; intros q is; rewrite ?N.lor_spec in *.
  - destruct (N.testbit d q) eqn:there; [apply orb_true_r |]. rewrite (low q); [reflexivity |]. rewrite N.ldiff_spec, is, there. reflexivity.
  - apply orb_true_iff in is. destruct is; auto.
Qed.

Definition entry_before (d : N) (e : entry) : entry := (fst e, (fst (snd e), flat_map (range_before d) (snd (snd e)))).

Definition want (w : situation * range) (ws : list (situation * range)) : list (situation * range) :=
  if existsb (fun v => if situation_eq_dec (fst w) (fst v) then if range_eq_dec (snd w) (snd v) then true else false else false) ws then ws else w :: ws.

Lemma want_true : forall w ws v, In v (w :: ws) -> In v (want w ws).
Proof.
  intros w ws v is. unfold want. destruct (existsb _ ws) eqn:there; [| exact is]. destruct is as [<- | is]; [| exact is].
  apply existsb_exists in there. destruct there as [[s g] [among same]]. destruct w as [s' g']. cbn [fst snd] in same.
  destruct (situation_eq_dec s' s) as [-> |]; [| discriminate]. destruct (range_eq_dec g' g) as [-> |]; [exact among | discriminate].
Qed.
