"""Objects that rules make and change, next to plain Python; errors at run time, and what is refused."""

import re
from pathlib import Path

import pytest

from plywise.compiler.types.kinds import Refusal
from tests.helpers.object_twins import asked, differences
from tests.helpers.random_objects import Writer
from tests.helpers.rule_twins import CompiledRules

FILE = Path("tests/data/changing_objects.py")
WRITTEN = re.findall(r"^def (q_\w+)\(", FILE.read_text(), re.M)
EVERY_DAY = WRITTEN[:8]


@pytest.mark.parametrize(
    "names",
    [EVERY_DAY, *(pytest.param(WRITTEN[at : at + 10], marks=pytest.mark.slow) for at in range(8, len(WRITTEN), 10))],
)
def test_objects_that_change_mean_the_same(names, tmp_path):
    found, answers = differences(tmp_path, FILE.read_text(), names)
    assert (found, answers > 8 * len(names)) == ([], True)


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 30))])
def test_random_classes_mean_the_same(seed, tmp_path):
    found, answers = differences(tmp_path, Writer(seed).module(1 if seed == 1 else 4), numbers=range(9))
    assert (found, answers > 0) == ([], True)


# --- errors at run time -----------------------------------------------------------------------------------------------


RAISES = {
    "an array in two places": ("b = Boards()\nreturn [int(copy.deepcopy(b).two.sum())]", 1, "in several places"),
    "a field that was not assigned": ("made = P.__new__(P)\nif n: made.x = n\nreturn [made.x]", 0, "AttributeError"),
    "a slot that is none": ("made = S()\nmade.y = n\nreturn [made.y]", 0, "AttributeError"),
    "a field of None": ("made = P(n)\nmade.x = made if n else None\nreturn [made.x.x is None]", 0, "AttributeError"),
    "a constant list that is changed": ("rows = LIST if n % 2 else [1]\nrows.append(n)\nreturn rows", 1, "a copy"),
    "a constant object": ("made = KEEP if n % 2 else P(n)\nmade.x = 2\nreturn [made.x]", 1, "that they make"),
    "what a set holds": ("made = H(n)\ns = {made}\nmade.x = 3\nreturn [len(s)]", 1, "in a set"),
    "`is` of a constant list": ("a = LIST if n else [1]\nb = LIST if n else a\nreturn [a is b]", 1, "is"),
}
CLASSES = """
import copy
from functools import lru_cache
import numpy as np

LIST = [1, 2]

class P:
    def __init__(self, x):
        self.x = x

class S:
    __slots__ = ("x",)

class H(P):
    def __eq__(self, other): return self.x == other.x
    def __hash__(self): return hash(self.x)

class Watching:
    def __setattr__(self, name, value): object.__setattr__(self, name, value)

class Hidden:
    def __getattr__(self, name): return 1

class Listing(P):
    def __eq__(self, other): return self.x == other.x
    def __hash__(self): return hash(tuple(self.x))

class About:
    def __get__(self, one, owner): return 1

class Described:
    about = About()

class Pile(list): pass

class Boards:
    def __init__(self):
        self.one = self.two = np.zeros(3)

class Steps:
    def __iter__(self): return self
    def __next__(self): return 1

class Cached(P):
    @lru_cache
    def doubled(self): return 2 * self.x

@lru_cache
def cached(one): return one.x

KEEP = P(1)

def grown(n, found=[]):
    found.append(n)
    return found
"""


def written(body):
    return CLASSES + "\ndef q_asked(n):\n" + "".join(f"    {line}\n" for line in body.splitlines())


@pytest.mark.parametrize("name", RAISES)
def test_what_goes_wrong_is_an_error_and_no_other_value(name, tmp_path):
    body, n, said = RAISES[name]
    game, _ = asked(tmp_path, written(body))
    rules = CompiledRules(game, only={"evaluate"})
    with pytest.raises(Exception) as raised:  # noqa: PT011 - whichever it is
        rules.ask("evaluate", game.initial()._replace(n=n))
    assert said in f"{raised.type.__name__}: {raised.value}"


# --- what is refused --------------------------------------------------------------------------------------------------


REFUSED = {
    "KEEP.x = n\nreturn [1]": "KEEP.x is assigned, but rules change only objects that they make",
    "P.x = n\nreturn [1]": "P.x is assigned",
    "KEEP.x += n\nreturn [1]": "use a local variable, or make a new one",
    "return grown(n)": "change a copy instead: list(...)",
    "return [Watching().x]": "Watching defines __setattr__; write __init__, properties and methods instead",
    "return [Hidden().x]": "Hidden defines __getattr__",
    "return [len({Listing([n])})]": "write a tuple of the fields that it compares instead",
    "return [x for x in Steps()]": "write a method that yields instead",
    "return [Described().about]": "Described.about is a descriptor; write a property instead",
    "return [len(Pile([n]))]": "use a class that has a list in an attribute instead",
    "return list(P(n).__dict__)": "name its attributes instead",
    "made = P(n)\nmade.__class__ = S\nreturn [1]": "make an object of the other class instead",
    "return [cached(P(n))]": "lru_cache on a function of objects that can change; leave it out",
    "return [Cached(n).doubled()]": "lru_cache on a function of objects",
    "p = P(n)\n@lru_cache(None)\ndef go(k): return k + p.x\nreturn [go(1)]": "or pass immutable values",
    "return [len(str(P(n)))]": "str of a P cannot be compiled",
}


@pytest.mark.parametrize("body", REFUSED)
def test_a_refusal_says_where_and_what_to_write_instead(body, tmp_path):
    text = written(body)
    game, _ = asked(tmp_path, text)
    with pytest.raises(Refusal) as refused:
        CompiledRules(game, only={"evaluate"})
    assert REFUSED[body] in str(refused.value)
    assert refused.value.function is not None
    assert refused.value.node is not None
