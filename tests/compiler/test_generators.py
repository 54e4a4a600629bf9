"""Generators that are kept: random ones that read lists and one another, next to plain Python; what is refused."""

import random

import pytest

from plywise.compiler.types.kinds import Refusal
from tests.helpers.asked_functions import game_asking_functions
from tests.helpers.rule_twins import CompiledRules, difference

HEAD = """
from itertools import *
from typing import NamedTuple
import plywise as pw
class State(NamedTuple):
    b: tuple
    n: int
    which: int
class G(pw.Game):
    def initial(self): return State((0, 3, 1, 2, 3), 9, 0)
    def player(self, s): return 1
    def actions(self, s): return [1, 2]
    def result(self, s, a): return State(s.b[a:] + s.b[:a], s.n - a, s.which)
    def terminal(self, s): return s.n <= 1
    def utility(self, s): return 0
    def own(self, many, k):
        for x in many:
            if x != k:
                yield x + k
    def twice(self, many):
        for x in many:
            yield x
        for x in many:
            yield x
    def all_of(self, g):
        yield from g
    def part(self, g, k):
        return sum(islice(g, k))
"""
LAZY = [
    "(x + k for x in {} if x != {})", "map(lambda x: x * 2 + k, {})", "filter(lambda x: x % 3 != k % 3, {})",
    "iter({})", "self.own({}, k)", "self.own({}, {})", "self.twice({})", "chain({}, (k, 7))", "islice({}, 4)",
    "(a * 3 + b for a, b in zip({}, {}))", "(i * 5 + x for i, x in enumerate({}))", "takewhile(lambda x: x < 9, {})",
    "dropwhile(lambda x: x < k, {})", "(x - y for x in {} for y in (1, k))", "accumulate({})",
    "(a - b for a, b in pairwise({}))",
]  # fmt: skip
DOING = [
    "t = (t * 7 + next(g{0}, 5)) % 1009", "t += sum(islice(g{0}, 2))", "xs.append((t + k) % 6)", "k = (k + t) % 5",
    "xs[0] = t % 4", "t += self.part(g{0}, 2)", "t = (t + any(x > 3 for x in g{0})) * 3 % 1009",
    "for x in g{0}:\n    t = (t * 5 + x) % 1009\n    if x % 3 == 1:\n        break",
    "for x in islice(g{0}, 2):\n    t = (t * 5 + x + next(g{1}, 3)) % 1009", "g{0} = g{1}", "t += len(list(g{0}))",
    "g{0} = filter(lambda x: x != k, g{1})", "t += (t % 4) in g{0}",
]  # fmt: skip


def written(source):
    """Return the body of a function that keeps three generators and uses them in turn."""
    lines, many = ["t, k = 0, s.n % 4", "xs = list(s.b)"], ["xs", "s.b", "range(s.n % 5)"]
    for number in range(3):
        lines.append(f"g{number} = {source.choice(LAZY).format(source.choice(many), source.choice(['1', 'k', '2']))}")
        if "{" in lines[-1] or (" if x != xs" in lines[-1]):
            lines.pop()
            lines.append(f"g{number} = iter({source.choice(many)})")
        many.append(f"g{number}")
    lines += [source.choice(DOING).format(*source.sample(range(3), 2)) for _ in range(9)]
    lines.append("return (t * 31 + sum(g0) * 7 + sum(g1) * 3 + sum(g2)) % 100003")
    return "\n".join(lines)


def answers(game, state):
    """Return whether plain Python has an answer: a generator that reads itself has none."""
    try:
        return game.evaluate(state) is not None
    except (ValueError, TypeError):
        return False


@pytest.mark.parametrize("first", [0, *(pytest.param(each, marks=pytest.mark.slow) for each in range(5, 100, 5))])
def test_random_functions_that_keep_generators(first, tmp_path):
    compiled = 0
    for seed in range(first, first + 5):
        body = written(random.Random(seed))
        (folder := tmp_path / str(seed)).mkdir()
        game = game_asking_functions(folder, HEAD, [body])
        try:
            rules = CompiledRules(game)
        except Refusal:
            continue
        state, compiled = game.initial(), compiled + 1
        while not game.terminal(state):
            if answers(game, state):
                assert (body, difference(rules, state)) == (body, "")
            state = game.result(state, 1 + state.n % 2)
    assert compiled > 2


REFUSED = {
    "gs = []\nfor k in (1, 2):\n    gs.append(x + k for x in s.b)\nreturn sum(gs[0])": "to a function that yields",
    "return [g for g in [(x + k for x in s.b) for k in (1, 2)]][0] is None": "to a function that yields",
    "return next(self.all_of(iter(s.b)))": "`for x in ...: yield x`",
    "it = iter(s.b)\nreturn sum({x for x in {s.n, 3, 17} if x in it})": "sorted",
    "g = iter(s.b)\nreturn g.send(1)": "send of a generator",
    "d = {s.n: 1}\nv = d.items() if s.n else d.items()\nd[3] = 1\nreturn len(list(v))": "store list(d.items())",
}


@pytest.mark.parametrize("body", REFUSED)
def test_what_cannot_be_kept_says_what_to_write_instead(body, tmp_path):
    with pytest.raises(Refusal, match=REFUSED[body].replace("(", r"\(").replace(")", r"\)")):
        CompiledRules(game_asking_functions(tmp_path, HEAD, [body]), only=["evaluate"])
