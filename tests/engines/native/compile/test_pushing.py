"""Rules that yield, made into rules that write: the same actions in the same order, as many as there is room for."""

# ruff: noqa: UP028, N805, B007, RET503 - the rules here are written in many ways

import importlib.util
import itertools
import linecache
import random
import sys
from enum import Enum
from itertools import islice
from typing import NamedTuple

import pytest

import plywise as pw
from plywise.engines.kernel.listing import FULL
from plywise.engines.native.compile import making, pushing
from plywise.engines.native.compile.compiler import Unavailable
from plywise.engines.native.compile.engine import Engine
from plywise.engines.native.compile.pushing import PUSHED
from plywise.engines.native.self_check import find_disagreement, random_states
from plywise.games.registry import REGISTRY
from tests.helpers import generators

BEGIN, STEP = 3, 2


def interpreted(game):
    """Return the game with its rules as `push_...`, too, in plain Python."""

    def made(self, name):
        if not name.startswith(PUSHED):
            raise AttributeError(name)
        setattr(type(self), name, pushing.pushing(game, name.removeprefix(PUSHED)))
        return getattr(self, name)

    found = object.__new__(type("Interpreted", (type(game),), {"__getattr__": made}))
    vars(found).update(vars(game))
    return found


def pushed(game, rule, state, room=10_000):
    """Return where the actions end, and what was written."""
    stack = {}
    game = game if hasattr(game, PUSHED + rule) else interpreted(game)
    end = getattr(game, PUSHED + rule)(state, stack, BEGIN, STEP, BEGIN + (room - 1) * STEP)
    return end, [stack[place] for place in sorted(stack)]


def assert_pushed_as_pulled(game, state, rule="actions"):
    pulled, game = list(getattr(game, rule)(state)), interpreted(game)
    assert pushed(game, rule, state) == (BEGIN + STEP * len(pulled), pulled)
    for room in {*range(min(len(pulled), 20)), *range(max(len(pulled) - 3, 0), len(pulled))}:
        end, written = pushed(game, rule, state, room)
        assert (end, written) == (FULL, pulled[:room])
    assert pushed(game, rule, state, len(pulled))[0] == BEGIN + STEP * len(pulled)


def is_rewritten(game, rule="actions"):
    return pushing._rewritten(game, getattr(type(game), rule), rule) is not None


class Pair(NamedTuple):
    x: int
    y: int


class Colour(Enum):
    RED = 1
    BLUE = 2


class Forms(pw.Game):
    """One generator for each form there is; a state is its number. After one action the game is over."""

    class State(NamedTuple):
        """The number of a form, and a number that it depends on."""

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


class Simple(Forms):
    """Forms that Numba compiles, too."""

    def actions(self, state):
        for action in self.nested(state):
            yield action

    def nested(self, state):
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
        for x in self.early(state):
            yield x
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


class TestForms:
    """Each form, interpreted."""

    def of(self, write):
        """Return a game with one rule."""
        return type("Written", (Forms,), {"actions": write})()

    def test_loops_branches_and_other_generators(self):
        game = Simple()
        assert is_rewritten(game)
        assert is_rewritten(game, "nested")
        assert_pushed_as_pulled(game, game.initial())
        assert_pushed_as_pulled(game, game.initial(), "nested")

    def test_try_and_with(self):
        left = []

        class Held:
            def __enter__(self):
                left.append("in")

            def __exit__(self, *_):
                left.append("out")

        global HELD
        HELD = Held

        def actions(self, state):
            try:
                yield 1
                with HELD():
                    yield 2
                yield 1 // (state.n - 3)
            except ZeroDivisionError:
                yield 3
            finally:
                yield 4

        game = self.of(actions)
        assert is_rewritten(game)
        assert pushed(game, "actions", game.initial())[1] == [1, 2, 3, 4] == list(game.actions(game.initial()))
        assert left == ["in", "out"] * 2

    def test_yield_from_and_returning_another(self):
        class Delegating(Forms):
            def actions(self, state):
                """All of them."""
                if state.n > 2:
                    return self.many(state, 2)
                return self.many(state, few=1)

            def many(self, state, few):
                yield from self.some(state)
                for x in range(few):
                    yield from self.some(state)

            def some(self, state):
                yield state.n
                yield 7

        game = Delegating()
        assert is_rewritten(game)
        assert is_rewritten(game, "many")
        for n in (1, 3):
            assert_pushed_as_pulled(game, game.State(0, n))

    def test_recursion(self):
        class Walking(Forms):
            def actions(self, state):
                yield from self.walk(state, state.n)

            def walk(self, state, n):
                if n:
                    yield from self.walk(state, n - 1)
                    yield n
                    yield from self.walk(state, n - 1)

        game = Walking()
        assert is_rewritten(game, "walk")
        assert_pushed_as_pulled(game, game.initial())
        assert list(game.actions(game.initial())) == [1, 2, 1, 3, 1, 2, 1]

    @pytest.mark.parametrize("items", [[(1, 2), (3, 4)], [Pair(1, 2), Pair(0, 5)], [Colour.BLUE, Colour.RED], [None, 3],
                                       ["a", "bc"], [True, False]])  # fmt: skip
    def test_what_is_yielded_is_written(self, items):
        class Of(Forms):
            def actions(self, state):
                for each in self.items:
                    yield each

        game = Of()
        game.items = items
        assert is_rewritten(game)
        assert_pushed_as_pulled(game, game.initial())

    def test_lists_and_tuples_returned_are_written(self):
        def comprehension(self, state):
            return [x * x for x in range(5) if x != state.n]

        def two(self, state):
            if state.n > 1:
                return range(4)
            return (1, 2)

        for write in (comprehension, two, lambda self, state: range(state.n)):
            game = self.of(write)
            assert not is_rewritten(game)
            assert_pushed_as_pulled(game, game.initial())

    def test_what_another_process_cannot_see_is_left_as_it_is(self):
        class Base(Forms):
            def actions(self, state):
                yield 1
                yield 2

        class Super(Base):
            def actions(self, state):
                yield 0
                yield from super().actions(state)

        class Private(Forms):
            def actions(self, state):
                yield from self.__mine(state)

            def __mine(self, state):
                yield 3

        class Own(Forms):
            def __init__(self):
                self.helper = lambda state: iter([8, 9])

            def helper(self, state):
                yield 1

            def actions(self, state):
                for x in self.helper(state):
                    yield x

        for made in (Super, Private, Own):
            game = made()
            assert_pushed_as_pulled(game, game.initial())

    def test_forms_that_are_not_rewritten(self):
        def sends(self, state):
            x = yield 1
            yield 2 if x is None else 3

        def bare(self, state):
            yield

        def inner(self, state):
            def other():
                yield 5

            yield from other()

        def returns_more(self, state):
            yield 1
            return state.n // 0 if state.n > 5 else state.n

        def named_as_ours(self, state):
            _at = 3
            yield _at

        def lets_go_on(self, state):
            if state.n > 2:
                return self.early(state)

        for write in (sends, bare, inner, returns_more, named_as_ours):
            game = self.of(write)
            assert not is_rewritten(game), write
            assert_pushed_as_pulled(game, game.initial())
        assert not is_rewritten(type("Falls", (Simple,), {"actions": lets_go_on})())

    def test_starred_and_unknown_arguments_are_pulled(self):
        class Calls(Forms):
            def actions(self, state):
                for x in self.some(*(state, 2)):
                    yield x
                for x in self.more(state, n=4):
                    yield x

            def some(self, state, n):
                yield n

            def more(self, state, *, n):
                yield n

        game = Calls()
        assert is_rewritten(game)
        assert_pushed_as_pulled(game, game.initial())

    def test_static_generators(self):
        class Static(Forms):
            @staticmethod
            def some(state):
                yield state.n

            def actions(self, state):
                for x in self.some(state):
                    yield x

        class Shifted(Forms):
            def actions(this, state, /):
                for x in this.some(state):
                    yield x

            def some(this, state):
                yield state.n

        assert is_rewritten(Shifted())
        assert_pushed_as_pulled(Shifted(), Shifted().initial())
        game = Static()
        assert list(game.actions(game.initial())) == [3]
        assert pushing._rewritten(game, type(game).actions, "actions") is not None  # it pulls from the other


def test_a_file_changed_since_is_not_taken_for_the_rules(tmp_path):
    file = tmp_path / "changing.py"
    text = "import plywise as pw\nclass G:\n    def actions(self, state):\n        yield 1\n"
    file.write_text(text)
    spec = importlib.util.spec_from_file_location("changing", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert is_rewritten(module.G())
    file.write_text(text.replace("yield 1", "yield 2"))
    linecache.checkcache()
    assert not is_rewritten(module.G())
    file.write_text("# a line more\n" + text)
    linecache.checkcache()
    assert not is_rewritten(module.G())


def test_errors_name_the_line_of_the_rule():
    class Fails(Forms):
        def actions(self, state):
            yield 1
            yield max(
                2,
                3 // (state.n - 3),
            )

    def line(ask):
        with pytest.raises(ZeroDivisionError) as error:
            ask()
        return error.traceback[-1].lineno, error.traceback[-1].path

    game = Fails()
    assert is_rewritten(game)
    assert line(lambda: pushed(game, "actions", game.initial())) == line(lambda: list(game.actions(game.initial())))

    class Lists(Forms):
        def actions(self, state):
            return [1 // (state.n - 3)]

    game = Lists()
    assert line(lambda: pushed(game, "actions", game.initial())) == line(lambda: game.actions(game.initial()))
    assert pushing.pushing(game, "actions").__code__.co_firstlineno == Lists.actions.__code__.co_firstlineno


def test_generators_of_the_games_are_rewritten():
    found = {name for name in REGISTRY if is_rewritten(pw.make(name))}
    assert found == {"nim", "breakthrough", "checkers", "chess"}


def module_of(text, folder, name):
    file = folder / f"{name}.py"
    file.write_text(text)
    spec = importlib.util.spec_from_file_location(name, file)
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def states_of(game, forms):
    return [game.State(*each) for each in itertools.product(range(-1, forms), range(4), range(4))]


@pytest.mark.parametrize("seed", range(3))
def test_random_generators_interpreted(seed, tmp_path):
    game = module_of(generators.written(seed, 12), tmp_path, f"random_generators_{seed}").Generators()
    assert is_rewritten(game)
    assert all(is_rewritten(game, f"form{number}") for number in range(12))
    for state in random.Random(seed).sample(states_of(game, 12), 20):
        assert_pushed_as_pulled(game, state)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 115))
def test_random_generators_compiled(seed, tmp_path):
    game = module_of(generators.written(seed, 20), tmp_path, f"random_generators_{seed}").Generators()
    assert find_disagreement(Engine(game), states_of(game, 20)) is None  # some Numba refuses: these are translated


class Compiled(Simple):
    """Pairs, by Numba."""

    def actions(self, state):
        """Pairs of numbers."""
        for x in self.pairs(state, 4):
            yield x
        for x in range(2):
            yield x, True

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


class Translated(Forms):
    """Enums, texts and None, which are translated."""

    def actions(self, state):
        yield None
        for colour in Colour:
            yield colour
        for number in self.numbers(state):
            yield number

    def numbers(self, state):
        for n in range(300):
            yield n

    def result(self, state, action):
        return self.State(-1, 1 if action is None else 2)


@pytest.mark.parametrize("made", [Compiled, Translated])
def test_compiled_lists_are_those_of_plain_python(made, monkeypatch):
    game = made()
    engine = Engine(game)
    assert engine.is_translated == (made is Translated)
    assert find_disagreement(engine, islice(random_states(game, 0), 8)) is None


def test_the_self_check_sees_what_is_written(monkeypatch):
    class Two(Simple):
        def actions(self, state):
            yield 1
            yield 2

    def unavailable(*_):
        raise Unavailable

    class Other:
        def actions(self, state):
            yield 2
            yield 1

    rewritten = pushing._rewritten
    monkeypatch.setattr(
        pushing,
        "_rewritten",
        lambda game, rule, name: rewritten(Other(), Other.actions, name) if name == "actions" else None,
    )
    monkeypatch.setattr(making, "Compiler", unavailable)  # so that it is compiled here
    game = Two()
    _, told = find_disagreement(Engine(game), [game.initial()])
    assert "actions answers 1 in Python and 2 compiled" in told
