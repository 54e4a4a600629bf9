"""What a page can ask for after a game: its review, and puzzles, of its mistakes or of any game, to be solved there."""

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
from plywise.web.puzzle_book import TOLD, Entry
from plywise.web.visit import Visit

Given = Mapping[str, Any]
Answer = dict[str, Any]

Found = TypeVar("Found")

ANYBODY = {1: HUMAN, -1: HUMAN}


async def review_game(visit: Visit, given: Given) -> Answer:
    """Return the review of the game as far as it was played, and keep it; once made, it is there at once.

    Its puzzles are people's own mistakes, or all where no person plays.
    """
    session = visit.session
    async with session.lock:
        ongoing, game_id = session.game, session.game_id
        record, words = ongoing.to_record(), list(ongoing.words)
        text, name = visit.sessions.catalogue.text(ongoing.game), ongoing.game.name
        people = [player_word(side) for side, who in ongoing.players.items() if who in ("", HUMAN)]
    if not words:
        raise InputError("review: no moves have been played")
    kept = await _kept_or(None, visit, "", visit.sessions.kept.load_review, name, game_id)
    if kept is None or kept["words"] != words or "points_heading" not in kept["review"]:  # an older version's
        asked = {"game": text, "owner": session.key, "record": record.to_dict()}
        most = 2 * budget_of(len(words)).time * len(words) + GRACE_SECONDS
        kept = {"words": words, "review": await visit.ask("review", asked, most, is_long=True)}
        if kept["review"]["complete"]:
            await _kept_or(
                None, visit, "the review was not saved", visit.sessions.kept.save_review, name, game_id, kept
            )
    found: dict[str, Any] = kept["review"]
    own = [entry for entry in found["puzzles"] if not people or entry["player"] in people]
    visit.sessions.puzzles.keep(own)
    return found | {"game_id": game_id, "plies": len(words), "puzzles": await _tell(visit, own)}


async def make_puzzles(visit: Visit, given: Given) -> Answer:
    """Return puzzles of a game, without their answers; the same seed has the same puzzles."""
    low, high = given.get("easiest", 2), given.get("hardest")
    if high is not None and high < low:
        raise InputError(f"puzzles: the hardest, {high}, is easier than the easiest, {low}")
    catalogue, book = visit.sessions.catalogue, visit.sessions.puzzles
    game = await in_thread(catalogue.game, given["game"])
    number, seed = given.get("number", 5), given.get("seed", 0)
    wish = (game.name, number, seed, low, high)
    entries = book.find_set(wish)
    if entries is None:
        asked = {
            "game": catalogue.text(game), "owner": visit.session.key, "number": number, "seed": seed,
            "difficulty": [low, high], "seconds": limits.PUZZLES_SECONDS,
        }  # fmt: skip
        found = await visit.ask("puzzles", asked, limits.PUZZLES_SECONDS + GRACE_SECONDS, is_long=True)
        entries = found["puzzles"]
        if found["ended"] not in ("time", "interrupt"):
            book.keep_set(wish, entries)
    book.keep(entries)
    return {"game": game.name, "seed": seed, "puzzles": await _tell(visit, entries)}


async def _kept_or(otherwise: Found, visit: Visit, said: str, ask: Callable[..., Found], *given: Any) -> Found:
    """Return what the store answers. Where it cannot, something else, and the page is told: what was found is shown.

    said: to the page, before the reason; "": nothing
    """
    try:
        return await from_store(ask, *given)
    except InputError as error:
        if said:
            visit.connection.send({"event": "failure", "text": f"{said}: {error}"})
        return otherwise


async def _tell(visit: Visit, entries: Iterable[Entry]) -> list[Answer]:
    """Return puzzles as a page is told of them: without the answers, with what is known of those tried before."""
    nothing: dict[str, bool] = {}
    done = await _kept_or(nothing, visit, "which puzzles were solved is not known", visit.sessions.kept.puzzles_done)
    return [
        {key: entry[key] for key in TOLD} | {"solved": bool(done.get(entry["puzzle_id"], False))} for entry in entries
    ]


async def show_puzzle(visit: Visit, given: Given) -> Answer:
    """Return the board of a puzzle."""
    entry = visit.sessions.puzzles.find(given["puzzle_id"])
    game = await in_thread(visit.sessions.catalogue.game, entry["game"])
    boards = await in_thread(_play_on, game, entry["position"], [])
    return {"puzzle_id": entry["puzzle_id"], "board": boards[0]}


async def try_puzzle(visit: Visit, given: Given) -> Answer:
    """Answer whether a move solves a puzzle, and play on: the best line, or what refutes the move."""
    entry = visit.sessions.puzzles.find(given["puzzle_id"])
    game = await in_thread(visit.sessions.catalogue.game, entry["game"])
    move = await in_thread(_read_move, game, entry["position"], given["move"])
    right = move == entry["best"]
    noting = visit.sessions.kept.note_puzzle
    await _kept_or(None, visit, "the attempt was not saved", noting, entry["puzzle_id"], game.name, right)
    line = entry["line"] if right else [move, *await _refute(visit, game, entry, move)]
    boards = await in_thread(_play_on, game, entry["position"], line[: limits.MAX_PUZZLE_LINE])
    told = {"right": right, "move": move, "line": line[: limits.MAX_PUZZLE_LINE], "boards": boards}
    return told | {"text": entry["answer"] if right else entry["refutations"].get(move, "")}


async def _refute(visit: Visit, game: Game, entry: Entry, move: str) -> list[str]:
    """Return how play goes on after a wrong answer."""
    asked = {
        "game": visit.sessions.catalogue.text(game), "owner": visit.session.key, "start": entry["position"],
        "moves": [], "move": move,
    }  # fmt: skip
    answer = await visit.ask("refute", asked, EXPLAIN_SECONDS)
    line: list[str] = answer["line"]
    return line


def _read_move(game: Game, position: str, word: str) -> str:
    """Return a legal move in the game's notation. Raises InputError."""
    ongoing = OngoingGame(game, position, players=ANYBODY)
    return ongoing.play(word).word


def _play_on(game: Game, position: str, line: list[str]) -> list[Answer]:
    """Return the boards of a line of play from a position, that position first."""
    ongoing = OngoingGame(game, position, players=ANYBODY)
    boards = [describe_board(ongoing)]
    for word in line:
        ongoing.play(word)
        boards.append(describe_board(ongoing) | {"legal": []})
    return boards
