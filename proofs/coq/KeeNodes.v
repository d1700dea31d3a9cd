(**
The nodes of certificates under Kee's rules of 2013.

Kee2013.v says what of the past matters with three counters for each board and player. A certificate has
items of two classes with one counter each, as solver/rules/kee2013.c describes them: [Met], since the latest
encounter that no refreshing pass followed, and [Anchor]. A stone and a normal pass look at the first. Rule
12a wants a stone since the encounter, and the pass that ends the game does not look at all: [one_counter] proves
that neither makes a difference in a game in which nobody is out yet ([unbanned]).

[kee_node_true]: so these are rules as Nodes.v wants them, and nodes whose children are true are true under the rules as Kee2013.v
states them, with the whole history. KeeBans.v has what bans and leaves are worth.
*)
Require Import ZArith Lia List Bool Wellfounded.
Require Import Game Lemma Kee2013 ItemRules Nodes KeeBans.
Import ListNotations.
Local Open Scope Z_scope.

Section KeeNodes.

Variables board point : Type.
Variable board_eq_dec : forall a b : board, {a = b} + {a <> b}.
Variable play : player -> board -> point -> option board.
Variable score : board -> Z.
Variables refresh tally_all : bool.
Hypothesis nobody_for_ever : forall a, well_founded (fun b' b => exists p, play a b p = Some b').

Notation past := (kee_history board).
Notation the_game := (kee_game board point board_eq_dec play score refresh tally_all).
Notation step_ := (kee_step board point board_eq_dec play score refresh tally_all).
Notation conclude_ := (conclude board board_eq_dec score tally_all).
Notation met_again_ := (met_again board board_eq_dec tally_all).
Notation encounters_ := (encounters board board_eq_dec).
Notation counters_ := (counters_of board board_eq_dec tally_all).
Notation value_ := (pass_value tally_all).
Notation all := (all_turns board).
Notation now h := (left_board board (fst h)).
Notation gone h := (out board (fst h)).

Notation worth_out := (ItemRules.worth_out board point play score).
Notation banned_fine := (banned_fine board point board_eq_dec play score refresh tally_all nobody_for_ever).
Notation leaf_true := (leaf_true board point board_eq_dec play score refresh tally_all nobody_for_ever).
Notation encounters_own := (encounters_own board board_eq_dec).

(** ** One counter *)

(** A game from its start, in which nobody is out. *)
Inductive unbanned : past -> Prop :=
| from_start : forall b a, unbanned (kee_start board b a)
| went : forall h m h', unbanned h -> step_ h m = Goes h' -> gone h' = None -> unbanned h'.

Lemma no_counter_later : forall h b kd, conclude_ h b kd = Goes (new_turn _ (up _ h) (gone h) b kd, all h) ->
  met_again_ h b kd = None /\ ends_by_pass kd (just_passed _ (fst h)) (gone h) = false.
Proof.
  intros h b kd made. rewrite concluded in made. destruct (met_again_ h b kd).
  - destruct (gone h); [discriminate |]. injection made as _ bad _. discriminate.
  - destruct (ends_by_pass _ _ _); [discriminate | auto].
Qed.

(** How play goes on while nobody is out. *)
Lemma unbanned_step : forall h m h', step_ h m = Goes h' -> gone h' = None ->
  exists b kd, made board point play refresh (kee_state_of board h) m = Some (b, kd) /\ gone h = None /\
    met_again_ h b kd = None /\ ends_by_pass kd (just_passed _ (fst h)) None = false /\
    h' = (new_turn _ (up _ h) None b kd, all h).
Proof.
  intros h m h' goes still.
  assert (by_ : forall b kd, conclude_ h b kd = Goes h' -> gone h = None /\ met_again_ h b kd = None /\
    ends_by_pass kd (just_passed _ (fst h)) None = false /\ h' = (new_turn _ (up _ h) None b kd, all h)).
  { intros b kd made. rewrite concluded in made. destruct (met_again_ h b kd).
    - destruct (gone h); [discriminate |]. injection made as <-. discriminate.
    - destruct (ends_by_pass _ _ _) eqn:no; [discriminate |]. injection made as <-. unfold gone in still. simpl in still.
      fold (gone h) in still. rewrite still in *. auto. }
  rewrite stepped in goes. destruct m as [p | |]; simpl.
  - fold (up _ h). fold (now h). destruct (play (up _ h) (now h) p) as [b |]; [| discriminate]. exists b, Stone_laid.
    split; [reflexivity | auto].
  - exists (now h), Normal_pass. split; [reflexivity | auto].
  - destruct refresh; [| discriminate]. exists (now h), Refreshing_pass. split; [reflexivity | auto].
Qed.

(** A move that gets a player out. *)
Lemma ban_true : forall h m h' loser, gone h = None -> step_ h m = Goes h' -> gone h' = Some loser ->
  forall w t, worth_out w t (now h') loser -> forces the_game w t h'.
Proof.
  intros h m h' loser both goes left_ w t worth.
  assert (by_ : forall b kd, conclude_ h b kd = Goes h' -> forces the_game w t h').
  { intros b kd made. rewrite concluded, both in made. destruct (met_again_ h b kd).
    - injection made as <-. simpl in left_. injection left_ as <-. apply banned_fine. exact worth.
    - destruct (ends_by_pass _ _ _); [discriminate |]. injection made as <-. discriminate left_. }
  rewrite stepped in goes. destruct m as [p | |].
  - destruct (play _ _ p) as [b |]; [exact (by_ _ _ goes) | discriminate].
  - exact (by_ _ _ goes).
  - destruct refresh; [exact (by_ _ _ goes) | discriminate].
Qed.

Lemma unbanned_both : forall h, unbanned h -> gone h = None.
Proof. intros h is. destruct is; [reflexivity | assumption]. Qed.

Lemma encounters_not : forall t b a, next_up _ t <> a -> encounters board board_eq_dec t b a = false.
Proof.
  intros t b a no. unfold encounters. destruct (player_eq_dec _ _); [congruence |]. apply andb_false_r.
Qed.

Lemma shifted_none : forall by_, shifted by_ None = None.
Proof. reflexivity. Qed.

Lemma shifted_not : forall v, shifted 0 v = v.
Proof. intros [c |]; simpl; [rewrite Z.add_0_r |]; reflexivity. Qed.

Lemma shifted_none_if : forall by_ v, shifted by_ v = None -> v = None.
Proof. intros by_ [c |]; [discriminate | reflexivity]. Qed.

(** Of the board that stands: who is to move did not meet it before with a stone since; and his opponent
    either has not, or the latest time that he met it counts. *)
Lemma stone_between : forall h, unbanned h ->
  since_stone (counters_ h (now h, up _ h)) = None /\
  since_stone (counters_ h (now h, other (up _ h))) =
    if just_passed _ (fst h) then None else since_any (counters_ h (now h, other (up _ h))).
Proof.
  intros h is. induction is as [b a | h m h' is again goes still].
  - rewrite !start_counters. simpl. split; [reflexivity |].
    rewrite encounters_not by (intro bad; apply (other_differs a); symmetry; exact bad). reflexivity.
  - destruct (unbanned_step h m h' goes still) as [b [kd [does [both [none [no ->]]]]]].
    destruct again as [own his]. set (t := new_turn _ (up _ h) None b kd).
    change (since_stone (counters_ (t, all h) (b, other (up _ h))) = None /\
      since_stone (counters_ (t, all h) (b, other (other (up _ h)))) =
        if is_normal kd then None else since_any (counters_ (t, all h) (b, other (other (up _ h))))).
    rewrite other_other, !counters_later.
    rewrite looked_at in none.
    change (out board (fst h)) with (gone h) in none. rewrite both in none. cbn [successor] in none.
    change (k_turn board (kee_state_of board h)) with (up _ h) in none.
    unfold counted_on. cbn [since_stone since_any fst snd].
    rewrite (encounters_not _ _ (up _ h)) by (simpl; apply other_differs).
    destruct kd; cbn [counter] in none; cbn [refreshed was_stone was_kind new_turn by_move banned_here orb is_refreshing
      is_stone just_passed is_normal].
    + rewrite none. split; reflexivity.
    + apply shifted_none_if in none. unfold made in does. destruct m as [p | |]; simpl in does.
      * destruct (play _ _ _); discriminate.
      * injection does as <-. change (left_board board (fst h)) with (now h) in *. 
        rewrite none, own. split; reflexivity.
      * destruct refresh; discriminate.
    + split; reflexivity.
Qed.

(** ** Items *)

Inductive kee_class : Set := Met | Anchor.
Notation item_ := (item board kee_class).

Definition status (h : past) (i : item_) : option Z :=
  match i with
  | (_, _, None) => None
  | (Met, b, Some a) => since_any (counters_ h (b, a))
  | (Anchor, b, Some a) => since_anchor (counters_ h (b, a))
  end.

Definition stands (h : past) (s : node_state board) : Prop :=
  now h = node_board _ s /\ up _ h = node_mover _ s /\ just_passed _ (fst h) = node_passed _ s.

Definition looks (a : player) (k : kind) : option (kee_class * option player) :=
  Some (if is_refreshing k then Anchor else Met, Some (other a)).
Definition made_by (a : player) (k : kind) : list (kee_class * option player) :=
  (Met, Some (other a)) :: if is_refreshing k then [(Anchor, Some (other a))] else [].
Definition clears (k : kind) (c : kee_class) : bool := match c with Met => is_refreshing k | Anchor => false end.
Definition shift (a : player) (k : kind) : Z := value_ a k.
(** The mover is out, unless he made more passes, this play's included. *)
Definition found (a : player) (k : kind) (c : Z) : fate := Goes_out (goes_out a (c + shift a k)).
Definition known (a : player) : option (kee_class * option player) := Some (Met, Some a).

Definition kee_told : kinds board point :=
  {| play_kind := kind; stone_kind := fun _ _ => Stone_laid; pass_kind := fun _ => Normal_pass;
     refresh_kind := if refresh then Some Refreshing_pass else None; is_pass := is_normal; second_ends := true |}.
Notation plays_ := (plays board point play kee_told).
Notation ends_ := (ends_game board point kee_told).
Notation looks_at_ := (looks_at board point kee_class kee_told looks).
Notation makes_ := (makes board point kee_class kee_told made_by).

Lemma is_made : forall s b k c b' a, makes_ s b k (c, b', Some a) <->
  (c = Met \/ is_refreshing k = true) /\ b' = b /\ a = other (node_mover _ s).
Proof.
  intros s b k c b' a. unfold makes, made_by. split.
  - intros [j [[<- | is] eq]].
    + unfold item_on in eq. simpl in eq. injection eq as -> -> ->. auto.
    + destruct (is_refreshing k); [| destruct is]. destruct is as [<- | []].
      unfold item_on in eq. simpl in eq. injection eq as -> -> ->. auto.
  - intros [which [-> ->]]. exists (c, Some (other (node_mover _ s))). split; [| reflexivity].
    destruct c; [left; reflexivity |]. destruct which as [bad | ->]; [discriminate | right; left; reflexivity].
Qed.

Lemma not_made : forall s b k c b', ~ makes_ s b k (c, b', None).
Proof.
  intros s b k c b' [j [is eq]]. unfold made_by in is. destruct is as [<- | is]; [discriminate eq |].
  destruct (is_refreshing k); [destruct is as [<- | []]; discriminate eq | destruct is].
Qed.

(** The one counter is that which the rules look at, and what a play makes of the items is what the format says. *)
Theorem one_counter : forall h s m b k, unbanned h -> stands h s -> plays_ s m = Some (b, k) ->
  if ends_ s k then step_ h m = Ends (Scored (score b))
  else match option_map (status h) (looks_at_ s b k) with
       | Some (Some c) =>
         match found (node_mover _ s) k c with
         | Not_legal => step_ h m = Illegal
         | Goes_out loser => exists h', step_ h m = Goes h' /\ forall w t, worth_out w t b loser -> forces the_game w t h'
         | Is_scored => step_ h m = Ends (Scored (score b))
         | Goes_on => exists h', step_ h m = Goes h' /\
             went_on board point kee_class kee_told made_by clears shift the_game unbanned stands status h s b k h'
         end
       | _ => exists h', step_ h m = Goes h' /\
           went_on board point kee_class kee_told made_by clears shift the_game unbanned stands status h s b k h'
       end.
Proof.
  intros h [b0 a passed] m b k is [here [turn was]] does. simpl in here, turn, was.
  assert (both := unbanned_both h is). destruct (stone_between h is) as [own his].
  assert (goes : step_ h m = conclude_ h b k).
  { rewrite stepped. rewrite here, turn. destruct m as [p | |]; simpl in does.
    - destruct (play a b0 p); simpl in does; congruence.
    - congruence.
    - destruct refresh; simpl in does; congruence. }
  assert (same : is_stone k = false -> b = b0).
  { destruct m as [p | |]; simpl in does.
    - destruct (play a b0 p); simpl in does; [injection does as <- <-; discriminate | discriminate].
    - intros _. congruence.
    - destruct refresh; [intros _; simpl in does; congruence | discriminate]. }
  rewrite here, turn, was in his. rewrite here, turn in own.
  set (s := {| node_board := b0; node_mover := a; node_passed := passed |}) in *.
  assert (looked : met_again_ h b k = if ends_ s k then None
    else shifted (shift a k) (status h (if is_refreshing k then Anchor else Met, b, Some (other a)))).
  { rewrite looked_at. change (out board (fst h)) with (gone h). rewrite both, turn. cbn [successor].
    unfold counter. change (k_turn board (kee_state_of board h)) with (up _ h). rewrite turn.
    unfold ends_game, shift, s. cbn [node_mover node_passed].
    destruct k; cbn [is_normal is_refreshing andb status].
    - cbn [pass_value]. rewrite shifted_not. reflexivity.
    - rewrite (same eq_refl). rewrite his. destruct passed; reflexivity.
    - reflexivity. }
  assert (over : ends_by_pass k (just_passed _ (fst h)) None = ends_ s k).
  { rewrite was. unfold ends_by_pass, ends_game. simpl. rewrite orb_false_r. reflexivity. }
  rewrite goes, concluded, both, looked, over, turn.
  destruct (ends_ s k) eqn:no; [reflexivity |].
  cbn [looks_at looks option_map item_on fst snd s node_mover]. unfold item_on. cbn [fst snd].
  destruct (status h _) as [c |] eqn:there; cbn [shifted option_map found].
  - eexists. split; [reflexivity |]. intros w t worth. apply banned_fine. exact worth.
  - exists (new_turn board a None b k, all h). split; [reflexivity |]. split; [| split].
    + apply (went h m); trivial. rewrite goes, concluded, both, looked, over, turn. cbn [shifted option_map]. reflexivity.
    + repeat split.
    + intros [[c b'] [x |]].
      * assert (enc : encounters board board_eq_dec (new_turn board a None b k) b' x = true <-> b' = b /\ x = other a).
        { split.
          - intro yes. apply encounters_true in yes. simpl in yes. intuition congruence.
          - intros [-> ->]. exact (encounters_own (new_turn board a None b k)). }
        rewrite !is_made. unfold s. cbn [node_mover]. unfold status. rewrite !counters_later. unfold counted_on, class_of.
        cbn [fst snd since_any since_anchor].
        destruct (encounters _ _ _ b' x) eqn:new.
        -- assert (is_ := proj1 enc eq_refl). destruct c; [left; split; [tauto | reflexivity] |].
           destruct k; cbn [anchor new_turn banned_here by_move is_refreshing orb andb clears];
             [right; right | right; right | left; split; [tauto | reflexivity]];
             (split; [intros [[bad | bad] _]; discriminate |]; split; reflexivity).
        -- assert (isnt : ~ (b' = b /\ x = other a)) by (intro yes; apply enc in yes; discriminate).
           destruct c.
           ++ destruct k; cbn [refreshed was_kind new_turn banned_here by_move is_refreshing orb clears];
                [right; right | right; right | right; left]; (split; [tauto |]; split; reflexivity).
           ++ rewrite andb_false_r. right. right. split; [tauto |]. split; reflexivity.
      * right. assert (not := not_made s b k c b'). destruct (clears k c) eqn:forgets; [left | right];
          (split; [exact not |]; split; [exact forgets | destruct c; reflexivity]).
Qed.

(** What is always there. *)
Lemma always : forall h s i, unbanned h -> stands h s -> known (node_mover _ s) = Some i ->
  status h (item_on _ _ (node_board _ s) i) = Some 0.
Proof.
  intros [t ts] s i _ [here [turn _]] is. injection is as <-. unfold item_on. simpl fst. simpl snd.
  rewrite <- here, <- turn. unfold status, counters_of. cbn [since_any fst snd all_turns latest andb].
  change (encounters board board_eq_dec t (left_board board t) (up board (t, ts))) with
    (encounters_ t (left_board _ t) (next_up _ t)). rewrite encounters_own. reflexivity.
Qed.

(** ** The nodes *)

Lemma found_alike : forall a k c, found (other a) k (- c) = of_fate true (found a k c).
Proof.
  intros a k c. unfold found, goes_out, shift. simpl. f_equal. unfold of_colours.
  replace (margin_of (other a) (- c + value_ (other a) k)) with (margin_of a (c + value_ a k))
    by (destruct a, k; simpl; try destruct tally_all; ring).
  destruct (Z.leb _ _); reflexivity.
Qed.

Lemma shift_alike : forall a k, shift (other a) k = - shift a k.
Proof. intros a k. unfold shift. destruct a, k; simpl; try destruct tally_all; reflexivity. Qed.

Notation node_ := (node board kee_class).
Definition kee_good : (node_ -> Prop) -> node_ -> Prop :=
  node_good board point kee_class play score kee_told looks made_by clears shift found known.
Definition kee_means : node_ -> Prop :=
  means board point kee_class play score kee_told the_game unbanned stands status.

(** Nodes with true children are true. *)
Theorem kee_node_true : forall (children : node_ -> Prop) n, (forall child, children child -> kee_means child) ->
  kee_good children n -> kee_means n.
Proof.
  apply (node_true board point kee_class play score kee_told looks made_by clears shift found known)
    with (as_move := fun m => m : move the_game).
  - reflexivity.
  - intros a k. unfold made_by. destruct (is_refreshing k); reflexivity.
  - exact shift_alike.
  - exact found_alike.
  - reflexivity.
  - intros h s here. apply here.
  - intros h s m [here [turn _]]. change (step the_game h m) with (step_ h m).
    destruct (plays_ s m) as [[b k] |] eqn:does; [left; exists m, b, k; auto |]. right. rewrite stepped.
    unfold plays in does. rewrite here, turn. destruct m as [p | |]; [| discriminate |].
    + destruct (play _ _ p); [discriminate | reflexivity].
    + cbn [refresh_kind kee_told] in does. clear - does. destruct refresh; [discriminate | reflexivity].
  - intros h s w k is [here _] leaf. apply (leaf_true w k (node_board _ s) leaf); [| exact here].
    apply unbanned_both. exact is.
  - exact always.
  - exact one_counter.
Qed.

End KeeNodes.
