(* Checks a certificate of Connect Four or tic-tac-toe, which it reads from the standard input.

   The checker and the games are extracted from the proofs in Coq (checker.ml). This file reads the header, as
   docs/reference/certificates.md says, and compares the checksum. *)

exception Refused of string

let refuse reason = raise (Refused reason)

let max_header = 65536

(* The lines of the header, and the body. *)
let split content =
  let rec find i =
    if i + 1 >= String.length content || i + 1 >= max_header || content.[i] = '\000' then refuse "there is no header"
    else if content.[i] = '\n' && content.[i + 1] = '\n' then i
    else find (i + 1)
  in
  let i = find 0 in
  (String.split_on_char '\n' (String.sub content 0 i), String.sub content (i + 2) (String.length content - i - 2))

let begins_with start line =
  String.length line > String.length start && String.sub line 0 (String.length start) = start

(* The value of a line that has this name, and the other lines. *)
let take name = function
  | line :: lines when begins_with (name ^ " ") line ->
      let n = String.length name + 1 in
      (String.sub line n (String.length line - n), lines)
  | _ -> refuse ("there is no line " ^ name ^ " where it belongs")

let all_are f text = String.for_all f text
let is_digit c = '0' <= c && c <= '9'
let is_hexadecimal c = is_digit c || ('a' <= c && c <= 'f')

let number text =
  let n = String.length text in
  if n = 0 || n > 15 || (not (all_are is_digit text)) || (n > 1 && text.[0] = '0') then refuse "a number is none";
  int_of_string text

let crc32 body =
  let crc = ref 0xFFFFFFFF in
  String.iter
    (fun c ->
      crc := !crc lxor Char.code c;
      for _ = 1 to 8 do
        crc := (!crc lsr 1) lxor (if !crc land 1 = 1 then 0xEDB88320 else 0)
      done)
    body;
  Printf.sprintf "%08x" (!crc lxor 0xFFFFFFFF)

(* The bytes, seven in each integer, the first one lowest. *)
let packed body =
  let n = (String.length body + 6) / 7 in
  if n > Parray.max_length then refuse "there are more entries than this program takes";
  let words = Array.make n 0 in
  String.iteri (fun i c -> words.(i / 7) <- words.(i / 7) lor (Char.code c lsl (8 * (i mod 7)))) body;
  ref (Parray.Newest (words, 0))

let rec natural n = if n = 0 then Checker.O else Checker.S (natural (n - 1))

(* Whether the certificate is a proof for a game and a position: a function of the player, the aim and the data. *)
let checker game position =
  match (game, position) with
  | "tictactoe", "........." ->
      fun me aim data ->
        Checker.check Checker.tic_tac_toe_rules me aim data (natural 10) (Obj.magic Checker.empty)
  | _, "empty" ->
      let width, height =
        try Scanf.sscanf game "connect4:width=%2u,height=%2u,connect=4%!" (fun w h -> (w, h))
        with Scanf.Scan_failure _ | Failure _ | End_of_file -> refuse "this program does not know the game"
      in
      if game <> Printf.sprintf "connect4:width=%d,height=%d,connect=4" width height || width < 1 || height < 1
         || not (Checker.fits (natural width) (natural height))
      then refuse "the board is none, or does not fit";
      let w = natural width and h = natural height in
      fun me aim data ->
        Checker.check (Checker.connect_four_rules w h) me aim data (natural ((width * height) + 1))
          (Obj.magic (Checker.start w h))
  | _ -> refuse "this program does not know the game and position"

let verify content =
  let lines, body = split content in
  let version, lines = take "plywise" lines in
  let game, lines = take "game" lines in
  let position, lines = take "position" lines in
  let player, lines = take "player" lines in
  let goal, lines = take "goal" lines in
  let rules, lines = take "rules" lines in
  let positions, lines = take "positions" lines in
  let entries, lines = take "entries" lines in
  let sum, lines = take "crc32" lines in
  if version <> "certificate 1" || lines <> [] then refuse "this is no certificate of version 1";
  if rules <> "none" && not (String.length rules = 64 && all_are is_hexadecimal rules) then
    refuse "the rules are no SHA-256";
  let me =
    match player with "MAX" -> Checker.First | "MIN" -> Checker.Second | _ -> refuse "the player is neither"
  in
  let aim = match goal with "win" -> Checker.Win | "draw" -> Checker.Draw | _ -> refuse "the goal is not known" in
  if sum <> crc32 body then refuse "the checksum is wrong";
  if number entries <> String.length body then refuse "the body has not as many entries as the header says";
  let data = { Checker.body = packed body; entries = number entries; positions = number positions } in
  if not (checker game position me aim data) then refuse "the entries prove nothing";
  Printf.printf "proved: %s from %s: %s %s, %s positions, %s entries\n" game position player goal positions entries

let rec read_all into =
  match input_char stdin with
  | c ->
      Buffer.add_char into c;
      read_all into
  | exception End_of_file -> Buffer.contents into

let () =
  set_binary_mode_in stdin true;
  try verify (read_all (Buffer.create 65536))
  with Refused reason ->
    prerr_endline ("not proved: " ^ reason);
    exit 1
