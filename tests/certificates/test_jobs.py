"""Certificates by a fleet: the same to the byte, whoever chooses, and however often it is broken off."""

import json
import random
import shutil
import signal
import subprocess
import time
from itertools import pairwise

import pytest

import plywise as pw
from plywise.certificates.goal import Goal
from plywise.certificates.jobs import CertifyTask, pack_words, slices, unpack_words
from plywise.certificates.making import make_certificate
from plywise.certificates.plan import Making
from plywise.errors import InputError
from plywise.fleet.fleet import Fleet
from plywise.fleet.journal import Journal
from plywise.game import MAX, MIN
from tests.helpers.certificates import made
from tests.helpers.program import PROGRAM

GAME = pw.make("tictactoe")


def by_fleet(making, path=None, resume=False):
    task = CertifyTask(making)
    with Journal.open(path, task.describe(), resume) as journal, Fleet(task, journal, workers=0) as fleet:
        return make_certificate(making, "here", fleet=fleet)


def test_jobs_choose_the_same():
    making = Making(GAME, GAME.initial(), Goal(MIN, "draw"), engine="reference")
    assert by_fleet(making) == made(GAME, MIN, "draw")


def test_a_journal_is_gone_on_with(tmp_path):
    making = Making(GAME, GAME.initial(), Goal(MAX, "draw"), engine="reference")
    path = tmp_path / "journal"
    first = by_fleet(making, path)
    assert by_fleet(making, path, resume=True) == first
    other = making._replace(goal=Goal(MIN, "draw"))
    with pytest.raises(InputError, match="task"):
        by_fleet(other, path, resume=True)


def test_a_damaged_journal_is_said_to_be_damaged(tmp_path):
    import sqlite3

    making = Making(GAME, GAME.initial(), Goal(MAX, "draw"), engine="reference")
    path = tmp_path / "journal"
    by_fleet(making, path)
    for bad in ('"?"', "[]", "[1, 2, 3]", "[true]", "null", "7"):
        copy = tmp_path / "copy"
        shutil.copy(path, copy)
        with sqlite3.connect(copy) as base:
            base.execute("UPDATE jobs SET answer = ?", (bad,))
        with pytest.raises(InputError, match="damaged"):
            by_fleet(making, copy, resume=True)


def test_words_survive_packing():
    np = pytest.importorskip("numpy")
    words = np.array([0, -1, 2**62, -(2**63)], np.int64)
    assert unpack_words(pack_words(words)).tolist() == words.tolist()


def test_slices_cover_a_level_once():
    for count in (1, 2, 15, 16, 17, 100, 65_536, 65_537, 1_000_000):
        ends = list(slices(count))
        assert [ends[0][0], ends[-1][1]] == [0, count]
        assert all(one[1] == other[0] for one, other in pairwise(ends))


@pytest.mark.slow
def test_sigkill_at_random_instants_loses_nothing(tmp_path):
    words = [PROGRAM, "certify", "connect4:width=6,height=5", "--goal", "draw", "--player", "MIN"]
    whole = tmp_path / "whole.cert"
    began = time.monotonic()
    subprocess.run([*words, "--out", whole], check=True, capture_output=True)
    took = time.monotonic() - began
    journal, out, source, kills = tmp_path / "journal", tmp_path / "out.cert", random.Random(3), 0
    while kills < 50:
        resume = ["--resume"] if journal.exists() else []
        process = subprocess.Popen(
            [*words, "--out", out, "--workers", "2", "--journal", journal, *resume],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            process.wait(source.uniform(0.2, max(2, took)))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            kills += 1
            if out.exists():  # it was written whole, just before
                assert out.read_bytes() == whole.read_bytes()
                out.unlink()
        else:
            assert process.returncode == 0
            assert out.read_bytes() == whole.read_bytes()
            out.unlink()
            journal.unlink()
    subprocess.run(
        [*words, "--out", out, "--workers", "2", "--journal", journal, *(["--resume"] if journal.exists() else [])],
        check=True, capture_output=True,
    )  # fmt: skip
    assert out.read_bytes() == whole.read_bytes()
    assert json.loads(subprocess.run([PROGRAM, "verify", out, "--json"], capture_output=True).stdout)["proved"]
