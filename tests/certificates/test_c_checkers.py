"""The checkers in C: they accept what the checker in Python accepts, and refuse what it refuses."""

import random
import subprocess

import pytest

import plywise as pw
from plywise.certificates.making import Certificate
from plywise.game import MAX
from tests.helpers.certificates import SMALL_CLAIMS, is_proof, made, mutate, with_body
from tests.helpers.paths import ROOT

SOURCES = ROOT / "checkers"


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """Return where each program is, compiled by one line."""
    folder = tmp_path_factory.mktemp("checkers")
    for name in SMALL_CLAIMS:
        words = ["cc", "-O1", "-Wall", "-Wextra", "-Werror", "-o", folder / name, SOURCES / f"{name}.c"]
        subprocess.run(words, check=True)
    return folder


def accepts(program, content):
    """Return whether a program accepts a certificate; it says so, or why not, in one line."""
    done = subprocess.run([program], input=content, capture_output=True, timeout=60)
    assert done.returncode in (0, 1), done.stderr
    said, other = (done.stdout, done.stderr) if done.returncode == 0 else (done.stderr, done.stdout)
    assert said.count(b"\n") == 1
    assert said.startswith(b"proved: " if done.returncode == 0 else b"not proved: ")
    assert other == b""
    return done.returncode == 0


def case(name):
    text, side, what, position = SMALL_CLAIMS[name]
    game = pw.make(text)
    start = game.parse_state(position)
    return game, start, made(game, side, what, start=start, position=position)


def test_none_has_more_than_150_lines():
    sources = [*SOURCES.glob("*.c"), *SOURCES.glob("*.h")]
    assert {file.stem for file in sources} >= set(SMALL_CLAIMS)
    assert [file.name for file in sources if len(file.read_text().splitlines()) > 150] == []


@pytest.mark.slow_with("mnk")
@pytest.mark.parametrize("name", SMALL_CLAIMS)
def test_a_proof_is_accepted_and_what_is_none_refused(name, programs):
    _, _, found = case(name)
    content = found.to_bytes()
    assert accepts(programs / name, content)
    assert not accepts(programs / name, content + b"\0")
    assert not accepts(programs / name, content.replace(b"certificate 1", b"certificate 2"))
    assert not accepts(programs / name, content.replace(b"\ngoal win\n", b"\ngoal win\ntrusts bounds\n"))
    assert not accepts(programs / name, content.replace(b"\npositions ", b"\npositions 9"))
    assert not accepts(programs / name, content.replace(b"game " + name.encode(), b"game chess"))
    for end in range(0, len(content), 7):
        assert not accepts(programs / name, content[:end])
    others = [each for each in SMALL_CLAIMS if each != name]
    assert not any(accepts(programs / other, content) for other in others)


def test_plies_are_counted(programs):
    game = pw.make("connect4:width=4,height=3,connect=3")
    found = made(game, MAX, "win", position="empty", counts=True)
    assert accepts(programs / "connect4", found.to_bytes())
    sooner = Certificate(found.claim._replace(within=found.claim.within - 1), found.body)
    assert not accepts(programs / "connect4", sooner.to_bytes())


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL_CLAIMS)
def test_mutants_get_the_same_verdict_from_both(name, programs):
    game, start, found = case(name)
    source = random.Random(5)
    for _ in range(1000):
        mutant = with_body(found, mutate(found.body, source))
        assert accepts(programs / name, mutant) == is_proof(game, start, mutant)
