"""PettingZoo's environments in Plywise: `pettingzoo:connect_four_v3`, or any AEC environment object of two agents.

An environment is stepped in place. Here a step copies it first, so that a state is a value. PettingZoo's interface does
not tell whether both agents see everything, so FITTING lists the classic environments that Plywise can play; for an
environment of yours, you must know. States are equal if the same actions led to them, or, where FITTING says so, if
the boards are equal.
"""

import copy
import inspect
import pkgutil
import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from plywise.arguments.names import find_name, hint
from plywise.errors import InputError
from plywise.game import MAX, MIN, Game
from plywise.game.contents import ATOMS
from plywise.libraries.library_game import LibraryGame, LibraryState
from plywise.process.extras import require

PREFIX = "pettingzoo:"

Environment = Any


class Facts(NamedTuple):
    """Facts about an environment that its interface does not tell.

    picture: returns the board as text
    position: returns the identity of a position; None: the actions that led there
    word: returns the name of an action
    copied: returns copies of the attributes for which the usual copy is too slow
    begin: called before each use of the environment
    """

    picture: Callable[[Environment], str]
    position: Callable[[Environment], Hashable] | None = None
    word: Callable[[Environment, int], str] = lambda env, action: str(action)
    copied: Callable[[Environment], Mapping[str, Any]] = lambda env: {}
    begin: Callable[[Environment], None] = lambda env: None


def _rows(marks: Sequence[Any], columns: int) -> str:
    signs = {0: ".", 1: "X", 2: "O", -1: "O"}
    text = "".join(signs[int(mark)] for mark in marks)
    return "\n".join(text[at : at + columns] for at in range(0, len(text), columns))


def _chess_word(env: Environment, action: int) -> str:
    from pettingzoo.classic.chess.chess_utils import action_to_move

    return str(action_to_move(env.board, action, env.possible_agents.index(env.agent_selection)))


def _begin_go(env: Environment) -> None:
    """Set the globals in which PettingZoo's Go keeps the size of its board."""
    from pettingzoo.classic.go import go_base

    if go_base.N != env._N:
        env._overwrite_go_global_variables(board_size=env._N)


def _ttt_rows(env: Environment) -> str:
    squares = env.board.squares
    return _rows([squares[row + 3 * column] for row in range(3) for column in range(3)], 3)


REPLACED = ("_go", "board_history", "_last_obs")
"""The attributes of Go's environment that are replaced at each step, and never changed."""

FITTING: Mapping[str, Facts] = {
    "tictactoe": Facts(_ttt_rows, lambda env: (tuple(env.board.squares), env.agent_selection)),
    "connect_four": Facts(
        lambda env: _rows(env.board, 7),
        lambda env: (tuple(env.board), env.agent_selection),
        copied=lambda env: {"board": list(env.board)},
    ),
    "chess": Facts(
        lambda env: str(env.board).replace(" ", ""),
        word=_chess_word,
        copied=lambda env: {"board": env.board.copy(), "board_history": env.board_history},
    ),
    "go": Facts(
        lambda env: _rows(env._go.board.flat, env._N),
        copied=lambda env: {name: each for name, each in vars(env).items() if name in REPLACED},
        begin=_begin_go,
    ),
}  # fmt: skip
"""The environments of pettingzoo.classic that Plywise can play, by their names without versions."""

UNKNOWN = Facts(lambda env: "")

HIDDEN = "its players do not see everything, and cards are dealt by chance"
UNFIT = {
    "gin_rummy": HIDDEN, "hanabi": f"{HIDDEN}, and it is not zero-sum", "leduc_holdem": HIDDEN,
    "rps": "its players move at the same time", "texas_holdem": HIDDEN, "texas_holdem_no_limit": HIDDEN,
}  # fmt: skip
"""Why Plywise cannot play the others."""

ON_SCREEN = re.compile("render_mode|screen_.*")
"""Parameters of an environment's window."""


# --- states -----------------------------------------------------------------------------------------------------------


class PettingZooState(LibraryState):
    """A position of an environment.

    env: the environment in that position; do not step it
    taken: the actions that led there
    total: the sum of the first agent's rewards
    facts: the name of the environment's facts
    """

    __slots__ = ("env", "facts", "taken", "total")

    def __init__(self, env: Environment, facts: str, taken: tuple[int, ...] = (), total: float = 0.0) -> None:
        super().__init__()
        self.env, self.facts, self.taken, self.total = env, facts, taken, total

    def __reduce__(self) -> Any:
        return _replayed, (self.env, self.facts, self.taken)  # most environments are pickled as new ones

    def after(self, action: int) -> "PettingZooState":
        """Return the state after an action."""
        self.begin()
        env = _copied(self.env, self.known)
        try:
            env.step(action)
        except Exception as error:  # noqa: BLE001 - an environment may raise anything
            raise InputError(f"PettingZoo cannot play {action}: {_in_one_line(error)}") from None
        reward = float(env.rewards.get(env.possible_agents[0], 0.0))
        return PettingZooState(env, self.facts, (*self.taken, action), self.total + reward)

    def begin(self) -> None:
        """Restore what the environment keeps in globals."""
        self.known.begin(self.env)

    @property
    def known(self) -> Facts:
        """The facts about the environment."""
        return FITTING.get(self.facts, UNKNOWN)

    def identity(self) -> Hashable:
        """Return the position if the facts say how, otherwise the actions that led there."""
        position = self.known.position
        return self.taken if position is None else position(self.env)

    def moves(self) -> Sequence[int]:
        """Return the actions that led here."""
        return self.taken

    def legal(self) -> list[int]:
        """Return the actions that the mask allows."""
        self.begin()
        agent = self.env.agent_selection
        seen = self.env.observe(agent)
        mask = seen.get("action_mask") if isinstance(seen, Mapping) else None
        if mask is None:
            mask = self.env.infos[agent]["action_mask"]
        return [number for number, allowed in enumerate(mask) if allowed]

    def labels(self) -> dict[int, str]:
        """Return a name for each legal action."""
        return {number: self.known.word(self.env, number) for number in self.legal()}

    def picture(self) -> str:
        """Return the board as text, if it is known."""
        return self.known.picture(self.env)


def _copied(env: Environment, known: Facts) -> Environment:
    """Return a copy of an environment in its position. copy.deepcopy would make a new one; spaces are shared."""
    made = object.__new__(type(env))
    memo: dict[int, Any] = {id(env): made}
    special = known.copied(env)
    for name, value in vars(env).items():
        if name in special:
            vars(made)[name] = special[name]
        elif name.startswith("_ezpickle") or name.endswith(("_space", "_spaces")):
            vars(made)[name] = value
        else:
            vars(made)[name] = _copy(value, memo)
    return made


def _copy(value: Any, memo: dict[int, Any]) -> Any:
    """Return a deep copy of a value, three times as fast as copy.deepcopy for plain objects and containers.

    memo: the copies made so far, by the id of the original
    """
    kind = type(value)
    if kind in ATOMS:
        return value
    if id(value) in memo:
        return memo[id(value)]
    if kind is list:
        items: list[Any] = memo.setdefault(id(value), [])
        items.extend(_copy(each, memo) for each in value)
        return items
    if kind is dict:
        return _copied_dict(value, memo.setdefault(id(value), {}), memo)
    if not _is_plain(kind):  # type: ignore[arg-type]
        return copy.deepcopy(value, memo)
    made = memo[id(value)] = object.__new__(kind)
    _copied_dict(vars(value), vars(made), memo)
    return made


def _copied_dict(value: dict[Any, Any], made: dict[Any, Any], memo: dict[int, Any]) -> dict[Any, Any]:
    made.update((key, _copy(each, memo)) for key, each in value.items())
    return made


class _Plain:
    """A class whose objects hold nothing but attributes."""


COPYING = {"__slots__", "__deepcopy__", "__copy__", "__reduce__", "__reduce_ex__", "__getstate__", "__setstate__"}
"""Attributes by which a class defines how its objects are copied."""


@cache
def _is_plain(kind: type) -> bool:
    """Return whether objects of a class hold nothing but attributes and are copied in the usual way."""
    alike = (kind.__basicsize__, kind.__dictoffset__) == (_Plain.__basicsize__, _Plain.__dictoffset__)
    return alike and kind.__mro__[1:] == (object,) and not COPYING & set(vars(kind))


def _replayed(env: Environment, facts: str, taken: tuple[int, ...]) -> PettingZooState:
    """Return the state after actions of a new environment."""
    state = _begun(env, facts)
    for action in taken:
        state = state.after(action)
    return state


def _in_one_line(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())


def _begun(env: Environment, facts: str) -> PettingZooState:
    FITTING.get(facts, UNKNOWN).begin(env)
    env.reset(seed=0)
    return PettingZooState(env, facts)


# --- games ------------------------------------------------------------------------------------------------------------


class PettingZooGame(LibraryGame):
    """An environment of PettingZoo. MAX is its first agent; an action is the environment's number of it."""

    library = "PettingZoo"

    def __init__(self, env: Environment) -> None:
        self._take(env, PREFIX + str(env.metadata.get("name", type(env).__name__)))

    def _take(self, env: Environment, name: str) -> None:
        """Take an environment, from its reset on. Raises InputError if Plywise cannot play it."""
        _require_two_agents(env)
        self.name = name
        facts = _without_version(str(env.metadata.get("name", "")))
        try:
            self._start = _begun(env, facts)
            self._start.labels()
        except Exception as error:  # noqa: BLE001 - an environment may raise anything
            raise InputError(f"PettingZoo cannot play that: {_in_one_line(error)}") from None
        self.player_names = dict(zip((MAX, MIN), env.possible_agents, strict=True))

    def initial(self) -> PettingZooState:
        """Return the environment after its reset."""
        return self._start

    def player(self, state: PettingZooState) -> int:
        """Return MAX for the first agent."""
        return MAX if state.env.agent_selection == state.env.possible_agents[0] else MIN

    def actions(self, state: PettingZooState) -> Sequence[int]:
        """Return the actions that the mask allows."""
        return state.legal()

    def result(self, state: PettingZooState, action: int) -> PettingZooState:
        """Return a new state, in which a copy of the environment has taken the step."""
        return state.after(action)

    def terminal(self, state: PettingZooState) -> bool:
        """Return whether an agent is done."""
        env = state.env
        return not env.agents or any(env.terminations.values()) or any(env.truncations.values())

    def utility_of(self, state: PettingZooState) -> float:
        """Return the sum of the first agent's rewards."""
        return state.total

    def _read_object(self, position: Any) -> Any:
        """Raise InputError for an environment: it does not record which actions were taken."""
        if hasattr(position, "agent_iter"):
            raise InputError(
                f"{self.name}: an environment does not record which actions were taken; pass these instead"
            )
        return position


def game_class(name: str) -> type[PettingZooGame]:
    """Return the class of an environment of pettingzoo.classic; its parameters are the environment's.

    Raises InputError for one that is no game for Plywise.
    """
    classic = require("pettingzoo.classic", f"{PREFIX}{name} needs")
    known = [each.name for each in pkgutil.iter_modules(classic.__path__) if re.search(r"_v\d+$", each.name)]
    found = find_name(name.removeprefix("classic/"), known)
    if found is None:
        raise InputError(f"PettingZoo has no classic environment {name!r}; {hint(name, known)}")
    plain = _without_version(found)
    if plain not in FITTING:
        why = UNFIT.get(plain, "whether both agents see everything is unknown")
        raise InputError(f"Plywise cannot play PettingZoo's {found}: {why}")
    return _class_of(found)


def _without_version(name: str) -> str:
    return re.sub(r"_v\d+$", "", name)


@cache
def _class_of(name: str) -> type[PettingZooGame]:
    """Return the class of an environment, whose constructor takes those parameters that are not about its window."""
    plain = _without_version(name)
    raw = import_module(f"pettingzoo.classic.{plain}.{plain}").raw_env
    listed = [
        each
        for each in list(inspect.signature(raw.__init__).parameters.values())[1:]
        if not ON_SCREEN.fullmatch(each.name)
    ]

    def init(self: PettingZooGame, **values: Any) -> None:
        if any(type(value) is int and value < 1 for key, value in values.items() if key.endswith("size")):
            raise InputError("a size must be at least 1")
        written = ",".join(f"{key}={value}" for key, value in values.items())
        self._take(raw(**values), f"{PREFIX}{name}" + (f"({written})" if written else ""))
        for each in listed:  # views and UCI read parameters as attributes
            vars(self).setdefault(each.name, values.get(each.name, each.default))

    first = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    init.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [first, *(each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in listed)]
    )
    body = {
        "__doc__": f"PettingZoo's {name}.",
        "__init__": init,
        "__module__": __name__,
        "__qualname__": name,
        "name": PREFIX + name,
        "utility_bounds": (-1, 1),
    }
    return type(name, (PettingZooGame,), body)


def __getattr__(name: str) -> type[PettingZooGame]:
    """Return the class of an environment: pickle looks it up here by its name."""
    if re.fullmatch(r"[a-z_]+_v\d+", name):
        return game_class(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def from_pettingzoo(env: Environment) -> Game:
    """Return the game of an AEC environment with two agents and action masks. It starts from a reset copy.

    The environment must be zero-sum, deterministic and fully observable; Plywise cannot check that. Raises InputError
    for anything but such an environment, as far as its interface tells.
    """
    env = getattr(env, "unwrapped", env)
    if not hasattr(env, "agent_iter"):
        raise InputError(f"from_pettingzoo takes an AEC environment, not a {type(env).__name__}")
    return PettingZooGame(_copied(env, UNKNOWN))


def _require_two_agents(env: Environment) -> None:
    """Raise InputError for an environment with other than two agents, or whose actions are not numbered."""
    agents = env.possible_agents
    if len(agents) != 2:
        raise InputError(f"the environment is not for two agents but {len(agents)}")
    for agent in agents:
        if not hasattr(env.action_space(agent), "n"):
            raise InputError(f"the actions of {agent} are not numbered (Discrete)")
