(** Tic-tac-toe is a draw: either player can force one. *)

From Coq Require Import PArray Uint63.
From Plywise Require Import Game Checker TicTacToe.
From Plywise Require Data_tictactoe_MAX Data_tictactoe_MIN.

Theorem tic_tac_toe_first : does_not_lose tic_tac_toe First empty.
Proof.
  refine (tic_tac_toe_sound First Draw Data_tictactoe_MAX.data _).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem tic_tac_toe_second : does_not_lose tic_tac_toe Second empty.
Proof.
  refine (tic_tac_toe_sound Second Draw Data_tictactoe_MIN.data _).
  vm_cast_no_check (eq_refl true).
Qed.

(** The checker refuses what proves nothing: each of these 46 certificates has one entry replaced by 6, 7 or 8, or one of
    its counts changed by one. *)

From Coq Require Import List Bool ZArith.
Import ListNotations.
Local Open Scope uint63_scope.

Definition data : certificate := Data_tictactoe_MIN.data.

Definition with_entry (i entry : int) : certificate :=
  let shift := 8 * (i mod 7) in
  let others := (body data).[i / 7] - (byte_at (body data) i << shift) in
  {| body := (body data).[i / 7 <- others + (entry << shift)]; entries := entries data; positions := positions data |}.

Definition with_counts (more_entries more_positions : int) : certificate :=
  {| body := body data; entries := entries data + more_entries; positions := positions data + more_positions |}.

Definition mutants : list certificate :=
  map (fun m => with_entry (of_Z (Z.of_nat (fst m))) (snd m)) (list_prod (seq 0 14) [6; 7; 8]) ++
  [with_counts 1 0; with_counts (0 - 1) 0; with_counts 0 1; with_counts 0 (0 - 1)].

Definition is_accepted (c : certificate) : bool := check tic_tac_toe_rules Second Draw c 10 empty.

Theorem mutants_are_refused : List.length mutants = 46%nat /\ existsb is_accepted mutants = false.
Proof. split; vm_compute; reflexivity. Qed.
