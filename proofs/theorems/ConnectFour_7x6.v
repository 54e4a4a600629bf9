(** Connect Four on 7 columns and 6 rows: the first player wins. *)

From Plywise Require Import Game Checker ConnectFour.
From Plywise Require Data_connect4_7x6_MAX.

Theorem connect_four_7x6 : wins (connect_four 7 6) First (empty 7).
Proof.
  refine (connect_four_sound 7 6 eq_refl First Win Data_connect4_7x6_MAX.data _).
  vm_cast_no_check (eq_refl true).
Qed.
