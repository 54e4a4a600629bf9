(* The machine integers of Coq: numbers from 0 to 2^63 - 1, in OCaml's integers of 63 bits. *)

type t = int

let of_int i = i
let equal (x : t) y = x = y
let lt x y = x lxor min_int < y lxor min_int
let le x y = x lxor min_int <= y lxor min_int
let add x y = x + y
let sub x y = x - y
let mul x y = x * y
let l_and x y = x land y
let l_or x y = x lor y
let l_xor x y = x lxor y
let l_sl x y = if 0 <= y && y < 63 then x lsl y else 0
let l_sr x y = if 0 <= y && y < 63 then x lsr y else 0

let div x y =
  if y = 0 then 0
  else if y < 0 then if lt x y then 0 else 1
  else
    let q = ((x lsr 1) / y) lsl 1 in
    if lt (x - (q * y)) y then q else q + 1

let rem x y = if y = 0 then x else x - (div x y * y)
