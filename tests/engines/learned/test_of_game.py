"""Which evaluation a game has, and for which rules one was learned."""

import subprocess
import sys
from pathlib import Path

import pytest

import plywise as pw
from plywise.engines.learned.file import Learned
from plywise.engines.learned.of_game import learned_of, with_learned, with_learned_beside
from plywise.engines.learned.rules_hash import hash_rules, shown
from plywise.engines.move_limits import MoveLimits
from plywise.engines.selective_search import SelectiveSearch
from plywise.errors import InputError
from plywise.games.loading import game_text
from plywise.solvers.solver import Solver
from tests.helpers.learned_models import inputs_of, random_model
from tests.helpers.paths import ROOT

TAKE = '''
import plywise as pw

class Take(pw.Game):
    """Take one or two of the counters; the last one wins."""

    def __init__(self, counters: int = 9, most: int = 2) -> None:
        self.counters, self.most = counters, most

    def initial(self):
        return (1 << self.counters) - 1, 1

    def player(self, state):
        return state[1]

    def actions(self, state):
        return [cell for cell in range(self.counters) if state[0] >> cell & 1][: self.most]

    def result(self, state, action):
        return state[0] & ~(1 << action), -state[1]

    def terminal(self, state):
        return state[0] == 0

    def utility(self, state):
        return -state[1]
'''


@pytest.fixture
def load(tmp_path, monkeypatch):
    """Write a game; return it."""
    monkeypatch.setattr(sys, "path", list(sys.path))

    def load(text=TAKE, name="take.py", parameters="", folder="."):
        file = tmp_path / folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
        return pw.make(f"{file}:Take{parameters}")

    return load


def learned_for(game, seed=1):
    return Learned(game_text(game), hash_rules(game), random_model(inputs_of(game)[0], seed, tables=6), {})


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """The bytes of an evaluation of the game as it is written above."""
    file = tmp_path_factory.mktemp("first") / "take_first.py"
    file.write_text(TAKE)
    return learned_for(pw.make(f"{file}:Take")).to_bytes()


@pytest.fixture
def evaluation(data, tmp_path):
    path = tmp_path / "some.eval"
    path.write_bytes(data)
    return path


# --- the rules it is for ----------------------------------------------------------------------------------------------

SAME = {
    "a comment": TAKE.replace("    def player", "    # who is to move\n    def player"),
    "another docstring": TAKE.replace("Take one or two", "Remove one or two"),
    "a helper": TAKE.replace(
        "return -state[1]\n", "return loser(state)\n\n\ndef loser(state):\n    return -state[1]\n"
    ),
    "another order of the actions": TAKE.replace("[: self.most]", "[: self.most][::-1]"),
    "another name of a variable": TAKE.replace("cell", "place"),
}
OTHER = {
    "another start": TAKE.replace("-1, 1\n", "-1, -1\n").replace("- 1, 1\n", "- 1, -1\n"),
    "another utility": TAKE.replace("return -state[1]\n", "return state[1]\n"),
    "other moves": TAKE.replace("[: self.most]", "[: self.most + 1]"),
    "another end": TAKE.replace("state[0] == 0", "state[0] & state[0] - 1 == 0"),
}


@pytest.mark.parametrize("name", SAME)
def test_the_same_rules_written_otherwise_take_it(load, evaluation, name):
    game = with_learned(load(SAME[name]), evaluation)
    assert learned_of(game) is not None


def test_a_file_that_was_moved_takes_it(load, evaluation):
    assert with_learned(load(folder="elsewhere", name="other.py"), evaluation).learned is not None


@pytest.mark.parametrize("name", OTHER)
def test_other_rules_refuse_it(load, evaluation, name):
    assert OTHER[name] != TAKE
    with pytest.raises(InputError, match="whose rules are not those of"):
        with_learned(load(OTHER[name]), evaluation)


@pytest.mark.parametrize("parameters", [":counters=8", ":most=3"])
def test_other_parameters_refuse_it(load, evaluation, parameters):
    with pytest.raises(InputError, match="whose rules are not those of"):
        with_learned(load(parameters=parameters), evaluation)


def test_the_hash_is_the_same_in_any_process():
    names = ["hex:size=3", "othello", f"{ROOT}/tests/data/first_written/brandub.py:Brandub"]
    asked = (
        "import sys, plywise as pw; from plywise.engines.learned.rules_hash import hash_rules;"
        f"print([hash_rules(pw.make(each)) for each in {names}])"
    )
    said = set()
    for seed in ("1", "2"):
        given = {"PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(pw.__file__).parents[1])}
        done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, env=given, check=True)
        said.add(done.stdout)
    assert len(said) == 1


def test_equal_things_are_shown_alike():
    assert shown(frozenset({"b", "a"})) == shown(frozenset({"a", "b"})) == "{'a', 'b'}"
    assert shown(object()) == ""


# --- which one a game has ---------------------------------------------------------------------------------------------


def test_a_class_names_its_file_beside_it(load, evaluation, tmp_path):
    named = TAKE.replace('the last one wins."""', 'the last one wins."""\n\n    learned = "some.eval"')
    game = load(named)
    found = learned_of(game)
    assert found is not None
    assert found.model.name == str(tmp_path / "some.eval")
    assert learned_of(game) is found
    assert SelectiveSearch(game).search(None, MoveLimits(nodes=100)).best is not None


def test_a_class_that_names_no_file_or_another_says_so(load, evaluation):
    named = TAKE.replace('the last one wins."""', 'the last one wins."""\n\n    learned = "none.eval"')
    with pytest.raises(InputError, match="cannot read"):
        SelectiveSearch(load(named)).search(None, MoveLimits(nodes=100))
    with pytest.raises(InputError, match="learned is the path of a file, not int"):
        learned_of(load(named.replace('"none.eval"', "3")))
    with pytest.raises(InputError, match="whose rules are not those of"):
        learned_of(load(OTHER["another end"].replace('wins."""', 'wins."""\n\n    learned = "some.eval"')))


def test_a_file_beside_the_game_is_found(load, data, tmp_path):
    told = []
    assert with_learned_beside(load(), told.append).learned is None
    assert not told
    (tmp_path / "take.eval").write_bytes(data)
    found = with_learned_beside(load(), told.append)
    assert found.learned.path == str(tmp_path / "take.eval")
    assert told == [f"using the learned evaluation {tmp_path / 'take.eval'}"]
    assert with_learned_beside(found, told.append) is found


@pytest.mark.parametrize("why", ["damaged", "foreign"])
def test_a_file_beside_the_game_that_does_not_fit_is_not_used(load, data, tmp_path, why):
    (tmp_path / "take.eval").write_bytes(data[:-1] if why == "damaged" else data)
    told = []
    game = load(parameters="" if why == "damaged" else ":counters=8")
    assert with_learned_beside(game, told.append) is game
    assert len(told) == 1
    assert told[0].endswith("it is not used")


def test_a_text_names_the_file_and_a_games_text_too(load, data, tmp_path):
    path = tmp_path / "a, b.eval"
    path.write_bytes(data)
    load()
    for text in (f"{tmp_path}/take.py:Take:learned={path}", f"{tmp_path}/take.py:Take:learned={path},counters=9"):
        game = pw.make(text)
        assert learned_of(game).path == str(path)
        again = pw.make(game_text(game))
        assert learned_of(again).path == str(path)
    assert game_text(load()) == f"{tmp_path}/take.py:Take"


# --- what it does not change ------------------------------------------------------------------------------------------


@pytest.mark.slow_with("deepening")
@pytest.mark.parametrize("algorithm", ["alphabeta", "deepening"])
def test_nothing_learned_is_proved_and_solving_stays_as_it_is(load, data, tmp_path, algorithm):
    (tmp_path / "some.eval").write_bytes(data)
    plain = load()
    named = load(TAKE.replace('wins."""', 'wins."""\n\n    learned = "some.eval"'), name="named.py")
    one, other = Solver(plain).solve(), Solver(named).solve()
    assert (one.value, one.nodes) == (other.value, other.nodes)
    first, second = pw.search(plain, algorithm=algorithm), pw.search(named, algorithm=algorithm)
    assert (first.value, first.nodes, first.proved) == (second.value, second.nodes, second.proved)
    found = SelectiveSearch(named).search(None, MoveLimits(depth=3))
    assert not found.proved
    assert found.certain_win == 1
    assert abs(found.value) <= 1
    assert SelectiveSearch(plain).search(None, MoveLimits(depth=3)).certain_win is None


def test_an_expected_result_has_three_decimals():
    search, values = SelectiveSearch(pw.make("kalah")), set()
    for depth in range(1, 9):
        values |= set(search.search(None, MoveLimits(depth=depth), all_moves=True).action_values.values())
    assert len(values) > 10
    assert values == {round(value, 3) for value in values}
