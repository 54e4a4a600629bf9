"""The checker: what it accepts is a proof, and whatever is none it refuses."""

import random

import pytest

import plywise as pw
from plywise.certificates.checker import FIRST_LINE
from plywise.game import MAX, MIN
from tests.helpers.certificates import Circle, is_proof, made, mutate, reason, with_body, written
from tests.helpers.lines_of_play import reaches_the_goal
from tests.helpers.paths import ROOT

TICTACTOE = pw.make("tictactoe")
SMALL = pw.make("connect4", width=4, height=3, connect=3)  # won by the first player


@pytest.fixture(scope="module")
def draw():
    return made(TICTACTOE, MIN, "draw")


@pytest.fixture(scope="module")
def won():
    return made(SMALL, MAX, "win")


def test_it_has_at_most_150_lines_and_imports_nothing_but_pythons_own():
    text = (ROOT / "src/plywise/certificates/checker.py").read_text()
    assert len(text.splitlines()) <= 150
    imports = [line for line in text.splitlines() if line.lstrip().startswith(("import ", "from "))]
    assert imports == [
        "import zlib",
        "from collections.abc import Iterator",
        "from typing import Any, BinaryIO, NamedTuple",
    ]


@pytest.mark.parametrize("side", [MAX, MIN])
def test_a_draw_takes_two_certificates(side):
    found = made(TICTACTOE, side, "draw")
    assert is_proof(TICTACTOE, TICTACTOE.initial(), found.to_bytes())
    assert found.claim.positions > found.claim.entries > 0


def test_another_goal_is_not_proved_by_the_same_strategy(draw):
    assert not is_proof(TICTACTOE, TICTACTOE.initial(), with_body(draw, draw.body, goal="win"))
    assert not is_proof(TICTACTOE, TICTACTOE.initial(), with_body(draw, draw.body, player="MAX"))


def test_a_certificate_of_one_game_proves_nothing_of_another(draw, won):
    assert not is_proof(SMALL, SMALL.initial(), draw.to_bytes())
    assert not is_proof(TICTACTOE, TICTACTOE.initial(), won.to_bytes())
    larger = pw.make("connect4", width=5, height=3, connect=3)
    assert not is_proof(larger, larger.initial(), won.to_bytes())


def test_every_byte_of_a_file_counts(won):
    content = won.to_bytes()
    at = content.index(b"\n\n") + 2
    for place in range(at, len(content)):
        for value in (content[place] ^ 1, content[place] ^ 128):
            changed = content[:place] + bytes([value]) + content[place + 1 :]
            assert not is_proof(SMALL, SMALL.initial(), changed)
    for end in range(len(content)):
        assert not is_proof(SMALL, SMALL.initial(), content[:end])
    assert "follows" in reason(SMALL, SMALL.initial(), content + b"\0")


HEADERS = {
    "another version": (FIRST_LINE, b"plywise certificate 2\n"),
    "no version": (FIRST_LINE, b""),
    "an unknown line": (b"goal win\n", b"goal win\nauthor me\n"),
    "a line twice": (b"goal win\n", b"goal win\ngoal win\n"),
    "another order": (b"player MAX\ngoal win\n", b"goal win\nplayer MAX\n"),
    "a line missing": (b"goal win\n", b""),
    "no value": (b"goal win\n", b"goal\n"),
    "an empty value": (b"player MAX\n", b"moves \nplayer MAX\n"),
    "no player": (b"player MAX\n", b"player YOU\n"),
    "a number in words": (b"\npositions ", b"\npositions two"),
    "a negative number": (b"\npositions ", b"\npositions -"),
    "too many digits": (b"\nentries ", b"\nentries " + b"9" * 20),
    "more positions": (b"\npositions ", b"\npositions 9"),
    "more entries": (b"\nentries ", b"\nentries 9"),
    "too few plies": (b"goal win\n", b"goal win\nwithin 2\n"),
    "no plies": (b"goal win\n", b"goal win\nwithin 0\n"),
    "a count with a zero before it": (b"positions ", b"positions 0"),
    "unknown trust": (b"goal win\n", b"goal win\ntrusts me\n"),
    "no text": (b"goal win\n", b"goal win\xff\n"),
    "a long line": (b"goal win\n", b"goal " + b"w" * 2**20 + b"\n"),
    "no end of the header": (b"\n\n", b"\n"),
}


@pytest.mark.parametrize("case", HEADERS)
def test_every_line_of_the_header_counts(case, won):
    content = won.to_bytes()
    before, after = HEADERS[case]
    assert content.count(before) >= 1
    refusal = reason(SMALL, SMALL.initial(), content.replace(before, after, 1))
    assert refusal
    assert "\n" not in refusal
    assert len(refusal) < 200


def test_values_are_compared_exactly_however_great_they_are():
    """As floats, the two would be equal."""

    class Fortune(pw.Game):
        def initial(self):
            return "begin"

        def player(self, state):
            return MAX

        def actions(self, state):
            return [0, 1]

        def result(self, state, action):
            return "nothing" if action == 0 else "fortune"

        def terminal(self, state):
            return state != "begin"

        def utility(self, state):
            return 2**53 if state == "fortune" else 0

    game = Fortune()
    assert is_proof(game, "begin", written("MAX", f"{2**53}", [], positions=0))
    assert not is_proof(game, "begin", written("MAX", f"{2**53 + 1}", [], positions=0))


def test_more_entries_than_positions_are_refused_before_any_is_read(won):
    many = with_body(won, won.body, entries=won.claim.positions + 1)
    assert "more entries than positions" in reason(SMALL, SMALL.initial(), many)


def test_fewer_positions_than_there_are_stop_the_checker_before_it_remembers_more(won):
    few = with_body(won, won.body, positions=won.claim.positions - 1)
    assert "more positions than its header states" in reason(SMALL, SMALL.initial(), few)


def test_an_entry_has_three_bytes_at_most_and_no_superfluous_ones(won):
    for bad in (b"\x80\x00", b"\x81\x80\x00", b"\xff\xff\xff\x01"):
        assert not is_proof(SMALL, SMALL.initial(), with_body(won, bad + won.body[1:]))


@pytest.mark.parametrize(("game", "side", "what"), [(TICTACTOE, MIN, "draw"), (SMALL, MAX, "win")])
def test_mutants_are_no_proofs_unless_every_line_of_theirs_reaches_the_goal(game, side, what):
    found = made(game, side, what)
    source = random.Random(1)
    accepted = 0
    for _ in range(300):
        mutant = mutate(found.body, source)
        if mutant != found.body and is_proof(game, game.initial(), with_body(found, mutant)):
            accepted += 1
            assert reaches_the_goal(game, game.initial(), side, what, mutant)
    assert accepted < 100


def test_a_line_that_comes_back_is_no_proof_and_a_way_that_shortens_is_one():
    game = Circle()
    assert is_proof(game, game.initial(), written("MAX", "win", [0, 0, 0], positions=6))
    assert is_proof(game, game.initial(), written("MAX", "win", [1] * 7, positions=14))
    assert "repeats a position" in reason(game, game.initial(), written("MAX", "win", [0, 1, 0, 0, 0], positions=14))
    assert is_proof(game, game.initial(), written("MAX", "win", [0, 0, 0], positions=6, within=7))
    assert not is_proof(game, game.initial(), written("MAX", "win", [0, 0, 0], positions=6, within=6))


@pytest.mark.slow
def test_a_win_in_a_game_with_circles_is_made_by_the_plies_left():
    game = Circle()
    found = made(game, MAX, "win", engine="native")
    assert found.body == bytes([0, 0, 0])
    assert is_proof(game, game.initial(), found.to_bytes())


class Stuck(pw.Game):
    """Rules at fault: no end, and no action."""

    def initial(self):
        return 0

    def player(self, state):
        return MIN

    def actions(self, state):
        return []

    def result(self, state, action):
        return state

    def terminal(self, state):
        return False

    def utility(self, state):
        return 1


def test_rules_without_actions_prove_nothing(won):
    for side in ("MAX", "MIN"):
        assert reason(Stuck(), 0, with_body(won, b"", player=side, positions=1))
