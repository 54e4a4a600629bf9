"""Random games in ordinary Python, compiled next to interpreted. A failure names the seed: `write_game(seed)`."""

import hashlib
import subprocess
import sys
from copy import copy

import pytest

import plywise as pw
from tests.helpers import twins
from tests.helpers.paths import ROOT
from tests.helpers.random_games import write_game
from tests.helpers.random_games.shrink import shrink
from tests.helpers.twins import DIFFERENT, REFUSED, SAME, compare

GAMES, CHUNK = 2000, 100
MAX_REFUSED = 0.1
"""The share of the games that may be refused."""


def load(seed, folder):
    name = f"Random{seed}"
    file = folder / f"{name.lower()}.py"
    file.write_text(write_game(seed, name))
    return pw.make(f"{file}:{name}")


def digest(seeds):
    return hashlib.sha256("".join(map(write_game, seeds)).encode()).hexdigest()


@pytest.mark.parametrize("hash_seed", ["1", "7"])
def test_a_seed_always_writes_the_same_game(hash_seed):
    code = "from tests.engines.native.test_random_games import digest; print(digest(range(40)))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={"PYTHONHASHSEED": hash_seed},
    )
    assert done.stdout.strip() == digest(range(40))


WORDS = (
    "(NamedTuple):", "@dataclass(frozen=True)\nclass State", "(Enum):", "(IntEnum):", "frozenset", "yield from",
    "yield ", "lambda ", "match ", "case (", ":= ", " if ", "while ", "break", "continue", "else:", "elif ",
    "not in ", " is None", "_replace(", "replace(state, ", "State(*items)", "[::-1]", "[1:]", "zip(*", "enumerate(",
    "reversed(", "sorted(", "key=lambda", "default=", "any(", "all(", "product(", "combinations(", ".join(",
    ".split(", ".upper()", ".get(", ".append(", ".pop(", ".sort(", ".reverse()", " ** ", " // ", " << ", " >> ",
    " ^ ", "~", "@staticmethod", "@classmethod", "@property", "'pass'", "[None]", "*rest", "str(", "filter(",
    "map(", "divmod(", ".add(", "del ", "NEAR[", "self.table", "def visit(", "tuple(x ", "math.sqrt", ".5", "bin(",
    "bit_length", "range(",
)  # fmt: skip


def test_the_games_use_much_of_the_language():
    text = "".join(write_game(seed) for seed in range(250))
    assert [word for word in WORDS if word not in text] == []


def test_no_two_games_are_alike():
    games = {write_game(seed) for seed in range(0, GAMES, 8)}
    assert len(games) == GAMES // 8


@pytest.mark.fast_with("0", "1")
@pytest.mark.parametrize("seed", range(5))
def test_the_games_are_lawful(seed, tmp_path):
    report = pw.check(load(seed, tmp_path), states=60, playouts=1, compiled=0)
    assert report.ok, str(report)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, GAMES, CHUNK))
def test_many_games_are_lawful(first, tmp_path):
    for seed in range(first, first + CHUNK, 10):
        report = pw.check(load(seed, tmp_path), states=200, playouts=2, compiled=0)
        assert report.ok, (seed, str(report))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, GAMES, CHUNK))
def test_random_games_are_the_references_twins(first, tmp_path, capsys):
    verdicts = {seed: compare(load(seed, tmp_path), (1, 2, 3, 5), positions=40) for seed in range(first, first + CHUNK)}
    assert {seed: each for seed, each in verdicts.items() if each != SAME and not each.startswith(REFUSED)} == {}
    refused = {seed: each for seed, each in verdicts.items() if each != SAME}
    with capsys.disabled():
        print(f"\nseeds {first} to {first + CHUNK - 1}: {len(refused)} of {CHUNK} refused")
    assert len(refused) <= MAX_REFUSED * CHUNK, refused


# --- what compares them ----------------------------------------------------------------------------------------------


TICTACTOE = pw.make("tictactoe")


def test_the_same_answers_are_the_same(monkeypatch):
    monkeypatch.setattr(twins.pw, "search", answering(lambda result: result))
    assert compare(TICTACTOE, (1, 3), positions=5) == SAME


def answering(change):
    """Return a search whose native engine is another: `change` gets what the reference says."""

    def search(game, state=None, engine="auto", **options):
        result = pw_search(game, state, engine="reference", **options)
        return change(result) if engine == "native" else result

    pw_search = pw.search
    return search


def raising(error):
    def change(result):
        raise error

    return change


def changed(**fields):
    def change(result):
        other = copy(result)
        for name, value in fields.items():
            object.__setattr__(other, name, value(getattr(result, name)))
        return other

    return change


@pytest.mark.parametrize(
    "change",
    [
        changed(value=lambda value: value + 1),
        changed(nodes=lambda nodes: nodes + 1),
        changed(pv=lambda pv: pv[::-1]),
        changed(pv=lambda pv: [*map(bool, pv)]),
        raising(ValueError("no")),
        raising(pw.InputError("no")),
    ],
)
def test_any_other_answer_is_a_difference(change, monkeypatch):
    monkeypatch.setattr(twins.pw, "search", answering(change))
    assert compare(TICTACTOE, (2,)).startswith(DIFFERENT)


def test_another_value_with_a_table_is_a_difference(monkeypatch):
    def search(game, state=None, engine="auto", **options):
        result = pw_search(game, state, engine="reference", **options)
        return changed(value=lambda value: value + 1)(result) if options["algorithm"] == "pvs" else result

    pw_search = pw.search
    monkeypatch.setattr(twins.pw, "search", search)
    assert compare(TICTACTOE, (2,)) == SAME
    assert compare(TICTACTOE, (2,), strong=True).startswith(f"{DIFFERENT}pvs 2: ")


def test_a_difference_in_the_value_of_one_move_of_one_position_is_found(monkeypatch):
    def change(values):
        return values and {action: value + (action == 5) for action, value in values.items()}

    monkeypatch.setattr(twins.pw, "search", answering(changed(action_values=change)))
    assert compare(TICTACTOE, (1,)) == SAME
    assert compare(TICTACTOE, (1,), positions=3).startswith(DIFFERENT)


def test_a_refusal_is_no_difference(monkeypatch):
    failure = twins.NativeFailure("a.py:3: no")
    monkeypatch.setattr(twins.pw, "search", answering(raising(failure)))
    assert compare(TICTACTOE, (1,)) == "refused: a.py:3: no"


DIVIDING = """
def other():
    return 3

def rule(x):
    y = [1, 2]
    for k in y:
        if k:
            y = other() + 7 // x
    return y
"""


def test_a_program_is_made_smaller_as_long_as_it_does_what_it_is_looked_at_for():
    def divides_by_its_argument(text):
        scope = {}
        try:
            exec(text, scope)
            scope["rule"](0)
        except ZeroDivisionError:
            return True
        except Exception:  # noqa: BLE001
            return False
        return False

    assert shrink(DIVIDING, divides_by_its_argument) == "def rule(x):\n    y = 7 // x"
