"""The cells to touch for an action, for a game that does not define `clicks`.

The first of these that gives cells: a cell that carries the action; the names of cells in its word, from the cells or
the labels around the board; the cells it changes, if it moves or places a piece. An action without cells is played by
its word.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import groupby, zip_longest
from typing import Any, NamedTuple

from plywise.game.cells import Cell, Coordinates, contents
from plywise.game.defaults.action_words import moves_on_cells
from plywise.game.defaults.boards import board_of
from plywise.game.defaults.records import CachePerGame

Place = tuple[int, int]
Places = tuple[Place, ...]
Rows = Sequence[Sequence[Cell]]

MAX_PLACED = 3
"""An action that fills up to this number of empty cells, such as a domino, is played by touching each of them."""

MAX_BUTTONS = 12
"""If more actions than this have custom words, those with cells are not offered by their words as well."""

_last = CachePerGame()


def words_to_offer(game: Any, state: Any, cells: Mapping[str, Places]) -> set[str]:
    """Return the actions with cells that are also offered by their words.

    They have custom words, such as `left`, which name none of their cells.

    cells: for each legal action's word
    """
    own = {game.format_action(state, each) for each in game.actions(state) if isinstance(each, (str, Enum))}
    names = _Names(game.cells(state) or (), game.coordinates())
    carried = {cell.action for _, _, cell in _each(game.cells(state) or ())}
    found = {word for word in own - carried if cells.get(word) and names.all_in(word) != cells[word]}
    return found if len(found) <= MAX_BUTTONS else set()


def clicks_at(game: Any, state: Any, is_found: bool) -> Mapping[str, Places]:
    """Return the cells to touch for each legal action of a state, by its word. The last state's cells are cached.

    is_found: whether the board was found in the state; otherwise the game defines `cells`
    """
    kept = _last.get(game)
    if kept is not None and kept[0] is state:
        found: Mapping[str, Places] = kept[1]
        return found
    found = find_clicks(game, state, moves_on_cells(game, state) if is_found else {})
    _last.keep(game, (state, found))
    return found


def find_clicks(game: Any, state: Any, on_cells: Mapping[str, Place]) -> dict[str, Places]:
    """Return the cells to touch for each legal action of a state, by its word.

    on_cells: the moves that are known to be made on one cell of a board that was found in the state
    """
    actions = [] if game.terminal(state) else list(game.actions(state))
    words = {game.format_action(state, action): action for action in actions}
    rows = game.cells(state)
    if not rows:
        return dict.fromkeys(words, ())
    carried = _carried(game, rows, on_cells)
    names = _Names(rows, game.coordinates())
    changes: dict[str, Changes] = {}

    def changed(word: str) -> Changes:
        if word not in changes:
            changes[word] = Changes.between(rows, game.cells(game.result(state, words[word])) or ())
        return changes[word]

    found = {word: carried.get(word) or names.named_in(word, changed) for word in words}
    unclear = [word for word, places in found.items() if not places]
    return found | _distinguish({word: changed(word) for word in unclear})


def _carried(game: Any, rows: Rows, on_cells: Mapping[str, Place]) -> dict[str, Places]:
    """Return the cell that carries each action, the first if there are several."""
    found: dict[str, Places] = {}
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            if cell.action:
                found.setdefault(cell.action, ((row, column),))
    board = board_of(game) if on_cells else None
    if board is not None:
        found |= {word: (board.drawn_at(*place),) for word, place in on_cells.items()}
    return found


# --- names of cells --------------------------------------------------------------------------------------------------


class _Names:
    """The names of a board's cells, to find them in words.

    certain: those written on cells, or with a letter and a number. A bare number from the labels, such as the column in
        a single row, may mean something else: it counts only if the action changes that cell.
    """

    def __init__(self, rows: Rows, around: Coordinates) -> None:
        written = [(cell.name, (row, column)) for row, column, cell in _each(rows) if cell.name]
        labelled = [] if any(cell.hexagon for _, _, cell in _each(rows)) else list(_labelled(rows, around))
        self.places = _unique(labelled) | _unique(written)
        self.certain = {name for name, _ in written} | {name for name in self.places if not name.isdecimal()}
        names = sorted(self.places, key=len, reverse=True)
        self.pattern = re.compile("|".join(map(_whole, names))) if names else None

    def named_in(self, word: str, changed: Any) -> Places:
        """Return the cells named in a word, in order. changed: word -> the changes by the action."""
        found = self._found_in(word)
        places = self.all_in(word)
        if all(name in self.certain for name in found) or set(places) <= changed(word).places:
            return places
        return ()

    def all_in(self, word: str) -> Places:
        """Return the cells whose names are in a word, in order, without immediate repetitions."""
        return tuple(place for place, _ in groupby(self.places[name] for name in self._found_in(word)))

    def _found_in(self, word: str) -> list[str]:
        return self.pattern.findall(word) if self.pattern else []


def _each(rows: Rows) -> Iterator[tuple[int, int, Cell]]:
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            yield row, column, cell


def _labelled(rows: Rows, around: Coordinates) -> Iterator[tuple[str, Place]]:
    """Yield the names of cells by the labels around a board: d3, or in a single row the column's label."""
    for row, column, _ in _each(rows):
        left = around.left[row] if row < len(around.left) else ""
        over = {labels[column] for labels in (around.top, around.bottom) if column < len(labels)} - {""}
        if len(rows) == 1 and not left:
            yield from ((label, (row, column)) for label in over)
        for label in over if left else ():
            if not (label.isdecimal() and left.isdecimal()):
                yield label + left, (row, column)
                yield left + label, (row, column)


def _unique(named: Iterable[tuple[str, Place]]) -> dict[str, Place]:
    """Return the cells with unique names, by name."""
    kept = set(named)
    count = Counter(name for name, _ in kept)
    return {name: place for name, place in kept if count[name] == 1}


def _whole(name: str) -> str:
    """Return the regular expression of a name that is not part of a longer number or word."""
    before = "(?<![0-9])" if name[0].isdecimal() else "(?<![^\\W\\d_])" if name.isalpha() else ""
    after = "(?![0-9])" if name[-1].isdecimal() else "(?![^\\W\\d_])" if name.isalpha() else ""
    return before + re.escape(name) + after


# --- what changes ----------------------------------------------------------------------------------------------------


class Changes(NamedTuple):
    """The changes on a board by an action, each in reading order.

    emptied: cells that become empty or disappear
    filled: cells that were empty
    replaced: cells whose contents change
    origins: emptied cells whose contents are now on the only filled or replaced cell
    """

    emptied: Places = ()
    filled: Places = ()
    replaced: Places = ()
    origins: Places = ()

    @classmethod
    def between(cls, before: Rows, after: Rows) -> "Changes":
        """Compare two boards."""
        blank = Cell("")
        kinds: dict[str, list[Place]] = {"emptied": [], "filled": [], "replaced": []}
        old: dict[Place, Any] = {}
        new: dict[Place, Any] = {}
        for row, pair in enumerate(
            zip_longest(before, after[: len(before)], fillvalue=())
        ):  # new rows are none to touch
            for column, cells in enumerate(_side_by_side(*pair, blank)):
                was, now = map(contents, cells)
                if was != now:
                    place = (row, column)
                    old[place], new[place] = was, now
                    kinds["filled" if not any(was) else "replaced" if any(now) else "emptied"].append(place)
        target = (kinds["filled"] or kinds["replaced"])[:1]
        origins = [place for place in kinds["emptied"] if target and old[place] == new[target[0]]]
        emptied, filled, replaced = (tuple(kinds[kind]) for kind in ("emptied", "filled", "replaced"))
        return cls(emptied, filled, replaced, tuple(origins))

    @property
    def places(self) -> set[Place]:
        """All cells that change."""
        return {*self.emptied, *self.filled, *self.replaced}

    def touched(self) -> Places:
        """Return the cells to touch: the origin and target of a move, the cell of a placed piece, or taken cells."""
        targets = self.filled or self.replaced
        if not self.emptied:
            return self.filled if 1 < len(self.filled) <= MAX_PLACED else targets[:1]
        if not targets:
            return self.emptied[:1]
        if len(self.filled) > 1 or (not self.filled and len(self.replaced) > 1):
            return self.emptied[:1]  # as seeds are sown
        if len(self.origins) == 1 or len(self.emptied) == 1:
            return (*(self.origins or self.emptied), *targets[:1])
        return targets[:1]  # stones around it are captured

    def all_touched(self) -> Places:
        """Return all changed cells: first those emptied, then the others."""
        return (*self.emptied, *self.filled, *self.replaced)


def _side_by_side(before: Sequence[Cell], after: Sequence[Cell], blank: Cell) -> Iterable[tuple[Cell, Cell]]:
    """Pair the cells of a row before and after an action, allowing for one removed cell."""
    old, new = (_without_end(row) for row in (before, after))
    taken = [column for column in range(len(old)) if old[:column] + old[column + 1 :] == new]
    if len(taken) == 1 and all(map(any, old)):
        after = [*after[: taken[0]], blank, *after[taken[0] :]][: len(before)]
    return zip_longest(before, after[: len(before)], fillvalue=blank)


def _without_end(row: Sequence[Cell]) -> list[tuple[str, str, str, str]]:
    """Return the contents of a row's cells, up to the last that is not empty."""
    held = [contents(cell) for cell in row]
    while held and not any(held[-1]):
        held.pop()
    return held


def _distinguish(changes: Mapping[str, Changes]) -> dict[str, Places]:
    """Return the cells to touch for each action, with more cells for actions that share theirs, if that helps."""
    found = {word: change.touched() for word, change in changes.items()}
    sharing = defaultdict(list)
    for word, places in found.items():
        sharing[places].append(word)
    for places, words in sharing.items():
        longer = {word: changes[word].all_touched() for word in words}
        if places and len(words) > 1 and _is_distinct(list(longer.values())):
            found |= longer
    return found


def _is_distinct(sequences: Sequence[Places]) -> bool:
    """Return whether no sequence is a prefix of another, and none is long."""
    short = all(len(each) <= MAX_PLACED for each in sequences)
    begun = Counter(each[:length] for each in sequences for length in range(1, len(each) + 1))
    return short and all(begun[each] == 1 for each in sequences)
