"""Files of games: records in any form, read back and written.

The forms are JSON with a record a line, and the notation that the game has: PGN or one of its family, or SGF. Bare
lists of moves are read, too, where the game has no notation of the family of PGN.
"""

import codecs
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from plywise.errors import InputError, RecordWarning
from plywise.game import Game
from plywise.game.record_notation import PortableNotation, RecordNotation, SmartFormat
from plywise.play.move_lists import ListText, lists_in, read_list
from plywise.play.notations import pgn, sgf
from plywise.play.recognition import game_of
from plywise.play.record import GameRecord, read_line

JSON = "json"
SGF = "sgf"
NOTATIONS = ("pgn", "pdn", SGF)
"""The extensions of files in a notation; all others are JSON."""

IS_JSON = re.compile(r'\s*\{\s*(?:"|\}|$)')  # PGN may begin with a comment
IS_PGN = re.compile(r"\s*(?:\[|\d+\s*\.|%)")
IS_SGF = re.compile(r"\s*\(\s*;")
SGF_GAME = re.compile(r"\([;\s]*;\s*[A-Za-z]+\s*\[")
PGN_TAG = re.compile(r'^[ \t]*\[[ \t]*\w+[ \t]+"', re.MULTILINE)

MAX_BYTES = 2**30
"""The most that is read of one file."""


class GameFault(NamedTuple):
    """What is wrong in a file of games, of which the rest is read.

    number: of the game in the file, from 1.
    text: what is wrong, and where, in one line.
    is_lost: whether the game is left out; otherwise only what the text names is.
    """

    number: int
    text: str
    is_lost: bool

    def __str__(self) -> str:
        return f"game {self.number} is left out: {self.text}" if self.is_lost else self.text


OnFault = Callable[[GameFault], None]


def read_games(source: str | Path, game: Game | None = None, on_fault: OnFault | None = None) -> list[GameRecord]:
    """Return the games in a file, or in a text: records as JSON, or PGN, PDN or SGF.

    source: the path of a file, or the text itself, which has a brace, a bracket or a line's end in it.
    game: what is played; None: what the file says, by its tags or properties, or by its extension.
    on_fault: told of each game that cannot be read, or in which a move is not legal, and of what is passed over in one;
        None: a RecordWarning is shown.
    Raises InputError, one line with the place of what is wrong, where no game can be read. Moves in JSON are first
    looked at by GameRecord.replay.

    >>> (record,) = read_games('{"plywise": "game record", "game": "nim", "start": "3-4-5", "moves": ["1-2"]}')
    >>> record.words
    ['1-2']
    """
    return list(iter_games(source, game, on_fault))


def iter_games(source: str | Path, game: Game | None = None, on_fault: OnFault | None = None) -> Iterator[GameRecord]:
    """Yield the games in a file, or in a text, each read when it is asked for; otherwise as `read_games`."""
    if isinstance(source, str) and re.search(r"[\n{\[]", source):
        yield from _readable(_find_games(source, game, ""), on_fault)
        return
    content = _read_file(source)
    try:
        yield from _readable(_find_games(decode(content), game, extension_of(source)), on_fault, str(source))
    except InputError as error:
        raise InputError(f"file {source}: {error}") from None


def _read_file(source: str | Path) -> bytes:
    try:
        with Path(source).open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise InputError(f"file {source} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(content) > MAX_BYTES:
        raise InputError(f"file {source} cannot be read: it has more than {MAX_BYTES:,} bytes")
    return content


MAX_TOLD = 20
"""The faults of a file that are told in full."""


class FaultReport:
    """Tells what is wrong in a file: the first faults, and at the end how many more there were.

    tell: takes each line. source: the file.
    """

    def __init__(self, tell: Callable[[str], None], source: str = "") -> None:
        self.tell, self.file, self.count = tell, f"file {source}: " if source else "", 0

    def __call__(self, fault: GameFault) -> None:
        """Take a fault."""
        self.count += 1
        if self.count <= MAX_TOLD:
            self.tell(f"{self.file}{fault}")

    def close(self) -> None:
        """Tell how many faults were not told."""
        if self.count > MAX_TOLD:
            self.tell(f"{self.file}{self.count - MAX_TOLD:,} more such faults")


def _warn(text: str) -> None:
    warnings.warn(text, RecordWarning, stacklevel=2)


def parse_games(
    text: str, game: Game | None = None, on_fault: OnFault | None = None, extension: str = ""
) -> list[GameRecord]:
    """Return the games in a text, as `read_games` does. extension: of its file, which may say what was played."""
    return list(_readable(_find_games(text, game, extension), on_fault))


def _readable(found: "_Found", on_fault: OnFault | None, source: str = "") -> Iterator[GameRecord]:
    """Yield the games that can be read. Raises InputError where there is none, of the first.

    on_fault: told what is wrong; None: warnings name the source.
    """
    report = FaultReport(_warn, source)
    yield from _read_all(found, on_fault or report)
    report.close()


def _read_all(found: "_Found", on_fault: OnFault) -> Iterator[GameRecord]:
    waiting: list[GameFault] | None = []  # None: a game has been read, so that faults are told at once
    for number in range(1, len(found) + 1):
        record, faults = found.read(number - 1)
        if waiting is None:
            _tell(faults, on_fault)
        else:
            waiting += faults
            if record is not None:
                _tell(waiting, on_fault)
                waiting = None
        if record is not None:
            yield record
    if waiting is not None:
        raise InputError(next(fault.text for fault in waiting if fault.is_lost))


def _tell(faults: Iterable[GameFault], on_fault: OnFault) -> None:
    for fault in faults:
        on_fault(fault)


def parse_game(
    text: str, game: Game | None = None, number: int = 0, on_fault: OnFault | None = None, extension: str = ""
) -> GameRecord:
    """Return one of the games in a text: of several, the one with this number, from 1 on; 0: the last.

    The others may be anything. Raises InputError as `read_games` does.
    """
    found = _find_games(text, game, extension)
    if number > len(found):
        raise InputError(f"it has {len(found)} game{'' if len(found) == 1 else 's'}, and no game {number}")
    record, faults = found.read(number - 1 if number else len(found) - 1)
    _tell(faults if record is not None else faults[:-1], on_fault or FaultReport(_warn))
    if record is None:
        raise InputError(faults[-1].text)
    return record


def count_games(text: str, game: Game | None = None) -> int:
    """Return how many games a text holds, legal or not. Raises InputError where nobody can tell.

    game: what is played, where that is known.
    """
    form = form_of_text(text)
    if form == JSON:
        return len(_split_json(text))
    if form == SGF:
        return len(list(sgf.trees_of(text)))
    notation = PortableNotation() if game is None else game.record_notation()
    if not isinstance(notation, PortableNotation):
        return len(lists_in(text))
    return len(list(pgn.texts_of(notation, text)))


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
    extension = extension_of(path)
    return extension if extension in NOTATIONS else JSON


def extension_of(path: str | Path) -> str:
    """Return the extension of a file in small letters, as in pdn; "" if it has none."""
    return Path(path).suffix.removeprefix(".").lower()


def form_of_text(text: str) -> str:
    """Return the form of a text: "json", "sgf", or "pgn" for the whole family and for lists of moves.

    Before a game in SGF there may be other lines, such as the head of a mail.
    """
    if IS_JSON.match(text):
        return JSON
    if IS_SGF.match(text):
        return SGF
    game = None if IS_PGN.match(text) else SGF_GAME.search(text)
    return "pgn" if game is None or PGN_TAG.search(text, 0, game.start()) else SGF


BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # begins as the next one does
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""What a file begins with that says how its characters are encoded."""


def decode(content: bytes) -> str:
    """Return what a file of games holds: in Unicode, or as it says itself (the property CA), or else in Windows-1252.

    A file may be put together from several, so that some of its lines are in Unicode and others are not.
    """
    for mark, encoding in BOMS:
        if content.startswith(mark):
            return content[len(mark) :].decode(encoding, "replace")
    for place, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        if len(content) > 3 and content[place:200:2].count(0) > len(content[place:200:2]) // 2:
            return content.decode(encoding, "replace")
    with suppress(UnicodeDecodeError):
        return content.decode("utf-8")
    said = re.search(rb"CA\[([\w-]{1,40})\]", content)
    if said is not None:
        with suppress(LookupError, UnicodeError):
            return content.decode(said[1].decode("ascii", "replace"))
    return "\n".join(map(_decode_line, content.split(b"\n")))


def _decode_line(line: bytes) -> str:
    for encoding in ("utf-8", "cp1252"):
        with suppress(UnicodeDecodeError):
            return line.decode(encoding)
    return line.decode("latin-1")


class _Found:
    """The games found in a text, each read when it is asked for.

    read: reads each of them. remarks: what was passed over in each, in words; none where nothing ever is.
    remarks_on: what was passed over in a game that has been read.
    """

    def __init__(
        self,
        read: Sequence[Callable[[], GameRecord]],
        game: Game | None,
        remarks: Sequence[Sequence[str]] | None = None,
        remarks_on: Callable[[GameRecord], Sequence[str]] = lambda record: (),
    ) -> None:
        self._read, self._game, self._remarks, self._remarks_on = read, game, remarks, remarks_on

    def __len__(self) -> int:
        return len(self._read)

    def read(self, place: int) -> tuple[GameRecord | None, list[GameFault]]:
        """Return the record of a game, counted from 0, and what is wrong with it; None: it cannot be read."""
        number = place + 1
        faults = [GameFault(number, text, False) for text in self._remarks[place]] if self._remarks else []
        try:
            record = self._check(self._read[place]())
            return record, faults + [GameFault(number, text, False) for text in self._remarks_on(record)]
        except InputError as error:
            return None, [*faults, GameFault(number, str(error), True)]

    def _check(self, record: GameRecord) -> GameRecord:
        if self._game is not None and record.game != self._game.name:
            raise InputError(f"it is a game of {' '.join(record.game.split())[:80]}, not of {self._game.name}")
        return record


def _find_games(text: str, game: Game | None, extension: str) -> _Found:
    """Return the games in a text. Raises InputError where there is none."""
    text = re.sub("\r\n?", "\n", text.removeprefix("\ufeff").replace("\0", "")).rstrip("\x1a")
    form = form_of_text(text)
    if form == JSON:
        found = _Found(_split_json(text), game)
    else:
        game = game or game_of(text, form, extension, lambda kind: _read_first(text, form, kind))
        found = _split_notation(text, form, game)
    if not len(found):
        raise InputError("there is no game in it")
    return found


def _read_first(text: str, form: str, game: Game) -> GameRecord:
    """Return the first game in a text that is not JSON. Raises InputError."""
    found = _split_notation(text, form, game)
    record, faults = found.read(0) if len(found) else (None, [])
    if record is None:
        raise InputError(faults[-1].text if faults else "there is no game in it")
    return record


def _split_notation(text: str, form: str, game: Game) -> _Found:
    """Return the games in a text that is not JSON."""
    notation = game.record_notation()
    if isinstance(notation, PortableNotation) and form != SGF:
        reader, games = pgn.Reader(game, notation, text), list(pgn.texts_of(notation, text))
        return _Found([partial(reader.read, told) for told in games], game, [told.passed_over for told in games])
    if isinstance(notation, SmartFormat) and form == SGF:
        return _Found(list(_trees(text, game, notation)), game, remarks_on=sgf.remarks_on)
    if form != SGF:
        return _Found([partial(_read_list, told, game) for told in lists_in(text)], game)
    raise InputError(f"it is no saved game of {game.name}, which would be {_forms(game)}")


def _trees(text: str, game: Game, notation: SmartFormat) -> Iterator[Callable[[], GameRecord]]:
    """Yield what reads each of the games in a text in SGF; behind one that is not closed nobody finds another."""
    try:
        for tree in sgf.trees_of(text):
            yield partial(sgf.read, game, notation, text, tree)
    except InputError as error:
        yield partial(_refuse, error)


def _refuse(error: InputError) -> GameRecord:
    raise error


def _read_list(told: ListText, game: Game) -> GameRecord:
    """Return the record of a bare list of moves. Raises InputError."""
    try:
        return read_list(told, game)
    except InputError as error:
        what = f"{_forms(game)}, or a list of moves"
        raise InputError(f"it is no saved game of {game.name}, which would be {what}: {error}") from None


def _forms(game: Game) -> str:
    notation = game.record_notation()
    return "JSON" if notation is None else f"JSON or {_extension(notation).upper()}"


def _split_json(text: str) -> list[Callable[[], GameRecord]]:
    """Return what reads each of the records in a text: one a line, or one alone that is spread over several."""
    lines = text.split("\n")
    first = next(filter(str.strip, lines), "")
    if not first.rstrip().endswith("}"):
        return [partial(GameRecord.from_json, text)]
    return [partial(read_line, line, number) for number, line in enumerate(lines, start=1) if line.strip()]


def _notation_of(game: Game, form: str) -> RecordNotation:
    """Return a game's notation. Raises InputError where it has none of that form."""
    notation = game.record_notation()
    if notation is None or _extension(notation) != form:
        forms = "only as JSON" if notation is None else f"as JSON and as {_extension(notation).upper()}"
        raise InputError(f"games of {game.name} are kept {forms}, not as {form.upper()}")
    return notation


def _extension(notation: RecordNotation) -> str:
    return notation.extension if isinstance(notation, PortableNotation) else SGF
