"""Signals put off, and Ctrl-C where nobody can catch it."""

import os
import signal
import subprocess
import sys
import time

import pytest

from plywise.process.signals import signals_deferred


def test_ctrl_c_comes_after_what_must_be_done_as_a_whole():
    done = []

    def work():
        with signals_deferred():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)
            done.append("whole")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["whole"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_signal_that_is_ignored_stays_so():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with signals_deferred():
            os.kill(os.getpid(), signal.SIGHUP)
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


CODE = """
import sys, time
from plywise.process.signals import interrupt_again
class Finalized:
    def __del__(self):
        raise {raised}
sys.unraisablehook = interrupt_again
try:
    Finalized()
    time.sleep({seconds})
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize(
    ("raised", "seconds", "said"), [("KeyboardInterrupt", 20, "interrupted\n"), ("AttributeError", 0.1, "")]
)
def test_ctrl_c_in_a_finalizer_comes_again_and_nothing_is_printed(raised, seconds, said):
    code, start = CODE.format(raised=raised, seconds=seconds), time.monotonic()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == (said, "")
    assert time.monotonic() - start < 15  # it ends the wait


IMPORTED = """
import signal, sys
class Finder:
    def find_spec(name, path=None, target=None):
        if name == "plywise.compiler.translation.program" and Finder in sys.meta_path:
            sys.meta_path.remove(Finder)
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Finder)
import plywise as pw
for _ in range(2):
    try:
        print(pw.search(pw.make("nim", heaps="1"), engine="native").value)
    except KeyboardInterrupt:
        print("interrupted")
"""


@pytest.mark.slow
def test_ctrl_c_while_the_compiler_is_imported_leaves_it_whole(tmp_path):
    there = os.environ | {"PLYWISE_CACHE_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", IMPORTED], capture_output=True, text=True, check=True, env=there)
    assert (done.stdout, done.stderr.replace("compiling nim:heaps=1, first time only ...\n", "")) == (
        "interrupted\n1\n",
        "",
    )
