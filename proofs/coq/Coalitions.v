(**
Kee's rules of 2013 for two to four players, with the whole history, and what a coalition gets.

Numbers in brackets are those of Kee's rules. They are stated as in solver/rules/kee2013.c and capture.c, and in "Rules" of
docs/coalition-certificates.md; area and stone scoring, any suicide, with allied groups and without, refreshing passes or none, either
tally. [place]: what a stone does. [points_of]: what each player has on a board. [next_turn]: what a play adds to the history, a list of
turns, the latest first; [over]: the game ends with it.

What a coalition gets is what one player of a game of two forces (Game.v): Black is the coalition, White all others together, and the
margin is the coalition's payoff ([payoff_of]). [coalition_gets] and [coalition_held] are the claims of a certificate, and
[gets_and_held] says that they fit together. "Forces" is inductive: nothing is claimed of a play that never ends.
*)
Require Import ZArith NArith Lia List Bool.
Require Import Game Board.
Import ListNotations.

(** ** Four of a kind: one for each player *)

Inductive seat : Set := First | Second | Third | Fourth.
Definition seats : list seat := [First; Second; Third; Fourth].
Definition seat_eqb (j k : seat) : bool :=
  match j, k with First, First | Second, Second | Third, Third | Fourth, Fourth => true | _, _ => false end.

Record four (A : Set) : Set := Four { of_first : A; of_second : A; of_third : A; of_fourth : A }.
Arguments Four {A}.
Arguments of_first {A}.
Arguments of_second {A}.
Arguments of_third {A}.
Arguments of_fourth {A}.

Definition at_ {A : Set} (x : four A) (k : seat) : A :=
  match k with First => of_first x | Second => of_second x | Third => of_third x | Fourth => of_fourth x end.
Definition four_of {A : Set} (f : seat -> A) : four A := Four (f First) (f Second) (f Third) (f Fourth).

(** Sets of players. *)
Definition how_many (x : four bool) : nat := length (filter (at_ x) seats).
Definition without (x : four bool) (k : seat) : four bool := four_of (fun j => at_ x j && negb (seat_eqb j k)).

(** Players take turns in their order; only those who are [active] do [5]. *)
Definition after_seat (k : seat) : seat :=
  match k with First => Second | Second => Third | Third => Fourth | Fourth => First end.
Definition next_player (active : four bool) (k : seat) : seat :=
  let a := after_seat k in let b := after_seat a in let c := after_seat b in
  if at_ active a then a else if at_ active b then b else if at_ active c then c else k.

Inductive suicide_rule : Set := No_suicide | Several_stones | Any_suicide.
Inductive payoff : Set := Points | Margin | Rank.
Inductive kee_play : Set := Lay (p : N) | Pass_on | Refresh.
Inductive kind : Set := Stone_play | Normal_pass | Refreshing_pass.

(** [playing]: who takes part; a board of these has no stones of others. *)
Record ruleset : Set := {
  on : rectangle;
  playing : four bool;
  refreshing : bool;
  suicides : suicide_rule;
  stones_alone : bool;  (** scoring=stone *)
  allied : bool;
  tally_all : bool
}.

Definition stones_of : Set := four N.

Section Rules.

Variable r : ruleset.

(** ** Stones and points *)

Definition union (x : stones_of) : N := fold_right (fun k set => N.lor (at_ x k) set) 0%N seats.
Definition no_stones_of (k : seat) (x : stones_of) : stones_of := four_of (fun j => if seat_eqb j k then 0%N else at_ x j).
Definition free (x : stones_of) : N := N.ldiff (all_points (on r)) (union x).

(** Of a set of stones the chains that have a liberty, and is there a chain that has none? *)
Definition breathing (set empty : N) : N := reaching (on r) set empty.
Definition stifled (set empty : N) : bool := negb (N.eqb (breathing set empty) set).

(** [9] Has an allied group of the others no chain with a liberty? It is all their chains that touch each other, or each chain is one. *)
Definition enclosing (others : stones_of) (empty : N) : bool :=
  if allied r then stifled (union others) empty else existsb (fun k => stifled (at_ others k) empty) seats.

(** [10, 11] A stone of [k]'s on [p]. *)
Definition place (k : seat) (x : stones_of) (p : N) : option stones_of :=
  let stone := N.shiftl 1 p in
  if N.leb (N.of_nat (size (on r))) p || negb (N.testbit (free x) p) then None
  else
    let own := N.lor (at_ x k) stone in
    let others := no_stones_of k x in
    let empty := N.ldiff (free x) stone in
    let chain := grow (on r) (size (on r)) own stone in
    if N.testbit (breathing own empty) p || enclosing others empty
    then Some (four_of (fun j => if seat_eqb j k then own else breathing (at_ others j) empty))
    else
      let suicide := Some (four_of (fun j => if seat_eqb j k then N.ldiff own chain else at_ others j)) in
      match suicides r with
      | No_suicide => None
      | Several_stones => if N.eqb chain stone then None else suicide
      | Any_suicide => suicide
      end.

(** The points of each player: his stones, and empty points from which one reaches, by empty points, stones of his only. *)
Definition reached_by (x : stones_of) (k : seat) : N := reaching (on r) (free x) (at_ x k).
Definition points_of (x : stones_of) (k : seat) : Z :=
  count (if stones_alone r then at_ x k
         else N.lor (at_ x k) (N.ldiff (reached_by x k) (union (no_stones_of k (four_of (reached_by x)))))).

(** ** What a coalition gets for a board *)

Local Open Scope Z_scope.

Definition members_of (coalition : four bool) : list seat := filter (fun k => at_ (playing r) k && at_ coalition k) seats.
Definition others_of (coalition : four bool) : list seat := filter (fun k => at_ (playing r) k && negb (at_ coalition k)) seats.
Definition sum_of (x : stones_of) (ks : list seat) : Z := fold_right (fun k sum => points_of x k + sum) 0 ks.
Definition best_of (x : stones_of) (ks : list seat) : Z := fold_right (fun k best => Z.max (points_of x k) best) 0 ks.
Definition behind (best points : Z) : Z := if points <? best then 1 else if best <? points then -1 else 0.

(** [Rank]: how many of the others have fewer points than the member who has most, less how many have more. *)
Definition payoff_of (kind_ : payoff) (coalition : four bool) (x : stones_of) : Z :=
  match kind_ with
  | Points => sum_of x (members_of coalition)
  | Margin => sum_of x (members_of coalition) - sum_of x (others_of coalition)
  | Rank => let best := best_of x (members_of coalition) in
            fold_right (fun k rank => behind best (points_of x k) + rank) 0 (others_of coalition)
  end.

(** ** Turns *)

(** [made]: by whom and how; nobody made the start. [passes]: how many players have passed, one after the other. *)
Record turn : Set := {
  made : option (seat * kind);
  left_ : stones_of;
  next_up : seat;
  active : four bool;
  passes : nat;
  banned : option seat
}.

(** The latest turn, and those before it, the latest first. *)
Definition past : Set := (turn * list turn)%type.
Definition turns (h : past) : list turn := fst h :: snd h.

Definition begin_with (x : stones_of) (k : seat) : past :=
  ({| made := None; left_ := x; next_up := k; active := playing r; passes := 0; banned := None |}, []).

Definition is_by (how : kind) (t : turn) : bool :=
  match made t, how with
  | Some (_, Stone_play), Stone_play | Some (_, Normal_pass), Normal_pass | Some (_, Refreshing_pass), Refreshing_pass => true
  | _, _ => false
  end.

(** The start, or a turn that got somebody banned. *)
Definition begins (t : turn) : bool := match made t, banned t with None, _ | _, Some _ => true | _, None => false end.

(** Whoever is to move encounters the board that stands: does he encounter that one after both turns? *)
Definition same_stones (x y : stones_of) : bool := forallb (fun k => N.eqb (at_ x k) (at_ y k)) seats.
Definition is_situation (x : stones_of) (k : seat) (t : turn) : bool := same_stones x (left_ t) && seat_eqb k (next_up t).

(** [12a] The turns since [t]'s successor last encountered the board that [t] leaves, if a stone was played since then: of the encounters since
    the start or the last ban, and since the latest refreshing pass. [stone]: was one played? *)
Fixpoint primary (t : turn) (stone : bool) (ts : list turn) : option (list turn) :=
  match ts with
  | [] => None
  | u :: before =>
    if stone && is_situation (left_ t) (next_up t) u then Some []
    else if begins u || is_by Refreshing_pass u then None
    else option_map (cons u) (primary t (stone || is_by Stone_play u) before)
  end.

(** [12b] The same of the encounters just after the start or the last ban, and just after each refreshing pass since. *)
Fixpoint secondary (t : turn) (ts : list turn) : option (list turn) :=
  match ts with
  | [] => None
  | u :: before =>
    if (begins u || is_by Refreshing_pass u) && is_situation (left_ t) (next_up t) u then Some []
    else if begins u then None
    else option_map (cons u) (secondary t before)
  end.

Definition cycle (t : turn) (h : past) : option (list turn) :=
  if is_by Refreshing_pass t then secondary t (turns h) else primary t (is_by Stone_play t) (turns h).

(** How often a player has passed in these turns; refreshing passes are counted with tally=all. *)
Definition pass_of (k : seat) (t : turn) : Z :=
  match made t with
  | Some (j, Normal_pass) => if seat_eqb j k then 1 else 0
  | Some (j, Refreshing_pass) => if tally_all r && seat_eqb j k then 1 else 0
  | _ => 0
  end.
Definition tally (ts : list turn) (k : seat) : Z := fold_right (fun t sum => pass_of k t + sum) 0 ts.

(** [12] Of the active players with the fewest passes, the one who played last. *)
Definition has_fewest (among : four bool) (ts : list turn) (k : seat) : bool :=
  at_ among k && forallb (fun j => negb (at_ among j) || (tally ts k <=? tally ts j)) seats.
Definition maker (t : turn) : list seat := match made t with Some (k, _) => [k] | None => [] end.
Definition ko_player (t : turn) (since : list turn) (h : past) : seat :=
  match find (has_fewest (active t) (t :: since)) (flat_map maker (t :: turns h)) with
  | Some k => k
  | None => match maker t with k :: _ => k | [] => First end
  end.

(** He is out; the board stays as it is, and the next one who is active after who made the turn moves. *)
Definition ban (t : turn) (k : seat) : turn :=
  {| made := made t; left_ := left_ t; active := without (active t) k; passes := 0; banned := Some k;
     next_up := match maker t with mover :: _ => next_player (without (active t) k) mover | [] => next_up t end |}.

(** What decides which plays are legal, and what they do to the board. *)
Record state : Set := { s_stones : stones_of; s_mover : seat; s_active : four bool; s_passes : nat }.
Definition state_of (t : turn) : state :=
  {| s_stones := left_ t; s_mover := next_up t; s_active := active t; s_passes := passes t |}.

(** The turn that a play makes, if nobody is banned by it; none if the play is illegal. *)
Definition turn_by (s : state) (m : kee_play) : option turn :=
  let made_ how x passes_ :=
    Some {| made := Some (s_mover s, how); left_ := x; next_up := next_player (s_active s) (s_mover s);
            active := s_active s; passes := passes_; banned := None |} in
  match m with
  | Lay p => match place (s_mover s) (s_stones s) p with Some x => made_ Stone_play x 0%nat | None => None end
  | Pass_on => made_ Normal_pass (s_stones s) (S (s_passes s))
  | Refresh => if refreshing r then made_ Refreshing_pass (s_stones s) 0%nat else None
  end.

Definition next_turn (h : past) (m : kee_play) : option turn :=
  match turn_by (state_of (fst h)) m with
  | None => None
  | Some t => Some (match cycle t h with Some since => ban t (ko_player t since h) | None => t end)
  end.

(** [13] All are banned, or all who are active have passed, one after the other. *)
Definition over (t : turn) : bool := Nat.leb (how_many (active t)) (passes t).

(** ** The game of a coalition *)

Variable kind_ : payoff.
Variable coalition : four bool.

Definition coalition_step (h : past) (m : kee_play) : outcome past :=
  match next_turn h m with
  | None => Illegal
  | Some t => if over t then Ends (Scored (payoff_of kind_ coalition (left_ t))) else Goes (t, turns h)
  end.

Definition coalition_game : game :=
  {| history := past; move := kee_play; step := coalition_step;
     to_move := fun h => if at_ coalition (next_up (fst h)) then Black else White |}.

(** It gets [b] or more whatever the others play; they hold it to [b] or less whatever it plays. *)
Definition coalition_gets (b : Z) (h : past) : Prop := forces coalition_game Black b h.
Definition coalition_held (b : Z) (h : past) : Prop := forces coalition_game White (- b) h.

Theorem gets_and_held : forall b c h, coalition_gets b h -> coalition_held c h -> b <= c.
Proof. intros b c h gets held. assert (less := forces_consistent coalition_game Black b (- c) h gets held). lia. Qed.

End Rules.
