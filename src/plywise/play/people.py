"""Actions of people in a game in progress: take back, redo and resign."""

from collections.abc import Mapping
from contextlib import suppress

from plywise.errors import InputError
from plywise.game import MAX, MIN
from plywise.play.ongoing import OngoingGame
from plywise.play.players import make_player

HUMAN = "human"
"""The player name for a person."""


def is_person(who: str) -> bool:
    """Return whether a player's name is a person's; an empty one counts, too."""
    return who in ("", HUMAN)


SAFE_PLAYERS = (HUMAN, "random", "simple", "engine", "solver")
"""The players that a record may name. Others run programs and files, which only the user may ask for."""


def safe_player(name: str) -> str | None:
    """Return a player named in a record; None if it is not one of SAFE_PLAYERS or invalid."""
    if name == HUMAN:
        return name
    if name.partition(":")[0] in SAFE_PLAYERS:
        with suppress(InputError):
            make_player(name)
            return name
    return None


def seat(game: OngoingGame, players: Mapping[int, str]) -> None:
    """Set the players of a game from a file; other names in the file are kept for its record."""
    game.names = {side: name for side, name in game.players.items() if name and safe_player(name) is None}
    game.players.update(players)


def people_of(game: OngoingGame) -> list[int]:
    """Return the sides that people play."""
    return [side for side in (MAX, MIN) if is_person(game.players[side])]


def take_back(game: OngoingGame) -> int:
    """Take moves back to a person's last turn, or one move if there is none; return how many."""
    people = people_of(game)
    return game.undo_to(people) or game.undo() if people else game.undo()


def play_again(game: OngoingGame) -> int:
    """Replay moves that were taken back, up to a person's turn; return how many."""
    people = people_of(game)
    again = game.redo()
    while game.redo_moves and people and game.side is not None and game.side not in people:
        again += game.redo()
    return again


def give_up(game: OngoingGame, side: int | None = None) -> None:
    """Let a side resign. None: the person's, or with two people the side to move. Raises InputError if it is over."""
    people = people_of(game)
    if side is None:
        side = people[0] if len(people) == 1 else game.side
    game.resign(MAX if side is None else side)
