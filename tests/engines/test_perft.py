"""Counting by compiled rules: the plain counting's numbers, whatever the game; and what happens where it stops."""

import json
import random
import time
from pathlib import Path
from typing import NamedTuple

import pytest

import plywise as pw
import plywise.engines.perft as counting
import plywise.engines.reference.perft as plain
from plywise import InputError
from plywise.engines.kernel import perft, thread_state
from plywise.engines.perft import count
from plywise.game import MAX, MIN
from plywise.games.registry import REGISTRY
from tests.helpers import generated_games as games
from tests.helpers.interrupts import interrupted_after

SMALL = {
    "connect4": {"width": 4, "height": 3},
    "go": {"size": "2x2"},
    "breakthrough": {"rows": 4, "columns": 3},
    "kalah": {"houses": 3, "seeds": 2},
    "othello": {"size": 4},
}
"""Games that are quicker counted on a small board."""
FEWER_PLIES = {"chess": 3}
"""Games with so many lines of play that the reference counts fewer plies of them; the usual number is 4."""


STACK = 2**10


def naive(game, state, plies):
    """Return how many lines are exactly so long, counted one by one, and how many of them end there."""
    if plies == 0:
        return 1, int(game.terminal(state))
    if game.terminal(state):
        return 0, 0
    below = [naive(game, game.result(state, action), plies - 1) for action in game.actions(state)]
    return sum(each[0] for each in below), sum(each[1] for each in below)


def numbers(counted):
    return counted.plies, counted.nodes_by_ply, counted.terminal_by_ply, counted.complete_games, counted.divide


def one_line(error):
    return len(str(error.value).splitlines()) == 1


def made(name):
    try:
        return pw.make(name, **SMALL.get(name, {}))
    except InputError:  # its parameters are others by now
        return pw.make(name)


def after_random_moves(game, plies, seed):
    state, source = game.initial(), random.Random(seed)
    for _ in range(plies):
        if game.terminal(state):
            break
        state = game.result(state, source.choice(list(game.actions(state))))
    return state


@pytest.mark.slow_with("nim")
@pytest.mark.parametrize("name", [name if name in ("tictactoe", "nim") else pytest.param(name, marks=pytest.mark.slow)
                                  for name in REGISTRY])  # fmt: skip
def test_every_registered_game_is_counted_as_the_reference_counts(name):
    game = made(name)
    for seed in range(4):
        state = after_random_moves(game, 3 * seed, seed)
        deepest = FEWER_PLIES.get(name, 4)
        for plies in (0, 1, deepest - 1, deepest):
            wanted = count(game, state, plies, divide=True, engine="reference")
            assert numbers(count(game, state, plies, divide=True, engine="native")) == numbers(wanted), (seed, plies)
        last = deepest - 1
        assert (wanted.nodes_by_ply[last], wanted.terminal_by_ply[last]) == naive(game, state, last)


class PoolWood(games.Wood):
    """The same trees, whose key leaves out what no line of play depends on: who is to move, and the span."""

    def key(self, state):
        return ((state.mark * 16 + state.left) * 8 + state.wide) * 16 + state.early


WOODS = {game.name: game for game in (games.Wood(), games.FloatWood(), games.PairWood(), games.MaskWood())}


def woods(game, number):
    dice = random.Random(7)
    for _ in range(number):
        yield game.start(
            seed=dice.randrange(1 << 40),
            side=dice.choice([MAX, MIN]),
            left=dice.randrange(7),
            early=dice.choice([0, 8]),
            turns=dice.randrange(2),
            pool=dice.choice([0, 3]),
        )


@pytest.mark.slow_with("Wood")
@pytest.mark.parametrize(
    "name", ["Wood", *(pytest.param(each, marks=pytest.mark.slow) for each in ("FloatWood", "PairWood", "MaskWood"))]
)
def test_random_trees_are_counted_one_by_one(name):
    game = WOODS[name]
    for state in woods(game, 60):
        found = count(game, state, engine="native", divide=True)
        assert numbers(found) == numbers(count(game, state, engine="reference", divide=True))
        for ply, both in enumerate(zip(found.nodes_by_ply, found.terminal_by_ply, strict=True)):
            assert both == naive(game, state, ply)
        assert found.complete_games == sum(found.terminal_by_ply)
        if found.divide:
            assert sum(found.divide.values()) == found.complete_games
        for plies in (0, 2, 9):
            wanted = count(game, state, plies, engine="reference", divide=True)
            assert numbers(count(game, state, plies, engine="native", divide=True)) == numbers(wanted)


def interpreted(game, state, plies, bits, table=None):
    """Run the counting kernel itself as plain Python; return what it finds, and its working memory."""
    tools = [0] * thread_state.SIZE
    tools[thread_state.MAX_NODES] = 2**62
    words = len(thread_state.as_key(game.key(state)))
    table = [0] * ((words + perft.RECORD) << bits) if table is None else table
    one_by_one, copied = list(tools), list(table)
    listed = perft.run_listed_lines(game, state, plies, bits, one_by_one, copied)
    stack = [0] * STACK
    tools[thread_state.STACK_SIZE] = STACK
    found = perft.run_lines(game, state, plies, 0, bits, tools, stack, table)
    assert (listed, one_by_one[thread_state.ENDS], copied) == (found, tools[thread_state.ENDS], table)
    return found, tools[thread_state.ENDS], tools[thread_state.NODES], table


@pytest.mark.parametrize("bits", [1, 3, 9])
def test_interpreted_the_kernel_counts_the_same_in_a_table_however_small(bits):
    # in a table of two records nearly every state writes over another
    game = games.Wood()
    for state in woods(game, 60):
        table = None
        for plies in range(1, 8):
            found, ends, _, table = interpreted(game, state, plies, bits, table)
            assert (found, ends) == naive(game, state, plies), (state, plies)


def test_interpreted_states_that_share_a_key_are_counted_once():
    plain, merging = games.Wood(), PoolWood()
    for state in woods(plain, 40):
        state = state._replace(left=7, pool=3, turns=0)
        for plies in (5, 7):
            wanted = naive(plain, state, plies)
            nodes = []
            for game in (plain, merging):
                found, ends, entered, _ = interpreted(game, state, plies, 10)
                assert (found, ends) == wanted
                nodes.append(entered)
            assert nodes[1] <= nodes[0] <= sum(naive(plain, state, ply)[0] for ply in range(plies + 1))


def test_interpreted_a_number_just_below_the_limit_is_right_and_one_at_the_limit_is_not_counted():
    class Doubling(pw.Game):
        def initial(self):
            return 0

        def player(self, state):
            return MAX

        def actions(self, state):
            return (0, 1)

        def result(self, state, action):
            return state + 1

        def terminal(self, state):
            return False

        def utility(self, state):
            return 0

    game = Doubling()
    assert interpreted(game, 0, 61, 8)[0] == 2**61
    for plies in (62, 63, 64, 65, 100):
        with pytest.raises(thread_state.Halt):
            interpreted(game, 0, plies, 8)


# --- numbers that are too large --------------------------------------------------------------------------------------


class Doubling(pw.Game):
    """Every state has two actions (at one ply, `wide`), and as many states as plies; it ends after `last` plies."""

    class State(NamedTuple):
        ply: int
        last: int
        wide: int
        diagnose: int

    def initial(self):
        return self.State(0, 100, 2, 0)

    def player(self, state):
        return MAX if state.ply % 3 else MIN

    def actions(self, state):
        return range(state.wide if state.ply == 5 else 2)

    def result(self, state, action):
        return self.State(state.ply + 1, state.last, state.wide, state.diagnose)

    def terminal(self, state):
        return state.ply + 7 // (1 if state.ply != state.diagnose or state.diagnose == 0 else 0) - 7 == state.last

    def utility(self, state):
        return 0


DOUBLING = Doubling()


@pytest.mark.fast_with("61")
@pytest.mark.parametrize("plies", [1, 30, 61])
def test_numbers_that_fit_62_bits_are_counted(plies):
    found = count(DOUBLING, plies=plies, engine="native", divide=True)
    assert found.nodes_by_ply == [2**ply for ply in range(plies + 1)]
    assert found.divide == {0: 2 ** (plies - 1), 1: 2 ** (plies - 1)}
    assert found.complete_games is None


@pytest.mark.fast_with("62", "64")
@pytest.mark.parametrize("plies", [62, 63, 64, 66, 99, 100])
def test_numbers_that_do_not_fit_are_refused_or_counted_in_plain_python(plies, monkeypatch):
    with pytest.raises(InputError, match="Doubling: there are more lines of play than 62 bits can count") as caught:
        count(DOUBLING, plies=plies, engine="native")
    assert one_line(caught)
    monkeypatch.setattr(counting, "MAX_PLAIN", 0)
    found = count(DOUBLING, plies=plies, engine="auto", divide=True)
    assert found.nodes_by_ply == [2**ply for ply in range(plies + 1)]
    assert found.divide == {0: 2 ** (plies - 1), 1: 2 ** (plies - 1)}


@pytest.mark.slow_with("1", "3", "7", "1000")
@pytest.mark.parametrize("wide", [1, 3, 5, 7, 1000])
def test_no_number_of_branches_makes_a_sum_wrap(wide):
    for plies in (57, 58, 59, 60, 61, 62, 63, 64, 65):
        state = DOUBLING.State(0, 100, wide, 0)
        wanted = plain.count(DOUBLING, state, plies).nodes_by_ply
        try:
            assert count(DOUBLING, state, plies, engine="native").nodes_by_ply == wanted
            assert wanted[-1] < 2**62
        except InputError:
            assert max(wanted) >= 2**62


def test_ends_are_counted_anew_each_time():
    # 2**61 ends at the last ply, counted again and again for the root and for each of its actions
    state = DOUBLING.State(0, 61, 2, 0)
    found = count(DOUBLING, state, engine="native", divide=True)
    assert found.terminal_by_ply == [0] * 61 + [2**61]
    assert found.complete_games == 2**61
    assert found.divide == {0: 2**60, 1: 2**60}
    wide = DOUBLING.State(0, 58, 9, 0)
    found = count(DOUBLING, wide, engine="native", divide=True)
    assert found.complete_games == 9 * 2**57
    assert sum(found.divide.values()) == 9 * 2**57


@pytest.mark.slow
def test_nim_with_many_heaps_is_counted_to_its_end_though_the_numbers_are_large(plywise):
    code, out, err = plywise("count", "nim:heaps=3-3-3-3-3-3-3-3-3", "--plies", "all", "--json")
    assert (code, err) == (0, "")
    answer = json.loads(out)
    assert answer["plies"] == 27
    assert answer["complete_games"] == sum(answer["terminal_by_ply"]) > 2**62
    code, out, err = plywise("count", "nim:heaps=3-3-3-3-3-3-3-3-3", "--plies", "all", "--engine", "native")
    assert code == 2
    assert out == ""
    assert "more lines of play than 62 bits can count" in err
    assert len(err.splitlines()) == 1


# --- auto ------------------------------------------------------------------------------------------------------------


def test_auto_compiles_nothing_for_a_small_tree(monkeypatch):
    monkeypatch.setattr(counting, "compiled_engine", lambda *given, **more: pytest.fail("compiled"))
    game = pw.make("tictactoe")
    assert count(game).complete_games == 255_168
    assert count(game, engine="reference").complete_games == 255_168
    with pytest.raises(plain.TooManyStates):
        plain.count(game, most_states=500)


def test_auto_takes_the_compiled_rules_where_a_ply_has_many_states(monkeypatch):
    asked = []
    inner = counting.compiled_engine
    monkeypatch.setattr(
        counting, "compiled_engine", lambda *given, **more: asked.append(given) or inner(*given, **more)
    )
    monkeypatch.setattr(counting, "MAX_PLAIN", 100)
    game = pw.make("tictactoe")
    assert count(game, plies=2).nodes_by_ply == [1, 9, 72]
    assert asked == []
    assert count(game, plies=3).nodes_by_ply == [1, 9, 72, 504]
    assert len(asked) == 1


def test_auto_takes_plain_python_where_nothing_can_be_compiled(monkeypatch, capsys):
    monkeypatch.setattr(counting, "MAX_PLAIN", 1)
    tree = pw.Tree([[3, [5, 1]], 6])
    assert count(tree).complete_games == 4
    with pytest.raises(InputError) as caught:
        count(tree, engine="native")
    assert one_line(caught)


def test_bad_options_are_refused():
    with pytest.raises(InputError, match="no engine 'quick'"):
        count(DOUBLING, plies=3, engine="quick")
    for engine in ("native", "auto", "reference"):
        for plies in (-1, 10_001):
            with pytest.raises(InputError, match="plies must be from 0 to 10,000"):
                count(DOUBLING, plies=plies, engine=engine)


def test_the_time_is_told_and_the_compiling_is_none_of_it():
    began = time.perf_counter()
    found = count(DOUBLING, plies=60, engine="native")
    assert 0 < found.time_s <= time.perf_counter() - began
    assert found == count(DOUBLING, plies=60, engine="reference"), "the time does not count in comparing"


# --- lines that are long ---------------------------------------------------------------------------------------------


def test_lines_as_long_as_may_be_are_counted():
    state = DOUBLING.State(6, 60, 2, 0)
    assert count(DOUBLING, state, 300, engine="native").nodes_by_ply[54:] == [2**54, *[0] * 246]
    nim = pw.make("nim")
    found = count(nim, nim.parse_state("1-1-0"), 10_000, engine="native")
    assert found.nodes_by_ply[:4] == [1, 2, 2, 0]
    assert len(found.nodes_by_ply) == 10_001


# --- faults and Ctrl-C -----------------------------------------------------------------------------------------------


def test_a_fault_in_a_rule_names_the_rule_the_file_and_the_line():
    state = DOUBLING.State(0, 100, 2, 9)
    assert count(DOUBLING, state, 8, engine="native").nodes_by_ply[8] == 256
    with pytest.raises(InputError, match=r"Doubling: the rule terminal|Doubling: terminal raised") as caught:
        count(DOUBLING, state, 12, engine="native")
    assert "ZeroDivisionError" in str(caught.value)
    assert f"{Path(__file__).name}:" in str(caught.value)
    assert "ply=9" in str(caught.value)
    assert one_line(caught)
    assert count(DOUBLING, plies=12, engine="native").nodes_by_ply[12] == 4096, "the next one knows nothing of it"


def test_a_state_without_actions_is_a_fault():
    state = DOUBLING.State(0, 100, 0, 0)
    assert count(DOUBLING, state, 5, engine="native").nodes_by_ply[5] == 32
    with pytest.raises(InputError, match="at least one action: there is no legal move") as caught:
        count(DOUBLING, state, 6, engine="native")
    assert one_line(caught)


def test_a_state_without_actions_is_a_fault_in_plain_python_too():
    state = DOUBLING.State(0, 100, 0, 0)
    with pytest.raises(InputError, match="at least one action"):
        count(DOUBLING, state, 6, engine="reference")


@pytest.mark.slow
def test_ctrl_c_ends_a_count():
    game = games.Wood()
    state = game.start(seed=4, left=60, wide=5, early=0)
    count(game, state, 2, engine="native")
    with interrupted_after(0.3):
        count(game, state, 40, engine="native")
    assert count(game, state, 3, engine="native").nodes_by_ply == count(game, state, 3).nodes_by_ply


# --- the program -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["auto", "native", "reference"])
def test_the_program_counts_with_each_engine(plywise, engine):
    code, out, err = plywise("count", "tictactoe", "--plies", "all", "--engine", engine, "--divide")
    assert (code, err) == (0, "")
    assert "complete games: 255,168" in out
    code, out, err = plywise("count", "tictactoe", "--plies", 4, "--engine", engine, "--json")
    answer = json.loads(out)
    assert answer.pop("time_s") >= 0
    assert answer == {
        "plies": 4,
        "nodes_by_ply": [1, 9, 72, 504, 3024],
        "terminal_by_ply": [0, 0, 0, 0, 0],
        "complete_games": None,
    }


def test_the_program_refuses_an_engine_that_is_none(plywise):
    code, out, err = plywise("count", "tictactoe", "--plies", 4, "--engine", "fast")
    assert (code, out) == (2, "")
    assert "no engine 'fast'; there are auto, reference, native" in err
    assert len(err.splitlines()) == 1
