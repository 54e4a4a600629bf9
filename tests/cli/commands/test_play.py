"""plywise play, from outside: people, engines and chance at the board, on a terminal and off it, and how one leaves."""

import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from plywise.cli.commands.play import has_screen
from plywise.cli.program import run
from tests.helpers.fake_programs import GNU_GO, fake_command, left_running
from tests.helpers.program import PROGRAM, SUBTRACTION, interrupted

LEFT = "You left the game"
OVER = re.compile(r"Game over: (.+?)\. Moves: (.*?)\. Position: (.*)")
CLEAR = "\x1b[2J"


@pytest.fixture
def play(capsys, monkeypatch):
    """Run `plywise play` in this process: words -> (exit code, stdout, stderr); `typed` comes from stdin."""
    monkeypatch.setattr(sys, "path", list(sys.path))  # a user's file puts its folder there

    def call(*words, typed=""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8"))
        code = run(["play", *[str(word) for word in words]])
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


def outcome(out):
    """Return (outcome, moves, position) of a game played to its end."""
    (found,) = OVER.findall(out)
    return found[0], found[1].split(), found[2]


# --- engines and chance -----------------------------------------------------------------------------------------------


def test_engine_against_engine_draws_the_known_game(play):
    code, out, err = play("tictactoe", "--max", "engine", "--min", "engine")
    assert (code, err) in ((0, ""), (0, "compiling tictactoe, first time only ...\n"))
    assert outcome(out) == ("a draw", list("402635817"), "OOXXXOOXX")
    boards = re.findall(r"(?m)^   0   1   2\n0  . \| . \| .\n +-.*\n1  . \| . \| .\n +-.*\n2  . \| . \| .$", out)
    assert len(boards) == 10
    assert [re.findall("[XO]", row) for row in boards[-1].split("\n")[1::2]] == [list("OOX"), list("XXO"), list("OXX")]


ROUND = """import plywise as pw

class Round(pw.Game):
    def initial(self): return (0, 1)
    def player(self, s): return s[1]
    def actions(self, s): return (1,)
    def result(self, s, a): return (1 - s[0], -s[1])
    def terminal(self, s): return False
    def utility(self, s): return 0
"""


def test_programs_that_go_round_are_told_how_to_end_and_do_not_go_on_for_ever(play, tmp_path):
    (tmp_path / "round.py").write_text(ROUND)
    words = (f"{tmp_path}/round.py:Round", "--max", "random", "--min", "random", "--plies", "9")
    code, out, err = play(*words)
    assert code == 0
    assert out.splitlines()[-1].startswith("Game over: a draw, as the game is too long. Moves: 1 1 1 1 1 1 1 1 1. ")
    assert err.splitlines()[-1:] == [
        "a position has occurred 3 times: the game may be endless; --plies N ends it as a draw"
    ]
    assert err.count("has occurred") == 1


@pytest.mark.parametrize("seed", range(6))
def test_the_engine_never_loses_at_tic_tac_toe(play, seed):
    assert outcome(play("tictactoe", "--max", f"random:seed={seed}", "--min", "engine")[1])[0] in ("a draw", "O wins")
    assert outcome(play("tictactoe", "--max", "engine", "--min", f"random:seed={seed}")[1])[0] in ("a draw", "X wins")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_the_engine_wins_every_won_game_of_the_example(play, seed):
    game = f"{SUBTRACTION}:stones=10"
    assert outcome(play(game, "--max", "engine", "--min", f"random:seed={seed}")[1])[0] == "MAX wins"


@pytest.mark.parametrize(
    ("position", "move"),
    [("XX.OO....", "2"), ("XX.O...O.", "2"), ("X.X.O.O..", "1"), ("OO.X.X..X", "2"), ("XO.OX....", "8")],
)
@pytest.mark.parametrize("who", ["engine", "engine:level=1", "engine:depth=3", "engine:nodes=2000", "engine:time=0.2"])
def test_an_engine_takes_a_win_at_once(play, position, move, who):
    winner = "O" if position.count("X") > position.count("O") else "X"
    code, out, _ = play("tictactoe", "--position", position, "--max", who, "--min", who)
    assert code == 0
    assert outcome(out)[:2] == (f"{winner} wins", [move])


def test_an_engine_that_looks_two_plies_ahead_blocks(play):
    out = play("tictactoe", "--moves", "0 4 1", "--max", "random", "--min", "engine:level=12")[1]
    assert outcome(out)[1][:4] == ["0", "4", "1", "2"]


def test_chance_follows_its_seed(play):
    def moves(seed):
        return outcome(play("tictactoe", "--max", f"random:seed={seed}", "--min", f"random:seed={seed + 100}")[1])[1]

    games = [moves(seed) for seed in range(8)]
    assert games == [moves(seed) for seed in range(8)]
    assert len(set(map(tuple, games))) > 4


def test_the_moves_said_lead_to_the_position_said(play):
    _, moves, position = outcome(play("tictactoe", "--max", "random:seed=3", "--min", "random:seed=4")[1])
    board = ["."] * 9
    for number, cell in enumerate(moves):
        board[int(cell)] = "XO"[number % 2]
    assert "".join(board) == position


def test_a_delay_is_kept_after_each_move(play, monkeypatch):
    slept = []
    monkeypatch.setattr(time, "sleep", slept.append)
    code, out, _ = play("tictactoe", "--max", "engine", "--min", "engine", "--delay", "1.5")
    assert code == 0
    assert 8 <= len(slept) <= len(outcome(out)[1])
    assert set(slept) == {1.5}


def test_a_game_can_start_anywhere_even_at_its_end(play):
    code, out, _ = play("tictactoe", "--position", "XXXOO....", "--max", "engine", "--min", "engine")
    assert code == 0
    assert outcome(out) == ("X wins", [], "XXXOO....")
    last_move = play("tictactoe", "--position", "XOXXOOO.X", "--max", "engine", "--min", "engine")[1]
    assert outcome(last_move) == ("a draw", ["7"], "XOXXOOOXX")


# --- people -----------------------------------------------------------------------------------------------------------


def test_two_people_play_a_game(play):
    code, out, err = play("tictactoe", "--max", "human", "--min", "human", typed="0\n3\n1\n4\n2\n")
    assert (code, err) == (0, "")
    assert outcome(out) == ("X wins", ["0", "3", "1", "4", "2"], "XXXOO....")


def test_a_person_may_write_a_cell_as_row_and_column(play):
    out = play("tictactoe", "--max", "human", "--min", "human", typed="(0,0)\n1,0\n(0,1)\n(1,1)\n0,2\n")[1]
    assert outcome(out)[1] == ["0", "3", "1", "4", "2"]


def test_the_engine_is_who_answers_where_nothing_is_said(play):
    code, out, _ = play("tictactoe", typed="0\nquit\n")
    assert code == 0
    assert "X plays 0" in out
    assert "O plays 4" in out


@pytest.mark.parametrize(
    "wrong",
    ["banana", "9", "-1", "0 0", "4.0", "(3,0)", "(0,0", "é", "\x00", "1e3", "0" * 5000, "٤", "\x1b[A", "()", ","],
)
def test_a_wrong_move_is_asked_again_and_costs_nothing(play, wrong):
    code, out, err = play("tictactoe", "--min", "human", "--moves", "0", typed=f"{wrong}\n4\nquit\n")
    assert (code, err) == (0, "")
    assert "Traceback" not in out
    assert "again" in out.lower()
    assert "O plays 4" in out
    assert LEFT in out


def test_a_cell_taken_is_asked_again(play):
    out = play("tictactoe", "--min", "human", typed="4\n4\n0\nquit\n")[1]
    assert "'4' is not a legal action" in out
    assert "O plays 0" in out


def test_an_empty_line_and_spaces_are_asked_again(play):
    code, out, _ = play("tictactoe", "--min", "human", typed="\n   \n  4  \nquit\n")
    assert code == 0
    assert "X plays 4" in out


@pytest.mark.parametrize("typed", ["", "4\n", "4", "quit\n", "q\n", "exit\n", "banana\n"])
def test_quit_and_the_end_of_input_leave_cleanly(play, typed):
    code, out, err = play("tictactoe", typed=typed)
    assert (code, err) == (0, "")
    left = out.split("You left the game.\n")[1].splitlines()
    assert [line.partition(":")[0] for line in left] == ["Moves", "Position", "To continue"]


def test_undo_takes_back_the_move_and_the_answer(play):
    code, out, _ = play("tictactoe", typed="0\nundo\n4\nquit\n")
    assert code == 0
    boards = out.split("X to move")
    assert "0 1 2 3 4 5 6 7 8" in boards[1]
    assert "0 1 2 3 4 5 6 7 8" in boards[3]
    assert "X plays 4" in out


def test_undo_between_people_takes_back_one_move(play):
    out = play("tictactoe", "--min", "human", typed="0\n4\nundo\n3\n1\n5\n2\n")[1]
    assert outcome(out) == ("X wins", ["0", "3", "1", "5", "2"], "XXXO.O...")


def test_undo_at_the_start_has_nothing_to_take_back(play):
    code, out, _ = play("tictactoe", typed="undo\n4\nquit\n")
    assert code == 0
    assert "no move to take back" in out
    assert "X plays 4" in out


def test_a_hint_and_help(play):
    out = play("tictactoe", "--moves", "0", "--max", "engine", "--min", "human", typed="hint\nhelp\n?\nquit\n")[1]
    assert "would play 4" in out
    assert out.count("undo") == 2


def test_an_own_game_is_played_by_its_own_words(play):
    code, out, _ = play(f"{SUBTRACTION}:stones=5", "--min", "human", typed="1\n9\n3\n1\n")
    assert code == 0
    assert "MAX to move (1 2 3)" in out
    assert outcome(out)[:2] == ("MAX wins", ["1", "3", "1"])


# --- on a terminal ----------------------------------------------------------------------------------------------------


def test_a_terminal_shows_the_board_in_place(on_a_terminal):
    chance = ("--max", "random:seed=1", "--min", "random:seed=2")
    code, out = on_a_terminal("play", "tictactoe", "--plain", *chance, "--delay", "0.01")
    assert code == 0
    last = out.split(CLEAR)[-1]
    _, moves, position = outcome(last)
    assert out.count(CLEAR) == len(moves) + 1
    assert re.findall(r"[XO\d]", re.findall(r"(?m)^0  (.*)$", last)[0].strip()) == [
        str(cell) if mark == "." else mark for cell, mark in enumerate(position[:3])
    ]
    assert "take turns to mark a cell" in last


def test_a_person_plays_on_a_terminal(on_a_terminal):
    answers = [("X to move", "4\n"), ("O plays", "banana\n"), ("again", "quit\n")]
    code, out = on_a_terminal("play", "tictactoe", "--plain", "--min", "random", answers=answers)
    assert code == 0
    assert "X plays 4" in out
    assert LEFT in out


def test_a_dumb_terminal_gets_plain_text(on_a_terminal):
    chance = ("--max", "random:seed=1", "--min", "random:seed=2")
    code, out = on_a_terminal("play", "tictactoe", "--plain", *chance, TERM="dumb")
    assert code == 0
    assert "\x1b" not in out
    assert "Game over" in out


def test_the_end_of_input_on_a_terminal_leaves_cleanly(on_a_terminal):
    code, out = on_a_terminal("play", "tictactoe", "--plain", answers=[("X to move", "\x04")])
    assert code == 0
    assert LEFT in out


def test_ctrl_c_at_the_question_leaves_with_130(on_a_terminal):
    code, out = on_a_terminal("play", "tictactoe", "--plain", answers=[("X to move", signal.SIGINT)])
    assert code == 130
    assert "Traceback" not in out


# --- the terminal program; more of it in tests/tui --------------------------------------------------------------------


@pytest.mark.fast_with("interrupted")
@pytest.mark.parametrize(("leave", "expected"), [("\x03", 130), ("\x11", 0)], ids=["interrupted", "left"])
def test_a_terminal_has_a_board_to_move_on(on_a_terminal, tmp_path, leave, expected):
    answers = [
        ("X to move", "0\r"),
        ("O to move", "4\r"),
        ("O has played", "\x1b[B\x1b[B\x1b[D\r"),
        ("O to move", leave),
    ]
    words = ("play", "tictactoe", "--min", "human")
    code, out = on_a_terminal(*words, answers=answers, PLYWISE_DATA=str(tmp_path))
    assert code == expected
    assert "\x1b[?1049h" in out
    assert out.split("\x1b[?1049l")[1].count("plywise play tictactoe --min human --moves ") == 1
    assert "Traceback" not in out


@pytest.mark.slow
@pytest.mark.parametrize(
    "typed", ["\x03", signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=["key", "SIGINT", "SIGTERM", "SIGHUP"]
)
def test_ctrl_c_leaves_the_board_with_130_and_the_terminal_in_order(on_a_terminal, tmp_path, typed):
    answers = [("X to move", "4\r"), ("O thinks", typed)]
    words = ("play", "tictactoe", "--min", "engine:time=20")
    code, out = on_a_terminal(*words, answers=answers, PLYWISE_DATA=str(tmp_path))
    assert code == 130
    # O may have moved by then: the moves are one word of a command line, in quotes where there are two.
    assert re.search(r"--moves '?4\b", out.split("\x1b[?1049l")[1])
    assert "Traceback" not in out


@pytest.mark.slow
def test_a_terminal_whose_encoding_has_no_lines_gets_the_prompt(on_a_terminal):
    code, out = on_a_terminal("play", "tictactoe", answers=[("X to move", "quit\n")], PYTHONIOENCODING="ascii")
    assert code == 0
    assert "\x1b[?1049h" not in out


@pytest.mark.parametrize(("encoding", "expected"), [("utf-8", True), ("ascii", False), ("latin-1", False)])
def test_the_board_to_move_on_needs_a_terminal_that_can_draw_it(monkeypatch, encoding, expected):
    class Terminal(io.TextIOWrapper):
        def isatty(self):
            return True

    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, Terminal(io.BytesIO(), encoding=encoding))
    monkeypatch.setenv("TERM", "xterm")
    assert has_screen() == expected


def test_without_textual_there_is_the_prompt(on_a_terminal, tmp_path):
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['textual'] = None")
    path = f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    code, out = on_a_terminal("play", "tictactoe", answers=[("X to move", "quit\n")], PYTHONPATH=path)
    assert code == 0
    assert LEFT in out
    assert "\x1b[?1049h" not in out


@pytest.mark.slow
def test_ctrl_c_while_waiting_leaves_with_130(on_a_terminal):
    words = ("tictactoe", "--max", "engine", "--min", "engine", "--delay", "30")
    code, out = on_a_terminal("play", "--plain", *words, answers=[("X plays", signal.SIGINT)])
    assert code == 130
    assert "Traceback" not in out


@pytest.mark.slow
def test_ctrl_c_while_the_engine_thinks_leaves_with_130():
    words = ("connect4", "--max", "random:seed=1", "--min", "engine:time=30")
    code, out, err = interrupted("play", *words, after="Yellow plays", busy=3)
    assert code == 130
    assert "Red plays" not in out
    assert "Traceback" not in err


def test_a_pipe_gets_no_escape_codes_and_a_reader_may_leave():
    with subprocess.Popen(
        [PROGRAM, "play", "tictactoe", "--max", "engine", "--min", "engine", "--delay", "0.05"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        first = process.stdout.readline()
        process.stdout.close()
        err = process.stderr.read()
    assert first.startswith(b"tictactoe: X (MAX) and O (MIN) take turns")
    assert (process.returncode, err) == (0, b"")


# --- leaving, and going on --------------------------------------------------------------------------------------------


def way_on(out):
    """Return the words of the command that the program prints to go on."""
    (line,) = re.findall(r"(?m)^To continue: plywise play (.*)$", out)
    return shlex.split(line)


@pytest.mark.parametrize(
    "words",
    [
        ("tictactoe", "--min", "engine:level=2"),
        ("tictactoe", "--min", "human", "--position", "X...O...."),
        (f"{SUBTRACTION}:stones=9", "--max", "human", "--min", "random:seed=3"),
    ],
)
def test_the_command_that_is_printed_goes_on_from_there(play, words):
    state = "1\n" if SUBTRACTION in words[0] else "8\n"
    first = play(*words, typed=state)[1]
    code, again, err = play(*way_on(first))
    assert (code, err) == (0, "")
    assert way_on(again) == way_on(first)
    assert first.splitlines()[-4:] == again.splitlines()[-4:]


def test_a_game_whose_rules_fail_can_go_on_from_there(play, tmp_path):
    rules, name = SUBTRACTION.split(":")
    file = tmp_path / "odd.py"
    file.write_text(Path(rules).read_text().replace("return state.stones == 0", "return not 6 // state.stones"))
    code, out, err = play(f"{file}:{name}:stones=5", "--min", "human", typed="2\n2\n1\n")
    assert (code, way_on(out)[-2:]) == (2, ["--moves", "2 2 1"])
    assert "ZeroDivisionError" in err


def test_a_game_is_saved_and_loaded(play, tmp_path):
    file = tmp_path / "game.json"
    _, out, err = play("tictactoe", "--min", "simple", typed=f"4\nsave {file}\n8\nload {file}\nquit\n")
    assert (err, str(file) in out) == (f"written: {file}\n", False)  # said once
    assert "\nMoves: 4 0\n" in out
    loaded = play("tictactoe", "--load", file)[1]
    assert way_on(loaded) == ["tictactoe", "--min", "simple", "--moves", "4 0"]
    assert way_on(play("tictactoe", "--load", file, "--min", "human")[1])[:3] == ["tictactoe", "--min", "human"]


@pytest.mark.parametrize(
    ("name", "text", "game"),
    [
        ("a.json", '{"plywise": "game record", "game": "nim:heaps=1-2", "start": "1-2", "moves": []}', "nim:heaps=1-2"),
        ("a.pgn", "[White \"A\"]\n\n1. e4 e5 *\n", "chess"),
        ("a.pdn", "[Event \"x\"]\n1. 11-15 22-18 *\n", "checkers"),
        ("a.sgf", "(;GM[1]SZ[5]KM[0.5];B[cc])", "go:komi=0.5"),
    ],
)  # fmt: skip
def test_a_file_says_the_game_that_goes_on(play, tmp_path, name, text, game):
    file = tmp_path / name
    file.write_text(text)
    both = ("--max", "human", "--min", "human")
    code, out, err = play("--load", file, *both)
    assert (code, err) == (0, "")
    assert way_on(out)[0] == game
    assert play(game, "--load", file, *both)[1] == out


def test_a_file_that_does_not_say_its_game_is_refused_with_what_to_type(play, tmp_path):
    file = tmp_path / "my moves.txt"
    unknown = '{"plywise": "game record", "game": "mine", "start": "", "moves": []}'
    for text in ("1. xx *", "(;GM[1];B[cc])", "4433", unknown):
        file.write_text(text)
        code, out, err = play("--load", file)
        assert (code, out) == (2, "")
        assert "name the game" in err
        assert err.endswith(f"; type plywise play GAME --load '{file}'\n")
    code, out, err = play("--min", "human")
    assert (code, out) == (2, "")
    assert "name a GAME, or with --load a file" in err


ANNOTATED = """\
[Event "Club"]
[White "Ann \\"A\\" Bee"]
[Black "Bob"]
[Result "*"]
[TimeControl "5400+30"]
[Odd_Tag "kept"]
[PlyCount "4"]

{first} 1. e4 {my favourite} e5 $1 (1... c5 {Sicilian} (1... -- 2. d4)) 2. Nf3 Nc6 *
"""


def test_what_others_wrote_survives_moves_and_saves(play, tmp_path):
    first, second, third = (tmp_path / f"{name}.pgn" for name in "abc")
    first.write_text(ANNOTATED)
    play("chess", "--load", first, "--min", "human", typed=f"f1b5\nsave {second}\nquit\n")
    play("chess", "--load", second, "--max", "human", "--min", "human", typed=f"a7a6\nsave {third}\nquit\n")
    tags, moves = third.read_text().split("\n\n")[:2]
    for line in (*ANNOTATED.splitlines()[:6], '[PlyCount "6"]'):
        assert line in tags.splitlines()
    assert " ".join(moves.split()) == (
        "{first} 1. e4 {my favourite} 1... e5 $1 (1... c5 {Sicilian} (1... -- 2. d4)) 2. Nf3 Nc6 3. Bb5 a6 *"
    )


def test_a_game_is_saved_again_and_again_over_itself(play, tmp_path):
    file = tmp_path / "game.json"
    _, _, err = play("tictactoe", "--min", "human", typed=f"4\nsave {file}\n8\nsave {file}\nload {file}\nsave {file}\n")
    assert err == f"written: {file}\n" * 3
    _, _, err = play("tictactoe", "--load", file, typed=f"0\nsave {file}\n")
    assert err == f"written: {file}\n"
    assert way_on(play("tictactoe", "--load", file)[1])[-1] == "4 8 0"


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("save", "name a file"),
        ("save {other}", "exists already, and is not a saved game"),
        ("save /dev/zero", "file /dev/zero exists already, and is not a saved game"),
        ("save /", "file / exists already, and is not a saved game"),
        ("save /no/such/folder/x", "cannot be written"),
        ("load {other}", "not a saved game"),
        ("load /no/such/file", "no file /no/such/file"),
    ],
)
def test_a_file_that_does_not_do_is_asked_again(play, tmp_path, typed, names):
    other = tmp_path / "other.txt"
    other.write_text("mine")
    code, out, err = play("tictactoe", typed=typed.format(other=other) + "\nquit\n")
    assert (code, err) == (0, "")
    assert names in out
    assert other.read_text() == "mine"


def test_a_load_that_does_not_fit_is_refused_in_one_line(play, tmp_path):
    file = tmp_path / "game.json"
    play("tictactoe", "--min", "human", typed=f"4\nsave {file}\n")
    for words in (("nim", "--load", file), ("tictactoe", "--load", file, "--moves", "0"), ("nim", "--load", tmp_path)):
        code, out, err = play(*words)
        assert (code, out, len(err.splitlines())) == (2, "", 1)


# --- files of games ---------------------------------------------------------------------------------------------------


def load(play, game, source, *words):
    """Return the words of the way on after loading a game, and what was said on stderr."""
    code, out, err = play(game, "--load", source, *words)
    assert code == 0
    return way_on(out), err


def test_values_and_clocks_survive_a_game_that_goes_on(play, tmp_path):
    file, told = tmp_path / "game.json", {"plywise": "game record", "version": 1, "game": "tictactoe"}
    moves = [{"word": "0", "value": "inf", "nodes": 7, "time": 0.25, "clock": 9.75}]
    told |= {"start": ".........", "opening": ["4"], "moves": moves, "max": "human", "min": "engine:depth=2"}
    told |= {"control": "10+0", "winner": "MAX", "ended_by": "resigned", "detail": "enough", "more": {"round": 3}}
    file.write_text(json.dumps(told) + "\n")
    play("tictactoe", "--load", file, typed=f"1\nsave {file}\n")
    kept = json.loads(file.read_text())
    assert (kept["opening"], kept["moves"][:2]) == (["4"], [*moves, {"word": "1"}])
    assert kept["moves"][2].keys() == {"word", "value", "depth", "nodes"}  # the engine's answer
    assert (kept["control"], kept["more"]) == ("10+0", {"round": 3})
    assert (kept["winner"], kept["ended_by"], kept["detail"]) == (None, "unfinished", "")
    back = "undo\n" * 4
    play("tictactoe", "--load", file, "--min", "human", typed=f"{back}save {file}\n")
    kept = json.loads(file.read_text())
    assert (kept["opening"], kept["moves"], kept["position"]) == ([], [], ".........")


def test_a_game_saved_by_an_older_plywise_loads(play, tmp_path):
    file = tmp_path / "old.json"
    old = {"plywise": "saved game", "game": "tictactoe", "start": ".........", "moves": ["4", "0"]}
    file.write_text(json.dumps(old | {"position": "O...X....", "max": "human", "min": "simple"}, indent=2) + "\n")
    assert load(play, "tictactoe", file) == (["tictactoe", "--min", "simple", "--moves", "4 0"], "")
    assert play("tictactoe", "--load", file, typed=f"save {file}\n")[2] == f"written: {file}\n"
    assert json.loads(file.read_text())["plywise"] == "game record"


@pytest.mark.parametrize(
    ("game", "form", "move"), [("checkers", "pdn", "11-15"), ("go", "sgf", "c3"), ("othello", "SGF", "d3")]
)
def test_a_game_is_saved_in_its_notation_and_goes_on(play, tmp_path, game, form, move):
    file = tmp_path / f"game.{form}"
    _, _, err = play(game, "--min", "human", typed=f"{move}\nsave {file}\nsave {file}\n")
    assert err == f"written: {file}\n" * 2
    assert file.read_text().startswith("[Event" if form == "pdn" else "(;FF[4]")
    assert load(play, game, file) == ([game, "--min", "human", "--moves", move], "")


def test_the_last_of_several_games_is_loaded_or_the_one_asked_for(play, tmp_path):
    file = tmp_path / "games#2"
    told = {"plywise": "game record", "game": "tictactoe", "start": "........."}
    file.write_text("".join(json.dumps(told | {"moves": moves}) + "\n" for moves in (["0"], ["1"], ["2"])))
    people = ("--min", "human")
    loaded = [load(play, "tictactoe", f"{file}{number}", *people)[0][-1] for number in ("", "#1", "#2", "#3")]
    assert loaded == ["2", "0", "1", "2"]
    for number, message in (
        ("#4", "it has 3 games, and no game 4"),
        ("#", "after # must be that of a game"),
    ):
        code, out, err = play("tictactoe", "--load", f"{file}{number}")
        assert (code, out, len(err.splitlines()), message in err) == (2, "", 1, True)
    assert "exists already, and is not a saved game" in play("tictactoe", typed=f"save {file}\nquit\n")[1]
    assert len(file.read_text().splitlines()) == 3  # two other games would be lost
    assert "\nMoves: 0\n" in play("tictactoe", *people, typed=f"load {file}#1\nquit\n")[1]


def test_a_form_that_the_game_has_not_is_refused(play, tmp_path):
    file = tmp_path / "game.pgn"
    out = play("tictactoe", typed=f"save {file}\nquit\n")[1]
    assert "games of tictactoe are saved only as JSON, not as PGN. Try again." in out
    assert not file.exists()


@pytest.mark.parametrize("who", ["uci:/bin/sh -c evil", "engine:level=99", "Ann", "file.py:play", "gtp:x", "human:x"])
def test_players_that_a_file_names_run_nothing(play, tmp_path, who):
    file = tmp_path / "game.json"
    told = {"plywise": "game record", "game": "tictactoe", "start": ".........", "moves": ["4", "0"]}
    file.write_text(json.dumps(told | {"max": who, "min": "human"}) + "\n")
    words, err = load(play, "tictactoe", file)
    assert words == ["tictactoe", "--min", "human", "--moves", "4 0"]
    assert err == f"{who} is not a player here: human plays instead; choose another with --max\n"


# --- what is seen -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("XX.OO....", "play 2: it wins at once"),
        ("X...OX.O.", "play 1: after any other move O wins at once"),
        ("X...O....", "proved: a draw"),
    ],
)
def test_a_hint_has_its_reason(play, position, reason):
    out = play("tictactoe", "--position", position, "--min", "engine:level=8", typed="hint\n")[1]
    assert reason in out


def test_an_engine_says_what_it_thinks(play):
    out = play("tictactoe", "--min", "engine:depth=3", typed="0\n")[1]
    assert re.search(r"O plays 4 \(value [-+0-9.]+ for O, 3 plies ahead, line 4 .*\)", out)
    assert "(proved: O wins in 1 ply)" in play("tictactoe", "--moves", "0 4 1 2 8", "--min", "solver", typed="")[1]
    assert "plays 4 (without a search)" in play("tictactoe", "--min", "simple", typed="0\n")[1]


def test_many_moves_are_listed_in_groups(play):
    out = play("breakthrough:rows=6,columns=6", "--min", "human")[1]
    assert "Black to move, 16 moves:" not in out
    out = play("mnk:m=6,n=5,k=4", "--min", "human")[1]
    assert "X to move (0-29): " in out
    out = play("go", "--min", "human")[1]
    assert "  a1 a2 a3 a4 a5\n" in out


def test_the_board_has_coordinates_and_the_rules_a_line(play):
    out = play("breakthrough:rows=5,columns=4", "--min", "human")[1]
    assert out.startswith("breakthrough:rows=5,columns=4: Black (MAX) moves down and first")
    assert "   a   b   c   d\n5  b | b | b | b\n" in out


# --- other programs ---------------------------------------------------------------------------------------------------


@pytest.fixture
def fake(tmp_path):
    """Return the text of a player that is a fake program: fault, at. Nothing of it may be left."""
    pids = tmp_path / "pids"
    pids.write_text("")
    yield lambda fault="none", at=1: f"uci[patience=100]:{fake_command('uci', fault, at, pids)}"
    assert left_running(pids) == []


def test_a_program_plays_at_the_board(play, fake):
    code, out, err = play("tictactoe", "--max", fake("chatter"), "--min", "human", typed="3\n4\n")
    assert (code, err) == (0, "")
    assert "X plays 0 (value +1.5 for X, 3 plies ahead)" in out
    assert outcome(out) == ("X wins", ["0", "3", "1", "4", "2"], "XXXOO....")


def test_after_undo_a_program_knows_where_the_game_is(play, fake):
    out = play("tictactoe", "--max", fake(), "--min", "human", typed="1\nundo\n3\n4\n")[1]
    assert outcome(out) == ("X wins", ["0", "3", "1", "4", "2"], "XXXOO....")


def test_two_programs_play_each_other(play, fake):
    assert outcome(play("tictactoe", "--max", fake(), "--min", fake())[1])[1] == list("0123456")


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        ("crash", "crash: python ended with exit code 3: out of luck"),
        ("much_garbage", "garbage: python wrote "),
        ("no_such_move", "illegal move: 'z99' is not a move"),
        ("occupied", "illegal move: 0"),
    ],
)
def test_a_program_that_fails_is_told_in_one_line_and_the_game_is_left(play, fake, fault, says):
    code, out, err = play("tictactoe", "--max", fake(fault, at=2), "--min", "random:seed=2")
    assert code == 2
    assert len(err.splitlines()) == 1
    assert err.startswith("plywise: X (uci[patience=100]:")
    assert f"cannot continue: {says}" in err
    assert LEFT in out
    assert "To continue: plywise play tictactoe" in out


def test_a_program_that_does_not_start_is_told_at_once(play, fake):
    code, out, err = play("tictactoe", "--min", fake("leave", at=0), typed="0\n")
    assert code == 2
    assert "cannot continue: crash: python ended with exit code 0" in err
    assert "Moves: none" in out


def test_a_program_may_resign(play, fake):
    code, out, err = play("tictactoe", "--max", fake("resign", at=2), "--min", "random:seed=2")
    assert (code, err) == (0, "")
    assert outcome(out)[0] == "O wins, as X resigns"


@pytest.mark.parametrize(
    ("game", "who", "says"),
    [
        ("tictactoe", "uci:no-such-program", "no program 'no-such-program'"),
        ("tictactoe", "gtp:cat", "tictactoe cannot be played with a GTP program"),
        ("go:size=4x3", "gtp:cat", "cannot be played with a GTP program"),
        ("tictactoe", "uci[nodes]:cat", "nodes has no value"),
        ("tictactoe", "function:no.py:f", "no file 'no.py' to read"),
    ],
)
def test_a_program_that_cannot_play_is_refused_before_the_game(play, game, who, says):
    code, out, err = play(game, "--min", who)
    assert (code, out) == (2, "")
    assert says in err
    assert len(err.splitlines()) == 1


def test_ones_own_function_plays(play, tmp_path):
    file = tmp_path / "own.py"
    file.write_text("def last(game, state):\n    return list(game.actions(state))[-1]\n")
    out = play("tictactoe", "--max", f"function:{file}:last", "--min", f"function:{file}:last")[1]
    assert outcome(out)[1] == list("8765432")
    file.write_text("def bad(game, state):\n    return 1 / 0\n")
    code, out, err = play("tictactoe", "--min", f"function:{file}:bad", typed="0\n")
    assert code == 2
    assert f"cannot continue: error: {file}:2: ZeroDivisionError: division by zero" in err
    assert LEFT in out


def test_a_file_that_was_saved_starts_no_program_that_nobody_named(play, fake, tmp_path):
    file, who = tmp_path / "game.json", fake()
    play("tictactoe", "--max", "human", "--min", who, typed=f"8\nsave {file}\nquit\n")
    code, out, err = play("tictactoe", "--load", file, typed="quit\n")
    assert code == 0
    assert "is not a player here: engine plays instead; choose another with --min" in err
    assert "O plays" not in out
    code, out, _ = play("tictactoe", "--load", file, "--min", who, typed="7\nquit\n")
    assert code == 0
    assert "O plays 1" in out


@pytest.mark.skipif(GNU_GO is None, reason="GNU Go (gnugo) is not installed")
def test_gnu_go_plays_at_the_board(play):
    code, out, err = play("go:size=5", "--max", "human", "--min", "gtp:gnugo --mode gtp --level 1", typed="c3\nquit\n")
    assert (code, err) == (0, "")
    assert re.search(r"White plays [a-e][1-5]\n", out)


# --- clocks -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_both_clocks_are_shown_and_kept(play, tmp_path):
    saved = tmp_path / "game.json"
    code, out, _ = play("tictactoe", "--clock", "300+2", "--max", "human", typed=f"4\nsave {saved}\nquit\n")
    assert code == 0
    assert "Clocks: X 5:00.0, O 5:00.0" in out
    assert "--clock 300+2" in out.splitlines()[-1]
    kept = json.loads(saved.read_text())
    assert kept["control"] == "300+2"
    assert [sorted(move.keys() & {"time", "clock"}) for move in kept["moves"]] == [["clock", "time"]] * 2
    assert all(280 < move["clock"] <= 302 for move in kept["moves"])


def test_the_clocks_go_on_with_a_game_that_is_loaded(play, tmp_path):
    saved = tmp_path / "game.json"
    play("tictactoe", "--clock", "300+0", "--max", "human", typed=f"4\nsave {saved}\nquit\n")
    game = json.loads(saved.read_text())
    game["moves"][0]["clock"], game["moves"][1]["clock"] = 60.5, 3661
    saved.write_text(json.dumps(game))
    assert "Clocks: X 1:00.5, O 1:01:01.0" in play("tictactoe", "--load", saved, "--clock", "300")[1]
    assert "Clocks: X 3:20.0, O 3:20.0" in play("tictactoe", "--load", saved, "--clock", "200")[1]
    code, out, err = play("tictactoe", "--load", saved)
    assert (code, err) == (0, "the game was played with a clock: add --clock 300+0 to continue with it\n")
    assert "Clocks" not in out


def test_whose_time_runs_out_loses(play, tmp_path):
    slow = tmp_path / "slow.py"
    slow.write_text("import time\ndef think(game, state):\n    time.sleep(0.8)\n    return min(game.actions(state))\n")
    who = f"function:{slow}:think"
    code, out, _ = play("tictactoe", "--clock", "0.5", "--max", "simple", "--min", who)
    assert (code, outcome(out)[0]) == (0, "X wins, as the time of O has run out")
    assert len(outcome(out)[1]) == 1
    assert outcome(play("tictactoe", "--clock", "time=20", "--max", "simple", "--min", who)[1])[0].endswith("wins")


def test_what_is_taken_back_is_played_on_the_same_clock(play):
    _, out, _ = play("tictactoe", "--clock", "100", "--max", "human", typed="4\nundo\n0\nquit\n")
    assert [float(x) for x in re.findall(r"Clocks: X 1:(\d\d\.\d)", out)] == sorted(
        (float(x) for x in re.findall(r"Clocks: X 1:(\d\d\.\d)", out)), reverse=True
    )
    assert out.count("Clocks:") == 6


def test_nodes_and_plies_can_be_limited_too(play):
    _, out, _ = play("connect4", "--clock", "depth=2", "--max", "engine", "--min", "engine", "--moves", "4 4 4 4 4 3")
    assert set(re.findall(r"(\d+) plies ahead", out)) == {"2"}
    assert "Clocks" not in out


@pytest.mark.parametrize("clock", ["5+x", "nan", "-1", "0", "time=1,3+4", "no"])
def test_clocks_that_nobody_can_play_under_are_refused(play, clock):
    code, out, err = play("tictactoe", "--clock", clock)
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert err.startswith("plywise: clock")


# --- levels -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "plays"),
    [
        ((), {"MIN": "engine:level=2"}),
        (("--min", "human"), {"MAX": "engine:level=2"}),
    ],
)
def test_level_is_the_engines_on_the_side_that_is_free(play, words, plays):
    code, out, err = play("tictactoe", "--level", "2", *words, typed="quit\n")
    assert (code, LEFT in out) == (0, True), err
    for side, who in plays.items():
        assert f"--{side.lower()} {who}" in out.splitlines()[-1]


def test_level_needs_a_free_side_and_a_level_that_there_is(play):
    words = ("tictactoe", "--max", "human", "--min", "human")
    assert play(*words, "--level", "2")[2] == (
        "plywise: --level needs a side that neither --max nor --min sets: write engine:level=2 there\n"
    )
    assert "range 1<=x<=12" in play("tictactoe", "--level", "13")[2]
