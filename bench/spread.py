"""How much faster a spread solution is by several workers, whatever else the machine does.

    python bench/spread.py [GAME] [--position TEXT] [--moves MOVES] [--workers 1,2,4,8]

The jobs are done one after another in this process, and timed by the processor's clock. Workers are simulated: each
takes the next job when it would have done its last one. So the figures hold for a machine with a processor for each
worker; what a fleet costs is HAND_OVER seconds a job, as measured by bench of the fleet. Where several numbers of
workers ask the same, the job is done once, and its seconds count for all of them.
"""

import argparse
import heapq
import time

import plywise as pw
from plywise.fleet.fleet import Done
from plywise.game import play_moves
from plywise.spread.jobs import SpreadTask
from plywise.spread.spread import JOB_NODES, Spread
from plywise.spread.unproved import find_unproved

GAME, MOVES = "othello:size=6", "c2 b4 c5 d2"  # 28 cells are empty
HAND_OVER = 0.002  # seconds


class Simulated:
    """Workers on a simulated clock.

    seconds: of the clock; busy: of all workers; planning: of this process, between answers.
    """

    def __init__(self, task, workers, answers):
        self.work = task.prepare()
        self.workers = workers
        self.answers = answers
        self.seconds = self.busy = self.planning = 0.0
        self.ended = []

    def run(self, keys, ordered=True):
        """Yield the jobs as they end."""
        keys, under_way = iter(keys), []
        while True:
            while len(under_way) < self.workers and (key := self._next(keys)) is not None:
                heapq.heappush(under_way, (self.seconds + self._took(key), key))
            if not under_way:
                return
            self.seconds, key = heapq.heappop(under_way)
            self.ended.append((key, self.answers[key]))
            yield Done(key, self.answers[key])

    def recorded(self):
        """Return the jobs done so far and their answers: those of other numbers of workers are not of this run."""
        return self.ended

    def _next(self, keys):
        began = time.process_time()
        key = next(keys, None)
        self.planning += time.process_time() - began
        return key

    def _took(self, key):
        if key not in self.answers:
            self.answers[key] = self.work(key)
        took = self.answers[key]["time_s"] + HAND_OVER
        self.busy += took
        return took


def main():
    """Print a row for each number of workers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default=GAME)
    parser.add_argument("--position")
    parser.add_argument("--moves")
    parser.add_argument("--workers", default="1,2,4,8")
    parser.add_argument("--ply", type=int)
    parser.add_argument("--job-nodes", type=int, default=JOB_NODES)
    given = parser.parse_args()
    game = pw.make(given.game)
    start = game.initial() if given.position is None else game.parse_state(given.position)
    moves = MOVES if given.moves is None and given.game == GAME and given.position is None else given.moves or ""
    task, answers, one = SpreadTask(game, play_moves(game, start, moves)), {}, None
    print("workers  value   jobs  nodes (M)  busy (s)  planning (s)  time (s)  faster")
    for workers in map(int, given.workers.split(",")):
        simulated = Simulated(task, workers, answers)
        found = Spread(task, workers=workers, ply=given.ply, job_nodes=given.job_nodes).run(simulated)
        given.ply = found.ply  # the same jobs for all numbers of workers, as far as may be
        checked = find_unproved(game, task.start, answers.items())
        assert checked.low == checked.high == found.value
        one = simulated.seconds if one is None else one
        print(
            f"{workers:7}  {found.value:5}  {found.jobs:5}  {found.nodes / 1e6:9.1f}  {simulated.busy:8.1f}  "
            f"{simulated.planning:12.1f}  {simulated.seconds:8.1f}  {one / simulated.seconds:6.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
