"""Solving a game from its ends backwards over a list of the positions that play can come to, in plain Python.

Any game is solved so, whatever its states are, if the positions are few enough to be listed; play may go in circles.
Endless play is worth 0. An end that is worth more is forced by MAX from every position in which MAX has an action to a
position from which it is forced, or MIN has no other; the best ends are passed on first, so that each position is
decided once, by its best action. Ends worth less than 0 are MIN's in the same way, and whatever is left over is worth
0: there neither player can force anything better than to go on for ever.

Source: in a game on a graph, the positions from which an end can be forced are its attractor (Grädel, Thomas and Wilke,
"Automata, Logics, and Infinite Games", chapter 2); as in Dijkstra's algorithm, the best comes first.
"""

from collections.abc import Callable, Hashable
from heapq import heapify, heappop, heappush
from math import inf
from time import perf_counter
from typing import Any

from plywise.engines.limits import Stopped
from plywise.errors import InputError
from plywise.game import MAX, MIN, PLIES, Action, Game, State, Value
from plywise.game.reachable import Positions, finds_circle
from plywise.solvers.method import NoDistance, SolvingMethod

MAX_LISTED = 1_000_000
"""Unless backward solving is requested, games with more positions than this are solved by search."""

FEW_SECONDS = 0.5
"""How long positions are listed before a game is compiled, where play can go in circles."""

BYTES_A_POSITION = 1_000
"""About as much memory does a listed position take while the game is solved."""

CHUNK = 2_000
"""Positions listed between two looks at the limits."""

Worth = Callable[[int], Any]
"""What a position that is decided already is worth to a player; None where it is not decided."""


def force(positions: Positions, side: int, worth: Worth, step: Callable[[Any], Any], first: int = 0) -> dict[int, Any]:
    """Return what a player can force from each position from which an end can be forced: number -> its worth to them.

    positions: the numbered positions; all must be listed.
    worth: of the ends that count for the player, and of positions that are decided; of none of those to be decided.
    step: what a worth is worth one ply before: never more.
    first: the first position to be decided.
    """
    before = positions.before(first)
    left: dict[int, int] = {}  # the actions of the other player that are not decided yet
    found: dict[int, Any] = {}
    waiting = [(-known, number) for number in before if (known := worth(number)) is not None]
    heapify(waiting)
    while waiting:
        least, number = heappop(waiting)
        reached = step(-least)
        for place in before[number]:
            if place in found:
                continue
            if positions.players[place] != side:
                left[place] = left.get(place, positions.degree(place)) - 1
                if left[place] > 0:
                    continue
            found[place] = reached
            if place in before:
                heappush(waiting, (-reached, place))
    return found


def one_ply_before(word: int) -> int:
    """Return what a positive word is worth one ply before; it holds MAX_DISTANCE plies at most."""
    return word - (word % PLIES != 1)


def unchanged(word: Any) -> Any:
    """Return a word, where plies do not count."""
    return word


class Backward:
    """Listed positions of a game, and what they are worth: words of a SolvingMethod, from MAX's view.

    worth: of a terminal state. distance: whether plies count. key: as in Positions.
    """

    def __init__(
        self,
        game: Game,
        worth: Callable[[State], Any],
        distance: bool,
        key: Callable[[State], Hashable] | None = None,
    ) -> None:
        self._key = key
        self.game, self._worth, self._step = game, worth, one_ply_before if distance else unchanged
        self.forget()

    def forget(self) -> None:
        """Forget all positions."""
        self.positions = Positions(self.game, self._key, self._worth)
        self.words: list[Any] = []

    def word(self, state: State) -> Any:
        """Return what a state is worth; None if it was not solved."""
        number = self.positions.number(state)
        return None if number is None or number >= len(self.words) else self.words[number]

    def list(self, state: State, most: float, until: float | None = None) -> bool:
        """List what follows a state, and solve it once all is listed; return whether it is solved.

        most: how many positions there may be. until: a perf_counter.
        """
        try:
            self.positions.add(state)
            if self.positions.expand(most, until):
                self._solve()
            return self.word(state) is not None
        except BaseException:  # a rule that raised, or Ctrl-C: whatever was being noted
            self.forget()
            raise

    def _solve(self) -> None:
        """Decide the positions that are not decided yet; what they lead to is listed."""
        positions, words, first = self.positions, self.words, len(self.words)
        words += [positions.ends.get(number) for number in range(first, len(positions))]
        for side in (MAX, MIN):

            def worth(number: int, side: int = side) -> Any:
                word = words[number]
                return side * word if word is not None and side * word > 0 else None

            for number, word in force(positions, side, worth, self._step, first).items():
                words[number] = side * word
        words[first:] = [0 if word is None else word for word in words[first:]]


class BackwardSolver(SolvingMethod):
    """Lists all positions that follow a state and solves them backwards: see above.

    most: how many positions there may be; None: as many as half of the memory holds.
    """

    name = "retrograde"
    engine_name = "reference"
    endless_is_a_draw = True

    def __init__(self, game: Game, distance: bool, most: int | None = None) -> None:
        super().__init__(game, distance)
        self.backward = Backward(game, self.end, distance)
        self.most = _most_positions() if most is None else most
        self._until, self._limit = inf, inf

    @property
    def nodes(self) -> int:
        """The number of positions listed so far."""
        return len(self.backward.positions)

    def limit(self, seconds: float | None, nodes: int | None = None) -> None:
        """Raise Stopped after this many seconds or positions: see SolvingMethod."""
        self._until = inf if seconds is None else perf_counter() + seconds
        self._limit = inf if nodes is None else self.nodes + nodes

    def knows(self, state: State) -> bool:
        """Return whether a state is solved already."""
        return self.backward.word(state) is not None

    def encoded_value(self, state: State) -> int:
        """Return a state's value, from MAX's view. Raises InputError if more positions follow it than allowed."""
        word = self._word(state)
        self.check_distance(state, word)
        return word

    def move_values(self, state: State, value: int, all_moves: bool = False, first: bool = False) -> dict[Action, int]:
        """Return the value of each action; an end too far away to report matters only with all_moves."""
        if all_moves:
            return super().move_values(state, value, all_moves, first)
        game, mover = self.game, self.game.player(state)
        return {each: mover * self.to_parent(self._word(game.result(state, each))) for each in game.actions(state)}

    def to_parent(self, word: int) -> int:
        """Return a child's value as its parent sees it: see SolvingMethod."""
        if not self.distance or not word:
            return word
        return one_ply_before(word) if word > 0 else -one_ply_before(-word)

    def _word(self, state: State) -> int:
        if self.game.terminal(state):
            return self.end(state)
        word = self.backward.word(state)
        return self._solve(state) if word is None else word  # type: ignore[no-any-return]

    def _solve(self, state: State) -> Any:
        """List and solve what follows a state; return its word."""
        most = min(self.most, self._limit)
        while not self.backward.list(state, min(self.nodes + CHUNK, most)):
            if self.nodes > self._limit:
                raise Stopped("nodes")
            if self.nodes > self.most:
                self.backward.forget()
                raise InputError(
                    f"{self.game.name}: more than {self.most:,} positions follow "
                    f"{self.game.format_state(state) or 'the start'}: too many to be solved backwards"
                )
            if perf_counter() > self._until:
                raise Stopped("time")
        return self.backward.word(state)

    def compare(self, state: State, word: int) -> int:
        """Return a state's value, which says most about how it compares with anything: see SolvingMethod."""
        return self.encoded_value(state)

    def encode(self, value: Value) -> int:
        """Return a value as it is: plain Python compares numbers of any kind."""
        return value  # type: ignore[return-value]


def _most_positions() -> int:
    from plywise.process.memory import memory_megabytes

    return int(memory_megabytes() / 2 * 2**20 / BYTES_A_POSITION)


def solve_few(game: Game, state: State, distance: bool) -> BackwardSolver | None:
    """Return a solver that knows a state, if play from it can go in circles among few positions; None otherwise.

    What the rules raise is left to the search, which says where; NoDistance is raised.
    """
    if not finds_circle(game, state):
        return None
    solver = BackwardSolver(game, distance, MAX_LISTED)
    try:
        return solver if solver.backward.list(state, MAX_LISTED, perf_counter() + FEW_SECONDS) else None
    except NoDistance:
        raise
    except Exception:  # noqa: BLE001 - a user's rules may raise anything
        return None


__all__ = ["MAX_LISTED", "Backward", "BackwardSolver", "force", "solve_few", "unchanged"]
