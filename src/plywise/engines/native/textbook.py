"""The compiled textbook searches: minimax, negamax and alpha-beta, node for node like the reference."""

from contextlib import suppress
from typing import Any

from plywise.engines.algorithms import Algorithm, Native
from plywise.engines.kernel.textbook import CUT_GE, CUT_GT, NO_CUT, run_textbook
from plywise.engines.kernel.thread_state import LINE, LINE_PLIES, NODES, PATH, SO_FAR, Halt, line_from
from plywise.engines.limits import Limits, Stopped
from plywise.engines.native.compile.engine import Engine
from plywise.engines.native.run import NativeRun, as_actions
from plywise.engines.native.session import SearchSession
from plywise.engines.results import Bound, SearchResult
from plywise.engines.tie_break import choose, preferred, rivals
from plywise.engines.values import INFINITE, to_word
from plywise.game import MAX, Action, State, Value
from plywise.game.ordered_sets import actions_in_order


def cut_rule(algorithm: Algorithm, cut: str) -> int:
    """Return the kernel's cut rule for a textbook algorithm; cut: "ge" or "gt"."""
    if algorithm.native is Native.NO_CUT:
        return NO_CUT
    return CUT_GT if cut == "gt" else CUT_GE


# --- the textbook's searches -----------------------------------------------------------------------------------------


def search_textbook(
    engine: Engine,
    state: State,
    algorithm: Algorithm,
    limits: Limits,
    cut: str = "ge",
    all_moves: bool = False,
    features: int = 0,
) -> SearchResult:
    """Search as the reference does, node for node. features: BLIND or none."""
    engine.entry(run_textbook)
    run = NativeRun(engine, state, algorithm, limits, SearchSession(engine, None, features=features))
    rule = cut_rule(algorithm, cut)
    return run.answer(lambda: _textbook(run, rule, all_moves))


def _textbook(run: NativeRun, rule: int, all_moves: bool) -> SearchResult:
    try:
        if all_moves and not run.over and run.depth:
            value, line = _each_action(run, rule)

            def lengthen(work: Any, stack: Any) -> int:
                line[:] = _textbook_line(run, list(line), rule)
                return 0

            run.session.run(lengthen, run.state)
        else:
            found, line = _textbook_value_and_line(run, rule)
            value = run.value(found)
            if all_moves:
                run.action_values = {}
    except Stopped as stop:
        return _textbook_so_far(run, stop.by)
    line = prefer_line(run, line, to_word(value, run.floats), later=True)
    return run.complete(value, as_actions(run, line))


def _textbook_value_and_line(run: NativeRun, rule: int) -> tuple[int, list[int]]:
    """Return the root's value and its principal variation, both found in one worker thread."""
    entry, plain = run.engine.entry(run_textbook), run.engine.plain(run.state)
    line: list[int] = []

    def call(work: Any, stack: Any) -> int:
        found: int = entry(run.engine.handle, plain, -INFINITE, INFINITE, run.depth, 0, rule, work)
        line[:] = _textbook_line(run, line_from(work), rule)
        return found

    return run.session.run(call, run.state), line


def prefer_line(run: NativeRun, line: list[int], value: int, later: bool = False) -> list[int]:
    """Return a line of best play whose first action is the most promising of the best (tie_break.py), in words.

    line, value: what the search found. later: the actions before that line's are known to be worse. Nothing is counted.
    """
    if not line:
        return line
    line = list(line)
    best, spare = run.action(run.state, line[0]), run.memory.spare
    entry = run.engine.entry(run_textbook)

    def search_child(action: Action, alpha: int, beta: int) -> int:
        plain = run.engine.plain(run.game.result(run.state, action))
        found: int = entry(run.engine.handle, plain, alpha, beta, run.depth - 1, 1, CUT_GE, spare)
        return found

    def is_as_good(action: Action) -> bool:
        if run.mover == MAX:
            return search_child(action, value - 1, value) >= value
        return search_child(action, value, value + 1) <= value

    def call(work: Any, stack: Any) -> int:
        if run.action_values:
            equal = [each for each, one in run.action_values.items() if one == run.action_values[best]]
            first = preferred(run.game, run.state, equal)
        else:
            first = choose(best, rivals(run.game, run.state, best, later), is_as_good)
        if first != best:
            search_child(first, value - 1, value + 1)
            line[:] = _textbook_line(run, [run.engine.action_word(first), *line_from(spare, 1)], CUT_GE)
        return 0

    with suppress(Stopped):
        run.session.run(call, run.state)
    return line


def _textbook_value(run: NativeRun, state: State, depth: int, ply: int, rule: int) -> int:
    entry, plain = run.engine.entry(run_textbook), run.engine.plain(state)

    def call(work: Any, stack: Any) -> int:
        found: int = entry(run.engine.handle, plain, -INFINITE, INFINITE, depth, ply, rule, work)
        return found

    return run.session.run(call, state)


def _each_action(run: NativeRun, rule: int) -> tuple[Value, list[int]]:
    """Value each action of the root exactly; return the best value and its line."""
    work = run.memory.works[0]
    work[NODES] += 1
    best, line = -run.mover * INFINITE, []
    values: dict[Action, Value] = {}
    run.action_values = {}
    for action in actions_in_order(run.game, run.state):
        work[PATH] = run.engine.action_word(action)
        word = _textbook_value(run, run.game.result(run.state, action), run.depth - 1, 1, rule)
        values[action] = run.value(word)
        run.action_values = dict(values)
        if run.mover * word > run.mover * best:
            best, line = word, [run.engine.action_word(action), *line_from(work, 1)]
            work[SO_FAR], work[LINE], work[LINE + 1] = best, 1, run.engine.action_word(action)
    return run.value(best), line


def _textbook_so_far(run: NativeRun, stopped_by: str) -> SearchResult:
    """Return the result of a stopped search: its best action so far."""
    if run.over:
        return run.result(run.game.utility(run.state), Bound.EXACT, True, [], None, "complete")
    work = run.memory.works[0]
    line = as_actions(run, line_from(work))
    return run.stopped(run.value(int(work[SO_FAR])) if line else None, line, stopped_by)


def _textbook_line(run: NativeRun, words: list[int], rule: int) -> list[int]:
    """Return the principal variation; search on where the stored plies end.

    These nodes are not counted. If this search is stopped, the line ends there.
    """
    line, state, entry = list(words), run.state, run.engine.entry(run_textbook)
    for action in as_actions(run, words):
        state = run.game.result(state, action)
    while len(words) >= LINE_PLIES and len(line) < run.depth and not run.game.terminal(state):
        spare = run.memory.spare
        try:
            plain, depth = run.engine.plain(state), run.depth - len(line)
            entry(run.engine.handle, plain, -INFINITE, INFINITE, depth, 0, rule, spare)
        except Halt:
            break
        words = line_from(spare)
        for word in words:
            line.append(word)
            state = run.game.result(state, run.action(state, word))
    return line
