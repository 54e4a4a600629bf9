(** Games of two players, and what it means that a player wins. Every theorem in this folder is stated with these
    definitions, so they have to be read and believed; the rest is checked by Coq. *)

Inductive player := First | Second.

Definition other (p : player) : player := match p with First => Second | Second => First end.

Record game := {
  position : Type;
  mover : position -> player;               (* the player to move *)
  move : position -> position -> Prop;      (* [move s t]: one move leads from [s] to [t] *)
  ended : position -> Prop;                 (* the game is over *)
  winner : position -> player -> Prop       (* [winner s p]: the game is over in [s], and [p] has won *)
}.

Section Claims.
Context (G : game).

(** [forces me goal s]: from [s], the player [me] can play so that the game ends, after finitely many moves and whatever
    the other player does, in a position where [goal] holds. *)
Inductive forces (me : player) (goal : position G -> Prop) : position G -> Prop :=
  | at_the_end s :
      ended G s -> goal s -> forces me goal s
  | own_move s t :
      ~ ended G s -> mover G s = me -> move G s t -> forces me goal t -> forces me goal s
  | every_reply s :
      ~ ended G s -> mover G s = other me ->
      (exists t, move G s t) -> (forall t, move G s t -> forces me goal t) -> forces me goal s.

(** [wins p s]: from [s], the player [p] can force a win. *)
Definition wins (p : player) : position G -> Prop := forces p (fun s => winner G s p).

(** [does_not_lose p s]: from [s], the player [p] can force at least a draw. If both players can, the game is a draw. *)
Definition does_not_lose (p : player) : position G -> Prop := forces p (fun s => ~ winner G s (other p)).

End Claims.

(** The definitions end here. What follows are theorems about them.

    They mean what they should: two players cannot force goals that exclude each other. So where a player wins, the other
    player does not, and cannot even reach a draw. *)

Lemma other_is_not p : other p <> p.
Proof. destruct p; discriminate. Qed.

Theorem not_both (G : game) me (goal goal' : position G -> Prop) s :
  (forall t, goal t -> goal' t -> False) -> forces G me goal s -> ~ forces G (other me) goal' s.
Proof.
  intros exclude forced. induction forced as [s over got | s t goes_on turn step _ IH | s goes_on turn [t step] _ IH];
    intro forced';
    inversion_clear forced' as [? over' got' | ? t' goes_on' turn' step' more' | ? goes_on' turn' _ each']; try tauto.
  - now apply (exclude s).
  - apply (other_is_not me). congruence.
  - apply (IH (each' t step)).
  - apply (IH t' step' more').
  - apply (other_is_not me). destruct me; cbn in *; congruence.
Qed.

Corollary a_win_is_a_loss (G : game) p s : wins G p s -> ~ does_not_lose G (other p) s.
Proof.
  apply not_both. intros t. now destruct p; cbn.
Qed.

(** A symmetry of a game, on the positions that are [valid], keeps what can be forced. *)

Record symmetry (G : game) (valid : position G -> Prop) (f : position G -> position G) : Prop := {
  valid_image s : valid s -> valid (f s);
  valid_next s t : valid s -> move G s t -> valid t;
  twice s : f (f s) = s;
  same_mover s : mover G (f s) = mover G s;
  same_moves s t : valid s -> move G s t -> move G (f s) (f t);
  same_end s : valid s -> ended G s -> ended G (f s);
  same_winner s p : valid s -> winner G s p -> winner G (f s) p
}.

Section Symmetry.
Context (G : game) (valid : position G -> Prop) (f : position G -> position G) (sym : symmetry G valid f).

Lemma forces_image me (goal : position G -> Prop) :
  (forall s, valid s -> goal s -> goal (f s)) -> forall s, valid s -> forces G me goal s -> forces G me goal (f s).
Proof.
  intros keeps s V forced.
  assert (forall t, valid t -> ended G (f t) -> ended G t) as same_end'.
  { intros t W over. rewrite <- (twice _ _ f sym t). apply (same_end _ _ f sym); auto.
    now apply (valid_image _ _ f sym). }
  induction forced as [s over got | s t goes_on turn step _ IH | s goes_on turn [t step] _ IH].
  - apply at_the_end; auto. now apply (same_end _ _ f sym).
  - apply (own_move _ _ _ _ (f t)); auto.
    + now rewrite (same_mover _ _ f sym).
    + now apply (same_moves _ _ f sym).
    + apply IH. now apply (valid_next _ _ f sym s).
  - assert (valid (f s)) as V' by now apply (valid_image _ _ f sym).
    apply every_reply; auto.
    + now rewrite (same_mover _ _ f sym).
    + exists (f t). now apply (same_moves _ _ f sym).
    + intros u reply. pose proof (valid_next _ _ f sym _ _ V' reply) as W.
      rewrite <- (twice _ _ f sym u). apply IH; [|now apply (valid_image _ _ f sym)].
      apply (same_moves _ _ f sym) in reply; auto. now rewrite (twice _ _ f sym) in reply.
Qed.

Corollary wins_image p s : valid s -> wins G p s -> wins G p (f s).
Proof. apply forces_image. intros t W. now apply (same_winner _ _ f sym). Qed.

Corollary does_not_lose_image p s : valid s -> does_not_lose G p s -> does_not_lose G p (f s).
Proof.
  apply forces_image. intros t W holds won. apply holds. rewrite <- (twice _ _ f sym t).
  apply (same_winner _ _ f sym); auto. now apply (valid_image _ _ f sym).
Qed.

End Symmetry.
