"""Recursive nested functions, compiled as separate functions with access to the variables around them.

A nested function is inlined where it is called. A recursive one cannot be, so it becomes a separate function (lambda
lifting). It reads and assigns the surrounding variables in place: it receives a frame, the addresses of the variables
it uses. A pass finds out which these are; then another pass follows.
"""

from collections.abc import Iterator
from typing import Any

from plywise.compiler.emission.function import Emitter, Scope, Slot
from plywise.compiler.syntax.names import names_of
from plywise.compiler.types.kinds import ADDRESS, BIT, NEVER, Kind, Value


class _Frame(Kind):
    """The type of a frame: the addresses of variables of the enclosing functions."""

    scalars = (ADDRESS,)
    word = "frame"


FRAME = _Frame()


class FarSlot(Slot):
    """A variable of an enclosing function, accessed through the frame."""

    def __init__(self, emitter: Emitter, key: Any, variable: Any) -> None:
        self.key = key
        self.variable = variable  # the address of the addresses
        self.bound = self._address(emitter, 0, BIT)
        self.renew(emitter)

    def renew(self, emitter: Emitter) -> None:
        """Load the addresses for the variable's currently known type."""
        self.kind = emitter.program.kinds.get(self.key, NEVER)
        self.places = [self._address(emitter, at, scalar) for at, scalar in enumerate(self.kind.scalars, 1)]

    def _address(self, emitter: Emitter, number: int, scalar: Any) -> Any:
        with emitter.builder.goto_block(emitter.entry):
            found = emitter.builder.load(emitter.builder.gep(self.variable, [emitter.int(number)]))
            return emitter.builder.bitcast(found, scalar.as_pointer())


class FarScope(Scope):
    """A scope out of which a function was lifted, as seen from that function."""

    def __init__(self, near: Scope, outer: "FarScope | None", closure: Any, frame: Any) -> None:
        super().__init__(near.key, near.function, near.names, outer)
        self.is_comprehension = near.is_comprehension
        self.closure, self.frame = closure, frame

    def far_slot(self, emitter: Emitter, name: str) -> Slot:
        """Return the storage of a variable."""
        layout, variable = emitter.program.layouts.setdefault(self.closure, []), (self.key, name)
        if variable not in layout:
            layout.append(variable)
            emitter.program.changed = True
        with emitter.builder.goto_block(emitter.entry):
            frame = emitter.builder.bitcast(self.frame, ADDRESS.as_pointer().as_pointer())
            found = emitter.builder.load(emitter.builder.gep(frame, [emitter.int(layout.index(variable))]))
        return FarSlot(emitter, (self.key, name), found)


def frame_for(f: Emitter, closure: Any, outer: Scope) -> Value:
    """Return the frame to pass to a function. closure: its key. outer: the scope it was written in."""
    if isinstance(outer, FarScope) and outer.closure == closure:
        return Value(FRAME, [outer.frame])
    layout = f.program.layouts.setdefault(closure, [])
    frame = f.place(ADDRESS.as_pointer(), max(1, len(layout)))
    for number, slot in slots_of(f, layout, [outer]):
        variable = f.place(ADDRESS, 1 + len(slot.places))
        note_addresses(f, variable, [slot.bound, *slot.places])
        f.builder.store(variable, f.builder.gep(frame, [f.int(number)]))
    return Value(FRAME, [f.builder.bitcast(frame, ADDRESS)])


def slots_of(f: Emitter, layout: list[Any], outer: list[Scope]) -> Iterator[tuple[int, Slot]]:
    """Yield the number and the slot of each variable that a function uses of the scopes around it."""
    for number, (key, name) in enumerate(layout):
        scope: Any = next((each for one in outer for each in scopes_around(one) if each.key == key), None)
        if scope is not None:
            yield number, f.slot(name, scope)


def note_addresses(f: Emitter, variable: Any, places: list[Any]) -> None:
    """Store the addresses of a variable's places."""
    for at, place in enumerate(places):
        f.builder.store(f.builder.bitcast(place, ADDRESS), f.builder.gep(variable, [f.int(at)]))


def scopes_around(scope: Scope | None) -> Iterator[Scope]:
    """Yield a scope and its enclosing scopes."""
    while scope is not None:
        yield scope
        scope = scope.outer


class Around:
    """The scopes around a separately translated function.

    closure: the key of the function. outer: the scopes, the innermost first
    closures: all nested functions, with the scopes around them
    """

    def __init__(self, closure: Any, outer: list[Scope], closures: dict[Any, Scope]) -> None:
        self.closure, self.outer, self.closures = closure, outer, dict(closures)
        self.seen: dict[Any, FarScope] = {}

    def seen_from(self, f: Emitter, frame: Any) -> FarScope:
        """Return the first scope as seen from inside the function, and register the variables of all scopes."""
        self.seen = {}
        for one in self.outer:
            for each in reversed(list(scopes_around(one))):
                if each.key not in self.seen:
                    far = self.seen.get(each.outer.key) if each.outer is not None else None
                    self.seen[each.key] = FarScope(each, far, self.closure, frame)
        f.closures |= {key: self.seen[each.key] for key, each in self.closures.items() if each.key in self.seen}
        return self.seen[self.outer[0].key]


def without_assigned(node: Any, narrowed: dict[str, Any]) -> dict[str, Any]:
    """Return the narrowed types that remain valid after a call that may assign surrounding variables."""
    assigned = names_of(node).nonlocals
    return {path: keep for path, keep in narrowed.items() if path.partition(".")[0] not in assigned}


__all__ = [
    "FRAME",
    "Around",
    "FarScope",
    "FarSlot",
    "frame_for",
    "note_addresses",
    "scopes_around",
    "slots_of",
    "without_assigned",
]
