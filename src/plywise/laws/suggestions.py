"""Suggest declarations that hold on the states tried, with their number and the source to write.

A wrong declaration makes a search wrong, so these are only suggestions: the author must decide.
"""

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product, zip_longest
from math import inf
from typing import Any, NamedTuple

from plywise.game import MAX, MIN, Game, State, defines
from plywise.game.defaults.boards import FLAT, ROWS, Board, board_of
from plywise.game.defaults.records import is_whole, part_at

Profile = Mapping[str, Any]
Profiles = Sequence[tuple[State, Profile]]

SYMMETRY_STATES, LEAST_STATES, SYMMETRY_SECONDS = 200, 40, 0.3
"""Number of states on which a symmetry is tried, the least number, and the time limit beyond that."""

LEAST_ENDS = 10
"""Least number of terminal states, on which most symmetries fail, for suggesting one."""


def suggestions_for(game: Game, profiles: Profiles, complete: bool, seed: int) -> list[str]:
    """Return suggestions for a game that keeps the laws. complete: whether these are all its states."""
    found: list[str] = []
    for suggest in (suggest_bounds, suggest_alternating, suggest_max_plies, suggest_evaluate):
        found += suggest(game, profiles, complete)
    return found + suggest_symmetries(game, profiles, seed)


def _tried(number: int, what: str, complete: bool) -> str:
    """Return the words for the number of states on which something holds."""
    every = f"on every one of the {number:,} {what}" if complete else f"on all {number:,} {what} tried"
    return every if number > 1 else f"on the one {what.rstrip('s')}"


def suggest_bounds(game: Game, profiles: Profiles, complete: bool) -> Iterator[str]:
    """Yield the bounds of the utilities seen, if the game declares none."""
    values = [profile["utility"] for _, profile in profiles if profile["terminal"]]
    if tuple(game.utility_bounds) != (-inf, inf) or not values:
        return
    low, high = min(values), max(values)
    if low >= -1 and high <= 1:
        low, high = -1, 1
    elif not complete:  # the other player may be able to win as much
        low, high = min(low, -high), max(high, -low)
    known = "" if complete or (low, high) == (-1, 1) else ", or wider if the rules allow"
    seen = _tried(len(values), "ends", complete)
    yield f"utility_bounds = ({low}, {high}){known}: the utility lies between them {seen}"


def suggest_alternating(game: Game, profiles: Profiles, complete: bool) -> Iterator[str]:
    """Yield that the players take turns, if it is not declared."""
    if game.alternating:
        return
    known = dict(profiles)
    pairs = [
        (profile["player"], known[child]["player"])
        for _, profile in profiles
        for _, child in profile.get("result", ())
        if child in known and not known[child]["terminal"]
    ]
    if pairs and all({one, other} == {MAX, MIN} for one, other in pairs):
        yield f"alternating = True: the players take turns {_tried(len(pairs), 'moves', complete)}"


def suggest_max_plies(game: Game, profiles: Profiles, complete: bool) -> Iterator[str]:
    """Yield the length of the longest line of play, if all states are known and it is not declared."""
    if game.max_plies is not None or not complete or not profiles:
        return
    longest = longest_line(profiles)
    if longest is not None:
        yield f"max_plies = {longest}: no line of play through the {len(profiles):,} states, the whole game, is longer"


def longest_line(profiles: Profiles) -> int | None:
    """Return the length of the longest line of play through all states; None if a state can recur."""
    children = {state: {child for _, child in profile.get("result", ())} for state, profile in profiles}
    parents = dict.fromkeys(children, 0)
    for child in (child for each in children.values() for child in each):
        parents[child] += 1
    ready, plies, done = [state for state, count in parents.items() if not count], dict.fromkeys(children, 0), 0
    while ready:
        state = ready.pop()
        done += 1
        for child in children[state]:
            plies[child] = max(plies[child], plies[state] + 1)
            parents[child] -= 1
            if not parents[child]:
                ready.append(child)
    return max(plies.values()) if done == len(children) else None


def suggest_evaluate(game: Game, profiles: Profiles, complete: bool) -> Iterator[str]:
    """Yield that a game too large for a full search has no evaluation."""
    if not complete and not defines(game, "evaluate"):
        yield "evaluate(state): no evaluation, so a search with a limit sees nothing beyond its horizon"


# --- symmetries ------------------------------------------------------------------------------------------------------


class Turn(NamedTuple):
    """A symmetry of a board.

    rows: Python expression for the image of `rows`
    cell: Python expression for the image of a cell (r, c) on R rows and C columns
    square: whether only square boards have it
    """

    rows: str
    cell: str
    square: bool = False


TURNS = {
    "left and right": Turn("[row[::-1] for row in rows]", "(r, C - 1 - c)"),
    "top and bottom": Turn("rows[::-1]", "(R - 1 - r, c)"),
    "a half turn": Turn("[row[::-1] for row in rows[::-1]]", "(R - 1 - r, C - 1 - c)"),
    "the diagonal": Turn("[*zip(*rows)]", "(c, r)", square=True),
    "the other diagonal": Turn("[*zip(*rows[::-1])][::-1]", "(C - 1 - c, R - 1 - r)", square=True),
    "a quarter turn": Turn("[*zip(*rows[::-1])]", "(c, R - 1 - r)", square=True),
    "a quarter turn back": Turn("[*zip(*rows)][::-1]", "(C - 1 - c, r)", square=True),
}


def suggest_symmetries(game: Game, profiles: Profiles, seed: int) -> list[str]:
    """Return the symmetries of the board under which the tried states play the same, with their source."""
    board = board_of(game)
    if board is None or board.block or board.thaws or defines(game, "symmetries") or defines(game, "key"):
        return []
    written = _Writer(game, board, profiles[0][0]) if profiles else None
    if written is None or not written.can_write:
        return []
    ends = sum(bool(profile["terminal"]) for _, profile in profiles)
    sample = sample_states(profiles, seed) if ends >= LEAST_ENDS else []
    least, holding = len(sample), []
    for name, turn in TURNS.items():
        if (turn.square and board.rows != board.columns) or (board.rows == 1 and name != "left and right"):
            continue
        held = count_held(game, written.image(turn), sample)
        if held:
            holding.append(name)
            least = min(least, held)
    if not holding or not _is_group(board, [TURNS[name] for name in holding]):
        return []
    names = ", ".join(holding)
    found = (
        f"symmetries (and key, which they share): {names}: what follows is the same {_tried(least, 'states', False)}"
    )
    return [found + written.code([TURNS[name] for name in holding])]


def sample_states(profiles: Profiles, seed: int) -> list[State]:
    """Return random states, half of them terminal if there are enough, because their utilities differ."""
    source, found = random.Random(seed), []
    for over in (True, False):
        states = [state for state, profile in profiles if bool(profile["terminal"]) == over]
        found.append(source.sample(states, min(SYMMETRY_STATES // 2, len(states))))
    return [state for pair in zip_longest(*found) for state in pair if state is not None]


def count_held(game: Game, image: Callable[[State], State], states: Sequence[State]) -> int:
    """Return the number of states on which a symmetry holds; 0 if it fails on one, or changes none."""
    held, changed, deadline = 0, False, time.perf_counter() + SYMMETRY_SECONDS
    for state in states:
        if held >= LEAST_STATES and time.perf_counter() > deadline:
            break
        try:
            turned = image(state)
            changed = changed or turned != state
            if not plays_alike(game, image, state, turned):
                return 0
        except Exception:  # noqa: BLE001 - the image may be unreachable, so that the rules may raise anything
            return 0
        held += 1
    return held if changed else 0


def plays_alike(game: Game, image: Callable[[State], State], state: State, turned: State) -> bool:
    """Return whether a state and its image have equal static values, and lead to images of one another."""
    if game.terminal(state) or game.terminal(turned):
        return bool(game.terminal(state) and game.terminal(turned) and game.utility(state) == game.utility(turned))
    if game.player(state) != game.player(turned) or game.evaluate(state) != game.evaluate(turned):
        return False
    after = [{game.result(each, action) for action in game.actions(each)} for each in (state, turned)]
    return {image(child) for child in after[0]} == after[1]


def _is_group(board: Board, turns: Sequence[Turn]) -> bool:
    """Return whether the composition of two symmetries is always a third, or the identity."""
    cells = tuple(product(range(board.rows), range(board.columns)))
    moved = {_moved(board, turn, cells) for turn in turns} | {cells}
    index = {cell: place for place, cell in enumerate(cells)}
    return all(tuple(one[index[cell]] for cell in other) in moved for one in moved for other in moved)


def _moved(board: Board, turn: Turn, cells: Sequence[tuple[int, int]]) -> tuple[Any, ...]:
    rule = _compile(f"lambda r, c: {turn.cell}", {"R": board.rows, "C": board.columns})
    return tuple(rule(*cell) for cell in cells)


def _compile(source: str, names: dict[str, Any]) -> Any:
    """Evaluate one of the expressions above, which consist only of texts of this module."""
    return eval(source, dict(names))


def _joined(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"({', '.join(parts)})"


class _Writer:
    """Writes Python source for the images of a game's states."""

    def __init__(self, game: Game, board: Board, state: State) -> None:
        self.board = board
        self.state = state
        self.parts = [part_at(state, path) for path in board.paths]

    @property
    def can_write(self) -> bool:
        """Whether the board is in the state or its fields, as tuples, texts or sets."""
        if any(len(path) > 1 for path in self.board.paths):
            return False
        if self.board.kind in (ROWS, FLAT):
            return type(self.parts[0]) in (tuple, str)
        return all(isinstance(part, frozenset) for part in self.parts)

    def image(self, turn: Turn) -> Callable[[State], State]:
        """Return the function that computes images of states."""
        names = {"R": self.board.rows, "C": self.board.columns, "replace": replace}
        if self.board.kind not in (ROWS, FLAT):
            names["turn"] = _compile(f"lambda r, c: {turn.cell}", names)
            source = f"lambda state: {self.whole()}"
        else:
            source = f"lambda state: (lambda turned: {self.whole()})((lambda rows: {turn.rows})({self.rows()}))"
        function: Callable[[State], State] = _compile(source, names)
        return function

    def code(self, turns: Sequence[Turn]) -> str:
        """Return the source of `symmetries`."""
        lines = ["from dataclasses import replace"] if "replace(state" in self.whole() else []
        lines += ["def symmetries(self, state):"]
        if self.is_one_row:
            return self._lines([*lines, f"    yield {self.whole()}"])
        if self.board.kind in (ROWS, FLAT):
            images = ", ".join(turn.rows for turn in turns)
            lines += [f"    rows = {self.rows()}", f"    for turned in ({images},):"]
        else:
            sizes = {"R": str(self.board.rows - 1), "C": str(self.board.columns - 1)}
            rules = [turn.cell.replace("R - 1", sizes["R"]).replace("C - 1", sizes["C"]) for turn in turns]
            lines += [f"    for turn in ({', '.join(f'lambda r, c: {rule}' for rule in rules)},):"]
        return self._lines([*lines, f"        yield {self.whole()}"])

    def _lines(self, lines: list[str]) -> str:
        """Return the lines of `symmetries`, followed by those of the corresponding `key`."""
        lines += ["def key(self, state):", f"    return min([state, *self.symmetries(state)]{self.order()})"]
        return "".join(f"\n      {line}" for line in lines)

    @property
    def is_one_row(self) -> bool:
        """Whether the board is a single row, which can only be reversed."""
        return self.board.kind == FLAT and self.board.rows == 1

    def order(self) -> str:
        """Return the sort key of a state's images: the parts of the board that can be compared."""
        if self.board.kind in (ROWS, FLAT):
            cells = self.parts[0] if self.board.kind == FLAT else [cell for row in self.parts[0] for cell in row]
            if not all(is_whole(cell) for cell in cells) and not all(isinstance(cell, str) for cell in cells):
                return ", key=self.format_state"
            boards = [self.part(0).replace("state", "each")]
        else:
            boards = [f"sorted({self.part(place).replace('state', 'each')})" for place in range(len(self.parts))]
        return "" if boards == ["each"] else f", key=lambda each: {_joined(boards)}"

    def rows(self) -> str:
        """Return an expression for the rows of a state's board."""
        part = self.part(0)
        if self.board.kind == ROWS:
            return part
        size = self.board.rows * self.board.columns
        return f"[{part}[k:k + {self.board.columns}] for k in range(0, {size}, {self.board.columns})]"

    def part(self, place: int) -> str:
        """Return an expression for one of the board's parts."""
        path, name = self.board.paths[place], self.board.names[place]
        return "state" if not path else f"state.{name}" if name else f"state[{path[0]}]"

    def back(self, place: int) -> str:
        """Return an expression for a board's part from the turned rows."""
        if self.board.kind not in (ROWS, FLAT):
            return f"frozenset(turn(*cell) for cell in {self.part(place)})"
        part = self.parts[0]
        if self.is_one_row:
            return f"{self.part(0)}[::-1]"
        if self.board.kind == FLAT:
            cells = "cell for row in turned for cell in row"
            return f"''.join({cells})" if isinstance(part, str) else f"tuple({cells})"
        return "tuple(map(''.join, turned))" if isinstance(part[0], str) else "tuple(map(tuple, turned))"

    def whole(self) -> str:
        """Return an expression for the whole state."""
        if self.board.paths == ((),):
            return self.back(0)
        parts = [self.back(place) for place in range(len(self.board.paths))]
        named = ", ".join(f"{name}={part}" for name, part in zip(self.board.names, parts, strict=True))
        if hasattr(self.state, "_fields"):
            return f"state._replace({named})"
        if self.board.names[0]:
            return f"replace(state, {named})"
        items = {path[0]: part for path, part in zip(self.board.paths, parts, strict=True)}
        return f"({', '.join(items.get(place, f'state[{place}]') for place in range(len(self.state)))},)"
