"""How many tactical positions does the search for play solve? `python -m bench.tactics`, from the repository's folder.

The positions are in bench/data/tactics.jsonl: in each, one move wins and no other, says Stockfish, and a short search
does not find it. `--make 300` made them: positions of games that weak players played, in which our own search finds a
win only as it thinks longer, and Stockfish agrees. Stockfish runs from its own package.
"""

import argparse
import json
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

import plywise as pw
from plywise.engines.play_limits import PlayLimits
from plywise.engines.play_search import PlaySearch
from plywise.game import State

FILE = Path(__file__).parent / "data" / "tactics.jsonl"
STOCKFISH = "/usr/games/stockfish"
GLANCE, LOOK, JUDGED = 200, 10_000, 1_000_000
"""Nodes of a search that must miss the move, of one that shows that there is something, and of Stockfish's."""
WINS, OTHERS = 200, 75
"""Hundredths of a pawn: what the move must be worth at least, and any other at most."""


class Judge:
    """Stockfish, telling the two best moves of a position."""

    def __init__(self) -> None:
        self.program = subprocess.Popen([STOCKFISH], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._say("uci\nsetoption name Hash value 64\nsetoption name MultiPV value 2")

    def _say(self, text: str) -> None:
        assert self.program.stdin is not None
        print(text, file=self.program.stdin, flush=True)

    def judge(self, fen: str, nodes: int = JUDGED) -> list[tuple[str, int]]:
        """Return the two best moves, and what they are worth; fewer where there are fewer."""
        assert self.program.stdout is not None
        self._say(f"ucinewgame\nposition fen {fen}\ngo nodes {nodes}")
        found: dict[int, tuple[str, int]] = {}
        for line in self.program.stdout:
            words = line.split()
            if words[:1] == ["bestmove"]:
                break
            if " multipv " in line and " pv " in line and "bound" not in line:
                kind, number = words[words.index("score") + 1 : words.index("score") + 3]
                value = int(number) if kind == "cp" else (30_000 if int(number) > 0 else -30_000) - int(number)
                found[int(words[words.index("multipv") + 1])] = words[words.index("pv") + 1], value
        return [found[place] for place in sorted(found)]


def candidates(seed: int) -> Iterator[State]:
    """Yield positions in which our own search finds something only as it thinks longer."""
    game, source = pw.make("chess"), random.Random(seed)
    search = PlaySearch(game, table=16)
    while True:
        state = game.initial()
        for ply in range(160):
            if game.terminal(state):
                break
            glance = search.search(state, PlayLimits(nodes=GLANCE))
            if ply > 10:
                search.forget()
                look = search.search(state, PlayLimits(nodes=LOOK))
                mover = game.player(state)
                if look.best != glance.best and mover * look.value >= WINS > 2 * mover * glance.value:
                    yield state
            at_random = ply < 8 or source.random() < 0.1
            state = game.result(state, source.choice(list(game.actions(state))) if at_random else glance.best)


def make(wanted: int, seed: int) -> None:
    """Find positions, and write them as they are found."""
    game, judge, found = pw.make("chess"), Judge(), 0
    with FILE.open("a", encoding="utf-8") as file:
        for state in candidates(seed):
            best, *others = judge.judge(game.format_state(state))
            if not others or best[1] < WINS or others[0][1] > OTHERS:
                continue
            row = {"fen": game.format_state(state), "best": best[0], "worth": best[1], "next": others[0][1]}
            print(json.dumps(row), file=file, flush=True)
            found += 1
            if found == wanted:
                return


def solve(limits: PlayLimits) -> None:
    """Print which are not solved, and how many are."""
    game = pw.make("chess")
    search, solved, rows = PlaySearch(game, table=64), 0, FILE.read_text(encoding="utf-8").splitlines()
    for row in map(json.loads, rows):
        state = game.parse_state(row["fen"])
        search.forget()
        best = game.format_action(state, search.search(state, limits).best)
        solved += best == row["best"]
        if best != row["best"]:
            print(f"{row['fen']}: {best}, not {row['best']}", flush=True)
    print(f"{solved} of {len(rows)}")


def main() -> None:
    """Make positions, or solve them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--make", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--time", type=float)
    parser.add_argument("--nodes", type=int)
    given = parser.parse_args()
    if given.make is not None:
        make(given.make, given.seed)
    else:
        solve(PlayLimits(nodes=given.nodes, hard=1.0 if given.time is None and given.nodes is None else given.time))


if __name__ == "__main__":
    main()
