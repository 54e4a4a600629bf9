"""Finds who moves first when a file plays its game, by reading (not running) its main part up to the first move."""

import ast
from typing import Any

from plywise.games.adopt.globals import CHANGES
from plywise.games.adopt.names import rank
from plywise.games.adopt.reading import File, quiet, with_callers
from plywise.games.adopt.search import WHO, Search

ENTRIES = ("main", "play", "play_game", "run", "game", "game_loop", "start")
NOTHING = object()


def first_mover(file: File, search: Search, this: dict[str, Any]) -> Any:
    """Return the first player, as passed to the search; None if unknown.

    The statements of the main part are followed, into the functions that they call, up to the first that plays a move
    or searches for one. Conditions are evaluated if their values are known.
    """
    reader = _Reader(file, search, this)
    found = reader.follow_main()
    return None if found is NOTHING else found


def following(file: File, search: Search, value: Any, this: dict[str, Any] | None = None) -> Any:
    """Return who moves after a player, as the search passes it on; None if that cannot be computed."""
    if search.player == WHO:
        return 1 - value
    scope = dict(file.names) | (this or {}) | {str(search.player): value}
    try:
        with quiet():
            return _passed_on(search.parts["play"].body, scope)
    except Exception:  # noqa: BLE001 - it may need other names
        return None


def _passed_on(body: list[ast.stmt], scope: dict[str, Any]) -> Any:
    """Return the last item returned by a function's body, if its conditions and that item can be evaluated."""
    for each in body:
        if isinstance(each, ast.If):
            chosen = each.body if eval(compile(ast.Expression(each.test), "<a test>", "eval"), scope) else each.orelse
            found = _passed_on(chosen, scope)
            if found is not None:
                return found
        if isinstance(each, ast.Return) and isinstance(each.value, ast.Tuple):
            return eval(compile(ast.Expression(each.value.elts[-1]), "<the next player>", "eval"), scope)
    return None


class _Reader:
    def __init__(self, file: File, search: Search, this: dict[str, Any]) -> None:
        self.file, self.search, self.this = file, search, this
        self.functions = {each.name: each for each in ast.walk(file.tree) if isinstance(each, ast.FunctionDef)}
        self.changing = with_callers(self.functions, _changes)
        self.played = _called(search.parts["play"])
        self.tokens = _tokens(file, search, this)
        self.visited: set[str] = set(search.names)
        self.known: dict[str, Any] = dict(this)

    def follow_main(self) -> Any:
        """Return who plays the first move; NOTHING if there is none."""
        main = [each for each in self.file.tree.body if not isinstance(each, (ast.FunctionDef, ast.ClassDef))]
        entries = [self.functions[name] for name in ENTRIES if name in self.functions]
        found = self.follow_all(main)
        for each in entries if found is NOTHING else ():
            found = self.follow_all(each.body) if found is NOTHING else found
        return found

    def follow_all(self, body: list[ast.stmt]) -> Any:
        for each in body:
            found = self.follow(each)
            if found is not NOTHING:
                return found
        return NOTHING

    def follow(self, node: ast.stmt) -> Any:
        """Follow a statement."""
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)):
            return NOTHING
        if isinstance(node, ast.If):
            return self.follow_test(node)
        heads: list[ast.AST] = []
        if isinstance(node, (ast.For, ast.While, ast.With, ast.Try)):
            heads = [each for name in ("iter", "test") if (each := getattr(node, name, None)) is not None]
            bodies = [getattr(node, name, []) for name in ("body", "orelse", "finalbody")]
        else:
            heads, bodies = [node], []
        for each in heads:
            found = self.look_at_calls(each)
            if found is not NOTHING:
                return found
        if isinstance(node, ast.Assign):
            self.note(node)
        for body in bodies:
            found = self.follow_all(body)
            if found is not NOTHING:
                return found
        return NOTHING

    def follow_test(self, node: ast.If) -> Any:
        if "__name__" in ast.unparse(node.test):
            return self.follow_all(node.body)
        found = self.look_at_calls(node.test)
        if found is not NOTHING:
            return found
        value = self.value_of(node.test)
        bodies = [node.body, node.orelse] if value is NOTHING else [node.body if value else node.orelse]
        for body in bodies:
            found = self.follow_all(body)
            if found is not NOTHING:
                return found
        return NOTHING

    def look_at_calls(self, node: ast.AST) -> Any:
        """Examine the calls in an expression, in evaluation order."""
        for each in ast.iter_child_nodes(node):
            if not isinstance(each, ast.Lambda):
                found = self.look_at_calls(each)
                if found is not NOTHING:
                    return found
        return self.look_at(node) if isinstance(node, ast.Call) else NOTHING

    def look_at(self, call: ast.Call) -> Any:
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if name in self.search.names:
            return self.who_searches(call)
        function = self.functions.get(name)
        if name in self.changing and (name in self.played or rank(name, "play") is not None):
            return self.who_plays(call)
        if function is None or name in self.visited:
            return NOTHING
        self.visited.add(name)
        searching = self.search_in_loop(function)
        if searching is not None:
            who = self.who_searches(searching)
            return NOTHING if who is NOTHING else following(self.file, self.search, who, self.this)
        before = self.known.get("self", NOTHING)
        this = self.value_of(call.func.value) if isinstance(call.func, ast.Attribute) else NOTHING
        if this is not NOTHING:
            self.known["self"] = this
        found = self.follow_all(function.body)
        if before is not NOTHING:
            self.known["self"] = before
        return found

    def search_in_loop(self, function: ast.FunctionDef) -> ast.Call | None:
        """Return the call of the search if a function calls it for each move that it plays."""
        for loop in ast.walk(function):
            loops = (ast.For, ast.ListComp, ast.GeneratorExp, ast.DictComp)
            for call in ast.walk(loop) if isinstance(loop, loops) else ():
                if isinstance(call, ast.Call):
                    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
                    if name in self.search.names and not self.deepens(loop, call):
                        return call
        return None

    def deepens(self, loop: ast.AST, call: ast.Call) -> bool:
        """Return whether a loop is over depths, passing its variable to the search as the depth."""
        target = loop.target.id if isinstance(loop, ast.For) and isinstance(loop.target, ast.Name) else ""
        names = [each.arg for each in self.search.node.args.args]
        names = names[1:] if self.search.owner is not None and names[:1] == ["self"] else names
        given = dict(zip(names, call.args, strict=False)) | {each.arg: each.value for each in call.keywords if each.arg}
        return target != "" and getattr(given.get(str(self.search.depth)), "id", "") == target

    def who_searches(self, call: ast.Call) -> Any:
        """Return the player for whom the search is called."""
        search = self.search
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if search.player == WHO:
            return search.names.index(name)
        arguments = search.node.args
        parameters = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
        place = parameters.index(str(search.player)) - (search.owner is not None and parameters[:1] == ["self"])
        given = {one.arg: one.value for one in call.keywords}.get(search.player)
        value = given if given is not None else (call.args[place] if place < len(call.args) else None)
        if value is None:
            defaults = dict(zip(parameters[::-1], arguments.defaults[::-1], strict=False))
            value = defaults.get(str(search.player))
        return NOTHING if value is None else self.value_of(value)

    def who_plays(self, call: ast.Call) -> Any:
        """Return who plays a move: the player named in the call, or else the one who does not search."""
        for each in call.args:
            if isinstance(each, ast.Name) and each.id in self.tokens:
                return self.tokens[each.id]
        for other in ast.walk(self.file.tree):
            if isinstance(other, ast.FunctionDef) and other.name not in self.search.names:
                inner = [each for each in ast.walk(other) if isinstance(each, ast.Call)]
                searching = [each for each in inner if self._calls_search(each)]
                if searching:
                    who = self.who_searches(searching[0])
                    if who is not NOTHING:
                        in_loop = self.search_in_loop(other) is not None
                        return who if in_loop else following(self.file, self.search, who, self.this)
        return NOTHING

    def _calls_search(self, call: ast.Call) -> bool:
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        return name in self.search.names

    # --- values ---

    def note(self, node: ast.Assign) -> None:
        """Record the first value assigned to a name."""
        for target in node.targets:
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(target.elts, node.value.elts, strict=False))
            for one, value in pairs:
                if isinstance(one, ast.Name) and one.id not in self.known:
                    found = self.value_of(value)
                    if found is not NOTHING:
                        self.known[one.id] = found

    def value_of(self, node: ast.expr) -> Any:
        """Return the value of an expression; NOTHING if it is unknown or requires playing the game."""
        for each in ast.walk(node):
            if isinstance(each, ast.Call):
                name = each.func.attr if isinstance(each.func, ast.Attribute) else getattr(each.func, "id", "")
                made = name in self.file.names and isinstance(self.file.names[name], type)
                if not made and (name in self.changing or name in self.search.names):
                    return NOTHING
        try:
            with quiet():
                return eval(compile(ast.Expression(node), "<main>", "eval"), dict(self.file.names) | self.known)
        except Exception:  # noqa: BLE001 - the names may not be known
            return NOTHING


def _called(node: ast.AST) -> set[str]:
    calls = [each.func for each in ast.walk(node) if isinstance(each, ast.Call)]
    return {each.attr if isinstance(each, ast.Attribute) else getattr(each, "id", "") for each in calls}


def _tokens(file: File, search: Search, this: dict[str, Any]) -> dict[str, Any]:
    """Return names that stand for a player: those that the search chooses by the player to move, or compares with it.

    If a name stands for one player, the file's constants equal to the other player stand for the other.
    """
    player = str(search.player)
    found: dict[str, Any] = {}
    if search.player == WHO:
        theirs = [_constants_passed(each) for each in search.members]
        for number, names in enumerate(theirs):
            found |= dict.fromkeys(names - theirs[1 - number], number)
        return found
    for each in ast.walk(search.node):
        if isinstance(each, (ast.IfExp, ast.If)) and isinstance(each.test, ast.Name) and each.test.id == player:
            for part, value in ((each.body, True), (each.orelse, False)):
                found |= dict.fromkeys(_constants_in(part), value)
        if isinstance(each, ast.Compare) and isinstance(each.left, ast.Name) and each.left.id == player:
            for one in each.comparators:
                if isinstance(one, ast.Name) and one.id in file.names:
                    found[one.id] = file.names[one.id]
    others = [following(file, search, value, this) for value in found.values()]
    for name, value in file.names.items():
        if name.isupper() and name not in found and any(type(value) is type(each) and value == each for each in others):
            found[name] = value
    return found


def _constants_in(part: Any) -> set[str]:
    nodes = part if isinstance(part, list) else [part]
    return {one.id for each in nodes for one in ast.walk(each) if isinstance(one, ast.Name) and one.id.isupper()}


def _constants_passed(node: ast.FunctionDef) -> set[str]:
    loops = [each for each in ast.walk(node) if isinstance(each, ast.For)]
    return {name for each in loops for name in _constants_in(each.body)}


def _changes(node: ast.FunctionDef, changing: set[str]) -> bool:
    for each in ast.walk(node):
        if isinstance(each, (ast.Subscript, ast.Attribute)) and isinstance(each.ctx, ast.Store):
            return True
        if isinstance(each, ast.Call):
            name = each.func.attr if isinstance(each.func, ast.Attribute) else getattr(each.func, "id", "")
            if name in changing or name in CHANGES:
                return True
    return False


__all__ = ["first_mover", "following"]
