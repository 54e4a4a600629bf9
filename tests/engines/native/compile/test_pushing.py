"""Rules that list actions write them into memory: the same in the same order, as many as there is room for."""

# ruff: noqa: UP028, C416 - the rules here are written in many ways

import importlib.util
import itertools
import random
import sys
from enum import Enum
from itertools import islice
from typing import NamedTuple

import pytest

import plywise as pw
from plywise.compiler.types.kinds import Refusal
from plywise.engines.native.compile.engine import Engine
from plywise.engines.native.self_check import find_disagreement, random_states
from tests.helpers import generators
from tests.helpers.rule_twins import CompiledRules, pushed


class Pair(NamedTuple):
    x: int
    y: int


class Colour(Enum):
    RED = 1
    BLUE = 2


class Forms(pw.Game):
    """A state is the number of a form, and a number that it depends on. After one action the game is over."""

    class State(NamedTuple):
        form: int
        n: int

    def initial(self):
        return self.State(0, 3)

    def player(self, state):
        return pw.MAX

    def result(self, state, action):
        return self.State(-1, 0)

    def terminal(self, state):
        return state.form < 0

    def utility(self, state):
        return 0


def check_pushed(game, states, rules=("actions",)):
    """Compare what the rules of a game write with what they list, in some states, for many sizes of the room."""
    compiled = CompiledRules(game, only=[f"push_{rule}" for rule in rules])
    for state in states:
        for rule in rules:
            words = [compiled.word(action) for action in getattr(game, rule)(state)]
            assert pushed(compiled, rule, state, words) == ""


class Nested(Forms):
    def actions(self, state):
        for x in range(3):
            for y in range(x, 4):
                if y == 2:
                    continue
                if x == 2:
                    break
                yield 10 * x + y
            else:
                yield 90 + x
        for x in self.early(state, 5):
            yield x
        for x in self.early(state, most=7):
            yield x
        for x in self.early(state):
            yield x + 100
        yield x + 1000
        while x > 0:
            x -= 1
            if x == 1:
                return
            yield x
        yield 5555

    def early(self, state, most=2):
        for x in range(most):
            if x == state.n:
                return None
            yield x
        yield 44


class Delegating(Forms):
    def actions(self, state):
        """All of them."""
        if state.n > 2:
            return self.many(state, 2)
        return self.many(state, few=1)

    def tactical_actions(self, state):
        return self.some(state)

    def many(self, state, few):
        yield from self.some(state)
        for _ in range(few):
            yield from self.some(state)

    def some(self, state):
        yield state.n
        yield 7


class Walking(Forms):
    def actions(self, state):
        yield from self.walk(state, state.n)

    def walk(self, state, n):
        if n:
            yield from self.walk(state, n - 1)
            yield n
            yield from self.walk(state, n - 1)


class Comprehension(Forms):
    def actions(self, state):
        return [x * x for x in range(5) if x != state.n]


class Ranges(Forms):
    def actions(self, state):
        if state.n > 1:
            return range(4)
        return (1, 2)


class Empty(Forms):
    def actions(self, state):
        return [x for x in range(state.n)]


class Super(Delegating):
    def actions(self, state):
        yield 0
        yield from super().actions(state)


class Private(Forms):
    def actions(self, state):
        yield from self.__mine(state)

    def __mine(self, state):
        yield 3


class Inner(Forms):
    def actions(self, state):
        def other():
            yield 5

        yield from other()


class Starred(Forms):
    def actions(self, state):
        for x in self.some(*(state, 2)):
            yield x
        for x in self.more(state, n=4):
            yield x

    def some(self, state, n):
        yield n

    def more(self, state, *, n):
        yield n


class Static(Forms):
    @staticmethod
    def some(state):
        yield state.n

    def actions(this, state, /):  # noqa: N805
        for x in this.some(state):
            yield x


class Long(Forms):
    def actions(self, state):
        return [number * state.n for number in range(300)]


class Sending(Forms):
    def actions(self, state):
        x = yield 1
        yield 2 if x is None else 3


@pytest.mark.parametrize(
    "made",
    [Nested, Delegating, Walking, Comprehension, Ranges, Empty, Super, Private, Inner, Starred, Static, Long, Sending],
)
def test_what_is_listed_is_written(made):
    rules = ("actions", "tactical_actions") if made is Delegating else ("actions",)
    check_pushed(made(), [made.State(0, n) for n in range(4)], rules)


@pytest.mark.parametrize(
    "items",
    [
        [(1, 2), (3, 4)], [Pair(1, 2), Pair(0, 5)], [Colour.BLUE, Colour.RED], [None, 3], ["a", "bc"], [True, False],
        [(1, (2, 3)), (4, (5, 6))], [-(2**63), 2**63 - 1],
    ],
)  # fmt: skip
def test_actions_of_many_kinds_are_written(items):
    class Of(Forms):
        def actions(self, state):
            for each in self.items:
                yield each

    game = Of()
    game.items = items
    check_pushed(game, [game.initial()])


class Unsorted(Forms):
    def actions(self, state):
        return {1, 40, 8 * state.n, 9}


def test_a_set_of_actions_is_pushed_in_pythons_order():
    check_pushed(Unsorted(), [Unsorted().initial()])


def test_what_is_no_list_of_actions_is_refused(tmp_path):
    body, said = "yield (1,)\n        yield {2}", "a set"
    text = f"from {__name__} import Forms\nclass G(Forms):\n    def actions(self, state):\n        {body}\n"
    (tmp_path / "refused.py").write_text(text)
    game = pw.make(f"{tmp_path / 'refused.py'}:G")
    with pytest.raises(Refusal, match=said):
        CompiledRules(game, only=["push_actions"])


class Failing(Forms):
    def initial(self):
        return self.State(0, 6)

    def actions(self, state):
        yield 1
        yield 3 // (state.n - 3)


def test_an_error_comes_out_whether_or_not_there_is_room():
    rules = CompiledRules(Failing(), only=["push_actions"])
    assert rules.push("actions", Forms.State(0, 6), 5) == [1, 1]
    for room in (1, 5):
        with pytest.raises(ZeroDivisionError):
            rules.push("actions", Forms.State(0, 3), room)


def module_of(text, folder, name):
    file = folder / f"{name}.py"
    file.write_text(text)
    spec = importlib.util.spec_from_file_location(name, file)
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.fast_with("0")
@pytest.mark.parametrize("seed", range(20))
def test_random_generators_write_what_they_yield(seed, tmp_path):
    game = module_of(generators.written(seed, 6), tmp_path, f"random_generators_{seed}").Generators()
    states = [game.State(*each) for each in itertools.product(range(6), range(4), range(4))]
    check_pushed(game, random.Random(seed).sample(states, 40))


class Pairs(Nested):
    """Pairs of ints: states and actions are words as they are."""

    def actions(self, state):
        for x in self.pairs(state, 4):
            yield x
        for x in range(2):
            yield x, 1

    def pairs(self, state, most, less=1):
        for x in range(most):
            if x == state.n:
                continue
            for y in range(x):
                yield x, y - less

    def result(self, state, action):
        return self.State(-1, action[0] * 8 + action[1])

    def tactical_actions(self, state):
        return self.pairs(state, less=0, most=3)

    def noisy(self, state, action):
        return action[1] >= 0


class Mixed(Forms):
    """Enums, numbers and None."""

    def actions(self, state):
        yield None
        for colour in Colour:
            yield colour
        for n in range(300):
            yield n

    def result(self, state, action):
        return self.State(-1, 1 if action is None else 2)


@pytest.mark.parametrize("made", [Pairs, Mixed])
def test_a_search_has_the_actions_of_plain_python(made):
    engine = Engine(made())
    assert engine.is_translated == (made is Mixed)
    assert find_disagreement(engine, islice(random_states(engine.game, 0), 8)) is None


class Over(Pairs):
    """The game is over before it begins: no trial position shows an action."""

    def initial(self):
        return self.State(-1, 0)


def test_rules_tell_what_actions_are_where_none_was_seen():
    game = Over()
    assert find_disagreement(Engine(game), [game.State(0, n) for n in range(4)]) is None
