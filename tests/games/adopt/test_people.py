"""Games as people have them are adopted unchanged: same lines, same values, and their mistakes are found."""

import pytest

import plywise as pw
from plywise.engines.perft import count
from tests.helpers.people import FOLDER, PEOPLE, adopted
from tests.helpers.twins import SAME, compare

each_game = pytest.mark.parametrize("facts", PEOPLE.values(), ids=PEOPLE)
quick = pytest.mark.fast_with(
    "ttt_globals",
    "mancala_copy",
    "nim_print",
    "cs50_misere",
    "clobber_bits",
    "morris_negamax",
    "dots_boxes",
    "oware_global",
)


def test_every_file_has_its_facts():
    assert {file.stem for file in FOLDER.glob("*.py")} == set(PEOPLE)


@pytest.mark.fast_with("cs50_misere", "nim_print", "clobber_bits")
@quick
@each_game
def test_an_adopted_file_has_the_lines_of_its_own_functions(facts):
    game = adopted(facts.path).game_class()
    found = count(game, plies=len(facts.perft), engine="reference").nodes_by_ply[1:]
    assert tuple(found) == facts.perft


@quick
@each_game
def test_an_adopted_file_has_the_value_of_its_own_search(facts):
    result = pw.search(adopted(facts.path).game_class(), depth=facts.horizon, engine="reference")
    assert result.value == facts.value


@pytest.mark.fast_with("cs50_misere", "nim_print", "clobber_bits", "morris_negamax")
@quick
@each_game
def test_a_mistake_is_found_where_there_is_one_and_nowhere_else(facts):
    faults = adopted(facts.path).find_faults()
    assert bool(faults) == (facts.bug is not None), faults
    for each in faults:
        assert "\n" not in each
        assert "after" in each or "in the first position" in each  # a position that shows it


@pytest.mark.fast_with("nim_print", "oware_global", "chomp_notebook", "morris_negamax")
@each_game
def test_the_line_of_wrap_makes_the_same_game(facts):
    adoption = adopted(facts.path)
    thing = adoption.file.module
    words = {"pw": pw, facts.path.stem: thing}
    exec(adoption.wrap_line(), words)
    game = words["game"]
    plies = min(2, len(facts.perft))
    assert tuple(count(game, plies=plies, engine="reference").nodes_by_ply[1:]) == facts.perft[:plies]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@each_game
def test_an_adopted_file_is_compiled_and_the_same(facts):
    game = adopted(facts.path).game_class()
    depth = min(3, facts.horizon if len(facts.perft) < 3 else 3)
    assert compare(game, range(1, depth + 1), positions=100) == SAME
