"""Ctrl-C while a game is compiled."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from plywise.search.build.interrupts import interruptible

PROGRAM = str(Path(sys.executable).parent / "plywise")


def press() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def press_and(then, *given) -> None:
    press()
    then(*given)


def test_a_ctrl_c_that_is_lost_on_the_way_is_raised_at_the_end():
    # as the callbacks of LLVM lose what is raised in them
    with pytest.raises(KeyboardInterrupt), interruptible(), suppress(KeyboardInterrupt):
        press()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_where_nothing_was_pressed_nothing_is_raised():
    with interruptible():
        pass
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_another_error_comes_through():
    with pytest.raises(ZeroDivisionError), interruptible():
        _ = 1 // 0
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_handler_of_somebody_else_is_left_alone():
    seen = []
    before = signal.signal(signal.SIGINT, lambda number, frame: seen.append(number))
    try:
        with interruptible():
            press()
        assert seen == [signal.SIGINT]
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_compilation_ends_at_its_next_step():
    from numba import njit

    def rule(n):
        return n + 1

    copy = njit(rule)
    with pytest.raises(KeyboardInterrupt), interruptible():
        press_and(copy.compile, "int64(int64)")
    assert not copy.signatures


@pytest.mark.parametrize("delay", [0.0, 0.4, 0.9])
def test_the_program_says_in_one_line_that_it_was_interrupted(delay, tmp_path):
    words = ("search", "nim:heaps=20-21-22-23", "--engine", "native", "--time", "60")
    environment = os.environ | {"PLYWISE_CACHE_DIR": str(tmp_path)}
    process = subprocess.Popen(
        [PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )
    assert "compiling" in process.stderr.readline()
    time.sleep(delay)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=45)
    assert (process.returncode, out, err) == (130, "", "interrupted\n")
