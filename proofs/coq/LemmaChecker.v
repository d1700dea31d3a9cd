(**
A checker of certificates of nodes, and that what it accepts is true.

It goes through a file's nodes in their order and computes the demands of each from those of its children, as
docs/certificate-format.md says: intervals, gathered under the items' numbers ([key]). Two items with one number are refused; so nothing
is believed of [key]. [check_node] is that, and [node_checked] says that what it accepts is what Nodes.v asks.
What a player reaches alone is looked through ([all_reach], [some_reach]), up to [fuel] boards.

[check_all]: a file's nodes. [claim_checked]: if it says yes, and [claim_ok] does of a claim after a game that the rules
themselves have played ([replay]), then the claim's player forces its margin from there on. It is about all rules that Nodes.v is
about; LemmaRules.v has those of superko and Kee's of 2013, LemmaV6.v Kee's v6.0, for Go on a rectangle.
*)
Require Import ZArith Lia List Bool FMapPositive.
Require Import Game Lemma Kee2013 ItemRules GroupElements Nodes.
Import ListNotations.
Local Open Scope Z_scope.

(** ** Intervals *)

(** May it be absent, and between which bounds, if any, must its counter lie? *)
Record range : Set := { may_be_absent : bool; least : option Z; most : option Z }.

Definition above (l : option Z) (c : Z) : bool := match l with None => true | Some x => Z.leb x c end.
Definition below (c : Z) (m : option Z) : bool := match m with None => true | Some x => Z.leb c x end.
Definition allows (r : range) (v : option Z) : bool :=
  match v with None => may_be_absent r | Some c => above (least r) c && below c (most r) end.

Definition unbounded (r : range) : bool :=
  may_be_absent r && match least r, most r with None, None => true | _, _ => false end.
Definition possible (r : range) : bool :=
  may_be_absent r || match least r, most r with Some l, Some m => Z.leb l m | _, _ => true end.
Definition only_absent : range := {| may_be_absent := true; least := Some 1; most := Some 0 |}.

Definition outer (f : Z -> Z -> Z) (x y : option Z) : option Z :=
  match x, y with None, _ => y | _, None => x | Some a, Some b => Some (f a b) end.
Definition meet (r s : range) : range :=
  {| may_be_absent := may_be_absent r && may_be_absent s; least := outer Z.max (least r) (least s); most := outer Z.min (most r) (most s) |}.
Definition turned (swap : bool) (r : range) : range :=
  if swap then {| may_be_absent := may_be_absent r; least := option_map Z.opp (most r); most := option_map Z.opp (least r) |} else r.
Definition unshifted (x : Z) (r : range) : range :=
  {| may_be_absent := may_be_absent r; least := option_map (fun c => c - x) (least r); most := option_map (fun c => c - x) (most r) |}.

Lemma allows_unbounded : forall r v, unbounded r = true -> allows r v = true.
Proof. intros [a [l |] [m |]] [c |] yes; unfold unbounded in yes; simpl in *; destruct a; try discriminate; reflexivity. Qed.

Ltac bounds := repeat match goal with |- context [Z.leb ?x ?y] => destruct (Z.leb_spec x y) end; try reflexivity; try lia.

Lemma above_both : forall l l' c, above (outer Z.max l l') c = above l c && above l' c.
Proof. intros [l |] [l' |] c; simpl; rewrite ?andb_true_r; trivial. bounds. Qed.

Lemma below_both : forall m m' c, below c (outer Z.min m m') = below c m && below c m'.
Proof. intros [m |] [m' |] c; simpl; rewrite ?andb_true_r; trivial. bounds. Qed.

Lemma allows_meet : forall r s v, allows (meet r s) v = true -> allows r v = true /\ allows s v = true.
Proof.
  intros r s [c |]; unfold allows, meet; cbn [may_be_absent least most].
  - rewrite above_both, below_both, !andb_true_iff. tauto.
  - rewrite andb_true_iff. tauto.
Qed.

Lemma allows_turned : forall swap r v, allows (turned swap r) v = allows r (option_map (of_sign swap) v).
Proof.
  intros [|] [a [l |] [m |]] [c |]; unfold allows, turned, above, below, of_sign; simpl; trivial; bounds; simpl; bounds.
Qed.

Lemma allows_unshifted : forall x r v, allows (unshifted x r) v = allows r (shifted x v).
Proof.
  intros x [a [l |] [m |]] [c |]; unfold allows, unshifted, above, below; simpl; trivial; bounds; simpl; bounds.
Qed.

Section LemmaChecker.

Variables board point class : Type.
Variable board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Variable class_eq_dec : forall a b : class, {a = b} + {a <> b}.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variable told : kinds board point.
Notation kind := (play_kind told).
Variable looks : player -> kind -> option (kind_of_item class).
Variable made_by : player -> kind -> list (kind_of_item class).
Variable clears : kind -> class -> bool.
Variable shift : player -> kind -> Z.
Variable found : player -> kind -> Z -> fate.
Variable known : player -> option (kind_of_item class).

(** Counters of which all that follows is good. *)
Variable good_range : (fate -> bool) -> player -> kind -> option (option Z * option Z).
Hypothesis range_good : forall f a k l m c, good_range f a k = Some (l, m) -> above l c && below c m = true ->
  f (found a k c) = true.

Variable points : list point.
Hypothesis on_points : forall a b p b', play a b p = Some b' -> In p points.
Variable worst : Z. (** no board is worth less to anybody *)
Hypothesis none_worse : forall a b, worst <= margin_of a (score b).

Variable key : item board class -> positive.
Variable board_key : board -> positive.
Variable fuel : nat.

Notation item_ := (item board class).
Notation state_ := (node_state board).
Notation node_ := (node board class).
Notation element_ := (element board point play score told).
Notation holds_ := (holds board class known).
Notation reaches := (ItemRules.reaches board point play).

Definition item_eq_dec : forall i j : item_, {i = j} + {i <> j}.
Proof. repeat decide equality. Defined.

Definition state_eq_dec : forall s t : state_, {s = t} + {s <> t}.
Proof. repeat decide equality. Defined.

(** ** What one player reaches alone *)

Definition boards : Type := PositiveMap.t board.

Definition is_in (seen : boards) (b : board) : bool :=
  match PositiveMap.find (board_key b) seen with Some b' => if board_eq_dec b b' then true else false | None => false end.

Definition nexts (a : player) (b : board) : list board :=
  flat_map (fun p => match play a b p with Some b' => [b'] | None => [] end) points.

Lemma in_nexts : forall a b b', In b' (nexts a b) <-> exists p, play a b p = Some b'.
Proof.
  intros a b b'. unfold nexts. rewrite in_flat_map. split.
  - intros [p [_ is]]. destruct (play a b p) as [c |] eqn:made; [| destruct is]. destruct is as [<- | []]. eauto.
  - intros [p made]. exists p. split; [eapply on_points; eauto |]. rewrite made. left. reflexivity.
Qed.

(** Is it true of all that he reaches? *)
Fixpoint all_reach (steps : nat) (a : player) (good_ : board -> bool) (todo : list board) (seen : boards) : bool :=
  match steps, todo with
  | _, [] => true
  | O, _ => false
  | S less, b :: rest =>
    if is_in seen b then all_reach less a good_ rest seen
    else good_ b && match PositiveMap.find (board_key b) seen with
                    | Some _ => false
                    | None => all_reach less a good_ (nexts a b ++ rest) (PositiveMap.add (board_key b) b seen)
                    end
  end.

Lemma in_added : forall seen b b', PositiveMap.find (board_key b) seen = None ->
  is_in (PositiveMap.add (board_key b) b seen) b' = true <-> b' = b \/ is_in seen b' = true.
Proof.
  intros seen b b' none. unfold is_in.
  destruct (Pos.eq_dec (board_key b') (board_key b)) as [same | no].
  - rewrite same, PositiveMap.gss, none. destruct (board_eq_dec b' b); split; auto; try discriminate.
    intros [bad | bad]; [contradiction | discriminate].
  - rewrite PositiveMap.gso by exact no. split; [auto |]. intros [-> |]; [contradiction | trivial].
Qed.

Lemma all_reach_closed : forall a good_ steps todo seen, all_reach steps a good_ todo seen = true ->
  (forall b, is_in seen b = true -> good_ b = true /\ forall b', In b' (nexts a b) -> is_in seen b' = true \/ In b' todo) ->
  exists all : board -> bool, (forall b, is_in seen b = true -> all b = true) /\ (forall b, In b todo -> all b = true) /\
    forall b, all b = true -> good_ b = true /\ forall b', In b' (nexts a b) -> all b' = true.
Proof.
  intros a good_ steps. induction steps as [| less again]; intros todo seen yes closed; destruct todo as [| b rest]; simpl in yes; try discriminate.
  - exists (is_in seen). split; [auto |]. split; [intros b [] |]. intros b is. destruct (closed b is) as [well on].
    split; trivial. intros b' next. destruct (on b' next) as [| []]; trivial.
  - exists (is_in seen). split; [auto |]. split; [intros b [] |]. intros b is. destruct (closed b is) as [well on].
    split; trivial. intros b' next. destruct (on b' next) as [| []]; trivial.
  - destruct (is_in seen b) eqn:old.
    + destruct (again rest seen yes) as [all [one [two three]]].
      * intros c is. destruct (closed c is) as [well on]. split; trivial. intros b' next.
        destruct (on b' next) as [| [<- |]]; auto.
      * exists all. split; [auto |]. split; trivial. intros c [<- |]; auto.
    + apply andb_true_iff in yes. destruct yes as [well yes].
      destruct (PositiveMap.find (board_key b) seen) eqn:none; [discriminate |].
      destruct (again _ _ yes) as [all [one [two three]]].
      * intros c is. apply (in_added _ _ _ none) in is. destruct is as [-> | is].
        -- split; trivial. intros b' next. right. apply in_or_app. auto.
        -- destruct (closed c is) as [well' on]. split; trivial. intros b' next.
           destruct (on b' next) as [is' | [<- | is']].
           ++ left. apply (in_added _ _ _ none). auto.
           ++ left. apply (in_added _ _ _ none). auto.
           ++ right. apply in_or_app. auto.
      * exists all. split; [intros c is; apply one; apply (in_added _ _ _ none); auto |]. split; trivial.
        intros c [<- | is]; [apply one; apply (in_added _ _ _ none); auto | apply two; apply in_or_app; auto].
Qed.

Lemma all_reach_true : forall a good_ b, all_reach fuel a good_ [b] (PositiveMap.empty board) = true ->
  forall c, reaches a b c -> good_ c = true.
Proof.
  intros a good_ b yes c there. destruct (all_reach_closed a good_ fuel [b] _ yes) as [all [_ [two three]]].
  - intros d is. unfold is_in in is. rewrite PositiveMap.gempty in is. discriminate.
  - assert (here : all b = true) by (apply two; left; reflexivity). clear yes two.
    induction there as [d | d p d' c made there again]; [apply (three d here) |].
    apply again. apply (three d here). apply in_nexts. eauto.
Qed.

(** Is it true of something that he reaches? *)
Fixpoint some_reach (steps : nat) (a : player) (good_ : board -> bool) (todo : list board) (seen : boards) : bool :=
  match steps, todo with
  | O, _ | _, [] => false
  | S less, b :: rest =>
    if is_in seen b then some_reach less a good_ rest seen
    else good_ b || some_reach less a good_ (nexts a b ++ rest) (PositiveMap.add (board_key b) b seen)
  end.

Lemma reaches_next : forall a b c d, reaches a b c -> In d (nexts a c) -> reaches a b d.
Proof.
  intros a b c d there next. apply in_nexts in next. destruct next as [p made].
  induction there as [b | b q b' c first there again].
  - eapply lays; [exact made | apply stops].
  - eapply lays; [exact first | auto].
Qed.

Lemma some_reach_true : forall a good_ b steps todo seen, some_reach steps a good_ todo seen = true ->
  (forall c, In c todo -> reaches a b c) -> exists c, reaches a b c /\ good_ c = true.
Proof.
  intros a good_ b steps. induction steps as [| less again]; intros [| c rest] seen yes all; simpl in yes; try discriminate.
  destruct (is_in seen c).
  - apply (again rest seen yes). intros d is. apply all. right. exact is.
  - apply orb_true_iff in yes. destruct yes as [well | yes].
    + exists c. split; trivial. apply all. left. reflexivity.
    + apply (again _ _ yes). intros d is. apply in_app_or in is. destruct is as [is | is].
      * apply (reaches_next a b c d); trivial. apply all. left. reflexivity.
      * apply all. right. exact is.
Qed.

Definition worth_at_least (w : player) (t : Z) (b : board) : bool := Z.leb t (margin_of w (score b)).

Definition leaf_ok (w : player) (t : Z) (b : board) : bool :=
  Z.leb t worst || all_reach fuel (other w) (worth_at_least w t) [b] (PositiveMap.empty board).

Definition out_ok (w : player) (t : Z) (b : board) (loser : player) : bool :=
  if player_eq_dec loser w then leaf_ok w t b
  else some_reach fuel w (worth_at_least w t) [b] (PositiveMap.empty board).

Lemma leaf_ok_true : forall w t b, leaf_ok w t b = true -> worth_leaf board point play score w t b.
Proof.
  intros w t b yes c there. apply orb_true_iff in yes. destruct yes as [low | yes].
  - apply Z.leb_le in low. specialize (none_worse w c). lia.
  - apply Z.leb_le. exact (all_reach_true _ _ _ yes c there).
Qed.

Lemma out_ok_true : forall w t b loser, out_ok w t b loser = true -> worth_out board point play score w t b loser.
Proof.
  intros w t b loser yes. unfold out_ok in yes. unfold worth_out. destruct (player_eq_dec loser w).
  - exact (leaf_ok_true w t b yes).
  - destruct (some_reach_true w _ b _ _ _ yes) as [c [there well]].
    + intros c [<- | []]. apply stops.
    + exists c. split; trivial. apply Z.leb_le. exact well.
Qed.

(** ** Demands *)

Definition demands : Type := PositiveMap.t (item_ * range).
Definition no_demands : demands := PositiveMap.empty (item_ * range).

Definition fulfils (d : demands) (i : item_) (v : option Z) : bool :=
  match PositiveMap.find (key i) d with
  | Some (j, r) => if item_eq_dec i j then allows r v else true
  | None => true
  end.

Definition demand_that (i : item_) (r : range) (d : demands) : option demands :=
  if unbounded r then Some d
  else match PositiveMap.find (key i) d with
       | None => Some (PositiveMap.add (key i) (i, r) d)
       | Some (j, s) => if item_eq_dec i j then Some (PositiveMap.add (key i) (i, meet r s) d) else None
       end.

Definition stronger (d' d : demands) : Prop := forall i v, fulfils d' i v = true -> fulfils d i v = true.

Lemma demand_that_true : forall i r d d', demand_that i r d = Some d' ->
  stronger d' d /\ forall v, fulfils d' i v = true -> allows r v = true.
Proof.
  intros i r d d' made. unfold demand_that in made. destruct (unbounded r) eqn:all.
  { injection made as <-. split; [intros j v; trivial |]. intros v _. apply allows_unbounded. exact all. }
  destruct (PositiveMap.find (key i) d) as [[j s] |] eqn:there.
  - destruct (item_eq_dec i j) as [<- | no]; [| discriminate]. injection made as <-. split.
    + intros j v. unfold fulfils. destruct (Pos.eq_dec (key j) (key i)) as [same | no].
      * rewrite same, PositiveMap.gss, there. destruct (item_eq_dec j i); trivial. intro yes. apply (allows_meet r s v yes).
      * rewrite PositiveMap.gso by exact no. trivial.
    + intros v. unfold fulfils. rewrite PositiveMap.gss. destruct (item_eq_dec i i); [| contradiction].
      intro yes. apply (allows_meet r s v yes).
  - injection made as <-. split.
    + intros j v. unfold fulfils. destruct (Pos.eq_dec (key j) (key i)) as [same | no].
      * rewrite same, there. trivial.
      * rewrite PositiveMap.gso by exact no. trivial.
    + intros v. unfold fulfils. rewrite PositiveMap.gss. destruct (item_eq_dec i i); [trivial | contradiction].
Qed.

(** ** Nodes *)

Record checked : Type := { c_at : state_; c_winner : player; c_bound : Z; c_demands : demands }.

Definition node_of (s : state_) (w : player) (t : Z) (d : demands) : node_ :=
  {| node_at := s; winner := w; bound := t; demand := fun i v => fulfils d i v = true |}.
Definition as_node (c : checked) : node_ := node_of (c_at c) (c_winner c) (c_bound c) (c_demands c).

(** What a file says of a node. *)
Inductive file_reply : Type :=
| File_end
| File_child (number : positive) (e : element_).
Inductive file_type : Type :=
| File_leaf
| File_winners (m : kee_move point) (r : file_reply)
| File_losers (rs : list file_reply).
Record file_node : Type := { f_at : state_; f_winner : player; f_bound : Z; f_type : file_type;
  f_last : list positive (** the numbers of nodes that are not needed behind this one; whatever it says can be believed *) }.

Section Node.

Variable s : state_.
Variable w : player.
Variable t : Z.
Variable before : PositiveMap.t checked. (** the nodes before, by their numbers *)

Definition makes_it (b : board) (k : kind) (i : item_) : bool :=
  existsb (fun j => if item_eq_dec i (item_on board class b j) then true else false) (made_by (node_mover _ s) k).

Lemma makes_it_true : forall b k i, makes_it b k i = true <-> makes board point class told made_by s b k i.
Proof.
  intros b k i. unfold makes_it, makes. rewrite existsb_exists. split.
  - intros [j [is yes]]. destruct (item_eq_dec _ _); [eauto | discriminate].
  - intros [j [is eq]]. exists j. split; trivial. destruct (item_eq_dec _ _); [trivial | contradiction].
Qed.

Definition fate_ok (b : board) (f : fate) : bool :=
  match f with
  | Not_legal => if player_eq_dec (node_mover _ s) (other w) then true else false
  | Goes_out loser => out_ok w t b loser
  | Is_scored => Z.leb t (margin_of w (score b))
  | Goes_on => false
  end.
Definition on_ok (b : board) (f : fate) : bool := match f with Goes_on => true | _ => fate_ok b f end.

Lemma fate_ok_true : forall b f d, fate_ok b f = true -> good_fate board point class play score (node_of s w t d) b f.
Proof.
  intros b [| loser | |] d yes; simpl in *; [| | apply Z.leb_le; exact yes | discriminate].
  - destruct (player_eq_dec _ _); [trivial | discriminate].
  - exact (out_ok_true w t b loser yes).
Qed.

Lemma on_ok_true : forall b f d, on_ok b f = true -> good_or_on board point class play score (node_of s w t d) b f.
Proof.
  intros b f d yes. unfold good_or_on. destruct f; [right; exact (fate_ok_true b _ d yes) .. | left; reflexivity].
Qed.

Definition end_demands (b : board) (k : kind) (d : demands) : option demands :=
  if ends_game board point told s k then (if Z.leb t (margin_of w (score b)) then Some d else None)
  else match looks_at board point class told looks s b k with
       | None => None
       | Some i =>
         match good_range (fate_ok b) (node_mover _ s) k with
         | None => None
         | Some (l, m) => demand_that i {| may_be_absent := false; least := l; most := m |} d
         end
       end.

Definition look_demands (b : board) (k : kind) (d : demands) : option demands :=
  match looks_at board point class told looks s b k with
  | None => Some d
  | Some i =>
    match good_range (on_ok b) (node_mover _ s) k with
    | None => demand_that i only_absent d
    | Some (l, m) => demand_that i {| may_be_absent := true; least := l; most := m |} d
    end
  end.

Definition carry (b : board) (k : kind) (e : element_) (it : positive * (item_ * range)) (d : demands) : option demands :=
  let (j, r) := snd it in
  let i := of_item board point class play score told e j in
  if makes_it b k i then (if allows r (Some 0) then Some d else None)
  else if clears k (class_of board class j) then (if allows r None then Some d else None)
  else demand_that i (unshifted (shift (node_mover _ s) k) (turned (swaps _ _ _ _ _ e) r)) d.

Fixpoint carry_all (b : board) (k : kind) (e : element_) (its : list (positive * (item_ * range))) (d : demands) : option demands :=
  match its with
  | [] => Some d
  | it :: rest => match carry b k e it d with Some d' => carry_all b k e rest d' | None => None end
  end.

Definition child_fits (b : board) (k : kind) (c : checked) (e : element_) : bool :=
  negb (ends_game board point told s k) &&
  (if state_eq_dec (of_state board point play score told e (c_at c)) (state_then board point told s b k) then true else false) &&
  (if player_eq_dec (of_player board point play score told e (c_winner c)) w then true else false) &&
  Z.leb t (c_bound c).

Definition reply_demands (b : board) (k : kind) (r : file_reply) (d : demands) : option demands :=
  match r with
  | File_end => end_demands b k d
  | File_child number e =>
    match PositiveMap.find number before with
    | None => None
    | Some c =>
      if child_fits b k c e
      then match look_demands b k d with
           | Some d' => carry_all b k e (PositiveMap.elements (c_demands c)) d'
           | None => None
           end
      else None
    end
  end.

Definition children (n : node_) : Prop := exists number c, PositiveMap.find number before = Some c /\ n = as_node c.

Notation carried_ := (carried board point class play score told made_by clears shift known).
Notation reply_good_ := (reply_good board point class play score told looks made_by clears shift found known).

(** The holds of a node with stronger demands are fewer. *)
Definition narrower (d' d : demands) : Prop := forall i v, holds_ (node_of s w t d') i v -> holds_ (node_of s w t d) i v.

Lemma stronger_narrower : forall d' d, stronger d' d -> narrower d' d.
Proof. intros d' d less i v [yes own]. split; [apply less; exact yes | exact own]. Qed.

Lemma stronger_on : forall d3 d2 d1, stronger d3 d2 -> stronger d2 d1 -> stronger d3 d1.
Proof. intros d3 d2 d1 one two i v yes. apply two. apply one. exact yes. Qed.

Lemma carried_narrower : forall d' d child e b k i, narrower d' d ->
  carried_ (node_of s w t d) child e b k i -> carried_ (node_of s w t d') child e b k i.
Proof. intros d' d child e b k i less [one [two three]]. repeat split; trivial. intros no no2 v is. apply three; trivial. apply less. exact is. Qed.

Lemma reply_narrower : forall d' d b k, narrower d' d ->
  reply_good_ children (node_of s w t d) b k -> reply_good_ children (node_of s w t d') b k.
Proof.
  intros d' d b k less [ends | [child [e [among [no [same [wins [more [looked all]]]]]]]]].
  - left. unfold end_ok in *. cbn [node_at winner bound node_of] in *. destruct (ends_game _ _ _); trivial.
    destruct ends as [i [at_ well]]. exists i. split; trivial. intros v is. apply well. apply less. exact is.
  - right. exists child, e. split; [exact among |]. split; [exact no |]. split; [exact same |]. split; [exact wins |].
    split; [exact more |]. split.
    + intros i at_ v is. apply (looked i at_ v). apply less. exact is.
    + intro i. apply (carried_narrower d' d); [exact less | apply all].
Qed.

Lemma end_demands_true : forall b k d d', end_demands b k d = Some d' ->
  stronger d' d /\ reply_good_ children (node_of s w t d') b k.
Proof.
  intros b k d d' made. unfold end_demands in made.
  assert (end_ : forall d', (if ends_game board point told s k then t <= margin_of w (score b) else
    exists i, looks_at board point class told looks s b k = Some i /\ forall v, fulfils d' i v = true ->
      exists c, v = Some c /\ fate_ok b (found (node_mover _ s) k c) = true) ->
    reply_good_ children (node_of s w t d') b k).
  { intros d2 ok. left. unfold end_ok. cbn [node_at winner bound node_of]. destruct (ends_game board point told s k); [exact ok |].
    destruct ok as [i [at_ ok]]. exists i. split; trivial. intros v [yes _]. destruct (ok v yes) as [c [-> well]].
    exists c. split; trivial. apply (fate_ok_true b _ d2). exact well. }
  destruct (ends_game board point told s k).
  - destruct (Z.leb_spec t (margin_of w (score b))) as [worth |]; [| discriminate]. injection made as <-.
    split; [intros i v; trivial |]. apply end_. exact worth.
  - destruct (looks_at board point class told looks s b k) as [i |]; [| discriminate].
    destruct (good_range _ _ _) as [[l m] |] eqn:good; [| discriminate].
    destruct (demand_that_true _ _ _ _ made) as [less all]. split; trivial. apply end_.
    exists i. split; trivial. intros v yes. specialize (all v yes). destruct v as [c |]; [| discriminate].
    exists c. split; trivial. exact (range_good _ _ _ _ _ c good all).
Qed.

Lemma look_demands_true : forall b k d d', look_demands b k d = Some d' ->
  stronger d' d /\ forall i, looks_at board point class told looks s b k = Some i -> forall v, fulfils d' i v = true ->
    v = None \/ exists c, v = Some c /\ on_ok b (found (node_mover _ s) k c) = true.
Proof.
  intros b k d d' made. unfold look_demands in made.
  destruct (looks_at board point class told looks s b k) as [i |].
  - destruct (good_range _ _ _) as [[l m] |] eqn:good; destruct (demand_that_true _ _ _ _ made) as [less all]; (split; [exact less |]);
      intros i' is v yes; injection is as <-; specialize (all v yes); destruct v as [c |]; auto; right; exists c; (split; [trivial |]).
    + exact (range_good _ _ _ _ _ c good all).
    + exfalso. unfold allows, only_absent, above, below in all. simpl in all. apply andb_true_iff in all. rewrite !Z.leb_le in all. lia.
  - injection made as <-. split; [intros i v; trivial |]. discriminate.
Qed.

Lemma carry_true : forall b k e p j r d d', carry b k e (p, (j, r)) d = Some d' ->
  stronger d' d /\ forall c : node_, (forall v, allows r v = true -> demand _ _ c j v) -> carried_ (node_of s w t d') c e b k j.
Proof.
  intros b k e p j r d d' made. unfold carry in made. cbn [snd] in made.
  assert (here := makes_it_true b k (of_item board point class play score told e j)).
  destruct (makes_it b k _) eqn:made_.
  - destruct (allows r (Some 0)) eqn:zero; [| discriminate]. injection made as <-. split; [intros i v; trivial |].
    intros c wants. unfold carried. cbn [node_at node_of]. repeat split; [auto | |]; intro no; exfalso; apply no; apply here; reflexivity.
  - assert (isnt : ~ makes board point class told made_by s b k (of_item board point class play score told e j)) by (intro is; apply here in is; discriminate).
    destruct (clears k (class_of board class j)) eqn:cleared.
    + destruct (allows r None) eqn:none; [| discriminate]. injection made as <-. split; [intros i v; trivial |].
      intros c wants. unfold carried. cbn [node_at node_of]. repeat split; [contradiction | auto |]. intros _ bad. congruence.
    + destruct (demand_that_true _ _ _ _ made) as [less all]. split; trivial.
      intros c wants. unfold carried. cbn [node_at node_of]. repeat split; [contradiction | intros _ bad; congruence |].
      intros _ _ v [yes _]. apply wants. specialize (all v yes). rewrite allows_unshifted, allows_turned in all. exact all.
Qed.

Lemma carry_all_true : forall b k e its d d', carry_all b k e its d = Some d' ->
  stronger d' d /\ forall (c : node_) p j r, In (p, (j, r)) its -> (forall v, allows r v = true -> demand _ _ c j v) ->
    carried_ (node_of s w t d') c e b k j.
Proof.
  intros b k e its. induction its as [| [p [j r]] rest again]; intros d d' made; simpl in made.
  - injection made as <-. split; [intros i v; trivial | intros c p j r []].
  - destruct (carry b k e (p, (j, r)) d) as [d1 |] eqn:first; [| discriminate].
    destruct (again d1 d' made) as [less all]. destruct (carry_true _ _ _ _ _ _ _ _ first) as [less1 one].
    split; [exact (stronger_on _ _ _ less less1) |]. intros c p' j' r' [same | is] wants.
    + injection same as <- <- <-. apply (carried_narrower d' d1); [apply stronger_narrower; exact less | apply one; exact wants].
    + exact (all c p' j' r' is wants).
Qed.

Lemma reply_demands_true : forall b k r d d', reply_demands b k r d = Some d' ->
  stronger d' d /\ reply_good_ children (node_of s w t d') b k.
Proof.
  intros b k [| number e] d d' made; simpl in made; [exact (end_demands_true b k d d' made) |].
  destruct (PositiveMap.find number before) as [c |] eqn:there; [| discriminate].
  destruct (child_fits b k c e) eqn:fits; [| discriminate].
  destruct (look_demands b k d) as [d1 |] eqn:looked; [| discriminate].
  destruct (look_demands_true b k d d1 looked) as [less1 good_look].
  destruct (carry_all_true b k e _ d1 d' made) as [less all].
  split; [exact (stronger_on _ _ _ less less1) |]. right. exists (as_node c), e.
  split; [exists number, c; auto |]. unfold child_fits in fits. rewrite !andb_true_iff in fits.
  destruct fits as [[[no same] wins] more]. apply negb_true_iff in no. apply Z.leb_le in more.
  destruct (state_eq_dec _ _) as [same_ |]; [| discriminate]. destruct (player_eq_dec _ _) as [wins_ |]; [| discriminate].
  split; [exact no |]. split; [exact same_ |]. split; [exact wins_ |]. split; [exact more |]. split.
  - intros i at_ v [yes _]. destruct (good_look i at_ v (less i v yes)) as [| [x [-> well]]]; auto.
    right. exists x. split; trivial. apply (on_ok_true b _ d'). exact well.
  - intro j. destruct (PositiveMap.find (key j) (c_demands c)) as [[j' r] |] eqn:demanded.
    + destruct (item_eq_dec j j') as [<- | no'].
      * apply (all (as_node c) (key j) j r); [apply PositiveMap.elements_correct; exact demanded |].
        intros v yes. simpl. unfold fulfils. rewrite demanded. destruct (item_eq_dec j j); [exact yes | contradiction].
      * assert (free : forall v, demand _ _ (as_node c) j v).
        { intro v. simpl. unfold fulfils. rewrite demanded. destruct (item_eq_dec j j'); [contradiction | reflexivity]. }
        unfold carried. auto.
    + assert (free : forall v, demand _ _ (as_node c) j v) by (intro v; simpl; unfold fulfils; rewrite demanded; reflexivity).
      unfold carried. auto.
Qed.

(** The loser's plays in their order, each with its reply. *)
Fixpoint replies_demands (ms : list (kee_move point)) (rs : list file_reply) (d : demands) : option demands :=
  match ms with
  | [] => match rs with [] => Some d | _ => None end
  | m :: rest =>
    match plays board point play told s m with
    | None => replies_demands rest rs d
    | Some (b, k) =>
      match rs with
      | [] => None
      | r :: rs' => match reply_demands b k r d with Some d' => replies_demands rest rs' d' | None => None end
      end
    end
  end.

Lemma replies_demands_true : forall ms rs d d', replies_demands ms rs d = Some d' ->
  stronger d' d /\ forall m b k, In m ms -> plays board point play told s m = Some (b, k) ->
    reply_good_ children (node_of s w t d') b k.
Proof.
  induction ms as [| m rest again]; intros rs d d' made; simpl in made.
  - destruct rs; [| discriminate]. injection made as <-. split; [intros i v; trivial | intros m b k []].
  - destruct (plays board point play told s m) as [[b k] |] eqn:does.
    + destruct rs as [| r rs']; [discriminate |]. destruct (reply_demands b k r d) as [d1 |] eqn:first; [| discriminate].
      destruct (again rs' d1 d' made) as [less all]. destruct (reply_demands_true _ _ _ _ _ first) as [less1 one].
      split; [exact (stronger_on _ _ _ less less1) |]. intros m' b' k' [<- | is] does'.
      * rewrite does in does'. injection does' as <- <-.
        apply (reply_narrower d' d1); [apply stronger_narrower; exact less | exact one].
      * exact (all m' b' k' is does').
    + destruct (again rs d d' made) as [less all]. split; trivial. intros m' b' k' [<- | is] does'; [congruence | eauto].
Qed.

Definition all_moves : list (kee_move point) := map Lay points ++ [Pass_on; Refresh].

Lemma in_all_moves : forall m b k, plays board point play told s m = Some (b, k) -> In m all_moves.
Proof.
  intros m b k does. apply in_or_app. destruct m as [p | |]; [left | right; left; reflexivity | right; right; left; reflexivity].
  apply in_map. simpl in does. destruct (play _ _ p) as [b' |] eqn:made; [| discriminate]. eapply on_points. exact made.
Qed.

(** What is always there is dropped. *)
Definition drop (d : demands) : option demands :=
  match option_map (item_on board class (node_board _ s)) (known (node_mover _ s)) with
  | None => Some d
  | Some i => if fulfils d i (Some 0)
              then match PositiveMap.find (key i) d with
                   | Some (j, _) => if item_eq_dec i j then Some (PositiveMap.remove (key i) d) else Some d
                   | None => Some d
                   end
              else None
  end.

Lemma drop_true : forall d d', drop d = Some d' -> narrower d' d.
Proof.
  intros d d' made. unfold drop in made.
  destruct (option_map _ (known (node_mover _ s))) as [i |] eqn:own; [| injection made as <-; intros j v; trivial].
  destruct (fulfils d i (Some 0)) eqn:zero; [| discriminate].
  destruct (PositiveMap.find (key i) d) as [[j r] |] eqn:there; [| injection made as <-; intros j v; trivial].
  destruct (item_eq_dec i j) as [<- | no]; injection made as <-; [| intros j' v; trivial].
  intros j v [yes known_]. split; [| exact known_]. cbn [demand node_of] in *.
  destruct (item_eq_dec j i) as [-> | other_].
  - cbn [node_at node_of] in known_. rewrite (known_ own). exact zero.
  - unfold fulfils in *. destruct (Pos.eq_dec (key j) (key i)) as [same | no].
    + rewrite same, there. destruct (item_eq_dec j i); [contradiction | reflexivity].
    + rewrite PositiveMap.gro in yes by exact no. exact yes.
Qed.

Definition finish (d : demands) : option checked :=
  match drop d with
  | Some d' => if forallb (fun it => possible (snd (snd it))) (PositiveMap.elements d')
               then Some {| c_at := s; c_winner := w; c_bound := t; c_demands := d' |} else None
  | None => None
  end.

Definition node_check (f : file_type) : option checked :=
  match f with
  | File_leaf => if leaf_ok w t (node_board _ s) then finish no_demands else None
  | File_winners m r =>
    if player_eq_dec (node_mover _ s) w
    then match plays board point play told s m with
         | Some (b, k) => match reply_demands b k r no_demands with Some d => finish d | None => None end
         | None => None
         end
    else None
  | File_losers rs =>
    if player_eq_dec (node_mover _ s) (other w)
    then match replies_demands all_moves rs no_demands with Some d => finish d | None => None end
    else None
  end.

Notation node_good_ := (node_good board point class play score told looks made_by clears shift found known).

Lemma finish_true : forall d c, finish d = Some c ->
  exists d', as_node c = node_of s w t d' /\ narrower d' d.
Proof.
  intros d c made. unfold finish in made. destruct (drop d) as [d' |] eqn:dropped; [| discriminate].
  destruct (forallb _ _); [| discriminate]. injection made as <-. exists d'. split; [reflexivity | exact (drop_true d d' dropped)].
Qed.

Theorem node_checked : forall f c, node_check f = Some c -> node_good_ children (as_node c).
Proof.
  intros [| m r | rs] c made; simpl in made.
  - destruct (leaf_ok w t (node_board _ s)) eqn:leaf; [| discriminate].
    destruct (finish_true _ _ made) as [d [-> _]]. apply a_leaf. exact (leaf_ok_true _ _ _ leaf).
  - destruct (player_eq_dec _ _) as [own |]; [| discriminate].
    destruct (plays board point play told s m) as [[b k] |] eqn:does; [| discriminate].
    destruct (reply_demands b k r no_demands) as [d |] eqn:replied; [| discriminate].
    destruct (finish_true _ _ made) as [d' [-> less]]. destruct (reply_demands_true _ _ _ _ _ replied) as [_ good_].
    apply (a_winners _ _ _ _ _ _ _ _ _ _ _ _ children (node_of s w t d') m b k own does). exact (reply_narrower d' d b k less good_).
  - destruct (player_eq_dec _ _) as [theirs |]; [| discriminate].
    destruct (replies_demands all_moves rs no_demands) as [d |] eqn:replied; [| discriminate].
    destruct (finish_true _ _ made) as [d' [-> less]]. destruct (replies_demands_true _ _ _ _ replied) as [_ all].
    apply a_losers; [exact theirs |]. intros m b k does. apply (reply_narrower d' d b k less).
    exact (all m b k (in_all_moves m b k does) does).
Qed.

End Node.

(** ** A file *)

(** Nodes that are no longer needed take no memory. *)
Definition without (numbers : list positive) (nodes : PositiveMap.t checked) : PositiveMap.t checked :=
  fold_right (@PositiveMap.remove checked) nodes numbers.

Lemma in_without : forall numbers nodes p c,
  PositiveMap.find p (without numbers nodes) = Some c -> PositiveMap.find p nodes = Some c.
Proof.
  induction numbers as [| number rest again]; intros nodes p c is; simpl in is; [exact is |].
  apply again. destruct (Pos.eq_dec p number) as [-> | no].
  - rewrite PositiveMap.grs in is. discriminate.
  - rewrite PositiveMap.gro in is by exact no. exact is.
Qed.

Fixpoint check_all (fs : list file_node) (number : positive) (before : PositiveMap.t checked) : option (PositiveMap.t checked) :=
  match fs with
  | [] => Some before
  | f :: rest =>
    match node_check (f_at f) (f_winner f) (f_bound f) before (f_type f) with
    | Some c => check_all rest (Pos.succ number) (without (f_last f) (PositiveMap.add number c before))
    | None => None
    end
  end.

Variable g : game.
Variable as_move : kee_move point -> move g.
Variable proper : history g -> Prop.
Variable state_now : history g -> state_.
Variable status_of_item : history g -> item_ -> option Z.

Notation stands_ := (fun h s => state_now h = s).
Notation means_ := (means board point class play score told g proper stands_ status_of_item).

(** Of the rules: nodes with true children are true. *)
Hypothesis nodes_true : forall (children : node_ -> Prop) n, (forall child, children child -> means_ child) ->
  node_good board point class play score told looks made_by clears shift found known children n -> means_ n.

Lemma all_checked : forall fs number before after, check_all fs number before = Some after ->
  (forall p c, PositiveMap.find p before = Some c -> means_ (as_node c)) ->
  forall p c, PositiveMap.find p after = Some c -> means_ (as_node c).
Proof.
  induction fs as [| f rest again]; intros number before after made all; simpl in made; [injection made as <-; exact all |].
  destruct (node_check _ _ _ _ _) as [c |] eqn:here; [| discriminate].
  apply (again _ _ _ made). intros p c' is. apply in_without in is. destruct (Pos.eq_dec p number) as [-> | no].
  - rewrite PositiveMap.gss in is. injection is as <-.
    apply (nodes_true (children before)); [| exact (node_checked _ _ _ _ _ _ here)].
    intros child [p [c' [there ->]]]. exact (all p c' there).
  - rewrite PositiveMap.gso in is by exact no. exact (all p c' is).
Qed.

(** Does play stay where a node may stand? *)
Variable stays : history g -> bool.
Hypothesis stays_proper : forall h m h', proper h -> step g h m = Goes h' -> stays h' = true -> proper h'.

(** The moves before a claim; nothing where they are not legal, or one gets a player out. *)
Fixpoint replay (h : history g) (ms : list (kee_move point)) : outcome (history g) :=
  match ms with
  | [] => Goes h
  | m :: rest =>
    match step g h (as_move m) with
    | Goes h' => if stays h' then replay h' rest else Illegal
    | Ends r => match rest with [] => Ends r | _ => Illegal end
    | Illegal => Illegal
    end
  end.

Lemma replay_proper : forall ms h h', proper h -> replay h ms = Goes h' -> proper h'.
Proof.
  induction ms as [| m rest again]; intros h h' is made; simpl in made; [injection made as <-; exact is |].
  destruct (step g h (as_move m)) as [| r | h1] eqn:first; [discriminate | destruct rest; discriminate |].
  destruct (stays h1) eqn:yes; [| discriminate]. apply (again h1 h'); trivial. eapply stays_proper; eauto.
Qed.

Definition claim_ok (nodes : PositiveMap.t checked) (h : history g) (a : player) (t : Z) (number : positive) (e : element_) : bool :=
  match PositiveMap.find number nodes with
  | None => false
  | Some c =>
    (if state_eq_dec (state_now h) (of_state board point play score told e (c_at c)) then true else false) &&
    (if player_eq_dec (of_player board point play score told e (c_winner c)) a then true else false) &&
    Z.leb t (c_bound c) &&
    forallb (fun it : positive * (item_ * range) => let (i, r) := snd it in
               allows r (seen_by board point class play score told g status_of_item e h i)) (PositiveMap.elements (c_demands c))
  end.

Theorem claim_checked : forall fs nodes start ms h a t number e, proper start ->
  check_all fs 1 (PositiveMap.empty checked) = Some nodes -> replay start ms = Goes h ->
  claim_ok nodes h a t number e = true -> forces g a t h.
Proof.
  intros fs nodes start ms h a t number e is all played yes.
  assert (proper_ := replay_proper ms start h is played).
  assert (none : forall p c, PositiveMap.find p (PositiveMap.empty checked) = Some c -> means_ (as_node c)).
  { intros p c bad. rewrite PositiveMap.gempty in bad. discriminate. }
  assert (true_ := all_checked fs 1 _ nodes all none). unfold claim_ok in yes.
  destruct (PositiveMap.find number nodes) as [c |] eqn:there; [| discriminate].
  rewrite !andb_true_iff in yes. destruct yes as [[[same wins] more] well].
  destruct (state_eq_dec _ _) as [same_ |]; [| discriminate]. destruct (player_eq_dec _ _) as [wins_ |]; [| discriminate].
  apply Z.leb_le in more. apply (forces_less _ _ (c_bound c)); trivial. rewrite <- wins_.
  apply (true_ number c there e h proper_ same_).
  intro i. simpl. unfold fulfils. destruct (PositiveMap.find (key i) (c_demands c)) as [[j r] |] eqn:demanded; [| reflexivity].
  destruct (item_eq_dec i j) as [<- |]; [| reflexivity]. rewrite forallb_forall in well.
  exact (well _ (PositiveMap.elements_correct _ _ demanded)).
Qed.

End LemmaChecker.
