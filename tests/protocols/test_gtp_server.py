"""Plywise as a GTP program: every command is answered as the specification says."""

import random
from types import SimpleNamespace

import pytest

import plywise as pw
from plywise.engines.tie_break import preferred
from plywise.protocols import gtp_server
from plywise.protocols.gtp_server import GtpServer
from tests.helpers.dialogues import Dialogue

TEXT = "go:size=3"


class AtSight:
    """Chooses without a search: nothing need be compiled."""

    def __init__(self, game):
        self.game = game

    def prepare(self, state=None):
        pass

    def forget(self):
        pass

    def search(self, state, limits, **options):
        best = preferred(self.game, state, list(self.game.actions(state)))
        return SimpleNamespace(best=best, stopped_by="time")


@pytest.fixture(scope="module")
def gtp():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gtp_server, "PlaySearch", AtSight)
        dialogue = Dialogue(lambda write: GtpServer(TEXT, pw.make(TEXT), write))
        yield dialogue
        dialogue.end()


@pytest.mark.slow
def test_it_searches():
    dialogue = Dialogue(lambda write: GtpServer(TEXT, pw.make(TEXT), write))
    assert dialogue.ask("boardsize 3", "clear_board", "time_settings 0 1 1", "9 genmove b", answer="=9") == "=9 B2\n"
    dialogue.end()


@pytest.fixture
def ask(gtp):
    gtp.answers = getattr(gtp, "answers", 0)

    def call(command):
        gtp.answers += 1
        answer = gtp.ask(f"{gtp.answers} {command}", answer=("=", "?"))
        assert answer[1:].split(None, 1)[0] == str(gtp.answers)
        assert answer.endswith("\n")
        return answer[0] + answer[1 + len(str(gtp.answers)) :].rstrip()

    call("clear_board")
    call("time_settings 0 1 10")
    return call


def test_who_it_is(ask):
    assert ask("protocol_version") == "= 2"
    assert ask("name") == "= Plywise"
    assert ask("version").startswith("= 0.")
    assert ask("known_command genmove") == "= true"
    assert ask("known_command dance") == "= false"
    commands = ask("list_commands").removeprefix("= ").split("\n")
    required = ["protocol_version", "name", "version", "known_command", "list_commands", "quit", "boardsize",
                "clear_board", "komi", "play", "genmove"]  # fmt: skip
    assert set(required) <= set(commands)
    assert all(ask(f"known_command {each}") == "= true" for each in commands)


def test_moves_are_played_and_taken_back(ask):
    assert ask("play black B2") == "="
    assert "X" in ask("showboard")
    assert ask("play white b2") == "? illegal move"
    assert ask("undo") == "="
    assert "X" not in ask("showboard")
    assert ask("undo") == "? cannot undo"


def test_a_move_is_made_as_well(ask):
    assert ask("genmove b") == "= B2"
    assert "X" in ask("showboard")


def test_a_colour_may_play_twice(ask):
    assert ask("play b a1") == "="
    assert ask("play b c3") == "="
    assert ask("showboard").count("X") == 2


def test_a_game_to_its_end_is_scored(ask):
    for colour, point in (("b", "b2"), ("w", "a1"), ("b", "b1"), ("w", "pass"), ("b", "pass")):
        assert ask(f"play {colour} {point}") == "="
    assert ask("final_score").startswith("= B+")
    assert ask("genmove w") == "= pass"
    assert ask("play w a3") == "? illegal move"


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("dance", "? unknown command"),
        ("boardsize", "? boardsize not an integer"),
        ("boardsize 19", "? unacceptable size"),
        ("komi much", "? komi not a float"),
        ("play", "? invalid color or coordinate"),
        ("play green a1", "? invalid color or coordinate"),
        ("play black z9", "? illegal move"),
        ("play black i1", "? illegal move"),
        ("genmove", "? invalid color or coordinate"),
        ("time_settings soon", "? syntax error"),
        ("time_left b", "? syntax error"),
        ("final_score", "? cannot score: the game is not over"),
    ],
)
def test_what_cannot_be_done_is_refused(ask, command, answer):
    assert ask(command) == answer


def test_comments_blank_lines_and_control_letters_are_passed_over(gtp, ask):
    gtp.send("", "   ", "# nothing", "\x07\x08")
    assert ask("name\x07 # who is it?") == "= Plywise"


def test_garbage_is_survived(gtp, ask):
    source = random.Random(5)
    words = ["play", "b", "a1", "komi", "-1", "undo", "x", "\x00", "é", "99999999999", "known_command", "boardsize"]
    for _ in range(500):
        gtp.send(" ".join(source.choices(words, k=source.randrange(5))))
    gtp.send("undo " * 3)
    gtp.send("77777 name")
    assert gtp.wait_for("=77777") == "=77777 Plywise\n"


def test_columns_have_no_i():
    server = GtpServer(TEXT, pw.make(TEXT), print)
    assert [server._their_word(word) for word in ("h1", "i1", "j10", "pass")] == ["H1", "J1", "K10", "pass"]
    assert [server._own_word(word) for word in ("H1", "J1", "k10", "PASS")] == ["h1", "i1", "j10", "pass"]
