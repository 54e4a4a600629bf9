"""A player's view of a position in words: while it thinks, afterwards, and as the reason for a hint."""

from collections.abc import Iterator
from contextlib import contextmanager

from plywise.cli.status_line import status_line, ticking
from plywise.engines.results import SearchResult
from plywise.game import MAX, MIN, Action, Game, State
from plywise.play.outcome import describe_estimate, describe_value
from plywise.play.player import Thought, Watcher
from plywise.play.players import SolverPlayer
from plywise.play.players.simple import can_lose, has_won
from plywise.solvers.solver import Solution

PATIENCE, EVERY = 0.5, 0.2  # seconds of thinking before the first report, and between reports
LINE_SHOWN = 6  # moves of the line of play expected


def describe_thought(game: Game, state: State, thought: Thought) -> str:
    """Return a player's view of its move, as a part of a sentence; "" if it has none."""
    finding = thought.finding
    if thought.at_sight:
        return "without a search"
    if isinstance(finding, Solution):
        plies = f" in {finding.distance} {'ply' if finding.distance == 1 else 'plies'}" if finding.distance else ""
        return f"proved: {describe_value(game, finding.value, proved=True)}{plies}"
    if finding is not None:
        return describe_finding(game, state, finding)
    depth = "" if thought.depth is None else f", {thought.depth} plies ahead"
    return "" if thought.value is None else f"value {describe_estimate(game, game.player(state), thought.value)}{depth}"


def describe_finding(game: Game, state: State, result: SearchResult, least: int = 2) -> str:
    """Return what a search found: the value, how deep it looked, and the line of play that it expects.

    least: the least number of moves of the line that is shown
    """
    if result.value is None:
        return "no move has a value yet"
    words = result.words(result.pv[:LINE_SHOWN])
    expected = f", line {' '.join(words)}{' ...' if len(result.pv) > LINE_SHOWN else ''}" if len(words) >= least else ""
    if result.proved:
        return f"proved: {describe_value(game, result.value, proved=True)}{expected}"
    estimate = describe_estimate(game, game.player(state), result.value, result.certain_win)
    return f"value {estimate}, {result.depth} plies ahead{expected}"


def give_reason(game: Game, state: State, thought: Thought) -> str:
    """Return why a move is a good one, as the rest of a sentence that begins with the move."""
    side, action = game.player(state), thought.action
    after = game.result(state, action)
    other = game.player_names[MIN if side == MAX else MAX]
    if has_won(game, after, side):
        return "it wins at once"
    dangerous = [each for each in game.actions(state) if each != action and lets_win(game, state, each, side)]
    view = describe_thought(game, state, thought)
    if dangerous and not can_lose(game, after, side):
        words = " ".join(game.format_action(state, each) for each in dangerous)
        left = sum(1 for _ in game.actions(state)) - len(dangerous)
        danger = (
            f"after {words} {other} could win at once" if left > 1 else f"after any other move {other} wins at once"
        )
        return f"{danger}; {view}" if view else danger
    return view or "it looks the most promising without a search"


def lets_win(game: Game, state: State, action: Action, side: int) -> bool:
    """Return whether a side's move loses, or lets the other side win at once."""
    return can_lose(game, game.result(state, action), side)


def describe_thinking(game: Game, state: State, result: SearchResult) -> str:
    """Return a player's view while it is thinking."""
    return f"{game.player_names[game.player(state)]} thinks: {describe_finding(game, state, result, least=1)}"


@contextmanager
def show_thinking(game: Game, state: State, player: object = None) -> Iterator[Watcher | None]:
    """Yield a watcher that shows a player's search on a terminal; None where stderr is none. Proofs are shown, too."""
    with status_line(PATIENCE, EVERY) as line:
        if not line.exists:
            yield None
            return

        def watch(result: SearchResult) -> None:
            line.offer(lambda _: describe_thinking(game, state, result))

        def report_proof(elapsed: float) -> str:
            nodes = player.proof_nodes() if isinstance(player, SolverPlayer) else None
            name = game.player_names[game.player(state)]
            return "" if nodes is None else f"{name} thinks: trying to prove the best move, {nodes:,} nodes"

        if isinstance(player, SolverPlayer):
            with ticking(line, report_proof):
                yield watch
        else:
            yield watch
