(**
A checker of the nodes of certificates of values by coalition, and that what it accepts is true.

The nodes are those of docs/coalition-certificates.md; [G4] to [G22] are its conditions.

[holds]: after every past that a game comes to, that left the node's state and fulfils its demands, the coalition gets the bound, or the
others hold it to that. [nodes_hold]: so it is of all nodes that [check_nodes] takes.
*)
Require Import ZArith NArith Lia List Bool FMapPositive.
Require Import Game Board Coalitions CoalitionPast CoalitionDemands.
Import ListNotations.
Local Open Scope Z_scope.

Record reply : Set := { gets_out : option seat; child : option positive }.
Inductive node_type : Set := Winners (m : kee_play) (rp : reply) | Losers (rps : list reply).
Record node : Set := { n_at : state; n_about : about; n_bound : Z; n_type : node_type }.

(** A node that was taken. *)
Record taken : Set := { t_at : state; t_about : about; t_bound : Z; t_demands : demands }.

Section Checker.

Variable r : ruleset.

Notation tally_ := (tally r).
Notation reached_ := (reached r).
Notation game_ := (fun a => coalition_game r (payoff_kind a) (members a)).
Notation worth := (fun a x => payoff_of r (payoff_kind a) (members a) x).
Notation allows := (allows r).
Notation fulfils := (fulfils r).
Notation before_true := (before_true r).
Notation add_true := (add_true r).
Notation before := (before r).

(** ** Replies *)

Section Node.

Variable a : about.
Variable bound : Z.
Variable known : PositiveMap.t taken.

Definition ends_well (x : stones_of) : bool := good_bound a bound (worth a x).

(** [G13, G14, G15] What the child asks, if it is about that state. *)
Definition of_child (number : positive) (s : state) : option demands :=
  match PositiveMap.find number known with
  | Some c => if state_eqb (t_at c) s && about_eqb (t_about c) a && good_bound a bound (t_bound c) then Some (t_demands c) else None
  | None => None
  end.

Definition looks_for (t : turn) : item := {| anchor := is_by Refreshing_pass t; item_stones := left_ t; item_next := next_up t |}.

(** [G16, G17] One of the child's demands, carried to before the turn. *)
Definition carry_one (t : turn) (one : item * demand) (d : demands) : option demands :=
  let (i, wanted) := one in
  if (negb (anchor i) || is_by Refreshing_pass t) && is_situation (item_stones i) (item_next i) t
  then if allows wanted (Some []) then Some d else None
  else if negb (anchor i) && is_by Refreshing_pass t then if allows wanted None then Some d else None
  else add i (before t wanted) d.
Fixpoint carry (t : turn) (asked : demands) (d : demands) : option demands :=
  match asked with
  | [] => Some d
  | one :: rest => match carry_one t one d with Some d' => carry t rest d' | None => None end
  end.

(** [G18] That [k] is who gets banned. *)
Definition ban_pairs (active_ : four bool) (mover k : seat) : list (seat * seat * Z) :=
  map (fun j => (k, j, if comes_before j k (order active_ mover) then -1 else 0)) (filter (fun j => at_ active_ j && negb (seat_eqb j k)) seats).

Definition banning (t : turn) (mover k : seat) (number : option positive) (d : demands) : option demands :=
  let after := ban t k in
  if at_ (active t) k
  then match add (looks_for t) (before t (There (ban_pairs (active t) mover k))) d, number with
       | Some d', None => if over after && ends_well (left_ t) then Some d' else None
       | Some d', Some number =>
         if over after then None
         else match of_child number (state_of after) with
              | Some asked => if fulfils asked [after] then Some d' else None (* G20 *)
              | None => None
              end
       | None, _ => None
       end
  else None.

(** The demands with those of the reply to a turn. *)
Definition reply_demands (t : turn) (mover : seat) (rp : reply) (d : demands) : option demands :=
  if over t
  then match gets_out rp, child rp with
       | None, None => if ends_well (left_ t) then Some d else None (* G10, G11 *)
       | _, _ => None
       end
  else match gets_out rp, child rp with
       | Some k, number => banning t mover k number d
       | None, Some number =>
         match of_child number (state_of t), add (looks_for t) Absent d with
         | Some asked, Some d' => carry t asked d'
         | _, _ => None
         end
       | None, None => None (* G12 *)
       end.

(** ** What a node says *)

Definition fine (h : past) (m : kee_play) : Prop :=
  match coalition_step r (payoff_kind a) (members a) h m with
  | Illegal => True
  | Ends res => good (side a) (in_favour a bound) res
  | Goes h' => forces (game_ a) (side a) (in_favour a bound) h'
  end.

Definition holds (c : taken) : Prop :=
  forall h, reached_ h -> state_of (fst h) = t_at c -> fulfils (t_demands c) (turns h) = true ->
  forces (game_ (t_about c)) (side (t_about c)) (in_favour (t_about c) (t_bound c)) h.

Hypothesis known_hold : forall i c, PositiveMap.find i known = Some c -> holds c.

Lemma good_bound_true : forall b, good_bound a bound b = true -> in_favour a bound <= in_favour a b.
Proof. intros b yes. unfold good_bound, in_favour in *. destruct (held a); apply Z.leb_le in yes; lia. Qed.

Lemma ends_well_true : forall x, ends_well x = true -> good (side a) (in_favour a bound) (Scored (worth a x)).
Proof.
  intros x yes. unfold ends_well, good_bound in yes. unfold side, in_favour. destruct (held a); apply Z.leb_le in yes; simpl; lia.
Qed.

Lemma child_true : forall number s asked h, of_child number s = Some asked -> reached_ h -> state_of (fst h) = s ->
  fulfils asked (turns h) = true -> forces (game_ a) (side a) (in_favour a bound) h.
Proof.
  intros number s asked h is there here all. unfold of_child in is. destruct (PositiveMap.find number known) as [c |] eqn:at_number; [| discriminate].
  destruct (_ && _ && _) eqn:yes; [| discriminate]. injection is as <-. rewrite !andb_true_iff in yes. destruct yes as [[state_ about_] more].
  apply state_eqb_true in state_. apply about_eqb_true in about_. assert (true_ := known_hold _ _ at_number h there).
  rewrite about_, state_ in true_. exact (forces_less _ _ _ _ _ (good_bound_true _ more) (true_ here all)).
Qed.

Lemma carry_true : forall t asked d d' ts, begins t = false -> carry t asked d = Some d' -> fulfils d' ts = true ->
  fulfils d ts = true /\ fulfils asked (t :: ts) = true.
Proof.
  intros t asked. induction asked as [| [i wanted] rest again]; intros d d' ts fresh made all; cbn [carry] in made.
  - injection made as <-. auto.
  - destruct (carry_one t (i, wanted) d) as [d1 |] eqn:one; [| discriminate]. destruct (again d1 d' ts fresh made all) as [first others].
    assert (here : fulfils d ts = true /\ allows wanted (found i (t :: ts)) = true).
    { unfold carry_one in one. unfold found. cbn [met]. rewrite fresh, orb_false_r. cbn [orb]. destruct (_ && is_situation _ _ t) eqn:same.
      - destruct (allows wanted (Some [])) eqn:none; [| discriminate]. injection one as <-. auto.
      - destruct (negb (anchor i) && _) eqn:cleared.
        + destruct (allows wanted None) eqn:none; [| discriminate]. injection one as <-. auto.
        + destruct (add_true _ _ _ _ ts one first) as [old new]. split; [exact old |]. exact (before_true t wanted _ new). }
    destruct here as [old new]. split; [exact old |]. unfold fulfils. cbn [forallb fst snd]. rewrite new. exact others.
Qed.

Lemma after_ban : forall i t k ts, made t <> None -> found i (ban t k :: ts) = found i [ban t k].
Proof. intros i t k ts by_. unfold found. cbn [met]. rewrite (ban_begins t k by_). reflexivity. Qed.

Lemma ban_pairs_true : forall t mover k since, at_ (active t) k = true ->
  allows (There (ban_pairs (active t) mover k)) (Some (t :: since)) = true ->
  (forall j, at_ (active t) j = true -> tally_ (t :: since) k <= tally_ (t :: since) j) /\
  (forall j, at_ (active t) j = true -> comes_before j k (order (active t) mover) = true -> tally_ (t :: since) k < tally_ (t :: since) j).
Proof.
  intros t mover k since yes all. cbn [allows] in all. rewrite forallb_forall in all.
  assert (each : forall j, at_ (active t) j = true -> j <> k ->
    tally_ (t :: since) k - tally_ (t :: since) j <= if comes_before j k (order (active t) mover) then -1 else 0).
  { intros j is differs. apply Z.leb_le.
    apply (all (k, j, if comes_before j k (order (active t) mover) then -1 else 0)). apply in_map_iff. exists j. split; [reflexivity |].
    apply filter_In. split; [destruct j; simpl; auto |]. rewrite is.
    destruct (seat_eqb j k) eqn:same; [apply seat_eqb_true in same; contradiction | reflexivity]. }
  assert (itself : comes_before k k (order (active t) mover) = false).
  { generalize (order (active t) mover). induction l as [| x l again]; simpl; [reflexivity |]. destruct (seat_eqb x k); auto. }
  split; intros j is.
  - destruct (seat_eqb j k) eqn:same; [apply seat_eqb_true in same; subst; lia |].
    assert (j <> k) by (intro bad; subst; rewrite seat_eqb_refl in same; discriminate). specialize (each j is H). destruct (comes_before _ _ _); lia.
  - intro first. assert (j <> k) by (intro bad; subst; congruence). specialize (each j is H). rewrite first in each. lia.
Qed.

Lemma reply_true : forall h m t rp d d', reached_ h -> turn_by r (state_of (fst h)) m = Some t ->
  reply_demands t (next_up (fst h)) rp d = Some d' -> fulfils d' (turns h) = true ->
  fulfils d (turns h) = true /\ fine h m /\ coalition_step r (payoff_kind a) (members a) h m <> Illegal.
Proof.
  intros [u ts] m t rp d d' there is made_ all. destruct (reached_sound r _ there) as [ok goes]. cbn [fst snd] in *.
  assert (next_ := turn_follows r u m t is). assert (fresh := not_begun _ _ next_).
  assert (next_is : next_turn r (u, ts) m = Some (match cycle t (u, ts) with Some since => ban t (ko_player r t since (u, ts)) | None => t end)).
  { unfold next_turn. cbn [fst]. rewrite is. reflexivity. }
  rewrite (cycle_is u ts t ok goes next_) in next_is. unfold reply_demands in made_. destruct (over t) eqn:full.
  - destruct (gets_out rp), (child rp); try discriminate. destruct (ends_well (left_ t)) eqn:well; [| discriminate]. injection made_ as <-.
    split; [exact all |]. unfold fine, coalition_step. rewrite next_is, full. split; [exact (ends_well_true _ well) | discriminate].
  - destruct (gets_out rp) as [k |].
    + unfold banning in made_. destruct (at_ (active t) k) eqn:yes; [| discriminate].
      destruct (add _ _ d) as [d1 |] eqn:added; [| destruct (child rp); discriminate].
      assert (same_d : d1 = d') by (destruct (child rp); [destruct (over (ban t k)); [discriminate |]; destruct (of_child _ _); [| discriminate];
        destruct (fulfils _ [ban t k]) | destruct (_ && _)]; congruence). subst d1.
      destruct (add_true _ _ _ _ _ added all) as [old wanted]. apply before_true in wanted.
      change (found (looks_for t) (turns (u, ts))) with (met (is_by Refreshing_pass t) (left_ t) (next_up t) (u :: ts)) in wanted.
      destruct (met _ _ _ (u :: ts)) as [since |] eqn:met_; [| discriminate wanted]. cbn [option_map] in wanted.
      destruct (ban_pairs_true t _ k since yes wanted) as [least less]. assert (act := same_active _ _ next_). rewrite act in *.
      rewrite (ko_player_is r u ts t _ _ since k ok next_ met_ yes least less) in next_is. split; [exact old |].
      destruct next_ as [[how [by_ _]] _ _ _]. assert (some_ : made t <> None) by congruence.
      assert (goes_on : over (ban t k) = false -> reached_ (ban t k, turns (u, ts))) by (intro on_; exact (reached_turn r _ m _ there next_is on_)).
      unfold fine, coalition_step. rewrite next_is. destruct (child rp) as [number |].
      * destruct (over (ban t k)) eqn:none; [discriminate |]. destruct (of_child number _) as [asked |] eqn:childs; [| discriminate].
        destruct (fulfils asked [ban t k]) eqn:fresh_; [| discriminate]. split; [| discriminate].
        apply (child_true number _ asked _ childs (goes_on eq_refl)); [reflexivity |]. rewrite <- fresh_. unfold fulfils.
        clear -some_. induction asked as [| one rest same]; cbn [forallb]; [reflexivity |]. rewrite same. unfold turns at 1.
        cbn [fst snd]. rewrite (after_ban _ t k _ some_). reflexivity.
      * destruct (over (ban t k)) eqn:none; [| discriminate]. cbn [andb] in made_. destruct (ends_well (left_ t)) eqn:well; [| discriminate].
        split; [exact (ends_well_true _ well) | discriminate].
    + destruct (child rp) as [number |]; [| discriminate]. destruct (of_child number _) as [asked |] eqn:childs; [| discriminate].
      destruct (add (looks_for t) Absent d) as [d1 |] eqn:added; [| discriminate]. destruct (carry_true _ _ _ _ _ fresh made_ all) as [first asked_].
      destruct (add_true _ _ _ _ _ added first) as [old absent]. split; [exact old |].
      change (found (looks_for t) (turns (u, ts))) with (met (is_by Refreshing_pass t) (left_ t) (next_up t) (u :: ts)) in absent.
      destruct (met _ _ _ (u :: ts)) as [since |] eqn:met_; [discriminate absent |].
      unfold fine, coalition_step. rewrite next_is, full. split; [| discriminate].
      apply (child_true number _ asked _ childs); [exact (reached_turn r _ m t there next_is full) | reflexivity | exact asked_].
Qed.

(** [G9] As many replies as legal plays. *)
Fixpoint replies_demands (s : state) (ms : list kee_play) (rps : list reply) (d : demands) : option demands :=
  match ms with
  | [] => match rps with [] => Some d | _ => None end
  | m :: rest =>
    match turn_by r s m, rps with
    | None, _ => replies_demands s rest rps d
    | Some t, rp :: others => match reply_demands t (s_mover s) rp d with Some d' => replies_demands s rest others d' | None => None end
    | Some _, [] => None
    end
  end.

Definition every_play : list kee_play := map Lay (points (on r)) ++ [Pass_on; Refresh].

Lemma in_every_play : forall s m t, turn_by r s m = Some t -> In m every_play.
Proof.
  intros s m t is. unfold every_play. apply in_app_iff. destruct m as [p | |]; [left | right; simpl; auto | right; simpl; auto].
  apply in_map. unfold turn_by in is. destruct (place r _ _ p) as [x |] eqn:legal; [| discriminate]. unfold place in legal.
  destruct (N.leb_spec (N.of_nat (size (on r))) p) as [| less]; [discriminate |]. unfold points. apply in_map_iff. exists (N.to_nat p).
  split; [apply N2Nat.id | apply in_seq; lia].
Qed.

Lemma replies_true : forall h ms rps d d', reached_ h -> replies_demands (state_of (fst h)) ms rps d = Some d' -> fulfils d' (turns h) = true ->
  fulfils d (turns h) = true /\ forall m, In m ms -> fine h m.
Proof.
  intros h ms. induction ms as [| m rest again]; intros rps d d' there made_ all; cbn [replies_demands] in made_.
  - destruct rps; [| discriminate]. injection made_ as <-. split; [exact all | intros m []].
  - destruct (turn_by r (state_of (fst h)) m) as [t |] eqn:is.
    + destruct rps as [| rp others]; [discriminate |]. destruct (reply_demands t _ rp d) as [d1 |] eqn:one; [| discriminate].
      destruct (again others d1 d' there made_ all) as [first fine_]. destruct (reply_true h m t rp d d1 there is one first) as [old [good_ _]].
      split; [exact old |]. intros m' [<- | later]; auto.
    + destruct (again rps d d' there made_ all) as [old fine_]. split; [exact old |]. intros m' [<- | later]; [| auto].
      unfold fine, coalition_step, next_turn. rewrite is. exact I.
Qed.

(** [G22] *)
Definition own_item (s : state) : item := {| anchor := false; item_stones := s_stones s; item_next := s_mover s |}.
Definition finish (s : state) (d : demands) : option taken :=
  if forallb (fun one => negb (item_eqb (fst one) (own_item s)) || allows (snd one) (Some [])) d
  then Some {| t_at := s; t_about := a; t_bound := bound; t_demands := filter (fun one => negb (item_eqb (fst one) (own_item s))) d |}
  else None.

(** [G8] *)
Definition node_check (s : state) (f : node_type) : option taken :=
  match f with
  | Winners m rp =>
    if Bool.eqb (at_ (members a) (s_mover s)) (negb (held a))
    then match turn_by r s m with
         | Some t => match reply_demands t (s_mover s) rp [] with Some d => finish s d | None => None end
         | None => None
         end
    else None
  | Losers rps =>
    if Bool.eqb (at_ (members a) (s_mover s)) (negb (held a)) then None
    else match replies_demands s every_play rps [] with Some d => finish s d | None => None end
  end.

Lemma finish_true : forall s d c, finish s d = Some c -> t_at c = s /\ t_about c = a /\ t_bound c = bound /\
  forall h, state_of (fst h) = s -> fulfils (t_demands c) (turns h) = true -> fulfils d (turns h) = true.
Proof.
  intros s d c is. unfold finish in is. destruct (forallb _ d) eqn:own; [| discriminate]. injection is as <-. repeat split. cbn [t_demands].
  intros [u ts] here rest. cbn [fst] in here. unfold fulfils in *. rewrite forallb_forall in *. intros [i wanted] there.
  specialize (own _ there). cbn [fst snd] in *. destruct (item_eqb i (own_item s)) eqn:same.
  - apply item_eqb_true in same. subst i. cbn [negb orb] in own. unfold found, own_item. cbn [anchor item_stones item_next turns fst snd met negb orb].
    subst s. cbn [state_of s_stones s_mover]. rewrite (proj2 (is_situation_true (left_ u) (next_up u) u) (conj eq_refl eq_refl)). exact own.
  - apply (rest (i, wanted)). apply filter_In. cbn [fst]. rewrite same. auto.
Qed.

Lemma node_at : forall s f c, node_check s f = Some c -> t_at c = s.
Proof.
  intros s [m rp | rps] c is; unfold node_check in is; destruct (Bool.eqb _ _); try discriminate.
  - destruct (turn_by r s m) as [t |]; [| discriminate]. destruct (reply_demands t _ rp []) as [d |]; [| discriminate].
    exact (proj1 (finish_true s d c is)).
  - destruct (replies_demands s _ rps []) as [d |]; [| discriminate]. exact (proj1 (finish_true s d c is)).
Qed.

Theorem node_true : forall s f c, node_check s f = Some c -> holds c.
Proof.
  intros s f c made_ h there here all. assert (turn_ : at_ (members a) (s_mover s) = at_ (members a) (next_up (fst h))).
  { rewrite (node_at s f c made_) in here. rewrite <- here. reflexivity. }
  unfold node_check in made_. rewrite turn_ in made_. destruct f as [m rp | rps]; destruct (Bool.eqb _ _) eqn:own; try discriminate.
  - destruct (turn_by r s m) as [t |] eqn:is; [| discriminate]. destruct (reply_demands t _ rp []) as [d |] eqn:replied; [| discriminate].
    destruct (finish_true s d c made_) as [at_s [about_ [bound_ known_]]]. rewrite at_s in here. rewrite about_, bound_.
    rewrite <- here in is, replied. destruct (reply_true h m t rp [] d there is replied (known_ h here all)) as [_ [good_ legal]].
    assert (mine : to_move (game_ a) h = side a).
    { cbn [to_move coalition_game]. unfold side. apply eqb_prop in own. rewrite own. destruct (held a); reflexivity. }
    unfold fine in good_. destruct (coalition_step r _ _ h m) as [| res | h'] eqn:does; [congruence | |].
    + exact (forces_ends (game_ a) _ _ h m res mine does good_).
    + exact (forces_goes (game_ a) _ _ h m h' mine does good_).
  - destruct (replies_demands s every_play rps []) as [d |] eqn:replied; [| discriminate].
    destruct (finish_true s d c made_) as [at_s [about_ [bound_ known_]]]. rewrite at_s in here. rewrite about_, bound_.
    rewrite <- here in replied. destruct (replies_true h _ rps [] d there replied (known_ h here all)) as [_ good_].
    assert (each : forall m, fine h m).
    { intro m. destruct (turn_by r (state_of (fst h)) m) as [t |] eqn:is; [exact (good_ m (in_every_play _ m t is)) |].
      unfold fine, coalition_step, next_turn. rewrite is. exact I. }
    apply forces_answers.
    + cbn [to_move coalition_game]. unfold side. destruct (at_ (members a) _), (held a); try discriminate; reflexivity.
    + intros m res does. specialize (each m). unfold fine in each. cbn [step coalition_game] in does. rewrite does in each. exact each.
    + intros m h' does. specialize (each m). unfold fine in each. cbn [step coalition_game] in does. rewrite does in each. exact each.
Qed.

End Node.

(** ** All nodes, in their order *)

Fixpoint check_nodes (fs : list node) (number : positive) (known : PositiveMap.t taken) : option (PositiveMap.t taken) :=
  match fs with
  | [] => Some known
  | f :: rest =>
    match node_check (n_about f) (n_bound f) known (n_at f) (n_type f) with
    | Some c => check_nodes rest (Pos.succ number) (PositiveMap.add number c known)
    | None => None
    end
  end.

Lemma more_hold : forall fs number known after, check_nodes fs number known = Some after ->
  (forall i c, PositiveMap.find i known = Some c -> holds c) -> forall i c, PositiveMap.find i after = Some c -> holds c.
Proof.
  induction fs as [| f rest again]; intros number known after made_ all; cbn [check_nodes] in made_; [injection made_ as <-; exact all |].
  destruct (node_check _ _ known _ _) as [c |] eqn:here; [| discriminate]. apply (again _ _ _ made_). intros i c' is.
  destruct (Pos.eq_dec i number) as [-> | no].
  - rewrite PositiveMap.gss in is. injection is as <-. exact (node_true _ _ known all _ _ _ here).
  - rewrite PositiveMap.gso in is by exact no. exact (all i c' is).
Qed.

Theorem nodes_hold : forall fs after, check_nodes fs 1 (PositiveMap.empty taken) = Some after ->
  forall i c, PositiveMap.find i after = Some c -> holds c.
Proof.
  intros fs after made_. apply (more_hold _ _ _ _ made_). intros i c bad. rewrite PositiveMap.gempty in bad. discriminate.
Qed.

End Checker.
