"""What other notations have no place for in a record, kept beside it as plain text, so that nothing is lost.

The text has no quotes and no backslashes, so that any reader takes it as it is: names and values as in an address of
the web, game=chess&plies=30&ended_by=resigned. Before, it was JSON, which is still read.
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
"""What is kept as it is; all else as JSON."""

PLAIN = " :=,/+-.'()!*@"
"""Characters besides letters and digits that stand for themselves."""


def write_extras(
    record: GameRecord, start_is_said: bool, opening_is_said: bool = False, over_is_said: bool = False
) -> str:
    """Return what a notation does not say of a record.

    start_is_said, opening_is_said: whether the start, and which moves are the opening, are all in the notation.
    over_is_said: whether the moves end the game by its rules, so that they show the outcome.
    """
    told = record.to_dict()
    seen = ("unfinished", "unknown", "rules") if over_is_said else ("unfinished", "unknown")
    kept = {name: told[name] for name in KEPT if told[name] not in ("", None)}
    if record.ended_by in seen:
        del kept["ended_by"]
    if record.ended_by == "rules" and over_is_said:
        kept.pop("utility", None)
    if record.opening and not opening_is_said:
        kept["opening"] = len(record.opening)
    if not start_is_said:
        kept["start"] = record.start
    if kept:
        kept["plies"] = len(record.words)
    more = {name: value for name, value in record.more.items() if name != "tags"}
    found = {"game": record.game} | kept | ({"more": more} if more else {})
    return "&".join(f"{name}={_write_value(name, value)}" for name, value in found.items())


def _write_value(name: str, value: Any) -> str:
    return quote(value if name in TEXTS else json.dumps(value), safe=PLAIN)


def read_extras(text: str) -> dict[str, Any]:
    """Return what was kept beside a record; nothing where another program has changed it beyond recognition."""
    if not is_old(text):
        return dict(filter(None, map(_read_part, text.split("&"))))
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def is_old(text: str) -> bool:
    """Return whether what was kept was written by an older Plywise, as JSON."""
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
    """Raise InputError where a record says that it is of another game."""
    said = extras.get("game", game.name)
    if said != game.name:
        raise InputError(f"it is a game of {' '.join(str(said).split())[:80]}, not of {game.name}")


def hint(game: Game, header: RecordHeader) -> str:
    """Return what to name for a file of the same kind of game with other parameters, as the end of a message."""
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
    """Return a record with what was kept beside it, as far as the rest of the file still agrees with that.

    record: what the notation says: its moves, the winner, and how it ended where it says so.
    terminal, utility: whether the game is over by the rules at its end, and the outcome then.
    """
    opening = extras.get("opening")
    plies = opening if type(opening) is int and 0 <= opening <= len(record.moves) else 0
    words = tuple(move.word for move in record.moves[:plies])
    if record.moves[:plies] == words_only(words):  # nothing is written on them
        record = replace(record, opening=record.opening + words, moves=record.moves[plies:])
    more = extras.get("more")
    if isinstance(more, dict):
        record = replace(record, more=more | record.more)
    record = _judge(record, terminal, utility)
    kept = _kept_ending(record, extras) if extras.get("plies") == len(record.words) else None
    return record if kept is None else kept


def _kept_ending(record: GameRecord, extras: Mapping[str, Any]) -> GameRecord | None:
    """Return a record with the ending that was kept beside it; None where the winner in the file is another."""
    told = record.to_dict() | {name: extras[name] for name in KEPT if name in extras}
    try:
        found = GameRecord.from_dict(told)
    except InputError:
        return None
    if (found.winner is None) != (found.ended_by == "unfinished"):
        return None
    if found.utility is not None and winner_of(found.utility) != found.winner:
        return None
    return found


def _judge(record: GameRecord, terminal: bool, utility: Value | None) -> GameRecord:
    """Return a record whose ending is what the rules and the file say together."""
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
    """Return the name of the game that a text of a file holds, as far as Plywise has written it; "" otherwise.

    >>> game_in('XR[game=go:size=4&plies=3]')
    'go:size=4'
    """
    found = re.search(r'(?:\[Plywise "|XR\[)(?:game=([^"\]&]*)|\{\\?"game\\?": \\?"([^"\\]*)\\?")', text)
    return "" if found is None else found[2] or unquote(found[1] or "")
