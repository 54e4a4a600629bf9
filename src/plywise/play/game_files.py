"""Files of games: records in any form, read back and written.

The forms are JSON with a record a line, and the notation that the game has: PGN or one of its family, or SGF.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from plywise.errors import InputError
from plywise.game import Game
from plywise.games import REGISTRY, load
from plywise.play.notations import pgn, sgf, sgf_text
from plywise.play.notations.extras import game_in
from plywise.play.record import GameRecord, read_line
from plywise.record_notation import PortableNotation, RecordNotation, SmartFormat

JSON = "json"
SGF = "sgf"
NOTATIONS = ("pgn", "pdn", SGF)
"""The extensions of files in a notation; all others are JSON."""

SOURCES = (
    (re.compile(r'\s*\{\s*(?:"|\}|$)'), JSON),  # PGN may begin with a comment
    (re.compile(r"\s*\(\s*;"), SGF),
)

MAX_BYTES = 2**30
"""The most that is read of one file."""


def read_games(source: str | Path, game: Game | None = None) -> list[GameRecord]:
    """Return the games in a file, or in a text: records as JSON, or PGN, PDN or SGF.

    source: the path of a file, or the text itself, which has a brace, a bracket or a line's end in it.
    game: what is played; None: what the file says, as all do that Plywise has written of its own games.
    Raises InputError, one line with the place of what is wrong; also where a move is not legal, except in JSON, of
    which the moves are first looked at by GameRecord.replay.

    >>> (record,) = read_games('{"plywise": "game record", "game": "nim", "start": "3-4-5", "moves": ["1-2"]}')
    >>> record.words
    ['1-2']
    """
    if isinstance(source, str) and re.search(r"[\n{\[]", source):
        return parse_games(source, game)
    try:
        with Path(source).open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise InputError(f"file {source} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(content) > MAX_BYTES:
        raise InputError(f"file {source} cannot be read: it has more than {MAX_BYTES:,} bytes")
    try:
        return parse_games(decode(content), game)
    except InputError as error:
        raise InputError(f"file {source}: {error}") from None


def parse_games(text: str, game: Game | None = None) -> list[GameRecord]:
    """Return the games in a text, as `read_games` does."""
    found = _find_games(text, game)
    return [found.read(number) for number in range(len(found))]


def parse_game(text: str, game: Game | None = None, number: int = 0) -> GameRecord:
    """Return one of the games in a text: of several, the one with this number, from 1 on; 0: the last.

    The others may be anything. Raises InputError as `read_games` does.
    """
    found = _find_games(text, game)
    if number > len(found):
        raise InputError(f"it has {len(found)} game{'' if len(found) == 1 else 's'}, and no game {number}")
    return found.read(number - 1 if number else len(found) - 1)


def count_games(text: str, game: Game | None = None) -> int:
    """Return how many games a text holds, legal or not. Raises InputError where nobody can tell.

    game: what is played, where that is known.
    """
    form = form_of_text(text)
    if form == JSON:
        return len(_split_json(text))
    if form == SGF:
        return len(list(sgf_text.read_trees(text)))
    notation = game.record_notation() if game is not None else None
    return len(list(pgn.texts_of(notation if isinstance(notation, PortableNotation) else PortableNotation(), text)))


def format_games(games: Sequence[GameRecord], game: Game, form: str = JSON) -> str:
    """Return records as the text of a file. form: "json", "pgn", "pdn" or "sgf".

    Raises InputError where the game has no such notation, or the moves do not fit it.
    """
    if form == JSON:
        return "".join(record.to_json() + "\n" for record in games)
    notation = _notation_of(game, form)
    if isinstance(notation, PortableNotation):
        return "".join(pgn.write(game, notation, record) for record in games)
    return "".join(sgf.write(game, notation, record) for record in games)


def form_of_path(path: str | Path) -> str:
    """Return the form that a file's extension stands for.

    >>> form_of_path("a.PDN"), form_of_path("games.jsonl"), form_of_path("game")
    ('pdn', 'json', 'json')
    """
    extension = Path(path).suffix.removeprefix(".").lower()
    return extension if extension in NOTATIONS else JSON


def form_of_text(text: str) -> str:
    """Return the form of a text: "json", "sgf", or "pgn" for the whole family."""
    return next((form for pattern, form in SOURCES if pattern.match(text)), "pgn")


def decode(content: bytes) -> str:
    """Return what a file of games holds: UTF-8, or else what it says itself (the property CA), or else ISO 8859-1."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        said = re.search(rb"CA\[([\w-]{1,40})\]", content)
    try:
        return content.decode(said[1].decode("ascii", "replace") if said else "latin-1")
    except (LookupError, UnicodeError):
        return content.decode("latin-1")


class _Found:
    """The games found in a text, each read when it is asked for."""

    def __init__(self, read: Sequence[Callable[[], GameRecord]], game: Game | None) -> None:
        self._read, self._game = read, game

    def __len__(self) -> int:
        return len(self._read)

    def read(self, place: int) -> GameRecord:
        """Return the record of a game, counted from 0. Raises InputError."""
        record = self._read[place]()
        if self._game is not None and record.game != self._game.name:
            which = f"game {place + 1}: " if len(self) > 1 else ""
            raise InputError(f"{which}it is a game of {' '.join(record.game.split())[:80]}, not of {self._game.name}")
        return record


def _find_games(text: str, game: Game | None) -> _Found:
    """Return the games in a text. Raises InputError where there is none."""
    text = re.sub("\r\n?", "\n", text.removeprefix("\ufeff"))
    form = form_of_text(text)
    if form == JSON:
        found = _Found(_split_json(text), game)
    else:
        game = game or _game_in(text)
        found = _Found(_split_notation(text, form, game), game)
    if not len(found):
        raise InputError("there is no game in it")
    return found


def _split_notation(text: str, form: str, game: Game) -> list[Callable[[], GameRecord]]:
    """Return what reads each of the games in a text that is not JSON."""
    notation = game.record_notation()
    if isinstance(notation, PortableNotation) and form != SGF:
        return [partial(pgn.read, game, notation, text, told) for told in pgn.texts_of(notation, text)]
    if isinstance(notation, SmartFormat) and form == SGF:
        return [partial(sgf.read, game, notation, text, tree) for tree in sgf_text.read_trees(text)]
    forms = "JSON" if notation is None else f"JSON or {_extension(notation).upper()}"
    raise InputError(f"it is no saved game of {game.name}, which would be {forms}")


def _split_json(text: str) -> list[Callable[[], GameRecord]]:
    """Return what reads each of the records in a text: one a line, or one alone that is spread over several."""
    lines = text.split("\n")
    first = next(filter(str.strip, lines), "")
    if not first.rstrip().endswith("}"):
        return [partial(GameRecord.from_json, text)]
    return [partial(read_line, line, number) for number, line in enumerate(lines, start=1) if line.strip()]


def _game_in(text: str) -> Game:
    """Return the game that a file written by Plywise says it is of, which is one of its own."""
    name = game_in(text)
    if name.partition(":")[0] not in REGISTRY:
        raise InputError("it does not say which game it is of: name the game")
    return load(name)


def _notation_of(game: Game, form: str) -> RecordNotation:
    """Return a game's notation. Raises InputError where it has none of that form."""
    notation = game.record_notation()
    if notation is None or _extension(notation) != form:
        forms = "only as JSON" if notation is None else f"as JSON and as {_extension(notation).upper()}"
        raise InputError(f"games of {game.name} are kept {forms}, not as {form.upper()}")
    return notation


def _extension(notation: RecordNotation) -> str:
    return notation.extension if isinstance(notation, PortableNotation) else SGF
