"""Finds in whose view a file's search returns values, and which player is MAX.

Both are found by running the search on a position with prescribed values for its children.
"""

import ast
import copy
from collections.abc import Iterable
from typing import Any

from plywise.games.adopt.parts import Parts, Sample, duplicate
from plywise.games.adopt.reading import quiet
from plywise.games.adopt.search import CACHES, WHO, Search

MAXIMIZES, MINIMIZES, NEGATES = "max", "min", "negated"
STEP = 1 / 64


class Chooser:
    """The search of a file with its recursive calls answered from a list."""

    def __init__(self, search: Search, names: dict[str, Any], bound: dict[str, Any], variables: Iterable[str]) -> None:
        self.search, self.bound, self.variables = search, bound, list(variables)
        nodes = []
        for number, each in enumerate(search.members):
            node = _Answered(search).visit(copy.deepcopy(each))
            node.name, node.decorator_list, node.returns = f"choose_{number}", [], None
            for part in ast.walk(node):
                if isinstance(part, ast.arg):
                    part.annotation = None
            nodes.append(node)
        module = ast.fix_missing_locations(ast.Module(nodes, []))
        self.values: list[float] = []
        self.module = names
        self.before = {name: names[name] for name in self.variables}
        self.names = dict(names) | {"answer_": self._answer}
        exec(compile(module, "<the file's search>", "exec", dont_inherit=True), self.names)

    def hold(self, position: Any) -> None:
        """Store a position in its global variables, for the functions of the file."""
        self.held = {name: getattr(position, name) for name in self.variables}
        self.names.update(self.held)
        self.module.update(self.held)

    def release(self) -> None:
        """Restore the file's global variables."""
        self.module.update(self.before)

    def take_back(self, parts: Parts, it: Any) -> None:
        """Copy the file's global variables back into a position that came from them."""
        position = it[0] if parts.spread > 1 else it
        for name in self.variables:
            is_new = self.module[name] is not self.held[name]  # a function of the file has assigned it
            setattr(position, name, self.module[name] if is_new else self.names[name])

    def _answer(self) -> Any:
        value = 1.0 + STEP * len(self.values)
        self.values.append(value)
        if self.search.index is None:
            return value
        row: list[Any] = [None] * self.search.width
        row[self.search.index] = value
        return row

    def choice(self, parts: Parts, it: Any, who: Any) -> str:
        """Return whether the search chooses the greatest or the least of its children's values, or negates them."""
        search, self.values = self.search, []
        self.names |= {name: type(held)() for name, held in self.module.items() if _is_cache(name, held)}
        given: dict[str, Any] = dict(self.bound)
        values = list(it) if parts.spread > 1 else [it]
        self.hold(values.pop(0) if self.variables else None)
        given |= dict(zip(search.states, values, strict=True))
        if search.player is not None and search.player != WHO:
            given[search.player] = who
        if search.depth is not None:
            given[search.depth] = 0 if search.counts_up else 3
        for n, name in enumerate(search.window):
            given[name] = float("inf") if n else float("-inf")
        number = who if search.player == WHO else 0
        ours, theirs = (_parameters(search.members[each]) for each in (0, number))
        renamed = dict(zip(ours, theirs, strict=False))
        found = self.names[f"choose_{number}"](**{renamed.get(name, name): each for name, each in given.items()})
        if search.index is not None and found is not None:
            found = found[search.index]
        if len(set(self.values)) < 2 or found is None:
            return ""
        signs = {max(self.values): MAXIMIZES, min(self.values): MINIMIZES, -min(self.values): NEGATES}
        return signs.get(found, "")


def _is_cache(name: str, value: Any) -> bool:
    """Return whether a global variable is a cache, which a search with prescribed values must not read."""
    return type(value) in (dict, set) and any(word in name.lower() for word in CACHES)


def _parameters(node: ast.FunctionDef) -> list[str]:
    return [each.arg for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]


class _Answered(ast.NodeTransformer):
    """Replaces each recursive call by a prescribed value."""

    def __init__(self, search: Search) -> None:
        self.search = search

    def visit_Call(self, node: ast.Call) -> ast.AST:
        node = self.generic_visit(node)  # type: ignore[assignment]
        names = self.search.names
        own = isinstance(node.func, ast.Name) and node.func.id in names and self.search.owner is None
        method = isinstance(node.func, ast.Attribute) and node.func.attr in names and self.search.owner is not None
        if own or method:
            return ast.Call(ast.Name("answer_", ast.Load()), [], [])
        return node


def choices(chooser: Chooser, parts: Parts, samples: list[Sample]) -> list[tuple[Sample, str]]:
    """Return the search's choice in positions with several moves, where it can be determined."""
    found = []
    with quiet():
        for each in samples:
            if each.value is not None or len(each.moves) < 2:
                continue
            try:
                chosen = chooser.choice(parts, duplicate(each.it), each.who)
            except Exception:  # noqa: BLE001 - a user's search may raise anything
                continue
            if chosen:
                found.append((each, chosen))
    chooser.release()
    return found


__all__ = ["MAXIMIZES", "MINIMIZES", "NEGATES", "Chooser", "choices"]
