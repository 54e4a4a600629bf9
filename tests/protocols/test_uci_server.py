"""Plywise as a UCI program: each `go` is answered once, whatever comes between, and nothing can break it."""

import random
import statistics
import threading
import time
from typing import NamedTuple

import pytest

import plywise as pw
from plywise.engines.skill import NODES_FOR_THE_LEAST
from plywise.play.players.engine import EnginePlayer
from plywise.process.cpus import count_cores
from plywise.protocols import uci_search, uci_server
from plywise.protocols.strength import least_elo
from plywise.protocols.uci_server import UciServer
from tests.helpers.dialogues import SECONDS, Dialogue, seconds_of

TEXT = "kalah"
GAME = pw.make(TEXT)
OVER = "fen 0-0-0-0-0-0:25/0-0-0-0-0-0:23 MAX"


@pytest.fixture
def uci():
    dialogue = Dialogue(lambda write: UciServer(TEXT, GAME, write))
    yield dialogue
    dialogue.end()


def best(line):
    return line.split()[1]


def words_after(line, word):
    return line.partition(f" {word} ")[2].split()


# --- exactly one answer ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "answers"),
    [
        (["go depth 4"], 1),
        (["go infinite", "stop"], 1),
        (["go infinite", "go depth 2"], 2),
        (["go infinite", "go infinite", "go infinite"], 3),
        (["stop", "stop", "go depth 1", "stop", "stop"], 1),
        (["ponderhit", "go depth 1", "ponderhit"], 1),
        (["go infinite", "position startpos moves 1", "stop"], 1),
        (["go infinite", "ucinewgame", "go depth 1"], 2),
        (["go ponder wtime 100 btime 100"], 1),
        (["go ponder movetime 10", "ponderhit"], 1),
        (["go infinite", "setoption name Hash value 2", "setoption name houses value 3"], 1),
        (["go depth 1", "quit"], 1),
        (["go infinite", "quit"], 1),
        (["go nodes 1"], 1),
        (["go movetime 0"], 1),
        (["go wtime -5 btime -5"], 1),
        (["go wtime 1 btime 1 winc 0 binc 0 movestogo 0"], 1),
        (["go mate 3 depth 3"], 1),
        (["go depth 0"], 1),
        (["go depth nothing movetime"], 1),
        ([f"position {OVER}", "go infinite"], 1),
        ([f"position {OVER}", "go ponder"], 1),
    ],
)
def test_each_go_is_answered_once(lines, answers):
    dialogue = Dialogue(lambda write: UciServer(TEXT, GAME, write))
    dialogue.send(*lines)
    dialogue.end()
    assert dialogue.count("bestmove") == answers, dialogue.said


def test_what_waits_is_not_answered_before_it_is_told(uci):
    for last, go in (
        ("stop", "go infinite depth 2"),
        ("ponderhit", "go ponder depth 2"),
        ("stop", "go ponder depth 1"),
    ):
        before = uci.count("bestmove")
        uci.ask(go, answer="info depth")
        time.sleep(0.05)
        uci.ask("isready", answer="readyok")
        assert uci.count("bestmove") == before
        uci.ask(last, answer="bestmove")


def test_a_hundred_rapid_stops(uci):
    for _ in range(100):
        uci.send("go infinite", "stop")
    uci.wait_for("bestmove", 100)
    uci.ask("isready", answer="readyok")
    assert uci.count("bestmove") == 100


def test_stop_is_obeyed_at_once(uci):
    uci.ask("isready", answer="readyok")
    seconds = []
    for _ in range(15):
        uci.ask("go infinite", answer="info depth")
        time.sleep(0.03)
        seconds.append(seconds_of(lambda: uci.ask("stop", answer="bestmove")))
    assert statistics.median(seconds) < 0.05, seconds  # 0.02 on a machine that has nothing else to do


def test_it_is_ready_while_it_thinks(uci):
    uci.ask("go infinite", answer="info depth")
    for _ in range(5):
        uci.ask("isready", answer="readyok")
    assert uci.count("bestmove") == 0


# --- what it is told -------------------------------------------------------------------------------------------------


def test_it_says_who_it_is_and_what_can_be_set(uci):
    uci.ask("uci", answer="uciok")
    offered = [line for line in uci.said if line.startswith("option")]
    assert uci.said[0].startswith("id name Plywise ")
    for name in ("Hash", "Threads", "MultiPV", "Ponder", "UCI_LimitStrength", "UCI_Elo", "Clear Hash", "Move Overhead"):
        assert any(line.startswith(f"option name {name} type ") for line in offered), name
    assert any(line.startswith("option name houses type string default 6") for line in offered)


def test_no_more_threads_can_be_asked_for_than_the_machine_has_a_use_for(uci):
    uci.ask("uci", answer="uciok")
    most = 4 * count_cores()
    assert f"option name Threads type spin default 1 min 1 max {most}" in uci.said
    uci.ask(f"setoption name Threads value {most + 1}", "isready", answer="readyok")
    assert any(f"option Threads is 1 to {most}, not {most + 1}" in line for line in uci.said)


@pytest.mark.parametrize(
    ("bad", "named"),
    [
        ("position startpos moves 1 6 z", "'z'"),
        ("position startpos moves 1 1 1 1 1 1 1", "move "),
        ("position fen what is this", "what"),
        ("position", "expected position startpos"),
        ("position fen", "expected position startpos"),
        ("setoption name Hash value none", "whole number"),
        ("setoption name Hash value 0", "1 to "),
        ("setoption name Hash value 99999999", "1 to "),
        ("setoption name Nothing value 1", "there are Hash, "),
        ("setoption", "setoption name NAME"),
        ("setoption name houses value 99", "houses"),
        ("setoption name Ponder value maybe", "true or false"),
        ("xyzzy", "xyzzy"),
    ],
)
def test_what_is_wrong_is_said_in_a_line_and_changes_nothing(uci, bad, named):
    uci.ask("position startpos moves 1", "go depth 3", answer="bestmove")
    before = uci.server.line.words
    said = uci.ask(bad, answer="info string")
    assert named in said
    assert "\n" not in said
    assert uci.server.line.words == before
    uci.send("ucinewgame")
    assert best(uci.ask("go depth 3", answer="bestmove")) not in ("0000", "(none)")


@pytest.mark.parametrize(
    "bad", ["position startpos moves 1 6 z", "position fen rnbq w", "position", "position fen", "position moves 1"]
)
@pytest.mark.parametrize("mend", ["position startpos moves 1", "ucinewgame"])
def test_after_a_refused_position_no_move_is_answered_until_there_is_another(uci, bad, mend):
    uci.send("position startpos moves 1 6", bad)
    for go in ("go depth 3", "go nodes 100", "go movetime 10 searchmoves 1"):
        assert best(uci.ask(go, answer="bestmove")) == "0000"
    assert uci.count("info string the last position was refused") == 3
    for asked in ("d", "eval", "go perft 2"):
        assert "refused" in uci.ask(asked, answer=f"info string {asked.split()[0]}")
    assert best(uci.ask(mend, "go depth 2", answer="bestmove")) not in ("0000", "(none)")


def test_a_parameter_under_which_the_position_is_none_leaves_no_position(uci):
    uci.send("position startpos moves 6", "setoption name houses value 3")
    assert best(uci.ask("go depth 2", answer="bestmove")) == "0000"


@pytest.mark.parametrize("line", ["joho isready", "  JOHO  moho\tIsReady  ", "\ufeffisready\r\n"])
def test_unknown_words_before_a_command_are_skipped(uci, line):
    assert uci.ask(line, answer="readyok") == "readyok"


def test_options_are_set_however_they_are_spelled(uci):
    uci.send(
        "setoption  NAME   hash  VALUE   32 ", "setoption name ponder value TRUE", "setoption name HOUSES value 5\r"
    )
    uci.ask("isready", answer="readyok")
    assert uci.count("info string") == 0
    assert uci.server.options.values["Hash"] == "32"
    assert uci.server.game.houses == 5


def test_a_move_that_is_not_legal_is_passed_over_among_those_to_search(uci):
    assert best(uci.ask("go depth 3 searchmoves 2 zz", answer="bestmove")) == "2"
    assert "'zz'" in uci.wait_for("info string searchmoves")


def test_garbage_is_survived(uci):
    source = random.Random(3)
    known = ["go", "position", "setoption", "stop", "fen", "moves", "name", "value", "startpos", "depth", "-1", "1e9"]
    for _ in range(2000):
        if source.random() < 0.5:
            line = bytes(source.randrange(256) for _ in range(source.randrange(60))).decode("latin-1")
        else:
            line = " ".join(source.choices(known, k=source.randrange(6)))
        uci.send(line.replace("\n", " "))
    uci.ask("stop", "isready", answer="readyok")
    uci.send("ucinewgame", "position startpos")
    uci.ask("go depth 2", answer="bestmove ")
    assert all(line.split()[0] in ("info", "bestmove", "readyok", "id", "option", "uciok") for line in uci.said)
    assert all("\n" not in line for line in uci.said)


# --- what it tells ---------------------------------------------------------------------------------------------------


def test_lines_are_told_in_their_order_and_are_legal(uci):
    uci.ask("setoption name MultiPV value 3", "go depth 6", answer="bestmove")
    told = [line for line in uci.said if line.startswith("info depth 6 ")]
    assert [words_after(line, "multipv")[0] for line in told] == ["1", "2", "3"]
    scores = [int(words_after(line, "cp")[0]) for line in told]
    assert scores == sorted(scores, reverse=True)
    for line in told:
        state = GAME.initial()
        for word in words_after(line, "pv"):
            action = GAME.parse_action(state, word)
            assert action in list(GAME.actions(state))
            state = GAME.result(state, action)
    assert best(uci.said[-1]) == words_after(told[0], "pv")[0]


def test_where_the_game_is_over_there_is_no_move(uci):
    assert uci.ask(f"position {OVER}", "go depth 3", answer="bestmove") == "bestmove (none)"


def test_less_strength_is_less_skill(uci):
    position = "moves 1 2 6"
    uci.send("setoption name UCI_LimitStrength value true", f"setoption name UCI_Elo value {least_elo()}")
    played = []
    for game in range(3):
        state = GAME.initial()
        for word in position.split()[1:]:
            state = GAME.result(state, GAME.parse_action(state, word))
        answer = uci.ask(f"position startpos {position}", "go movetime 60000", answer="bestmove")
        skilled = EnginePlayer(skill=0, seed=game)
        past = [GAME.initial()]
        assert best(answer) == GAME.format_action(state, skilled.think(GAME, state, past=past).best)
        nodes = [int(words_after(line, "nodes")[0]) for line in uci.said if line.startswith("info depth")]
        assert max(nodes) <= NODES_FOR_THE_LEAST
        played.append(answer)
        uci.send("ucinewgame")


def test_of_all_strength_nothing_is_overlooked_again(uci):
    uci.send("setoption name UCI_LimitStrength value true", f"setoption name UCI_Elo value {least_elo()}")
    uci.ask("go movetime 60000", answer="bestmove")
    uci.send("setoption name UCI_LimitStrength value false")
    uci.ask("go nodes 5000", answer="bestmove")
    nodes = [int(words_after(line, "nodes")[0]) for line in uci.said if line.startswith("info depth")]
    assert nodes[-1] > 4000


def test_a_parameter_makes_another_game(uci):
    uci.send("setoption name houses value 3")
    assert "from 1 to 3" in uci.ask("position startpos moves 6", answer="info string position")


def test_whoever_asked_is_told_that_it_is_ready_before_it_ends_though_the_search_was_quicker(monkeypatch):
    began = uci_server._prepared

    def late(player):
        time.sleep(0.3)
        began(player)

    monkeypatch.setattr(uci_server, "_prepared", late)
    said = []
    UciServer(TEXT, GAME, said.append).serve(["isready", "position startpos", "go nodes 200", "quit"])
    assert "readyok" in said
    assert sum(line.startswith("bestmove ") for line in said) == 1


# --- what is not compiled, or not yet --------------------------------------------------------------------------------


class Refused(pw.Game):
    """Take one, two or three of what is left; whoever takes the last one wins. Its utility cannot be compiled."""

    class State(NamedTuple):
        left: int
        side: int

    def initial(self):
        return self.State(9, 1)

    def player(self, state):
        return state.side

    def actions(self, state):
        return range(1, min(3, state.left) + 1)

    def result(self, state, action):
        return self.State(state.left - action, -state.side)

    def terminal(self, state):
        return state.left == 0

    def utility(self, state):
        return eval("-1") * state.side


@pytest.fixture
def refused():
    dialogue = Dialogue(lambda write: UciServer("refused", Refused(), write))
    yield dialogue
    dialogue.end()


@pytest.mark.parametrize("only", [["2"], ["3"], ["2", "3"]])
def test_the_reference_searches_only_the_moves_it_may(refused, only):
    said = refused.ask(f"go depth 9 searchmoves {' '.join(only)}", answer="bestmove")
    assert best(said) in only
    assert refused.wait_for("info depth").split()[-1] == best(said)


def test_the_reference_tells_what_it_found(refused):
    assert best(refused.ask("go depth 9", answer="bestmove")) == "1"
    assert "score cp 100 " in refused.wait_for("info depth")


@pytest.fixture
def never_ready(monkeypatch):
    """A server whose search takes longer to compile than anybody waits."""
    done = threading.Event()
    monkeypatch.setattr(uci_server, "_prepared", lambda player: done.wait(SECONDS))
    dialogue = Dialogue(lambda write: UciServer(TEXT, GAME, write))
    yield dialogue
    done.set()
    dialogue.end()


def test_stop_is_obeyed_while_the_search_is_compiled(never_ready):
    never_ready.send("go infinite")
    time.sleep(0.1)
    assert seconds_of(lambda: never_ready.ask("stop", answer="bestmove")) < SECONDS / 2


def test_time_is_kept_while_the_search_is_compiled(never_ready):
    seconds = seconds_of(lambda: never_ready.ask("go movetime 1000", answer="bestmove"))
    assert 0.3 < seconds < SECONDS / 2
    assert "depth" in never_ready.wait_for("info depth")  # the reference has searched meanwhile


def test_a_client_without_a_clock_is_answered_while_the_search_is_compiled(never_ready, monkeypatch):
    monkeypatch.setattr(uci_search, "LOADING_SECONDS", 0.1)
    monkeypatch.setattr(uci_search, "ANSWER_SECONDS", 0.4)
    assert seconds_of(lambda: never_ready.ask("isready", answer="readyok")) < SECONDS / 2
    seconds = seconds_of(lambda: never_ready.ask("go nodes 100000000", answer="bestmove"))
    assert 0.3 < seconds < SECONDS / 2
    assert "depth" in never_ready.wait_for("info depth")


def test_the_engine_takes_over_as_soon_as_it_is_compiled(monkeypatch):
    done = threading.Event()
    monkeypatch.setattr(uci_server, "_prepared", lambda player: done.wait(SECONDS))
    monkeypatch.setattr(uci_search, "LOADING_SECONDS", 0.1)
    dialogue = Dialogue(lambda write: UciServer(TEXT, GAME, write))
    dialogue.send("go infinite")
    time.sleep(0.4)
    done.set()
    assert dialogue.wait_for("info depth 1 seldepth")  # which only the compiled search tells
    dialogue.ask("stop", answer="bestmove")
    dialogue.end()


def test_commands_are_heard_while_the_search_is_compiled(never_ready):
    never_ready.send("go infinite", "setoption name houses value 5")
    never_ready.wait_for("bestmove")


def test_the_position_stays_where_a_parameter_changes(uci):
    uci.send("position startpos moves 1 6", "setoption name houses value 6", "setoption name seeds value 3")
    uci.send("position startpos moves 2")
    uci.ask("setoption name seeds value 4", "go depth 2", answer="bestmove")
    assert uci.count("info string") == 0
    server = uci.server
    assert server.line.words == ["2"]
    assert server.game.seeds == 4


def test_a_position_that_a_parameter_makes_impossible_is_given_up_in_words(uci):
    uci.send("position startpos moves 6")
    assert "not fit" in uci.ask("setoption name houses value 3", answer="info string the position")


def test_whoever_asks_whether_it_is_ready_is_answered_though_input_ends():
    said = []
    UciServer(TEXT, GAME, said.append).serve(["uci", "isready"])
    assert said[-1] == "readyok"
