"""Programs that misbehave, how they are started, and whether anything of them is left; and where GNU Go is."""

import os
import shlex
import shutil
import sys
import time
from pathlib import Path

from plywise.protocols.launch import GAMES
from tests.helpers.paths import TESTS

FAKE = TESTS / "data/fake_program.py"
GNU_GO = shutil.which("gnugo") or shutil.which("gnugo", path=GAMES)
"""None where it is not installed."""


def fake_words(language, fault="none", at=1, pids=os.devnull):
    """Return the words that start a fake program: see tests/data/fake_program.py."""
    return [sys.executable, "-S", "-E", str(FAKE), language, fault, str(at), str(pids)]


def fake_command(language, fault="none", at=1, pids=os.devnull):
    """Return the same as one text."""
    return shlex.join(fake_words(language, fault, at, pids))


def is_running(pid):
    """Return whether a process runs: a zombie, which nobody has waited for, does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def left_running(pids, seconds=5.0):
    """Return those of the processes listed in a file that still run after so many seconds."""
    deadline = time.monotonic() + seconds
    while True:
        left = [pid for pid in pids.read_text().split() if is_running(pid)]
        if not left or time.monotonic() > deadline:
            return left
        time.sleep(0.01)
