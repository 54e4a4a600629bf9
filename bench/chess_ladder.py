"""How strong is the chess beside other programs? `python -m bench.chess_ladder [NAME ...] --time 0.2 --games 200`.

Matches on one thread, from random balanced openings with the colours swapped. python-chess, which shares nothing with
our rules, looks at every move and end afterwards. What comes of a match goes to bench/data/chess_ladder.jsonl, from
which `make docs` writes the table in docs/background/play_search.md. The programs are Debian's packages; what is not
installed is said and left out. A match goes on where an earlier one was interrupted, if --journals says where.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from shutil import which

import plywise as pw
from plywise.arena.match_result import MatchResult
from plywise.play.clocks import TimeControl
from plywise.play.record import GameRecord

ROWS = Path(__file__).parent / "data" / "chess_ladder.jsonl"
GAMES, SECONDS, SEED = 200, 0.2, 11
MARGIN = 0.5
"""Seconds by which a move may be late: on a busy machine, games are to be won on the board."""
ENDS_EARLY = "agree:win=600,draw=10,plies=8"
"""Where both say for eight plies that one is six pawns ahead, or that nobody is."""

OPPONENTS = {
    "fairymax": (["fairymax"], "uci:{python} -m bench.xboard_bridge {0}"),
    "sjaakii": (["sjaakii"], "uci:{0}"),
    "gnuchess": (["gnuchess"], "uci[OwnBook=false]:{0} --uci"),
    "glaurung": (["glaurung"], "uci[OwnBook=false,Threads=1,Ponder=false,patience=60]:{0}"),
    "toga2": (["toga2"], "uci[OwnBook=false]:{0}"),
    "ethereal": (["ethereal-chess"], "uci[Threads=1]:{0}"),
}
"""Each with the names of its program, and how it is started: no opening books, one thread."""

US = "engine:search=selective"


def find(names: Sequence[str]) -> str | None:
    """Return the path of a program by one of its names."""
    places = (which(name, path="/usr/games:/usr/local/games") or which(name) for name in names)
    return next((place for place in places if place), None)


def play(name: str, who: str, options: argparse.Namespace) -> dict:
    """Play the match with one opponent; return its row."""
    journal = options.journals and options.journals / f"{name}-{options.time:g}.journal"
    result = pw.match(
        pw.make("chess"),
        [US, who],
        games=options.games,
        seed=SEED,
        clock=TimeControl(time=options.time, margin=options.margin),
        adjudicate=ENDS_EARLY,
        journal=journal,
        workers=options.workers,
        resume=bool(journal and journal.exists()),
    )
    found = result.to_dict()["meetings"][0]
    return {
        "opponent": name,
        "seconds": options.time,
        **{key: found[key] for key in ("wins", "draws", "losses", "pentanomial", "elo", "elo_low", "elo_high")},
        "moves_watched": watch(result),
        "failures": [failure.kind for failure in result.failures],
        "seed": SEED,
    }


def watch(result: MatchResult) -> int:
    """Play all games again by the rules of python-chess; return the number of moves. Raises AssertionError."""
    return sum(watch_game(record) for record in result.records)


def watch_game(record: GameRecord) -> int:
    """Return the number of moves of a game, all of them legal, which is over where it was said to be."""
    import chess  # for the tests alone: the tables are made without it

    board = chess.Board(record.start)
    for word in record.words:
        assert chess.Move.from_uci(word) in board.legal_moves, (board.fen(), word)
        board.push_uci(word)
        assert board.is_game_over() <= (len(board.move_stack) == len(record.words)), board.fen()
    if record.ended_by == "rules":
        assert board.is_game_over(claim_draw=True), board.fen()
        assert board.is_checkmate() == (record.winner != "draw"), board.fen()
    return len(record.words)


def main() -> None:
    """Play matches, and write their rows as they come."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", choices=[*OPPONENTS, []], metavar="NAME")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--time", type=float, default=SECONDS, help="seconds a move")
    parser.add_argument("--margin", type=float, default=MARGIN, help="seconds by which a move may be late")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--journals", type=Path)
    parser.add_argument("--rows", type=Path, default=ROWS)
    options = parser.parse_args()
    for name in options.names or OPPONENTS:
        programs, who = OPPONENTS[name]
        place = find(programs)
        if place is None:
            print(f"{name} is not installed", file=sys.stderr)
            continue
        row = play(name, who.format(place, python=sys.executable), options)
        print(json.dumps(row), file=sys.stderr, flush=True)
        with options.rows.open("a") as rows:
            print(json.dumps(row), file=rows)


if __name__ == "__main__":
    main()
