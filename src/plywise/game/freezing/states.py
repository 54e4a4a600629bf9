"""Learn the form of whole states from samples, and generate the functions that freeze and thaw them."""

from collections import namedtuple
from collections.abc import Iterable, Sequence
from typing import Any

from plywise.game.freezing.forms import Form, Known, Thing, Unfit, form_of, form_of_objects, objects_in
from plywise.game.freezing.source import Source

SAMPLES = 200
"""Number of states searched for objects that are in several places."""


class StateForm:
    """The form of a game's states.

    root: the form of a state. tables: class -> form, of objects that may be in several places
    """

    def __init__(self, root: Form, tables: dict[type, Thing]) -> None:
        self.root, self.tables = root, tables

    @property
    def is_thing(self) -> bool:
        """Whether the fields of a frozen state are those of an object."""
        return isinstance(self.root, Thing) and all(
            name.isidentifier() and not name.startswith("_") for name in self.root.kept()
        )

    def write(self, source: Source, turn: bool = False) -> None:
        """Write the class State and the functions freeze and thaw. turn: add a field for the player to move."""
        root = self.root
        names = list(root.kept()) if self.is_thing and isinstance(root, Thing) else ["board"]
        more = ["to_move"] if turn else []
        fields = _distinct([*names, *more, *(f"{each.__name__.lower().lstrip('_')}s" for each in self.tables)])
        source.names["State"] = namedtuple("State", fields)
        source.tables = {
            each: f"{name}_met" for each, name in zip(self.tables, fields[len(names) + turn :], strict=True)
        }
        kept, places = fields[: len(names)], fields[len(names) + turn :]
        if self.is_thing and isinstance(root, Thing):
            frozen, thaw = root.frozen_fields(source, "it"), root.thaw_lines(source, [f"state.{each}" for each in kept])
        else:
            frozen, thaw = [root.freeze(source, "it")], [f"return {root.thaw(source, f'state.{kept[0]}')}"]
        turns = ["turn"] if turn else []
        before, contents, filled = self._write_tables(source, places)
        if self.tables:
            named = [f"part_{number}" for number in range(len(frozen))]
            before += [f"{name} = {each}" for name, each in zip(named, frozen, strict=True)]
            frozen = named
        tuples = [f"tuple({each}_kept)" for each in source.tables.values()]
        lines = [*before, *contents, f"return State({', '.join([*frozen, *turns, *tuples])})"]
        source.add_function("freeze", ", ".join(["it", *turns]), lines)
        source.add_function("thaw", "state", [*filled, *thaw])

    def _write_tables(self, source: Source, places: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
        """Write functions for the objects in tables; return lines that begin, freeze and thaw the tables."""
        before, contents, made, filled = [], [], [], []
        for (cls, form), place in zip(self.tables.items(), places, strict=True):
            table, name = source.tables[cls], source.name_of(cls, cls.__name__)
            row = ", ".join(form.frozen_fields(source, "it"))
            freeze = source.add_function(
                f"freeze_{cls.__name__}", f"it{source.more}", [f"return ({row},)" if row else "return ()"]
            )
            fill = source.add_function(
                f"fill_{cls.__name__}",
                f"it, frozen{source.more}",
                form.fill_lines(source, [f"frozen[{number}]" for number in range(len(form.kept()))]) or ["pass"],
            )
            before += [f"{table} = []", f"{table}_kept = []"]
            kept = f"{table}_kept.append({freeze}({table}[len({table}_kept)]{source.more}))"
            contents += [f"if len({table}_kept) < len({table}):", f"    {kept}", "    continue"]
            made.append(f"{table} = [{name}.__new__({name}) for _ in state.{place}]")
            filled += [
                f"for place, each in enumerate(state.{place}):",
                f"    {fill}({table}[place], each{source.more})",
            ]
        loop = ["while True:", *(f"    {each}" for each in contents), "    break"] if contents else []
        return before, loop, [*made, *filled]


def _distinct(names: Iterable[str]) -> list[str]:
    """Return names, with numbers added to repeated ones."""
    found: list[str] = []
    for name in names:
        found.append(next(each for each in (name, *(f"{name}_{n}" for n in range(2, 100))) if each not in found))
    return found


def learn_states(states: Sequence[Any], emptied: Iterable[str] = (), place: str = "") -> StateForm:
    """Return the form of states. emptied: fields to omit, by class and name. Raises Unfit."""
    kept: dict[int, Any] = {}
    shared: set[type] = set()
    for each in states[:SAMPLES]:
        shared |= objects_in(each, kept)[1]
    known = Known(frozenset(emptied), frozenset(shared))
    objects: dict[type, list[Any]] = {each: [] for each in sorted(shared, key=lambda cls: cls.__name__)}
    for state in states if shared else ():
        for each in objects_in(state, kept)[0]:
            if type(each) in objects:
                objects[type(each)].append(each)
    tables = {cls: form_of_objects(found, known, cls.__name__) for cls, found in objects.items()}
    if not all(isinstance(each, Thing) and not each.is_fixed for each in tables.values()):
        raise Unfit("objects in several places have fields that cannot be set")
    return StateForm(form_of(states, known, place), tables)  # type: ignore[arg-type]


__all__ = ["StateForm", "learn_states"]
