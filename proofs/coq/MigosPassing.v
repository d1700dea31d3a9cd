(**
Moves under the rules of MIGOS, and who does nothing but pass.

[stone_is], [pass_is]: what a move does, by the balance of passes since the situation that it produces was there. [lead]: how many passes more the attacker made;
if he leads where a situation comes back he wins outright, which is as much as he wants ([judged_good]).

A board is [lasting] if it is enough, and stays one whatever stone the opponent places, which lowers a number ([rank_of_board]), as in Living.v. [passing_forces]: where of the boards
before those that last had a higher rank ([newly]) the attacker forces his margin by nothing but passing. A situation comes back there by nobody's move but the second pass.

[passing_after_play]: so he does where such a board is left by the first move of the game. Where that was a stone of his own the opponent may bring the start back, but not at once, as that
would retake a ko; later the attacker has passed, and wins.
*)
Require Import ZArith Lia List Bool.
Require Import Game Strategy Repetition Migos.
Import ListNotations.
Local Open Scope Z_scope.

Section MigosPassing.

Variables board point : Type.
Variable board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variable outright : Z.
Variable tie : result.
Variable attacker : player.
Variable wanted : Z. (** in the attacker's favour *)
Hypothesis not_more : wanted <= outright.

Notation opponent := (other attacker).
Notation turn_ := (turn_made board).
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
Notation judged_ := (judged outright tie).
Notation retakes_ := (retakes board board_eq_dec).
Notation forced := (forces the_game attacker wanted).

Definition enough (b : board) : Prop := wanted <= margin_of attacker (score b).

Lemma enough_dec : forall b, {enough b} + {~ enough b}.
Proof. intro b. apply Z_le_dec. Qed.

(** How many passes more the attacker made. *)
Definition lead (c : Z) : Z := margin_of attacker c.

Lemma lead_plus : forall c d, lead (c + d) = lead c + lead d.
Proof. intros c d. unfold lead. destruct attacker; simpl; lia. Qed.

Lemma lead_own : lead (margin_of attacker 1) = 1.
Proof. unfold lead. destruct attacker; reflexivity. Qed.

Lemma lead_zero : lead 0 = 0.
Proof. unfold lead. destruct attacker; reflexivity. Qed.

(** Who leads where a situation comes back wins outright. *)
Lemma judged_good : forall c, 1 <= lead c -> good attacker wanted (judged_ c).
Proof. intros c more. unfold lead in more. destruct c as [| c | c], attacker; simpl in *; lia. Qed.

Lemma opponent_differs : opponent <> attacker.
Proof. apply other_differs. Qed.

(** ** What a move does *)

Lemma produces_true : forall t b a, produces_ t b a = true <-> left _ t = b /\ next_player _ t = a.
Proof.
  intros t b a. unfold produces, same_board_b, same_player_b.
  destruct (board_eq_dec _ _) as [is | no], (player_eq_dec _ _) as [is' | no']; simpl; split; try discriminate; auto; intros [one two]; contradiction.
Qed.

Lemma balance_has : forall b a ts c, balance_ b a ts = Some c -> exists t, In t ts /\ left _ t = b /\ next_player _ t = a.
Proof.
  intros b a ts. induction ts as [| t before again]; intros c found; [discriminate |]. cbn [balance] in found.
  destruct (produces_ t b a) eqn:here.
  - exists t. apply produces_true in here. split; [left; reflexivity | exact here].
  - destruct (balance_ b a before) as [d |]; [| discriminate]. destruct (again d eq_refl) as [t' [is same]].
    exists t'. split; [right; exact is | exact same].
Qed.

Lemma never_stood : forall b a ts, (forall t, In t ts -> left _ t <> b) -> balance_ b a ts = None.
Proof.
  intros b a ts none. destruct (balance_ b a ts) as [c |] eqn:found; [| reflexivity]. exfalso.
  destruct (balance_has _ _ _ _ found) as [t [is [same _]]]. exact (none t is same).
Qed.

Lemma pass_ends : forall h, was_pass _ (fst h) = true -> step_ h Pass = Ends (Scored (score (now h))).
Proof. intros h was. simpl. rewrite was. reflexivity. Qed.

Lemma pass_is : forall h, was_pass _ (fst h) = false -> step_ h Pass =
  match balance_ (now h) (other (mover_ h)) (turns_ h) with
  | Some c => Ends (judged_ (c + margin_of (mover_ h) 1))
  | None => Goes (push_ (pass_ h) h)
  end.
Proof. intros h was. cbn [migos_step]. rewrite was. apply concludes; reflexivity. Qed.

Lemma stone_is : forall h p b, play (mover_ h) (now h) p = Some b -> step_ h (Stone p) =
  if retakes_ (stone_ h b) h then Illegal
  else match balance_ b (other (mover_ h)) (turns_ h) with
       | Some c => Ends (judged_ c)
       | None => Goes (push_ (stone_ h b) h)
       end.
Proof.
  intros h p b made. cbn [migos_step]. rewrite made. destruct (retakes_ _ h); [reflexivity |].
  rewrite (concludes board board_eq_dec outright tie (stone_ h b) h b 0 eq_refl eq_refl eq_refl).
  destruct (balance_ _ _ _); [rewrite Z.add_0_r |]; reflexivity.
Qed.

Lemma stone_illegal : forall h p, play (mover_ h) (now h) p = None -> step_ h (Stone p) = Illegal.
Proof. intros h p none. simpl. rewrite none. reflexivity. Qed.

Definition fine (o : outcome past) : Prop := match o with Illegal => True | Ends r => good attacker wanted r | Goes h => forced h end.

Lemma by_answers : forall h, mover_ h = opponent -> (forall m, fine (step_ h m)) -> forced h.
Proof.
  intros h his well. apply forces_answers; [exact his | |].
  - intros m r made. specialize (well m). change (step_ h m = Ends r) in made. rewrite made in well. exact well.
  - intros m h' made. specialize (well m). change (step_ h m = Goes h') in made. rewrite made in well. exact well.
Qed.

Lemma by_move : forall h m, mover_ h = attacker -> step_ h m <> Illegal -> fine (step_ h m) -> forced h.
Proof.
  intros h m own legal well. destruct (step_ h m) as [| r | h'] eqn:made; [congruence | |].
  - exact (forces_ends the_game attacker wanted h m r own made well).
  - exact (forces_goes the_game attacker wanted h m h' own made well).
Qed.

(** His second pass ends the game. *)
Lemma by_second_pass : forall h, mover_ h = attacker -> was_pass _ (fst h) = true -> enough (now h) -> forced h.
Proof. intros h own was well. apply (by_move h Pass own); rewrite (pass_ends h was); [discriminate | exact well]. Qed.

Lemma moved_on : forall h, mover_ (push_ (pass_ h) h) = other (mover_ h).
Proof. reflexivity. Qed.

(** ** Nothing but passes *)

Section Passing.

Variable lasting : board -> bool.
Variable rank_of_board : board -> nat.
Hypothesis gives : forall b, lasting b = true -> enough b.
Hypothesis stays : forall b p b', lasting b = true -> play opponent b p = Some b' -> lasting b' = true /\ (rank_of_board b' < rank_of_board b)%nat.

(** It lasts, and of the boards before it those that last had a higher rank. *)
Definition newly (h : past) : Prop := lasting (now h) = true /\
  forall t, In t (snd h) -> lasting (left _ t) = true -> (rank_of_board (now h) < rank_of_board (left _ t))%nat.

Lemma still_new : forall h b p, lasting (now h) = true -> play opponent (now h) p = Some b ->
  (forall t, In t (snd h) -> lasting (left _ t) = true -> (rank_of_board (now h) <= rank_of_board (left _ t))%nat) ->
  newly (push_ (stone_ h b) h) /\ forall a, balance_ b a (turns_ h) = None.
Proof.
  intros h b p is made low. destruct (stays _ p b is made) as [is' less].
  assert (all : forall t, In t (turns_ h) -> lasting (left _ t) = true -> (rank_of_board b < rank_of_board (left _ t))%nat).
  { intros t [<- | there] lasts; [exact less |]. specialize (low t there lasts). lia. }
  split; [split; [exact is' | exact all] |]. intro a. apply never_stood. intros t there same. subst b. specialize (all t there is'). lia.
Qed.

Lemma stone_passing : forall h p, mover_ h = opponent -> lasting (now h) = true ->
  (forall t, In t (snd h) -> lasting (left _ t) = true -> (rank_of_board (now h) <= rank_of_board (left _ t))%nat) ->
  (forall h', newly h' -> (rank_of_board (now h') < rank_of_board (now h))%nat -> forced h') -> fine (step_ h (Stone p)).
Proof.
  intros h p his is low again. destruct (play opponent (now h) p) as [b |] eqn:made.
  - destruct (still_new h b p is made low) as [new none]. rewrite (stone_is h p b) by (rewrite his; exact made).
    destruct (retakes_ _ h); [exact I |]. rewrite none. apply (again _ new). exact (proj2 (stays _ p b is made)).
  - simpl. rewrite his, made. exact I.
Qed.

Lemma passing_forces : forall h, newly h -> forced h.
Proof.
  assert (all : forall k h, newly h -> (rank_of_board (now h) < k)%nat -> forced h).
  { induction k as [| k again]; intros h [is low] less; [lia |].
    assert (none : forall a, a <> mover_ h -> balance_ (now h) a (turns_ h) = None).
    { intros a other_. destruct (balance_ (now h) a (turns_ h)) as [c |] eqn:found; [| reflexivity]. exfalso.
      destruct (balance_has _ _ _ _ found) as [t [[<- | there] [same turn]]]; [exact (other_ (eq_sym turn)) |].
      rewrite <- same in is at 1. specialize (low t there is). rewrite same in low. lia. }
    assert (next_ : forall h', newly h' -> (rank_of_board (now h') < rank_of_board (now h))%nat -> forced h').
    { intros h' new lower. apply (again h' new). lia. }
    destruct (player_cases attacker (mover_ h)) as [own | his].
    - destruct (was_pass _ (fst h)) eqn:was; [apply (by_second_pass h own was); exact (gives _ is) |].
      apply (by_move h Pass own); rewrite (pass_is h was), none by (rewrite own; apply opponent_differs); [discriminate |].
      apply by_answers; [rewrite moved_on, own; reflexivity |]. intros [p |].
      + apply stone_passing; trivial; [rewrite moved_on, own; reflexivity |].
        intros t [<- | there] lasts; [apply le_n |]. specialize (low t there lasts). simpl. lia.
      + rewrite pass_ends by reflexivity. exact (gives _ is).
    - apply (by_answers h his). intros [p |].
      + apply (stone_passing h p his is); [| exact next_]. intros t there lasts. specialize (low t there lasts). lia.
      + destruct (was_pass _ (fst h)) eqn:was; [rewrite (pass_ends h was); exact (gives _ is) |].
        rewrite (pass_is h was), none by (rewrite his, other_other; apply not_eq_sym; apply opponent_differs).
        apply by_second_pass; [rewrite moved_on, his; apply other_other | reflexivity | exact (gives _ is)]. }
  intros h new. exact (all (S (rank_of_board (now h))) h new (le_n _)).
Qed.

(** The same, but that one situation, before the attacker's first stone, may come back. *)
Section Begun.

Variable b0 : board.

Definition after_start (h : past) : Prop := lasting (now h) = true /\ mover_ h = attacker /\ was_pass _ (fst h) = false /\
  (forall t, In t (snd h) -> (rank_of_board (now h) < rank_of_board (left _ t))%nat \/ left _ t = b0 /\ next_player _ t = attacker) /\
  forall c, balance_ b0 attacker (turns_ h) = Some c -> 0 <= lead c.

Lemma passing_on : forall h, after_start h -> forced h.
Proof.
  assert (all : forall k h, after_start h -> (rank_of_board (now h) < k)%nat -> forced h).
  { induction k as [| k again]; intros h [is [own [was [low led]]]] less; [lia |].
    assert (none : balance_ (now h) opponent (turns_ h) = None).
    { destruct (balance_ (now h) opponent (turns_ h)) as [c |] eqn:found; [| reflexivity]. exfalso.
      destruct (balance_has _ _ _ _ found) as [t [[<- | there] [same turn]]].
      - apply opponent_differs. rewrite <- turn. exact own.
      - destruct (low t there) as [higher | [_ bad]]; [rewrite same in higher; lia |]. apply opponent_differs. congruence. }
    apply (by_move h Pass own); rewrite (pass_is h was), own, none; [discriminate |]. set (h' := push_ (pass_ h) h).
    assert (his : mover_ h' = opponent) by (unfold h'; rewrite moved_on, own; reflexivity).
    apply (by_answers h' his). intros [p |]; [| rewrite pass_ends by reflexivity; exact (gives _ is)].
    destruct (play opponent (now h') p) as [b |] eqn:made; [| rewrite stone_illegal by (rewrite his; exact made); exact I].
    destruct (stays _ p b is made) as [is' lower].
    assert (back : forall t, In t (turns_ h') -> left _ t = b -> next_player _ t = attacker -> b = b0).
    { intros t [<- | [<- | there]] same turn; [exfalso; simpl in same; rewrite same in lower; lia .. |].
      destruct (low t there) as [higher | [bad _]]; [rewrite same in higher; lia | congruence]. }
    assert (now_led : forall c, balance_ b0 attacker (turns_ h') = Some c -> 1 <= lead c).
    { intros c found. unfold h' in found. change (turns_ (push_ (pass_ h) h)) with (pass_ h :: turns_ h) in found. cbn [balance] in found.
      destruct (produces_ (pass_ h) b0 attacker) eqn:bad.
      - exfalso. apply produces_true in bad. apply opponent_differs. rewrite <- his. exact (proj2 bad).
      - destruct (balance_ b0 attacker (turns_ h)) as [d |]; [| discriminate]. injection found as <-. unfold pass_worth. cbn [pass_turn by_whom by_stone].
        rewrite own, lead_plus, lead_own. specialize (led d eq_refl). lia. }
    rewrite (stone_is h' p b) by (rewrite his; exact made). destruct (retakes_ _ h'); [exact I |]. rewrite his, other_other.
    destruct (balance_ b attacker (turns_ h')) as [c |] eqn:found.
    - apply judged_good. apply now_led. destruct (balance_has _ _ _ _ found) as [t [there [same turn]]]. rewrite (back t there same turn) in found. exact found.
    - apply (again (push_ (stone_ h' b) h')); [| simpl; lia]. split; [exact is' |]. split; [| split; [reflexivity | split]].
      + change (other (mover_ h') = attacker). rewrite his. apply other_other.
      + intros t [<- | [<- | there]]; [left; exact lower .. |]. destruct (low t there) as [higher | special]; [left; simpl; lia | right; exact special].
      + intros c led'. change (turns_ (push_ (stone_ h' b) h')) with (stone_ h' b :: turns_ h') in led'. cbn [balance] in led'.
        destruct (produces_ _ b0 attacker); [injection led' as <-; rewrite lead_zero; lia |].
        destruct (balance_ b0 attacker (turns_ h')) as [d |]; [| discriminate]. injection led' as <-. cbn [pass_worth stone_turn by_whom by_stone].
        rewrite Z.add_0_r. specialize (now_led d eq_refl). lia. }
  intros h is. exact (all (S (rank_of_board (now h))) h is (le_n _)).
Qed.

End Begun.

Theorem passing_after_play : forall b0 a0 m h, step_ (begin_with _ b0 a0) m = Goes h -> lasting (now h) = true -> (m <> Pass -> now h <> b0) -> forced h.
Proof.
  intros b0 a0 m h made is other_board. set (h1 := begin_with board b0 a0) in *. destruct m as [p |].
  - destruct (play (mover_ h1) (now h1) p) as [b |] eqn:legal; [| simpl in made; simpl in legal; rewrite legal in made; discriminate].
    rewrite (stone_is h1 p b legal) in made. destruct (retakes_ _ h1); [discriminate |]. destruct (balance_ _ _ _); [discriminate |].
    injection made as <-. assert (new_board : b <> b0) by (apply other_board; discriminate). change (play a0 b0 p = Some b) in legal. destruct (player_cases attacker a0) as [own | his].
    + subst a0. set (h := push_ (stone_ h1 b) h1) in *. assert (his : mover_ h = opponent) by reflexivity.
      apply (by_answers h his). intros [q |]; [| rewrite (pass_is h eq_refl)].
      * destruct (play opponent (now h) q) as [c |] eqn:made; [| rewrite stone_illegal by (rewrite his; exact made); exact I].
        destruct (stays _ q c is made) as [is' lower]. rewrite (stone_is h q c) by (rewrite his; exact made).
        destruct (retakes_ (stone_ h c) h) eqn:back; [exact I |].
        assert (new : c <> b0).
        { intros ->. unfold retakes, same_board_b in back. simpl in back. destruct (board_eq_dec b0 b0); [discriminate | contradiction]. }
        assert (none : balance_ c (other (mover_ h)) (turns_ h) = None).
        { rewrite his, other_other. destruct (balance_ _ _ _) as [x |] eqn:found; [| reflexivity]. exfalso.
          destruct (balance_has _ _ _ _ found) as [t [[<- | [<- | []]] [same turn]]]; [apply opponent_differs; exact turn | exact (new (eq_sym same))]. }
        rewrite none. apply (passing_on b0). split; [exact is' |]. split; [apply other_other |]. split; [reflexivity |]. split.
        -- intros t [<- | [<- | []]]; [left; exact lower | right; split; reflexivity].
        -- intros x found. change (turns_ (push_ (stone_ h c) h)) with [stone_ h c; stone_ h1 b; fst h1] in found. cbn [balance] in found.
           assert (zero : x = 0) by (do 3 (destruct (produces_ _ b0 attacker); [injection found as <-; reflexivity |]); discriminate).
           rewrite zero, lead_zero. lia.
      * rewrite his, other_other. destruct (balance_ (now h) attacker (turns_ h)) as [x |] eqn:found.
        -- exfalso. destruct (balance_has _ _ _ _ found) as [t [[<- | [<- | []]] [same turn]]]; [apply opponent_differs; exact turn | exact (new_board (eq_sym same))].
        -- apply by_second_pass; [rewrite moved_on, his; apply other_other | reflexivity | exact (gives _ is)].
    + subst a0. apply passing_forces. split; [exact is |]. intros t [<- | []] was. exact (proj2 (stays _ p b was legal)).
  - rewrite (pass_is h1 eq_refl) in made. destruct (balance_ _ _ _); [discriminate |]. injection made as <-.
    destruct (player_cases attacker a0) as [own | his].
    + subst a0. apply by_answers; [reflexivity |]. intros [p |]; [| rewrite pass_ends by reflexivity; exact (gives _ is)].
      apply stone_passing; [reflexivity | exact is | | intros h' new _; exact (passing_forces h' new)].
      intros t [<- | []] _. apply le_n.
    + subst a0. apply by_second_pass; [apply other_other | reflexivity | exact (gives _ is)].
Qed.

End Passing.

End MigosPassing.
