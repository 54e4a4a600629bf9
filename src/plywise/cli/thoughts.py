"""What a player thinks of a position, in words: while it thinks, afterwards, and as the reason for a hint."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from plywise.engines.results import SearchResult
from plywise.game import MAX, MIN, Action, Game, State, Value
from plywise.play.players import Thought, can_lose, has_won
from plywise.show.text import describe_value
from plywise.solvers.solver import Solution

ERASE = "\r\x1b[K"
PATIENCE = 0.5  # seconds of thinking before anything is said of it
LINE_SHOWN = 6  # moves of the line of play expected


def describe_thought(game: Game, state: State, thought: Thought) -> str:
    """Return what a player thinks of its move, as a part of a sentence; "" where it thinks nothing."""
    finding = thought.finding
    if thought.at_sight:
        return "at sight"
    if isinstance(finding, Solution):
        plies = f" in {finding.distance} {'ply' if finding.distance == 1 else 'plies'}" if finding.distance else ""
        return f"proved: {describe_value(game, finding.value, proved=True)}{plies}"
    return describe_finding(game, state, finding) if finding is not None else ""


def describe_finding(game: Game, state: State, result: SearchResult) -> str:
    """Return what a search found: the value, how deep it looked, and the line of play that it expects."""
    if result.value is None:
        return "no move is valued yet"
    words = result.words(result.pv[:LINE_SHOWN])
    expected = f", line {' '.join(words)}{' ...' if len(result.pv) > LINE_SHOWN else ''}" if len(words) > 1 else ""
    if result.proved:
        return f"proved: {describe_value(game, result.value, proved=True)}{expected}"
    return f"value {estimate(game, state, result.value)}, {result.depth} plies ahead{expected}"


def estimate(game: Game, state: State, value: Value) -> str:
    """Return an estimate from the view of the player to move, with the player's name."""
    side = game.player(state)
    return f"{side * value + 0.0:+.3g} for {game.player_names[side]}"  # + 0.0: no -0


def give_reason(game: Game, state: State, thought: Thought) -> str:
    """Return why a move is a good one, as the rest of a sentence that begins with the move."""
    side, action = game.player(state), thought.action
    after = game.result(state, action)
    other = game.player_names[MIN if side == MAX else MAX]
    if has_won(game, after, side):
        return "it wins at once"
    dangerous = [each for each in game.actions(state) if each != action and lets_win(game, state, each, side)]
    told = describe_thought(game, state, thought)
    if dangerous and not can_lose(game, after, side):
        words = " ".join(game.format_action(state, each) for each in dangerous)
        left = sum(1 for _ in game.actions(state)) - len(dangerous)
        danger = (
            f"after {words} {other} could win at once" if left > 1 else f"after any other move {other} wins at once"
        )
        return f"{danger}; {told}" if told else danger
    return told or "it looks the most promising at sight"


def lets_win(game: Game, state: State, action: Action, side: int) -> bool:
    """Return whether a side's move loses, or lets the other side win at once."""
    return can_lose(game, game.result(state, action), side)


class ThinkingLine:
    """One line on a terminal's stderr that says how far a search has come: a watcher for it."""

    def __init__(self, game: Game, state: State) -> None:
        self.game = game
        self.state = state
        self.began = time.perf_counter()
        self.shown = False

    def __call__(self, result: SearchResult) -> None:
        """Write the line over the old one."""
        if time.perf_counter() - self.began < PATIENCE:
            return
        name = self.game.player_names[self.game.player(self.state)]
        told = describe_finding(self.game, self.state, result)
        best = "" if result.value is None or not result.pv else f", {result.word(result.pv[0])} so far"
        print(f"{ERASE}{name} thinks: {told}{best}", end="", file=sys.stderr, flush=True)
        self.shown = True

    def erase(self) -> None:
        """Leave nothing of it behind."""
        if self.shown:
            print(ERASE, end="", file=sys.stderr, flush=True)


@contextmanager
def show_thinking(game: Game, state: State) -> Iterator[ThinkingLine | None]:
    """Yield a watcher that shows a search on a terminal; None where stderr is none."""
    if not sys.stderr.isatty() or os.environ.get("TERM", "dumb") == "dumb":
        yield None
        return
    line = ThinkingLine(game, state)
    try:
        yield line
    finally:
        line.erase()
