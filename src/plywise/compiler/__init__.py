"""The compiler: functions in ordinary Python, over tuples, strings, records, sets and lists, to LLVM.

    exports     functions as other compiled code calls them: the interface
    source      the syntax tree of a function, with its file and lines
    kinds       what a value may be: the types, and how two of them join
    codec       values as words: in Python, and compiled
    program     all functions that the exported ones reach, translated until their types are settled
    function    one function in the making: its blocks, variables, errors and memory
    forms       tables: type of a syntax tree -> what translates it, filled by statements, expressions, displays, calls
    callees     tables: kind of a value, or type of a Python object -> what its call does; calls fills them
    conversion  from one kind to another; sequences and collections register theirs
    numbers, sequences, texts, collections, classes    the values and what they can do
    operators, comparisons, lookups    operations on values of all kinds: one + other, one == other, many[index]
    loops, iterators    loops over values of all kinds
    generators, kept    generators that have a name: functions that go on where they yielded
    arrays, array_functions, array_library    arrays of NumPy
    prelude     sorting, sets and dicts, in plain Python, translated like any function

It knows nothing of games. Decision 0103 describes its design and what it promises.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plywise.compiler.exports import Export
    from plywise.compiler.program import Program
    from plywise.compiler.widths import Widths


def compile_functions(
    exports: "Sequence[Export]",
    packs_lists: bool = True,
    method_meant: Callable[[Any, int, bool], Any] | None = None,
    wraps: Callable[[Any], bool] | None = None,
    widths: "Widths | None" = None,
) -> "Program":
    """Compile functions and all that they call; return the program, whose `module` is the LLVM.

    packs_lists: whether lists of rows of states may stay packed. method_meant: tells which function a call of a method
    means, given the method, the number of arguments, and whether some are named; None: the method itself. wraps: tells
    of a function whether its arithmetic keeps the low 64 bits of each result, unchecked, as that of no rule may.
    widths: how wide ints are, as far as that was found out.

    Raises Refusal, which says what is not compiled, where, and what to write instead.
    """
    from plywise.compiler.exports import function_of
    from plywise.compiler.program import Program

    program = Program(packs_lists, method_meant, wraps, widths)
    program.translate(lambda: [function_of(program, export) for export in exports])
    return program
