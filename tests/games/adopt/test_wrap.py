"""pw.wrap: roles as names, functions and lambdas; child boards; a search by its name; one line for what is wrong."""

import pytest

import plywise as pw
from plywise.errors import AssumedViewWarning, InputError


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
        (Pile, {"search": "minimax", "moves": "sticks"}, "search determines all roles; leave out moves"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line(thing, roles, says):
    with pytest.raises(InputError) as caught:
        pw.wrap(thing, **roles)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


class Signed(Pile):
    """MIN (-1) moves first."""

    def __init__(self):
        self.left, self.turn = 6, pw.MIN

    def pick(self, n):
        self.left -= n
        self.turn = -self.turn

    def worth(self):
        """Return the winner."""
        return 0 if self.left else -self.turn


@pytest.mark.parametrize("player", ["turn", lambda pile: pile.turn])
def test_players_given_as_max_and_min_are_those_even_if_min_moves_first(player):
    game = pw.wrap(Signed, moves="sticks", play="pick", score="worth", player=player)
    assert game.player(game.initial()) == pw.MIN
    assert pw.search(game, engine="reference").value == pw.MIN


def test_players_are_named_as_in_any_game():
    names = {pw.MAX: "Ann", pw.MIN: "Ben"}
    assert pw.wrap(Pile, **ROLES["names"], player_names=names).player_names == names
    assert pw.wrap(Pile, **ROLES["names"]).player_names == pw.Game.player_names


@pytest.mark.parametrize(
    "names", [{pw.MAX: "Ann"}, ["Ann", "Ben"], {"MAX": "Ann", "MIN": "Ben"}, {pw.MAX: 1, pw.MIN: 2}]
)
def test_players_without_a_name_for_each_are_refused(names):
    with pytest.raises(pw.InputError, match="must give a text for each player"):
        pw.wrap(Pile, **ROLES["names"], player_names=names)


# --- whose point of view a score has ----------------------------------------------------------------------------------


class LastStone:
    """The player who has nothing to take has won: so the player who takes the last stone loses."""

    def __init__(self):
        self.stones, self.turn = 4, "B"

    def legal_moves(self):
        return [take for take in (1, 2) if take <= self.stones]

    def push(self, take):
        self.stones -= take
        self.turn = "R" if self.turn == "B" else "B"

    def over(self):
        return self.stones == 0

    def score(self):
        return 1 if self.over() else 0


def value_for_the_first_player(stones):
    """Return 1 if the player to move wins, by plain recursion over the stones."""
    return 1 if stones == 0 else max(-value_for_the_first_player(stones - take) for take in (1, 2) if take <= stones)


def test_a_view_that_no_end_shows_is_assumed_with_a_warning():
    with pytest.warns(AssumedViewWarning, match="all ends have values of one sign.*view='moved last'"):
        pw.wrap(LastStone)


@pytest.mark.parametrize(("view", "sign"), [("to move", 1), ("moved last", -1)])
def test_a_view_can_be_given(recwarn, view, sign):
    game = pw.wrap(LastStone, view=view)
    assert not recwarn
    assert pw.minimax(game).value == sign * value_for_the_first_player(4) == -sign


def test_a_view_in_max_s_favour_is_taken_as_given():
    assert pw.minimax(pw.wrap(LastStone, view="MAX")).value == 1


def test_an_unknown_view_is_refused():
    with pytest.raises(pw.InputError, match="view='mine' is not one of 'MAX', 'to move', 'moved last'"):
        pw.wrap(LastStone, view="mine")
