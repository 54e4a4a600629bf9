(** Tic-tac-toe: its rules, and the same as a program for the checker. *)

From Coq Require Import List Bool Arith Lia ZArith Uint63 PArray.
From Plywise Require Import Game Checker.
Import ListNotations.

(** * The rules *)

(** The nine places, row by row, and the boards. The first player is X. *)
Inductive place := A1 | A2 | A3 | B1 | B2 | B3 | C1 | C2 | C3.

Inductive board := Board (a1 a2 a3 b1 b2 b3 c1 c2 c3 : option player).

Definition empty : board := Board None None None None None None None None None.

Definition get (x : place) (s : board) : option player :=
  let 'Board a1 a2 a3 b1 b2 b3 c1 c2 c3 := s in
  match x with
  | A1 => a1 | A2 => a2 | A3 => a3
  | B1 => b1 | B2 => b2 | B3 => b3
  | C1 => c1 | C2 => c2 | C3 => c3
  end.

Definition put (x : place) (p : player) (s : board) : board :=
  let 'Board a1 a2 a3 b1 b2 b3 c1 c2 c3 := s in
  match x with
  | A1 => Board (Some p) a2 a3 b1 b2 b3 c1 c2 c3
  | A2 => Board a1 (Some p) a3 b1 b2 b3 c1 c2 c3
  | A3 => Board a1 a2 (Some p) b1 b2 b3 c1 c2 c3
  | B1 => Board a1 a2 a3 (Some p) b2 b3 c1 c2 c3
  | B2 => Board a1 a2 a3 b1 (Some p) b3 c1 c2 c3
  | B3 => Board a1 a2 a3 b1 b2 (Some p) c1 c2 c3
  | C1 => Board a1 a2 a3 b1 b2 b3 (Some p) c2 c3
  | C2 => Board a1 a2 a3 b1 b2 b3 c1 (Some p) c3
  | C3 => Board a1 a2 a3 b1 b2 b3 c1 c2 (Some p)
  end.

Definition places : list place := [A1; A2; A3; B1; B2; B3; C1; C2; C3].

Definition lines : list (list place) :=
  [[A1; A2; A3]; [B1; B2; B3]; [C1; C2; C3]; [A1; B1; C1]; [A2; B2; C2]; [A3; B3; C3]; [A1; B2; C3]; [A3; B2; C1]].

Definition line (p : player) (s : board) : Prop :=
  exists l, In l lines /\ forall x, In x l -> get x s = Some p.

Definition full (s : board) : Prop := forall x, get x s <> None.

(** X moves when the number of marks is even. *)
Definition mark (o : option player) : nat := match o with None => 0 | Some _ => 1 end.

Definition marks (s : board) : nat :=
  let 'Board a1 a2 a3 b1 b2 b3 c1 c2 c3 := s in
  mark a1 + mark a2 + mark a3 + mark b1 + mark b2 + mark b3 + mark c1 + mark c2 + mark c3.

Definition to_move (s : board) : player := if Nat.even (marks s) then First else Second.

Definition tic_tac_toe : game := {|
  position := board;
  mover := to_move;
  move s t := exists x, get x s = None /\ t = put x (to_move s) s;
  ended s := line First s \/ line Second s \/ full s;
  winner s p := line p s
|}.

(** The rules end here. What follows are proofs, and the program that the checker runs. *)

(** * Symmetries *)

Lemma is_place x : In x places.
Proof. destruct x; cbn; tauto. Qed.

Definition reflect (s : board) : board :=
  let 'Board a1 a2 a3 b1 b2 b3 c1 c2 c3 := s in Board a3 a2 a1 b3 b2 b1 c3 c2 c1.

Definition reflect_place (x : place) : place :=
  match x with
  | A1 => A3 | A2 => A2 | A3 => A1
  | B1 => B3 | B2 => B2 | B3 => B1
  | C1 => C3 | C2 => C2 | C3 => C1
  end.

Definition transpose (s : board) : board :=
  let 'Board a1 a2 a3 b1 b2 b3 c1 c2 c3 := s in Board a1 b1 c1 a2 b2 c2 a3 b3 c3.

Definition transpose_place (x : place) : place :=
  match x with
  | A1 => A1 | A2 => B1 | A3 => C1
  | B1 => A2 | B2 => B2 | B3 => C2
  | C1 => A3 | C2 => B3 | C3 => C3
  end.

Lemma symmetric (f : board -> board) (g : place -> place) :
  (forall s, f (f s) = s) -> (forall s, marks (f s) = marks s) ->
  (forall x s, get x (f s) = get (g x) s) ->
  (forall x p s, f (put x p s) = put (g x) p (f s)) -> (forall x, g (g x) = x) ->
  (forall l, In l lines -> exists l', In l' lines /\ forall x, In x l' -> In (g x) l) ->
  symmetry tic_tac_toe (fun _ => True) f.
Proof.
  intros twice same_marks gets puts back image.
  assert (forall s, to_move (f s) = to_move s) as same_mover by (intro s; unfold to_move; now rewrite same_marks).
  assert (forall p s, line p s -> line p (f s)) as same_line.
  { intros p s [l [L all]]. destruct (image l L) as [l' [L' within]]. exists l'. split; auto.
    intros x there. rewrite gets. auto. }
  split; cbn; auto.
  - intros s t _ [x [free ->]]. exists (g x). rewrite gets, back, same_mover. auto.
  - intros s _ [over|[over|over]]; auto. right. right. intro x. rewrite gets. apply over.
Qed.

Ltac find_image :=
  cbn; intuition subst;
  match goal with
  | |- exists l, _ => first
    [ exists [A1; A2; A3]; split; [tauto | cbn; intuition subst; cbn; tauto]
    | exists [B1; B2; B3]; split; [tauto | cbn; intuition subst; cbn; tauto]
    | exists [C1; C2; C3]; split; [tauto | cbn; intuition subst; cbn; tauto]
    | exists [A1; B1; C1]; split; [tauto | cbn; intuition subst; cbn; tauto]
    | exists [A2; B2; C2]; split; [tauto | cbn; intuition subst; cbn; tauto]
    | exists [A3; B3; C3]; split; [tauto | cbn; intuition subst; cbn; tauto]
    | exists [A1; B2; C3]; split; [tauto | cbn; intuition subst; cbn; tauto]
    | exists [A3; B2; C1]; split; [tauto | cbn; intuition subst; cbn; tauto] ]
  end.

Lemma reflect_symmetric : symmetry tic_tac_toe (fun _ => True) reflect.
Proof.
  apply (symmetric reflect reflect_place).
  - now intros [].
  - intros []. cbn [marks reflect transpose]. lia.
  - now intros [] [].
  - now intros [] p [].
  - now intros [].
  - find_image.
Qed.

Lemma transpose_symmetric : symmetry tic_tac_toe (fun _ => True) transpose.
Proof.
  apply (symmetric transpose transpose_place).
  - now intros [].
  - intros []. cbn [marks reflect transpose]. lia.
  - now intros [] [].
  - now intros [] p [].
  - now intros [].
  - find_image.
Qed.

Definition images (s : board) : list board :=
  let r := reflect in let t := transpose in
  [s; r s; t s; r (t s); t (r s); r (t (r s)); t (r (t s)); r (t (r (t s)))].

Lemma images_claim me a s t :
  In t (images s) -> claim tic_tac_toe me a s <-> claim tic_tac_toe me a t.
Proof.
  assert (forall s, claim tic_tac_toe me a (reflect s) <-> claim tic_tac_toe me a s) as R.
  { intro u. symmetry. now apply (claim_image tic_tac_toe _ _ me a u reflect_symmetric). }
  assert (forall s, claim tic_tac_toe me a (transpose s) <-> claim tic_tac_toe me a s) as T.
  { intro u. symmetry. now apply (claim_image tic_tac_toe _ _ me a u transpose_symmetric). }
  cbn [images In]. intuition subst; repeat first [rewrite R in * | rewrite T in *]; assumption.
Qed.

(** * The program *)

Definition is (p : player) (o : option player) : bool :=
  match p, o with First, Some First | Second, Some Second => true | _, _ => false end.

Definition has_line (p : player) (s : board) : bool :=
  existsb (fun l => forallb (fun x => is p (get x s)) l) lines.

Definition is_free (o : option player) : bool := match o with None => true | Some _ => false end.

Definition board_result (s : board) : outcome :=
  if has_line (other (to_move s)) s then Won (other (to_move s))
  else if existsb (fun x => is_free (get x s)) places then Open else Drawn.

Definition board_moves (s : board) : list board :=
  let p := to_move s in map (fun x => put x p s) (filter (fun x => is_free (get x s)) places).

(** Two bits for each place. The key is the least such number of the eight images, and 1 more so that it is not 0. *)
Definition digit (o : option player) : int :=
  (match o with None => 0 | Some First => 1 | Some Second => 2 end)%uint63.

Fixpoint code (l : list (option player)) : int :=
  match l with [] => 0 | o :: l => digit o + 4 * code l end%uint63.

Definition board_code (s : board) : int := code (map (fun x => get x s) places).

Fixpoint least (first : int) (l : list int) : int :=
  match l with [] => first | i :: l => least (if (i <? first)%uint63 then i else first) l end.

Definition board_key (s : board) : int :=
  (least (board_code s) (map board_code (images s)) + 1)%uint63.

Definition tic_tac_toe_rules : rules := {|
  state := board; turn := to_move; result := board_result; moves := board_moves; key := board_key
|}.

(** * The program has these rules *)

Lemma is_spec p o : is p o = true <-> o = Some p.
Proof. destruct p, o as [[]|]; cbn; split; congruence. Qed.

Lemma has_line_spec p s : has_line p s = true <-> line p s.
Proof.
  unfold has_line, line. rewrite existsb_exists. split; intros [l [L all]]; exists l; split; auto.
  - intros x X. apply is_spec. rewrite forallb_forall in all. auto.
  - apply forallb_forall. intros x X. apply is_spec. auto.
Qed.

Lemma put_keeps x y p s : get x s = None -> get y (put x p s) = Some (other p) -> get y s = Some (other p).
Proof. destruct s, x, y; cbn; intros free; try congruence; intro H; injection H; destruct p; discriminate. Qed.

Lemma put_line x p s : get x s = None -> line (other p) (put x p s) -> line (other p) s.
Proof. intros free [l [L all]]. exists l. split; auto. intros y Y. apply (put_keeps x y p s free). auto. Qed.

Lemma put_mover x p s : get x s = None -> to_move (put x p s) = other (to_move s).
Proof.
  intro free. unfold to_move. assert (marks (put x p s) = S (marks s)) as ->.
  { destruct s, x; cbn [get put marks] in *; rewrite free; cbn [mark]; lia. }
  rewrite Nat.even_succ, <- Nat.negb_even. now destruct (Nat.even (marks s)).
Qed.

Lemma code_spec l : (List.length l <= 20)%nat ->
  (0 <= to_Z (code l) < 4 ^ Z.of_nat (List.length l))%Z /\
  forall o l', l = o :: l' -> to_Z (code l) = (to_Z (digit o) + 4 * to_Z (code l'))%Z.
Proof.
  induction l as [|o l IH]; intro L.
  - split; [cbn; lia | easy].
  - cbn [List.length] in *. destruct IH as [B _]; [lia|].
    assert (0 <= to_Z (digit o) < 3)%Z as D by (destruct o as [[]|]; cbn; lia).
    assert (4 ^ Z.of_nat (List.length l) <= 4 ^ 20)%Z by (apply Z.pow_le_mono_r; lia).
    assert (to_Z (code (o :: l)) = to_Z (digit o) + 4 * to_Z (code l))%Z as E.
    { cbn [code]. rewrite add_spec, mul_spec. change (to_Z 4) with 4%Z. change wB with (2 ^ 63)%Z.
      assert (4 ^ 20 < 2 ^ 50)%Z by reflexivity.
      assert (2 ^ 50 * 8 < 2 ^ 63)%Z by reflexivity.
      rewrite (Z.mod_small (4 * _)) by lia. apply Z.mod_small. lia. }
    split; [|intros o' l' Q; injection Q as <- <-; exact E].
    rewrite E, Nat2Z.inj_succ, Z.pow_succ_r by lia. lia.
Qed.

Lemma digit_injective o o' : to_Z (digit o) = to_Z (digit o') -> o = o'.
Proof. destruct o as [[]|], o' as [[]|]; cbn; intro; try lia; reflexivity. Qed.

Lemma code_injective l l' : (List.length l <= 20)%nat -> List.length l = List.length l' -> code l = code l' -> l = l'.
Proof.
  revert l'. induction l as [|o l IH]; intros [|o' l'] L S E; try easy.
  cbn [List.length] in *.
  destruct (code_spec (o :: l)) as [_ H]; [cbn; lia|]. specialize (H o l eq_refl).
  destruct (code_spec (o' :: l')) as [_ H']; [cbn; lia|]. specialize (H' o' l' eq_refl).
  assert (0 <= to_Z (digit o) < 3)%Z by (destruct o as [[]|]; cbn; lia).
  assert (0 <= to_Z (digit o') < 3)%Z by (destruct o' as [[]|]; cbn; lia).
  assert (to_Z (code l) = to_Z (code l')) as C by (rewrite E in H; lia).
  f_equal.
  - apply digit_injective. rewrite E in H. lia.
  - apply IH; [lia | lia | now apply to_Z_inj].
Qed.

Lemma board_code_injective s t : board_code s = board_code t -> s = t.
Proof.
  intro E. apply code_injective in E; [|cbn; lia|reflexivity].
  destruct s, t. cbn in E. congruence.
Qed.

Lemma least_in first l : In (least first l) (first :: l).
Proof.
  revert first. induction l as [|i l IH]; intro first; [now left|].
  cbn [least]. destruct (IH (if (i <? first)%uint63 then i else first)) as [H|H].
  - rewrite <- H. destruct (_ <? _)%uint63; cbn; tauto.
  - now right; right.
Qed.

Lemma board_key_spec s : exists t, In t (images s) /\ board_key s = (board_code t + 1)%uint63.
Proof.
  unfold board_key. destruct (least_in (board_code s) (map board_code (images s))) as [H|H].
  - exists s. split; [now left | now rewrite <- H].
  - apply in_map_iff in H. destruct H as [t [<- H]]. eauto.
Qed.

(** In every position of the play, the player to move has no line. *)
Definition board_means (s p : board) : Prop := s = p /\ ~ line (to_move p) p.

Lemma tic_tac_toe_faithful : faithful tic_tac_toe tic_tac_toe_rules board_means.
Proof.
  assert (forall s, ~ line (to_move s) s -> board_result s = Open ->
    ~ line First s /\ ~ line Second s /\ existsb (fun x => is_free (get x s)) places = true) as open.
  { intros s none. unfold board_result. destruct (has_line _ s) eqn:L; [easy|].
    destruct (existsb _ places) eqn:F; [|easy]. intros _.
    assert (~ line (other (to_move s)) s) by (rewrite <- has_line_spec, L; easy).
    destruct (to_move s); cbn in *; auto. }
  assert (forall x s, ~ line (to_move s) s -> board_result s = Open -> get x s = None ->
    board_means (put x (to_move s) s) (put x (to_move s) s)) as next.
  { intros x s none O free. split; auto. rewrite put_mover by auto. intro L. apply put_line in L; auto.
    destruct (open s none O) as [one [two _]]. now destruct (to_move s). }
  split; unfold tic_tac_toe, tic_tac_toe_rules; cbn [mover turn result moves position state ended winner move key].
  - now intros s p [-> _].
  - intros s p [-> none] O. destruct (open p none O) as [one [two free]].
    intros [L|[L|L]]; auto. apply existsb_exists in free. destruct free as [x [_ free]].
    specialize (L x). now destruct (get x p).
  - intros s p [-> none]. unfold board_result. destruct (has_line _ p) eqn:L; [easy|].
    destruct (existsb _ places) eqn:F; [easy|]. intros _. split.
    + right. right. intros x free.
      assert (existsb (fun x => is_free (get x p)) places = true).
      { apply existsb_exists. exists x. split; [apply is_place | now rewrite free]. }
      congruence.
    + assert (~ line (other (to_move p)) p) by (rewrite <- has_line_spec, L; easy).
      intros []; destruct (to_move p); auto.
  - intros s p q [-> none]. unfold board_result. destruct (has_line _ p) eqn:L.
    + injection 1 as <-. apply has_line_spec in L.
      split; [|split; auto; now destruct (to_move p)].
      destruct (other (to_move p)); auto.
    + destruct (existsb _ places); discriminate.
  - intros s p t [-> none] O. unfold board_moves. rewrite in_map_iff. intros [x [<- X]].
    apply filter_In in X. destruct X as [_ free]. assert (get x p = None) by now destruct (get x p).
    exists (put x (to_move p) p). split; eauto.
  - intros s p q [-> none] O [x [free ->]]. exists (put x (to_move p) p). split; auto.
    unfold board_moves. apply in_map_iff. exists x. split; auto. apply filter_In.
    split; [apply is_place | now rewrite free].
  - intros s p s' p' me a [-> _] [-> _] K C.
    destruct (board_key_spec p) as [t [T E]]. destruct (board_key_spec p') as [t' [T' E']].
    rewrite E, E' in K. apply Uint63.add_cancel_r, board_code_injective in K. subst t'.
    apply (images_claim me a p' t T'). now apply (images_claim me a p t T).
Qed.

(** What a certificate of tic-tac-toe proves: the file made from it evaluates [check] here. *)
Theorem tic_tac_toe_sound me a c :
  check tic_tac_toe_rules me a c 10 empty = true -> claim tic_tac_toe me a empty.
Proof.
  apply check_sound with (means := board_means); [exact tic_tac_toe_faithful|].
  split; auto. intros [l [L all]]. cbn in L.
  intuition subst; specialize (all _ (or_introl eq_refl)); discriminate.
Qed.
