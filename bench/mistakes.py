"""Where does each level err? `python -m bench.mistakes [GAME ...]`, from the repository's folder.

Positions of games at random, in which nobody loses at once by a move, are solved, every move with its value and
distance. In those that the player to move has not lost, each level chooses a move. A mistake is a move after which the
opponent wins; the depth of its refutation is the plies that the win takes. What is told is how often a level makes a
mistake of each depth, as a part of how often a player errs so who moves at random: 0 is never, 1 no better than that.
Nothing depends on time. The rows go to bench/data/mistakes.jsonl, in place of those that the games had there;
docs/generate.py draws docs/reference/levels-GAME.svg from them.
"""

import argparse
import json
import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import plywise as pw
from plywise.game import Action, Game, State
from plywise.play.ladders import LEVELS
from plywise.play.players import EnginePlayer
from plywise.solvers.solver import Solution, Solver

ROWS = Path(__file__).parent / "data" / "mistakes.jsonl"
POSITIONS, SEED = 1000, 1
PLIES = {"connect4": (10, 30), "hex": (30, 42), "kalah": (28, 48), "othello": (46, 56), "tictactoe": (1, 7)}
"""Of the random games, from and to: where a game can be solved."""


def positions(game: Game, options: argparse.Namespace) -> Iterator[tuple[State, Solution]]:
    """Yield solved positions of random games that the player to move has not lost, and can lose."""
    lots, solver = random.Random(options.seed), Solver(game)
    found = 0
    while found < options.positions:
        state = game.initial()
        for _ in range(lots.randint(*PLIES[game.name.partition(":")[0]])):
            if game.terminal(state):
                break
            state = game.result(state, choose_carefully(game, state, lots))
        if game.terminal(state):
            continue
        solution = solver.solve(state, all_moves=True)
        if solution.outcome != "loss" and losing(solution):
            found += 1
            yield state, solution


def choose_carefully(game: Game, state: State, lots: random.Random) -> Action:
    """Return a random move among those that do not lose at once: in games of such moves more is at stake later."""
    actions = list(game.actions(state))
    lots.shuffle(actions)
    side = game.player(state)
    safe = (each for each in actions if not any(wins(game, reply, -side) for reply in follow(game, state, each)))
    return next(safe, actions[0])


def follow(game: Game, state: State, action: Action) -> Iterator[State]:
    """Yield the states after each reply to a move."""
    after = game.result(state, action)
    if not game.terminal(after):
        yield from (game.result(after, reply) for reply in game.actions(after))


def wins(game: Game, state: State, side: int) -> bool:
    """Return whether a game is over and won by a side."""
    return game.terminal(state) and game.utility(state) * side > 0


def losing(solution: Solution) -> dict[object, int]:
    """Return the moves after which the opponent wins, each with the plies that this takes."""
    assert solution.actions is not None
    return {
        action: distance - 1
        for action, (value, distance) in solution.actions.items()
        if solution.outcome_of(value) == "loss" and distance is not None
    }


def count(name: str, options: argparse.Namespace) -> list[dict]:
    """Return a row for each level: the depth of a refutation, the mistakes made, those expected of random moves."""
    game = pw.make(name)
    asked = list(positions(game, options))
    rows = []
    for level in LEVELS:
        expected: dict[int, float] = defaultdict(float)
        made: dict[int, int] = defaultdict(int)
        for number, (state, solution) in enumerate(asked):
            player = EnginePlayer(level=level, seed=options.seed).for_game(number)
            chosen = player.choose(game, state)
            for action, plies in losing(solution).items():
                expected[plies] += 1 / len(solution.actions or ())
                made[plies] += action == chosen
        counts = [[plies, made[plies], round(expected[plies], 2)] for plies in sorted(expected)]
        rows.append({"game": name, "level": level, "positions": len(asked), "seed": options.seed, "counts": counts})
        print(name, level, counts[:9], file=sys.stderr, flush=True)
    return rows


def main() -> None:
    """Measure, and write the rows."""
    reader = argparse.ArgumentParser(prog="python -m bench.mistakes", description="Count the mistakes of each level.")
    reader.add_argument("names", nargs="*", default=list(PLIES), metavar="GAME")
    reader.add_argument("--positions", type=int, default=POSITIONS)
    reader.add_argument("--seed", type=int, default=SEED)
    reader.add_argument("--rows", type=Path, default=ROWS)
    options = reader.parse_args()
    for name in options.names:
        before = options.rows.read_text(encoding="utf-8").splitlines() if options.rows.exists() else []
        kept = [line for line in before if json.loads(line)["game"] != name]
        new = [json.dumps(row) for row in count(name, options)]
        options.rows.write_text("".join(f"{line}\n" for line in kept + new), encoding="utf-8")


if __name__ == "__main__":
    main()
