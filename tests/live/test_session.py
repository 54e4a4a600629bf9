"""A game under way: who is told what, what is kept, whose clock runs. Players are answered for by the tests."""

import asyncio
import threading
from contextlib import asynccontextmanager

import pytest

from plywise.errors import InputError
from plywise.game import MAX, MIN
from plywise.games import make
from plywise.live.session import Session
from plywise.play.clocks import TimeControl
from plywise.play.ongoing import OngoingGame

PATIENCE = 5.0


class Subscriber:
    """Hears what is told."""

    def __init__(self):
        self.told = []

    def send(self, message):
        self.told.append(message)

    def events(self, kind):
        return [each for each in self.told if each["event"] == kind]

    @property
    def board(self):
        return self.events("board")[-1]


class Answers:
    """Workers whose answers a test gives. jobs: all that was asked; stopped: those that are not wanted any more."""

    def __init__(self):
        self.jobs, self.stopped = [], []

    def ask(self, job):
        self.jobs.append(job)
        return job

    def stop(self, job):
        self.stopped.append(job)
        job.finish({"stopped": True})


class Kept:
    """Keeps games, or fails to."""

    def __init__(self):
        self.words, self.failure = [], ""

    def __call__(self, game_id, ongoing):
        if self.failure:
            raise InputError(self.failure)
        self.words = ongoing.words


@asynccontextmanager
async def at_a_board(who_max="human", who_min="human", clock="", game="tictactoe"):
    """Yield a session with a game, and one who looks on."""
    kept = Kept()
    session, page = Session("one", lambda game: game.name, Answers(), kept), Subscriber()
    session.kept = kept
    await session.join(page)
    players = {MAX: who_max, MIN: who_min}
    async with session.lock:
        game = make(game) if isinstance(game, str) else game
        await session.begin("game-1", OngoingGame(game, control=TimeControl.parse(clock), players=players))
    yield session, page
    await session.close()


async def play(session, word):
    async with session.lock:
        await session.play(word)


async def until(fits):
    async with asyncio.timeout(PATIENCE):
        while not (found := fits()):
            await asyncio.sleep(0.002)
    return found


def test_a_player_answers_and_all_are_told():
    async def look():
        async with at_a_board(who_min="random") as (session, page):
            other = Subscriber()
            await session.join(other)
            await play(session, "4")
            job = await until(lambda: session.workers.jobs and session.workers.jobs[0])
            assert job.asked["moves"] == ["4"]
            job.finish({"word": "0"})
            await until(lambda: session.game.ply == 2)
            await until(lambda: page.board["plies"] == other.board["plies"] == 2)
            assert session.kept.words == ["4", "0"]

    asyncio.run(look())


def test_a_game_that_cannot_be_kept_goes_on_and_the_pages_are_told():
    async def look():
        async with at_a_board(who_min="random") as (session, page):
            session.kept.failure = "store games.sqlite3 cannot be used: database or disk is full"
            await play(session, "4")
            assert page.board["plies"] == 1
            assert page.events("failure")[-1]["text"] == f"the game was not saved: {session.kept.failure}"
            (await until(lambda: session.workers.jobs and session.workers.jobs[0])).finish({"word": "0"})
            await until(lambda: page.board["plies"] == 2)
            assert len(page.events("failure")) == 2
            session.kept.failure = ""
            await play(session, "8")
            assert session.kept.words == ["4", "0", "8"]
            assert len(page.events("failure")) == 2

    asyncio.run(look())


def test_a_store_that_does_not_answer_is_not_taken_for_the_rules(monkeypatch):
    monkeypatch.setattr("plywise.live.threads.RULES_SECONDS", 0.3)
    monkeypatch.setattr("plywise.live.threads.STORE_SECONDS", 0.1)
    free = threading.Event()

    async def look():
        async with at_a_board() as (session, page):
            session._save = lambda game_id, ongoing: free.wait(PATIENCE)
            await play(session, "4")
            free.set()
            said = "the game was not saved: the store did not answer within 0.1 seconds"
            assert [each["text"] for each in page.events("failure")] == [said]
            assert page.board["plies"] == 1

    asyncio.run(look())


class Broken(type(make("nim"))):
    """Nim that nobody can go on with once something was taken from the first heap."""

    def actions(self, state):
        return [] if "1" not in self.format_state(state) else super().actions(state)


def test_a_move_after_which_the_rules_cannot_go_on_leaves_the_game_as_it_was():
    async def look():
        async with at_a_board(game=Broken("1-2")) as (session, page):
            before, told = page.board, len(page.told)
            with pytest.raises(InputError, match=r"actions returned \[\] at .*, not at least one action"):
                await play(session, "1-1")
            assert (session.game.ply, session.game.redo_words, session.side) == (0, [], MAX)
            assert (page.board, len(page.told)) == (before, told)
            session.game.play("1-1")
            session.game.undo()  # as a record may have it
            async with session.lock:
                with pytest.raises(InputError, match="not at least one action"):
                    await session.alter(lambda game: game.redo())
            assert (session.game.ply, session.game.redo_words) == (0, ["1-1"])

    asyncio.run(look())


def test_a_game_that_cannot_go_on_does_not_take_the_place_of_another():
    async def look():
        async with at_a_board() as (session, _):
            async with session.lock:
                with pytest.raises(InputError, match="not at least one action"):
                    await session.begin("game-2", OngoingGame(Broken("2-3")))
            assert session.game_id == "game-1"

    asyncio.run(look())


def test_time_that_was_taken_is_gone_where_a_page_goes_and_comes_again():
    async def look():
        async with at_a_board(clock="10+5") as (session, page):
            assert page.board["clocks"] == {"MAX": 10, "MIN": 10, "running": "MAX"}
            for _ in range(3):
                await asyncio.sleep(0.05)
                session.leave(page)
                assert session.read_clocks()["running"] is None
                await asyncio.sleep(0.05)  # nobody is there: no clock runs
                await session.join(page)
            assert page.board["clocks"]["running"] == "MAX"
            assert 5 < page.board["clocks"]["MAX"] <= 9.86
            await play(session, "4")
            assert 10 < page.board["clocks"]["MAX"] <= 14.86
            assert page.board["clocks"]["running"] == "MIN"

    asyncio.run(look())


def test_a_move_that_is_refused_changes_no_clock():
    async def look():
        async with at_a_board(clock="10+5") as (session, page):
            for _ in range(3):
                with pytest.raises(InputError):
                    await play(session, "nowhere")
            assert session.read_clocks() == {"MAX": 10, "MIN": 10, "running": "MAX"}
            await play(session, "4")
            assert 14 < page.board["clocks"]["MAX"] <= 15

    asyncio.run(look())


def test_time_is_up_also_after_a_page_has_come_again():
    async def look():
        async with at_a_board(clock="0.1+0,margin=0") as (session, page):
            session.leave(page)
            await session.join(page)
            over = await until(lambda: page.board["over"])
            assert (over["winner"], over["ended_by"]) == ("MIN", "time")

    asyncio.run(look())


@pytest.mark.parametrize(
    ("who", "clock", "is_long"),
    [("engine:time=30", "", True), ("engine:time=1", "", False), ("engine:level=12", "", False), ("random", "", False),
     ("solver", "", True), ("solver:time=1", "", False), ("engine:level=3", "time=20", True),
     ("engine:level=3", "60+1", False)],
)  # fmt: skip
def test_who_thinks_long_leaves_a_worker_for_others(who, clock, is_long):
    async def look():
        async with at_a_board(who_max=who, clock=clock) as (session, _):
            job = await until(lambda: session.workers.jobs and session.workers.jobs[0])
            assert job.is_long is is_long

    asyncio.run(look())


def test_an_answer_that_comes_too_late_is_not_played():
    async def look():
        async with at_a_board(who_min="random") as (session, page):
            await play(session, "4")
            job = await until(lambda: session.workers.jobs and session.workers.jobs[0])
            async with session.lock:
                job.finish({"word": "0"})
                await asyncio.sleep(0.01)
                await session.alter(lambda game: game.undo(1))
            await asyncio.sleep(0.05)
            assert page.board["plies"] == session.game.ply == 0

    asyncio.run(look())


@pytest.mark.parametrize(("answer", "said"), [({"word": "9"}, "'9'"), ({"word": "4"}, "'4'")])
def test_a_move_that_is_not_legal_is_told_and_the_game_waits(answer, said):
    async def look():
        async with at_a_board(who_min="random") as (session, page):
            await play(session, "4")
            (await until(lambda: session.workers.jobs and session.workers.jobs[0])).finish(answer)
            failure = await until(lambda: page.events("failure"))
            assert said in failure[-1]["text"]
            assert page.board["plies"] == 1
            assert len(session.workers.jobs) == 1
            session.move_now()
            (await until(lambda: len(session.workers.jobs) == 2 and session.workers.jobs[1])).finish({"word": "0"})
            await until(lambda: page.board["plies"] == 2)

    asyncio.run(look())


def test_players_wait_where_nobody_looks_on():
    async def look():
        async with at_a_board("random", "random") as (session, page):
            job = await until(lambda: session.workers.jobs and session.workers.jobs[0])
            session.leave(page)
            assert session.workers.stopped == [job]
            await asyncio.sleep(0.05)
            assert len(session.workers.jobs) == 1
            await session.join(page)
            await until(lambda: len(session.workers.jobs) == 2)

    asyncio.run(look())


@pytest.mark.parametrize("rule", ["terminal", "player", "actions", "result"])
def test_no_rule_is_asked_where_others_would_wait_for_it(monkeypatch, rule):
    game, asked = make("tictactoe"), []
    kept = getattr(game, rule)
    monkeypatch.setattr(game, rule, lambda *given: (asked.append(threading.current_thread()), kept(*given))[1])

    async def look():
        async with at_a_board(who_min="random", clock="60+0", game=game) as (session, page):
            await play(session, "4")
            (await until(lambda: session.workers.jobs and session.workers.jobs[0])).finish({"word": "0"})
            await until(lambda: page.board["plies"] == 2)
            session.leave(page)
            await session.join(page)

    asked.clear()
    asyncio.run(look())
    assert asked
    assert threading.main_thread() not in asked
