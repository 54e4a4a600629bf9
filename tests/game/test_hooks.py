"""A helper of a user's game may be called like one of Plywise's optional methods, if it takes other arguments."""

import pytest

import plywise as pw
from plywise.errors import InputError
from plywise.game import HOOKS, Game, defines
from plywise.games import make
from plywise.laws.rules import check_laws
from tests.helpers.stones import Stones

BODY = """
    def initial(self):
        return {initial}

    def player(self, state):
        return state.side

    def actions(self, state):
        return [k for k in (1, 2, 3) if k <= {left} and self.all_of_them() == {total}]

    def result(self, state, action):
        return {after}

    def terminal(self, state):
        return {left} == 0

    def utility(self, state):
        return -state.side
"""

FORMS = {
    "compiled": (
        "    stones: int\n    side: int\n",
        {"initial": "State(6, 1)", "left": "state.stones", "after": "State(state.stones - action, -state.side)"},
    ),
    "translated": (
        "    stones: tuple\n    side: int\n",
        {
            "initial": "State(('x',) * 6, 1)",
            "left": "len(state.stones)",
            "after": "State(state.stones[action:], -state.side)",
        },
    ),
}


def file_of_namesakes(path, form):
    """Write a game that has a helper of each optional method's name, with one argument more, and calls them all."""
    fields, words = FORMS[form]
    lines = ["from typing import NamedTuple", "import plywise as pw", "class State(NamedTuple):", fields]
    lines += ["class Own(pw.Game):", BODY.format(**words, total=sum(range(len(HOOKS)))), "    def all_of_them(self):"]
    calls = [
        f"self.{name}({', '.join('0' * passed)}{', ' * bool(passed)}{k})"
        for k, (name, passed) in enumerate(HOOKS.items())
    ]
    lines += [f"        return {' + '.join(calls)}"]
    for name, passed in HOOKS.items():
        parameters = ["self", *(f"a{k}" for k in range(passed)), "own"]
        lines += [f"    def {name}({', '.join(parameters)}):", "        return own"]
    path.write_text("\n".join(lines) + "\n")
    return make(f"{path}:Own")


@pytest.mark.parametrize("form", FORMS)
def test_a_helper_of_another_arity_is_the_game_s_own_in_both_engines(tmp_path, form):
    game = file_of_namesakes(tmp_path / "own.py", form)
    assert not any(defines(game, name) for name in HOOKS)
    report = pw.check(game, thorough=True)
    assert report.ok, report
    assert "compiled" in report.laws, report  # nothing kept it from being compiled
    assert pw.search(game, engine="reference").value == pw.search(Stones(6), engine="reference").value
    told = [note for note in report.notes if "is taken for the game's own" in note]
    assert len(told) == len(HOOKS)
    assert "beside(a0, own) is taken for the game's own: Plywise's takes (state)" in told


class Hooked(Stones):
    def priority(self, state, action):
        return action

    def noisy(self, state, action):
        return action == 3


class Below(Hooked):
    def priority(self, state):
        return 2 * super().priority(state, 5) + self.stones

    def noisy(self, state):
        return any(self.noisy(state, action) for action in self.actions(state))


def test_a_hook_is_inherited_beside_a_helper_of_its_name():
    game = Below(5)
    state = game.initial()
    assert (game.priority(state), game.priority(state, 3)) == (15, 3)
    assert game.noisy(state)
    assert not game.noisy(state, 2)
    assert defines(game, "noisy")
    assert check_laws(game).ok


class Mixed:
    def beside(self, one, other):
        return one + other

    @staticmethod
    def key():
        return "static"

    @classmethod
    def orders(cls, name):
        return cls.__name__ + name


class Mixture(Mixed, Stones):
    pass


def test_helpers_may_come_from_a_mixin_and_be_static():
    game = Mixture(4)
    state = game.initial()
    assert (game.beside(1, 2), game.beside(state)) == (3, Game.beside(game, state))
    assert (game.key(), game.key(state)) == ("static", state)
    assert (game.orders("!"), game.orders()) == ("Mixture!", {})
    report = pw.check(game, thorough=True)
    assert report.ok, report
    assert "compiled" in report.laws, report


class Optional(Stones):
    def evaluate(self, state, weight=2):
        return state.side * weight / 10

    def reduction(self, *given):
        return len(given)


def test_what_can_be_called_as_the_hook_is_the_hook():
    game = Optional(5)
    assert defines(game, "evaluate")
    assert defines(game, "reduction")
    assert game.evaluate(game.initial()) == 0.2
    assert game.reduction(1, 2, 3, 4) == 4


class Rows(Stones):
    cells = (1, 2)


def test_an_attribute_that_hides_a_method_is_named():
    game = Stones(4)
    game.rank = 3
    for each, said in ((game, "self.rank = 3 hides the method rank"), (Rows(4), r"cells is \(1, 2\), not a method")):
        with pytest.raises(InputError, match=f"{said}; Plywise calls it: give the attribute another name"):
            pw.search(each)
        [breach] = check_laws(each).broken
        assert "give the attribute another name" in str(breach)
