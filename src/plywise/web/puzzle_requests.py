"""Requests for game reviews and puzzles."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from plywise.errors import InputError
from plywise.game import Game, player_word
from plywise.live.limits import EXPLAIN_SECONDS, GRACE_SECONDS
from plywise.live.threads import from_store, in_thread
from plywise.play.board_view import describe_board
from plywise.play.ongoing import OngoingGame
from plywise.play.people import HUMAN
from plywise.teach.review.review import budget_of
from plywise.web import limits
from plywise.web.client_connection import ClientConnection
from plywise.web.puzzle_book import PUBLIC, Entry

Given = Mapping[str, Any]
Answer = dict[str, Any]

Found = TypeVar("Found")

PEOPLE = {1: HUMAN, -1: HUMAN}


async def review_game(client: ClientConnection, given: Given) -> Answer:
    """Return the review of the game so far, which is saved for the next time.

    Its puzzles are the people's mistakes, or all mistakes in a game without people.
    """
    session = client.session
    async with session.lock:
        ongoing, game_id = session.game, session.game_id
        record, words = ongoing.to_record(), list(ongoing.words)
        text, name = client.sessions.catalogue.text(ongoing.game), ongoing.game.name
        people = [player_word(side) for side, who in ongoing.players.items() if who in ("", HUMAN)]
    if not words:
        raise InputError("review: no moves have been played")
    kept = await _stored_or(None, client, "", client.sessions.kept.load_review, name, game_id)
    if kept is None or kept["words"] != words or "points_heading" not in kept["review"]:  # an older version's
        asked = {"game": text, "owner": session.key, "record": record.to_dict()}
        most = 2 * budget_of(len(words)).time * len(words) + GRACE_SECONDS
        kept = {"words": words, "review": await client.ask("review", asked, most, is_long=True)}
        if kept["review"]["complete"]:
            await _stored_or(
                None, client, "the review was not saved", client.sessions.kept.save_review, name, game_id, kept
            )
    found: dict[str, Any] = kept["review"]
    own = [entry for entry in found["puzzles"] if not people or entry["player"] in people]
    client.sessions.puzzles.keep(own)
    return found | {"game_id": game_id, "plies": len(words), "puzzles": await _describe(client, own)}


async def make_puzzles(client: ClientConnection, given: Given) -> Answer:
    """Return puzzles of a game without their answers; the same seed gives the same puzzles."""
    low, high = given.get("easiest", 2), given.get("hardest")
    if high is not None and high < low:
        raise InputError(f"puzzles: the hardest, {high}, is easier than the easiest, {low}")
    catalogue, book = client.sessions.catalogue, client.sessions.puzzles
    game = await in_thread(catalogue.game, given["game"])
    number, seed = given.get("number", 5), given.get("seed", 0)
    wish = (game.name, number, seed, low, high)
    entries = book.find_set(wish)
    if entries is None:
        asked = {
            "game": catalogue.text(game), "owner": client.session.key, "number": number, "seed": seed,
            "difficulty": [low, high], "seconds": limits.PUZZLES_SECONDS,
        }  # fmt: skip
        found = await client.ask("puzzles", asked, limits.PUZZLES_SECONDS + GRACE_SECONDS, is_long=True)
        entries = found["puzzles"]
        if found["ended"] not in ("time", "interrupt"):
            book.keep_set(wish, entries)
    book.keep(entries)
    return {"game": game.name, "seed": seed, "puzzles": await _describe(client, entries)}


async def _stored_or(
    default: Found, client: ClientConnection, message: str, ask: Callable[..., Found], *given: Any
) -> Found:
    """Return the result of a call to the store; if it fails, the default, and report the failure to the page.

    message: for the page, before the reason; "": do not report it
    """
    try:
        return await from_store(ask, *given)
    except InputError as error:
        if message:
            client.connection.send({"event": "failure", "text": f"{message}: {error}"})
        return default


async def _describe(client: ClientConnection, entries: Iterable[Entry]) -> list[Answer]:
    """Return the public fields of puzzles, and whether each was solved before."""
    nothing: dict[str, bool] = {}
    done = await _stored_or(
        nothing, client, "which puzzles were solved is not known", client.sessions.kept.puzzles_done
    )
    return [
        {key: entry[key] for key in PUBLIC} | {"solved": bool(done.get(entry["puzzle_id"], False))} for entry in entries
    ]


async def show_puzzle(client: ClientConnection, given: Given) -> Answer:
    """Return the board of a puzzle."""
    entry = client.sessions.puzzles.find(given["puzzle_id"])
    game = await in_thread(client.sessions.catalogue.game, entry["game"])
    boards = await in_thread(_play_on, game, entry["position"], [])
    return {"puzzle_id": entry["puzzle_id"], "board": boards[0]}


async def try_puzzle(client: ClientConnection, given: Given) -> Answer:
    """Check a move of a puzzle, and return the boards of the best line or the refutation."""
    entry = client.sessions.puzzles.find(given["puzzle_id"])
    game = await in_thread(client.sessions.catalogue.game, entry["game"])
    move = await in_thread(_read_move, game, entry["position"], given["move"])
    right = move == entry["best"]
    record_attempt = client.sessions.kept.note_puzzle
    await _stored_or(None, client, "the attempt was not saved", record_attempt, entry["puzzle_id"], game.name, right)
    line = entry["line"] if right else [move, *await _refute(client, game, entry, move)]
    boards = await in_thread(_play_on, game, entry["position"], line[: limits.MAX_PUZZLE_LINE])
    answer = {"right": right, "move": move, "line": line[: limits.MAX_PUZZLE_LINE], "boards": boards}
    return answer | {"text": entry["answer"] if right else entry["refutations"].get(move, "")}


async def _refute(client: ClientConnection, game: Game, entry: Entry, move: str) -> list[str]:
    """Return the refutation of a wrong answer."""
    asked = {
        "game": client.sessions.catalogue.text(game), "owner": client.session.key, "start": entry["position"],
        "moves": [], "move": move,
    }  # fmt: skip
    answer = await client.ask("refute", asked, EXPLAIN_SECONDS)
    line: list[str] = answer["line"]
    return line


def _read_move(game: Game, position: str, word: str) -> str:
    """Return a legal move in the game's notation. Raises InputError."""
    ongoing = OngoingGame(game, position, players=PEOPLE)
    return ongoing.play(word).word


def _play_on(game: Game, position: str, line: list[str]) -> list[Answer]:
    """Return the boards of a line of play from a position, including the position."""
    ongoing = OngoingGame(game, position, players=PEOPLE)
    boards = [describe_board(ongoing)]
    for word in line:
        ongoing.play(word)
        boards.append(describe_board(ongoing) | {"legal": []})
    return boards
