"""One side of bench/compare.py: evaluates each line of stdin, answers with seconds, CPU seconds, and the value.

Only the public API, so that it runs with older versions of Plywise, too.
"""

import functools
import json
import sys
import time

import plywise as pw

game = functools.cache(pw.make)


def searched(name, depth=None, algorithm="deepening"):
    """Search a game, and return the value and the nodes."""
    found = pw.search(game(name), depth=depth, algorithm=algorithm, engine="native")
    return found.value, found.nodes


def counted(name, plies):
    """Count the lines of play, following every one."""
    return pw.count(game(name), plies=plies, engine="native", merge=False).nodes_by_ply[-1]


def solved(positions, threads=1):
    """Solve positions of Connect Four, each with a new solver."""
    parse = game("connect4").parse_state
    found = [pw.solve(game("connect4"), parse(text), engine="native", threads=threads) for text in positions]
    return [(each.value, each.distance) for each in found]


for line in sys.stdin:
    began, cpu = time.perf_counter(), time.process_time()
    value = eval(line)
    print(json.dumps([time.perf_counter() - began, time.process_time() - cpu, value]), flush=True)
