"""The ending of a game, and its outcome in words."""

from typing import NamedTuple

from plywise.arguments.numbers import as_number
from plywise.errors import InputError
from plywise.game import MAX, MIN, Game, State, Value, is_outright
from plywise.game.slips import wrong_answer
from plywise.play.record import winner_of


class Ending(NamedTuple):
    """How a game ended, with the fields of a GameRecord."""

    winner: str
    ended_by: str
    detail: str = ""
    utility: Value | None = None


REASONS = {
    "resigned": "as {loser} resigns",
    "time": "as the time of {loser} has run out",
    "illegal move": "as {loser} played an illegal move",
    "crash": "as the program of {loser} has ended",
    "no answer": "as {loser} did not answer",
    "garbage": "as the answer of {loser} made no sense",
    "error": "as the player of {loser} failed",
    "proved": "as is proved",
    "adjudicated": "by adjudication",
    "length": "as the game is too long",
}
"""The reason added after the winner; omitted if the board shows it or it is unknown."""


def end_by_rules(game: Game, state: State) -> Ending:
    """Return the ending in a terminal state. Raises InputError if the utility is not a number."""
    answer = game.utility(state)
    utility = as_number(answer)
    if utility is None:
        where, wrong = game.format_state(state), wrong_answer("utility", answer)
        raise InputError(f"{game.name}: utility returned {answer!r} at {where}, {wrong}")
    return Ending(winner_of(utility), "rules", "", utility)


def describe_ending(game: Game, ending: Ending) -> str:
    """Return the winner in words, and the reason if the board does not show it.

    >>> from plywise.games import make
    >>> game = make("connect4")
    >>> describe_ending(game, Ending("MIN", "resigned")), describe_ending(game, Ending("draw", "rules", "", 0))
    ('Red wins, as Yellow resigns', 'a draw')
    """
    reason = REASONS.get(ending.ended_by, "")
    if ending.winner == "draw" and "{loser}" in reason:
        reason = ""
    names = game.player_names
    because = reason.format(loser=names[MIN if ending.winner == "MAX" else MAX])
    if ending.utility is not None:
        outcome = describe_value(game, ending.utility, proved=True)
    else:
        outcome = "a draw" if ending.winner == "draw" else f"{names[MAX if ending.winner == 'MAX' else MIN]} wins"
    return f"{outcome}, {because}" if because else outcome


def describe_value(game: Game, value: Value, proved: bool) -> str:
    """Return a value, from MAX's view, in words: the winner, or the points and whose they are.

    >>> from plywise.trees.tree import Tree
    >>> [describe_value(Tree([1, 2]), value, proved=True) for value in (0, -1, 3, 2.5)]
    ['a draw', 'MIN wins', '3 points to MAX', '2.5 points to MAX']
    """
    if not proved:
        return "an estimate"
    if value == 0:
        return "a draw"
    name, points = game.player_names[MAX if value > 0 else MIN], abs(value)
    return (
        f"{name} wins" if is_outright(game, value) else f"{points:,} {'point' if points == 1 else 'points'} to {name}"
    )


def describe_estimate(game: Game, side: int, value: Value, certain_win: Value | None = None) -> str:
    """Return an estimate, from MAX's view, as seen by a side, with its name.

    certain_win: see SearchResult; then the estimate is given as the side's expected score

    >>> from plywise.games import make
    >>> describe_estimate(make("connect4"), MIN, -2.5)
    '+2.5 for Red'
    >>> describe_estimate(make("connect4"), MIN, -0.5, certain_win=1)
    '75 % for Red'
    """
    if certain_win is not None:
        return f"{50 + 50 * side * value / certain_win:.0f} % for {game.player_names[side]}"
    return f"{side * value + 0.0:+.3g} for {game.player_names[side]}"  # + 0.0: no -0
