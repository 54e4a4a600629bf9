"""Derives a game from a file's own minimax search.

The search contains everything: its loop lists the moves, the code before the recursive call plays one, a return before
the loop values a leaf, and the arguments of the call tell who moves next. So the search is cut into three functions:
the moves, the play of one, and the value of a leaf. Undoing and pruning are left out.
"""

import ast
import copy
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

WINDOW = ("alpha", "beta", "a", "b", "lower", "upper", "low", "high")
SILENT = ("print", "input")
CACHES = ("cache", "memo", "table", "transposition", "hash", "count", "nodes", "calls", "stats", "evaluated", "pruned",
          "visited", "explored", "seen", "best_move", "bestmove")  # fmt: skip
"""Parts of names that contain no position: caches and counters."""
WHO = "who_"
"""The parameter that tells which of two functions searches."""
PURE = frozenset({"len", "max", "min", "range", "list", "tuple", "abs", "sum", "sorted", "enumerate", "zip", "int",
                  "float", "str", "bool", "any", "all", "set", "dict", "isinstance", "reversed", "next"})  # fmt: skip
"""Functions that change nothing."""


@dataclass
class Search:
    """A recursive search found in a file, cut into parts.

    members, owner: its definitions, two where one function maximizes and the other minimizes, and the class whose
    methods they are
    states: its parameters that contain the position; others keep their value
    player: the parameter that tells who moves; None if the position tells it
    depth, counts_up: the parameter that limits it, and whether it grows
    index: the item of its result that is the value; None if the result is the value
    negates: whether the value of a child is negated: values are in the view of the player to move
    tells: whether its result is only whether the player to move wins
    parts: the three functions; "last" is the leaf without the code after the loops, "stuck" the leaf without moves
    called: role -> the function it calls, and the line
    """

    members: list[ast.FunctionDef]
    owner: str | None
    states: list[str]
    player: str | None
    depth: str | None
    counts_up: bool
    window: list[str]
    rest: list[str]
    index: int | None
    width: int
    negates: bool
    tells: bool
    parts: dict[str, ast.FunctionDef] = field(default_factory=dict)
    called: dict[str, tuple[str, int]] = field(default_factory=dict)

    @property
    def node(self) -> ast.FunctionDef:
        """The definition, or the first of two."""
        return self.members[0]

    @property
    def names(self) -> list[str]:
        """The names of its functions."""
        return [each.name for each in self.members]

    @property
    def name(self) -> str:
        """The search's name, as in the file."""
        return f"{self.owner}.{self.node.name}" if self.owner else self.node.name

    @property
    def parameters(self) -> list[str]:
        """The parameters of its parts: the position, then the player."""
        return [*self.states, *([self.player] if self.player else [])]


def find_searches(tree: ast.Module) -> list[Search]:
    """Return the searches in a file, the likeliest first."""
    found = []
    functions = list(_functions(tree))
    for node, owner in functions:
        found.append(_read([node], owner))
        for other, its in functions:
            if (
                its == owner
                and other is not node
                and _minimizes(other.name)
                and _calls(node, other)
                and _calls(other, node)
            ):
                found.append(_read([node, other], owner))
    return sorted((each for each in found if each is not None), key=_likeness)


def _minimizes(name: str) -> bool:
    return "min" in name.lower() and "max" not in name.lower().replace("minimax", "")


def _calls(node: ast.FunctionDef, other: ast.FunctionDef) -> bool:
    """Return whether a function calls another one."""
    called = (each.func for each in ast.walk(node) if isinstance(each, ast.Call))
    return any(getattr(each, "id", getattr(each, "attr", "")) == other.name for each in called)


def _functions(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef, str | None]]:
    for each in tree.body:
        if isinstance(each, ast.FunctionDef):
            yield each, None
        elif isinstance(each, ast.ClassDef):
            for inner in each.body:
                if isinstance(inner, ast.FunctionDef):
                    yield inner, each.name


def _likeness(search: Search) -> tuple[int, int]:
    """Return how much it differs from a typical minimax search."""
    name = search.node.name.lower()
    words = ("minimax", "mini_max", "alphabeta", "alpha_beta", "negamax", "search", "best", "solve")
    return next((n for n, word in enumerate(words) if word in name), len(words)), search.node.lineno


# --- recursion --------------------------------------------------------------------------------------------------------


class _Recursion:
    """The recursive calls of one function, or of two that call each other."""

    def __init__(self, members: list[ast.FunctionDef], owner: str | None) -> None:
        self.members, self.owner = members, owner
        self.names = [each.name for each in members]
        self.parameters = _parameters(members[0])
        static = any(getattr(each, "id", "") == "staticmethod" for each in members[0].decorator_list)
        self.has_self = owner is not None and not static

    def member_of(self, node: ast.AST) -> int | None:
        """Return the number of the function that a node calls; None if it calls none."""
        if not isinstance(node, ast.Call):
            return None
        if isinstance(node.func, ast.Name):
            name = node.func.id if self.owner is None else ""
        elif isinstance(node.func, ast.Attribute):
            name = node.func.attr if self.owner is not None else ""
        else:
            return None
        return self.names.index(name) if name in self.names else None

    def is_call(self, node: ast.AST) -> bool:
        """Return whether a node calls one of the functions."""
        return self.member_of(node) is not None

    def within(self, node: ast.AST) -> list[ast.Call]:
        """Return the calls in a node, in the order of the source."""
        return [each for each in ast.walk(node) if self.is_call(each)]  # type: ignore[misc]

    def given(self, call: ast.Call) -> dict[str, ast.expr]:
        """Return the arguments of a call, by the first function's parameter names; without omitted ones."""
        values = list(call.args)
        if self.has_self:
            values.insert(0, call.func.value)  # type: ignore[attr-defined]
        found = dict(zip(self.parameters, values, strict=False))
        theirs = _parameters(self.members[self.member_of(call) or 0])
        ours = dict(zip(theirs, self.parameters, strict=False))
        return found | {ours.get(each.arg, each.arg): each.value for each in call.keywords if each.arg}


def _parameters(node: ast.FunctionDef) -> list[str]:
    return [each.arg for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]


def _read(members: list[ast.FunctionDef], owner: str | None) -> Search | None:
    """Return functions as a search; None if they do not recurse for each item of a loop."""
    recursion = _Recursion(members, owner)
    calls = [call for each in members for call in recursion.within(each)]
    inner = [each for node in members for each in ast.walk(node)]
    if not calls or any(isinstance(each, (ast.Yield, ast.YieldFrom, ast.Await)) for each in inner):
        return None
    members = [_with_passes(each, recursion) for each in members]
    recursion = _Recursion(members, owner)
    calls = [call for each in members for call in recursion.within(each)]
    given = [recursion.given(call) for call in calls]
    depth, counts_up = _depth_of(recursion, given)
    window = _window_of(recursion, given, depth)
    player = _player_of(recursion, given, {depth, *window}) if len(members) == 1 else WHO
    states, rest = _states_of(recursion, given, {depth, player, *window})
    index, width = next((each for each in (_index_of(node, recursion) for node in members) if each[1]), (None, 0))
    negates, tells = _negates(members[0], recursion)
    search = Search(members, owner, states, player, depth, counts_up, window, rest, index, width, negates, tells)
    try:
        _Cut(search, recursion).cut()
    except _Unknown:
        return None
    return search


def _with_passes(node: ast.FunctionDef, recursion: _Recursion) -> ast.FunctionDef:
    """Return a search in which `return -negamax(board, -player, depth)` outside its loop is a loop over one move, None.

    This is how a player without a move passes, as in Othello.
    """
    loop = next((each for each in ast.walk(node) if isinstance(each, ast.For) and recursion.within(each)), None)
    if loop is None:
        return node
    node = copy.deepcopy(node)

    def put(body: list[ast.stmt]) -> None:
        for place, each in enumerate(body):
            if isinstance(each, ast.If):
                put(each.body)
                put(each.orelse)
            elif isinstance(each, ast.Return) and recursion.within(each) and not _has_loop(each):
                passed = ast.For(
                    copy.deepcopy(loop.target), ast.Tuple([_nothing_for(loop.target)], ast.Load()), [each], []
                )
                body[place] = ast.fix_missing_locations(ast.copy_location(passed, each))
                body[place].is_pass = True  # type: ignore[attr-defined]

    put(node.body)
    return node


def _has_loop(node: ast.AST) -> bool:
    return any(isinstance(each, (ast.ListComp, ast.GeneratorExp, ast.SetComp)) for each in ast.walk(node))


def _nothing_for(target: ast.expr) -> ast.expr:
    """Return None for a loop's variable, or a tuple of Nones for several."""
    if isinstance(target, (ast.Tuple, ast.List)):
        return ast.Tuple([_nothing_for(each) for each in target.elts], ast.Load())
    return ast.Constant(None)


def _names(node: ast.AST | None) -> set[str]:
    """Return the names that a node reads."""
    if node is None:
        return set()
    found = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)}
    return found | {
        each.target.id
        for each in ast.walk(node)
        if isinstance(each, ast.AugAssign) and isinstance(each.target, ast.Name)
    }


def _stored(node: ast.AST) -> set[str]:
    """Return the names that a node assigns."""
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}


def _depth_of(recursion: _Recursion, given: Sequence[dict[str, ast.expr]]) -> tuple[str | None, bool]:
    """Return the parameter passed as one less or one more, and whether it is one more."""
    for name in recursion.parameters:
        for each in given:
            value = each.get(name)
            if (
                isinstance(value, ast.BinOp)
                and isinstance(value.op, (ast.Sub, ast.Add))
                and isinstance(value.left, ast.Name)
                and value.left.id == name
                and isinstance(value.right, ast.Constant)
            ):
                return name, isinstance(value.op, ast.Add)
    return None, False


def _window_of(recursion: _Recursion, given: Sequence[dict[str, ast.expr]], depth: str | None) -> list[str]:
    """Return the parameters that are the window, alpha and beta."""
    found = [name for name in recursion.parameters if name.lower() in WINDOW[:2] and name != depth]
    for name in recursion.parameters:
        if name in found or name == depth:
            continue
        values = [each.get(name) for each in given]
        swapped = any(
            isinstance(value, ast.UnaryOp)
            and isinstance(value.op, ast.USub)
            and isinstance(value.operand, ast.Name)
            and value.operand.id in recursion.parameters
            and value.operand.id != name
            for value in values
        )
        if swapped or (name.lower() in WINDOW[4:] and len(name) > 1):
            found.append(name)
    return found


def _player_of(recursion: _Recursion, given: Sequence[dict[str, ast.expr]], taken: set[str | None]) -> str | None:
    """Return the parameter that tells who moves: passed on as the other player, or as a constant."""
    for name in recursion.parameters:
        values = [each[name] for each in given if name in each]
        if name in taken or not values:
            continue
        if all(_is_constant(value) for value in values):
            return name
        if all(_is_other(value, name) for value in values):
            return name
    return None


def _is_constant(value: ast.expr) -> bool:
    """Return whether an expression is a constant other than None, perhaps with a sign."""
    value = value.operand if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub) else value
    return isinstance(value, ast.Constant) and value.value is not None


def _is_other(value: ast.expr, name: str) -> bool:
    """Return whether an expression computes the other player from a parameter."""
    if isinstance(value, ast.UnaryOp):
        return isinstance(value.operand, ast.Name) and value.operand.id == name
    if isinstance(value, ast.BinOp):
        return isinstance(value.right, ast.Name) and value.right.id == name and isinstance(value.left, ast.Constant)
    if isinstance(value, ast.IfExp):
        return name in _names(value.test) and not any(isinstance(each, ast.Call) for each in ast.walk(value))
    if isinstance(value, ast.Subscript):
        return name in _names(value.slice)
    if isinstance(value, ast.Call) and len(value.args) == 1:
        words = ast.unparse(value.func).lower()
        asks = any(word in words for word in ("oppo", "other", "enemy", "next", "switch", "swap", "change"))
        return asks and isinstance(value.args[0], ast.Name) and value.args[0].id == name
    return isinstance(value, ast.Name) and value.id != name and _sounds_like_other(value.id)


def _sounds_like_other(name: str) -> bool:
    return any(word in name.lower() for word in ("oppo", "other", "enemy", "next_player", "nextplayer"))


def _states_of(
    recursion: _Recursion, given: Sequence[dict[str, ast.expr]], taken: set[str | None]
) -> tuple[list[str], list[str]]:
    """Return the parameters that contain the position, and those that are only passed on."""
    states, rest = [], []
    changed = set().union(*map(_changed_names, recursion.members))
    for name in recursion.parameters:
        if name in taken:
            continue
        values = [each[name] for each in given if name in each]
        same = all(isinstance(value, ast.Name) and value.id == name for value in values)
        if (values and not same) or name in changed:
            states.append(name)
        else:
            rest.append(name)
    if not states and rest:  # changed by a method of the position, as board.push(move)
        receivers = set().union(*map(_receivers, recursion.members))
        likely = [name for name in rest if name in receivers]
        states = likely[:1] or (["self"] if "self" in rest else [])
        rest = [name for name in rest if name not in states]
    return states, rest


def _changed_names(node: ast.AST) -> set[str]:
    """Return the names whose items or attributes a function assigns, or that it passes to functions as statements."""
    found = set()
    for each in ast.walk(node):
        targets: list[ast.expr] = []
        if isinstance(each, ast.Assign):
            targets = [part for target in each.targets for part in getattr(target, "elts", [target])]
        elif isinstance(each, ast.AugAssign):
            targets = [each.target]
        elif isinstance(each, ast.Delete):
            targets = each.targets
        elif isinstance(each, ast.Expr) and isinstance(each.value, ast.Call):
            call = each.value
            if not (isinstance(call.func, ast.Name) and call.func.id in SILENT):
                targets = [call.func] if isinstance(call.func, ast.Attribute) else []
                found |= {part.id for part in call.args if isinstance(part, ast.Name)}
        for target in targets:
            root = _root(target)
            if root is not None and target is not root and not counts_or_caches(target):
                found.add(root.id)
    return found


def counts_or_caches(target: ast.expr) -> bool:
    """Return whether an assignment's target only counts nodes or caches results."""
    names = [each.attr for each in ast.walk(target) if isinstance(each, ast.Attribute)]
    names += [each.id for each in ast.walk(target) if isinstance(each, ast.Name)]
    return any(name.lower() == "tt" or any(word in name.lower() for word in CACHES) for name in names)


def _receivers(node: ast.AST) -> set[str]:
    calls = [each.func for each in ast.walk(node) if isinstance(each, ast.Call)]
    return {root.id for each in calls if isinstance(each, ast.Attribute) and (root := _root(each)) is not None}


def _root(node: ast.expr) -> ast.Name | None:
    """Return the name at the left of a chain of attributes and items."""
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Starred)):
        node = node.value
    return node if isinstance(node, ast.Name) else None


def _index_of(node: ast.FunctionDef, recursion: _Recursion) -> tuple[int | None, int]:
    """Return the item of its result that is the value, and the number of items; None if the result is the value."""
    rows = [
        each.value
        for each in ast.walk(node)
        if isinstance(each, ast.Return) and isinstance(each.value, (ast.Tuple, ast.List))
    ]
    if not rows:
        return None, 0
    width = max(len(row.elts) for row in rows)
    for each in ast.walk(node):
        place = _item_taken(each, recursion)
        if place is not None:
            return place % width, width
    compared = {name for each in ast.walk(node) if isinstance(each, ast.Compare) for name in _names(each)}
    compared |= {
        name
        for each in ast.walk(node)
        if isinstance(each, ast.Call) and getattr(each.func, "id", "") in ("max", "min")
        for name in _names(each)
    }
    for each in ast.walk(node):
        if not isinstance(each, ast.Assign) or not recursion.within(each.value):
            continue
        if isinstance(each.targets[0], (ast.Tuple, ast.List)):
            targets = [getattr(part, "id", "_") for part in each.targets[0].elts]
            used = [n for n, name in enumerate(targets) if name in compared]
            return (used or [n for n, name in enumerate(targets) if name != "_"] or [0])[0], width
    held = {  # score = minimax(...), then score[2] > best[2]
        target.id
        for each in ast.walk(node)
        if isinstance(each, ast.Assign) and recursion.is_call(each.value)
        for target in each.targets
        if isinstance(target, ast.Name)
    }
    for each in ast.walk(node):
        for part in (each.left, *each.comparators) if isinstance(each, ast.Compare) else ():
            place = _place(part.slice) if isinstance(part, ast.Subscript) else None
            if place is not None and getattr(part.value, "id", "") in held:  # type: ignore[attr-defined]
                return place % width, width
    return 0, width


def _item_taken(node: ast.AST, recursion: _Recursion) -> int | None:
    """Return the item of the result that a node selects, as in minimax(...)[1]."""
    if not isinstance(node, ast.Subscript) or not recursion.is_call(node.value):
        return None
    return _place(node.slice)


def _place(node: ast.expr) -> int | None:
    """Return a constant index; None for any other expression."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
        return -int(node.operand.value)  # type: ignore[arg-type]
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, int) else None


def _negates(node: ast.FunctionDef, recursion: _Recursion) -> tuple[bool, bool]:
    """Return whether a child's value is negated, and whether by `not`."""
    held = set()
    for each in ast.walk(node):
        if isinstance(each, ast.Assign) and recursion.within(each.value):
            held |= {part.id for part in ast.walk(each.targets[0]) if isinstance(part, ast.Name)}
    for each in ast.walk(node):
        if isinstance(each, ast.UnaryOp) and isinstance(each.op, (ast.USub, ast.Not)):
            part = each.operand.value if isinstance(each.operand, ast.Subscript) else each.operand
            root = _root(part) if isinstance(part, (ast.Name, ast.Subscript)) else None
            if recursion.is_call(part) or (isinstance(each.op, ast.USub) and root is not None and root.id in held):
                return True, isinstance(each.op, ast.Not)
    return False, False


# --- cutting ----------------------------------------------------------------------------------------------------------


def _merged(bodies: list[list[ast.stmt]]) -> list[ast.stmt]:
    """Return the bodies of two functions as one, with a branch on who moves; a single body unchanged."""
    if len(bodies) == 1:
        return bodies[0]
    test = ast.Compare(_load(WHO), [ast.Eq()], [ast.Constant(0)])
    return [ast.If(test, bodies[0], bodies[1])]


class _Unknown(Exception):
    """The search is written in a way that is not understood."""


class _Cut:
    """Cuts a search into the functions that list moves, play one, and value a leaf."""

    def __init__(self, search: Search, recursion: _Recursion) -> None:
        self.search, self.recursion = search, recursion

    def cut(self) -> None:
        """Set the search's parts and the function it calls for each role."""
        search = self.search
        cuts = [self._cut_member(each) for each in search.members]
        bodies = {name: _merged([each[name] for each in cuts]) for name in cuts[0]}
        depth = search.depth or "depth_"
        search.parts = {
            "moves": self._function("moves", search.parameters, bodies["moves"]),
            "play": self._function("play", [*search.parameters, "move_"], bodies["play"]),
        }
        for name in ("leaf", "last", "stuck"):
            search.parts[name] = self._function(name, [*search.parameters, depth], bodies[name])
        self._note_calls(search.node.body)

    def _cut_member(self, node: ast.FunctionDef) -> dict[str, list[ast.stmt]]:
        """Return the bodies of the three functions, from one function of the search."""
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        self.targets: list[str] = []
        play = self._path(copy.deepcopy(body), in_loop=False)
        used = set().union(*(_names(each) for each in play))
        moves = [name for name in self.targets if name in used]
        if not moves:
            raise _Unknown
        many = len(moves) > 1
        taken: ast.expr = ast.Tuple([_load(name) for name in moves], ast.Load()) if many else _load(moves[0])
        target = copy.deepcopy(taken)
        for each in ast.walk(target):
            if isinstance(each, (ast.Name, ast.Tuple)):
                each.ctx = ast.Store()
        renamed = [
            ast.Assign([ast.Name(own, ast.Store())], _load(first))
            for own, first in zip(_parameters(node), self.recursion.parameters, strict=False)
            if own != first
        ]
        return {
            "moves": [*renamed, *self._moves(copy.deepcopy(body), taken)],
            "play": [*renamed, ast.Assign([target], _load("move_")), *play],
            "leaf": [*renamed, *self._leaf(copy.deepcopy(body), "whole")],
            "last": [*renamed, *self._leaf(copy.deepcopy(body), "last")],
            "stuck": [*renamed, *self._leaf(copy.deepcopy(body), "none")],
        }

    def _function(self, name: str, parameters: Sequence[str], body: list[ast.stmt]) -> ast.FunctionDef:
        """Return a function, in which the window is open."""
        used = {each for part in body for each in _names(part)}
        opened: list[ast.stmt] = []
        for n, each in enumerate(self.search.window):
            if each in used and each not in parameters:
                opened.append(ast.parse(f"{each} = {'-' if n == 0 else ''}float('inf')").body[0])
        arguments = ast.arguments([], [ast.arg(each) for each in parameters], None, [], [], None, [])
        made = ast.FunctionDef(f"{name}_of_search", arguments, [*opened, *(body or [ast.Pass()])], [])
        return ast.fix_missing_locations(ast.copy_location(made, self.search.node))

    # --- the moves ---

    def _moves(self, body: list[ast.stmt], taken: ast.expr) -> list[ast.stmt]:
        """Return the loops, which yield the moves."""
        loops = self._skeleton(body, lambda: ast.Expr(ast.Yield(copy.deepcopy(taken))))
        needed = set().union(*(_names(each) for each in loops))
        return [*self._needed(body, needed), *loops]

    def _skeleton(self, body: list[ast.stmt], inner: Any) -> list[ast.stmt]:
        """Return the loops and conditions around the recursive call, with the call replaced."""
        found: list[ast.stmt] = []
        for place, each in enumerate(body):
            if not self.recursion.within(each):
                continue
            if isinstance(each, ast.If):
                test = copy.deepcopy(each.test)
                if self.recursion.within(test):
                    raise _Unknown
                then, other = self._skeleton(each.body, inner), self._skeleton(each.orelse, inner)
                if then and not other and _leaves(each.body):
                    other = self._skeleton(body[place + 1 :], inner)
                found.append(ast.If(test, then or [ast.Pass()], other))
                if not (then and other) and not _leaves(each.body):
                    continue
            elif isinstance(each, ast.For):
                before = self._before(each.body)
                if any(isinstance(part, ast.Continue) for stmt in before for part in ast.walk(stmt)):
                    within = self._with_filters(each.body, inner)
                else:
                    loops = self._skeleton(each.body, inner)
                    needed = set().union(*(_names(part) for part in loops))
                    within = [*self._needed(before, needed), *loops]
                found.append(ast.For(each.target, each.iter, within, [], None))
            elif isinstance(each, (ast.While, ast.With, ast.Try, ast.AsyncFor)):
                raise _Unknown
            else:
                found.append(self._comprehended(each, inner))
            break
        return found

    def _with_filters(self, body: list[ast.stmt], inner: Any) -> list[ast.stmt]:
        """Return the body of a loop that skips some moves before the call, with the skipping kept as a check."""
        found: list[ast.stmt] = []
        for place, each in enumerate(body):
            if not self.recursion.within(each):
                found.append(each)
                continue
            if not isinstance(each, (ast.Assign, ast.Expr, ast.AugAssign, ast.AnnAssign)):
                raise _Unknown
            back = [
                later
                for later in body[place + 1 :]
                if isinstance(later, ast.Expr) or (isinstance(later, ast.Assign) and _stores_items(later))
            ]
            made = inner()
            return [*found, *back, made] if isinstance(made, ast.Return) else [*found, made, *back]
        raise _Unknown

    def _comprehended(self, each: ast.stmt, inner: Any) -> ast.stmt:
        """Return a statement with the call in it as loops, if the call is within a comprehension."""
        call = self.recursion.within(each)[0]
        made: ast.stmt = inner()
        for loops in [
            part for part in ast.walk(each) if isinstance(part, (ast.ListComp, ast.GeneratorExp, ast.SetComp))
        ]:
            if any(part is call for part in ast.walk(loops)):
                for one in reversed(loops.generators):
                    for test in reversed(one.ifs):
                        made = ast.If(test, [made], [])
                    made = ast.For(one.target, one.iter, [made], [], None)
        return made

    def _before(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Return the statements before the first that has a recursive call."""
        found = []
        for each in body:
            if self.recursion.within(each):
                break
            found.append(each)
        return found

    def _needed(self, body: list[ast.stmt], needed: set[str]) -> list[ast.stmt]:
        """Return the assignments before the call to the names that are needed."""
        before = self._before(body)
        kept: list[ast.stmt] = []
        needed = set(needed)
        grown = True
        while grown:
            grown = False
            for each in before:
                if each not in kept and _assigns_names(each) and _stored(each) & needed:
                    kept.append(each)
                    needed |= _names(each)
                    grown = True
        return [each for each in before if each in kept]

    # --- the play of a move ---

    def _path(self, body: list[ast.stmt], in_loop: bool) -> list[ast.stmt]:
        """Return the statements that lead to the recursive call, and a return of its arguments."""
        at = next((each for each in body if self.recursion.within(each)), None)
        if at is None:
            return []
        rest: list[ast.stmt]
        if isinstance(at, ast.If):
            rest = self._path_of_test(at, body[body.index(at) + 1 :], in_loop)
        elif isinstance(at, ast.For):
            self._aim(at.target)
            rest = self._path(at.body, in_loop=True)
        elif isinstance(at, (ast.While, ast.With, ast.Try)):
            raise _Unknown
        else:
            call = self.recursion.within(at)[0]
            for loops in ast.walk(at):
                within = isinstance(loops, (ast.ListComp, ast.GeneratorExp, ast.SetComp))
                if within and any(part is call for part in ast.walk(loops)):
                    for one in loops.generators:  # type: ignore[attr-defined]
                        self._aim(one.target)
                    in_loop = True
            if not in_loop:
                raise _Unknown
            rest = [ast.Return(self._child(call))]
        before = self._before(body)
        plays = in_loop and not isinstance(at, ast.For)
        effects = [each for each in before if plays and _has_effect(each)]
        needed = set().union(*(_names(each) for each in (*rest, *effects)))
        kept = self._needed(body, needed)
        return [*(each for each in before if each in kept or each in effects), *rest]

    def _path_of_test(self, at: ast.If, after: list[ast.stmt], in_loop: bool) -> list[ast.stmt]:
        then, other = self._path(at.body, in_loop), self._path(at.orelse, in_loop)
        if then and other:
            return [ast.If(at.test, then, other)]
        one = then or other
        if not one:
            raise _Unknown
        follow = self._path(after, in_loop)
        if follow:
            return [ast.If(at.test if then else ast.UnaryOp(ast.Not(), at.test), one, []), *follow]
        calls = any(isinstance(each, ast.Call) and not _is_pure(each) for each in ast.walk(at.test))
        return [ast.Expr(at.test), *one] if in_loop and calls else one  # a test may play the move

    def _aim(self, target: ast.expr) -> None:
        for each in ast.walk(target):
            if isinstance(each, ast.Name) and each.id not in self.targets:
                self.targets.append(each.id)

    def _child(self, call: ast.Call) -> ast.expr:
        """Return what a recursive call passes: the child's position, and who moves there."""
        given = self.recursion.given(call)
        parts = [given.get(name, _load(name)) for name in self.search.states]
        child = parts[0] if len(parts) == 1 else ast.List(parts, ast.Load()) if parts else ast.Constant(None)
        if self.search.player is None:
            return child
        following = given.get(self.search.player, _load(self.search.player))
        if self.search.player == WHO:
            following = ast.Constant(self.recursion.member_of(call))
        return ast.Tuple([child, following], ast.Load())

    # --- the value of a leaf ---

    def _leaf(self, body: list[ast.stmt], loops: str) -> list[ast.stmt]:
        """Return the whole search, which returns None as soon as there is a move.

        loops: "last" to leave out the code after the loops, "none" to leave out the loops, "whole" for neither
        """
        return _without_unread(self._valued(body, loops))

    def _valued(self, body: list[ast.stmt], loops: str) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for node in body:
            within = bool(self.recursion.within(node))
            if _only_notes(node) or (isinstance(node, ast.If) and counts_or_caches(node.test) and not within):
                continue
            if getattr(node, "is_pass", False):
                found += self._passed(node, loops)
            elif isinstance(node, ast.If):
                then, other = self._valued(node.body, loops), self._valued(node.orelse, loops)
                found.append(ast.If(node.test, then or [ast.Pass()], other))
            elif not within:
                returns = isinstance(node, ast.Return) and node.value is not None
                found.append(ast.Return(self._picked(node.value)) if returns else node)  # type: ignore
            elif loops != "none":
                found += self._until_a_move(node)
                if loops == "last":
                    return [*found, ast.Return(ast.Constant(None))]
        return found

    def _passed(self, node: Any, loops: str) -> list[ast.stmt]:
        """Return statements for a pass: at the horizon a position has its value after the pass."""
        call = self.recursion.within(node)[0]
        given = self.recursion.given(call)
        own = {"whole": "leaf", "last": "last", "none": "stuck"}[loops]
        depth = _load(self.search.depth or "depth_")
        given_on = [given.get(name, _load(name)) for name in self.search.parameters]
        asked = ast.Call(_load(f"{own}_of_search"), [*given_on, depth], [])
        value = _Replacer(self.recursion).visit(copy.deepcopy(self._picked(node.body[0].value)))
        is_none = ast.Compare(_load(PASSED), [ast.Is()], [ast.Constant(None)])
        return [
            ast.Assign([ast.Name(PASSED, ast.Store())], asked),
            ast.Return(ast.IfExp(is_none, ast.Constant(None), value)),
        ]

    def _until_a_move(self, node: ast.stmt) -> list[ast.stmt]:
        """Return a statement with the recursive call, as loops that return None at the first move."""
        if isinstance(node, (ast.While, ast.With, ast.Try)):
            raise _Unknown
        nothing = ast.Return(ast.Constant(None))
        if isinstance(node, ast.For):
            return self._skeleton([node], lambda: nothing)
        return [self._comprehended(node, lambda: nothing)]

    def _picked(self, value: ast.expr) -> ast.expr:
        """Return the item of a result that is the value."""
        index = self.search.index
        if self.search.tells:
            return ast.IfExp(value, ast.Constant(1), ast.UnaryOp(ast.USub(), ast.Constant(1)))
        if index is None:
            return value
        if isinstance(value, (ast.Tuple, ast.List)):
            return value.elts[index] if index < len(value.elts) else value
        return ast.Subscript(value, ast.Constant(index), ast.Load())

    # --- notation and drawing

    def _note_calls(self, body: list[ast.stmt]) -> None:
        """Record the functions that the search calls for each role."""
        called = self.search.called
        for each in ast.walk(ast.Module(body, [])):
            if isinstance(each, (ast.For, ast.comprehension)) and "moves" not in called:
                holder = each if isinstance(each, ast.For) else None
                if holder is not None and not self.recursion.within(holder):
                    continue
                called["moves"] = (_shown(each.iter), getattr(each.iter, "lineno", 0))
        parts = self.search.parts["play"].body
        effects = _plain_effects(parts)
        if effects:
            called["play"] = ("; ".join(ast.unparse(each) for each in effects[:3]), effects[0].lineno)
        for each in body:
            returned = next((part for part in ast.walk(each) if isinstance(part, ast.Return)), None)
            if not isinstance(each, ast.If) or self.recursion.within(each) or returned is None:
                continue
            called.setdefault("over", (ast.unparse(self._without_depth(each.test)), each.lineno))
            if returned.value is not None:
                called.setdefault("score", (ast.unparse(self._picked(returned.value)), returned.lineno))

    def _without_depth(self, test: ast.expr) -> ast.expr:
        """Return a condition for the end of the game, without the depth limit."""
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or):
            rest = [each for each in test.values if self.search.depth not in _names(each)]
            return rest[0] if len(rest) == 1 else ast.BoolOp(test.op, rest) if rest else test
        return test


PASSED = "passed_"
"""The value of a position after a pass."""


class _Replacer(ast.NodeTransformer):
    """Replaces a recursive call, or the item of its result, by a name."""

    def __init__(self, recursion: _Recursion) -> None:
        self.recursion = recursion

    def visit_Call(self, node: ast.Call) -> ast.AST:
        return _load(PASSED) if self.recursion.is_call(node) else self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        return _load(PASSED) if self.recursion.is_call(node.value) else self.generic_visit(node)


def _plain_effects(body: list[ast.stmt]) -> list[ast.stmt]:
    """Return the statements with effects; of a condition, those of the first branch that has any."""
    for each in body:
        if isinstance(each, ast.If):
            found = _plain_effects(each.body) or _plain_effects(each.orelse)
            if found:
                return [one for one in body[: body.index(each)] if _has_effect(one)] + found
    return [each for each in body if _has_effect(each)]


def _shown(node: ast.expr) -> str:
    return ast.unparse(node)


def _load(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _leaves(body: list[ast.stmt]) -> bool:
    """Return whether the code after a body is unreachable."""
    return bool(body) and isinstance(body[-1], (ast.Return, ast.Raise, ast.Continue, ast.Break))


def _is_pure(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id in PURE


def _without_unread(body: list[ast.stmt]) -> list[ast.stmt]:
    """Return statements without assignments to names that none of them reads."""
    while True:
        read = set().union(*(_names(each) for each in body))
        dropper = _Dropper(read)
        body = [made for each in body if (made := dropper.visit(each)) is not None]
        if not dropper.dropped:
            return body


class _Dropper(ast.NodeTransformer):
    """Drops assignments to names that are not read, and the declarations of global names."""

    def __init__(self, read: set[str]) -> None:
        self.read, self.dropped = read, False

    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
        names = [each for target in node.targets for each in getattr(target, "elts", [target])]
        if all(isinstance(each, ast.Name) and each.id not in self.read for each in names):
            self.dropped = True
            return None
        return node

    def visit_Global(self, node: ast.Global) -> ast.AST | None:
        return None

    def visit_If(self, node: ast.If) -> ast.AST:
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node

    visit_For = visit_If  # type: ignore[assignment]  # noqa: N815


def _only_notes(node: ast.stmt) -> bool:
    """Return whether a statement prints, counts nodes, or caches results."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call) and getattr(node.value.func, "id", "") == "print"
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
    counts = isinstance(node, ast.AugAssign)
    return bool(targets) and all(
        counts_or_caches(each) and (counts or not isinstance(each, ast.Name)) for each in targets
    )


def _stores_items(node: ast.stmt) -> bool:
    return any(
        isinstance(each, (ast.Subscript, ast.Attribute)) and isinstance(each.ctx, ast.Store) for each in ast.walk(node)
    )


def _assigns_names(node: ast.stmt) -> bool:
    """Return whether a statement only assigns names."""
    if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        return True
    if isinstance(node, (ast.If, ast.For)):
        return not any(isinstance(each, (ast.Return, ast.Yield)) for each in ast.walk(node))
    return isinstance(node, (ast.FunctionDef, ast.Import, ast.ImportFrom))


def _has_effect(node: ast.stmt) -> bool:
    """Return whether a statement changes more than names: it calls a function, or assigns an item or an attribute.

    A statement that skips a move has none for the move that is played.
    """
    if any(isinstance(each, (ast.Continue, ast.Break)) for each in ast.walk(node)):
        return False
    if isinstance(node, ast.Expr):
        call = node.value
        return isinstance(call, ast.Call) and not (isinstance(call.func, ast.Name) and call.func.id in SILENT)
    if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
        value = node.value
        calls = [each for each in ast.walk(value) if isinstance(each, ast.Call)] if value is not None else []
        return _stores_items(node) or any(not _is_pure(each) for each in calls)
    if isinstance(node, (ast.If, ast.For, ast.While, ast.With)):
        inner: Iterable[ast.stmt] = [*node.body, *getattr(node, "orelse", [])]
        return any(map(_has_effect, inner))
    return isinstance(node, ast.Delete)


__all__ = ["Search", "find_searches"]
