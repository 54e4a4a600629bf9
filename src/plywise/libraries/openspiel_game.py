"""A game of Plywise as a Python game of OpenSpiel. Player 0 is MAX."""

import re
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from plywise.game import MAX, MIN, Game, State
from plywise.game.contents import Unchanging
from plywise.libraries.survey import Survey

SIDES = (MAX, MIN)

LONGEST = 10_000
"""The maximum length reported for games that do not declare max_plies. Longer games are not cut."""


def register(survey: Survey) -> "OpenSpielPlywiseGame":
    """Register a game with OpenSpiel under `plywise_` and its name, in place of any other, and return it."""
    # OpenSpiel's registry outlives the interpreter, and crashes if it frees a function then; a class is never freed.
    game_class = type("OpenSpielPlywiseGame", (OpenSpielPlywiseGame,), {"survey": survey})
    pyspiel.register_game(_game_type(survey.game), game_class)
    made: OpenSpielPlywiseGame = game_class()
    return made


def _game_type(game: Game) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name="plywise_" + re.sub(r"[^a-z0-9]+", "_", game.name.lower()).strip("_"),
        long_name=game.title or game.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


class OpenSpielPlywiseGame(pyspiel.Game):
    """A game of Plywise for OpenSpiel. Each game has its own subclass. survey: the numbers of its actions"""

    survey: Survey

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        survey = self.survey
        reach = max(abs(survey.low), abs(survey.high))
        info = pyspiel.GameInfo(
            num_distinct_actions=survey.count,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-reach,
            max_utility=reach,
            utility_sum=0.0,
            max_game_length=survey.game.max_plies or LONGEST,
        )
        super().__init__(_game_type(survey.game), info, dict(parameters or {}))

    def __reduce__(self) -> Any:
        return register, (self.survey,)

    def new_initial_state(self, state: Any = None) -> "OpenSpielPlywiseState":
        """Return the game's initial state."""
        return OpenSpielPlywiseState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return an observer of the board, or of the moves so far if perfect recall is asked for."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.survey)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class _Held(Unchanging):
    """A state of Plywise, shared by copies of OpenSpiel's state. legal: its actions by their numbers"""

    __slots__ = ("legal", "over", "player", "state", "survey", "utility")

    def __init__(self, survey: Survey, state: State) -> None:
        self.survey, self.state = survey, state
        self.over: bool = bool(survey.game.terminal(state))
        self.legal = {} if self.over else survey.legal(state)
        self.player = 0 if self.over else SIDES.index(survey.game.player(state))
        self.utility = survey.utility(state) if self.over else 0.0


class OpenSpielPlywiseState(pyspiel.State):
    """A state of OpenSpiel, which changes in place. `plywise_state` is the state of Plywise's game."""

    def __init__(self, game: OpenSpielPlywiseGame) -> None:
        super().__init__(game)
        self._held = _Held(game.survey, game.survey.game.initial())

    @property
    def plywise_state(self) -> State:
        """The state as Plywise has it."""
        return self._held.state

    def current_player(self) -> int:
        """Return 0 for MAX, 1 for MIN, or that the game is over."""
        over: int = pyspiel.PlayerId.TERMINAL
        return over if self._held.over else self._held.player

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._held.legal) if player == self._held.player else []

    def _apply_action(self, action: int) -> None:
        survey = self._held.survey
        self._held = _Held(survey, survey.game.result(self._held.state, self._held.legal[action]))

    def _action_to_string(self, player: int, action: int) -> str:
        held = self._held
        if action in held.legal:
            return held.survey.game.format_action(held.state, held.legal[action])
        words = held.survey.words
        return words[action] if action < len(words) else f"spare {action}"

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._held.over

    def returns(self) -> list[float]:
        """Return the utility for MAX, and its opposite."""
        return [self._held.utility, -self._held.utility + 0.0]

    def __str__(self) -> str:
        return self._held.survey.game.format_state(self._held.state)


class Observer:
    """An observer for OpenSpiel: a tensor and the state's text."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self.tensor = np.zeros(int(np.prod(survey.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(survey.shape)}

    def set_from(self, state: OpenSpielPlywiseState, player: int) -> None:
        """Fill the tensor with a player's observation of a state."""
        self.dict["observation"][:] = self.survey.observe(state.plywise_state, SIDES[player])

    def string_from(self, state: OpenSpielPlywiseState, player: int) -> str:
        """Return the state's text."""
        return str(state)
