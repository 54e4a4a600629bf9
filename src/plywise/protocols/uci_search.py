"""The search of a `go` command: it runs in its own thread, reports progress, and answers exactly once."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

from plywise.engines.move_limits import MoveLimits
from plywise.engines.results import Bound, SearchResult
from plywise.engines.search import search
from plywise.engines.selective_search import SelectiveSearch
from plywise.engines.skill import LEAST_PLIES, NODES_FOR_THE_LEAST
from plywise.engines.tie_break import preferred
from plywise.errors import InputError
from plywise.game import Action, Game, State, Value
from plywise.games.user_files import described
from plywise.protocols.uci_task import Say, UciTask

INFO_SECONDS = 0.02
"""Least number of seconds between two lines of info."""

PATIENCE = 0.02
"""Seconds between checks whether a search that is being compiled must answer."""

LOADING_SECONDS, LOADING_PART = 3.0, 0.25
"""How long the search waits for the compiled engine to load, from the beginning of loading, and as a share of the
search's time: after that the engine is being compiled, and the reference searches meanwhile."""

ANSWER_SECONDS = 6.0
"""When the reference answers a search without a time limit, if the engine is not compiled: clients wait ten seconds."""

BUSY_PART = 0.5
"""Share of its time after which the reference answers while the machine is busy compiling, which delays threads. More
than LOADING_PART, or the reference would have no time at all."""

TAKE_OVER_SECONDS = 1.0
"""Time that a search must have left for a newly compiled engine to take over: its first search loads it."""

NO_MOVE, NO_POSITION = "(none)", "0000"
"""Sent instead of a move if the game is over, and if no position is known."""

BOUNDS = {Bound.EXACT: "", Bound.LOWER: " lowerbound", Bound.UPPER: " upperbound"}


@dataclass(frozen=True)
class Question:
    """A position to search, with limits.

    player: the search for play
    preparing: the thread that compiles or loads it, since the time.perf_counter() in `prepared_from`
    is_over: whether the game is over
    only: the moves to choose from; None: all
    lines: number of lines to report
    sees_replies: whether to search all replies even if the nodes do not suffice
    refusal: why no position is known; "" if one is
    """

    player: SelectiveSearch
    preparing: threading.Thread | None
    game: Game
    state: State
    is_over: bool
    past: Sequence[State]
    limits: MoveLimits
    only: Sequence[Action] | None = None
    lines: int = 1
    sees_replies: bool = False
    refusal: str = ""
    prepared_from: float = 0.0


@dataclass(frozen=True)
class _Flag:
    """A flag whose value is computed by a function."""

    is_set: Callable[[], bool]


class UciSearch(UciTask):
    """A running search.

    infinite: answer only after `stop`; ponder: answer after `stop` or `ponderhit`
    """

    def __init__(self, question: Question, say: Say, infinite: bool = False, ponder: bool = False) -> None:
        super().__init__(say)
        self.question, self.infinite = question, infinite
        self.pondering = threading.Event()
        self._released = threading.Event()
        if ponder:
            self.pondering.set()
        elif not infinite:
            self._released.set()

    def stop(self) -> None:
        """Answer now."""
        super().stop()
        self._released.set()

    def hit(self) -> None:
        """Start the clock: the other side has played the expected move."""
        self.pondering.clear()
        if not self.infinite:
            self._released.set()

    def run(self) -> None:
        """Search, and answer."""
        answer = NO_MOVE
        try:
            answer = self._answer()
        except Exception as error:  # noqa: BLE001 - a user's rules may raise anything; the client needs an answer
            self.say(f"info string {described(error)}")
            answer = self._word_at_sight()
        finally:
            self._released.wait()
            self.say(f"bestmove {answer}")

    def _answer(self) -> str:
        """Return the arguments of `bestmove`."""
        question = self.question
        game, state = question.game, question.state
        if question.refusal:
            self.say(f"info string {question.refusal}")
            return NO_POSITION
        if question.is_over:
            self.say(f"info depth 0 score {'mate 0' if game.utility(state) else 'cp 0'}")
            return NO_MOVE
        found = self._search()
        if found is None or found.best is None:
            return self._word_at_sight()
        best, pv = found.best, found.pv
        word = game.format_action(state, best)
        if len(pv) > 1 and pv[0] == best:
            after = game.result(state, best)
            word += f" ponder {game.format_action(after, pv[1])}"
        return word

    def _search(self) -> SearchResult | None:
        """Return the result; without a compiled engine, of the reference search, or None if that had no time."""
        question = self.question
        limits = question.limits.with_flags(self.stopped, self.pondering)
        if not self._is_prepared(limits):
            found = self._search_reference(limits, self._is_compiled)
            is_cut_short = found is None or found.stopped_by == "interrupt"
            if self.stopped.is_set() or not self._is_compiled() or not is_cut_short or self._is_late(limits):
                return found
        try:
            found = self._search_for_play(limits)
            if question.sees_replies and found.depth < LEAST_PLIES and found.stopped_by == "nodes":
                least = min(limits.depth or LEAST_PLIES, LEAST_PLIES)
                found = self._search_for_play(replace(limits, depth=least, nodes=NODES_FOR_THE_LEAST))
            return found
        except InputError as error:
            self.say(f"info string {error}")
            return self._search_reference(limits, lambda: False)

    def _is_compiled(self) -> bool:
        """Return whether the search for play is ready."""
        thread = self.question.preparing
        return thread is None or not thread.is_alive()

    def _is_prepared(self, limits: MoveLimits) -> bool:
        """Wait until the search is loaded; return False if that takes too long, so that the reference searches."""
        thread, seconds = self.question.preparing, limits.soft or limits.hard
        while thread is not None and thread.is_alive():
            now = perf_counter()
            is_late = (
                seconds is not None
                and now - (limits.began or 0.0) > LOADING_PART * seconds
                and not self.pondering.is_set()
            )
            if self.stopped.is_set() or is_late or now - self.question.prepared_from > LOADING_SECONDS:
                return False
            thread.join(PATIENCE)
        return True

    def _is_late(self, limits: MoveLimits) -> bool:
        """Return whether the engine was ready too late for this search."""
        seconds = limits.soft or limits.hard
        if seconds is None or not self._released.is_set():
            return False
        return perf_counter() - (limits.began or 0.0) > seconds - TAKE_OVER_SECONDS

    def _is_due(self, limits: MoveLimits) -> bool:
        """Return whether the reference must answer: its time is up, or a client without a clock might give up."""
        if not self._released.is_set():
            return False
        seconds = limits.soft or limits.hard
        if not self._is_compiled():
            seconds = ANSWER_SECONDS if seconds is None else BUSY_PART * seconds
        return seconds is not None and perf_counter() - (limits.began or 0.0) > seconds

    def _search_reference(self, limits: MoveLimits, is_enough: Callable[[], bool]) -> SearchResult | None:
        """Return the result of the reference search, complete or not; None if it had no time."""
        question = self.question
        stop = _Flag(lambda: self.stopped.is_set() or is_enough() or self._is_due(limits))
        if stop.is_set():
            return None
        found = search(
            question.game,
            question.state,
            depth=limits.depth,
            nodes=limits.nodes,
            algorithm="deepening",
            engine="reference",
            all_moves=question.only is not None,
            stop=stop,
        )
        chosen = found if question.only is None else restricted(question.game, question.state, found, question.only)
        if chosen is not None and chosen.value is not None and chosen.best is not None:
            self.say(self._info_of(chosen, chosen.value))
        return chosen

    def _info_of(self, found: SearchResult, value: Value) -> str:
        """Return the info line for a result of the reference search."""
        game, state, words = self.question.game, self.question.state, list[str]()
        points = round(game.player(state) * value * 100 / (game.margin_unit or 1))
        for action in found.pv:
            words.append(game.format_action(state, action))
            state = game.result(state, action)
        text = f"depth {found.depth} score cp {points} nodes {found.nodes} time {round(1000 * found.time_s)}"
        return f"info {text} pv {' '.join(words)}"

    def _search_for_play(self, limits: MoveLimits) -> SearchResult:
        """Return the result of the search for play."""
        question = self.question
        return question.player.search(
            question.state,
            limits,
            past=question.past,
            lines=question.lines,
            only=question.only,
            claimed=False,
            report=lambda report: self.say(self._info(report)),
            every=INFO_SECONDS,
        )

    def _info(self, report: Any) -> str:
        """Return the info line for a line of play."""
        line, milliseconds = report.line, int(1000 * report.seconds)
        words = [f"info depth {line.depth} seldepth {line.deepest} multipv {report.number}"]
        words.append(f"score {score_words(line.points)}{BOUNDS[line.bound]}")
        words.append(f"nodes {report.nodes} nps {int(report.nodes / max(report.seconds, 1e-6))}")
        words.append(f"hashfull {int(1000 * report.fullness)} time {milliseconds} pv")
        state = self.question.state
        for action in report.actions:
            words.append(self.question.game.format_action(state, action))
            state = self.question.game.result(state, action)
        return " ".join(words)

    def _word_at_sight(self) -> str:
        """Return the most promising move without a search."""
        game, state = self.question.game, self.question.state
        try:
            return game.format_action(state, preferred(game, state, self.question.only or list(game.actions(state))))
        except Exception as error:  # noqa: BLE001 - see `run`
            self.say(f"info string {described(error)}")
            return NO_MOVE


def restricted(game: Game, state: State, found: SearchResult, only: Sequence[Action]) -> SearchResult | None:
    """Return a result with the best of some actions; None if it lacks their values."""
    player, values = game.player(state), found.action_values or {}
    best = max((action for action in only if action in values), key=lambda each: player * values[each], default=None)
    return None if best is None else replace(found, best=best, pv=[best], value=values[best])


def score_words(points: int) -> str:
    """Return a value in UCI's form: hundredths of a pawn, or moves until the end.

    >>> score_words(31), score_words(60_000 - 3), score_words(2 - 60_000)
    ('cp 31', 'mate 2', 'mate -1')
    """
    from plywise.engines.play_lines import plies_to_end

    plies = plies_to_end(points)
    if plies is None:
        return f"cp {points}"
    return f"mate {(plies + 1) // 2 if plies > 0 else plies // 2}"
