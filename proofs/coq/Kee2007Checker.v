(**
A checker of certificates of nodes under Kee's rules of 2007, and that what it accepts is true.

The nodes are those of one player's claims, who is the winner of all of them, and nothing is mapped: kee2007_nodes.ml lays them out
so, each node of a file as often as it is needed, by whatever symmetry and colours. So there are no group elements here, and what is
made of the file need not be believed. A demand says of a name of Kee2007.v that it must be there, or must not. A leaf comes with a list of boards: whatever
is not among these the loser does not come to alone, which is checked.

[kee2007_sound]: if it takes the nodes ([check_kee2007]), and a claim after moves that the rules of Kee2007.v have played ([kee2007_claim]), the
claim's player forces his margin from there on, with the captures and scores of Board.v, suicide and scoring as the rules' fields say.
*)
Require Import ZArith NArith Lia List Bool FMapPositive.
Require Import Game Strategy Repetition Board Kee2007.
Import ListNotations.
Local Open Scope Z_scope.

Section Kee2007Checker.

Variable r : rectangle.
Variables alone by_stones start_appeared : bool.
Variable w : player.

Notation play_ := (kee2007_play r alone).
Notation score_ := (kee2007_score r by_stones).
Notation game_ := (kee2007_game board N board_eq_dec play_ score_ start_appeared).
Notation step_ := (kee2007_step board N board_eq_dec play_ score_ start_appeared).
Notation state_ := (kee2007_state board).
Notation now_ := (state_now board).
Notation moved_ := (moved board N play_).
Notation then_ := (state_then board N).
Notation third_ := (third board N).
Notation there_ := (there board board_eq_dec start_appeared).
Notation name_ := (name board).
Notation before_ := (before_move board N board_eq_dec).
Notation past := (record board).

Definition name_eq_dec : forall m n : name_, {m = n} + {m <> n}.
Proof. repeat decide equality. Defined.

Definition kee2007_state_eq_dec : forall s t : state_, {s = t} + {s <> t}.
Proof. repeat decide equality. Defined.

(** ** Demands *)

Definition board_code (b : board) : N := N.lor (N.shiftl (black b) (N.of_nat (size r))) (white b).
Definition code_with (x : option board) : N := match x with None => 0 | Some b => N.succ (board_code b) end.
Definition mark_code (m : mark board) : N :=
  match m with By _ x => N.double (N.double (code_with x)) | Now _ => 1 | By_or_now _ x => N.double (N.succ_double (code_with x)) end.

(** Two names with one number are refused; so nothing is believed of it. *)
Definition name_key (n : name_) : positive :=
  let made_code := N.lor (N.double (board_code (made _ n))) (match maker _ n with Black => 0 | White => 1 end) in
  N.succ_pos (N.lor (N.shiftl (mark_code (marked _ n)) (N.succ (N.of_nat (size r + size r)))) made_code).

Definition demands : Type := PositiveMap.t (name_ * bool).

Definition demand_that (n : name_) (v : bool) (d : demands) : option demands :=
  match PositiveMap.find (name_key n) d with
  | None => Some (PositiveMap.add (name_key n) (n, v) d)
  | Some (n', v') => if name_eq_dec n n' then if Bool.eqb v v' then Some d else None else None    (* D9 *)
  end.

Definition demanded (d : demands) (h : past) : Prop :=
  forall i n v, PositiveMap.find i d = Some (n, v) -> there_ (turns _ h) n = v.
Definition stronger (d e : demands) : Prop :=
  forall i it, PositiveMap.find i e = Some it -> PositiveMap.find i d = Some it.

Lemma stronger_refl : forall d, stronger d d.
Proof. intros d i it is. exact is. Qed.

Lemma stronger_trans : forall d e f, stronger d e -> stronger e f -> stronger d f.
Proof. intros d e f one two i it is. apply one. apply two. exact is. Qed.

Lemma demanded_less : forall d e h, stronger d e -> demanded d h -> demanded e h.
Proof. intros d e h less all i n v is. apply (all i). apply less. exact is. Qed.

Lemma demand_that_true : forall n v d d', demand_that n v d = Some d' ->
  stronger d' d /\ forall h, demanded d' h -> there_ (turns _ h) n = v.
Proof.
  intros n v d d' made_. unfold demand_that in made_. destruct (PositiveMap.find (name_key n) d) as [[n' v'] |] eqn:was.
  - destruct (name_eq_dec n n') as [<- |]; [| discriminate]. destruct (Bool.eqb v v') eqn:same; [| discriminate].
    apply eqb_prop in same. injection made_ as <-. subst v'. split; [apply stronger_refl |]. intros h all. exact (all _ _ _ was).
  - injection made_ as <-. split.
    + intros i it is. destruct (Pos.eq_dec i (name_key n)) as [-> | no]; [congruence |]. rewrite PositiveMap.gso by exact no. exact is.
    + intros h all. apply (all (name_key n)). apply PositiveMap.gss.
Qed.

(** ** Nodes *)

Inductive kee2007_reply : Type := Kee2007_end | Kee2007_child (number : positive).
Inductive kee2007_type : Type :=
| Kee2007_leaf (found : list board)
| Kee2007_winners (m : go_move N) (a : kee2007_reply)
| Kee2007_losers (rs : list kee2007_reply).
Record kee2007_node : Type := { n_at : state_; n_bound : Z; n_type : kee2007_type }.

(** A node that was taken. *)
Record taken : Type := { t_at : state_; t_bound : Z; t_demands : demands }.

Definition holds (c : taken) : Prop := forall h : past, now_ h = t_at c -> demanded (t_demands c) h -> forces game_ w (t_bound c) h.

Section Node.

Variable s : state_.
Variable t : Z.
Variable before : PositiveMap.t taken.

(** One of a child's demands, carried to before the move. *)
Definition carry_back (m : go_move N) (b : board) (it : positive * (name_ * bool)) (od : option demands) : option demands :=
  match od with
  | None => None
  | Some d =>
    let (n, v) := snd it in
    match before_ (k_mover _ s) m b n with
    | None => if v then Some d else None (* L21 *)
    | Some n' => demand_that n' v d      (* D5, K1 to K3 *)
    end
  end.

(** What must have been so for the reply to be good for [w]. *)
Definition reply_demands (m : go_move N) (b : board) (a : kee2007_reply) (d : demands) : option demands :=
  let own := if player_eq_dec (k_mover _ s) w then true else false in
  let stone := negb (is_pass _ m) in
  match a with
  | Kee2007_end =>
    if third_ s m then (if Z.leb t (margin_of w (score_ b)) then Some d else None)                   (* L9 *)
    else if stone && negb own then demand_that (looked_up _ (k_mover _ s) b) true d else None         (* L10, L11, D1 *)
  | Kee2007_child number =>
    match PositiveMap.find number before with
    | None => None
    | Some c =>
      if negb (third_ s m) && (if kee2007_state_eq_dec (t_at c) (then_ s m b) then true else false) && Z.leb t (t_bound c) (* L15, L17, L20 *)
      then fold_right (carry_back m b)
             (if stone && own then demand_that (looked_up _ (k_mover _ s) b) false d else Some d)      (* D3, D4 *)
             (PositiveMap.elements (t_demands c))
      else None
    end
  end.

(** What a move may make of the game, if it is to be good for [w]. *)
Definition fine (h : past) (m : go_move N) : Prop :=
  match step_ h m with Illegal => True | Ends res => good w t res | Goes h' => forces game_ w t h' end.

Hypothesis all_true : forall number c, PositiveMap.find number before = Some c -> holds c.

Lemma carried_true : forall m b its d0 d, fold_right (carry_back m b) d0 its = Some d ->
  exists e, d0 = Some e /\ stronger d e /\ forall h, demanded d h -> forall i n v, In (i, (n, v)) its ->
    match before_ (k_mover _ s) m b n with None => true | Some n' => there_ (turns _ h) n' end = v.
Proof.
  intros m b its d0. induction its as [| [i0 [n0 v0]] rest again]; intros d made_; cbn [fold_right] in made_; [| unfold carry_back at 1 in made_].
  - exists d. split; [exact made_ |]. split; [apply stronger_refl | intros h _ i n v []].
  - destruct (fold_right _ _ rest) as [d1 |] eqn:first; [| discriminate made_]. destruct (again d1 eq_refl) as [e [is [less all]]].
    cbn [snd] in made_. exists e. split; [exact is |]. destruct (before_ _ m b n0) as [n' |] eqn:was.
    + destruct (demand_that_true _ _ _ _ made_) as [less1 one]. split; [exact (stronger_trans _ _ _ less1 less) |].
      intros h fulfilled i n v [same | among].
      * injection same as <- <- <-. rewrite was. exact (one h fulfilled).
      * exact (all h (demanded_less _ _ _ less1 fulfilled) i n v among).
    + destruct v0; [| discriminate]. injection made_ as <-. split; [exact less |].
      intros h fulfilled i n v [same | among]; [injection same as <- <- <-; rewrite was; reflexivity | exact (all h fulfilled i n v among)].
Qed.

Lemma reply_true : forall m b a d d' h, moved_ s m = Some b -> reply_demands m b a d = Some d' -> now_ h = s ->
  stronger d' d /\ (demanded d' h -> fine h m /\ (k_mover _ s = w -> step_ h m <> Illegal)).
Proof.
  intros m b a d d' h makes made_ here. unfold fine.
  assert (goes := step_is board N board_eq_dec play_ score_ start_appeared h m).
  rewrite here, makes in goes. assert (mover : who_moves board h = k_mover _ s) by (rewrite <- here; reflexivity). rewrite mover in goes.
  destruct a as [| number]; cbn [reply_demands] in made_.
  - destruct (third_ s m).
    + destruct (Z.leb_spec t (margin_of w (score_ b))); [| discriminate]. injection made_ as <-.
      split; [apply stronger_refl |]. intros _. rewrite goes. split; [assumption | discriminate].
    + destruct (negb (is_pass _ m)); [| discriminate]. destruct (player_eq_dec _ w) as [| theirs]; [discriminate |].
      destruct (demand_that_true _ _ _ _ made_) as [less one]. split; [exact less |]. intro all.
      rewrite (one h all) in goes. cbn [andb] in goes. rewrite goes. split; [exact I | contradiction].
  - destruct (PositiveMap.find number before) as [c |] eqn:among; [| discriminate].
    destruct (negb (third_ s m) && _ && _) eqn:fits; [| discriminate].
    apply andb_true_iff in fits. destruct fits as [fits more]. apply andb_true_iff in fits. destruct fits as [no same].
    apply negb_true_iff in no. rewrite no in goes. apply Z.leb_le in more.
    destruct (kee2007_state_eq_dec (t_at c) (then_ s m b)) as [same_ |]; [| discriminate].
    destruct (carried_true _ _ _ _ _ made_) as [e [is [less all]]].
    assert (own_legal : stronger e d /\ (demanded e h -> k_mover _ s = w ->
      negb (is_pass _ m) && there_ (turns _ h) (looked_up _ (k_mover _ s) b) = false)).
    { destruct (negb (is_pass _ m)); cbn [andb] in is; [| injection is as <-; split; [apply stronger_refl | reflexivity]].
      destruct (player_eq_dec _ w) as [own | theirs].
      - destruct (demand_that_true _ _ _ _ is) as [less1 one]. split; [exact less1 |]. intros fulfilled _. rewrite (one h fulfilled). reflexivity.
      - injection is as <-. split; [apply stronger_refl | contradiction]. }
    destruct own_legal as [less1 own_legal]. split; [exact (stronger_trans _ _ _ less less1) |]. intro fulfilled.
    destruct (negb (is_pass _ m) && there_ (turns _ h) (looked_up _ (k_mover _ s) b)) eqn:repeats_.
    + rewrite goes. split; [exact I |]. intro own. specialize (own_legal (demanded_less _ _ _ less fulfilled) own). congruence.
    + rewrite goes. split; [| discriminate]. apply (forces_less _ _ (t_bound c)); [exact more |].
      assert (makes_ : moved_ (now_ h) m = Some b) by (rewrite here; exact makes). apply (all_true number c among).
      * rewrite (state_later board N play_ h m b makes_), here. symmetry. exact same_.
      * intros i n v is_. rewrite (there_later board N board_eq_dec play_ start_appeared h m b makes_), mover.
        exact (all h fulfilled i n v (PositiveMap.elements_correct _ _ is_)).
Qed.

(** The loser's moves in their order, each with its reply. *)
Fixpoint replies_demands (ms : list (go_move N)) (rs : list kee2007_reply) (d : demands) : option demands :=
  match ms with
  | [] => match rs with [] => Some d | _ => None end
  | m :: rest =>
    match moved_ s m with
    | None => replies_demands rest rs d
    | Some b =>
      match rs with
      | [] => None
      | a :: rs' => match reply_demands m b a d with Some d' => replies_demands rest rs' d' | None => None end
      end
    end
  end.

Lemma not_moved : forall h m, now_ h = s -> moved_ s m = None -> fine h m.
Proof. intros h m here no. unfold fine. rewrite (step_is board N board_eq_dec play_ score_ start_appeared h m), here, no. exact I. Qed.

Lemma replies_true : forall ms rs d d' h, replies_demands ms rs d = Some d' -> now_ h = s ->
  stronger d' d /\ (demanded d' h -> forall m, In m ms -> fine h m).
Proof.
  induction ms as [| m rest again]; intros rs d d' h made_ here; simpl in made_.
  - destruct rs; [| discriminate]. injection made_ as <-. split; [apply stronger_refl | intros _ m []].
  - destruct (moved_ s m) as [b |] eqn:makes.
    + destruct rs as [| a rs']; [discriminate |]. destruct (reply_demands m b a d) as [d1 |] eqn:first; [| discriminate].
      destruct (again rs' d1 d' h made_ here) as [less all]. destruct (reply_true m b a d d1 h makes first here) as [less1 one].
      split; [exact (stronger_trans _ _ _ less less1) |]. intros fulfilled m' [<- | is]; [| exact (all fulfilled m' is)].
      apply one. exact (demanded_less _ _ _ less fulfilled).
    + destruct (again rs d d' h made_ here) as [less all]. split; [exact less |].
      intros fulfilled m' [<- | is]; [exact (not_moved h m here makes) | exact (all fulfilled m' is)].
Qed.

Definition every_move : list (go_move N) := map Stone (points r) ++ [Pass].

Lemma in_every_move : forall m b, moved_ s m = Some b -> In m every_move.
Proof.
  intros [p |] b made_; apply in_or_app; [left | right; left; reflexivity]. apply in_map. exact (kee2007_on_board r alone _ _ _ _ made_).
Qed.

(** [L5] The boards of the list are all that the loser comes to alone. *)
Definition board_set (bs : list board) : PositiveMap.t board :=
  fold_right (fun b set => PositiveMap.add (N.succ_pos (board_code b)) b set) (PositiveMap.empty board) bs.
Definition is_in (set : PositiveMap.t board) (b : board) : bool :=
  match PositiveMap.find (N.succ_pos (board_code b)) set with Some c => if board_eq_dec b c then true else false | None => false end.
Definition leaf_ok (found : list board) : bool :=
  let set := board_set found in
  is_in set (k_board _ s) &&
  forallb (fun b => Z.leb t (margin_of w (score_ b)) &&
    forallb (fun p => match play_ (other w) b p with Some c => is_in set c | None => true end) (points r)) found.

Lemma in_set : forall bs b, is_in (board_set bs) b = true -> In b bs.
Proof.
  intros bs b yes. unfold is_in in yes. destruct (PositiveMap.find _ _) as [c |] eqn:is; [| discriminate].
  destruct (board_eq_dec b c) as [<- |]; [| discriminate]. clear yes. revert is. generalize (N.succ_pos (board_code b)). intro i.
  induction bs as [| c rest again]; simpl; intro is; [rewrite PositiveMap.gempty in is; discriminate |].
  destruct (Pos.eq_dec i (N.succ_pos (board_code c))) as [-> | no].
  - rewrite PositiveMap.gss in is. injection is as ->. left. reflexivity.
  - rewrite PositiveMap.gso in is by exact no. right. exact (again is).
Qed.

Lemma leaf_ok_true : forall found h, leaf_ok found = true -> now_ h = s -> forces game_ w t h.
Proof.
  intros found h yes here. unfold leaf_ok in yes. apply andb_true_iff in yes. destruct yes as [on all]. rewrite forallb_forall in all.
  apply (leaf_forces board N board_eq_dec play_ score_ start_appeared w t found).
  - intros b p c is lays. specialize (all b is). apply andb_true_iff in all. destruct all as [_ all]. rewrite forallb_forall in all.
    specialize (all p (kee2007_on_board r alone _ _ _ _ lays)). rewrite lays in all. exact (in_set _ _ all).
  - intros b is. specialize (all b is). apply andb_true_iff in all. apply Z.leb_le. apply all.
  - apply in_set. rewrite <- here in on. exact on.
Qed.

(** [L23] What is demanded of what is always there is dropped. *)
Definition own_dropped (d : demands) : option demands :=
  let n := looked_up _ (other (k_mover _ s)) (k_board _ s) in
  if start_appeared
  then match PositiveMap.find (name_key n) d with
       | Some (n', v) => if name_eq_dec n n' then if v then Some (PositiveMap.remove (name_key n) d) else None else Some d
       | None => Some d
       end
  else Some d.

Lemma own_dropped_true : forall d d' h, own_dropped d = Some d' -> now_ h = s -> demanded d' h -> demanded d h.
Proof.
  intros d d' h made_ here fulfilled i n v is. unfold own_dropped in made_. set (own := looked_up _ _ _) in *.
  destruct (bool_dec start_appeared true) as [start | no_start];
    [rewrite start in made_ | apply not_true_is_false in no_start; rewrite no_start in made_; injection made_ as <-; exact (fulfilled i n v is)].
  destruct (PositiveMap.find (name_key own) d) as [[n' v'] |] eqn:was; [| injection made_ as <-; exact (fulfilled i n v is)].
  destruct (name_eq_dec own n') as [<- |]; [| injection made_ as <-; exact (fulfilled i n v is)].
  destruct v'; [| discriminate]. injection made_ as <-. destruct (Pos.eq_dec i (name_key own)) as [-> | no].
  - rewrite was in is. injection is as <- <-. unfold own. rewrite <- here. apply there_now. unfold counts. rewrite start. reflexivity.
  - apply (fulfilled i). rewrite PositiveMap.gro by exact no. exact is.
Qed.

Definition finish (d : demands) : option taken :=
  match own_dropped d with Some d' => Some {| t_at := s; t_bound := t; t_demands := d' |} | None => None end.

Definition no_demands : demands := PositiveMap.empty (name_ * bool).

Definition node_check (f : kee2007_type) : option taken :=
  match f with
  | Kee2007_leaf found => if leaf_ok found then Some {| t_at := s; t_bound := t; t_demands := no_demands |} else None
  | Kee2007_winners m a =>
    if player_eq_dec (k_mover _ s) w
    then match moved_ s m with
         | Some b => match reply_demands m b a no_demands with Some d => finish d | None => None end
         | None => None
         end
    else None
  | Kee2007_losers rs =>
    if player_eq_dec (k_mover _ s) (other w)
    then match replies_demands every_move rs no_demands with Some d => finish d | None => None end
    else None
  end.

Lemma finish_true : forall d c, finish d = Some c ->
  t_at c = s /\ t_bound c = t /\ forall h, now_ h = s -> demanded (t_demands c) h -> demanded d h.
Proof.
  intros d c made_. unfold finish in made_. destruct (own_dropped d) as [d' |] eqn:dropped; [| discriminate].
  injection made_ as <-. repeat split. intros h here. exact (own_dropped_true d d' h dropped here).
Qed.

Lemma node_holds : forall f c, node_check f = Some c -> holds c.
Proof.
  intros [found | m a | rs] c made_ h here fulfilled; simpl in made_.
  - destruct (leaf_ok found) eqn:leaf; [| discriminate]. injection made_ as <-. exact (leaf_ok_true found h leaf here).
  - destruct (player_eq_dec _ _) as [own |]; [| discriminate].
    destruct (moved_ s m) as [b |] eqn:makes; [| discriminate].
    destruct (reply_demands m b a _) as [d |] eqn:replied; [| discriminate].
    destruct (finish_true d c made_) as [at_s [bound_ all]]. rewrite at_s in here. rewrite bound_.
    destruct (reply_true m b a _ d h makes replied here) as [_ good_]. destruct (good_ (all h here fulfilled)) as [well legal].
    specialize (legal own). assert (turn : to_move game_ h = w) by (rewrite <- own, <- here; reflexivity).
    unfold fine in well. destruct (step_ h m) as [| res | h'] eqn:does; [congruence | |].
    + exact (forces_ends game_ w t h m res turn does well).
    + exact (forces_goes game_ w t h m h' turn does well).
  - destruct (player_eq_dec _ _) as [theirs |]; [| discriminate].
    destruct (replies_demands _ rs _) as [d |] eqn:replied; [| discriminate].
    destruct (finish_true d c made_) as [at_s [bound_ all]]. rewrite at_s in here. rewrite bound_.
    destruct (replies_true _ rs _ d h replied here) as [_ good_]. specialize (good_ (all h here fulfilled)).
    assert (each : forall m, fine h m).
    { intro m. destruct (moved_ s m) as [b |] eqn:makes; [exact (good_ m (in_every_move m b makes)) | exact (not_moved h m here makes)]. }
    apply forces_answers.
    + rewrite <- theirs, <- here. reflexivity.
    + intros m res does. specialize (each m). unfold fine in each. change (step_ h m = Ends res) in does. rewrite does in each. exact each.
    + intros m h' does. specialize (each m). unfold fine in each. change (step_ h m = Goes h') in does. rewrite does in each. exact each.
Qed.

End Node.

(** ** All nodes of a player's claims *)

Fixpoint check_kee2007 (fs : list kee2007_node) (number : positive) (before : PositiveMap.t taken) : option (PositiveMap.t taken) :=
  match fs with
  | [] => Some before
  | f :: rest =>
    match node_check (n_at f) (n_bound f) before (n_type f) with
    | Some c => check_kee2007 rest (Pos.succ number) (PositiveMap.add number c before)
    | None => None
    end
  end.

Lemma all_hold : forall fs number before after, check_kee2007 fs number before = Some after ->
  (forall i c, PositiveMap.find i before = Some c -> holds c) -> forall i c, PositiveMap.find i after = Some c -> holds c.
Proof.
  induction fs as [| f rest again]; intros number before after made_ all; simpl in made_; [injection made_ as <-; exact all |].
  destruct (node_check _ _ _ _) as [c |] eqn:here; [| discriminate].
  apply (again _ _ _ made_). intros i c' is. destruct (Pos.eq_dec i number) as [-> | no].
  - rewrite PositiveMap.gss in is. injection is as <-. exact (node_holds _ _ before all _ _ here).
  - rewrite PositiveMap.gso in is by exact no. exact (all i c' is).
Qed.

(** The moves before a claim; the last one may end the game. *)
Fixpoint kee2007_replay (h : past) (ms : list (go_move N)) : outcome past :=
  match ms with
  | [] => Goes h
  | m :: rest =>
    match step_ h m with
    | Goes h' => kee2007_replay h' rest
    | Ends res => match rest with [] => Ends res | _ => Illegal end
    | Illegal => Illegal
    end
  end.

(** Does a node say so? *)
Definition kee2007_claim (nodes : PositiveMap.t taken) (h : past) (t : Z) (number : positive) : bool :=
  match PositiveMap.find number nodes with
  | None => false
  | Some c =>
    (if kee2007_state_eq_dec (now_ h) (t_at c) then true else false) && Z.leb t (t_bound c) &&                     (* C9, C12 *)
    forallb (fun it => Bool.eqb (there_ (turns _ h) (fst (snd it))) (snd (snd it))) (PositiveMap.elements (t_demands c)) (* C14 *)
  end.

Theorem kee2007_sound : forall fs nodes h t number, check_kee2007 fs 1 (PositiveMap.empty taken) = Some nodes ->
  kee2007_claim nodes h t number = true -> forces game_ w t h.
Proof.
  intros fs nodes h t number made_ yes. unfold kee2007_claim in yes.
  destruct (PositiveMap.find number nodes) as [c |] eqn:among; [| discriminate].
  rewrite !andb_true_iff in yes. destruct yes as [[same more] well]. apply Z.leb_le in more.
  destruct (kee2007_state_eq_dec _ _) as [same_ |]; [| discriminate].
  apply (forces_less _ _ (t_bound c)); [exact more |]. apply (all_hold fs 1 _ nodes made_) with (2 := among); [| exact same_ |].
  - intros i c' bad. rewrite PositiveMap.gempty in bad. discriminate.
  - intros i n v is. rewrite forallb_forall in well. apply eqb_prop. exact (well _ (PositiveMap.elements_correct _ _ is)).
Qed.

End Kee2007Checker.

(** A claim after moves from a start. *)
Theorem kee2007_claim_sound : forall r alone by_stones start_appeared w fs nodes b first ms h t number,
  check_kee2007 r alone by_stones start_appeared w fs 1 (PositiveMap.empty taken) = Some nodes ->
  kee2007_replay r alone by_stones start_appeared (begin_with board b first) ms = Goes h ->
  kee2007_claim start_appeared nodes h t number = true ->
  forces (kee2007_game board N board_eq_dec (kee2007_play r alone) (kee2007_score r by_stones) start_appeared) w t h.
Proof. intros r alone by_stones start_appeared w fs nodes b first ms h t number made_ _ yes. exact (kee2007_sound r alone by_stones start_appeared w fs nodes h t number made_ yes). Qed.
