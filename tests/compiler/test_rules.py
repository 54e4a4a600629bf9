"""Translated rules, compiled alone, next to plain Python: features, errors at run time, and what is refused."""

import random
from functools import cache
from pathlib import Path

import pytest

import plywise as pw
from plywise.compiler.lowering.object_code import FAST_CODE
from plywise.compiler.translation.program import Raised
from plywise.compiler.types.kinds import Refusal
from plywise.errors import IntOverflow, LayoutOverflow, NativeFailure
from tests.helpers.first_written import GAMES
from tests.helpers.merged_probes import ALL_PROBES, merged, rule_of
from tests.helpers.probes import source
from tests.helpers.random_games import write_game
from tests.helpers.rule_twins import DIFFERENT, SAME, CompiledRules, compare_rules, difference

REFUSED = {"returns set of actions"}
NOT_INTS = {"global numpy table", "IntEnum constant"}
"""What the reference refuses, and actions that are other values than those of the probes it is merged with."""
OF_AN_EMPTY_DICT = "counting in a dict"

MERGED = [name for name in ALL_PROBES if rule_of(name) and name not in REFUSED | NOT_INTS and name != OF_AN_EMPTY_DICT]
ALONE = [name for name in ALL_PROBES if not rule_of(name) and name not in REFUSED]
GROUPS = 4


def load(folder, text, name="G"):
    file = folder / "written.py"
    file.write_text(text)
    return pw.make(f"{file}:{name}")


# --- the same answers -------------------------------------------------------------------------------------------------


@pytest.mark.fast_with("1")
@pytest.mark.parametrize("group", range(GROUPS))
def test_features_of_python_mean_the_same(group, tmp_path):
    names = MERGED[group::GROUPS]
    game = load(tmp_path, merged(names))
    state, rules, asked = game.initial(), CompiledRules(game), 0
    for which, name in enumerate(names):
        for stones in range(13):
            each = state._replace(stones=stones, other=stones % 3, which=which)
            if answers(game, each):
                asked += 1
                assert (name, difference(rules, each)) == (name, "")
    assert asked > 12 * len(names)


@pytest.mark.slow
@pytest.mark.parametrize("file", ["late.py:Late", "collections_in_rules.py:Collections", "kept_generators.py:Kept"])
def test_what_is_read_late_or_changes_meanwhile_means_the_same(file):
    game = pw.make(f"tests/data/{file}")
    rules = CompiledRules(game)
    source = random.Random(0)
    for which in range(len(type(game).QUESTIONS)):
        state = game.initial()._replace(which=which)
        while not game.terminal(state):
            assert (type(game).QUESTIONS[which], difference(rules, state)) == (type(game).QUESTIONS[which], "")
            state = game.result(state, source.choice(game.actions(state)))


def answers(game, state):
    """Return whether plain Python has answers: some probes fail where there are no moves left."""
    try:
        return game.evaluate(state) is not None and list(game.actions(state)) is not None
    except (KeyError, ValueError):
        return False


@pytest.mark.fast_with("mixed actions", "frozenset field", "growing tuple field", "actions of different lengths")
@pytest.mark.parametrize("name", ALONE)
def test_states_and_actions_of_many_kinds_mean_the_same(name, tmp_path):
    assert compare_rules(load(tmp_path, source(name))) == SAME


def test_counting_in_a_dict(tmp_path):
    assert compare_rules(load(tmp_path, source(OF_AN_EMPTY_DICT))) == SAME


UNSEEN = {"minichess", "stacks"}
"""Games with actions that random play shows seldom."""
FAILING_GAMES: set[str] = set()


def each_game():
    """Yield the games, those that fail marked."""
    for name in GAMES:
        known = pytest.mark.xfail(strict=name in FAILING_GAMES, reason="an error compiled, none in Python")
        yield pytest.param(name, marks=[known] if name in UNSEEN | FAILING_GAMES else [])


@pytest.mark.slow
@pytest.mark.parametrize("name", list(each_game()))
def test_games_as_first_written_answer_the_same(name):
    assert compare_rules(GAMES[name].load(), positions=300, level=FAST_CODE) == SAME


SEEDS, CHUNK = 400, 100


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, SEEDS, CHUNK))
def test_random_games_answer_the_same(first, tmp_path, capsys):
    verdicts = {}
    for seed in range(first, first + CHUNK):
        (folder := tmp_path / str(seed)).mkdir()
        try:
            verdicts[seed] = compare_rules(load(folder, write_game(seed, "Written"), "Written"), positions=40)
        except Refusal as refusal:
            verdicts[seed] = f"refused: {refusal}"
    refused = {seed: each for seed, each in verdicts.items() if each.startswith("refused")}
    with capsys.disabled():
        print(f"\nseeds {first} to {first + CHUNK - 1}: {len(refused)} of {CHUNK} refused")
    assert {seed: each for seed, each in verdicts.items() if each.startswith(DIFFERENT)} == {}
    assert len(refused) <= CHUNK // 10, refused


# --- errors at run time -----------------------------------------------------------------------------------------------

FAILING = """
from typing import NamedTuple
import plywise as pw

TABLE = {1: 2, 2: 3}

def endless(n):
    return 0 if n < 0 else endless(n + 1) + 1

class State(NamedTuple):
    n: int
    zero: int
    row: tuple

class G(pw.Game):
    utility_bounds = (-1, 1)
    def initial(self): return State(12, 0, (0, 1, 2))
    def player(self, s): return 1
    def terminal(self, s): return s.n <= 0
    def utility(self, s): return 0
    def actions(self, s): return [1, 2]
    def result(self, s, a):
        if a == 2 and s.zero:
            return State(s.n - 1, 0, (s.n, s.n, 1000 * s.n))
        return State(s.n - a, 0, s.row)

    def evaluate(self, s):
FAILS
        return 0

    def take(self, n):
        items = [0] * 20_000
        for k in range(20_000):
            items[k] = k
        return items[n + 20_000]
"""

FAILS = {
    "index": ("(1, 2, 3)[s.n]", IndexError),
    "index of a row": ("s.row[s.n]", IndexError),
    "index of a list": ("list(range(s.n))[s.n]", IndexError),
    "pop": ("[k for k in range(s.zero)].pop()", IndexError),
    "key": ("TABLE[s.n]", KeyError),
    "key of a local dict": ("{k: 1 for k in range(s.n)}[s.n]", KeyError),
    "division": ("7 // s.zero", ZeroDivisionError),
    "remainder": ("7 % s.zero", ZeroDivisionError),
    "true division": ("7 / s.zero", ZeroDivisionError),
    "power": ("(s.n + 5) ** s.n ** 2", IntOverflow),
    "product": ("(2 ** 62 + s.zero) * s.n", IntOverflow),
    "sum": ("2 ** 62 + s.zero + 2 ** 62", IntOverflow),
    "shift": ("1 << (s.n * 10)", IntOverflow),
    "negative shift": ("1 << (s.zero - 1)", (ValueError, OverflowError)),
    "minimum of nothing": ("min([k for k in range(s.zero)])", ValueError),
    "not in the list": ("[1, 2].index(s.n)", ValueError),
    "numbered fields": ("len('{} {0}'.format(s.n))", ValueError),
    "memory": ("len([0] * (s.n << 40))", MemoryError),
    "recursion": ("endless(s.n)", RecursionError),
}  # fmt: skip
STATEMENTS = {
    "no value": ("if s.zero:\n    x = 1\nreturn x", UnboundLocalError),
    "assertion": ("assert s.zero, 'no'", AssertionError),
    "of its own": ("raise ValueError(f'bad {s.n}')", (Raised, ValueError)),
    "much memory, then an index": ("return self.take(s.n)", IndexError),
}


@pytest.fixture(scope="module")
def failing(tmp_path_factory):
    """The rules of a game whose evaluation fails, in a way that `State.n` chooses from 100 on."""
    lines = []
    bodies = [f"return {text}" for text, _ in FAILS.values()] + [text for text, _ in STATEMENTS.values()]
    for number, body in enumerate(bodies):
        name = f"        if s.n >= {100 * number + 100} and s.n < {100 * number + 200}:\n"
        begin = f"            s = s._replace(n=s.n - {100 * number + 100})\n"
        lines.append(name + begin + "\n".join(" " * 12 + line for line in body.splitlines()) + "\n")
    folder = tmp_path_factory.mktemp("failing")
    return CompiledRules(load(folder, FAILING.replace("FAILS\n", "".join(lines))))


ERRORS = {**FAILS, **STATEMENTS}


@pytest.mark.parametrize("name", ERRORS)
def test_what_fails_in_python_fails_compiled(name, failing):
    state = failing.game.initial()._replace(n=100 * list(ERRORS).index(name) + 112)
    error = ERRORS[name][1]
    if error is not IntOverflow:  # plain Python has ints of any length
        with pytest.raises(Exception) as plain:  # noqa: PT011
            failing.game.evaluate(state)
        assert isinstance(plain.value, error)
    for _ in range(3):
        with pytest.raises(error):
            failing.ask("evaluate", state)
    assert failing.ask("evaluate", failing.game.initial()) == 0


def test_a_function_that_never_returns_is_an_error(tmp_path):
    text = REFUSING.replace("SEEN = 0", "def endless(n):\n    return endless(n)")
    text += "    def evaluate(self, s): return endless(s.n)\n"
    rules = CompiledRules(load(tmp_path, text), level=FAST_CODE, only=["evaluate"])
    with pytest.raises(RecursionError):
        rules.ask("evaluate", rules.game.initial())


def test_a_value_that_trial_positions_did_not_show_is_an_error(failing):
    state = failing.game.initial()._replace(zero=1)
    assert failing.game.result(state, 2).row == (12, 12, 12_000)
    with pytest.raises(LayoutOverflow, match="as trial positions did not show it"):
        failing.ask("result", state, 2)
    assert failing.ask("result", state, 1) == failing.words(failing.game.result(state, 1))


def test_memory_is_given_back_where_a_rule_fails(failing):
    state = failing.game.initial()._replace(n=100 * list(ERRORS).index("much memory, then an index") + 112)

    def fail(times):
        for _ in range(times):
            with pytest.raises(IndexError):
                failing.ask("evaluate", state)
        return int(Path("/proc/self/statm").read_text().split()[1])

    before = fail(20)
    assert fail(400) - before < 4000, "pages; 400 calls take 16,000 in all"


# --- refusals ---------------------------------------------------------------------------------------------------------

GIVE_IT = "to a function that yields"
WRITTEN = {  # what is written -> what the refusal says: what, and what to write instead
    "def g():\n    try:\n        yield s.n\n    finally:\n        pass\nreturn sum(g())": "after the try instead",
    "d = {'by': s.n}\nreturn (lambda by: by)(**d)": "name the arguments instead",
    "try:\n    pass\nexcept KeyError as e:\n    return len(str(e))": "write except without `as`",
    "return np.linalg.det(np.eye(2))": "write a loop over the numbers instead",
    "return [k for k in {str(s.n), 'a'}][0] == 'a'": "order",
    "self.x += 1": "self.x is assigned, but rules change only objects that they make",
    "self.x = 1": "make a new one",
    "global SEEN\nSEEN = 1": "SEEN, a global variable, is assigned",
    "import math\nreturn math.pi": "import at the top of the file",
    "with open('x') as f:\n    pass": "with cannot be compiled",
    "return round(s.n / 3, s.n)": "round to a number of digits that is not a constant; write it as one",
    "return zip(s.n, key=1)": "zip with key= cannot be compiled",
    "return [1, 2].index(1, 2, 3, 4)": "index with 4 arguments cannot be compiled",
    "return len(heapq.nlargest(1, [s.n]))": "write sorted(..., reverse=True)[:n]",
    "return len(f'{s.n:#_b}')": "the format #_b of an int cannot be compiled; write it in parts",
    "return len(f'{s.n / 3:.2f}')": "a number of hundredths",
    "return eval('1')": "eval cannot be compiled",
    "del self.T": "del of anything but a variable",
    "gs = []\nfor k in (1, 2):\n    gs.append(x + k for x in (1, s.n))\nreturn sum(gs[0])": GIVE_IT,
    "def h():\n    x = yield from self.visit(s.n)\n    yield x is None\nreturn sum(h())": "let the generator yield it",
    "return len(list(zip(*[iter(range(s.n))] * 2)))": "zip(*...) of iterators cannot be compiled",
    "return s.n if (s.n * 1j).real else complex(s.n, 1).imag": "complex",
    "return float(Fraction(s.n, 3))": "compute with ints of a smaller unit",
    "return len(re.match('a*', 'a' * s.n).group())": "re.match cannot be compiled; use string methods",
    "return struct.pack('<H', s.n)[0]": "struct.pack cannot be compiled; use shifts and masks",
    "return len('ab'.translate(str.maketrans('a', 'b')))": "make the table at the top of the file instead",
    "return random.random()": "write a rule without chance",
    "return np.linalg.norm(np.eye(2))": "numpy.linalg.norm cannot be compiled",
    "with suppress(IndexError):\n    return (1, 2)[s.n]": "write try and except instead",
    "MADE.append(s.n)": "change a copy instead: list(...)",
    "CACHE[s.n] = 1": "(for a cache, use lru_cache)",
    "return len([later(s.n)])": "later is an async function",
    "return deque([1, s.n])[1:] == 1": "list(...) or sorted(...) makes a list of it",
    "return deque([1, s.n]).pop(0)": "write del q[index] instead",
    "d = {1: s.n}\nreturn d.values()[0]": "write one into a tuple or a list instead",
    "x = frozenset([s.n])\nx.add(2)": "the method add of a frozenset of int",
    "return len({Mine(k, k) for k in (1, s.n)})": "a tuple of the fields that it compares",
    "return len({((Counted(k, k), 1), 2): k for k in (1, s.n)})": "write it without them",
    "return len(sum(['a', 'b'], ''))": "write ''.join(...) instead",
    "return len(list(zip(*[[s.n], [1]], strict=True)))": "compare the lengths of the rows first",
    "t = SETS[s.n % 2]\nt |= {s.n}": "change a copy instead: set(...)",
    "SETS[s.n % 2].add(s.n)": "change a copy instead: set(...)",
    "WORDS[0].discard('a')": "change a copy instead: set(...)",
    "DICTS[s.n % 2][s.n] = 1": "change a copy instead: dict(...)",
    "del DICTS[s.n % 2][s.n]": "change a copy instead: dict(...)",
    "DICTS[s.n % 2].update({1: s.n})": "change a copy instead: dict(...)",
    "return [x for x in WORDS[s.n % 2]][0] == 'a'": "order",
    "return [x for x in WORDS[0] | {'b'}][0] == 'a'": "order",
    "return [x for x in {0: {8, 0, 16}, 1: {1}}[s.n % 2]][0]": "order",
    "return list(reversed(SETS[s.n % 2]))[0]": "write sorted(..., reverse=True) instead",
    "return SETS[0][0]": "an index into a constant set; write one into a tuple or a list instead",
    "return len(OWN[s.n % 300])": "write a table of values of one type instead",
    "r = 0\nfor x in SOME[s.n % 100]:\n    for y in SOME[s.n % 7]:\n        r += x * y": "again and again; write",
}

REFUSING = """
import heapq
import itertools
import random
import re
import struct
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple
import numpy as np
import plywise as pw

SEEN = 0
MADE = [1]
CACHE = {}
SETS = [{8, 0, 16}, {1, 2}]
WORDS = [{"a", "b"}, {"c"}]
DICTS = [{1: 2, 3: 4}, {5: 6}]

class Own(frozenset):
    pass

OWN = [Own({i}) for i in range(300)]
SOME = OWN[:100]

async def later(n):
    return n

class State(NamedTuple):
    n: int

@dataclass(frozen=True)
class Mine:
    a: int
    b: int
    def __eq__(self, other): return self.a == other.a
    def __hash__(self): return hash(self.a)

@dataclass(frozen=True)
class Counted:
    a: int
    b: int = field(compare=False)

class G(pw.Game):
    T = (1, 2)
    utility_bounds = (-1, 1)
    def initial(self): return State(12)
    def player(self, s): return 1
    def terminal(self, s): return s.n <= 0
    def utility(self, s): return 0
    def actions(self, s): return [1]
    def result(self, s, a): return State(s.n - a)
    def visit(self, n):
        found = 0
        def go(k):
            nonlocal found
            found += k
            yield k
            if k > 0:
                yield from go(k - 1)
        yield from go(n)
"""


EVERY_DAY = [*WRITTEN][::3]


@pytest.fixture(scope="module")
def refusals(tmp_path_factory):
    """Return what is refused of games that ask for much that cannot be: bodies -> refusals, the lines of the file."""

    @cache
    def find(*bodies):
        return refusals_of(bodies, tmp_path_factory.mktemp("refusing"))

    return find


def refusals_of(bodies, folder):
    text = REFUSING
    for number, body in enumerate(bodies):
        inner = "\n".join(" " * 8 + line for line in body.splitlines())
        text += f"    def e{number}(self, s):\n{inner}\n        return 0\n"
    calls = "".join(f"        if s.n == {number}: self.e{number}(s)\n" for number in range(len(bodies)))
    text += f"    def evaluate(self, s):\n{calls}        return 0\n"
    game = load(folder, text)
    with pytest.raises(Refusal) as refused:
        CompiledRules(game)
    return refused.value.found_together, text.splitlines()


@pytest.mark.parametrize(
    "written", [each if each in EVERY_DAY else pytest.param(each, marks=pytest.mark.slow) for each in WRITTEN]
)
def test_what_cannot_be_translated_says_where_and_what_to_write_instead(written, refusals):
    found, lines = refusals(
        *(EVERY_DAY if written in EVERY_DAY else (each for each in WRITTEN if each not in EVERY_DAY))
    )
    said = [each for each in found if WRITTEN[written] in str(each)]
    assert said, [str(each) for each in found]
    assert all(each.function.__code__.co_filename.endswith("written.py") for each in said)
    inside = {*map(str.strip, written.splitlines()), *map(str.strip, REFUSING.splitlines())}
    blamed = [lines[each.node.lineno - 1].strip() for each in said]
    assert inside & set(blamed), blamed


HOLDING = {
    "[12, 0]": "list",
    "{1: 2}": "dict",
    "{1, 2}": "set",
    "np.zeros(2)": "ndarray",
}


@pytest.mark.parametrize("made", HOLDING)
def test_a_state_that_cannot_be_hashed_is_refused_with_what_can(made, tmp_path):
    text = REFUSING.replace("n: int", "n: int\n    more: object = None")
    text = text.replace("State(12)", f"State(12, {made})").replace("State(s.n - a)", "State(s.n - a, s.more)")
    game = load(tmp_path, text + "    def evaluate(self, s): return 0\n")
    with pytest.raises(Refusal, match=f"a {HOLDING[made]} in a state or action; a (tuple|frozenset) .*can be hashed"):
        CompiledRules(game)


def test_sets_of_texts_as_actions_are_refused(tmp_path):
    text = REFUSING.replace("return [1]", "return {'a', 'b'}").replace("s.n - a", "s.n - len(a)")
    text += "    def evaluate(self, s): return 0\n"
    with pytest.raises(Refusal, match=r"a set whose order changes from run to run; loop over sorted\(\.\.\.\) instead"):
        CompiledRules(load(tmp_path, text))


def test_a_search_says_file_line_and_remedy(tmp_path):
    text = REFUSING.replace("return [1]", "return {'a', 'b'}").replace("s.n - a", "s.n - len(a)")
    text += "    def evaluate(self, s): return 0\n"
    with pytest.raises(NativeFailure, match=r"written\.py:\d+: actions cannot be compiled: a loop over a set.*sorted"):
        pw.search(load(tmp_path, text), depth=2, engine="native")
