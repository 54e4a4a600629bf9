"""Rules that make no sense in mid game: the line that says which rule it is, what it answered, and where."""

import threading
from math import inf, nan

import pytest

from plywise.errors import InputError
from plywise.game import Game
from plywise.games import REGISTRY, make
from plywise.live.rule_faults import check_position, find_fault
from plywise.live.warm_games import WarmGames
from plywise.live.work import Work
from plywise.live.worker import _do
from plywise.play.record import GameRecord, MoveRecord


class Countdown(Game):
    """Take one or two; who takes the last has won."""

    name = "countdown"

    def initial(self):
        return (6, 1)

    def player(self, state):
        return state[1]

    def actions(self, state):
        return [1, 2]

    def result(self, state, action):
        return (state[0] - action, -state[1])

    def terminal(self, state):
        return state[0] <= 0

    def utility(self, state):
        return -state[1]


class Broken(Countdown):
    """One rule answers otherwise once something was taken."""

    def __init__(self, rule, answer):
        self.rule, self.answer = rule, answer

    def __getattribute__(self, name):
        if name != object.__getattribute__(self, "__dict__").get("rule"):
            return object.__getattribute__(self, name)

        def answer(state, *more):
            if state[0] == 6 and name != "result":
                return getattr(Countdown, name)(self, state, *more)
            return self.answer

        return answer


LINES = [
    ("actions", None, "actions returned None at (5, -1), not a list of actions"),
    (
        "actions",
        [],
        "actions returned [] at (5, -1), not at least one action: there is no legal move, "
        "yet terminal does not say that the game is over",
    ),
    ("player", 7, "player returned 7 at (5, -1), not MAX (+1) or MIN (-1)"),
    ("player", None, "player returned None at (5, -1), not MAX (+1) or MIN (-1)"),
    ("player", "X" * 999, f"player returned 'XX{'X' * 74}... at (5, -1), not MAX (+1) or MIN (-1)"),
    ("result", None, "result returned None at (6, 1), not a state, for 1"),
    ("result", "garbage", "result returned 'garbage' at (6, 1), not a state, for 1"),
    ("utility", "won", "utility returned 'won' at (0, -1), not a finite number"),
    ("utility", nan, "utility returned nan at (0, -1), not a finite number"),
    ("utility", inf, "utility returned inf at (0, -1), not a finite number"),
]


@pytest.mark.parametrize(("rule", "answer", "said"), LINES)
def test_the_rule_is_named_with_what_it_answered(rule, answer, said):
    game = Broken(rule, answer)
    assert find_fault(game, [(6, 1)]).startswith(f"Broken: {said}")


@pytest.mark.parametrize("name", REGISTRY)
def test_nothing_is_wrong_with_our_own(name):
    game = make(name)
    assert find_fault(game, [game.initial()], seconds=0.05) == ""


def test_a_fault_in_the_line_of_play_is_found_though_its_end_is_sound():
    assert "player returned 7 at (5, -1)" in find_fault(Broken("player", 7), [(6, 1), (5, -1), (0, 1)])


def test_an_estimate_that_is_no_number_is_said():
    class Estimated(Countdown):
        def evaluate(self, state):
            return nan

    assert find_fault(Estimated(), [(6, 1)]) == "Estimated: evaluate returned nan at (6, 1), not a finite number"


def test_what_a_rule_raises_is_said_with_its_place():
    class Raising(Countdown):
        def player(self, state):
            raise SystemExit("no more")

    with pytest.raises(InputError, match=r"^Raising: player raised SystemExit: no more at \(6, 1\)"):
        check_position(Raising(), (6, 1))


OWN = """
from plywise import Game

class Own(Game):
    name = "own"
    def initial(self): return (6, 1)
    def player(self, state): return state[1]
    def actions(self, state): return [1, 2]
    def result(self, state, action): return (state[0] - action, -state[1])
    def terminal(self, state): return state[0] <= 0
    def utility(self, state): return -state[1]
    {rule}
"""


class Line:
    """Takes what a worker tells."""

    def sendall(self, text):
        pass


@pytest.mark.parametrize("task", ["hint", "why", "threats", "values", "analyse", "tree", "review", "puzzles", "move"])
@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("def actions(self, state): return None if state[0] < 6 else [1]", "own: actions returned None"),
        ("def player(self, state): return 7 if state[0] < 6 else 1", "own: player returned 7"),
        ("def utility(self, state): return float('inf')", "own: utility returned inf"),
    ],
)
def test_every_job_says_which_rule_is_at_fault(tmp_path, task, rule, said):
    file = tmp_path / "own.py"
    file.write_text(OWN.format(rule=rule), encoding="utf-8")
    start = "(5, -1)" if "utility" not in rule else "(1, 1)"
    asked = {"game": f"{file}:Own", "owner": "one", "start": start, "moves": [], "move": None, "seconds": 5, "lines": 1,
             "depth": 2, "who": "engine:level=1", "seed": 1, "time": 1, "nodes": None}  # fmt: skip
    if task == "review":
        asked["record"] = GameRecord("own", start, moves=(MoveRecord("1"),)).to_dict()
    if task == "puzzles":
        asked |= {"number": 1, "difficulty": [2, None]}
        del asked["start"]
    _, reason = _do(Line(), WarmGames(), 1, threading.Event(), task, asked)
    assert reason.startswith(said)


def test_an_analysis_looks_ahead_before_it_is_compiled_for(tmp_path, monkeypatch):
    monkeypatch.setattr(Work, "solver", lambda work: pytest.fail("it is compiled"))
    file = tmp_path / "own.py"
    file.write_text(OWN.format(rule="def result(self, state, action): return None"), encoding="utf-8")
    asked = {"game": f"{file}:Own", "owner": "one", "start": "(6, 1)", "moves": [], "seconds": 5, "lines": 1}
    _, reason = _do(Line(), WarmGames(), 1, threading.Event(), "analyse", asked)
    assert reason == "own: result returned None at (6, 1), not a state, for 1"
