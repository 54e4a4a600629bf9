"""check(game): test the rules in plain Python against the laws, then the compiled rules against the plain ones.

The laws are imported on first use, so that `import plywise` stays fast.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from plywise import engines
from plywise.engines.compiled import has_native_engine, retry_with_wider_layout
from plywise.errors import EngineOutgrown, InputError, NotCompilable
from plywise.game import Game, State, game_to_examine, require_game

if TYPE_CHECKING:
    from plywise.engines import Engine
    from plywise.laws.report import Report

COMPILED = "compiled"
"""The law tested besides `report.LAWS`: the compiled rules give the same answers."""

STATES_COMPARED = 10_000

ENOUGH = 150
"""Number of states, or all if there are fewer, after which agreeing rules are considered equal."""

SECONDS, LAW_SECONDS = 7.5, 4.0
"""Time limit of a check that is not thorough, and of the laws in it; the rest is for compiling."""

Finding = tuple[State, str] | None


def check(
    game: Game,
    *,
    states: int = 6_000,
    playouts: int = 30,
    seed: int = 0,
    compiled: int = STATES_COMPARED,
    thorough: bool = False,
    watcher: Callable[[str], None] | None = None,
) -> "Report":
    """Test a game against the laws, as `check_laws` does, and compare its compiled rules with the plain ones.

    compiled: maximal number of examined states to compare; 0: do not compile.
    thorough: no time limit. Otherwise it ends after some seconds, and the report lists what was skipped.
    watcher: called with the progress as text, about once per state examined.

    A game that cannot be compiled gets a note, not a breach. The compiled rules are compared only if every other law
    holds.

    >>> from plywise.games import make
    >>> print(check(make("nim", heaps="1-2")))
    nim:heaps=1-2: all 30 laws hold on 8 states (every reachable state), 2 of them terminal
    """
    from plywise.laws.report import Breach
    from plywise.laws.rules import Examination

    require_game(game)
    game = game_to_examine(game)
    began = time.perf_counter()
    examination = Examination(game, seed, None if thorough else LAW_SECONDS, watcher)
    report = examination.run(states, playouts)
    if not compiled or not game.compiles:
        return report
    if not report.ok:
        return replace(report, notes=(*report.notes, "the compiled rules were not tested: other laws are broken"))
    if watcher is not None:
        watcher("comparing with the compiled rules")
    comparison = _Comparison(game, examination.examined(compiled), compiled)
    left = None if thorough else max(began + SECONDS - time.perf_counter(), 1.0)
    if not comparison.ends_within(left):
        said = f"the rules were not compared with the compiled ones, which takes more than {left:.0f} s"
        return replace(report, notes=(*report.notes, f"{said}: use --thorough"))
    if comparison.obstacle:
        return replace(report, notes=(*report.notes, f"the rules cannot be compiled: {comparison.obstacle}"))
    laws = (*report.laws, COMPILED)
    if comparison.found is None:
        return replace(report, laws=laws)
    state, detail = comparison.found
    return replace(report, laws=laws, broken=(Breach(COMPILED, game.format_state(state), None, detail),))


class _Comparison:
    """Compiles a game's rules and compares them with the plain ones on some states.

    found: the first difference; None if they agree
    obstacle: why the rules cannot be compiled
    """

    def __init__(self, game: Game, states: list[State], most: int) -> None:
        self.game, self.states, self.most = game, states, most
        self.found: Finding = None
        self.obstacle: InputError | None = None
        self._failure: BaseException | None = None

    def ends_within(self, seconds: float | None) -> bool:
        """Compare; return False after some seconds: the comparison then runs until the process ends."""
        if seconds is None or not has_native_engine():
            self._compare()
            return True
        thread = threading.Thread(target=self._try, daemon=True, name="plywise-check")
        thread.start()
        thread.join(seconds)
        if self._failure is not None:
            raise self._failure
        return not thread.is_alive()

    def _try(self) -> None:
        try:
            self._compare()
        except BaseException as failure:  # noqa: BLE001 - raised again in the caller
            self._failure = failure

    def _compare(self) -> None:
        try:
            self.found = retry_with_wider_layout(
                lambda: _disagreement(engines.unchecked_engine(self.game), self.states, self.most)
            )
        except (NotCompilable, EngineOutgrown) as error:
            self.obstacle = error


def _disagreement(engine: "Engine", states: list[State], most: int) -> Finding:

    try:
        found = engines.find_disagreement(engine, states)
        if found is None and most >= ENOUGH:  # a search need not compare them again
            engine.assured = True
        return found
    except EngineOutgrown:
        raise
    except InputError as error:
        return engine.game.initial(), str(error)
