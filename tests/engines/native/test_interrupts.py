"""Ctrl-C while a game is compiled."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import plywise as pw
from tests.helpers.interrupts import interrupted_after
from tests.helpers.program import PROGRAM


@pytest.mark.slow
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
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "interrupted\n")


# --- the flag --------------------------------------------------------------------------------------------------------


@pytest.mark.fast_with("deepening-native", "minimax-reference", "pvs-reference")
@pytest.mark.parametrize("engine", ["native", "reference"])
@pytest.mark.parametrize("algorithm", ["deepening", "minimax", "pvs"])
def test_a_flag_that_another_thread_sets_stops_a_search(algorithm, engine):
    game = pw.make("connect4")
    pw.search(game, engine=engine, algorithm=algorithm, nodes=10)
    flag = threading.Event()
    timer = threading.Timer(0.2, flag.set)
    timer.start()
    began = time.perf_counter()
    result = pw.search(game, engine=engine, algorithm=algorithm, stop=flag)
    assert time.perf_counter() - began < 10  # on a busy machine; the search has no end
    assert result.stopped_by == "interrupt"
    assert result.best in list(game.actions(game.initial()))
    assert not result.proved


def test_a_flag_that_is_set_already_lets_nothing_be_searched():
    flag = threading.Event()
    flag.set()
    for engine in ("native", "reference"):
        result = pw.search(pw.make("tictactoe"), algorithm="deepening", engine=engine, stop=flag)
        assert (result.stopped_by, result.value, result.best) == ("interrupt", None, 0)


def test_a_flag_that_nobody_sets_changes_nothing():
    game = pw.make("tictactoe")
    assert pw.search(game, stop=threading.Event()).nodes == pw.search(game).nodes


# --- solving ---------------------------------------------------------------------------------------------------------


def test_ctrl_c_in_a_solver_is_raised_and_the_solver_goes_on_afterwards():
    game = pw.make("connect4")
    solver = pw.Solver(game)
    with interrupted_after(0.3):
        solver.solve()
    assert solver.solve(game.parse_state("44444422222")).value == -1


# --- after a fork ----------------------------------------------------------------------------------------------------

FORKED = """
import os, plywise as pw
game = pw.make("nim")
assert pw.search(game, engine="native").value == 1
child = os.fork()
if child == 0:
    os._exit(40 + pw.search(game, engine="native").value)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_child_process_made_by_fork_searches_too():
    done = subprocess.run([sys.executable, "-c", FORKED], capture_output=True, text=True, timeout=60)
    assert done.stdout == "41\n", done.stderr
