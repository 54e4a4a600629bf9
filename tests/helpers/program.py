"""The installed program, what it says only the first time, and the example of a game in a file."""

import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.helpers.paths import EXAMPLES

PROGRAM = str(Path(sys.executable).with_name("plywise"))
COMPILING = re.compile(  # depends on what the cache holds
    r"compiling (.*, first time only|.* again, with a wider layout|one more kind of search for .*) \.\.\.\n"
)
CAUTION = re.compile(
    r"(?m)^.*: no evaluation: beyond the horizon .*\n"
)  # said once a process: tests/engines/test_search_warnings
WRITTEN = re.compile(r"(?m)^written: .*\n")  # tests/cli/test_files.py sees that it is said
SUBTRACTION = f"{EXAMPLES / 'subtraction.py'}:Subtraction"


def wait_until_busy(process, seconds):
    """Wait until a program has used so many seconds of a processor: how busy the machine is makes no difference.

    A third of a second is what it takes to start and to load an engine, as much again to import what compiles. Where
    no system says, wait a little longer.
    """
    deadline = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < deadline:
        try:
            fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            time.sleep(2 * seconds)
            return
        if (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") >= seconds:  # user and system
            return
        time.sleep(0.02)


def interrupted(*words, after="", busy=1):
    """Start the program and press Ctrl-C once it is at work and has written `after`: exit code, stdout, stderr."""
    process = subprocess.Popen([PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    seen = ""
    while after not in seen:
        line = process.stdout.readline()
        assert line, seen
        seen += line
    wait_until_busy(process, busy)
    process.send_signal(signal.SIGINT)
    try:
        out, err = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise AssertionError(f"plywise {' '.join(words)} went on after Ctrl-C") from None
    return process.returncode, seen + out, err


def signalled(words, seconds, number, **options):
    """Send a program a signal once it has used so many seconds of a processor: exit code, stdout, stderr."""
    process = subprocess.Popen(
        [str(word) for word in words],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options,
    )  # fmt: skip
    with ThreadPoolExecutor(1) as reader:  # what the program writes is not to hold it up
        written = reader.submit(process.communicate, timeout=300)
        while process.poll() is None and _processor_seconds(process.pid) < seconds:
            time.sleep(0.0005)
        process.send_signal(number)
        out, err = written.result()
    return process.returncode, out.decode(), err.decode("utf-8", "replace")


def _processor_seconds(pid):
    """Return the seconds of a processor that a process has used, its threads and children that have ended included."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return max((int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), _scheduled(pid))
    except OSError:
        return float("inf")


def _scheduled(pid):
    """Return the seconds that a process's main thread has run, to the nanosecond."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9
