"""Rules that change states in place work on frozen states, or are refused before any search: no false proof.

Refused are states with a hash of their own, which no frozen ones replace, and positions that are kept elsewhere.
"""

import copy
import dataclasses
import functools
import threading

import numpy as np
import pytest

import plywise as pw
from plywise.engines.reference.observer import Observer
from plywise.game.trial_play import Unchanged, try_rules


class Pile:
    def __init__(self):
        self.stones, self.side = 8, 1


class Take(pw.Game):
    """Take 1 to 3 of eight stones; who takes the last wins, so MIN wins. Here every state is copied."""

    def initial(self):
        return Pile()

    def player(self, s):
        return s.side

    def actions(self, s):
        return range(1, min(3, s.stones) + 1)

    def result(self, s, a):
        return self.move(copy.deepcopy(s), a)

    def move(self, s, a):
        s.stones -= a
        s.side = -s.side
        return s

    def terminal(self, s):
        return s.stones == 0

    def utility(self, s):
        return -s.side


class InPlace(Take):
    def result(self, s, a):
        return self.move(s, a)


class WithEqAndHash(InPlace):
    class Equal(Pile):
        def __eq__(self, other):
            return (self.stones, self.side) == (other.stones, other.side)

        def __hash__(self):
            return hash((self.stones, self.side))

    def initial(self):
        return self.Equal()


class WithSlots(InPlace):
    class Slots:
        __slots__ = ("side", "stones")

    def initial(self):
        pile = self.Slots()
        pile.stones, pile.side = 8, 1
        return pile


@dataclasses.dataclass
class Record:
    stones: int = 8
    side: int = 1


class ADataclass(InPlace):
    def initial(self):
        return Record()


class ANewObjectOfTheOldOnesFields(InPlace):
    def initial(self):
        return Record()

    def result(self, s, a):
        self.move(s, a)
        return Record(s.stones, s.side)


class OnlyOneActionDeepDown(Take):
    def result(self, s, a):
        child = super().result(s, a)
        if (s.stones, a) == (5, 3):
            s.side = -s.side
        return child


class ActionsThatPlay(Take):
    def actions(self, s):
        s.stones = max(s.stones - 1, 0)
        return [1]


class TerminalThatNotes(Take):
    def terminal(self, s):
        s.over = s.stones == 0
        return s.over


class UtilityThatTurns(Take):
    def utility(self, s):
        s.side = -s.side
        return s.side


class EvaluateThatTakes(Take):
    def evaluate(self, s):
        s.stones += 1
        return 0


class AKeyThatTurns(Take):
    def key(self, s):
        s.side = -s.side
        return s.stones


class Cells(pw.Game):
    """Four cells are filled in turns; MAX wins with the last. The state holds a list, and is changed in place."""

    def cells(self, s):
        return None

    def initial(self):
        return [None] * 4

    def player(self, s):
        return 1 if self.row(s).count(None) % 2 == 0 else -1

    def row(self, s):
        return list(s)

    def actions(self, s):
        return [cell for cell, stone in enumerate(self.row(s)) if stone is None]

    def result(self, s, a):
        s[a] = "X"
        return s

    def terminal(self, s):
        return None not in self.row(s)

    def utility(self, s):
        return 1


class AListInATuple(Cells):
    def initial(self):
        return ([None] * 4, "a")

    def row(self, s):
        return s[0]

    def result(self, s, a):
        s[0][a] = "X"
        return (s[0], "a")


class ADict(Cells):
    def initial(self):
        return dict.fromkeys(range(4))

    def row(self, s):
        return list(s.values())


class ASet(Cells):
    def initial(self):
        return {0, 1, 2, 3}

    def row(self, s):
        return [None if cell in s else "X" for cell in range(4)]

    def result(self, s, a):
        s.remove(a)
        return s


class AnArray(Cells):
    def initial(self):
        return np.zeros((2, 2), dtype=int)

    def row(self, s):
        return [each or None for each in s.flatten().tolist()]

    def result(self, s, a):
        s[a // 2, a % 2] = 1
        return s


class AGeneratorThatPlaysBetweenItsMoves(Take):
    def actions(self, s):
        for a in range(1, min(3, s.stones) + 1):
            s.stones -= a
            yield a
            s.stones += a


class SharedRows(Cells):
    class State:
        def __init__(self):
            self.rows = [[None, None], [None, None]]

    def initial(self):
        return self.State()

    def row(self, s):
        return s.rows[0] + s.rows[1]

    def result(self, s, a):
        child = copy.copy(s)
        child.rows = list(s.rows)
        child.rows[a // 2][a % 2] = "X"
        return child


CHANGED = {
    InPlace: ("result", "stones was 8 and is now 7"),
    WithEqAndHash: ("result", "stones was 8 and is now 7"),
    WithSlots: ("result", "side was 1 and is now -1"),
    ADataclass: ("result", "stones was 8 and is now 7"),
    ANewObjectOfTheOldOnesFields: ("result", "stones was 8 and is now 7"),
    OnlyOneActionDeepDown: ("result", "side was"),
    ActionsThatPlay: ("actions", "stones was 8 and is now 7"),
    TerminalThatNotes: ("terminal", "over was absent and is now False"),
    UtilityThatTurns: ("utility", "side was"),
    EvaluateThatTakes: ("evaluate", "stones was 8 and is now 9"),
    AKeyThatTurns: ("key", "side was 1 and is now -1"),
    Cells: ("result", "[0] was None and is now 'X'"),
    AListInATuple: ("result", "[0][0] was None and is now 'X'"),
    ADict: ("result", "[0] was None and is now 'X'"),
    ASet: ("result", "{0, 1, 2, 3} and is now {1, 2, 3}"),
    AnArray: ("result", "[0] was (0, 0) and is now (1, 0)"),
    AGeneratorThatPlaysBetweenItsMoves: ("actions", "stones was 8 and is now"),
    SharedRows: ("result", "rows[0][0] was None and is now 'X'"),
}

DOORS = {
    "minimax": pw.algorithms.minimax,
    "alphabeta": pw.algorithms.alphabeta,
    "search": pw.search,
    "a search with a time": lambda game: pw.search(game, time=1),
    "the search for play": lambda game: pw.search(game, algorithm="selective", nodes=100),
    "solve": pw.solve,
    "trace": pw.trace,
    "count": lambda game: pw.count(game, plies=2),
    "compare": lambda game: list(pw.compare(game, depths=[2])),
    "match": lambda game: pw.match(game, ["random", "random"], games=2),
}


@pytest.mark.parametrize("game", CHANGED, ids=lambda each: each.__name__)
def test_a_change_in_place_is_refused_with_the_rule_and_the_field(game):
    rule, change = CHANGED[game]
    with pytest.raises(pw.InputError) as refused:
        try_rules(game(), game().initial())
    said = str(refused.value)
    assert f"{game.__name__}: {rule} changed the state it was given: " in said
    assert change in said
    assert "`s = copy.deepcopy(s)`" in said
    assert "\n" not in said


@pytest.mark.parametrize("door", DOORS)
def test_every_door_refuses_a_state_with_a_hash_that_is_changed_in_place(door):
    with pytest.raises(pw.InputError, match="result changed the state it was given: stones was 8 and is now 7"):
        DOORS[door](WithEqAndHash())


@pytest.mark.slow_with("the search for play", "match", "compare")
@pytest.mark.parametrize("door", DOORS)
def test_every_door_freezes_a_state_that_is_changed_in_place(door):
    found = DOORS[door](InPlace())
    assert getattr(found, "value", -1) == -1 or not found.proved


VALUES = {
    InPlace: -1,
    WithSlots: -1,
    ADataclass: -1,
    ANewObjectOfTheOldOnesFields: -1,
    EvaluateThatTakes: -1,
    AKeyThatTurns: -1,
    Cells: 1,
    AListInATuple: 1,
    ADict: 1,
    ASet: 1,
    AnArray: 1,
    AGeneratorThatPlaysBetweenItsMoves: -1,
    SharedRows: 1,
}


@pytest.mark.slow_with(
    "ASet-native",
    "EvaluateThatTakes-native",
    "AKeyThatTurns-native",
    "SharedRows-native",
    "AListInATuple-native",
    "WithSlots-native",
    "ANewObjectOfTheOldOnesFields-native",
    "Cells-native",
    "ADataclass-native",
)
@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("game", VALUES, ids=lambda each: each.__name__)
def test_a_change_in_place_is_made_on_a_copy(game, engine):
    found = pw.search(game(), algorithm="alphabeta", engine=engine)
    assert found.value == VALUES[game]
    assert found.proved


def test_states_that_are_copied_first_are_searched():
    assert pw.algorithms.minimax(Take()).value == -1
    assert pw.algorithms.alphabeta(Take()).proved


class KeepsWhatItComputed(Take):
    class Lazy(Pile):
        _over = None

        @functools.cached_property
        def legal(self):
            return range(1, min(3, self.stones) + 1)

    def initial(self):
        return self.Lazy()

    def actions(self, s):
        return s.legal

    def result(self, s, a):
        child = self.Lazy()
        child.stones, child.side = s.stones - a, -s.side
        return child

    def terminal(self, s):
        if s._over is None:
            s._over = s.stones == 0
        return s._over


def test_a_state_may_note_what_it_has_computed():
    assert pw.algorithms.minimax(KeepsWhatItComputed()).value == -1


class CannotBeCopied(Take):
    def initial(self):
        pile = Pile()
        pile.lock = threading.Lock()
        return pile


def test_a_state_that_cannot_be_copied_is_refused():
    with pytest.raises(pw.InputError, match=r"a state cannot be copied .*lock.*tuples, NamedTuples or frozen"):
        pw.algorithms.minimax(CannotBeCopied())


class OnTheGame(pw.Game):
    """The state is a text, but the rules look at a board that the game object keeps."""

    def __init__(self):
        self.board = ["."] * 4

    def initial(self):
        return "...."

    def player(self, s):
        return 1

    def actions(self, s):
        return [cell for cell in range(4) if self.board[cell] == "."]

    def result(self, s, a):
        self.board[a] = "X"
        return "".join(self.board)

    def terminal(self, s):
        return "." not in self.board

    def utility(self, s):
        return 1


class CountsCalls(OnTheGame):
    def result(self, s, a):
        self.board[0] = "called"
        return f"{s[:a]}X{s[a + 1 :]}"

    def actions(self, s):
        return [cell for cell in range(4) if s[cell] == "."]

    def terminal(self, s):
        return "." not in s


def test_a_board_kept_on_the_game_object_is_refused_and_named():
    with pytest.raises(pw.InputError, match=r"two answers for one state.*self\.board\[0\] was '\.' and is now 'X'"):
        pw.algorithms.minimax(OnTheGame())


def test_a_game_object_may_note_what_its_answers_do_not_depend_on():
    assert pw.algorithms.minimax(CountsCalls()).value == 1


class LateChange(WithEqAndHash):
    """Works until the trial is over."""

    late = False

    def result(self, s, a):
        return self.move(s if self.late else copy.deepcopy(s), a)


@pytest.mark.parametrize("search", [pw.algorithms.minimax, pw.algorithms.alphabeta], ids=["minimax", "alphabeta"])
def test_the_search_compares_every_state_it_leaves_before_anything_is_proved(search):
    game = LateChange()

    class TurnsLate(Observer):
        def enter(self, node, alpha, beta):
            game.late = True

    with pytest.raises(pw.InputError, match="the search changed a state in place: s"):
        search(game, observer=TurnsLate())


def test_a_snapshot_shows_a_change_and_no_change():
    state = Pile()
    unchanged = Unchanged(Take(), state)
    unchanged.confirm()
    state.stones = 1
    with pytest.raises(pw.InputError, match="stones was 8 and is now 1"):
        unchanged.confirm()
