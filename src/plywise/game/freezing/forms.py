"""Forms of states: nested lists, objects with fields, sets. Learned from samples.

A form writes two Python expressions: one that freezes a value to a hashable one, such as a tuple or a frozenset, and
one that thaws it to a new mutable value. Both are ordinary code, so they compile with the rules.
"""

import enum
import sys
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from plywise.game.contents import is_immutable, own_fields
from plywise.game.freezing.source import Source

DICTS = (dict, OrderedDict, defaultdict, Counter)
LISTS = (list, deque)


class Unfit(Exception):
    """Values have no form that can be written as plain code; the message names them and the reason."""


class Known(NamedTuple):
    """Knowledge before a form is learned.

    emptied: fields to omit, by class and name. shared: classes of objects that may be in several places
    """

    emptied: frozenset[str] = frozenset()
    shared: frozenset[type] = frozenset()


NOTHING_KNOWN = Known()


class Form:
    """The form of the values at one place of a state.

    stays: whether a value is its own frozen form, such as a number or a text
    """

    stays = False

    def freeze(self, source: Source, value: str) -> str:
        """Return an expression for the frozen form of a value."""
        raise NotImplementedError

    def thaw(self, source: Source, frozen: str) -> str:
        """Return an expression for a new value."""
        raise NotImplementedError


class Same(Form):
    """An immutable value, which is its own frozen form."""

    stays = True

    def freeze(self, source: Source, value: str) -> str:
        return value

    def thaw(self, source: Source, frozen: str) -> str:
        return frozen


class Emptied(Form):
    """A list that only records moves: it is omitted from the frozen form and thawed as empty."""

    def __init__(self, kind: type) -> None:
        self.kind = kind

    def freeze(self, source: Source, value: str) -> str:
        return "None"

    def thaw(self, source: Source, frozen: str) -> str:
        return "[]" if self.kind is list else f"{source.name_of(self.kind, self.kind.__name__)}()"


class Listed(Form):
    """A list, deque or tuple of any length, with items of one form."""

    def __init__(self, kind: type, item: Form, most: int | None = None) -> None:
        self.kind, self.item, self.most = kind, item, most
        self.stays = kind is tuple and item.stays

    def freeze(self, source: Source, value: str) -> str:
        if self.stays:
            return value
        if self.item.stays:
            return f"tuple({value})"
        each = source.variable()
        return f"tuple([{self.item.freeze(source, each)} for {each} in {value}])"

    def thaw(self, source: Source, frozen: str) -> str:
        if self.stays:
            return frozen
        each = source.variable()
        items = frozen if self.item.stays else f"[{self.item.thaw(source, each)} for {each} in {frozen}]"
        if self.kind is list:
            return f"list({frozen})" if self.item.stays else items
        if self.kind is tuple:
            return f"tuple({items})"
        most = "" if self.most is None else f", {self.most}"
        return f"{source.name_of(self.kind, self.kind.__name__)}({items}{most})"


class Empty(Form):
    """A list, deque or dict that was empty in all samples, so that the form of its items is unknown."""

    def __init__(self, like: Any) -> None:
        self.like = like

    def freeze(self, source: Source, value: str) -> str:
        return f"tuple({source.exactly()}({value}, 0))"

    def thaw(self, source: Source, frozen: str) -> str:
        if isinstance(self.like, dict):
            return _dict(source, self.like, "{}")
        most = getattr(self.like, "maxlen", None)
        return "[]" if type(self.like) is list else f"{source.name_of(deque, 'deque')}([], {most})"


class Row(Form):
    """A list, tuple or NamedTuple with a fixed number of items, each with its own form."""

    def __init__(self, kind: type, items: Sequence[Form]) -> None:
        self.kind, self.items = kind, list(items)
        self.stays = kind is not list and all(each.stays for each in items)

    def freeze(self, source: Source, value: str) -> str:
        if self.stays:
            return value
        first = f"{source.exactly()}({value}, {len(self.items)})"
        return _row([each.freeze(source, f"{value if n else first}[{n}]") for n, each in enumerate(self.items)])

    def thaw(self, source: Source, frozen: str) -> str:
        if self.stays:
            return frozen
        items = [each.thaw(source, f"{frozen}[{n}]") for n, each in enumerate(self.items)]
        if self.kind is list:
            return f"[{', '.join(items)}]"
        return (
            _row(items)
            if self.kind is tuple
            else f"{source.name_of(self.kind, self.kind.__name__)}({', '.join(items)})"
        )


class Keyed(Form):
    """A dict that always has the same keys in the same order."""

    def __init__(self, keys: Sequence[Any], values: Sequence[Form], like: dict[Any, Any]) -> None:
        self.keys, self.values, self.like = list(keys), list(values), like

    def freeze(self, source: Source, value: str) -> str:
        places = [f"{value}[{_constant(source, key)}]" for key in self.keys]
        places[0] = f"{source.exactly()}({value}, {len(self.keys)})[{_constant(source, self.keys[0])}]"
        return _row([each.freeze(source, place) for place, each in zip(places, self.values, strict=True)])

    def thaw(self, source: Source, frozen: str) -> str:
        items = [
            f"{_constant(source, key)}: {each.thaw(source, f'{frozen}[{n}]')}"
            for n, (key, each) in enumerate(zip(self.keys, self.values, strict=True))
        ]
        return _dict(source, self.like, f"{{{', '.join(items)}}}")


class Mapped(Form):
    """A dict with changing keys. Its frozen form is a tuple of pairs, in its order."""

    def __init__(self, key: Form, value: Form, like: dict[Any, Any]) -> None:
        if not key.stays:
            raise Unfit("a dict has keys that are objects")
        self.value, self.like = value, like

    def freeze(self, source: Source, value: str) -> str:
        if self.value.stays:
            return f"tuple({value}.items())"
        key, each = source.variable("key"), source.variable()
        return f"tuple([({key}, {self.value.freeze(source, each)}) for {key}, {each} in {value}.items()])"

    def thaw(self, source: Source, frozen: str) -> str:
        key, each = source.variable("key"), source.variable()
        return _dict(source, self.like, f"{{{key}: {self.value.thaw(source, each)} for {key}, {each} in {frozen}}}")


class Gathered(Form):
    """A set."""

    def freeze(self, source: Source, value: str) -> str:
        return f"frozenset({value})"

    def thaw(self, source: Source, frozen: str) -> str:
        return f"set({frozen})"


class Bytes(Form):
    """A bytearray."""

    def freeze(self, source: Source, value: str) -> str:
        return f"bytes({value})"

    def thaw(self, source: Source, frozen: str) -> str:
        return f"bytearray({frozen})"


class Array(Form):
    """A NumPy array of a fixed shape and type."""

    def __init__(self, dimensions: int, kind: Any) -> None:
        self.dimensions, self.kind = dimensions, kind

    def freeze(self, source: Source, value: str) -> str:
        if self.dimensions == 0:
            raise Unfit("an array has no dimensions")
        return self._tuples(source, f"{value}.tolist()", self.dimensions)

    def _tuples(self, source: Source, value: str, dimensions: int) -> str:
        if dimensions == 1:
            return f"tuple({value})"
        each = source.variable()
        return f"tuple([{self._tuples(source, each, dimensions - 1)} for {each} in {value}])"

    def thaw(self, source: Source, frozen: str) -> str:
        return f"{source.name_of(sys.modules['numpy'], 'np')}.array({frozen}, {_constant(source, self.kind.type)})"


class Thing(Form):
    """An object of a class, field by field."""

    def __init__(self, made_by: type, fields: dict[str, Form]) -> None:
        self.made_by, self.fields = made_by, fields
        self._functions: dict[str, str] = {}

    @property
    def is_fixed(self) -> bool:
        """Whether its fields must be passed to the constructor: a frozen dataclass with a mutable field."""
        parameters = getattr(self.made_by, "__dataclass_params__", None)
        return parameters is not None and bool(parameters.frozen)

    def kept(self) -> dict[str, Form]:
        """Return the fields that are part of the frozen form."""
        return {name: each for name, each in self.fields.items() if not isinstance(each, Emptied)}

    def frozen_fields(self, source: Source, value: str) -> list[str]:
        """Return an expression for each field that is part of the frozen form."""
        return [each.freeze(source, f"{value}.{name}") for name, each in self.kept().items()]

    def freeze(self, source: Source, value: str) -> str:
        """Return a call of a function that freezes an object, or the expression itself if it is short."""
        if value.isidentifier() and all(each.stays for each in self.kept().values()):
            return _row(self.frozen_fields(source, value))
        if "freeze" not in self._functions:
            lines = [f"return {_row(self.frozen_fields(source, 'it'))}"]
            self._functions["freeze"] = source.add_function(
                f"freeze_{self.made_by.__name__}", f"it{source.more}", lines
            )
        return f"{self._functions['freeze']}({value}{source.more})"

    def thaw_lines(self, source: Source, places: Iterable[str]) -> list[str]:
        """Return lines that make a new object, `it`. places: expressions for its frozen fields"""
        cls = source.name_of(self.made_by, self.made_by.__name__)
        if self.is_fixed:
            given = dict(zip(self.kept(), places, strict=True))
            parts = [f"{name}={each.thaw(source, given.get(name, ''))}" for name, each in self.fields.items()]
            return [f"return {cls}({', '.join(parts)})"]
        plain = vars(object)["__new__"] is getattr(self.made_by, "__new__", None)
        new = source.name_of(object.__new__, "new_object") if plain else f"{cls}.__new__"
        return [f"it = {new}({cls})", *self.fill_lines(source, places), "return it"]

    def fill_lines(self, source: Source, places: Iterable[str]) -> list[str]:
        """Return lines that set the fields of an object, `it`."""
        given = dict(zip(self.kept(), places, strict=True))
        return [f"it.{name} = {each.thaw(source, given.get(name, ''))}" for name, each in self.fields.items()]

    def thaw(self, source: Source, frozen: str) -> str:
        """Return a call of a function that makes the object."""
        if "thaw" not in self._functions:
            lines = self.thaw_lines(source, [f"frozen[{n}]" for n in range(len(self.kept()))])
            self._functions["thaw"] = source.add_function(
                f"thaw_{self.made_by.__name__}", f"frozen{source.more}", lines
            )
        return f"{self._functions['thaw']}({frozen}{source.more})"


class Shared(Form):
    """An object that may be in several places of a state: its index in a table of all objects of its class."""

    def __init__(self, made_by: type) -> None:
        self.made_by = made_by

    def freeze(self, source: Source, value: str) -> str:
        """Return an expression for the object's index, in a tuple to distinguish it from a number."""
        return f"({source.place_of()}({source.tables[self.made_by]}, {value}),)"

    def thaw(self, source: Source, frozen: str) -> str:
        """Return an expression for the object at an index."""
        return f"{source.tables[self.made_by]}[{frozen}[0]]"


class OneOf(Form):
    """Either an immutable value, such as None or 0, or another; or objects of several classes, which are numbered."""

    def __init__(self, stays: bool, others: Sequence[Form]) -> None:
        self.has_plain, self.others = stays, list(others)
        self._functions: dict[str, str] = {}

    def freeze(self, source: Source, value: str) -> str:
        """Return an expression, without a call if the value is a name and there is one form."""
        if len(self.others) == 1 and value.isidentifier():
            only = self.others[0]
            return f"({only.freeze(source, value)} if {_is_of(source, only, value)} else {value})"
        if "freeze" not in self._functions:
            lines = []
            for n, each in enumerate(self.others):
                frozen = each.freeze(source, "it")
                lines.append(f"if {_is_of(source, each, 'it')}:")
                lines.append(f"    return {frozen if len(self.others) == 1 else f'({n}, {frozen})'}")
            self._functions["freeze"] = source.add_function("freeze_one", f"it{source.more}", [*lines, "return it"])
        return f"{self._functions['freeze']}({value}{source.more})"

    def thaw(self, source: Source, frozen: str) -> str:
        """Return an expression, without a call if the frozen value is a name and there is one form."""
        if len(self.others) == 1 and frozen.isidentifier():
            return f"({self.others[0].thaw(source, frozen)} if isinstance({frozen}, tuple) else {frozen})"
        if "thaw" not in self._functions:
            if len(self.others) == 1:
                lines = ["if isinstance(frozen, tuple):", f"    return {self.others[0].thaw(source, 'frozen')}"]
            else:
                lines = ["if isinstance(frozen, tuple):"] if self.has_plain else []
                for n, each in enumerate(self.others):
                    lines.append(f"{'    ' * self.has_plain}if frozen[0] == {n}:")
                    lines.append(f"{'    ' * self.has_plain}    return {each.thaw(source, 'frozen[1]')}")
            self._functions["thaw"] = source.add_function("thaw_one", f"frozen{source.more}", [*lines, "return frozen"])
        return f"{self._functions['thaw']}({frozen}{source.more})"


def _row(items: Sequence[str]) -> str:
    return f"({', '.join(items)}{',' if len(items) == 1 else ''})"


def _constant(source: Source, value: Any) -> str:
    """Return an expression for a constant."""
    plain = isinstance(value, (int, str, bytes, type(None))) and type(value) in (int, bool, str, bytes, type(None))
    if plain or (type(value) is tuple and all(type(each) in (int, bool, str) for each in value)):
        return repr(value)
    return source.name_of(value, getattr(value, "__name__", type(value).__name__))


def _dict(source: Source, like: dict[Any, Any], text: str) -> str:
    kind = type(like)
    if kind is dict:
        return text
    name = source.name_of(kind, kind.__name__)
    if isinstance(like, defaultdict):
        return f"{name}({_constant(source, like.default_factory)}, {text})"
    return f"{name}({text})"


def _is_of(source: Source, form: Form, value: str) -> str:
    """Return a test that distinguishes a value of a form from the others at its place."""
    kinds = {Listed: "kind", Row: "kind", Thing: "made_by", Shared: "made_by"}
    if isinstance(form, Empty):
        return _is_of(source, Listed(type(form.like), Same()), value)
    kind = getattr(form, kinds[type(form)]) if type(form) in kinds else _kind_of(form)
    name = kind.__name__ if kind in (list, dict, set, bytearray) else source.name_of(kind, kind.__name__)
    return f"isinstance({value}, {name})" if not isinstance(form, (Thing, Shared)) else f"type({value}) is {name}"


def _kind_of(form: Form) -> type:
    if isinstance(form, (Keyed, Mapped)):
        return type(form.like)
    if isinstance(form, Gathered):
        return set
    if isinstance(form, Bytes):
        return bytearray
    arrays: type = sys.modules["numpy"].ndarray  # an array was seen, so it has been imported
    return arrays


# --- learning ---------------------------------------------------------------------------------------------------------


def form_of(values: Sequence[Any], known: Known = NOTHING_KNOWN, place: str = "") -> Form:
    """Return the form of the values at one place. Raises Unfit.

    place: for the messages
    """
    values = list(values)
    plain = [each for each in values if is_immutable(each)]
    rest = [each for each in values if not is_immutable(each)]
    if not rest:
        return Same()
    kinds: dict[type, list[Any]] = {}
    for each in rest:
        kinds.setdefault(type(each), []).append(each)
    if not plain and len(kinds) == 1:
        return _form_of_kind(rest, known, place)
    if any(isinstance(each, tuple) for each in plain):
        if all(type(each) in (*kinds, tuple) and isinstance(each, tuple) for each in values):
            return _form_of_kind(values, known, place)  # an empty tuple among tuples of lists
        raise Unfit(f"{place} holds tuples and {', '.join(kind.__name__ for kind in kinds)}")
    return OneOf(bool(plain), [_form_of_kind(each, known, place) for each in kinds.values()])


def _form_of_kind(values: list[Any], known: Known, place: str) -> Form:
    """Return the form of values of one mutable type."""
    first, kind = values[0], type(values[0])
    if isinstance(first, (LISTS, tuple)):
        return _form_of_items(values, known, place)
    if isinstance(first, DICTS):
        return _form_of_dict(values, known, place)
    if kind is set:
        if not all(is_immutable(item) for each in values for item in each):
            raise Unfit(f"{place} is a set of objects that can change")
        return Gathered()
    if kind is bytearray:
        return Bytes()
    if kind.__module__ == "numpy" and hasattr(first, "tolist"):
        if len({(each.dtype, each.ndim) for each in values}) > 1 or first.dtype == object:
            raise Unfit(f"{place} is an array of changing type or dimensions")
        return Array(first.ndim, first.dtype)
    if not hasattr(first, "__dict__") and not any("__slots__" in vars(each) for each in kind.__mro__):
        raise Unfit(f"{place} is a {kind.__name__}")
    if "__reduce_ex__" in {name for each in kind.__mro__[:-1] for name in vars(each)} or isinstance(
        first, (list, dict, set, tuple, enum.Enum)
    ):
        raise Unfit(f"{place} is a {kind.__name__}")
    return Shared(kind) if kind in known.shared else form_of_objects(values, known, place)


def _form_of_items(values: list[Any], known: Known, place: str) -> Form:
    kind, lengths = type(values[0]), {len(each) for each in values}
    if kind not in (list, deque, tuple) and not hasattr(kind, "_fields"):
        raise Unfit(f"{place} is a {kind.__name__}, a kind of {'list' if issubclass(kind, list) else 'tuple'}")
    if len(lengths) == 1 and kind is not deque and 0 < len(values[0]) <= 16:
        columns = list(zip(*values, strict=True))
        forms = [form_of(each, known, f"{place}[{n}]") for n, each in enumerate(columns)]
        if hasattr(kind, "_fields") or kind is tuple or not _alike(forms, values):
            return Row(kind, forms)
    if not any(values) and kind is not tuple:
        return Empty(values[0])
    item = form_of([item for each in values for item in each], known, f"{place}[...]")
    return Listed(kind, item, getattr(values[0], "maxlen", None))


def _alike(forms: list[Form], values: list[Any]) -> bool:
    """Return whether the items of rows have one form, so that they are a list."""
    kinds = {type(item) for row in values for item in row}
    if len({type(each) for each in forms}) == 1 and (len(kinds) == 1 or all(each.stays for each in forms)):
        return True
    return _are_squares(values)


def _are_squares(values: list[Any]) -> bool:
    """Return whether the items of rows are objects of one class, with one kind of plain value for empty squares."""
    plain = {type(item) for row in values for item in row if is_immutable(item)}
    others = {type(item) for row in values for item in row if not is_immutable(item)}
    if len(others) != 1 or len(plain) > 1 or others & {list, tuple, dict, set, deque}:
        return False
    columns = zip(*values, strict=True)
    return plain == {type(None)} or any(len(set(map(is_immutable, column))) > 1 for column in columns)


def _form_of_dict(values: list[Any], known: Known, place: str) -> Form:
    keys = list(values[0])
    if not all(is_immutable(key) for each in values for key in each):
        raise Unfit(f"{place} is a dict whose keys can change")
    if keys and all(list(each) == keys for each in values) and len(keys) <= 64:
        return Keyed(keys, [form_of([v[key] for v in values], known, f"{place}[{key!r}]") for key in keys], values[0])
    if not any(values):
        return Empty(values[0])
    held = [part for each in values for part in each.values()]
    return Mapped(Same(), form_of(held, known, f"{place}[...]"), values[0])


def form_of_objects(values: list[Any], known: Known, place: str) -> Form:
    """Return the form of objects of one class. Raises Unfit."""
    kind = type(values[0])
    found: list[dict[str, Any]] = [dict(own_fields(each)) for each in values]
    names = list(found[0])
    if any(set(each) != set(names) for each in found):
        changing = {name for each in found for name in each if not all(name in other for other in found)}
        raise Unfit(f"{kind.__name__}.{min(changing)} is not always there")
    fields: dict[str, Form] = {}
    for name in names:
        parts = [each[name] for each in found]
        if f"{kind.__name__}.{name}" in known.emptied:
            fields[name] = Emptied(type(parts[0]))
        else:
            fields[name] = form_of(parts, known, f"{place}.{name}".lstrip("."))
    return Thing(kind, fields)


def objects_in(value: Any, kept: dict[int, Any]) -> tuple[list[Any], set[type]]:
    """Return the objects in a value, each once, and the classes of those in several places. Raises Unfit.

    kept: id -> object, to keep the ids valid. Only objects may be in several places, not lists.
    """
    met: dict[int, str] = {}
    found, shared = [], set()

    def walk(part: Any, place: str) -> None:
        if is_immutable(part):
            return
        is_object = not isinstance(part, (list, tuple, dict, set, deque, bytearray)) and not hasattr(part, "dtype")
        if id(part) in met:
            if not is_object:
                raise Unfit(f"{met[id(part)] or 'the state'} and {place} are one {type(part).__name__}")
            shared.add(type(part))
            return
        met[id(part)], kept[id(part)] = place, part
        if is_object:
            found.append(part)
        for where, each in _parts(part):
            walk(each, f"{place}{where}")

    walk(value, "")
    return found, shared


def _parts(value: Any) -> Iterable[tuple[str, Any]]:
    if isinstance(value, (list, tuple, deque)):
        yield from ((f"[{n}]", each) for n, each in enumerate(value))
    elif isinstance(value, dict):
        yield from ((f"[{key!r}]", each) for key, each in value.items())
    if hasattr(value, "__dict__") or not isinstance(value, (list, tuple, dict, set, deque)):
        yield from ((f".{name}", each) for name, each in own_fields(value))


__all__ = ["Form", "Known", "Shared", "Thing", "Unfit", "form_of", "form_of_objects", "objects_in"]
