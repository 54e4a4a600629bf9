"""What a native search says of rules that fail, never end, answer nonsense, or cannot be compiled: one clear line."""

import inspect
import os
import re
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import NamedTuple

import pytest

import plywise as pw
from plywise.engines.native.diagnosis import diagnose
from plywise.errors import InputError, NativeFailure, NotCompilable
from plywise.game import FAR, MAX, MIN
from tests.helpers.paths import ROOT

DEEPENING = pytest.param("deepening", marks=pytest.mark.slow)  # an engine more to compile
STRONG = ("pvs", "mtdf", DEEPENING)
TEXTBOOK = ("minimax", "alphabeta")

WEIGHTS = (1, 2, 3)

# What goes wrong, at the states with five stones.
(
    NOTHING, IN_TERMINAL, IN_UTILITY, IN_PLAYER, IN_ACTIONS, IN_RESULT, IN_EVALUATE, IN_KEY, IN_PRIORITY,
    NO_PLAYER, TWICE_A_PLAYER, NO_ACTIONS, GREAT_FIELD, GREAT_UTILITY, GREAT_EVALUATION, GREAT_ACTION, GREAT_KEY,
    BEYOND_A_TUPLE, GREAT_SHIFT, BACKWARD_SHIFT, GREATEST_UTILITY, MIN_UTILITY, LOOPING, ENDLESS, RAISED, IN_BOUNDS,
    IN_EXTENSION,
) = range(27)  # fmt: skip


class Faulty(pw.Game):
    """Take 1 to 3 stones; the state says what goes wrong where five are left. One engine serves all the faults."""

    class State(NamedTuple):
        stones: int
        side: int
        kind: int
        held: int

    def initial(self):
        return self.State(9, MAX, 0, 1)

    def player(self, state):
        if state.stones == 5 and state.kind == NO_PLAYER:
            return 0
        if state.stones == 5 and state.kind == TWICE_A_PLAYER:
            return 2 * state.side
        return state.side + failing(state, IN_PLAYER)

    def actions(self, state):
        failing(state, IN_ACTIONS)
        if state.stones == 5 and state.kind == GREAT_ACTION:
            yield 2**62 * (state.stones - 1)
        while state.stones == 5 and state.kind == ENDLESS:
            yield 1
        if not (state.stones == 5 and state.kind == NO_ACTIONS):
            for count in range(1, min(3, state.stones) + 1):  # noqa: UP028 - one of the two ways
                yield count

    def result(self, state, action):
        held = state.held
        if state.stones == 5 and state.kind == GREAT_FIELD:
            held = (held + state.stones) * 2**62
        if state.stones == 5 and state.kind == GREAT_ACTION and action > 3:
            action = 1
        return self.State(state.stones - action + failing(state, IN_RESULT), -state.side, state.kind, held)

    def terminal(self, state):
        while state.stones == 5 and state.kind == LOOPING:
            pass
        if state.stones == 5 and state.kind == RAISED:
            raise ValueError("five stones are too many")
        return state.stones + failing(state, IN_TERMINAL) == 0 or (state.stones == 5 and state.kind in ENDING)

    def utility(self, state):
        if state.stones == 5 and state.kind == GREAT_UTILITY:
            return state.side * 2**62 * (state.stones - 1)
        if state.stones == 5 and state.kind == GREATEST_UTILITY:
            return 2**63 - 1
        if state.stones == 5 and state.kind == MIN_UTILITY:
            return -(2**63 - 1) - 1
        if state.stones == 5 and state.kind == BEYOND_A_TUPLE:
            return WEIGHTS[state.stones]
        if state.stones == 5 and state.kind == GREAT_SHIFT:
            return 1 << 60 + state.stones
        if state.stones == 5 and state.kind == BACKWARD_SHIFT:
            return 8 << state.stones - 6
        return -state.side + failing(state, IN_UTILITY) + (state.held > 100)

    def evaluate(self, state):
        if state.kind == GREAT_EVALUATION:
            return state.side * 2**62 * (state.stones + 1)
        return failing(state, IN_EVALUATE)

    def key(self, state):
        if state.kind == GREAT_KEY:  # the state as one number, as one would write it, of more than 64 bits
            return ((state.stones << 1 | (state.side > 0)) << 63) | state.kind
        side = (state.side > 0) + 2 * (state.held > 100)
        return failing(state, IN_KEY) + (state.stones << 2 | side) << 8 | state.kind

    def priority(self, state, action):
        return failing(state, IN_PRIORITY)

    def extension(self, state, action):
        return failing(state, IN_EXTENSION)


ENDING = (IN_UTILITY, GREAT_UTILITY, BEYOND_A_TUPLE, GREAT_SHIFT, BACKWARD_SHIFT, GREATEST_UTILITY, MIN_UTILITY)


def failing(state, kind):
    """Return 0, but where five stones are left and this is to fail."""
    return 0 // (0 if state.stones == 5 and state.kind == kind else 1)


class FaultyTurns(Faulty):
    """The same, for players that take turns, with bounds."""

    alternating = True

    def bounds(self, state):
        failing(state, IN_BOUNDS)
        return -FAR + 0 * failing(state, IN_BOUNDS), FAR

    def terminal(self, state):
        return state.stones == 0


GAME = Faulty()


def start(kind, game=GAME):
    return game.State(9, MAX, kind, 1)


def said_of(game, state, **options):
    """Return the line that a native search says instead of an answer."""
    with pytest.raises(InputError) as caught:
        pw.search(game, state, engine="native", **options)
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value)


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", [*TEXTBOOK, *STRONG])
def test_without_a_fault_the_game_is_searched(algorithm):
    assert pw.search(GAME, engine="native", algorithm=algorithm).value == pw.algorithms.minimax(GAME).value


# --- rules that raise ------------------------------------------------------------------------------------------------

RAISING = {
    "terminal": IN_TERMINAL,
    "utility": IN_UTILITY,
    "player": IN_PLAYER,
    "actions": IN_ACTIONS,
    "result": IN_RESULT,
}


@pytest.mark.parametrize("all_moves", [False, True])
@pytest.mark.parametrize("algorithm", [*TEXTBOOK, *(pytest.param(each, marks=pytest.mark.slow) for each in STRONG)])
@pytest.mark.parametrize("rule", RAISING)
def test_a_rule_that_raises_is_named_with_its_position_its_file_and_its_line(rule, algorithm, all_moves):
    said = said_of(GAME, start(RAISING[rule]), algorithm=algorithm, all_moves=all_moves)
    assert said.startswith(f"Faulty: {rule} raised ZeroDivisionError")
    assert "stones=5" in said
    assert re.search(rf"{re.escape(__file__)}:\d+", said)


@pytest.mark.parametrize(
    ("rule", "kind", "options"),
    [
        ("evaluate", IN_EVALUATE, {"algorithm": "minimax", "depth": 4}),
        ("evaluate", IN_EVALUATE, {"algorithm": "alphabeta", "depth": 4}),
        pytest.param("evaluate", IN_EVALUATE, {"algorithm": "deepening"}, marks=pytest.mark.slow),
        ("key", IN_KEY, {"algorithm": "pvs"}),
        pytest.param("key", IN_KEY, {"algorithm": "mtdf", "all_moves": True}, marks=pytest.mark.slow),
        ("priority", IN_PRIORITY, {"algorithm": "pvs"}),
        pytest.param("priority", IN_PRIORITY, {"algorithm": "deepening", "all_moves": True}, marks=pytest.mark.slow),
        pytest.param("extension", IN_EXTENSION, {"algorithm": "deepening"}, marks=pytest.mark.slow),
    ],
)
def test_a_rule_for_the_search_that_raises_is_named_too(rule, kind, options):
    said = said_of(GAME, start(kind), **options)
    assert said.startswith(f"Faulty: {rule} raised ZeroDivisionError")
    assert "stones=5" in said
    assert re.search(rf"{re.escape(__file__)}:\d+", said)


@pytest.mark.slow  # a search compiled for this alone; the rules of one that does not look ahead: above
@pytest.mark.parametrize("algorithm", ["pvs", "mtdf", "deepening"])
@pytest.mark.parametrize(("rule", "kind"), [("key", IN_KEY), ("bounds", IN_BOUNDS), ("priority", IN_PRIORITY)])
def test_a_rule_that_raises_while_the_search_looks_ahead_is_named_too(rule, kind, algorithm):
    game = FAULTY_TURNS
    said = said_of(game, start(kind, game), algorithm=algorithm)
    assert said.startswith(f"FaultyTurns: {rule} raised ZeroDivisionError")
    assert "stones=5" in said


FAULTY_TURNS = FaultyTurns()


def test_what_a_rule_says_when_it_raises_is_passed_on():
    said = said_of(GAME, start(RAISED), algorithm="minimax")
    assert "five stones are too many" in said
    line = next(
        number for number, text in enumerate(Path(__file__).read_text().splitlines(), 1) if 'are too many")' in text
    )
    assert said.endswith(f"({__file__}:{line})")


def test_a_search_with_threads_says_the_same():
    said = said_of(GAME, start(IN_RESULT), algorithm="pvs", threads=2)
    assert said.startswith("Faulty: result raised ZeroDivisionError")


def test_after_a_fault_the_next_search_is_as_any_other():
    before = pw.search(GAME, engine="native", algorithm="pvs")
    said_of(GAME, start(IN_RESULT), algorithm="pvs")
    after = pw.search(GAME, engine="native", algorithm="pvs")
    assert (before.value, before.nodes, before.pv) == (after.value, after.nodes, after.pv)


# --- rules that answer nonsense --------------------------------------------------------------------------------------


def right_or_said(state, depth=None, game=GAME, **options):
    """Return the line that a native search says; "" where it has the reference's value."""
    said = ""
    try:
        found = pw.search(game, state, engine="native", depth=depth, **options)
    except InputError as error:
        said = str(error)
    if said:
        assert len(said.splitlines()) == 1
    else:
        assert found.value == pw.algorithms.minimax(game, state, depth=depth).value
    return said


@pytest.mark.parametrize("algorithm", [*TEXTBOOK, *STRONG])
@pytest.mark.parametrize(("rule", "kind"), [("player", NO_PLAYER), ("player", TWICE_A_PLAYER), ("actions", NO_ACTIONS)])
def test_an_answer_that_no_search_can_use_is_refused(rule, kind, algorithm):
    said = said_of(GAME, start(kind), algorithm=algorithm)
    assert rule in said
    assert "stones=5" in said


@pytest.mark.fast_with(
    "result-12-minimax",
    "utility-13-minimax",
    "actions-15-minimax",
    "actions-15-alphabeta",
    "result-12-pvs",
)
@pytest.mark.parametrize("algorithm", [*TEXTBOOK, *STRONG])
@pytest.mark.parametrize(
    ("rule", "kind"), [("result", GREAT_FIELD), ("utility", GREAT_UTILITY), ("actions", GREAT_ACTION)]
)
def test_a_number_of_more_than_63_bits_is_no_wrong_answer(rule, kind, algorithm):
    said = right_or_said(start(kind), algorithm=algorithm)
    assert said == "" or rule in said


@pytest.mark.parametrize("options", [{}, {"time": 5.0}, {"nodes": 300}, {"all_moves": True}], ids=str)
@pytest.mark.parametrize("algorithm", TEXTBOOK)
def test_where_only_compiled_rules_fail_auto_takes_the_reference(algorithm, options):
    state = start(GREAT_UTILITY)
    found = pw.search(GAME, state, algorithm=algorithm, **options)
    plain = pw.search(GAME, state, algorithm=algorithm, engine="reference", **options)
    assert found.engine == "reference"
    assert (found.value, found.best, found.nodes) == (plain.value, plain.best, plain.nodes)
    with pytest.raises(NativeFailure, match="utility fails when compiled"):
        pw.search(GAME, state, algorithm=algorithm, engine="native")


@pytest.mark.parametrize("algorithm", TEXTBOOK)
def test_a_field_that_becomes_wide_in_the_search_is_compiled_as_such(algorithm):
    found, plain = (
        pw.search(GAME, start(GREAT_FIELD), algorithm=algorithm, engine=engine) for engine in ("native", "reference")
    )
    assert (found.value, found.best, found.nodes) == (plain.value, plain.best, plain.nodes)


def test_where_plain_rules_fail_as_well_auto_says_so():
    with pytest.raises(InputError, match="Faulty: utility raised ZeroDivisionError"):
        pw.search(GAME, start(IN_UTILITY), algorithm="minimax")


def test_a_fault_of_another_kind_is_not_taken_for_the_one_that_ended_the_search():
    said = diagnose(GAME, start(IN_EVALUATE)._replace(stones=5), [], OverflowError("Faulty.utility: too great"), 99)
    assert isinstance(said, NativeFailure)
    assert str(said) == "Faulty: the compiled rules failed: Faulty.utility: too great"


class Many(pw.Game):
    """One move of more than a compiled search can list."""

    class State(NamedTuple):
        over: bool

    def initial(self):
        return self.State(False)

    def player(self, state):
        return MAX

    def actions(self, state):
        return range(70_000)

    def result(self, state, action):
        return self.State(True)

    def terminal(self, state):
        return state.over

    def utility(self, state):
        return 1


def test_more_actions_than_a_compiled_search_can_list_are_no_endless_list():
    said = diagnose(Many(), Many().initial(), [], "a rule returned a value that no search can use", 1 << 16)
    assert isinstance(said, NativeFailure)
    assert str(said) == "Many: 70,000 actions at over=False; 65,536 is too many here"


@pytest.mark.parametrize("algorithm", STRONG)
def test_a_key_of_more_than_63_bits_is_no_wrong_answer(algorithm):
    for stones in range(4, 14):
        state = GAME.State(stones, MAX, GREAT_KEY, 1)
        said = right_or_said(state, algorithm=algorithm)
        assert said == "" or "key" in said


@pytest.mark.fast_with("minimax")
@pytest.mark.parametrize("algorithm", [*TEXTBOOK, *STRONG])
def test_an_evaluation_of_more_than_63_bits_is_no_wrong_answer(algorithm):
    said = right_or_said(start(GREAT_EVALUATION, FAULTY_TURNS), depth=3, game=FAULTY_TURNS, algorithm=algorithm)
    assert said == "" or "evaluate" in said


@pytest.mark.slow_with("20-pvs")
@pytest.mark.parametrize("algorithm", [*TEXTBOOK, *STRONG])
@pytest.mark.parametrize("kind", [GREATEST_UTILITY, MIN_UTILITY])
def test_the_greatest_and_the_least_word_are_no_wrong_answers(kind, algorithm):
    said = right_or_said(start(kind), algorithm=algorithm)
    assert said == "" or "utility" in said


@pytest.mark.parametrize("algorithm", ["minimax", "pvs"])
def test_a_shift_that_is_too_great_is_no_wrong_answer(algorithm):
    said = right_or_said(start(GREAT_SHIFT), algorithm=algorithm)
    assert said == "" or "utility" in said


@pytest.mark.parametrize("algorithm", ["minimax", "pvs"])
def test_an_index_beyond_a_tuple_is_named(algorithm):
    assert said_of(GAME, start(BEYOND_A_TUPLE), algorithm=algorithm).startswith("Faulty: utility raised IndexError")


def test_a_shift_by_less_than_nothing_is_no_wrong_answer():
    with pytest.raises(ValueError, match="negative shift"):
        pw.algorithms.minimax(GAME, start(BACKWARD_SHIFT))
    assert "utility" in said_of(GAME, start(BACKWARD_SHIFT), algorithm="minimax")


class Unreal(pw.Game):
    """A game whose end is worth no finite number."""

    class State(NamedTuple):
        stones: int
        kind: int

    def initial(self):
        return self.State(3, 0)

    def player(self, state):
        return MIN

    def actions(self, state):
        yield 1

    def result(self, state, action):
        return self.State(state.stones - action, state.kind)

    def terminal(self, state):
        return state.stones == 0

    def utility(self, state):
        if state.kind == 1:
            return float("nan")
        if state.kind == 2:
            return float("inf")
        return -float("inf") if state.kind == 3 else 0.5

    def evaluate(self, state):
        return float("nan") if state.kind == 4 else 0.25


@pytest.mark.fast_with("1-minimax", "2-minimax", "3-minimax", "4-minimax")
@pytest.mark.parametrize("algorithm", ["minimax", "pvs"])
@pytest.mark.parametrize("kind", [1, 2, 3, 4])
def test_a_value_that_is_no_finite_number_is_refused(kind, algorithm):
    depth = 1 if kind == 4 else None
    with pytest.raises(InputError, match="not a finite number"):
        pw.algorithms.minimax(UNREAL, UNREAL.State(3, kind), depth=depth)
    said = said_of(UNREAL, UNREAL.State(3, kind), algorithm=algorithm, depth=depth)
    assert "finite" in said
    assert ("evaluate" if kind == 4 else "utility") in said


UNREAL = Unreal()


# --- rules that never end --------------------------------------------------------------------------------------------

PROGRAM = """
import sys
import plywise as pw
import tests.engines.native.test_diagnosis as faults
from plywise.engines.native import threads
threads.SILENCE = 1.0
pw.search(faults.GAME, engine="native", algorithm=sys.argv[2])
try:
    print(pw.search(faults.GAME, faults.start(int(sys.argv[1])), engine="native", algorithm=sys.argv[2]))
except pw.InputError as error:
    print(error)
"""


@pytest.mark.fast_with("actions-23-minimax")
@pytest.mark.parametrize("algorithm", ["minimax", "pvs"])
@pytest.mark.parametrize(("rule", "kind"), [("terminal", LOOPING), ("actions", ENDLESS)])
def test_a_rule_that_never_ends_is_named_and_the_program_ends(rule, kind, algorithm, tmp_path):
    words = [sys.executable, "-c", PROGRAM, str(kind), algorithm]
    environment = {**os.environ, "PLYWISE_CACHE_DIR": str(tmp_path)}  # other tests' faults made the ints wider
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=60, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 1
    assert done.stdout.startswith("Faulty: ")
    assert rule in done.stdout
    assert "stones=5" in done.stdout


# --- what cannot be compiled -----------------------------------------------------------------------------------------

RULES = {
    "initial": "return self.State(5, 1)",
    "player": "return state.side",
    "actions": "for count in range(1, min(3, state.stones) + 1):\n    yield count",
    "result": "return self.State(state.stones - action, -state.side)",
    "terminal": "return state.stones == 0",
    "utility": "return -state.side",
}


def written(place, **rules):
    """Write a file with the game Mine, some rules replaced; return the file and the line of each rule's last line."""
    text = "from typing import NamedTuple\nimport re\nimport plywise as pw\n\nNAMES = {1: 'one', 2: 'two'}\n\n"
    text += "class Mine(pw.Game):\n    class State(NamedTuple):\n        stones: int\n        side: int\n"
    lines = {}
    for rule, body in (RULES | rules).items():
        words = {"initial": "self", "result": "self, state, action", "priority": "self, state, action"}
        text += f"\n    def {rule}({words.get(rule, 'self, state')}):\n"
        for each in body.splitlines():
            text += f"        {each}\n"
        lines[rule] = text.count("\n")
    (place / "mine.py").write_text(text)
    return place / "mine.py", lines


NOT_COMPILABLE = {
    "a string method": ("utility", "return -state.side * len(str(state.stones).strip().center(3))"),
    "a dict from outside": ("utility", "return -state.side * len(NAMES[1 + state.stones])"),
    "a regular expression": ("terminal", "return re.match('0', str(state.stones)) is not None"),
    "a name that is not there": ("utility", "return -state.side * missing(state)"),
    "an attribute that is not there": ("utility", "return -state.side * state.heaps"),
    "an attribute of self that is not there": ("utility", "return -state.side * self.heaps"),
    "_replace": ("result", "return state._replace(stones=state.stones - action, side=-state.side)"),
    "bit_count": ("utility", "return -state.side * (state.stones + 1).bit_count()"),
    "a number of 70 bits": ("utility", "return -state.side * ((state.stones + 2) ** 70 >> 69)"),
    "a shift too far": ("utility", "return -state.side * (1 << 70 + state.stones >> 69)"),
    "a constant of 80 bits": ("utility", "return -state.side if 2**80 - state.stones > 0 else 0"),
    "a state of the wrong length": ("result", "return (state.stones - action, -state.side, 0)"),
    "a utility that is a word": ("utility", "return 'won'"),
    "a utility that is nothing": ("utility", "pass"),
    "evaluated text": ("utility", "return eval('-state.side')"),
    "yield from": ("actions", "yield from range(1, min(3, state.stones) + 1)"),
    "a class of its own": ("utility", "class Local:\n    pass\nreturn -state.side"),
    "a set of sets": ("terminal", "return state.stones in {frozenset([0]), 0}"),
    "random numbers": ("actions", "import random\nyield random.choice([1])"),
    "a keyed sort": ("actions", "return sorted([1], key=lambda count: -count)"),
    "a priority that is a word": ("priority", "return 'high'"),
    "a key that is a list": ("key", "return [state.stones, state.side]"),
    "a key that is a float": ("key", "return state.stones / 2"),
}


@pytest.mark.slow_with(
    "a string method", "a keyed sort", "_replace", "bit_count",
    "a dict from outside", "a shift too far", "a constant of 80 bits", "yield from", "a set of sets",
    "a regular expression", "random numbers", "a name that is not there", "a number of 70 bits",
    "a key that is a float", "a priority that is a word", "a state of the wrong length", "a utility that is nothing",
)  # fmt: skip
@pytest.mark.parametrize("what", NOT_COMPILABLE)
def test_a_rule_that_cannot_be_compiled_is_named_with_its_file_and_line(what, tmp_path, monkeypatch, plywise):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path / "cache"))
    rule, body = NOT_COMPILABLE[what]
    file, lines = written(tmp_path, **{rule: body})
    code, out, err = plywise("search", f"{file}:Mine", "--engine", "native", "--algorithm", "minimax")
    if code == 0:  # what can be compiled need not be refused, but has to be right
        plain = plywise("search", f"{file}:Mine", "--engine", "reference", "--algorithm", "minimax")
        assert plain[0] == 0
        assert out.splitlines()[:2] == plain[1].splitlines()[:2]
        return
    assert code == 2
    assert out == ""
    assert len(err.splitlines()) == 1
    assert rule in err
    places = re.findall(rf"{re.escape(str(file))}:(\d+)", err)
    assert places, err
    first = lines[rule] - len(body.splitlines())
    assert first <= int(places[0]) <= lines[rule], err
    assert len(err) < 600
    assert "Game[" not in err  # what Plywise calls things inside is nobody's business


def test_auto_says_once_that_it_uses_the_reference(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path / "cache"))

    class Worded(Faulty):
        def utility(self, state):
            return -state.side * len(f"{state.stones / 4:.2f}")

    game = Worded()
    values = {pw.search(each).value for each in (game, game, Worded())}
    assert values == {pw.algorithms.minimax(game).value}
    said = [line for line in capsys.readouterr().err.splitlines() if "reference" in line]
    assert len(said) == 1
    assert "Worded" in said[0]
    assert "utility" in said[0]
    with pytest.raises(NotCompilable):
        pw.search(game, engine="native")


def test_auto_uses_the_native_engine_where_it_can(capsys):
    assert pw.search(GAME).engine == "native"
    assert "reference" not in capsys.readouterr().err


class PlainState(pw.Game):
    """Take one stone or two. What its states are is said by who makes them."""

    def __init__(self, first):
        self.first = first

    def initial(self):
        return self.first

    def player(self, state):
        return MAX

    def actions(self, state):
        return [1]

    def result(self, state, action):
        return state

    def terminal(self, state):
        return True

    def utility(self, state):
        return 1


class Named(NamedTuple):
    stones: object


def test_a_state_that_cannot_be_encoded_is_refused():
    state = Named(10**400)
    with pytest.raises(InputError, match="1,329 bits") as caught:
        pw.search(PlainState(state), engine="native")
    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 300
    assert pw.search(PlainState(state)).value == 1  # auto


@pytest.mark.slow_with("Named(stones=[1, 2])", "Named(stones={1})")
@pytest.mark.parametrize("state", [[5, 1], {"stones": 5}, Named([1, 2]), Named({1})], ids=str)
def test_a_state_that_can_change_is_frozen(state):
    assert pw.search(PlainState(state), engine="native").value == 1


@pytest.mark.fast_with("Named(stones=(1, 2))")
@pytest.mark.parametrize(
    "state",
    [(5, 1), 5, "word", *map(Named, ("five", 5.0, (1, 2), None, 2**63, -(2**63) - 1, 10**300))],
    ids=lambda state: str(state)[:40],
)
def test_a_state_of_any_other_kind_is_encoded(state):
    assert pw.search(PlainState(state), engine="native").value == 1


def test_a_start_that_does_not_fit_is_compiled_with_more_room():
    great = GAME.State(3, MAX, 0, 2**63)
    assert pw.search(GAME, great, engine="native").value == pw.algorithms.minimax(GAME, great).value


def test_what_only_the_reference_does_is_refused_by_name():
    for options, said in (
        ({"algorithm": "sss"}, "sss"),
        ({"order": "reverse", "all_moves": True}, "order"),
        ({"alpha": 0}, "alpha"),
        ({"threads": 2, "algorithm": "minimax"}, "thread"),
        ({"cut": "gt", "algorithm": "pvs"}, "ge"),
        ({"cut": "eq"}, "eq"),
    ):
        with pytest.raises(InputError, match=said) as caught:
            pw.search(GAME, engine="native", **options)
        assert len(str(caught.value).splitlines()) == 1


# --- rules that are written in ordinary ways -------------------------------------------------------------------------


class Ordinary(Faulty):
    """Methods with defaults and keywords, which call one another and static ones."""

    FIRST = 2

    def utility(self, state):
        return self.scaled(state, by=3) + self.twice(state) + self.static(state.side) + self.FIRST

    def twice(self, state):
        return self.scaled(state) + self.scaled(state, 1)

    def scaled(self, state, by=2):
        return -state.side * by

    @staticmethod
    def static(side):
        return 5 * side


class WithDefault(Faulty):
    def scaled(self, state, by=2):
        return -state.side * by

    def utility(self, state):
        return self.scaled(state) + self.scaled(state, 4)


class WithKeyword(Faulty):
    def scaled(self, state, by=2, more=0):
        return -state.side * by + more

    def utility(self, state):
        return self.scaled(state, more=7) + self.scaled(by=4, state=state)


class WithDefaultOfARule(Faulty):
    def result(self, state, action, step=1):
        return self.State(state.stones - action * step, -state.side, state.kind, state.held)


class WithStatic(Faulty):
    @staticmethod
    def fivefold(side):
        return 5 * side

    def utility(self, state):
        return self.fivefold(state.side)


class WithRecursion(Faulty):
    def falling(self, number):
        return 0 if number == 0 else 1 + self.falling(number - 1)

    def utility(self, state):
        return -state.side * self.falling(4)


class WithProperty(Faulty):
    @property
    def worth(self):
        return 6

    def utility(self, state):
        return -state.side * self.worth


class WithClassMethod(Faulty):
    @classmethod
    def sixfold(cls, side):
        return 6 * side

    def utility(self, state):
        return -self.sixfold(state.side)


class WithBase(Faulty):
    def utility(self, state):
        return 2 * super().utility(state)


class WithContext(Faulty):
    def utility(self, state):
        with nullcontext():
            return -state.side


class WithFormat(Faulty):
    def utility(self, state):
        words = [word for word in ("lost", "won") if len(word) > 3]
        return -state.side * len(words) * min(1, len(f"{state.side / 3:.2f}"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind",
    [
        Ordinary,
        WithDefault,
        WithKeyword,
        WithDefaultOfARule,
        WithStatic,
        WithProperty,
        WithRecursion,
        WithClassMethod,
        WithBase,
    ],
    ids=lambda kind: kind.__name__,
)
def test_rules_in_ordinary_python_are_compiled(kind):
    game = kind()
    found, plain = pw.search(game, engine="native", algorithm="minimax"), pw.algorithms.minimax(game)
    assert (found.value, found.nodes, found.pv) == (plain.value, plain.nodes, plain.pv)


@pytest.mark.parametrize(
    ("kind", "said"),
    [(WithContext, "with cannot be compiled"), (WithFormat, "a number of hundredths")],
    ids=lambda each: getattr(each, "__name__", each),
)
def test_rules_that_cannot_be_compiled_are_refused_for_a_reason_that_names_a_line(kind, said):
    line = said_of(kind(), None, algorithm="minimax")
    file, number, reason = line.split(":", 2)
    text, first = inspect.getsourcelines(kind.utility)
    assert file == __file__
    assert first <= int(number) < first + len(text)
    assert reason.startswith(" utility")
    assert said in reason
    for word in ("zip()", "Game[", "re-entrant", "argument types given"):
        assert word not in line
