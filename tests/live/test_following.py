"""A certificate's tree as pages are told of it, against the rules of the game and nothing else."""

import threading
from dataclasses import replace

import pytest

import plywise as pw
from plywise.certificates.plan import Making
from plywise.errors import InputError
from plywise.game import MAX, MIN, player_word
from plywise.live.tasks import TASKS
from plywise.live.warm_games import WarmGames
from plywise.live.work import Work
from tests.helpers.certificates import made, with_body

TICTACTOE = pw.make("tictactoe")


class Reader:
    """A worker's certificate."""

    def __init__(self, path, game=None):
        self.games, self.asked, self.heard = WarmGames(), {"path": str(path), "game": game}, []

    def do(self, task, **more):
        return TASKS[task](Work(self.games, self.asked | more, self.heard.append, threading.Event()))

    def follow(self, *line):
        return self.do("follow", line=list(line))


def reader_of(folder, certificate):
    (folder / "one.cert").write_bytes(certificate.to_bytes())
    return Reader(folder / "one.cert")


@pytest.fixture(scope="module")
def draw(tmp_path_factory):
    return reader_of(tmp_path_factory.mktemp("draw"), made(TICTACTOE, MIN, "draw", position="." * 9))


def words_of(game, state):
    return {game.format_action(state, action): action for action in game.actions(state)}


def walk(reader, game, side, suffices):
    """Follow every branch, and hold all that is told against the rules; return how the branches end."""
    ends, waiting, met = set(), [((), game.initial())], set()
    while waiting:
        line, state = waiting.pop()
        if state in met:
            continue
        met.add(state)
        found = reader.follow(*line)
        assert found["board"]["position"] == game.format_state(state)
        assert [move["word"] for move in found["line"]] == list(line)
        legal = words_of(game, state)
        first = [branch["moves"][0]["word"] for branch in found["branches"]]
        assert sorted(first) == sorted(each["word"] for each in found["board"]["legal"])
        assert first == list(legal) if game.player(state) != side else len(first) == 1
        for branch in found["branches"]:
            after, by = state, None
            for move in branch["moves"]:
                assert move["by"] == player_word(game.player(after))
                assert ("why" in move) == (game.player(after) == side)
                after = game.result(after, words_of(game, after)[move["word"]])
            if branch["ends"] is None:
                assert not game.terminal(after)
                assert game.player(after) != side
                waiting.append(((*line, *(move["word"] for move in branch["moves"])), after))
            else:
                assert game.terminal(after)
                assert suffices(game.utility(after)), branch
                by = branch["moves"][-1]["by"]
                assert (branch["ends"]["reason"] == "win in one") == (by == player_word(side))
                ends.add(branch["ends"]["text"])
    return ends


def test_every_branch_has_all_replies_and_ends_with_the_goal_in_words(draw):
    ends = walk(draw, TICTACTOE, MIN, lambda value: value <= 0)
    assert "The game is over: a draw, the board is full, which is the goal" in ends
    assert {end for end in ends if end.startswith("O ")} <= {f"O wins at once by {cell}" for cell in range(9)}
    assert draw.do("read")["checked"]
    assert [news["what"] for news in draw.heard] == ["reading"]


def test_only_moves_are_those_that_do_not_lose_at_once(draw):
    found = draw.follow("0", "4", "1")
    assert found["step"] == {
        "reason": "only move", "text": "O plays 2: the only move that does not lose at once", "is_leaf": False
    }  # fmt: skip
    for branch in draw.follow("0", "4")["branches"]:
        state = TICTACTOE.parse_state("X...O....")
        state = TICTACTOE.result(state, words_of(TICTACTOE, state)[branch["moves"][0]["word"]])
        keeping = [action for action in TICTACTOE.actions(state) if not threatens(TICTACTOE.result(state, action))]
        reason = branch["moves"][1]["reason"]
        assert (reason == "only move") == (len(keeping) == 1)


def threatens(state):
    """Return whether X wins with the next move."""
    after = (TICTACTOE.result(state, action) for action in TICTACTOE.actions(state))
    return any(TICTACTOE.terminal(child) and TICTACTOE.utility(child) > 0 for child in after)


def test_branches_to_the_same_position_share_a_place(draw):
    places = [branch["place"] for branch in draw.follow()["branches"]]
    assert places[0] == places[2] == places[6] == places[8]  # corners
    assert places[1] == places[3] == places[5] == places[7]
    assert len(set(places)) == 3


def test_a_line_that_is_not_the_certificates_is_one_line(draw):
    with pytest.raises(InputError, match=r"^move 2: the certificate plays 4, not 8$"):
        draw.follow("0", "8")
    with pytest.raises(InputError, match=r"^move 1: [ -~]*$"):
        draw.follow("\x1b[2J")


def test_a_win_in_one_is_a_leaf_that_can_be_played(tmp_path):
    start = TICTACTOE.parse_state("XX.OO....")
    reader = reader_of(tmp_path, made(TICTACTOE, MAX, "win", position="XX.OO....", start=start))
    found = reader.follow()
    assert found["step"] == {"reason": "win in one", "text": "X wins at once by 2", "is_leaf": True}
    assert [each["word"] for each in found["board"]["legal"]] == ["2"]
    assert [branch["ends"]["text"] for branch in found["branches"]] == ["X wins at once by 2"]
    over = reader.follow("2")
    assert over["step"]["text"] == "The game is over: X wins"
    assert over["board"]["legal"] == over["branches"] == []


def test_what_proves_nothing_is_refused_with_its_reason(tmp_path):
    certificate = made(TICTACTOE, MIN, "draw", position="." * 9)
    body = bytearray(certificate.body)
    body[0] = (body[0] + 1) % 9
    (tmp_path / "one.cert").write_bytes(with_body(certificate, body))
    found = Reader(tmp_path / "one.cert").do("read")
    assert set(found) == {"refused"}
    assert found["refused"]
    assert "\n" not in found["refused"]


def test_moves_in_the_header_come_before_the_line(tmp_path):
    start = TICTACTOE.parse_state(".O..X....")
    found = made(TICTACTOE, MAX, "win", position="." * 9, start=start)
    reader = reader_of(tmp_path, replace(found, claim=found.claim._replace(moves="4 1")))
    told = reader.follow()
    assert told["board"]["position"] == ".O..X...."
    assert told["line"] == []
    word = told["branches"][0]["moves"][0]["word"]
    assert [move["word"] for move in reader.follow(word)["line"]] == [word]


@pytest.mark.slow
def test_a_bound_that_is_trusted_ends_a_branch(tmp_path, monkeypatch):
    monkeypatch.setattr(Making, "compiled", lambda making: None)  # it is read in plain Python
    game = pw.make("connect4", width=4, height=4)
    reader = reader_of(tmp_path, made(game, MIN, "draw", position="empty", trusts=True))
    ends, waiting = [], [[]]
    while waiting:
        line = waiting.pop()
        for branch in reader.follow(*line)["branches"]:
            words = [*line, *(move["word"] for move in branch["moves"])]
            if branch["ends"] is None:
                waiting.append(words)
            else:
                ends.append((words, branch["ends"]))
    bounded = [words for words, end in ends if end["reason"] == "known bound"]
    assert bounded
    found = reader.follow(*bounded[0])
    assert found["step"]["text"] == "Red gets at least a draw: proved by the game's bounds, which are trusted"
    assert found["board"]["legal"] == found["branches"] == []
    for words in bounded:
        state = game.initial()
        for word in words:
            state = game.result(state, game.parse_action(state, word))
        assert not game.terminal(state)
        assert pw.solve(game, state).value <= 0
