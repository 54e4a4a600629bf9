"""Files of games on the command line: FILE or FILE#3, in any format; and the description of a recorded game."""

import shlex
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from plywise.cli.files import apart, read_bytes, write_file
from plywise.cli.messages import say
from plywise.errors import InputError, UnknownGame
from plywise.game import MAX, MIN, Game, State
from plywise.games import REGISTRY, make
from plywise.play.game_files import (
    JSON,
    FaultReport,
    count_games,
    decode,
    extension_of,
    form_of_path,
    form_of_text,
    format_games,
    parse_game,
)
from plywise.play.move_record import without_commands
from plywise.play.outcome import describe_value
from plywise.play.record import GameRecord
from plywise.show.text import draw_board


def read_record(game: Game, source: str) -> tuple[GameRecord, list[State]]:
    """Return a game in a file, and its states. Raises InputError naming the file.

    source: FILE for the last game in it, FILE#3 for the third.
    """
    path, number = _split(source)
    content = read_bytes(path)
    try:
        record = parse_game(decode(content), game, number, FaultReport(say, path), extension_of(path))
        return record, record.replay(game)
    except InputError as error:
        raise InputError(f"file {path}: {error}") from None


def read_any_record(source: str, game: Game | None, usage: str) -> tuple[Game, GameRecord]:
    """Return a game in a file, and what was played. Raises InputError naming the file.

    source: as in `read_record`.
    game: the game played; None: the one that the file names.
    usage: what to type where the file does not say it, with a place for the file: plywise review {} GAME.
    """
    path, number = _split(source)
    content = read_bytes(path)
    try:
        record = parse_game(decode(content), game, number, FaultReport(say, path), extension_of(path))
        game = game or _game_of(record)
        record.replay(game)
        return game, record
    except UnknownGame as error:
        raise InputError(f"file {path}: {error}; type {usage.format(shlex.quote(source))}") from None
    except InputError as error:
        raise InputError(f"file {path}: {error}") from None


def _game_of(record: GameRecord) -> Game:
    """Return the registered game of a record; never what a file names of the user's own code."""
    if record.game.partition(":")[0] not in REGISTRY:
        raise UnknownGame(f"it is a game of {' '.join(record.game.split())[:80]}: name the game")
    return make(record.game)


def _split(source: str) -> tuple[str, int]:
    """Return the path and the number of the game, 0 for the last."""
    path, sign, number = source.rpartition("#")
    if not sign or Path(source).exists():
        return source, 0
    if not (number.isdecimal() and number.isascii() and int(number[:9]) > 0 and len(number) < 10):
        raise InputError(f"{source}: the number after # must be that of a game in the file, from 1")
    return path, int(number)


def save_record(game: Game, record: GameRecord, path: Path) -> None:
    """Save a game in a file, in the format of its extension, only over a file that holds one saved game.

    Raises InputError.
    """
    text = format_games([record], game, form_of_path(path))
    with apart():  # a device is not read: it may never end
        if path.exists() and not (path.is_file() and _holds_one_game(game, read_bytes(str(path)))):
            raise InputError(f"file {path} exists already, and is not a saved game")
    with apart():
        write_file(path, text)


def _holds_one_game(game: Game, content: bytes) -> bool:
    """Return whether a file is a saved game, of this game or, in JSON, of another."""
    text = decode(content)
    with suppress(InputError):
        return count_games(text, game) == 1 and bool(parse_game(text, None if form_of_text(text) == JSON else game))
    return False


# --- describing a game -----------------------------------------------------------------------------------------------


def replay(game: Game, record: GameRecord, states: list[State], coordinates: bool) -> Iterator[str]:
    """Yield a game in text: who plays, the board after each move, and how it ended."""
    yield f"{game.name}: {_player(game, record, MAX)} against {_player(game, record, MIN)}"
    yield f"{draw_board(game, states[0], coordinates)}\n"
    for ply, state in enumerate(states[1:], start=1):
        yield f"{describe_move(game, record, states, ply)}\n{draw_board(game, state, coordinates)}\n"
    yield describe_end(game, record)


def _player(game: Game, record: GameRecord, side: int) -> str:
    name = record.max if side == MAX else record.min
    return f"{name} ({game.player_names[side]})" if name else game.player_names[side]


def describe_move(game: Game, record: GameRecord, states: list[State], ply: int) -> str:
    """Return a description of a move, counted from 1."""
    moves = record.line
    move, opening = moves[ply - 1], ply <= len(record.opening)
    facts = ["opening"] if opening else []
    known = (("value", move.value), ("depth", move.depth), ("plies to the end", move.distance))
    facts += [f"{name} {value}" for name, value in known if value is not None]
    facts += [f"{move.nodes:,} nodes"] if move.nodes is not None else []
    facts += [f"{move.time} s"] if move.time is not None else []
    facts += [f"{move.clock} s left"] if move.clock is not None else []
    who = game.player_names[game.player(states[ply - 1])]
    marks = "".join(mark if mark[0] in "!?" else f" {mark}" for mark in move.notes.marks)
    comments = " ".join(filter(None, map(without_commands, move.notes.comments)))
    numbers = f" ({', '.join(facts)})" if facts else ""
    return f"{ply}. {who} plays {move.word}{marks}{numbers}{f': {comments}' if comments else ''}"


def describe_end(game: Game, record: GameRecord) -> str:
    """Return how a game ended, and why."""
    if record.winner is None and record.ended_by != "unfinished":
        return f"Game over: no winner ({record.detail or record.ended_by})."
    if record.winner is None:
        return "The game is not finished."
    why = f"{record.ended_by}{f', {record.detail}' if record.detail else ''}"
    if record.utility is not None:
        outcome = describe_value(game, record.utility, proved=True)
    elif record.winner == "draw":
        outcome = "a draw"
    else:
        outcome = f"{game.player_names[MAX if record.winner == 'MAX' else MIN]} wins"
    return f"Game over: {outcome} ({why})."
