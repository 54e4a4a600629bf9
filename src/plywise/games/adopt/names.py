"""Identifies the functions of a class or module, by the words in their names, then by trying them."""

import inspect
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from types import FunctionType, ModuleType
from typing import Any

from plywise.errors import InputError
from plywise.game.contents import contents_of, first_change
from plywise.games.adopt.parts import MAX_MOVES, duplicate
from plywise.games.adopt.reading import quiet

WORDS: dict[str, tuple[str, ...]] = {
    "moves": (
        "legal_moves", "get_legal_moves", "legal_actions", "possible_moves", "get_possible_moves", "valid_moves",
        "get_valid_moves", "available_moves", "get_available_moves", "generate_moves", "generate_legal_moves",
        "get_all_moves", "all_moves", "get_moves", "moves", "actions", "get_actions", "possible_actions",
        "valid_actions", "available_actions", "get_valid_actions", "legal", "get_legal_actions",
        "get_valid_locations", "valid_locations", "empty_cells", "get_empty_cells", "available_cells",
        "empty_squares", "free_cells", "get_empty", "available",
        "possible", "get_options", "options", "list_moves", "move_list", "find_moves", "compute_legal_moves",
        "available_positions", "empty_positions", "get_available_positions", "get_empty_squares", "free_squares",
        "open_cells", "get_successors", "successors", "get_children", "children",
    ),
    "play": (
        "make_move", "push", "do_move", "apply_move", "apply_action", "play_move", "play", "move", "apply", "result",
        "step", "put", "place", "drop", "drop_piece", "drop_disc", "set_move", "do_action", "take", "make", "do",
        "next_state", "get_next_state", "place_piece", "place_mark", "put_piece", "insert", "insert_piece", "mark",
        "execute_move", "execute", "perform_move", "perform", "transition", "get_result", "add_piece", "set_cell",
        "advance", "sow", "slide", "claim", "turn", "act", "after", "forecast_move", "simulate_move", "with_move",
    ),
    "undo": (
        "undo_move", "undo", "pop", "unmake_move", "take_back", "unmake", "undo_action", "revert", "remove_move",
        "undo_last_move", "unplay", "retract", "restore",
    ),
    "over": (
        "is_game_over", "game_over", "is_over", "over", "is_terminal", "terminal", "terminal_test", "is_finished",
        "finished", "is_end", "game_ended", "is_ended", "ended", "has_ended", "is_done", "done", "check_game_over",
        "is_terminal_node", "check_end", "end", "gameover", "is_gameover", "is_terminal_state", "terminated", "isover",
        "is_full_or_won", "check_over",
    ),
    "score": (
        "score", "utility", "scoring", "get_score", "evaluate", "evaluation", "returns", "value", "get_value", "eval",
        "evaluate_board", "get_reward", "reward", "rewards", "payoff", "static_eval", "heuristic", "diff",
        "get_utility",
        "score_position", "calculate_score", "evaluate_position", "get_evaluation", "board_value", "result", "outcome",
        "winner", "get_winner", "check_winner", "find_winner", "who_won", "win", "check_win", "is_winner", "wins",
        "has_won", "is_win", "winning_move", "has_winner", "lose", "has_lost", "is_lost",
    ),
    "player": (
        "current_player", "to_move", "turn", "player", "get_current_player", "whose_turn", "to_play", "side_to_move",
        "player_to_move", "get_player", "current_turn", "current", "active_player", "side", "get_turn", "mover",
    ),
    "copy": ("copy", "clone", "deepcopy", "get_copy", "duplicate", "copy_board", "deep_copy"),
    "switch": ("switch_player", "switch_turn", "next_player", "change_player", "next_turn", "switch_players",
               "change_turn", "swap_player", "swap_turn", "switch_sides", "end_turn", "toggle_player", "toggle_turn",
               "switch", "pass_turn"),
}  # fmt: skip
"""Roles -> names that functions have in that role, the likeliest first."""

STATE_WORDS = (
    "state",
    "board",
    "game",
    "position",
    "pos",
    "s",
    "b",
    "grid",
    "node",
    "heaps",
    "piles",
    "cells",
    "matrix",
)
PLAYER_WORDS = ("player", "who", "color", "colour", "side", "turn", "piece", "mark", "symbol", "maximizing", "is_max",
                "maximizing_player", "current_player", "is_maximizing", "me", "token", "letter", "sign")  # fmt: skip
STARTS = ("initial_state", "new_initial_state", "initial", "get_initial_state", "start", "new_game", "create_board",
          "get_init_board", "init_board", "initial_board", "create", "starting_state", "empty_board", "start_state",
          "make_board", "new_board", "reset")  # fmt: skip
PAIRS: tuple[tuple[Any, Any], ...] = (("X", "O"), (1, 2), (0, 1), (1, -1), (True, False), ("x", "o"), ("W", "B"),
                                      ("white", "black"), ("A", "B"), ("R", "B"), ("red", "blue"))  # fmt: skip
NAMED_PAIRS = (("HUMAN", "COMP"), ("PLAYER", "AI"), ("X", "O"), ("WHITE", "BLACK"), ("RED", "BLUE"), ("RED", "WHITE"),
               ("PLAYER_PIECE", "AI_PIECE"), ("HUMAN", "AI"), ("PLAYER1", "PLAYER2"), ("PLAYER_1", "PLAYER_2"),
               ("P1", "P2"),
               ("PLAYER_X", "PLAYER_O"), ("BLACK", "WHITE"), ("RED", "YELLOW"), ("HUMAN", "COMPUTER"), ("ONE", "TWO"),
               ("MAX", "MIN"), ("FIRST", "SECOND"))  # fmt: skip
RESULTS = {"1-0": 1, "0-1": -1, "1/2-1/2": 0, "*": 0, "1/2": 0}
"""How chess programs write the end of a game."""


def plain(name: str) -> str:
    """Return a name in snake case: `isGameOver` as is_game_over."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().strip("_")


def rank(name: str, role: str) -> int | None:
    """Return how far a name is from the likeliest for a role; None if it does not match."""
    word, words = plain(name), WORDS[role]
    if word in words:
        return words.index(word)
    bare = word.replace("get_", "").replace("_", "")
    return next((len(words) + n for n, each in enumerate(words) if each.replace("_", "") == bare), None)


@dataclass
class Given:
    """A class or a module, and the functions that it offers to a game.

    functions: name -> function or property, of the class or the module
    receiver: the prefix of calls in text: "it." for methods of a position, "GAME." for those of a game that is passed
    its positions, "" for functions of a module
    passes: whether a position is an argument of each function
    free: functions given by the user, which are always passed a position
    """

    thing: Any
    functions: dict[str, Any]
    receiver: str
    passes: bool
    start: Callable[[], Any]
    game: Any = None
    names: dict[str, Any] = field(default_factory=dict)
    free: set[str] = field(default_factory=set)

    def add_function(self, role: str, function: Any) -> str:
        """Add a function of a position, given by the user for a role; return its name."""
        name = f"{role}_given"
        self.functions = self.functions | {name: function}
        self.names = self.names | {name: function}
        self.free.add(name)
        return name


def members_of(cls: type) -> dict[str, Any]:
    """Return the methods and properties of a class written in Python, its own first."""
    found: dict[str, Any] = {}
    for each in cls.__mro__[:-1]:
        for name, member in vars(each).items():
            if isinstance(member, (FunctionType, property, staticmethod, classmethod)) and not name.startswith("__"):
                found.setdefault(name, member)
    return found


def parameters_of(member: Any, is_method: bool) -> list[inspect.Parameter]:
    """Return the parameters that a call must or may pass."""
    if isinstance(member, property):
        return []
    function = member.__func__ if isinstance(member, (staticmethod, classmethod)) else member
    try:
        found = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return []
    kinds = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    found = [each for each in found if each.kind not in kinds]
    return found[1:] if is_method and not isinstance(member, staticmethod) else found


def ranked(given: Given, role: str) -> list[str]:
    """Return the names that match a role, the likeliest first."""
    found = [(place, name) for name in given.functions if (place := rank(name, role)) is not None]
    return [name for _, name in sorted(found)]


def is_player_word(name: str) -> bool:
    """Return whether a parameter's name indicates a player."""
    return plain(name) in PLAYER_WORDS or plain(name).endswith(("player", "color", "piece", "turn"))


# --- calls ------------------------------------------------------------------------------------------------------------


class Calls:
    """How to call the functions of a class or module: each as text over `it`, `who` and `move`."""

    def __init__(self, given: Given) -> None:
        self.given = given

    def text(self, name: str, arguments: Sequence[str]) -> str:
        """Return a call; a property is only read."""
        if name in self.given.free:
            return f"{name}({', '.join(arguments)})"
        if isinstance(self.given.functions.get(name), property):
            return f"{self.given.receiver}{name}"
        return f"{self.given.receiver}{name}({', '.join(arguments)})"

    def with_player(self, name: str, player: str = "who") -> Iterator[str]:
        """Yield calls of a function of a position and perhaps a player."""
        parameters = self._parameters(name)
        needed = [each for each in parameters if each.default is each.empty]
        position = self.position(name)
        if len(needed) == len(position):
            yield self.text(name, position)
        if len(parameters) > len(position) and len(needed) <= len(position) + 1:
            after = parameters[len(position)]
            if len(needed) > len(position) or is_player_word(after.name):
                yield self.text(name, [*position, player])
                if position and len(needed) == 2:
                    yield self.text(name, [player, *position])

    def with_move(self, name: str, width: int) -> Iterator[str]:
        """Yield calls of a function of a position, a move and perhaps a player. width: of moves that are tuples."""
        parameters = self._parameters(name)
        needed = [each for each in parameters if each.default is each.empty]
        position = self.position(name)
        after = parameters[len(position) :]
        must = len(needed) - len(position)
        for count in range(max(must, 1), len(after) + 1):
            yield from self._filled(name, position, [each.name for each in after[:count]], width)

    def position(self, name: str) -> list[str]:
        """Return the position as arguments of a function; none for a method."""
        return ["it"] if self.given.passes or name in self.given.free else []

    def _filled(self, name: str, position: list[str], after: list[str], width: int) -> Iterator[str]:
        parts = [f"move[{n}]" for n in range(width)]
        if len(after) == 1:
            yield self.text(name, [*position, "move"])
        players = [n for n, each in enumerate(after) if is_player_word(each)]
        order = [*players, *(n for n in range(len(after)) if n not in players)] if len(after) > 1 else []
        if width > 1 and len(after) == width:
            yield self.text(name, [*position, *parts])
        for place in order:
            rest = ["move"] if len(after) == 2 else parts if len(after) == width + 1 else None
            if rest is not None:
                filled = list(rest)
                filled.insert(place, "who")
                yield self.text(name, [*position, *filled])

    def _parameters(self, name: str) -> list[inspect.Parameter]:
        return parameters_of(self.given.functions[name], self.given.receiver != "" and name not in self.given.free)


# --- candidates in a file ---------------------------------------------------------------------------------------------


def given_in(names: dict[str, Any], module: str, wanted: str = "") -> Iterator[Given]:
    """Yield the classes of a file, then its functions, as candidates for a game."""
    classes = [each for each in names.values() if isinstance(each, type) and each.__module__ == module]
    likely = [each for each in classes if any(rank(name, "moves") is not None for name in members_of(each))]
    for cls in sorted(likely, key=_unlikeness):
        if wanted in ("", cls.__name__):
            yield from given_by_class(cls, names)
    functions = {
        name: each for name, each in names.items() if isinstance(each, FunctionType) and each.__module__ == module
    }
    if not wanted:
        for start in starts_of_functions(functions, names):
            yield Given(None, functions, "", True, start, None, functions)


def _unlikeness(cls: type) -> tuple[int, int]:
    members = members_of(cls)
    roles = sum(any(rank(name, role) is not None for name in members) for role in ("moves", "play", "over", "score"))
    return -roles, -len(cls.__mro__)


def given_by_class(cls: type, names: dict[str, Any]) -> Iterator[Given]:
    """Yield candidates from a class: its objects as positions, or one object as a game that is passed positions."""
    members = members_of(cls)
    for make in makers(cls, names):
        yield Given(cls, members, "it.", False, make)
    try:
        with quiet():
            game = cls()
    except Exception:  # noqa: BLE001 - a user's class may raise anything
        return
    for name in STARTS:
        found = getattr(game, name, None)
        if found is None or isinstance(found, type):
            continue
        start = _called(found) if callable(found) else _duplicated(found)
        yield Given(cls, members, "GAME.", True, start, game, {"GAME": game})


def _called(function: Any) -> Callable[[], Any]:
    return lambda: function()


def _duplicated(value: Any) -> Callable[[], Any]:
    return lambda: duplicate(value)


def makers(cls: type, names: dict[str, Any]) -> Iterator[Callable[[], Any]]:
    """Yield functions that create a first position of a class: without arguments, or by another class of the file."""
    try:
        inspect.signature(cls).bind()
        yield cls
    except (TypeError, ValueError):
        pass
    for other in names.values():
        if isinstance(other, type) and other is not cls and other.__module__ == cls.__module__:
            yield from (partial(_made_by, other, name) for name in STARTS if callable(getattr(other, name, None)))
            parameters = list(inspect.signature(cls).parameters.values())
            if len([each for each in parameters if each.default is each.empty]) == 1:
                yield partial(_made_with, cls, other)
    yield lambda: cls(["first", "second"])  # as players for easyAI's games; they are never used
    yield lambda: cls([Somebody("first"), Somebody("second")])


class Somebody:
    """A player object for easyAI's games, which set their own attributes on it."""

    def __init__(self, name: str) -> None:
        self.name = name


def _made_by(cls: type, method: str) -> Any:
    return getattr(cls(), method)()


def _made_with(cls: type, other: type) -> Any:
    return cls(other())


def starts_of_functions(functions: dict[str, Any], names: dict[str, Any]) -> Iterator[Callable[[], Any]]:
    """Yield functions that create a first position for a module of functions over positions."""
    found = [
        name
        for name in functions
        if plain(name) in STARTS or plain(name).startswith(("new", "create", "init", "start"))
    ]
    for name in found:
        if not [each for each in parameters_of(functions[name], False) if each.default is each.empty]:
            yield functions[name]
    for name, value in names.items():
        likely = plain(name) in STATE_WORDS or plain(name).startswith(("initial", "start"))
        if likely and not callable(value) and not isinstance(value, ModuleType):
            yield _duplicated(value)


def is_of_easy_ai(cls: type) -> bool:
    """Return whether a class is an easyAI game, or derives from a base class modelled on easyAI's."""
    return any(each.__name__ in ("TwoPlayerGame", "TwoPlayersGame") for each in cls.__mro__)


class Endless(InputError):
    """A function lists moves endlessly."""


# --- trying -----------------------------------------------------------------------------------------------------------


def pairs_of_players(names: dict[str, Any]) -> Iterator[tuple[Any, Any]]:
    """Yield pairs of values that may stand for the two players; values with names in the file come first."""
    for one, other in NAMED_PAIRS:
        if one in names and other in names and names[one] != names[other]:
            yield names[one], names[other]
    yield from PAIRS


@dataclass
class Choice:
    """Calls that list the moves and play one, as text, and the players if they are passed.

    returns: whether the play returns the child. switch: a function that switches the player to move. names: by role
    """

    moves: str
    play: str
    returns: bool
    switch: str
    players: tuple[Any, ...]
    names: dict[str, str]


def choose(given: Given, chosen: dict[str, str] | None = None, players: tuple[Any, ...] = ()) -> Iterator[Choice]:
    """Yield calls for the moves and their play that work on the first position, the likeliest first.

    chosen: role -> name, as given by the user. players: likewise
    """
    chosen = chosen or {}
    calls = Calls(given)

    def names(role: str) -> list[str]:
        return [chosen[role]] if chosen.get(role) else ranked(given, role)

    pairs: list[tuple[Any, ...]]
    pairs = [players] if players else list(pairs_of_players(given.names or _module_names(given)))
    for move_name in names("moves")[:4]:
        for move_call in calls.with_player(move_name):
            for pair in pairs if "who" in move_call else [players]:
                found = _try_moves(given, move_call, pair)
                for play_name in names("play")[:6] if found else ():
                    roles = {"moves": move_name, "play": play_name}
                    for play_call in calls.with_move(play_name, _width(found[0])):
                        for two in pairs if "who" in play_call and not pair else [pair]:
                            returns = _try_play(given, play_call, two, found)
                            if returns is not None:
                                yield Choice(move_call, play_call, returns, "", two, dict(roles))


def _width(move: Any) -> int:
    return len(move) if isinstance(move, (tuple, list)) else 0


def _module_names(given: Given) -> dict[str, Any]:
    module = inspect.getmodule(given.thing) if given.thing is not None else None
    return dict(vars(module)) if module is not None else {}


def _evaluate(given: Given, text: str, it: Any, who: Any = None, move: Any = None) -> Any:
    return eval(text, dict(given.names) | {"GAME": given.game}, {"it": it, "who": who, "move": move})


def _try_moves(given: Given, call: str, pair: tuple[Any, ...]) -> list[Any]:
    """Return the moves at the first position; none if the call does not list any."""
    with quiet():
        try:
            found = _evaluate(given, call, given.start(), pair[0] if pair else None)
            if isinstance(found, (str, bytes)) or found is None:
                return []
            listed = [duplicate(each) for each in islice(found, MAX_MOVES + 1)]
            if len(listed) > MAX_MOVES:
                raise Endless(f"{call.partition('(')[0].rpartition('.')[2]} lists over {MAX_MOVES:,} moves")
            return listed
        except Endless:
            raise
        except Exception:  # noqa: BLE001 - a user's code may raise anything
            return []


def _try_play(given: Given, call: str, pair: tuple[Any, ...], moves: list[Any]) -> bool | None:
    """Return whether a call that plays a move returns the child; None if it does not play one."""
    with quiet():
        try:
            before = given.start()
            it = duplicate(before)
            found = _evaluate(given, call, it, pair[0] if pair else None, duplicate(moves[0]))
            if type(found) is type(it) and not isinstance(found, (bool, int)) and found is not it:
                return True if first_change(contents_of(before), contents_of(found)) is not None else None
            return False if first_change(contents_of(before), contents_of(it)) is not None else None
        except Exception:  # noqa: BLE001
            return None


__all__ = ["Choice", "Endless", "Given", "choose", "given_by_class", "given_in", "members_of", "plain", "ranked"]
