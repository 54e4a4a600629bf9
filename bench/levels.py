"""Do the levels of the engine mean what they say? `python -m bench.levels`, from the repository's folder.

Each level of each game meets the level two below it, and the player who does not search (`simple`), in 40 games: 20
random openings, each played with both colours. The bounds, of which docs/decisions/0030 has the reasons:

- a score of at least 60 % against the level two below;
- a score of at least 50 % against the player who does not search.

Of a small game, which the first level that is never careless solves from the start, that level is measured against the
level two below, too. Nobody can be asked for more than what it scores: there the bound is 60 %, or if that is less, its
score less what chance may do in so few games.

Exit code 1 where a bound is not met.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from plywise.engines.search import search
from plywise.game import MAX, MIN, Game, State
from plywise.games import REGISTRY, make
from plywise.play.player import Player
from plywise.play.players import EnginePlayer, RandomPlayer, SimplePlayer
from plywise.play.players.engine import CAREFUL_LEVEL, level_nodes
from plywise.play.turns import take_turns

GAMES = 40
PLIES, FEW_PLIES = 4, 2  # of a random opening; the fewer in games of at most SHORT plies
SHORT = 30
LEVELS = 6
LONGEST = 300  # plies, after which a game counts as drawn
BOUND, SIMPLE_BOUND = 0.6, 0.5
CHANCE = 0.08  # a standard deviation of the score in 40 games that are won or lost
PERFECT = CAREFUL_LEVEL
"""The level that is perfect in a small game."""


class Score(NamedTuple):
    """The games won, drawn and lost by the first of two players."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def share(self) -> float:
        """The points of the first player, of all."""
        return (self.won + self.drawn / 2) / max(sum(self), 1)

    def __str__(self) -> str:
        return f"{self.share:6.1%}  {self.won:>3} {self.drawn:>3} {self.lost:>3}"


def openings(game: Game, number: int, plies: int, seed: int) -> Iterator[State]:
    """Yield different positions after random plies, not over and with no win at once for the player to move."""
    source, seen, tries = random.Random(seed), set(), 0
    while len(seen) < number:
        tries += 1
        state = game.initial()
        for _ in range(plies):
            if game.terminal(state):
                break
            state = game.result(state, source.choice(list(game.actions(state))))
        key = game.key(state)
        fresh = key not in seen or tries > 100 * number  # a small game has few positions
        if not fresh or game.terminal(state):
            continue
        side = game.player(state)
        after = [game.result(state, action) for action in game.actions(state)]
        if any(game.terminal(child) and side * game.utility(child) > 0 for child in after):
            continue
        seen.add(key if key not in seen else (key, tries))
        yield state


def play_one(game: Game, state: State, players: dict[int, Player]) -> Any:
    """Return the utility of a game from a state on; 0 where it does not end."""
    here = state
    for ply, turn in enumerate(take_turns(game, players, state)):
        here = turn.after
        if ply >= LONGEST:
            return 0
    return game.utility(here)


def meet(game: Game, first: Player, second: Player, games: int, plies: int, seed: int = 1) -> Score:
    """Return the first player's score over pairs of games with the colours swapped."""
    counts = [0, 0, 0]
    for state in openings(game, games // 2, plies, seed):
        for side in (MAX, MIN):
            points = side * play_one(game, state, {side: first, -side: second})
            counts[1 - (points > 0) + (points < 0)] += 1
    return Score(*counts)


def is_small(game: Game) -> bool:
    """Return whether level PERFECT solves a game from the start: it then never gives anything away."""
    return search(game, nodes=level_nodes(PERFECT)).proved


def bound(game: Game, level: int, games: int, plies: int) -> tuple[float, str]:
    """Return the least score of a level against the one two below it, and what else was measured for it."""
    if not is_small(game):
        return BOUND, ""
    most = meet(game, EnginePlayer(level=PERFECT), EnginePlayer(level=level - 2), games, plies)
    return min(BOUND, most.share - CHANCE), f"   perfect {most}"


def opening_plies(game: Game) -> int:
    """Return how many plies of an opening are random: fewer where a few random games are short."""
    lengths = (
        sum(1 for _ in take_turns(game, {MAX: RandomPlayer(seed), MIN: RandomPlayer(-seed)})) for seed in range(9)
    )
    return FEW_PLIES if max(lengths) <= SHORT else PLIES


def main() -> int:
    """Measure, print the table, and return the exit code."""
    reader = argparse.ArgumentParser(prog="python -m bench.levels", description="Let the engine's levels meet.")
    reader.add_argument("games", nargs="*", default=list(REGISTRY), metavar="GAME")
    reader.add_argument("--levels", type=int, default=LEVELS, help="the highest level")
    reader.add_argument("--first", type=int, default=1, help="the lowest level")
    reader.add_argument("--number", type=int, default=GAMES, help="of games of each pair, an even number")
    options = reader.parse_args()
    levels = range(options.first, options.levels + 1)
    met = [measure(name, level, options.number) for name in options.games for level in levels]
    return 0 if all(met) else 1


def measure(name: str, level: int, games: int) -> bool:
    """Print a row of the table; return whether the bounds are met."""
    game, began, player = make(name), time.perf_counter(), EnginePlayer(level=level)
    plies = opening_plies(game)
    score = meet(game, player, SimplePlayer(), games, plies)
    met, line = score.share >= SIMPLE_BOUND, f"{name:14} level {level:2}   simple {score}"
    if level > 2:
        score = meet(game, player, EnginePlayer(level=level - 2), games, plies)
        least, most = bound(game, level, games, plies)
        met, line = met and score.share >= least, f"{line}   level {level - 2} {score}{most}"
    print(f"{line}   {time.perf_counter() - began:.1f} s{'' if met else '   NOT MET'}", flush=True)
    return met


if __name__ == "__main__":
    sys.exit(main())
