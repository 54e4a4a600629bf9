"""The referee: games end as they should, whatever players do, and the record says how."""

import json
from collections.abc import Iterator

import numpy as np
import pytest

import plywise as pw
from plywise.play.clocks import TimeControl
from plywise.play.player import Player, PlayerFailure, Thought
from plywise.play.players import RandomPlayer, SimplePlayer
from plywise.play.record import GameRecord
from plywise.play.referee import play_game

GAME = pw.make("tictactoe")


class Scripted(Player):
    """Plays given moves; a move may be a function of the situation, which may raise."""

    def __init__(self, *moves):
        self.moves, self.begun, self.seen = moves, [], []

    def begin(self, game, start):
        self.begun.append(game.format_state(start))
        self.left = list(self.moves)

    def decide(self, situation):
        self.seen.append(situation)
        move = self.left.pop(0)
        return move(situation) if callable(move) else Thought(move)


def failing(error):
    """Return a move that raises an exception."""

    def fail(situation):
        raise error

    return fail


def scripted(first, second, **options):
    """Return the record of a game of tictactoe between two scripts."""
    return play_game(GAME, {pw.MAX: Scripted(*first), pw.MIN: Scripted(*second)}, **options)


def test_a_game_ends_by_the_rules():
    record = scripted([0, 1, 2], [3, 4], names={pw.MAX: "Ann"}, more={"round": 1})
    assert record.words == ["0", "3", "1", "4", "2"]
    assert (record.winner, record.utility, record.ended_by, record.detail) == ("MAX", 1, "rules", "")
    assert (record.max, record.min, record.more, record.control) == ("Ann", "Scripted", {"round": 1}, "")
    assert record.position == "XXXOO...." == GAME.format_state(record.replay(GAME)[-1])
    assert all(move.time is None and move.clock is None for move in record.moves)
    assert scripted([4, 3, 2, 1, 8], [0, 5, 6, 7]).winner == "draw"


@pytest.mark.parametrize("seed", range(5))
def test_games_are_the_same_again_and_are_read_back(seed):
    texts = [play_game(GAME, {pw.MAX: RandomPlayer(seed), pw.MIN: SimplePlayer()}).to_json() for _ in range(2)]
    assert texts[0] == texts[1]
    record = GameRecord.from_json(texts[0])
    assert record.to_json() == texts[0]
    last = record.replay(GAME)[-1]
    assert GAME.terminal(last)
    assert GAME.utility(last) == record.utility


def test_players_are_told_what_a_turn_is():
    first, second = Scripted(0, 2, 8), Scripted(1, 5)
    record = play_game(
        GAME, {pw.MAX: first, pw.MIN: second}, opening=["4", "3"], control=TimeControl(nodes=7), max_plies=7
    )
    assert first.begun == second.begun == ["........."]
    assert (record.opening, record.words) == (("4", "3"), ["4", "3", "0", "1", "2", "5", "8"])
    assert [situation.actions for situation in first.seen] == [(4, 3), (4, 3, 0, 1), (4, 3, 0, 1, 2, 5)]
    assert GAME.format_state(first.seen[0].state) == "...OX...."
    assert first.seen[0].allowance == (None, 7, None, None, 0.0, None, None)
    assert (record.winner, record.control) == ("MAX", "nodes=7")


def test_a_player_of_both_sides_begins_once():
    both = Scripted(0, 3, 1, 4, 2)
    assert play_game(GAME, {pw.MAX: both, pw.MIN: both}).winner == "MAX"
    assert both.begun == ["........."]


def test_a_game_that_is_over_asks_nobody():
    both = Scripted()
    record = play_game(GAME, {pw.MAX: both, pw.MIN: both}, start=GAME.parse_state("XXXOO...."))
    assert (record.moves, record.winner, record.ended_by, both.begun) == ((), "MAX", "rules", [])
    assert play_game(GAME, {pw.MAX: both, pw.MIN: both}, opening=["0", "3", "1", "4", "2"]).winner == "MAX"


# --- failures --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "ended_by", "detail"),
    [
        (failing(PlayerFailure("crash", "it left\nwith code 1")), "crash", "it left with code 1"),
        (failing(PlayerFailure("no answer", "for 3 s")), "no answer", "for 3 s"),
        (failing(PlayerFailure("garbage", "'???'")), "garbage", "'???'"),
        (failing(PlayerFailure("nonsense", "what")), "error", "nonsense: what"),
        (failing(ZeroDivisionError("by zero")), "error", "ZeroDivisionError: by zero"),
        (failing(SystemExit(3)), "error", "SystemExit: 3"),
        (failing(pw.InputError("one\ntwo")), "error", "InputError: one"),
        (lambda situation: 3, "error", "decide returned 3, not a Thought"),
        (lambda situation: Thought(None), "resigned", ""),
        (0, "illegal move", "0 at X........"),
        (99, "illegal move", "99 at X........"),
        ("4", "illegal move", "4 at X........"),
        (None, "resigned", ""),
        (np.array([1, 2]), "illegal move", "array([1,2]) at X........"),
        ([1], "illegal move", "[1] at X........"),
    ],
)  # fmt: skip
def test_a_player_that_fails_loses(move, ended_by, detail):
    record = scripted([0], [move])
    assert (record.winner, record.ended_by, record.detail, record.utility) == ("MAX", ended_by, detail, None)
    assert record.words == ["0"]
    assert GameRecord.from_json(record.to_json()) == record


def test_a_player_that_cannot_begin_loses():
    class Absent(Scripted):
        def begin(self, game, start):
            raise PlayerFailure("crash", "no such program")

    for side, winner in ((pw.MAX, "MIN"), (pw.MIN, "MAX")):
        record = play_game(GAME, {side: Absent(), -side: Scripted(0)})
        assert (record.winner, record.ended_by, record.detail) == (winner, "crash", "no such program")


def test_an_illegal_action_has_its_word_where_it_has_one():
    game = pw.make("connect4:width=4,height=4")
    record = play_game(game, {pw.MAX: RandomPlayer(1), pw.MIN: Scripted((1, 2))})
    assert record.ended_by == "illegal move"
    assert len(record.detail.splitlines()) == 1


def test_ctrl_c_passes():
    with pytest.raises(KeyboardInterrupt):
        scripted([failing(KeyboardInterrupt())], [])


def test_numbers_of_other_libraries_are_moves():
    assert scripted([np.int64(0), np.int8(1), 2.0], [3, np.int64(4)]).to_json() == scripted([0, 1, 2], [3, 4]).to_json()


# --- the rules at fault ----------------------------------------------------------------------------------------------


class Stones(pw.Game):
    """Take one or two of five stones; whoever takes the last wins."""

    def initial(self):
        return 5

    def player(self, state):
        return pw.MAX if state % 2 else pw.MIN

    def actions(self, state) -> Iterator[int]:
        yield from range(1, min(2, state) + 1)

    def result(self, state, action):
        return state - action

    def terminal(self, state):
        return state == 0

    def utility(self, state):
        return 1


class Failing(Stones):
    """Fails at three stones."""

    def actions(self, state):
        if state == 3:
            raise LookupError("three")
        yield from super().actions(state)


def test_rules_that_fail_are_no_player_s_failure():
    game = Failing()
    for first in (
        Scripted(2, 1),
        Scripted(lambda situation: Thought(pw.algorithms.minimax(game, situation.state).best)),
    ):
        with pytest.raises(pw.InputError, match=r"^Failing: LookupError: three$"):
            play_game(game, {pw.MAX: first, pw.MIN: Scripted()})
    with pytest.raises(pw.InputError, match="three"):
        play_game(game, {pw.MAX: RandomPlayer(1), pw.MIN: RandomPlayer(1)}, start=3)


def test_a_rule_that_a_player_called_by_itself_is_that_player_s_failure():
    record = play_game(Failing(), {pw.MAX: Scripted(lambda at: Thought(max(at.game.actions(3)))), pw.MIN: Scripted()})
    assert (record.ended_by, record.detail, record.winner) == ("error", "LookupError: three", "MIN")


def test_a_game_in_a_file_names_the_line(tmp_path):
    file = tmp_path / "odd.py"
    file.write_text(
        "import plywise as pw\nclass Odd(pw.Game):\n"
        "    def initial(self): return 3\n    def player(self, state): return 1\n"
        "    def actions(self, state): return [1]\n    def result(self, state, action): return 6 // (state - 1) - 3\n"
        "    def terminal(self, state): return state == 9\n    def utility(self, state): return 0\n"
    )
    game = pw.make(f"{file}:Odd")
    with pytest.raises(pw.InputError) as caught:
        play_game(game, {pw.MAX: RandomPlayer(), pw.MIN: RandomPlayer()}, start=1)
    assert str(caught.value).startswith("Odd: ")
    assert f"{file}:6: ZeroDivisionError" in str(caught.value)


@pytest.mark.parametrize("utility", [float("nan"), None, "1", float("inf")])
def test_a_utility_that_is_no_number_is_refused(utility):
    class Odd(Stones):
        def utility(self, state):
            return utility

    with pytest.raises(pw.InputError, match="utility returned"):
        play_game(Odd(), {pw.MAX: RandomPlayer(1), pw.MIN: RandomPlayer(2)})


def test_a_player_that_is_nobody_is_refused():
    class Third(Stones):
        def player(self, state):
            return 0

    with pytest.raises(pw.InputError, match="player returned 0 at 5"):
        play_game(Third(), {pw.MAX: RandomPlayer(1), pw.MIN: RandomPlayer(2)})


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"opening": ["4", "4"]}, "opening, move 2: '4' is not a legal action"),
        ({"opening": ["0", "3", "1", "4", "2", "5"]}, "opening, move 6: the game is over"),
        ({"start": "XX"}, "is a text, not a state"),
        ({"start": [1]}, "is not a state"),
        ({"max_plies": 0}, "max_plies=0 is not a positive whole number"),
        ({"max_plies": 1.5}, "max_plies=1.5"),
    ],
)
def test_what_no_game_can_be_played_with_is_refused(options, names):
    with pytest.raises(pw.InputError, match=names):
        scripted([], [], **options)
    with pytest.raises(pw.InputError, match="no player for MIN: None is not a player"):
        play_game(GAME, {pw.MAX: SimplePlayer()})


# --- time ------------------------------------------------------------------------------------------------------------


def timed(control, *seconds):
    """Return the record of a game in which each move takes given seconds."""
    readings = [0.0]
    for each in seconds:
        readings += [readings[-1] + each, readings[-1] + each]
    times = iter(readings)
    return scripted([0, 1, 2], [3, 4], control=control, now=lambda: next(times))


def test_clocks_are_kept_in_the_record():
    record = timed(TimeControl(base=10, increment=1), 1, 2, 3, 4, 5.00049)
    assert [move.time for move in record.moves] == [1, 2, 3, 4, 5]
    assert [move.clock for move in record.moves] == [10, 9, 8, 6, 4]
    assert (record.ended_by, record.control) == ("rules", "10+1")
    assert [move.time for move in timed(TimeControl(time=9), 1, 2, 3, 4, 5).moves] == [1, 2, 3, 4, 5]


def test_whoever_is_late_by_more_than_the_margin_loses_and_the_move_does_not_count():
    control = TimeControl(time=1, margin=0.25)
    assert timed(control, 1.25, 1, 1, 1, 1).ended_by == "rules"
    record = timed(control, 1, 1, 1, 1.5)
    assert (record.winner, record.ended_by, record.words) == ("MAX", "time", ["0", "3", "1"])
    assert record.detail == "1.500 s for a move, 0.500 s too late"
    assert record.utility is None


def test_a_player_is_told_the_clocks_and_not_the_margin():
    first = Scripted(0, 1, 2)
    times = iter([0.0, 1.0, 1.0, 2.5, 2.5, 2.5])
    control = TimeControl(base=1, increment=0.5, margin=2)
    with pytest.raises(StopIteration):
        play_game(GAME, {pw.MAX: first, pw.MIN: Scripted(3, 4)}, control=control, now=lambda: next(times))
    assert [situation.allowance.clocks for situation in first.seen[:2]] == [
        {pw.MAX: 1, pw.MIN: 1},
        {pw.MAX: 0.5, pw.MIN: 0},
    ]


# --- other ends ------------------------------------------------------------------------------------------------------


def test_a_game_that_is_too_long_is_a_draw():
    class Endless(Stones):
        def result(self, state, action):
            return state + 1

    record = play_game(Endless(), {pw.MAX: RandomPlayer(1), pw.MIN: RandomPlayer(2)}, max_plies=12)
    assert (record.winner, record.ended_by, record.utility, len(record.moves)) == ("draw", "length", None, 12)
    assert record.detail == "it was not over after 12 plies"


def test_an_adjudicator_is_asked_after_each_move_of_a_game_that_goes_on():
    asked = []

    def adjudicate(game, state, moves):
        asked.append((game.format_state(state), [move.word for move in moves]))
        return (-1, "proved", "solved") if len(moves) == 3 else None

    record = scripted([0, 1, 2], [3, 4], adjudicate=adjudicate)
    assert asked[0] == ("X........", ["0"])
    assert (record.winner, record.utility, record.ended_by, record.detail) == ("MIN", -1, "proved", "solved")
    assert len(record.moves) == len(asked) == 3
    asked.clear()
    assert scripted([0, 1, 2], [3, 4], adjudicate=lambda *of: asked.append(of)).ended_by == "rules"
    assert len(asked) == 4


def test_none_can_be_a_move():
    class Passing(Stones):
        """None passes."""

        def actions(self, state):
            return [None, 1]

        def result(self, state, action):
            return state - (action or 1)

    game = Passing()
    record = play_game(game, {pw.MAX: Scripted(None, None, 1), pw.MIN: Scripted(1, None)})
    assert record.ended_by == "rules"
    assert len(record.moves) == 5
    assert record.replay(game)[-1] == 0


def test_values_are_json_even_where_they_are_infinite():
    record = scripted([lambda at: Thought(0, value=float("inf"), depth=np.int64(3), nodes=7), None], [3])
    assert json.loads(record.to_json())["moves"][0] == {"word": "0", "value": "inf", "depth": 3, "nodes": 7}
