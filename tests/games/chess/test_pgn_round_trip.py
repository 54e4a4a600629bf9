"""Annotated games go there and back: loaded, a move played, saved, twice; python-chess finds all of it again."""

import io
import random

import chess
import chess.engine
import chess.pgn
import pytest

import plywise as pw
from plywise.play.game_files import format_games, parse_games
from plywise.play.ongoing import OngoingGame
from tests.games.chess.games import STYLES, choose, start

GAME, GAME_960 = pw.make("chess:moves=0,repetition=0"), pw.make("chess:moves=0,repetition=0,chess960=1")

TEXTS = (
    "a plain remark",
    "{ an open brace",
    "(no variation) 1. e4 e5 *",
    "; no rest of the line, 100 % true",
    "two\nlines",
    "Ünal: “cp1252” — Ωμέγα 🙂",
    "1-0",
    "[%csl Ga1,Rh8][%cal Ya1h8]",
    'quotes " and \\ backslashes',
    "[%unknown x] behind a command of another program",
    "+0.25/12 0.5s",
    "-M4/20 1.25s, n=12345, tl=9.5s",
    "book",
    'see $1 and [Event "x"]',
)
VALUES = ('a "quoted" name', r"C:\games\new", "Ünal", "5400+30", "{x} ; (y) % $1 [z]", "\\", "x" * 300)
NAMES = ("Annotator", "TimeControl", "ECO", "WhiteElo", "Unknown_Tag", "UTCDate", "Termination")


def annotated_game(source):
    """Return a random game of python-chess with all that an annotator or an engine may add, and our game for it."""
    is_960 = source.random() < 0.3
    board, _ = start(source, is_960)
    if source.random() < 0.4 and not is_960:
        board = chess.Board()
    found = chess.pgn.Game()
    found.setup(board)
    found.headers["White"], found.headers["Black"] = source.choice(VALUES), "Ann"
    for name in source.sample(NAMES, 3):
        found.headers[name] = source.choice(VALUES)
    if source.random() < 0.5:
        found.headers.update({"PlyCount": "999", "CurrentPosition": "unknown"})
    if source.random() < 0.3:
        found.comment = source.choice(TEXTS)
    grow(found, source, source.randrange(1, 40), 0)
    return found, (GAME_960 if is_960 else GAME)


def grow(node, source, plies, depth):
    """Add a line of random moves to a node, with notes and with variations in variations."""
    for _ in range(plies):
        board = node.board()
        legal = list(board.legal_moves)
        if not legal or board.is_insufficient_material():
            return
        before, node = node, node.add_variation(choose(board, source, source.choice(STYLES)))
        annotate(node, source)
        others = [move for move in legal if move != node.move]
        while others and depth < 3 and source.random() < 0.15:
            other = before.add_variation(others.pop(source.randrange(len(others))))
            annotate(other, source)
            if source.random() < 0.4:
                other.starting_comment = source.choice(TEXTS)
            grow(other, source, source.randrange(5), depth + 1)


def annotate(node, source):
    if source.random() < 0.3:
        node.comment = source.choice(TEXTS)
    if source.random() < 0.3:
        score = source.choice(
            (chess.engine.Cp(source.randrange(-900, 900)), chess.engine.Mate(source.choice((-3, 1, 7))))
        )
        node.set_eval(chess.engine.PovScore(score, chess.WHITE), source.choice((None, 12)))
    if source.random() < 0.3:
        node.set_clock(source.randrange(36000) / 10)
    if source.random() < 0.2:
        node.set_emt(source.randrange(600))
    if source.random() < 0.3:
        node.nags = {source.randrange(1, 140) for _ in range(source.randrange(1, 3))}


def facts(game, plies):
    """Return all that python-chess knows of the first plies of a game, as one nested list."""

    def told(node):
        comment, starting = node.comment, node.starting_comment or ""
        eval_ = node.eval()
        return (
            node.move and node.uci() if node.parent else None,
            frozenset(node.nags),
            " ".join(comment.split()),
            " ".join(starting.split()),
            eval_ and str(eval_.white()),
            node.clock(),
            node.emt(),
            [told(each) for each in node.variations],
        )

    def cut(node, left):
        *rest, lines = node
        if left == 0:
            return (*rest, [])
        return (*rest, [cut(lines[0], left - 1), *lines[1:]] if lines else [])

    return cut(told(game), plies)


def headers(game):
    """Return the tags of a game, as the standard has their values written: python-chess leaves its escapes alone."""
    return {name: value.replace('\\"', '"').replace("\\\\", "\\") for name, value in game.headers.items()}


def with_a_move(game, text):
    """Return a file after its game is loaded, a move played where there is one, and saved again; and the game."""
    (record,) = parse_games(text, game, pytest.fail)
    ongoing = OngoingGame.from_record(game, record)
    ongoing.undo(0)
    if not ongoing.is_over:
        ongoing.play(ongoing.legal()[0])
    return format_games([ongoing.to_record()], game, "pgn"), ongoing


def check(seed):
    """Check a game there and back, twice; return how many facts there were."""
    source = random.Random(f"round trip {seed}")
    told, game = annotated_game(source)
    first = str(told)
    expected = chess.pgn.read_game(io.StringIO(first))  # what can be said in PGN at all
    assert not expected.errors
    text = first
    for _ in range(2):
        text, ongoing = with_a_move(game, text)
        found = chess.pgn.read_game(io.StringIO(text))
        assert not found.errors, text
        known = len(list(expected.mainline()))
        assert facts(found, known) == facts(expected, known), text
        given, kept = headers(expected), headers(found)
        assert {name: kept.get(name) for name in given if name not in CHANGED} == {
            name: value for name, value in given.items() if name not in CHANGED
        }
        last = found.end()
        assert len(list(found.mainline())) == ongoing.ply
        if "PlyCount" in given:
            assert (kept["PlyCount"], kept["CurrentPosition"]) == (str(ongoing.ply), game.format_state(ongoing.state))
        if not ongoing.is_over:
            assert (kept["Result"], kept["Termination"]) == ("*", "unterminated")
        assert last.board().fen(en_passant="legal") == game.format_state(ongoing.state)
        if game is GAME_960 or "FEN" in given:
            assert kept["SetUp"] == "1"
            assert kept["FEN"]
            assert kept["Variant"] == ("Chess960" if game is GAME_960 else "From Position")
    return len(str(facts(expected, 999)))


CHANGED = ("PlyCount", "CurrentPosition", "Termination", "Result", "FEN", "Variant")


def test_annotated_games_survive_a_move():
    assert sum(map(check, range(20))) > 20_000


@pytest.mark.slow
def test_many_annotated_games_survive_a_move():
    assert sum(map(check, range(20, 220))) > 200_000
