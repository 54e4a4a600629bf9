"""Default words for moves: `b3-b1` for ((0, 1), (2, 1)), `wall-c4h` for ("wall", (1, 2, "h")), `pass` for None.

Whole numbers and texts are written as they are, enums by the name of the member. On a board whose cells are pairs of a
row and a column, a pair is written as a letter and a number, with a1 in the corner at the bottom left: rows are counted
from the bottom, as in chess, though row 0 is at the top. The parts of a tuple or a record are joined by `-`; a part
that is None or "" is omitted, and a field after an omitted one is written with its name. A record with its own __str__
is written by that.

If two legal moves would have the same word, all but the plainest are written in Python's notation, without blanks.
"""

from collections import defaultdict
from collections.abc import Iterable
from enum import Enum
from itertools import islice
from typing import Any

from plywise.errors import InputError
from plywise.game.defaults.boards import Board, board_of
from plywise.game.defaults.records import CachePerGame, fields_of, is_pair, is_record, is_whole, own_text
from plywise.game.defaults.state_text import format_value, sorted_items

PASS = "pass"
MAX_LISTED = 24
"""Maximal number of legal moves listed in an error."""

_last = CachePerGame()
ROW_NAMES, COLUMN_NAMES = ("row", "r", "rank", "y"), ("column", "col", "c", "file", "x")


def word_for(game: Any, state: Any, action: Any) -> str:
    """Return the unique word for a legal action of a state."""
    if type(action) is int:  # its word is certain
        return str(action)
    words = words_at(game, state)
    try:
        return words[action] if action in words else plain_word(action, board_of(game))
    except TypeError:  # it cannot be hashed
        return plain_word(action, board_of(game))


def words_at(game: Any, state: Any) -> dict[Any, str]:
    """Return the words for the legal actions of a state, in their order. The last state's words are cached."""
    kept = _last.get(game)
    if kept is not None and _is_same(kept[0], state):
        words: dict[Any, str] = kept[1]
        return words
    words = {} if game.terminal(state) else make_words(game.actions(state), board_of(game))
    _last.keep(game, (state, words))
    return words


def _is_same(one: Any, other: Any) -> bool:
    if one is other:
        return True
    try:
        return type(one) is type(other) and bool(one == other)
    except Exception:  # noqa: BLE001 - a user's values may compare in any way
        return False


def make_words(actions: Iterable[Any], board: Board | None) -> dict[Any, str]:
    """Return a word for each of a state's actions, no two alike."""
    listed = [action for action in actions if _can_be_hashed(action)]
    taken: set[str] = set()
    chosen: dict[Any, str] = {}
    for action in sorted(listed, key=_plainness):  # a stable sort
        if action in chosen:
            continue
        word, number = plain_word(action, board), 1
        while word in taken:
            word = full_word(action) + (f"#{number}" if number > 1 else "")
            number += 1
        taken.add(word)
        chosen[action] = word
    return {action: chosen[action] for action in listed}


def _plainness(action: Any) -> int:
    """Return a sort key: the first of several actions with the same word keeps it; numbers come before texts."""
    return 0 if type(action) is int else 1 if type(action) is str else 2


def _can_be_hashed(action: Any) -> bool:
    try:
        hash(action)
    except TypeError:
        return False
    return True


def full_word(action: Any) -> str:
    """Return an action in Python's notation, without blanks."""
    return "".join(format_value(action).split()) if not isinstance(action, str) else "_".join(repr(action).split())


def plain_word(action: Any, board: Board | None) -> str:
    """Return the plainest word for an action. board: the board on which pairs are cells, if any."""
    cells = board if board is not None and board.pairs else None
    word = "-".join(filter(None, _parts(action, cells)))
    return word or (PASS if action is None else full_word(action))


def _parts(value: Any, board: Board | None) -> list[str]:
    """Return the words of a value's parts, "" for an omitted part."""
    if is_record(value):
        cell = own_text(value) or _record_cell(value, board)
        return [cell] if cell else _field_words(fields_of(value), board)
    if isinstance(value, (frozenset, set)):
        return ["+".join(_inner(each, board) for each in sorted_items(value))]
    if isinstance(value, tuple):
        items = _join_pairs(value, board) if board is not None else list(value)
        return [_inner(item, board) for item in items]
    return [_inner(value, board)]


def _field_words(fields: list[tuple[str, Any]], board: Board | None) -> list[str]:
    """Return the words of a record's fields; fields after an omitted one have names."""
    words: list[str] = []
    gap = False
    for name, value in fields:
        word = _inner(value, board)
        gap = gap or not word
        words.append(f"{name}={word}" if gap and word and any(words) else word)
    return words


def _record_cell(record: Any, board: Board | None) -> str:
    """Return the name of the cell of a record with a row and a column; "" for other records."""
    fields = fields_of(record)
    if board is None or len(fields) != 2 or not all(is_whole(value) for _, value in fields):
        return ""
    (first, one), (second, other) = fields
    if first.lower() in ROW_NAMES and second.lower() in COLUMN_NAMES and board.has(one, other):
        return board.cell_name(one, other)
    if first.lower() in COLUMN_NAMES and second.lower() in ROW_NAMES and board.has(other, one):
        return board.cell_name(other, one)
    return ""


def _join_pairs(value: tuple[Any, ...], board: Board) -> list[Any]:
    """Return a tuple's items, with two consecutive whole numbers joined to a pair if they are a cell."""
    joined: list[Any] = []
    items = list(value)
    while items:
        pair = tuple(items[:2])
        taken = 2 if is_pair(pair) and board.has(*pair) else 1
        joined.append(pair if taken == 2 else items[0])
        del items[:taken]
    return joined


def _inner(value: Any, board: Board | None) -> str:
    """Return the word of a part of an action; "" if it is omitted."""
    if value is None or (isinstance(value, str) and not value):
        return ""
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, str):
        return "_".join(value.split()) or full_word(value)
    if is_whole(value):
        return str(int(value))
    if is_pair(value) and not is_record(value) and board is not None and board.has(*value):
        return board.cell_name(*value)
    if is_record(value) or isinstance(value, (tuple, frozenset, set)):
        between = "" if board is not None and _begins_with_cell(value, board) else ","
        return between.join(filter(None, _parts(value, board)))
    return full_word(value)


def _begins_with_cell(value: Any, board: Board) -> bool:
    """Return whether a tuple is a cell with short texts, such as (1, 2, "h")."""
    if not isinstance(value, tuple) or is_record(value) or not is_pair(value[:2]) or not board.has(*value[:2]):
        return False
    return all(isinstance(item, str) for item in value[2:])


# --- reading ---------------------------------------------------------------------------------------------------------


def action_named(words: dict[Any, str], text: str) -> Any:
    """Return the action named by its word or by Python's notation, including (row, column) and named fields.

    Raises InputError if it names none, or several.
    """
    asked = "".join(text.split())
    if not asked:
        raise InputError(f"no move given; legal: {list_legal(words.values())}")
    exact = [action for action, word in words.items() if word == text]
    if len(exact) == 1:
        return exact[0]
    named: dict[str, set[int]] = defaultdict(set)
    actions = list(words)
    for place, (action, word) in enumerate(words.items()):
        for alias in _aliases(action, word):
            named[alias].add(place)
    for form in (asked, asked.casefold()):
        found = named.get(form, set())
        if len(found) == 1:
            return actions[found.pop()]
    raise InputError(f"{text!r} is not a legal action; legal: {list_legal(words.values())}")


def _aliases(action: Any, word: str) -> set[str]:
    """Return the texts accepted for an action besides its word."""
    full = full_word(action)
    found = {full, word.casefold(), full.casefold(), "".join(str(action).split())}
    if isinstance(action, tuple) and not is_record(action):
        found.add(full.removeprefix("(").removesuffix(")").removesuffix(","))
    if is_record(action):
        found.add(",".join(f"{name}={format_value(value)}".replace(" ", "") for name, value in fields_of(action)))
        found.add(",".join(f"{n}={format_value(v)}".replace(" ", "") for n, v in fields_of(action) if v is not None))
    return found


def list_legal(words: Iterable[str]) -> str:
    """Return the list of legal moves at the end of an error, shortened if they are many."""
    listed = list(words)
    shown = listed if len(listed) <= MAX_LISTED else listed[:MAX_LISTED]
    more = len(listed) - len(shown)
    return " ".join(shown) + (f" ... ({more} more)" if more else "")


def moves_on_cells(game: Any, state: Any) -> dict[str, tuple[int, int]]:
    """Return the words of a state's moves that are made on one cell, and the cells."""
    board = board_of(game)
    if board is None:
        return {}
    found = {}
    for action in islice(words_at(game, state), board.rows * board.columns + 1):
        if board.pairs and is_pair(action) and board.has(*action):
            place = (int(action[0]), int(action[1]))
        elif not board.pairs and board.kind == "flat" and is_whole(action) and 0 <= action < board.rows * board.columns:
            place = divmod(int(action), board.columns)
        else:
            continue
        found[game.format_action(state, action)] = place
    return found


def has_own_words(game: Any, state: Any) -> bool:
    """Return whether a game overrides the default words for moves."""
    words = words_at(game, state)
    return any(game.format_action(state, action) != word for action, word in words.items())
