"""Functions written inside others that call themselves: functions of their own, which are told where variables lie.

A function inside another is written out where it is called. One that calls itself cannot be, and becomes a function of
its own (lambda lifting). It reads and assigns the variables around it where they are: it is given a frame, which is the
addresses of those that it uses. Which these are is known after a pass; then there is another one.
"""

from collections.abc import Iterator
from typing import Any

from plywise.compiler.emission.function import Emitter, Scope, Slot
from plywise.compiler.syntax.names import names_of
from plywise.compiler.types.kinds import ADDRESS, BIT, NEVER, Kind, Value


class _Frame(Kind):
    """The addresses of variables of the functions around one."""

    scalars = (ADDRESS,)
    word = "frame"


FRAME = _Frame()


class FarSlot(Slot):
    """A variable of a function around this one, in whose frame it lies."""

    def __init__(self, emitter: Emitter, key: Any, variable: Any) -> None:
        self.key = key
        self.variable = variable  # the address of the addresses
        self.bound = self._address(emitter, 0, BIT)
        self.renew(emitter)

    def renew(self, emitter: Emitter) -> None:
        """Take the addresses for the variable's type as it is known by now."""
        self.kind = emitter.program.kinds.get(self.key, NEVER)
        self.places = [self._address(emitter, at, scalar) for at, scalar in enumerate(self.kind.scalars, 1)]

    def _address(self, emitter: Emitter, number: int, scalar: Any) -> Any:
        with emitter.builder.goto_block(emitter.entry):
            found = emitter.builder.load(emitter.builder.gep(self.variable, [emitter.int(number)]))
            return emitter.builder.bitcast(found, scalar.as_pointer())


class FarScope(Scope):
    """A scope around a function that was lifted out of it."""

    def __init__(self, near: Scope, outer: "FarScope | None", closure: Any, frame: Any) -> None:
        super().__init__(near.key, near.function, near.names, outer)
        self.is_comprehension = near.is_comprehension
        self.closure, self.frame = closure, frame

    def far_slot(self, emitter: Emitter, name: str) -> Slot:
        """Return where a variable lies."""
        layout, variable = emitter.program.layouts.setdefault(self.closure, []), (self.key, name)
        if variable not in layout:
            layout.append(variable)
            emitter.program.changed = True
        with emitter.builder.goto_block(emitter.entry):
            frame = emitter.builder.bitcast(self.frame, ADDRESS.as_pointer().as_pointer())
            found = emitter.builder.load(emitter.builder.gep(frame, [emitter.int(layout.index(variable))]))
        return FarSlot(emitter, (self.key, name), found)


def frame_for(f: Emitter, closure: Any, outer: Scope) -> Value:
    """Return the frame that a function is to be given: closure, its key; outer, the scope that it was written in."""
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
    """Yield a scope and those around it."""
    while scope is not None:
        yield scope
        scope = scope.outer


class Around:
    """The scopes around a function that is translated apart from them.

    closure: the key of the function. outer: the scopes; the innermost around what is written there comes first
    closures: all functions that are written inside others, with the scopes around them
    """

    def __init__(self, closure: Any, outer: list[Scope], closures: dict[Any, Scope]) -> None:
        self.closure, self.outer, self.closures = closure, outer, dict(closures)
        self.seen: dict[Any, FarScope] = {}

    def seen_from(self, f: Emitter, frame: Any) -> FarScope:
        """Return the first scope as it is seen from inside the function, and make known what is in all of them."""
        self.seen = {}
        for one in self.outer:
            for each in reversed(list(scopes_around(one))):
                if each.key not in self.seen:
                    far = self.seen.get(each.outer.key) if each.outer is not None else None
                    self.seen[each.key] = FarScope(each, far, self.closure, frame)
        f.closures |= {key: self.seen[each.key] for key, each in self.closures.items() if each.key in self.seen}
        return self.seen[self.outer[0].key]


def without_assigned(node: Any, narrowed: dict[str, Any]) -> dict[str, Any]:
    """Return what is known of variables after a call of a function that may assign some of those around it."""
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
