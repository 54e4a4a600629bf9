(** Connect Four on a board of any width and height: its rules, and the same as a program that works on bits. *)

From Coq Require Import List Bool Arith Lia ZArith Uint63 PArray.
From Plywise Require Import Game Checker.
Import ListNotations.

(** * The rules *)

(** A column has its stones from the bottom to the top; a board has its columns from left to right. *)
Definition column := list player.
Definition board := list column.

Definition empty (width : nat) : board := repeat [] width.

(** The stone in the cell of column [x] and row [y], both counted from 0, from the left and from the bottom. *)
Definition cell (b : board) (x y : nat) : option player := nth_error (nth x b []) y.

(** Four stones of one player in a row: horizontal, vertical, and on both diagonals. *)
Definition four (b : board) (p : player) : Prop :=
  exists x y : nat,
    (forall i, i < 4 -> cell b (x + i) y = Some p) \/
    (forall i, i < 4 -> cell b x (y + i) = Some p) \/
    (forall i, i < 4 -> cell b (x + i) (y + i) = Some p) \/
    (forall i, i < 4 -> cell b (x + i) (y + 3 - i) = Some p).

(** The players move in turns. *)
Definition stones (b : board) : nat := List.length (concat b).

Definition to_move (b : board) : player := if Nat.even (stones b) then First else Second.

(** The board after a stone of player [p] is dropped into column [x]. *)
Fixpoint drop (x : nat) (p : player) (b : board) : board :=
  match b, x with
  | [], _ => []
  | c :: b, 0 => (c ++ [p]) :: b
  | c :: b, S x => c :: drop x p b
  end.

Definition connect_four (width height : nat) : game := {|
  position := board;
  mover := to_move;
  move b b' := exists x, x < width /\ List.length (nth x b []) < height /\ b' = drop x (to_move b) b;
  ended b := four b First \/ four b Second \/ forall x, x < width -> List.length (nth x b []) = height;
  winner b p := four b p
|}.

(** The rules end here. What follows are proofs, and the program that the checker runs. *)

(** * The mirror image is a symmetry *)

Lemma list_ext {A} (l l' : list A) :
  List.length l = List.length l' -> (forall i, i < List.length l -> nth_error l i = nth_error l' i) -> l = l'.
Proof.
  revert l'. induction l as [|x l IH]; intros [|x' l'] L E; try easy.
  cbn in L. injection L as L. f_equal.
  - assert (Some x = Some x') as H by (apply (E 0); cbn; lia). congruence.
  - apply IH; auto. intros i I. apply (E (S i)). cbn. lia.
Qed.

Lemma cell_inside b x y p : cell b x y = Some p -> x < List.length b /\ y < List.length (nth x b []).
Proof.
  unfold cell. intro E. assert (y < List.length (nth x b [])) as Y by (apply nth_error_Some; congruence).
  split; auto. destruct (Nat.lt_ge_cases x (List.length b)) as [|X]; auto.
  rewrite nth_overflow in Y by auto. cbn in Y. lia.
Qed.

Lemma nth_drop x p b x' : x < List.length b ->
  nth x' (drop x p b) [] = if x' =? x then nth x b [] ++ [p] else nth x' b [].
Proof.
  revert x x'. induction b as [|c b IH]; intros [|x] [|x'] X; cbn in *; try lia; auto. apply IH. lia.
Qed.

Lemma drop_length x p b : List.length (drop x p b) = List.length b.
Proof. revert x. induction b; intros [|x]; cbn; auto. Qed.

Lemma cell_drop x p b x' y : x < List.length b ->
  cell (drop x p b) x' y = if (x' =? x) && (y =? List.length (nth x b [])) then Some p else cell b x' y.
Proof.
  intro X. unfold cell. rewrite nth_drop by auto. destruct (Nat.eqb_spec x' x) as [->|]; auto. cbn [andb].
  destruct (Nat.eqb_spec y (List.length (nth x b []))) as [->|N].
  - rewrite nth_error_app2, Nat.sub_diag by auto. reflexivity.
  - destruct (Nat.lt_ge_cases y (List.length (nth x b []))).
    + now rewrite nth_error_app1.
    + rewrite nth_error_app2 by auto. replace (nth_error (nth x b []) y) with (@None player).
      * apply nth_error_None. cbn. lia.
      * symmetry. now apply nth_error_None.
Qed.

Lemma stones_cons c b : stones (c :: b) = List.length c + stones b.
Proof. unfold stones. cbn. apply app_length. Qed.

Lemma stones_drop x p b : x < List.length b -> stones (drop x p b) = S (stones b).
Proof.
  revert x. induction b as [|c b IH]; intros [|x] X; cbn in X; try lia; cbn [drop]; rewrite !stones_cons.
  - rewrite app_length. cbn. lia.
  - rewrite IH; lia.
Qed.

Lemma to_move_drop x p b : x < List.length b -> to_move (drop x p b) = other (to_move b).
Proof.
  intro X. unfold to_move. rewrite stones_drop by auto.
  rewrite Nat.even_succ, <- Nat.negb_even. now destruct (Nat.even (stones b)).
Qed.

Lemma stones_rev b : stones (rev b) = stones b.
Proof.
  unfold stones. induction b as [|c b IH]; auto. cbn. rewrite concat_app, !app_length, IH. cbn.
  rewrite app_nil_r. lia.
Qed.

Lemma nth_mirror (b : board) x : x < List.length b -> nth x (rev b) [] = nth (List.length b - 1 - x) b [].
Proof. intro X. rewrite rev_nth by auto. f_equal. lia. Qed.

Lemma cell_mirror b x y : x < List.length b -> cell (rev b) x y = cell b (List.length b - 1 - x) y.
Proof. intro X. unfold cell. now rewrite nth_mirror. Qed.

Lemma four_mirror b p : four b p -> four (rev b) p.
Proof.
  intros [x [y [H|[H|[H|H]]]]].
  - assert (x + 3 < List.length b) by (apply (cell_inside b (x + 3) y p), H; lia).
    exists (List.length b - 4 - x), y. left. intros i I. rewrite cell_mirror by lia.
    rewrite <- (H (3 - i)) by lia. f_equal. lia.
  - assert (x < List.length b) by (apply (cell_inside b x (y + 0) p), H; lia).
    exists (List.length b - 1 - x), y. right. left. intros i I. rewrite cell_mirror by lia.
    rewrite <- (H i) by lia. f_equal. lia.
  - assert (x + 3 < List.length b) by (apply (cell_inside b (x + 3) (y + 3) p), H; lia).
    exists (List.length b - 4 - x), y. right. right. right. intros i I. rewrite cell_mirror by lia.
    rewrite <- (H (3 - i)) by lia. f_equal; lia.
  - assert (x + 3 < List.length b) by (apply (cell_inside b (x + 3) (y + 3 - 3) p), H; lia).
    exists (List.length b - 4 - x), y. right. right. left. intros i I. rewrite cell_mirror by lia.
    rewrite <- (H (3 - i)) by lia. f_equal; lia.
Qed.

Lemma drop_mirror x p b : x < List.length b -> rev (drop x p b) = drop (List.length b - 1 - x) p (rev b).
Proof.
  intro X. apply (nth_ext _ _ [] []).
  - now rewrite drop_length, !rev_length, drop_length.
  - intros n N. rewrite rev_length, drop_length in N.
    rewrite nth_mirror by (now rewrite drop_length). rewrite !nth_drop by (try rewrite rev_length; lia).
    rewrite !nth_mirror by lia. rewrite drop_length.
    destruct (Nat.eqb_spec (List.length b - 1 - n) x), (Nat.eqb_spec n (List.length b - 1 - x)); try lia; auto.
    f_equal. f_equal. lia.
Qed.

Theorem mirror_symmetric width height :
  symmetry (connect_four width height) (fun b => List.length b = width) (@rev column).
Proof.
  split; cbn.
  - intros b L. now rewrite rev_length.
  - intros b b' L [x [_ [_ ->]]]. now rewrite drop_length.
  - apply rev_involutive.
  - intro b. unfold to_move. now rewrite stones_rev.
  - intros b b' L [x [X [Y ->]]]. exists (width - 1 - x). unfold to_move. rewrite stones_rev.
    split; [lia|]. rewrite nth_mirror by lia. rewrite drop_mirror by lia.
    split; [|now rewrite L]. replace (List.length b - 1 - (width - 1 - x)) with x by lia. auto.
  - intros b L [F|[F|F]]; auto using four_mirror. right. right. intros x X.
    rewrite nth_mirror by lia. apply F. lia.
  - intros b p _. apply four_mirror.
Qed.

(** * Sets of small numbers, as bits of an integer *)

Definition has (i : int) (n : nat) : bool := Z.testbit (to_Z i) (Z.of_nat n).

Lemma has_large i n : 63 <= n -> has i n = false.
Proof.
  intro N. unfold has. pose proof (to_Z_bounded i) as B. change wB with (2 ^ 63)%Z in B.
  destruct (Z.eq_dec (to_Z i) 0) as [->|nonzero]; [apply Z.bits_0|].
  apply Z.bits_above_log2; [lia|].
  assert (Z.log2 (to_Z i) < 63)%Z by (apply Z.log2_lt_pow2; lia). lia.
Qed.

Lemma has_ext i j : (forall n, has i n = has j n) -> i = j.
Proof.
  intro E. apply to_Z_inj, Z.bits_inj'. intros n N. specialize (E (Z.to_nat n)). unfold has in E.
  now rewrite Z2Nat.id in E.
Qed.

Lemma has_zero n : has 0 n = false.
Proof. apply Z.bits_0. Qed.

Lemma has_land i j n : has (i land j)%uint63 n = has i n && has j n.
Proof. unfold has. now rewrite land_spec', Z.land_spec. Qed.

Lemma has_lor i j n : has (i lor j)%uint63 n = has i n || has j n.
Proof. unfold has. now rewrite lor_spec', Z.lor_spec. Qed.

Lemma has_lxor i j n : has (i lxor j)%uint63 n = xorb (has i n) (has j n).
Proof. unfold has. now rewrite lxor_spec', Z.lxor_spec. Qed.

Lemma has_lsr i j d n : to_Z j = Z.of_nat d -> has (i >> j)%uint63 n = has i (n + d).
Proof.
  intro D. unfold has. rewrite lsr_spec, D, <- Z.shiftr_div_pow2 by lia.
  rewrite Z.shiftr_spec by lia. f_equal. lia.
Qed.

Lemma has_lsl i j d n : to_Z j = Z.of_nat d -> n < 63 -> has (i << j)%uint63 n = (d <=? n) && has i (n - d).
Proof.
  intros D N. unfold has. rewrite lsl_spec, D. change wB with (2 ^ 63)%Z.
  rewrite Z.mod_pow2_bits_low by lia. rewrite <- Z.shiftl_mul_pow2 by lia. rewrite Z.shiftl_spec by lia.
  destruct (Nat.leb_spec d n).
  - cbn [andb]. f_equal. lia.
  - apply Z.testbit_neg_r. lia.
Qed.

Lemma nonzero i : (i =? 0)%uint63 = false <-> exists n, has i n = true.
Proof.
  split.
  - intro Z. destruct (existsb (has i) (seq 0 63)) eqn:E.
    + apply existsb_exists in E. destruct E as [n [_ E]]. eauto.
    + assert (i = 0)%uint63 as ->; [|discriminate].
      apply has_ext. intro n. rewrite has_zero. destruct (Nat.lt_ge_cases n 63); [|now apply has_large].
      destruct (has i n) eqn:H'; auto. assert (existsb (has i) (seq 0 63) = true); [|congruence].
      apply existsb_exists. exists n. split; auto. apply in_seq. lia.
  - intros [n H]. destruct (Uint63.eqb_spec i 0) as [E _]. destruct (i =? 0)%uint63; auto.
    rewrite E in H by auto. now rewrite has_zero in H.
Qed.

Definition int_of (n : nat) : int := of_Z (Z.of_nat n).

Lemma int_of_spec n : n < 1000 -> to_Z (int_of n) = Z.of_nat n.
Proof.
  intro N. unfold int_of. rewrite of_Z_spec. apply Z.mod_small. change wB with (2 ^ 63)%Z.
  assert (1000 < 2 ^ 63)%Z by reflexivity. lia.
Qed.

Fixpoint set_of (l : list nat) : int :=
  match l with [] => 0 | n :: l => (1 << int_of n) lor set_of l end%uint63.

Lemma has_one n : has 1 n = (n =? 0).
Proof. unfold has. change (to_Z 1) with 1%Z. destruct n; cbn; auto. Qed.

Lemma has_set_of l n : (forall m, In m l -> m < 63) -> has (set_of l) n = true <-> In n l.
Proof.
  intro small. induction l as [|m l IH]; cbn [set_of In].
  - now rewrite has_zero.
  - assert (m < 63) by (apply small; now left).
    rewrite has_lor, Bool.orb_true_iff, IH by (intros; apply small; now right).
    enough (has (1 << int_of m)%uint63 n = true <-> m = n) by tauto.
    destruct (Nat.lt_ge_cases n 63).
    + rewrite (has_lsl _ _ m) by (auto; apply int_of_spec; lia). rewrite has_one, Bool.andb_true_iff.
      rewrite Nat.leb_le, Nat.eqb_eq. lia.
    + rewrite has_large by auto. split; [easy | lia].
Qed.

(** Numbers that are [d] apart: four of them in the set, counted from the first. *)
Definition quad (a d : int) : int := (let m := a land (a >> d) in m land (m >> (d + d)))%uint63.

Lemma has_quad a d n : d < 100 ->
  has (quad a (int_of d)) n = true <-> forall i, i < 4 -> has a (n + i * d) = true.
Proof.
  intro D. unfold quad. assert (to_Z (int_of d + int_of d) = Z.of_nat (d + d)) as E.
  { rewrite add_spec, int_of_spec by lia. change wB with (2 ^ 63)%Z.
    assert (1000 < 2 ^ 63)%Z by reflexivity. rewrite Z.mod_small; lia. }
  rewrite has_land, (has_lsr _ _ (d + d)) by auto. rewrite !has_land, !(has_lsr _ _ d) by (apply int_of_spec; lia).
  rewrite !Bool.andb_true_iff. split.
  - intros [[H0 H1] [H2 H3]] i I. assert (i = 0 \/ i = 1 \/ i = 2 \/ i = 3) as [-> | [-> | [-> | -> ]]] by lia.
    + now replace (n + 0 * d) with n by lia.
    + now replace (n + 1 * d) with (n + d) by lia.
    + now replace (n + 2 * d) with (n + (d + d)) by lia.
    + now replace (n + 3 * d) with (n + (d + d) + d) by lia.
  - intro H. repeat split.
    + rewrite <- (H 0) by lia. f_equal. lia.
    + rewrite <- (H 1) by lia. f_equal. lia.
    + rewrite <- (H 2) by lia. f_equal. lia.
    + rewrite <- (H 3) by lia. f_equal. lia.
Qed.

(** * The program *)

(** Column [x] has the [height + 1] bits from [x * (height + 1)], the lowest for the bottom row. Its highest bit belongs
    to no cell. [own] has the cells with stones of the player to move, [others] those of the other player, [tops] for each
    column the lowest free cell or, if it is full, the highest bit. *)
Record bits := {
  mover_of : player;
  own : int;
  others : int;
  tops : int
}.

Fixpoint moves_in (columns : list int) (s : bits) : list bits :=
  match columns with
  | [] => []
  | c :: columns =>
      let stone := (tops s land c)%uint63 in
      if (stone =? 0)%uint63 then moves_in columns s else
      {| mover_of := other (mover_of s);
         own := others s;
         others := own s lor stone;
         tops := (tops s lxor stone) lor (stone << 1) |}%uint63 :: moves_in columns s
  end.

(** Columns in the opposite order: each pair shifts one column down to the first bits, then up to its place. *)
Fixpoint mirror (low : int) (shifts : list (int * int)) (i : int) : int :=
  match shifts with
  | [] => 0
  | (down, up) :: shifts => (((i >> down) land low) << up) lor mirror low shifts i
  end%uint63.

(** The stones of the first player, below the highest bit of each column, which is the lowest free cell. *)
Definition code (s : bits) : int :=
  (tops s lor match mover_of s with First => own s | Second => others s end)%uint63.

Definition least (i j : int) : int := if (i <? j)%uint63 then i else j.

Section Program.
Context (width height : nat).

Let k : nat := S height.
Let place (x y : nat) : nat := x * k + y.

Definition cells_of (x : nat) : list nat := map (place x) (seq 0 height).
Definition ceiling : list nat := map (fun x => place x height) (seq 0 width).
Definition bottom : list nat := map (fun x => place x 0) (seq 0 width).
Definition shifts : list (int * int) :=
  map (fun x => (int_of (place x 0), int_of (place (width - 1 - x) 0))) (seq 0 width).

Definition has_four (up rise fall side : int) (a : int) : bool :=
  if (quad a up lor quad a rise lor quad a fall lor quad a side =? 0)%uint63 then false else true.

Definition connect_four_rules : rules :=
  let four := has_four (int_of 1) (int_of (k + 1)) (int_of height) (int_of k) in
  let full := set_of ceiling in
  let columns := map (fun x => set_of (cells_of x)) (seq 0 width) in
  let image := mirror (set_of (seq 0 k)) shifts in
  {| state := bits;
     turn := mover_of;
     result s := if four (others s) then Won (other (mover_of s)) else if (tops s =? full)%uint63 then Drawn else Open;
     moves := moves_in columns;
     key s := let i := code s in least i (image i) |}.

Definition start : bits := {| mover_of := First; own := 0; others := 0; tops := set_of bottom |}.

(** The bits fit into an integer. *)
Definition fits : bool := (width * k <=? 63) && (height <? 63).

(** * The program has these rules *)

Context (small : fits = true).

Lemma sizes : width * k <= 63 /\ height < 63.
Proof. unfold fits in small. apply andb_prop in small. now rewrite Nat.leb_le, Nat.ltb_lt in small. Qed.

Lemma place_injective x y x' y' : y < k -> y' < k -> place x y = place x' y' <-> x = x' /\ y = y'.
Proof.
  unfold place. intros Y Y'. split; [|intros [-> ->]; auto]. intro E.
  destruct (lt_eq_lt_dec x x') as [[X | <-] | X].
  - assert ((x + 1) * k <= x' * k) by (apply Nat.mul_le_mono_r; lia). lia.
  - lia.
  - assert ((x' + 1) * k <= x * k) by (apply Nat.mul_le_mono_r; lia). lia.
Qed.

Lemma place_of n : exists x y, y < k /\ n = place x y.
Proof.
  exists (n / k), (n mod k). split; [apply Nat.mod_upper_bound; unfold k; lia|].
  unfold place. rewrite Nat.mul_comm. apply Nat.div_mod. unfold k. lia.
Qed.

Lemma place_small x y : x < width -> y < k -> place x y < 63.
Proof.
  intros X Y. destruct sizes as [W _]. unfold place.
  assert ((x + 1) * k <= width * k) by (apply Nat.mul_le_mono_r; lia). lia.
Qed.

Lemma same_bits i j : (forall x y, y < k -> has i (place x y) = true <-> has j (place x y) = true) -> i = j.
Proof.
  intro E. apply has_ext. intro n. destruct (place_of n) as [x [y [Y ->]]]. specialize (E x y Y).
  destruct (has i _), (has j _); auto; [symmetry|]; now apply E.
Qed.

Lemma has_cells x x' y : x < width -> y < k -> has (set_of (cells_of x)) (place x' y) = true <-> x' = x /\ y < height.
Proof.
  intros X Y. rewrite has_set_of.
  - unfold cells_of. rewrite in_map_iff. split.
    + intros [y' [E I]]. apply in_seq in I. apply place_injective in E; unfold k in *; lia.
    + intros [-> H]. exists y. split; auto. apply in_seq. lia.
  - unfold cells_of. intros m M. apply in_map_iff in M. destruct M as [y' [<- I]]. apply in_seq in I.
    apply place_small; unfold k; lia.
Qed.

Lemma has_ceiling x y : y < k -> has (set_of ceiling) (place x y) = true <-> x < width /\ y = height.
Proof.
  intros Y. rewrite has_set_of.
  - unfold ceiling. rewrite in_map_iff. split.
    + intros [x' [E I]]. apply in_seq in I. apply place_injective in E; unfold k in *; lia.
    + intros [X ->]. exists x. split; auto. apply in_seq. lia.
  - unfold ceiling. intros m M. apply in_map_iff in M. destruct M as [x' [<- I]]. apply in_seq in I.
    apply place_small; unfold k; lia.
Qed.

Lemma has_bottom x y : y < k -> has (set_of bottom) (place x y) = true <-> x < width /\ y = 0.
Proof.
  intros Y. rewrite has_set_of.
  - unfold bottom. rewrite in_map_iff. split.
    + intros [x' [E I]]. apply in_seq in I. apply place_injective in E; unfold k in *; lia.
    + intros [X ->]. exists x. split; auto. apply in_seq. lia.
  - unfold bottom. intros m M. apply in_map_iff in M. destruct M as [x' [<- I]]. apply in_seq in I.
    apply place_small; unfold k; lia.
Qed.

(** Boards, and the sets of bits that stand for their stones and tops. *)

Definition valid (b : board) : Prop := List.length b = width /\ forall x, List.length (nth x b []) <= height.

Definition are_stones (i : int) (p : player) (b : board) : Prop :=
  forall x y, y < k -> has i (place x y) = true <-> cell b x y = Some p.

Definition are_tops (i : int) (b : board) : Prop :=
  forall x y, y < k -> has i (place x y) = true <-> x < width /\ y = List.length (nth x b []).

Lemma cell_valid b x y p : valid b -> cell b x y = Some p -> x < width /\ y < height.
Proof.
  intros [L H] E. apply cell_inside in E. specialize (H x). lia.
Qed.

Lemma has_four_spec i p b :
  valid b -> are_stones i p b -> has_four (int_of 1) (int_of (k + 1)) (int_of height) (int_of k) i = true <-> four b p.
Proof.
  intros V Q. pose proof sizes as [_ H].
  assert (forall x y, y < k -> has i (place x y) = true -> y < height) as low.
  { intros x y Y B. apply (cell_valid b x y p V). now apply Q. }
  assert (forall x y, cell b x y = Some p -> has i (place x y) = true) as yes.
  { intros x y E. apply Q; auto. destruct (cell_valid b x y p V E). unfold k. lia. }
  unfold has_four. destruct (_ =? 0)%uint63 eqn:Z.
  - split; [easy|]. intros [x [y F]]. exfalso.
    assert (exists n, has (quad i (int_of 1) lor quad i (int_of (k + 1)) lor quad i (int_of height)
      lor quad i (int_of k))%uint63 n = true) as E; [|apply nonzero in E; congruence].
    setoid_rewrite has_lor. setoid_rewrite has_lor. setoid_rewrite has_lor. setoid_rewrite Bool.orb_true_iff.
    setoid_rewrite Bool.orb_true_iff. setoid_rewrite Bool.orb_true_iff.
    setoid_rewrite has_quad; unfold k in *; try lia. unfold place in yes.
    destruct F as [F|[F|[F|F]]].
    + exists (x * k + y). right. intros j J. rewrite <- (yes _ _ (F j J)). f_equal. unfold k. lia.
    + exists (x * k + y). left. left. left. intros j J. rewrite <- (yes _ _ (F j J)). f_equal. unfold k. lia.
    + exists (x * k + y). left. left. right. intros j J. rewrite <- (yes _ _ (F j J)). f_equal. unfold k. lia.
    + exists (x * k + (y + 3)). left. right. intros j J. rewrite <- (yes _ _ (F j J)). f_equal.
      unfold k. assert (j = 0 \/ j = 1 \/ j = 2 \/ j = 3) as [-> | [-> | [-> | -> ]]] by lia; lia.
  - split; [intros _ | easy]. apply nonzero in Z. destruct Z as [n Z].
    rewrite !has_lor, !Bool.orb_true_iff, !has_quad in Z by (unfold k; lia).
    destruct (place_of n) as [x [y [Y ->]]].
    destruct Z as [[[Z|Z]|Z]|Z].
    + exists x, y. right. left.
      assert (forall j, j < 4 -> y + j < k /\ has i (place x (y + j)) = true) as B.
      { intro j. induction j as [|j IH]; intro J.
        - rewrite Nat.add_0_r. split; auto. rewrite <- (Z 0) by lia. f_equal. lia.
        - destruct IH as [J' IH]; [lia|]. apply low in IH; auto. split; [unfold k; lia|].
          rewrite <- (Z (S j)) by lia. f_equal. unfold place. lia. }
      intros j J. apply Q; now apply B.
    + exists x, y. right. right. left.
      assert (forall j, j < 4 -> y + j < k /\ has i (place (x + j) (y + j)) = true) as B.
      { intro j. induction j as [|j IH]; intro J.
        - rewrite !Nat.add_0_r. split; auto. rewrite <- (Z 0) by lia. f_equal. lia.
        - destruct IH as [J' IH]; [lia|]. apply low in IH; auto. split; [unfold k; lia|].
          rewrite <- (Z (S j)) by lia. f_equal. unfold place. lia. }
      intros j J. apply Q; now apply B.
    + assert (forall j, j < 4 -> j <= y /\ has i (place (x + j) (y - j)) = true) as B.
      { intro j. induction j as [|j IH]; intro J.
        - rewrite Nat.add_0_r, Nat.sub_0_r. split; [lia|]. rewrite <- (Z 0) by lia. f_equal. lia.
        - destruct IH as [J' IH]; [lia|]. destruct (Nat.eq_dec j y) as [->|N].
          + exfalso. rewrite Nat.sub_diag in IH.
            assert (has i (place (x + y) height) = true) as top.
            { rewrite <- (Z (S y)) by lia. f_equal. unfold place, k. lia. }
            apply low in top; unfold k; lia.
          + split; [lia|]. rewrite <- (Z (S j)) by lia. f_equal. unfold place, k. nia. }
      destruct (B 3) as [three _]; [lia|].
      exists x, (y - 3). right. right. right. intros j J. replace (y - 3 + 3 - j) with (y - j) by lia.
      apply Q; [lia|]. now apply B.
    + exists x, y. left. intros j J. apply Q; auto. rewrite <- (Z j J). f_equal. unfold place. lia.
Qed.

(** A stone is dropped. *)

Lemma stones_drop_other i p x b :
  valid b -> x < width -> are_stones i (other p) b -> are_stones i (other p) (drop x p b).
Proof.
  intros [L _] X Q x' y Y. rewrite cell_drop by lia. rewrite (Q x' y Y).
  destruct (Nat.eqb_spec x' x) as [->|]; [|reflexivity].
  destruct (Nat.eqb_spec y (List.length (nth x b []))) as [->|]; [|reflexivity]. cbn [andb].
  assert (cell b x (List.length (nth x b [])) = None) as -> by (apply nth_error_None; lia).
  split; [easy|]. intro E. injection E as E. now destruct p.
Qed.

Lemma valid_drop x p b : valid b -> x < width -> List.length (nth x b []) < height -> valid (drop x p b).
Proof.
  intros [L H] X free. split; [now rewrite drop_length|]. intro x'. rewrite nth_drop by lia.
  destruct (x' =? x); [|apply H]. rewrite app_length. cbn. lia.
Qed.

(** The bit of a column's lowest free cell; none if it is full. *)
Lemma has_stone i b x x' y : valid b -> are_tops i b -> x < width -> y < k ->
  has (i land set_of (cells_of x))%uint63 (place x' y) = true <->
  x' = x /\ y = List.length (nth x b []) /\ y < height.
Proof.
  intros V T X Y. rewrite has_land, Bool.andb_true_iff, has_cells, (T x' y Y) by auto.
  split; [intros [[_ E] [-> H]] | intros [-> [E H]]]; auto.
Qed.

Lemma no_stone i b x : valid b -> are_tops i b -> x < width ->
  (i land set_of (cells_of x) =? 0)%uint63 = true <-> List.length (nth x b []) = height.
Proof.
  intros V T X. split; intro E.
  - pose proof (proj2 V x) as H. destruct (Nat.eq_dec (List.length (nth x b [])) height) as [|N]; auto. exfalso.
    assert ((i land set_of (cells_of x) =? 0)%uint63 = false); [|congruence].
    apply nonzero. exists (place x (List.length (nth x b []))).
    apply (has_stone i b); auto; [unfold k; lia|]. repeat split. lia.
  - destruct (_ =? 0)%uint63 eqn:Z; auto. apply nonzero in Z. destruct Z as [n Z].
    destruct (place_of n) as [x' [y [Y ->]]]. apply (has_stone i b) in Z; auto. lia.
Qed.

Lemma stones_drop_own i t x p b :
  valid b -> x < width -> List.length (nth x b []) < height -> are_stones i p b -> are_tops t b ->
  are_stones (i lor (t land set_of (cells_of x)))%uint63 p (drop x p b).
Proof.
  intros V X free Q T x' y Y. rewrite has_lor, Bool.orb_true_iff, (has_stone t b) by auto. rewrite (Q x' y Y).
  destruct V as [L H]. rewrite cell_drop by lia.
  destruct (Nat.eqb_spec x' x) as [->|]; cbn [andb]; [|intuition].
  destruct (Nat.eqb_spec y (List.length (nth x b []))) as [->|]; intuition.
Qed.

Lemma tops_drop t x p b :
  valid b -> x < width -> List.length (nth x b []) < height -> are_tops t b ->
  let stone := (t land set_of (cells_of x))%uint63 in
  are_tops ((t lxor stone) lor (stone << 1))%uint63 (drop x p b).
Proof.
  intros V X free T stone x' y Y.
  assert (forall x' y, y < k -> has stone (place x' y) = true <->
    x' = x /\ y = List.length (nth x b []) /\ y < height) as S by (intros; now apply has_stone).
  assert (has (stone << 1)%uint63 (place x' y) = true <-> x' = x /\ y = Datatypes.S (List.length (nth x b []))) as U.
  { destruct (Nat.lt_ge_cases (place x' y) 63) as [P|P].
    - rewrite (has_lsl _ _ 1) by auto. rewrite Bool.andb_true_iff, Nat.leb_le. destruct y as [|y].
      + split; [|lia]. intros [one H]. exfalso. unfold place in one, H.
        destruct x' as [|x']; [lia|].
        replace (Datatypes.S x' * k + 0 - 1) with (place x' height) in H by (unfold place, k; lia).
        apply S in H; unfold k; lia.
      + replace (place x' (Datatypes.S y) - 1) with (place x' y) by (unfold place; lia).
        rewrite S by lia. unfold place, k in *. lia.
    - rewrite has_large by auto. split; [easy|]. intros [-> ->].
      assert (place x (Datatypes.S (List.length (nth x b []))) < 63) by (apply place_small; unfold k; lia). lia. }
  destruct V as [L H]. rewrite nth_drop by lia. rewrite has_lor, has_lxor, Bool.orb_true_iff, U.
  specialize (S x' y Y). specialize (T x' y Y).
  destruct (has t (place x' y)), (has stone (place x' y)); cbn [xorb];
    destruct (Nat.eqb_spec x' x) as [->|]; rewrite ?app_length; cbn [List.length];
    assert (false <> true) by easy; intuition lia.
Qed.

(** The key. *)

Definition are_code (i : int) (b : board) : Prop :=
  forall x y, y < k ->
  has i (place x y) = true <-> (x < width /\ y = List.length (nth x b [])) \/ cell b x y = Some First.

Lemma has_mirror i xs x y : (forall x', In x' xs -> x' < width) -> x < width -> y < k ->
  has (mirror (set_of (seq 0 k))
        (map (fun x => (int_of (place x 0), int_of (place (width - 1 - x) 0))) xs) i) (place x y) = true <->
  In (width - 1 - x) xs /\ has i (place (width - 1 - x) y) = true.
Proof.
  intros inside X Y. induction xs as [|x' xs IH]; cbn [map mirror In].
  - rewrite has_zero. intuition.
  - assert (x' < width) as X' by (apply inside; now left).
    rewrite has_lor, Bool.orb_true_iff, IH by (intros; apply inside; now right). clear IH.
    enough (has (((i >> int_of (place x' 0)) land set_of (seq 0 k)) << int_of (place (width - 1 - x') 0))%uint63
      (place x y) = true <-> x' = width - 1 - x /\ has i (place (width - 1 - x) y) = true) by tauto.
    assert (place x' 0 < 63) by (apply place_small; unfold k; lia).
    assert (place (width - 1 - x') 0 < 63) by (apply place_small; unfold k; lia).
    assert (forall n, has (set_of (seq 0 k)) n = true <-> n < k) as low.
    { intro n. rewrite has_set_of, in_seq; [lia|]. intros m M. apply in_seq in M. pose proof sizes. unfold k in M.
      assert (place x (m) < 63) by (apply place_small; unfold k; lia). unfold place in *. lia. }
    rewrite (has_lsl _ _ (place (width - 1 - x') 0)) by (try apply int_of_spec; try apply place_small; lia).
    rewrite Bool.andb_true_iff, Nat.leb_le, has_land, Bool.andb_true_iff, low.
    rewrite (has_lsr _ _ (place x' 0)) by (apply int_of_spec; lia).
    split.
    + intros [le [B lt]].
      assert (place x y = place (width - 1 - x') (place x y - place (width - 1 - x') 0)) as E
        by (unfold place in *; lia).
      apply place_injective in E; auto. destruct E as [E E'].
      assert (x' = width - 1 - x) as -> by lia. split; auto. rewrite <- B. f_equal. unfold place in *. lia.
    + intros [-> B]. replace (width - 1 - (width - 1 - x)) with x by lia. unfold place in *.
      split; [lia|]. split; [|lia]. rewrite <- B. f_equal. lia.
Qed.

Lemma has_mirror_outside i xs x y : (forall x', In x' xs -> x' < width) -> width <= x -> y < k ->
  has (mirror (set_of (seq 0 k))
        (map (fun x => (int_of (place x 0), int_of (place (width - 1 - x) 0))) xs) i) (place x y) = false.
Proof.
  intros inside X Y. induction xs as [|x' xs IH]; cbn [map mirror].
  - apply has_zero.
  - assert (x' < width) as X' by (apply inside; now left).
    rewrite has_lor, IH by (intros; apply inside; now right). rewrite Bool.orb_false_r.
    destruct (Nat.lt_ge_cases (place x y) 63); [|now apply has_large].
    assert (place (width - 1 - x') 0 < 63) by (apply place_small; unfold k; lia).
    rewrite (has_lsl _ _ (place (width - 1 - x') 0)) by (try apply int_of_spec; lia).
    rewrite has_land. destruct (has (set_of (seq 0 k)) _) eqn:low; [|now rewrite !Bool.andb_false_r].
    apply has_set_of in low.
    + apply in_seq in low. exfalso. unfold place in low.
      assert ((width - 1 - x' + 1) * k <= x * k) by (apply Nat.mul_le_mono_r; lia). lia.
    + intros m M. apply in_seq in M.
      assert (place x' m < 63) by (apply place_small; unfold k in *; lia). unfold place in *. lia.
Qed.

Lemma are_code_mirror i b :
  List.length b = width -> are_code i b -> are_code (mirror (set_of (seq 0 k)) shifts i) (rev b).
Proof.
  intros L C x y Y.
  assert (forall x', In x' (seq 0 width) -> x' < width) as inside by (intros x' I; apply in_seq in I; lia).
  unfold shifts. destruct (Nat.lt_ge_cases x width).
  - rewrite has_mirror by auto. rewrite (C (width - 1 - x) y Y).
    rewrite nth_mirror, cell_mirror by lia. rewrite L, in_seq. intuition lia.
  - rewrite has_mirror_outside by auto. split; [easy|]. intros [[X _]|E]; [lia|].
    apply cell_inside in E. rewrite rev_length in E. lia.
Qed.

Lemma are_code_length i b b' x :
  valid b -> valid b' -> are_code i b -> are_code i b' -> x < width ->
  List.length (nth x b []) <= List.length (nth x b' []).
Proof.
  intros V V' C C' X. pose proof (proj2 V x). assert (List.length (nth x b []) < k) as Y by (unfold k; lia).
  assert (has i (place x (List.length (nth x b []))) = true) as H' by (apply C; auto).
  apply C' in H'; auto. destruct H' as [[_ E]|E]; [lia|]. apply cell_inside in E. lia.
Qed.

Lemma are_code_injective i b b' : valid b -> valid b' -> are_code i b -> are_code i b' -> b = b'.
Proof.
  intros V V' C C'. apply (@nth_ext column _ _ [] []); [transitivity width; [apply V | symmetry; apply V']|].
  intros x X. assert (x < width) as W by (rewrite <- (proj1 V); exact X). clear X.
  assert (List.length (nth x b []) = List.length (nth x b' [])) as E.
  { apply Nat.le_antisymm; [now apply (are_code_length i) | now apply (are_code_length i)]. }
  apply list_ext; auto. intros y Y.
  assert (y < k) as K by (pose proof (proj2 V x); unfold k; lia).
  assert (cell b x y = Some First <-> cell b' x y = Some First) as same.
  { specialize (C x y K). specialize (C' x y K).
    assert (~ (x < width /\ y = List.length (nth x b []))) by lia.
    assert (~ (x < width /\ y = List.length (nth x b' []))) by lia. tauto. }
  unfold cell in same.
  destruct (nth_error (nth x b []) y) as [q|] eqn:F; [|apply nth_error_None in F; lia].
  destruct (nth_error (nth x b' []) y) as [q'|] eqn:F'; [|apply nth_error_None in F'; lia].
  destruct q, q'; auto; [symmetry|]; now apply same.
Qed.

(** What a state means: in every position of the play, the player to move has no four in a row. *)
Definition means (s : bits) (b : board) : Prop :=
  valid b /\ to_move b = mover_of s /\ are_stones (own s) (to_move b) b /\ are_stones (others s) (other (to_move b)) b /\
  are_tops (tops s) b /\ ~ four b (to_move b).

Lemma code_spec s b : means s b -> are_code (code s) b.
Proof.
  intros [V [M [O [Q [T _]]]]] x y Y. unfold code. rewrite has_lor, Bool.orb_true_iff, (T x y Y).
  rewrite M in *. destruct (mover_of s); cbn [other] in *; [rewrite (O x y Y) | rewrite (Q x y Y)]; reflexivity.
Qed.

Lemma key_spec s b : means s b ->
  exists b', (b' = b \/ b' = rev b) /\ valid b' /\ are_code (key connect_four_rules s) b'.
Proof.
  intros N. pose proof (code_spec s b N) as C. destruct N as [V _]. cbn [key connect_four_rules]. unfold least.
  destruct (_ <? _)%uint63.
  - exists b. auto.
  - exists (rev b). split; auto. split.
    + destruct V as [L H]. split; [now rewrite rev_length|]. intro x.
      destruct (Nat.lt_ge_cases x width); [rewrite nth_mirror by lia; apply H|].
      rewrite nth_overflow by (rewrite rev_length; lia). cbn. lia.
    + apply are_code_mirror; auto. now destruct V.
Qed.

Lemma open_spec s b : means s b -> result connect_four_rules s = Open ->
  ~ four b First /\ ~ four b Second /\ tops s <> set_of ceiling.
Proof.
  intros [V [M [O [Q [T none]]]]]. cbn [result connect_four_rules].
  destruct (has_four _ _ _ _ _) eqn:F; [easy|].
  destruct (tops s =? set_of ceiling)%uint63 eqn:E; [easy|]. intros _.
  assert (~ four b (other (to_move b))) as none'.
  { rewrite <- (has_four_spec (others s) (other (to_move b)) b) by auto. congruence. }
  assert (tops s <> set_of ceiling) by (intro H; apply Uint63.eqb_spec in H; congruence).
  destruct (to_move b); cbn [other] in *; auto.
Qed.

Lemma full_spec i b : valid b -> are_tops i b ->
  i = set_of ceiling <-> forall x, x < width -> List.length (nth x b []) = height.
Proof.
  intros V T. split.
  - intros -> x X. pose proof (proj2 V x).
    assert (has (set_of ceiling) (place x (List.length (nth x b []))) = true) as H' by (apply T; unfold k; auto; lia).
    apply has_ceiling in H'; unfold k; lia.
  - intro all. apply same_bits. intros x y Y. rewrite (T x y Y), (has_ceiling x y Y).
    split; intros [X ->]; split; auto. symmetry. auto.
Qed.

Lemma in_moves t xs s : In t (moves_in (map (fun x => set_of (cells_of x)) xs) s) <->
  exists x, In x xs /\ let stone := (tops s land set_of (cells_of x))%uint63 in
  (stone =? 0)%uint63 = false /\
  t = {| mover_of := other (mover_of s); own := others s; others := (own s lor stone)%uint63;
         tops := ((tops s lxor stone) lor (stone << 1))%uint63 |}.
Proof.
  induction xs as [|x xs IH]; cbn [map moves_in In].
  - split; [easy|]. now intros [x [[] _]].
  - destruct (_ =? 0)%uint63 eqn:Z.
    + rewrite IH. split; intros [x' [I R]]; exists x'; split; auto. destruct I as [<-|]; auto.
      cbn zeta in R. rewrite Z in R. now destruct R.
    + cbn [In]. rewrite IH. split.
      * intros [<-|[x' [I R]]]; [exists x | exists x']; split; auto.
      * intros [x' [[<-|I] R]]; [left; now destruct R | right; eauto].
Qed.

Lemma means_drop s b x : means s b -> result connect_four_rules s = Open -> x < width ->
  List.length (nth x b []) < height ->
  let stone := (tops s land set_of (cells_of x))%uint63 in
  means {| mover_of := other (mover_of s); own := others s; others := (own s lor stone)%uint63;
           tops := ((tops s lxor stone) lor (stone << 1))%uint63 |} (drop x (to_move b) b).
Proof.
  intros N R X free stone. destruct (open_spec s b N R) as [one [two _]]. destruct N as [V [M [O [Q [T none]]]]].
  assert (x < List.length b) by (destruct V; lia).
  unfold means. cbn [mover_of own others tops]. rewrite to_move_drop, M by auto. rewrite M in *.
  assert (are_stones (others s) (other (mover_of s)) (drop x (mover_of s) b)) as Q' by now apply stones_drop_other.
  assert (valid (drop x (mover_of s) b)) as V' by now apply valid_drop.
  assert (other (other (mover_of s)) = mover_of s) as twice by now destruct (mover_of s).
  split; [exact V'|]. split; [reflexivity|]. split; [exact Q'|]. split; [|split].
  - rewrite twice. now apply stones_drop_own.
  - now apply tops_drop.
  - rewrite <- (has_four_spec (others s) _ _ V' Q'). rewrite (has_four_spec (others s) _ b V Q).
    now destruct (mover_of s).
Qed.

Theorem connect_four_faithful : faithful (connect_four width height) connect_four_rules means.
Proof.
  split.
  - now intros s b [_ [M _]].
  - intros s b N R. destruct (open_spec s b N R) as [one [two E]]. destruct N as [V [_ [_ [_ [T _]]]]].
    cbn [ended connect_four]. rewrite <- (full_spec (tops s) b V T). tauto.
  - intros s b [V [M [O [Q [T none]]]]]. cbn [result connect_four_rules].
    destruct (has_four _ _ _ _ _) eqn:F; [easy|]. destruct (_ =? _)%uint63 eqn:E; [|easy]. intros _.
    apply Uint63.eqb_correct in E. cbn [ended winner connect_four]. split.
    + right. right. now apply (full_spec (tops s) b).
    + assert (~ four b (other (to_move b))) as none'.
      { rewrite <- (has_four_spec (others s) (other (to_move b)) b) by auto. congruence. }
      intros []; destruct (to_move b); auto.
  - intros s b q [V [M [O [Q [T none]]]]]. cbn [result connect_four_rules].
    destruct (has_four _ _ _ _ _) eqn:F; [|now destruct (_ =? _)%uint63]. injection 1 as <-.
    rewrite (has_four_spec (others s) (other (to_move b)) b) in F by auto. rewrite M in *.
    cbn [ended winner connect_four]. split; [|split; auto; now destruct (mover_of s)].
    destruct (mover_of s); auto.
  - intros s b t N R I. apply in_moves in I. destruct I as [x [X [Z ->]]]. apply in_seq in X.
    assert (List.length (nth x b []) < height) as free.
    { destruct N as [V [_ [_ [_ [T _]]]]]. pose proof (proj2 V x).
      destruct (Nat.eq_dec (List.length (nth x b [])) height) as [E|]; [|lia].
      apply (no_stone (tops s) b x V T) in E; [congruence | lia]. }
    exists (drop x (to_move b) b). split; [exists x; repeat split; auto; lia | apply means_drop; auto; lia].
  - intros s b b' N R [x [X [free ->]]]. eexists. split; [|apply (means_drop s b x N R X free)].
    apply in_moves. exists x. split; [apply in_seq; lia|]. split; [|reflexivity].
    destruct N as [V [_ [_ [_ [T _]]]]].
    destruct (_ =? 0)%uint63 eqn:Z; auto. apply (no_stone (tops s) b x V T X) in Z. lia.
  - intros s b s' b' me a N N' K C.
    destruct (key_spec s b N) as [c [I [V H]]]. destruct (key_spec s' b' N') as [c' [I' [V' H']]].
    rewrite <- K in H'. assert (c' = c) as -> by now apply (are_code_injective (key connect_four_rules s)).
    assert (forall d, List.length d = width ->
      claim (connect_four width height) me a d <-> claim (connect_four width height) me a (rev d)) as image.
    { intros d L.
      now apply (claim_image (connect_four width height) _ (@rev column) me a d (mirror_symmetric width height)). }
    destruct N as [[L _] _], N' as [[L' _] _].
    assert (claim (connect_four width height) me a c) as D.
    { destruct I as [-> | ->]; auto. now apply (proj1 (image b L)). }
    destruct I' as [-> | ->]; auto. now apply (proj2 (image b' L')).
Qed.

Lemma means_start : means start (empty width).
Proof.
  assert (forall x, nth x (empty width) [] = []) as none by (intro x; unfold empty; apply nth_repeat).
  assert (forall x y, cell (empty width) x y = None) as none'.
  { intros x y. unfold cell. rewrite none. now destruct y. }
  assert (stones (empty width) = 0) as Z.
  { unfold stones, empty. clear. induction width as [|n IH]; cbn; auto. }
  unfold means, to_move. rewrite Z. cbn [start mover_of own others tops Nat.even].
  split; [split|].
  - apply repeat_length.
  - intro x. rewrite none. cbn. lia.
  - split; [reflexivity|]. split; [|split; [|split]].
    + intros x y Y. now rewrite has_zero, none'.
    + intros x y Y. now rewrite has_zero, none'.
    + intros x y Y. rewrite none. now apply has_bottom.
    + intros [x [y F]]. destruct F as [F|[F|[F|F]]]; specialize (F 0 ltac:(lia)); now rewrite none' in F.
Qed.

(** What a certificate of Connect Four proves: the file made from it evaluates [check] here. *)
Theorem connect_four_sound me a c :
  check connect_four_rules me a c (S (width * height)) start = true ->
  claim (connect_four width height) me a (empty width).
Proof.
  exact (check_sound connect_four_rules me a c (connect_four width height) means connect_four_faithful _ start _
    means_start).
Qed.

End Program.
