"""Methods of a user's game that only share their name with one of the optional methods of `Game`.

`beside(self, board, cell)` is no `beside(self, state)`: a method that cannot take what Plywise passes it is a helper of
the game's own. Each such name then stands for two methods, told apart by the number of arguments in a call: those that
Plywise passes belong to the hook, inherited or the default; all others to the game's own. Whoever looks a rule up,
instead of calling it, asks `hook_of` for it, and the compilers ask `method_for` what a call in the rules means.
"""

import inspect
from collections.abc import Callable, Iterator
from functools import update_wrapper
from itertools import takewhile
from types import FunctionType, MethodType
from typing import Any

OWN, HOOK, PASSED = "_own_method", "_hook", "_passed"


def optional_methods(base: type) -> dict[str, int]:
    """Return the optional methods of the class of all games, each with the number of arguments that it is passed."""
    return {
        name: len(inspect.signature(member).parameters) - 1
        for each in base.__mro__
        for name, member in vars(each).items()
        if isinstance(member, FunctionType) and not name.startswith("_") and not _is_abstract(member)
    }


def _is_abstract(member: FunctionType) -> bool:
    return bool(getattr(member, "__isabstractmethod__", False))


def set_namesakes_apart(game_class: type, base: type, hooks: dict[str, int]) -> None:
    """Let each method that cannot be called as the hook of its name stand beside that hook.

    base: the class of all games, whose own methods need no look. hooks: name -> number of arguments that are passed
    """
    below = list(takewhile(lambda each: each is not base, game_class.__mro__))
    for name in (name for name in hooks if any(name in vars(each) for each in below)):
        own, passed = inspect.getattr_static(game_class, name), hooks[name]
        if _is_method(own) and not _takes(own, passed):
            setattr(game_class, name, _two_methods(own, _inherited(game_class, name, passed), passed))


def _is_method(member: Any) -> bool:
    return isinstance(member, (FunctionType, staticmethod, classmethod))


def _takes(member: Any, passed: int) -> bool:
    """Return whether a method can be called with so many arguments after the game."""
    if hasattr(member, HOOK):
        return True
    given = passed if isinstance(member, staticmethod) else passed + 1
    try:
        inspect.signature(getattr(member, "__func__", member)).bind(*range(given))
    except TypeError:
        return False
    return True


def _inherited(game_class: type, name: str, passed: int) -> Any:
    """Return the hook that a class would have without methods of its own that cannot be called as the hook."""
    members = (vars(each)[name] for each in game_class.__mro__ if name in vars(each))
    return hook_of_member(next(each for each in members if _is_method(each) and _takes(each, passed)))


def _two_methods(own: Any, hook: Any, passed: int) -> Callable[..., Any]:
    """Return the method that is `hook` when called with as many arguments as that is passed, and else `own`."""

    def either(self: Any, *arguments: Any, **named: Any) -> Any:
        meant = hook if len(arguments) == passed and not named else own
        return meant.__get__(self, type(self))(*arguments, **named)

    update_wrapper(either, own)
    vars(either).update({OWN: own, HOOK: hook, PASSED: passed})
    return either


def hook_of_member(member: Any) -> Any:
    """Return the hook behind what a class has under the name of one."""
    return getattr(member, HOOK, member)


def hook_of(game_class: type, name: str) -> Any:
    """Return what Plywise calls under a name: a game's own version of the hook, or the default."""
    return hook_of_member(getattr(game_class, name))


def method_for(member: Any, arguments: int, named: bool = False) -> Any:
    """Return the function that a call means, with so many arguments after the game, some by their names or none.

    Where no namesake stands beside a hook, that is the member itself. A game's own static method stays one.
    """
    if not hasattr(member, HOOK):
        return member
    return getattr(member, HOOK) if arguments == getattr(member, PASSED) and not named else getattr(member, OWN)


def method_meant(method: Any, arguments: int, named: bool) -> Any:
    """Return what a call of a game's method means, bound or not; the method itself where it has no namesake."""
    if not hasattr(method, HOOK):
        return method
    if isinstance(method, MethodType):
        return method_for(method.__func__, arguments, named).__get__(method.__self__, type(method.__self__))
    return method_for(method, arguments - 1, named)


def both_methods(member: Any) -> list[Any]:
    """Return the functions that a name stands for: one, or a hook and a game's own method."""
    if not hasattr(member, HOOK):
        return [member]
    return [getattr(each, "__func__", each) for each in (getattr(member, HOOK), getattr(member, OWN))]


def own_methods(game_class: type, hooks: dict[str, int]) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield each of a game's own methods that stands beside a hook, with its name."""
    for name in hooks:
        member = inspect.getattr_static(game_class, name)
        if hasattr(member, HOOK):
            yield name, getattr(member, OWN)
