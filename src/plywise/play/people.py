"""People at a game under way: who of the players is one, and how far they take back, play again and give up."""

from collections.abc import Mapping
from contextlib import suppress

from plywise.errors import InputError
from plywise.game import MAX, MIN
from plywise.play.ongoing import OngoingGame
from plywise.play.players import make_player

HUMAN = "human"
"""The word that names a person as a player."""


def is_person(who: str) -> bool:
    """Return whether a player's text names a person; nobody in particular is one, too."""
    return who in ("", HUMAN)


OWN_PLAYERS = (HUMAN, "random", "simple", "engine", "solver")
"""The players that a record may name. Others run programs and files of the user's, which only the user may ask for."""


def own_player(said: str) -> str | None:
    """Return who a record says plays a side; None where that is nobody who may play here."""
    if said == HUMAN:
        return said
    if said.partition(":")[0] in OWN_PLAYERS:
        with suppress(InputError):
            make_player(said)
            return said
    return None


def seat(game: OngoingGame, players: Mapping[int, str]) -> None:
    """Let players go on with a game from a file; those whom the file names otherwise keep their names in its record."""
    game.names = {side: name for side, name in game.players.items() if name and own_player(name) is None}
    game.players.update(players)


def people_of(game: OngoingGame) -> list[int]:
    """Return the sides that people play."""
    return [side for side in (MAX, MIN) if is_person(game.players[side])]


def take_back(game: OngoingGame) -> int:
    """Take moves back to where a person was last to move, or one; return how many. One where no person plays."""
    people = people_of(game)
    return game.undo_to(people) or game.undo() if people else game.undo()


def play_again(game: OngoingGame) -> int:
    """Play the moves again that were taken back, to where a person is to move; return how many."""
    people = people_of(game)
    again = game.redo()
    while game.redo_moves and people and game.side is not None and game.side not in people:
        again += game.redo()
    return again


def give_up(game: OngoingGame, side: int | None = None) -> None:
    """Let a side resign. None: the person's, or with two people the one to move. Raises InputError where it is over."""
    people = people_of(game)
    if side is None:
        side = people[0] if len(people) == 1 else game.side
    game.resign(MAX if side is None else side)
