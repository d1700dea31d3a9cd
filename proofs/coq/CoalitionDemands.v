(**
What the nodes of certificates of values by coalition ask of the past.

Demands are kept in a list: of items that they are absent, or that they are there and that of some pairs of players the passes since of
the one less those of the other are at most a number. [add_true], [before_true]: what becomes of them from one turn to the next.
*)
Require Import ZArith NArith Lia List Bool.
Require Import Game Board Coalitions CoalitionPast.
Import ListNotations.
Local Open Scope Z_scope.

(** An encounter or an anchor: a board, and who moves next. *)
Record item : Set := { anchor : bool; item_stones : stones_of; item_next : seat }.
Inductive demand : Set := Absent | There (pairs : list (seat * seat * Z)).
Definition demands : Set := list (item * demand).

Definition item_eqb (i j : item) : bool :=
  Bool.eqb (anchor i) (anchor j) && seat_eqb (item_next i) (item_next j) && same_stones (item_stones i) (item_stones j).
Definition pair_eqb (p q : seat * seat * Z) : bool :=
  match p, q with (i, j, most), (i', j', most') => seat_eqb i i' && seat_eqb j j' && Z.eqb most most' end.

(** What a claim or a node is about. *)
Record about : Set := { members : four bool; held : bool; payoff_kind : payoff }.
Definition same_four (x y : four bool) : bool := forallb (fun k => Bool.eqb (at_ x k) (at_ y k)) seats.
Definition payoff_eqb (x y : payoff) : bool :=
  match x, y with Points, Points | Margin, Margin | Rank, Rank => true | _, _ => false end.
Definition about_eqb (a b : about) : bool :=
  same_four (members a) (members b) && Bool.eqb (held a) (held b) && payoff_eqb (payoff_kind a) (payoff_kind b).
Definition state_eqb (s t : state) : bool :=
  same_stones (s_stones s) (s_stones t) && seat_eqb (s_mover s) (s_mover t) && same_four (s_active s) (s_active t) &&
  Nat.eqb (s_passes s) (s_passes t).

(** Who wins where: White is all others. *)
Definition side (a : about) : player := if held a then White else Black.
Definition in_favour (a : about) (b : Z) : Z := if held a then - b else b.
Definition good_bound (a : about) (b worth : Z) : bool := if held a then worth <=? b else b <=? worth.

Lemma item_eqb_true : forall i j, item_eqb i j = true -> i = j.
Proof.
  intros [c x k] [c' x' k'] same. unfold item_eqb in same. simpl in same. rewrite !andb_true_iff, eqb_true_iff, seat_eqb_true, same_stones_true in same.
  destruct same as [[-> ->] ->]. reflexivity.
Qed.

Lemma same_four_true : forall x y, same_four x y = true -> x = y.
Proof.
  intros [a b c d] [a' b' c' d'] same. unfold same_four in same. simpl in same. rewrite !andb_true_iff, !eqb_true_iff in same.
  destruct same as [-> [-> [-> [-> _]]]]. reflexivity.
Qed.

Lemma about_eqb_true : forall a b, about_eqb a b = true -> a = b.
Proof.
  intros [x h p] [x' h' p'] same. unfold about_eqb in same. simpl in same. rewrite !andb_true_iff, eqb_true_iff in same.
  destruct same as [[same ->] kinds]. rewrite (same_four_true _ _ same). destruct p, p'; try discriminate; reflexivity.
Qed.

Lemma state_eqb_true : forall s t, state_eqb s t = true -> s = t.
Proof.
  intros [x k a n] [x' k' a' n'] same. unfold state_eqb in same. simpl in same.
  rewrite !andb_true_iff, same_stones_true, seat_eqb_true, Nat.eqb_eq in same. destruct same as [[[-> ->] same] ->].
  rewrite (same_four_true _ _ same). reflexivity.
Qed.

Section Demands.

Variable r : ruleset.

Notation tally_ := (tally r).

(** Does the demand allow that the item is absent, or these turns have been since? *)
Definition allows (d : demand) (since : option (list turn)) : bool :=
  match d, since with
  | Absent, None => true
  | There pairs, Some ts => forallb (fun p => tally_ ts (fst (fst p)) - tally_ ts (snd (fst p)) <=? snd p) pairs
  | _, _ => false
  end.

Definition found (i : item) (ts : list turn) : option (list turn) := met (anchor i) (item_stones i) (item_next i) ts.
Definition fulfils (d : demands) (ts : list turn) : bool := forallb (fun one => allows (snd one) (found (fst one) ts)) d.

(** [G21] One demand more. *)
Definition both (p q : list (seat * seat * Z)) : list (seat * seat * Z) := filter (fun x => negb (existsb (pair_eqb x) p)) q ++ p.
Fixpoint add (i : item) (one : demand) (d : demands) : option demands :=
  match d with
  | [] => Some [(i, one)]
  | (j, other) :: rest =>
    if item_eqb i j
    then match other, one with
         | Absent, Absent => Some d
         | There p, There q => Some ((j, There (both p q)) :: rest)
         | _, _ => None
         end
    else match add i one rest with Some rest' => Some ((j, other) :: rest') | None => None end
  end.

Lemma pair_eqb_true : forall p q, pair_eqb p q = true -> p = q.
Proof.
  intros [[i j] m] [[i' j'] m'] same. simpl in same. rewrite !andb_true_iff, !seat_eqb_true, Z.eqb_eq in same.
  destruct same as [[-> ->] ->]. reflexivity.
Qed.

Lemma both_true : forall (f : seat * seat * Z -> bool) p q, forallb f (both p q) = true -> forallb f p = true /\ forallb f q = true.
Proof.
  intros f p q all. unfold both in all. rewrite forallb_app in all. apply andb_true_iff in all. destruct all as [new old]. split; [exact old |].
  rewrite forallb_forall in *. intros x there. destruct (existsb (pair_eqb x) p) eqn:known.
  - apply existsb_exists in known. destruct known as [y [in_p same]]. rewrite (pair_eqb_true _ _ same). exact (old y in_p).
  - apply new. apply filter_In. rewrite known. auto.
Qed.

Lemma add_true : forall i one d d' ts, add i one d = Some d' -> fulfils d' ts = true -> fulfils d ts = true /\ allows one (found i ts) = true.
Proof.
  induction d as [| [j other] rest again]; intros d' ts made all; cbn [add] in made.
  - injection made as <-. cbn in all. rewrite andb_true_r in all. auto.
  - destruct (item_eqb i j) eqn:same.
    + apply item_eqb_true in same. subst j. destruct other as [| p], one as [| q]; try discriminate; injection made as <-.
      * split; [exact all |]. unfold fulfils in all. cbn [forallb fst snd] in all. apply andb_true_iff in all. exact (proj1 all).
      * unfold fulfils in *. cbn [forallb fst snd] in *. apply andb_true_iff in all. destruct all as [here others]. rewrite others.
        unfold allows in *. destruct (found i ts) as [since |]; [| discriminate]. destruct (both_true _ _ _ here) as [-> ->]. auto.
    + destruct (add i one rest) as [rest' |]; [| discriminate]. injection made as <-. unfold fulfils in *. cbn [forallb fst snd] in *.
      apply andb_true_iff in all. destruct all as [-> others]. exact (again _ ts eq_refl others).
Qed.

(** The demand before a turn, of one on the passes after it. *)
Definition before (t : turn) (d : demand) : demand :=
  match d with
  | Absent => Absent
  | There pairs => There (map (fun p => (fst p, snd p - pass_of r (fst (fst p)) t + pass_of r (snd (fst p)) t)) pairs)
  end.

Lemma before_true : forall t d since, allows (before t d) since = true -> allows d (option_map (cons t) since) = true.
Proof.
  intros t [| pairs] [ts |] yes; cbn [before allows option_map] in *; trivial. rewrite forallb_forall in *. intros [[i j] most] there.
  specialize (yes _ (in_map _ _ _ there)). cbn [fst snd tally fold_right] in *. fold (tally_ ts i). fold (tally_ ts j).
  apply Z.leb_le in yes. apply Z.leb_le. lia.
Qed.

End Demands.
