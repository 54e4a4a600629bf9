"""Random two-player games in ordinary Python: each ends, and lists its actions in an order of its own."""

import random
import re

from tests.helpers.random_games.actions import ActionKind, action_kind, listing
from tests.helpers.random_games.fields import Field, make_fields, text, trace
from tests.helpers.random_games.helpers import constants, helper, state_members
from tests.helpers.random_games.statements import Statements

IMPORTS = """\
import math
from dataclasses import dataclass, replace
from enum import Enum, IntEnum
from itertools import combinations, permutations, product
from typing import FrozenSet, NamedTuple, Optional, Tuple

import plywise as pw
"""

STATE_KINDS = ("named", "named", "dataclass", "dataclass", "tuple", "text")
OWN_NAMES = re.compile(r"\b(x|k|r|c|y|new|line|other|head|tail|top|first|dr|dc|old|e)\b")
"""Names that the forms of the fields use."""

SIDES = {
    "int": ("1", "int", "{side}", "-{side}"),
    "bool": ("True", "bool", "1 if {side} else -1", "not {side}"),
    "mark": ("'x'", "str", "{'x': pw.MAX, 'o': pw.MIN}[{side}]", "'o' if {side} == 'x' else 'x'"),
    "index": ("0", "int", "(pw.MAX, pw.MIN)[{side}]", "1 - {side}"),
    "enum": ("Player.FIRST", "Player", "{side}.value", "Player.SECOND if {side} is Player.FIRST else Player.FIRST"),
}
"""How the side to move is kept: its start, its type, whose move it is, and the other side."""
PLAYER = "class Player(Enum):\n    FIRST = 1\n    SECOND = -1"


def indented(lines: list[str], by: int = 1) -> str:
    return "\n".join("    " * by + line for line in lines)


class GameWriter:
    """Writes one game; the seed decides everything."""

    def __init__(self, seed: int, name: str) -> None:
        self.name = name
        self.dice = dice = random.Random(seed)
        self.write = Statements(dice)
        self.kind = dice.choice(STATE_KINDS)
        self.side = dice.choice((*SIDES, "parity")) if self.kind != "text" else "parity"
        self.fields = (
            [text(dice, "board")] if self.kind == "text" else make_fields(self.write, dice.choice((0, 1, 1, 2, 3)))
        )
        self.traced = self.kind != "text" and dice.random() < 0.7
        if self.traced:
            self.fields.append(trace("trace"))
        self.board, self.limit = self.fields[0], dice.randint(5, 8)
        self.state = dice.choice(("state", "s"))
        self.by_name = self.kind == "tuple" and dice.random() < 0.7
        """Whether the rules take a plain tuple apart at once."""

    def names(self) -> list[str]:
        """Return the names of the fields in their order."""
        return [field.name for field in self.fields] + ["side"] * (self.side != "parity") + ["ply"]

    def read(self, name: str) -> str:
        """Return the text that reads a field."""
        if self.kind == "text":
            length = self.board.length
            return f"{self.state}[:{length}]" if name == "board" else f"int({self.state}[{length}:])"
        if self.kind == "tuple":
            return name if self.by_name else f"{self.state}[{self.names().index(name)}]"
        return f"{self.state}.{name}"

    def scope(self, member: bool = False) -> dict[str, str]:
        """Return what a rule may read. member: of a method of the state itself."""
        found = {}
        for field in self.fields:
            name = f"self.{field.name}" if member else self.read(field.name)
            found |= {form.replace("@", name): kinds for form, kinds in field.reads.items()}
        return found | {("self.ply" if member else self.read("ply")): "i"}

    def opening(self) -> list[str]:
        """Return the lines with which a rule begins."""
        return [f"{', '.join(self.names())} = {self.state}"] if self.by_name else []

    # --- the parts of the file --------------------------------------------------------------------------------------

    def source(self) -> str:
        """Return the file."""
        write, dice = self.write, self.dice
        top, self.known = constants(write)
        top += [part for field in self.fields for part in field.top] + [PLAYER] * (self.side == "enum")
        action = action_kind(dice, self.board.length)
        top += action.top
        members = state_members(write, self.scope(member=True)) if self.kind in ("named", "dataclass") else {}
        state_class = self.state_class(members)
        members_read = {f"{self.state}.{call}": kind for call, (kind, _) in members.items()}
        functions, methods = [], list[str]()
        for _ in range(dice.choice((0, 1, 1, 2, 3))):
            where, lines = helper(write, self.known, {**self.scope(), **members_read}, self.opening(), self.state)
            (functions if where == "function" else methods).append(lines)
        rules = self.rules(action, {**self.scope(), **members_read, **self.known})
        init, extra = self.init()
        head = f"class {self.name}(pw.Game):"
        body = "\n\n".join([*extra, *init, *methods, *rules])
        return (
            "\n\n\n".join(
                [
                    IMPORTS + "\n" + "\n".join(t for t in top if "\n" not in t),
                    *(t for t in top if "\n" in t),
                    *state_class,
                    *functions,
                    f"{head}\n{body}",
                ]
            )
            + "\n"
        )

    def init(self) -> tuple[list[str], list[str]]:
        """Return the game's `__init__` and its constants."""
        extra = ["    utility_bounds = (-20, 20)"] * self.bounded + ["    STEPS = (1, 2, -1)"]
        lines = [f"    def __init__(self, limit: int = {self.limit}):", "        self.limit = limit"]
        if "self.table" in self.known:
            lines += [
                "        self.table = [0] * 4",
                "        for k in range(4):",
                "            self.table[k] = k * k % 5",
            ]
        if "self.near" in self.known:
            lines.append("        self.near = {k: [j for j in range(4) if abs(j - k) == 1] for k in range(4)}")
        return ["\n".join(lines)], extra

    def state_class(self, members: dict[str, tuple[str, str]]) -> list[str]:
        if self.kind not in ("named", "dataclass"):
            return []
        side = [f"    side: {SIDES[self.side][1]}"] if self.side != "parity" else []
        lines = [f"    {field.name}: {field.annotation}" for field in self.fields] + side + ["    ply: int = 0"]
        head = "class State(NamedTuple):" if self.kind == "named" else "@dataclass(frozen=True)\nclass State:"
        return ["\n".join([head, *lines]) + "".join(f"\n\n{text}" for _, text in members.values())]

    # --- the rules --------------------------------------------------------------------------------------------------

    @property
    def bounded(self) -> bool:
        return self.limit % 2 == 0

    def rules(self, action: ActionKind, scope: dict[str, str]) -> list[str]:
        """Return the six rules, and the evaluation."""
        empty = self.dice.random() < 0.4
        actions, extra, is_list = listing(
            self.write, action, scope, self.opening(), self.state, self.read("ply"), empty, self.board.length
        )
        found = [self.rule("initial", "", [f"return {self.first()}"], opening=False)]
        found += [self.rule("player", self.state, self.mover()), *extra, actions]
        found += [self.rule("result", f"{self.state}, action", self.result(action, scope))]
        found += [self.rule("terminal", self.state, self.terminal(scope, empty, is_list))]
        found += [self.rule("utility", self.state, self.worth(scope, 20))]
        if self.dice.random() < 0.85:
            found += [self.rule("evaluate", self.state, self.worth(scope, 19))]
        return found

    def rule(self, name: str, given: str, lines: list[str], opening: bool = True) -> str:
        parameters = f"self, {given}" if given else "self"
        return f"    def {name}({parameters}):\n" + indented([*(self.opening() if opening else []), *lines], 2)

    def first(self) -> str:
        """Return the initial state."""
        values = (
            [field.start for field in self.fields] + ([SIDES[self.side][0]] if self.side != "parity" else []) + ["0"]
        )
        if self.kind == "text":
            return f"{values[0]} + '00'"
        if self.kind == "tuple":
            return f"({', '.join(values)})"
        if self.dice.random() < 0.5:
            return f"State({', '.join(values)})"
        return f"State({', '.join(f'{name}={value}' for name, value in zip(self.names(), values, strict=True))})"

    def mover(self) -> list[str]:
        ply = self.read("ply")
        if self.side == "parity":
            return [
                self.dice.choice(
                    (
                        f"return pw.MAX if {ply} % 2 == 0 else pw.MIN",
                        f"return (1, -1)[{ply} & 1]",
                        f"return 1 - 2 * ({ply} % 2)",
                    )
                )
            ]
        return ["return " + SIDES[self.side][2].replace("{side}", self.read("side"))]

    def terminal(self, scope: dict[str, str], empty: bool, is_list: bool) -> list[str]:
        tests = [f"{self.read('ply')} >= self.limit"]
        if empty:
            listed = f"self.actions({self.state})"
            forms = (
                (f"not {listed}", f"len({listed}) == 0", f"{listed} == []")
                if is_list
                else (f"not list({listed})", f"not any(True for _ in {listed})")
            )
            tests.append(self.dice.choice(forms))
        if self.dice.random() < 0.5:
            tests.insert(1, f"{self.write.write('b', scope, 2)} and {self.read('ply')} > 2")
        if self.dice.random() < 0.3:
            return [*(f"if {test}:\n            return True" for test in tests[:-1]), f"return {tests[-1]}"]
        return ["return " + " or ".join(tests)]

    def worth(self, scope: dict[str, str], most: int) -> list[str]:
        """Return the body of a rule that answers with a number."""
        kind = self.dice.choice("iif")
        lines = (
            self.write.body(scope, kind, self.dice.choice((0, 1, 2)))
            if self.dice.random() < 0.7
            else [f"return {self.write.write(kind, scope, 3)}"]
        )
        forms = [f"max(-{most}, min({most}, {{}}))", f"({{}}) % {most} - {most // 2}"]
        form = self.dice.choice(forms if self.bounded else [*forms, "({}) % 9", "{}"])
        mixed = self.write.fill("({i} * 5 + {i} * 3 + {i}) % 7 - 3", scope, 1) if self.dice.random() < 0.6 else ""
        if self.traced:
            mixed = " + ".join(filter(None, [mixed, f"{self.read('trace')} % 5"]))
        return [self.returned(line, form, mixed) for line in lines]

    @staticmethod
    def returned(line: str, form: str, mixed: str) -> str:
        """Return a line with what it returns, if it is the rule's own return, put into a form that bounds it. mixed: what is added to it."""
        at = re.match(r"( {0,4})return (.*)$", line)
        if not at:
            return line
        return f"{at[1]}return " + form.format(f"({at[2]}) + {mixed}" if mixed else at[2])

    def result(self, action: ActionKind, scope: dict[str, str]) -> list[str]:
        """Return the body of `result`."""
        dice, write = self.dice, self.write
        write.own, write.taken = {}, set()
        lines = list(action.decode)
        scope = scope | {"at": "i", "how": "i"}
        if dice.random() < 0.5:
            lines += write.lines(scope, dice.choice((0, 1, 2)), 0)
        safe = {text: kinds for text, kinds in scope.items() if not OWN_NAMES.search(text)}
        changed = {}
        if self.traced:
            digest = write.digest(scope)
            changed["trace"] = f"({self.read('trace')} + how + {digest or 'at'}) % 31"
        for number, field in enumerate(self.fields):
            if field.name == "trace":
                continue
            if number == 0 or dice.random() < 0.6:
                more, changed[field.name] = self.update(field, safe)
                lines += more
        if self.side != "parity":
            other = SIDES[self.side][3].replace("{side}", self.read("side"))
            extra = dice.random() < 0.15
            changed["side"] = f"{self.read('side')} if {write.write('b', safe, 1)} else ({other})" if extra else other
        changed["ply"] = f"{self.read('ply')} + 1"
        return lines + self.build(changed)

    def update(self, field: Field, scope: dict[str, str]) -> tuple[list[str], str]:
        """Return the lines that prepare a field's next value, and its text."""
        name, new = self.read(field.name), f"new_{field.name}"
        at = "at" if field is self.board or field.length == 1 else f"(at % {field.length})"
        if field.lines and self.dice.random() < 0.5:
            form = self.dice.choice(field.lines).replace("{at}", at)
            # the form's own # and @ last: what fills it has neither
            return re.sub("[@#]", lambda sign: name if sign[0] == "@" else new, self.write.fill(form, scope, 1)).split(
                "\n"
            ), new
        form = self.dice.choice(field.updates).replace("{at}", at)
        text = self.write.fill(form, scope, 1).replace("@", name)
        return ([f"{new} = {text}"], new) if self.dice.random() < 0.4 else ([], text)

    def build(self, changed: dict[str, str]) -> list[str]:
        """Return the lines that make the next state."""
        names, dice = self.names(), self.dice
        whole = [changed.get(name, self.read(name)) for name in names]
        if self.kind == "text":
            return [
                f'return {changed["board"]} + f"{{{changed["ply"]}:02d}}"'
                if dice.random() < 0.5
                else f"return ({changed['board']}) + str({changed['ply']}).zfill(2)"
            ]
        if self.kind == "tuple":
            return [f"return ({', '.join(whole)})"]
        style = dice.randrange(4)
        if style == 0:
            change = f"{self.state}._replace(" if self.kind == "named" else f"replace({self.state}, "
            return [f"return {change}{', '.join(f'{name}={text}' for name, text in changed.items())})"]
        if style == 1:
            return [f"return State({', '.join(f'{name}={text}' for name, text in zip(names, whole, strict=True))})"]
        if style == 2 and self.kind == "named":
            return [f"items = [{', '.join(whole)}]", "return State(*items)"]
        return [f"return State({', '.join(whole)})"]


def write_game(seed: int, name: str = "RandomGame") -> str:
    """Return the source of a game as text: a module with a class of that name."""
    return GameWriter(seed, name).source()
