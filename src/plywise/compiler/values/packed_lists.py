"""`cells = list(board)`, some items assigned, `tuple(cells)`: a list of a state's row that stays packed like the row.

This is the usual way to write a move on a board. Unpacking, copying, changing and packing again would cost as much as
the rest of the move. In words, an item is read and replaced in place, as in the row itself. This requires that a single
variable holds the list and only its items are used; the same applies to rows of rows, `[list(row) for row in board]`.

A packed list has the same range of items as the state. A constant outside this range, or an item of another type, makes
the variable an ordinary list. A value that does not fit at run time is a LayoutOverflow, after which the rules are
translated again without packed lists.
"""

import ast
from typing import Any

from plywise.compiler.emission.conversion import plain
from plywise.compiler.emission.forms import expression
from plywise.compiler.emission.function import Emitter, Slot, Unreachable
from plywise.compiler.emission.own_lists import LOOKING, OwnList, Uses, assigned, function_of
from plywise.compiler.syntax.names import names_of
from plywise.compiler.types.kinds import (
    CHAR,
    FLOAT,
    LETTER,
    NEVER,
    Bound,
    Constant,
    Packed,
    Text,
    Union,
    Value,
)
from plywise.compiler.values.lookups import item
from plywise.compiler.values.numbers import as_index
from plywise.compiler.values.sequences import place
from plywise.errors import LayoutOverflow

MAX_WORDS = 4
"""The maximum words of a row; longer ones are no faster in words than in memory."""

UNFIT = "an item of a list that does not fit the layout of states"


# --- creation ---------------------------------------------------------------------------------------------------------


def kept_packed(f: Emitter, target: ast.expr, node: ast.expr) -> Value | None:
    """Return the row from which an expression creates a list, if the list, assigned to a target, can stay packed."""
    function, made = function_of(f, target), row_listed(node)
    if function is None or made is None or not f.program.packs:
        return None
    row, depth = made
    key = _key(f, target)
    if key in f.program.unpacked or not _stays(OwnList(f, function, target), depth):
        return None
    value, known = expression(f, row), f.program.kinds.get(key, NEVER)
    fits = known in (NEVER, value.kind) and _has_form(value, depth)
    if fits and (not _is_text(value, depth) or _stays(OwnList(f, function, target), depth, is_text=True)):
        f.program.packed.add(key)
        return value
    if isinstance(known, Packed):
        raise unpack(f, key)
    return None


def row_listed(node: ast.expr) -> tuple[ast.expr, int] | None:
    """Return the row an expression copies into a list, and the depth: 2 for [list(row) for row in board]; or None."""
    found: Any = None
    if isinstance(node, ast.Call) and _is_name(node.func, "list") and len(node.args) == 1 and not node.keywords:
        found, depth = node.args[0], 1
        if isinstance(found, ast.Call) and _is_name(found.func, "map") and len(found.args) == 2:
            found, depth = (found.args[1], 2) if _is_name(found.args[0], "list") else (None, 2)
    elif isinstance(node, ast.ListComp) and len(node.generators) == 1:
        part, depth = node.generators[0], 2
        inner, row = row_listed(node.elt), part.target
        if isinstance(row, ast.Name) and not part.ifs and inner is not None and inner[1] == 1:
            found = part.iter if _is_name(inner[0], row.id) else None
    return (found, depth) if _is_simple(found) else None


def _is_simple(node: Any) -> bool:
    """Return whether an expression may be evaluated twice."""
    if isinstance(node, ast.Subscript):
        return _is_simple(node.value) and _is_simple(node.slice)
    return _is_simple(node.value) if isinstance(node, ast.Attribute) else isinstance(node, (ast.Name, ast.Constant))


def _is_name(node: Any, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _key(f: Emitter, name: Any) -> Any:
    """Return the key of a variable."""
    scope = f.scope.find(name.id)
    return None if scope is None else (scope.key, f.program.variable(name))


def _has_form(value: Value, depth: int) -> bool:
    """Return whether a value is a packed row, or a row of rows, of small known length."""
    codec = value.kind.codec if isinstance(value.kind, Packed) else None
    if codec is None or not 1 <= codec.words <= MAX_WORDS:
        return False
    for _ in range(depth - 1):
        if not codec.compact or codec.varies or codec.text or not isinstance(codec.item.kind, Packed):
            return False
        codec = codec.item
    return codec.compact and not codec.varies and not isinstance(codec.item.kind, Packed)


def _is_text(value: Value, depth: int) -> bool:
    return bool((value.kind.codec if depth == 1 else value.kind.codec.item).text)


def unpack(f: Emitter, key: Any) -> Unreachable:
    """Make a variable's lists ordinary from the next pass on; the rest of this pass need not be translated."""
    f.program.unpacked.add(key)
    f.program.packed.discard(key)
    f.program.kinds.pop(key, None)
    f.program.changed = True
    return Unreachable()


# --- uses -------------------------------------------------------------------------------------------------------------


def _stays(own: OwnList, depth: int, is_text: bool = False) -> bool:
    """Return whether a variable is only assigned lists of rows, of which only items are read and assigned."""
    values = [assigned(own.up[id(each)], each) for each in own.others]
    made = [None if each is None or own.holds(each) else row_listed(each) for each in values]
    if own.is_shared or "map" in own.known or any(each is None or each[1] != depth for each in made):
        return False
    return _Items(own, depth, is_text, True, frozenset()).are_all()


class _Items:
    """The uses of a list's items.

    depth: 2 for a list of lists
    is_text: whether its innermost items are the characters of a string
    changes: whether they may be assigned
    asked: the functions and parameters being examined
    """

    def __init__(self, uses: Uses, depth: int, is_text: bool, changes: bool, asked: frozenset[Any]) -> None:
        self.uses, self.depth, self.is_text, self.changes, self.asked = uses, depth, is_text, changes, asked
        uses.changing = self._changing  # type: ignore[method-assign]

    def are_all(self) -> bool:
        """Return whether the list has no other uses."""
        return self.uses.are_read_at_once() and all(self._is_fine(each, self.depth) for each in self.uses.uses)

    def _is_fine(self, node: Any, depth: int) -> bool:
        around = self.uses.up[id(node)]
        if isinstance(around, ast.Subscript) and around.value is node:
            if isinstance(around.slice, ast.Slice) or isinstance(around.ctx, ast.Del):
                return False
            if depth == 1:
                return self.changes or isinstance(around.ctx, ast.Load)
            return isinstance(around.ctx, ast.Load) and self._is_fine(around, depth - 1)
        if node in self.uses.uses and self.uses.is_given(node, self._agrees):
            return True
        if depth == 2:
            return self._is_fine_whole(node)
        if self.is_text and isinstance(around, (ast.Compare, ast.Attribute)):
            return isinstance(around, ast.Compare) and _is_letter(around.left) and self._is_looked_at(node)
        return self._is_looked_at(node)

    def _is_looked_at(self, node: Any) -> bool:
        return self.uses.is_looked_at(node, LOOKING)

    def _is_fine_whole(self, node: Any) -> bool:
        """Return whether a use of a list of lists reads its length, or its rows one after another."""
        around = self.uses.up[id(node)]
        if isinstance(around, ast.Call) and around.args == [node]:
            return isinstance(around.func, ast.Name) and around.func.id == "len" and "len" in self.uses.reading
        if isinstance(around, ast.Call) and around.args[1:] == [node]:
            asked: Any = self.uses.up[id(around)]
            whole = isinstance(asked, ast.Call) and _is_name(asked.func, "tuple") and self.uses.is_read_by(asked)
            makes = _is_name(around.args[0], "tuple") and "tuple" in self.uses.reading
            return whole and makes and _is_name(around.func, "map") and "map" not in self.uses.known
        if not isinstance(around, ast.comprehension) or around.iter is not node:
            return False
        inside = self.uses.up[id(around)]
        if not isinstance(around.target, ast.Name):
            return False
        name = around.target.id
        rows = [each for each in names_of(inside).uses[name] if each is not around.target]
        return all(isinstance(each.ctx, ast.Load) and self._is_fine(each, 1) for each in rows)

    def _changing(self) -> list[ast.Name]:
        """Return the uses that assign an item."""
        found = []
        for name in self.uses.uses:
            around: Any = self.uses.up[id(name)]
            while isinstance(around, ast.Subscript) and isinstance(around.ctx, ast.Load):
                around = self.uses.up[id(around)]
            if isinstance(around, ast.Subscript):
                found.append(name)
        return found

    def _agrees(self, other: Uses) -> bool:
        """Return whether a function that receives the list only reads it."""
        who = (id(other.function), other.uses[0].id if other.uses else "")
        asked = self.asked | {who}
        return who in self.asked or _Items(other, self.depth, self.is_text, False, asked).are_all()


def _is_letter(node: Any) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) == 1


def rows_as_they_are(value: Value) -> Value:
    """Return the rows of a state if a promise only copies them, by tuple(row) or "".join(row); else the promise.

    The copies would be indistinguishable from the originals.
    """
    kind: Any = value.kind
    if not kind.lazy or kind.what not in ("comprehension", "map"):
        return value
    many = kind.parts[2] if kind.what == "comprehension" else kind.parts[-1]
    if not isinstance(many.kind, Packed) or not isinstance(many.kind.codec.item.kind, Packed):
        return value
    text = many.kind.codec.item.kind.codec.text
    if kind.what == "map":
        function = kind.parts[0]
        joins = isinstance(function.kind, Bound) and function.kind.function == ("method", "join")
        same = joins and function.known == ("",) if text else function.kind == Constant(tuple)
        return many if same and len(kind.parts) == 2 else value
    return many if _gives_rows(kind.parts[0], kind.parts[1], text) else value


def _gives_rows(node: Any, scope: Any, text: bool) -> bool:
    """Return whether a comprehension yields "".join(row), or tuple(row), for each row."""
    part: Any = node.generators[0]
    call: Any = node.elt
    plainly = len(node.generators) == 1 and not part.ifs and isinstance(part.target, ast.Name)
    if not plainly or not isinstance(call, ast.Call) or len(call.args) != 1 or call.keywords:
        return False
    if not _is_name(call.args[0], part.target.id):
        return False
    if text:
        owner: Any = getattr(call.func, "value", None)
        return getattr(call.func, "attr", "") == "join" and isinstance(owner, ast.Constant) and owner.value == ""
    hidden = scope.find("tuple") is not None or "tuple" in scope.function.__globals__
    return _is_name(call.func, "tuple") and not hidden


# --- its items --------------------------------------------------------------------------------------------------------


class Item:
    """An item of a packed list, to read or assign.

    slot, name: the variable that holds the list
    places: the index of the item: two places for a list of lists
    """

    def __init__(self, f: Emitter, key: Any, slot: Slot, name: str, places: list[Value]) -> None:
        self.f, self.key, self.slot, self.name, self.places = f, key, slot, name, places

    def get(self) -> Value:
        """Return the item."""
        found = self.f.read(self.slot, self.name)
        for each in self.places:
            found = item(self.f, found, each)
        return found

    def put(self, value: Value) -> None:
        """Assign the item."""
        row = self.f.read(self.slot, self.name)
        self.f.assign(self.slot, self._put(row, self.places, value))

    def _put(self, row: Value, places: list[Value], value: Value) -> Value:
        f, codec = self.f, row.kind.codec
        at = place(f, as_index(f, places[0]), codec.length(f, row))
        if len(places) > 1:
            value = self._put(codec.get(f, row, at), places[1:], value)
        else:
            value = self._as_item(codec.item, value)
        found: Value = codec.replaced(f, row, at, value)
        return found

    def _as_item(self, codec: Any, value: Value) -> Value:
        """Return a value as an item of the row. Raises Unreachable if it cannot be one."""
        f = self.f
        value = f.program.materialize(f, value)
        if value.known:
            try:
                codec.encode(value.known[0])
            except LayoutOverflow:
                raise unpack(f, self.key) from None
        if isinstance(value.kind, (Constant, Packed)):
            value = plain(f, value)
        if isinstance(value.kind, Text) and codec.kind == LETTER:
            f.fail(f.builder.icmp_signed("!=", value.scalars[1], f.int(1)), LayoutOverflow, UNFIT)
            value = Value(LETTER, [f.builder.load(f.builder.bitcast(value.scalars[0], CHAR.as_pointer()))])
        fitting = [codec.kind, codec.unpacked]
        fitting += [one for each in fitting if isinstance(each, Union) for one in each.variants]
        if value.kind not in fitting or value.kind == FLOAT:
            raise unpack(f, self.key)
        return value


def packed_item(f: Emitter, target: ast.Subscript) -> Item | None:
    """Return an assigned item of a packed list; None if the target is something else."""
    places: list[ast.expr] = [target.slice]
    many: Any = target.value
    while isinstance(many, ast.Subscript):
        places.insert(0, many.slice)
        many = many.value
    key = _key(f, many) if isinstance(many, ast.Name) else None
    if key is None or key not in f.program.packed:
        return None
    slot = f.slot(key[1], f.scope.find(many.id))
    return Item(f, key, slot, many.id, [expression(f, each) for each in places])
