(** Connect Four on 6 columns and 6 rows: the second player wins. *)

From Plywise Require Import Game Checker ConnectFour.
From Plywise Require Data_connect4_6x6_MIN.

Theorem connect_four_6x6 : wins (connect_four 6 6) Second (empty 6).
Proof.
  refine (connect_four_sound 6 6 eq_refl Second Win Data_connect4_6x6_MIN.data _).
  vm_cast_no_check (eq_refl true).
Qed.
