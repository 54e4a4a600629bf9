"""A page may choose games and parameters from a list: they choose what is compiled."""

import pytest

from plywise.errors import InputError
from plywise.games import REGISTRY, load
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
            assert load(game.name).name == game.name
        told = parameter.to_dict()
        if told["choices"] is None:
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


def test_the_users_own_is_loaded_by_workers_from_where_it_is(catalogue):
    name = catalogue.describe()[0]["name"]
    assert catalogue.text(catalogue.game(name)) == OWN


def test_a_file_cannot_take_the_place_of_a_game():
    with pytest.raises(InputError, match="there is a game"):
        Catalogue([OWN, OWN])
    with pytest.raises(InputError, match="no file"):
        Catalogue(["nowhere.py:X"])
