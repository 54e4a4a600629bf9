"""Many searches at once in one process, as under a server: how soon they answer when stopped, and their memory."""

import json
import subprocess
import sys

import pytest

SEARCHES = 64
LATE = 0.3  # seconds
OWN = 2.0  # megabytes a search takes beside its table
ATTEMPTS = 3

ASK = f"""
import ctypes, gc, json, mmap, sys, threading, time
import numpy as np
import plywise as pw
from plywise.engines.native.search_memory import SearchMemory

def resident():
    return int(open("/proc/self/statm").read().split()[1]) * mmap.PAGESIZE

def touched(array):
    # the pages that are its own: one that was only read is everybody's page of zeros
    first, last = array.ctypes.data // mmap.PAGESIZE, (array.ctypes.data + array.nbytes - 1) // mmap.PAGESIZE
    with open("/proc/self/pagemap", "rb") as file:
        file.seek(8 * first)
        words = np.frombuffer(file.read(8 * (last - first + 1)), np.uint64)
    return int(np.count_nonzero(words >> np.uint64(56) & np.uint64(1))) * mmap.PAGESIZE

def noted(memory, *given, **named):
    begin(memory, *given, **named)
    memories.append(memory)

memories, begin, SearchMemory.__init__ = [], SearchMemory.__init__, noted
game = pw.make(sys.argv[1])
stops = [threading.Event() for _ in range({SEARCHES})]
answers = []

def search(stop):
    answer = pw.search(game, algorithm="deepening", engine="native", stop=stop)
    answers.append((time.perf_counter() - told, answer.stopped_by, answer.depth > 0))
    measured.wait()

told, measured = 0.0, threading.Event()
pw.search(game, algorithm="deepening", depth=3)  # which compiles, however long that takes
pw.search(game, algorithm="deepening", time=0.2)
gc.collect()
ctypes.CDLL(None).malloc_trim(0)
memories.clear()
before = resident()
threads = [threading.Thread(target=search, args=(stop,), daemon=True) for stop in stops]
for thread in threads:
    thread.start()
while len(memories) < len(stops) and threading.active_count() > len(stops):
    time.sleep(0.01)
time.sleep(1)
at_work = len(memories)
told = time.perf_counter()
for stop in stops:
    stop.set()
while len(answers) < len(stops):
    time.sleep(0.01)
# nothing moves any more, but all their memory is still theirs
own = (resident() - before - sum(touched(each.table) for each in memories)) / len(stops) / 1e6
measured.set()
for thread in threads:
    thread.join()
print(json.dumps([at_work, own, sorted(answers)]))
"""


def asked(game):
    """Return what 64 searches of a game said: the megabytes each takes beside its table, and how late they were."""
    done = subprocess.run([sys.executable, "-c", ASK, game], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    searches, own, answers = json.loads(done.stdout)
    assert searches == SEARCHES  # all were at work
    assert {(stopped_by, answered) for _, stopped_by, answered in answers} == {("interrupt", True)}
    return own, [late for late, *_ in answers]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["connect4", "othello"])
def test_64_searches_told_to_stop_answer_soon_and_take_little_memory(game):
    """The last of 64 answers within 0.3 s of the word, of which their 99th percentile is no more than that.

    Quiet, it takes 0.06 to 0.2 s on two cores: 64 threads share them, and each answers in turn. Beside other work it
    takes as many times longer as there are others at work, so one of three attempts has to do; on a machine that is
    busy throughout, this fails. Memory is the same however busy the machine is, so every attempt has to do.
    """
    for _ in range(ATTEMPTS):
        own, late = asked(game)
        assert own <= OWN
        if max(late) < LATE:
            return
    assert max(late) < LATE, f"{ATTEMPTS} attempts; the last: {late[-5:]}"
