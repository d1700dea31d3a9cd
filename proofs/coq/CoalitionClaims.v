(**
Claims of what a coalition gets, and that those are true which the checker accepts.

The moves before a claim are played by the rules of Coalitions.v themselves ([replay]). A claim rests on a node that CoalitionChecker.v has
taken, on the rules, if the game is over, or on [By_most]: no end is worth more, or less. [says]: what is claimed of a game that goes on, or is over.

[claim_sound]: if it takes the nodes and a claim, the claim is true of the game that has begun on the start and made the moves.
*)
Require Import ZArith NArith Lia List Bool FMapPositive.
Require Import Game Board PointSets Coalitions CoalitionPast CoalitionDemands CoalitionChecker CoalitionEnds.
Import ListNotations.
Local Open Scope Z_scope.

Inductive ground : Set := By_node (number : positive) | By_rules | By_most.

Section Claims.

Variable r : ruleset.

Notation game_ := (fun a => coalition_game r (payoff_kind a) (members a)).

Definition take_nodes (fs : list node) : option (PositiveMap.t taken) := check_nodes r fs 1 (PositiveMap.empty taken).

(** Stones on the board, one on a point, and a mover who plays. *)
Definition can_begin (x : stones_of) (k : seat) : bool :=
  fits_b r x && at_ (playing r) k && is_within (on r) (all_points (on r)).

(** [C1, C2] The game after some moves; the last one may end it. *)
Fixpoint replay (h : past) (ms : list kee_play) : option past :=
  match ms with
  | [] => Some h
  | m :: rest => if over (fst h) then None else match next_turn r h m with Some t => replay (t, turns h) rest | None => None end
  end.

Definition says (a : about) (bound : Z) (h : past) : Prop :=
  if over (fst h) then good (side a) (in_favour a bound) (Scored (payoff_of r (payoff_kind a) (members a) (left_ (fst h))))
  else forces (game_ a) (side a) (in_favour a bound) h.

(** [G23] to [G30] *)
Definition accepts_claim (nodes : PositiveMap.t taken) (h : past) (a : about) (bound : Z) (on_ : ground) : bool :=
  match on_ with
  | By_most => if held a then most_worth r (payoff_kind a) (members a) <=? bound else bound <=? least_worth r (payoff_kind a) (members a)
  | By_rules => over (fst h) && ends_well r a bound (left_ (fst h))
  | By_node number =>
    negb (over (fst h)) &&
    match PositiveMap.find number nodes with
    | Some c => state_eqb (t_at c) (state_of (fst h)) && about_eqb (t_about c) a && good_bound a bound (t_bound c) &&
                fulfils r (t_demands c) (turns h)
    | None => false
    end
  end.

Lemma replay_reached : forall ms h h', replay h ms = Some h' -> over (fst h) = false -> reached r h -> all_fit r h ->
  all_fit r h' /\ (over (fst h') = false -> reached r h').
Proof.
  induction ms as [| m rest again]; intros h h' is on_ there ok; cbn [replay] in is; [injection is as <-; auto |].
  rewrite on_ in is. destruct (next_turn r h m) as [t |] eqn:made_; [| discriminate]. assert (ok' := next_fits r h m t ok made_).
  destruct (over t) eqn:full.
  - destruct rest as [| m' rest]; cbn [replay] in is; [| cbn [fst] in is; rewrite full in is; discriminate].
    injection is as <-. split; [exact ok' |]. cbn [fst]. intro bad. congruence.
  - exact (again (t, turns h) h' is full (reached_turn r h m t there made_ full) ok').
Qed.

Theorem claim_sound : forall fs nodes x k ms h a bound on_,
  can_begin x k = true -> take_nodes fs = Some nodes -> replay (begin_with r x k) ms = Some h ->
  accepts_claim nodes h a bound on_ = true -> says a bound h.
Proof.
  intros fs nodes x k ms h a bound on_ can taken_ played yes. unfold can_begin in can. rewrite !andb_true_iff in can.
  destruct can as [[fit mover] there]. apply fits_b_true in fit.
  assert (first := reached_start r x k mover). assert (goes : over (fst (begin_with r x k)) = false) by exact (proj2 (reached_sound r _ first)).
  assert (fit_ : all_fit r (begin_with r x k)) by (intros t [<- | []]; exact fit).
  destruct (replay_reached ms _ h played goes first fit_) as [ok reached_]. unfold says.
  assert (worth := fun y (is : fits r y) => worth_between r there (payoff_kind a) (members a) y is).
  destruct on_ as [number | |]; cbn [accepts_claim] in yes.
  - apply andb_true_iff in yes. destruct yes as [going yes]. apply negb_true_iff in going. rewrite going.
    destruct (PositiveMap.find number nodes) as [c |] eqn:is; [| discriminate]. rewrite !andb_true_iff in yes.
    destruct yes as [[[state_ about_] more] asked]. apply state_eqb_true in state_. apply about_eqb_true in about_.
    assert (true_ := nodes_hold r fs nodes taken_ number c is h (reached_ going) (eq_sym state_) asked). rewrite about_ in true_.
    exact (forces_less _ _ _ _ _ (good_bound_true a bound _ more) true_).
  - apply andb_true_iff in yes. destruct yes as [-> well]. exact (ends_well_true r a bound _ well).
  - assert (any : forall y, fits r y -> good (side a) (in_favour a bound) (Scored (payoff_of r (payoff_kind a) (members a) y))).
    { intros y is. specialize (worth y is). unfold side, in_favour. destruct (held a); apply Z.leb_le in yes; cbn [good margin_of]; lia. }
    destruct (over (fst h)) eqn:going.
    + apply any. exact (ok (fst h) (or_introl eq_refl)).
    + exact (ends_anyhow r _ _ _ _ any h (reached_ eq_refl) ok).
Qed.

(** Of a game that goes on it says what a coalition gets, or is held to. *)
Corollary says_gets : forall members_ kind_ b h, over (fst h) = false ->
  says {| members := members_; held := false; payoff_kind := kind_ |} b h -> coalition_gets r kind_ members_ b h.
Proof. intros members_ kind_ b h on_ true_. unfold says in true_. rewrite on_ in true_. exact true_. Qed.

Corollary says_held : forall members_ kind_ b h, over (fst h) = false ->
  says {| members := members_; held := true; payoff_kind := kind_ |} b h -> coalition_held r kind_ members_ b h.
Proof. intros members_ kind_ b h on_ true_. unfold says in true_. rewrite on_ in true_. exact true_. Qed.

End Claims.
