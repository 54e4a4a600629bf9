"""A game of Plywise as an environment of PettingZoo (AEC): agents player_0, which is MAX, and player_1."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from plywise.errors import InputError
from plywise.game import MAX, MIN, Game, State
from plywise.libraries.survey import Survey

FIRST, SECOND = "player_0", "player_1"
AGENTS: Mapping[str, int] = {FIRST: MAX, SECOND: MIN}


class PlywiseEnv(AECEnv):
    """A game as an environment. An observation has `observation`, as Survey.observe says, and `action_mask`.

    survey: the numbers of its actions. plywise_state: the current state of Plywise's game
    """

    def __init__(self, survey: Survey, render_mode: str | None = None) -> None:
        super().__init__()
        self.metadata = {"name": survey.game.name, "render_modes": ["ansi"], "is_parallelizable": False}
        if render_mode not in (None, "ansi"):
            raise InputError(f"render_mode is None or 'ansi', not {render_mode!r}")
        self.survey, self.render_mode = survey, render_mode
        self.possible_agents = list(AGENTS)
        sight = spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, survey.shape, np.float32),
                "action_mask": spaces.Box(0, 1, (survey.count,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(AGENTS, sight)
        self.action_spaces = {agent: spaces.Discrete(survey.count) for agent in AGENTS}

    @property
    def game(self) -> Game:
        """The game as Plywise has it."""
        return self.survey.game

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game. options: {"position": text} begins elsewhere"""
        text = (options or {}).get("position")
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._stand(self.game.initial() if text is None else self.game.parse_state(text))

    def _stand(self, state: State) -> None:
        """Set the current state, the agent to move and its actions, or the rewards at the end."""
        self.plywise_state = state
        over = self.game.terminal(state)
        self.legal = {} if over else self.survey.legal(state)
        if over:
            utility = self.survey.utility(state)
            self.rewards = {FIRST: utility, SECOND: -utility + 0.0}
            self.terminations = dict.fromkeys(AGENTS, True)
            self.agent_selection = getattr(self, "agent_selection", FIRST)
        else:
            side = self.game.player(state)
            self.agent_selection = next(agent for agent in AGENTS if AGENTS[agent] == side)

    def step(self, action: int | None) -> None:
        """Play an action of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action not in self.legal:
            raise InputError(f"{self.game.name}: {action!r} is not a legal action; the action mask says which are")
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._stand(self.game.result(self.plywise_state, self.legal[action]))
        if self.terminations[agent]:
            self.agent_selection = next(each for each in AGENTS if each != agent)
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation with the mask of its legal actions, empty if it is not its turn."""
        mask = np.zeros(self.survey.count, np.int8)
        if agent == self.agent_selection:
            mask[list(self.legal)] = 1
        return {"observation": self.survey.observe(self.plywise_state, AGENTS[agent]), "action_mask": mask}

    def render(self) -> str | None:
        """Return the position as text, with render_mode "ansi"."""
        return self.game.format_state(self.plywise_state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is no window."""
