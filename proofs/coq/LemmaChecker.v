(**
A checker of certificates of nodes, and that what it accepts is true.

It goes through a file's nodes in their order and computes the demands of each from those of its children, a reply at a time
(ReplyDemands.v). [node_check] is that, and [node_checked] says that what it accepts is what Nodes.v asks.

[check_all]: a file's nodes. [claim_checked]: if it says yes, and [claim_ok] does of a claim after a game that the rules
themselves have played ([replay]), then the claim's player forces its margin from there on. It is about all rules that Nodes.v is
about; LemmaRules.v has those of superko and Kee's of 2013, LemmaV6.v Kee's v6.0, for Go on a rectangle.
*)
Require Import ZArith Lia List Bool FMapPositive.
Require Import Game Lemma Kee2013 ItemRules GroupElements Nodes ItemRanges AloneSearch ReplyDemands.
Import ListNotations.
Local Open Scope Z_scope.

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
Notation item_eq_dec := (item_eq_dec board class board_eq_dec class_eq_dec).
Notation state_eq_dec := (state_eq_dec board board_eq_dec).
Notation leaf_ok := (leaf_ok board point board_eq_dec play score points worst board_key fuel).
Notation leaf_ok_true := (leaf_ok_true board point board_eq_dec play score points on_points worst none_worse board_key fuel).
Notation demands := (demands board class).
Notation no_demands := (no_demands board class).
Notation fulfils := (fulfils board class board_eq_dec class_eq_dec key).
Notation stronger := (stronger board class board_eq_dec class_eq_dec key).
Notation stronger_on := (stronger_on board class board_eq_dec class_eq_dec key).
Notation checked := (checked board class).
Notation c_at := (c_at board class).
Notation c_winner := (c_winner board class).
Notation c_bound := (c_bound board class).
Notation c_demands := (c_demands board class).
Notation node_of := (node_of board class board_eq_dec class_eq_dec key).
Notation as_node := (as_node board class board_eq_dec class_eq_dec key).
Notation children := (children board class board_eq_dec class_eq_dec key).
Notation file_reply := (file_reply board point play score told).
Notation file_type := (file_type board point play score told).
Notation file_node := (file_node board point play score told).
Notation f_at := (f_at board point play score told).
Notation f_winner := (f_winner board point play score told).
Notation f_bound := (f_bound board point play score told).
Notation f_type := (f_type board point play score told).
Notation f_last := (f_last board point play score told).

(** ** Nodes *)

Section Node.

Variable s : state_.
Variable w : player.
Variable t : Z.
Variable before : PositiveMap.t checked. (** the nodes before, by their numbers *)
Notation children_ := (children before).
Notation narrower := (narrower board class board_eq_dec class_eq_dec known key s w t).
Notation stronger_narrower := (stronger_narrower board class board_eq_dec class_eq_dec known key s w t).
Notation reply_good_ := (reply_good board point class play score told looks made_by clears shift found known).
Notation reply_narrower := (reply_narrower board point class board_eq_dec class_eq_dec play score told looks made_by clears shift found known key s w t before).
Notation reply_demands := (reply_demands board point class board_eq_dec class_eq_dec play score told looks made_by clears shift
  good_range points worst key board_key fuel s w t before).
Notation reply_demands_true := (reply_demands_true board point class board_eq_dec class_eq_dec play score told looks made_by clears shift
  found known good_range range_good points on_points worst none_worse key board_key fuel s w t before).

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
    reply_good_ children_ (node_of s w t d') b k.
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
               then Some {| ReplyDemands.c_at := s; ReplyDemands.c_winner := w; ReplyDemands.c_bound := t; ReplyDemands.c_demands := d' |} else None
  | None => None
  end.

Definition node_check (f : file_type) : option checked :=
  match f with
  | File_leaf _ _ _ _ _ => if leaf_ok w t (node_board _ s) then finish no_demands else None
  | File_winners _ _ _ _ _ m r =>
    if player_eq_dec (node_mover _ s) w
    then match plays board point play told s m with
         | Some (b, k) => match reply_demands b k r no_demands with Some d => finish d | None => None end
         | None => None
         end
    else None
  | File_losers _ _ _ _ _ rs =>
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

Theorem node_checked : forall f c, node_check f = Some c -> node_good_ children_ (as_node c).
Proof.
  intros [| m r | rs] c made; simpl in made.
  - destruct (leaf_ok w t (node_board _ s)) eqn:leaf; [| discriminate].
    destruct (finish_true _ _ made) as [d [-> _]]. apply a_leaf. exact (leaf_ok_true _ _ _ leaf).
  - destruct (player_eq_dec _ _) as [own |]; [| discriminate].
    destruct (plays board point play told s m) as [[b k] |] eqn:does; [| discriminate].
    destruct (reply_demands b k r no_demands) as [d |] eqn:replied; [| discriminate].
    destruct (finish_true _ _ made) as [d' [-> less]]. destruct (reply_demands_true _ _ _ _ _ replied) as [_ good_].
    apply (a_winners _ _ _ _ _ _ _ _ _ _ _ _ children_ (node_of s w t d') m b k own does). exact (reply_narrower d' d b k less good_).
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
