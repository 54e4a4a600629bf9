"""The fingerprint of a game whose rules make objects: it differs wherever one of their classes does."""

import sys

import pytest

import plywise as pw
from plywise.engines.dependencies.fingerprint import fingerprint

FILE = """
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import NamedTuple
import plywise as pw

class Base(ABC):
    bonus = 1
    _hidden = 2
    def step(self, n): return n + 1
    def asked(self): return 3

class Board(Base):
    __slots__ = ("n", "helper")
    class Inner:
        deep = 4
    def __init__(self, n):
        self.n = n + 5
        self.helper = Helper()
    @property
    def value(self): return self.n * 6
    @value.setter
    def value(self, new): self.n = new + 7
    def __add__(self, more): return self.n + more + 8

class Helper:
    def help(self): return 9

class Kind:
    def __init__(self, v): self.v = v + 10

KINDS = {"a": [Kind]}

@dataclass
class Data:
    x: int = 11
    ys: list = field(default_factory=lambda: [12])

class State(NamedTuple):
    n: int

class G(pw.Game):
    utility_bounds = (-1, 1)
    def initial(self): return State(0)
    def player(self, s): return 1
    def actions(self, s): return [1]
    def terminal(self, s): return s.n > 3
    def utility(self, s): return 0
    def result(self, s, a):
        board, data = Board(s.n), Data()
        board.value = board + KINDS["a"][0](data.x).v + len(data.ys)
        return State(s.n + a)
"""
EDITS = {
    "a base's attribute": ("bonus = 1", "bonus = 0"),
    "a base's private attribute": ("_hidden = 2", "_hidden = 0"),
    "a base's method": ("return n + 1", "return n"),
    "an abstract method": ("    def asked", "    @abstractmethod\n    def asked"),
    "slots": ('("n", "helper")', '("n", "helper", "more")'),
    "a class within": ("deep = 4", "deep = 0"),
    "__init__": ("n + 5", "n"),
    "a property": ("self.n * 6", "self.n"),
    "its setter": ("new + 7", "new"),
    "an operator": ("more + 8", "more"),
    "a class that a method makes": ("return 9", "return 0"),
    "a class in a table": ("v + 10", "v"),
    "a default": ("x: int = 11", "x: int = 0"),
    "a factory": ("[12]", "[0]"),
    "what a dataclass says": ("@dataclass\n", "@dataclass(order=True)\n"),
    "a base": ("class Board(Base):", "class Board:"),
}


def taken(folder, text):
    file = folder / "boards.py"
    file.write_text(text)
    found = fingerprint(pw.make(f"{file}:G"), False, "")
    del sys.modules["plywise_user_boards"]  # as in another process: a second file of this name would be numbered
    return found


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_of_a_class_changes_the_fingerprint(name, tmp_path):
    old, new = EDITS[name]
    assert old in FILE
    (tmp_path / "before").mkdir()
    assert taken(tmp_path / "before", FILE) != taken(tmp_path, FILE.replace(old, new))


def test_the_same_classes_have_the_same_fingerprint(tmp_path):
    (tmp_path / "before").mkdir()
    assert taken(tmp_path / "before", FILE) == taken(tmp_path, f"# a comment\n{FILE}")
