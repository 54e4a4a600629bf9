"""The language that is translated: all its forms in one place, for the modules that need one another's."""

import ast
import operator
from typing import Any

from plywise.compiler import prelude
from plywise.compiler.calls import call, call_function, call_listed, call_tree, call_value
from plywise.compiler.collections import (
    add,
    as_set,
    bits_of,
    combine,
    constant_dict_item,
    dict_item,
    dict_put,
    equal_dicts,
    equal_sets,
    in_collection,
    is_dict,
    is_set,
    place_among,
    subset,
)
from plywise.compiler.constant_collections import (
    collection_leaves,
    convert_constant,
    hash_places,
)
from plywise.compiler.conversion import convert, plain
from plywise.compiler.displays import comprehend, starred
from plywise.compiler.expressions import attribute, binary, expression, special, unary
from plywise.compiler.formats import as_string, format_text, percent
from plywise.compiler.function import Emitter
from plywise.compiler.kept import passed_on, settled
from plywise.compiler.kinds import TEXT, Char, Packed, Value
from plywise.compiler.loops import any_of, listed, loop, settle
from plywise.compiler.methods import is_range, method
from plywise.compiler.numbers import equal, identical, number, truth
from plywise.compiler.order.purity import changes
from plywise.compiler.python_functions import BUILTINS, class_of, is_of
from plywise.compiler.replacing import replaced
from plywise.compiler.sequences import (
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
from plywise.compiler.source import parents, tree_of
from plywise.compiler.statements import assign_target, emit_body
from plywise.compiler.texts import is_text
from plywise.compiler.truth_form import has_truth_form, list_gathered


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
        raise f.refuse(f"a {value.kind} is compared; write what is compared of it instead")
    return row


READ = {"get", "items", "keys", "values"}


def is_only_read(f: Emitter, node: Any) -> bool:
    """Return whether a dict that is written here is looked up at once, and not kept."""
    parent = parents(tree_of(f.scope.function)).get(id(node))
    if isinstance(parent, (ast.keyword, ast.Dict)):
        return isinstance(parent, ast.keyword) and parent.arg is None
    if isinstance(parent, ast.Subscript):
        return parent.value is node and isinstance(parent.ctx, ast.Load)
    return isinstance(parent, ast.Compare) or (isinstance(parent, ast.Attribute) and parent.attr in READ)


__all__ = [
    "BUILTINS", "add", "any_of", "append", "as_set", "as_string", "assign_target", "attribute", "binary", "bits_of",
    "call", "call_function", "call_listed", "call_tree", "call_value", "changes", "class_of", "collection_leaves",
    "combine", "comprehend", "concatenated", "constant_dict_item", "contains", "convert", "convert_constant", "cut",
    "dict_item", "dict_put", "emit_body", "equal", "equal_dicts", "equal_sets", "expression", "format_text",
    "has_truth_form", "hash_places", "head", "identical", "in_collection", "is_dict", "is_of", "is_range", "is_set",
    "is_text", "item", "length", "list_gathered", "list_of_row", "listed", "loop", "method", "new_list", "number",
    "passed_on", "percent", "pick", "place_among", "repeated", "replaced", "settle", "settled", "special",
    "starred", "subset", "truth", "unary",
]  # fmt: skip
