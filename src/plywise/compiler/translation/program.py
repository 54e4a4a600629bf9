"""Whole programs: all functions that a game's rules reach, translated in passes until their types no longer change.

A pass translates each function for the types of its arguments. The types of variables, list items and return values are
those seen so far; if a pass sees another type, it is joined to them, and another pass follows. The code of the last
pass, in which no new type was seen, is valid.
"""

import ast
import pickle
import sys
from collections.abc import Callable, Collection
from functools import cache
from types import FunctionType
from typing import Any

from plywise.compiler import ir
from plywise.compiler.emission.conversion import convert
from plywise.compiler.emission.forms import emit_body
from plywise.compiler.emission.function import Emitter, Scope, Unreachable
from plywise.compiler.emission.generators import STEPS, Frame, emit_steps, given_to, known_steps, words_of_scalars
from plywise.compiler.emission.memory import ARENA, Memory
from plywise.compiler.emission.returning import RETCODE_OK, RETCODE_USEREXC, error_ptr_t, error_t
from plywise.compiler.passes import run_passes
from plywise.compiler.syntax.names import names_of
from plywise.compiler.syntax.source import tree_of
from plywise.compiler.syntax.webs import webs_of
from plywise.compiler.translation import calls, copying, displays, expressions, formats, python_functions, statements
from plywise.compiler.translation.conditions import list_gathered, truth_statement
from plywise.compiler.types.joining import Cell, join
from plywise.compiler.types.kinds import (
    ADDRESS,
    BIT,
    BYTE,
    CHAR,
    INT,
    NEVER,
    NONE,
    TRUTH,
    Int,
    Kind,
    Refusal,
    Shape,
    TooDeep,
    TooMuch,
    Value,
    can_change,
    holds_tied,
    signature_of,
)
from plywise.compiler.types.widths import Widths
from plywise.compiler.values import constant_collections
from plywise.compiler.values.deferred import TIED, materialized, passed_on

TRANSLATORS = (statements, expressions, displays, calls, copying, python_functions, formats, constant_collections)
"""The modules that register translations in the tables of `forms`, `callees` and `conversion`."""

FORMS = {STEPS: "the next item", "truth": "whether it is true"}
"""Forms of a function other than its value -> a description of their result."""

MAX_PASSES = 40
MAX_INSTANCES = 2_000
MAX_FRAMES = 8_000  # the recursion limit during translation
MAX_FORMS_WITHIN = 3  # of one function, each calling the next


class Raised(Exception):
    """A rule raised a user-defined error."""


class Instance:
    """A function for certain argument types.

    fixed: the values of its first parameters that are constants, such as the game
    form: its result: its "value"; "steps" for a generator's next item; "truth" for the truth of its value only
    """

    def __init__(self, program: "Program", key: Any, function: Any, node: Any, kinds: list[Kind], form: str) -> None:
        self.program = program
        self.key = key
        self.function = function
        self.node = node
        self.kinds = kinds
        self.form = form
        self.result: Kind = NEVER
        self.llvm: Any = None
        self.pass_number = -1
        self.recursive = False
        self.active = False
        self.around: Any = None  # of a nested function: see lifting.Around
        self.promise: Any = None  # of a generator that is no function: the promise it evaluates
        self.size: Any = None  # of a generator: its size in bytes ...
        self.frame: Any = None  # ... and its places
        self.cell = program.cell((key, "yielded")) if form == STEPS else None
        self.watched: set[type[BaseException]] = set()  # errors that a function which calls it may catch
        self.errors: set[type[BaseException]] = set()  # errors that may leave it
        if form == STEPS:
            self.watched, self.errors = program.steps.watched, program.steps.errors

    def declare(self) -> None:
        """Declare the LLVM function of this pass."""
        arguments = [ADDRESS] if self.form == STEPS else [scalar for kind in self.kinds for scalar in kind.scalars]
        form = ir.FunctionType(ir.IntType(32), [*self.program.first_arguments(), *arguments])
        name = f"plywise.{getattr(self.node, 'name', 'lambda')}.{len(self.program.functions)}"
        self.llvm = ir.Function(self.program.module, form, name)
        self.llvm.internal = True
        self.llvm.title = self._title()
        self.llvm.given = self._given_names()
        self.program.functions.append(self.llvm)
        self.program.called[name] = self
        if self.form == STEPS:
            self.program.memory.calls.setdefault(STEPS, set()).add(name)
            self.frame = Frame(
                self.llvm.arguments[3], words_of_scalars(scalar for kind in self.kinds for scalar in kind.scalars)
            )
            self.size = ir.GlobalVariable(self.program.module, INT, f"{name}.bytes")
        self.pass_number = self.program.pass_number

    def _title(self) -> str:
        """Return the function's signature, with its types, for the printed form."""
        known = f"{self.function.__module__}.{self.function.__qualname__}" if self.function is not None else "lambda"
        return known if self.form == "value" else f"{known}, {FORMS[self.form]}"

    def _given_names(self) -> list[str]:
        """Return the names of the function's arguments in the printed form."""
        names = ["result", "error", "memory"]
        if self.form == STEPS:
            return [*names, "generator"]
        given = self.names() if self.around is None else [*self.names(), "frame"]
        for name, kind in zip(given, self.kinds, strict=True):
            count = len(kind.scalars)
            names += [name] if count == 1 else [f"{name}.{number}" for number in range(count)]
        return names

    def names(self) -> list[str]:
        """Return the parameters' names, in the order of the types."""
        arguments = self.node.args
        given = [*arguments.posonlyargs, *arguments.args, arguments.vararg, *arguments.kwonlyargs, arguments.kwarg]
        return [each.arg for each in given if each is not None]

    def emit(self) -> None:
        """Translate the function."""
        errors = None if self.llvm is None else set(self.errors)
        self.declare()
        self.active = True
        emitter = Emitter(self.program, self.llvm)
        emitter.arena, emitter.lasting = self.llvm.arguments[2], self.frame
        emitter.watched, emitter.errors = self.watched, self.errors
        values = self._given(emitter)
        outer = None if self.around is None else self.around.seen_from(emitter, values.pop().scalars[0])
        scope = emitter.root = Scope(self.key, self.function, names_of(self.node).stored if self.node else set(), outer)
        scope.begin = emitter.entry
        if self.form == "truth":
            scope.gathered, scope.own_form = list_gathered(self.node), truth_statement
        emitter.scope, emitter.node = scope, self.node
        emitter.inlined += [self.node] if self.promise is None else self.promise.inlined
        try:
            if self.form == STEPS:
                self._emit_steps(emitter, values)
            else:
                self._emit_whole(emitter, values)
        except Unreachable:
            pass
        finally:
            self.active = False
            emitter.finish()
        if errors is not None and errors != self.errors:  # callers translated meanwhile knew fewer errors
            self.program.changed = True

    def _given(self, emitter: Emitter) -> list[Value]:
        """Return the function's arguments."""
        if self.form == STEPS:
            return given_to(emitter, self.kinds)
        found, at = [], 3
        for kind in self.kinds:
            found.append(Value(kind, self.llvm.arguments[at : at + len(kind.scalars)]))
            at += len(kind.scalars)
        return found

    def _emit_whole(self, emitter: Emitter, values: list[Value]) -> None:
        """Translate the function in its value or truth form."""
        mark = self.program.memory.mark(emitter)
        for name, value in zip(self.names(), values, strict=True):
            emitter.assign(emitter.slot(name), value)
        if self.recursive and not emitter.wraps:
            self.program.memory.descend(emitter)
        emitter.scope.returned = lambda value: self.give_back(emitter, value, mark)
        emit_body(emitter, self.node)
        if not emitter.is_ended:
            emitter.scope.returned(self._nothing())

    def _emit_steps(self, emitter: Emitter, values: list[Value]) -> None:
        """Translate a generator to a function that returns its next item."""
        if self.recursive:
            self.program.memory.descend(emitter)

        def leave() -> None:
            if self.recursive:
                self.program.memory.ascend(emitter)

        def body(yielded: Any, over: Callable[[], None]) -> None:
            emitter.open(emitter.scope)
            emitter.scope.yielded, emitter.scope.returned = yielded, lambda value: over()
            if self.promise is not None:
                self.promise.emit(emitter, values, yielded)
                return
            for name, value in zip(self.names(), values, strict=True):
                emitter.assign(emitter.slot(name), value)
            emit_body(emitter, self.node)

        emit_steps(emitter, self.cell, leave, body)

    def _nothing(self) -> Value:
        """Return the result of a function that ends without return."""
        return Value(TRUTH, [BIT(0)], (False,)) if self.form == "truth" else Value(NONE, (), (None,))

    def give_back(self, emitter: Emitter, value: Value, mark: Any) -> None:
        """Return a value from the function."""
        value = passed_on(emitter, value, returned=True)
        joined = join(self.result, value.kind)
        if joined != self.result:
            self.result = joined
            self.program.changed = True
        value = self.program.convert(emitter, value, self.result)
        if value.scalars:
            place = emitter.builder.bitcast(self.llvm.arguments[0], emitter.struct(self.result).as_pointer())
            emitter.builder.store(emitter.gathered(value), place)
        keeps_nothing = ADDRESS not in self.result.scalars and not any(map(can_change, self.kinds))
        if keeps_nothing and self.around is None:  # surrounding variables could refer to some of the memory
            self.program.memory.release(emitter, mark)
        emitter.restore()
        if self.recursive and not emitter.wraps:
            self.program.memory.ascend(emitter)
        emitter.builder.ret(RETCODE_OK)


class Program:
    """The functions that a game's rules reach.

    packs: whether lists and sets made from those of states may have their layout
    method_meant: resolves a method call to a function
    wraps: whether a function's arithmetic wraps to 64 bits without errors
    widths: the widths of its ints
    ordinary_dicts: the keys of dicts with literal keys that have no field for each key; None: all
    """

    def __init__(
        self,
        packs: bool = True,
        method_meant: Callable[[Any, int, bool], Any] | None = None,
        wraps: Callable[[Any], bool] | None = None,
        widths: Widths | None = None,
        ordinary_dicts: Collection[tuple[str, ...]] | None = None,
    ) -> None:
        self.memory = Memory(self)
        self.kinds: dict[Any, Kind] = {}
        self.cells: dict[Any, Cell] = {}
        self.shapes: dict[type, Shape] = {}  # of the classes whose objects rules create and change
        self.keyed: dict[tuple[str, ...], Shape] = {}  # of the dicts with literal keys
        self.ordinary_dicts = ordinary_dicts
        self.instances: dict[Any, Instance] = {}
        self.refusals: list[Refusal] = []
        self.active: dict[Any, list[Instance]] = {}  # being translated: by function and argument types ...
        self.around: dict[Any, list[Instance]] = {}  # ... and by function alone
        self.known: dict[int, Any] = {}
        self.variables: dict[int, str] = {}
        self.layouts: dict[Any, list[Any]] = {}  # of nested functions: the surrounding variables they use
        self.codes: dict[type[BaseException], int] = {}  # errors that may be caught -> their status codes
        self.packs = packs
        self.wraps = cache(wraps or (lambda function: False))
        self.widths = widths or Widths()
        self.method_meant = method_meant or (lambda method, arguments, named: method)
        self.asked: dict[Any, str] = {}  # places in the source where sets are looped over in order -> why
        self.packed: set[Any] = set()  # what has the layout of states: "sets", and variables that hold lists ...
        self.unpacked: set[Any] = set()  # ... and those that could not
        self.steps: Any = known_steps()
        self.changed = False
        self.pass_number = 0
        self.begin_pass()

    @staticmethod
    def first_arguments() -> list[Any]:
        """Return the types of each function's first arguments: the addresses of its result, error and memory."""
        return [ADDRESS, error_ptr_t.as_pointer(), ARENA.as_pointer()]

    def begin_pass(self) -> None:
        """Start a pass, with nothing translated."""
        self.pass_number += 1
        self.changed = False
        self.refusals = []
        self.module = ir.Module()
        self.functions: list[Any] = []
        self.called: dict[str, Instance] = {}  # by the names of LLVM functions, which are new in each pass
        self.exported: dict[str, Any] = {}  # by their symbols
        self.constants: dict[Any, Any] = {}
        self.resuming: list[Emitter] = []
        self.memory.begin_pass()
        self.called[STEPS] = self.steps

    def translate(self, emit: Any) -> Any:
        """Run passes until nothing changes; return what the last call of `emit` returned. Raises Refusal."""
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(max(before, MAX_FRAMES))  # functions are translated recursively, at their calls
        try:
            return self._run_passes(emit)
        except RecursionError:
            raise TooDeep("its functions call one another too deep to be translated; write a loop instead") from None
        finally:
            sys.setrecursionlimit(before)

    def _run_passes(self, emit: Any) -> Any:
        while True:
            self.begin_pass()
            seen = self._count_seen()
            found = emit()
            self.changed |= self._count_seen() != seen  # cells united after sets of theirs were created
            if not self.changed or any(isinstance(each, TooMuch) for each in self.refusals):
                break
            if self.pass_number > MAX_PASSES:
                raise Refusal(
                    "the types of its values do not settle; write each variable with values of one type instead"
                )
        if self.refusals:
            first = next((each for each in self.refusals if isinstance(each, TooMuch)), self.refusals[0])
            first.found_together = self.refusals
            raise first
        self.memory.end_pass()
        for emitter in self.resuming:
            emitter.keep_in_places()
        for each in self.called.values():
            if getattr(each, "frame", None) is not None:
                each.size.initializer = INT(each.frame.bytes)
        run_passes(self.module)
        return found

    def _count_seen(self) -> int:
        """Return the number of places that create sets whose order is observed."""
        return sum(cell.is_seen for cell in self.cells.values() if isinstance(cell, Cell))

    # --- types --------------------------------------------------------------------------------------------------

    def widen(self, key: Any, kind: Kind) -> bool:
        """Widen a variable's type to hold another type as well; return whether that changes it."""
        before = self.kinds.get(key, NEVER)
        if before is kind or before == kind:
            return False
        after = join(before, kind)
        if after == before:
            return False
        self.kinds[key] = after
        self.changed = True
        return True

    def cell(self, key: Any) -> Cell:
        """Return the cell of the items of a list, set or dict created at a certain place."""
        return self.cells.setdefault(key, Cell())

    def put(self, cell: Cell, kind: Kind) -> None:
        """Record that a value of some type is put into a list, set or dict."""
        if holds_tied(kind):
            raise Refusal(TIED)
        if cell.widen(kind):
            self.changed = True

    def met(self, kind: Int) -> Int:
        """Record that rules have ints of a type, and return it: if any is wide, shifts produce wide ints."""
        if kind.is_wide and self.widths.note(kind):
            self.changed = True
        return kind

    def materialize(self, emitter: Emitter, value: Value) -> Value:
        """Return a value that can be stored: for a promise of items, a generator."""
        return materialized(emitter, value)

    def convert(self, emitter: Emitter, value: Value, kind: Kind) -> Value:
        """Return a value converted to another type that holds it, or may hold it at run time."""
        return value if value.kind is kind else convert(emitter, value, kind)

    # --- functions ------------------------------------------------------------------------------------------------

    def instance(
        self,
        function: Any,
        node: Any,
        key: Any,
        kinds: list[Kind],
        form: str = "value",
        inside: Any = None,
        promise: Any = None,
    ) -> Instance:
        """Return a function for some argument types, translated as far as possible in this pass.

        inside, promise: see Instance
        """
        around = self.around.setdefault((key, form), [])
        if len(around) >= MAX_FORMS_WITHIN:  # turn tuples that grow from call to call into rows
            kinds = [join(old, new) for old, new in zip(around[-1].kinds, kinds, strict=True)]
        whole = (key, form, *(signature_of(kind, apart=True) for kind in kinds))
        alike = (key, form, *(signature_of(kind, apart=False) for kind in kinds))
        within = self.active.setdefault(alike, [])
        found = within[-1] if within else self.instances.get(whole)  # a function that calls itself has one form
        if found is None:
            found = self.instances[whole] = Instance(self, whole, function, node, kinds, form)
            if len(self.instances) > MAX_INSTANCES:
                raise Refusal("too many forms of the functions; call them with values of the same types instead")
        else:
            joined = [join(old, new) for old, new in zip(found.kinds, kinds, strict=True)]
            if joined != found.kinds:
                found.kinds, self.changed = joined, True
        if found.active:
            if not found.recursive:
                found.recursive, self.changed = True, True
        elif found.pass_number != self.pass_number:
            within.append(found)
            around.append(found)
            found.around, found.promise = inside, promise
            try:
                found.emit()
            finally:
                within.pop()
                around.pop()
        return found

    def know_variables(self, node: Any) -> None:
        """Split the names of a function into variables."""
        if id(node) not in self.known:
            self.known[id(node)] = node
            self.variables |= webs_of(node)

    def variable(self, name: ast.Name) -> str:
        """Return the variable that a name in the source refers to."""
        return self.variables.get(id(name), name.id)

    def tree(self, function: FunctionType) -> Any:
        """Return a function's syntax tree."""
        return tree_of(function)

    def code_of(self, error: type[BaseException]) -> Any:
        """Return a function's status code for an error that may be caught."""
        if error not in self.codes:
            self.codes[error] = RETCODE_USEREXC.constant + 1 + len(self.codes)
            self.changed = True
        return ir.IntType(32)(self.codes[error])

    def watch(self, name: str, errors: set[type[BaseException]]) -> None:
        """Record which errors of a function its callers may catch."""
        found = self.called.get(name)
        if found is not None and not errors <= found.watched:
            found.watched |= errors
            self.changed = True

    def errors_of(self, name: str) -> list[type[BaseException]]:
        """Return the currently known errors that may leave a function."""
        found = self.called.get(name)
        return [] if found is None else sorted(found.errors, key=repr)

    # --- constants ------------------------------------------------------------------------------------------------

    def error(self, error: type[BaseException], message: Any) -> Any:
        """Return the address of the constant for an error. message: or all its arguments, as a tuple."""
        if error.__module__.partition(".")[0] not in ("builtins", "plywise"):  # one that only the rules know
            message = f"{error.__name__}: {message}" if message != error.__name__ else message
            error = Raised
        key = ("error", error, message)
        if key not in self.constants:
            arguments = message if isinstance(message, tuple) else (message,)
            pickled = pickle.dumps((error, arguments))
            text = ir.Constant(ir.ArrayType(BYTE, len(pickled)), bytearray(pickled))
            parts = [self._constant("plywise.pickled", text).seen_as(ADDRESS), CHAR(len(pickled))]
            self.constants[key] = self._constant("plywise.error", ir.Constant(error_t, parts))
            self.constants[key].title = f"{error.__name__}: {arguments[0]}"
        return self.constants[key]

    def table(self, key: Any, item: Any, values: Any) -> Any:
        """Return the address of a constant row of LLVM constants of one type."""
        values = list(values)
        whole = (key, str(item), tuple(map(str, values)))
        if whole not in self.constants:
            row = ir.Constant(ir.ArrayType(item, len(values)), values)
            self.constants[whole] = self._constant("plywise.table", row).seen_as(ADDRESS)
        return self.constants[whole]

    def _constant(self, name: str, value: Any) -> Any:
        """Return the address of a constant."""
        return ir.GlobalVariable(self.module, value.type, f"{name}.{len(self.constants)}", value)


def number(value: int) -> Any:
    """Return an int as an LLVM constant, wrapped to 64 bits."""
    return ir.Constant(INT, (value + 2**63) % 2**64 - 2**63)


__all__ = ["Instance", "Program", "Raised", "number"]
