"""What a page asks for after a game, through a real server: reviews, puzzles and their answers, going back."""

import json
import sqlite3
from contextlib import closing

import pytest

from plywise.games import make
from plywise.solvers.solver import Solver
from plywise.web.puzzle_book import PUBLIC, PuzzleBook
from tests.helpers.page_server import PageServer

PEOPLE = {"max": "human", "min": "human"}
LOST_WIN = ("XX.OO....", "65")  # X can win at once with 2, and plays 6; O wins with 5


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    return tmp_path_factory.mktemp("store") / "games.sqlite3"


@pytest.fixture(scope="module")
def server(store):
    with PageServer("--workers", 2, store=store) as server:
        yield server
    assert server.errors == "serving the page until Ctrl-C\n"


@pytest.fixture
def page(server, request):
    with server.page(f"of-{abs(hash(request.node.name))}") as page:
        yield page


def play(page, start, words):
    page.begin("tictactoe", position=start, **PEOPLE)
    for ply, word in enumerate(words):
        assert page.ask("play", move=word, ply=ply)["ok"]


def reviewed_with_proofs(page, max_player, min_player):
    """Return a review whose moves are all proved: on a busy machine, the time for a move may pass before."""
    for _ in range(5):
        play(page, *LOST_WIN)
        page.ask("players", max=max_player, min=min_player)
        found = page.ask("review")
        if all(move["proved"] for move in found["moves"]):
            return found
    pytest.fail("five times a move of a game of two plies was not solved")


def test_a_review_says_what_each_move_was_worth(page):
    play(page, *LOST_WIN)
    found = page.ask("review")
    assert found["complete"]
    assert found["turning_points"] == [1]
    assert [(each["ply"], each["grade"], each["proved"]) for each in found["moves"]] == [
        (1, "blunder", True), (2, "best", True)
    ]  # fmt: skip
    assert found["moves"][0]["best"] == ["2"]
    assert [(each["ply"], each["text"], each["share"], each["distance"]) for each in found["values"]] == [
        (0, "win in 1", 1.0, 1), (1, "loss in 1", 0.0, 1), (2, "loss", 0.0, 0)
    ]  # fmt: skip
    told = [event for event in page.events if event.get("for") == "review"]
    assert [(each["done"], each["of"]) for each in told if each["what"] == "reviewing"] == [(1, 2), (2, 2)]


@pytest.mark.slow
def test_a_review_that_cannot_be_kept_is_shown_and_the_page_is_told_so(page, store):
    play(page, *LOST_WIN)
    with closing(sqlite3.connect(store, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        found = page.ask("review")
    assert found["complete"]
    assert len(found["puzzles"]) == 1
    said = [event["text"] for event in page.events if event.get("event") == "failure"]
    assert len(said) == 1
    assert said[0].startswith("the review was not saved: store ")
    assert "is locked by another process" in said[0]


def test_the_answers_of_puzzles_stay_with_the_server_until_they_are_tried(page):
    play(page, *LOST_WIN)
    told = page.ask("review")["puzzles"]
    assert [set(each) for each in told] == [{*PUBLIC, "solved"}]
    puzzle = page.ask("puzzle", puzzle_id=told[0]["puzzle_id"])
    assert puzzle["board"]["position"] == LOST_WIN[0]
    assert not {"best", "answer", "line", "refutations"} & puzzle.keys()


@pytest.mark.parametrize(
    ("players", "number"), [(("human", "random"), 1), (("random", "human"), 0), (("simple",) * 2, 1)]
)
def test_only_ones_own_mistakes_are_puzzles(page, players, number):
    found = reviewed_with_proofs(page, *players)
    assert len(found["puzzles"]) == number


def test_a_wrong_answer_is_refuted_and_a_right_one_is_kept(page, server):
    play(page, *LOST_WIN)
    name = page.ask("review")["puzzles"][0]["puzzle_id"]
    wrong = page.ask("try", puzzle_id=name, move="6")
    assert (wrong["right"], wrong["line"]) == (False, ["6", "5"])
    assert wrong["text"] == "After 6, X does not win."
    assert [board["position"] for board in wrong["boards"]] == ["XX.OO....", "XX.OO.X..", "XX.OOOX.."]
    assert not page.ask("review")["puzzles"][0]["solved"]
    right = page.ask("try", puzzle_id=name, move="2")
    assert (right["right"], right["line"]) == (True, ["2"])
    assert right["boards"][-1]["over"]["winner"] == "MAX"
    assert page.ask("review")["puzzles"][0]["solved"]
    page.ask("try", puzzle_id=name, move="6")
    with server.page("somebody-else") as other:
        play(other, *LOST_WIN)
        assert other.ask("review")["puzzles"][0]["solved"]  # once solved, it stays so


@pytest.mark.slow
def test_a_review_is_kept_and_made_anew_where_the_game_went_on_otherwise(store):
    with PageServer("--workers", 1, store=store) as server, server.page("before-the-end") as page:
        play(page, *LOST_WIN)
        first, game_id = page.ask("review"), page.board["game_id"]
    with PageServer("--workers", 1, store=store) as server, server.page("after-the-end") as page:
        page.ask("open", game_id=game_id)
        assert page.ask("review") == first
        assert not [event for event in page.events if event.get("for") == "review"]
        page.ask("back", ply=0)
        page.ask("play", move="2", ply=0)
        again = page.ask("review")
        assert (again["turning_points"], again["plies"]) == ([], 1)


def test_going_back_keeps_what_came_after_until_another_move_is_played(page):
    play(page, "", "048")
    assert page.ask("back", ply=1) == {"ok": True, "ply": 1}
    assert page.board["redo"] == ["4", "8"]
    assert page.ask("back", ply=2)["error"]
    assert page.ask("redo")["ok"]
    page.ask("resign", side="MAX")
    assert page.ask("back", ply=1)["ok"]
    assert page.ask("play", move="3", ply=1)["ok"]
    assert page.board["redo"] == []


def best_of(solver, state):
    """Return the words of the best moves, by the search in plain Python."""
    return solver.solve(state).to_dict()["best"]


@pytest.mark.slow
def test_every_puzzle_of_a_set_has_the_one_best_move_that_another_search_finds(page):
    found = page.ask("puzzles", game="tictactoe", number=3, easiest=1)["puzzles"]
    assert len(found) == 3
    game = make("tictactoe")
    solver = Solver(game, engine="reference")
    for puzzle in found:
        board = page.ask("puzzle", puzzle_id=puzzle["puzzle_id"])["board"]
        answers = [page.ask("try", puzzle_id=puzzle["puzzle_id"], move=each["word"]) for each in board["legal"]]
        assert [each["move"] for each in answers if each["right"]] == best_of(
            solver, game.parse_state(board["position"])
        )
        assert puzzle["difficulty"] >= 1
    again = page.ask("puzzles", game="tictactoe", number=3, easiest=1)["puzzles"]
    assert [{**each, "solved": True} for each in found] == again


def test_bad_wishes_have_one_line(page):
    assert page.ask("review")["error"] == "no game is open: start or open one"
    page.begin("tictactoe", **PEOPLE)
    assert page.ask("review")["error"] == "review: no moves have been played"
    assert page.ask("puzzles", game="no-game")["error"].startswith('no game "no-game"')
    assert "is easier than" in page.ask("puzzles", game="nim", easiest=5, hardest=3)["error"]
    missing = "this puzzle has expired: generate puzzles again"
    assert page.ask("puzzle", puzzle_id="0" * 20)["error"] == missing
    assert page.ask("try", puzzle_id="0" * 20, move="1")["error"] == missing
    board = page.ask("puzzles", game="tictactoe", number=1, easiest=1)["puzzles"][0]
    name = board["puzzle_id"]
    for move in ("x", "99", ""):
        assert "\n" not in page.ask("try", puzzle_id=name, move=move)["error"]


@pytest.mark.slow
def test_a_stopped_review_is_one_of_the_last_moves(page):
    page.begin("othello", max="random", min="random")
    page.until(lambda event: event.get("event") == "board" and event["over"], seconds=120)
    number = page.send("review")
    page.until(lambda event: event.get("what") == "reviewing" and event["done"] == 3, seconds=120)
    page.ask("stop")
    found = page.answer_to(number)
    assert not found["complete"]
    assert 3 <= len(found["moves"]) < found["plies"]
    assert found["moves"][-1]["ply"] == found["plies"]


@pytest.mark.slow
def test_what_takes_long_leaves_a_worker_for_moves(server):
    with server.page("long-job-1") as one, server.page("long-job-2") as other, server.page("quick-job") as quick:
        numbers = [page.send("puzzles", game="connect4", number=20, seed=seed) for page, seed in ((one, 5), (other, 6))]
        one.until(lambda event: event.get("what") == "puzzles", seconds=120)
        quick.begin("tictactoe", max="human", min="random")
        quick.ask("play", move="4", ply=0)
        quick.board_at(2)
        assert not [message for message in one.events if message.get("id") == numbers[0]]
        for page, number in zip((one, other), numbers, strict=True):
            page.ask("stop")
            assert page.until(lambda message, number=number: message.get("id") == number, seconds=60)


def test_the_book_forgets_the_oldest(monkeypatch):
    monkeypatch.setattr("plywise.web.puzzle_book.MAX_PUZZLES_KEPT", 2)
    book = PuzzleBook()
    book.keep({"puzzle_id": name} for name in "abac")
    assert [json.dumps(book.find(name)) for name in "ac"]
    with pytest.raises(ValueError, match="has expired"):
        book.find("b")
