"""Calls of compiled code by Python, without Numba.

An entry is called with words alone: one for a number, as many as a state has, two for an array, its address and its
length; nothing for the game and the config, which it was compiled for. The machine code has a function for that
(word_wrapper.py); it returns a status, and where that is not 0 the place where an exception lies pickled.
"""

import pickle
from array import array
from collections.abc import Sequence
from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_int32, c_int64, c_void_p, string_at
from typing import Any

STATE, NUMBER, NOTHING = "state", "number", "nothing"
"""What a parameter takes, besides arrays: those are named by the type of their items."""

WORDS, SHORT_WORDS = "<i8", "<i4"

PARAMETERS: dict[str, str] = {
    "game": NOTHING,
    "config": NOTHING,
    "state": STATE,
    **dict.fromkeys(("work", "stack", "table", "more", "new", "memo"), WORDS),
    **dict.fromkeys(("least", "most"), SHORT_WORDS),
}
"""What the entries' parameters take, by their names; all others are numbers."""


WIDTHS = {NUMBER: 1, NOTHING: 0, WORDS: 2, SHORT_WORDS: 2}
"""What a parameter takes -> the words for it."""


def parameters(function: Any) -> list[str]:
    """Return what each parameter of an entry takes."""
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    return [PARAMETERS.get(name, NUMBER) for name in names]


class _Raised(Structure):
    """An exception as Numba's code leaves it: pickled, in constant memory."""

    _fields_ = (
        ("pickled", c_void_p),
        ("size", c_int32),
        ("hash", c_void_p),
        ("unwrap", c_void_p),
        ("dynamic", c_int32),
    )


Code = CFUNCTYPE(c_int32, c_void_p, POINTER(c_int64), POINTER(POINTER(_Raised)))
"""(the words, their answer, an exception) -> 0 where it answered. Python's lock is released meanwhile."""


class Entry:
    """A compiled function of the kernel, called with the arguments of its source.

    address: of the wrapper that takes words
    taken: what each parameter takes
    fields: the words of a state
    """

    def __init__(self, address: int, taken: Sequence[str], fields: int) -> None:
        self._code = Code(address)
        self._taken = tuple(taken)
        self._count = sum(WIDTHS.get(each, fields) for each in taken)

    def __call__(self, *arguments: Any) -> int:
        """Return the answer. Raises what the compiled code raises, and TypeError for other arguments than it takes."""
        given = array("q")
        for value, takes in zip(arguments, self._taken, strict=True):
            if takes is NUMBER:
                given.append(value)
            elif takes is STATE:
                given.extend(value)
            elif takes is not NOTHING:
                seen = value.__array_interface__
                if seen["typestr"] != takes or seen["strides"] is not None or len(seen["shape"]) != 1:
                    raise TypeError(f"an array of {takes} in one piece is wanted, not {value!r}")
                given.append(seen["data"][0])
                given.append(seen["shape"][0])
        if len(given) != self._count:  # the code would read beyond them
            raise TypeError(f"{len(given)} words; {self._count} are wanted")
        answer, raised = c_int64(), POINTER(_Raised)()
        if self._code(given.buffer_info()[0], byref(answer), byref(raised)):
            raise _exception(raised)
        return answer.value


def _exception(raised: Any) -> BaseException:
    """Return the exception that compiled code raised; of one with parts found as it ran, without them."""
    if not raised:
        return SystemError("compiled code failed, and does not say why")
    found = raised.contents
    kind, given, _ = pickle.loads(string_at(found.pickled, found.size))
    if kind is None:
        return RuntimeError("No active exception to reraise")
    made: BaseException = kind() if found.dynamic or given is None else kind(*given)
    return made


__all__ = ["NOTHING", "NUMBER", "SHORT_WORDS", "STATE", "WORDS", "Entry", "parameters"]
