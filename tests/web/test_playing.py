"""Games on a page, played through a real server: every game, two people, engines alone, what else can be asked."""

import json
import random
import time
from html.parser import HTMLParser

import pytest

from plywise.games import REGISTRY, make
from plywise.play.game_files import parse_game
from plywise.web.security import PAGE_POLICY
from tests.helpers.page_server import PageServer
from tests.helpers.paths import ROOT

OWN = f"{ROOT / 'examples/subtraction.py'}:Subtraction:stones=12"
QUICK = {"max": "human", "min": "random"}
PEOPLE = {"max": "human", "min": "human"}


@pytest.fixture(scope="module")
def server():
    with PageServer(OWN, "--workers", 2) as server:
        yield server
    assert server.errors == "serving the page until Ctrl-C\n"


@pytest.fixture
def page(server, request):
    with server.page(f"of-{abs(hash(request.node.name))}") as page:
        yield page


def play_out(page, seed, most):
    """Play a game against the other player, at random, to its end, or so many plies; return the last board."""
    source = random.Random(seed)
    while not page.board["over"] and page.board["plies"] < most:
        board = page.board
        if board["players"][board["turn"]] == "human":
            answer = page.ask("play", move=source.choice(board["legal"])["word"], ply=board["ply"])
            assert answer == {"ok": True, "ply": board["ply"] + 1}
        else:
            page.until(lambda event, ply=board["plies"]: event.get("event") == "board" and event["plies"] > ply)
    return page.board


SMALL = ("tictactoe", "nim", "connect4:width=4,height=4", "breakthrough:rows=5,columns=4", "kalah:houses=3,seeds=2",
         "go:size=3", "othello:size=4", "mnk:m=4", "cube:size=2")  # fmt: skip


@pytest.mark.fast_with(*SMALL)
@pytest.mark.parametrize("name", [*SMALL, *REGISTRY], ids=[*SMALL, *(f"whole {name}" for name in REGISTRY)])
def test_a_whole_game_against_chance(page, name):
    page.begin(name, **QUICK)
    board = play_out(page, seed=name, most=600)
    assert board["over"], board["plies"]
    assert board["legal"] == []
    assert board["turn"] is None
    record = parse_game(page.ask("record", form="json")["text"])
    game = make(record.game)
    states = record.replay(game)
    assert game.format_state(states[-1]) == board["position"]
    assert [move["word"] for move in board["moves"]] == record.words
    assert board["over"]["winner"] == record.winner
    listed = page.ask("list")["games"]
    assert any(each["game_id"] == board["game_id"] and each["over"] for each in listed)


def test_a_users_own_game_is_there_when_it_was_named(page):
    name = page.ask("games")["games"][0]["name"]
    page.begin(name, **QUICK)
    assert play_out(page, seed=1, most=50)["over"]
    assert "error" in page.ask("new", game=OWN)


def test_two_people_at_one_board(server):
    with server.page("one-board-1") as first, server.page("one-board-1") as second:
        board = first.begin("tictactoe", **PEOPLE)
        assert second.board_at(0)["game_id"] == board["game_id"]
        for ply, word in enumerate("40826"):
            mover, other = (first, second) if ply % 2 == 0 else (second, first)
            assert mover.ask("play", move=word, ply=ply)["ok"]
            assert other.board_at(ply + 1)["moves"][-1]["word"] == word
        late = second.ask("play", move="1", ply=4)
        assert late["error"] == "play: the game is at ply 5, and the move was for ply 4"


def test_a_page_elsewhere_opens_the_same_game_and_both_see_what_happens(server):
    with server.page("first-page") as first, server.page("second-page") as second:
        board = first.begin("nim", **PEOPLE)
        assert second.ask("open", game_id=board["game_id"])["game_id"] == board["game_id"]
        second.board_at(0)
        assert second.ask("play", move="1-1", ply=0)["ok"]
        assert first.board_at(1)["position"] == second.board_at(1)["position"]
        second.begin("tictactoe", **PEOPLE)  # which leaves the first page's game alone
        assert first.ask("play", move="1-1", ply=1)["ok"]
        assert second.board["game"] == "tictactoe"
        assert first.board_at(2)["game"] == "nim"


@pytest.mark.slow
def test_players_against_one_another_without_anybody(page):
    page.begin("tictactoe", max="random", min="simple")
    assert page.until(lambda event: event.get("event") == "board" and event["over"])["plies"] >= 5


def test_undo_redo_resign_and_browsing(page):
    page.begin("tictactoe", **PEOPLE)
    for ply, word in enumerate("048"):
        page.ask("play", move=word, ply=ply)
    assert page.ask("undo") == {"ok": True, "ply": 2}
    assert page.board["redo"] == ["8"]
    assert page.ask("redo") == {"ok": True, "ply": 3}
    page.ask("undo")
    assert page.ask("play", move="1", ply=2)["ok"]
    assert page.board["redo"] == []
    assert page.ask("show", ply=1)["ok"]
    shown = page.until(lambda event: event.get("event") == "board" and (event["ply"], event["plies"]) == (1, 3))
    assert shown["position"] == "X........"
    assert page.ask("resign", side="MAX")["ok"]
    assert page.until(lambda event: event.get("event") == "board" and event["over"])["over"]["winner"] == "MIN"
    assert "game is over" in page.ask("play", move="2", ply=3)["error"]
    assert page.ask("undo")["ok"]
    assert page.ask("show", ply=99)["error"]


def test_undo_goes_back_to_the_persons_own_turn(page):
    page.begin("tictactoe", **QUICK)
    page.ask("play", move="4", ply=0)
    page.board_at(2)
    assert page.ask("undo") == {"ok": True, "ply": 0}


def test_nobody_moves_for_a_player(page):
    page.begin("tictactoe", max="engine:level=1", min="human")
    page.ask("stop")
    page.ask("undo")
    said = page.ask("play", move="0", ply=0).get("error", "played by engine:level=1")
    assert "played by engine:level=1" in said or "ply" in said


def test_positions_records_and_other_players(page):
    page.begin("tictactoe", **PEOPLE)
    assert page.ask("position", text="X...O....")["ok"]
    assert page.board["position"] == "X...O...."
    assert "error" in page.ask("position", text="XXXXXXXXX")
    assert page.ask("players", min="random")["ok"]
    page.ask("play", move="8", ply=0)
    page.board_at(2)
    text = page.ask("record", form="json")["text"]
    assert page.ask("record", form="pgn")["error"].startswith("games of tictactoe are saved only as JSON")
    assert page.ask("import", text=text)["ok"]
    assert page.board["plies"] == 2
    assert page.board["players"] == {"MAX": "human", "MIN": "random"}
    hostile = json.loads(text) | {"min": "uci:/bin/sh", "max": "function:/etc/passwd:x"}
    assert page.ask("import", text=json.dumps(hostile))["ok"]
    assert page.board["players"] == {"MAX": "human", "MIN": "human"}
    for bad in (json.loads(text) | {"game": "/tmp/x.py:X"}, json.loads(text) | {"game": "connect4:width=99"}):
        assert "error" in page.ask("import", text=json.dumps(bad))
    assert "error" in page.ask("import", text="1. e4 e9")


def test_moves_taken_back_count_among_the_plies_of_a_record(page):
    page.begin("nim", **PEOPLE)
    record = json.loads(page.ask("record", form="json")["text"])
    record["more"] = {"redo": ["1-1"] * 2_001}
    assert "at most 2,000 plies" in page.ask("import", text=json.dumps(record))["error"]


def test_moves_come_in_one_word(page):
    page.begin("othello", **PEOPLE)
    for name in ("import", "position"):
        assert page.ask(name, text="F5d6 c3")["ok"]
        assert [move["word"] for move in page.board["moves"]] == ["f5", "d6", "c3"]
    page.begin("connect4", position="4433", **PEOPLE)
    assert page.ask("import", text="4433")["ok"]
    assert [move["word"] for move in page.board["moves"]] == ["4", "4", "3", "3"]


def test_chess_comes_and_goes_as_pgn(page):
    page.begin("chess", **PEOPLE)
    for ply, word in enumerate(("e2e4", "e5", "Nf3")):
        assert page.ask("play", move=word, ply=ply)["ok"]
    text = page.ask("record", form="pgn")["text"]
    assert "1. e4 e5 2. Nf3" in text
    assert page.ask("import", text=text)["ok"]
    assert [move["word"] for move in page.board["moves"]] == ["e2e4", "e7e5", "g1f3"]


def test_clocks_run_down_and_the_time_is_up(page):
    board = page.begin("tictactoe", clock="60+0", **PEOPLE)
    assert board["clocks"] == {"MAX": 60, "MIN": 60, "running": "MAX"}
    time.sleep(0.02)
    page.ask("play", move="4", ply=0)
    assert page.board["clocks"]["running"] == "MIN"
    assert page.board["clocks"]["MAX"] < 60
    page.begin("tictactoe", clock="0.2+0", **PEOPLE)
    over = page.until(lambda event: event.get("event") == "board" and event["over"], 5)["over"]
    assert (over["winner"], over["ended_by"]) == ("MIN", "time")
    assert "error" in page.ask("new", game="nim", clock="nodes=5")


def test_a_game_is_gone_on_with_after_all_pages_have_gone(server):
    with server.page("reload-12") as page:
        board = page.begin("tictactoe", **PEOPLE)
        page.ask("play", move="4", ply=0)
    with server.page("reload-12") as page:
        assert page.board_at(1)["game_id"] == board["game_id"]


# --- what is found out ------------------------------------------------------------------------------------------------


def test_exact_values_lines_hints_and_reasons(page):
    page.begin("tictactoe", position="X...O....", **PEOPLE)
    assert page.ask("values")["ok"]
    values = page.until(lambda event: event.get("event") == "values" and event["final"])["values"]
    assert len(values) == 7
    assert {each["outcome"] for each in values.values()} == {"draw", "loss"} or values["8"]["outcome"] == "draw"
    assert all(each["proved"] for each in values.values())
    assert page.ask("analyse", on=True, lines=3)["ok"]
    lines = page.until(lambda event: event.get("event") == "analysis" and event["final"])["lines"]
    assert [line["text"] for line in lines] == ["draw"] * 3
    assert all(line["proved"] and len(line["cells"]) == 1 for line in lines)
    hint = page.ask("hint")
    assert values[hint["move"]]["outcome"] == "draw"
    assert hint["text"]
    assert page.ask("why", move="8")["sentences"]
    assert page.ask("why", move="0")["error"].startswith("'0' is not a legal action")
    page.begin("tictactoe", position="XX..OO...", **PEOPLE)
    threats = page.ask("threats")
    assert threats["sentences"]
    assert threats["moves"] == {"MAX": ["2"], "MIN": ["3"]}
    assert threats["cells"] == [[0, 2], [1, 0]]


def test_a_solved_line_goes_to_the_end_of_the_game(page):
    page.begin("tictactoe", position="XX..OO...", **PEOPLE)
    assert page.ask("analyse", on=True, lines=3)["ok"]
    lines = page.until(lambda event: event.get("event") == "analysis" and event["final"])["lines"]
    assert [line["text"] for line in lines] == ["win in 1", "win in 3", "loss in 2"]
    assert [len(line["pv"]) for line in lines] == [1, 3, 2]
    assert lines[2]["pv"][1] == "3"


class Scripts(HTMLParser):
    """Finds the attributes that run code, which a policy with hashes would not let run."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        self.found += [name for name, _ in attributes if name.startswith("on")]


def test_a_tree_has_a_policy_of_its_own(server, page):
    page.begin("tictactoe", position="XOXOXO...", **PEOPLE)
    url = page.ask("tree", depth=3)["url"]
    status, headers, text = server.get(url)
    policy = headers["content-security-policy"]
    assert status == 200
    assert text.startswith("<!DOCTYPE html>")
    assert "sandbox allow-scripts" in policy
    assert "script-src 'sha256-" in policy
    assert "default-src 'none'" in policy
    scripts = Scripts()
    scripts.feed(text)
    assert scripts.found == []
    assert server.get("/tree/nothing")[0] == 404
    assert server.get("/")[1]["content-security-policy"] == PAGE_POLICY


@pytest.mark.slow
def test_others_are_answered_while_one_compiles(server, tmp_path):
    fresh = PageServer("--workers", 1, PLYWISE_CACHE_DIR=str(tmp_path))
    with fresh, fresh.page("compiles-1") as busy, fresh.page("answers-1") as other:
        busy.begin("nim", max="human", min="engine:level=7")
        busy.ask("play", move="1-1", ply=0)
        assert busy.until(lambda event: event.get("event") == "thinking")["what"] == "compiling"
        waited, compiling = [], True
        while compiling:
            began = time.perf_counter()
            assert other.ask("list")["ok"]
            waited.append(time.perf_counter() - began)
            assert busy.ask("show", ply=0)["ok"]
            compiling = not any(each.get("what") == "searching" for each in busy.events)
            time.sleep(0.05)
        assert len(waited) > 3
        assert sorted(waited)[len(waited) // 2] < 0.1
        busy.board_at(2)
