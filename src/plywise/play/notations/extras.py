"""Encode the fields of a record that another notation lacks as a text in the file, so that nothing is lost.

The text is like the query of a URL, game=chess&plies=30&ended_by=resigned, without quotes or backslashes that a reader
might treat specially. Older versions wrote JSON, which is still read.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import quote, unquote

from plywise.errors import InputError
from plywise.game import Game, Value
from plywise.game.record_notation import RecordHeader
from plywise.games import make
from plywise.play.move_record import words_only
from plywise.play.record import ENDINGS, GameRecord, winner_of

KEPT = ("control", "ended_by", "detail", "utility")

TEXTS = ("game", "control", "ended_by", "detail", "start")
"""Fields written as they are; the others are JSON."""

PLAIN = " :=,/+-.'()!*@"
"""Characters besides letters and digits that are not escaped."""


def write_extras(record: GameRecord, has_start: bool, has_opening: bool = False, has_outcome: bool = False) -> str:
    """Return the text of the fields of a record that a notation does not express.

    has_start, has_opening: whether the notation has the start and the length of the opening.
    has_outcome: whether the moves end the game by its rules, which gives the outcome.
    """
    data = record.to_dict()
    implied = ("unfinished", "unknown", "rules") if has_outcome else ("unfinished", "unknown")
    kept = {name: data[name] for name in KEPT if data[name] not in ("", None)}
    if record.ended_by in implied:
        del kept["ended_by"]
    if record.ended_by == "rules" and has_outcome:
        kept.pop("utility", None)
    if record.opening and not has_opening:
        kept["opening"] = len(record.opening)
    if not has_start:
        kept["start"] = record.start
    if kept:
        kept["plies"] = len(record.words)
    more = {name: value for name, value in record.more.items() if name != "tags"}
    found = {"game": record.game} | kept | ({"more": more} if more else {})
    return "&".join(f"{name}={_write_value(name, value)}" for name, value in found.items())


def _write_value(name: str, value: Any) -> str:
    return quote(value if name in TEXTS else json.dumps(value), safe=PLAIN)


def read_extras(text: str) -> dict[str, Any]:
    """Read the text of `write_extras`; a text that another program has garbled gives no fields."""
    if not is_old(text):
        return dict(filter(None, map(_read_part, text.split("&"))))
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def is_old(text: str) -> bool:
    """Return whether the text is JSON, as older versions wrote it."""
    return text.lstrip().startswith("{")


def _read_part(part: str) -> tuple[str, Any] | None:
    name, equals, value = part.partition("=")
    if not equals:
        return None
    try:
        return name, unquote(value) if name in TEXTS else json.loads(unquote(value))
    except (ValueError, RecursionError):
        return None


def check_game(game: Game, extras: Mapping[str, Any]) -> None:
    """Raise InputError if a record is of another game."""
    name = extras.get("game", game.name)
    if name != game.name:
        raise InputError(f"it is a game of {' '.join(str(name).split())[:80]}, not of {game.name}")


def hint(game: Game, header: RecordHeader) -> str:
    """Return the end of a message that names the game, if a file is of the same game with other parameters."""
    try:
        text = type(game).described_by(header)
    except InputError as error:
        return f"; {error}"
    if text is None or text.partition(":")[0] != game.name.partition(":")[0] or make(text).name == game.name:
        return ""
    return f"; name {text} to read it"


def complete(
    game: Game, record: GameRecord, extras: Mapping[str, Any], terminal: bool, utility: Value | None
) -> GameRecord:
    """Return a record completed by the extras that still agree with the rest of the file.

    record: the moves, the winner and the ending according to the notation.
    terminal, utility: whether the moves end the game by its rules, and the outcome.
    """
    opening = extras.get("opening")
    plies = opening if type(opening) is int and 0 <= opening <= len(record.moves) else 0
    words = tuple(move.word for move in record.moves[:plies])
    if record.moves[:plies] == words_only(words):  # they have no annotations
        record = replace(record, opening=record.opening + words, moves=record.moves[plies:])
    more = extras.get("more")
    if isinstance(more, dict):
        record = replace(record, more=more | record.more)
    record = _judge(record, terminal, utility)
    kept = _kept_ending(record, extras) if extras.get("plies") == len(record.words) else None
    return record if kept is None else kept


def _kept_ending(record: GameRecord, extras: Mapping[str, Any]) -> GameRecord | None:
    """Return a record with the ending in the extras; None if the file has another winner."""
    data = record.to_dict() | {name: extras[name] for name in KEPT if name in extras}
    try:
        found = GameRecord.from_dict(data)
    except InputError:
        return None
    if (found.winner is None) != (found.ended_by == "unfinished"):
        return None
    if found.utility is not None and winner_of(found.utility) != found.winner:
        return None
    return found


def _judge(record: GameRecord, terminal: bool, utility: Value | None) -> GameRecord:
    """Return a record whose ending follows from the rules and the file."""
    if terminal and utility is not None and record.winner in (None, winner_of(utility)):
        return replace(record, winner=winner_of(utility), utility=utility, ended_by="rules")
    if record.winner is None:
        return record if record.detail else replace(record, ended_by="unfinished")
    return (
        record
        if record.ended_by in ENDINGS and record.ended_by != "unfinished"
        else replace(record, ended_by="unknown")
    )


def game_in(text: str) -> str:
    """Return the name of the game in a text that Plywise wrote; "" for other texts.

    >>> game_in('XR[game=go:size=4&plies=3]')
    'go:size=4'
    """
    found = re.search(r'(?:\[Plywise "|XR\[)(?:game=([^"\]&]*)|\{\\?"game\\?": \\?"([^"\\]*)\\?")', text)
    return "" if found is None else found[2] or unquote(found[1] or "")
