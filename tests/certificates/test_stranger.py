"""The JavaScript checker written from docs/reference/certificates.md alone agrees with the one in Python."""

import random
import subprocess

import pytest

import plywise as pw
from plywise.certificates.making import Certificate
from plywise.game import MAX, MIN
from tests.helpers.certificates import SMALL_CLAIMS, is_proof, made, mutate, with_body
from tests.helpers.paths import ROOT

CHECKER = ROOT / "tests/certificates/stranger/checker.mjs"
FILES = ROOT / "tests/data/certificates"

CASES = SMALL_CLAIMS | {
    "tictactoe": ("tictactoe", MIN, "draw", "........."),
    "othello, empty squares not counted": ("othello:size=4,empties=none", MAX, "win", "X----XXO-OX--OXX O"),
}


def accepts(file):
    """Return whether the stranger's checker accepts a file; it says so, or why not, in one line."""
    done = subprocess.run(["node", CHECKER, file], capture_output=True, text=True, timeout=120)
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""
    assert done.stdout.startswith(("not proved: ", "proved: ")[done.returncode == 0])
    return done.returncode == 0


@pytest.mark.parametrize("file", sorted(FILES.glob("*.cert")), ids=lambda file: file.stem)
def test_a_certificate_is_accepted(file):
    assert accepts(file)


def check_mutants(case, folder, count):
    text, side, what, position = CASES[case]
    game, source, file = pw.make(text), random.Random(3), folder / "one.cert"
    start = game.parse_state(position)
    found = made(game, side, what, start=start, position=position)
    file.write_bytes(found.to_bytes())
    assert accepts(file)
    for number in range(count):
        file.write_bytes(with_body(found, mutate(found.body, source)) if number else found.to_bytes()[:-1])
        assert accepts(file) == is_proof(game, start, file.read_bytes())
    for name, value in {"positions": found.claim.positions + 1, "trusts": "bounds", "player": "MAX MIN"}.items():
        file.write_bytes(Certificate(found.claim._replace(**{name: value}), found.body).to_bytes())
        assert not accepts(file)


@pytest.mark.slow_with("othello, empty squares not counted")
@pytest.mark.parametrize("case", ["tictactoe", "othello, empty squares not counted"])
def test_both_give_the_same_verdict(case, tmp_path):
    check_mutants(case, tmp_path, 3)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_both_give_the_same_verdict_of_many_mutants(case, tmp_path):
    check_mutants(case, tmp_path, 200)
