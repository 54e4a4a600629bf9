(** The checker of docs/reference/certificates.md, and the proof that it is right: if it answers [true], the claim of the
    certificate holds. It works on machine integers and arrays, so that it can be run inside Coq. *)

From Coq Require Import List Bool Uint63 PArray.
From Plywise Require Import Game.
Import ListNotations.
Local Open Scope uint63_scope.

(** * What the checker knows of a game *)

Inductive outcome := Open | Drawn | Won (p : player).

(** The rules of a game as a program. Two states with the same key count as the same. *)
Record rules := {
  state : Type;
  turn : state -> player;
  result : state -> outcome;
  moves : state -> list state;      (* the states after all actions, in the order of docs/reference/certificates.md *)
  key : state -> int
}.

(** What a certificate claims: that the strategist wins, or gets at least a draw. *)
Inductive aim := Win | Draw.

Definition claim (G : game) (me : player) (a : aim) : position G -> Prop :=
  match a with Win => wins G me | Draw => does_not_lose G me end.

(** [faithful G R means]: the program [R] has the rules of the game [G], where [means s p] says that the state [s] stands
    for the position [p]. *)
Record faithful (G : game) (R : rules) (means : state R -> position G -> Prop) : Prop := {
  has_turn s p : means s p -> mover G p = turn R s;
  is_open s p : means s p -> result R s = Open -> ~ ended G p;
  is_drawn s p : means s p -> result R s = Drawn -> ended G p /\ forall q, ~ winner G p q;
  is_won s p q : means s p -> result R s = Won q -> ended G p /\ winner G p q /\ ~ winner G p (other q);
  has_moves s p t : means s p -> result R s = Open -> In t (moves R s) -> exists q, move G p q /\ means t q;
  has_all_moves s p q :
    means s p -> result R s = Open -> move G p q -> exists t, In t (moves R s) /\ means t q;
  same_key s p s' p' me a :
    means s p -> means s' p' -> key R s = key R s' -> claim G me a p -> claim G me a p'
}.

Lemma claim_image G valid f me a s :
  symmetry G valid f -> valid s -> claim G me a s <-> claim G me a (f s).
Proof.
  intros sym V.
  assert (forall t, valid t -> claim G me a t -> claim G me a (f t)) as onto.
  { destruct a; intros t W; [now apply (wins_image _ valid) | now apply (does_not_lose_image _ valid)]. }
  split; [now apply onto|]. intro C. apply onto in C; [|now apply (valid_image _ _ f sym)].
  now rewrite (twice _ _ f sym) in C.
Qed.

(** * The checker *)

(** A certificate: the body's bytes, seven in an integer, the first one lowest, and the numbers of its header. In a game
    with at most 128 actions a byte of 128 or more, which would begin a longer entry, is the number of no action. So it is
    refused here, too. *)
Record certificate := {
  body : array int;
  entries : int;
  positions : int
}.

Definition byte_at (bytes : array int) (i : int) : int := (bytes.[i / 7] >> (8 * (i mod 7))) land 255.

(** What is remembered: the keys of the proved positions in a hash table, in which 0 is a free slot, their number, and the
    number of entries read. *)
Record memory := {
  table : array int;
  count : int;
  read : int
}.

Definition slots (c : certificate) : int :=
  if positions c <? PArray.max_length / 2 then 2 * positions c + 1 else PArray.max_length.

(** The slot that has the key or, if none has it, a free one. The slots are tried one after the other, [tries] of them at
    most. *)
Fixpoint find (tries : nat) (t : array int) (k : int) (i : int) : int :=
  match tries with
  | O => i
  | S tries =>
      let i := if i <? PArray.length t then i else 0 in
      let found := t.[i] in
      if found =? k then i else if found =? 0 then i else find tries t k (i + 1)
  end.

Definition tries : nat := Eval compute in Nat.mul 100 100.

Definition slot (t : array int) (k : int) : int :=
  find tries t k (((k * 0x1E3779B97F4A7C15) >> 20) mod PArray.length t).

Section Checker.
Context (R : rules) (me : player) (a : aim) (c : certificate).

Definition is_me (p : player) : bool :=
  match me, p with First, First | Second, Second => true | _, _ => false end.

(** The game is over, and the goal is reached; it is over, and the goal is missed. *)
Definition reached (s : state R) : bool :=
  match result R s with Open => false | Drawn => match a with Win => false | Draw => true end | Won p => is_me p end.

Definition missed (s : state R) : bool :=
  match result R s with
  | Open => false | Drawn => match a with Win => true | Draw => false end | Won p => negb (is_me p)
  end.

Definition lost_at_once (s : state R) : bool :=
  match result R s with
  | Open => if is_me (turn R s) then false else existsb missed (moves R s)
  | _ => missed s
  end.

Definition read_entry (m : memory) : option (int * memory) :=
  let i := read m in
  if i <? entries c then Some (byte_at (body c) i, {| table := table m; count := count m; read := i + 1 |}) else None.

Fixpoint number {A} (l : list A) (i : int) : option A :=
  match l with [] => None | x :: l => if i =? 0 then Some x else number l (i - 1) end.

(** The strategist's action: the only one that is not lost at once, or that of the next entry. *)
Definition choose (after : list (state R)) (m : memory) : option (state R * memory) :=
  match filter (fun s => negb (lost_at_once s)) after with
  | [] => None
  | [s] => Some (s, m)
  | _ =>
      match read_entry m with
      | None => None
      | Some (i, m) => match number after i with None => None | Some s => Some (s, m) end
      end
  end.

Definition known (k : int) (m : memory) : bool :=
  if k =? 0 then false else (table m).[slot (table m) k] =? k.

Definition remember (k : int) (m : memory) : option memory :=
  if count m <? positions c then
    let i := slot (table m) k in
    if (table m).[i] =? 0 then Some {| table := (table m).[i <- k]; count := count m + 1; read := read m |} else None
  else None.

Fixpoint all (prove : state R -> memory -> option memory) (l : list (state R)) (m : memory) : option memory :=
  match l with
  | [] => Some m
  | s :: l => match prove s m with None => None | Some m => all prove l m end
  end.

(** Prove a state. At most [plies] more moves are followed. A position is remembered after those that follow it. The
    document puts it into the set before them; that is the same where no line of play comes back to a position, and here
    it makes the proof simple: whatever is in the table is proved. *)
Fixpoint prove (plies : nat) (s : state R) (m : memory) : option memory :=
  match plies with
  | O => None
  | S plies =>
      match result R s with
      | Open =>
          if is_me (turn R s) then
            let after := moves R s in
            if existsb reached after then Some m else
            let k := key R s in
            if known k m then Some m else
            match choose after m with
            | None => None
            | Some (t, m) => match prove plies t m with None => None | Some m => remember k m end
            end
          else
            let k := key R s in
            if known k m then Some m else
            match moves R s with
            | [] => None
            | after => match all (prove plies) after m with None => None | Some m => remember k m end
            end
      | _ => if reached s then Some m else None
      end
  end.

(** Check a certificate for the claim about the state [start]. No line of play may have [plies] moves or more. *)
Definition check (plies : nat) (start : state R) : bool :=
  match prove plies start {| table := PArray.make (slots c) 0; count := 0; read := 0 |} with
  | None => false
  | Some m => (count m =? positions c) && (read m =? entries c)
  end.

(** * It is right *)

Context (G : game) (means : state R -> position G -> Prop) (good : faithful G R means).

Definition goal (p : position G) : Prop :=
  match a with Win => winner G p me | Draw => ~ winner G p (other me) end.

Lemma claim_is_forced p : claim G me a p <-> forces G me goal p.
Proof. unfold claim, goal. now destruct a. Qed.

Lemma is_me_spec p : is_me p = true <-> p = me.
Proof. unfold is_me. destruct me, p; split; congruence. Qed.

Lemma not_me p : is_me p = false -> p = other me.
Proof. unfold is_me. destruct me, p; cbn; congruence. Qed.

Lemma reached_spec s p : means s p -> reached s = true -> ended G p /\ goal p.
Proof.
  unfold reached, goal. intros M.
  destruct (result R s) as [ | | q] eqn:E; try discriminate.
  - destruct (is_drawn _ _ _ good s p M E) as [over none]. destruct a; try discriminate. split; auto.
  - destruct (is_won _ _ _ good s p q M E) as [over [won alone]]. rewrite is_me_spec. intros ->.
    split; auto. now destruct a.
Qed.

(** Every key in the table is proved. *)
Definition proved (k : int) : Prop := forall s p, means s p -> key R s = k -> claim G me a p.
Definition sound (m : memory) : Prop := forall i, (table m).[i] = 0 \/ proved (table m).[i].

Lemma get_set (t : array int) i k j : t.[i <- k].[j] = k \/ t.[i <- k].[j] = t.[j].
Proof.
  destruct (Uint63.eqb_spec i j) as [_ same]. destruct (i =? j) eqn:E.
  - apply Uint63.eqb_spec in E. subst j. destruct (i <? PArray.length t) eqn:inside.
    + left. now apply get_set_same.
    + right. rewrite !get_out_of_bounds; [apply default_set | easy | now rewrite length_set].
  - right. apply get_set_other. intros ->. now rewrite Uint63.eqb_refl in E.
Qed.

Lemma read_entry_table m i m' : read_entry m = Some (i, m') -> table m' = table m.
Proof. unfold read_entry. destruct (_ <? _); [|easy]. now injection 1 as _ <-. Qed.

Lemma number_in {A} (l : list A) i x : number l i = Some x -> In x l.
Proof.
  revert i. induction l as [|y l IH]; intro i; cbn; [easy|].
  destruct (i =? 0); [injection 1 as <-; now left | right; eauto].
Qed.

Lemma choose_spec after m s m' : choose after m = Some (s, m') -> In s after /\ table m' = table m.
Proof.
  unfold choose. destruct (filter _ after) as [|t [|u l]] eqn:E; [easy| |].
  - injection 1 as <- <-. split; auto.
    apply (proj1 (filter_In (fun s => negb (lost_at_once s)) t after)). rewrite E. now left.
  - destruct (read_entry m) as [[i n]|] eqn:F; [|easy]. destruct (number after i) as [v|] eqn:N; [|easy].
    injection 1 as <- <-. split; [now apply number_in in N | now apply read_entry_table in F].
Qed.

Lemma known_spec k m s p : sound m -> known k m = true -> means s p -> key R s = k -> claim G me a p.
Proof.
  unfold known. intros S K M E. destruct (k =? 0) eqn:Z; [easy|].
  apply Uint63.eqb_correct in K. destruct (S (slot (table m) k)) as [H|H]; rewrite K in H.
  - rewrite H in Z. discriminate.
  - now apply (H s p).
Qed.

Lemma remember_sound s p k m m' :
  means s p -> key R s = k -> claim G me a p -> sound m -> remember k m = Some m' -> sound m'.
Proof.
  unfold remember. intros M K C S. destruct (_ <? _); [|easy]. destruct (_ =? 0); [|easy].
  injection 1 as <-. intro i. cbn [table].
  destruct (get_set (table m) (slot (table m) k) k i) as [-> | ->]; [right | apply S].
  intros s' p' M' K'. apply (same_key _ _ _ good s p s' p'); congruence.
Qed.

Lemma all_sound prv :
  (forall s p m m', means s p -> sound m -> prv s m = Some m' -> sound m' /\ claim G me a p) ->
  forall l m m', sound m -> (forall s, In s l -> exists p, means s p) -> all prv l m = Some m' ->
  sound m' /\ forall s p, In s l -> means s p -> claim G me a p.
Proof.
  intros right l. induction l as [|s l IH]; intros m m' S meant; cbn.
  - injection 1 as <-. easy.
  - destruct (prv s m) as [n|] eqn:P; [|easy]. intro rest.
    assert (sound n) as S'.
    { destruct (meant s (or_introl eq_refl)) as [p M]. apply (right s p m n M S P). }
    destruct (IH n m' S' (fun s H => meant s (or_intror H)) rest) as [S'' each]. split; auto.
    intros t p [<- | there] M; [|eauto]. apply (right s p m n M S P).
Qed.

Lemma prove_sound plies : forall s p m m',
  means s p -> sound m -> prove plies s m = Some m' -> sound m' /\ claim G me a p.
Proof.
  induction plies as [|plies IH]; intros s p m m' M S; cbn [prove]; [easy|].
  assert (forall x, result R s = x -> (if reached s then Some m else None) = Some m' -> sound m' /\ claim G me a p)
    as over.
  { intros x _. destruct (reached s) eqn:E; [|easy]. injection 1 as <-. split; auto.
    apply claim_is_forced. destruct (reached_spec s p M E). now apply at_the_end. }
  destruct (result R s) eqn:E; [clear over | now apply (over Drawn) | now apply (over (Won p0))].
  assert (~ ended G p) as goes_on by now apply (is_open _ _ _ good s).
  pose proof (has_turn _ _ _ good s p M) as T.
  destruct (is_me (turn R s)) eqn:mine.
  - apply is_me_spec in mine.
    assert (forall t q, move G p q -> means t q -> claim G me a q -> claim G me a p) as by_move.
    { intros t q step _ C. apply claim_is_forced. apply claim_is_forced in C.
      apply (own_move _ _ _ _ q); congruence. }
    destruct (existsb reached (moves R s)) eqn:W.
    + injection 1 as <-. split; auto. apply existsb_exists in W. destruct W as [t [there W]].
      destruct (has_moves _ _ _ good s p t M E there) as [q [step N]].
      apply (by_move t q step N), claim_is_forced. destruct (reached_spec t q N W). now apply at_the_end.
    + destruct (known (key R s) m) eqn:K.
      { injection 1 as <-. split; auto. now apply (known_spec (key R s) m s). }
      destruct (choose (moves R s) m) as [[t n]|] eqn:C; [|easy].
      destruct (choose_spec _ _ _ _ C) as [there same].
      destruct (has_moves _ _ _ good s p t M E there) as [q [step N]].
      destruct (prove plies t n) as [n'|] eqn:P; [|easy]. intro rem.
      destruct (IH t q n n' N) as [S' Cq]; auto.
      { unfold sound. now rewrite same. }
      assert (claim G me a p) as Cp by now apply (by_move t q).
      split; auto. now apply (remember_sound s p (key R s) n' m').
  - apply not_me in mine.
    destruct (known (key R s) m) eqn:K.
    { injection 1 as <-. split; auto. now apply (known_spec (key R s) m s). }
    destruct (moves R s) as [|t l] eqn:L; [easy|].
    destruct (all (prove plies) (t :: l) m) as [n|] eqn:A; [|easy]. intro rem.
    destruct (all_sound (prove plies) IH (t :: l) m n S) as [S' each]; auto.
    { intros u there. rewrite <- L in there. destruct (has_moves _ _ _ good s p u M E there) as [q [_ N]]. eauto. }
    assert (claim G me a p) as Cp.
    { apply claim_is_forced. apply every_reply; auto; [congruence| |].
      - assert (In t (moves R s)) as there by (rewrite L; now left).
        destruct (has_moves _ _ _ good s p t M E there) as [q [step _]]. eauto.
      - intros q step. destruct (has_all_moves _ _ _ good s p q M E step) as [u [there N]].
        rewrite L in there. apply claim_is_forced. now apply (each u q). }
    split; auto. now apply (remember_sound s p (key R s) n m').
Qed.

Theorem check_sound plies start p : means start p -> check plies start = true -> claim G me a p.
Proof.
  unfold check. intros M. destruct (prove _ _ _) as [m|] eqn:P; [|easy]. intros _.
  refine (proj2 (prove_sound plies start p _ m M _ P)).
  intro i. left. cbn [table]. apply get_make.
Qed.

End Checker.
