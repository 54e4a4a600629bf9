"""What happens when something ends: a worker, the server, or the one who started it."""

import os
import random
import signal
import socket
import subprocess
import time
from contextlib import suppress

import psutil
import pytest
from websockets.exceptions import ConnectionClosed

from tests.helpers.page_server import PATIENCE, PageServer
from tests.helpers.program import PROGRAM

SLOW = """
import plywise as pw

class Endless(pw.Game):
    compiles = False
    grid = False
    def initial(self): return (0, 1)
    def player(self, state): return state[1]
    def actions(self, state): return (1, 2, 3)
    def result(self, state, action): return (state[0] * 3 + action, -state[1])
    def terminal(self, state): return state[0] > 3 ** 40
    def utility(self, state): return state[1]
    def format_state(self, state): return f"{state[0]} {state[1]}"
    def parse_state(self, text): return tuple(map(int, text.split()))

class Stubborn(Endless):
    def actions(self, state):
        import sys
        while state[0] and "plywise.live.worker" in sys.modules: pass
        return (1, 2, 3)
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    file = tmp_path_factory.mktemp("own") / "slow.py"
    file.write_text(SLOW)
    with PageServer(f"{file}:Endless", f"{file}:Stubborn", "--workers", 1) as server:
        yield server
    assert "Traceback" not in server.errors


def workers_of(server):
    return psutil.Process(server.process.pid).children()


def think(page, game="Endless", who="engine:time=50"):
    """Let a player think about a move; return when it does."""
    page.begin(game, max="human", min=who)
    assert page.ask("play", move="1", ply=0)["ok"]
    page.until(lambda event: event.get("what") == "searching")


@pytest.mark.slow
def test_a_worker_that_dies_mid_search_is_replaced_and_the_move_asked_once_more(server):
    with server.page("worker-dies") as page:
        think(page, who="engine:time=1")
        (worker,) = workers_of(server)
        os.kill(worker.pid, signal.SIGKILL)
        failure = page.until(lambda event: event.get("event") == "failure")
        assert failure["text"] == "the process that searched was killed by SIGKILL; retrying"
        assert page.board_at(2)["moves"][1]["by"] == "MIN"
        assert [each.pid for each in workers_of(server)] != [worker.pid]


@pytest.mark.slow
def test_who_dies_twice_is_not_asked_a_third_time(server):
    with server.page("dies-twice") as page:
        think(page)
        for last in ("retrying", "twice"):
            os.kill(workers_of(server)[0].pid, signal.SIGKILL)
            assert last in page.until(lambda event: event.get("event") == "failure")["text"]
            if last == "retrying":
                page.until(lambda event: event.get("what") == "searching")
        assert page.ask("players", min="random")["ok"]
        assert page.board_at(2)


@pytest.mark.slow
def test_what_is_told_to_stop_stops_and_what_does_not_is_ended(server):
    with server.page("stops-soon") as page:
        think(page)
        (before,) = workers_of(server)
        assert page.ask("stop")["ok"]
        page.until(lambda event: event.get("event") == "idle")
        page.ask("players", min="random")
        page.board_at(2)
        assert workers_of(server) == [before]
        think(page, "Stubborn")
        page.ask("stop")
        page.ask("players", min="random")
        page.until(lambda event: event.get("what") == "searching")  # by another worker
        assert workers_of(server) != [before]
        page.ask("stop")


def test_a_player_can_be_told_to_move_now(server):
    with server.page("moves-now") as page:
        think(page)
        page.until(lambda event: event.get("depth"))
        assert page.ask("go")["ok"]
        assert page.board_at(2)["moves"][1]["word"] in {"1", "2", "3"}


def test_a_page_that_goes_takes_its_search_with_it(server):
    with server.page("goes-away") as page:
        think(page)
    with server.page("others-move") as page:
        page.begin("tictactoe", max="random", min="human")
        page.board_at(1)


@pytest.mark.slow
def test_nobody_waits_for_one_who_searches_much(server):
    with server.page("searches-much") as busy, server.page("wants-a-move") as other:
        busy.begin("Endless", max="human", min="human")
        assert busy.ask("analyse", on=True)["ok"]
        busy.until(lambda event: event.get("event") == "analysis")
        began = time.monotonic()
        other.begin("tictactoe", max="human", min="random")
        other.ask("play", move="4", ply=0)
        other.board_at(2)
        assert time.monotonic() - began < 10
        assert busy.until(lambda event: event.get("event") == "analysis")["final"] is False
        numbers = [busy.send("hint") for _ in range(12)]
        refused = [answer for number in numbers if "error" in (answer := busy.answer_to(number))]
        assert refused


@pytest.mark.slow_with("15")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_server_ends_in_order_with_all_that_it_started(number):
    server = PageServer()
    with server.page("ends-well") as page:
        page.begin("tictactoe", max="random", min="human")
        page.board_at(1)
        children = psutil.Process(server.process.pid).children(recursive=True)
        assert children
        assert server.end(number) == 0
        with pytest.raises(ConnectionClosed):
            page.receive()
    assert server.errors == "serving the page until Ctrl-C\n"
    assert not psutil.wait_procs(children, timeout=30)[1]


@pytest.mark.slow
def test_a_killed_server_leaves_no_worker_behind():
    server = PageServer()
    with server.page("is-killed") as page:
        page.begin("tictactoe", max="random", min="human")
        page.board_at(1)
        children = psutil.Process(server.process.pid).children(recursive=True)
        server.end(signal.SIGKILL)
    assert not psutil.wait_procs(children, timeout=30)[1]


def run(*words):
    """Run a server that cannot serve; return what came of it."""
    command = [PROGRAM, "serve", "--no-browser", *map(str, words)]
    return subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)


def test_an_address_in_use_is_said_in_one_line():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run("--port", port)
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.decode() == f"plywise: port {port} of 127.0.0.1: Address already in use\n"


@pytest.mark.parametrize(
    "words",
    [["nowhere.py:X"], ["--port", "70000"], ["--host", "no.such.host.invalid"], ["--workers", "0"],
     ["connect4:width=99"], ["--store", "/proc/nowhere/x"]],
)  # fmt: skip
def test_what_cannot_be_served_is_said_in_one_line(words):
    done = run("--port", 0, *words)
    assert done.returncode == 2
    said = done.stderr.decode()
    assert "Traceback" not in said
    assert len(said.splitlines()) == 1 or said.startswith("Usage")


# --- the server is killed at any instant ------------------------------------------------------------------------------


def play_until_killed(page, source, moves):
    """Play on; note the moves of which the page has seen in the end that they are played."""
    with suppress(ConnectionClosed, TimeoutError):
        while True:
            board = page.board
            if board["over"]:
                page.begin(board["game"], max="human", min="random")
            elif board["turn"] == "MAX":
                page.ask("play", move=source.choice(board["legal"])["word"], ply=board["ply"])
            else:
                page.receive(PATIENCE)
    moves[:] = [move["word"] for move in page.board["moves"]]


@pytest.mark.fast_with("5")
@pytest.mark.parametrize("times", [5, 100])
def test_nothing_but_the_move_in_flight_is_lost_when_the_server_is_killed(tmp_path, times):
    import threading

    source, game_id, seen = random.Random(times), None, []
    for _ in range(times):
        server = PageServer("--workers", 1, store=tmp_path / "games.sqlite3")
        with server.page("resumes-1") as page:
            if game_id is None:
                page.begin("connect4:width=5,height=4", max="human", min="random")
            else:
                assert page.ask("open", game_id=game_id)["ok"]
                words = [move["word"] for move in page.board["moves"]]
                assert words[: len(seen)] == seen
                assert len(words) <= len(seen) + 2
            threading.Timer(source.uniform(0.0, 0.8), server.process.kill).start()
            play_until_killed(page, source, seen)
            game_id = page.board["game_id"]
        server.end()
        assert "Traceback" not in server.errors
