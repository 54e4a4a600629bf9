"""What a loser plays: of moves that all lose, the one after which the win is hardest to find.

A search alone loses as late as it can. But where one reply out of seven wins, and that in nine plies, the winner goes
wrong more often than where every reply wins in eleven.
"""

from dataclasses import replace
from math import prod

from plywise.engines.play_limits import PlayLimits
from plywise.engines.play_search import PlaySearch
from plywise.engines.results import SearchResult
from plywise.game import MAX, Action, State

MOST_TRIED = 16
"""Moves that are compared: those that lose latest."""

Ends = dict[Action, int | None]
"""Each action with the plies to the end that a search sees after it: positive where the mover wins, negative where he
loses, None where it sees neither."""


def looks_lost(result: SearchResult) -> bool:
    """Return whether a search for play sees no way for the player to move not to lose outright."""
    game = result.game_object
    low, high = game.utility_bounds
    win = min(high, -low)
    return result.value is not None and result.value == (-win if game.player(result.state) == MAX else win)


def find_trap(search: PlaySearch, state: State, limits: PlayLimits) -> Action | None:
    """Return the action of a lost state after which the winner is likeliest to go wrong, as far as the search sees.

    limits: of nodes, and of time, for all that this takes.

    None where nothing can be gained: an action is not seen to lose, or the winner is not to move after any of them, or
    cannot go wrong. Raises KeyboardInterrupt where it is stopped.
    """
    game, mover = search.game, search.game.player(state)
    ends = _look_at_all(search, state, _share(limits, 2))
    if any(plies is None or plies > 0 for plies in ends.values()):
        return None
    latest = sorted(ends, key=lambda action: ends[action] or 0)[:MOST_TRIED]
    share, chances = _share(limits, 2 * len(latest)), dict[Action, float]()
    for action in latest:
        after = game.result(state, action)
        if game.terminal(after) or game.player(after) == mover:
            chances[action] = 0.0
        else:
            chances[action] = chance_to_err(_look_at_all(search, after, share))
    best = max(latest, key=lambda action: chances[action])  # of equals, the one that loses latest
    return best if chances[best] > 0 else None


def chance_to_err(replies: Ends) -> float:
    """Return how likely the winner is to let a win go, 0 to 1, by what each of his replies leads to.

    A reply that wins in n plies is taken to strike him with a chance of 1/n: a win at once is never missed. Where every
    reply wins, nothing can go wrong.

    >>> chance_to_err({"a": 1, "b": None}), chance_to_err({"a": 3, "b": 3})
    (0.0, 0.0)
    >>> round(chance_to_err({"a": 5, "b": None}), 2), round(chance_to_err({"a": 5, "b": 5, "c": -2}), 2)
    (0.8, 0.64)
    """
    wins = [plies for plies in replies.values() if plies is not None and plies > 0]
    return 0.0 if len(wins) == len(replies) else prod(1 - 1 / plies for plies in wins)


def _look_at_all(search: PlaySearch, state: State, limits: PlayLimits) -> Ends:
    """Return what a search sees of each action of a state."""
    from plywise.engines.native.selective.lines import Progress, plies_to_end

    actions = list(search.game.actions(state))
    seen: Ends = dict.fromkeys(actions)

    def note(progress: Progress) -> None:
        seen[actions[progress.line.place]] = plies_to_end(progress.line.points)

    result = search.search(state, limits, lines=len(actions), report=note, follow=False)
    if result.stopped_by == "interrupt":
        raise KeyboardInterrupt
    return seen


def _share(limits: PlayLimits, parts: int) -> PlayLimits:
    nodes = None if limits.nodes is None else max(limits.nodes // parts, 1)
    return replace(limits, nodes=nodes, hard=None if limits.hard is None else limits.hard / parts)
