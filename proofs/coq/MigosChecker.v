(**
A checker of certificates of nodes under the rules of MIGOS, and that what it accepts is true.

The nodes are those of one claim: its player is the winner of all of them, and nothing is mapped: migos_nodes.ml lays them out
so, each node of a file as often as it is needed, by whatever symmetry and colours. So there are no group elements here, and what is
made of the file need not be believed. There are no leaves. Demands are intervals as in ReplyDemands.v, on situations.

[denies]: the claim's player only denies his opponent something, and a tie is as good to him as an outright win. Of nodes that do not deny
([n_ties]) no tie is asked for all the same, as in the format.

[migos_sound]: if it takes the nodes ([check_migos]), and a claim after moves that the rules of Migos.v have played ([migos_claim]), the
claim's player forces his margin from there on, with the captures and scores of Board.v.
*)
Require Import ZArith NArith Lia List Bool FMapPositive.
Require Import Game Strategy Repetition ItemRules Board ItemRanges ReplyDemands Migos.
Import ListNotations.
Local Open Scope Z_scope.

(** More than any board is worth. *)
Definition won_outright : Z := 20001.

(** What a tie is worth if [w] denies, or forces. *)
Definition tie_for (w : player) (denies : bool) : result := if denies then Scored (margin_of w won_outright) else Unscored.

Section MigosChecker.

Variable r : rectangle.
Variable w : player.
Variable denies : bool.

Notation play_ := (play r).
Notation score_ := (score r).
Notation tie_ := (tie_for w denies).
Notation game_ := (migos_game board N board_eq_dec play_ score_ won_outright tie_).
Notation step_ := (migos_step board N board_eq_dec play_ score_ won_outright tie_).
Notation state_ := (migos_state board N).
Notation now_ := (state_now board N board_eq_dec play_ (points r)).
Notation moved_ := (moved board N play_ N.eq_dec).
Notation then_ := (state_then board N board_eq_dec play_ (points r)).
Notation second_ := (second_pass board N).
Notation balance_ := (balance board board_eq_dec).
Notation judged_ := (judged won_outright tie_).
Notation past := (record board).

(** Situations, as items of one class. *)
Definition situation (b : board) (a : player) : item board unit := (tt, b, Some a).

Definition unit_eq_dec : forall x y : unit, {x = y} + {x <> y}.
Proof. decide equality. Defined.

Definition number_of_player (a : option player) : N := match a with None => 0 | Some Black => 1 | Some White => 2 end.
Definition migos_key (i : item board unit) : positive :=
  match i with
  | (_, b, a) => N.succ_pos (N.lor (N.shiftl (N.lor (N.shiftl (black b) (N.of_nat (size r))) (white b)) 2) (number_of_player a))
  end.

Notation demands_ := (demands board unit).
Notation fulfils_ := (fulfils board unit board_eq_dec unit_eq_dec migos_key).
Notation demand_that_ := (demand_that board unit board_eq_dec unit_eq_dec migos_key).
Notation stronger_ := (stronger board unit board_eq_dec unit_eq_dec migos_key).
Notation item_eq := (item_eq_dec board unit board_eq_dec unit_eq_dec).

Inductive migos_reply : Type := Migos_end | Migos_child (number : positive).
Inductive migos_type : Type :=
| Migos_winners (m : go_move N) (a : migos_reply)
| Migos_losers (rs : list migos_reply).
Record migos_node : Type := { n_at : state_; n_bound : Z; n_ties : bool; n_type : migos_type }.

(** A node that was taken. *)
Record taken : Type := { t_at : state_; t_bound : Z; t_demands : demands_ }.

Definition demanded (d : demands_) (h : past) : Prop := forall b a, fulfils_ d (situation b a) (balance_ b a (turns _ h)) = true.

Definition holds (c : taken) : Prop := forall h : past, now_ h = t_at c -> demanded (t_demands c) h -> forces game_ w (t_bound c) h.

Definition migos_state_eq_dec : forall s t : state_, {s = t} + {s <> t}.
Proof.
  intros [b a p k] [b' a' p' k'].
  destruct (board_eq_dec b b'), (player_eq_dec a a'), (bool_dec p p'), (list_eq_dec N.eq_dec k k'); (left; congruence) || (right; congruence).
Defined.

Section Node.

Variable s : state_.
Variable t : Z.
Variable ties : bool.
Variable before : PositiveMap.t taken.

(** Balances after which it is good that the move ends the game; [x]: what it adds. *)
Definition good_balances (absent : bool) (x : Z) : range :=
  let tie_too := ties && denies in
  match w with
  | Black => {| may_be_absent := absent; least := Some ((if tie_too then 0 else 1) - x); most := None |}
  | White => {| may_be_absent := absent; least := None; most := Some ((if tie_too then 0 else -1) - x) |}
  end.

Lemma good_balances_true : forall absent x c, t <= won_outright -> allows (good_balances absent x) (Some c) = true -> good w t (judged_ (c + x)).
Proof.
  intros absent x c low yes. unfold won_outright in low. unfold good_balances, allows, above, below in yes. unfold judged, tie_for, won_outright.
  destruct w, ties, denies; cbn [least most andb] in yes; rewrite ?andb_true_r in yes; apply Z.leb_le in yes;
    destruct (c + x) eqn:is; cbn [good margin_of Z.opp]; lia.
Qed.

(** One of a child's demands, carried to before the play. *)
Definition carry_back (b : board) (next : player) (x : Z) (it : positive * (item board unit * range)) (od : option demands_) : option demands_ :=
  match od with
  | None => None
  | Some d =>
    let (i, range_) := snd it in
    if item_eq i (situation b next) then (if allows range_ (Some 0) then Some d else None) (* L21 *)
    else demand_that_ i (unshifted x range_) d                                            (* D5, D6, D9 *)
  end.

Definition migos_reply_demands (m : go_move N) (b : board) (x : Z) (a : migos_reply) (d : demands_) : option demands_ :=
  let next := other (m_mover _ _ s) in
  match a with
  | Migos_end =>
    if second_ s m then (if Z.leb t (margin_of w (score_ b)) then Some d else None)     (* L9 *)
    else demand_that_ (situation b next) (good_balances false x) d                     (* L10, L11, D1 *)
  | Migos_child number =>
    match PositiveMap.find number before with
    | None => None
    | Some c =>
      if negb (second_ s m) && (if migos_state_eq_dec (t_at c) (then_ s m b) then true else false) && Z.leb t (t_bound c) (* L15, L17, L20 *)
      then fold_right (carry_back b next x) (demand_that_ (situation b next) (good_balances true x) d) (PositiveMap.elements (t_demands c)) (* D3 *)
      else None
    end
  end.

(** What a move may make of the game, if it is to be good for [w]. *)
Definition fine (h : past) (m : go_move N) : Prop :=
  match step_ h m with Illegal => True | Ends res => good w t res | Goes h' => forces game_ w t h' end.

Hypothesis low : t <= won_outright.
Hypothesis all_true : forall number c, PositiveMap.find number before = Some c -> holds c.

Lemma stronger_refl : forall d, stronger_ d d.
Proof. intros d i v yes. exact yes. Qed.

Lemma stronger_trans : forall d e f, stronger_ d e -> stronger_ e f -> stronger_ d f.
Proof. intros d e f one two i v yes. apply two. apply one. exact yes. Qed.

Lemma demanded_less : forall d e h, stronger_ d e -> demanded d h -> demanded e h.
Proof. intros d e h less all b a. apply less. apply all. Qed.

(** What is carried from a child's demands. *)
Lemma carried_true : forall b next x its d0 d, fold_right (carry_back b next x) d0 its = Some d ->
  exists e, d0 = Some e /\ stronger_ d e /\ forall p i range_, In (p, (i, range_)) its ->
    if item_eq i (situation b next) then allows range_ (Some 0) = true
    else forall v, fulfils_ d i v = true -> allows range_ (option_map (fun c => c + x) v) = true.
Proof.
  intros b next x its d0. induction its as [| [p0 [i0 range0]] rest again]; intros d made; cbn [fold_right] in made; [| unfold carry_back at 1 in made].
  - exists d. split; [exact made |]. split; [apply stronger_refl | intros p i range_ []].
  - destruct (fold_right _ _ rest) as [d1 |] eqn:first; [| discriminate made]. destruct (again d1 eq_refl) as [e [is [less all]]].
    cbn [snd] in made. exists e. split; [exact is |]. destruct (item_eq i0 (situation b next)) as [same | no] eqn:which.
    + destruct (allows range0 (Some 0)) eqn:zero; [| discriminate]. injection made as <-. split; [exact less |].
      intros p i range_ [eq | among]; [| exact (all p i range_ among)]. injection eq as <- <- <-. rewrite which. exact zero.
    + destruct (demand_that_true _ _ _ _ _ _ _ _ _ made) as [less1 one]. split; [exact (stronger_trans _ _ _ less1 less) |].
      intros p i range_ [eq | among].
      * injection eq as <- <- <-. rewrite which. intros v yes. specialize (one v yes). rewrite allows_unshifted in one. exact one.
      * assert (here := all p i range_ among). destruct (item_eq i (situation b next)); [exact here |].
        intros v yes. apply here. apply less1. exact yes.
Qed.

Lemma reply_true : forall m b x a d d' h, moved_ s m = Some (b, x) -> migos_reply_demands m b x a d = Some d' -> now_ h = s ->
  stronger_ d' d /\ (demanded d' h -> fine h m /\ step_ h m <> Illegal).
Proof.
  intros m b x a d d' h makes made here. unfold fine.
  assert (goes := step_is board N board_eq_dec play_ score_ won_outright tie_ (points r) (play_on_board r) N.eq_dec h m).
  rewrite here, makes in goes. set (next := other (m_mover _ _ s)) in *.
  assert (mover : other (who_moves board h) = next) by (unfold next; rewrite <- here; reflexivity).
  destruct a as [| number]; cbn [migos_reply_demands] in made; fold next in made.
  - destruct (second_ s m).
    + destruct (Z.leb_spec t (margin_of w (score_ b))); [| discriminate]. injection made as <-.
      split; [apply stronger_refl |]. intros _. rewrite goes. split; [assumption | discriminate].
    + destruct (demand_that_true _ _ _ _ _ _ _ _ _ made) as [less one]. split; [exact less |]. intro all.
      specialize (one _ (all b next)). rewrite mover in goes. destruct (balance_ b next _) as [c |];
        [| unfold good_balances in one; destruct w; discriminate one].
      rewrite goes. split; [exact (good_balances_true false x c low one) | discriminate].
  - destruct (PositiveMap.find number before) as [c |] eqn:there; [| discriminate].
    destruct (negb (second_ s m) && _ && _) eqn:fits; [| discriminate].
    apply andb_true_iff in fits. destruct fits as [fits more]. apply andb_true_iff in fits. destruct fits as [no same].
    apply negb_true_iff in no. rewrite no in goes. apply Z.leb_le in more.
    destruct (migos_state_eq_dec (t_at c) (then_ s m b)) as [same_ |]; [| discriminate].
    destruct (carried_true _ _ _ _ _ _ made) as [e [is [less all]]].
    destruct (demand_that_true _ _ _ _ _ _ _ _ _ is) as [less1 one]. split; [exact (stronger_trans _ _ _ less less1) |].
    intro fulfilled. rewrite mover in goes. assert (look := one _ (demanded_less _ _ _ less fulfilled b next)).
    destruct (balance_ b next (turns _ h)) as [v |] eqn:met; rewrite goes.
    + split; [exact (good_balances_true true x v low look) | discriminate].
    + split; [| discriminate]. apply (forces_less _ _ (t_bound c)); [exact more |].
      assert (makes_ : moved_ (now_ h) m = Some (b, x)) by (rewrite here; exact makes).
      apply (all_true number c there).
      * rewrite (state_later board N board_eq_dec play_ (points r) N.eq_dec h m b x makes_), here. symmetry. exact same_.
      * intros b' a'. rewrite (balance_later board N board_eq_dec play_ (points r) N.eq_dec h m b x makes_), mover.
        unfold fulfils. destruct (PositiveMap.find (migos_key (situation b' a')) (t_demands c)) as [[i range_] |] eqn:demand_; [| reflexivity].
        destruct (item_eq (situation b' a') i) as [<- |]; [| reflexivity].
        specialize (all _ _ _ (PositiveMap.elements_correct _ _ demand_)).
        destruct (item_eq (situation b' a') (situation b next)) as [own | other_].
        -- injection own as -> ->. destruct (board_eq_dec b b); [| contradiction]. destruct (player_eq_dec next next); [exact all | contradiction].
        -- assert (kept := all _ (fulfilled b' a')). destruct (board_eq_dec b b') as [<- |]; [| exact kept].
           destruct (player_eq_dec next a') as [<- |]; [exfalso; apply other_; reflexivity | exact kept].
Qed.

(** The loser's moves in their order, each with its reply. *)
Fixpoint migos_replies_demands (ms : list (go_move N)) (rs : list migos_reply) (d : demands_) : option demands_ :=
  match ms with
  | [] => match rs with [] => Some d | _ => None end
  | m :: rest =>
    match moved_ s m with
    | None => migos_replies_demands rest rs d
    | Some (b, x) =>
      match rs with
      | [] => None
      | a :: rs' => match migos_reply_demands m b x a d with Some d' => migos_replies_demands rest rs' d' | None => None end
      end
    end
  end.

Lemma replies_true : forall ms rs d d' h, migos_replies_demands ms rs d = Some d' -> now_ h = s ->
  stronger_ d' d /\ (demanded d' h -> forall m, In m ms -> fine h m).
Proof.
  induction ms as [| m rest again]; intros rs d d' h made here; simpl in made.
  - destruct rs; [| discriminate]. injection made as <-. split; [apply stronger_refl | intros _ m []].
  - destruct (moved_ s m) as [[b x] |] eqn:makes.
    + destruct rs as [| a rs']; [discriminate |]. destruct (migos_reply_demands m b x a d) as [d1 |] eqn:first; [| discriminate].
      destruct (again rs' d1 d' h made here) as [less all]. destruct (reply_true m b x a d d1 h makes first here) as [less1 one].
      split; [exact (stronger_trans _ _ _ less less1) |]. intros fulfilled m' [<- | is]; [| exact (all fulfilled m' is)].
      apply one. exact (demanded_less _ _ _ less fulfilled).
    + destruct (again rs d d' h made here) as [less all]. split; [exact less |]. intros fulfilled m' [<- | is]; [| exact (all fulfilled m' is)].
      unfold fine. rewrite (step_is board N board_eq_dec play_ score_ won_outright tie_ (points r) (play_on_board r) N.eq_dec h m), here, makes. exact I.
Qed.

Definition every_move : list (go_move N) := map Stone (points r) ++ [Pass].

Lemma in_every_move : forall m b x, moved_ s m = Some (b, x) -> In m every_move.
Proof.
  intros [p |] b x made; apply in_or_app; [left | right; left; reflexivity]. apply in_map. simpl in made.
  destruct (in_dec _ _ _); [discriminate |]. destruct (play_ _ _ p) as [c |] eqn:legal; [| discriminate]. exact (play_on_board r _ _ _ _ legal).
Qed.

(** [L23] What is demanded of the own situation, which is always there, is dropped. *)
Definition own_dropped (d : demands_) : option demands_ :=
  let i := situation (m_board _ _ s) (m_mover _ _ s) in
  if fulfils_ d i (Some 0)
  then match PositiveMap.find (migos_key i) d with
       | Some (j, _) => if item_eq i j then Some (PositiveMap.remove (migos_key i) d) else Some d
       | None => Some d
       end
  else None.

Lemma own_dropped_true : forall d d' h, own_dropped d = Some d' -> now_ h = s -> demanded d' h -> demanded d h.
Proof.
  intros d d' h made here fulfilled b a. unfold own_dropped in made.
  set (i := situation (m_board _ _ s) (m_mover _ _ s)) in *.
  destruct (fulfils_ d i (Some 0)) eqn:zero; [| discriminate]. specialize (fulfilled b a).
  destruct (PositiveMap.find (migos_key i) d) as [[j range_] |] eqn:there; [| injection made as <-; exact fulfilled].
  destruct (item_eq i j) as [<- |]; injection made as <-; [| exact fulfilled].
  destruct (item_eq (situation b a) i) as [same | no].
  - unfold i in same. injection same as -> ->. assert (own : balance_ (m_board _ _ s) (m_mover _ _ s) (turns _ h) = Some 0)
      by (rewrite <- here; exact (balance_now board board_eq_dec h)).
    rewrite own. exact zero.
  - unfold fulfils in *. destruct (Pos.eq_dec (migos_key (situation b a)) (migos_key i)) as [eq | differs].
    + rewrite eq, there. destruct (item_eq (situation b a) i); [contradiction | reflexivity].
    + rewrite PositiveMap.gro in fulfilled by exact differs. exact fulfilled.
Qed.

Definition migos_finish (d : demands_) : option taken :=
  match own_dropped d with
  | Some d' => if forallb (fun it => possible (snd (snd it))) (PositiveMap.elements d')
               then Some {| t_at := s; t_bound := t; t_demands := d' |} else None
  | None => None
  end.

Lemma finish_true : forall d c, migos_finish d = Some c ->
  t_at c = s /\ t_bound c = t /\ forall h, now_ h = s -> demanded (t_demands c) h -> demanded d h.
Proof.
  intros d c made. unfold migos_finish in made. destruct (own_dropped d) as [d' |] eqn:dropped; [| discriminate].
  destruct (forallb _ _); [| discriminate]. injection made as <-. repeat split. intros h here. exact (own_dropped_true d d' h dropped here).
Qed.

Definition migos_node_check (f : migos_type) : option taken :=
  match f with
  | Migos_winners m a =>
    if player_eq_dec (m_mover _ _ s) w
    then match moved_ s m with
         | Some (b, x) => match migos_reply_demands m b x a (no_demands board unit) with Some d => migos_finish d | None => None end
         | None => None
         end
    else None
  | Migos_losers rs =>
    if player_eq_dec (m_mover _ _ s) (other w)
    then match migos_replies_demands every_move rs (no_demands board unit) with Some d => migos_finish d | None => None end
    else None
  end.

Lemma node_holds : forall f c, migos_node_check f = Some c -> holds c.
Proof.
  intros [m a | rs] c made h here fulfilled; simpl in made.
  - destruct (player_eq_dec _ _) as [own |]; [| discriminate].
    destruct (moved_ s m) as [[b x] |] eqn:makes; [| discriminate].
    destruct (migos_reply_demands m b x a _) as [d |] eqn:replied; [| discriminate].
    destruct (finish_true d c made) as [at_s [bound_ all]]. rewrite at_s in here. rewrite bound_.
    destruct (reply_true m b x a _ d h makes replied here) as [_ good_]. destruct (good_ (all h here fulfilled)) as [well legal].
    assert (turn : to_move game_ h = w) by (rewrite <- own, <- here; reflexivity).
    unfold fine in well. destruct (step_ h m) as [| res | h'] eqn:does; [congruence | |].
    + exact (forces_ends game_ w t h m res turn does well).
    + exact (forces_goes game_ w t h m h' turn does well).
  - destruct (player_eq_dec _ _) as [theirs |]; [| discriminate].
    destruct (migos_replies_demands _ rs _) as [d |] eqn:replied; [| discriminate].
    destruct (finish_true d c made) as [at_s [bound_ all]]. rewrite at_s in here. rewrite bound_.
    destruct (replies_true _ rs _ d h replied here) as [_ good_]. specialize (good_ (all h here fulfilled)).
    assert (each : forall m, fine h m).
    { intro m. destruct (moved_ s m) as [[b x] |] eqn:makes; [exact (good_ m (in_every_move m b x makes)) |].
      unfold fine. rewrite (step_is board N board_eq_dec play_ score_ won_outright tie_ (points r) (play_on_board r) N.eq_dec h m), here, makes. exact I. }
    apply forces_answers.
    + rewrite <- theirs, <- here. reflexivity.
    + intros m res does. specialize (each m). unfold fine in each. change (step_ h m = Ends res) in does. rewrite does in each. exact each.
    + intros m h' does. specialize (each m). unfold fine in each. change (step_ h m = Goes h') in does. rewrite does in each. exact each.
Qed.

End Node.

(** ** All nodes of a claim *)

Fixpoint check_migos (fs : list migos_node) (number : positive) (before : PositiveMap.t taken) : option (PositiveMap.t taken) :=
  match fs with
  | [] => Some before
  | f :: rest =>
    if Z.leb (n_bound f) won_outright
    then match migos_node_check (n_at f) (n_bound f) (n_ties f) before (n_type f) with
         | Some c => check_migos rest (Pos.succ number) (PositiveMap.add number c before)
         | None => None
         end
    else None
  end.

Lemma all_hold : forall fs number before after, check_migos fs number before = Some after ->
  (forall i c, PositiveMap.find i before = Some c -> holds c) -> forall i c, PositiveMap.find i after = Some c -> holds c.
Proof.
  induction fs as [| f rest again]; intros number before after made all; simpl in made; [injection made as <-; exact all |].
  destruct (Z.leb_spec (n_bound f) won_outright) as [low |]; [| discriminate].
  destruct (migos_node_check _ _ _ _ _) as [c |] eqn:here; [| discriminate].
  apply (again _ _ _ made). intros i c' is. destruct (Pos.eq_dec i number) as [-> | no].
  - rewrite PositiveMap.gss in is. injection is as <-. exact (node_holds _ _ _ before low all _ _ here).
  - rewrite PositiveMap.gso in is by exact no. exact (all i c' is).
Qed.

(** The moves before a claim; the last one may end the game. *)
Fixpoint migos_replay (h : past) (ms : list (go_move N)) : outcome past :=
  match ms with
  | [] => Goes h
  | m :: rest =>
    match step_ h m with
    | Goes h' => migos_replay h' rest
    | Ends res => match rest with [] => Ends res | _ => Illegal end
    | Illegal => Illegal
    end
  end.

(** Does the last node say so? *)
Definition migos_claim (nodes : PositiveMap.t taken) (h : past) (t : Z) (number : positive) : bool :=
  match PositiveMap.find number nodes with
  | None => false
  | Some c =>
    (if migos_state_eq_dec (now_ h) (t_at c) then true else false) && Z.leb t (t_bound c) &&
    forallb (fun it => match snd it with
                       | (_, b, Some a, range_) => allows range_ (balance_ b a (turns _ h))
                       | _ => true
                       end) (PositiveMap.elements (t_demands c))
  end.

Theorem migos_sound : forall fs nodes h t number, check_migos fs 1 (PositiveMap.empty taken) = Some nodes ->
  migos_claim nodes h t number = true -> forces game_ w t h.
Proof.
  intros fs nodes h t number made yes. unfold migos_claim in yes.
  destruct (PositiveMap.find number nodes) as [c |] eqn:there; [| discriminate].
  rewrite !andb_true_iff in yes. destruct yes as [[same more] well]. apply Z.leb_le in more.
  destruct (migos_state_eq_dec _ _) as [same_ |]; [| discriminate].
  apply (forces_less _ _ (t_bound c)); [exact more |]. apply (all_hold fs 1 _ nodes made) with (2 := there); [| exact same_ |].
  - intros i c' bad. rewrite PositiveMap.gempty in bad. discriminate.
  - intros b a. unfold fulfils. destruct (PositiveMap.find (migos_key (situation b a)) (t_demands c)) as [[i range_] |] eqn:demand_; [| reflexivity].
    destruct (item_eq (situation b a) i) as [<- |]; [| reflexivity]. rewrite forallb_forall in well.
    exact (well _ (PositiveMap.elements_correct _ _ demand_)).
Qed.

End MigosChecker.

(** A claim of either kind, after moves. *)
Theorem migos_claim_sound : forall r w denies fs nodes b first ms h t number,
  check_migos r w denies fs 1 (PositiveMap.empty taken) = Some nodes ->
  migos_replay r w denies (begin_with board b first) ms = Goes h -> migos_claim r nodes h t number = true ->
  forces (migos_game board N board_eq_dec (play r) (score r) won_outright (tie_for w denies)) w t h.
Proof. intros r w denies fs nodes b first ms h t number made _ yes. exact (migos_sound r w denies fs nodes h t number made yes). Qed.

(** What a denial says: his opponent does not force what would go against it, in the game in which a tie is worth nothing to anybody. *)
Theorem migos_denial_sound : forall r w fs nodes b first ms h t j number,
  check_migos r w true fs 1 (PositiveMap.empty taken) = Some nodes ->
  migos_replay r w true (begin_with board b first) ms = Goes h -> migos_claim r nodes h t number = true ->
  forces (migos_game board N board_eq_dec (play r) (score r) won_outright Unscored) (other w) j h -> t + j <= 0.
Proof.
  intros r w fs nodes b first ms h t j number made _ yes his.
  exact (denied board N board_eq_dec (play r) (score r) won_outright _ w t j h (migos_sound r w true fs nodes h t number made yes) his).
Qed.
