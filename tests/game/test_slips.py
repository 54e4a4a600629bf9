"""Slips in rules: searches and check name what is written wrong, in the same words, and say what to write."""

import numpy as np
import pytest

import plywise as pw


class Three(pw.Game):
    """Three cells; the players fill them in turns; X wins if X has the middle."""

    def initial(self):
        return ("...", "X")

    def player(self, s):
        return pw.MAX if s[1] == "X" else pw.MIN

    def actions(self, s):
        return [i for i in range(3) if s[0][i] == "."]

    def result(self, s, a):
        return (s[0][:a] + s[1] + s[0][a + 1 :], "O" if s[1] == "X" else "X")

    def terminal(self, s):
        return "." not in s[0]

    def utility(self, s):
        return 1 if s[0][1] == "X" else -1


def _nothing(*_):
    return None


SLIPS = {
    "a utility without return": ({"utility": lambda self, s: None}, "utility", "ends without `return`"),
    "a utility with a player": ({"utility": lambda self, s, player: 1}, "utility", "write def utility(self, state)"),
    "a utility without a state": ({"utility": lambda self: 1}, "utility", "write def utility(self, state)"),
    "a utility that is a text": ({"utility": lambda self, s: "X"}, "utility", "not a finite number"),
    "a utility of True": ({"utility": lambda self, s: True}, "utility", "write 1, 0 or -1"),
    "a complex utility": ({"utility": lambda self, s: 1j}, "utility", "not a finite number"),
    "a utility of NumPy": ({"utility": lambda self, s: np.int64(1)}, "utility", "int(...) makes one"),
    "a utility for both": ({"utility": lambda self, s: (1, -1)}, "utility", "one number"),
    "a player X": ({"player": lambda self, s: s[1]}, "player", "return pw.MAX or pw.MIN"),
    "players 1 and 0": ({"player": lambda self, s: int(s[1] == "X")}, "player", "return pw.MAX or pw.MIN"),
    "players 1 and 2": ({"player": lambda self, s: 1 + (s[1] == "O")}, "player", "return pw.MAX or pw.MIN"),
    "no player": ({"player": _nothing}, "player", "ends without `return`"),
    "no actions": ({"actions": _nothing}, "actions", "ends without `return`"),
    "actions of a player": ({"actions": lambda self, s, p: [0]}, "actions", "write def actions(self, state)"),
    "no result": ({"result": _nothing}, "result", "ends without `return`"),
    "a result with swapped arguments": (
        {"result": lambda self, move, state: Three.result(self, state, move)}, "result", "takes the state second",
    ),
    "a terminal without self": ({"terminal": lambda s: True}, "terminal", "lacks self"),
    "a terminal property": ({"terminal": property(lambda self: True)}, "terminal", "not a method"),
    "a terminal attribute": ({"terminal": False}, "terminal", "write def terminal(self, state)"),
    "a terminal that is never called": ({"terminal": lambda self, s: s[0].isalpha}, "terminal", "write the call"),
    "a terminal with its winner": ({"terminal": lambda self, s: (False, None)}, "terminal", "not True or False"),
    "no initial": ({"initial": lambda self: None}, "initial", "ends without `return`"),
    "an initial of a state": ({"initial": lambda self, s: s}, "initial", "write def initial(self)"),
}  # fmt: skip


@pytest.mark.parametrize("what", SLIPS)
def test_a_slip_is_named_by_search_and_check_with_what_to_write(what):
    members, rule, remedy = SLIPS[what]
    game = type("Slip", (Three,), members)()
    with pytest.raises(pw.InputError) as refused:
        pw.algorithms.minimax(game)
    told = [str(refused.value), *map(str, pw.check(game, compiled=0).broken)]
    assert len(told) > 1
    for each in (told[0], "\n".join(told[1:])):
        assert rule in each
        assert remedy in each
    assert "\n" not in told[0]


def test_an_attribute_that_hides_a_rule_is_named():
    game = Three()
    game.player = 1
    with pytest.raises(pw.InputError, match=r"self\.player = 1 hides the method player"):
        pw.algorithms.minimax(game)


class Once(Three):
    def __init__(self):
        self.moves = iter(range(3))

    def actions(self, s):
        return self.moves


def test_an_iterator_that_is_used_up_is_named():
    with pytest.raises(pw.InputError, match="actions returns one iterator each time: return a list"):
        pw.algorithms.minimax(Once())


def test_methods_with_other_names_are_recognized():
    members = {
        "initial_state": Three.initial, "to_move": Three.player, "legal_moves": Three.actions,
        "results": Three.result, "is_terminal": Three.terminal, "util": Three.utility,
    }  # fmt: skip
    with pytest.raises(TypeError) as refused:
        type("Other", (pw.Game,), members)()
    for name, rule in zip(members, ("initial", "player", "actions", "result", "terminal", "utility"), strict=True):
        assert f"{name} to {rule}" in str(refused.value)


def test_any_value_may_stand_for_true_or_false_at_an_end():
    game = type("Truth", (Three,), {"terminal": lambda self, s: "." not in s[0] or None})()
    assert pw.algorithms.minimax(game).value == 1
