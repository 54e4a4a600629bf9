"""The compiler: compiles functions in ordinary Python, over tuples, strings, records, sets and lists, to machine code.

    translation   statements, expressions and calls, for the argument types of each function; whole programs
    layout        values as words: the encoding of states and actions
    values        numbers, sequences, collections, texts, arrays and objects, with their operations
    emission      the code of one function: blocks, variables, errors, memory, conversions
    syntax        syntax trees of functions, and how functions use names
    types         the types of values
    passes        optimizations of the intermediate representation
    lowering      the intermediate representation to LLVM's text, and to machine code
    ir            the intermediate representation
    library       Python's built-in functions, in plain Python

Each package imports only those below it. The compiler knows nothing about games. docs/background/compiler.md follows a
function through it; decision 0103 describes its design and its guarantees.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plywise.compiler.translation.exports import Export
    from plywise.compiler.translation.program import Program
    from plywise.compiler.types.widths import Widths


def compile_functions(
    exports: "Sequence[Export]",
    packs: bool = True,
    method_meant: Callable[[Any, int, bool], Any] | None = None,
    wraps: Callable[[Any], bool] | None = None,
    widths: "Widths | None" = None,
) -> "Program":
    """Compile functions and all that they call; return the program, whose `module` is the LLVM.

    packs: whether lists and sets made from those of states may have their layout. method_meant: tells which function
    a call of a method means, given the method, the number of arguments, and whether some are named; None: the method
    itself. wraps: tells of a function whether its arithmetic keeps the low 64 bits of each result, unchecked, as that
    of no rule may. widths: how wide ints are, as far as that was found out.

    Raises Refusal, which says what is not compiled, where, and what to write instead.
    """
    from plywise.compiler.translation.program import Program
    from plywise.compiler.types.kinds import ComputedKeys, Refusal, TooDeep

    ordinary: set[tuple[str, ...]] | None = set()
    refused: Refusal | None = None
    computed: ComputedKeys | None = None
    while True:
        program = Program(packs, method_meant, wraps, widths, ordinary)
        try:
            program.translate(partial(_translate_all, program, exports))
        except ComputedKeys as found:
            ordinary, computed = {*(ordinary or ()), found.keys}, computed or found
        except Refusal as refusal:
            if isinstance(refusal, TooDeep) and computed is not None:
                raise (refused or computed.refusal()) from None
            if refused is not None or not program.keyed:
                raise (refused or refusal) from None
            refused, ordinary = refusal, None  # perhaps ordinary dicts can do what is asked
        else:
            return program


def _translate_all(program: "Program", exports: "Sequence[Export]") -> list[Any]:
    from plywise.compiler.translation.exports import function_of

    return [function_of(program, export) for export in exports]
