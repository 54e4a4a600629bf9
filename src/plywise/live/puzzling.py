"""Puzzles and the refutation of wrong answers, computed by a worker."""

import hashlib
import time
from typing import Any

from plywise.engines.limits import Stopped
from plywise.game import parse_legal_action
from plywise.live.progress import COMPILING
from plywise.live.work import Work
from plywise.teach.puzzles.prover import PuzzleProver
from plywise.teach.puzzles.puzzle import Puzzle
from plywise.teach.puzzles.puzzle_set import find_puzzles

HUNTING = "puzzles"

ID_LENGTH = 20

REFUTE_SECONDS = 2.0
"""Time for refuting a wrong answer."""


def make_puzzles(work: Work) -> dict[str, Any]:
    """Return puzzles of a game, with their answers. asked: number, seed, difficulty, seconds."""
    asked = work.asked

    def report(puzzles: int, positions: int) -> None:
        if work.stop.is_set():
            raise KeyboardInterrupt
        work.say(HUNTING, done=min(puzzles, asked["number"]), of=asked["number"], positions=positions)

    game = work.warm_game().game
    work.check_ahead(game.initial())
    work.say(COMPILING)
    found = find_puzzles(
        game, asked["number"], seed=asked["seed"], difficulty=tuple(asked["difficulty"]),
        time=asked["seconds"], watcher=report,
    )  # fmt: skip
    return {"puzzles": [describe_puzzle(puzzle) for puzzle in found.puzzles], "ended": found.stopped_by}


def refute_move(work: Work) -> dict[str, Any]:
    """Return the proved line of play after a wrong answer. asked: move."""
    game, state = work.warm_game().game, work.line()[0][-1]
    action = parse_legal_action(game, state, work.asked["move"])
    prover = PuzzleProver(game)
    work.say(COMPILING)
    prover.prepare(state)
    prover.stop_at(time.perf_counter() + REFUTE_SECONDS)
    try:
        return {"line": prover.refute(state, action)}
    except Stopped:
        return {"line": []}


def describe_puzzle(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle with its answer, for the server only."""
    return {
        "puzzle_id": id_of(puzzle.game, puzzle.position),
        "game": puzzle.game,
        "position": puzzle.position,
        "player": puzzle.player,
        "task": puzzle.task,
        "kind": puzzle.kind,
        "difficulty": puzzle.difficulty,
        "best": puzzle.best_word,
        "answer": puzzle.answer,
        "refutations": puzzle.refutations,
        "line": list(puzzle.line),
    }


def id_of(game: str, position: str) -> str:
    """Return a puzzle's id, which depends on the game and the position only."""
    return hashlib.sha256(f"{game}\n{position}".encode()).hexdigest()[:ID_LENGTH]
