"""What a page can ask for: each request is answered here, by the session's game or by a worker."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from plywise.errors import InputError
from plywise.live import limits
from plywise.live.session import SIDES
from plywise.live.threads import from_store, in_thread
from plywise.live.workers import Job, News
from plywise.play.board_view import describe_picture
from plywise.play.clicks import cells_of
from plywise.play.clocks import TimeControl
from plywise.play.game_files import JSON, form_of_text, format_games
from plywise.play.notations.extras import game_in
from plywise.play.ongoing import REDO, OngoingGame
from plywise.play.people import HUMAN, give_up, is_person, play_again, seat, take_back
from plywise.play.record import GameRecord
from plywise.web.lesson_requests import (
    answer_class,
    ask_class,
    ask_questions,
    close_class,
    count_class,
    join_class,
    list_lessons,
    mark_answers,
    open_class,
    show_lesson_tree,
)
from plywise.web.players import DEFAULT, check_who
from plywise.web.puzzle_requests import make_puzzles, review_game, show_puzzle, try_puzzle
from plywise.web.visit import Visit, to_its_end

Given = Mapping[str, Any]
Answer = dict[str, Any]


# --- games ------------------------------------------------------------------------------------------------------------


async def list_games(visit: Visit, given: Given) -> Answer:
    """Return the games that can be played, and what the certificate claims that is there to be looked at, if any."""
    shown = visit.sessions.certificate
    games = await visit.sessions.describe_games()
    return {"games": games, "certificate": None if shown is None else shown.describe()}


async def begin_game(visit: Visit, given: Given) -> Answer:
    """Begin a game."""
    players = {side: check_who(given.get(word.lower(), DEFAULT[word])) for word, side in SIDES.items()}
    control = read_control(given.get("clock", ""))
    game = await in_thread(visit.sessions.catalogue.game, given["game"])
    start = given.get("position")

    def make() -> OngoingGame:
        return OngoingGame.begun_at(game, start or None, control=control, players=players)

    return await visit.begin(await in_thread(make))


async def follow_certificate(visit: Visit, given: Given) -> Answer:
    """Return what the certificate says after a line of moves."""
    shown = visit.sessions.certificate
    if shown is None:
        raise InputError("follow: there is no certificate: plywise serve --certificate FILE shows one")
    return await shown.follow(visit.session.key, given["line"])


def read_control(text: str) -> TimeControl:
    """Return the clock that a text names. Raises InputError where it limits anything but time."""
    control = TimeControl.parse(text)
    if control.nodes is not None or control.depth is not None:
        raise InputError(f"clock {text!r}: the page accepts time limits only, such as 300+2")
    return control


async def open_game(visit: Visit, given: Given) -> Answer:
    """Go on with a game that is kept."""
    await visit.open(given["game_id"])
    return {"game_id": visit.session.game_id}


async def list_kept(visit: Visit, given: Given) -> Answer:
    """Return the games that are kept, the newest first."""
    return {"games": await from_store(visit.sessions.list_kept)}


async def picture_kept(visit: Visit, given: Given) -> Answer:
    """Return the board of a game that is kept, as it is now; None if it has no board."""
    kept = await from_store(visit.sessions.kept.load, given["game_id"])
    if kept is None:
        raise InputError(f"picture: there is no game {given['game_id']}")
    game = await in_thread(visit.sessions.catalogue.game, kept.record.game)

    def draw() -> dict[str, Any] | None:
        ongoing = OngoingGame.from_record(game, kept.record)
        before = ongoing.state_at(ongoing.ply - 1) if ongoing.ply else None
        found = describe_picture(game, ongoing.state, before)
        return found if found["rows"] else None

    return {"picture": await in_thread(draw)}


async def import_game(visit: Visit, given: Given) -> Answer:
    """Go on with a game whose record is given; of several the last."""
    text, catalogue = given["text"], visit.sessions.catalogue
    name = None if form_of_text(text) == JSON else game_in(text)
    current = visit.session.ongoing
    if name == "":
        name = None if current is None else current.game.name
    asked = {"text": text, "game": None, "owner": visit.session.key}
    if name is not None:
        asked["game"] = catalogue.text(await in_thread(catalogue.game, name))
    answer = await visit.ask("import", asked, limits.GRACE_SECONDS)
    record = GameRecord.from_dict(answer["record"])
    redo = record.more.get(REDO)
    if len(record.words) + (len(redo) if isinstance(redo, list) else 0) > limits.MAX_PLIES:
        raise InputError(f"import: a stored game has at most {limits.MAX_PLIES:,} plies")
    game = await in_thread(catalogue.game, record.game)
    ongoing = await in_thread(OngoingGame.from_record, game, record)
    seat(ongoing, {side: _who_in(said) for side, said in ongoing.players.items()})
    return await visit.begin(ongoing)


def _who_in(said: str) -> str:
    """Return who plays a side as a record says; a person where that is nobody who may play here."""
    try:
        return check_who(said)
    except InputError:
        return HUMAN


# --- moves ------------------------------------------------------------------------------------------------------------


async def play_move(visit: Visit, given: Given) -> Answer:
    """Play a person's move. Raises InputError where the page is behind, or it is nobody's turn who moves by hand."""
    session = visit.session

    async def play() -> Answer:
        async with session.lock:
            game = session.game
            if given["ply"] != game.ply:
                raise InputError(f"play: the game is at ply {game.ply}, and the move was for ply {given['ply']}")
            side = session.side
            if side is not None and not is_person(game.players[side]):
                name = game.game.player_names[side]
                raise InputError(f"play: it is {name}'s turn, played by {game.players[side]}")
            await session.play(given["move"])
            return {"ply": session.game.ply}

    return await to_its_end(play())


async def undo(visit: Visit, given: Given) -> Answer:
    """Take moves back to where a person was last to move; one move where no person plays."""
    return await _alter(visit, take_back)


async def redo(visit: Visit, given: Given) -> Answer:
    """Play the moves again that were taken back, to where a person is to move."""
    return await _alter(visit, play_again)


async def go_back(visit: Visit, given: Given) -> Answer:
    """Take back the moves after a ply, to play on from there."""

    def shorten(game: OngoingGame) -> None:
        game.state_at(given["ply"])
        game.undo(game.ply - given["ply"])

    return await _alter(visit, shorten)


async def resign(visit: Visit, given: Given) -> Answer:
    """Let a side resign: the one named, or the person's, or the one to move."""
    side = SIDES[given["side"]] if "side" in given else None
    return await _alter(visit, lambda game: give_up(game, side))


async def set_players(visit: Visit, given: Given) -> Answer:
    """Let others play on."""
    players = {side: check_who(given[word.lower()]) for word, side in SIDES.items() if word.lower() in given}
    return await _alter(visit, lambda game: game.players.update(players))


async def _alter(visit: Visit, change: Callable[[OngoingGame], Any]) -> Answer:
    session = visit.session

    async def alter() -> Answer:
        async with session.lock:
            await session.alter(change)
            return {"ply": session.game.ply}

    return await to_its_end(alter())


async def go(visit: Visit, given: Given) -> Answer:
    """Let a player move now."""
    async with visit.session.lock:
        _ = visit.session.game
        visit.session.move_now()
    return {}


async def stop(visit: Visit, given: Given) -> Answer:
    """Stop all that is under way: the player who thinks, and what this page has asked for."""
    visit.connection.stop_jobs(visit.sessions.workers)
    async with visit.session.lock:
        visit.session.pause()
    return {}


async def set_up(visit: Visit, given: Given) -> Answer:
    """Begin another game of the same kind from a position."""
    game, before = visit.session.game.game, visit.session.game

    def make() -> OngoingGame:
        return OngoingGame.begun_at(game, given["text"] or None, control=before.control, players=before.players)

    return await visit.begin(await in_thread(make))


async def write_record(visit: Visit, given: Given) -> Answer:
    """Return the game's record in a notation."""
    game = visit.session.game

    def write() -> str:
        return format_games([game.to_record()], game.game, given["form"])

    async with visit.session.lock:
        return {"text": await in_thread(write)}


async def show_ply(visit: Visit, given: Given) -> Answer:
    """Send the board after some plies to this page alone."""
    async with visit.session.lock:
        visit.connection.send(await visit.session.board(given["ply"]))
    return {"ply": given["ply"]}


# --- questions --------------------------------------------------------------------------------------------------------


async def analyse(visit: Visit, given: Given) -> Answer:
    """Begin to tell this page the best lines of a position, or end it."""
    connection, workers = visit.connection, visit.sessions.workers
    connection.replace_job("analyse", None, workers)
    if not given["on"]:
        return {}
    asked = await _question(visit, given) | {"lines": given.get("lines", 1), "seconds": limits.ANALYSIS_SECONDS}
    cells, ply = await _cells(visit, given), len(asked["moves"])

    def hear(news: News) -> None:
        if news["event"] == "analysis":
            lines = [line | {"cells": cells.get((line["pv"] or [""])[0], [])} for line in news["lines"]]
            news = news | {"ply": ply, "lines": lines, "mark": given.get("mark", 0)}
        connection.send(news | {"for": "analysis"} if news["event"] == "thinking" else news)

    job = Job(visit.session.key, "analyse", asked, hear, limits.ANALYSIS_SECONDS, preemptible=True)
    _begin(visit, "analyse", job)
    return {"ply": ply}


async def value_moves(visit: Visit, given: Given) -> Answer:
    """Begin to tell this page what each move is worth, as far as that can be proved in time, or end it."""
    connection, workers = visit.connection, visit.sessions.workers
    connection.replace_job("values", None, workers)
    if not given.get("on", True):
        return {}
    asked = await _question(visit, given) | {"seconds": limits.VALUES_SECONDS}
    ply = len(asked["moves"])

    def hear(news: News) -> None:
        told = {"for": "values"} if news["event"] == "thinking" else {"ply": ply, "mark": given.get("mark", 0)}
        connection.send(news | told)

    _begin(visit, "values", Job(visit.session.key, "values", asked, hear, limits.VALUES_SECONDS, preemptible=True))
    return {"ply": ply}


def _begin(visit: Visit, kind: str, job: Job) -> None:
    """Begin a job that tells of itself; where it fails the page is told why."""
    connection = visit.connection
    visit.sessions.workers.ask(job)
    connection.replace_job(kind, job, visit.sessions.workers)

    def ended(answer: "asyncio.Future[News]") -> None:
        if connection.jobs.get(kind) is job:
            del connection.jobs[kind]
        if not answer.cancelled() and (error := answer.exception()) is not None:
            connection.send({"event": "failure", "text": str(error)})

    job.answer.add_done_callback(ended)


async def find_threats(visit: Visit, given: Given) -> Answer:
    """Return what would win at once, in sentences, and the cells of it."""
    answer = await visit.ask("threats", await _question(visit, given), limits.EXPLAIN_SECONDS)
    cells = await _cells(visit, given)
    words = [word for moves in answer["moves"].values() for word in moves]
    places = {tuple(place) for word in words for place in cells.get(word, [])[-1:]}
    return {"sentences": answer["sentences"], "cells": sorted(map(list, places)), "moves": answer["moves"]}


async def give_hint(visit: Visit, given: Given) -> Answer:
    """Return a best move, and why."""
    answer = await visit.ask("hint", await _question(visit, given), limits.EXPLAIN_SECONDS)
    cells = await _cells(visit, given)
    return answer | {"text": " ".join(answer["sentences"]), "cells": cells.get(answer["move"], [])}


async def explain_move(visit: Visit, given: Given) -> Answer:
    """Return why a position is worth what it is, and what a move there leads to."""
    asked = await _question(visit, given) | {"move": given.get("move")}
    return await visit.ask("why", asked, limits.EXPLAIN_SECONDS)


async def show_tree(visit: Visit, given: Given) -> Answer:
    """Return the address of a page that steps through the search of a position, and how deep the search is."""
    asked = await _question(visit, given) | {"depth": given.get("depth", 3)}
    answer = await visit.ask("tree", asked, limits.TREE_SECONDS, is_long=True)
    return {"url": visit.sessions.trees.keep(answer["html"], visit.name), "depth": answer["depth"]}


async def _question(visit: Visit, given: Given) -> dict[str, Any]:
    async with visit.session.lock:
        return visit.session.question(given.get("ply"))


async def _cells(visit: Visit, given: Given) -> Mapping[str, Any]:
    """Return the cells that play each legal move of a position."""
    async with visit.session.lock:
        game = visit.session.game
        state = game.state_at(game.ply if given.get("ply") is None else given["ply"])

        def find() -> dict[str, Any]:
            over = game.game.terminal(state)
            return {} if over else {word: list(map(list, each)) for word, each in cells_of(game.game, state).items()}

        return await in_thread(find)


REQUESTS: Mapping[str, Callable[[Visit, Given], Awaitable[Answer]]] = {
    "games": list_games,
    "new": begin_game,
    "open": open_game,
    "list": list_kept,
    "picture": picture_kept,
    "play": play_move,
    "undo": undo,
    "redo": redo,
    "resign": resign,
    "players": set_players,
    "back": go_back,
    "go": go,
    "stop": stop,
    "position": set_up,
    "record": write_record,
    "import": import_game,
    "show": show_ply,
    "analyse": analyse,
    "values": value_moves,
    "threats": find_threats,
    "hint": give_hint,
    "why": explain_move,
    "tree": show_tree,
    "review": review_game,
    "puzzles": make_puzzles,
    "puzzle": show_puzzle,
    "try": try_puzzle,
    "lessons": list_lessons,
    "lesson_tree": show_lesson_tree,
    "questions": ask_questions,
    "mark": mark_answers,
    "class_open": open_class,
    "class_join": join_class,
    "class_ask": ask_class,
    "class_answer": answer_class,
    "class_count": count_class,
    "class_close": close_class,
    "follow": follow_certificate,
}
"""What is done for each request."""
