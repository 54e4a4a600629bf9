"""pw.wrap: roles as names, functions and lambdas; child boards; a search by its name; one line for what is wrong."""

import pytest

import plywise as pw
from plywise.errors import InputError


class Pile:
    """Take 1 to 3; whoever takes the last one wins. Changes in place."""

    def __init__(self):
        self.left, self.turn = 6, 0

    def sticks(self):
        """List the moves."""
        return [n for n in (1, 2, 3) if n <= self.left]

    def pick(self, n):
        """Play one."""
        self.left -= n
        self.turn = 1 - self.turn

    def worth(self):
        """Value an end for player 0."""
        return 0 if self.left else -1 if self.turn == 0 else 1


def take(pile, n):
    """Play a move on a pile, as a function."""
    pile.pick(n)


ROLES = {
    "names": {"moves": "sticks", "play": "pick", "score": "worth"},
    "functions": {"moves": Pile.sticks, "play": take, "score": Pile.worth},
    "lambdas": {
        "moves": lambda pile: pile.sticks(),
        "play": lambda pile, n: pile.pick(n),
        "score": lambda pile: pile.worth(),
        "over": lambda pile: pile.left == 0,
    },
    "a player": {"moves": "sticks", "play": "pick", "score": "worth", "player": "turn"},
}


@pytest.mark.fast_with("names", "lambdas")
@pytest.mark.parametrize("roles", ROLES.values(), ids=ROLES)
def test_roles_are_names_or_functions(roles):
    game = pw.wrap(Pile, **roles)
    result = pw.search(game, engine="reference")
    assert (result.value, result.best_word) == (1, "2")
    assert pw.check(game).ok


def test_a_state_of_a_wrapped_game_is_a_value():
    game = pw.wrap(Pile, **ROLES["names"])
    start = game.initial()
    child = game.result(start, 2)
    assert (start.left, child.left) == (6, 4)
    assert hash(child) == hash(game.result(game.initial(), 2))


@pytest.mark.parametrize(
    ("thing", "roles", "says"),
    [
        (Pile(), {}, "wrap takes a class or a module"),
        (Pile, {"moves": "no_such"}, "Pile has no no_such, which is given for moves"),
        (Pile, {"moves": 3}, "moves is 3; give a name or a function"),
        (Pile, {}, "no moves could be listed and played"),
        (Pile, {"search": "minimax"}, "there is no search minimax"),
        (Pile, {"search": "minimax", "moves": "sticks"}, "search says everything; leave out moves"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line(thing, roles, says):
    with pytest.raises(InputError) as caught:
        pw.wrap(thing, **roles)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
