"""Texts of the panels beside the board: moves, progress of a search, and values of moves."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from plywise.game import MAX, MIN, Game
from plywise.live.progress import COMPILING
from plywise.live.threads import RULES_SECONDS
from plywise.play.clocks import show_seconds
from plywise.play.outcome import describe_estimate

Event = Mapping[str, Any]
"""An event, plain data."""

LINE_SHOWN = 8
"""Moves of a line of play."""

SIDES = {"MAX": MAX, "MIN": MIN}
SIGNS = {"win": "+", "draw": "=", "loss": "-"}
"""Signs before an outcome, so that it does not depend on colour."""

RANKS = ("win", "draw", "loss")


def list_played(board: Event) -> list[str]:
    """Return the numbered moves of a game, two in a line if the sides alternate, and the moves taken back.

    >>> by = [{"word": "e2e4", "san": "e4", "by": "MAX"}, {"word": "e7e5", "by": "MIN"}, {"word": "f2f4", "by": "MAX"}]
    >>> list_played({"moves": by, "redo": ["b8c6"], "names": {"MAX": "White", "MIN": "Black"}})
    [' 1. e4      e7e5', ' 2. f2f4', 'taken back: b8c6']
    """
    moves = board["moves"]
    words = [move.get("san", move["word"]) for move in moves]
    sides = [move["by"] for move in moves]
    if all(one != other for one, other in pairwise(sides)):
        width = max((len(word) for word in words), default=0) + 4
        lines = []
        for number in range(0, len(words), 2):
            lines.append(f"{number // 2 + 1:2}. {words[number].ljust(width)}{' '.join(words[number + 1 : number + 2])}")
    else:
        names = board["names"]
        lines = [f"{ply:2}. {names[by]} {word}" for ply, (by, word) in enumerate(zip(sides, words, strict=True), 1)]
    taken = [f"taken back: {' '.join(board['redo'])}"] if board["redo"] else []
    return [line.rstrip() for line in lines] + taken


def say_turn(board: Event) -> str:
    """Return the side to move, or the result of the game."""
    if board["over"] is not None:
        return f"Game over: {board['over']['text']}"
    if board["ply"] != board["plies"]:
        return f"After {board['ply']} of {board['plies']} moves (Page Down: later, End: now)"
    return f"{board['names'][board['turn']]} to move" if board["turn"] else ""


def say_players(board: Event) -> list[str]:
    """Return the player of each side, with the time left."""
    clocks = board.get("clocks") or {}
    lines = []
    for side in SIDES:
        left = f"  {show_seconds(clocks[side])}" if side in clocks else ""
        mark = ">" if board["turn"] == side else " "
        lines.append(f"{mark} {board['names'][side]}: {board['players'][side] or 'human'}{left}")
    return lines


def say_thinking(game: Game, news: Event, seconds: float) -> list[str]:
    """Return the progress of a search. seconds: since it began."""
    name = game.player_names[SIDES[news["side"]]] if news.get("side") else "The search"
    if news["what"] == COMPILING:
        return [f"{name}: compiling the rules, {seconds:.0f} s", "(once for each game; Esc stops)"]
    if news.get("depth") is None:
        return [f"{name} thinks, {seconds:.0f} s (Esc stops)"]
    lines = [f"{name} thinks, {seconds:.0f} s (Esc stops)", f"depth {news['depth']}, {news['nodes']:,} nodes"]
    if news["value"] is not None:
        lines.append(f"value {describe_estimate(game, SIDES[news['side']], news['value'], news['certain_win'])}")
    return lines + ([f"line {show_line(news['pv'])}"] if news["pv"] else [])


def say_busy(seconds: float) -> list[str]:
    """Return the message that the rules do not respond. seconds: for how long"""
    return [f"The rules have not responded for {seconds:.0f} s", f"(they are aborted after {RULES_SECONDS:.0f} s)"]


def show_line(words: Sequence[str]) -> str:
    """Return a line of play, shortened if it is long."""
    return " ".join(words[:LINE_SHOWN]) + (" ..." if len(words) > LINE_SHOWN else "")


def list_analysis(news: Event) -> list[str]:
    """Return the lines of an analysis."""
    lines = [f"Analysis: depth {news['depth']}, {news['nodes']:,} nodes, {news['seconds']:.1f} s"]
    return lines + [f"{line['text']:>9}  {show_line(line['pv'])}" for line in news["lines"]]


def list_values(values: Mapping[str, Event], legal: Sequence[str], final: bool) -> list[str]:
    """Return the exact outcome of each legal move, best first.

    >>> values = {"1": {"outcome": "loss", "distance": 12, "text": "loss in 12"},
    ...           "2": {"outcome": "win", "distance": 7, "text": "win in 7"}}
    >>> list_values(values, ["1", "2", "3"], True)
    ['Exact outcomes:', '+ 2  win in 7', '- 1  loss in 12', '? 3  not proved in time']
    """
    width = max(map(len, legal), default=0)
    lines = [
        f"{SIGNS[values[word]['outcome']]} {word:{width}}  {values[word]['text']}"
        for word in sorted((word for word in legal if word in values), key=lambda word: _rank(values[word]))
    ]
    open_moves = [word for word in legal if word not in values]
    doubt = "not proved in time" if final else "..."
    heading = "Exact outcomes:" if final else f"Exact outcomes ({len(legal) - len(open_moves)} of {len(legal)}):"
    return [heading, *lines, *(f"? {word:{width}}  {doubt}" for word in open_moves)]


def _rank(outcome: Event) -> tuple[int, float, int]:
    """Return a sort key: sooner wins and more points first, later losses before sooner ones."""
    distance, sign = outcome["distance"] or 0, -1 if outcome["outcome"] == "loss" else 1
    points = abs(outcome.get("value") or 0)
    return RANKS.index(outcome["outcome"]), -sign * points, sign * distance


def sign_of(outcome: Event) -> str:
    """Return an exact outcome in a cell: +7 wins in 7, = draws, -12 loses in 12."""
    distance = outcome["distance"] if outcome["outcome"] != "draw" else None
    return f"{SIGNS[outcome['outcome']]}{'' if distance is None else distance}"
