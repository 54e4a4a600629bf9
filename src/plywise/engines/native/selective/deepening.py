"""The search for play of one state: iterative deepening in one or several threads, until a limit.

All threads search the same tree and share the table, so that results of one thread save work in the others. The first
thread's iterations provide the answer.
"""

from collections.abc import Callable, Sequence
from itertools import count

from plywise.engines.kernel import thread_state as slots
from plywise.engines.kernel.selective import entry
from plywise.engines.kernel.selective.entries import place_of
from plywise.engines.kernel.selective.memory import LINES, MAX_ROOT, ROOT_MARK, ROOT_MARKS
from plywise.engines.kernel.selective.search import INFINITE
from plywise.engines.kernel.selective.values import NEARLY_WON
from plywise.engines.kernel.thread_state import Halt
from plywise.engines.move_limits import MAX_DEPTH, MoveLimits
from plywise.engines.native import threads
from plywise.engines.native.interrupts import catch_interrupts
from plywise.engines.native.selective.clock import PlayClock
from plywise.engines.native.selective.session import PlaySession
from plywise.engines.play_features import TABLE
from plywise.engines.play_lines import Line, Progress, plies_to_end
from plywise.engines.results import Bound
from plywise.errors import InputError
from plywise.game import Action, State
from plywise.game.ordered_sets import actions_in_order

ASPIRATION_FROM = 5
"""Iterations from which on the window is narrow, around the last value, ..."""

ASPIRATION, WIDER = 25, 3
"""... by this many points to each side, widened by this factor each time the value falls outside."""

WIDEST = 1_500
"""Points from which on the window is open on that side."""

BOUNDS_AFTER = 1.0
"""Seconds after which values outside the window are reported too."""

ENTRIES_A_SECOND = 2_000_000
"""Entries stored per node, approximately."""

FIRST_ENTRIES, AHEAD = 2**16, 3
"""The initial number of entries of a growing table, and how it grows with the nodes of an iteration."""

SEEN_TWICE = 2
"""If no line is as long as half the iteration's depth, all of them ended."""

Report = Callable[[Progress], None]


class Deepening:
    """A running search for play.

    lines: how many root actions get a separate line
    only: the root's actions to search; None: all
    report: called with each line when it is found; at the end, in the calling thread, with those not yet reported
    every: the minimum number of seconds before the first report and between reports
    found: the lines so far, the best first
    depth: of the last complete iteration
    stopped_by: why it ended; "" before that
    """

    def __init__(
        self,
        session: PlaySession,
        state: State,
        limits: MoveLimits,
        lines: int = 1,
        only: Sequence[Action] | None = None,
        report: Report | None = None,
        every: float = 0.0,
    ) -> None:
        self.session, self.memory = session, session.memory
        self.game, self.state, self.limits, self.report = session.engine.game, state, limits, report
        self.every, self._reported_at, self._reported = every, 0.0, list[Line]()
        self.plain = session.engine.plain(state)
        self.clock = PlayClock(limits)
        self.actions = actions_in_order(self.game, state)
        if len(self.actions) >= MAX_ROOT:
            raise InputError(f"{self.game.name}: {len(self.actions):,} actions are more than a search for play takes")
        self.places = {session.engine.action_word(action): place for place, action in enumerate(self.actions)}
        self.allowed = [place for place, each in enumerate(self.actions) if only is None or each in only]
        self.lines = min(lines, len(self.allowed))
        self._listed = {state: self.actions}
        self.found: list[Line] = []
        self.depth = 0
        self.stopped_by = ""
        self.interrupted = False
        self._best: list[int] = []
        self._values: list[int] = []

    def run(self, past: Sequence[State] = ()) -> None:
        """Search until a limit. past: the positions of the game before. Raises InputError if a rule fails."""
        with catch_interrupts(self.interrupt):
            self.memory.begin(self._entries(), self.limits.nodes)
            recurs = self.session.config.recurs
            self.session.set_past(past, self.game.reversible_plies(self.state) if recurs else 0)
            self.key = self.session.key(self.state)
            works = self.memory.works
            helpers = [lambda number=number: self._help(number) for number in range(1, len(works))]
            if self.interrupted:
                self.interrupt()
            answers, stopped = self._run_all([self._lead, *helpers])
        self.interrupted |= stopped
        failed = next((each for each in answers if isinstance(each, BaseException)), None)
        if failed is not None or any(work[slots.STOP] == slots.BY_RULE for work in works):
            raise self.session.diagnose(self.state, failed)
        if self.interrupted:
            self.stopped_by = "interrupt"
        if self._reported != self.found[: self.lines]:
            self._report_found()

    def interrupt(self) -> None:
        """Stop because Ctrl-C was pressed."""
        self.interrupted = True
        threads.halt(self.memory.works, slots.BY_INTERRUPT)

    def _run_all(self, jobs: Sequence[Callable[[], None]]) -> tuple[list[object], bool]:
        try:
            return threads.run_all(jobs, self.memory.works, self.clock)
        except threads.Stuck as stuck:
            raise self.session.diagnose(self.state, stuck) from None

    @property
    def _grows(self) -> bool:
        """Whether the table grows with the search; memory larger than needed is slower."""
        return self.memory.threads == 1 and self.limits.nodes is None

    def _entries(self) -> int:
        """Return the initial number of entries: about as many as will be stored."""
        if self._grows:
            return FIRST_ENTRIES
        limits = self.limits
        times = [each for each in (limits.hard, limits.soft and 2 * limits.soft) if each is not None]
        guesses = [int(min(times) * ENTRIES_A_SECOND * self.memory.threads)] if times else []
        guesses += [4 * limits.nodes] if limits.nodes is not None else []
        return 2 * min(guesses) if guesses else 2**40

    # --- what each thread does ----------------------------------------------------------------------------------------

    def _lead(self) -> None:
        """Deepen in the first thread, and stop the others at the end."""
        try:
            for depth in range(1, self.limits.max_depth + 1):
                if self._grows:
                    self.memory.make_room(AHEAD * self.memory.count(slots.NODES), self.clock)
                self._iterate(depth)
                self.stopped_by = self._refusal(depth)
                if self.stopped_by:
                    return
        except Halt:
            self._take_unfinished()
            self.stopped_by = slots.STOPPED_BY[max(0, int(self.memory.works[0][slots.STOP]))]
        finally:
            threads.halt(self.memory.works[1:], slots.SUPERFLUOUS)

    def _help(self, number: int) -> None:
        """Deepen in another thread until it is stopped; every second thread is a ply ahead."""
        value: int | None = None
        try:
            self._mark(number, [])
            for depth in count(1 + number % 2):
                value = self._aspire(number, min(depth, MAX_DEPTH), value)
        except Halt:
            return

    def _iterate(self, depth: int) -> None:
        """Search all lines to a depth."""
        before, done = self.found, list[Line]()
        for number in range(self.lines):
            last = next((line for line in before if line.place not in [each.place for each in done]), None)
            self._mark(0, [line.place for line in done])
            if last is not None and self.memory.features & TABLE:
                self.memory.suggest(self.key, last.place)
            self._expected, self._number = last, number + 1
            value = self._aspire(0, depth, None if last is None else last.points)
            done.append(self._line(value, depth))
            done.sort(key=lambda line: -line.points)
            places = [line.place for line in done]
            self.found = done + [line for line in before if line.place not in places]
        self.depth = depth
        self._best.append(done[0].first)
        self._values.append(done[0].points)
        if self.clock.elapsed >= self._reported_at + self.every:
            self._report_found()

    def _aspire(self, number: int, depth: int, last: int | None) -> int:
        """Return the root's value to a depth, in the mover's view, starting with a window around the last value."""
        low, high, margin = -INFINITE, INFINITE, ASPIRATION
        if last is not None and depth >= ASPIRATION_FROM and abs(last) < NEARLY_WON:
            low, high = last - margin, last + margin
        while True:
            value = self.session.call(entry.SEARCH, self.plain, number, low, high, depth)
            margin *= WIDER
            if value <= low and low > -INFINITE:
                self._report_outside(number, value, depth, Bound.UPPER)
                low = value - margin if margin < WIDEST and abs(value) < NEARLY_WON else -INFINITE
            elif value >= high and high < INFINITE:
                self._report_outside(number, value, depth, Bound.LOWER)
                high = value + margin if margin < WIDEST and abs(value) < NEARLY_WON else INFINITE
            else:
                return value

    def _mark(self, number: int, found: Sequence[int]) -> None:
        """Make a thread search the allowed root actions that have no line yet."""
        work = self.memory.works[number]
        if not found and len(self.allowed) == len(self.actions):
            work[ROOT_MARK] = 0
            work[ROOT_MARKS : ROOT_MARKS + len(self.actions)] = 0
            return
        work[ROOT_MARK] = 1
        work[ROOT_MARKS : ROOT_MARKS + len(self.actions)] = 0
        for place in self.allowed:
            work[ROOT_MARKS + place] = place not in found

    # --- what is found ------------------------------------------------------------------------------------------------

    def _line(self, value: int, depth: int, bound: Bound = Bound.EXACT) -> Line:
        """Return the first thread's best line."""
        work = self.memory.works[0]
        words = tuple(map(int, work[LINES + 1 : LINES + 1 + int(work[LINES])]))
        return Line(self.places[words[0]], value, words, depth, int(work[slots.DEEPEST]), bound)

    def _take_unfinished(self) -> None:
        """Use the best line of a stopped iteration if it is better than the action searched first.

        That was the best action of the previous iteration.
        """
        work = self.memory.works[0]
        if self.lines != 1 or not work[LINES] or (self.found and not self.memory.features & TABLE):
            return
        line = self._line(int(work[slots.SO_FAR]), self.depth + 1, Bound.LOWER)
        self.found = [line] + [each for each in self.found if each.place != line.place]

    def _refusal(self, depth: int) -> str:
        """Return why no further iteration should start; "" if one should."""
        best, limits = self.found[0], self.limits
        distances = [plies_to_end(line.points) for line in self.found[: self.lines]]
        if limits.mate is not None and 0 < (distances[0] or 0) < 2 * limits.mate:
            return "complete"
        if self.clock.is_enough(self._best, self._values):
            return "time"
        if len(self.allowed) == 1 and limits.soft is not None and not self.clock.is_pondering:
            return "time"
        if all(distance is not None and abs(distance) + 2 < depth for distance in distances):
            return "complete"
        if best.deepest * SEEN_TWICE < depth:
            return "complete"
        return "depth" if depth >= limits.max_depth else ""

    def _report_found(self) -> None:
        """Report all lines."""
        self._reported, self._reported_at = self.found[: self.lines], self.clock.elapsed
        for number, line in enumerate(self._reported, start=1):
            self._tell(number, line)

    def _tell(self, number: int, line: Line) -> None:
        if self.report is not None:
            told = self.memory.count(slots.NODES), self.clock.elapsed, self.memory.fullness()
            self.report(Progress(number, line, self.follow(line), *told))

    def _report_outside(self, number: int, value: int, depth: int, bound: Bound) -> None:
        """Report a value that is only a bound, once the search has taken a while."""
        if number or self.report is None or self.clock.elapsed < BOUNDS_AFTER:
            return
        line = self._line(value, depth, bound) if self.memory.works[0][LINES] else self._expected
        if line is not None:
            self._tell(self._number, line.bounded(bound, value))

    def follow(self, line: Line) -> list[Action]:
        """Return the actions of a line; if it was cut short, extend it from the table."""
        state, actions = self.state, list[Action]()
        for each in line.words:
            action = self._action(state, each)
            actions.append(action)
            state = self.game.result(state, action)
        met = {self.key}
        while len(actions) < line.depth and not self.game.terminal(state):
            key = self.session.key(state)
            place, legal = place_of(self.memory.probe(key)), self._legal(state)
            if key in met or not 0 <= place < len(legal):
                break
            met.add(key)
            actions.append(legal[place])
            state = self.game.result(state, legal[place])
        return actions

    def _legal(self, state: State) -> list[Action]:
        """Return the actions of a state, cached: plain Python is slow, and lines share their beginnings."""
        if state not in self._listed:
            self._listed[state] = actions_in_order(self.game, state)
        return self._listed[state]

    def _action(self, state: State, wanted: int) -> Action:
        """Return the game's own action for a word. Raises InputError if the game no longer lists it."""
        for action in self._legal(state):
            if self.session.engine.action_word(action) == wanted:
                return action
        where = self.game.format_state(state) or "the start"
        raise InputError(f"{self.game.name}: asked twice at {where}, actions lists different moves")
