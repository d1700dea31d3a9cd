(**
Kee's rules of 2013 for two players, stated with the whole history; and the lemma theorem for them, by
counters.

A move is a stone, a normal pass or, where they are allowed ([refresh]), a refreshing pass. No stone is
forbidden because of the past. A player encounters a board when it stands and he is to move.
- 12a: a stone or a normal pass makes its successor encounter a board that he encountered before, since
  the start or the last ban and since the latest refreshing pass, and with a stone since, the move's own
  included. Of several such encounters the latest counts.
- 12b: a refreshing pass makes its successor encounter a board that he encountered just after the start or
  the last ban, or just after a refreshing pass since ([anchor]). The latest such encounter counts.
Then one player is out: who made fewer passes since that encounter, the move included; the mover, if they
made as many. Normal passes count, and where [tally_all] is set refreshing ones, too. Then the other player
alone moves. A normal pass ends the game if the opponent's normal pass came just before, or if the opponent
is out; so does what gets the last player out. The board is scored. (solver/rules/kee2013.c with
players=2; the numbers of the rules are 12 and 13.)

[kee_description]: what of the past matters is, of each board and player to move, three counters: the
balance of passes (Black's less White's) since the latest encounter that no refreshing pass followed, since
the latest of these that a stone followed, and since the latest that is an anchor; each is absent where
there is none. A stone looks at the first, a normal pass at the second, a refreshing pass at the third. A
stone makes the second what the first was, passes shift the counters, a refreshing pass forgets the first
two, a ban all.

[kee_lemma]: so what is proved under demands on these counters - intervals, by [between] of Lemma.v - is
forced under every history that fulfils them.

solver/rules/kee2013.c has one counter instead of the first two: there a pass that ends the game comes before
the look-up, and it argues that then only such encounters are met that a stone followed. Here that
argument is not needed; KeeNodes.v proves it, for the nodes of certificates.
*)
Require Import ZArith List Bool.
Require Import Game Lemma.
Import ListNotations.

Inductive kee_move (point : Type) : Type := Lay (p : point) | Pass_on | Refresh.
Arguments Lay {point} p.
Arguments Pass_on {point}.
Arguments Refresh {point}.

(** What kind of move made a turn. *)
Inductive kind : Set := Stone_laid | Normal_pass | Refreshing_pass.

Definition is_stone (k : kind) : bool := match k with Stone_laid => true | _ => false end.
Definition is_normal (k : kind) : bool := match k with Normal_pass => true | _ => false end.
Definition is_refreshing (k : kind) : bool := match k with Refreshing_pass => true | _ => false end.

Section Kee.

Variables board point : Type.
Variable board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variable refresh : bool.   (** refresh=yes *)
Variable tally_all : bool. (** tally=all *)

Record kee_turn : Type := {
  left_board : board;
  by_move : option (player * kind); (** nobody's: the start *)
  next_up : player;
  out : option player;              (** who is out, up to now *)
  just_passed : bool;               (** a pass that the next normal pass may follow to end the game *)
  banned_here : bool                (** this turn got a player out *)
}.

(** The latest turn, and those before it. The start is a turn, too. *)
Definition kee_history : Type := kee_turn * list kee_turn.
Definition all_turns (h : kee_history) : list kee_turn := fst h :: snd h.

Definition kee_start (b : board) (a : player) : kee_history :=
  ({| left_board := b; by_move := None; next_up := a; out := None;
      just_passed := false; banned_here := false |}, []).

Definition was_kind (is : kind -> bool) (t : kee_turn) : bool :=
  match by_move t with Some (_, k) => is k | None => false end.
Definition was_stone : kee_turn -> bool := was_kind is_stone.
Definition refreshed : kee_turn -> bool := was_kind is_refreshing.

(** What a move adds to the balance of passes. *)
Definition pass_value (a : player) (k : kind) : Z :=
  match k with
  | Stone_laid => 0
  | Normal_pass => margin_of a 1
  | Refreshing_pass => if tally_all then margin_of a 1 else 0
  end%Z.

Definition value_of (t : kee_turn) : Z :=
  match by_move t with Some (a, k) => pass_value a k | None => 0%Z end.

Definition encounters (t : kee_turn) (b : board) (a : player) : bool :=
  (if board_eq_dec (left_board t) b then true else false) &&
  (if player_eq_dec (next_up t) a then true else false).

Definition anchor (t : kee_turn) : bool :=
  banned_here t || match by_move t with Some (_, k) => is_refreshing k | None => true end.

(** 12a. The balance of passes since the latest encounter of [b] by [a] that counts; [stone]: a stone was
    laid since the turns that are left to be looked at, [sum] is the balance since them. *)
Fixpoint latest (b : board) (a : player) (stone : bool) (sum : Z) (ts : list kee_turn) : option Z :=
  match ts with
  | [] => None
  | t :: before =>
    if stone && encounters t b a then Some sum
    else if banned_here t || refreshed t then None
    else latest b a (stone || was_stone t) (sum + value_of t)%Z before
  end.

(** 12b. The same since the latest anchor. *)
Fixpoint latest_anchor (b : board) (a : player) (sum : Z) (ts : list kee_turn) : option Z :=
  match ts with
  | [] => None
  | t :: before =>
    if anchor t && encounters t b a then Some sum
    else if banned_here t then None
    else latest_anchor b a (sum + value_of t)%Z before
  end.

Definition up (h : kee_history) : player := next_up (fst h).

(** Who is next if nobody gets out. *)
Definition successor (a : player) (gone : option player) : player :=
  match gone with None => other a | Some _ => a end.

(** Who gets out, the balance being that: the mover, unless he made more passes. *)
Definition goes_out (a : player) (balance : Z) : player :=
  if Z.leb (margin_of a balance) 0 then a else other a.

Definition new_turn (a : player) (gone : option player) (b : board) (k : kind) : kee_turn :=
  {| left_board := b; by_move := Some (a, k); next_up := successor a gone; out := gone;
     just_passed := is_normal k; banned_here := false |}.

Definition ban_turn (a : player) (b : board) (k : kind) (loser : player) : kee_turn :=
  {| left_board := b; by_move := Some (a, k); next_up := other loser; out := Some loser;
     just_passed := false; banned_here := true |}.

Definition ends_by_pass (k : kind) (passed_before : bool) (gone : option player) : bool :=
  is_normal k && (passed_before || match gone with Some _ => true | None => false end).

(** The balance by which a move of that kind gets a player out, if it does. *)
Definition met_again (h : kee_history) (b : board) (k : kind) : option Z :=
  let a := up h in let next := successor a (out (fst h)) in
  if is_refreshing k then latest_anchor b next (pass_value a k) (all_turns h)
  else latest b next (is_stone k) (pass_value a k) (all_turns h).

(** A move of that kind that leaves board [b]. *)
Definition conclude (h : kee_history) (b : board) (k : kind) : outcome kee_history :=
  let a := up h in let gone := out (fst h) in
  match met_again h b k with
  | None => if ends_by_pass k (just_passed (fst h)) gone then Ends (Scored (score b))
            else Goes (new_turn a gone b k, all_turns h)
  | Some balance =>
    match gone with
    | Some _ => Ends (Scored (score b))
    | None => Goes (ban_turn a b k (goes_out a balance), all_turns h)
    end
  end.

Definition kee_step (h : kee_history) (m : kee_move point) : outcome kee_history :=
  match m with
  | Pass_on => conclude h (left_board (fst h)) Normal_pass
  | Refresh => if refresh then conclude h (left_board (fst h)) Refreshing_pass else Illegal
  | Lay p => match play (up h) (left_board (fst h)) p with
             | Some b => conclude h b Stone_laid
             | None => Illegal
             end
  end.

Definition kee_game : game :=
  {| history := kee_history; move := kee_move point; to_move := up; step := kee_step |}.

(** ** What of the past matters *)

Definition kee_item : Type := board * player.

Record counters : Type := {
  since_any : option Z;    (** since the latest encounter *)
  since_stone : option Z;  (** since the latest that a stone followed *)
  since_anchor : option Z
}.

Definition counters_of (h : kee_history) (i : kee_item) : counters :=
  {| since_any := latest (fst i) (snd i) true 0 (all_turns h);
     since_stone := latest (fst i) (snd i) false 0 (all_turns h);
     since_anchor := latest_anchor (fst i) (snd i) 0 (all_turns h) |}.

Record kee_state : Type := { k_board : board; k_turn : player; k_out : option player; k_passed : bool }.

Definition state_of_turn (t : kee_turn) : kee_state :=
  {| k_board := left_board t; k_turn := next_up t; k_out := out t; k_passed := just_passed t |}.

Definition kee_state_of (h : kee_history) : kee_state := state_of_turn (fst h).

(** The board that a move leaves, and its kind; nothing where captures or [refresh] forbid it. *)
Definition made (s : kee_state) (m : kee_move point) : option (board * kind) :=
  match m with
  | Pass_on => Some (k_board s, Normal_pass)
  | Refresh => if refresh then Some (k_board s, Refreshing_pass) else None
  | Lay p => option_map (fun b => (b, Stone_laid)) (play (k_turn s) (k_board s) p)
  end.

Definition kee_looked_up (s : kee_state) (m : kee_move point) : kee_item :=
  match made s m with
  | Some (b, _) => (b, successor (k_turn s) (k_out s))
  | None => (k_board s, k_turn s)
  end.

(** The counter that a move looks at, what the move itself adds included. *)
Definition counter (s : kee_state) (k : kind) (v : counters) : option Z :=
  match k with
  | Stone_laid => since_any v
  | Normal_pass => shifted (pass_value (k_turn s) k) (since_stone v)
  | Refreshing_pass => shifted (pass_value (k_turn s) k) (since_anchor v)
  end.

Definition kee_effect (s : kee_state) (m : kee_move point) (v : counters) : effect :=
  match made s m with
  | None => Forbidden
  | Some (b, k) =>
    match counter s k v with
    | None => if ends_by_pass k (k_passed s) (k_out s) then Over (Scored (score b)) else Continues
    | Some _ => match k_out s with Some _ => Over (Scored (score b)) | None => Continues end
    end
  end.

(** The turn that a move makes where play continues. *)
Definition turn_after (s : kee_state) (b : board) (k : kind) (v : counters) : kee_turn :=
  match counter s k v with
  | None => new_turn (k_turn s) (k_out s) b k
  | Some balance => ban_turn (k_turn s) b k (goes_out (k_turn s) balance)
  end.

Definition kee_after (s : kee_state) (m : kee_move point) (v : counters) : kee_state :=
  match made s m with Some (b, k) => state_of_turn (turn_after s b k v) | None => s end.

(** What becomes of an item's counters after a turn. *)
Definition counted_on (t : kee_turn) (i : kee_item) (w : counters) : counters :=
  let forgets := banned_here t || refreshed t in
  {| since_any := if encounters t (fst i) (snd i) then Some 0%Z
                  else if forgets then None else shifted (value_of t) (since_any w);
     since_stone := if forgets then None
                    else shifted (value_of t) (if was_stone t then since_any w else since_stone w);
     since_anchor := if anchor t && encounters t (fst i) (snd i) then Some 0%Z
                     else if banned_here t then None else shifted (value_of t) (since_anchor w) |}.

Definition kee_becomes (s : kee_state) (m : kee_move point) (v : counters) (i : kee_item) (w : counters)
  : counters :=
  match made s m with Some (b, k) => counted_on (turn_after s b k v) i w | None => w end.

Lemma latest_sum : forall b a ts stone sum more,
  latest b a stone (sum + more) ts = shifted more (latest b a stone sum ts).
Proof.
  intros b a ts. induction ts as [| t before again]; intros stone sum more; simpl; trivial.
  destruct (stone && encounters t b a); trivial.
  destruct (banned_here t || refreshed t); trivial.
  rewrite <- again. f_equal. ring.
Qed.

Lemma latest_from : forall b a ts stone sum,
  latest b a stone sum ts = shifted sum (latest b a stone 0 ts).
Proof. intros b a ts stone sum. rewrite <- latest_sum. f_equal. Qed.

Lemma anchor_sum : forall b a ts sum more,
  latest_anchor b a (sum + more) ts = shifted more (latest_anchor b a sum ts).
Proof.
  intros b a ts. induction ts as [| t before again]; intros sum more; simpl; trivial.
  destruct (anchor t && encounters t b a); trivial.
  destruct (banned_here t); trivial.
  rewrite <- again. f_equal. ring.
Qed.

Lemma anchor_from : forall b a ts sum,
  latest_anchor b a sum ts = shifted sum (latest_anchor b a 0 ts).
Proof. intros b a ts sum. rewrite <- anchor_sum. f_equal. Qed.

Lemma counters_later : forall t h i, counters_of (t, all_turns h) i = counted_on t i (counters_of h i).
Proof.
  intros t h [b a]. unfold counters_of, counted_on. cbn [fst snd since_any since_stone since_anchor].
  change (all_turns (t, all_turns h)) with (t :: all_turns h).
  generalize (all_turns h). intro ts. f_equal; simpl.
  - destruct (encounters t b a); trivial. destruct (banned_here t || refreshed t); trivial.
    apply latest_from.
  - destruct (banned_here t || refreshed t); trivial.
    destruct (was_stone t); apply latest_from.
  - destruct (anchor t && encounters t b a); trivial. destruct (banned_here t); trivial.
    apply anchor_from.
Qed.

Lemma concludes : forall h m b k, made (kee_state_of h) m = Some (b, k) ->
  kee_step h m = conclude h b k.
Proof.
  intros h m b k is. destruct m as [p | |]; simpl in *.
  - destruct (play (up h) (left_board (fst h)) p) as [b' |] eqn:legal; unfold up in *; rewrite legal in *;
      simpl in is; congruence.
  - congruence.
  - destruct refresh; congruence.
Qed.

Lemma looked_at : forall h b k, met_again h b k =
  counter (kee_state_of h) k (counters_of h (b, successor (up h) (out (fst h)))).
Proof.
  intros h b k. unfold met_again, counter, counters_of. destruct k; cbn [is_refreshing is_stone].
  - reflexivity.
  - apply latest_from.
  - apply anchor_from.
Qed.

Definition kee_description : description kee_game.
Proof.
  refine {| state := kee_state; item := kee_item; status := counters;
    state_of := (kee_state_of : history kee_game -> kee_state);
    status_of := (counters_of : history kee_game -> kee_item -> counters);
    who := k_turn;
    looked_up := (kee_looked_up : kee_state -> move kee_game -> kee_item);
    effect_of := (kee_effect : kee_state -> move kee_game -> counters -> effect);
    after := (kee_after : kee_state -> move kee_game -> counters -> kee_state);
    becomes := (kee_becomes : kee_state -> move kee_game -> counters -> kee_item -> counters -> counters);
    known := fun _ _ _ => True |}.
  - reflexivity.
  - trivial.
  - intros h m. cbv zeta. unfold kee_effect, kee_after, kee_becomes, kee_looked_up.
    destruct (made (kee_state_of h) m) as [[b k] |] eqn:is.
    + change (step kee_game h m) with (kee_step h m). rewrite (concludes h m b k is).
      unfold conclude, turn_after. rewrite looked_at.
      change (k_turn (kee_state_of h)) with (up h). change (k_out (kee_state_of h)) with (out (fst h)).
      destruct (counter _ _ _) as [balance |].
      * destruct (out (fst h)); trivial.
        eexists. split; [reflexivity |]. split; [reflexivity |]. intro i. apply counters_later.
      * simpl k_passed. destruct (ends_by_pass _ _ _); trivial.
        eexists. split; [reflexivity |]. split; [reflexivity |]. intro i. apply counters_later.
    + destruct m as [p | |]; simpl in *.
      * unfold up. destruct (play (next_up (fst h)) (left_board (fst h)) p); [discriminate | reflexivity].
      * discriminate.
      * destruct refresh; [discriminate | reflexivity].
Defined.

Theorem kee_lemma : forall winner bound (p : proof kee_description winner bound) n (h : kee_history),
  kee_state_of h = at_state p n -> (forall i, demand p n i (counters_of h i)) ->
  forces kee_game winner bound h.
Proof. intros winner bound p n h. apply (lemma_holds kee_game kee_description winner bound p n h). Qed.

(** From the start of a game only the start itself was encountered, and it is an anchor. *)
Lemma start_counters : forall b a i, counters_of (kee_start b a) i =
  let here := if encounters (fst (kee_start b a)) (fst i) (snd i) then Some 0%Z else None in
  {| since_any := here; since_stone := None; since_anchor := here |}.
Proof.
  intros b a i. unfold counters_of, kee_start, all_turns. cbn.
  destruct (encounters _ (fst i) (snd i)); reflexivity.
Qed.

End Kee.
