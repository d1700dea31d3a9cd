(**
A checker of strategies, and that what it accepts is true.

What is checked is a table of states ([table]): [check] goes through all of it and asks of each entry what StateTable.v says.

[checker_sound]: if [check] says yes, the attacker forces the margin from the table's root on, under
the rules of Repetition.v, with the whole history, and the captures and scores of Board.v: the table is a strategy graph (TableGraph.v), or, where
it is [living], one that ends where the attacker lives with enough (LivingBoards.v).

[all_kept] looks at one thing more, which the format of certificates asks under all rules (S17).
*)
Require Import ZArith NArith List Bool FMapPositive.
Require Import Game Strategy Repetition LivingStrategy Board PointSets Symmetry StateTable TableGraph LivingBoards.
Import ListNotations.

(** All that the program hands over besides the claim. *)
Record table : Type := {
  maps : list (list N); (** symmetries *)
  steps : nat;          (** there are at most 2^[steps] entries *)
  numbered : N -> option entry;
  number_of : state -> N * nat;
  numbers_on : board -> list N;
  laid_alone : board -> list N (** KeeChecker.v: what the attacker lays, alone, until he has enough *)
}.

Definition bound_of (t : table) : N := N.shiftl 1 (N.of_nat (steps t)).

Definition root_ok (r : rectangle) (t : table) (root : state) : bool :=
  is_group r (maps t) &&
  match ko root with Some _ => false | None => true end &&
  match located (map prepare (maps t)) (bound_of t) (numbered t) (number_of t) root with
  | Some _ => true
  | None => false
  end.

Definition check (r : rectangle) (living : bool) (bars : bool) (goes_on : option player) (attacker : player) (wanted : Z) (t : table)
  (root : state) : bool :=
  root_ok r t root && may_live living r &&
  let bound := bound_of t in let symmetries := map prepare (maps t) in
  all_entries bound (numbered t) (steps t)
    (entry_ok r bars goes_on attacker wanted (ends_on living r attacker wanted) symmetries bound (numbered t) (number_of t) (numbers_on t)).

(** Nothing is proved of this: it refuses more than [check]. *)
Definition all_kept (r : rectangle) (bars : bool) (goes_on : option player) (attacker : player) (wanted : Z) (t : table) : bool :=
  let bound := bound_of t in let symmetries := map prepare (maps t) in
  all_entries bound (numbered t) (steps t)
    (kept_ok r bars goes_on attacker wanted symmetries bound (numbered t) (number_of t) (numbers_on t)).

(** A table that is right has a node where its root is. *)
Lemma root_met : forall r bars goes_on attacker wanted lasting t root, root_ok r t root = true ->
  (forall i e, entry_numbered (bound_of t) (numbered t) i = Some e ->
    entry_ok r bars goes_on attacker wanted lasting (map prepare (maps t)) (bound_of t) (numbered t) (number_of t) (numbers_on t) i e = true) ->
  (forall ms b, is_symmetry r ms = true -> all_within r b -> lasting (image_board ms b) = lasting b) ->
  is_group r (maps t) = true /\
  exists n, board_at (maps t) (bound_of t) (numbered t) n = on root /\ turn_at _ _ _ n = turn_of root /\ barred_at r attacker _ _ _ n = None.
Proof.
  intros r bars goes_on attacker wanted lasting t root start every alike. unfold root_ok in start.
  rewrite !andb_true_iff in start. destruct start as [[grouped no_ko] there]. split; [exact grouped |].
  destruct (located _ _ _ _ root) as [[i e] |] eqn:found; [| discriminate].
  apply (located_met r bars goes_on attacker wanted lasting (maps t) _ _ _ _ _ grouped eq_refl every alike root i e found).
  destruct (ko root); [discriminate | reflexivity].
Qed.

Theorem checker_sound : forall r living rule attacker wanted t root,
  check r living (retake_illegal rule) None attacker wanted t root = true ->
  forces (go_game board N board_eq_dec (play r) (score r) rule) attacker wanted
    (begin_with board (on root) (turn_of root)).
Proof.
  intros r living rule attacker wanted t root yes. unfold check in yes.
  rewrite !andb_true_iff in yes. destruct yes as [[start may] all]. assert (every := all_entries_has _ _ _ _ all).
  destruct (root_met r _ _ _ _ _ t root start every (ends_alike living r attacker wanted (may_live_lasts _ _ may))) as [grouped [n [here [turns free]]]].
  rewrite <- here, <- turns.
  apply (living_wins board N (play r) (score r) attacker wanted _ _ (ends_enough living r attacker wanted (may_live_lasts _ _ may)) (ends_stays living r attacker wanted may)
    board_eq_dec rule (strategy_of r (retake_illegal rule) None attacker wanted _ (maps t) _ _ _ _ _ grouped eq_refl every
      (ends_alike living r attacker wanted (may_live_lasts _ _ may))) n free).
Qed.
