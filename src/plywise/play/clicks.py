"""Play by touching cells of a board: the cells of each action, and the actions that touched cells may mean."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from plywise.arguments.numbers import as_whole
from plywise.errors import InputError
from plywise.game import Game, State

Place = tuple[int, int]
Places = tuple[Place, ...]


def cells_of(game: Game, state: State) -> dict[str, Places]:
    """Map each legal action's word to the cells (row, column) of `game.cells(state)` to touch, in order.

    No cells: the action is played by its word. If several actions have the same cells, the user is asked to choose.
    Raises InputError if the game's `clicks` names a cell outside its board.

    >>> from plywise.games import make
    >>> game = make("chess")
    >>> cells_of(game, game.initial())["e2e4"]
    ((6, 4), (4, 4))
    """
    if game.terminal(state):
        return {}
    rows = game.cells(state) or ()
    found = {}
    for action in game.actions(state):
        word = game.format_action(state, action)
        found[word] = tuple(_read_place(game, rows, word, place) for place in game.clicks(state, action))
    return found


def _read_place(game: Game, rows: Sequence[Sequence[object]], word: str, given: object) -> Place:
    """Return a cell as two ints. Raises InputError if it is not a cell of the board."""
    row, column = (as_whole(part) for part in given) if isinstance(given, tuple) and len(given) == 2 else (None, None)
    if row is None or column is None or not (0 <= row < len(rows) and 0 <= column < len(rows[row])):
        raise InputError(f"{game.name}: clicks returned {given!r} for {word}, not a (row, column) of its cells")
    return row, column


class Touched(NamedTuple):
    """The actions that the cells touched so far may mean.

    complete: the actions with exactly these cells
    open: the actions with further cells: next cell -> their words
    """

    complete: tuple[str, ...]
    open: dict[Place, tuple[str, ...]]


def read_touched(cells: Mapping[str, Places], touched: Sequence[Place]) -> Touched:
    """Return the actions that begin with the touched cells.

    A single complete action with none open is played. Otherwise the user may choose a complete one by its word or touch
    another cell.

    cells: the result of `cells_of`
    """
    begun = tuple(touched)
    fitting = {word: places for word, places in cells.items() if places[: len(begun)] == begun}
    complete = tuple(word for word, places in fitting.items() if places == begun and places)
    following: dict[Place, list[str]] = {}
    for word, places in fitting.items():
        if len(places) > len(begun):
            following.setdefault(places[len(begun)], []).append(word)
    return Touched(complete, {place: tuple(words) for place, words in following.items()})


class Touch(NamedTuple):
    """The effect of touching a cell.

    path: the cells touched so far, if the action needs more
    played: the words of the matching actions; if there are several, the user is asked to choose
    """

    path: Places
    played: tuple[str, ...]


def touch(cells: Mapping[str, Places], path: Places, place: Place) -> Touch:
    """Return the effect of touching a cell after the cells of `path`.

    To play an action whose cells begin a longer action, touch its last cell again. A cell that continues no action
    starts a new path.

    cells: the result of `cells_of`

    >>> cells = {"a1b2": ((0, 0), (1, 1)), "a1b2c3": ((0, 0), (1, 1), (2, 2))}
    >>> touch(cells, ((0, 0),), (1, 1)), touch(cells, ((0, 0), (1, 1)), (1, 1))
    (Touch(path=((0, 0), (1, 1)), played=()), Touch(path=(), played=('a1b2',)))
    """
    if path[-1:] == (place,):
        before = read_touched(cells, path)
        if place not in before.open:
            return Touch((), before.complete)
    found = read_touched(cells, (*path, place))
    if not found.complete and not found.open:
        return touch(cells, (), place) if path else Touch((), ())
    return Touch((*path, place), ()) if found.open else Touch((), found.complete)


def action_around(game: Game, state: State, cells: Mapping[str, Places], place: Place) -> str | None:
    """Return the action that a cell outside the actions' cells plays: the cell's own, or its column's label.

    Only for games whose actions take one touch: a disc may be dropped anywhere above its place.
    """
    if any(len(places) > 1 for places in cells.values()):
        return None
    row, column = place
    around, labels = game.coordinates(), [(game.cells(state) or ())[row][column].action]
    if not around.left:
        labels += [names[column] for names in (around.bottom, around.top) if column < len(names)]
    return next((word for word, places in cells.items() if places and word in labels), None)
