(**
The strategy theorem for the rules of MIGOS.

A strategy graph ([migos_graph]) is one as in Strategy.v: nodes with a board, who is to move, and perhaps a board that the opponent would
bring back by retaking a ko at once; the attacker's moves; the opponent's stones and passes, followed; no endless path; and each stone of
the attacker's brings about the board of no node from which there is a path to the node where it is played. Besides
- [kept]: no stone of the opponent's brings back a board that the attacker left with a stone;
- [not_passed]: none brings back a board that is enough, and that the opponent left with a stone, if he has passed since on a board that
  is not enough.
Of nodes on boards that last (Living.v) nothing is asked: of such a board is known that it is enough, that it stays one whatever stone the opponent
places, and that his stones end. So living strategies are strategies, too. Some boards may be [forbidden]: no stone of either player's brings them about.

[migos_strategy_forces]: then the attacker forces his margin from the start, the whole history being looked at, whatever a tie is worth, if the margin is
no more than an outright win is worth. In terms of solver/certificate/strategy_soundness.md: these are its conditions (a) to (e). No stone of the
attacker's brings back a situation. Where a stone of the opponent's, or a pass of the attacker's, does, the attacker has made more passes since
([lead_since]): he wins outright. A pass of the opponent's brings back none, but by the second pass ([came_once]). On boards that last he does nothing but pass (MigosPassing.v).

[migos_play_forces]: so he does after any first move of the game, if the start is forbidden and does not last, and is enough if that move is his own pass. This is (g).
*)
Require Import ZArith Lia List Bool Relations Wellfounded.
Require Import Game Strategy Repetition Migos MigosPassing.
Import ListNotations.
Local Open Scope Z_scope.

Section MigosStrategy.

Variables board point : Type.
Variable board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variable outright : Z.
Variable tie : result.
Variable attacker : player.
Variable wanted : Z. (** in the attacker's favour *)
Hypothesis not_more : wanted <= outright.
Variable lasting : board -> bool.
Variable rank_of_board : board -> nat.
Notation opponent := (other attacker).
Notation enough := (enough board score attacker wanted).
Hypothesis gives : forall b, lasting b = true -> enough b.
Hypothesis stays : forall b p b', lasting b = true -> play opponent b p = Some b' -> lasting b' = true /\ (rank_of_board b' < rank_of_board b)%nat.
Variable forbidden : board -> Prop. (** what no stone may bring about *)

Notation past := (record board).
Notation turns_ := (turns board).
Notation push_ := (push board).
Notation stone_ := (stone_turn board).
Notation pass_ := (pass_turn board).
Notation mover_ := (who_moves board).
Notation now h := (left board (fst h)).
Notation the_game := (migos_game board point board_eq_dec play score outright tie).
Notation step_ := (migos_step board point board_eq_dec play score outright tie).
Notation balance_ := (balance board board_eq_dec).
Notation produces_ := (produces board board_eq_dec).
Notation retakes_ := (retakes board board_eq_dec).
Notation forced := (forces the_game attacker wanted).
Notation enough_dec := (enough_dec board score attacker wanted).
Notation lead := (lead attacker).
Notation lead_plus := (lead_plus attacker).
Notation lead_own := (lead_own attacker).
Notation lead_zero := (lead_zero attacker).
Notation opponent_differs := (opponent_differs attacker).
Notation judged_good := (judged_good outright tie attacker wanted not_more).
Notation produces_true := (produces_true board board_eq_dec).
Notation balance_has := (balance_has board board_eq_dec).
Notation never_stood := (never_stood board board_eq_dec).
Notation pass_ends := (pass_ends board point board_eq_dec play score outright tie).
Notation pass_is := (pass_is board point board_eq_dec play score outright tie).
Notation stone_is := (stone_is board point board_eq_dec play score outright tie).
Notation by_answers := (by_answers board point board_eq_dec play score outright tie attacker wanted).
Notation by_move := (by_move board point board_eq_dec play score outright tie attacker wanted).
Notation by_second_pass := (by_second_pass board point board_eq_dec play score outright tie attacker wanted).
Notation moved_on := (moved_on board).
Notation passing_forces := (passing_forces board point board_eq_dec play score outright tie attacker wanted lasting rank_of_board gives stays).

(** ** Strategy graphs *)

Record migos_graph : Type := {
  node : Type;
  at_board : node -> board;
  turn : node -> player;
  barred : node -> option board;
  next : node -> node -> Prop;
  path : node -> node -> Prop := clos_refl_trans node next;
  (** The opponent may play a stone that brings about [b]; it is no retaking of a ko. *)
  may_bring (n : node) (b : board) : Prop :=
    lasting (at_board n) = false /\ turn n = opponent /\ barred n <> Some b /\ exists p, play opponent (at_board n) p = Some b;
  (** Whose turn it is leaves the board. *)
  leaves (u u' : node) (b : board) (a : player) : Prop := turn u = a /\ at_board u = b /\ next u u' /\ at_board u' <> b;

  attacker_moves : forall n, lasting (at_board n) = false -> turn n = attacker ->
    (enough (at_board n) /\
     exists n', next n n' /\ at_board n' = at_board n /\ turn n' = opponent /\ barred n' = None) \/
    (exists p b n', play attacker (at_board n) p = Some b /\ next n n' /\ at_board n' = b /\ turn n' = opponent /\
       (barred n' = None \/ barred n' = Some (at_board n)) /\ ~ forbidden b /\ forall u, path u n -> at_board u <> b);
  not_forbidden : forall n b, may_bring n b -> ~ forbidden b;
  stone_followed : forall n b, may_bring n b -> exists n', next n n' /\ at_board n' = b /\ turn n' = attacker;
  pass_followed : forall n, lasting (at_board n) = false -> turn n = opponent -> ~ enough (at_board n) ->
    exists n', next n n' /\ at_board n' = at_board n /\ turn n' = attacker;
  kept : forall n b u u', may_bring n b -> leaves u u' b attacker -> path u' n -> False;
  not_passed : forall n b u u' w w', may_bring n b -> enough b -> leaves u u' b opponent -> path u' w ->
    turn w = opponent -> ~ enough (at_board w) -> next w w' -> at_board w' = at_board w -> path w' n -> False;
  ends : well_founded (fun n' n => next n n')
}.

Variable g : migos_graph.
Notation node_ := (node g).
Notation path_ := (path g).
Notation leaves_ := (leaves g).

Lemma path_on : forall u n n', path_ u n -> next g n n' -> path_ u n'.
Proof. intros u n n' way edge. eapply rt_trans; [exact way | apply rt_step; exact edge]. Qed.

Section Entered.

(** Where play by the graph begins, and what was played before. *)
Variable n0 : node_.
Variable h0 : past.

Definition there (n : node_) (b : board) (a : player) (c : Z) : Prop :=
  at_board g n = b /\ (enough b -> 0 <= lead c) /\ (turn g n = opponent -> a = attacker -> enough b /\ 1 <= lead c).

(** A board from before on which nobody places a stone again: the attacker is about to do so, or it is gone. *)
Definition left_behind (h : past) (n : node_) (b : board) : Prop :=
  forbidden b /\ (at_board g n = b -> turn g n = attacker /\ was_pass _ (fst h) = true).

Record begins : Prop := {
  begun_here : now h0 = at_board g n0 /\ mover_ h0 = turn g n0;
  begun_free : barred g n0 = None;
  begun_old : forall t, In t (snd h0) -> forbidden (left _ t) /\ lasting (left _ t) = false;
  begun_passed : was_pass _ (fst h0) = true -> turn g n0 = opponent -> enough (at_board g n0);
  begun_once : turn g n0 = opponent -> was_pass _ (fst h0) = false -> balance_ (at_board g n0) attacker (turns_ h0) = None;
  begun_lead : forall b a c, balance_ b a (turns_ h0) = Some c -> there n0 b a c \/ left_behind h0 n0 b
}.
Hypothesis begun : begins.

(** ** Lines of play that follow it *)

Inductive line : past -> node_ -> Prop :=
| line_start : line h0 n0
| line_own_stone : forall h n n', line h n -> lasting (at_board g n) = false -> turn g n = attacker -> next g n n' -> turn g n' = opponent ->
    ~ forbidden (at_board g n') -> (forall u, path_ u n -> at_board g u <> at_board g n') -> (barred g n' = None \/ barred g n' = Some (at_board g n)) ->
    line (push_ (stone_ h (at_board g n')) h) n'
| line_own_pass : forall h n n', line h n -> was_pass _ (fst h) = false -> lasting (at_board g n) = false -> turn g n = attacker -> next g n n' -> turn g n' = opponent ->
    at_board g n' = at_board g n -> enough (at_board g n) -> barred g n' = None -> line (push_ (pass_ h) h) n'
| line_stone : forall h n n', line h n -> may_bring g n (at_board g n') -> next g n n' -> turn g n' = attacker ->
    line (push_ (stone_ h (at_board g n')) h) n'
| line_pass : forall h n n', line h n -> lasting (at_board g n) = false -> turn g n = opponent -> ~ enough (at_board g n) -> next g n n' ->
    at_board g n' = at_board g n -> turn g n' = attacker -> line (push_ (pass_ h) h) n'.

Lemma line_stands : forall h n, line h n -> now h = at_board g n /\ mover_ h = turn g n.
Proof.
  assert (back : other opponent = attacker) by apply other_other.
  intros h n on. induction on as [| h n n' on [here up] open own edge his clean new bar | h n n' on [here up] first open own edge his same well free
    | h n n' on [here up] may edge own | h n n' on [here up] open his ill edge same own]; unfold who_moves in *; simpl; unfold who_moves.
  - exact (begun_here begun).
  - rewrite up, own. auto.
  - rewrite up, own. split; congruence.
  - destruct may as [_ [his _]]. rewrite up, his. split; congruence.
  - rewrite up, his. split; congruence.
Qed.

(** No board from before lasts. *)
Lemma earlier_open : forall h n, line h n -> forall t, In t (snd h) -> lasting (left _ t) = false.
Proof.
  assert (one : forall h n, line h n -> lasting (at_board g n) = false -> (forall t, In t (snd h) -> lasting (left _ t) = false) ->
    forall t, In t (turns_ h) -> lasting (left _ t) = false).
  { intros h n on open all t [<- | there]; [| exact (all t there)]. rewrite (proj1 (line_stands h n on)). exact open. }
  intros h n on. induction on as [| h n n' on all open | h n n' on all first open | h n n' on all may | h n n' on all open];
    [intros t old; exact (proj2 (begun_old begun t old)) | apply (one h n on open all) .. | apply (one h n on (proj1 may) all) | apply (one h n on open all)].
Qed.

(** All boards of a line are forbidden, or boards of nodes from which there is a path to the present one. *)
Lemma visited : forall h n, line h n -> forall t, In t (turns_ h) -> forbidden (left _ t) \/ exists u, path_ u n /\ at_board g u = left _ t.
Proof.
  assert (one : forall h n n' t, next g n n' -> (forall t, In t (turns_ h) -> forbidden (left _ t) \/ exists u, path_ u n /\ at_board g u = left _ t) ->
    left _ t = at_board g n' -> forall t', In t' (turns_ (push_ t h)) -> forbidden (left _ t') \/ exists u, path_ u n' /\ at_board g u = left _ t').
  { intros h n n' t edge all here t' [<- | old].
    - right. exists n'. split; [apply rt_refl | symmetry; exact here].
    - destruct (all t' old) as [bad | [u [way same]]]; [left; exact bad | right]. exists u. split; [exact (path_on u n n' way edge) | exact same]. }
  intros h n on. induction on as [| h n n' on all open own edge | h n n' on all first open own edge his same
    | h n n' on all may edge | h n n' on all open his ill edge same].
  - intros t [<- | old]; [right; exists n0; split; [apply rt_refl | symmetry; exact (proj1 (begun_here begun))] | left; exact (proj1 (begun_old begun t old))].
  - apply (one h n n' _ edge all). reflexivity.
  - apply (one h n n' _ edge all). rewrite same. apply (line_stands h n on).
  - apply (one h n n' _ edge all). reflexivity.
  - apply (one h n n' _ edge all). rewrite same. apply (line_stands h n on).
Qed.

Lemma fresh_never : forall h n b a, line h n -> ~ forbidden b -> (forall u, path_ u n -> at_board g u <> b) -> balance_ b a (turns_ h) = None.
Proof.
  intros h n b a on clean fresh. apply never_stood. intros t old same. destruct (visited h n on t old) as [bad | [u [way is]]].
  - apply clean. congruence.
  - apply (fresh u way). congruence.
Qed.

Lemma passed_enough : forall h n, line h n -> turn g n = opponent -> was_pass _ (fst h) = true -> enough (at_board g n).
Proof.
  intros h n on his was. destruct on as [| | h n n' on first open own edge his' same well free | |]; try discriminate.
  - exact (begun_passed begun was his).
  - congruence.
  - exfalso. apply opponent_differs. congruence.
Qed.

(** Where the opponent may pass, and the game goes on, the attacker never was to move on that board. *)
Lemma came_once : forall h n, line h n -> turn g n = opponent -> was_pass _ (fst h) = false -> balance_ (at_board g n) attacker (turns_ h) = None.
Proof.
  assert (skip : forall t ts b, next_player _ t = opponent -> balance_ b attacker ts = None -> balance_ b attacker (t :: ts) = None).
  { intros t ts b up none. cbn [balance]. rewrite none. destruct (produces_ t b attacker) eqn:here; [| reflexivity].
    apply produces_true in here. exfalso. apply opponent_differs. rewrite <- up. apply here. }
  intros h n on his was. destruct on as [| h n n' on open own edge his' clean new bar | | h n n' on may edge own | h n n' on open his' ill edge same own];
    [exact (begun_once begun his was) | | discriminate | exfalso; apply opponent_differs; congruence ..].
  apply skip; [simpl; rewrite (proj2 (line_stands h n on)), own; reflexivity | exact (fresh_never h n _ _ on clean new)].
Qed.

Lemma retaken : forall h n b, line h n -> turn g n = opponent -> barred g n = Some b -> retakes_ (stone_ h b) h = true.
Proof.
  intros h n b on his bar. assert (free0 := begun_free begun). destruct on as [| h n n' on open own edge his' clean new [none | some] | | h n n' on may edge own | h n n' on open his' ill edge same own];
    try congruence; try (exfalso; apply opponent_differs; congruence).
  assert (is : at_board g n = b) by congruence. unfold retakes, same_board_b. simpl. rewrite (proj1 (line_stands h n on)).
  destruct (board_eq_dec b (at_board g n)); congruence.
Qed.

(** ** The balance of passes since a situation was there *)

Definition low (a : player) (c : Z) : Prop := 0 <= lead c /\ (a = attacker -> 1 <= lead c).

Definition passed_since (u n : node_) : Prop := exists w w',
  path_ u w /\ turn g w = opponent /\ ~ enough (at_board g w) /\ next g w w' /\ at_board g w' = at_board g w /\ path_ w' n.

Definition left_by_attacker (n : node_) (b : board) : Prop := exists u u', leaves_ u u' b attacker /\ path_ u' n.

Definition left_by_opponent (n : node_) (b : board) (a : player) (c : Z) : Prop :=
  (a = attacker -> enough b) /\
  (enough b -> exists u u', leaves_ u u' b opponent /\ path_ u' n /\ (low a c \/ passed_since u' n)).

Definition away (n : node_) (b : board) (a : player) (c : Z) : Prop :=
  at_board g n <> b /\ (left_by_attacker n b \/ left_by_opponent n b a c).

Lemma away_later : forall n n' b a c d, next g n n' -> at_board g n' <> b -> lead c <= lead d -> away n b a c -> away n' b a d.
Proof.
  intros n n' b a c d edge gone more [_ [[u [u' [leave way]]] | [same leave_]]]; split; trivial.
  - left. exists u, u'. split; [exact leave | exact (path_on _ _ _ way edge)].
  - right. split; [exact same |]. intro well. destruct (leave_ well) as [u [u' [leave [way since]]]]. exists u, u'.
    split; [exact leave |]. split; [exact (path_on _ _ _ way edge) |].
    destruct since as [[one two] | [w [w' [to_w [turn_w [ill [pass [stays_ from_w]]]]]]]].
    + left. split; [lia |]. intro is. specialize (two is). lia.
    + right. exists w, w'. repeat split; trivial. exact (path_on _ _ _ from_w edge).
Qed.

(** By a stone of the opponent's that brings [b] back. *)
Lemma brought_back : forall n b a c, may_bring g n b -> away n b a c -> (a = attacker -> enough b) /\ (enough b -> low a c).
Proof.
  intros n b a c may [_ [[u [u' [leave way]]] | [same leave_]]]; [destruct (kept g n b u u' may leave way) |].
  split; [exact same |]. intro well. destruct (leave_ well) as [u [u' [leave [way [is | since]]]]]; [exact is |]. exfalso.
  destruct since as [w [w' [to_w [turn_w [ill [pass [stays_ from_w]]]]]]].
  exact (not_passed g n b u u' w w' may well leave to_w turn_w ill pass stays_ from_w).
Qed.

(** A situation's balance, a turn later. *)
Lemma balance_later : forall t h b a c, balance_ b a (turns_ (push_ t h)) = Some c ->
  left _ t = b /\ next_player _ t = a /\ c = 0 \/ exists d, balance_ b a (turns_ h) = Some d /\ c = d + pass_worth _ t.
Proof.
  intros t h b a c found. change (turns_ (push_ t h)) with (t :: turns_ h) in found. cbn [balance] in found.
  destruct (produces_ t b a) eqn:here.
  - left. apply produces_true in here. injection found as <-. tauto.
  - right. destruct (balance_ b a (turns_ h)) as [d |]; [| discriminate]. injection found as <-. exists d. auto.
Qed.

Lemma just_there : forall n b a, at_board g n = b -> (a = attacker -> turn g n = opponent -> False) -> there n b a 0.
Proof.
  intros n b a here turn_. split; [exact here |]. rewrite lead_zero. split; [lia |]. intros his own. destruct (turn_ own his).
Qed.

Theorem lead_since : forall h n, line h n -> forall b a c, balance_ b a (turns_ h) = Some c -> (there n b a c \/ away n b a c) \/ left_behind h n b.
Proof.
  assert (differ := opponent_differs).
  intros h n on. induction on as [| h n n' on again open own edge his clean new bar | h n n' on again first open own edge his same well free
    | h n n' on again may edge own | h n n' on again open his ill edge same own]; intros b a c found;
    try destruct (line_stands h n on) as [here up]; try (destruct (balance_later _ _ _ _ _ found) as [[is [turn_ ->]] | [d [old ->]]];
      cbn [left next_player stone_turn pass_turn pass_worth by_whom by_stone] in *).
  - destruct (begun_lead begun b a c found) as [is | behind]; auto.
  - left. left. apply just_there; [exact is |]. intros own_ _. apply differ. congruence.
  - rewrite Z.add_0_r. destruct (balance_has _ _ _ _ old) as [t [there_ [same _]]].
    assert (gone : at_board g n' <> b).
    { intro back. destruct (visited h n on t there_) as [bad | [u [way is]]]; [apply clean | apply (new u way)]; congruence. }
    destruct (again b a d old) as [[[here' _] | out_] | [bad _]]; [left; right .. | right; split; [exact bad | intro back; destruct (gone back)]].
    + split; [exact gone |]. left. exists n, n'. split; [repeat split; trivial | apply rt_refl].
    + apply (away_later n n' b a d d); trivial. lia.
  - left. left. apply just_there; [congruence |]. intros own_ _. apply differ. congruence.
  - rewrite up, own.
    assert (one : lead (d + margin_of attacker 1) = lead d + 1) by (rewrite lead_plus, lead_own; reflexivity).
    destruct (again b a d old) as [[[here' [few _]] | out_] | [bad only]]; [left .. | right; split; [exact bad |]].
    + left. split; [congruence |]. rewrite here' in well. specialize (few well). split; [lia |]. intros _ _. split; [exact well | lia].
    + right. apply (away_later n n' b a d); trivial; [| lia]. rewrite same. apply (proj1 out_).
    + intro back. destruct only; congruence.
  - left. left. apply just_there; [exact is |]. intros _ his. apply differ. congruence.
  - rewrite Z.add_0_r. assert (his := proj1 (proj2 may)).
    destruct (again b a d old) as [[[here' [few more]] | out_] | [bad _]];
      [left; destruct (board_eq_dec (at_board g n') b) as [back | gone] .. | right; split; [exact bad |]].
    + left. split; [exact back |]. split; [exact few |]. intros his' _. exfalso. apply differ. congruence.
    + right. split; [exact gone |]. right. split; [intro is; apply (more his is) |]. intro well. exists n, n'.
      split; [repeat split; trivial |]. split; [apply rt_refl |]. left. split; [exact (few well) |]. intro is. apply (more his is).
    + left. rewrite <- back in out_. destruct (brought_back n _ a d may out_) as [_ less]. split; [exact back |].
      split; [intro well; rewrite <- back in well; apply (less well) |]. intros his' _. exfalso. apply differ. congruence.
    + right. apply (away_later n n' b a d d); trivial. lia.
    + intro back. exfalso. apply (not_forbidden g n _ may). congruence.
  - left. left. apply just_there; [congruence |]. intros _ his'. apply differ. congruence.
  - destruct (again b a d old) as [[[here' _] | [gone [[u [u' [leave way]]] | [eq leave_]]]] | [bad only]]; [left .. | right; split; [exact bad |]].
    + left. split; [congruence |]. split; [intro well; exfalso; apply ill; congruence |]. intros his' _. exfalso. apply differ. congruence.
    + right. split; [congruence |]. left. exists u, u'. split; [exact leave | exact (path_on _ _ _ way edge)].
    + right. split; [congruence |]. right. split; [exact eq |]. intro well. destruct (leave_ well) as [u [u' [leave [way _]]]].
      exists u, u'. split; [exact leave |]. split; [exact (path_on _ _ _ way edge) |]. right. exists n, n'. repeat split; trivial. apply rt_refl.
    + intro back. exfalso. apply differ. destruct only; congruence.
Qed.

(** Where a stone of the opponent's brings the situation back the attacker leads. *)
Lemma stone_lead : forall h n b c, line h n -> may_bring g n b -> balance_ b attacker (turns_ h) = Some c -> 1 <= lead c.
Proof.
  intros h n b c on may found. destruct (lead_since h n on _ _ _ found) as [[[here [_ more]] | out_] | [bad _]]; [| | destruct (not_forbidden g n b may bad)].
  - apply (more (proj1 (proj2 may)) eq_refl).
  - destruct (brought_back n b attacker c may out_) as [well less]. apply (less (well eq_refl)). reflexivity.
Qed.

(** ** Each move *)

Lemma own_move : forall h n, (forall n', next g n n' -> forall h', line h' n' -> forced h') ->
  line h n -> lasting (at_board g n) = false -> turn g n = attacker -> forced h.
Proof.
  intros h n again on open own. destruct (line_stands h n on) as [here up]. rewrite own in up.
  destruct (attacker_moves g n open own) as [[well [n' [edge [same [his free]]]]] | [p [b [n' [made [edge [<- [his [bar [clean new]]]]]]]]]].
  - destruct (was_pass _ (fst h)) eqn:was; [apply (by_second_pass h up was); congruence |].
    apply (by_move h Pass up); rewrite (pass_is h was), up, here;
      destruct (balance_ (at_board g n) opponent (turns_ h)) as [c |] eqn:found; try discriminate.
    + apply judged_good. rewrite lead_plus, lead_own. destruct (lead_since h n on _ _ _ found) as [[[_ [few _]] | [gone _]] | [_ only]].
      * specialize (few well). lia.
      * destruct (gone eq_refl).
      * exfalso. destruct (only eq_refl). congruence.
    + apply (again n' edge). apply line_own_pass with (n := n); trivial.
  - assert (is := stone_is h p (at_board g n')). rewrite up, here in is. specialize (is made).
    rewrite (fresh_never h n _ _ on clean new) in is.
    assert (legal : retakes_ (stone_ h (at_board g n')) h = false).
    { apply not_true_is_false. intro back. unfold retakes, same_board_b in back. apply andb_true_iff in back. destruct back as [_ back].
      destruct h as [t [| t' rest]]; simpl in back; [discriminate |]. destruct (board_eq_dec _ _) as [same |]; [| discriminate].
      destruct (visited _ n on t') as [bad | [u [way is_]]]; [right; left; reflexivity | apply clean | apply (new u way)]; congruence. }
    rewrite legal in is. apply (by_move h (Stone p) up); rewrite is; [discriminate |].
    apply (again n' edge). apply line_own_stone with (n := n); trivial.
Qed.

Lemma his_move : forall h n, (forall n', next g n n' -> forall h', line h' n' -> forced h') ->
  line h n -> lasting (at_board g n) = false -> turn g n = opponent -> forced h.
Proof.
  intros h n again on open his. destruct (line_stands h n on) as [here up]. rewrite his in up.
  assert (back : other opponent = attacker) by apply other_other. apply (by_answers h up). intros [p |].
  - destruct (play opponent (at_board g n) p) as [b |] eqn:made; [| simpl; rewrite up, here, made; exact I].
    assert (is := stone_is h p b). rewrite up, here, back in is. rewrite (is made).
    destruct (retakes_ (stone_ h b) h) eqn:legal; [exact I |].
    assert (may : may_bring g n b).
    { repeat split; trivial; [| exists p; exact made]. intro bar. rewrite (retaken h n b on his bar) in legal. discriminate. }
    destruct (balance_ b attacker (turns_ h)) as [c |] eqn:found; [apply judged_good; exact (stone_lead h n b c on may found) |].
    destruct (stone_followed g n b may) as [n' [edge [same own]]]. subst b. apply (again n' edge). apply line_stone with (n := n); trivial.
  - destruct (was_pass _ (fst h)) eqn:was.
    + rewrite (pass_ends h was), here. exact (passed_enough h n on his was).
    + rewrite (pass_is h was), up, here, back, (came_once h n on his was). destruct (enough_dec (at_board g n)) as [well | ill].
      * apply by_second_pass; [rewrite moved_on, up; exact back | reflexivity | simpl; rewrite here; exact well].
      * destruct (pass_followed g n open his ill) as [n' [edge [same own]]]. apply (again n' edge). apply line_pass with (n := n); trivial.
Qed.

Lemma line_forces : forall n h, line h n -> forced h.
Proof.
  intro n. induction n as [n again] using (well_founded_induction (ends g)). intros h on.
  destruct (lasting (at_board g n)) eqn:is.
  - apply passing_forces. split; [rewrite (proj1 (line_stands h n on)); exact is |]. intros t there_ bad.
    rewrite (earlier_open h n on t there_) in bad. discriminate.
  - destruct (player_cases attacker (turn g n)) as [own | his]; [exact (own_move h n again on is own) | exact (his_move h n again on is his)].
Qed.

End Entered.

(** ** From a start, and after one move *)

Theorem migos_strategy_forces : forall n, barred g n = None -> forced (begin_with _ (at_board g n) (turn g n)).
Proof.
  intros n free. apply (line_forces n (begin_with _ (at_board g n) (turn g n))) with (n := n); [| apply line_start]. split.
  - split; reflexivity.
  - exact free.
  - intros t [].
  - discriminate.
  - intros his _. unfold turns. simpl. rewrite his. destruct (produces_ _ _ _) eqn:is; [| reflexivity].
    apply produces_true in is. exfalso. apply opponent_differs. apply is.
  - intros b a c found. simpl in found. destruct (produces_ _ b a) eqn:is; [| discriminate]. injection found as <-. apply produces_true in is.
    simpl in is. left. apply just_there; [apply is |]. intros own his. apply opponent_differs. destruct is. congruence.
Qed.

Theorem migos_play_forces : forall b0 a0 m h n, step_ (begin_with _ b0 a0) m = Goes h ->
  now h = at_board g n -> mover_ h = turn g n -> barred g n = None ->
  forbidden b0 -> lasting b0 = false -> (m <> Pass -> now h <> b0) -> (m = Pass -> a0 = attacker -> enough b0) -> forced h.
Proof.
  intros b0 a0 m h n made here up free old open other_board well. set (h1 := begin_with board b0 a0) in *.
  assert (is : exists t, h = push_ t h1 /\ next_player _ t = other a0 /\
    (m <> Pass /\ by_stone _ t = true \/ m = Pass /\ by_stone _ t = false /\ by_whom _ t = Some a0 /\ left _ t = b0)).
  { destruct m as [p |].
    - destruct (play (mover_ h1) (now h1) p) as [b |] eqn:legal; [| simpl in made; simpl in legal; rewrite legal in made; discriminate].
      rewrite (stone_is h1 p b legal) in made. destruct (retakes_ _ _); [discriminate |]. destruct (balance_ _ _ _); [discriminate |].
      injection made as <-. eexists. split; [reflexivity |]. split; [reflexivity |]. left. split; [discriminate | reflexivity].
    - rewrite (pass_is h1 eq_refl) in made. destruct (balance_ _ _ _); [discriminate |].
      injection made as <-. eexists. split; [reflexivity |]. split; [reflexivity |]. right. repeat split; reflexivity. }
  destruct is as [t [-> [next_ kind]]]. clear made. unfold who_moves in up. cbn [push fst] in here, up, other_board.
  apply (line_forces n (push_ t h1)) with (n := n); [| apply line_start].
  assert (all : turns_ (push_ t h1) = [t; fst h1]) by reflexivity.
  split.
  - split; [exact here | exact up].
  - exact free.
  - intros t' [<- | []]. split; [exact old | exact open].
  - intros was his. destruct kind as [[_ stone] | [is [_ [_ same]]]].
    + unfold was_pass in was. cbn [push fst] in was. rewrite stone in was. destruct (by_whom _ t); discriminate.
    + rewrite <- here, same. apply (well is). rewrite his in up. rewrite next_ in up. destruct a0, attacker; simpl in up; congruence.
  - intros his was. destruct kind as [[stone _] | [_ [no [by_ _]]]]; [| unfold was_pass in was; cbn [push fst] in was; rewrite by_, no in was; discriminate].
    rewrite all. cbn [balance]. destruct (produces_ t _ _) eqn:is; [apply produces_true in is; exfalso; apply opponent_differs; destruct is; congruence |].
    destruct (produces_ (fst h1) _ _) eqn:is'; [| reflexivity]. apply produces_true in is'. exfalso. apply (other_board stone). simpl in is'. destruct is'. congruence.
  - intros b a c found. rewrite all in found. cbn [balance] in found.
    destruct (produces_ t b a) eqn:is.
    + injection found as <-. apply produces_true in is. left. destruct is. apply just_there; [congruence |]. intros own his. apply opponent_differs. congruence.
    + destruct (produces_ (fst h1) b a) eqn:is'; [| discriminate]. apply produces_true in is'. simpl in is'. destruct is' as [<- <-]. injection found as <-.
      destruct kind as [[stone _] | [pass_ [no [by_ same]]]]; [right; split; [exact old |]; intro back; exfalso; apply (other_board stone); congruence |].
      destruct (player_cases attacker a0) as [own | his].
      * left. subst a0. unfold pass_worth. rewrite by_, no. split; [congruence |]. split.
        -- intros _. change (0 <= lead (0 + margin_of attacker 1)). rewrite lead_plus, lead_zero, lead_own. lia.
        -- intros _ _. split; [exact (well pass_ eq_refl) |]. change (1 <= lead (0 + margin_of attacker 1)). rewrite lead_plus, lead_zero, lead_own. lia.
      * right. split; [exact old |]. intros _. split; [rewrite <- up, next_, his; apply other_other |]. unfold was_pass. cbn [push fst]. rewrite by_, no. reflexivity.
Qed.

End MigosStrategy.
