"""Pasts: bags of positions in plain Python; compiled, words that say where the positions lie. Both play the same."""

import copy
import pickle
import random
import subprocess
import sys
import weakref
from math import inf
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plywise as pw
from plywise import InputError, Solver
from plywise.compiler.layout.codec import Words
from plywise.compiler.translation.exports import Ints
from plywise.engines.kernel import thread_state
from plywise.engines.kernel.rule_probe import probe_in_python
from plywise.engines.native.compile import past_memory
from plywise.engines.native.compile.engine import Engine
from plywise.engines.native.compile.past import PastCodec
from plywise.engines.native.engines import engine_of
from plywise.engines.native.self_check import find_disagreement
from plywise.engines.native.session import SearchSession
from plywise.errors import NotCompilable
from plywise.game import MAX, MIN
from plywise.repetition import Past, added, mixed, no_past, repeats, restarted
from tests.helpers.expressions import compiled

STRONG = ("pvs", "mtdf", "deepening")
TEXTBOOK = ("minimax", "alphabeta")


# --- a past in plain Python ------------------------------------------------------------------------------------------

positions = st.integers(-(2**63), 2**63 - 1) | st.tuples(st.integers(-3, 3), st.integers(-3, 3))
bags = st.lists(positions, max_size=8)


def past_of(listed):
    past = Past()
    for position in listed:
        past = added(past, position)
    return past


@given(bags, st.randoms(use_true_random=False))
def test_pasts_are_equal_in_any_order_and_have_the_same_hash(listed, source):
    turned = list(listed)
    source.shuffle(turned)
    one, other = past_of(listed), past_of(turned)
    assert one == other
    assert not one != other  # noqa: SIM202 - the operator itself is asked
    assert hash(one) == hash(other)
    assert {one: 1}[other] == 1


@given(bags, bags)
def test_pasts_are_equal_where_they_hold_the_same_as_often_and_not_else(listed, others):
    one, other = past_of(listed), past_of(others)
    same = sorted(map(repr, listed)) == sorted(map(repr, others))
    assert (one == other) == same
    assert (one != other) == (not same)
    assert (pw.Tree, one) != (pw.Tree, added(one, 99))


@given(bags, positions)
def test_a_past_counts(listed, position):
    past = past_of(listed)
    assert repeats(past, position) == listed.count(position)
    assert repeats(added(past, position), position) == listed.count(position) + 1
    assert past == past_of(listed), "adding changes nothing"
    assert restarted(past) == Past() == no_past()
    assert repeats(restarted(past), position) == 0


def test_a_past_is_no_plain_tuple_and_survives_copies():
    past = past_of([3, 5, 3])
    assert past != (3, 5, 3)
    assert (3, 5, 3) != past  # noqa: SIM300 - the other operand is asked
    assert not past == (3, 5, 3)  # noqa: SIM201 - the operator itself is asked
    for again in (copy.copy(past), copy.deepcopy(past), pickle.loads(pickle.dumps(past))):
        assert type(again) is Past
        assert again == past


def test_mixed_words_are_words_and_differ():
    found = {mixed(word) for word in range(-5000, 5000)}
    assert len(found) == 10_000
    assert all(-(2**63) <= word < 2**63 for word in found)


# --- a token on a ring -----------------------------------------------------------------------------------------------


class Ring(pw.Game):
    """A token walks on a ring of `size` places, 1 to 3 on; never to where it was before.

    A step of 3 is a jump, after which everything is forgotten, where `forgetting` is 1. Who cannot move loses; after
    `left` plies what the past holds is counted. `trail` tells the key what the past holds: the places come to, so that
    after one state's actions pasts differ.
    """

    alternating = True
    utility_bounds = (-20, 20)
    max_plies: int | None = 12

    class State(NamedTuple):
        place: int
        side: int
        left: int
        size: int
        forgetting: int
        trail: int
        past: Past

    def initial(self):
        return self.start()

    def start(self, place=0, side=MAX, left=7, size=7, forgetting=0):
        return self.State(place, side, left, size, forgetting, 0, Past())

    def player(self, state):
        return state.side

    def position(self, place):
        return place - 3

    def goal(self, state, action):
        return (state.place + action) % state.size

    def free(self, state, action):
        goal = self.goal(state, action)
        return goal != state.place and repeats(state.past, self.position(goal)) == 0

    def actions(self, state):
        for action in range(1, 4):
            if self.free(state, action):
                yield action

    def remembered(self, state, goal):
        return goal

    def result(self, state, action):
        goal = self.goal(state, action)
        place = self.remembered(state, goal)
        past, trail = added(state.past, self.position(place)), state.trail | 1 << place
        if action == 3 and state.forgetting:
            past, trail = restarted(state.past), 0
        return self.State(goal, -state.side, state.left - 1, state.size, state.forgetting, trail, past)

    def terminal(self, state):
        return state.left == 0 or not (self.free(state, 1) or self.free(state, 2) or self.free(state, 3))

    def utility(self, state):
        if state.left > 0:
            return -state.side * 10
        held = 0
        for place in range(state.size):
            held += repeats(state.past, self.position(place)) * (place * place % 7 - 3)
        return held

    def key(self, state):
        return self.hidden(state), state.trail

    def hidden(self, state):
        return (((state.size * 16 + state.place) * 16 + state.left) * 2 + state.forgetting) * 2 + (state.side > 0)


class Chart(Ring):
    """The same, with the places left behind, and a position being four numbers, of which most are the same."""

    alternating = False

    class State(NamedTuple):
        place: int
        side: int
        left: int
        size: int
        forgetting: int
        trail: int
        past: Past

    def remembered(self, state, goal):
        return state.place

    def position(self, place):
        return place // 4, -(2**62), place // 2 % 2, -(place % 2)


class Careless(Ring):
    """The same with a key that says nothing of the past."""

    def key(self, state):
        return self.hidden(state)


class Endless(Ring):
    """The same, said to be of any length: its solver goes deeper and deeper."""

    max_plies = None


RINGS = (Ring(), Chart())


def starts(game):
    for number in range(24):
        yield game.start(number % 5, (MAX, MIN)[number % 2], 3 + number % 5, 5 + number % 6, number // 2 % 2)


def lines_of_play(game, count, seed=5):
    """Yield the states along random lines of play."""
    source = random.Random(seed)
    for _, state in zip(range(count), list(starts(game)) * count, strict=False):
        yield state
        while not game.terminal(state):
            state = game.result(state, source.choice(list(game.actions(state))))
            yield state


@pytest.mark.parametrize("game", RINGS, ids=lambda game: game.name)
def test_compiled_the_rules_answer_the_same_all_along_lines_with_a_past(game):
    engine = engine_of(game)
    assert find_disagreement(engine, lines_of_play(game, 60)) is None


@pytest.mark.slow_with(*(f"Chart-{each}" for each in TEXTBOOK))  # its rules: above
@pytest.mark.parametrize("algorithm", TEXTBOOK)
@pytest.mark.parametrize("game", RINGS, ids=lambda game: game.name)
def test_the_textbook_s_searches_enter_the_same_nodes(game, algorithm):
    for state in starts(game):
        for depth in (None, 4):
            native = pw.search(game, state, algorithm=algorithm, engine="native", depth=depth)
            plain = pw.search(game, state, algorithm=algorithm, engine="reference", depth=depth)
            assert (native.value, native.pv, native.nodes, native.leaves, native.cutoffs) == (
                plain.value, plain.pv, plain.nodes, plain.leaves, plain.cutoffs,
            ), state  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", STRONG)
def test_the_strong_searches_find_the_same_values(algorithm):
    game = RINGS[0]
    for state in starts(game):
        plain = pw.search(game, state, algorithm="alphabeta", engine="reference")
        for threads in (1, 2):
            native = pw.search(game, state, algorithm=algorithm, engine="native", threads=threads)
            assert (native.value, native.proved) == (plain.value, True), state


@pytest.mark.slow  # what it needs compiled takes seconds; of solving it is seen below
def test_a_search_of_all_moves_is_the_reference_s():
    game = RINGS[0]
    for state in starts(game):
        plain = pw.search(game, state, algorithm="minimax", engine="reference", all_moves=True)
        native = pw.search(game, state, algorithm="pvs", engine="native", all_moves=True)
        assert native.action_values == plain.action_values
        assert native.best_actions == plain.best_actions


@pytest.fixture(scope="module")
def solvers():
    return Solver(RINGS[0], engine="native"), Solver(RINGS[0], engine="native", threads=2)


@pytest.mark.slow
def test_solving_is_the_reference_s_with_one_thread_and_with_two(solvers):
    game = RINGS[0]
    plain = Solver(game, engine="reference")
    for state in starts(game):
        wanted = plain.solve(state, all_moves=True)
        for solver in solvers:
            found = solver.solve(state, all_moves=True)
            assert (found.value, found.distance, found.best, found.actions) == (
                wanted.value, wanted.distance, wanted.best, wanted.actions,
            ), state  # fmt: skip


@pytest.mark.slow
def test_solving_deeper_and_deeper_is_the_reference_s():
    game = Endless()
    test_solving_is_the_reference_s_with_one_thread_and_with_two(
        (Solver(game, engine="native"), Solver(game, engine="native", threads=2))
    )


@pytest.mark.slow
def test_many_states_with_pasts_in_one_call(solvers):
    game = RINGS[0]
    states = list(lines_of_play(game, 40))
    assert sum(len(state.past) for state in states) > 200
    wanted = list(Solver(game, engine="reference").values(states))
    for solver in solvers:
        assert list(solver.values(states)) == wanted
        assert list(solver.values(states[::-1])) == wanted[::-1]
    small = Solver(game, engine="native", table=1)
    assert list(small.values(states, forget=True)) == wanted


@pytest.mark.slow
def test_the_pasts_of_a_batch_stay_in_memory_until_it_is_valued(solvers, monkeypatch):
    states = [state for state in lines_of_play(RINGS[0], 8) if state.past]
    solver, wanted = solvers[0], list(Solver(RINGS[0], engine="reference").values(states))
    assert list(solver.values(states)) == wanted
    memories, alive, plain, run = [], [], Engine.plain, SearchSession.run

    def noting(engine, state):
        found = plain(engine, state)
        memories.append(weakref.ref(found.memory))
        return found

    def looking(session, *given, **how):
        alive.extend(memory() is not None for memory in memories)
        return run(session, *given, **how)

    monkeypatch.setattr(Engine, "plain", noting)
    monkeypatch.setattr(SearchSession, "run", looking)
    assert list(solver.values(states)) == wanted
    assert len(alive) == len(states) > 20
    assert all(alive)


@pytest.mark.slow
def test_a_batch_of_states_of_which_some_have_a_past_and_some_have_none(solvers):
    game = RINGS[0]
    states = [game.start(), *lines_of_play(game, 2), game.start(2, left=3)]
    wanted = list(Solver(game, engine="reference").values(states))
    assert list(solvers[0].values(states)) == wanted
    assert list(solvers[0].values(states[:1])) == wanted[:1]


@pytest.mark.fast_with("alphabeta")
@pytest.mark.parametrize("algorithm", ["solve", "pvs", "alphabeta", "deepening"])
def test_siblings_that_forget_and_siblings_that_add_do_not_disturb_one_another(algorithm):
    # at every node one action restarts and the others add; the search keeps all the results before it searches one
    game = RINGS[0]
    for place in range(6):
        for size in (6, 8, 9):
            state = game.start(place % size, left=9, size=size, forgetting=1)
            assert any(action == 3 for action in game.actions(state))
            wanted = pw.search(game, state, algorithm="alphabeta", engine="reference").value
            if algorithm == "solve":
                found = Solver(game, engine="native").solve(state, line=False)
            else:
                found = pw.search(game, state, algorithm=algorithm, engine="native")
            assert found.value == wanted, state


@pytest.mark.slow
def test_a_small_stack_and_a_small_table_make_a_search_with_a_past_begin_again(monkeypatch):
    from plywise.engines.native import search_memory

    monkeypatch.setattr(search_memory, "FIRST_STACK", 64)
    monkeypatch.setattr(search_memory, "SHARED_BITS", 6)
    game = RINGS[0]
    for state in starts(game):
        wanted = pw.search(game, state, algorithm="alphabeta", engine="reference").value
        for threads in (1, 2):
            solver = Solver(game, engine="native", threads=threads)
            assert solver.solve(state, line=False).value == wanted
    solver = Solver(game, engine="native")
    states = list(lines_of_play(game, 10))
    assert list(solver.values(states)) == list(Solver(game, engine="reference").values(states))


@pytest.mark.slow
def test_a_careless_key_gives_wrong_values_and_a_careful_one_right_ones():
    careless, careful = Careless(), RINGS[0]
    wrong = 0
    for state in starts(careful):
        wanted = pw.search(careful, state, algorithm="minimax", engine="reference").value
        assert pw.search(careful, state, algorithm="pvs", engine="native").value == wanted
        wrong += pw.search(careless, state, algorithm="pvs", engine="native").value != wanted
    assert wrong > 0
    assert pw.check(careful, thorough=True).ok


@pytest.mark.slow_with("Chart", "Ring")
@pytest.mark.parametrize("game", RINGS, ids=lambda game: game.name)
def test_lines_of_play_are_counted_alike(game):
    for state in list(starts(game))[:12]:
        wanted = pw.count(game, state, engine="reference")
        found = pw.count(game, state, engine="native")
        assert (found.nodes_by_ply, found.terminal_by_ply) == (wanted.nodes_by_ply, wanted.terminal_by_ply)


def beside_a_restart(past, position, other):
    one = added(past, position)
    after = added(restarted(past), other)
    return repeats(one, position), repeats(one, other), repeats(after, position), repeats(after, other)


def test_compiled_what_follows_a_restart_leaves_the_past_beside_it_alone():
    [native] = compiled(beside_a_restart, takes=[Words(PastCodec()), Ints(), Ints()])
    for held in ([], [5], [3, 5, 3]):
        word, memory = past_memory.place_past(past_of(held))
        assert native(word, 5, 7) == beside_a_restart(past_of(held), 5, 7) == (held.count(5) + 1, 0, 0, 1)
        assert memory.size > 0  # it is kept until here


# --- what the laws say -----------------------------------------------------------------------------------------------


def test_the_laws_hold_though_a_position_s_text_has_no_past():
    class Told(Ring):
        def format_state(self, state):
            return f"{state.place}/{state.side}/{state.left}/{state.size}/{state.forgetting}/{state.trail}"

        def parse_state(self, text):
            return self.State(*map(int, text.split("/")), past=Past())

    report = pw.check(Told(), compiled=0)
    assert report.ok, report
    assert not report.notes


def test_the_text_may_lose_the_past_and_nothing_else():
    class Loses(Ring):
        def format_state(self, state):
            return f"{state.place}/{state.side}/{state.left}/{state.size}/{state.forgetting}"

        def parse_state(self, text):
            return self.State(*map(int, text.split("/")), trail=0, past=Past())

    class Shifts(Loses):
        def parse_state(self, text):
            state = super().parse_state(text)
            return state._replace(place=(state.place + 1) % state.size)

    assert pw.check(Loses(), compiled=0).ok, "the trail is the past's own sum"
    report = pw.check(Shifts(), compiled=0)
    assert [breach.law for breach in report.broken] == ["state text"]


def test_the_default_text_has_the_past_in_it_and_is_read_back():
    report = pw.check(RINGS[0], compiled=0)
    assert report.ok
    assert not report.notes


# --- what is refused -------------------------------------------------------------------------------------------------


def one_line(error):
    return len(str(error.value).splitlines()) == 1


def test_a_state_with_two_pasts_is_refused():
    class Twice(Ring):
        class State(NamedTuple):
            place: int
            side: int
            left: int
            size: int
            forgetting: int
            trail: int
            past: Past
            further: Past = Past()

    with pytest.raises(NotCompilable, match="a State has one Past at most") as caught:
        Engine(Twice())
    assert one_line(caught)
    assert pw.search(Twice(), engine="reference").value is not None


def test_a_position_of_five_numbers_is_refused():
    class Wide(Ring):
        def position(self, place):
            return place, 0, 0, 0, 1

    with pytest.raises(NotCompilable, match="a past's position has 5 numbers, not 1 to 4") as caught:
        Engine(Wide())
    assert one_line(caught)


def test_a_game_without_a_key_of_its_own_for_its_past_is_not_compiled():
    class Keyless(Ring):
        def key(self, state):
            return state

    with pytest.raises(NotCompilable) as caught:
        engine_of(Keyless())
    assert one_line(caught)
    assert pw.search(Keyless(), engine="auto", depth=3).engine == "reference"


@pytest.mark.parametrize(
    ("past", "said"),
    [
        ((*past_of([1]), 2), "is a tuple, not a Past"),
        (past_of(range(past_memory.MAX_POSITIONS // 2 + 1)), "a past of 8,192 positions; there is room for 8,191"),
        (past_of([(1, 2), (1, 2, 3)]), "must have the same number of ints, at most 4"),
        (past_of([(1, 2, 3, 4, 5)]), "must have the same number of ints, at most 4"),
        (past_of([()]), "must have the same number of ints"),
        (past_of([2**63]), "too large|too big|out of bounds"),
        (past_of(["here"]), "invalid|'here'"),
    ],
    ids=["tuple", "long", "uneven", "wide", "empty", "large", "text"],
)
def test_a_past_that_does_not_fit_is_refused_in_one_line(past, said):
    game = RINGS[0]
    state = game.start()._replace(past=past)
    with pytest.raises(InputError, match=said) as caught:
        pw.search(game, state, engine="native", depth=1)
    assert one_line(caught)


def test_a_past_as_long_as_there_is_room_for_is_taken():
    game = copy.copy(RINGS[0])
    game.utility_bounds = (-inf, inf)
    past = Past([4 - number % 2 for number in range(past_memory.MAX_POSITIONS // 2)])
    state = game.start(size=9, left=4)._replace(past=past)
    native = pw.search(game, state, engine="native", algorithm="minimax")
    assert native.value == pw.search(game, state, engine="reference", algorithm="minimax").value


class Stuffed(pw.Game):
    """Adds `each` positions with every ply, of which there are `left`: in the end the memory is full."""

    utility_bounds = (-1, 1)

    class State(NamedTuple):
        left: int
        side: int
        each: int
        forgetting: int
        past: Past

    def initial(self):
        return self.State(5, MAX, 2, 0, Past())

    def player(self, state):
        return state.side

    def actions(self, state):
        return range(1)

    def result(self, state, action):
        past = state.past
        for number in range(state.each):
            past = added(past, number)
        if state.forgetting:
            past = restarted(past)
        return self.State(state.left - 1, -state.side, state.each, state.forgetting, past)

    def terminal(self, state):
        return state.left == 0

    def utility(self, state):
        return 1 if repeats(state.past, 0) > 3 else -1

    def key(self, state):
        return state.left * 4 + (state.side > 0) * 2 + state.forgetting, state.each


@pytest.mark.slow
def test_a_past_that_runs_full_raises_one_clear_error():
    game = Stuffed()
    full = "a past of over 16,383 positions"
    for state in (
        game.State(2, MIN, 16_384, 1, Past()),
        game.State(20, MAX, 500, 0, Past(range(past_memory.MAX_POSITIONS // 2))),
    ):
        with pytest.raises(InputError, match=full) as caught:
            pw.search(game, state, engine="native", algorithm="minimax")
        assert one_line(caught)
    for state in (
        game.State(2, MAX, past_memory.MAX_POSITIONS // 2, 0, Past()),
        game.State(1, MAX, past_memory.MAX_POSITIONS, 0, Past()),
    ):
        assert pw.search(game, state, engine="native", algorithm="minimax").value == -1, "just so much fits"


ALONE = """
from typing import NamedTuple
import plywise as pw
from plywise.repetition import Past, added, repeats

class Alone(pw.Game):
    max_plies = 5
    class State(NamedTuple):
        past: Past
    def initial(self): return self.State(Past())
    def player(self, state): return 1 if repeats(state.past, 1) > 1 else -1
    def actions(self, state): return range(1, 3)
    def result(self, state, action): return self.State(added(state.past, action))
    def terminal(self, state): return repeats(state.past, 1) + repeats(state.past, 2) >= 5
    def utility(self, state): return repeats(state.past, 1) - 2
    def key(self, state): return repeats(state.past, 1), repeats(state.past, 2)

game = Alone()
states = [game.State(Past(listed)) for listed in ([1, 2], [2, 2], [1, 1], [2, 1])]
found = [list(pw.Solver(game, engine=engine).values(states)) for engine in ("reference", "native")]
print("same" if found[0] == found[1] else found)
"""


@pytest.mark.slow
def test_states_that_are_nothing_but_a_past_are_valued_many_at_once():
    done = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "same\n")


# --- a search that guesses, and rules that look ahead ----------------------------------------------------------------


class Hooked(Ring):
    """The same with hooks that ask for the results of actions themselves, and with passing."""

    def evaluate(self, state):
        return repeats(state.past, self.position(2)) * 3 - repeats(state.past, self.position(4)) * 2

    def noisy(self, state, action):
        return self.evaluate(self.result(state, action)) != self.evaluate(state)

    def may_pass(self, state):
        return state.left > 2

    def passed(self, state):
        return self.State(
            state.place, -state.side, state.left - 1, state.size, state.forgetting, state.trail, state.past
        )

    def reduction(self, state, action, depth, place):
        return 1 if place > 0 and repeats(self.result(state, action).past, self.position(state.place)) else 0

    def extension(self, state, action):
        return 1 if action == 2 and state.left > 4 else 0

    def priority(self, state, action):
        return self.evaluate(self.result(state, action))


@pytest.fixture(scope="module")
def hooked():
    return Hooked()


@pytest.mark.slow
def test_hooks_that_ask_for_results_leave_the_past_as_it_is(hooked):
    assert find_disagreement(engine_of(hooked), lines_of_play(hooked, 20)) is None
    for state in starts(hooked):
        wanted = pw.search(hooked, state, engine="reference", algorithm="alphabeta").value
        # to the end, whatever is guessed on the way
        assert pw.search(hooked, state, engine="native", algorithm="pvs").value == wanted
        for depth in (2, 4):
            plain = pw.search(hooked, state, engine="reference", algorithm="alphabeta", depth=depth).value
            assert pw.search(hooked, state, engine="native", algorithm="pvs", depth=depth).value == plain
        found = pw.search(hooked, state, engine="native", algorithm="deepening", nodes=20_000)
        assert found.value == wanted or not found.proved or found.selective


def test_what_is_told_of_a_past_depends_on_its_order_alone():
    game = RINGS[0]
    some = game.start()._replace(past=past_of([1, 2, 3]))
    other = some._replace(past=past_of([1, 2, 4]))
    assert thread_state.state_words(game, some) == thread_state.state_words(game, copy.deepcopy(some))
    assert thread_state.state_words(game, some) != thread_state.state_words(game, other)
    assert len(list(probe_in_python(game, some, floats=False))) > 5


# --- known gaps ------------------------------------------------------------------------------------------------------


class Arriving(pw.Game):
    """Adds the position where it arrives, not the one that it leaves: each action another one."""

    alternating = True
    utility_bounds = (-9, 9)

    class State(NamedTuple):
        place: int
        side: int
        left: int
        trail: int
        past: Past

    def initial(self):
        return self.start(0)

    def start(self, place):
        return self.State(place, MAX, 7, 1 << 8 * place, added(Past(), place))

    def player(self, state):
        return state.side

    def actions(self, state):
        return range(1, 4)

    def result(self, state, action):
        goal = (state.place + action) % 7
        trail = state.trail + (1 << 8 * goal)
        return self.State(goal, -state.side, state.left - 1, trail, added(state.past, goal))

    def terminal(self, state):
        return state.left == 0 or repeats(state.past, state.place) >= 3

    def utility(self, state):
        held = repeats(state.past, 2) * 5 + repeats(state.past, 3) * 3 - repeats(state.past, state.place) * 7
        return (held + state.place) % 17 - 8

    def key(self, state):
        return state.place, state.side, state.left, state.trail


@pytest.mark.slow
def test_a_past_may_be_given_the_position_where_an_action_leads():
    game = Arriving()
    for place in range(7):
        wanted = pw.search(game, game.start(place), engine="reference").value
        assert pw.search(game, game.start(place), engine="native", algorithm="minimax").value == wanted
        assert pw.search(game, game.start(place), engine="native", algorithm="pvs").value == wanted
