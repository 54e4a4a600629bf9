"""The requests of a page, answered from the session's game or by a worker."""

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
from plywise.web.client_connection import ClientConnection, to_its_end
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

Given = Mapping[str, Any]
Answer = dict[str, Any]


# --- games ------------------------------------------------------------------------------------------------------------


async def list_games(client: ClientConnection, given: Given) -> Answer:
    """Return the games that can be played, and the claim of the certificate shown, if any."""
    shown = client.sessions.certificate
    games = await client.sessions.describe_games()
    return {"games": games, "certificate": None if shown is None else shown.describe()}


async def begin_game(client: ClientConnection, given: Given) -> Answer:
    """Begin a game."""
    players = {side: check_who(given.get(word.lower(), DEFAULT[word])) for word, side in SIDES.items()}
    control = read_control(given.get("clock", ""))
    game = await in_thread(client.sessions.catalogue.game, given["game"])
    start = given.get("position")

    def make() -> OngoingGame:
        return OngoingGame.begun_at(game, start or None, control=control, players=players)

    return await client.begin(await in_thread(make))


async def follow_certificate(client: ClientConnection, given: Given) -> Answer:
    """Return the certificate's step after a line of moves."""
    shown = client.sessions.certificate
    if shown is None:
        raise InputError("follow: there is no certificate: plywise serve --certificate FILE shows one")
    return await shown.follow(client.session.key, given["line"])


def read_control(text: str) -> TimeControl:
    """Parse a clock. Raises InputError if it limits anything besides time."""
    control = TimeControl.parse(text)
    if control.nodes is not None or control.depth is not None:
        raise InputError(f"clock {text!r}: the page accepts time limits only, such as 300+2")
    return control


async def open_game(client: ClientConnection, given: Given) -> Answer:
    """Continue a saved game."""
    await client.open(given["game_id"])
    return {"game_id": client.session.game_id}


async def list_saved(client: ClientConnection, given: Given) -> Answer:
    """Return the saved games, newest first."""
    return {"games": await from_store(client.sessions.list_saved)}


async def picture_saved(client: ClientConnection, given: Given) -> Answer:
    """Return the current board of a saved game; None if it has no board."""
    kept = await from_store(client.sessions.kept.load, given["game_id"])
    if kept is None:
        raise InputError(f"picture: there is no game {given['game_id']}")
    game = await in_thread(client.sessions.catalogue.game, kept.record.game)

    def draw() -> dict[str, Any] | None:
        ongoing = OngoingGame.from_record(game, kept.record)
        before = ongoing.state_at(ongoing.ply - 1) if ongoing.ply else None
        found = describe_picture(game, ongoing.state, before)
        return found if found["rows"] else None

    return {"picture": await in_thread(draw)}


async def import_game(client: ClientConnection, given: Given) -> Answer:
    """Continue a game from a record; of several, the last."""
    text, catalogue = given["text"], client.sessions.catalogue
    name = None if form_of_text(text) == JSON else game_in(text)
    current = client.session.ongoing
    if name == "":
        name = None if current is None else current.game.name
    asked = {"text": text, "game": None, "owner": client.session.key}
    if name is not None:
        asked["game"] = catalogue.text(await in_thread(catalogue.game, name))
    answer = await client.ask("import", asked, limits.GRACE_SECONDS)
    record = GameRecord.from_dict(answer["record"])
    redo = record.more.get(REDO)
    if len(record.words) + (len(redo) if isinstance(redo, list) else 0) > limits.MAX_PLIES:
        raise InputError(f"import: a stored game has at most {limits.MAX_PLIES:,} plies")
    game = await in_thread(catalogue.game, record.game)
    ongoing = await in_thread(OngoingGame.from_record, game, record)
    seat(ongoing, {side: _allowed_player(name) for side, name in ongoing.players.items()})
    return await client.begin(ongoing)


def _allowed_player(name: str) -> str:
    """Return a record's player if pages may use it, otherwise a person."""
    try:
        return check_who(name)
    except InputError:
        return HUMAN


# --- moves ------------------------------------------------------------------------------------------------------------


async def play_move(client: ClientConnection, given: Given) -> Answer:
    """Play a person's move. Raises InputError if the page is behind, or it is not a person's turn."""
    session = client.session

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


async def undo(client: ClientConnection, given: Given) -> Answer:
    """Take moves back to a person's last turn; one move in a game without people."""
    return await _alter(client, take_back)


async def redo(client: ClientConnection, given: Given) -> Answer:
    """Replay moves that were taken back, up to a person's turn."""
    return await _alter(client, play_again)


async def go_back(client: ClientConnection, given: Given) -> Answer:
    """Take back the moves after a ply, to play on from there."""

    def shorten(game: OngoingGame) -> None:
        game.state_at(given["ply"])
        game.undo(game.ply - given["ply"])

    return await _alter(client, shorten)


async def resign(client: ClientConnection, given: Given) -> Answer:
    """Let a side resign: the given one, the person's, or the side to move."""
    side = SIDES[given["side"]] if "side" in given else None
    return await _alter(client, lambda game: give_up(game, side))


async def set_players(client: ClientConnection, given: Given) -> Answer:
    """Change the players."""
    players = {side: check_who(given[word.lower()]) for word, side in SIDES.items() if word.lower() in given}
    return await _alter(client, lambda game: game.players.update(players))


async def _alter(client: ClientConnection, change: Callable[[OngoingGame], Any]) -> Answer:
    session = client.session

    async def alter() -> Answer:
        async with session.lock:
            await session.alter(change)
            return {"ply": session.game.ply}

    return await to_its_end(alter())


async def go(client: ClientConnection, given: Given) -> Answer:
    """Let a player move now."""
    async with client.session.lock:
        _ = client.session.game
        client.session.move_now()
    return {}


async def stop(client: ClientConnection, given: Given) -> Answer:
    """Stop the thinking player and the jobs of this page."""
    client.connection.stop_jobs(client.sessions.workers)
    async with client.session.lock:
        client.session.pause()
    return {}


async def set_up(client: ClientConnection, given: Given) -> Answer:
    """Begin another game of the same rules from a position."""
    game, before = client.session.game.game, client.session.game

    def make() -> OngoingGame:
        return OngoingGame.begun_at(game, given["text"] or None, control=before.control, players=before.players)

    return await client.begin(await in_thread(make))


async def write_record(client: ClientConnection, given: Given) -> Answer:
    """Return the game's record in a notation."""
    game = client.session.game

    def write() -> str:
        return format_games([game.to_record()], game.game, given["form"])

    async with client.session.lock:
        return {"text": await in_thread(write)}


async def show_ply(client: ClientConnection, given: Given) -> Answer:
    """Send the board after some plies to this page only."""
    async with client.session.lock:
        client.connection.send(await client.session.board(given["ply"]))
    return {"ply": given["ply"]}


# --- questions --------------------------------------------------------------------------------------------------------


async def analyse(client: ClientConnection, given: Given) -> Answer:
    """Start or stop the analysis of a position, sent to this page as events."""
    connection, workers = client.connection, client.sessions.workers
    connection.replace_job("analyse", None, workers)
    if not given["on"]:
        return {}
    asked = await _question(client, given) | {"lines": given.get("lines", 1), "seconds": limits.ANALYSIS_SECONDS}
    cells, ply = await _cells(client, given), len(asked["moves"])

    def hear(news: News) -> None:
        if news["event"] == "analysis":
            lines = [line | {"cells": cells.get((line["pv"] or [""])[0], [])} for line in news["lines"]]
            news = news | {"ply": ply, "lines": lines, "mark": given.get("mark", 0)}
        connection.send(news | {"for": "analysis"} if news["event"] == "thinking" else news)

    job = Job(client.session.key, "analyse", asked, hear, limits.ANALYSIS_SECONDS, preemptible=True)
    _begin(client, "analyse", job)
    return {"ply": ply}


async def value_moves(client: ClientConnection, given: Given) -> Answer:
    """Start or stop the computation of proved values of moves, sent to this page as events."""
    connection, workers = client.connection, client.sessions.workers
    connection.replace_job("values", None, workers)
    if not given.get("on", True):
        return {}
    asked = await _question(client, given) | {"seconds": limits.VALUES_SECONDS}
    ply = len(asked["moves"])

    def hear(news: News) -> None:
        tags = {"for": "values"} if news["event"] == "thinking" else {"ply": ply, "mark": given.get("mark", 0)}
        connection.send(news | tags)

    _begin(client, "values", Job(client.session.key, "values", asked, hear, limits.VALUES_SECONDS, preemptible=True))
    return {"ply": ply}


def _begin(client: ClientConnection, kind: str, job: Job) -> None:
    """Start a job that sends events; a failure is reported to the page."""
    connection = client.connection
    client.sessions.workers.ask(job)
    connection.replace_job(kind, job, client.sessions.workers)

    def ended(answer: "asyncio.Future[News]") -> None:
        if connection.jobs.get(kind) is job:
            del connection.jobs[kind]
        if not answer.cancelled() and (error := answer.exception()) is not None:
            connection.send({"event": "failure", "text": str(error)})

    job.answer.add_done_callback(ended)


async def find_threats(client: ClientConnection, given: Given) -> Answer:
    """Return the immediate wins of either side, in sentences, with their cells."""
    answer = await client.ask("threats", await _question(client, given), limits.EXPLAIN_SECONDS)
    cells = await _cells(client, given)
    words = [word for moves in answer["moves"].values() for word in moves]
    places = {tuple(place) for word in words for place in cells.get(word, [])[-1:]}
    return {"sentences": answer["sentences"], "cells": sorted(map(list, places)), "moves": answer["moves"]}


async def give_hint(client: ClientConnection, given: Given) -> Answer:
    """Return a best move with its reasons."""
    answer = await client.ask("hint", await _question(client, given), limits.EXPLAIN_SECONDS)
    cells = await _cells(client, given)
    return answer | {"text": " ".join(answer["sentences"]), "cells": cells.get(answer["move"], [])}


async def explain_move(client: ClientConnection, given: Given) -> Answer:
    """Explain the value of a position and the consequences of a move."""
    asked = await _question(client, given) | {"move": given.get("move")}
    return await client.ask("why", asked, limits.EXPLAIN_SECONDS)


async def show_tree(client: ClientConnection, given: Given) -> Answer:
    """Return the address of a page that steps through the search of a position, and the depth of the search."""
    asked = await _question(client, given) | {"depth": given.get("depth", 3)}
    answer = await client.ask("tree", asked, limits.TREE_SECONDS, is_long=True)
    return {"url": client.sessions.trees.keep(answer["html"], client.name), "depth": answer["depth"]}


async def _question(client: ClientConnection, given: Given) -> dict[str, Any]:
    async with client.session.lock:
        return client.session.question(given.get("ply"))


async def _cells(client: ClientConnection, given: Given) -> Mapping[str, Any]:
    """Return the cells of each legal move of a position."""
    async with client.session.lock:
        game = client.session.game
        state = game.state_at(game.ply if given.get("ply") is None else given["ply"])

        def find() -> dict[str, Any]:
            over = game.game.terminal(state)
            return {} if over else {word: list(map(list, each)) for word, each in cells_of(game.game, state).items()}

        return await in_thread(find)


REQUESTS: Mapping[str, Callable[[ClientConnection, Given], Awaitable[Answer]]] = {
    "games": list_games,
    "new": begin_game,
    "open": open_game,
    "list": list_saved,
    "picture": picture_saved,
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
"""The function of each request."""
