"""Games of Plywise in other libraries, which are imported when they are asked for."""

from collections.abc import Sequence
from typing import Any

from plywise.game import Game
from plywise.libraries.survey import Survey
from plywise.process.extras import require


def as_openspiel(game: Game, actions: Sequence[str] | None = None) -> Any:
    """Return a game as a pyspiel.Game, for OpenSpiel's algorithms. Player 0 is MAX.

    actions: the words of all actions, in the order of their numbers (None: those that a survey of the game meets, in
    sorted order, and spare numbers for others; see plywise.libraries.survey)

    The game is also registered: pyspiel.load_game("plywise_tictactoe") returns it from then on. Its `survey.words` are
    the words of the numbers. A game that does not declare `utility_bounds` has those that the survey met, and raises
    InputError for others. Raises InputError for anything but a game, and where OpenSpiel is not installed.
    """
    require("pyspiel", "as_openspiel needs")
    from plywise.libraries.openspiel_game import register

    return register(Survey(game, actions))


def as_pettingzoo(game: Game, actions: Sequence[str] | None = None, render_mode: str | None = None) -> Any:
    """Return a game as an AEC environment of PettingZoo. Agent player_0 is MAX.

    actions: as for as_openspiel. render_mode: "ansi": `render` returns the position as text

    An observation is a dict of `observation`, numbers from 0 to 1, and `action_mask`. Raises InputError as as_openspiel
    does.
    """
    require("pettingzoo.classic", "as_pettingzoo needs")
    from plywise.libraries.pettingzoo_env import PlywiseEnv

    return PlywiseEnv(Survey(game, actions), render_mode)
