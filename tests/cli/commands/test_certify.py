"""plywise certify, plywise verify and plywise solve --certificate, from outside."""

import json
import lzma
import re
import subprocess
import time

import pytest

import plywise as pw
from plywise.certificates.choosing import PlainChooser
from tests.helpers.program import COMPILING, PROGRAM, SUBTRACTION

HALVES = """
from plywise import Game, MAX, MIN

class Halves(Game):
    name = "halves"
    utility_bounds = (-0.5, 0.5)

    def initial(self): return 2
    def player(self, state): return MAX if state % 2 == 0 else MIN
    def actions(self, state): return [1, 2]
    def result(self, state, action): return max(0, state - action)
    def terminal(self, state): return state == 0
    def utility(self, state): return 0.5
"""


@pytest.fixture
def draw(plywise, tmp_path):
    """Return a certificate of the second player's draw at tic-tac-toe."""
    file = tmp_path / "draw.cert"
    code, out, _ = plywise("certify", "tictactoe", "--goal", "draw", "--player", "MIN", "--out", str(file))
    assert code == 0
    assert out.startswith("tictactoe, .........: O gets at least a draw\n14 entries for 65 positions, ")
    return file


def test_what_is_certified_is_verified(plywise, draw):
    code, out, err = plywise("verify", str(draw))
    assert (code, err) == (0, "")
    assert out.startswith("proved: tictactoe, .........: O gets at least a draw\n65 positions, 14 entries, ")
    assert "trusted: the rules in tictactoe.py" in out


@pytest.mark.parametrize(
    "change", [lambda each: each[:-1], lambda each: each + b"\0", lambda each: each.replace(b"1", b"2", 1)]
)
def test_what_is_no_proof_is_refused_in_one_line(plywise, draw, change):
    draw.write_bytes(change(draw.read_bytes()))
    code, out, err = plywise("verify", str(draw))
    assert (code, out) == (1, "")
    assert err.startswith(f"not proved: {draw}: ")
    assert err.count("\n") == 1


def test_a_file_is_packed_by_its_name(plywise, tmp_path, draw):
    packed = tmp_path / "draw.cert.xz"
    plywise("certify", "tictactoe", "--goal", "draw", "--player", "MIN", "--out", str(packed))
    assert lzma.decompress(packed.read_bytes()) == draw.read_bytes()
    assert plywise("verify", str(packed))[0] == 0
    for content in (packed.read_bytes()[:-9], packed.read_bytes() + b"more", b"\xfd7zXZ\x00\xff\xff"):
        packed.write_bytes(content)
        code, _, err = plywise("verify", str(packed))
        assert (code, err.count("\n")) == (1, 1)


@pytest.mark.parametrize("pack", [bytes, lzma.compress])
def test_a_certificate_is_read_from_stdin(plywise, draw, pack):
    content = pack(draw.read_bytes())
    assert plywise("verify", "-", stdin=content)[0] == 0
    code, out, _ = plywise("solve", "tictactoe", "--certificate", "-", "--json", stdin=content)
    assert (code, json.loads(out)["reason"]) == (0, "any reply")
    code, out, err = plywise("verify", "-", stdin=content[:-1])
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert err.startswith("not proved: stdin: ")


def test_a_pipe_that_gives_little_at_once_is_read_to_its_end(draw):
    content = lzma.compress(draw.read_bytes())
    process = subprocess.Popen([PROGRAM, "verify", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for at in range(0, len(content), 3):
        process.stdin.write(content[at : at + 3])
        process.stdin.flush()
    assert process.communicate(timeout=60)[0].startswith(b"proved: tictactoe")


def test_a_certificate_goes_to_stdout_alone(plywise, draw):
    words = ("certify", "tictactoe", "--goal", "draw", "--player", "MIN", "--out", "-")
    assert subprocess.run([PROGRAM, *words], capture_output=True, check=True).stdout == draw.read_bytes()
    code, out, err = plywise(*words, "--json")
    assert (code, out, err) == (2, "", "plywise: --json and --out - both write to stdout\n")


def test_a_server_is_given_a_certificate_as_a_file(plywise):
    code, out, err = plywise("serve", "--certificate", "-", "--no-browser")
    assert (code, out, err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("tictactoe", "--goal", "draw"), "only the plies to a win are counted"),
        (("mnk:m=4,n=3,k=3", "--goal", "win", "--method", "proof"), "--method proof finds a win"),
        (("halves.py:Halves", "--goal", "win"), "only whole utilities"),
    ],
)
def test_why_plies_are_not_counted_is_said(plywise, tmp_path, monkeypatch, words, why):
    (tmp_path / "halves.py").write_text(HALVES)
    monkeypatch.chdir(tmp_path)
    code, out, err = plywise("certify", *words, "--distance", "--out", str(tmp_path / "x"))
    assert (code, out) == (2, "")
    assert f"--distance: {why}" in err


def test_a_goal_that_does_not_hold_is_refuted_with_the_value(plywise, tmp_path):
    file = tmp_path / "none.cert"
    words = ("certify", "tictactoe", "--goal", "win", "--engine", "reference", "--out", str(file))
    code, out, err = plywise(*words)
    assert (code, out) == (1, "")
    said = "refuted: the claim that X wins is false: the value is 0 (a draw); nothing was written\n"
    assert COMPILING.sub("", err) == said
    assert not file.exists()


@pytest.mark.parametrize(
    "words",
    [
        ("--goal", "much"),
        ("--goal", "nan"),
        ("--goal", "1e999"),
        ("--goal", "1_0"),
        ("--goal", "win", "--player", "BOTH"),
        ("--goal", "draw", "--distance"),
        ("--goal", "draw", "--trust-bounds"),
        ("--goal", "draw", "--resume"),
    ],
)
def test_bad_input_is_one_line(plywise, tmp_path, words):
    code, out, err = plywise("certify", "tictactoe", *words, "--out", str(tmp_path / "x"))
    assert (code, out, err.count("\n")) == (2, "", 1)


@pytest.mark.slow_with("-0.0-MIN", "9223372036854775808-MIN", "0.5-MIN", "-0.0-MAX")
@pytest.mark.parametrize("player", ["MAX", "MIN"])
@pytest.mark.parametrize("goal", ["9223372036854775808", "-4611686018427387904", "9" * 400, "-1e300", "-0.0", "0.5"])
def test_a_goal_may_be_any_number(plywise, tmp_path, goal, player):
    holds = float(goal) <= 0 if player == "MAX" else float(goal) >= 0
    file = tmp_path / "any.cert"
    code, _, err = plywise("certify", "tictactoe", f"--goal={goal}", "--player", player, "--out", str(file))
    assert code == (0 if holds else 1)
    assert ("refuted: the claim that" in err) != holds
    if holds:
        assert plywise("verify", str(file))[0] == 0


def test_a_position_that_the_rules_do_not_know_proves_nothing(plywise, tmp_path):
    file = tmp_path / "own.cert"
    game = f"{SUBTRACTION}:stones=10"
    assert plywise("certify", game, "--goal", "win", "--engine", "reference", "--out", str(file))[0] == 0
    content = file.read_bytes()
    begin = content.index(b"position ") + len(b"position ")
    for position in (b"None", b"()", b"x" * 5000):
        file.write_bytes(content[:begin] + position + content[content.index(b"\n", begin) :])
        code, out, err = plywise("verify", str(file), "--game", game)
        assert (code, out, err.count("\n")) == (1, "", 1)
        assert len(err) < 500


def test_a_position_off_the_lines_is_not_called_proved(plywise, draw):
    code, out, err = plywise("solve", "tictactoe", "--certificate", str(draw), "--position", "XXXOO....")
    assert (code, out) == (2, "")
    assert "the certificate does not reach XXXOO...." in err


@pytest.mark.slow
def test_a_position_of_a_certificate_that_counts_plies_is_found(plywise, tmp_path):
    file, game = tmp_path / "counted.cert", "mnk:m=4,n=3,k=3"
    assert plywise("certify", game, "--goal", "win", "--distance", "--out", str(file))[0] == 0
    by_moves = plywise("solve", game, "--certificate", str(file), "--moves", "1 0", "--json")
    assert by_moves[0] == 0
    assert plywise("solve", game, "--certificate", str(file), "--position", "OX..........", "--json") == by_moves
    whole = json.loads(plywise("verify", str(file), "--json")[1])["within"]
    said = plywise("solve", game, "--certificate", str(file), "--moves", "1 0")[1]
    assert f"X wins in at most {whole - 2} plies: by the certificate" in said


def test_a_file_that_is_none_is_said_to_be_none(plywise, tmp_path):
    for path, expected in ((tmp_path / "none", 2), (tmp_path, 2), ("/dev/zero", 1)):
        code, out, err = plywise("verify", str(path))
        assert (code, out, err.count("\n")) == (expected, "", 1)


def test_rules_of_ones_own_are_not_run_because_a_certificate_names_them(plywise, tmp_path):
    file = tmp_path / "own.cert"
    words = ("certify", f"{SUBTRACTION}:stones=10", "--goal", "win", "--engine", "reference", "--out", str(file))
    assert plywise(*words)[0] == 0
    code, _, err = plywise("verify", str(file))
    assert code == 2
    assert "pass them with --game" in err
    assert plywise("verify", str(file), "--game", f"{SUBTRACTION}:stones=10")[0] == 0
    code, _, err = plywise("verify", str(file), "--game", f"{SUBTRACTION}:stones=11")
    assert code == 1
    assert "it is about" in err


def test_it_is_played_by_without_a_search(plywise, draw):
    code, out, _ = plywise("solve", "tictactoe", "--certificate", str(draw), "--moves", "0", "--json")
    assert code == 0
    found = json.loads(out)
    assert (found["best"], found["reason"], found["player"]) == (["4"], "chosen", "MIN")
    assert found["pv"][0] == "4"
    code, _, err = plywise("solve", "tictactoe", "--certificate", str(draw), "--moves", "0 1")
    assert (code, err.count("\n")) == (2, 1)


@pytest.mark.parametrize("seed", range(3))
def test_who_plays_by_it_does_not_lose(plywise, draw, seed):
    words = ("--max", f"random:seed={seed}", "--min", f"certificate:{draw}", "--plain")
    code, out, _ = plywise("play", "tictactoe", *words)
    assert code == 0
    assert "Game over: O wins" in out or "Game over: a draw" in out


def test_nobody_plays_by_what_is_no_certificate_of_the_game(plywise, draw):
    code, _, err = plywise("play", "nim", "--max", "random", "--min", f"certificate:{draw}", "--plain")
    assert (code, err.count("\n")) == (2, 1)
    assert "it is about 'tictactoe'" in err


def test_a_move_that_leaves_the_strategy_is_named(plywise, draw):
    code, _, err = plywise("solve", "tictactoe", "--certificate", str(draw), "--moves", "0 1")
    assert (code, COMPILING.sub("", err)) == (2, "plywise: move 2: the certificate plays 4, not 1\n")


def test_progress_is_told_in_lines_where_there_is_no_terminal(plywise, tmp_path, monkeypatch):
    monkeypatch.setattr("plywise.cli.status_line.FIRST_LINE", 0.01)
    choose = PlainChooser.choose

    def slowly(self, states):
        time.sleep(0.2)
        return choose(self, states)

    monkeypatch.setattr(PlainChooser, "choose", slowly)
    words = ("certify", "nim:heaps=1-2", "--goal", "win", "--engine", "reference")
    code, _, err = plywise(*words, "--out", str(tmp_path / "a.cert"))
    assert code == 0
    assert re.match(r"0 s, (?:before the first level|level 0: 1 position, 1 so far)\n", err)
    code, _, err = plywise(*words, "--out", str(tmp_path / "b.cert"), "--json")
    assert (code, err) == (0, "")


def write_strategy(file, game, good):
    """Write the strategy of the first player of the subtraction game: leave a multiple of `good` stones."""
    lines, waiting, met = [], [game.initial()], set()
    while waiting:
        state = waiting.pop()
        if state in met or game.terminal(state):
            continue
        met.add(state)
        children = {action: game.result(state, action) for action in game.actions(state)}
        waiting += children.values()
        best = [action for action in children if (state.stones - action) % good == 0]
        if game.player(state) == pw.MAX and best:
            lines.append(f"{game.format_state(state)}\t{game.format_action(state, best[0])}\n")
    file.write_text("".join(lines))


def test_a_strategy_file_makes_a_certificate_without_a_search(plywise, tmp_path):
    game, file, out = pw.make(f"{SUBTRACTION}:stones=21"), tmp_path / "strategy.txt", tmp_path / "a.cert"
    words = ("certify", f"{SUBTRACTION}:stones=21", "--goal", "win", "--strategy", str(file), "--out", str(out))
    write_strategy(file, game, 4)
    assert plywise(*words)[0] == 0
    assert plywise("verify", str(out), "--game", f"{SUBTRACTION}:stones=21")[0] == 0
    out.unlink()
    write_strategy(file, game, 3)
    code, _, err = plywise(*words)
    assert code == 2
    assert err.count("\n") == 1
    assert not out.exists()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (None, "No such file or directory"),
        (b"\xff\xfe", "not a text in UTF-8"),
        (b"rubbish\n", "line 1: write a position, an action"),
        (b"a\tb\tc\td\n", "line 1: write a position, an action"),
        (b"nonsense\t1\n", "line 1: "),
        (b"", "the strategy file has no line at stones=21"),
    ],
    ids=["missing", "not text", "no tab", "three tabs", "no position", "empty"],
)
def test_a_strategy_file_that_is_none_is_refused_in_one_line(plywise, tmp_path, text, reason):
    file = tmp_path / "strategy.txt"
    if text is not None:
        file.write_bytes(text)
    where = ("--strategy", str(file), "--out", str(tmp_path / "a.cert"))
    code, out, err = plywise("certify", f"{SUBTRACTION}:stones=21", "--goal", "win", *where)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert reason in err
