"""What other notations have no place for in a record, kept beside as JSON, so that nothing is lost there and back."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from plywise.errors import InputError
from plywise.game import Game, Value
from plywise.play.record import ENDINGS, GameRecord, winner_of

KEPT = ("control", "ended_by", "detail", "utility")


def write_extras(record: GameRecord, start_is_said: bool) -> str:
    """Return what a notation does not say of a record. start_is_said: whether its start is all in the notation."""
    told = record.to_dict()
    kept: dict[str, Any] = {"game": record.game, "plies": len(record.words), "opening": len(record.opening)}
    kept |= {name: told[name] for name in KEPT if told[name] not in ("", None)}
    if not start_is_said:
        kept["start"] = record.start
    more = {name: value for name, value in record.more.items() if name != "tags"}
    return json.dumps(kept | ({"more": more} if more else {}))


def read_extras(text: str) -> dict[str, Any]:
    """Return what was kept beside a record; nothing where another program has changed it beyond recognition."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def check_game(game: Game, extras: Mapping[str, Any]) -> None:
    """Raise InputError where a record says that it is of another game."""
    said = extras.get("game", game.name)
    if said != game.name:
        raise InputError(f"it is a game of {' '.join(str(said).split())[:80]}, not of {game.name}")


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
    record = replace(record, opening=words, moves=record.moves[plies:])
    more = extras.get("more")
    if isinstance(more, dict):
        record = replace(record, more=more | record.more)
    if extras.get("plies") == len(record.words):
        kept = _kept_ending(record, extras)
        if kept is not None:
            return kept
    return _judge(record, terminal, utility)


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
        return replace(record, ended_by="unfinished")
    return (
        record
        if record.ended_by in ENDINGS and record.ended_by != "unfinished"
        else replace(record, ended_by="unknown")
    )


def game_in(text: str) -> str:
    """Return the name of the game that a text of a file holds, as far as Plywise has written it; "" otherwise.

    >>> game_in('XR[{"game": "go:size=4"}]')
    'go:size=4'
    """
    found = re.search(r'(?:\[Plywise "|XR\[)\{\\?"game\\?": \\?"([^"\\]*)\\?"', text)
    return found[1] if found else ""
