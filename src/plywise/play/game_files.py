"""Read and write files of game records.

The formats are JSON with one record per line and the game's notation: PGN or a relative of it, or SGF. Bare lists of
moves can be read, too, for games without a PGN-like notation.
"""

import codecs
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from plywise.errors import InputError, RecordWarning, warn_caller
from plywise.game import Game
from plywise.game.record_notation import PortableNotation, RecordNotation, SmartFormat
from plywise.play.move_lists import ListText, lists_in, read_list
from plywise.play.notations import pgn, sgf
from plywise.play.recognition import game_of
from plywise.play.record import GameRecord, read_line

JSON = "json"
SGF = "sgf"
NOTATIONS = ("pgn", "pdn", SGF)
"""File extensions of the notations; any other file is JSON."""

IS_JSON = re.compile(r'\s*\{\s*(?:"|\}|$)')  # PGN may begin with a comment
IS_PGN = re.compile(r"\s*(?:\[|\d+\s*\.|%)")
IS_SGF = re.compile(r"\s*\(\s*;")
SGF_GAME = re.compile(r"\([;\s]*;\s*[A-Za-z]+\s*\[")
PGN_TAG = re.compile(r'^[ \t]*\[[ \t]*\w+[ \t]+"', re.MULTILINE)

MAX_BYTES = 2**30
"""Largest file that is read."""


class GameFault(NamedTuple):
    """A fault in a file of games; the rest of the file is read.

    number: of the game in the file, from 1.
    text: the fault and its place, in one line.
    is_lost: whether the whole game is skipped, and not only the part that the text names.
    """

    number: int
    text: str
    is_lost: bool

    def __str__(self) -> str:
        return f"game {self.number} is skipped: {self.text}" if self.is_lost else self.text


OnFault = Callable[[GameFault], None]


def read_games(source: str | Path, game: Game | None = None, on_fault: OnFault | None = None) -> list[GameRecord]:
    """Return the games in a file or a text: records as JSON, PGN, PDN or SGF.

    source: the path of a file, or a text, recognized by a brace, a bracket or a newline.
    game: the game played; None: taken from the file's tags, properties or extension.
    on_fault: called for each game that cannot be read or has an illegal move, and for each part that is ignored; None:
        a RecordWarning is shown.
    Raises InputError, one line with the place of the fault, if no game can be read. Moves in JSON are not checked
    before GameRecord.replay.

    >>> (record,) = read_games('{"plywise": "game record", "game": "nim", "start": "3-4-5", "moves": ["1-2"]}')
    >>> record.words
    ['1-2']
    """
    return list(iter_games(source, game, on_fault))


def iter_games(source: str | Path, game: Game | None = None, on_fault: OnFault | None = None) -> Iterator[GameRecord]:
    """Yield the games in a file or a text, reading each on demand; otherwise like `read_games`."""
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


MAX_REPORTED = 20
"""Number of faults of a file that are reported in full."""


class FaultReport:
    """Reports the first faults of a file, and at the end the number of further faults.

    write_line: called with each line. source: the file.
    """

    def __init__(self, write_line: Callable[[str], None], source: str = "") -> None:
        self.write_line, self.file, self.count = write_line, f"file {source}: " if source else "", 0

    def __call__(self, fault: GameFault) -> None:
        """Report a fault, if it is among the first."""
        self.count += 1
        if self.count <= MAX_REPORTED:
            self.write_line(f"{self.file}{fault}")

    def close(self) -> None:
        """Report the number of faults that were not shown."""
        if self.count > MAX_REPORTED:
            self.write_line(f"{self.file}{self.count - MAX_REPORTED:,} more such faults")


def _warn(text: str) -> None:
    warn_caller(text, RecordWarning)


def parse_games(
    text: str, game: Game | None = None, on_fault: OnFault | None = None, extension: str = ""
) -> list[GameRecord]:
    """Return the games in a text like `read_games`. extension: of its file, which may name the game."""
    return list(_readable(_find_games(text, game, extension), on_fault))


def _readable(found: "_Found", on_fault: OnFault | None, source: str = "") -> Iterator[GameRecord]:
    """Yield the games that can be read. If there is none, raises InputError for the first.

    on_fault: called for each fault; None: show warnings that name the source.
    """
    report = FaultReport(_warn, source)
    yield from _read_all(found, on_fault or report)
    report.close()


def _read_all(found: "_Found", on_fault: OnFault) -> Iterator[GameRecord]:
    waiting: list[GameFault] | None = []  # None: a game has been read, so faults are reported at once
    for number in range(1, len(found) + 1):
        record, faults = found.read(number - 1)
        if waiting is None:
            _report(faults, on_fault)
        else:
            waiting += faults
            if record is not None:
                _report(waiting, on_fault)
                waiting = None
        if record is not None:
            yield record
    if waiting is not None:
        raise InputError(next(fault.text for fault in waiting if fault.is_lost))


def _report(faults: Iterable[GameFault], on_fault: OnFault) -> None:
    for fault in faults:
        on_fault(fault)


def parse_game(
    text: str, game: Game | None = None, number: int = 0, on_fault: OnFault | None = None, extension: str = ""
) -> GameRecord:
    """Return one game of a text. number: counted from 1; 0: the last.

    The other games need not be valid. Raises InputError like `read_games`.
    """
    found = _find_games(text, game, extension)
    if number > len(found):
        raise InputError(f"it has {len(found)} game{'' if len(found) == 1 else 's'}, and no game {number}")
    record, faults = found.read(number - 1 if number else len(found) - 1)
    _report(faults if record is not None else faults[:-1], on_fault or FaultReport(_warn))
    if record is None:
        raise InputError(faults[-1].text)
    return record


def count_games(text: str, game: Game | None = None) -> int:
    """Count the games in a text, legal or not. Raises InputError if it cannot be split into games.

    game: the game played, if known.
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
    """Return the text of a file with these records. form: "json", "pgn", "pdn" or "sgf".

    Raises InputError if the game has no such notation, or the moves do not fit it.
    """
    if form == JSON:
        return "".join(record.to_json() + "\n" for record in games)
    notation = _notation_of(game, form)
    if isinstance(notation, PortableNotation):
        return "".join(pgn.write(game, notation, record) for record in games)
    return "".join(sgf.write(game, notation, record) for record in games)


def form_of_path(path: str | Path) -> str:
    """Return the format for a file's extension.

    >>> form_of_path("a.PDN"), form_of_path("games.jsonl"), form_of_path("game")
    ('pdn', 'json', 'json')
    """
    extension = extension_of(path)
    return extension if extension in NOTATIONS else JSON


def extension_of(path: str | Path) -> str:
    """Return the extension of a file in lower case, such as pdn; "" if it has none."""
    return Path(path).suffix.removeprefix(".").lower()


def form_of_text(text: str) -> str:
    """Return the format of a text: "json", "sgf", or "pgn" for PGN, its relatives and lists of moves.

    Other lines, such as mail headers, may precede a game in SGF.
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
"""Byte order marks and their encodings."""


def decode(content: bytes) -> str:
    """Decode a file of games: as Unicode, in the encoding of its CA property, or otherwise as Windows-1252.

    The last is decided line by line, because a file may be concatenated from several.
    """
    for mark, encoding in BOMS:
        if content.startswith(mark):
            return content[len(mark) :].decode(encoding, "replace")
    for place, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        if len(content) > 3 and content[place:200:2].count(0) > len(content[place:200:2]) // 2:
            return content.decode(encoding, "replace")
    with suppress(UnicodeDecodeError):
        return content.decode("utf-8")
    declared = re.search(rb"CA\[([\w-]{1,40})\]", content)
    if declared is not None:
        with suppress(LookupError, UnicodeError):
            return content.decode(declared[1].decode("ascii", "replace"))
    return "\n".join(map(_decode_line, content.split(b"\n")))


def _decode_line(line: bytes) -> str:
    for encoding in ("utf-8", "cp1252"):
        with suppress(UnicodeDecodeError):
            return line.decode(encoding)
    return line.decode("latin-1")


class _Found:
    """The games found in a text, each read on demand.

    read: a reader for each game. remarks: for each game, texts about ignored parts that are known before it is read.
    remarks_on: returns such texts for a game that has been read.
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
        """Return the record of a game, counted from 0, and its faults. A record of None: it cannot be read."""
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
    """Return the games in a text. Raises InputError if there is none."""
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
        return _Found([partial(reader.read, each) for each in games], game, [each.ignored for each in games])
    if isinstance(notation, SmartFormat) and form == SGF:
        return _Found(list(_trees(text, game, notation)), game, remarks_on=sgf.remarks_on)
    if form != SGF:
        return _Found([partial(_read_list, each, game) for each in lists_in(text)], game)
    raise InputError(f"not a saved game of {game.name} (expected {_forms(game)})")


def _trees(text: str, game: Game, notation: SmartFormat) -> Iterator[Callable[[], GameRecord]]:
    """Yield a reader for each game in a text in SGF; games after an unclosed one cannot be found."""
    try:
        for tree in sgf.trees_of(text):
            yield partial(sgf.read, game, notation, text, tree)
    except InputError as error:
        yield partial(_refuse, error)


def _refuse(error: InputError) -> GameRecord:
    raise error


def _read_list(text: ListText, game: Game) -> GameRecord:
    """Return the record of a bare list of moves. Raises InputError."""
    try:
        return read_list(text, game)
    except InputError as error:
        expected = f"{_forms(game).replace(' or ', ', ')} or a list of moves"
        raise InputError(f"not a saved game of {game.name} (expected {expected}): {error}") from None


def _forms(game: Game) -> str:
    notation = game.record_notation()
    return "JSON" if notation is None else f"JSON or {_extension(notation).upper()}"


def _split_json(text: str) -> list[Callable[[], GameRecord]]:
    """Return a reader for each record in a text: one per line, or a single record on several lines."""
    lines = text.split("\n")
    first = next(filter(str.strip, lines), "")
    if not first.rstrip().endswith("}"):
        return [partial(GameRecord.from_json, text)]
    return [partial(read_line, line, number) for number, line in enumerate(lines, start=1) if line.strip()]


def _notation_of(game: Game, form: str) -> RecordNotation:
    """Return a game's notation. Raises InputError if it has none of this format."""
    notation = game.record_notation()
    if notation is None or _extension(notation) != form:
        forms = "only as JSON" if notation is None else f"as JSON and as {_extension(notation).upper()}"
        raise InputError(f"games of {game.name} are saved {forms}, not as {form.upper()}")
    return notation


def _extension(notation: RecordNotation) -> str:
    return notation.extension if isinstance(notation, PortableNotation) else SGF
