(**
Kee's rules of 2013 for two players, without refreshing passes, stated with the whole history; and the
lemma theorem for them, by counters.

No stone is forbidden because of the past. A player encounters a board when it stands and he is to move.
If a move makes its successor encounter a board that he encountered before - since the start or the last
ban, and with a stone since, the move's own included - one player is out: who made fewer passes since
then, that move included; the mover, if they made as many. Of several such encounters the latest counts.
Then the other player alone moves. A pass ends the game if the opponent passed just before, or is out;
so does an encounter that gets the last player out. The board is scored. (solver/rules/kee2013.c with
refresh=no, players=2; the numbers of the rules are 12a and 13.)

[kee_description]: what of the past matters is, of each board and player to move, two counters: the
balance of passes (Black's less White's) since the latest such encounter, and since the latest that a
stone followed; each is absent where there is none. A stone looks at the first, a pass at the second. A
stone makes the second what the first was, each pass shifts both by one, a ban forgets all.

[kee_lemma]: so what is proved under demands on these counters - intervals, by [between] of Lemma.v - is
forced under every history that fulfils them.

solver/rules/kee2013.c has one counter instead of two: there a pass that ends the game comes before the
look-up, and it argues that then only such encounters are met that a stone followed. Here that
argument is not needed.
*)
Require Import ZArith List Bool.
Require Import Game Strategy Lemma.
Import ListNotations.

Section Kee.

Variables board point : Type.
Variable board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.

Record kee_turn : Type := {
  left_board : board;
  was_stone : bool;
  passer : option player;  (** who passed, of a pass *)
  next_up : player;
  out : option player;     (** who is out, up to now *)
  just_passed : bool;      (** a pass that the next pass may follow to end the game *)
  banned_here : bool       (** this turn got a player out *)
}.

(** The latest turn, and those before it. The start is a turn, too. *)
Definition kee_history : Type := kee_turn * list kee_turn.
Definition all_turns (h : kee_history) : list kee_turn := fst h :: snd h.

Definition kee_start (b : board) (a : player) : kee_history :=
  ({| left_board := b; was_stone := false; passer := None; next_up := a; out := None;
      just_passed := false; banned_here := false |}, []).

Definition pass_value (p : option player) : Z :=
  match p with Some Black => 1 | Some White => -1 | None => 0 end%Z.

Definition encounters (t : kee_turn) (b : board) (a : player) : bool :=
  (if board_eq_dec (left_board t) b then true else false) &&
  (if player_eq_dec (next_up t) a then true else false).

(** The balance of passes since the latest encounter of [b] by [a] that counts; [stone]: a stone was
    played since the turns that are left to be looked at, [sum] is the balance since them. *)
Fixpoint latest (b : board) (a : player) (stone : bool) (sum : Z) (ts : list kee_turn) : option Z :=
  match ts with
  | [] => None
  | t :: before =>
    if stone && encounters t b a then Some sum
    else if banned_here t then None
    else latest b a (stone || was_stone t) (sum + pass_value (passer t))%Z before
  end.

Definition up (h : kee_history) : player := next_up (fst h).

(** Who is next if nobody gets out. *)
Definition successor (a : player) (gone : option player) : player :=
  match gone with None => other a | Some _ => a end.

(** Who gets out, the balance being that: the mover, unless he made more passes. *)
Definition goes_out (a : player) (balance : Z) : player :=
  if Z.leb (margin_of a balance) 0 then a else other a.

Definition new_turn (a : player) (gone : option player) (b : board) (stone : bool) : kee_turn :=
  {| left_board := b; was_stone := stone; passer := if stone then None else Some a;
     next_up := successor a gone; out := gone; just_passed := negb stone; banned_here := false |}.

Definition ban_turn (a : player) (b : board) (stone : bool) (loser : player) : kee_turn :=
  {| left_board := b; was_stone := stone; passer := if stone then None else Some a;
     next_up := other loser; out := Some loser; just_passed := false; banned_here := true |}.

Definition ends_by_pass (stone passed_before : bool) (gone : option player) : bool :=
  negb stone && (passed_before || match gone with Some _ => true | None => false end).

(** A move that leaves board [b]. *)
Definition conclude (h : kee_history) (b : board) (stone : bool) : outcome kee_history :=
  let a := up h in let gone := out (fst h) in
  match latest b (successor a gone) stone (pass_value (if stone then None else Some a)) (all_turns h) with
  | None => if ends_by_pass stone (just_passed (fst h)) gone then Ends (Scored (score b))
            else Goes (new_turn a gone b stone, all_turns h)
  | Some balance =>
    match gone with
    | Some _ => Ends (Scored (score b))
    | None => Goes (ban_turn a b stone (goes_out a balance), all_turns h)
    end
  end.

Definition kee_step (h : kee_history) (m : go_move point) : outcome kee_history :=
  match m with
  | Pass => conclude h (left_board (fst h)) false
  | Stone p => match play (up h) (left_board (fst h)) p with
               | Some b => conclude h b true
               | None => Illegal
               end
  end.

Definition kee_game : game :=
  {| history := kee_history; move := go_move point; to_move := up; step := kee_step |}.

(** ** What of the past matters *)

Definition kee_item : Type := board * player.
Definition counters : Type := option Z * option Z.

Definition counters_of (h : kee_history) (i : kee_item) : counters :=
  (latest (fst i) (snd i) true 0 (all_turns h), latest (fst i) (snd i) false 0 (all_turns h)).

Record kee_state : Type := { k_board : board; k_turn : player; k_out : option player; k_passed : bool }.

Definition kee_state_of (h : kee_history) : kee_state :=
  {| k_board := left_board (fst h); k_turn := up h; k_out := out (fst h); k_passed := just_passed (fst h) |}.

Definition state_of_turn (t : kee_turn) : kee_state :=
  {| k_board := left_board t; k_turn := next_up t; k_out := out t; k_passed := just_passed t |}.

(** The board that a move leaves, and whether it is a stone; nothing where the captures forbid it. *)
Definition made (s : kee_state) (m : go_move point) : option (board * bool) :=
  match m with
  | Pass => Some (k_board s, false)
  | Stone p => option_map (fun b => (b, true)) (play (k_turn s) (k_board s) p)
  end.

Definition kee_looked_up (s : kee_state) (m : go_move point) : kee_item :=
  match made s m with
  | Some (b, _) => (b, successor (k_turn s) (k_out s))
  | None => (k_board s, k_turn s)
  end.

(** The counter that a move looks at, the move's own pass included. *)
Definition counter (s : kee_state) (stone : bool) (v : counters) : option Z :=
  if stone then fst v else shifted (pass_value (Some (k_turn s))) (snd v).

Definition kee_effect (s : kee_state) (m : go_move point) (v : counters) : effect :=
  match made s m with
  | None => Forbidden
  | Some (b, stone) =>
    match counter s stone v with
    | None => if ends_by_pass stone (k_passed s) (k_out s) then Over (Scored (score b)) else Continues
    | Some _ => match k_out s with Some _ => Over (Scored (score b)) | None => Continues end
    end
  end.

(** The turn that a move makes where play continues. *)
Definition turn_after (s : kee_state) (b : board) (stone : bool) (v : counters) : kee_turn :=
  match counter s stone v with
  | None => new_turn (k_turn s) (k_out s) b stone
  | Some balance => ban_turn (k_turn s) b stone (goes_out (k_turn s) balance)
  end.

Definition kee_after (s : kee_state) (m : go_move point) (v : counters) : kee_state :=
  match made s m with Some (b, stone) => state_of_turn (turn_after s b stone v) | None => s end.

(** What becomes of an item's counters after a turn. *)
Definition counted_on (t : kee_turn) (i : kee_item) (w : counters) : counters :=
  (if encounters t (fst i) (snd i) then Some 0%Z
   else if banned_here t then None else shifted (pass_value (passer t)) (fst w),
   if banned_here t then None
   else if was_stone t then shifted (pass_value (passer t)) (fst w)
   else shifted (pass_value (passer t)) (snd w)).

Definition kee_becomes (s : kee_state) (m : go_move point) (v : counters) (i : kee_item) (w : counters)
  : counters :=
  match made s m with Some (b, stone) => counted_on (turn_after s b stone v) i w | None => w end.

Lemma latest_sum : forall b a ts stone sum more,
  latest b a stone (sum + more) ts = shifted more (latest b a stone sum ts).
Proof.
  intros b a ts. induction ts as [| t before again]; intros stone sum more; simpl; trivial.
  destruct (stone && encounters t b a); trivial.
  destruct (banned_here t); trivial.
  rewrite <- again. f_equal. ring.
Qed.

Lemma latest_from : forall b a ts stone sum,
  latest b a stone sum ts = shifted sum (latest b a stone 0 ts).
Proof. intros b a ts stone sum. rewrite <- latest_sum. f_equal. Qed.

Lemma shifted_none : forall v, shifted 0 v = v.
Proof. intros [c |]; simpl; trivial. f_equal. apply Z.add_0_r. Qed.

Lemma counters_later : forall t h i, counters_of (t, all_turns h) i = counted_on t i (counters_of h i).
Proof.
  intros t h [b a]. unfold counters_of, counted_on. cbn [fst snd].
  change (all_turns (t, all_turns h)) with (t :: all_turns h).
  generalize (all_turns h). intro ts. f_equal.
  - simpl. destruct (encounters t b a); trivial. destruct (banned_here t); trivial.
    apply latest_from.
  - simpl. destruct (banned_here t); trivial.
    destruct (was_stone t); apply latest_from.
Qed.

Lemma concludes : forall h m b stone, made (kee_state_of h) m = Some (b, stone) ->
  kee_step h m = conclude h b stone.
Proof.
  intros h m b stone is. destruct m as [p |]; simpl in *.
  - destruct (play (up h) (left_board (fst h)) p) as [b' |]; simpl in is; congruence.
  - congruence.
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
    destruct (made (kee_state_of h) m) as [[b stone] |] eqn:is.
    + change (step kee_game h m) with (kee_step h m). rewrite (concludes h m b stone is).
      unfold conclude, turn_after.
      assert (same : latest b (successor (up h) (out (fst h))) stone
          (pass_value (if stone then None else Some (up h))) (all_turns h) =
        counter (kee_state_of h) stone
          (counters_of h (b, successor (k_turn (kee_state_of h)) (k_out (kee_state_of h))))).
      { unfold counter, counters_of. destruct stone; simpl fst; simpl snd.
        - reflexivity.
        - rewrite latest_from. reflexivity. }
      rewrite same. destruct (counter _ _ _) as [balance |].
      * simpl k_out. destruct (out (fst h)); trivial.
        eexists. split; [reflexivity |]. split; [reflexivity |]. intro i. apply counters_later.
      * simpl k_out. simpl k_passed. destruct (ends_by_pass _ _ _); trivial.
        eexists. split; [reflexivity |]. split; [reflexivity |]. intro i. apply counters_later.
    + destruct m as [p |]; simpl in *; [| discriminate].
      destruct (play (up h) (left_board (fst h)) p); [discriminate | reflexivity].
Defined.

Theorem kee_lemma : forall winner bound (p : proof kee_description winner bound) n (h : kee_history),
  kee_state_of h = at_state p n -> (forall i, demand p n i (counters_of h i)) ->
  forces kee_game winner bound h.
Proof. intros winner bound p n h. apply (lemma_holds kee_game kee_description winner bound p n h). Qed.

(** From the start of a game only the start itself was encountered. *)
Lemma start_counters : forall b a i, counters_of (kee_start b a) i =
  (if encounters (fst (kee_start b a)) (fst i) (snd i) then Some 0%Z else None, None).
Proof.
  intros b a i. unfold counters_of, kee_start, all_turns. cbn [fst snd latest andb].
  destruct (encounters _ (fst i) (snd i)); reflexivity.
Qed.

End Kee.
