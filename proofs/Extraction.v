(** The checker as a program in OCaml, and the two games: the functions that are proved right, with machine integers and
    arrays from program/. *)

From Coq Require Import Extraction PArray ExtrOcamlBasic ExtrOCamlInt63.
From Plywise Require Import Game Checker TicTacToe ConnectFour.

(* Coq's own ExtrOCamlPArray writes a type that OCaml does not read. *)
Extract Constant PArray.array "'a" => "'a Parray.t".
Extract Inlined Constant PArray.make => "Parray.make".
Extract Inlined Constant PArray.get => "Parray.get".
Extract Inlined Constant PArray.set => "Parray.set".
Extract Inlined Constant PArray.length => "Parray.length".
Extract Inlined Constant PArray.max_length => "Parray.max_length".

Extraction "checker.ml" check tic_tac_toe_rules TicTacToe.empty connect_four_rules start fits.
