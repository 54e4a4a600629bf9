"""search(): what is asked for is looked at before any engine is chosen."""

import pytest

import plywise as pw
from plywise.engines.features import FEATURES
from plywise.errors import NotCompilable

GAME = pw.make("tictactoe")


@pytest.mark.parametrize("engine", ["auto", "native", "reference"])
def test_a_misspelt_option_is_an_error_of_the_program_that_calls(engine):
    with pytest.raises(TypeError, match="unexpected keyword argument 'dpeth'"):
        pw.search(GAME, engine=engine, dpeth=2)


@pytest.mark.parametrize("engine", ["auto", "native", "reference"])
def test_a_feature_that_is_none_is_refused(engine):
    with pytest.raises(pw.InputError, match="no feature 'nonsense'; there are table, "):
        pw.search(GAME, engine=engine, without=("nonsense",))
    with pytest.raises(pw.InputError, match="no feature 'nonsense'; there are table, "):
        pw.Solver(GAME, engine=engine, without=("nonsense",))


@pytest.mark.parametrize("engine", ["auto", "native", "reference"])
@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"stop": 3}, r"stop must be a flag, such as threading.Event\(\), not 3"),
        ({"watcher": 3}, "watcher must be a function of a SearchResult, not 3"),
    ],
)
def test_what_is_no_flag_and_no_function_is_refused(wrong, why, engine):
    with pytest.raises(pw.InputError, match=why):
        pw.search(pw.make("tictactoe"), engine=engine, **wrong)


def test_the_reference_does_without_any_feature():
    assert pw.search(GAME, engine="reference", without=tuple(FEATURES)).nodes == 18297


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "pvs", "mtdf"])
def test_a_depth_beyond_all_numbers_of_a_machine_is_no_limit(algorithm):
    assert pw.search(GAME, engine="native", algorithm=algorithm, depth=10**30).proved


class Hooked(type(pw.make("nim"))):
    """Nim, in which one more rule may fail where a single object is left."""

    def __init__(self, rule):
        super().__init__()
        self.rule = rule

    def fails(self, state):
        return 1 // (sum(state[:-1]) - 1)

    def noisy(self, state, action):
        return self.rule == 1 and self.fails(state) > 1

    def reduction(self, state, action, depth, place):
        return self.fails(state) // 9 if self.rule == 2 else 0

    def extension(self, state, action):
        return self.fails(state) // 9 if self.rule == 3 else 0

    def may_pass(self, state):
        return self.rule == 4 and self.fails(state) > 1


NAMES = {1: "noisy", 2: "reduction", 3: "extension", 4: "may_pass"}


@pytest.mark.slow  # an extension that fails, every day: native/test_diagnosis.py
@pytest.mark.parametrize("rule", [1, 3])
def test_a_hook_that_fails_in_a_search_is_named(rule):
    game = Hooked(rule)
    with pytest.raises((pw.InputError, NotCompilable)) as refused:
        pw.search(game, engine="native", algorithm="deepening", nodes=200_000)
    assert len(str(refused.value).splitlines()) == 1
    assert NAMES[rule] in str(refused.value)


@pytest.mark.fast_with("3")
@pytest.mark.parametrize("rule", NAMES)
def test_a_hook_that_fails_is_a_breach(rule):
    report = pw.check(Hooked(rule), thorough=True)
    assert [breach.law for breach in report.broken] == ["compiled"]
    assert "ZeroDivisionError" in report.broken[0].detail
