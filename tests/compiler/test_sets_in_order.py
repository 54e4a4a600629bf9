"""Sets of ints and of tuples of them, whose order is seen: compiled as CPython loops over them."""

from itertools import pairwise

import pytest

import plywise as pw
from plywise.compiler.types.kinds import Refusal
from plywise.game.ordered_sets import with_ordered_sets
from tests.compiler.test_questions import answer, states_of
from tests.helpers.paths import DATA
from tests.helpers.questions import Question, merged
from tests.helpers.random_sets import TOP, write_function
from tests.helpers.rule_twins import CompiledRules

GAMES = [f"{DATA}/sets_in_order.py:{name}" for name in ("Cells", "Stones", "Groups", "Takes")]


def game_asking(bodies, folder):
    """Return a game that asks several questions, which `which` tells apart."""
    asked = [Question(str(number), "" if number else TOP, each) for number, each in enumerate(bodies)]
    file = folder / "asked.py"
    file.write_text(merged(asked))
    return pw.make(f"{file}:G")


@pytest.mark.fast_with("0-2")
@pytest.mark.parametrize(("first", "last"), [*pairwise([0, 2, 5, *range(20, 400, 20)])])
def test_random_functions_answer_as_python_does(first, last, tmp_path):
    game = game_asking([write_function(seed) for seed in range(first, last)], tmp_path)
    rules = CompiledRules(game, only=["evaluate"])
    for which, seed in enumerate(range(first, last)):
        for state in states_of(game):
            asked = with_ordered_sets(state)._replace(which=which)
            expected = answer(lambda asked=asked: game.evaluate(asked))
            found = answer(lambda asked=asked: rules.ask("evaluate", asked))
            assert (seed, found) == (seed, expected), write_function(seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_games_whose_rules_see_the_order_are_searched_alike(name):
    game = pw.make(name)
    for algorithm, options in (("minimax", {}), ("alphabeta", {}), ("alphabeta", {"order": "history"})):
        asked = [
            pw.search(game, algorithm=algorithm, depth=4, engine=engine, **options)
            for engine in ("reference", "native")
        ]
        one, other = ((each.value, each.pv, each.stats.nodes, each.fallback) for each in asked)
        assert one == other


REFUSED = [
    "return [ord(x) for x in {'a', s.t[0]}][0]",
    "return {'a', s.t[0]}.pop() == 'a'",
    "for x in {s.k, Col.RED}:\n    last = x\nreturn last is Col.RED",
    "return sum({0.5, s.x})",
    "return list(Counter('ab').keys() & {'a', s.t[0]}) == ['a']",
]


@pytest.mark.parametrize("body", REFUSED)
def test_sets_of_what_has_another_hash_in_each_process_are_refused(body, tmp_path):
    with pytest.raises(Refusal, match=r"order.*(sorted\(\.\.\.\)|min\(\.\.\.\))"):
        CompiledRules(game_asking([body], tmp_path), only=["evaluate"])
