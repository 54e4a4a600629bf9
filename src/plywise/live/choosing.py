"""A player's move, computed by a worker."""

from typing import Any

from plywise.errors import InputError
from plywise.game import MAX, MIN
from plywise.live.progress import SEARCHING, plain_value, thinking_of
from plywise.live.work import Work
from plywise.play.player import Allowance, Situation, Thought
from plywise.play.record import MoveRecord


def choose_move(work: Work) -> dict[str, Any]:
    """Return a player's move with its evaluation, or that it resigns.

    asked: who; seed, of a random player; time, nodes and depth, each a number or None; clocks, the seconds left to MAX
    and MIN, or None, the increment, and moves_to_go until the next time control. A stopped search gives the best move
    so far.
    """
    work.say(SEARCHING)  # before any rule is called, because it may not return
    game, (states, actions) = work.warm_game().game, work.line()
    player = work.player(work.asked["who"], states[0]).for_game(work.asked["seed"] + len(actions))
    news: list[dict[str, Any]] = []

    def watch(result: Any) -> None:
        news[:] = [thinking_of(result)]
        work.say(SEARCHING, **news[0])

    situation = Situation(game, states[0], tuple(actions), states[-1], _allowance(work), watch)
    try:
        thought = player.decide(situation)
    except KeyboardInterrupt:
        return {"stopped": True, "word": news[0]["pv"][0] if news and news[0]["pv"] else None}
    if thought.action is None:
        return {"resigns": True}
    if thought.action not in list(game.actions(states[-1])):
        raise InputError(f"{work.asked['who']} plays an illegal move: {thought.action!r}")
    return _describe(MoveRecord.of(game.format_action(states[-1], thought.action), thought), thought)


def _allowance(work: Work) -> Allowance:
    """Return the player's allowance."""
    asked, clocks = work.asked, work.asked.get("clocks")
    allowed = Allowance(asked["time"], asked["nodes"], asked["depth"], stop=work.stop)
    if clocks is None:
        return allowed
    return allowed._replace(
        clocks={MAX: clocks["MAX"], MIN: clocks["MIN"]}, increment=asked["increment"], moves_to_go=asked["moves_to_go"]
    )


def _describe(record: MoveRecord, thought: Thought) -> dict[str, Any]:
    move = {"word": record.word, "depth": record.depth, "nodes": record.nodes, "value": plain_value(record.value)}
    return move | {"proved": bool(getattr(thought.finding, "proved", False))}
