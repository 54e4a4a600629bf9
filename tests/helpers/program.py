"""The installed program, what it says only the first time, and the example of a game in a file."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.helpers.paths import EXAMPLES

PROGRAM = str(Path(sys.executable).with_name("plywise"))
COMPILING = re.compile(r"compiling .*, first time only \.\.\.\n")  # depends on what the cache holds
WRITTEN = re.compile(r"(?m)^written: .*\n")  # tests/cli/test_files.py sees that it is said
SUBTRACTION = f"{EXAMPLES / 'subtraction.py'}:Subtraction"


def wait_until_busy(process, seconds):
    """Wait until a program has used so many seconds of a processor: how busy the machine is makes no difference.

    A second and a half is what it takes to start and to load an engine. Where no system says, wait a little longer.
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


def interrupted(*words, after="", busy=1.5):
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
