(**
Rules that remember items, as docs/certificate-format.md has them: states, plays and items.

The rules are given by the kinds of plays that they tell apart ([kinds]), by what a play looks up, makes, clears and shifts
([looks], [made_by], [clears], [shift]), and by what follows if the item that it looks up is there ([found]: a [fate]).
GroupElements.v has what changes nothing of them, Nodes.v the nodes under such rules.

A leaf's loser, and who is left after a ban, lays stones alone: [reaches] is what he may come to.
*)
Require Import ZArith Lia List Bool.
Require Import Game Lemma Kee2013.
Import ListNotations.
Local Open Scope Z_scope.

(** What follows if the item that a play looks up is there. *)
Inductive fate : Set := Not_legal | Goes_out (loser : player) | Is_scored | Goes_on.

(** The plays that the rules tell apart. *)
Record kinds (board point : Type) : Type := {
  play_kind : Type;
  stone_kind : board -> point -> play_kind; (** by the board that the stone leaves *)
  pass_kind : bool -> play_kind;            (** was a pass just made? *)
  refresh_kind : option play_kind;
  is_pass : play_kind -> bool;
  second_ends : bool                        (** the second pass on end ends the game *)
}.
Arguments play_kind {board point}.
Arguments stone_kind {board point}.
Arguments pass_kind {board point}.
Arguments refresh_kind {board point}.
Arguments is_pass {board point}.
Arguments second_ends {board point}.

Definition of_colours (swap : bool) (a : player) : player := if swap then other a else a.
Definition of_fate (swap : bool) (f : fate) : fate :=
  match f with Goes_out a => Goes_out (of_colours swap a) | _ => f end.
Definition of_sign (swap : bool) (c : Z) : Z := if swap then - c else c.

Section ItemRules.

Variables board point class : Type.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variable told : kinds board point.
Notation kind := (play_kind told).

(** An item: a class, a board and perhaps a player. *)
Definition item : Type := class * board * option player.
Definition kind_of_item : Type := class * option player.
Definition item_on (b : board) (i : kind_of_item) : item := (fst i, b, snd i).

(** What a play of that kind, of that player's, does; the items are of the board that it leaves. Counters are in Black's view. *)
Variable looks : player -> kind -> option kind_of_item.
Variable made_by : player -> kind -> list kind_of_item.

Definition of_kind (swap : bool) (i : kind_of_item) : kind_of_item := (fst i, option_map (of_colours swap) (snd i)).

(** ** What one player reaches alone *)

Inductive reaches (a : player) : board -> board -> Prop :=
| stops : forall b, reaches a b b
| lays : forall b p b' c, play a b p = Some b' -> reaches a b' c -> reaches a b c.

(** The result is worth [k] to [w] if that player is out, the board being [b]. *)
Definition worth_out (w : player) (k : Z) (b : board) (loser : player) : Prop :=
  if player_eq_dec loser w
  then forall c, reaches (other w) b c -> k <= margin_of w (score c)
  else exists c, reaches w b c /\ k <= margin_of w (score c).

(** [L5] The other gets no more than that alone. *)
Definition worth_leaf (w : player) (k : Z) (b : board) : Prop :=
  forall c, reaches (other w) b c -> k <= margin_of w (score c).

(** ** States and plays *)

(** Nobody is out. [node_passed]: a pass was just made. *)
Record node_state : Type := { node_board : board; node_mover : player; node_passed : bool }.

(** The board that a play leaves, and its kind. *)
Definition plays (s : node_state) (m : kee_move point) : option (board * kind) :=
  match m with
  | Lay p => option_map (fun b => (b, stone_kind told b p)) (play (node_mover s) (node_board s) p)
  | Pass_on => Some (node_board s, pass_kind told (node_passed s))
  | Refresh => option_map (fun k => (node_board s, k)) (refresh_kind told)
  end.

Definition ends_game (s : node_state) (k : kind) : bool := second_ends told && (is_pass told k && node_passed s).

Definition looks_at (s : node_state) (b : board) (k : kind) : option item :=
  option_map (item_on b) (looks (node_mover s) k).

Definition makes (s : node_state) (b : board) (k : kind) (i : item) : Prop :=
  exists j, In j (made_by (node_mover s) k) /\ i = item_on b j.

Definition class_of (i : item) : class := fst (fst i).

Definition state_then (s : node_state) (b : board) (k : kind) : node_state :=
  {| node_board := b; node_mover := other (node_mover s); node_passed := is_pass told k |}.

End ItemRules.
