"""How many tactical positions does the search for play solve? `python -m bench.tactics`, from the repository's folder.

The positions are in bench/data/tactics.jsonl: in each, one move wins, by two pawns more than any other, says Stockfish,
and it does not simply take more than it gives: it is quiet, or a sacrifice. `--make 300` made them, and our own search
had no part in that: Stockfish played weak games against itself; of the mistakes that could be made in each few moves,
one was taken that has such a refutation. Stockfish runs from its own package.
"""

import argparse
import json
import random
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import plywise as pw
from plywise.engines.move_limits import MoveLimits
from plywise.engines.selective_search import SelectiveSearch
from plywise.game import State

FILE = Path(__file__).parent / "data" / "tactics.jsonl"
STOCKFISH = "/usr/games/stockfish"
GLANCE, LOOKS = 60, (500, 5_000, 100_000)
"""Nodes of a search that chooses moves, and of those that must all say that one move wins; the last says which."""
BALANCED = 100
"""Hundredths of a pawn that nobody is ahead by before the mistake."""
APART = 6
"""Plies between two positions of a game from which mistakes are tried."""
WINS = 200
"""Hundredths of a pawn: what the move must be worth at least, and more than any other."""


class Judge:
    """Stockfish, telling the two best moves of a position."""

    def __init__(self) -> None:
        self.program = subprocess.Popen([STOCKFISH], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._say("uci\nsetoption name Hash value 8\nsetoption name MultiPV value 2")

    def _say(self, text: str) -> None:
        assert self.program.stdin is not None
        print(text, file=self.program.stdin, flush=True)

    def judge(self, fen: str, nodes: int) -> list[tuple[str, int]]:
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


def candidates(game: pw.Game, judge: Judge, seed: int) -> Iterator[list[State]]:
    """Yield the positions that come of any one move in a balanced position of a weak game."""
    source = random.Random(seed)
    while True:
        state = game.initial()
        for ply in range(120):
            best = [] if game.terminal(state) else judge.judge(game.format_state(state), GLANCE)
            if not best or abs(best[0][1]) > 3 * BALANCED:
                break
            moves = list(game.actions(state))
            if ply % APART == APART - 1 and abs(best[0][1]) <= BALANCED:
                after = [game.result(state, move) for move in source.sample(moves, len(moves))]
                yield [each for each in after if not game.terminal(each)]
            at_random = ply < 8 or source.random() < 0.05
            state = game.result(state, source.choice(moves) if at_random else game.parse_action(state, best[0][0]))


def is_decided(found: list[tuple[str, int]]) -> bool:
    """Return whether the best move wins, and is the best by far."""
    return len(found) > 1 and found[0][1] >= WINS and found[0][1] - found[1][1] >= WINS


def judged(judge: Judge, game: pw.Game, state: State) -> dict[str, str | int] | None:
    """Return a position with the one move that wins; None where there is none, or it simply takes something."""
    fen = game.format_state(state)
    for nodes in LOOKS:
        found = judge.judge(fen, nodes)
        if not is_decided(found) or game.exchange_value(state, game.parse_action(state, found[0][0])) > 0:
            return None
    (best, worth), (_, second) = found
    return {"fen": fen, "best": best, "worth": worth, "next": second}


def make(wanted: int, seed: int) -> None:
    """Find positions, and write them as they are found: one of those that a move leads to from the same position."""
    game, judge = pw.make("chess"), Judge()
    with FILE.open("a", encoding="utf-8") as file:
        rows = (
            next(filter(None, (judged(judge, game, state) for state in states)), None)
            for states in candidates(game, judge, seed)
        )
        for row in islice(filter(None, rows), wanted):
            print(json.dumps(row), file=file, flush=True)


def unsolved(rows: Iterable[Mapping[str, Any]], limits: MoveLimits) -> Iterator[tuple[str, str, str]]:
    """Yield the positions in which our search chooses another move, each as FEN, with that move and the best one."""
    game = pw.make("chess")
    search = SelectiveSearch(game, table=64)
    for row in rows:
        state = game.parse_state(row["fen"])
        search.forget()
        chosen = game.format_action(state, search.search(state, limits).best)
        if chosen != row["best"]:
            yield row["fen"], chosen, row["best"]


def load() -> list[dict[str, Any]]:
    """Return the positions."""
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


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
        hard = 1.0 if given.time is None and given.nodes is None else given.time
        rows, missed = load(), 0
        for fen, chosen, best in unsolved(rows, MoveLimits(nodes=given.nodes, hard=hard)):
            print(f"{fen}: {chosen}, not {best}", flush=True)
            missed += 1
        print(f"{len(rows) - missed} of {len(rows)}")


if __name__ == "__main__":
    main()
