"""check(game): test the rules in plain Python against the laws, then the compiled rules against the plain ones.

The laws are imported when they are first asked for, so that `import plywise` stays quick.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from plywise.errors import InputError, OutOfRoom
from plywise.game import Game, State, require_game

if TYPE_CHECKING:
    from plywise.engines.native.compile.engine import Engine
    from plywise.laws import Report

COMPILED = "compiled"
"""The law tested besides `laws.LAWS`: the compiled rules give the same answers."""

STATES_COMPARED = 10_000

ENOUGH = 150
"""States, or all there are if they are fewer, on which rules that agree are taken to agree."""


def check(
    game: Game, *, states: int = 6_000, playouts: int = 30, seed: int = 0, compiled: int = STATES_COMPARED
) -> "Report":
    """Test a game against the laws, as `laws.check` does, and compare its compiled rules with the plain ones.

    compiled: how many of the examined states to compare at most; 0: do not compile.

    That a game cannot be compiled goes into the notes; it is no breach. The compiled rules are compared only if every
    other law holds.

    >>> from plywise.games import make
    >>> print(check(make("nim", heaps="1-2")))
    nim:heaps=1-2: all 30 laws hold on 8 states (every reachable state), 2 of them terminal
    """
    from plywise.laws import Breach, Examination

    require_game(game)
    examination = Examination(game, seed)
    report = examination.run(states, playouts)
    if not compiled or not game.compiles:
        return report
    if not report.ok:
        return replace(report, notes=(*report.notes, "the compiled rules were not asked: other laws are broken"))
    from plywise.engines.fallback import with_room
    from plywise.engines.native.compile.plain_rules import NotCompilable
    from plywise.engines.native.engines import unchecked_engine

    try:
        found = with_room(lambda: _disagreement(unchecked_engine(game), examination.examined(compiled), compiled))
    except (NotCompilable, OutOfRoom) as error:
        return replace(report, notes=(*report.notes, f"the rules cannot be compiled: {error}"))
    laws = (*report.laws, COMPILED)
    if found is None:
        return replace(report, laws=laws)
    state, detail = found
    return replace(report, laws=laws, broken=(Breach(COMPILED, game.format_state(state), None, detail),))


def _disagreement(engine: "Engine", states: list[State], most: int) -> tuple[State, str] | None:
    from plywise.engines.native.self_check import find_disagreement

    try:
        found = find_disagreement(engine, states)
        if found is None and most >= ENOUGH:  # so that a search need not compare them again
            engine.assured = True
        return found
    except OutOfRoom:
        raise
    except InputError as error:
        return engine.game.initial(), str(error)
