"""Compiled functions come together in their entry: parts have no machine code, and nothing they call is lost."""

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from plywise.engines.native.compile import linking
from plywise.engines.native.compile.copies import Copies
from plywise.engines.native.compile.linking import EntryLibrary, PartLibrary
from tests.helpers.stones import STONES_FILE

NEVER = False


def triple(number):
    return 3 * number


def unused(number):
    return triple(number) if NEVER else number


def odd(number):
    return number % 2 == 1


def steps(number):
    while number != 1:
        number = triple(number) + 1 if odd(number) else number // 2
        yield number


def collatz(number):
    """Call `triple` where that is left out as it is compiled, and then where it is not."""
    count = unused(0)
    for _ in steps(number):
        count += 1
    return count


def is_even(number):
    return True if number == 0 else is_odd(number - 1)


def is_odd(number):
    if number < 0:
        raise ValueError("below 0")
    return False if number == 0 else is_even(number - 1)


def parity(number):
    return 2 * is_odd(number) + is_even(number)


def compiled(function: Callable[..., Any]) -> tuple[Any, Copies]:
    copies = Copies(function, nogil=True, boundscheck=True)
    return copies.of(function), copies


@pytest.mark.parametrize(("function", "given"), [(collatz, range(1, 40)), (parity, range(40))])
def test_what_is_joined_answers_as_in_python(function, given):
    copy, _ = compiled(function)
    assert [copy(number) for number in given] == [function(number) for number in given]


def test_what_a_part_raises_comes_out_of_the_entry():
    copy, _ = compiled(parity)
    assert copy(3) == 2
    with pytest.raises(ValueError, match="below 0"):
        copy(-5)


def test_each_function_becomes_machine_code_once(monkeypatch):
    emitted, optimised = [], []
    for name, seen in (("_finalize_specific", emitted), ("_optimize_final_module", optimised)):
        original = getattr(EntryLibrary, name)

        def noting(library, original=original, seen=seen):
            seen.append(library.name)
            return original(library)

        for kind in (EntryLibrary, PartLibrary):
            monkeypatch.setattr(kind, name, noting)
    copy, copies = compiled(collatz)
    assert copy(27) == 111
    assert emitted == optimised == ["collatz"]
    libraries = {
        function: next(iter(made.overloads.values())).library
        for function, made in copies.made.items()
        if function in (collatz, steps, odd, triple, unused)
    }
    assert {function: type(library) for function, library in libraries.items()} == {
        collatz: EntryLibrary,
        **dict.fromkeys((steps, odd, triple, unused), PartLibrary),
    }


CIRCLE = f"""{STONES_FILE}

def even(left): return True if left == 0 else odd(left - 1)
def odd(left): return False if left == 0 else even(left - 1)

class Circle(Stones):
    def utility(self, state): return -state.side if even(state.stones) else state.side

found = [pw.search(Circle(9), algorithm="alphabeta", engine=engine) for engine in ("reference", "native")]
print([(each.value, each.nodes) for each in found])
"""


@pytest.mark.slow
def test_rules_that_call_one_another_in_a_circle_come_from_the_cache(tmp_path):
    said = [
        subprocess.run(
            [sys.executable, "-c", CIRCLE],
            env=os.environ | {"PLYWISE_CACHE_DIR": str(tmp_path)},
            capture_output=True,
            text=True,
            check=True,
        )
        for _ in range(2)
    ]
    assert "compiling" in said[0].stderr
    assert said[1].stderr == ""
    one, other = eval(said[0].stdout)
    assert one == other
    assert said[1].stdout == said[0].stdout


def test_a_library_is_joined_once_however_often_it_is_called():
    entry = EntryLibrary.__new__(EntryLibrary)
    entry._linking_libraries = []
    inner, outer = (linking.PartLibrary.__new__(linking.PartLibrary) for _ in range(2))
    inner._linking_libraries, outer._linking_libraries = [outer], [inner]  # they call each other
    for library in (inner, outer, inner):
        library._finalized = True
        entry.add_linking_library(library)
    assert entry._linking_libraries == [inner, outer]
