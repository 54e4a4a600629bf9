"""Messages for common mistakes in rules: missing or misnamed methods, wrong parameters, return values of wrong type.

`check`, every search and the loading of a game use these messages, with the remedy.
"""

import difflib
import inspect
import reprlib
from collections.abc import Callable, Iterable, Sequence
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from plywise.arguments.numbers import as_whole, expected_type

RULES = {
    "initial": "self",
    "player": "self, state",
    "actions": "self, state",
    "result": "self, state, action",
    "terminal": "self, state",
    "utility": "self, state",
}
"""The six rules and their parameters."""

OTHER_NAMES = {
    "initial": "initial_state start start_state starting_state new_initial_state get_initial_state init reset root",
    "player": "to_move turn current_player get_player get_current_player whose_turn player_to_move mover side",
    "actions": "moves legal_actions legal_moves get_actions get_moves get_legal_moves valid_moves get_valid_moves "
    "possible_moves available_moves generate_moves",
    "result": "apply apply_action apply_move make_move do_move play move step next_state get_next_state successor "
    "transition",
    "terminal": "is_terminal terminal_test is_over over game_over is_game_over done is_done finished ended "
    "get_game_ended goal_test",
    "utility": "util utilities score get_score returns reward value payoff outcome",
}
"""Names of the rules in other programs and textbooks."""

ADDED_ADVICE = {
    "utility": "utility returns the value for MAX (+1), whoever asks",
    "evaluate": "an estimate is the value for MAX (+1), whoever asks",
    "actions": "self.player(state) is the player to move",
    "result": "self.player(state) is the player to move",
}


def misnamed(game_class: type, missing: Sequence[str]) -> str:
    """Return which methods of a class may be meant as its missing rules: "; rename util to utility"; or ""."""
    own = [name for name, each in inspect.getmembers(game_class, callable) if not name.startswith("_")]
    own = [
        name
        for name in own
        if not getattr(inspect.getattr_static(game_class, name), "__module__", "").startswith(GAME_ROOM)
    ]
    meant = {}
    for rule in missing:
        known = [name for name in own if name in OTHER_NAMES[rule].split()]
        near = known or difflib.get_close_matches(rule, own, 1, 0.6)
        if near:
            meant[near[0]] = rule
    return f"; rename {', '.join(f'{name} to {rule}' for name, rule in meant.items())}" if meant else ""


GAME_ROOM = "plywise.game."


def misshapen(game: Any, hooks: Iterable[str]) -> str:
    """Return in one line which of the six rules has wrong parameters, with the remedy; "" if none.

    hooks: the optional methods; an attribute of the name of one hides it
    """
    for rule, parameters in RULES.items():
        method = getattr(game, rule, None)
        if not callable(method):
            renamed = "; give the attribute another name" if rule in vars(game) else ""
            return f"{_not_a_method(game, rule)}{renamed}: write def {rule}({parameters})"
        try:
            signature = inspect.signature(method)
            signature.bind(*parameters.split(", ")[1:])
            if rule == "result" and _are_swapped(list(signature.parameters)):
                return (
                    f"result({', '.join(signature.parameters)}) takes the state second: write def result({parameters})"
                )
        except TypeError:
            return f"{_other_parameters(game, rule, signature)}"
        except ValueError:  # a method written in C has no signature that could be known
            continue
    hidden = next((name for name in hooks if not callable(getattr(game, name))), None)
    return "" if hidden is None else f"{_not_a_method(game, hidden)}; Plywise calls it: give the attribute another name"


def _are_swapped(names: list[str]) -> bool:
    """Return whether the two parameters of `result` are called as if the action came first."""
    actions, states = {"a", "action", "move", "act", "m"}, {"s", "state", "board", "position", "st"}
    return len(names) > 1 and names[0].lower() in actions and names[1].lower() in states


def _not_a_method(game: Any, rule: str) -> str:
    if rule in vars(game):
        return f"self.{rule} = {reprlib.repr(vars(game)[rule])} hides the method {rule}"
    member = inspect.getattr_static(type(game), rule, None)
    return f"{rule} is {'a property' if isinstance(member, property) else reprlib.repr(member)}, not a method"


def _other_parameters(game: Any, rule: str, signature: inspect.Signature) -> str:
    """Return the message for a rule with wrong parameters."""
    wanted, member = RULES[rule], inspect.getattr_static(type(game), rule, None)
    written = [str(each.replace(annotation=each.empty)) for each in signature.parameters.values()]
    if isinstance(member, FunctionType):
        names = list(inspect.signature(member).parameters)
        written = [names[0], *written] if names else written
        if len(names) == len(wanted.split(", ")) - 1 and names[:1] != ["self"]:
            return f"{rule}({', '.join(names)}) lacks self: write def {rule}({wanted})"
    more = len(written) > len(wanted.split(", ")) and ADDED_ADVICE.get(rule)
    return f"{rule}({', '.join(written)}) takes other arguments than it is called with: write def {rule}({wanted})" + (
        f"; {more}" if more else ""
    )


# --- answers ---------------------------------------------------------------------------------------------------------

NO_RETURN = "some path through it ends without `return`"


NO_MOVE = "at least one action: there is no legal move, yet terminal does not say that the game is over"
"""The requirement for `actions` in a state that is not terminal."""


def wrong_answer(rule: str, answer: Any) -> str:
    """Return the fault of a rule's return value, with the remedy: "not a finite number: ..."; "" if it is usable.

    >>> wrong_answer("player", 2)
    'not MAX (+1) or MIN (-1): return pw.MAX or pw.MIN'
    >>> wrong_answer("terminal", 1 > 2), wrong_answer("utility", 0.5)
    ('', '')
    """
    return WRONG[rule](answer) if rule in WRONG else ""


def _with_advice(answer: Any, wanted: str, advice: str = "") -> str:
    advice = NO_RETURN if answer is None else advice
    return f"not {wanted}{': ' if advice else ''}{advice}"


def _wrong_player(answer: Any) -> str:
    if isinstance(answer, (int, float)) and answer in (1, -1):
        return ""
    wanted = "MAX (+1) or MIN (-1)"
    if as_whole(answer) in (1, -1):
        return _with_advice(answer, wanted, "int(...) makes a plain number of it")
    return _with_advice(answer, wanted, "return pw.MAX or pw.MIN")


def _wrong_actions(answer: Any) -> str:
    return "" if isinstance(answer, Iterable) else _with_advice(answer, "a list of actions")


def _wrong_result(answer: Any) -> str:
    advice = f"{NO_RETURN}, or changes `state` in place instead of returning a new state"
    return f"not a state: {advice}" if answer is None else ""


def _wrong_initial(answer: Any) -> str:
    return "" if answer is not None else f"not a state: {NO_RETURN}"


def _wrong_terminal(answer: Any) -> str:
    if isinstance(answer, (bool, int)) and answer in (0, 1):
        return ""
    if isinstance(answer, CALLABLES):
        return f"not True or False: write the call, with (): {getattr(answer, '__name__', 'it')}(...)"
    return _with_advice(answer, "True or False", "bool(...) makes one of it, if that is meant")


CALLABLES = (FunctionType, MethodType, BuiltinFunctionType)


def _wrong_number(answer: Any) -> str:
    if isinstance(answer, bool):
        return "not a finite number: write 1, 0 or -1, as True would count as 1 and False as 0"
    if isinstance(answer, (int, float)) and abs(answer) < float("inf"):
        return ""
    advice: dict[type, str] = {
        str: "write a number, what the position is worth to MAX, such as 1 for a win",
        tuple: "one number, what it is worth to MAX; the other player's is its negative",
        list: "one number, what it is worth to MAX; the other player's is its negative",
        dict: "one number, what it is worth to MAX; the other player's is its negative",
    }
    return _with_advice(answer, expected_type(answer), advice.get(type(answer), ""))


WRONG: dict[str, Callable[[Any], str]] = {
    "initial": _wrong_initial,
    "player": _wrong_player,
    "actions": _wrong_actions,
    "result": _wrong_result,
    "terminal": _wrong_terminal,
    "utility": _wrong_number,
    "evaluate": _wrong_number,
}


def is_always_true(answer: Any) -> bool:
    """Return whether a value of `terminal` is always true: a tuple with items, or a method."""
    return isinstance(answer, CALLABLES) or (isinstance(answer, (tuple, list)) and len(answer) > 0)
