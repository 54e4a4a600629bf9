"""Plywise as a GTP program: every command is answered as the specification says."""

import itertools
import random
from types import SimpleNamespace

import pytest

import plywise as pw
from plywise.cli.commands.gtp import _read_game
from plywise.engines.tie_break import preferred
from plywise.errors import InputError
from plywise.protocols import gtp_server
from plywise.protocols.go_setup import fixed_points, free_points
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
        patch.setattr(gtp_server, "SelectiveSearch", AtSight)
        dialogue = Dialogue(lambda write: GtpServer(TEXT, pw.make(TEXT), write))
        yield dialogue
        dialogue.end()


@pytest.mark.slow
def test_it_searches():
    dialogue = Dialogue(lambda write: GtpServer(TEXT, pw.make(TEXT), write))
    assert dialogue.ask("boardsize 3", "clear_board", "time_settings 0 1 1", "9 genmove b", answer="=9") == "=9 B2\n"
    dialogue.end()


@pytest.mark.parametrize(
    ("told", "least", "most"),
    [
        (["time_settings 0 0.1 1"], 0.02, 0.1),
        (["kata-time_settings byoyomi 0 0.1 1"], 0.02, 0.1),
        (["kata-time_settings canadian 0 0.5 5"], 0.02, 0.1),
        (["kata-time_settings fischer 0.5 0.1"], 0.02, 0.3),
        (["kata-time_settings absolute 60"], 0.5, 30),
        (["kgs-time_settings absolute 60", "time_left b 0.3 0"], 0.001, 0.2),
        (["time_settings 60 0 0", "time_left b 0.75 5"], 0.02, 0.3),
        (["time_settings 0 1 0"], 0.5, 1.5),
        (["kata-time_settings none"], 0.5, 1.5),
    ],
)
def test_time_is_understood_in_decimals(told, least, most):
    server = GtpServer(TEXT, pw.make(TEXT), lambda line: None)
    server.serve([*told, "quit"])
    limits = server._limits("black")
    assert least <= (limits.soft or limits.hard) <= limits.hard <= most


@pytest.mark.parametrize(
    "bad", ["kata-time_settings", "kata-time_settings blitz 1", "kata-time_settings absolute nan", "time_settings 0 1",
            "time_settings 0 1e400 1", "time_left b nan 0", "kata-time_settings byoyomi 0 1", "time_settings 1 2 0.5"],
)  # fmt: skip
def test_time_that_is_none_is_refused(ask, bad):
    assert ask(bad) == "? syntax error"


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
    score = ask("final_score")
    assert ask("genmove w") == ask("reg_genmove b") == "= pass"
    assert ask("play b pass") == "="
    assert ask("final_score") == score, "a pass leaves it over"


@pytest.mark.parametrize("colour", "bw")
def test_after_two_passes_dead_stones_may_be_captured(ask, colour):
    for each in ("b a1", "w pass", "b pass", f"{colour} c3"):
        assert ask(f"play {each}") == "="
    assert ask("final_score").startswith("? ")
    assert ask("undo") == "="
    assert ask("final_score") == "= B+9"


@pytest.mark.parametrize(
    "command",
    ["play b c3", "play w a9", "play b a9", "play w", "play w i1", "reg_genmove w", "reg_genmove b", "genmove green"],
)
def test_what_is_refused_or_only_asked_for_changes_nothing(ask, command):
    assert ask("play b c3") == "="
    before = ask("showboard")
    ask(command)
    assert ask("showboard") == before
    assert ask("genmove w") == "= C2"
    assert [ask("undo") for _ in range(3)] == ["=", "=", "? cannot undo"]


def test_undo_takes_back_a_whole_turn(ask):
    boards = []
    for command in ("play b c3", "play b a1", "genmove b", "play w pass", "play b pass", "genmove w", "play b a2"):
        boards.append(ask("showboard"))
        assert ask(command).startswith("=")
    for board in reversed(boards):
        assert ask("undo") == "="
        assert ask("showboard") == board
    assert ask("undo") == "? cannot undo"


def test_undo_goes_back_before_the_komi(ask):
    assert ask("play b c3") == ask("play b a1") == "="
    assert ask("komi 0.5") == ask("undo") == "="
    assert ask("showboard").count("X") == 1
    assert ask("undo") == ask("komi 0") == "="
    assert "X" not in ask("showboard")


@pytest.mark.parametrize("before", [["play b pass"], ["play b b2", "play w pass", "play w a1"]])
def test_a_colour_that_plays_twice_ends_no_game(ask, before):
    for command in (*before, f"{before[-1][:6]} pass"):
        assert ask(command) == "="
    assert ask("final_score") == "? cannot score: the game is not over"


def test_no_pass_that_nobody_told_is_searched(monkeypatch):
    monkeypatch.setattr(gtp_server, "SelectiveSearch", AtSight)
    server, searched = GtpServer(TEXT, pw.make(TEXT), print), []
    search = server.player.search
    server.player.search = lambda state, *rest, **options: searched.append(state) or search(state, *rest, **options)
    server._set_handicap(["a1", "b2"])
    server._generate(["b"])
    server._play(["w", "pass"])
    server._commands["reg_genmove"](["w"])
    assert [(state.side, state.passes) for state in searched] == [(pw.MAX, 0), (pw.MIN, 0)]


def test_where_a_game_does_not_tell_its_stones_the_other_side_passes(monkeypatch):
    game = pw.make(TEXT)
    monkeypatch.setattr(game, "record_notation", lambda: None, raising=False)
    server = GtpServer(TEXT, game, print)
    server._play(["b", "c3"])
    server._play(["b", "a1"])
    server._play(["w", "pass"])
    for command in (["w", "a2"], ["b", "c3"]):
        with pytest.raises(gtp_server.Refused, match="illegal move"):
            server._play(command)
    assert game.format_state(server.line.state) == "..X/.../X.. X 1"


def test_where_a_pass_is_not_legal_nobody_plays_twice():
    server = GtpServer("othello", pw.make("othello"), print)
    server._play(["b", "d3"])
    for call in (server._play, server._generate, server._commands["reg_genmove"]):
        with pytest.raises(gtp_server.Refused, match="illegal move"):
            call(["b", "c5"])
    server._undo([])
    with pytest.raises(gtp_server.Refused, match="cannot undo"):
        server._undo([])


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
        ("time_settings -1 0 0", "? syntax error"),
        ("final_score", "? cannot score: the game is not over"),
        ("final_status_list", "? syntax error"),
        ("fixed_handicap 2", "? invalid number of stones"),
        ("fixed_handicap two", "? syntax error"),
        ("place_free_handicap 9", "? invalid number of stones"),
        ("set_free_handicap a1", "? bad vertex list"),
        ("set_free_handicap a1 a1", "? bad vertex list"),
        ("set_free_handicap a1 d4", "? bad vertex list"),
        ("set_free_handicap a1 pass", "? bad vertex list"),
        ("loadsgf /nowhere/at.all", "? cannot load file"),
    ],
)
def test_what_cannot_be_done_is_refused(ask, command, answer):
    assert ask(command) == answer


# --- Go alone ---------------------------------------------------------------------------------------------------------


def test_handicap_stones_are_placed_and_white_is_to_move(ask):
    assert ask("place_free_handicap 2").split()[1:] == ["B2", "B3"]
    assert ask("showboard").count("X") == 2
    assert ask("play b a1") == "="  # after White's pass
    assert ask("place_free_handicap 2") == "? board not empty"
    assert ask("clear_board") == "="
    assert ask("set_free_handicap A1 c3 B2") == "="
    assert ask("final_status_list alive") == "= A1 B2 C3"
    assert ask("final_status_list dead") == ask("final_status_list seki") == "="
    assert ask("undo") == "? cannot undo"
    assert ask("genmove w").startswith("= ")


def test_a_clock_that_nobody_tells_runs_all_the_same(monkeypatch):
    monkeypatch.setattr(gtp_server, "SelectiveSearch", AtSight)
    seconds = itertools.count(0, 4)  # each look at the clock is four seconds later
    monkeypatch.setattr(gtp_server, "perf_counter", lambda: next(seconds))
    server = GtpServer(TEXT, pw.make(TEXT), print)
    clocks = []
    server._set_time(["10", "6", "2"])
    for colour in "bw" * 5:
        server._generate([colour])
        clocks.append(server.clocks["black"])
    assert clocks[::2] == [(6.0, 0), (2.0, 0), (6.0, 2), (2.0, 1), (6.0, 2)]
    server._set_time_left(["b", "3", "0"])
    assert server.clocks["black"] == (3.0, 0)


def test_a_game_is_loaded_from_a_file(tmp_path):
    server = GtpServer("go", pw.make("go"), print, _read_game)
    path = tmp_path / "a game.sgf"
    path.write_text("(;GM[1]SZ[3]KM[1.5];B[bb];W[aa];B[ba];W[])")
    assert server._commands["loadsgf"]([*str(path).split()]) == "black"
    assert (server.game.name, server.line.words) == ("go:size=3,komi=1.5", ["b2", "a3", "b3", "pass"])
    assert server._commands["loadsgf"]([*str(path).split(), "3"]) == "black"
    assert server.line.words == ["b2", "a3"]
    server._undo([])
    assert server.line.words == ["b2"]
    assert server._commands["loadsgf"]([*str(path).split(), "1"]) == "black"
    assert server.line.words == []
    for bad in ("(;GM[1]SZ[19];B[aa])", "(;GM[1]SZ[3];B[bb];W[bb])", "no game", ""):
        path.write_text(bad)
        with pytest.raises(gtp_server.Refused, match=r"^cannot load file"):
            server._commands["loadsgf"]([str(path)])
        assert server.line.words == []
    with pytest.raises(gtp_server.Refused, match=r"^cannot load file$"):
        server._commands["loadsgf"]([])


GO_ALONE = ["fixed_handicap 2", "place_free_handicap 2", "set_free_handicap a1 b2", "final_status_list dead",
            "loadsgf game.sgf", "komi 1"]  # fmt: skip


@pytest.mark.parametrize("command", GO_ALONE)
def test_what_is_go_s_alone_is_refused_in_other_games(command):
    said = []
    server = GtpServer("othello", pw.make("othello"), said.append)
    server.serve([f"3 {command}\n"])
    assert said == ["?3 not supported by othello\n"]


FIXED = [(7, "C3 E5 C5 E3"), (9, "C3 G7 C7 G3 C5 G5 E3 E7 E5"), (19, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10")]


@pytest.mark.parametrize(("side", "places"), FIXED)
def test_fixed_places_are_those_of_the_protocol(side, places):
    letters = "ABCDEFGHJKLMNOPQRST"
    for number in range(2, len(places.split()) + 1):
        points = fixed_points(side, side, number)
        told = {f"{letters[column]}{side - row}" for column, row in points}
        expected = {*places.split()[:number]}
        if number in (5, 7):
            expected = {*places.split()[: number - 1], places.split()[-1]}
        assert told == expected, number
        assert free_points(side, side, number) == points


@pytest.mark.parametrize(("side", "number"), [(7, 1), (7, 5), (8, 5), (9, 10), (6, 2), (5, 2)])
def test_where_there_are_no_fixed_places_none_are_made_up(side, number):
    with pytest.raises(InputError, match="invalid number of stones"):
        fixed_points(side, side, number)


def test_free_places_leave_a_point_free():
    for number in range(2, 25):
        assert len(set(free_points(5, 5, number))) == number
    for number in (0, 1, 25):
        with pytest.raises(InputError, match="invalid number of stones"):
            free_points(5, 5, number)


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


def test_numbers_go_up_to_the_greatest_of_the_protocol():
    said = []
    GtpServer(TEXT, pw.make(TEXT), said.append).serve(["2147483647 name\n"])
    assert said == ["=2147483647 Plywise\n"]


def test_columns_have_no_i():
    server = GtpServer(TEXT, pw.make(TEXT), print)
    assert [server._to_gtp(word) for word in ("h1", "i1", "j10", "pass")] == ["H1", "J1", "K10", "pass"]
    assert [server._from_gtp(word) for word in ("H1", "J1", "k10", "PASS")] == ["h1", "i1", "j10", "pass"]
