"""Whether the iterations of a loop over a set commute, so that their order cannot matter.

They do if each iteration only adds to sums, adds members to sets or sets a variable to the same constant, and reads
nothing that another one changes. Loops over sets of strings are compiled only then, because their order differs from
process to process; a set of ints costs less if its order is never observed. Unrecognised code counts as observing. (M.
Rinard and P. Diniz, Commutativity analysis, ACM TOPLAS 19, 1997.)
"""

import ast
import inspect
from types import FunctionType
from typing import Any

from plywise.compiler.emission.endings import Ending
from plywise.compiler.emission.function import Emitter
from plywise.compiler.syntax.names import CHANGING, is_changing, names_of
from plywise.compiler.types.kinds import (
    NEVER,
    Bits,
    Bool,
    Bound,
    Closure,
    Constant,
    Dict,
    Int,
    Keyed,
    Kind,
    List,
    Packed,
    Partial,
    Record,
    Refusal,
    Row,
    Set,
    Text,
    Value,
    can_change,
    may_differ_where_equal,
)
from plywise.compiler.types.objects import holds_object
from plywise.compiler.values.deferred import READING, cells_of

METHODS = {"add": "grow", "update": "grow", "discard": "shrink", "difference_update": "shrink"}
OPERATORS = {
    ast.Add: "sum", ast.Sub: "sum", ast.Mult: "product", ast.BitOr: "or", ast.BitAnd: "and", ast.BitXor: "flip",
}  # fmt: skip
OF_SETS = {"or": "grow", "and": "shrink", "sum": "shrink", "flip": "flip"}
"""The effects of operators on sets, in groups: two of one group commute."""
ENDS = (ast.Return, ast.Raise, ast.Break, ast.Continue)
LAST = "the loop keeps what it assigned for the last item"
PURE = READING - {"next"}
OF_PYTHON = (List, Set, Dict, Keyed, Bits, Text, Row, Packed)
"""Built-in types, whose methods cannot be redefined."""
Variable = tuple[int, str]
"""A variable: its scope, by number, and its name in webs."""


class Ordered(Exception):
    """The order of a loop may be observed; the message says how."""


# --- variables --------------------------------------------------------------------------------------------------------


def _variable(f: Emitter, name: ast.Name) -> Variable | None:
    """Return the variable that a name refers to; None for a global one."""
    scope = f.scope.find(name.id)
    return None if scope is None else (id(scope), f.program.variable(name))


def kind_held(f: Emitter, node: Any, scope: Any = None) -> Kind:
    """Return the currently known type of a variable; NEVER for anything else."""
    scope = (scope or f.scope).find(node.id) if isinstance(node, ast.Name) else None
    if scope is None:
        return NEVER
    name = f.program.variable(node)
    held = scope.slots.get(name) or scope.promised.get(name)
    return held.kind if held is not None else f.program.kinds.get((scope.key, name), NEVER)


# --- calls ------------------------------------------------------------------------------------------------------------


def changes(f: Emitter, value: Value) -> bool:
    """Return whether a call of a function may change anything except objects it creates. value: the function."""
    kind = value.kind
    if isinstance(kind, Closure):
        return _closure_changes(f, kind)
    if isinstance(kind, (Bound, Partial)):
        held = (kind.this,) if isinstance(kind, Bound) else kind.items
        return any(can_change(each) or isinstance(each, Closure) for each in held)
    return not isinstance(kind, Constant) and kind != NEVER


def _closure_changes(f: Emitter, kind: Closure) -> bool:
    """Return whether a nested function may change surrounding variables, or lists they hold."""
    names, scope = names_of(kind.node), f.closures.get(kind.key)
    if names.nonlocals or names.changed or names.yields or names.parts(ast.NamedExpr):
        return True
    if scope is None or _only_reads(f, names.parts(ast.Call)):
        return False
    return any(_can_change(kind_held(f, each, scope)) for each in names.free)


def _can_change(kind: Kind) -> bool:
    return can_change(kind) or isinstance(kind, Closure)


def _only_reads(f: Emitter, calls: list[ast.Call]) -> bool:
    """Return whether all calls are of built-in functions and methods that change nothing."""
    pure = PURE - _own_names(f) if any(isinstance(each.func, ast.Attribute) for each in calls) else PURE
    return all(getattr(each.func, "id", getattr(each.func, "attr", "")) in pure for each in calls)


def _leaves_alone(f: Emitter, function: Any) -> bool:
    """Return whether a module's function changes no list, set, dict or object passed to it."""
    if not isinstance(function, FunctionType):
        return False
    try:
        names = names_of(f.program.tree(function))
    except Refusal:
        return False
    return not names.changed and _only_reads(f, names.parts(ast.Call))


# --- objects that change ----------------------------------------------------------------------------------------------


def _classes(f: Emitter) -> list[Any]:
    """Return the classes of mutable objects created by rules, and their base classes."""
    return [above for each in f.program.shapes for above in each.__mro__ if above is not object]


def _own_names(f: Emitter) -> set[str]:
    """Return the names of all attributes of those classes."""
    return {name for each in _classes(f) for name in vars(each)}


def _called_unseen(f: Emitter, names: Any) -> str:
    """Return a method of those classes that the source may call implicitly and that may change an object."""
    if not f.program.shapes:
        return ""
    attributes = {each.attr for each in names.parts(ast.Attribute)}
    specials = any(holds_object(kind_held(f, each)) for each in names.free)
    for made_by in _classes(f):
        for name, member in vars(made_by).items():
            getter = getattr(member, "fget", getattr(member, "func", None))
            is_special = specials and name.startswith("__") and name not in ("__init__", "__new__", "__post_init__")
            function = member if is_special and isinstance(member, FunctionType) else getter
            asked = is_special or name in attributes
            written = isinstance(function, FunctionType) and not function.__code__.co_filename.startswith("<")
            if asked and written and not _leaves_alone(f, function):
                return name
    return ""


def _look_at_call(f: Emitter, node: ast.Call) -> None:
    """Check a call, which must change nothing. Raises Ordered."""
    function: Any = None
    parts: list[Any] = [*node.args, *(each.value for each in node.keywords)]
    if isinstance(node.func, ast.Attribute):
        if node.func.attr in CHANGING:
            raise Ordered(f"{node.func.attr} is called in that order")
        kind = kind_held(f, node.func.value)
        if isinstance(kind, OF_PYTHON):
            return
        made_by = getattr(kind, "made_by", type(getattr(kind, "thing", None)))
        function = inspect.getattr_static(made_by, node.func.attr, None)
        reads = node.func.attr in READING and not isinstance(kind, Record) and node.func.attr not in _own_names(f)
        parts += [] if reads else [node.func.value]
    elif isinstance(node.func, ast.Name) and f.scope.find(node.func.id) is not None:
        if changes(f, Value(kind_held(f, node.func))):
            raise Ordered(f"{node.func.id} may change something")
    elif isinstance(node.func, ast.Name):
        if node.func.id in PURE:
            return
        function = f.scope.function.__globals__.get(node.func.id)
    else:
        parts.append(node.func)
    given = [name for part in parts for name in names_of(part).free if can_change(kind_held(f, name))]
    if given and not _leaves_alone(f, function):
        raise Ordered(f"{given[0].id} is given to a function, which may change it")


# --- loops ------------------------------------------------------------------------------------------------------------


class Turns:
    """The iterations of a loop. free: whether the order of its yielded items is never observed.

    why: why the order of the iterations may matter; "" if it cannot
    """

    def __init__(self, f: Emitter, loop: ast.For, free: bool) -> None:
        self.f, self.loop, self.free = f, loop, free
        self.effects: dict[Variable, str] = {}  # the effects that outlast an iteration
        self.assigned: frozenset[Variable] = frozenset()  # the variables assigned so far in this iteration
        self.ways_out: set[str] = set()
        self.breaks: list[list[Any]] = []  # the statements that end in a break of this loop
        self.lasting: list[Any] = []  # the statements with these effects
        self.yields = False
        try:
            self._find_variables()
            self._assign(loop.target)
            self._block(loop.body)
            self._check_ends()
            self.why = ""
        except Ordered as why:
            self.why = str(why)

    def why_end_seen(self, ending: Ending) -> str:
        """Return why the iterations before a caught exception may be observed; "" if they cannot."""
        seen = ending.errors and ending.has_set and self.effects
        return "an exception that is caught may end it after some of its turns" if seen else ""

    def _find_variables(self) -> None:
        """Find the variables local to an iteration, and the changed ones, with the lists they hold."""
        f, names, around = self.f, names_of(self.loop), self.f.source
        if id(self.loop) not in around.up:
            raise Ordered("the loop is part of a function written out elsewhere")
        outside = {_variable(f, each) for each in around.variables if id(each) not in names.up}
        outside |= {(id(f.scope), name) for name in around.parameters}
        stored = [each for each in names.free if not isinstance(each.ctx, ast.Load)]
        here = {each for each in map(self._variable, stored) if each is not None and each[0] == id(f.scope)}
        self.own = here - outside
        many = [each.value for each in names.parts(ast.Subscript) if not isinstance(each.ctx, ast.Load)]
        many += [each.func.value for each in names.parts(ast.Call) if is_changing(each)]
        changed = [*stored, *(each for each in many if isinstance(each, ast.Name))]
        pairs = [(self._variable(each), cells_of(kind_held(f, each))) for each in changed]
        self.changed = {
            variable: cells for variable, cells in pairs if variable is not None and variable not in self.own
        }
        self.cells = {cell for cells in self.changed.values() for cell in cells}

    def _variable(self, name: ast.Name) -> Variable | None:
        return _variable(self.f, name)

    def _check_ends(self) -> None:
        """Check the early exits of the loop. Raises Ordered."""
        before = [each for nodes in self.breaks for each in nodes[:-1]]
        said = {ast.dump(ast.Module(nodes, [])) for nodes in self.breaks}
        if len(said) > 1 or any(each not in before for each in (self.lasting if self.breaks else ())):
            raise Ordered("break ends the loop after one of the items")
        if self.yields and (self.ways_out or self.breaks):
            raise Ordered("the loop yields until one of the items ends it")
        if len(self.ways_out) > 1 or (self.ways_out and (self.effects or self.breaks)):
            raise Ordered("the loop returns after one of the items")

    # --- statements -------------------------------------------------------------------------------------------------

    def _block(self, nodes: list[Any]) -> bool:
        """Check statements; return whether their end is unreachable."""
        for place, node in enumerate(nodes):
            if isinstance(node, ast.Break) and names_of(self.loop).loop_of(node) is self.loop:
                self.breaks.append(nodes[: place + 1])
            if self._statement(node):
                return True
        return False

    def _statement(self, node: Any) -> bool:
        """Check a statement; return whether the code after it is unreachable."""
        if isinstance(node, ast.If):
            return self._branch(node)
        if isinstance(node, ast.For):
            self._inner_loop(node)
        elif isinstance(node, (ast.Return, ast.Raise)):
            self._way_out(node)
        elif isinstance(node, ast.Assign):
            self._assignment(node)
        elif isinstance(node, ast.AugAssign):
            self._augmented(node)
        elif isinstance(node, ast.Expr):
            self._called(node)
        elif not isinstance(node, (ast.Pass, ast.Break, ast.Continue)):
            raise Ordered(f"the loop contains {type(node).__name__.lower()}")
        return isinstance(node, ENDS)

    def _branch(self, node: ast.If) -> bool:
        """Check the two branches of a condition."""
        self._expression(node.test)
        before, alive = self.assigned, []
        for nodes in (node.body, node.orelse):
            self.assigned = before
            if not self._block(nodes):
                alive.append(self.assigned)
        self.assigned = frozenset.intersection(*alive) if alive else before
        return not alive

    def _inner_loop(self, node: ast.For) -> None:
        """Examine a loop inside an iteration; it has its own order."""
        self._expression(node.iter)
        before = self.assigned
        self._assign(node.target)
        self._block(node.body)
        self.assigned = before
        self._block(node.orelse)

    def _way_out(self, node: Any) -> None:
        """Check an exit of the loop, which must be the same in all iterations."""
        self._expression(node.value if isinstance(node, ast.Return) else node.exc)
        if any(self._variable(each) in self.own for each in names_of(node).free):
            raise Ordered("the loop returns what it found for one of the items")
        self.ways_out.add(ast.dump(node))

    def _assign(self, target: Any) -> None:
        """Check an assignment in an iteration, which must be to a local variable."""
        if isinstance(target, (ast.Tuple, ast.List)):
            for each in target.elts:
                self._assign(each)
        elif not isinstance(target, ast.Name) or self._variable(target) not in self.own:
            raise Ordered(LAST)
        else:
            self.assigned |= {self._variable(target)}  # type: ignore[arg-type]

    def _assignment(self, node: ast.Assign) -> None:
        """Check an assignment: to a local variable of an iteration, or of a constant to an outer variable."""
        first = node.targets[0]
        if isinstance(first, ast.Name) and self._variable(first) not in self.own and len(node.targets) == 1:
            if not isinstance(node.value, ast.Constant):
                raise Ordered(LAST)
            self._take(node, first, f"= {node.value.value!r}")
            return
        self._expression(node.value)
        for each in node.targets:
            self._assign(each)

    def _augmented(self, node: ast.AugAssign) -> None:
        """Check `x += 1`."""
        self._expression(node.value)
        kind, group = kind_held(self.f, node.target), OPERATORS.get(type(node.op), "")
        if isinstance(node.target, ast.Name) and self._variable(node.target) in self.own:
            if self._variable(node.target) not in self.assigned or can_change(kind):
                raise Ordered(LAST)
            return
        if isinstance(kind, (Set, Bits)):
            group = OF_SETS.get(group, "") if _commutes_in(kind) else ""
        elif not (kind == NEVER or isinstance(kind, (Int, Bool))):
            group = ""
        self._take(node, node.target, group)

    def _called(self, node: ast.Expr) -> None:
        """Check an expression statement."""
        call: Any = node.value
        if isinstance(call, ast.Yield) and self.free:
            self.yields = True
            self._expression(call.value)
        elif isinstance(call, ast.Call) and is_changing(call):
            kind = kind_held(self.f, call.func.value)  # type: ignore[attr-defined]
            fits = kind == NEVER or (type(kind) is Set and _commutes_in(kind))
            for each in call.args:
                self._expression(each)
            self._take(node, call.func.value, METHODS.get(call.func.attr, "") if fits else "")  # type: ignore[attr-defined]
        else:
            self._expression(call)

    def _take(self, node: Any, changed: Any, group: str) -> None:
        """Record a statement's lasting effect. Raises Ordered if another one has a different effect on the variable."""
        variable = self._variable(changed) if isinstance(changed, ast.Name) else None
        if variable is None or not group or variable in self.own:
            raise Ordered("the loop changes something in that order")
        cells = self.changed.get(variable, set())
        same = [each for each in self.effects if each == variable or self.changed.get(each, set()) & cells]
        if any(self.effects[each] != group for each in same):
            raise Ordered(f"{variable[1].partition('~')[0]} is changed in several ways")
        self.effects[variable] = group
        self.lasting.append(node)

    def _expression(self, node: Any) -> None:
        """Check an expression, which must change nothing and read nothing that other iterations change."""
        if node is None:
            return
        names = names_of(node)
        for name in names.free:
            variable = self._variable(name)
            if not isinstance(name.ctx, ast.Load) or (variable in self.own and variable not in self.assigned):
                raise Ordered(LAST)
            self._look_at_reading(name)
            kind = kind_held(self.f, name)
            if isinstance(kind, Closure):
                for each in names_of(kind.node).free:
                    self._look_at_reading(each)
        for each in names.parts(ast.Call):
            _look_at_call(self.f, each)
        if called := _called_unseen(self.f, names):
            raise Ordered(f"{called} may change something")
        if names.parts(ast.Yield, ast.YieldFrom):
            raise Ordered("the loop yields in that order")

    def _look_at_reading(self, name: ast.Name) -> None:
        """Raise Ordered if a variable that is read may be, or contain, a value changed by iterations."""
        variable = self._variable(name)
        if variable in self.changed or (variable not in self.own and self.cells & cells_of(kind_held(self.f, name))):
            raise Ordered(f"{name.id} is read for one item and changed for others")


def _commutes_in(kind: Any) -> bool:
    """Return whether the order of additions to sets of a type cannot matter."""
    if isinstance(kind, Bits):
        return kind.cell is None or not kind.cell.is_seen
    return not kind.cells[0].is_seen and not may_differ_where_equal(kind.item)


def turns_of(f: Emitter, node: ast.For) -> Turns:
    """Return the checked iterations of a loop over a set."""
    return Turns(f, node, f.scope.order_free)


def why_comprehension_is_ordered(f: Emitter, node: Any) -> str:
    """Return why a comprehension's order may matter, apart from the order of its items; "" if it cannot."""
    names, first = names_of(node), node.generators[0].iter  # evaluated once, before it begins
    if names.parts(ast.NamedExpr):
        return LAST
    try:
        for each in names.parts(ast.Call):
            if not names.is_in(each, first):
                _look_at_call(f, each)
    except Ordered as why:
        return str(why)
    called = _called_unseen(f, names)
    return f"{called} may change something" if called else ""


__all__ = ["Turns", "changes", "turns_of", "why_comprehension_is_ordered"]
