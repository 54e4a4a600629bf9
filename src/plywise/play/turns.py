"""Play a game turn by turn until it is over."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from plywise.errors import InputError
from plywise.game import Action, Game, State, hashable_start
from plywise.play.player import Player
from plywise.process.recursion import MAX_PLIES


class Turn(NamedTuple):
    """One move of a game: the player, the state before, the action and the state after."""

    player: int
    before: State
    action: Action
    after: State


def take_turns(game: Game, players: Mapping[int, Player], state: State = None) -> Iterator[Turn]:
    """Yield the turns of a game from a state (None: the initial one) to its end.

    Raises InputError after MAX_PLIES plies, because a game need not end.
    """
    here = hashable_start(game, state)
    for _ in range(MAX_PLIES):
        if game.terminal(here):
            return
        mover = game.player(here)
        action = players[mover].choose(game, here)
        after = game.result(here, action)
        yield Turn(mover, here, action, after)
        here = after
    raise InputError(f"the game was not over after {MAX_PLIES:,} plies")
