(**
What a node demands for one reply, computed from what its child demands.

Demands are gathered under the items' numbers ([key]). Two items with one number are refused; so nothing is believed of [key].
[reply_demands] adds to some demands those that a play and its reply make, as docs/certificate-format.md has them: that what ends or does not end the
game is good ([end_demands], [look_demands]), and what the child demands, carried back over the play ([carry_all]).
[reply_demands_true]: a node with these demands has that reply as Nodes.v asks.
*)
Require Import ZArith Lia List Bool FMapPositive.
Require Import Game Lemma Kee2013 ItemRules GroupElements Nodes ItemRanges AloneSearch.
Import ListNotations.
Local Open Scope Z_scope.

Section ReplyDemands.

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
Notation item_eq_dec := (item_eq_dec board class board_eq_dec class_eq_dec).
Notation state_eq_dec := (state_eq_dec board board_eq_dec).
Notation out_ok := (out_ok board point board_eq_dec play score points worst board_key fuel).
Notation out_ok_true := (out_ok_true board point board_eq_dec play score points on_points worst none_worse board_key fuel).

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

End Node.

End ReplyDemands.
