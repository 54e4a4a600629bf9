"""Allow helper methods in a user's game that share their name with an optional method of `Game`.

`beside(self, board, cell)` is not the hook `beside(self, state)`: a method that cannot take the hook's arguments is an
ordinary helper. Such a name then means two methods, distinguished by the number of arguments in a call: with the number
that Plywise passes it is the hook, inherited or default, otherwise the helper. To look up a rule without calling it,
use `hook_of`; the compilers use `method_for` to resolve calls in the rules.
"""

import inspect
from collections.abc import Callable, Iterator
from functools import update_wrapper
from itertools import takewhile
from types import FunctionType, MethodType
from typing import Any

OWN, HOOK, PASSED = "_own_method", "_hook", "_passed"


def optional_methods(base: type) -> dict[str, int]:
    """Return the optional methods of the class of all games, each with its number of arguments after the game."""
    return {
        name: len(inspect.signature(member).parameters) - 1
        for each in base.__mro__
        for name, member in vars(each).items()
        if isinstance(member, FunctionType) and not name.startswith("_") and not _is_abstract(member)
    }


def _is_abstract(member: FunctionType) -> bool:
    return bool(getattr(member, "__isabstractmethod__", False))


def set_namesakes_apart(game_class: type, base: type, hooks: dict[str, int]) -> None:
    """Let each method that cannot be called as the hook of its name coexist with the hook.

    base: the class of all games, whose methods need no check. hooks: name -> number of arguments
    """
    below = list(takewhile(lambda each: each is not base, game_class.__mro__))
    for name in (name for name in hooks if any(name in vars(each) for each in below)):
        own, passed = inspect.getattr_static(game_class, name), hooks[name]
        if _is_method(own) and not _takes(own, passed):
            setattr(game_class, name, _two_methods(own, _inherited(game_class, name, passed), passed))


def _is_method(member: Any) -> bool:
    return isinstance(member, (FunctionType, staticmethod, classmethod))


def _takes(member: Any, passed: int) -> bool:
    """Return whether a method can be called with this number of arguments after the game."""
    if hasattr(member, HOOK):
        return True
    given = passed if isinstance(member, staticmethod) else passed + 1
    try:
        inspect.signature(getattr(member, "__func__", member)).bind(*range(given))
    except TypeError:
        return False
    return True


def _inherited(game_class: type, name: str, passed: int) -> Any:
    """Return the hook that a class would have without its helpers of that name."""
    members = (vars(each)[name] for each in game_class.__mro__ if name in vars(each))
    return hook_of_member(next(each for each in members if _is_method(each) and _takes(each, passed)))


def _two_methods(own: Any, hook: Any, passed: int) -> Callable[..., Any]:
    """Return a method that calls `hook` with the hook's number of arguments, and otherwise `own`."""

    def either(self: Any, *arguments: Any, **named: Any) -> Any:
        meant = hook if len(arguments) == passed and not named else own
        return meant.__get__(self, type(self))(*arguments, **named)

    update_wrapper(either, own)
    vars(either).update({OWN: own, HOOK: hook, PASSED: passed})
    return either


def hook_of_member(member: Any) -> Any:
    """Return the hook behind a class's member with the name of a hook."""
    return getattr(member, HOOK, member)


def hook_of(game_class: type, name: str) -> Any:
    """Return the hook of a name: the game's version, or the default."""
    return hook_of_member(getattr(game_class, name))


def method_for(member: Any, arguments: int, named: bool = False) -> Any:
    """Return the function meant by a call with a number of arguments after the game. named: some are by name.

    Without a helper of the same name, it is the member itself. A static method of the game stays static.
    """
    if not hasattr(member, HOOK):
        return member
    return getattr(member, HOOK) if arguments == getattr(member, PASSED) and not named else getattr(member, OWN)


def method_meant(method: Any, arguments: int, named: bool) -> Any:
    """Return the method meant by a call, bound or not; the method itself if the name is not shared."""
    if not hasattr(method, HOOK):
        return method
    if isinstance(method, MethodType):
        return method_for(method.__func__, arguments, named).__get__(method.__self__, type(method.__self__))
    return method_for(method, arguments - 1, named)


def both_methods(member: Any) -> list[Any]:
    """Return the functions of a name: one, or a hook and a helper."""
    if not hasattr(member, HOOK):
        return [member]
    return [getattr(each, "__func__", each) for each in (getattr(member, HOOK), getattr(member, OWN))]


def own_methods(game_class: type, hooks: dict[str, int]) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield each helper of a game that shares its name with a hook, with its name."""
    for name in hooks:
        member = inspect.getattr_static(game_class, name)
        if hasattr(member, HOOK):
            yield name, getattr(member, OWN)
