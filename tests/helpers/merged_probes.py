"""Many probes as one game, so that they are translated and compiled at once: a State says `which` is asked.

Taken are those that change nothing but `evaluate` or `actions`, with what they define beside. Names that a probe
defines get its number, so that none meets another's.
"""

import ast
from textwrap import dedent, indent

from tests.helpers.probes import MORE_PROBES, PROBES

ALL_PROBES = {**PROBES, **MORE_PROBES}
RULES = ("evaluate", "actions")

HEAD = '''\
"""Made of probes: see tests/helpers/merged_probes.py."""
from typing import NamedTuple, Optional
from enum import Enum, IntEnum
from itertools import product, combinations
from dataclasses import dataclass
from functools import lru_cache
import math
import numpy as np
import plywise as pw

class State(NamedTuple):
    stones: int
    other: int
    side: int
    which: int
'''

GAME = """
class G(pw.Game):
    utility_bounds = (-9, 9)
    def __init__(self):
{made}
    def initial(self): return State(12, 0, 1, 0)
    def player(self, s): return s.side
    def result(self, s, a): return State(s.stones - a, s.other, -s.side, (s.which + 1) % {count})
    def terminal(self, s): return s.stones <= 0
    def utility(self, s): return -s.side
    def evaluate(self, s):
{evaluate}
        return 0
    def actions(self, s):
{actions}
        return [k for k in (1, 2, 3) if k <= s.stones]
"""


def rule_of(name: str) -> str:
    """Return the one rule that a probe writes; "" where it changes more than can be merged."""
    written = [rule for rule in RULES if rule in ALL_PROBES[name]]
    alone = len(written) == 1 and set(ALL_PROBES[name]) <= {"top", "cls", *RULES}
    return written[0] if alone else ""


def merged(names: list[str]) -> str:
    """Return the module of a game whose State.which chooses among some probes; its game is `G`."""
    tops, methods, made = [], [], ["pass"]
    chosen: dict[str, list[str]] = {rule: [] for rule in RULES}
    for number, name in enumerate(names):
        probe, rule = ALL_PROBES[name], rule_of(name)
        asked = indent(probe[rule], "    ")
        top = ast.parse(probe.get("top", ""))
        body = ast.parse(dedent(probe.get("cls", "")) + f"\ndef {rule}_{number}(self, s):\n{asked}")
        rename = _Rename(number, [*top.body, *body.body])
        tops.append(ast.unparse(rename.visit(top)))
        methods.append(ast.unparse(rename.visit(body)))
        if "def __init__(" in probe.get("cls", ""):
            made.append(f"self.__init___{number}()")
        chosen[rule].append(f"if s.which == {number}: return self.{rule}_{number}(s)")
    lines = {rule: indent("\n".join(choices), " " * 8) for rule, choices in chosen.items()}
    game = GAME.format(made=indent("\n".join(made), " " * 8), count=len(names), **lines)
    return "\n".join([HEAD, *tops, game, *(indent(each, "    ") for each in methods), ""])


class _Rename(ast.NodeTransformer):
    """Gives the names that a probe defines its number."""

    def __init__(self, number: int, body: list[ast.stmt]) -> None:
        self.number = number
        self.names: set[str] = set()
        for node in body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.endswith(f"_{number}"):
                self.names.add(node.name)
            elif isinstance(node, ast.Assign):
                self.names |= {each.id for each in node.targets if isinstance(each, ast.Name)}

    def name(self, name: str) -> str:
        return f"{name}_{self.number}" if name in self.names else name

    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id = self.name(node.id)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.value, ast.Name) and node.value.id in ("self", "cls", "G"):
            node.attr = self.name(node.attr)
        return self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.name = self.name(node.name)
        return self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.name = self.name(node.name)
        return self.generic_visit(node)
