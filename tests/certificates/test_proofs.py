"""The proofs in Coq: they assume nothing, and their checker gives the verdicts of the others."""

import random
import re
import shutil
import subprocess
import sys

import pytest

import plywise as pw
from plywise.game import MAX, MIN
from tests.helpers.certificates import is_proof, made, mutate, with_body
from tests.helpers.paths import ROOT

PROOFS = ROOT / "proofs"
FORBIDDEN = re.compile(
    r"\b(Admitted|admit|give_up|Axioms?|Parameters?|Conjecture|native_compute|native_cast_no_check|"
    r"bypass_check|Unset\s+(Guard|Positivity|Universe)\s+Checking|type_in_type)\b"
)


def test_nothing_is_assumed():
    files = sorted(PROOFS.rglob("*.v"))
    assert {"Game.v", "Checker.v", "TicTacToe.v", "ConnectFour.v", "ConnectFour_7x6.v"} <= {file.name for file in files}
    found = [f"{file.name}: {match[0]}" for file in files for match in FORBIDDEN.finditer(file.read_text())]
    assert found == []


@pytest.mark.parametrize("text", ["Admitted.", "admit.", "Axiom a : False.", "Parameter p : nat.", "native_compute."])
def test_an_assumption_would_be_found(text):
    assert FORBIDDEN.search(f"Proof. {text} ")


@pytest.fixture(scope="module")
def program():
    """Return where the extracted checker is, after all the quick proofs have been made."""
    if not (shutil.which("coqc") and shutil.which("ocamlopt")):
        pytest.skip("Coq and OCaml are not here")
    done = subprocess.run([sys.executable, PROOFS / "prove.py", "quick"], capture_output=True, text=True, timeout=1500)
    assert done.returncode == 0, done.stderr
    for theorem in ("wins (connect_four 6 4) Second (empty 6)", "wins (connect_four 6 6) Second (empty 6)"):
        assert theorem in done.stdout
    assert "rest on Coq's integers and arrays, and on nothing else" in done.stdout
    assert "1,000 mutants, 0 accepted" in done.stdout
    return ROOT / "build" / "proofs" / "plywise-checker"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "side", "what", "position"),
    [("tictactoe", MIN, "draw", "........."), ("connect4:width=4,height=3", MAX, "draw", "empty")],
)
def test_mutants_get_the_same_verdict_from_both(name, side, what, position, program):
    game = pw.make(name)
    found = made(game, side, what, position=position)
    start, source, verdicts = game.initial(), random.Random(5), set()
    for content in [found.to_bytes(), *(with_body(found, mutate(found.body, source)) for _ in range(300))]:
        done = subprocess.run([program], input=content, capture_output=True, timeout=60)
        assert (done.returncode == 0) == is_proof(game, start, content)
        verdicts.add(done.returncode)
    assert verdicts == {0, 1}
