(**
A checker of claims under ing-spight, and that what it accepts is true.

A strategy is handed over as the states that it comes to, each with the move that is made there if the claim's player moves
([entries]): where the claim forces, a state after those that it leads to. verify_ing_spight.ml walks through them; how it does need not be believed.

[ing_claim_sound]: if the checker takes them ([ing_claim]), then the claim's player forces his margin, or denies his opponent more, after moves that the game of
IngSpightGame.v has played ([ing_replay]). [ing_most_sound]: where there is no suicide he loses no more than all points ([ing_most]).
*)
Require Import ZArith NArith Arith Lia List Bool FMapPositive.
Require Import Game Strategy Board Symmetry IngSpight IngSpightSearch IngSpightGame IngSpightChecker.
Import ListNotations.

Definition good_b (a : player) (k : Z) (res : result) : bool := match res with Scored margin => Z.leb k (margin_of a margin) | Unscored => false end.

Lemma good_b_true : forall a k res, good_b a k res = true -> good a k res.
Proof. intros a k [margin |] yes; [apply Z.leb_le; exact yes | discriminate]. Qed.

Section IngSpightClaims.

Variable r : rectangle.
Variable kind : suicides.
Variable longest : nat.

Notation plays_ := (all_plays r kind).
Notation step_ := (ing_step r kind longest).
Notation game_ := (ing_game r kind longest).
Notation sound_ := (sound_board r).

(** ** What is computed once *)

Record tables : Type := { t_plays : PositiveMap.t both_plays; t_pairs : list (list board_play * list board_play) }.

Definition tables_of : tables :=
  let all := boards (size r) in let plays := table_of r kind all in
  {| t_plays := plays; t_pairs := map twice (odd_cycles longest (plays_by r kind plays) all) |}.

(** Which plays are ko plays, of those that were asked for. *)
Record ko_entry : Type := { k_board : board; k_play : board_play; k_is : bool }.
Notation ko_table := (PositiveMap.t ko_entry).

Definition ko_key (b : board) (p : board_play) : positive :=
  N.succ_pos (N.lor (N.shiftl (board_word r b) 8) (N.lor (N.shiftl (on p) 1) (match maker p with Black => 0 | White => 1 end)))%N.

Definition with_ko (t : tables) (kos : ko_table) (asked : board * player * N) : ko_table :=
  let '(b, a, x) := asked in let plays := plays_by r kind (t_plays t) in
  match laid plays b a x with
  | Some (p, b') => PositiveMap.add (ko_key b p) {| k_board := b; k_play := p; k_is := is_ko longest plays b p b' |} kos
  | None => kos
  end.

Definition kos_of (t : tables) (asked : list (board * player * N)) : ko_table := fold_left (with_ko t) asked (PositiveMap.empty ko_entry).

Definition ko_by (t : tables) (kos : ko_table) (b : board) (p : board_play) (b' : board) : bool :=
  match PositiveMap.find (ko_key b p) kos with
  | Some found => if board_eqb (k_board found) b then (if play_eq_dec (k_play found) p then k_is found else is_ko longest (plays_by r kind (t_plays t)) b p b')
                  else is_ko longest (plays_by r kind (t_plays t)) b p b'
  | None => is_ko longest (plays_by r kind (t_plays t)) b p b'
  end.

Variable t : tables.
Hypothesis t_is : t = tables_of.

Notation plays_of := (plays_by r kind (t_plays t)).

Lemma plays_right : forall b a, plays_of b a = plays_ b a.
Proof. intros b a. rewrite t_is. apply table_right. Qed.

Lemma ko_right : forall asked b p b', lay r kind (maker p) b (on p) = Some (p, b') -> ko_by t (kos_of t asked) b p b' = is_ko longest plays_of b p b'.
Proof.
  intros asked b p b' made.
  assert (all : forall asked kos,
    (forall key e, PositiveMap.find key kos = Some e -> exists c, lay r kind (maker (k_play e)) (k_board e) (on (k_play e)) = Some (k_play e, c) /\
      k_is e = is_ko longest plays_of (k_board e) (k_play e) c) ->
    forall key e, PositiveMap.find key (fold_left (with_ko t) asked kos) = Some e ->
      exists c, lay r kind (maker (k_play e)) (k_board e) (on (k_play e)) = Some (k_play e, c) /\ k_is e = is_ko longest plays_of (k_board e) (k_play e) c).
  { induction asked0 as [| [[c a] x] rest again]; intros kos right_; [exact right_ |]. apply again. intros key e is. unfold with_ko in is.
    rewrite (laid_is r kind plays_of plays_right) in is. destruct (lay r kind a c x) as [[q d] |] eqn:laid_; [| exact (right_ key e is)].
    destruct (Pos.eq_dec key (ko_key c q)) as [-> | no]; [| rewrite PositiveMap.gso in is by exact no; exact (right_ key e is)].
    rewrite PositiveMap.gss in is. injection is as <-. exists d. destruct (lay_facts _ _ _ _ _ _ _ laid_) as [own [same _]]. cbn. rewrite own, same. auto. }
  unfold ko_by. destruct (PositiveMap.find _ _) as [e |] eqn:is; [| reflexivity]. destruct (board_eqb (k_board e) b) eqn:same; [| reflexivity].
  destruct (play_eq_dec (k_play e) p) as [eq |]; [| reflexivity]. apply board_eqb_true in same.
  apply (all asked (PositiveMap.empty ko_entry)) in is; [| intros key e' bad; rewrite PositiveMap.gempty in bad; discriminate].
  destruct is as [c [made' ->]]. rewrite eq, same in *. congruence.
Qed.

Variable asked : list (board * player * N).
Variable kos : ko_table.
Hypothesis kos_are : kos = kos_of t asked.

Notation state_step_ := (state_step r plays_of (ko_by t kos) (t_pairs t)).
Notation state_of_ := (state_of r kind longest (t_pairs t)).

Lemma alike : forall h m, sound_ (board_now h) ->
  state_step_ (state_of_ h) m = match step_ h m with Illegal => Illegal | Ends res => Ends res | Goes h' => Goes (state_of_ h') end.
Proof.
  intros h m sound. apply step_alike; [exact plays_right | rewrite kos_are; exact (ko_right asked) | rewrite t_is; reflexivity | exact sound].
Qed.

(** ** Sets of states *)

Notation states := (PositiveMap.t (list ing_state)).

Definition state_key (s : ing_state) : positive :=
  let rest := (match s_mover s with Black => 0 | White => 2 end + (if s_passed s then 1 else 0))%N in
  N.succ_pos (N.lor (N.shiftl (N.lor (N.shiftl (board_word r (s_board s)) (N.of_nat (size r))) (s_hot s)) 2) rest)%N.

Definition states_under (key : positive) (known : states) : list ing_state := match PositiveMap.find key known with Some found => found | None => [] end.
Definition is_known (known : states) (s : ing_state) : bool :=
  existsb (fun s' => if state_eq_dec s s' then true else false) (states_under (state_key s) known).
Definition enter (known : states) (s : ing_state) : states := PositiveMap.add (state_key s) (s :: states_under (state_key s) known) known.

Definition there (known : states) (s : ing_state) : Prop := exists key, In s (states_under key known).

Lemma is_known_there : forall known s, is_known known s = true -> there known s.
Proof.
  intros known s yes. apply existsb_exists in yes. destruct yes as [s' [is same]]. destruct (state_eq_dec s s') as [-> |]; [| discriminate].
  exists (state_key s'). exact is.
Qed.

Lemma there_later : forall known s s', there (enter known s) s' -> s' = s \/ there known s'.
Proof.
  intros known s s' [key is]. unfold enter, states_under in is. destruct (Pos.eq_dec key (state_key s)) as [-> | no].
  - rewrite PositiveMap.gss in is. destruct is as [<- | is]; [left; reflexivity | right; exists (state_key s); exact is].
  - rewrite PositiveMap.gso in is by exact no. right. exists key. exact is.
Qed.

Lemma none_there : forall s, ~ there (PositiveMap.empty _) s.
Proof. intros s [key is]. unfold states_under in is. rewrite PositiveMap.gempty in is. destruct is. Qed.

(** ** The strategy of a claim *)

Variable a : player.
Variable k : Z.

Notation entry := (ing_state * go_move N)%type.

Definition own_well (known : states) (s : ing_state) (m : go_move N) : bool :=
  match state_step_ s m with Illegal => false | Ends res => good_b a k res | Goes s' => is_known known s' end.
Definition theirs_well (known : states) (s : ing_state) (m : go_move N) : bool :=
  match state_step_ s m with Illegal => true | Ends res => good_b a k res | Goes s' => is_known known s' end.
Definition entry_well (known : states) (one : entry) : bool :=
  let (s, m) := one in
  if player_eq_dec (s_mover s) a then own_well known s m else forallb (theirs_well known s) (Pass :: map Stone (points r)).

Lemma all_theirs : forall known s m, forallb (theirs_well known s) (Pass :: map Stone (points r)) = true -> theirs_well known s m = true.
Proof.
  intros known s m all. rewrite forallb_forall in all. destruct m as [x |]; [| apply all; left; reflexivity].
  unfold theirs_well, state_step. destruct (laid plays_of (s_board s) (s_mover s) x) as [[p b] |] eqn:made; [| reflexivity].
  assert (made' := made). rewrite (laid_is r kind plays_of plays_right) in made'. destruct (lay_facts _ _ _ _ _ _ _ made') as [_ [_ [is _]]].
  specialize (all (Stone x)). unfold theirs_well, state_step in all. rewrite made in all. apply all. right. apply in_map. exact is.
Qed.

(** Of every game whose state is known [claim] is true. Then so it is after the move that is told, or after each of the opponent's. *)
Definition true_of (claim : ing_history -> Prop) (s : ing_state) : Prop := forall h, sound_ (board_now h) -> state_of_ h = s -> claim h.

Section Well.

Variable claim : ing_history -> Prop.
Variable known : states.
Hypothesis known_claim : forall s, there known s -> true_of claim s.

Lemma own_move : forall h m, sound_ (board_now h) -> own_well known (state_of_ h) m = true ->
  match step_ h m with Illegal => False | Ends res => good a k res | Goes h' => claim h' end.
Proof.
  intros h m sound yes. unfold own_well in yes. rewrite (alike h m sound) in yes.
  destruct (step_ h m) as [| res | h'] eqn:made; [discriminate | exact (good_b_true a k res yes) |].
  apply is_known_there in yes. exact (known_claim _ yes h' (step_sound r kind longest h m h' sound made) eq_refl).
Qed.

Lemma their_move : forall h m, sound_ (board_now h) -> theirs_well known (state_of_ h) m = true ->
  match step_ h m with Illegal => True | Ends res => good a k res | Goes h' => claim h' end.
Proof.
  intros h m sound yes. unfold theirs_well in yes. rewrite (alike h m sound) in yes.
  destruct (step_ h m) as [| res | h'] eqn:made; [exact I | exact (good_b_true a k res yes) |].
  apply is_known_there in yes. exact (known_claim _ yes h' (step_sound r kind longest h m h' sound made) eq_refl).
Qed.

(** What [keeps] of IngSpight.v asks of a history. *)
Lemma entry_keeps : forall h m, sound_ (board_now h) -> entry_well known (state_of_ h, m) = true ->
  (to_play h = a -> match step_ h m with Illegal => False | Ends res => good a k res | Goes h' => claim h' end) /\
  (to_play h = other a -> forall m', match step_ h m' with Illegal => True | Ends res => good a k res | Goes h' => claim h' end).
Proof.
  intros h m sound yes. unfold entry_well in yes. cbn [state_of s_mover] in yes. destruct (player_eq_dec (to_play h) a) as [own | theirs]; split.
  - intros _. exact (own_move h m sound yes).
  - intro bad. rewrite own in bad. symmetry in bad. destruct (other_differs a bad).
  - intro own. contradiction.
  - intros _ m'. exact (their_move h m' sound (all_theirs known _ m' yes)).
Qed.

End Well.

(** *** A claim that forces: each state leads to those before it *)

Fixpoint check_forces (known : states) (es : list entry) : option states :=
  match es with
  | [] => Some known
  | one :: rest => if entry_well known one then check_forces (enter known (fst one)) rest else None
  end.

Lemma check_forces_true : forall es known known', (forall s, there known s -> true_of (forces game_ a k) s) ->
  check_forces known es = Some known' -> forall s, there known' s -> true_of (forces game_ a k) s.
Proof.
  induction es as [| [s m] rest again]; intros known known' all made; cbn [check_forces fst] in made; [injection made as <-; exact all |].
  destruct (entry_well known (s, m)) eqn:yes; [| discriminate]. apply (again _ _) with (2 := made). intros s' is.
  destruct (there_later known s s' is) as [-> | is']; [| exact (all s' is')]. intros h sound same. rewrite <- same in yes.
  destruct (entry_keeps _ known all h m sound yes) as [own theirs]. destruct (player_cases a (to_play h)) as [turn_ | turn_].
  - specialize (own turn_). destruct (step_ h m) as [| res | h'] eqn:does; [contradiction | |].
    + exact (forces_ends game_ a k h m res turn_ does own).
    + exact (forces_goes game_ a k h m h' turn_ does own).
  - specialize (theirs turn_). apply (forces_answers game_ a k h turn_).
    + intros m' res does. specialize (theirs m'). cbn in does. rewrite does in theirs. exact theirs.
    + intros m' h' does. specialize (theirs m'). cbn in does. rewrite does in theirs. exact theirs.
Qed.

(** *** A claim that denies: play may go round among the states *)

Definition enter_all (es : list entry) : states := fold_left (fun known one => enter known (fst one)) es (PositiveMap.empty _).

Lemma entered : forall es s, there (enter_all es) s -> exists m, In (s, m) es.
Proof.
  assert (all : forall (es : list entry) known s, there (fold_left (fun known one => enter known (fst one)) es known) s -> there known s \/ exists m, In (s, m) es).
  { induction es as [| [s' m] rest again]; intros known s is; [left; exact is |]. cbn [fold_left fst] in is.
    destruct (again _ _ is) as [is' | [m' is']]; [| right; exists m'; right; exact is'].
    destruct (there_later known s' s is') as [-> | old]; [right; exists m; left; reflexivity | left; exact old]. }
  intros es s is. destruct (all es _ s is) as [bad | found]; [destruct (none_there s bad) | exact found].
Qed.

Definition check_denies (es : list entry) : option states := let known := enter_all es in if forallb (entry_well known) es then Some known else None.

Lemma check_denies_true : forall es known, check_denies es = Some known -> forall s, there known s -> true_of (denies game_ a k) s.
Proof.
  intros es known made s is h sound same. unfold check_denies in made. destruct (forallb _ es) eqn:yes; [| discriminate]. injection made as <-.
  exists (fun h => sound_ (board_now h) /\ there (enter_all es) (state_of_ h)). split; [| rewrite same; auto].
  intros h' [sound' is']. destruct (entered es _ is') as [m in_]. rewrite forallb_forall in yes. specialize (yes _ in_).
  destruct (entry_keeps (fun h => sound_ (board_now h) /\ there (enter_all es) (state_of_ h)) (enter_all es)) with (h := h') (m := m) as [own theirs]; trivial.
  - intros s' known_ h2 sound2 same2. rewrite same2. auto.
  - split; [| exact theirs]. intro turn_. exists m. exact (own turn_).
Qed.

End IngSpightClaims.

(** ** A claim *)

(** What is claimed where moves have led to: [denying] or forcing. *)
Definition claimed (r : rectangle) (kind : suicides) (longest : nat) (a : player) (k : Z) (denying : bool) (o : outcome ing_history) : Prop :=
  match o with
  | Illegal => False
  | Ends res => good a k res
  | Goes h => if denying then denies (ing_game r kind longest) a k h else forces (ing_game r kind longest) a k h
  end.

Definition ing_claim (r : rectangle) (kind : suicides) (longest : nat) (t : tables) (asked : list (board * player * N)) (a : player) (k : Z)
  (denying : bool) (es : list (ing_state * go_move N)) (o : outcome ing_history) : bool :=
  match o with
  | Illegal => false
  | Ends res => good_b a k res
  | Goes h =>
    let kos := kos_of r kind longest t asked in
    match (if denying then check_denies r kind longest t kos a k es else check_forces r kind longest t kos a k (PositiveMap.empty _) es) with
    | Some known => if is_sound r (board_now h) then is_known r known (state_of r kind longest (t_pairs t) h) else false
    | None => false
    end
  end.

Theorem ing_claim_sound : forall r kind longest asked a k denying es o,
  ing_claim r kind longest (tables_of r kind longest) asked a k denying es o = true -> claimed r kind longest a k denying o.
Proof.
  intros r kind longest asked a k denying es [| res | h] yes; [discriminate | exact (good_b_true a k res yes) |]. cbn [ing_claim] in yes.
  destruct (if denying then _ else _) as [known |] eqn:made; [| discriminate]. destruct (is_sound r (board_now h)) eqn:sound; [| discriminate].
  apply is_known_there in yes. apply is_sound_true in sound. unfold claimed. destruct denying.
  - exact (check_denies_true r kind longest _ eq_refl asked _ eq_refl a k es known made _ yes h sound eq_refl).
  - apply (check_forces_true r kind longest _ eq_refl asked _ eq_refl a k es _ known) with (2 := made) (3 := yes); [| exact sound | reflexivity].
    intros s bad. destruct (none_there s bad).
Qed.

(** [most]: without suicide no more than all points are lost. *)
Definition ing_most (r : rectangle) (kind : suicides) (a : player) (k : Z) (o : outcome ing_history) : bool :=
  match kind with
  | Never =>
    if Z.leb k (- Z.of_nat (size r))
    then match o with
         | Illegal => false
         | Ends res => good_b a k res
         | Goes h => if is_symmetry r (points r) then is_sound r (board_now h) else false
         end
    else false
  | _ => false
  end.

Theorem ing_most_sound : forall r kind longest a k o, ing_most r kind a k o = true -> claimed r kind longest a k false o.
Proof.
  intros r kind longest a k o yes. unfold ing_most in yes. destruct kind; try discriminate. destruct (Z.leb_spec k (- Z.of_nat (size r))) as [low |]; [| discriminate].
  destruct o as [| res | h]; [discriminate | exact (good_b_true a k res yes) |]. destruct (is_symmetry r (points r)) eqn:identity; [| discriminate].
  apply (forces_less _ a (- Z.of_nat (size r))); [exact low |]. apply (no_less r Never longest eq_refl identity a). apply is_sound_true. exact yes.
Qed.
