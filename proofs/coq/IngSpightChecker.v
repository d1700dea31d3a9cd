(**
What of the past matters under ing-spight, computed as the checker of IngSpightClaims.v wants it.

A state ([ing_state]) is the board, the mover, whether the last move was a pass, the hot stones, and of each odd cycle how far it has come.
All odd cycles of the rectangle are listed ([odd_cycles]): [odd_cycles_all] says that none is missing, [odd_cycles_are] that each may be one.
[step_alike]: what a move does in a game is what it does to its state ([state_step]), so games with the same state go on alike.
*)
Require Import ZArith NArith Arith Lia List Bool FMapPositive.
Require Import Game Strategy Board PointSets IngSpight IngSpightSearch IngSpightGame.
Import ListNotations.

(** ** All boards *)

Fixpoint boards (n : nat) : list board :=
  match n with
  | O => [{| black := 0; white := 0 |}]
  | S m => let stone := N.shiftl 1 (N.of_nat m) in
    flat_map (fun b => [b; {| black := N.lor (black b) stone; white := white b |}; {| black := black b; white := N.lor (white b) stone |}]) (boards m)
  end%N.

Lemma boards_all : forall n x y, (forall q, has x q -> (q < N.of_nat n)%N) -> (forall q, has y q -> (q < N.of_nat n)%N) ->
  (forall q, ~ (has x q /\ has y q)) -> In {| black := x; white := y |} (boards n).
Proof.
  induction n as [| n again]; intros x y in_x in_y one.
  - assert (none : forall z, (forall q, has z q -> (q < N.of_nat 0)%N) -> z = 0%N).
    { intros z low. apply same_set. intro q. split; [intro is; specialize (low q is); lia | intro bad; destruct (has_none _ bad)]. }
    rewrite (none x in_x), (none y in_y). left. reflexivity.
  - set (stone := N.shiftl 1 (N.of_nat n)).
    assert (less : forall z, (forall q, has z q -> (q < N.of_nat (S n))%N) -> forall q, has (N.ldiff z stone) q -> (q < N.of_nat n)%N).
    { intros z low q is. apply has_ldiff in is. destruct is as [is no]. specialize (low q is). unfold stone in no. rewrite has_spot in no. lia. }
    assert (without : forall z, ~ has z (N.of_nat n) -> N.ldiff z stone = z).
    { intros z no. apply same_set. intro q. rewrite has_ldiff. unfold stone. rewrite has_spot. split; [tauto |]. intro is. split; [exact is | congruence]. }
    assert (with_ : forall z, has z (N.of_nat n) -> N.lor (N.ldiff z stone) stone = z).
    { intros z yes. apply same_set. intro q. rewrite has_lor, has_ldiff. unfold stone. rewrite has_spot.
      split; [intros [[is _] | ->]; assumption |]. intro is. destruct (N.eq_dec q (N.of_nat n)); tauto. }
    simpl. fold stone. apply in_flat_map. exists {| black := N.ldiff x stone; white := N.ldiff y stone |}. split.
    + apply again; [exact (less x in_x) | exact (less y in_y) |]. intros q both. rewrite !has_ldiff in both. apply (one q). tauto.
    + simpl. destruct (N.testbit x (N.of_nat n)) eqn:is_x.
      * right. left. rewrite with_ by exact is_x. rewrite without; [reflexivity |]. intro is_y. exact (one _ (conj is_x is_y)).
      * rewrite (without x) by (unfold has; congruence). destruct (N.testbit y (N.of_nat n)) eqn:is_y.
        -- right. right. left. rewrite with_ by exact is_y. reflexivity.
        -- left. rewrite without by (unfold has; congruence). reflexivity.
Qed.

(** ** Tables *)

(** Each of a list once. *)
Definition word_of (ps : list board_play) : positive :=
  fold_left (fun word p => (Pos.succ (word * 16 + N.succ_pos (on p)))%positive) ps 1%positive.

Notation seen_lists := (PositiveMap.t (list (list board_play))).

Definition seen_under (key : positive) (seen : seen_lists) : list (list board_play) := match PositiveMap.find key seen with Some found => found | None => [] end.

Fixpoint distinct (seen : seen_lists) (l : list (list board_play)) : list (list board_play) :=
  match l with
  | [] => []
  | ps :: rest =>
    let key := word_of ps in let found := seen_under key seen in
    if existsb (fun qs => if list_eq_dec play_eq_dec ps qs then true else false) found then distinct seen rest
    else ps :: distinct (PositiveMap.add key (ps :: found) seen) rest
  end.

Lemma distinct_all : forall l seen ps, In ps l -> In ps (distinct seen l) \/ exists key, In ps (seen_under key seen).
Proof.
  induction l as [| qs l again]; intros seen ps is; [destruct is |]. simpl. destruct (existsb _ _) eqn:there.
  - destruct is as [<- | is]; [| exact (again seen ps is)]. right. apply existsb_exists in there. destruct there as [x [is same]].
    destruct (list_eq_dec play_eq_dec qs x) as [-> |]; [| discriminate]. exists (word_of x). exact is.
  - destruct is as [<- | is]; [left; left; reflexivity |].
    destruct (again (PositiveMap.add (word_of qs) (qs :: seen_under (word_of qs) seen) seen) ps is) as [yes | [key yes]].
    + left. right. exact yes.
    + unfold seen_under in yes. destruct (Pos.eq_dec key (word_of qs)) as [-> | no].
      * rewrite PositiveMap.gss in yes. destruct yes as [<- | yes]; [left; left; reflexivity | right; exists (word_of qs); exact yes].
      * rewrite PositiveMap.gso in yes by exact no. right. exists key. exact yes.
Qed.

Lemma distinct_only : forall l seen ps, In ps (distinct seen l) -> In ps l.
Proof.
  induction l as [| qs l again]; intros seen ps is; [destruct is |]. simpl in is. destruct (existsb _ _).
  - right. exact (again _ _ is).
  - destruct is as [<- | is]; [left; reflexivity | right; exact (again _ _ is)].
Qed.

Section IngSpightChecker.

Variable r : rectangle.
Variable kind : suicides.
Variable longest : nat.

Notation plays_ := (all_plays r kind).
Notation step_ := (ing_step r kind longest).
Notation game_ := (ing_game r kind longest).
Notation sound_ := (sound_board r).

Definition board_word (b : board) : N := N.lor (N.shiftl (black b) (N.of_nat (size r))) (white b).

(** The plays of boards. *)
Record both_plays : Type := { p_board : board; p_black : list (board_play * board); p_white : list (board_play * board) }.
Notation play_table := (PositiveMap.t both_plays).

Definition plays_by (t : play_table) (b : board) (a : player) : list (board_play * board) :=
  match PositiveMap.find (N.succ_pos (board_word b)) t with
  | Some found => if board_eqb (p_board found) b then match a with Black => p_black found | White => p_white found end else plays_ b a
  | None => plays_ b a
  end.

Definition with_board (t : play_table) (b : board) : play_table :=
  PositiveMap.add (N.succ_pos (board_word b)) {| p_board := b; p_black := plays_ b Black; p_white := plays_ b White |} t.

Definition table_of (bs : list board) : play_table := fold_left with_board bs (PositiveMap.empty both_plays).

Definition table_is (t : play_table) : Prop :=
  forall key found, PositiveMap.find key t = Some found -> p_black found = plays_ (p_board found) Black /\ p_white found = plays_ (p_board found) White.

Lemma table_right : forall bs b a, plays_by (table_of bs) b a = plays_ b a.
Proof.
  intros bs b a. unfold table_of.
  assert (all : forall bs t, table_is t -> table_is (fold_left with_board bs t)).
  { induction bs0 as [| c bs' again]; intros t right_; [exact right_ |]. apply again. intros key found is. unfold with_board in is.
    destruct (Pos.eq_dec key (N.succ_pos (board_word c))) as [-> | no].
    - rewrite PositiveMap.gss in is. injection is as <-. auto.
    - rewrite PositiveMap.gso in is by exact no. exact (right_ key found is). }
  unfold plays_by. destruct (PositiveMap.find _ _) as [found |] eqn:is; [| reflexivity].
  destruct (board_eqb (p_board found) b) eqn:same; [| reflexivity]. apply board_eqb_true in same.
  apply (all bs (PositiveMap.empty both_plays)) in is; [rewrite <- same; destruct a, is; assumption |].
  intros key f bad. rewrite PositiveMap.gempty in bad. discriminate.
Qed.

Section Given.

(** All plays, however they are found, and likewise what a ko play is. *)
Variable plays_of : board -> player -> list (board_play * board).
Hypothesis plays_of_is : forall b a, plays_of b a = plays_ b a.

(** ** The odd cycles of the rectangle *)

Definition odd_cycles (bs : list board) : list (list board_play) :=
  distinct (PositiveMap.empty _) (flat_map (fun b => flat_map (fun n => flat_map (ways plays_of n b b) [Black; White]) (lengths longest true)) bs).

Lemma odd_cycles_spec : forall bs ps, In ps (odd_cycles bs) <-> exists b, In b bs /\ odd_cycle r kind longest b ps.
Proof.
  intros bs ps. unfold odd_cycle. setoid_rewrite cycles_are_ways.
  assert (raw : In ps (flat_map (fun b => flat_map (fun n => flat_map (ways plays_of n b b) [Black; White]) (lengths longest true)) bs) <->
    exists b, In b bs /\ exists n a, In n (lengths longest true) /\ way r kind n b b a ps).
  { rewrite in_flat_map. setoid_rewrite in_flat_map. setoid_rewrite in_flat_map. split.
    - intros [b [is [n [low [a [_ led]]]]]]. apply (ways_spec r kind plays_of plays_of_is) in led. exists b. split; [exact is |]. exists n, a. auto.
    - intros [b [is [n [a [low led]]]]]. apply (ways_spec r kind plays_of plays_of_is) in led. exists b. split; [exact is |].
      exists n. split; [exact low |]. exists a. split; [destruct a; simpl; auto | exact led]. }
  rewrite <- raw. unfold odd_cycles. split; [apply distinct_only |]. intro is. apply (distinct_all _ (PositiveMap.empty _)) in is.
  destruct is as [yes | [key bad]]; [exact yes |]. unfold seen_under in bad. rewrite PositiveMap.gempty in bad. destruct bad.
Qed.

Theorem odd_cycles_all : forall b ps, sound_ b -> odd_cycle r kind longest b ps -> In ps (odd_cycles (boards (size r))).
Proof.
  intros [x y] ps [[in_x in_y] one] cyc. apply odd_cycles_spec. exists {| black := x; white := y |}. split; [| exact cyc].
  apply boards_all; assumption.
Qed.

Theorem odd_cycles_are : forall b ps, In ps (odd_cycles (boards (size r))) -> leads r kind b ps b -> odd_cycle r kind longest b ps.
Proof.
  intros b ps is led. apply odd_cycles_spec in is. destruct is as [c [_ [[some [short [turn_ _]]] odd_]]]. repeat split; assumption.
Qed.

(** ** States *)

Record ing_state : Type := { s_board : board; s_mover : player; s_passed : bool; s_hot : N; s_came : list nat }.

Definition state_eq_dec : forall s t : ing_state, {s = t} + {s <> t}.
Proof. decide equality; [apply list_eq_dec; apply Nat.eq_dec | apply N.eq_dec | apply bool_dec | apply player_eq_dec | apply board_eq_dec]. Defined.

(** The odd cycles, each with its plays twice. *)
Notation pair := (list board_play * list board_play)%type.
Definition twice (ps : list board_play) : pair := (ps, ps ++ ps).

Fixpoint led_to (b : board) (ps : list board_play) : option board :=
  match ps with [] => Some b | p :: rest => match repeated plays_of b p with Some c => led_to c rest | None => None end end.

Definition comes_back (b : board) (ps : list board_play) : bool := match led_to b ps with Some c => board_eqb c b | None => false end.

Lemma comes_back_is : forall b ps, comes_back b ps = true <-> leads r kind b ps b.
Proof.
  intros b ps. unfold comes_back.
  assert (led : forall ps b c, led_to b ps = Some c <-> leads r kind b ps c).
  { induction ps0 as [| p rest again]; intros c d; simpl.
    - split; [intro is; injection is as ->; apply leads_none | intro is; inversion is; reflexivity].
    - destruct (repeated plays_of c p) as [e |] eqn:made.
      + apply (repeated_is r kind plays_of plays_of_is) in made. rewrite again. split.
        * intro led. exact (leads_more r kind c p e rest d made led).
        * intro led. inversion led as [| ? ? e' ? ? made' led']; subst. congruence.
      + split; [discriminate |]. intro led. inversion led as [| ? ? e' ? ? made' led']; subst.
        apply (repeated_is r kind plays_of plays_of_is) in made'. congruence. }
  rewrite <- led. destruct (led_to b ps) as [c |]; [| split; discriminate]. rewrite board_eqb_is. split; congruence.
Qed.

(** How far the cycles come by a play, which makes [b]; nothing if it ends the second playing of one. *)
Fixpoint go_on (pairs : list pair) (ks : list nat) (p : board_play) (b : board) : option (list nat) :=
  match pairs, ks with
  | one :: pairs', k :: ks' =>
    match nth_error (snd one) k with
    | Some q =>
      if play_eq_dec q p
      then if Nat.ltb (S k) (length (snd one)) then option_map (cons (S k)) (go_on pairs' ks' p b)
           else if comes_back b (fst one) then None else option_map (cons k) (go_on pairs' ks' p b)
      else option_map (cons k) (go_on pairs' ks' p b)
    | None => option_map (cons k) (go_on pairs' ks' p b)
    end
  | _, _ => Some []
  end.

Definition all_came (pairs : list pair) (ts : list turn) : list nat := map (fun one => came (snd one) ts) pairs.

Lemma go_on_is : forall pairs ts p b c, go_on pairs (all_came pairs ts) p b =
  if existsb (fun one => if comes_to_end (snd one) ts p then comes_back b (fst one) else false) pairs then None else Some (all_came pairs (Laid c p :: ts)).
Proof.
  induction pairs as [| one pairs again]; intros ts p b c; [reflexivity |]. unfold all_came in *. cbn [map go_on existsb came]. specialize (again ts p b c).
  rewrite again. unfold comes_to_end, advance, same_play. destruct (nth_error (snd one) (came (snd one) ts)) as [q |]; [| destruct (existsb _ _); reflexivity].
  destruct (play_eq_dec q p); [| destruct (existsb _ _); reflexivity]. destruct (Nat.ltb _ _); simpl; [destruct (existsb _ _); reflexivity |].
  destruct (comes_back b (fst one)); simpl; [reflexivity |]. destruct (existsb _ _); reflexivity.
Qed.

Variable ko : board -> board_play -> board -> bool.
Hypothesis ko_is : forall b p b', lay r kind (maker p) b (on p) = Some (p, b') -> ko b p b' = is_ko longest plays_of b p b'.
Variable pairs : list pair.
Hypothesis pairs_are : pairs = map twice (odd_cycles (boards (size r))).

(** The play of a point, and the board that it makes. *)
Definition laid (b : board) (a : player) (x : N) : option (board_play * board) := find (fun one => N.eqb (on (fst one)) x) (plays_of b a).

Lemma laid_is : forall b a x, laid b a x = lay r kind a b x.
Proof.
  intros b a x. unfold laid. rewrite plays_of_is. destruct (find _ _) as [[p c] |] eqn:found.
  - apply find_some in found. destruct found as [is same]. apply N.eqb_eq in same. simpl in same. apply all_plays_are in is. rewrite <- same. symmetry. exact is.
  - destruct (lay r kind a b x) as [[p c] |] eqn:made; [| reflexivity]. exfalso. destruct (lay_facts _ _ _ _ _ _ _ made) as [_ [same _]].
    assert (no := find_none _ _ found (p, c)). simpl in no. rewrite same, N.eqb_refl in no. discriminate no. apply all_plays_are. rewrite same. exact made.
Qed.

Definition state_step (s : ing_state) (m : go_move N) : outcome ing_state :=
  match m with
  | Pass => if s_passed s then Ends (Scored (score r (s_board s)))
            else Goes {| s_board := s_board s; s_mover := other (s_mover s); s_passed := true; s_hot := 0; s_came := s_came s |}
  | Stone x =>
    match laid (s_board s) (s_mover s) x with
    | None => Illegal
    | Some (p, b) =>
      let is := ko (s_board s) p b in
      if (if is then takes (s_board s) p (s_hot s) else false) then Illegal
      else match go_on pairs (s_came s) p b with
           | None => Illegal
           | Some came_ =>
             Goes {| s_board := b; s_mover := other (s_mover s); s_passed := false; s_came := came_;
                     s_hot := if is then N.land (N.lor (N.shiftl 1 (on p)) (s_hot s)) (occupied b) else 0 |}
           end
    end
  end.

Definition state_of (h : ing_history) : ing_state :=
  {| s_board := board_now h; s_mover := to_play h; s_passed := just_passed h; s_hot := hot_points r kind longest h; s_came := all_came pairs (past h) |}.

Lemma ko_alike : forall b p b', lay r kind (maker p) b (on p) = Some (p, b') -> ko b p b' = ko_now r kind longest b p.
Proof.
  intros b p b' made. apply eq_true_iff_eq. rewrite (ko_is b p b' made), ko_now_spec. exact (is_ko_spec r kind longest plays_of plays_of_is b p b' made).
Qed.

Lemma second_alike : forall h p b, sound_ b ->
  existsb (fun one => if comes_to_end (snd one) (past h) p then comes_back b (fst one) else false) pairs = ends_second_b r kind longest h p b.
Proof.
  intros h p b sound. apply eq_true_iff_eq. rewrite ends_second_is, existsb_exists. unfold ends_second. rewrite pairs_are. split.
  - intros [one [is yes]]. apply in_map_iff in is. destruct is as [ps [<- is]]. cbn [twice fst snd] in yes.
    destruct (comes_to_end (ps ++ ps) (past h) p) eqn:ends; [| discriminate]. apply comes_to_end_spec in ends. destruct ends as [earlier ends].
    exists ps, earlier. split; [| exact ends]. apply odd_cycles_are; [exact is | apply comes_back_is; exact yes].
  - intros [ps [earlier [cyc ends]]]. exists (twice ps). split; [apply in_map; exact (odd_cycles_all b ps sound cyc) |]. cbn [twice fst snd].
    rewrite (proj2 (comes_to_end_spec (ps ++ ps) (past h) p) (ex_intro _ earlier ends)). apply comes_back_is. apply cyc.
Qed.

Theorem step_alike : forall h m, sound_ (board_now h) ->
  state_step (state_of h) m = match step_ h m with Illegal => Illegal | Ends res => Ends res | Goes h' => Goes (state_of h') end.
Proof.
  intros h [x |] sound; cbn [state_step ing_step state_of s_board s_mover s_passed s_hot s_came]; [| destruct (just_passed h); reflexivity].
  rewrite laid_is. destruct (lay r kind (to_play h) (board_now h) x) as [[p b] |] eqn:made; [| reflexivity].
  destruct (lay_facts _ _ _ _ _ _ _ made) as [own [same [_ [mine [theirs _]]]]]. assert (made' := made). rewrite <- own, <- same in made'.
  rewrite takes_something, (ko_alike _ _ _ made'), go_on_is with (c := board_now h), (second_alike h p b (lay_sound r kind _ _ _ _ _ sound made)).
  rewrite andb_comm. destruct (ko_now r kind longest (board_now h) p) eqn:is; cbn [andb].
  - destruct (takes _ _ _); [reflexivity |]. destruct (ends_second_b _ _ _ _ _ _); [reflexivity |].
    unfold state_of. cbn [after_stone board_now to_play past just_passed].
    do 2 f_equal. unfold hot_points. cbn [after_stone past board_now run_points]. rewrite is. apply same_set. intro q.
    rewrite !has_land, !has_lor, !has_land, has_spot.
    assert (was : has (occupied b) q -> has (occupied (board_now h)) q \/ q = on p).
    { unfold occupied. rewrite !has_lor. intro there. rewrite same. clear - mine theirs there. specialize (mine q). specialize (theirs q). unfold has in *.
      destruct (to_play h); simpl in *; tauto. }
    tauto.
  - destruct (ends_second_b _ _ _ _ _ _); [reflexivity |]. unfold state_of. cbn [after_stone board_now to_play past just_passed].
    do 2 f_equal. unfold hot_points. cbn [after_stone past board_now run_points]. rewrite is. reflexivity.
Qed.

End Given.

End IngSpightChecker.
