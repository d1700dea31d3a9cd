(**
A checker of strategies under the rules of MIGOS, and that what it accepts is true.

The table is that of Checker.v, and so is what is checked of it. Besides, for each stone of the opponent's, what KeeChecker.v asks under Kee's rules of 2013
([not_back]): he brings back no image of a board that the attacker left with a stone; and none that is enough, and that he left with a stone, if he has passed since on a board that is
not enough. Of states after which nothing follows, as the attacker lives with enough there, nothing of this is asked. Suicide is illegal ([plain]), and the margin is no
more than an outright win is worth.

[migos_strategy_sound]: if [migos_strategy_check] says yes, the attacker forces the margin from the table's root on, under the rules of Migos.v, with the whole history, and the captures and scores of
Board.v, whatever a tie is worth.

[migos_play_sound]: if [migos_play_check] says yes, the first play is legal, and the attacker forces the margin after it. Besides no stone in the table may bring about an image of the start, nor, if the
play took a ko, of the board after it (which no theorem needs); the start is enough if the play was his pass, and nothing ends there. Those are S20, S21, S23 and S26 of docs/certificate-format.md.

[migos_most_sound], [migos_most_play_sound]: claims "most", as in Most.v: no board is worth more than its points, so from a start, and after a first play, who only passes forces minus these (MigosPassing.v).
*)
Require Import ZArith NArith Lia List Bool FMapPositive Relations Wellfounded.
Require Import Game Strategy Repetition AfterMoves KeeChecker Migos MigosChecker MigosPassing MigosStrategy Alone Board PointSets Symmetry Rectangle StateTable TableWays TableGraph LivingBoards Checker Most.
Import ListNotations.

Local Opaque gathered.

(** Play does not go on after the second pass. *)
Notation never attacker := (freed false attacker) (only parsing).

Section MigosStrategyChecker.

Variable r : rectangle.
Variable attacker : player.
Variable wanted : Z.
Variable lasting : board -> bool.
Variable group : list (list N).
Variable symmetries : list prepared.
Variable bound : N.
Variable entry_at : N -> option entry.
Variable entry_of : state -> N * nat.
Variable place_of : board -> list N.
Variable images : list board. (** what no stone may bring about: boards, and all of their images *)

Notation opponent := (other attacker).
Notation enough_ := (enough_here r attacker wanted).
Notation entry_ := (entry_numbered bound entry_at).
Notation successors_ := (successors r true (never attacker) attacker wanted).
Notation met_ := (met group bound entry_at).
Notation next_ := (met_next r true (never attacker) attacker wanted group symmetries bound entry_at entry_of).

Definition migos_ok (i : N) (e : entry) : bool :=
  let s := known_state e in
  over e || same_turn (turn_of s) attacker ||
  forallb (fun t => not_back r false attacker wanted symmetries bound entry_at entry_of place_of i e (on t)) (after_stones r attacker s (points r)).

Definition migos_entry_ok (i : N) (e : entry) : bool :=
  entry_ok r true (never attacker) attacker wanted lasting symmetries bound entry_at entry_of place_of i e && migos_ok i e.

(** What follows by a stone. *)
Definition by_stones (e : entry) : list state :=
  let s := known_state e in
  if over e then []
  else if same_turn (turn_of s) attacker
  then match reply e, after_reply r true attacker wanted s (reply e) with Some _, Some t => [t] | _, _ => [] end
  else after_stones r attacker s (points r).

Definition brings_none (e : entry) : bool :=
  match images with [] => true | _ => forallb (fun t => negb (existsb (board_eqb (on t)) images)) (by_stones e) end.

(** Are all images of a board there? *)
Definition all_images (b : board) : bool :=
  forallb (fun g => existsb (fun c => is_within r (black c) && is_within r (white c) && board_eqb (image_prepared g c) b) images) symmetries.

(** ** The proof *)

Hypothesis a_group : is_group r group = true.
Hypothesis made_of : symmetries = map prepare group.
Hypothesis all_ok : forall i e, entry_ i = Some e ->
  entry_ok r true (never attacker) attacker wanted lasting symmetries bound entry_at entry_of place_of i e = true.
Hypothesis lasts_alike : forall ms b, is_symmetry r ms = true -> all_within r b -> lasting (image_board ms b) = lasting b.
Hypothesis all_migos : forall i e, entry_ i = Some e -> migos_ok i e = true.
Hypothesis none_brought : forall i e, entry_ i = Some e -> brings_none e = true.

Definition unbrought (b : board) : Prop := all_images b = true.

Notation ways f := (f r true (never attacker) attacker wanted lasting group symmetries bound entry_at entry_of place_of
  a_group made_of all_ok) (only parsing).
Notation sound f := (f r true (never attacker) attacker wanted lasting group symmetries bound entry_at entry_of place_of
  a_group made_of all_ok lasts_alike) (only parsing).
Notation kee_sound f := (f r false attacker wanted lasting group symmetries bound entry_at entry_of place_of a_group made_of all_ok lasts_alike)
  (only parsing).

Lemma never_brought : forall (n : met_) t, In t (by_stones (its _ _ _ n)) -> ~ unbrought (image_board (by_ _ _ _ n) (on t)).
Proof.
  intros n t is bad. assert (in_ : all_within r (on t)).
  { assert (after : In t (successors_ (its _ _ _ n))).
    { unfold by_stones in is. unfold successors. destruct (over _); [destruct is |]. destruct (same_turn _ _).
      - destruct (reply (its _ _ _ n)); [| destruct is]. destruct (after_reply _ _ _ _ _ _); [exact is | destruct is].
      - apply (sound after_answers_stones). exact is. }
    destruct (ways follows_lower t (number _ _ _ n) (its _ _ _ n) (its_there _ _ _ n) after) as [j [e [found _]]].
    destruct (ways located_is _ _ _ found) as [known [ms [is_ms [_ [-> _]]]]]. apply image_board_within. exact (group_symmetry r group ms a_group is_ms). }
  assert (none := none_brought _ _ (its_there _ _ _ n)). unfold brings_none in none. unfold unbrought, all_images in bad. rewrite forallb_forall in bad.
  assert (here : In (prepare (by_ _ _ _ n)) symmetries) by (rewrite made_of; apply in_map; apply by_there).
  specialize (bad _ here). apply existsb_exists in bad. destruct bad as [c [among same]]. rewrite prepared_image in same.
  rewrite !andb_true_iff in same. destruct same as [[one two] same]. apply board_eqb_true in same.
  apply (image_board_inj r _ (sound symmetry_by n)) in same; [| split; apply is_within_true; assumption | exact in_]. subst c.
  destruct images as [| c rest] eqn:all; [destruct among |]. rewrite <- all in *. rewrite forallb_forall in none. specialize (none t is). apply negb_true_iff in none.
  assert (yes : existsb (board_eqb (on t)) images = true) by (apply existsb_exists; exists (on t); split; [exact among | apply board_eqb_same]).
  congruence.
Qed.

Lemma none_back_migos : forall i e, entry_ i = Some e -> over e = false -> turn_of (known_state e) = opponent ->
  forall t, In t (after_stones r attacker (known_state e) (points r)) ->
  not_back r false attacker wanted symmetries bound entry_at entry_of place_of i e (on t) = true.
Proof.
  intros i e known open his t is. assert (fine := all_migos i e known). unfold migos_ok in fine.
  rewrite open, his, same_turn_other in fine. cbn [orb] in fine. rewrite forallb_forall in fine. exact (fine t is).
Qed.

Notation path_ := (clos_refl_trans met_ next_).

Lemma own_stone : forall n : met_, lasting (board_at _ _ _ n) = false -> turn_at _ _ _ n = attacker ->
  (Strategy.enough board (score r) attacker wanted (board_at _ _ _ n) /\
   exists n', next_ n n' /\ board_at _ _ _ n' = board_at _ _ _ n /\ turn_at _ _ _ n' = opponent /\ barred_at r attacker _ _ _ n' = None) \/
  (exists q b n', play r attacker (board_at _ _ _ n) q = Some b /\ next_ n n' /\ board_at _ _ _ n' = b /\ turn_at _ _ _ n' = opponent /\
     (barred_at r attacker _ _ _ n' = None \/ barred_at r attacker _ _ _ n' = Some (board_at _ _ _ n)) /\ ~ unbrought b /\
     forall u, path_ u n -> board_at _ _ _ u <> b).
Proof.
  intros n open own. destruct (sound own_move n open own) as [pass_ | [t [q [b [n' [makes [legal [step_ [here [turns [bar fresh]]]]]]]]]]]; [left; exact pass_ | right].
  exists q, b, n'. repeat split; trivial; [tauto |]. assert (way := step_). destruct way as [t' [after [_ [boards _]]]].
  assert (closed := sound not_over n open). unfold turn_at, s_of in own. unfold s_of in makes.
  unfold successors in after. rewrite closed, own, same_turn_same, makes in after. destruct after as [<- | []].
  rewrite <- here, boards. apply never_brought. unfold by_stones. rewrite closed, own, same_turn_same, makes.
  destruct (reply (its _ _ _ n)) as [p |]; [left; reflexivity |]. exfalso. apply (fresh n (rt_refl _ _ n)).
  rewrite <- here, boards. unfold after_reply in makes. destruct (enough_here _ _ _ _); [| discriminate]. injection makes as <-. reflexivity.
Qed.

Definition migos_strategy_of : migos_graph board N (play r) (score r) attacker wanted lasting unbrought.
Proof.
  refine {| node := met_; at_board := board_at _ _ _; turn := turn_at _ _ _; barred := barred_at r attacker _ _ _; next := next_ |}.
  - intros n open own. destruct (own_stone n open own) as [pass_ | [q [b [n' [legal [step_ [here [turns [bar [clean fresh]]]]]]]]]]; [left; exact pass_ | right].
    exists q, b, n'. repeat split; trivial.
  - intros n b [open [his [free [p legal]]]]. destruct (sound his_stone n p b open his legal free) as [t [n' [is [_ [-> _]]]]].
    apply never_brought. unfold by_stones. apply (sound not_over) in open. unfold turn_at, s_of in his. rewrite open, his, same_turn_other. exact is.
  - intros n b [open [his [free [p legal]]]].
    destruct (sound his_stone n p b open his legal free) as [t [n' [_ [step_ [_ [here turns]]]]]]. exists n'. auto.
  - exact (sound his_pass).
  - intros n b u u' [open [his [free [p legal]]]] [own [here [step_ gone]]] way.
    destruct (sound his_stone n p b open his legal free) as [t [n' [is [_ [-> _]]]]].
    apply (kee_sound never_from_attacker none_back_migos n u u' t); trivial. congruence.
  - intros n b u u' w w' [open [his [free [p legal]]]] well [own [here [step_ gone]]] way his_w ill pass_ stays way'.
    destruct (sound his_stone n p b open his legal free) as [t [n' [is [_ [-> _]]]]].
    assert (after : In t (successors_ (its _ _ _ n))).
    { unfold successors. unfold turn_at, s_of in his. rewrite (sound not_over n open), his, same_turn_other. apply (sound after_answers_stones). exact is. }
    apply (kee_sound never_after_pass none_back_migos n u u' w w' t); trivial; [| congruence].
    apply (kee_sound enough_after n t after well).
  - exact (sound met_ends).
Defined.

End MigosStrategyChecker.

(** What these rules are here: suicide is illegal, and the margin is no more than an outright win is worth. *)
Definition plain (r : rectangle) (wanted : Z) : bool := negb (suicide r) && Z.leb wanted won_outright.

Definition migos_table_check (r : rectangle) (living : bool) (attacker : player) (wanted : Z) (t : table) (images : list board) (root : state) : bool :=
  root_ok r t root && may_live living r && plain r wanted &&
  let bound := bound_of t in let symmetries := map prepare (maps t) in
  all_entries bound (numbered t) (steps t) (fun i e =>
    migos_entry_ok r attacker wanted (ends_on living r attacker wanted) symmetries bound (numbered t) (number_of t) (numbers_on t) i e &&
    brings_none r attacker wanted images e).

(** A graph, and its node where the table's root is. *)
Lemma table_right : forall r living attacker wanted t images root, migos_table_check r living attacker wanted t images root = true ->
  (wanted <= won_outright)%Z /\ may_live living r = true /\
  exists (g : migos_graph board N (play r) (score r) attacker wanted (ends_on living r attacker wanted) (unbrought r (map prepare (maps t)) images)) n,
    at_board _ _ _ _ _ _ _ _ g n = on root /\ turn _ _ _ _ _ _ _ _ g n = turn_of root /\ barred _ _ _ _ _ _ _ _ g n = None.
Proof.
  intros r living attacker wanted t images root yes. unfold migos_table_check, plain in yes.
  rewrite !andb_true_iff in yes. destruct yes as [[[start may] [_ few]] all]. apply Z.leb_le in few.
  assert (every := all_entries_has _ _ _ _ all).
  set (both := fun i e is => proj1 (andb_prop _ _ (every i e is))). unfold migos_entry_ok in both.
  set (one := fun i e is => proj1 (andb_prop _ _ (both i e is))).
  destruct (root_met r _ _ _ _ _ t root start one (ends_alike living r attacker wanted (may_live_lasts _ _ may))) as [grouped [n [here [turns free]]]].
  split; [exact few |]. split; [exact may |].
  exists (migos_strategy_of r attacker wanted _ (maps t) _ _ _ _ _ images grouped eq_refl one
      (ends_alike living r attacker wanted (may_live_lasts _ _ may)) (fun i e is => proj2 (andb_prop _ _ (both i e is)))
      (fun i e is => proj2 (andb_prop _ _ (every i e is)))), n. auto.
Qed.

Definition migos_strategy_check (r : rectangle) (living : bool) (attacker : player) (wanted : Z) (t : table) (root : state) : bool :=
  migos_table_check r living attacker wanted t [] root.

Theorem migos_strategy_sound : forall r living attacker wanted t root tie, migos_strategy_check r living attacker wanted t root = true ->
  forces (migos_game board N board_eq_dec (play r) (score r) won_outright tie) attacker wanted (begin_with board (on root) (turn_of root)).
Proof.
  intros r living attacker wanted t root tie yes. destruct (table_right _ _ _ _ _ _ _ yes) as [few [may [g [n [<- [<- free]]]]]].
  exact (migos_strategy_forces board N board_eq_dec (play r) (score r) won_outright tie attacker wanted few _ _
    (ends_enough living r attacker wanted (may_live_lasts _ _ may)) (ends_stays living r attacker wanted may) _ g n free).
Qed.

(** ** First plays *)

Definition after_play (r : rectangle) (b : board) (first : player) (m : go_move N) : option (record board) :=
  match migos_step board N board_eq_dec (play r) (score r) won_outright Unscored (begin_with board b first) m with Goes h => Some h | _ => None end.

Lemma after_play_goes : forall r b first m h tie, after_play r b first m = Some h ->
  migos_step board N board_eq_dec (play r) (score r) won_outright tie (begin_with board b first) m = Goes h.
Proof.
  intros r b first m h tie made. unfold after_play in made.
  destruct (tie_alone_differs board N board_eq_dec (play r) (score r) won_outright tie (begin_with board b first) m) as [-> | bad].
  - destruct (migos_step _ _ _ _ _ _ _ _ _); congruence.
  - rewrite bad in made. discriminate.
Qed.

(** A stone leaves another board, as one place less is without a stone of its player's. *)
Lemma another_board : forall r b first m h, suicide r = false -> after_play r b first m = Some h -> m <> Pass -> left _ (fst h) <> b.
Proof.
  intros r b first m h no_suicide made stone same. destruct m as [p |]; [| exact (stone eq_refl)].
  unfold after_play in made. set (h1 := begin_with board b first) in *. destruct (play r first b p) as [b' |] eqn:legal.
  - assert (less := missing_less r no_suicide first b p b' legal).
    rewrite (stone_is board N board_eq_dec (play r) (score r) won_outright Unscored h1 p b' legal) in made.
    destruct (retakes _ _ _ _); [discriminate |]. destruct (balance _ _ _ _ _); [discriminate |].
    injection made as <-. simpl in same. subst b'. exact (Nat.lt_irrefl _ less).
  - rewrite (stone_illegal board N board_eq_dec (play r) (score r) won_outright Unscored h1 p legal) in made. discriminate.
Qed.

(** What no stone may bring about. *)
Definition not_again (r : rectangle) (first : player) (b : board) (m : go_move N) (now_ : board) : list board :=
  match m with Pass => [b] | Stone _ => match ko_after r first b now_ with Some _ => [b; now_] | None => [b] end end.

Definition migos_play_check (r : rectangle) (living : bool) (attacker : player) (wanted : Z) (t : table) (b : board) (first : player) (m : go_move N) : bool :=
  match after_play r b first m with
  | None => false
  | Some h =>
    let symmetries := map prepare (maps t) in
    let images := flat_map (fun c => map (fun g => image_prepared g c) symmetries) (not_again r first b m (left _ (fst h))) in
    all_images r symmetries images b && negb (ends_on living r attacker wanted b) &&
    match m with Pass => negb (same_turn first attacker) || enough_here r attacker wanted b | Stone _ => true end &&
    migos_table_check r living attacker wanted t images (root_of h)
  end.

Theorem migos_play_sound : forall r living attacker wanted t b first m tie, migos_play_check r living attacker wanted t b first m = true ->
  exists h, migos_step board N board_eq_dec (play r) (score r) won_outright tie (begin_with board b first) m = Goes h /\
    forces (migos_game board N board_eq_dec (play r) (score r) won_outright tie) attacker wanted h.
Proof.
  intros r living attacker wanted t b first m tie yes. unfold migos_play_check in yes.
  destruct (after_play r b first m) as [h |] eqn:made; [| discriminate]. exists h. split; [exact (after_play_goes _ _ _ _ _ tie made) |].
  rewrite !andb_true_iff in yes. destruct yes as [[[old open] well] yes]. apply negb_true_iff in open.
  assert (no_suicide : suicide r = false).
  { unfold migos_table_check, plain in yes. rewrite !andb_true_iff, negb_true_iff in yes. apply yes. }
  destruct (table_right _ _ _ _ _ _ _ yes) as [few [may [g [n [here [turns free]]]]]].
  apply (migos_play_forces board N board_eq_dec (play r) (score r) won_outright tie attacker wanted few _ _
    (ends_enough living r attacker wanted (may_live_lasts _ _ may)) (ends_stays living r attacker wanted may) _ g b first m h n).
  - exact (after_play_goes _ _ _ _ _ tie made).
  - symmetry. exact here.
  - symmetry. exact turns.
  - exact free.
  - exact old.
  - exact open.
  - exact (another_board r b first m h no_suicide made).
  - intros -> ->. rewrite same_turn_same in well. apply Z.leb_le. exact well.
Qed.

(** ** Claims "most": from a start, and after a first play, they ask what they ask under superko *)

Section Most.

Variables (r : rectangle) (a : player) (wanted : Z) (tie : result).
Notation game_ := (migos_game board N board_eq_dec (play r) (score r) won_outright tie).

Theorem migos_most_sound : forall b first, most_ok r wanted b = true -> forces game_ a wanted (begin_with board b first).
Proof.
  intros b first yes. unfold most_ok in yes. apply andb_true_iff in yes. destruct yes as [yes no_suicide].
  apply negb_true_iff in no_suicide. destruct (low_enough_true _ _ _ yes) as [low [identity is]].
  apply (passing_forces board N board_eq_dec (play r) (score r) won_outright tie a wanted (on_rectangle r) (missing r (other a))).
  - intros c is_on. exact (board_worth r identity wanted low a c is_on).
  - intros c p c' is_on made. split; [exact (play_on r identity (other a) c p c' made is_on) | exact (missing_less r no_suicide (other a) c p c' made)].
  - split; [exact is |]. intros t [].
Qed.

Definition migos_most_play (b : board) (first : player) (m : go_move N) : bool :=
  match after_play r b first m with None => false | Some h => most_ok r wanted (left _ (fst h)) end.

Theorem migos_most_play_sound : forall b first m, migos_most_play b first m = true ->
  exists h, migos_step board N board_eq_dec (play r) (score r) won_outright tie (begin_with board b first) m = Goes h /\ forces game_ a wanted h.
Proof.
  intros b first m yes. unfold migos_most_play in yes. destruct (after_play r b first m) as [h |] eqn:made; [| discriminate].
  exists h. assert (goes := after_play_goes _ _ _ _ _ tie made). split; [exact goes |].
  unfold most_ok in yes. apply andb_true_iff in yes. destruct yes as [yes no_suicide].
  apply negb_true_iff in no_suicide. destruct (low_enough_true _ _ _ yes) as [low [identity is]].
  assert (few : (wanted <= won_outright)%Z) by (unfold won_outright; lia).
  apply (passing_after_play board N board_eq_dec (play r) (score r) won_outright tie a wanted few (on_rectangle r) (missing r (other a))) with (b0 := b) (a0 := first) (m := m);
    trivial.
  - intros c is_on. exact (board_worth r identity wanted low a c is_on).
  - intros c p c' is_on made'. split; [exact (play_on r identity (other a) c p c' made' is_on) | exact (missing_less r no_suicide (other a) c p c' made')].
  - exact (another_board r b first m h no_suicide made).
Qed.

End Most.
