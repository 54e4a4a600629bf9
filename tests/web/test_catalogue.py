"""A page may choose games and parameters from a list: they choose what is compiled."""

import pytest

from plywise.errors import InputError
from plywise.games import REGISTRY, make
from plywise.web.catalogue import Catalogue, offered
from tests.helpers.paths import ROOT

OWN = f"{ROOT / 'examples/subtraction.py'}:Subtraction:stones=12"


@pytest.fixture(scope="module")
def catalogue():
    return Catalogue([OWN])


def test_every_game_is_there_the_users_own_first(catalogue):
    listed = catalogue.describe()
    assert [each["name"] for each in listed[1:]] == list(REGISTRY)
    assert listed[0]["name"].startswith("Subtraction")
    for each in listed:
        assert each["title"]
        assert each["rules"]
        assert set(each["players"]) == {"MAX", "MIN"}
        assert "json" in each["forms"]
    titles = {each["name"]: each["title"] for each in listed}
    assert (titles["tictactoe"], titles["connect4"], titles["chess"]) == ("Tic-tac-toe", "Connect Four", "Chess")
    assert listed[0]["title"] == "Subtraction: stones 12"


@pytest.mark.parametrize("name", REGISTRY)
def test_every_value_that_is_offered_makes_a_game(catalogue, name):
    for parameter in offered(name):
        assert parameter.default in parameter.values
        for value in parameter.values[:: max(1, len(parameter.values) // 20)]:
            try:
                game = catalogue.game(f"{name}:{parameter.name}={value}")
            except InputError:  # it goes with a greater board
                numbers = [each.name for each in offered(name) if type(each.default) is int]
                game = catalogue.game(f"{name}:" + ",".join(f"{other}={value}" for other in numbers))
            assert catalogue.text(game) == game.name
            assert make(game.name).name == game.name
        told = parameter.to_dict()
        if told["least"] is not None:
            assert len(parameter.values) == told["most"] - told["least"] + 1


def test_a_line_of_four_can_be_wished_for_on_a_board_that_has_room_for_it(catalogue):
    (k,) = (parameter for parameter in offered("mnk") if parameter.name == "k")
    assert k.to_dict()["most"] >= 5
    assert catalogue.game("mnk:m=5,n=5,k=4").name == "mnk:m=5,n=5,k=4"


@pytest.mark.parametrize(
    "name",
    [
        "mnk:k=4", "nosuch", "", "connect4:width=63", "connect4:width=0", "connect4:width=-1", "connect4:width=7.0",
        "connect4:x=1",
        "connect4:width", "connect4:width= 7", "connect4:width=7,width=8", "connect4:width=９", "nim:heaps=99-99-99",
        "go:size=99", "chess:moves=100000", "../../etc/passwd.py:X", "examples/subtraction.py:Subtraction", OWN,
        "Subtraction:stones=13", "connect4:width=9,height=8", "othello:size=5", "tictactoe:size=4",
    ],
)  # fmt: skip
def test_nothing_else_is_made(catalogue, name):
    with pytest.raises(InputError) as refused:
        catalogue.game(name)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", REGISTRY)
def test_a_form_offers_what_a_player_chooses_and_calls_it_in_words(catalogue, name):
    (told,) = (each["parameters"] for each in catalogue.describe() if each["name"] == name)
    for parameter in told:
        assert parameter["label"][0].isupper()
        assert parameter["label"].lower() != parameter["name"] or parameter["name"] in ("heaps", "rows", "columns")
        assert parameter["kind"] == "bool" or parameter["choices"] or parameter["least"] < parameter["most"]
    assert {each["name"] for each in told}.isdisjoint({"moves", "repetition", "superko", "empties", "pawn_rows"})


PILES = """
from plywise import Game


class Piles(Game):
    \"\"\"Nim with piles.\"\"\"

    def __init__(self, most_taken: int = 3, misere: bool = False, piles: str = "3-4", tables: int = 10**7, *rest):
        self.most, self.misere, self.piles = most_taken, misere, tuple(map(int, piles.split("-")))
        if not most_taken:
            raise ValueError("something must be taken")

    def initial(self):
        return self.piles, 1

    def player(self, state):
        return state[1]

    def actions(self, state):
        return [(i, n) for i, pile in enumerate(state[0]) for n in range(1, min(pile, self.most) + 1)]

    def result(self, state, action):
        return tuple(pile - action[1] * (i == action[0]) for i, pile in enumerate(state[0])), -state[1]

    def terminal(self, state):
        return not any(state[0])

    def utility(self, state):
        return state[1] if self.misere else -state[1]
"""


def test_parameters_of_the_users_own_are_offered_under_their_names_unless_the_command_line_sets_them(tmp_path):
    (tmp_path / "piles.py").write_text(PILES, encoding="utf-8")
    own = Catalogue([f"{tmp_path}/piles.py:Piles"])
    told = own.describe()[0]["parameters"]
    assert [(each["label"], each["kind"], each["default"]) for each in told] == [
        ("Most taken", "whole", 3), ("Misere", "bool", False)
    ]  # fmt: skip
    game = own.game("Piles:most_taken=2,misere=True")
    assert (game.most, game.misere) == (2, True)
    assert make(own.text(game)).name == game.name == "Piles:most_taken=2,misere=True"
    for refused in ("Piles:most_taken=0", "Piles:most_taken=99", "Piles:piles=9-9", "Piles:tables=5", "Piles:rest=1"):
        with pytest.raises(InputError, match="iles"):
            own.game(refused)
    assert Catalogue([f"{tmp_path}/piles.py:Piles:most_taken=2"]).describe()[0]["parameters"] == []


def test_the_users_own_is_loaded_by_workers_from_where_it_is(catalogue):
    name = catalogue.describe()[0]["name"]
    assert catalogue.text(catalogue.game(name)) == OWN


def test_a_file_cannot_take_the_place_of_a_game():
    with pytest.raises(InputError, match="already exists"):
        Catalogue([OWN, OWN])
    with pytest.raises(InputError, match="no file"):
        Catalogue(["nowhere.py:X"])
