"""The language that is translated: all its forms in one place, for the modules that need one another's."""

import ast
import operator
from functools import lru_cache
from typing import Any

from plywise.engines.native.compile.translate import prelude
from plywise.engines.native.compile.translate.calls import call, call_function, call_listed, call_value
from plywise.engines.native.compile.translate.collections import (
    add,
    as_set,
    bits_of,
    combine,
    constant_dict_item,
    dict_item,
    dict_put,
    equal_sets,
    in_collection,
    is_set,
    place_among,
    subset,
)
from plywise.engines.native.compile.translate.conversion import convert, plain
from plywise.engines.native.compile.translate.defaults import keep_defaults
from plywise.engines.native.compile.translate.displays import comprehend, starred
from plywise.engines.native.compile.translate.expressions import attribute, expression, special
from plywise.engines.native.compile.translate.function import Emitter
from plywise.engines.native.compile.translate.kept import passed_on, settled
from plywise.engines.native.compile.translate.kinds import TEXT, Char, Packed, Value
from plywise.engines.native.compile.translate.loops import any_of, listed, loop, settle
from plywise.engines.native.compile.translate.methods import method
from plywise.engines.native.compile.translate.numbers import equal, identical, truth
from plywise.engines.native.compile.translate.python_functions import BUILTINS, as_instance, as_string, is_of
from plywise.engines.native.compile.translate.sequences import (
    append,
    as_row,
    concatenated,
    contains,
    cut,
    head,
    invoke,
    item,
    length,
    list_of_row,
    new_list,
    pick,
    repeated,
)
from plywise.engines.native.compile.translate.statements import assign_target, emit_body


def equal_items(f: Emitter, one: Value, other: Value) -> Any:
    """Return whether two rows or strings are equal, as a bit."""
    rows = [_row(f, each) for each in (one, other)]
    return invoke(f, prelude.equal_items, *rows).leaves[0]


def order_items(f: Emitter, op: Any, one: Value, other: Value) -> Any:
    """Return whether two rows or strings are in an order, as a bit."""
    rows = [_row(f, each) for each in (one, other)]
    if op in (operator.gt, operator.le):
        rows.reverse()
    found = invoke(f, prelude.comes_before, *rows).leaves[0]
    return f.builder.not_(found) if op in (operator.le, operator.ge) else found


def _row(f: Emitter, value: Value) -> Value:
    value = plain(f, value) if isinstance(value.kind, Packed) else value
    if isinstance(value.kind, Char):
        value = convert(f, value, TEXT)
    row = as_row(f, value)
    if row is None:
        raise f.refuse(f"a {value.kind} is compared")
    return row


def is_frozen(value: Value) -> bool:
    """Return whether a set is known to be one that cannot change; today none is."""
    return False


@lru_cache(maxsize=256)
def _parents(node: Any) -> dict[int, Any]:
    return {id(child): each for each in ast.walk(node) for child in ast.iter_child_nodes(each)}


READ = {"get", "items", "keys", "values"}


def is_only_read(f: Emitter, node: Any) -> bool:
    """Return whether a dict that is written here is looked up at once, and not kept."""
    from plywise.engines.native.compile.translate.source import tree_of

    parent = _parents(tree_of(f.scope.function)).get(id(node))
    if isinstance(parent, ast.Subscript):
        return parent.value is node and isinstance(parent.ctx, ast.Load)
    return isinstance(parent, ast.Compare) or (isinstance(parent, ast.Attribute) and parent.attr in READ)


__all__ = [
    "BUILTINS", "add", "any_of", "append", "as_instance", "as_set", "as_string", "assign_target", "attribute",
    "bits_of", "call",
    "call_function", "call_listed", "call_value", "combine", "comprehend", "concatenated", "constant_dict_item",
    "contains", "convert", "cut", "dict_item", "dict_put", "emit_body", "equal", "equal_sets", "expression", "head",
    "identical", "in_collection", "is_of", "is_set", "item", "keep_defaults", "length", "list_of_row", "listed", "loop",
    "method", "new_list", "passed_on", "pick",
    "place_among", "repeated", "settle", "settled", "special", "starred", "subset", "truth",
]  # fmt: skip
