"""Keyword arguments declared once, as a TypedDict, and listed in the signature of every function that takes them."""

import inspect
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from typing import Any, TypeVar, cast

from plywise.arguments.names import nearest

Function = TypeVar("Function", bound=Callable[..., Any])


def spell_out(*takers: Callable[..., Any], passed: Sequence[str] = ()) -> Callable[[Function], Function]:
    """Return a decorator for a function with `**options: Unpack[...]`: its signature names each of the options.

    takers: the functions that receive the options, from which their defaults are read
    passed: keywords that are accepted but not shown, because the function has its own message for them

    help() and inspect.signature then show every keyword, and a call with an unknown one raises a TypeError that names
    the function called.
    """

    def spell(function: Function) -> Function:
        signature = inspect.signature(function)
        options = next(each for each in signature.parameters.values() if each.kind is each.VAR_KEYWORD)
        if options.annotation is options.empty:  # nothing is declared, so nothing can be shown
            return function
        declared: dict[str, Any] = options.annotation.__args__[0].__annotations__
        own = [each for each in signature.parameters.values() if each is not options]
        known = {each.name for each in own} | set(declared) | set(passed)

        @wraps(function)
        def call(*arguments: Any, **named: Any) -> Any:
            for name in named:
                if name not in known:
                    near = nearest(name, known)
                    hint = f"; did you mean {near}?" if near else ""
                    raise TypeError(f"{function.__name__}() got an unexpected keyword argument {name!r}{hint}")
            return function(*arguments, **named)

        call.__signature__ = signature.replace(  # type: ignore[attr-defined]
            parameters=[*own, *_keywords(declared, takers)]
        )
        return cast(Function, call)

    return spell


def _keywords(declared: Mapping[str, Any], takers: Sequence[Callable[..., Any]]) -> Iterator[inspect.Parameter]:
    """Yield the options as keyword parameters, each with its default in the first taker that has it."""
    taken = ChainMap(*(dict(inspect.signature(taker).parameters) for taker in takers))
    for name, annotation in declared.items():
        default = taken[name].default if name in taken else ...
        yield inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


__all__ = ["spell_out"]
