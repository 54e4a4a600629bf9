"""Matches: counted right, the same whoever plays them, stopped by the test and never by a player that fails."""

import gc
import json
import sys
from collections import Counter
from functools import partial

import pytest

import plywise as pw
from plywise import MAX, MIN, InputError
from plywise.arena.match import match, plan_match, play_match
from plywise.arena.openings import Opening
from plywise.fleet.fleet import Done
from plywise.play.players import EnginePlayer, RandomPlayer
from tests.helpers.stones import STONES_FILE

TICTACTOE = pw.make("tictactoe")
SMALL = pw.make("connect4:width=4,height=4")
play = partial(match, TICTACTOE, workers=0)


def first_move(game, state):
    return next(iter(game.actions(state)))


def last_move(game, state):
    return list(game.actions(state))[-1]


def points(record, name):
    """Return what a player scores in a game, counted from the final position by the rules alone."""
    states = record.replay(TICTACTOE)
    assert TICTACTOE.terminal(states[-1])
    utility = TICTACTOE.utility(states[-1])
    side = MAX if record.max == name else MIN
    return (side * utility + 1) / 2


# --- counting --------------------------------------------------------------------------------------------------------


def test_everything_that_is_counted_follows_from_the_records():
    result = play(["random", "simple"], games=60, seed=4, adjudicate=["none"])
    names = ["random", "simple"]
    assert [len(result.records), result.games] == [60, 60]
    pairs = list(zip(result.records[::2], result.records[1::2], strict=True))
    sums = Counter()
    results = Counter()
    for one, other in pairs:
        assert one.opening == other.opening
        assert [one.max, one.min] == names == [other.min, other.max]
        scores = [points(one, "random"), points(other, "random")]
        sums[sum(scores)] += 1
        results.update(scores)
    first, second = result.players
    assert list(first.tally) == [results[1.0], results[0.5], results[0.0]]
    assert list(second.tally) == [results[0.0], results[0.5], results[1.0]]
    assert result.pentanomial == [sums[0.0], sums[0.5], sums[1.0], sums[1.5], sums[2.0]]
    assert first.elo == -second.elo < 0
    assert first.elo_error == second.elo_error > 0
    assert result.failures == []


def test_the_json_has_the_keys_that_are_promised_and_nothing_that_json_has_not():
    told = play(["engine:nodes=3000", "random"], games=4).to_dict()
    assert {
        "game", "games", "players", "pentanomial", "llr", "verdict", "failures", "seed", "time_s",
    } <= set(told)  # fmt: skip
    assert {"name", "wins", "draws", "losses", "score", "elo", "elo_error"} == set(told["players"][0])
    assert json.loads(json.dumps(told, allow_nan=False)) == told


def test_the_keys_of_the_json_are_attributes_too():
    result = play(["engine:nodes=3000", "random"], games=4)
    told = result.to_dict()
    for name in ("game", "games", "pentanomial", "llr", "verdict", "seed"):
        assert getattr(result, name) == told[name]
    for player, row in zip(result.players, told["players"], strict=True):
        for name in ("name", "wins", "draws", "losses", "score"):
            assert getattr(player, name) == row[name]


def test_a_match_that_was_stopped_before_its_first_game_is_told_too():
    class Stops:
        def choose(self, game, state):
            raise KeyboardInterrupt

    result = play([Stops(), "random"], games=4)
    assert (result.games, result.stopped_by) == (0, "interrupt")
    assert "interrupted" in str(result)
    assert json.dumps(result.to_dict(), allow_nan=False)


def test_a_player_who_wins_every_game_has_no_elo_but_a_likelihood():
    strong = Opening(None, ("0", "1"))
    result = play([first_of_winning, first_of_losing], games=4, openings=[strong])
    assert result.players[0].elo is None
    assert result.meetings[0].estimate.superiority > 0.9
    assert result.to_dict()["players"][0]["elo"] is None


def first_of_winning(game, state):
    found = pw.search(game, state, engine="reference")
    return found.best


def first_of_losing(game, state):
    return min(game.actions(state), key=lambda action: mine(game, state, action))


def mine(game, state, action):
    after = game.result(state, action)
    value = game.utility(after) if game.terminal(after) else pw.search(game, after, engine="reference").value
    return game.player(state) * value


# --- the same games --------------------------------------------------------------------------------------------------


def lines(result):
    return [record.to_json() for record in result.records]


def test_the_same_seed_plays_the_same_games_and_another_one_others():
    players = ["random", "engine:level=2", "engine:nodes=200"]
    first = lines(play(players, games=6, seed=3))
    assert lines(play(players, games=6, seed=3)) == first
    assert lines(play(players, games=6, seed=4)) != first


def test_more_games_begin_with_the_same():
    few, many = (lines(play(["random", "random"], games=games, seed=3)) for games in (6, 20))
    assert many[:6] == few


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_any_number_of_workers_plays_the_same_games(workers):
    ask = partial(match, SMALL, ["engine:nodes=120", "engine:level=1", "random"], games=8, seed=7)
    assert lines(ask(workers=workers)) == lines(ask(workers=0))


def test_players_that_draw_lots_draw_others_in_other_pairs():
    result = play(["random", "random"], games=40, openings=[Opening(None, ("4",))], seed=1)
    assert len({tuple(record.words) for record in result.records}) > 20


def test_a_journal_keeps_the_games_and_goes_on(tmp_path):
    journal = tmp_path / "match.journal"
    ask = partial(play, ["random", "simple"], seed=2, journal=journal)
    few = lines(ask(games=6))
    with pytest.raises(InputError, match="resume"):
        ask(games=12)
    many = lines(ask(games=12, resume=True))
    assert many[:6] == few
    assert many == lines(play(["random", "simple"], seed=2, games=12))
    with pytest.raises(InputError, match="seed"):
        play(["random", "simple"], seed=3, games=12, journal=journal, resume=True)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("self.State(self.stones, pw.MAX)", "self.State(9, pw.MAX)"),
        pytest.param("return -state.side", "return state.side", marks=pytest.mark.slow),
    ],
)
def test_a_journal_of_rules_that_have_changed_is_refused(tmp_path, old, new):
    file = tmp_path / "stones.py"
    for text, resume in ((STONES_FILE, False), (STONES_FILE, True), (STONES_FILE.replace(old, new), True)):
        file.write_text(text)
        ask = partial(match, pw.make(f"{file}:Stones"), ["random", "random"], games=2, workers=0, openings=["1"])
        if text == STONES_FILE:
            assert ask(journal=tmp_path / "journal", resume=resume).games == 2
        else:
            with pytest.raises(InputError, match="rules"):
                ask(journal=tmp_path / "journal", resume=resume)


# --- who stops -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_sequential_test_stops_early_both_ways():
    better = match(SMALL, ["engine:nodes=3000", "random"], games=400, sprt=(0, 100), workers=0)
    assert (better.verdict, better.stopped_by) == ("H1", "sprt")
    assert better.games < 100
    assert better.llr >= better.sprt.upper
    worse = match(SMALL, ["random", "engine:nodes=3000"], games=400, sprt=(0, 100), workers=0)
    assert worse.verdict == "H0"
    assert worse.llr <= worse.sprt.lower


def test_without_a_verdict_all_games_are_played():
    result = play(["random", "random"], games=10, sprt=(0, 5))
    assert (result.verdict, result.stopped_by, result.games) == (None, "games", 10)


def test_an_interrupted_match_says_what_it_has_found():
    def stop(table):
        if table.pairs == 3:
            raise KeyboardInterrupt

    result = play(["random", "random"], games=50, watcher=stop)
    assert (result.stopped_by, result.games) == ("interrupt", 6)


# --- many players ----------------------------------------------------------------------------------------------------


def test_a_round_robin_rates_everybody():
    result = match(TICTACTOE, ["random", "engine:nodes=3000", "simple"], games=20, workers=0, seed=2)
    assert result.games == 60
    elo = {each.name: each.elo for each in result.players}
    assert elo["engine:nodes=3000"] > elo["simple"] > elo["random"]
    assert sum(elo.values()) == pytest.approx(0, abs=1e-6)
    assert all(each.elo_error > 0 for each in result.players)


def test_a_gauntlet_lets_the_first_meet_each_of_the_others():
    result = play(["simple", "random", "random"], games=4, form="gauntlet")
    assert [(each.first, each.second) for each in result.meetings] == [("simple", "random"), ("simple", "random (2)")]
    assert sum(result.pentanomial) == 4


# --- players that fail -----------------------------------------------------------------------------------------------


def raise_at_once(game, state):
    raise ValueError("no idea")


def play_anywhere(game, state):
    return 99


def test_a_player_that_fails_loses_its_games_and_the_match_goes_on():
    result = play(["random", raise_at_once, play_anywhere], games=4)
    assert result.games == 12
    kinds = Counter((each.player, each.kind) for each in result.failures)
    assert kinds["raise_at_once", "error"] >= 4
    assert kinds["play_anywhere", "illegal move"] >= 4
    assert "no idea" in next(each.detail for each in result.failures if each.kind == "error")
    assert {each.game for each in result.failures} <= set(range(1, 13))


def test_rules_that_fail_in_one_pair_do_not_end_the_match():
    class Broken(type(TICTACTOE)):
        def utility(self, state):
            if self.format_state(state).startswith("XXX"):
                raise ValueError("broken rules")
            return super().utility(state)

    result = match(Broken(), ["random", "random"], games=60, workers=0, openings=["0 4"], adjudicate=["none"])
    assert 0 < result.games < 60
    assert len(result.failures) == 30 - result.games // 2
    assert all("broken rules" in each.detail for each in result.failures)


# --- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"games": 3}, "an even number"),
        ({"games": 0}, "an even number"),
        ({"games": -2}, "an even number"),
        ({"form": "swiss"}, "no form 'swiss'"),
        ({"sprt": (5, 0)}, "the lower one first"),
        ({"adjudicate": ["judge"]}, "no adjudication 'judge'"),
        ({"plies": 0}, "plies must be 1 or more"),
        ({"openings": -1}, "0 or more plies"),
        ({"openings": []}, "there are no openings"),
        ({"openings": ["0 0"]}, "opening 1: move 2: "),
        ({"openings": ["4", "0 3 1 4 2"]}, "opening 2: the game is over there"),
        ({"clock": "0+0"}, "clock"),
        ({"clock": "1+1", "time": 1}, "not both"),
        ({"nodes": 0}, "nodes"),
        ({"workers": -1}, "workers"),
        ({"on": "mars"}, "mars"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line(options, message):
    with pytest.raises(InputError) as refused:
        match(TICTACTOE, ["random", "random"], **options)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (["random"], "two players or more, not 1"),
        ([], "two players or more, not 0"),
        (["random", "nobody"], "no player 'nobody'"),
        (["random", "human"], "no human players"),
        (["random", 7], "7 is not a player"),
        (["random", "uci:no-such-program"], "no-such-program"),
    ],
)
def test_players_that_cannot_play_are_refused(players, message):
    with pytest.raises(InputError) as refused:
        plan_match(TICTACTOE, players)
    assert message in str(refused.value)


def test_a_test_of_more_than_two_is_refused():
    with pytest.raises(InputError, match="compares two players, not 3"):
        plan_match(TICTACTOE, ["random", "simple", "solver"], sprt=(0, 5))


def test_the_same_player_twice_has_two_names():
    plan = plan_match(TICTACTOE, ["random", "random", RandomPlayer(), EnginePlayer(nodes=5), first_move])
    names = [each.name for each in plan.entrants]
    assert names[:2] == ["random", "random (2)"]
    assert names[-1] == "first_move"
    assert len(set(names)) == 5


# --- after the last game ---------------------------------------------------------------------------------------------


class Closing(RandomPlayer):
    """Says in a file that it was closed: it is played by a copy."""

    file = None

    def for_game(self, number):
        return self

    def close(self):
        if self.file is not None:
            self.file.write_text("closed")


def test_players_are_closed_after_the_match(tmp_path):
    player = Closing(1)
    player.file = tmp_path / "closed"
    match(TICTACTOE, [player, "random"], games=4, workers=0)
    gc.collect()
    assert player.file.exists()


# --- what is sent to workers -----------------------------------------------------------------------------------------

OWN_FUNCTIONS = """
from functools import lru_cache


@lru_cache
def smallest(stones):
    return 1


def one(game, state):
    return smallest(state.stones)


def most(game, state):
    return max(game.actions(state))
"""


@pytest.mark.parametrize("on", ["local", pytest.param("ray", marks=pytest.mark.slow)])
def test_games_and_functions_in_files_of_ones_own_are_played_by_workers(tmp_path, on):
    file = tmp_path / "own_stones.py"
    file.write_text(STONES_FILE + OWN_FUNCTIONS)
    who = [f"function:{file}:one", f"function:{file}:most"]
    ask = partial(match, pw.make(f"{file}:Stones"), who, games=4, openings=["1", "2"])
    assert lines(ask(workers=1, on=on)) == lines(ask(workers=0))


@pytest.mark.slow
def test_what_is_defined_on_the_spot_is_played_by_workers():
    class Here(type(TICTACTOE)):
        """Written in a notebook, say."""

    def corner(game, state):
        return next(iter(game.actions(state)))

    ask = partial(match, Here(), [corner, "random"], games=4, openings=["4"])
    assert lines(ask(workers=1)) == lines(ask(workers=0))


ONE_OF_ITS_OWN = """

def lowest(game, state):
    assert type(game) is Stones and type(state) is Stones.State
    return min(game.actions(state))
"""


@pytest.mark.slow
def test_a_function_in_the_file_of_the_rules_knows_their_classes(tmp_path):
    """Both are read from one file: as two modules, each would have classes of its own, strange to the other."""
    file = tmp_path / "own_stones.py"
    file.write_text(STONES_FILE + ONE_OF_ITS_OWN)
    who = [f"function:{file}:lowest", "random"]
    ask = partial(match, pw.make(f"{file}:Stones:stones=5"), who, games=2, openings=["1"])
    result = ask(workers=1)
    assert result.failures == []
    assert lines(result) == lines(ask(workers=0))


@pytest.mark.slow
def test_files_of_one_name_in_two_folders_do_not_take_each_other_s_place(tmp_path):
    for folder, take in (("few", "min"), ("many", "max")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "same.py").write_text(
            STONES_FILE + f"\n\ndef take(game, state):\n    return {take}(game.actions(state))\n"
        )
    few, many = (f"function:{tmp_path / folder / 'same.py'}:take" for folder in ("few", "many"))
    game = pw.make(f"{tmp_path / 'few' / 'same.py'}:Stones:stones=7")
    records = match(game, [few, many], games=2, openings=["1"], workers=1).records
    assert [record.words for record in records] == [["1", "3", "1", "2"], ["1", "1", "3", "1", "1"]]


def test_a_journal_of_a_function_that_has_changed_is_refused(tmp_path):
    file = tmp_path / "mine.py"
    ask = partial(play, [f"function:{file}:take", "random"], games=2, journal=tmp_path / "journal")
    file.write_text("def take(game, state):\n    return min(game.actions(state))\n")
    first = ask()
    assert lines(ask(resume=True)) == lines(first)
    file.write_text("def take(game, state):\n    return max(game.actions(state))\n")
    with pytest.raises(InputError, match="another task: functions"):
        ask(resume=True)


def test_players_of_one_name_are_told_apart_whatever_they_are_called():
    def named(name):
        def choose(game, state):
            return next(iter(game.actions(state)))

        choose.__name__ = name
        return choose

    plan = plan_match(TICTACTOE, [named("x (2)"), named("x"), named("x"), named("x")])
    assert [each.name for each in plan.entrants] == ["x (2)", "x", "x (3)", "x (4)"]


# --- what it is given ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"sprt": (0,)}, "sprt takes two numbers"),
        ({"sprt": "0,50"}, "sprt takes two numbers"),
        ({"sprt": ("a", "b")}, "SPRT elo0='a' is not a number"),
        ({"sprt": (0, None)}, "SPRT elo1=None is not a number"),
        ({"openings": "1 2"}, "openings takes a number of plies, or a list"),
        ({"openings": True}, "openings takes a number of plies, or a list"),
        ({"openings": 2.5}, "openings takes a list, not 2.5"),
        ({"openings": [1]}, "not a list with 1 in it"),
        ({"openings": [["1", "2"]]}, "not a list with"),
        ({"openings": [TICTACTOE.initial()]}, "not a list with"),
        ({"openings": Opening(None, ("1",))}, "openings takes a number of plies, or a list"),
        ({"seed": "x"}, "seed must be a whole number"),
        ({"seed": None}, "seed must be a whole number"),
        ({"seed": 1.5}, "seed must be a whole number"),
        ({"adjudicate": [1]}, "adjudicate takes texts"),
        ({"adjudicate": None}, "adjudicate takes a list"),
        ({"clock": 10}, "clock takes a text"),
        ({"workers": 1.5}, "workers must be 1 to 1,000, not 1.5"),
        ({"workers": "2"}, "workers must be 1 to 1,000, not 2"),
        ({"workers": None}, "workers must be 1 to 1,000, not None"),
        ({"on": None}, "no workers on None"),
        ({"patience": "x"}, "patience must be a positive number of seconds"),
        ({"journal": 3}, "journal must be the path of a file"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_one_line(given, said):
    with pytest.raises(InputError) as caught:
        match(TICTACTOE, ["random", "random"], **{"games": 2, "workers": 0} | given)
    assert said in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_players_are_a_list():
    with pytest.raises(InputError, match="players takes a list, not 5"):
        match(TICTACTOE, 5)
    with pytest.raises(InputError, match="two players or more, not 1"):
        match(TICTACTOE, "random")


def test_what_is_meant_is_taken():
    numpy = pytest.importorskip("numpy")
    ask = partial(play, ["random", "simple"], games=4)
    plain = ask(sprt=(0, 50), seed=3, openings=["1 2"], adjudicate=["none"])
    other = ask(sprt=[0, 50], seed=numpy.int64(3), openings=("1 2",), adjudicate="none")
    assert lines(other) == lines(plain)
    assert (other.llr, other.seed) == (plain.llr, 3)


def test_an_interrupt_before_the_workers_are_ready_leaves_what_the_journal_has(tmp_path, monkeypatch):
    ask = partial(play, ["random", "simple"], journal=tmp_path / "journal")
    kept = lines(ask(games=4))

    def never(self):
        raise KeyboardInterrupt

    monkeypatch.setattr("plywise.fleet.crew.Crew.start", never)
    found = ask(games=8, resume=True)
    assert (found.stopped_by, lines(found)) == ("interrupt", kept)
    again = ask(games=4, resume=True)  # nothing is left to do: no workers are needed
    assert (again.stopped_by, lines(again)) == ("games", kept)


def test_no_difference_has_no_sign():
    result = play(["simple", "simple", "simple"], games=2, form="gauntlet")
    assert "-0 " not in str(result)
    assert "-0.0" not in json.dumps(result.to_dict())
    result = play(["simple", "simple"], games=2)
    assert "+0 ±" in str(result)


@pytest.mark.parametrize("raised", ["GeneratorExit", "type('Cancelled', (BaseException,), {})('now')"])
def test_whatever_a_function_raises_loses_the_game(raised):
    def fails(game, state):
        raise eval(raised)

    result = play([fails, "random"], games=2)
    assert [each.kind for each in result.failures] == ["error", "error"]
    assert result.pentanomial == [1, 0, 0, 0, 0]


def test_of_how_a_player_failed_no_more_is_told_than_anybody_reads():
    def fails(game, state):
        raise ValueError("x" * 10_000)

    result = play([fails, "random"], games=2)
    assert all(400 < len(each.detail) < 600 for each in result.failures)
    assert all(400 < len(each.detail) < 600 for each in result.records)


def test_games_that_could_not_be_played_are_named(tmp_path):
    plan = plan_match(TICTACTOE, ["random", "simple"], games=4)

    class Failing:
        workers = 1

        def run(self, keys, *, total=None):
            return (Done(key, None, "the worker was killed by SIGKILL (10 times)") for key in keys)

    text = str(play_match(plan, Failing()))
    assert "games 1 and 2 could not be played: the worker was killed" in text
    assert "games 3 and 4 could not be played: the worker was killed" in text


def test_ratings_that_cannot_be_computed_are_refused_before_anything_is_played(monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy", None)
    with pytest.raises(InputError, match="ratings need SciPy"):
        plan_match(TICTACTOE, ["random", "simple", "solver"], games=2)
    assert len(plan_match(TICTACTOE, ["random", "simple"], games=2).entrants) == 2
