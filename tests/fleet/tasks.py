"""Tasks for tests: jobs that answer, wait, raise, print, die, hang. A worker imports them from here."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path


def digest(key):
    """Return a number that looks like chance and depends on the key alone."""
    found = 7
    for letter in key:
        found = (found * 1_000_003 + ord(letter)) % 2**61
    return found


def answer_to(key):
    return {"key": key, "digest": digest(key)}


@dataclass
class Sleeping:
    """Each job sleeps, and is noted in a file as often as it is begun."""

    seconds: float = 0.0
    log: str = ""

    def describe(self):
        return {"kind": "sleeping", "seconds": self.seconds}

    def prepare(self):
        return self.work

    def work(self, key):
        if self.log:
            with open(self.log, "a") as file:
                file.write(f"{key}\n")
        time.sleep(self.seconds)
        return answer_to(key)


@dataclass
class Odd:
    """Jobs do what their key says, up to the first colon. place: a folder in which they leave marks."""

    place: str = ""

    def describe(self):
        return {"kind": "odd"}

    def prepare(self):
        return self.work

    def work(self, key):
        word = key.partition(":")[0]
        return getattr(self, word)(key) if hasattr(self, word) else answer_to(key)

    def is_first_time(self, key):
        mark = Path(self.place) / key
        if mark.exists():
            return False
        mark.touch()
        return True

    def raises(self, key):
        raise ValueError("two\nlines")

    def exits(self, key):
        sys.exit("out")

    def dies(self, key):
        os._exit(7)

    def is_killed_once(self, key):
        if self.is_first_time(key):
            os.kill(os.getpid(), signal.SIGKILL)
        return answer_to(key)

    def hangs(self, key):
        time.sleep(1000)

    def hangs_once(self, key):
        return self.hangs(key) if self.is_first_time(key) else answer_to(key)

    def is_stopped_once(self, key):
        if self.is_first_time(key):
            os.kill(os.getpid(), signal.SIGSTOP)
        return answer_to(key)

    def prints(self, key):
        print("on stdout")
        print("on stderr", file=sys.stderr)
        os.write(1, b"on 1\n")
        return answer_to(key)

    def closes(self, key):
        for number in (0, 1, 2):
            os.close(number)
        return answer_to(key)

    def nan(self, key):
        return float("nan")

    def thing(self, key):
        return object()

    def large(self, key):
        return "x" * 3_000_000

    def tuple(self, key):
        return {1: (2, "3")}

    def pids(self, key):
        """Start a process that lasts; return its number and this one's."""
        child = subprocess.Popen(["sleep", "1000"])
        Path(self.place, "pids").write_text(f"{os.getpid()} {child.pid}")
        time.sleep(1000)

    def pid(self, key):
        return os.getpid()

    def handler(self, key):
        return signal.getsignal(signal.SIGINT) == signal.SIG_IGN

    def seed(self, key):
        return os.environ.get("PYTHONHASHSEED")


@dataclass
class NeverReady:
    """Its workers raise, or die, as they get ready."""

    how: str

    def describe(self):
        return {"kind": "never ready"}

    def prepare(self):
        if self.how == "dies":
            print("out of luck", file=sys.stderr, flush=True)
            os._exit(3)
        if self.how == "exits":
            sys.exit(5)
        raise RuntimeError("no such thing")
