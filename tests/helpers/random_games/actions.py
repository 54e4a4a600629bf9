"""How a random game writes its actions, and how it lists them."""

import random
from dataclasses import dataclass

from tests.helpers.random_games.statements import Statements


@dataclass
class ActionKind:
    """A kind of action. encode: its text, of `i`, a place, and {how}, an int; decode: lines that bind at and how.

    passing: what stands for a move where there is none. top: what the file needs.
    """

    encode: str
    decode: tuple[str, ...]
    passing: str
    top: tuple[str, ...] = ()


def action_kind(dice: random.Random, places: int) -> ActionKind:
    """Return a kind of action that can name so many places."""
    names = tuple("ABCDEFGHIJ"[:places])
    members = "\n".join(f"    {name} = {number}" for number, name in enumerate(names))
    enum = f"class Go(Enum):\n{members}"
    int_enum = f"class Go(IntEnum):\n{members}"
    move = "class Move(NamedTuple):\n    at: int\n    how: int = 0"
    step = "@dataclass(frozen=True)\nclass Step:\n    at: int\n    how: int = 0"
    kept = "class Put(NamedTuple):\n    at: int\n    kept: Optional[int]"
    kinds = (
        ActionKind("i", ("at, how = action, 1",), "0"),
        ActionKind("i * 3 + 1", ("at, how = action // 3, action % 3",), "1"),
        ActionKind("(i, {how})", ("at, how = action",), "(0, 0)"),
        ActionKind("(i, {how})", ("at = action[0]", "how = action[-1]"), "(0, 5)"),
        ActionKind("((i, {how}), ({how}, i))", ("(at, how), _ = action",), "((0, 0), (0, 0))"),
        ActionKind("((i, i + 1), {how})", ("(at, _), how = action",), "((0, 1), 0)"),
        ActionKind("Move(i, {how})", ("at, how = action.at, action.how",), "Move(0)", (move,)),
        ActionKind("Move(at=i, how={how})", ("at, how = action",), "Move(0, 0)", (move,)),
        ActionKind("Step(i, {how})", ("at, how = action.at, action.how",), "Step(0)", (step,)),
        ActionKind("Put(i, None if {b} else {how})", ("at = action.at", "how = 7 if action.kept is None else action.kept"), "Put(0, None)", (kept,)),
        ActionKind(f"'{'abcdefghij'[:places]}'[i]", (f"at = '{'abcdefghij'[:places]}'.index(action)", "how = at % 2"), "'a'"),
        ActionKind("f'p{i}'", ("at, how = int(action[1:]), 0",), "'p0'"),
        ActionKind("f'{i}-{i * 2 % 3}'", ("at, how = map(int, action.split('-'))",), "'0-0'"),
        ActionKind("Go(i)", ("at = action.value", "how = 2"), "Go.A", (enum,)),
        ActionKind("list(Go)[i]", ("at = list(Go).index(action)", "how = len(action.name)"), "Go.A", (enum,)),
        ActionKind("Go(i)", ("at = int(action)", "how = action * 2"), "Go.A", (int_enum,)),
        ActionKind("i", ("at, how = (0, 0) if action is None else (action, 1)",), "None"),
        ActionKind("i", ("if action == -1:", "    at, how = 0, 5", "else:", "    at, how = action, 2"), "-1"),
        ActionKind("(i, {how})", ("if action == 'pass':", "    at = how = 0", "else:", "    at, how = action"), "'pass'"),
        ActionKind("('put', i)", ("kind, *rest = action", "at = rest[0] if kind == 'put' else 0", "how = len(rest)"), "('wait',)"),
        ActionKind("(i, {how}, '')", ("at, how, word = action", "how += len(word)"), "(0, 0, 'no')"),
        ActionKind("Move(i, {how})", ("if action is None:", "    at, how = 0, 9", "else:", "    at, how = action.at, action.how"), "None", (move,)),
    )  # fmt: skip
    return dice.choice(kinds)


FORMS = (
    (True, "return [E for i in P if C]"),
    (True, "moves = []\nfor i in P:\n    if C:\n        moves.append(E)\nreturn moves"),
    (True, "moves = []\nfor i in P:\n    if not C:\n        continue\n    moves += [E]\nreturn moves"),
    (True, "found = [i for i in P if C]\nreturn [E for i in found]"),
    (True, "found = [i for i in P if C]\nreturn [E for i in sorted(found, key=lambda i: (K, -i))]"),
    (True, "return list(map(lambda i: E, filter(lambda i: C, P)))"),
    (True, "found = {i: E for i in P if C}\nreturn list(found.values())"),
    (True, "moves, i = [], 0\nwhile i < N:\n    if C:\n        moves.append(E)\n    i += 1\nreturn moves"),
    (True, "if B:\n    return [PASS]\nreturn [E for i in P if C]"),
    (True, "if B:\n    return []\nmoves = [E for i in P if C]\nmoves.reverse()\nreturn moves"),
    (True, "return [E for i in self.places(S)]"),
    (True, "first = [E for i in P if C and i % 2]\nsecond = [E for i in P if C and not i % 2]\nreturn first + second"),
    (False, "for i in P:\n    if C:\n        yield E"),
    (False, "yield from (E for i in P if C)"),
    (False, "for i in self.places(S):\n    yield E"),
    (False, "return (E for i in P if C)"),
    (False, "return tuple(E for i in P if C)"),
    (False, "for i in P:\n    if i > 4 and B:\n        return\n    if C:\n        yield E"),
)
"""Whether it is a list, and the body: E the action, P the places, C a test, K a key, B a test without i, S the state."""

PLACES = (
    "range(N)",
    "range(N)",
    "range(N)",
    "range(N)",
    "range(N - 1, -1, -1)",
    "reversed(range(N))",
    "range(0, N, 2)",
    "[0, *range(N - 1, 0, -1)]",
)


def listing(
    write: Statements,
    kind: ActionKind,
    scope: dict[str, str],
    opening: list[str],
    state: str,
    ply: str,
    empty: bool,
    places: int,
) -> tuple[str, list[str], bool]:
    """Return the rule `actions`, the methods that it needs, and whether it answers with a list.

    ply: what reads the ply; empty: whether there may be no action; otherwise passing takes its place.
    """
    dice = write.dice
    is_list, form = dice.choice(FORMS)
    write.own, write.taken = {}, {"i"}
    scope, first = dict(scope), []
    if "self.places" not in form and dice.random() < 0.3:
        first = write.lines(scope, dice.choice((0, 1)), 0)
    inner = scope | {"i": "i"}
    test = write.write("b", inner, 2)
    some = f"i != {dice.randrange(places)}"
    test = dice.choice(
        (
            test,
            some,
            some,
            f"{test} or i % 3 < 2",
            f"{some} or {test}",
            f"i in (0, 1) or not {test}",
            f"{test} or i < 3",
        )
    )
    encode = kind.encode.replace("{how}", write.value("m", inner, 0, 1)).replace("{b}", write.write("b", inner, 1))
    parts = {
        "E": encode,
        "P": dice.choice(PLACES),
        "C": f"({test})",
        "K": write.write("i", inner, 1),
        "B": f"{write.write('b', scope, 1)} and {ply} > 1",
    }
    parts |= {"PASS": kind.passing, "S": state}
    body = _filled(form, parts, places)
    methods = []
    if "self.places" in form:
        lines = [*opening, *_filled("for i in P:\n    if C:\n        yield i", parts, places).split("\n")]
        methods = [f"    def places(self, {state}):\n" + "\n".join("        " + line for line in lines)]
    lines = body.split("\n")
    if not empty or "PASS" in form:
        lines = _never_empty(dice, lines, is_list, kind.passing)
    text = "\n".join("        " + line for line in [*opening, *first, *lines])
    return f"    def actions(self, {state}):\n{text}", methods, is_list


def _filled(form: str, parts: dict[str, str], places: int) -> str:
    import re

    found = re.sub(r"\b(E|P|C|K|B|S|PASS)\b", lambda part: parts[part[1]], form)
    return re.sub(r"\bN\b", str(places), found)


def _never_empty(dice: random.Random, lines: list[str], is_list: bool, passing: str) -> list[str]:
    """Return the lines with passing where no action was found."""
    lines = [line.replace("return []", f"return [{passing}]") for line in lines]
    last = lines[-1]
    if is_list and last.startswith("return "):
        if dice.random() < 0.5:
            return [*lines[:-1], f"{last} or [{passing}]"]
        rest = [f"listed = {last[len('return ') :]}"]
        if dice.random() < 0.5:
            return [*lines[:-1], *rest, "if not listed:", f"    return [{passing}]", "return listed"]
        return [*lines[:-1], *rest, "if len(listed) == 0:", f"    listed.append({passing})", "return listed"]
    if last.startswith("return tuple"):
        return [f"{last} or ({passing},)"]
    if last.startswith("return ("):
        return [f"listed = list{last[len('return ') :]}", f"return listed if listed else [{passing}]"]
    if last.startswith("yield from"):
        return [f"moves = list{last[len('yield from ') :]}", f"yield from moves or [{passing}]"]
    return ["none = True", *_marked(lines), "if none:", f"    yield {passing}"]


def _marked(lines: list[str]) -> list[str]:
    found = []
    for line in lines:
        indent = line[: len(line) - len(line.lstrip())]
        if line.strip() == "return":
            found.append(f"{indent}break")
            continue
        if line.strip().startswith("yield"):
            found.append(f"{indent}none = False")
        found.append(line)
    return found
