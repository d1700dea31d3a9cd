(**
What a node may demand of an item: a range, and which item it is of.

A [range] says whether the item may be absent, and between which bounds, if any, its counter must lie. [meet], [turned] and
[unshifted] are what becomes of ranges where two meet, where colours are swapped and where a play shifts the counter (D6 to D9 of
docs/certificate-format.md); that they allow what they should is proved of each. Items, and states, can be told apart ([item_eq_dec]).
*)
Require Import ZArith Lia List Bool.
Require Import Game Lemma Kee2013 ItemRules.
Import ListNotations.
Local Open Scope Z_scope.

(** ** Intervals *)

(** May it be absent, and between which bounds, if any, must its counter lie? *)
Record range : Set := { may_be_absent : bool; least : option Z; most : option Z }.

Definition above (l : option Z) (c : Z) : bool := match l with None => true | Some x => Z.leb x c end.
Definition below (c : Z) (m : option Z) : bool := match m with None => true | Some x => Z.leb c x end.
Definition allows (r : range) (v : option Z) : bool :=
  match v with None => may_be_absent r | Some c => above (least r) c && below c (most r) end.

Definition unbounded (r : range) : bool :=
  may_be_absent r && match least r, most r with None, None => true | _, _ => false end.
Definition possible (r : range) : bool :=
  may_be_absent r || match least r, most r with Some l, Some m => Z.leb l m | _, _ => true end.
Definition only_absent : range := {| may_be_absent := true; least := Some 1; most := Some 0 |}.

Definition outer (f : Z -> Z -> Z) (x y : option Z) : option Z :=
  match x, y with None, _ => y | _, None => x | Some a, Some b => Some (f a b) end.
Definition meet (r s : range) : range :=
  {| may_be_absent := may_be_absent r && may_be_absent s; least := outer Z.max (least r) (least s); most := outer Z.min (most r) (most s) |}.
Definition turned (swap : bool) (r : range) : range :=
  if swap then {| may_be_absent := may_be_absent r; least := option_map Z.opp (most r); most := option_map Z.opp (least r) |} else r.
Definition unshifted (x : Z) (r : range) : range :=
  {| may_be_absent := may_be_absent r; least := option_map (fun c => c - x) (least r); most := option_map (fun c => c - x) (most r) |}.

Lemma allows_unbounded : forall r v, unbounded r = true -> allows r v = true.
Proof. intros [a [l |] [m |]] [c |] yes; unfold unbounded in yes; simpl in *; destruct a; try discriminate; reflexivity. Qed.

Ltac bounds := repeat match goal with |- context [Z.leb ?x ?y] => destruct (Z.leb_spec x y) end; try reflexivity; try lia.

Lemma above_both : forall l l' c, above (outer Z.max l l') c = above l c && above l' c.
Proof. intros [l |] [l' |] c; simpl; rewrite ?andb_true_r; trivial. bounds. Qed.

Lemma below_both : forall m m' c, below c (outer Z.min m m') = below c m && below c m'.
Proof. intros [m |] [m' |] c; simpl; rewrite ?andb_true_r; trivial. bounds. Qed.

Lemma allows_meet : forall r s v, allows (meet r s) v = true -> allows r v = true /\ allows s v = true.
Proof.
  intros r s [c |]; unfold allows, meet; cbn [may_be_absent least most].
  - rewrite above_both, below_both, !andb_true_iff. tauto.
  - rewrite andb_true_iff. tauto.
Qed.

Lemma allows_turned : forall swap r v, allows (turned swap r) v = allows r (option_map (of_sign swap) v).
Proof.
  intros [|] [a [l |] [m |]] [c |]; unfold allows, turned, above, below, of_sign; simpl; trivial; bounds; simpl; bounds.
Qed.

Lemma allows_unshifted : forall x r v, allows (unshifted x r) v = allows r (shifted x v).
Proof.
  intros x [a [l |] [m |]] [c |]; unfold allows, unshifted, above, below; simpl; trivial; bounds; simpl; bounds.
Qed.

(** ** Items *)

Section Items.

Variables board class : Type.
Variable board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Variable class_eq_dec : forall a b : class, {a = b} + {a <> b}.

Definition item_eq_dec : forall i j : item board class, {i = j} + {i <> j}.
Proof. repeat decide equality. Defined.

Definition state_eq_dec : forall s t : node_state board, {s = t} + {s <> t}.
Proof. repeat decide equality. Defined.

End Items.
