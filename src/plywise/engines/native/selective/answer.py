"""The result of a search for play, in the game's own values. Only an end of the game one move away is proved."""

from math import tanh

from plywise.engines.algorithms import SELECTIVE
from plywise.engines.kernel import thread_state as slots
from plywise.engines.native.selective.config import outright_win
from plywise.engines.native.selective.deepening import Deepening
from plywise.engines.play_lines import Line, plies_to_end
from plywise.engines.results import Bound, SearchResult, Stats
from plywise.engines.tie_break import preferred
from plywise.game import MAX, Action, Value, player_word

DIGITS = 3
"""The decimal places of an expected result."""


def result_of(search: Deepening, all_moves: bool = False, follow: bool = True) -> SearchResult:
    """Return the result of a search; while it is running, the result so far.

    all_moves: value each root action. follow: return the whole line of play, not only its first action.
    """
    game, state = search.game, search.state
    mover, found, memory = game.player(state), search.found, search.memory
    best = found[0] if found else None
    pv: list[Action] = []
    if best is not None:
        pv = search.follow(best) if follow else [search.actions[best.place]]
    at_once = _end_at_once(search)
    value: Value | None = None if best is None else value_of(search, best, mover)
    bound = _bound(best, mover)
    if at_once is not None:
        (value, pv), bound = at_once, Bound.EXACT
    values = None
    if all_moves and len(found) == len(search.actions):
        values = {search.actions[line.place]: value_of(search, line, mover) for line in found}
        values = {action: values[action] for action in search.actions}
    return SearchResult(
        game_object=game,
        state=state,
        player=player_word(mover),
        algorithm=SELECTIVE.name,
        engine="native",
        value=value,
        bound=bound,
        proved=at_once is not None,
        best=pv[0] if pv else preferred(game, state, [search.actions[place] for place in search.allowed]),
        pv=pv,
        depth=search.depth,
        stats=_stats(search),
        time_s=search.clock.elapsed,
        stopped_by=search.stopped_by or "interrupt",
        action_values=values,
        threads=len(memory.works),
        selective=True,
        certain_win=certain_win(search) if at_once is None else None,
    )


def value_of(search: Deepening, line: Line, mover: int) -> Value:
    """Return the value of a line, MAX's view. Any win has the greatest utility that both sides can reach."""
    game, engine = search.game, search.session.engine
    points, win = mover * line.points, outright_win(game)
    if (certain := certain_win(search)) is not None:
        return round(certain * tanh(points / 200), DIGITS)  # points: a logit in hundredths
    if win is not None and plies_to_end(points) is not None:
        return win if points > 0 else -win
    value = points * search.session.config.unit / 100
    return round(value) if not engine.floats or (engine.whole_utilities and value.is_integer()) else value


def certain_win(search: Deepening) -> Value | None:
    """Return the value of a certain win for MAX by a learned evaluation, 1 without utility_bounds; None without one."""
    return (outright_win(search.game) or 1) if search.session.config.learned else None


def _bound(best: Line | None, mover: int) -> Bound:
    """Return how the value relates to the true one, MAX's view."""
    if best is None:
        return Bound.LOWER if mover == MAX else Bound.UPPER
    if best.bound is Bound.EXACT or mover == MAX:
        return best.bound
    return Bound.LOWER if best.bound is Bound.UPPER else Bound.UPPER


def _end_at_once(search: Deepening) -> tuple[Value, list[Action]] | None:
    """Return the value and the line of play if an action ends the game and no other can be better; None otherwise.

    This holds if the action wins outright, or if all actions end the game.
    """
    game, mover = search.game, search.game.player(search.state)
    if not search.found or len(search.allowed) < len(search.actions):
        return None
    first = search.actions[search.found[0].place]
    after = game.result(search.state, first)
    if not game.terminal(after):
        return None
    low, high = game.utility_bounds
    value = game.utility(after)
    if value != (high if mover == MAX else low):
        children = [game.result(search.state, action) for action in search.actions]
        if not all(game.terminal(child) for child in children):
            return None
        utilities = [game.utility(child) for child in children]
        if value != (max(utilities) if mover == MAX else min(utilities)):
            return None
    return value, [first]


def _stats(search: Deepening) -> Stats:
    """Return the counts of all threads."""
    memory = search.memory
    return Stats(
        nodes=memory.count(slots.NODES),
        leaves=memory.count(slots.LEAVES),
        estimates=memory.count(slots.ESTIMATES),
        cutoffs=memory.count(slots.CUTOFFS),
        first_move_cutoffs=memory.count(slots.FIRST_CUTOFFS),
        depth=max(int(work[slots.DEEPEST]) for work in memory.works),
        table_hits=memory.count(slots.TABLE_HITS),
    )
