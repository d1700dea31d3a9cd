(**
Control by the Logical Japanese Rules of Go [5], [14] to [16], as docs/certificate-format.md states it ("Control").

A player has bordered a set of points [15] if of two neighbours of which one alone is in it that one is his stone and the other is not ([bordered]). He, the
builder, controls what is in some set that he has bordered on which he can bring a two-eye formation about ([formed], [builds]), his opponent
moving first ([fight_from]). Who controls what makes the margin ([control_margin]). That the game on the set alone is the one of which the
rules' text speaks, on the whole board, is argued in docs/control.md, and tested; it is not proved here.

[control_once]: there is one margin only. The rest is a checker: [check_books] takes, for each set, states from which the builder succeeds, each after those to which he
goes on from it, and states from which he does not; [margin_by] a board and those. [margin_by_true]: what it says is the margin of control.
*)
Require Import ZArith NArith Lia List Bool FMapPositive.
Require Import Game Board Ljrg.
Import ListNotations.

Section Control.

Variable r : rectangle.

Notation near p q := (N.testbit (around r (N.shiftl 1 p)) q).

(** ** What is bordered *)

Definition pair_ok (own set p q : N) : bool :=
  if near p q
  then match N.testbit set p, N.testbit set q with
       | true, false => N.testbit own p && negb (N.testbit own q)
       | false, true => N.testbit own q && negb (N.testbit own p)
       | _, _ => true
       end
  else true.

Definition bordered (own set : N) : bool :=
  forallb (fun p => forallb (pair_ok own set p) (points r)) (points r) && N.eqb (N.shiftr set (N.of_nat (size r))) 0.

(** ** The game on a set *)

(** Who moves, the stones of the builder and of his opponent in the set, and the point that a ko capture has just cleared. *)
Record fight : Set := { f_builds : bool; f_own : N; f_his : N; f_ko : N }.

Section Fight.

Variable set : N.

Definition border : N := N.land set (around r (N.ldiff (all_points r) set)).
Definition open (f : fight) : N := N.ldiff set (N.lor (f_own f) (f_his f)).

(** Stones without a liberty. *)
Definition stifled (f : fight) (x : N) : N := N.ldiff x (reaching r x (open f)).

(** What has no liberty is taken at first, and the opponent moves. *)
Definition fight_from (own his : N) : fight :=
  let f := {| f_builds := false; f_own := N.land own set; f_his := N.land his set; f_ko := 0 |} in
  {| f_builds := false; f_own := N.ldiff (f_own f) (stifled f (f_own f)); f_his := N.ldiff (f_his f) (stifled f (f_his f)); f_ko := 0 |}.

Definition passed (f : fight) : fight := {| f_builds := negb (f_builds f); f_own := f_own f; f_his := f_his f; f_ko := 0 |}.

Definition lay (f : fight) (p : N) : list fight :=
  let stone := N.shiftl 1 p in
  if negb (N.testbit (open f) p) || N.testbit (f_ko f) p then []
  else
    let own := if f_builds f then N.lor (f_own f) stone else f_own f in
    let his := if f_builds f then f_his f else N.lor (f_his f) stone in
    let placed := {| f_builds := negb (f_builds f); f_own := own; f_his := his; f_ko := 0 |} in
    let taken := stifled placed (if f_builds f then his else own) in
    let dead := stifled placed (if f_builds f then own else his) in
    if N.eqb taken 0 && negb (N.eqb dead 0) then []
    else [{| f_builds := negb (f_builds f);
             f_own := if f_builds f then own else N.ldiff own taken;
             f_his := if f_builds f then N.ldiff his taken else his;
             f_ko := if Z.eqb (count taken) 1 && Z.eqb (count dead) 1 then taken else 0%N |}].

Definition follow (f : fight) : list fight := passed f :: flat_map (lay f) (points r).

(** [16] The two-eye formation: the builder's stones alone, the border among them; each point has a neighbour; no two empty points are neighbours; each chain has
    two liberties: without any one of them it still has one. *)
Definition formed (f : fight) : bool :=
  let eyes := N.ldiff set (f_own f) in
  N.eqb (f_his f) 0 && subset border (f_own f) && N.eqb (N.land (around r eyes) eyes) 0 && negb (N.eqb set 0) &&
  forallb (fun p => if N.testbit set p then negb (N.eqb (around r (N.shiftl 1 p)) 0) else true) (points r) &&
  forallb (fun x => N.eqb (reaching r (f_own f) (N.ldiff eyes (N.shiftl 1 x))) (f_own f)) (points r).

(** He fails at once. *)
Definition spoilt (f : fight) : bool :=
  negb (N.eqb (N.land border (f_his f)) 0) || (negb (f_builds f) && negb (subset border (f_own f))).

(** From there he brings a formation about, whatever the other does. *)
Inductive builds : fight -> Prop :=
| is_formed : forall f, formed f = true -> builds f
| goes_on : forall f g, f_builds f = true -> spoilt f = false -> In g (follow f) -> builds g -> builds f
| cannot_be_stopped : forall f, f_builds f = false -> spoilt f = false -> (forall g, In g (follow f) -> builds g) -> builds f.

End Fight.

(** ** The margin *)

Definition controls (b : board) (a : player) (p : N) : Prop :=
  exists set, bordered (stones a b) set = true /\ N.testbit set p = true /\ builds set (fight_from set (stones a b) (stones (other a) b)).

(** A point for each that he controls and has no stone on, and another where the opponent has one. *)
Definition points_of (b : board) (a : player) (mine : N) : Z :=
  (count (N.ldiff mine (stones a b)) + count (N.land mine (stones (other a) b)))%Z.

Definition control_margin (b : board) (m : Z) : Prop :=
  exists blacks whites, (forall p, N.testbit blacks p = true <-> controls b Black p) /\ (forall p, N.testbit whites p = true <-> controls b White p) /\
    m = (points_of b Black blacks - points_of b White whites)%Z.

Lemma same_bits : forall (x y : N) (P : N -> Prop), (forall p, N.testbit x p = true <-> P p) -> (forall p, N.testbit y p = true <-> P p) -> x = y.
Proof.
  intros x y P one two. apply N.bits_inj. intro p. specialize (one p). specialize (two p).
  destruct (N.testbit x p), (N.testbit y p); trivial; [symmetry; apply two, one | apply one, two]; reflexivity.
Qed.

Theorem control_once : forall b m n, control_margin b m -> control_margin b n -> m = n.
Proof.
  intros b m n [x [y [one [two ->]]]] [x' [y' [one' [two' ->]]]].
  rewrite (same_bits x x' _ one one'), (same_bits y y' _ two two'). reflexivity.
Qed.

(** ** All bordered sets *)

Fixpoint branch (own : N) (todo decided : list N) (set : N) : list N :=
  match todo with
  | [] => [set]
  | p :: rest =>
    let try_ s := if forallb (fun q => pair_ok own s p q && pair_ok own s q p) decided then branch own rest (p :: decided) s else [] in
    try_ (N.lor set (N.shiftl 1 p)) ++ try_ set
  end.

Lemma bit_alone : forall p q, N.testbit (N.shiftl 1 p) q = true <-> q = p.
Proof.
  intros p q. rewrite N.shiftl_1_l. destruct (N.eq_dec p q) as [<- | no].
  - rewrite N.pow2_bits_true. tauto.
  - rewrite N.pow2_bits_false by exact no. split; [discriminate | intro bad; congruence].
Qed.

Lemma branch_all : forall own set, bordered own set = true -> forall todo decided s,
  (forall q, In q decided -> N.testbit s q = N.testbit set q) -> (forall q, N.testbit s q = true -> In q decided) ->
  (forall q, In q (decided ++ todo) -> In q (points r)) -> (forall q, N.testbit set q = true -> In q (decided ++ todo)) ->
  In set (branch own todo decided s).
Proof.
  intros own set is. unfold bordered in is. apply andb_true_iff in is. destruct is as [all _]. rewrite forallb_forall in all.
  induction todo as [| p rest again]; intros decided s same none on more; cbn [branch].
  - left. apply N.bits_inj. intro q. rewrite app_nil_r in more. destruct (N.testbit set q) eqn:there.
    + rewrite <- there. apply same. exact (more q there).
    + destruct (N.testbit s q) eqn:bad; trivial. rewrite <- there, <- bad. apply same. exact (none q bad).
  - assert (step_ : forall s', (forall q, In q (p :: decided) -> N.testbit s' q = N.testbit set q) -> (forall q, N.testbit s' q = true -> In q (p :: decided)) ->
      In set (if forallb (fun q => pair_ok own s' p q && pair_ok own s' q p) decided then branch own rest (p :: decided) s' else [])).
    { intros s' same' none'. assert (forallb (fun q => pair_ok own s' p q && pair_ok own s' q p) decided = true) as ->.
      - apply forallb_forall. intros q among. unfold pair_ok. rewrite (same' p (or_introl eq_refl)), (same' q (or_intror among)).
        assert (in_p : In p (points r)) by (apply on; apply in_or_app; right; left; reflexivity).
        assert (in_q : In q (points r)) by (apply on; apply in_or_app; left; exact among).
        assert (one := all p in_p). rewrite forallb_forall in one. assert (two := all q in_q). rewrite forallb_forall in two.
        apply andb_true_iff. split; [exact (one q in_q) | exact (two p in_p)].
      - apply again; [exact same' | exact none' | |].
        + intros q [<- | among]; apply on; apply in_or_app; [right; left; reflexivity |].
          apply in_app_or in among. destruct among; [left | right; right]; assumption.
        + intros q there. specialize (more q there). apply in_app_or in more. simpl. rewrite in_app_iff. destruct more as [m | [m | m]]; auto. }
    apply in_or_app. destruct (N.testbit set p) eqn:there; [left | right]; apply step_.
    + intros q [<- | among]; rewrite N.lor_spec.
      * rewrite there, (proj2 (bit_alone p p) eq_refl). apply orb_true_r.
      * rewrite (same q among). destruct (N.testbit (N.shiftl 1 p) q) eqn:here; [| apply orb_false_r].
        apply bit_alone in here. subst q. rewrite there. reflexivity.
    + intros q is. rewrite N.lor_spec in is. apply orb_true_iff in is. destruct is as [is | is]; [right; exact (none q is) | left].
      apply bit_alone in is. congruence.
    + intros q [<- | among]; [| exact (same q among)]. rewrite there. destruct (N.testbit s p) eqn:bad; trivial.
      rewrite <- there, <- bad. apply same. exact (none p bad).
    + intros q is. right. exact (none q is).
Qed.

Definition bordered_sets (own : N) : list N := filter (bordered own) (branch own (points r) [] 0).

Lemma bordered_all : forall own set, bordered own set = true -> In set (bordered_sets own).
Proof.
  intros own set is. apply filter_In. split; [| exact is]. apply branch_all; trivial.
  - intros q [].
  - intros q bad. rewrite N.bits_0 in bad. discriminate.
  - intros q there. simpl. unfold bordered in is. apply andb_true_iff in is. destruct is as [_ low]. apply N.eqb_eq in low.
    unfold points. apply in_map_iff. exists (N.to_nat q). split; [apply N2Nat.id |]. apply in_seq. split; [lia |]. simpl.
    destruct (N.lt_ge_cases q (N.of_nat (size r))) as [less | high]; [lia |]. exfalso.
    assert (bad : N.testbit (N.shiftr set (N.of_nat (size r))) (q - N.of_nat (size r)) = true).
    { rewrite N.shiftr_spec by apply N.le_0_l. replace (q - N.of_nat (size r) + N.of_nat (size r))%N with q by lia. exact there. }
    rewrite low, N.bits_0 in bad. discriminate.
Qed.

(** ** Books of states *)

Definition fights : Type := PositiveMap.t fight.

Definition fight_eq_dec : forall f g : fight, {f = g} + {f <> g}.
Proof. decide equality; try apply N.eq_dec. apply bool_dec. Defined.

Definition fight_key (f : fight) : positive :=
  let wide := N.of_nat (size r) in
  N.succ_pos (N.lor (N.shiftl (N.lor (N.shiftl (N.lor (N.shiftl (f_ko f) wide) (f_own f)) wide) (f_his f)) 1) (if f_builds f then 1 else 0)).

Definition is_there (known : fights) (f : fight) : bool :=
  match PositiveMap.find (fight_key f) known with Some g => if fight_eq_dec f g then true else false | None => false end.

Fixpoint won_all (set : N) (fs : list fight) (known : fights) : option fights :=
  match fs with
  | [] => Some known
  | f :: rest =>
    if formed set f || (negb (spoilt set f) && (if f_builds f then existsb (is_there known) (follow set f) else forallb (is_there known) (follow set f)))
    then won_all set rest (PositiveMap.add (fight_key f) f known) else None
  end.

Lemma there_true : forall known f, is_there known f = true -> PositiveMap.find (fight_key f) known = Some f.
Proof.
  intros known f yes. unfold is_there in yes. destruct (PositiveMap.find _ _) as [g |]; [| discriminate]. destruct (fight_eq_dec f g); congruence.
Qed.

Definition all_build (set : N) (known : fights) : Prop := forall i f, PositiveMap.find i known = Some f -> builds set f.

Lemma won_all_true : forall set fs known all, won_all set fs known = Some all -> all_build set known -> all_build set all.
Proof.
  intros set fs. induction fs as [| f rest again]; intros known all made before; cbn [won_all] in made; [injection made as <-; exact before |].
  destruct (formed set f || _) eqn:ok; [| discriminate]. apply (again _ _ made). intros i g is.
  destruct (Pos.eq_dec i (fight_key f)) as [-> | no]; [| rewrite PositiveMap.gso in is by exact no; exact (before i g is)].
  rewrite PositiveMap.gss in is. injection is as <-. apply orb_true_iff in ok. destruct ok as [ok | ok]; [apply is_formed; exact ok |].
  apply andb_true_iff in ok. destruct ok as [fair ok]. apply negb_true_iff in fair. destruct (f_builds f) eqn:who.
  - apply existsb_exists in ok. destruct ok as [g [among there]]. apply (goes_on set f g who fair among). exact (before _ _ (there_true _ _ there)).
  - rewrite forallb_forall in ok. apply (cannot_be_stopped set f who fair). intros g among. exact (before _ _ (there_true _ _ (ok g among))).
Qed.

Definition kept (fs : list fight) : fights := fold_right (fun f known => PositiveMap.add (fight_key f) f known) (PositiveMap.empty fight) fs.

Lemma kept_true : forall fs f, is_there (kept fs) f = true -> In f fs.
Proof.
  intros fs f yes. apply there_true in yes. revert yes. generalize (fight_key f). intro i. induction fs as [| g rest again]; simpl; intro is.
  - rewrite PositiveMap.gempty in is. discriminate.
  - destruct (Pos.eq_dec i (fight_key g)) as [-> | no]; [rewrite PositiveMap.gss in is; injection is as ->; auto |].
    rewrite PositiveMap.gso in is by exact no. auto.
Qed.

Definition lost_all (set : N) (fs : list fight) : bool :=
  let known := kept fs in
  forallb (fun f => negb (formed set f) &&
    (spoilt set f || (if f_builds f then forallb (is_there known) (follow set f) else existsb (is_there known) (follow set f)))) fs.

Lemma lost_all_true : forall set fs, lost_all set fs = true -> forall f, builds set f -> ~ In f fs.
Proof.
  intros set fs ok. unfold lost_all in ok. rewrite forallb_forall in ok. intros f good. induction good as [f is | f g who fair among _ again | f who fair _ again];
    intro bad; specialize (ok f bad); apply andb_true_iff in ok; destruct ok as [no ok].
  - rewrite is in no. discriminate.
  - rewrite fair, who in ok. cbn [orb] in ok. rewrite forallb_forall in ok. exact (again (kept_true _ _ (ok g among))).
  - rewrite fair, who in ok. cbn [orb] in ok. apply existsb_exists in ok. destruct ok as [g [among there]]. exact (again g among (kept_true _ _ there)).
Qed.

(** Of a set: states from which he builds, and from which he does not. *)
Record book : Type := { b_set : N; b_won : fights; b_lost : fights }.
Definition books : Type := PositiveMap.t book.
Definition hint : Type := (N * (list fight * list fight))%type.

Definition check_book (it : hint) : option book :=
  match it with (set, (won, lost)) =>
    match won_all set won (PositiveMap.empty fight) with
    | Some known => if lost_all set lost then Some {| b_set := set; b_won := known; b_lost := kept lost |} else None
    | None => None
    end
  end.

Definition book_true (k : book) : Prop :=
  forall f, (is_there (b_won k) f = true -> builds (b_set k) f) /\ (is_there (b_lost k) f = true -> ~ builds (b_set k) f).

Lemma check_book_true : forall it k, check_book it = Some k -> book_true k.
Proof.
  intros [set [won lost]] k made. unfold check_book in made. destruct (won_all _ _ _) as [known |] eqn:wins; [| discriminate].
  destruct (lost_all set lost) eqn:loses; [| discriminate]. injection made as <-. intro f. cbn [b_set b_won b_lost]. split.
  - intro yes. apply (won_all_true _ _ _ _ wins) with (i := fight_key f); [| exact (there_true _ _ yes)].
    intros i g bad. rewrite PositiveMap.gempty in bad. discriminate.
  - intros yes good. exact (lost_all_true set lost loses f good (kept_true _ _ yes)).
Qed.

Fixpoint check_books (its : list hint) (sum : books) : option books :=
  match its with
  | [] => Some sum
  | it :: rest => match check_book it with Some k => check_books rest (PositiveMap.add (N.succ_pos (b_set k)) k sum) | None => None end
  end.

Definition books_true (ks : books) : Prop := forall i k, PositiveMap.find i ks = Some k -> book_true k.

Lemma check_books_true : forall its sum ks, check_books its sum = Some ks -> books_true sum -> books_true ks.
Proof.
  induction its as [| it rest again]; intros sum ks made before; simpl in made; [injection made as <-; exact before |].
  destruct (check_book it) as [k |] eqn:one; [| discriminate]. apply (again _ _ made). intros i k' is.
  destruct (Pos.eq_dec i (N.succ_pos (b_set k))) as [-> | no]; [| rewrite PositiveMap.gso in is by exact no; exact (before i k' is)].
  rewrite PositiveMap.gss in is. injection is as <-. exact (check_book_true it k one).
Qed.

Lemma no_books_true : books_true (PositiveMap.empty book).
Proof. intros i k bad. rewrite PositiveMap.gempty in bad. discriminate. Qed.

(** ** The margin by books *)

Section Margin.

Variable ks : books.
Hypothesis ks_true : books_true ks.

(** Does he build on the set? Nothing, if no book says so. *)
Definition told (b : board) (a : player) (set : N) : option bool :=
  match PositiveMap.find (N.succ_pos set) ks with
  | None => None
  | Some k =>
    if N.eqb (b_set k) set
    then let f := fight_from set (stones a b) (stones (other a) b) in
         if is_there (b_won k) f then Some true else if is_there (b_lost k) f then Some false else None
    else None
  end.

Lemma told_true : forall b a set v, told b a set = Some v ->
  if v then builds set (fight_from set (stones a b) (stones (other a) b)) else ~ builds set (fight_from set (stones a b) (stones (other a) b)).
Proof.
  intros b a set v is. unfold told in is. destruct (PositiveMap.find _ ks) as [k |] eqn:there; [| discriminate].
  destruct (N.eqb (b_set k) set) eqn:same; [| discriminate]. apply N.eqb_eq in same. assert (true_ := ks_true _ _ there (fight_from set (stones a b) (stones (other a) b))).
  rewrite same in true_. destruct (is_there (b_won k) _); [injection is as <-; apply true_; reflexivity |].
  destruct (is_there (b_lost k) _); [injection is as <-; apply true_; reflexivity | discriminate].
Qed.

(** What he controls by these sets; then the sets with more must be lost. *)
Definition together (b : board) (a : player) (sets : list N) : N :=
  fold_right (fun set sum => if subset set sum then sum else match told b a set with Some true => N.lor set sum | _ => sum end) 0%N sets.

Definition controlled (b : board) (a : player) : option N :=
  let sets := bordered_sets (stones a b) in
  let mine := together b a sets in
  if forallb (fun set => subset set mine || match told b a set with Some false => true | _ => false end) sets then Some mine else None.

Lemma together_true : forall b a sets p, (forall set, In set sets -> bordered (stones a b) set = true) ->
  N.testbit (together b a sets) p = true -> controls b a p.
Proof.
  intros b a sets p. induction sets as [| set rest again]; intros all is; unfold together in is; cbn [fold_right] in is;
    [rewrite N.bits_0 in is; discriminate | fold (together b a rest) in is].
  assert (rest_ : forall s, In s rest -> bordered (stones a b) s = true) by (intros s among; apply all; right; exact among).
  destruct (subset set _); [exact (again rest_ is) |]. destruct (told b a set) as [[|] |] eqn:says; try exact (again rest_ is).
  rewrite N.lor_spec in is. apply orb_true_iff in is. destruct is as [is | is]; [| exact (again rest_ is)].
  exists set. split; [apply all; left; reflexivity |]. split; [exact is | exact (told_true b a set true says)].
Qed.

Lemma controlled_true : forall b a mine, controlled b a = Some mine -> forall p, N.testbit mine p = true <-> controls b a p.
Proof.
  intros b a mine made p. unfold controlled in made. destruct (forallb _ _) eqn:all; [| discriminate]. injection made as <-. split.
  - apply together_true. intros set among. unfold bordered_sets in among. apply filter_In in among. apply among.
  - intros [set [border_ [there good]]]. rewrite forallb_forall in all. specialize (all set (bordered_all _ _ border_)).
    apply orb_true_iff in all. destruct all as [all | all]; [rewrite subset_true in all; exact (all p there) |].
    destruct (told b a set) as [[|] |] eqn:says; try discriminate. exfalso. exact (told_true b a set false says good).
Qed.

Definition margin_by (b : board) : option Z :=
  match controlled b Black, controlled b White with
  | Some blacks, Some whites => Some (points_of b Black blacks - points_of b White whites)%Z
  | _, _ => None
  end.

Theorem margin_by_true : forall b m, margin_by b = Some m -> control_margin b m.
Proof.
  intros b m made. unfold margin_by in made. destruct (controlled b Black) as [x |] eqn:one; [| discriminate].
  destruct (controlled b White) as [y |] eqn:two; [| discriminate]. injection made as <-. exists x, y.
  split; [exact (controlled_true b Black x one) | split; [exact (controlled_true b White y two) | reflexivity]].
Qed.

End Margin.

End Control.
