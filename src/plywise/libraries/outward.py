"""Games of Plywise in OpenSpiel and PettingZoo."""

from collections.abc import Sequence
from typing import Any

from plywise.game import Game
from plywise.libraries.survey import Survey
from plywise.process.extras import require


def as_openspiel(game: Game, actions: Sequence[str] | None = None) -> Any:
    """Return a game as a pyspiel.Game, for OpenSpiel's algorithms. Player 0 is MAX.

    actions: the words of all actions, in the order of their numbers (None: a survey finds them, in sorted order; see
    plywise.libraries.survey)

    Also registers the game, so that pyspiel.load_game("plywise_tictactoe") returns it. Its `survey.words` are the words
    of the numbers. The utilities of a game that does not declare `utility_bounds` must stay in the range that the
    survey met. Raises InputError for anything but a game, and if OpenSpiel is not installed.
    """
    require("open_spiel", "as_openspiel needs")
    from plywise.libraries.openspiel_game import register

    return register(Survey(game, actions))


def as_pettingzoo(game: Game, actions: Sequence[str] | None = None, render_mode: str | None = None) -> Any:
    """Return a game as an AEC environment of PettingZoo. Agent player_0 is MAX.

    actions: as for as_openspiel. render_mode: "ansi": `render` returns the position as text

    An observation is a dict of `observation`, numbers from 0 to 1, and `action_mask`. Raises InputError in the same
    cases as as_openspiel.
    """
    require("pettingzoo.classic", "as_pettingzoo needs")
    from plywise.libraries.pettingzoo_env import PlywiseEnv

    return PlywiseEnv(Survey(game, actions), render_mode)
