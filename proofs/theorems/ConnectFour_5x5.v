(** Connect Four on 5 columns and 5 rows is a draw: either player can force one. *)

From Plywise Require Import Game Checker ConnectFour.
From Plywise Require Data_connect4_5x5_MAX Data_connect4_5x5_MIN.

Theorem connect_four_5x5_first : does_not_lose (connect_four 5 5) First (empty 5).
Proof.
  refine (connect_four_sound 5 5 eq_refl First Draw Data_connect4_5x5_MAX.data _).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem connect_four_5x5_second : does_not_lose (connect_four 5 5) Second (empty 5).
Proof.
  refine (connect_four_sound 5 5 eq_refl Second Draw Data_connect4_5x5_MIN.data _).
  vm_cast_no_check (eq_refl true).
Qed.
