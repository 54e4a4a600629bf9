"""Playing by touching the cells of a board: which cells each action takes, and what has been played so far."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from plywise.arguments.numbers import as_whole
from plywise.errors import InputError
from plywise.game import Game, State

Place = tuple[int, int]
Places = tuple[Place, ...]


def cells_of(game: Game, state: State) -> dict[str, Places]:
    """Return, for each legal action's word, the cells (row, column) of `game.cells(state)` to touch, in order.

    No cells: the action is played by its word. Several actions may share their cells: then the person is asked which.
    Raises InputError where the game's own `clicks` names no cells of its board.

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


def _read_place(game: Game, rows: Sequence[Sequence[object]], word: str, told: object) -> Place:
    """Return a cell as two ints. Raises InputError for what is no cell of the board."""
    row, column = (as_whole(part) for part in told) if isinstance(told, tuple) and len(told) == 2 else (None, None)
    if row is None or column is None or not (0 <= row < len(rows) and 0 <= column < len(rows[row])):
        raise InputError(f"{game.name}: clicks answered {told!r} for {word}, which is no (row, column) of its cells")
    return row, column


class Touched(NamedTuple):
    """What the cells touched so far may mean.

    complete: the actions that take these cells and no more
    open: those that take more cells: the next cell -> their words
    """

    complete: tuple[str, ...]
    open: dict[Place, tuple[str, ...]]


def read_touched(cells: Mapping[str, Places], touched: Sequence[Place]) -> Touched:
    """Return what cells touched one after the other may mean, the first of a move's cells first.

    With one complete action and none open, it is played. With several complete, or one and others open, the person may
    choose a complete one by its word, or go on.

    cells: of each action, as `cells_of` returns them
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
    """What comes of touching a cell.

    path: the cells touched so far, if the action needs more
    played: the words of the actions meant; with several the person is asked which
    """

    path: Places
    played: tuple[str, ...]


def touch(cells: Mapping[str, Places], path: Places, place: Place) -> Touch:
    """Return what comes of touching a cell after others.

    An action that others go on from is played by touching its last cell once more. A cell that goes on nowhere begins
    anew.

    cells: of each action, as `cells_of` returns them

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
    """Return the action that a cell plays though it is not among its cells: its own, or the label of its column.

    Only a game in which each action is one touch has them: a disc may be dropped anywhere above its place.
    """
    if any(len(places) > 1 for places in cells.values()):
        return None
    row, column = place
    around, labels = game.coordinates(), [(game.cells(state) or ())[row][column].action]
    if not around.left:
        labels += [names[column] for names in (around.bottom, around.top) if column < len(names)]
    return next((word for word, places in cells.items() if places and word in labels), None)
