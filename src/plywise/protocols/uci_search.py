"""One search that `go` asked for: it runs in a thread of its own, tells how far it is, and answers exactly once."""

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

TELL_EVERY = 0.02
"""Seconds between two lines of info, at least."""

PATIENCE = 0.02
"""Seconds between two looks at whether a search that is being compiled must answer."""

LOADING_SECONDS, LOADING_PART = 3.0, 0.25
"""How long the search waits for the compiled engine to load, from when loading began, and at most what part of its own
time: after that the engine is being compiled, and the reference searches meanwhile."""

ANSWER_SECONDS = 6.0
"""When the reference answers such a search, if nothing is compiled by then: clients wait for ten seconds."""

BUSY_PART = 0.5
"""The part of its time after which the reference answers while the machine is busy compiling, where turns come late.
More than LOADING_PART, or the reference would have no time at all."""

TAKE_OVER_SECONDS = 1.0
"""The time that a search must have left for the engine, just compiled, to take over: its first search loads it."""

NO_MOVE, NO_POSITION = "(none)", "0000"
"""Stand for the move where the game is over, and where no position is known."""

BOUNDS = {Bound.EXACT: "", Bound.LOWER: " lowerbound", Bound.UPPER: " upperbound"}


@dataclass(frozen=True)
class Question:
    """What is to be searched.

    player: the search for play
    preparing: the thread that compiles or loads it, since the time.perf_counter() in `prepared_from`
    is_over: whether there is nothing to search
    only: the moves to choose from; None: all
    lines: how many are told
    sees_replies: where the nodes do not suffice for them, look at all replies nevertheless
    refusal: why no position is known; "" where one is
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
    """A flag that is set as a function says."""

    is_set: Callable[[], bool]


class UciSearch(UciTask):
    """A search under way.

    infinite: answer only when told to stop; ponder: or when the other side has moved as expected
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
        """Let it answer now."""
        super().stop()
        self._released.set()

    def hit(self) -> None:
        """Let time count: the other side has moved as expected."""
        self.pondering.clear()
        if not self.infinite:
            self._released.set()

    def run(self) -> None:
        """Search, and answer."""
        answer = NO_MOVE
        try:
            answer = self._answer()
        except Exception as error:  # noqa: BLE001 - the rules may be a user's; an answer is owed in any case
            self.say(f"info string {described(error)}")
            answer = self._word_at_sight()
        finally:
            self._released.wait()
            self.say(f"bestmove {answer}")

    def _answer(self) -> str:
        """Return what follows `bestmove`."""
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
        """Return the result; where nothing is compiled, that of the reference search, or None where it had no time."""
        question = self.question
        limits = question.limits.with_flags(self.stopped, self.pondering)
        if not self._is_prepared(limits):
            found = self._look_slowly(limits, self._is_compiled)
            is_cut_short = found is None or found.stopped_by == "interrupt"
            if self.stopped.is_set() or not self._is_compiled() or not is_cut_short or self._is_late(limits):
                return found
        try:
            found = self._look(limits)
            if question.sees_replies and found.depth < LEAST_PLIES and found.stopped_by == "nodes":
                least = min(limits.depth or LEAST_PLIES, LEAST_PLIES)
                found = self._look(replace(limits, depth=least, nodes=NODES_FOR_THE_LEAST))
            return found
        except InputError as error:
            self.say(f"info string {error}")
            return self._look_slowly(limits, lambda: False)

    def _is_compiled(self) -> bool:
        """Return whether the search for play need not be waited for."""
        thread = self.question.preparing
        return thread is None or not thread.is_alive()

    def _is_prepared(self, limits: MoveLimits) -> bool:
        """Wait until the search is loaded; return False where that takes too long: the reference has the rest."""
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
        """Return whether the answer of the reference must do: the engine is ready too late for this search."""
        seconds = limits.soft or limits.hard
        if seconds is None or not self._released.is_set():
            return False
        return perf_counter() - (limits.began or 0.0) > seconds - TAKE_OVER_SECONDS

    def _is_due(self, limits: MoveLimits) -> bool:
        """Return whether the reference must answer: its time is over, or a client without a clock might give up."""
        if not self._released.is_set():
            return False
        seconds = limits.soft or limits.hard
        if not self._is_compiled():
            seconds = ANSWER_SECONDS if seconds is None else BUSY_PART * seconds
        return seconds is not None and perf_counter() - (limits.began or 0.0) > seconds

    def _look_slowly(self, limits: MoveLimits, is_enough: Callable[[], bool]) -> SearchResult | None:
        """Return the result of the reference search, as far as it comes; None where it is over before it began."""
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
        """Return what is told of a result of the reference search."""
        game, state, words = self.question.game, self.question.state, list[str]()
        points = round(game.player(state) * value * 100 / (game.margin_unit or 1))
        for action in found.pv:
            words.append(game.format_action(state, action))
            state = game.result(state, action)
        told = f"depth {found.depth} score cp {points} nodes {found.nodes} time {round(1000 * found.time_s)}"
        return f"info {told} pv {' '.join(words)}"

    def _look(self, limits: MoveLimits) -> SearchResult:
        """Return the result of the search for play."""
        question = self.question
        return question.player.search(
            question.state,
            limits,
            past=question.past,
            lines=question.lines,
            only=question.only,
            claimed=False,
            report=lambda told: self.say(self._info(told)),
            every=TELL_EVERY,
        )

    def _info(self, told: Any) -> str:
        """Return what is told of a line."""
        line, milliseconds = told.line, int(1000 * told.seconds)
        words = [f"info depth {line.depth} seldepth {line.deepest} multipv {told.number}"]
        words.append(f"score {score_words(line.points)}{BOUNDS[line.bound]}")
        words.append(f"nodes {told.nodes} nps {int(told.nodes / max(told.seconds, 1e-6))}")
        words.append(f"hashfull {int(1000 * told.fullness)} time {milliseconds} pv")
        state = self.question.state
        for action in told.actions:
            words.append(self.question.game.format_action(state, action))
            state = self.question.game.result(state, action)
        return " ".join(words)

    def _word_at_sight(self) -> str:
        """Return the most promising move, where no search was possible."""
        game, state = self.question.game, self.question.state
        try:
            return game.format_action(state, preferred(game, state, self.question.only or list(game.actions(state))))
        except Exception as error:  # noqa: BLE001 - see `run`
            self.say(f"info string {described(error)}")
            return NO_MOVE


def restricted(game: Game, state: State, found: SearchResult, only: Sequence[Action]) -> SearchResult | None:
    """Return a result with the best of some actions; None where it does not tell what they are worth."""
    player, values = game.player(state), found.action_values or {}
    best = max((action for action in only if action in values), key=lambda each: player * values[each], default=None)
    return None if best is None else replace(found, best=best, pv=[best], value=values[best])


def score_words(points: int) -> str:
    """Return a value as UCI tells it: in hundredths of a pawn, or as the moves until the end.

    >>> score_words(31), score_words(60_000 - 3), score_words(2 - 60_000)
    ('cp 31', 'mate 2', 'mate -1')
    """
    from plywise.engines.play_lines import plies_to_end

    plies = plies_to_end(points)
    if plies is None:
        return f"cp {points}"
    return f"mate {(plies + 1) // 2 if plies > 0 else plies // 2}"
