"""A game in progress as plain data for remote views: the board, the moves and how to play them."""

from typing import Any
from weakref import WeakKeyDictionary

from plywise.errors import InputError
from plywise.game import MAX, MIN, Game, State, defines, move_label, player_word
from plywise.game.cells import Cell, changed_cells
from plywise.game.defaults.clicks import words_to_offer
from plywise.game.defaults.looks import side_discs
from plywise.play.clicks import cells_of
from plywise.play.ongoing import OngoingGame

CELL_KEYS = (
    ("mark", "m"), ("action", "a"), ("name", "n"), ("disc", "d"), ("sign", "s"), ("piece", "p"), ("dark", "k"),
    ("hexagon", "x"),
)  # fmt: skip
"""The fields of a cell and their JSON keys, which are short because a board has many cells."""


def describe_board(ongoing: OngoingGame, ply: int | None = None) -> dict[str, Any]:
    """Return what a view shows of a game at a ply, as plain data for JSON.

    ply: None: the current one. Raises InputError for a ply that was not played.

    `ply` is the ply shown, `plies` the number played, `redo` the moves taken back. `turn` and `legal` describe the
    position shown and are empty where the game is over; `over` is the result, at the last ply only. `home` is the
    player whose pieces start at the bottom of the board. `set_up` is true for a game that did not start from the
    initial position. The other keys are those of `describe_picture`.
    """
    shown = ongoing.ply if ply is None else ply
    game, state = ongoing.game, ongoing.state_at(shown)
    outcome = ongoing.outcome if shown == ongoing.ply else None
    turn = None if outcome is not None else ongoing.side_at(shown)
    before = ongoing.state_at(shown - 1) if shown else None
    return {
        "game": game.name,
        "ply": shown,
        "plies": ongoing.ply,
        "moves": describe_moves(ongoing),
        "redo": ongoing.redo_words,
        "beside": list(game.beside(state)),
        "turn": None if turn is None else player_word(turn),
        "home": home_of(game),
        "set_up": ongoing.is_set_up,
        "players": {player_word(side): ongoing.players[side] for side in (MAX, MIN)},
        "legal": [] if turn is None else describe_legal(game, state),
        "over": None if outcome is None else {
            "winner": outcome.winner, "ended_by": outcome.ended_by, "text": outcome.text, "utility": outcome.utility
        },
    } | describe_picture(game, state, before)  # fmt: skip


def describe_picture(game: Game, state: State, before: State = None) -> dict[str, Any]:
    """Return the drawing of a position as plain data for JSON.

    before: the position before the last move; None: mark no last move

    `grid` is "points" if stones go on the intersections of the lines. A cell omits the keys of CELL_KEYS whose value is
    empty. `last` lists the cells that the last move changed. `looks` gives the colours of the players' discs, where
    the players are not named after their colours.
    """
    rows, around = game.cells(state) or (), game.coordinates()
    cells_before = None if before is None else game.cells(before)
    discs = {} if defines(game, "cells") else side_discs(game)
    return {
        "grid": "points" if game.on_crossings else bool(game.grid),
        "rows": [[describe_cell(cell) for cell in row] for row in rows],
        "left": list(around.left),
        "top": list(around.top),
        "bottom": list(around.bottom),
        "names": {player_word(side): game.player_names[side] for side in (MAX, MIN)},
        "looks": {player_word(side): disc for side, disc in discs.items()},
        "last": sorted(map(list, changed_cells(cells_before, rows))),
        "position": game.format_state(state),
    }


def home_of(game: Game) -> str | None:
    """Return the word of the player whose pieces start at the bottom of the board.

    None: neither player has a side of the board. A row belongs to a player if its label is the player's name; a stone
    or piece belongs to the player named after its colour.

    >>> from plywise.games import make
    >>> home_of(make("chess")), home_of(make("checkers")), home_of(make("kalah")), home_of(make("othello"))
    ('MAX', 'MIN', 'MAX', None)
    """
    sides = {game.player_names[side].lower(): side for side in (MAX, MIN)}
    if len(sides) < 2:
        return None
    labels = game.coordinates().left
    places: dict[int, list[int]] = {MAX: [], MIN: []}
    for row, cells in enumerate(game.cells(game.initial()) or ()):
        if row < len(labels) and (side := sides.get(labels[row].lower())) is not None:
            places[side].append(row)
        for cell in cells:
            if (side := sides.get((cell.disc or cell.piece or "").partition(" ")[0])) is not None:
                places[side].append(row)
    if not places[MAX] or not places[MIN]:
        return None
    lower = sum(places[MAX]) / len(places[MAX]) - sum(places[MIN]) / len(places[MIN])
    return None if abs(lower) < 1 else player_word(MAX if lower > 0 else MIN)


def describe_cell(cell: Cell) -> dict[str, Any]:
    """Return the non-empty fields of a cell under short keys.

    >>> describe_cell(Cell("X", name="b3", dark=True))
    {'m': 'X', 'n': 'b3', 'k': 1}
    """
    fields = {key: getattr(cell, part) for part, key in CELL_KEYS}
    return {key: 1 if value is True else value for key, value in fields.items() if value}


def describe_moves(ongoing: OngoingGame) -> list[dict[str, Any]]:
    """Return the moves so far: the word, the player, and the notation used in records where it differs.

    Descriptions are cached, because the labels of a long game take time.
    """
    before, described = _described.get(ongoing, []), []
    for ply, (state, move) in enumerate(zip(ongoing.states, ongoing.moves, strict=False)):
        if ply < len(before) and before[ply][0] is state and before[ply][1]["word"] == move.word:
            described.append(before[ply])
            continue
        found = {"word": move.word, "by": player_word(ongoing.game.player(state))}
        label = label_of(ongoing.game, state, move.word)
        described.append((state, found if label == move.word else found | {"san": label}))
    _described[ongoing] = described
    return [found for _, found in described]


_described: "WeakKeyDictionary[OngoingGame, list[tuple[State, dict[str, Any]]]]" = WeakKeyDictionary()
"""The cached description of a game's moves, each with the state before it."""


def describe_legal(game: Game, state: State) -> list[dict[str, Any]]:
    """Return the legal moves of a state: word, label and cells to touch; `said`: offer the word as well."""
    cells = cells_of(game, state)
    offered = set() if defines(game, "clicks") or game.terminal(state) else words_to_offer(game, state, cells)
    return [
        {"word": word, "label": label_of(game, state, word), "cells": [list(place) for place in places]}
        | ({"said": True} if word in offered else {})
        for word, places in cells.items()
    ]


def label_of(game: Game, state: State, word: str) -> str:
    """Return a legal move in the game's record notation, such as Nf3 for g1f3; without one, the word itself."""
    try:
        return move_label(game, state, game.parse_action(state, word))
    except InputError:
        return word
