"""The search for play, for other packages: it reuses what it learns from move to move of a game.

The compiler and NumPy are imported only when a search starts.
"""

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from plywise.engines.algorithms import SELECTIVE
from plywise.engines.compiled import engine_for, require_compilable, retry_with_wider_layout
from plywise.engines.learned.of_game import learned_of
from plywise.engines.limits import Limits
from plywise.engines.move_limits import MoveLimits
from plywise.engines.play_features import PLAY_FEATURES
from plywise.engines.play_weakness import NONE, Weakness
from plywise.engines.reference import alphabeta
from plywise.engines.results import SearchResult
from plywise.engines.watching import watched
from plywise.errors import InputError
from plywise.game import Action, Game, State, hashable_start

if TYPE_CHECKING:
    from plywise.engines.native.selective.session import PlaySession


def play_features_without(names: Iterable[str]) -> int:
    """Return all features of the search for play except those named, as a bit mask. Raises InputError for others."""
    left_out = set(names)
    unknown = sorted(left_out - set(PLAY_FEATURES))
    if unknown:
        raise InputError(f"no feature {unknown[0]!r}; the search for play has {', '.join(PLAY_FEATURES)}")
    return sum(bit for name, bit in PLAY_FEATURES.items() if name not in left_out)


class SelectiveSearch:
    """A search for play of one game that reuses its table and experience from one search to the next.

    threads: the number of threads that search together
    table: the maximum size of the table in megabytes; None: a default size
    without: names of PLAY_FEATURES to switch off
    weakness: what a weaker player does not see

    Only one search runs at a time; other threads wait. Raises InputError for invalid settings.
    """

    def __init__(
        self,
        game: Game,
        *,
        threads: int = 1,
        table: float | None = None,
        without: Iterable[str] = (),
        weakness: Weakness = NONE,
    ) -> None:
        self.game = game
        self.threads, self.table, self.without = threads, table, tuple(without)
        self.weakness = weakness
        self.features = play_features_without(self.without)
        self._session: PlaySession | None = None
        self._lock = threading.Lock()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle without what was learned: another process starts afresh."""
        return _begin_anew, (self.game, self.threads, self.table, self.without, self.weakness)

    def prepare(self, state: State = None) -> None:
        """Compile, or load and import, everything a search needs, so that no clock pays for it.

        What was learned is kept. Raises InputError if the game cannot be compiled.
        """
        if self._session is None:
            if self.search(state, MoveLimits(nodes=1), claimed=False).stopped_by == "interrupt":
                raise KeyboardInterrupt
            self.forget()

    def forget(self) -> None:
        """Discard what was learned, for a new game."""
        if self._session is None:  # it may be compiling just now
            return
        with self._lock:
            if self._session is not None:
                self._session.forget()

    def search(
        self,
        state: State = None,
        limits: MoveLimits | None = None,
        *,
        past: Sequence[State] = (),
        lines: int = 1,
        only: Sequence[Action] | None = None,
        report: Callable[[Any], None] | None = None,
        every: float = 0.0,
        watcher: Callable[[SearchResult], None] | None = None,
        all_moves: bool = False,
        follow: bool = True,
        claimed: bool = True,
    ) -> SearchResult:
        """Search a state (None: the initial one) and return the SearchResult: an estimate, see decision 0070.

        past: the positions of the game before this one, the earliest first
        lines: how many root actions are searched for a separate line; all_moves: all of them, for `action_values`
        only: the actions to choose from; None: all
        report: called in the searching thread with each line, a `play_lines.Progress`, as soon as it is found
        every: seconds before the first report and between reports; the last lines are always reported
        watcher: called a few times a second with the result that the search would return if it stopped now
        follow: return the whole line of play, not only its first action
        claimed: if False, also search positions whose draw must be claimed first, as by repetition

        Ctrl-C ends the search; the result's `stopped_by` is then "interrupt". There is always an answer.

        Raises InputError if the game cannot be compiled or a rule fails.
        """
        start = hashable_start(self.game, state)
        goes_on = not claimed and self.game.ends_without_actions and any(True for _ in self.game.actions(start))
        if self.game.terminal(start) and not goes_on:
            return _of_end(self.game, start)
        from plywise.engines.native.selective.answer import result_of
        from plywise.engines.native.selective.deepening import Deepening

        def so_far() -> SearchResult:
            return result_of(under_way[-1], all_moves, follow)

        given = limits or MoveLimits()
        stop = watched(Limits(stop=given.stop, watcher=watcher), so_far).stop
        under_way: list[Deepening] = []

        def ask() -> SearchResult:
            session = self._ready(start)
            wanted = len(list(self.game.actions(start))) if all_moves else lines
            search = Deepening(session, start, given.stopped_by(stop), wanted, only, report, every)
            under_way.append(search)
            search.run(past)
            return result_of(search, all_moves, follow)

        with self._lock:
            return retry_with_wider_layout(ask)

    def _ready(self, state: State) -> "PlaySession":
        """Return the session, recreated if a value did not fit the compiled layout."""
        session = self._session
        if session is None or session.engine.rules.outgrown:
            from plywise.engines.native.selective.session import PlaySession

            require_compilable(self.game, state)
            engine = engine_for(self.game, state)
            learned = learned_of(self.game)
            self._session = session = PlaySession(
                engine,
                self.threads,
                self.table,
                self.features,
                self.weakness,
                None if learned is None else learned.model,
            )
        return session


def _begin_anew(
    game: Game, threads: int, table: float | None, without: tuple[str, ...], weakness: Weakness
) -> SelectiveSearch:
    return SelectiveSearch(game, threads=threads, table=table, without=without, weakness=weakness)


def _of_end(game: Game, state: State) -> SearchResult:
    """Return the result for a state that is over."""
    found = alphabeta(game, state, depth=0)
    return replace(found, algorithm=SELECTIVE.name, engine="native", selective=True)
