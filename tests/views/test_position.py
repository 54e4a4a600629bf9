"""Positions that draw their boards, and films of games."""

import base64
import re
from io import BytesIO
from xml.etree import ElementTree

import pytest

import plywise as pw
from plywise.games import REGISTRY
from plywise.notebook import film
from plywise.play.players import RandomPlayer

SVG = "{http://www.w3.org/2000/svg}"
GAME = pw.make("tictactoe")


@pytest.mark.parametrize("name", REGISTRY)
def test_a_position_of_every_game_draws_its_board(name):
    here = pw.position(pw.make(name))
    assert ElementTree.fromstring(here._repr_svg_()).tag == f"{SVG}svg"
    assert here.caption in here.svg()
    assert str(here).endswith(f"{here.game.player_names[pw.MAX]} to move")
    assert here.play(here.moves[0]).last_word == here.moves[0]


def test_a_position_is_read_from_a_text_and_played_on():
    here = pw.position(GAME, ".XOOX.X.O")
    assert (here.player, here.moves, here.is_over) == ("MAX", ["0", "5", "7"], False)
    after = here.play("7")
    assert (after.player, after.moves, after.is_over) == (None, [], True)
    assert after.caption == "the game is over: X wins"
    assert after == pw.position(GAME, after.state)
    assert repr(after) == "Position(TicTacToe(), '.XOOX.XXO')"
    assert [each.last_word for each in pw.position(GAME).line("4 0 8")] == [None, "4", "0", "8"]


def test_the_last_move_is_shaded():
    def shaded(here):
        return here.svg().count('class="changed"')

    assert [shaded(pw.position(GAME)), shaded(pw.position(GAME, moves="4"))] == [0, 1]
    othello = pw.make("othello:size=6")
    assert shaded(pw.position(othello).play(pw.position(othello).moves[0])) == 2  # one put down, one turned


@pytest.mark.parametrize(
    ("state", "moves", "says"),
    [
        ("XX", "", "XX"),
        (None, "4 4", "move 2: '4' is not a legal action"),
        (None, "x", "move 1"),
        ("XXXOO....", "5", "the game is over"),
    ],
)
def test_what_is_no_position_is_refused_in_one_line(state, moves, says):
    with pytest.raises(pw.InputError, match=re.escape(says)) as caught:
        pw.position(GAME, state, moves)
    assert "\n" not in str(caught.value)


def test_a_game_without_a_board_shows_its_text():
    tree = pw.Tree([3, 5])
    assert pw.position(tree)._repr_svg_() is None
    assert str(pw.position(tree)) == "A\n\nMAX to move"
    assert film(tree, "random", "random")._repr_html_() is None
    with pytest.raises(pw.InputError, match="tree has no board to draw"):
        pw.position(tree).svg()


def random_film(name, **more):
    return film(pw.make(name), "random:seed=1", RandomPlayer(2), **more)


def frames_of(svg):
    """Return, for each text of a film, the share of the time at which it is first seen."""
    style = dict(re.findall(r"@keyframes \w+-(t\d+)\{(.*?)\}\}", svg))
    texts = re.findall(r'<g class="(t\d+)"><g id="caption-\d+"[^>]*><text[^>]*>([^<]*)<', svg)
    begins = {text: float(re.search(r"([\d.]+)%\{visibility:visible", style[name])[1]) for name, text in texts}
    return dict(sorted(begins.items(), key=lambda each: each[1]))


@pytest.mark.parametrize("name", ["tictactoe", "othello:size=4", "nim", "connect4:width=4,height=4"])
def test_a_film_shows_each_move_in_its_turn(name):
    shown = random_film(name)
    seen = frames_of(shown.svg(seconds=0.5))
    assert len(set(seen.values())) == len(shown) == len(shown.moves) + 1
    for number, word in enumerate(shown.moves, start=1):
        assert re.match(rf"{number}\. .* plays {re.escape(word)}($|;)", list(seen)[number])
    assert "the game is over" in list(seen)[-1]
    assert shown[0].play(" ".join(shown.moves)) == shown[-1]


def test_a_film_in_a_notebook_is_a_picture_of_its_own():
    shown = random_film("nim")
    address = re.fullmatch(r'<img alt="nim: [-\d ]+" src="data:image/svg\+xml;base64,([^"]+)">', shown._repr_html_())
    assert base64.b64decode(address[1]).decode() == shown.svg()


def test_engines_play_a_film_and_its_length_can_be_limited():
    shown = film(pw.Tree([[3, 5], [2, 9]]), "engine:level=2", "engine:level=1")
    assert (shown.moves, shown[-1].state.node) == (["0", "0"], 3)
    assert len(random_film("connect4", moves=3)) == 4
    with pytest.raises(pw.InputError, match="no player 'magic'"):
        film(GAME, "magic")


def test_what_is_no_time_and_no_picture_is_refused():
    shown = random_film("nim")
    for seconds in (0, -1, float("nan"), "1", float("inf")):
        with pytest.raises(pw.InputError, match="seconds must be"):
            shown.svg(seconds=seconds)
    with pytest.raises(pw.InputError, match="no animated image 'mp4'"):
        shown.image("mp4")


def test_a_film_can_be_a_gif():
    from PIL import Image

    shown = random_film("nim", moves=3)
    assert Image.open(BytesIO(shown.image("gif"))).n_frames == 4
