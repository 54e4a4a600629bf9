"""Calls: of functions and methods of the rules, of Python's own functions, of classes."""

import ast
import functools
import inspect
import operator
import os
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType, MethodType
from typing import Any

from plywise.compiler.emission.callees import (
    BUILTINS,
    KINDS,
    OBJECTS,
    Call,
    Named,
    call_function,
    call_instance,
    call_lifted,
    call_value,
    special,
)
from plywise.compiler.emission.constants import constant
from plywise.compiler.emission.conversion import dispatch, plain
from plywise.compiler.emission.forms import CONDITIONS, EXPRESSIONS, expression, key_of
from plywise.compiler.emission.function import Emitter, Scope
from plywise.compiler.syntax.names import names_of
from plywise.compiler.syntax.source import as_generator, only_return
from plywise.compiler.translation import methods
from plywise.compiler.translation.conditions import has_truth_form
from plywise.compiler.translation.displays import comprehend
from plywise.compiler.translation.expressions import attribute
from plywise.compiler.translation.modular import OF_LOW_BITS, is_of_low_bits, low_bits
from plywise.compiler.types.kinds import (
    Bound,
    Closure,
    Constant,
    Lazy,
    List,
    Member,
    Object,
    Options,
    Partial,
    Record,
    Refusal,
    Super,
    Union,
    Value,
    holds_function,
    is_told_apart,
)
from plywise.compiler.types.objects import holds_object, is_object
from plywise.compiler.values.arrays import is_array
from plywise.compiler.values.classes import CACHED, above, construct
from plywise.compiler.values.comparisons import truth
from plywise.compiler.values.deferred import passed_on
from plywise.compiler.values.keyed_dicts import is_keyed, pairs_in
from plywise.compiler.values.lookups import item
from plywise.compiler.values.loops import listed, loop, write_body
from plywise.compiler.values.making import initialise
from plywise.compiler.values.objects import take_fields
from plywise.compiler.values.options import options_of
from plywise.compiler.values.sequences import append, cut, in_order, new_list, row_of_list, starred, tuple_of
from plywise.compiler.values.signatures import check_function, has_rest, spread


def call(f: Emitter, node: Any, form: str = "value") -> Value:
    """Return the result of a call. form: "truth" if only its truth is needed: see conditions."""
    if isinstance(node.func, ast.Name) and node.func.id == "super":
        return above(f, *(expression(f, each) for each in node.args))
    if _updates_fields(node):
        pair = [expression(f, node.func.value.value), expression(f, node.args[0].value)]
        return dispatch(f, pair, lambda one, other: take_fields(f, one, other))
    owner = None
    if isinstance(node.func, ast.Attribute):
        owner = expression(f, node.func.value)
        if isinstance(owner.kind, Union) and is_object(owner.kind):
            return _call_of_several(f, owner, node)
        if not _is_own_method(owner, node.func.attr):
            args, named = arguments(f, node)
            return methods.method(f, owner, node.func.attr, args, named, key_of(f, node))
        callee = attribute(f, owner, node.func.attr)
    else:
        callee = expression(f, node.func)
    if getattr(callee.kind, "thing", None) is print:
        return printed(f, node)
    if is_of_low_bits(node) and getattr(callee.kind, "thing", None) in OF_LOW_BITS:
        return call_value(f, callee, low_bits(f, node, key_of(f, node)), {}, key_of(f, node), form)
    before = f.sets_met
    args, named = _looked_at(f, callee, node)
    if f.sets_met > before:
        _check_alike(f, callee, args)
    return call_value(f, callee, args, named, key_of(f, node), form)


def _updates_fields(node: Any) -> bool:
    """Return whether a call is `new.__dict__.update(old.__dict__)`."""
    parts = [getattr(node.func, "value", None), *node.args]
    called = getattr(node.func, "attr", "") == "update" and len(parts) == 2 and not node.keywords
    return called and all(isinstance(each, ast.Attribute) and each.attr == "__dict__" for each in parts)


def printed(f: Emitter, node: Any) -> Value:
    """Evaluate the arguments of print for their side effects, and print nothing."""
    for each in (*node.args, *(keyword.value for keyword in node.keywords)):
        _compute(f, each)
    return constant(None)


def _compute(f: Emitter, node: Any) -> None:
    """Evaluate a printed expression without building its text."""
    if isinstance(node, ast.JoinedStr):
        for each in node.values:
            _compute(f, each)
    elif isinstance(node, (ast.FormattedValue, ast.Starred)):
        _compute(f, node.value)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mod, ast.Add, ast.Mult)) and _has_text(node):
        _compute(f, node.left)
        _compute(f, node.right)
    elif isinstance(node, ast.Tuple):
        for each in node.elts:
            _compute(f, each)
    elif isinstance(node, (ast.GeneratorExp, ast.ListComp)):
        comprehend(f, node, f.scope, lambda: _compute(f, node.elt), ordered=False)
    elif isinstance(node, ast.Call) and _makes_text(f, node):
        for each in node.args:
            _compute(f, each)
    elif not isinstance(node, ast.Constant):
        value = expression(f, node)
        if value.kind.lazy:
            listed(f, value, (key_of(f, node), "printed"))


def _has_text(node: Any) -> bool:
    """Return whether an expression builds a string from a literal in it."""
    if isinstance(node, ast.BinOp):
        return _has_text(node.left) or _has_text(node.right)
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _makes_text(f: Emitter, node: ast.Call) -> bool:
    """Return whether a call is of str, repr, or of format or join of a string literal."""
    if isinstance(node.func, ast.Name):
        own = f.scope.find(node.func.id) is not None or node.keywords
        maps = node.func.id == "map" and len(node.args) == 2 and getattr(node.args[0], "id", "") in ("str", "repr")
        return not own and (maps or node.func.id in ("str", "repr"))
    return isinstance(node.func, ast.Attribute) and node.func.attr in ("format", "join") and _has_text(node.func.value)


def _call_of_several(f: Emitter, owner: Value, node: Any) -> Value:
    """Return the result of a method of a value that may be an object or something else."""
    args, named = arguments(f, node)
    name, key = node.func.attr, key_of(f, node)

    def one(each: Value) -> Value:
        if not _is_own_method(each, name):
            return methods.method(f, each, name, args, named, key)
        return call_value(f, attribute(f, each, name), args, named, key)

    return dispatch(f, [owner], one)


ORDERLESS = (len, any, all, bool, set, frozenset)
ORDERLESS_NUMBERS = (sum, min, max, sorted)


def _looked_at(f: Emitter, callee: Value, node: Any) -> tuple[list[Value], Named]:
    """Return the arguments of a call. The order of a list display among them may be unobserved."""
    thing = getattr(callee.kind, "thing", None)
    orderless = any(thing is each for each in ORDERLESS + ORDERLESS_NUMBERS)
    alone = len(node.args) == 1 and not node.keywords and isinstance(node.args[0], ast.ListComp)
    if orderless and alone and not f.order_asked():
        f.unordered.add(id(node.args[0]))
    return arguments(f, node)


def _check_alike(f: Emitter, callee: Value, args: list[Value]) -> None:
    """Request a list in order if its items may be equal but distinguishable."""
    if not any(getattr(callee.kind, "thing", None) is each for each in ORDERLESS_NUMBERS):
        return
    if isinstance(args[0].kind, List) and not is_told_apart(args[0].kind.item):
        f.ask_order(f"its items are not told apart by {callee.kind}")


def _is_own_method(owner: Value, name: str) -> bool:
    """Return whether a method is user-defined, not one of Python's types."""
    kind = owner.kind
    if isinstance(kind, Constant) and isinstance(kind.thing, type):
        return name != "fromkeys" and not (name == "_make" and hasattr(kind.thing, "_fields"))
    if isinstance(kind, Constant):
        pythons = (str, bytes, tuple, list, dict, set, frozenset)
        return not (isinstance(kind.thing, pythons) or is_array(owner)) or hasattr(kind.thing, "_fields")
    if isinstance(kind, Union):
        return all(_is_own_method(Value(each), name) for each in kind.variants)
    own = ("_replace", "_asdict", "count", "index")
    return isinstance(kind, (Member, Super, Object)) or (
        isinstance(kind, Record) and (name not in own or _defines(kind, name))
    )


def _defines(kind: Record, name: str) -> bool:
    """Return whether the class of a record overrides a method of Python's own classes."""
    return isinstance(inspect.getattr_static(kind.made_by, name, None), FunctionType) and not name.startswith("_")


def arguments(f: Emitter, node: Any) -> tuple[list[Value], Named]:
    """Return the arguments of a call. From the first star of unknown length on, they are one promise at the end."""
    found: list[Value] = []
    for place, each in enumerate(node.args):
        if not isinstance(each, ast.Starred):
            found.append(expression(f, each))
            continue
        value = expression(f, each.value)
        if value.kind.lazy:
            value = listed(f, value, (key_of(f, each), "star"))
        try:
            found += starred(f, value)
        except Refusal:
            found.append(_rest(f, value, node.args[place + 1 :], key_of(f, each)))
            break
    named: Named = {}
    for keyword in node.keywords:
        if keyword.arg is None and _is_written_out(keyword.value):
            named |= {key.value: expression(f, each) for key, each in _pairs_of(keyword.value)}
            continue
        value = expression(f, keyword.value)
        if keyword.arg is not None:
            named[keyword.arg] = value
        elif isinstance(value.kind, Options):
            named |= dict(zip(value.kind.names, value.items(), strict=True))
        elif isinstance(value.kind, Constant) and isinstance(value.kind.thing, dict):
            named |= {name: constant(each) for name, each in value.kind.thing.items()}
        elif is_keyed(value):
            named |= pairs_in(f, value)
        else:
            raise f.refuse("** of a dict made in a rule, in a call; name the arguments instead")
    return found, named


def _is_written_out(node: Any) -> bool:
    """Return whether an expression is a dict display with literal string keys."""
    names = isinstance(node, ast.Dict) and all(isinstance(each, ast.Constant) for each in node.keys)
    return names and all(type(each.value) is str for each in node.keys)


def _pairs_of(node: Any) -> list[tuple[Any, Any]]:
    return list(zip(node.keys, node.values, strict=True))


def _rest(f: Emitter, value: Value, others: list[Any], key: Any) -> Value:
    """Return the promise of all arguments from the first star on."""
    if not others:
        return Value(Lazy("rest", in_order(f, value) or value))
    found = listed(f, value, (key, "rest"))
    for node in others:
        if isinstance(node, ast.Starred):
            loop(f, expression(f, node.value), lambda each: append(f, found, each))
        else:
            append(f, found, expression(f, node))
    return Value(Lazy("rest", found))


def _call_partial(f: Emitter, callee: Value, args: list[Value], named: Named, key: Any, form: str) -> Value:
    function, *given = callee.items()
    begin = len(given) - len(callee.kind.names)
    more = dict(zip(callee.kind.names, given[begin:], strict=True))
    return call_value(f, function, [*given[:begin], *args], {**more, **named}, key)


def _call_bound(f: Emitter, callee: Value, args: list[Value], named: Named, key: Any, form: str) -> Value:
    kind = callee.kind
    if isinstance(kind.function, tuple) and kind.function[0] == "init":
        initialise(f, Value(kind.this, callee.scalars), kind.function[1], args, named)
        return constant(None)
    if isinstance(kind.function, tuple):
        return methods.method(f, Value(kind.this, callee.scalars, callee.known), kind.function[1], args, named, key)
    return call_function(f, kind.function, [Value(kind.this, callee.scalars), *args], named, form)


def _call_known(f: Emitter, callee: Value, args: list[Value], named: Named, key: Any, form: str) -> Value:
    """Call an object known at compile time."""
    thing = callee.kind.thing
    known = _known(thing)
    if known is not None:
        check_function(f, thing, getattr(thing, "__name__", "a function"), args, named)
        if thing not in OF_OBJECTS or not args:
            return known(f, args, named, key)
        name, rest = thing.__name__, args[1:]
        return dispatch(f, args[:1], lambda it: special(f, name, it, *rest) or known(f, [it, *rest], named, key))
    if hasattr(thing, "cache_info") and any(holds_object(each.kind) for each in (*args, *named.values())):
        raise f.refuse(CACHED)
    thing = _unwrapped(f.program.method_meant(thing, len(args), bool(named)))
    make = next((OBJECTS[each] for each in type(thing).__mro__ if each in OBJECTS), _call_other)
    return make(f, thing, args, named, key, form)


OF_OBJECTS = (abs, divmod, float, int, next, reversed, round)
"""Python's functions that call a special method of the same name, if a class defines it."""


def _known(thing: Any) -> Any:
    try:
        return BUILTINS.get(thing)
    except TypeError:  # it has no hash
        return None


def _call_method(f: Emitter, thing: MethodType, args: list[Value], named: Named, key: Any, form: str) -> Value:
    return call_function(f, thing.__func__, [constant(thing.__self__), *args], named, form)


def _call_class(f: Emitter, thing: type, args: list[Value], named: Named, key: Any, form: str) -> Value:
    return construct(f, thing, args, named)


def _call_given(
    f: Emitter, thing: functools.partial[Any], args: list[Value], named: Named, key: Any, form: str
) -> Value:
    more = {name: constant(value) for name, value in thing.keywords.items()}
    return call_value(f, constant(thing.func), [*map(constant, thing.args), *args], {**more, **named}, key)


def _call_descriptor(
    f: Emitter, thing: MethodDescriptorType, args: list[Value], named: Named, key: Any, form: str
) -> Value:
    if has_rest(args[:1]):  # set.union(*rows)
        many = args[0].kind.parts[0]
        rest = cut(f, many, constant(1), None, None, (key, "others"))
        args = [item(f, many, constant(0)), Value(Lazy("rest", rest))]
    return methods.method(f, args[0], thing.__name__, args[1:], named, key)


def _call_pythons(
    f: Emitter, thing: BuiltinFunctionType, args: list[Value], named: Named, key: Any, form: str
) -> Value:
    """Call a method of a constant of Python's own types."""
    if thing.__self__ is None or inspect.ismodule(thing.__self__):  # None: of str.maketrans
        raise _unknown(f, thing)
    return methods.method(f, constant(thing.__self__), thing.__name__, args, named, key)


def _call_other(f: Emitter, thing: Any, args: list[Value], named: Named, key: Any, form: str) -> Value:
    if isinstance(vars(type(thing)).get("__call__"), FunctionType):
        return call_function(f, type(thing).__call__, [constant(thing), *args], named)
    raise _unknown(f, thing)


def _unwrapped(thing: Any) -> Any:
    """Return the user's own function in one that was decorated or compiled."""
    thing = inspect.unwrap(thing) if hasattr(thing, "__wrapped__") else thing
    return getattr(thing, "py_func", thing)


def _unknown(f: Emitter, thing: Any) -> Refusal:
    """Return the error for a call of an unsupported function."""
    name = _full_name(thing)
    if name.startswith("numpy."):
        return _unknown_of_numpy(f, name)
    instead = INSTEAD.get(name) or INSTEAD.get(name.rpartition(".")[2]) or INSTEAD.get(name.partition(".")[0])
    return f.refuse(f"{name} cannot be compiled; {instead or 'write a function that does the same'} instead")


def _full_name(thing: Any) -> str:
    """Return the name of a function as users write it, with the public name of its module."""
    name: str = getattr(thing, "__qualname__", "") or getattr(thing, "__name__", str(thing))
    first, *inner = str(getattr(thing, "__module__", "") or "").split(".")
    module = ".".join([first.lstrip("_"), *(each for each in inner if not each.startswith("_"))])
    name = name.removeprefix("Random.") if module == "random" else name
    return name if module in ("", "builtins", "io") else f"{module}.{name}"


def _unknown_of_numpy(f: Emitter, name: str) -> Refusal:
    return f.refuse(f"{name} cannot be compiled; write a loop over the numbers instead")


INSTEAD = {
    "eval": "write the expression itself",
    "exec": "write the statements themselves",
    "input": "use only the state",
    "hash": "use the value itself",
    "id": "use ==, or a number of your own,",
    "vars": "name the attributes",
    "dir": "name the attributes",
    "locals": "name the variables",
    "globals": "name the variables",
    "setattr": "make a new state",
    "tee": "make a list, and go through it twice,",
    "cmp_to_key": "write key=",
    "hypot": "write math.sqrt(x * x + y * y)",
    "dist": "write math.sqrt of the sum of the squares",
    "fsum": "write sum",
    "copysign": "write if",
    "isclose": "write abs(x - y) < 1e-9",
    "open": "read the file at the top of the module, outside the rules,",
    "time": "write a rule that needs no clock",
    "random": "write a rule without chance",
    "logging": "leave it out, or log elsewhere,",
    "assert_never": "write raise AssertionError",
    "nlargest": "write sorted(..., reverse=True)[:n]",
    "nsmallest": "write sorted(...)[:n]",
    "re": "use string methods, or a loop over the characters,",
    "struct": "use shifts and masks, <<, >> and &,",
    "maketrans": "make the table at the top of the file",
    "cast": "write the value itself",
}
"""Replacements to suggest for unsupported functions."""


def _gotten(f: Emitter, thing: Any, args: list[Value], named: Named, key: Any, form: str) -> Value:
    """Return the result of an itemgetter or attrgetter."""
    value, wanted = args[0], thing.__reduce__()[1]
    if isinstance(thing, operator.itemgetter):
        found = [item(f, value, constant(each)) for each in wanted]
    else:
        found = []
        for path in wanted:
            each = value
            for name in path.split("."):
                each = attribute(f, each, name)
            found.append(each)
    return found[0] if len(found) == 1 else tuple_of([plain(f, each) for each in found])


# --- functions of the rules -------------------------------------------------------------------------------------------


def bind(
    f: Emitter, node: Any, function: Any, args: list[Value], named: Named, inside: tuple[Named, Any] | None = None
) -> tuple[list[str], list[Value]]:
    """Return a function's parameters, with their values.

    inside: the defaults, and the key and syntax tree, of a nested function
    """
    given = node.args
    positional = [each.arg for each in (*given.posonlyargs, *given.args)]
    rest = None
    if given.vararg is None:
        args = spread(f, args, len(positional))
    elif args and isinstance(args[-1].kind, Lazy) and args[-1].kind.what == "rest":
        if len(args) - 1 < len(positional):
            raise f.refuse("a starred argument for separate parameters; write the arguments out instead")
        rest = _rest_of(f, args[len(positional) : -1], args[-1].kind.parts[0], (key_of(f), "rest"))
    values: Named = dict(zip(positional, args, strict=False))
    if given.kwarg is not None:
        own = {each.arg for each in (*given.args, *given.kwonlyargs)}
        others = {name: value for name, value in named.items() if name not in own}
        named = {name: value for name, value in named.items() if name in own}
        values[given.kwarg.arg] = options_of(f, node, others, (key_of(f), given.kwarg.arg))
    _check_arguments(f, node, positional, args, named)
    if given.vararg is not None:
        more = [f.program.materialize(f, each) for each in args[len(positional) :]] if rest is None else []
        values[given.vararg.arg] = tuple_of([plain(f, each) for each in more]) if rest is None else rest
    values |= named
    defaults = _defaults(function, positional) if inside is None else inside[0]
    last = [given.vararg, *given.kwonlyargs, given.kwarg]
    names, found = [*positional, *(each.arg for each in last if each is not None)], []
    for name in names:
        if name not in values:
            if name not in defaults:
                raise f.refuse(f"{_called(node)} is called without {name}; write {name}=...")
            values[name] = defaults[name]
        found.append(passed_on(f, values[name]))
    return names, found


def _check_arguments(f: Emitter, node: Any, positional: list[str], args: list[Value], named: Named) -> None:
    """Raise Refusal if a function is called with arguments it does not have."""
    given = node.args
    if len(args) > len(positional) and given.vararg is None:
        raise f.refuse(f"{_called(node)} is called with {len(args)} arguments; pass those that it takes")
    own = [*positional, *(each.arg for each in given.kwonlyargs)]
    for name in named:
        if name not in own:
            raise f.refuse(f"{_called(node)} has no parameter {name}; write one that it has")
        if name in positional[: len(args)]:
            raise f.refuse(f"{_called(node)} is given {name} twice; write it once instead")


def _called(node: Any) -> str:
    """Return the name of a function for messages."""
    return str(getattr(node, "name", f"the lambda of line {node.lineno}"))


def _rest_of(f: Emitter, first: list[Value], rest: Value, key: Any) -> Value:
    """Return the arguments for a parameter with a star, as a tuple."""
    found = new_list(f, key)
    for each in first:
        append(f, found, each)
    loop(f, rest, lambda each: append(f, found, each))
    return row_of_list(f, found)


def _defaults(function: Any, positional: list[str]) -> Named:
    own = function.__defaults__ or ()
    found = {name: constant(value) for name, value in zip(positional[len(positional) - len(own) :], own, strict=True)}
    return found | {name: constant(value) for name, value in (function.__kwdefaults__ or {}).items()}


def _call_function(f: Emitter, function: Any, args: list[Value], named: Named, key: Any, form: str) -> Value:
    """Return the result of a function call; for a generator function, a promise. form: see call."""
    known = BUILTINS.get(function)
    if known is not None:
        check_function(f, function, function.__name__, args, named)
        return known(f, args, named, key_of(f))
    if _is_foreign(function):
        if function.__module__.partition(".")[0] == "numpy":
            raise _unknown_of_numpy(f, _full_name(function))
        raise _unknown(f, function)
    node = f.program.tree(function)
    if _returns_generator(f, function, node, args):
        node = as_generator(node)
    names, values = bind(f, node, function, args, named)
    if names_of(node).yields:
        return Value(Lazy("generator", Call(function, node, names, values)))
    kinds = [each.kind for each in values]
    if node not in f.inlined and any(map(holds_function, kinds)):
        scope = Scope((*key_of(f), "given", function, len(f.inlined)), function, names_of(node).stored)
        return write_out(f, scope, node, names, values)
    form = form if not f.is_watched and has_truth_form(node, kinds) else "value"
    return call_instance(f, f.program.instance(function, node, function, kinds, form), values)


def _returns_generator(f: Emitter, function: Any, node: Any, args: list[Value]) -> bool:
    """Return whether a function only returns the result of a generator function of the same object."""
    last = only_return(node)
    if last is None or not isinstance(last.value, ast.Call) or node in f.inlined:
        return False
    called = last.value.func
    if isinstance(called, ast.Name):
        thing = None if called.id in function.__code__.co_varnames else function.__globals__.get(called.id)
        return inspect.isgeneratorfunction(thing) and not _is_foreign(thing)
    this = node.args.args[0].arg if node.args.args and not node.args.posonlyargs else ""
    owner = getattr(args[0].kind, "thing", None) if args else None
    if not isinstance(called, ast.Attribute) or getattr(called.value, "id", "") != this or owner is None:
        return False
    count, has_names = len(last.value.args), bool(last.value.keywords)
    method = f.program.method_meant(getattr(owner, called.attr, None), count, has_names)
    method = getattr(method, "__func__", method)
    if not isinstance(method, FunctionType) or method is function:
        return False
    return inspect.isgeneratorfunction(method) or _returns_generator(f, method, f.program.tree(method), args)


FOREIGN = os.path.dirname(os.__file__)
ORDERINGS = [each for name, each in vars(functools).items() if "_from_" in name]
"""The comparisons that total_ordering adds to a class."""


def _is_foreign(function: Any) -> bool:
    """Return whether a function belongs to Python's library or to another package."""
    file = function.__code__.co_filename
    if function.__module__.partition(".")[0] == "plywise" or function in ORDERINGS:
        return False
    return file.startswith(FOREIGN) or "site-packages" in file


def _call_closure(f: Emitter, callee: Value, args: list[Value], named: Named, key: Any, form: str) -> Value:
    """Call a nested function, which is inlined at the call."""
    kind: Any = callee.kind
    outer = f.closures.get(kind.key)
    if outer is None and kind.within is not None:
        outer = f.closures[kind.key] = Scope((kind.key, "alone"), kind.within, set())
    if outer is None:
        raise f.refuse("a nested function is used where its variables are not known; define it outside")
    defaults = dict(zip(kind.names, callee.items(), strict=True))
    names, values = bind(f, kind.node, None, args, named, (defaults, (kind.key, kind.node)))
    function = outer.function
    if names_of(kind.node).yields:
        return Value(Lazy("generator", Call(function, kind.node, names, values, kind.key)))
    if kind.node in f.inlined:
        return call_lifted(f, kind, outer, values)
    scope = Scope((f.scope.key, "called", key, kind.key), function, names_of(kind.node).stored, outer)
    return write_out(f, scope, kind.node, names, values)


def write_out(f: Emitter, scope: Scope, node: Any, names: list[str], values: list[Value]) -> Value:
    """Inline a function here; return its result."""
    ways: list[tuple[Any, Value]] = []

    def returned(value: Value) -> None:
        value = passed_on(f, value, returned=True)
        ways.append((f.builder.block, value))
        f.at(f.block("dead"))
        f.dead()

    f.open(scope)
    scope.returned = returned
    write_body(f, scope, node, names, values)
    if not f.is_ended:
        returned(constant(None))
    return f.merge(None, ways, f.block("returned"))


EXPRESSIONS[ast.Call] = call
CONDITIONS[ast.Call] = lambda f, node: truth(f, call(f, node, "truth"))
KINDS.update({Closure: _call_closure, Partial: _call_partial, Bound: _call_bound, Constant: _call_known})
OBJECTS.update(
    {
        FunctionType: _call_function,
        MethodType: _call_method,
        type: _call_class,
        operator.itemgetter: _gotten,
        operator.attrgetter: _gotten,
        functools.partial: _call_given,
        MethodDescriptorType: _call_descriptor,
        BuiltinFunctionType: _call_pythons,
    }
)
