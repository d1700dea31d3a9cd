(**
A checker of strategies for Kee's rules v6.0, and that what it accepts is true.

The table is that of Checker.v, and so is what is checked of it. Besides, where the opponent might retake a ko at once, each
stone of his that brings back that board leaves its chain one liberty there ([retakes_in_atari]); and no stone of the attacker's removes
its own chain ([stays]), which the format asks (S11), and no theorem. [answered]: where the opponent's pass frees a ko the attacker's reply is in the
table; in other strategies he passes, and the opponent moves. Of states after which nothing follows, as the attacker lives with enough
there, nothing of this is asked.

[v6_checker_sound]: if [v6_check] says yes, the attacker forces the margin from the table's root on, under the rules of KeeV6.v, with the
whole history, and the captures, single liberties and scores of Board.v, with suicide as the rectangle says.
*)
Require Import ZArith NArith List Bool FMapPositive Relations Wellfounded.
Require Import Game Strategy KeeV6 ItemRules KeeV6Strategy Alone Board PointSets Symmetry StateTable TableGraph LivingBoards Checker.
Import ListNotations.

Local Opaque gathered.

Definition frees_to (answered : bool) (attacker : player) : player := if answered then attacker else other attacker.

Section KeeV6Checker.

Variable r : rectangle.
Variable answered : bool.
Variable attacker : player.
Variable wanted : Z.
Variable lasting : board -> bool.
Variable group : list (list N).
Variable symmetries : list prepared.
Variable bound : N.
Variable entry_at : N -> option entry.
Variable entry_of : state -> N * nat.
Variable place_of : board -> list N.

Notation opponent := (other attacker).
Notation on_ := (Some (frees_to answered attacker)).
Notation entry_ := (entry_numbered bound entry_at).

(** Does each stone of the opponent's that brings about board [d] leave its chain in atari? *)
Definition retakes_in_atari (s : state) (d : board) : bool :=
  forallb (fun q => match play r opponent (on s) q with
                    | Some c => if board_eqb c d then in_atari r c q else true
                    | None => true
                    end) (points r).

Definition stays (e : entry) : bool :=
  match reply e, after_reply r true attacker wanted (known_state e) (reply e) with
  | Some p, Some t => N.testbit (stones attacker (on t)) p
  | _, _ => true
  end.

Definition v6_ok (e : entry) : bool :=
  if over e then true
  else if same_turn (turn_of (known_state e)) attacker then stays e
  else match barred_of r attacker (known_state e) with Some d => retakes_in_atari (known_state e) d | None => true end.

Definition v6_entry_ok (i : N) (e : entry) : bool :=
  entry_ok r true on_ attacker wanted lasting symmetries bound entry_at entry_of place_of i e && v6_ok e.

(** ** The proof *)

Hypothesis a_group : is_group r group = true.
Hypothesis made_of : symmetries = map prepare group.
Hypothesis all_ok : forall i e, entry_ i = Some e ->
  entry_ok r true on_ attacker wanted lasting symmetries bound entry_at entry_of place_of i e = true.
Hypothesis lasts_alike : forall ms b, is_symmetry r ms = true -> all_within r b -> lasting (image_board ms b) = lasting b.
Hypothesis all_v6 : forall i e, entry_ i = Some e -> v6_ok e = true.

Notation sound f := (f r true on_ attacker wanted lasting group symmetries bound entry_at entry_of place_of a_group made_of all_ok lasts_alike)
  (only parsing).
Notation met_ := (met group bound entry_at).

Lemma retaken : forall (n : met_) c p, lasting (board_at _ _ _ n) = false -> turn_at _ _ _ n = opponent -> barred_at r attacker _ _ _ n = Some c ->
  play r opponent (board_at _ _ _ n) p = Some c -> in_atari r c p = true.
Proof.
  intros n c p open his bar made. apply (sound not_over) in open. assert (sym := sound symmetry_by n). assert (in_ := sound board_within n).
  unfold barred_at in bar. rewrite his, same_turn_same in bar.
  destruct (barred_of r attacker (s_of _ _ _ n)) as [d |] eqn:is; [| discriminate]. injection bar as <-.
  unfold board_at in made.
  destruct (play_image_back r (by_ _ _ _ n) sym _ _ _ _ in_ made) as [q [c0 [at_ [legal same]]]].
  assert (in_c : all_within r c0) by exact (play_within r _ sym _ _ _ _ legal in_).
  assert (in_d : all_within r d).
  { unfold barred_of in is. destruct (ko (s_of _ _ _ n)); [| discriminate]. exact (play_within r _ sym _ _ _ _ is in_). }
  apply (image_board_inj r _ sym) in same; trivial. subst c0.
  rewrite (atari_image r _ sym d q p at_). assert (fine := all_v6 _ _ (its_there _ _ _ n)). unfold v6_ok in fine.
  fold (s_of _ _ _ n) in fine. unfold turn_at in his. rewrite open, his, same_turn_other, is in fine.
  unfold retakes_in_atari in fine. rewrite forallb_forall in fine. specialize (fine q (play_on_board r _ _ _ _ legal)).
  rewrite legal, board_eqb_same in fine. exact fine.
Qed.

Definition v6_strategy_of : v6_graph board N (play r) (score r) (in_atari r) attacker wanted lasting.
Proof.
  refine {| node := met_; at_board := board_at _ _ _; turn := turn_at _ _ _; barred := barred_at r attacker _ _ _;
    next := met_next r true on_ attacker wanted group symmetries bound entry_at entry_of |}.
  - intros n open own. destruct (sound own_move n open own) as
      [pass_ | [t [q [b [n' [_ [legal [step_ [here [turns [bar fresh]]]]]]]]]]]; [left; exact pass_ | right].
    exists q, b, n'. repeat split; trivial. tauto.
  - exact retaken.
  - intros n p b open his legal free. destruct (sound his_stone n p b open his legal free) as [t [n' [_ [step_ [_ [here turns]]]]]].
    exists n'. auto.
  - exact (sound his_pass).
  - intros n open his well bar. destruct (sound his_frees _ eq_refl n open his well bar) as [n' [step_ [same [turns free]]]].
    exists n'. split; [exact step_ |]. split; [exact same |]. unfold frees_to in turns. destruct answered; auto.
  - exact (sound met_ends).
Defined.

End KeeV6Checker.

(** Where the attacker lives with enough he passes, and his opponent goes on alone, to boards that last. *)
Lemma v6_lasting_wins : forall living r a wanted, may_last living r = true -> forall h, ends_on living r a wanted (v6_left board (fst h)) = true ->
  forces (v6_game board N board_eq_dec (play r) (score r) (in_atari r)) a wanted h.
Proof.
  intros living r a wanted may h is. assert (fit : boards_fit r = true).
  { unfold may_last in may. unfold ends_on in is. destruct living; [exact may | discriminate]. }
  apply andb_true_iff in fit. destruct fit as [identity mutual].
  apply (v6_alone r identity mutual); [exact (ends_within living r a wanted may _ is) |]. intros c there.
  induction there as [b | b p b' c made there again]; [exact (ends_enough living r a wanted may b is) |].
  apply again. exact (ends_still living r a wanted may b p b' is made).
Qed.

Definition v6_check (r : rectangle) (living answered : bool) (attacker : player) (wanted : Z) (t : table) (root : state) : bool :=
  root_ok r t root && may_last living r &&
  let bound := bound_of t in let symmetries := map prepare (maps t) in
  all_entries bound (numbered t) (steps t)
    (v6_entry_ok r answered attacker wanted (ends_on living r attacker wanted) symmetries bound (numbered t) (number_of t) (numbers_on t)).

Theorem v6_checker_sound : forall r living answered attacker wanted t root, v6_check r living answered attacker wanted t root = true ->
  forces (v6_game board N board_eq_dec (play r) (score r) (in_atari r)) attacker wanted (v6_start board (on root) (turn_of root)).
Proof.
  intros r living answered attacker wanted t root yes. unfold v6_check in yes.
  rewrite !andb_true_iff in yes. destruct yes as [[start may] all]. assert (every := all_entries_has _ _ _ _ all).
  set (one := fun i e is => proj1 (andb_prop _ _ (every i e is))).
  destruct (root_met r _ _ _ _ _ t _ start one (ends_alike living r attacker wanted may)) as [grouped [n [here [turns free]]]].
  rewrite <- here, <- turns.
  apply (v6_strategy_forces board N board_eq_dec (play r) (score r) (in_atari r) attacker wanted _ (v6_lasting_wins living r attacker wanted may)
    (v6_strategy_of r answered attacker wanted _ (maps t) _ _ _ _ _ grouped eq_refl one
      (ends_alike living r attacker wanted may)
      (fun i e is => proj2 (andb_prop _ _ (every i e is)))) n free).
Qed.
