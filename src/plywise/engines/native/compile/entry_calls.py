"""Calls of compiled code from Python, without the compiler.

An entry takes words only: one for a number, one for each field of a state, and the address of an array. The game and
the config take none, because the entry was compiled for them. It returns a status; if that is not 0, it is followed by
the address of a pickled exception.
"""

import pickle
from array import array
from collections.abc import Sequence
from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_int32, c_int64, c_void_p, string_at
from typing import Any

STATE, NUMBER, GAME, CONFIG = "state", "number", "game", "config"
"""The kinds of parameters, besides arrays, which are named by the type of their items."""

WORDS, SHORT_WORDS, BYTES = "<i8", "<i4", "|i1"

PARAMETERS: dict[str, str] = {
    "game": GAME,
    "config": CONFIG,
    "state": STATE,
    "target": STATE,
    **dict.fromkeys(("work", "stack", "table", "more", "new", "memo", "model", "rival", "tree"), WORDS),
    **dict.fromkeys(("least", "most"), SHORT_WORDS),
    **dict.fromkeys(("cells",), BYTES),
}
"""Parameter name -> its kind; all others are numbers."""


WIDTHS = {NUMBER: 1, GAME: 0, CONFIG: 0, WORDS: 1, SHORT_WORDS: 1, BYTES: 1}
"""Kind of parameter -> the words passed for it."""


def parameters(function: Any) -> list[str]:
    """Return the kind of each parameter of an entry."""
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    return [PARAMETERS.get(name, NUMBER) for name in names]


class _Raised(Structure):
    """An exception in compiled code, pickled in constant memory: see compiler/layout/returning.py."""

    _fields_ = (("pickled", c_void_p), ("size", c_int32))


class Entry:
    """A compiled function of the kernel, called with the arguments of its source.

    address: of its code
    taken: what each parameter takes
    fields: the words of a state
    """

    def __init__(self, address: int, taken: Sequence[str], fields: int) -> None:
        self._taken = tuple(taken)
        self._count = sum(WIDTHS.get(each, fields) for each in taken)
        words = [c_int64] * self._count  # releases Python's lock during the call
        self._code = CFUNCTYPE(c_int32, POINTER(c_int64), POINTER(POINTER(_Raised)), *words)(address)

    def __call__(self, *arguments: Any) -> int:
        """Return the answer. Raises what the compiled code raises, and TypeError for arguments it does not take."""
        given = array("q")
        for value, takes in zip(arguments, self._taken, strict=True):
            if takes is NUMBER:
                given.append(value)
            elif takes is STATE:
                given.extend(value)
            elif takes is not GAME and takes is not CONFIG:
                seen = value.__array_interface__
                if seen["typestr"] != takes or seen["strides"] is not None or len(seen["shape"]) != 1:
                    raise TypeError(f"expected a contiguous array of {takes}, not {value!r}")
                given.append(seen["data"][0])
        if len(given) != self._count:  # otherwise the code would read beyond the arguments
            raise TypeError(f"{len(given)} words; {self._count} are wanted")
        answer, raised = c_int64(), POINTER(_Raised)()
        if self._code(byref(answer), byref(raised), *given):
            raise _exception(raised)
        return answer.value


def _exception(raised: Any) -> BaseException:
    """Return the exception that compiled code raised."""
    if not raised:
        return SystemError("compiled code failed without a reason")
    kind, arguments = pickle.loads(string_at(raised.contents.pickled, raised.contents.size))
    made: BaseException = kind(*arguments)
    return made


__all__ = ["BYTES", "CONFIG", "GAME", "NUMBER", "SHORT_WORDS", "STATE", "WORDS", "Entry", "parameters"]
