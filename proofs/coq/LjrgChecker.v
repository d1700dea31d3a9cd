(**
A checker of certificates of nodes under the Logical Japanese Rules, and that what it accepts is true.

The nodes are those of docs/certificate-format.md ("Rules with cycles"), with demands on the past that are computed as LjrgPast.v has them. The names in
comments are the format's. What a board is worth by control is what the books of Control.v say of it ([known]).

[ljrg_sound]: if it takes a file's nodes ([check_ljrg]), and a claim ([ljrg_claim]) after turns that the rules of Ljrg.v have played
([ljrg_replay]), then the claim's player forces his margin from there on. [ljrg_claim_sound] says so of the game in which a board is worth its margin of control.
Nothing is said of play without an end: who forces something comes to an end.
*)
Require Import ZArith NArith Lia List Bool FMapPositive.
Require Import Game Board Ljrg LjrgPast Control.
Import ListNotations.
Local Open Scope Z_scope.

Section LjrgChecker.

Variable r : rectangle.
Variable removal : bool.
Variable control : board -> Z.
Variable known : board -> option Z.
Hypothesis known_true : forall b m, known b = Some m -> control b = m.

Notation game_ := (ljrg_game r removal control).
Notation step_ := (ljrg_step r removal control).
Notation turn_ := (play_turn r).

Definition situation_key (s : situation) : N :=
  let wide := N.of_nat (size r) in
  let add x y := N.lor (N.shiftl x wide) y in
  let low := N.lor (N.shiftl (N.of_nat (l_needed s)) 1) (match l_mover s with Black => 0 | White => 1 end) in
  add (add (add (N.lor (N.shiftl low wide) (white (l_board s))) (black (l_board s))) (l_temporary s)) (l_permanent s).

(** A turn of a node: what the removed cycle used, or no points; the stone; the child, or none where the game is over. *)
Definition node_turn : Set := (N * option N * option positive)%type.
Record ljrg_node : Type := { n_at : situation; n_winner : player; n_bound : Z; n_turns : list node_turn; n_last : list positive }.

(** A node that was taken. *)
Record taken : Type := { t_at : situation; t_winner : player; t_bound : Z; t_demands : demands }.

Definition holds (c : taken) : Prop := forall h, grown h -> now h = t_at c -> demanded (t_demands c) (past_of h) ->
  forces game_ (t_winner c) (t_bound c + margin_of (t_winner c) (captives h)) h.

Section Node.

Variable s : situation.
Variable w : player.
Variable t : Z.
Variable before : PositiveMap.t taken.

(** [J16] After a removal nothing of what stood before can come back: what is watched then is no demand. *)
Definition comes_back (used : N) (e : entry) : bool := N.eqb used 0 || subset (l_permanent (fst (snd e))) (l_permanent s).

Fixpoint wanted_before (d : N) (ws : list (situation * range)) (sum : list (situation * range)) : option (list (situation * range)) :=
  match ws with
  | [] => Some sum
  | (x, g) :: rest =>
    if (if situation_eq_dec x s then in_range d g else false) then wanted_before d rest sum             (* J19 *)
    else match range_before d g with g' :: _ => wanted_before d rest (want (x, g') sum) | [] => None end
  end.

Definition carried (used d : N) (of_child sum : demands) : option demands :=
  let here := filter (comes_back used) (watched of_child) in
  if (N.eqb used 0 || match wanted of_child with [] => true | _ => false end) &&                           (* J16 *)
     forallb (fun e => if situation_eq_dec (fst (snd e)) s then existsb (in_range d) (snd (snd e)) else true) here (* J17 *)
  then match wanted_before d (wanted of_child) (wanted sum) with
       | Some ws => Some {| watched := merge (map (entry_before d) here) (watched sum); wanted := ws |}
       | None => None
       end
  else None.

Definition turn_demands (turn : node_turn) (sum : demands) : option demands :=
  match turn with (used, p, child) =>
    match turn_ s used p with
    | None => None                                                                                         (* J9 *)
    | Some (s', more) =>
      match child with
      | None =>
        match known (l_board s') with
        | Some m => if Nat.eqb (l_needed s') 0 && Z.leb t (margin_of w (more + m)) then Some sum else None    (* J10, J13 *)
        | None => None
        end
      | Some number =>
        match PositiveMap.find number before with
        | None => None
        | Some c =>
          if negb (Nat.eqb (l_needed s') 0) && (if situation_eq_dec (t_at c) s' then true else false) &&   (* J10, J11 *)
             (if player_eq_dec (t_winner c) w then true else false) && Z.leb t (margin_of w more + t_bound c) (* J12, J13 *)
          then carried used (changed (l_board s) (l_board s')) (t_demands c) sum
          else None
        end
      end
    end
  end.

Hypothesis all_true : forall number c, PositiveMap.find number before = Some c -> holds c.

Lemma margin_sum : forall a x y, margin_of a (x + y) = margin_of a x + margin_of a y.
Proof. intros [|] x y; simpl; lia. Qed.

(** What the turn makes of the game is good. *)
Definition fine (h : history_of_turns) (s' : situation) (more : Z) : Prop :=
  if Nat.eqb (l_needed s') 0 then good w (t + margin_of w (captives h)) (Scored (captives h + more + control (l_board s')))
  else forces game_ w (t + margin_of w (captives h)) (after_turn h s' more).

Lemma wanted_before_true : forall d ws sum all, wanted_before d ws sum = Some all ->
  (forall v, In v sum -> In v all) /\
  (forall x g, In (x, g) ws -> (x = s /\ in_range d g = true) \/ exists g', In g' (range_before d g) /\ In (x, g') all).
Proof.
  intros d ws. induction ws as [| [x g] rest again]; intros sum all made; simpl in made.
  - injection made as <-. split; [auto | intros x g []].
  - destruct (if situation_eq_dec x s then in_range d g else false) eqn:now_.
    + destruct (again sum all made) as [kept each]. split; [exact kept |]. intros x' g' [same | is]; [| exact (each x' g' is)].
      injection same as <- <-. left. destruct (situation_eq_dec x s); [auto | discriminate].
    + destruct (range_before d g) as [| g1 more] eqn:earlier; [discriminate |].
      destruct (again _ all made) as [kept each]. split.
      * intros v is. apply kept. apply want_true. right. exact is.
      * intros x' g' [same | is]; [| exact (each x' g' is)]. injection same as <- <-. right. exists g1. rewrite earlier.
        split; [left; reflexivity |]. apply kept. apply want_true. left. reflexivity.
Qed.

Lemma carried_true : forall used d of_child sum all, carried used d of_child sum = Some all -> forall p, demanded all p ->
  demanded sum p /\ ((forall x u, In (x, u) p -> subset (l_permanent x) (l_permanent s) = true) ->
    demanded of_child ((s, d) :: map (fun it => (fst it, N.lor (snd it) d)) p)).
Proof.
  intros used d of_child sum all made p [watch_all want_all]. unfold carried in made.
  destruct (_ && forallb _ _) eqn:ok; [| discriminate]. apply andb_true_iff in ok. destruct ok as [_ at_once].
  destruct (wanted_before d (wanted of_child) (wanted sum)) as [ws |] eqn:wants; [| discriminate]. injection made as <-. cbn [watched wanted] in *.
  destruct (merge_true p _ _ watch_all) as [new old]. destruct (wanted_before_true _ _ _ _ wants) as [kept each]. split.
  - split; [exact old |]. intros v is. apply want_all. apply kept. exact is.
  - intro less. split.
    + intros e is u among.
      assert (among_ : In e (filter (comes_back used) (watched of_child))).
      { apply filter_In. split; [exact is |]. unfold comes_back. apply orb_true_iff. right.
        destruct among as [same | among]; [injection same as <- _; apply subset_true; auto |].
        apply in_map_iff in among. destruct among as [[x v] [same among]]. injection same as <- _. exact (less x v among). }
      destruct among as [same | among].
      * injection same as same <-. rewrite forallb_forall in at_once. specialize (at_once e among_). rewrite <- same in at_once.
        destruct (situation_eq_dec s s); [exact at_once | contradiction].
      * apply in_map_iff in among. destruct among as [[x v] [same among]]. cbn [fst snd] in same. injection same as -> <-.
        assert (earlier := new _ (in_map (entry_before d) _ _ among_) v among). cbn [entry_before fst snd] in earlier.
        apply existsb_exists in earlier. destruct earlier as [g' [in_g yes]]. apply in_flat_map in in_g. destruct in_g as [g [in_g before_]].
        apply existsb_exists. exists g. split; [exact in_g |]. exact (range_before_true d g g' v before_ yes).
    + intros [x g] is. destruct (each x g is) as [[-> yes] | [g' [before_ in_all]]].
      * exists d. split; [left; reflexivity | exact yes].
      * destruct (want_all _ in_all) as [u [among yes]]. cbn [fst snd] in *. exists (N.lor u d). split.
        -- right. apply in_map_iff. exists (x, u). split; [reflexivity | exact among].
        -- exact (range_before_true d g g' u before_ yes).
Qed.

Lemma turn_true : forall used p child sum all h, turn_demands (used, p, child) sum = Some all -> grown h -> now h = s ->
  demanded all (past_of h) -> demanded sum (past_of h) /\ exists s' more, turn_ s used p = Some (s', more) /\ fine h s' more.
Proof.
  intros used p child sum all h made well here fulfilled. unfold turn_demands in made.
  destruct (turn_ s used p) as [[s' more] |] eqn:makes; [| discriminate]. unfold fine. destruct child as [number |].
  - destruct (PositiveMap.find number before) as [c |] eqn:among; [| discriminate].
    destruct (negb _ && _ && _ && _) eqn:fits; [| discriminate]. rewrite !andb_true_iff in fits. destruct fits as [[[goes same] wins] more_].
    apply negb_true_iff in goes. apply Z.leb_le in more_.
    destruct (situation_eq_dec (t_at c) s') as [same_ |]; [| discriminate]. destruct (player_eq_dec (t_winner c) w) as [wins_ |]; [| discriminate].
    destruct (carried_true _ _ _ _ _ made _ fulfilled) as [old new]. split; [exact old |]. exists s', more. split; [reflexivity |]. rewrite goes.
    assert (makes_ : turn_ (now h) used p = Some (s', more)) by (rewrite here; exact makes).
    apply (forces_less _ _ (t_bound c + margin_of (t_winner c) (captives (after_turn h s' more)))).
    + rewrite wins_. cbn [captives after_turn]. rewrite margin_sum. lia.
    + rewrite <- wins_. apply (all_true number c among).
      * exact (after_grown r h used p s' more well makes_).
      * symmetry. exact same_.
      * rewrite stood_later, here. apply new. intros x u is. rewrite <- here. exact (well x u is).
  - destruct (known (l_board s')) as [m |] eqn:worth; [| discriminate]. apply known_true in worth. subst m.
    destruct (Nat.eqb (l_needed s') 0 && _) eqn:over; [| discriminate]. injection made as <-. apply andb_true_iff in over.
    destruct over as [over enough]. apply Z.leb_le in enough. split; [exact fulfilled |]. exists s', more. split; [reflexivity |].
    rewrite over. cbn [good]. rewrite <- Z.add_assoc, margin_sum. lia.
Qed.

Fixpoint turns_demands (turns : list node_turn) (sum : demands) : option demands :=
  match turns with
  | [] => Some sum
  | turn :: rest => match turn_demands turn sum with Some sum' => turns_demands rest sum' | None => None end
  end.

Lemma turns_true : forall turns sum all h, turns_demands turns sum = Some all -> grown h -> now h = s -> demanded all (past_of h) ->
  demanded sum (past_of h) /\ forall used p child, In (used, p, child) turns -> exists s' more, turn_ s used p = Some (s', more) /\ fine h s' more.
Proof.
  induction turns as [| [[used p] child] rest again]; intros sum all h made well here fulfilled; cbn [turns_demands] in made.
  - injection made as <-. split; [exact fulfilled | intros used p child []].
  - destruct (turn_demands _ sum) as [sum' |] eqn:first; [| discriminate].
    destruct (again sum' all h made well here fulfilled) as [some each]. destruct (turn_true _ _ _ _ _ h first well here some) as [old one].
    split; [exact old |]. intros used' p' child' [same | is]; [injection same as <- <- <-; exact one | exact (each used' p' child' is)].
Qed.

(** What the turns of a node remove. *)
Definition removed (turns : list node_turn) : list N := nodup N.eq_dec (filter (fun u => negb (N.eqb u 0)) (map (fun turn => fst (fst turn)) turns)).
Definition every_stone : list (option N) := None :: map Some (points r).
Definition option_eq_dec : forall p q : option N, {p = q} + {p <> q}.
Proof. decide equality. apply N.eq_dec. Defined.

Definition answers (turns : list node_turn) (used : N) (p : option N) : bool :=
  existsb (fun turn => N.eqb (fst (fst turn)) used && if option_eq_dec (snd (fst turn)) p then true else false) turns.

(** [J8] *)
Definition all_answered (turns : list node_turn) : bool :=
  forallb (fun used => forallb (fun p => match turn_ s used p with None => true | Some _ => answers turns used p end) every_stone)
    (0%N :: removed turns).

(** [J14] *)
Definition own_watched (turns : list node_turn) : list entry :=
  if may_remove removal s then [(situation_key s, (s, map (fun u => (u, u)) (removed turns)))] else [].

Definition may_be_removed (turns : list node_turn) : bool := may_remove removal s || match removed turns with [] => true | _ => false end.

Definition node_check (turns : list node_turn) : option taken :=
  let made sum := match turns_demands turns sum with
                  | Some d => Some {| t_at := s; t_winner := w; t_bound := t; t_demands := d |} | None => None end in
  if negb (may_be_removed turns) then None                                                                 (* J9 *)
  else if player_eq_dec (l_mover s) w
  then match turns with                                                                                    (* J7 *)
       | [(used, _, _)] => made {| watched := []; wanted := if N.eqb used 0 then [] else [(s, (used, used))] |} (* J15 *)
       | _ => None
       end
  else if all_answered turns then made {| watched := own_watched turns; wanted := [] |} else None.

Lemma placed_on : forall a b x y p c, place_stone r a b x y p = Some c -> In p (points r).
Proof.
  intros a b x y p c made. unfold place_stone in made. destruct (N.leb (N.of_nat (size r)) p) eqn:off; [discriminate |].
  apply N.leb_gt in off. unfold points. apply in_map_iff. exists (N.to_nat p). split; [apply N2Nat.id | apply in_seq; lia].
Qed.

Lemma turn_on : forall used p x, turn_ s used p = Some x -> In p every_stone.
Proof.
  intros used [p |] x made; [| left; reflexivity]. right. apply in_map. unfold play_turn in made.
  destruct (place_stone _ _ _ _ _ p) as [c |] eqn:lays; [| discriminate]. exact (placed_on _ _ _ _ _ _ lays).
Qed.

Lemma answered : forall turns used p x, all_answered turns = true -> used = 0%N \/ In used (removed turns) -> turn_ s used p = Some x ->
  exists child, In (used, p, child) turns.
Proof.
  intros turns used p x all is made. unfold all_answered in all. rewrite forallb_forall in all.
  assert (among : In used (0%N :: removed turns)) by (destruct is as [-> | is]; simpl; auto). specialize (all used among).
  rewrite forallb_forall in all. specialize (all p (turn_on _ _ _ made)). rewrite made in all. unfold answers in all.
  apply existsb_exists in all. destruct all as [[[used' p'] child] [there same]]. cbn [fst snd] in same. apply andb_true_iff in same.
  destruct same as [one two]. apply N.eqb_eq in one. destruct (option_eq_dec p' p) as [-> |]; [| discriminate]. subst used'. exists child. exact there.
Qed.

Lemma same_range : forall u v, in_range u (v, v) = true -> u = v.
Proof.
  intros u v is. apply in_range_true in is. cbn [fst snd] in is. destruct is as [low high]. apply N.bits_inj. intro q.
  destruct (N.testbit u q) eqn:one, (N.testbit v q) eqn:two; trivial; [rewrite (high q one) in two | rewrite (low q two) in one]; discriminate.
Qed.

(** What is taken out of the game is none, or among the removed. *)
Lemma loser_removes : forall turns h cycle used, now h = s -> (forall e, In e (own_watched turns) -> entry_ok (past_of h) e) ->
  taken_out removal h cycle = Some used -> used = 0%N \/ In used (removed turns).
Proof.
  intros turns h cycle used here all out. unfold taken_out in out. destruct cycle as [i |]; [| injection out as <-; left; reflexivity]. right.
  rewrite here in out. destruct (may_remove removal s) eqn:may; [| discriminate]. apply nth_error_In in out. apply cycle_stood in out. rewrite here in out.
  unfold own_watched in all. rewrite may in all. specialize (all _ (or_introl eq_refl) used out). cbn [fst snd] in all.
  apply existsb_exists in all. destruct all as [g [among is]]. apply in_map_iff in among. destruct among as [v [<- among]].
  apply same_range in is. subst used. exact among.
Qed.

Lemma node_holds : forall turns c, node_check turns = Some c -> holds c.
Proof.
  intros turns c made h well here fulfilled. unfold node_check in made. destruct (negb (may_be_removed turns)) eqn:may; [discriminate |].
  apply negb_false_iff in may. destruct (player_eq_dec (l_mover s) w) as [own | no].
  - destruct turns as [| [[used p] child] [|]]; [discriminate | | discriminate].
    destruct (turns_demands _ _) as [d |] eqn:all; [| discriminate]. injection made as <-. cbn [t_at t_winner t_bound t_demands] in *.
    destruct (turns_true _ _ _ h all well here fulfilled) as [[_ wants] each]. destruct (each used p child (or_introl eq_refl)) as [s' [more [makes is]]].
    assert (out : exists cycle, taken_out removal h cycle = Some used).
    { cbn [wanted] in wants. destruct (N.eqb used 0) eqn:none.
      - apply N.eqb_eq in none. exists None. simpl. congruence.
      - destruct (wants _ (or_introl eq_refl)) as [u [among same]]. cbn [fst snd] in *. apply same_range in same. subst u.
        rewrite <- here in among. apply cycle_stood in among. apply In_nth_error in among. destruct among as [i at_]. exists (Some i). simpl.
        unfold may_be_removed, removed in may. cbn [map fst filter] in may. rewrite none in may. cbn [negb filter nodup] in may.
        rewrite here. destruct (may_remove removal s); [rewrite at_; reflexivity |]. cbn in may. discriminate. }
    destruct out as [cycle out]. assert (turn : to_move game_ h = w) by (simpl; rewrite here; exact own).
    assert (does : step_ h (cycle, p) = if Nat.eqb (l_needed s') 0 then Ends (Scored (captives h + more + control (l_board s'))) else Goes (after_turn h s' more)).
    { unfold ljrg_step. cbn [fst snd]. rewrite out, here, makes. reflexivity. }
    unfold fine in is. destruct (Nat.eqb (l_needed s') 0).
    + exact (forces_ends game_ w _ h (cycle, p) _ turn does is).
    + exact (forces_goes game_ w _ h (cycle, p) _ turn does is).
  - destruct (all_answered turns) eqn:answer; [| discriminate].
    destruct (turns_demands _ _) as [d |] eqn:all; [| discriminate]. injection made as <-. cbn [t_at t_winner t_bound t_demands] in *.
    destruct (turns_true _ _ _ h all well here fulfilled) as [[watch _] each].
    assert (each_ : forall cycle p s' more, taken_out removal h cycle = Some s' -> turn_ s s' p = Some more -> fine h (fst more) (snd more)).
    { intros cycle p used [s' more] out makes. destruct (answered turns used p _ answer (loser_removes turns h cycle used here watch out) makes) as [child among].
      destruct (each used p child among) as [s2 [more2 [makes2 is]]]. rewrite makes in makes2. injection makes2 as <- <-. exact is. }
    assert (theirs : to_move game_ h = other w).
    { simpl. rewrite here. destruct (player_cases w (l_mover s)) as [bad | is]; [contradiction | exact is]. }
    apply forces_answers; [exact theirs | |]; intros [cycle p] to_ does; simpl in does; unfold ljrg_step in does; cbn [fst snd] in does;
      destruct (taken_out removal h cycle) as [used |] eqn:out; try discriminate; rewrite here in does;
      destruct (turn_ s used p) as [[s' more] |] eqn:makes; try discriminate; assert (is := each_ cycle p used _ out makes);
      unfold fine in is; cbn [fst snd] in is; destruct (Nat.eqb (l_needed s') 0); try discriminate; injection does as <-; exact is.
Qed.

End Node.

(** ** A file *)

(** Nodes that are no longer needed take no memory. *)
Definition without (numbers : list positive) (nodes : PositiveMap.t taken) : PositiveMap.t taken :=
  fold_right (@PositiveMap.remove taken) nodes numbers.

Lemma in_without : forall numbers nodes i c, PositiveMap.find i (without numbers nodes) = Some c -> PositiveMap.find i nodes = Some c.
Proof.
  induction numbers as [| number rest again]; intros nodes i c is; simpl in is; [exact is |]. apply again.
  destruct (Pos.eq_dec i number) as [-> | no]; [rewrite PositiveMap.grs in is; discriminate | rewrite PositiveMap.gro in is by exact no; exact is].
Qed.

Fixpoint check_ljrg (fs : list ljrg_node) (number : positive) (before : PositiveMap.t taken) : option (PositiveMap.t taken) :=
  match fs with
  | [] => Some before
  | f :: rest =>
    match node_check (n_at f) (n_winner f) (n_bound f) before (n_turns f) with
    | Some c => check_ljrg rest (Pos.succ number) (without (n_last f) (PositiveMap.add number c before))
    | None => None
    end
  end.

Lemma all_hold : forall fs number before after, check_ljrg fs number before = Some after ->
  (forall i c, PositiveMap.find i before = Some c -> holds c) -> forall i c, PositiveMap.find i after = Some c -> holds c.
Proof.
  induction fs as [| f rest again]; intros number before after made all; simpl in made; [injection made as <-; exact all |].
  destruct (node_check _ _ _ _ _) as [c |] eqn:here; [| discriminate].
  apply (again _ _ _ made). intros i c' is. apply in_without in is. destruct (Pos.eq_dec i number) as [-> | no].
  - rewrite PositiveMap.gss in is. injection is as <-. exact (node_holds _ _ _ before all _ _ here).
  - rewrite PositiveMap.gso in is by exact no. exact (all i c' is).
Qed.

(** The turns before a claim; the last one may end the game. *)
Fixpoint ljrg_replay (h : history_of_turns) (ms : list ljrg_move) : outcome history_of_turns :=
  match ms with
  | [] => Goes h
  | m :: rest =>
    match step_ h m with
    | Goes h' => ljrg_replay h' rest
    | Ends res => match rest with [] => Ends res | _ => Illegal end
    | Illegal => Illegal
    end
  end.

Lemma replay_grown : forall ms h h', grown h -> ljrg_replay h ms = Goes h' -> grown h'.
Proof.
  induction ms as [| m rest again]; intros h h' well made; simpl in made; [injection made as <-; exact well |].
  destruct (step_ h m) as [| res | h1] eqn:first; [discriminate | destruct rest; discriminate |]. apply (again h1 h'); [| exact made].
  unfold ljrg_step in first. destruct (taken_out removal h (fst m)) as [used |]; [| discriminate].
  destruct (turn_ (now h) used (snd m)) as [[s more] |] eqn:makes; [| discriminate]. destruct (Nat.eqb _ 0); [discriminate |]. injection first as <-.
  exact (after_grown r h used (snd m) s more well makes).
Qed.

(** Does a node say so? [J22] to [J25] *)
Definition ljrg_claim (nodes : PositiveMap.t taken) (h : history_of_turns) (a : player) (t : Z) (number : positive) : bool :=
  match PositiveMap.find number nodes with
  | None => false
  | Some c =>
    (if situation_eq_dec (now h) (t_at c) then true else false) && (if player_eq_dec (t_winner c) a then true else false) &&
    Z.leb t (t_bound c + margin_of a (captives h)) &&
    forallb (fun e => forallb (fun it => if situation_eq_dec (fst it) (fst (snd e)) then existsb (in_range (snd it)) (snd (snd e)) else true)
                        (past_of h)) (watched (t_demands c)) &&
    forallb (fun v => existsb (fun it => (if situation_eq_dec (fst it) (fst v) then true else false) && in_range (snd it) (snd v)) (past_of h))
      (wanted (t_demands c))
  end.

Theorem ljrg_sound : forall fs nodes b first ms h a t number, check_ljrg fs 1 (PositiveMap.empty taken) = Some nodes ->
  ljrg_replay (ljrg_start b first) ms = Goes h -> ljrg_claim nodes h a t number = true -> forces game_ a t h.
Proof.
  intros fs nodes b first ms h a t number made played yes. assert (well := replay_grown _ _ _ (start_grown b first) played). unfold ljrg_claim in yes.
  destruct (PositiveMap.find number nodes) as [c |] eqn:among; [| discriminate].
  rewrite !andb_true_iff in yes. destruct yes as [[[[same wins] more] watch] wants]. apply Z.leb_le in more.
  destruct (situation_eq_dec _ _) as [same_ |]; [| discriminate]. destruct (player_eq_dec _ _) as [<- |]; [| discriminate].
  apply (forces_less _ _ (t_bound c + margin_of (t_winner c) (captives h))); [exact more |].
  apply (all_hold fs 1 _ nodes made) with (2 := among); [| exact well | exact same_ |].
  - intros i c' bad. rewrite PositiveMap.gempty in bad. discriminate.
  - rewrite !forallb_forall in *. split.
    + intros e is u there. specialize (watch e is). rewrite forallb_forall in watch. specialize (watch _ there). cbn [fst snd] in watch.
      destruct (situation_eq_dec _ _); [exact watch | contradiction].
    + intros [x g] is. specialize (wants _ is). apply existsb_exists in wants. destruct wants as [[y u] [there ok]]. cbn [fst snd] in ok.
      apply andb_true_iff in ok. destruct ok as [same2 yes]. destruct (situation_eq_dec y x) as [-> |]; [| discriminate]. exists u. auto.
Qed.

End LjrgChecker.

(** A board is worth its margin of control; such a function there is, as a board has no two ([control_once]). *)
Definition by_control (r : rectangle) (control : board -> Z) : Prop := forall b m, control_margin r b m -> control b = m.

Theorem ljrg_claim_sound : forall r removal control hints ks fs nodes b first ms h a t number, by_control r control ->
  check_books r hints (PositiveMap.empty book) = Some ks -> check_ljrg r removal (margin_by r ks) fs 1 (PositiveMap.empty taken) = Some nodes ->
  ljrg_replay r removal control (ljrg_start b first) ms = Goes h -> ljrg_claim nodes h a t number = true ->
  forces (ljrg_game r removal control) a t h.
Proof.
  intros r removal control hints ks fs nodes b first ms h a t number is booked made played yes.
  apply (ljrg_sound r removal control (margin_by r ks)) with (2 := made) (3 := played) (4 := yes).
  intros c m said. apply is. apply (margin_by_true r ks); [| exact said]. exact (check_books_true r hints _ ks booked (no_books_true r)).
Qed.
