(**
A checker of certificates of nodes with strategy leaves, and that what it accepts is true.

A node is checked as in LemmaChecker.v. Besides, a strategy leaf rests on its bound, another node on all that its children rest on
([rests]); and no node but a strategy leaf has a turn that is in the reach of a bound that it rests on (R3 of
docs/certificate-format.md). What the reach of a bound is, and that a strategy enters it where a leaf stands, is told by two functions,
[untouched] and [entered], of which some things are supposed here; LeafRules.v proves them. The elements are those of a group, each told
by its place, and the reach is the same under them.

[leafed_sound]: if it takes the nodes, and a claim after a game that the rules have played, no turn of whose past is in the reach
of what the claim rests on (R4), then the claim's player forces its margin from there on.
*)
Require Import ZArith Lia List Bool FMapPositive.
Require Import Game Lemma Kee2013 ItemRules GroupElements Nodes TurnNodes ItemRanges AloneSearch ReplyDemands LemmaChecker.
Import ListNotations.
Local Open Scope Z_scope.

Section LeafChecker.

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
Variable good_range : (fate -> bool) -> player -> kind -> option (option Z * option Z).
Hypothesis range_good : forall f a k l m c, good_range f a k = Some (l, m) -> above l c && below c m = true ->
  f (found a k c) = true.
Variable points : list point.
Hypothesis on_points : forall a b p b', play a b p = Some b' -> In p points.
Variable worst : Z.
Hypothesis none_worse : forall a b, worst <= margin_of a (score b).
Variable key : item board class -> positive.
Variable board_key : board -> positive.
Variable fuel : nat.

Notation item_ := (item board class).
Notation state_ := (node_state board).
Notation node_ := (node board class).
Notation element_ := (element board point play score told).
Notation board_by := (of_board board point play score told).
Notation player_by := (of_player board point play score told).
Notation state_by := (of_state board point play score told).
Notation checked_ := (checked board class).
Notation demands_ := (demands board class).
Notation node_of_ := (node_of board class board_eq_dec class_eq_dec key).
Notation as_node_ := (as_node board class board_eq_dec class_eq_dec key).
Notation children_ := (children board class board_eq_dec class_eq_dec key).
Notation stronger_ := (stronger board class board_eq_dec class_eq_dec key).
Notation narrower_ := (narrower board class board_eq_dec class_eq_dec known key).
Notation file_type_ := (file_type board point play score told).
Notation plays_ := (plays board point play told).

(** The elements. *)
Variable group : list element_.
Notation allowed := (fun e => In e group).

Notation reply_via_ := (reply_via board point class play score told looks made_by clears shift found known).
Notation good_via_ := (good_via board point class play score told looks made_by clears shift found known).
Notation from children := (fun child e => allowed e /\ children child).

(** ** A node: what LemmaChecker.v says of it, with the element of each reply *)

Section Node.

Variable s : state_.
Variable w : player.
Variable t : Z.
Variable before : PositiveMap.t checked_.

Notation reply_demands_ := (reply_demands board point class board_eq_dec class_eq_dec play score told looks made_by clears shift good_range points
  worst key board_key fuel s w t before).
Notation replies_demands_ := (replies_demands board point class board_eq_dec class_eq_dec play score told looks made_by clears shift
  good_range points worst key board_key fuel s w t before).
Notation node_check_ := (node_check board point class board_eq_dec class_eq_dec play score told looks made_by clears shift known
  good_range points worst key board_key fuel s w t before).

Definition reply_allowed (r : file_reply board point play score told) : Prop :=
  match r with File_end _ _ _ _ _ => True | File_child _ _ _ _ _ _ e => allowed e end.

Lemma reply_by_narrower : forall d' d b k, narrower_ s w t d' d ->
  reply_via_ (from (children_ before)) (node_of_ s w t d) b k -> reply_via_ (from (children_ before)) (node_of_ s w t d') b k.
Proof.
  intros d' d b k less [ends | [child [e [[may among] [no [same [wins [more [looked all]]]]]]]]].
  - left. unfold end_ok in *. cbn [node_at winner bound node_of] in *. destruct (ends_game _ _ _); trivial.
    destruct ends as [i [at_ well]]. exists i. split; trivial. intros v is. apply well. apply less. exact is.
  - right. exists child, e. split; [split; [exact may | exact among] |]. split; [exact no |]. split; [exact same |].
    split; [exact wins |]. split; [exact more |]. split.
    + intros i at_ v is. apply (looked i at_ v). apply less. exact is.
    + intro i. apply (carried_narrower _ _ _ _ _ _ _ _ _ _ _ _ _ s w t d' d); [exact less | apply all].
Qed.

Lemma reply_by_true : forall b k r d d', reply_allowed r -> reply_demands_ b k r d = Some d' ->
  stronger_ d' d /\ reply_via_ (from (children_ before)) (node_of_ s w t d') b k.
Proof.
  intros b k [| number e] d d' may made; simpl in made.
  { destruct (end_demands_true board point class board_eq_dec class_eq_dec play score told looks made_by clears shift found known good_range
      range_good points on_points worst none_worse key board_key fuel s w t (PositiveMap.empty _) b k d d' made)
      as [less [ends | [child [e [[number [c [bad _]]] _]]]]].
    - split; [exact less | left; exact ends].
    - rewrite PositiveMap.gempty in bad. discriminate. }
  destruct (PositiveMap.find number before) as [c |] eqn:there; [| discriminate].
  destruct (child_fits _ _ _ _ _ _ _ _ _ _ b k c e) eqn:fits; [| discriminate].
  match type of made with match ?looks_now with _ => _ end = _ => destruct looks_now as [d1 |] eqn:looked; [| discriminate] end.
  destruct (look_demands_true board point class board_eq_dec class_eq_dec play score told looks found good_range range_good points worst key
    board_key fuel s w t b k d d1 looked) as [less1 good_look].
  destruct (carry_all_true board point class board_eq_dec class_eq_dec play score told made_by clears shift known key s w t b k e _ d1 d' made)
    as [less all].
  split; [exact (stronger_on _ _ _ _ _ _ _ _ less less1) |]. right. exists (as_node_ c), e.
  split; [split; [exact may | exists number, c; auto] |]. unfold child_fits in fits. rewrite !andb_true_iff in fits.
  destruct fits as [[[no same] wins] more]. apply negb_true_iff in no. apply Z.leb_le in more.
  destruct (state_eq_dec _ _ _ _) as [same_ |]; [| discriminate]. destruct (player_eq_dec _ _) as [wins_ |]; [| discriminate].
  split; [exact no |]. split; [exact same_ |]. split; [exact wins_ |]. split; [exact more |]. split.
  - intros i at_ v [yes _]. destruct (good_look i at_ v (less i v yes)) as [| [x [-> well]]]; auto.
    right. exists x. split; trivial.
    apply (on_ok_true board point class board_eq_dec class_eq_dec play score points on_points worst none_worse key board_key fuel s w t b _ d').
    exact well.
  - intro j. destruct (PositiveMap.find (key j) (c_demands _ _ c)) as [[j' r] |] eqn:demanded.
    + destruct (item_eq_dec board class board_eq_dec class_eq_dec j j') as [<- | no'].
      * apply (all (as_node_ c) (key j) j r); [apply PositiveMap.elements_correct; exact demanded |].
        intros v yes. simpl. unfold fulfils. rewrite demanded. destruct (item_eq_dec _ _ _ _ j j); [exact yes | contradiction].
      * assert (free : forall v, demand _ _ (as_node_ c) j v).
        { intro v. simpl. unfold fulfils. rewrite demanded. destruct (item_eq_dec _ _ _ _ j j'); [contradiction | reflexivity]. }
        unfold carried. auto.
    + assert (free : forall v, demand _ _ (as_node_ c) j v) by (intro v; simpl; unfold fulfils; rewrite demanded; reflexivity).
      unfold carried. auto.
Qed.

Lemma replies_by_true : forall ms rs d d', Forall reply_allowed rs -> replies_demands_ ms rs d = Some d' ->
  stronger_ d' d /\ forall m b k, In m ms -> plays_ s m = Some (b, k) -> reply_via_ (from (children_ before)) (node_of_ s w t d') b k.
Proof.
  induction ms as [| m rest again]; intros rs d d' may made; simpl in made.
  - destruct rs; [| discriminate]. injection made as <-. split; [intros i v; trivial | intros m b k []].
  - destruct (plays_ s m) as [[b k] |] eqn:does.
    + destruct rs as [| r rs']; [discriminate |]. inversion may as [| ? ? may1 may2]; subst.
      destruct (reply_demands_ b k r d) as [d1 |] eqn:first; [| discriminate].
      destruct (again rs' d1 d' may2 made) as [less all]. destruct (reply_by_true _ _ _ _ _ may1 first) as [less1 one].
      split; [exact (stronger_on _ _ _ _ _ _ _ _ less less1) |]. intros m' b' k' [<- | is] does'.
      * rewrite does in does'. injection does' as <- <-.
        apply (reply_by_narrower d' d1); [apply stronger_narrower; exact less | exact one].
      * exact (all m' b' k' is does').
    + destruct (again rs d d' may made) as [less all]. split; trivial. intros m' b' k' [<- | is] does'; [congruence | eauto].
Qed.

Definition type_allowed (f : file_type_) : Prop :=
  match f with
  | File_leaf _ _ _ _ _ => True
  | File_winners _ _ _ _ _ _ r => reply_allowed r
  | File_losers _ _ _ _ _ rs => Forall reply_allowed rs
  end.

Theorem node_by_checked : forall f c, type_allowed f -> node_check_ f = Some c ->
  good_via_ (from (children_ before)) (as_node_ c) /\ node_at _ _ (as_node_ c) = s /\ winner _ _ (as_node_ c) = w.
Proof.
  intros [| m r | rs] c may made; simpl in made.
  - destruct (leaf_ok _ _ _ _ _ _ _ _ _ w t _) eqn:leaf; [| discriminate].
    destruct (finish_true _ _ _ _ _ _ _ _ _ _ _ made) as [d [-> _]]. split; [| split; reflexivity].
    apply leaf_via. exact (leaf_ok_true _ _ _ _ _ _ on_points _ none_worse _ _ _ _ _ leaf).
  - destruct (player_eq_dec _ _) as [own |]; [| discriminate].
    destruct (plays_ s m) as [[b k] |] eqn:does; [| discriminate].
    destruct (reply_demands_ b k r _) as [d |] eqn:replied; [| discriminate].
    destruct (finish_true _ _ _ _ _ _ _ _ _ _ _ made) as [d' [-> less]]. split; [| split; reflexivity].
    destruct (reply_by_true _ _ _ _ _ may replied) as [_ good_].
    apply (winners_via _ _ _ _ _ _ _ _ _ _ _ _ _ (node_of_ s w t d') m b k own does). exact (reply_by_narrower d' d b k less good_).
  - destruct (player_eq_dec _ _) as [theirs |]; [| discriminate].
    destruct (replies_demands_ _ rs _) as [d |] eqn:replied; [| discriminate].
    destruct (finish_true _ _ _ _ _ _ _ _ _ _ _ made) as [d' [-> less]]. split; [| split; reflexivity].
    destruct (replies_by_true _ _ _ _ may replied) as [_ all].
    apply losers_via; [exact theirs |]. intros m b k does. apply (reply_by_narrower d' d b k less).
    exact (all m b k (in_all_moves board point play told points on_points s m b k does) does).
Qed.

End Node.

(** ** A file *)

Inductive leaf_reply : Type := Leaf_end | Leaf_child (number : positive) (which : nat).
Inductive leaf_type : Type :=
| Plain_leaf
| Strategy_leaf
| Leaf_winners (m : kee_move point) (r : leaf_reply)
| Leaf_losers (rs : list leaf_reply).
Record leaf_node : Type := { l_at : state_; l_winner : player; l_bound : Z; l_type : leaf_type;
  l_last : list positive (** as [f_last] of ReplyDemands.v *) }.

(** A node that was taken, and the bounds that it rests on. *)
Record leafed : Type := { plain_node : checked_; rests : list Z }.

(** Is a turn not in the reach of a bound, as its winner sees it? Does the strategy of a bound begin there? *)
Variable untouched : Z -> player -> board -> player -> bool.
Variable entered : Z -> player -> state_ -> bool.

Definition reply_of (r : leaf_reply) : option (file_reply board point play score told) :=
  match r with
  | Leaf_end => Some (File_end board point play score told)
  | Leaf_child number which => option_map (File_child board point play score told number) (nth_error group which)
  end.

Fixpoint replies_of (rs : list leaf_reply) : option (list (file_reply board point play score told)) :=
  match rs with
  | [] => Some []
  | r :: rest => match reply_of r, replies_of rest with Some r', Some rest' => Some (r' :: rest') | _, _ => None end
  end.

Definition type_of (f : leaf_type) : option file_type_ :=
  match f with
  | Plain_leaf => Some (File_leaf board point play score told)
  | Strategy_leaf => None
  | Leaf_winners m r => option_map (File_winners board point play score told m) (reply_of r)
  | Leaf_losers rs => option_map (File_losers board point play score told) (replies_of rs)
  end.

Definition numbers_in (f : leaf_type) : list positive :=
  let of_reply r := match r with Leaf_end => [] | Leaf_child number _ => [number] end in
  match f with
  | Plain_leaf | Strategy_leaf => []
  | Leaf_winners _ r => of_reply r
  | Leaf_losers rs => flat_map of_reply rs
  end.

Definition joined (ts us : list Z) : list Z := fold_left (fun us t => if existsb (Z.eqb t) us then us else t :: us) ts us.

(** The children alone, and what they rest on. *)
Fixpoint kids_in (before : PositiveMap.t leafed) (numbers : list positive) : PositiveMap.t checked_ * list Z :=
  match numbers with
  | [] => (PositiveMap.empty _, [])
  | i :: rest =>
    let (kids, ts) := kids_in before rest in
    match PositiveMap.find i before with
    | Some l => (PositiveMap.add i (plain_node l) kids, joined (rests l) ts)
    | None => (kids, ts)
    end
  end.

Definition leaf_check (before : PositiveMap.t leafed) (f : leaf_node) : option leafed :=
  let s := l_at f in let w := l_winner f in let t := l_bound f in
  match l_type f with
  | Strategy_leaf =>
    if entered t w s
    then Some {| plain_node := {| c_at := s; c_winner := w; c_bound := t; c_demands := no_demands board class |}; rests := [t] |}
    else None
  | other_type =>
    let (kids, ts) := kids_in before (numbers_in other_type) in
    if forallb (fun u => untouched u w (node_board _ s) (node_mover _ s)) ts
    then match type_of other_type with
         | None => None
         | Some f' =>
           match node_check board point class board_eq_dec class_eq_dec play score told looks made_by clears shift known good_range points
                   worst key board_key fuel s w t kids f' with
           | Some c => Some {| plain_node := c; rests := ts |}
           | None => None
           end
         end
    else None
  end.

Definition leafed_without (numbers : list positive) (nodes : PositiveMap.t leafed) : PositiveMap.t leafed :=
  fold_right (@PositiveMap.remove leafed) nodes numbers.

Fixpoint check_leafed (fs : list leaf_node) (number : positive) (before : PositiveMap.t leafed) : option (PositiveMap.t leafed) :=
  match fs with
  | [] => Some before
  | f :: rest =>
    match leaf_check before f with
    | Some l => check_leafed rest (Pos.succ number) (leafed_without (l_last f) (PositiveMap.add number l before))
    | None => None
    end
  end.

(** ** The proof *)

Variable reach : Z -> player -> board -> player -> Prop.
Hypothesis untouched_true : forall t w b a, untouched t w b a = true -> ~ reach t w b a.
Hypothesis reach_image : forall e t w b a, In e group -> reach t w b a -> reach t (player_by e w) (board_by e b) (player_by e a).

Definition turns_of (w : player) (ts : list Z) : turn_set board := fun b a => exists t, In t ts /\ reach t w b a.

Variable g : game.
Variable proper : history g -> Prop.
Variable state_now : history g -> state_.
Variable status_of_item : history g -> item_ -> option Z.
(** The turns before the present one. *)
Variable past : history g -> list (board * player).

Notation means_after_ := (means_after board point class play score told g proper (fun h s => state_now h = s) status_of_item past).

Definition leafed_means (l : leafed) : Prop :=
  means_after_ (as_node_ (plain_node l)) (turns_of (c_winner _ _ (plain_node l)) (rests l)).

(** What TurnNodes.v says of the rules. *)
Hypothesis nodes_true : forall (kids : node_ -> turn_set board -> Prop) (n : node_) (set : turn_set board),
  (forall child of_child, kids child of_child -> means_after_ child of_child) ->
  (forall child of_child, kids child of_child -> forall e, allowed e -> player_by e (winner _ _ child) = winner _ _ n ->
     forall b a, of_child b a -> set (board_by e b) (player_by e a)) ->
  ~ set (node_board _ (node_at _ _ n)) (node_mover _ (node_at _ _ n)) ->
  good_via_ (fun child e => allowed e /\ exists of_child, kids child of_child) n -> means_after_ n set.
Hypothesis entered_true : forall t w s, entered t w s = true ->
  means_after_ (node_of_ s w t (no_demands board class)) (turns_of w [t]).

Lemma joined_has : forall ts us t, In t ts \/ In t us -> In t (joined ts us).
Proof.
  induction ts as [| u rest again]; intros us t [is | is]; simpl; auto.
  - destruct is.
  - destruct is as [-> | is]; apply again; [right | left; exact is].
    destruct (existsb (Z.eqb t) us) eqn:old; [| left; reflexivity].
    apply existsb_exists in old. destruct old as [t' [there same]]. apply Z.eqb_eq in same. congruence.
  - apply again. right. destruct (existsb (Z.eqb u) us); [exact is | right; exact is].
Qed.

Lemma kids_in_has : forall before numbers kids ts, kids_in before numbers = (kids, ts) -> forall i c, PositiveMap.find i kids = Some c ->
  exists l, PositiveMap.find i before = Some l /\ plain_node l = c /\ forall t, In t (rests l) -> In t ts.
Proof.
  intros before numbers. induction numbers as [| j rest again]; intros kids ts made i c is; simpl in made.
  - injection made as <- <-. rewrite PositiveMap.gempty in is. discriminate.
  - destruct (kids_in before rest) as [kids' ts'].
    destruct (PositiveMap.find j before) as [l |] eqn:there; injection made as <- <-; [| exact (again _ _ eq_refl i c is)].
    destruct (Pos.eq_dec i j) as [-> | no].
    + rewrite PositiveMap.gss in is. injection is as <-. exists l. repeat split; trivial. intros t among. apply joined_has. auto.
    + rewrite PositiveMap.gso in is by exact no. destruct (again _ _ eq_refl i c is) as [l' [one [two three]]].
      exists l'. repeat split; trivial. intros t among. apply joined_has. auto.
Qed.

Lemma reply_of_allowed : forall r r', reply_of r = Some r' -> reply_allowed r'.
Proof.
  intros [| number which] r' made; simpl in made; [injection made as <-; exact I |].
  destruct (nth_error group which) as [e |] eqn:there; [| discriminate]. injection made as <-. exact (nth_error_In _ _ there).
Qed.

Lemma type_of_allowed : forall f f', type_of f = Some f' -> type_allowed f'.
Proof.
  intros [| | m r | rs] f' made; simpl in made; try discriminate.
  - injection made as <-. exact I.
  - destruct (reply_of r) as [r' |] eqn:is; [| discriminate]. injection made as <-. exact (reply_of_allowed r r' is).
  - destruct (replies_of rs) as [rs' |] eqn:is; [| discriminate]. injection made as <-. simpl. revert rs' is.
    induction rs as [| r rest again]; intros rs' is; simpl in is; [injection is as <-; constructor |].
    destruct (reply_of r) as [r' |] eqn:one; [| discriminate]. destruct (replies_of rest) as [rest' |]; [| discriminate].
    injection is as <-. constructor; [exact (reply_of_allowed r r' one) | auto].
Qed.

Lemma good_via_more : forall (some more : node_ -> element_ -> Prop) n, (forall child e, some child e -> more child e) ->
  good_via_ some n -> good_via_ more n.
Proof.
  intros some more n less good_.
  assert (replies : forall b k, reply_via_ some n b k -> reply_via_ more n b k).
  { intros b k [ends | [child [e [among fits]]]]; [left; exact ends | right; exists child, e; auto]. }
  destruct good_ as [leaf | m b k own does ok | his all].
  - apply leaf_via. exact leaf.
  - apply (winners_via _ _ _ _ _ _ _ _ _ _ _ _ _ n m b k own does). auto.
  - apply losers_via; [exact his |]. eauto.
Qed.

Lemma leaf_check_true : forall before f l, (forall i l', PositiveMap.find i before = Some l' -> leafed_means l') ->
  leaf_check before f = Some l -> leafed_means l.
Proof.
  intros before [s w t f last_] l all made. unfold leaf_check in made. cbn [l_at l_winner l_bound l_type] in made.
  assert (inner : f <> Strategy_leaf ->
    (let (kids, ts) := kids_in before (numbers_in f) in
     if forallb (fun u => untouched u w (node_board _ s) (node_mover _ s)) ts
     then match type_of f with
          | None => None
          | Some f' =>
            match node_check board point class board_eq_dec class_eq_dec play score told looks made_by clears shift known good_range points
                    worst key board_key fuel s w t kids f' with
            | Some c => Some {| plain_node := c; rests := ts |}
            | None => None
            end
          end
     else None) = Some l -> leafed_means l).
  { intros _ made'. destruct (kids_in before (numbers_in f)) as [kids ts] eqn:are.
    destruct (forallb _ ts) eqn:clean; [| discriminate]. destruct (type_of f) as [f' |] eqn:is; [| discriminate].
    destruct (node_check _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ s w t kids f') as [c |] eqn:checked_; [| discriminate]. injection made' as <-.
    destruct (node_by_checked s w t kids f' c (type_of_allowed f f' is) checked_) as [good_ [at_s wins]].
    simpl in at_s, wins. unfold leafed_means. cbn [plain_node rests].
    set (kid := fun (child : node_) (set : turn_set board) => exists i l', PositiveMap.find i before = Some l' /\ child = as_node_ (plain_node l') /\
      set = turns_of (c_winner _ _ (plain_node l')) (rests l') /\ forall u, In u (rests l') -> In u ts).
    apply (nodes_true kid).
    - intros child set [i [l' [there [-> [-> _]]]]]. exact (all i l' there).
    - intros child set [i [l' [there [-> [-> less]]]]] e may same b a [u [among reached]]. exists u. split; [auto |].
      simpl in same. rewrite <- same. apply reach_image; assumption.
    - intros [u [among reached]]. rewrite forallb_forall in clean. simpl in reached. rewrite wins, at_s in reached.
      exact (untouched_true u w _ _ (clean u among) reached).
    - apply (good_via_more (from (children_ kids))); [| exact good_]. intros child e [may [i [c' [there ->]]]]. split; [exact may |].
      destruct (kids_in_has before _ kids ts are i c' there) as [l' [one [<- less]]].
      exists (turns_of (c_winner _ _ (plain_node l')) (rests l')), i, l'. auto. }
  destruct f; [apply inner; [discriminate | exact made] | | apply inner; [discriminate | exact made] | apply inner; [discriminate | exact made]].
  destruct (entered t w s) eqn:yes; [| discriminate]. injection made as <-. exact (entered_true t w s yes).
Qed.

Lemma in_leafed_without : forall numbers nodes i l,
  PositiveMap.find i (leafed_without numbers nodes) = Some l -> PositiveMap.find i nodes = Some l.
Proof.
  induction numbers as [| number rest again]; intros nodes i l is; simpl in is; [exact is |].
  apply again. destruct (Pos.eq_dec i number) as [-> | no].
  - rewrite PositiveMap.grs in is. discriminate.
  - rewrite PositiveMap.gro in is by exact no. exact is.
Qed.

Lemma all_leafed : forall fs number before after, check_leafed fs number before = Some after ->
  (forall i l, PositiveMap.find i before = Some l -> leafed_means l) ->
  forall i l, PositiveMap.find i after = Some l -> leafed_means l.
Proof.
  induction fs as [| f rest again]; intros number before after made all; simpl in made; [injection made as <-; exact all |].
  destruct (leaf_check before f) as [l |] eqn:here; [| discriminate].
  apply (again _ _ _ made). intros i l' is. apply in_leafed_without in is. destruct (Pos.eq_dec i number) as [-> | no].
  - rewrite PositiveMap.gss in is. injection is as <-. exact (leaf_check_true before f l all here).
  - rewrite PositiveMap.gso in is by exact no. exact (all i l' is).
Qed.

(** ** A claim *)

Definition leafed_claim (nodes : PositiveMap.t leafed) (h : history g) (a : player) (t : Z) (number : positive) (which : nat) : bool :=
  match PositiveMap.find number nodes, nth_error group which with
  | Some l, Some e =>
    claim_ok board point class board_eq_dec play score told g state_now status_of_item
      (PositiveMap.add number (plain_node l) (PositiveMap.empty _)) h a t number e &&
    forallb (fun u => forallb (fun turn => untouched u a (fst turn) (snd turn)) (past h)) (rests l)
  | _, _ => false
  end.

Theorem leafed_sound : forall fs nodes h a t number which, proper h ->
  check_leafed fs 1 (PositiveMap.empty leafed) = Some nodes -> leafed_claim nodes h a t number which = true -> forces g a t h.
Proof.
  intros fs nodes h a t number which is all yes.
  assert (none : forall i l, PositiveMap.find i (PositiveMap.empty leafed) = Some l -> leafed_means l).
  { intros i l bad. rewrite PositiveMap.gempty in bad. discriminate. }
  assert (true_ := all_leafed fs 1 _ nodes all none). unfold leafed_claim in yes.
  destruct (PositiveMap.find number nodes) as [l |] eqn:there; [| discriminate].
  destruct (nth_error group which) as [e |] eqn:among; [| discriminate]. apply nth_error_In in among.
  apply andb_true_iff in yes. destruct yes as [yes clean]. unfold claim_ok in yes. rewrite PositiveMap.gss in yes.
  rewrite !andb_true_iff in yes. destruct yes as [[[same wins] more] well].
  destruct (state_eq_dec _ _ _ _) as [same_ |]; [| discriminate]. destruct (player_eq_dec _ _) as [wins_ |]; [| discriminate].
  apply Z.leb_le in more. apply (forces_less _ _ (c_bound _ _ (plain_node l))); trivial. rewrite <- wins_.
  apply (true_ number l there e h is same_).
  - intro i. simpl. unfold fulfils. destruct (PositiveMap.find (key i) _) as [[j r] |] eqn:demanded; [| reflexivity].
    destruct (item_eq_dec _ _ _ _ i j) as [<- |]; [| reflexivity]. rewrite forallb_forall in well.
    exact (well _ (PositiveMap.elements_correct _ _ demanded)).
  - intros b a0 [u [rests_on reached]] old. rewrite forallb_forall in clean. specialize (clean u rests_on). rewrite forallb_forall in clean.
    specialize (clean _ old). simpl in clean. apply (untouched_true _ _ _ _ clean). rewrite <- wins_. apply reach_image; assumption.
Qed.

End LeafChecker.
