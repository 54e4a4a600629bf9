"""The accepted arguments of Python's functions and methods: unsupported ones are refused, never ignored.

`least most names`: the minimum and maximum number of positional arguments, `*` for any number, and the accepted keyword
arguments, `**` for any name.
"""

import bisect
import copy
import dataclasses
import functools
import heapq
import itertools
import math
import operator
from collections import Counter, OrderedDict, defaultdict, deque
from typing import Any

from plywise.compiler.emission.function import Emitter
from plywise.compiler.syntax.post_init import with_field
from plywise.compiler.types.kinds import WHOLE, Lazy, Value
from plywise.compiler.values.lookups import item
from plywise.compiler.values.sequences import length

FUNCTIONS: dict[Any, str] = {
    len: "1 1", range: "1 3", enumerate: "1 2 start", zip: "0 * strict", map: "2 *", filter: "2 2", reversed: "1 1",
    any: "1 1", all: "1 1", sum: "1 2 start", min: "1 * key default", max: "1 * key default",
    sorted: "1 1 key reverse", list: "0 1", tuple: "0 1", bytes: "0 1", set: "0 1", frozenset: "0 1", dict: "0 1 **",
    deque: "0 2 maxlen", Counter: "0 1 **", OrderedDict: "0 1", defaultdict: "0 1", str: "0 1", repr: "1 1",
    int: "0 2 base", float: "0 1", bool: "0 1", abs: "1 1", ord: "1 1", chr: "1 1", divmod: "2 2", next: "1 2",
    iter: "1 1", isinstance: "2 2", issubclass: "2 2", callable: "1 1", hasattr: "2 2", getattr: "2 3",
    round: "1 2 ndigits", bin: "1 1", hex: "1 1", oct: "1 1", format: "1 2", pow: "2 3 base exp mod", print: "0 * **",
    type: "1 1", slice: "1 3", hash: "1 1", dataclasses.replace: "1 1 **", with_field: "1 1 **",
    functools.reduce: "2 3", functools.partial: "1 * **",
    itertools.product: "0 * repeat", itertools.combinations: "1 2 r", itertools.permutations: "1 2 r",
    itertools.combinations_with_replacement: "1 2 r", itertools.chain: "0 *",
    itertools.pairwise: "1 1", itertools.islice: "2 4", itertools.accumulate: "1 2 func initial",
    itertools.groupby: "1 2 key", itertools.starmap: "2 2", itertools.takewhile: "2 2", itertools.dropwhile: "2 2",
    itertools.filterfalse: "2 2", itertools.compress: "2 2", itertools.count: "0 2 start step",
    itertools.repeat: "1 2 times", itertools.cycle: "1 1", itertools.zip_longest: "0 * fillvalue",
    math.gcd: "0 *", math.lcm: "0 *", math.prod: "1 1 start", math.isqrt: "1 1", math.comb: "2 2", math.perm: "1 2",
    math.factorial: "1 1", math.floor: "1 1", math.ceil: "1 1", math.trunc: "1 1", math.isnan: "1 1",
    math.isinf: "1 1", math.isfinite: "1 1", math.pow: "2 2",
    heapq.heappush: "2 2", heapq.heappop: "1 1", heapq.heapify: "1 1", bisect.bisect: "2 2",
    bisect.bisect_left: "2 2", bisect.bisect_right: "2 2", bisect.insort: "2 2", copy.copy: "1 1",
    copy.deepcopy: "1 2",
    operator.neg: "1 1", operator.not_: "1 1", operator.invert: "1 1", operator.itemgetter: "1 *",
    operator.attrgetter: "1 *",
}  # fmt: skip
"""Function -> its accepted arguments. All others take one argument, those of `operator` two."""

OF_MODULES = {"math": "1 1", "_operator": "2 2"}
"""Module -> the accepted arguments of its other functions."""

METHODS: dict[str, str] = {
    "join": "1 1", "upper": "0 0", "lower": "0 0", "swapcase": "0 0", "capitalize": "0 0", "title": "0 0",
    "casefold": "0 0", "isupper": "0 0", "islower": "0 0", "isdigit": "0 0", "isnumeric": "0 0", "isdecimal": "0 0",
    "isalpha": "0 0", "isalnum": "0 0", "isspace": "0 0", "find": "1 3", "rfind": "1 3", "rindex": "1 3",
    "index": "1 3", "count": "1 3", "replace": "2 3", "split": "0 2 sep maxsplit", "rsplit": "0 2 sep maxsplit",
    "splitlines": "0 0", "partition": "1 1", "rpartition": "1 1", "removeprefix": "1 1", "removesuffix": "1 1",
    "ljust": "1 2", "rjust": "1 2", "center": "1 2", "zfill": "1 1", "translate": "1 1", "strip": "0 1",
    "lstrip": "0 1", "rstrip": "0 1", "startswith": "1 1", "endswith": "1 1", "format": "0 * **",
    "append": "1 1", "appendleft": "1 1", "extend": "1 1", "extendleft": "1 1", "pop": "0 2", "popleft": "0 0",
    "insert": "2 2", "remove": "1 1", "reverse": "0 0", "clear": "0 0", "copy": "0 0", "sort": "0 0 key reverse",
    "rotate": "0 1", "add": "1 1", "discard": "1 1", "update": "0 * **", "union": "0 *", "intersection": "0 *",
    "difference": "0 *", "symmetric_difference": "1 1", "intersection_update": "0 *", "difference_update": "0 *",
    "symmetric_difference_update": "1 1", "issubset": "1 1", "issuperset": "1 1", "isdisjoint": "1 1",
    "keys": "0 0", "values": "0 0", "items": "0 0", "get": "1 2", "setdefault": "1 2", "total": "0 0",
    "most_common": "0 1", "elements": "0 0", "subtract": "0 1 **", "popitem": "0 0", "fromkeys": "1 2",
    "move_to_end": "1 1", "bit_count": "0 0", "bit_length": "0 0", "is_integer": "0 0", "_replace": "0 0 **",
    "_asdict": "0 0", "_make": "1 1",
}  # fmt: skip
"""Method -> its accepted arguments."""

STARRED = {
    zip, min, max, itertools.chain, itertools.product, set.union, functools.partial, print, math.gcd, math.lcm,
}  # fmt: skip
"""Functions that take any number of arguments, including a starred argument of unknown length."""
STARRED_METHODS = {"union", "update", "difference", "intersection"}


def check_function(f: Emitter, function: Any, name: str, args: list[Value], named: dict[str, Value]) -> None:
    """Raise Refusal if a function is called with unsupported arguments."""
    allowed = FUNCTIONS.get(function) or OF_MODULES.get(getattr(function, "__module__", ""), "0 3")
    if has_rest(args) and function not in STARRED:
        raise f.refuse(f"{name} with a starred argument of unknown length; write them out, or use a loop instead")
    check_call(f, name, allowed, args, named)


def check_method(f: Emitter, name: str, args: list[Value], named: dict[str, Value]) -> None:
    """Raise Refusal if a method is called with unsupported arguments."""
    if has_rest(args) and name not in STARRED_METHODS:
        raise f.refuse(f"{name} with a starred argument of unknown length; write them out, or use a loop instead")
    check_call(f, name, METHODS.get(name, "0 3"), args, named)


def check_call(f: Emitter, name: str, allowed: str, args: list[Value], named: dict[str, Value]) -> None:
    """Raise Refusal if a function is called with arguments not allowed; `allowed` has the format of FUNCTIONS."""
    least, most, *names = allowed.split()
    if len(args) < int(least) and not (named and names):
        raise f.refuse(f"{name} is called with {len(args)} arguments; write the {least} that it needs")
    if most != "*" and len(args) > int(most):
        raise f.refuse(f"{name} with {len(args)} arguments cannot be compiled; write it with {most} at most instead")
    for each in named:
        if each not in names and "**" not in names:
            raise f.refuse(f"{name} with {each}= cannot be compiled; write what it does without it instead")


def has_rest(args: list[Value]) -> bool:
    """Return whether there is a starred argument of unknown length."""
    return any(isinstance(each.kind, Lazy) and each.kind.what == "rest" for each in args)


def spread(f: Emitter, args: list[Value], count: int) -> list[Value]:
    """Return a fixed number of arguments; the last holds the remaining ones, unevaluated."""
    if not args or not isinstance(args[-1].kind, Lazy) or args[-1].kind.what != "rest":
        return args
    rest, wanted = args[-1].kind.parts[0], count - len(args) + 1
    f.fail(
        f.builder.icmp_signed("!=", length(f, rest), f.int(max(wanted, 0))),
        TypeError,
        "another number of arguments",
    )
    return [
        *args[:-1],
        *(item(f, rest, Value(WHOLE, [f.int(place)], (place,))) for place in range(wanted)),
    ]
