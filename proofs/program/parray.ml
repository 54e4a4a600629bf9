(* The arrays of Coq: values that never change. The newest version is a plain array, the older ones are differences. *)

type 'a t = 'a version ref
and 'a version = Newest of 'a array * 'a (* beyond its end *) | Older of int * 'a * 'a t

let max_length = 4194303
let make n x = ref (Newest (Array.make (if Uint63.le n max_length then n else max_length) x, x))

(* Make this version the newest one. *)
let rec newest t =
  match !t with
  | Newest (cells, x) -> (cells, x)
  | Older (i, value, later) ->
      let cells, x = newest later in
      later := Older (i, cells.(i), t);
      cells.(i) <- value;
      t := Newest (cells, x);
      (cells, x)

let length t = Array.length (fst (newest t))

let get t i =
  let cells, x = newest t in
  if 0 <= i && i < Array.length cells then cells.(i) else x

let set t i value =
  let cells, x = newest t in
  if 0 <= i && i < Array.length cells then begin
    let later = ref (Newest (cells, x)) in
    t := Older (i, cells.(i), later);
    cells.(i) <- value;
    later
  end
  else t
