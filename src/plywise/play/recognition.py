"""Recognize the game of a file from its text."""

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
"""Tags that may contain a game's name or title."""

Reader = Callable[[Game], GameRecord]


def game_of(text: str, form: str, extension: str, read: Reader) -> Game:
    """Return the game of a file. Raises UnknownGame if the text does not determine it.

    form: of the text, "pgn" or "sgf". extension: of the file, "" if unknown. read: reads the text as a given game, or
    raises InputError; called if several games are possible.
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
    """Return why a header does not determine the game: it names none or an unknown one, or several fit."""
    if found:
        return f"it does not say which game it is of ({' or '.join(game.name for game in found)}?)"
    names = [(tag, header.tags[tag]) for tag in ("GM", *NAMING) if header.tags.get(tag, "?").strip() not in ("", "?")]
    if not names:
        return "it does not say which game it is of"
    return f"its {names[0][0]}, {shown(names[0][1])}, is not a registered game"


def header_of(text: str, form: str, extension: str) -> RecordHeader:
    """Return the header of the first game in a text. Raises InputError if it cannot be read."""
    if form == "sgf":
        tree = next(sgf.trees_of(text), None)
        return RecordHeader(form, extension, {}) if tree is None else sgf.header_of(tree, extension)
    tags: Mapping[str, str] = next((game.tags for game in pgn_text.read_games(text)), {})
    return RecordHeader(form, extension, {name: value for name, value in tags.items() if value.strip()})


def describe(header: RecordHeader) -> list[Game]:
    """Return the registered games that a header may describe. Raises InputError for impossible parameters."""
    for tag in NAMING:
        name, colon, values = header.tags.get(tag, "").partition(":")
        named = [each for each in REGISTRY if _plain(name) in (_plain(each), _plain(registered_class(each).title))]
        if name and named:
            return [make(named[0] + colon + values)]
    texts = (registered_class(name).described_by(header) for name in REGISTRY)
    return [make(text) for text in texts if text is not None]


def _plain(name: str) -> str:
    """Normalize a name: connectfour for Connect Four."""
    return re.sub(r"[\s_-]+", "", name).lower()


def _reads(read: Reader, game: Game) -> bool:
    """Return whether a text has legal moves of a game."""
    try:
        return bool(read(game).words)
    except InputError:
        return False
