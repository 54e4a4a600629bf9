"""Which game the text of a file is of, where only the text says it."""

import re
from collections.abc import Callable, Mapping, Sequence

from plywise.errors import InputError, UnknownGame
from plywise.game import Game
from plywise.game.record_notation import RecordHeader
from plywise.games import REGISTRY, make
from plywise.games.loading import registered_class
from plywise.play.notations import pgn_text, sgf
from plywise.play.notations.extras import game_in
from plywise.play.notations.places import shown
from plywise.play.record import GameRecord

NAMING = ("Game", "GameType", "Variant")
"""The tags that may name a game by its name or title."""

Reader = Callable[[Game], GameRecord]


def game_of(text: str, form: str, extension: str, read: Reader) -> Game:
    """Return the game that a file is of. Raises UnknownGame where it does not say that.

    form: of the text, "pgn" or "sgf". extension: of the file, "" if unknown. read: reads a game in the text as a game
    of some kind, or raises InputError; asked where the file may be of several kinds.
    """
    ours = game_in(text)
    if ours.partition(":")[0] in REGISTRY:
        return make(ours)
    header = header_of(text, form, extension)
    found = describe(header)
    if len(found) > 1:
        found = [game for game in found if _reads(read, game)] or found
    if len(found) != 1:
        raise UnknownGame(f"{_why_unknown(header, found)}: name the game; `plywise games` lists them")
    return found[0]


def _why_unknown(header: RecordHeader, found: Sequence[Game]) -> str:
    """Return why a header does not settle the game: it names none or an unknown one, or several fit."""
    if found:
        return f"it does not say which game it is of ({' or '.join(game.name for game in found)}?)"
    said = [(tag, header.tags[tag]) for tag in ("GM", *NAMING) if header.tags.get(tag, "?").strip() not in ("", "?")]
    if not said:
        return "it does not say which game it is of"
    return f"its {said[0][0]}, {shown(said[0][1])}, is none of the registered games"


def header_of(text: str, form: str, extension: str) -> RecordHeader:
    """Return what the first game of a text says of itself. Raises InputError where it cannot be read."""
    if form == "sgf":
        tree = next(sgf.trees_of(text), None)
        return RecordHeader(form, extension, {}) if tree is None else sgf.header_of(tree, extension)
    tags: Mapping[str, str] = next((game.tags for game in pgn_text.read_games(text)), {})
    return RecordHeader(form, extension, {name: value for name, value in tags.items() if value.strip()})


def describe(header: RecordHeader) -> list[Game]:
    """Return the registered games that a header may describe. Raises InputError where it is one that cannot be."""
    for tag in NAMING:
        name, colon, values = header.tags.get(tag, "").partition(":")
        named = [each for each in REGISTRY if _plain(name) in (_plain(each), _plain(registered_class(each).title))]
        if name and named:
            return [make(named[0] + colon + values)]
    texts = (registered_class(name).described_by(header) for name in REGISTRY)
    return [make(text) for text in texts if text is not None]


def _plain(name: str) -> str:
    """Return a name without what people write differently: connectfour for Connect Four."""
    return re.sub(r"[\s_-]+", "", name).lower()


def _reads(read: Reader, game: Game) -> bool:
    """Return whether there are moves of a game in a text."""
    try:
        return bool(read(game).words)
    except InputError:
        return False
