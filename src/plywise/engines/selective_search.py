"""The search for play as others use it: one that keeps what it learns from move to move of a game.

Neither the compiler nor NumPy is imported before something is searched.
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
    """Return all features of the search for play except those named, as a set of bits. Raises InputError for others."""
    left_out = set(names)
    unknown = sorted(left_out - set(PLAY_FEATURES))
    if unknown:
        raise InputError(f"no feature {unknown[0]!r}; the search for play has {', '.join(PLAY_FEATURES)}")
    return sum(bit for name, bit in PLAY_FEATURES.items() if name not in left_out)


class SelectiveSearch:
    """A search for play of one game, whose table and experience are kept from one search to the next.

    threads: that search together
    table: the greatest size of the table, in megabytes; None: a usual one
    without: names of PLAY_FEATURES to leave out
    weakness: what a weaker player does not see

    One search at a time: another thread that asks meanwhile waits. Raises InputError for settings that cannot be.
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
        """Let another process have a search that has learnt nothing yet."""
        return _begin_anew, (self.game, self.threads, self.table, self.without, self.weakness)

    def prepare(self, state: State = None) -> None:
        """Compile, or load and import, what a search needs, so that no clock pays for it; what was learnt stays.

        Raises InputError where the game cannot be compiled.
        """
        if self._session is None:
            if self.search(state, MoveLimits(nodes=1), claimed=False).stopped_by == "interrupt":
                raise KeyboardInterrupt
            self.forget()

    def forget(self) -> None:
        """Forget what was learnt: another game begins."""
        if self._session is None:  # perhaps it is just being compiled
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
        lines: how many root actions are searched for a line of their own; all_moves: all, for `action_values`
        only: the actions to choose from; None: all
        report: called with each line, a `lines.Progress`, as soon as it is found, in the thread that searches
        every: seconds to the first report and between two; the last lines are told in any case
        watcher: called a few times a second with the result as it would be if the search were stopped then
        follow: give the whole line of play, and not only its first action
        claimed: False: in a draw that nobody has claimed, as by repetition, there is something to search, too

        Ctrl-C ends it: the result's `stopped_by` is then "interrupt". There is always an answer.

        Raises InputError where the game cannot be compiled or a rule fails.
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
        """Return the session, made anew where the compiled rules have no room for what is met."""
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
