"""What is measured next to the peers. quick: only some of the positions. full: what takes minutes, too."""

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import plywise as pw
from bench import peers
from bench.rows import Row, Side, timed
from plywise.games.tictactoe import TicTacToe

HERE = Path(__file__).parent
SUBTRACTION = f"{HERE.parent / 'examples' / 'subtraction.py'}:Subtraction:stones=30"
MINIMAX, ALPHABETA = (0, 549_946), (0, 18_297)
"""The value of tic-tac-toe, and the nodes."""


def searched(game: pw.Game, algorithm: str, engine: str = "native") -> tuple[float, int]:
    """Return the value of the whole game, and the nodes."""
    found = pw.search(game, algorithm=algorithm, engine=engine)
    return found.value, found.nodes


def plain_minimax(game: pw.Game, state: Any) -> tuple[float, int]:
    """Return the value and the nodes: the textbook's recursion in Python over the same rules, nothing around it."""
    if game.terminal(state):
        return game.utility(state), 1
    mover = game.player(state)
    best, nodes = -mover * float("inf"), 1
    for action in game.actions(state):
        value, below = plain_minimax(game, game.result(state, action))
        nodes += below
        if mover * value > mover * best:
            best = value
    return best, nodes


def tictactoe(quick: bool, full: bool) -> Iterator[Row]:
    """Yield the whole tree against plain Python, C++ of the same recursion, OpenSpiel and easyAI."""
    game = pw.make("tictactoe")
    what, ours = "tictactoe, minimax", [timed(MINIMAX, searched, game, "minimax")]
    reference = [timed(MINIMAX, searched, game, "minimax", "reference")]
    yield Row(what, ours, "the reference in CPython", reference, runs=20, target=120)
    plain = [timed(MINIMAX, plain_minimax, game, game.initial())]
    yield Row(what, ours, "the bare recursion in CPython", plain, runs=20, target=120)
    for flags, target in (("-O3", 1 / 1.5), ("-O3 -march=native", None)):
        yield Row(what, ours, f"C++ {flags}", theirs(MINIMAX, peers.cpp_minimax(*flags.split())), 100, target=target)
    what, ours = "tictactoe, alpha-beta", [timed(ALPHABETA, searched, game, "alphabeta")]
    yield Row(what, ours, "OpenSpiel", theirs(0, peers.openspiel_alphabeta()), 40, runs=10, target=50)
    yield Row(what, ours, "easyAI", theirs(0, peers.easyai_negamax()), runs=10)


def theirs(known: Any, work: Any, *given: Any, per: float = 1) -> list[Side] | None:
    """Return a peer's side; None where it is not installed."""
    return None if work is None else [timed(known, work, *given, per=per)]


class GeneratorForm(TicTacToe):
    """Tic-tac-toe with its actions from a generator, the textbook's form; TicTacToe's are the members of a mask."""

    def actions(self, state: TicTacToe.State) -> Iterator[int]:
        """Yield the empty cells."""
        taken = state.x | state.o
        for cell in range(9):
            if not taken >> cell & 1:
                yield cell


def own_game(quick: bool, full: bool) -> Iterator[Row]:
    """Yield what the form of a user's own game costs, and what the smallest one takes for a node."""
    generator, mask = ([timed(MINIMAX, searched, game, "minimax")] for game in (GeneratorForm(), TicTacToe()))
    what = "tictactoe, actions from a generator, minimax"
    yield Row(what, generator, "(Plywise) members of a mask", mask, 100, target=1 / 3.5)
    game = pw.make(SUBTRACTION)
    known = searched(game, "minimax")
    ours = [timed(known, searched, game, "minimax", per=known[1])]
    yield Row("examples/subtraction.py, 30 stones, minimax, a node", ours, turns=9, target=1 / 50e6)


def labelled(stones: int) -> list[dict[str, Any]]:
    """Return the Connect Four positions with so many stones.

    moves: the columns played, from 1. score: 22 less the stones that the winner then has, below 0 where the player to
    move loses. known, made of it: the value, MAX's view, and the plies to the end, None in a draw.
    """
    read = [json.loads(line) for line in (HERE / "data" / "connect4.jsonl").read_text().splitlines()]
    for each in read:
        first_wins = (each["score"] > 0) == (each["stones"] % 2 == 0)
        plies = 2 * (22 - abs(each["score"])) - first_wins
        each["known"] = (1 if first_wins else -1, plies - each["stones"]) if each["score"] else (0, None)
    return [each for each in read if each["stones"] == stones]


def connect4(quick: bool, full: bool) -> Iterator[Row]:
    """Yield exact scores of sets of positions, the time for each: one thread, the table empty before each."""
    game, peer = pw.make("connect4"), peers.bitbully()
    solver = pw.Solver(game, engine="native")

    def our_side(part: list[dict[str, Any]], per: int) -> Side:
        states = [game.parse_state(each["moves"]) for each in part]
        return timed([each["known"] for each in part], lambda: list(solver.values(states, forget=True)), per=per)

    def their_side(part: list[dict[str, Any]], per: int) -> Side:
        solve, prepare = peer
        each_side = [timed(each["score"], solve, per=per, prepare=partial(prepare, each["moves"])) for each in part]
        return lambda: sum(side() for side in each_side)

    def row(what: str, parts: list[list[dict[str, Any]]], turns: int = 7, **more: Any) -> Row:
        per = sum(map(len, parts))
        ours, theirs = ([side(part, per) for part in parts] for side in (our_side, their_side if peer else our_side))
        what = f"connect4, exact score, {what}"
        return Row(what, ours, "BitBully", theirs if peer else None, turns, warmups=0, **more)

    for stones, share in {8: 0.45, 10: None, 12: 0.45, 16: 0.35, 20: 0.35, 24: 1.0, 28: 1.0, 36: 1.0}.items():
        name, target = f"{stones} stones", 1 / share if share and not quick else None
        if stones <= 12:  # a position takes milliseconds, and is a part by itself
            yield row(name, [[each] for each in labelled(stones)[:: 4 if quick else 1]], turns=3, target=target)
        else:
            yield row(name, [labelled(stones)[:: 2 if quick else 1]], runs=5, target=target)
        if stones >= 24:  # so short that it matters whose data the processor's caches hold: here always the peer's
            yield row(f"{name}, cold caches", [labelled(stones)[:: 2 if quick else 1]], target=target)
    if full:
        yield row("empty board", [[{"moves": "", "score": 1, "known": (1, 41)}]], turns=1, target=1 / 0.5)
        memory = [lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024]
        yield Row("connect4, empty board, most memory", memory, turns=1, target=2 * 2**30, unit="byte")


def warm(quick: bool, full: bool) -> Iterator[Row]:
    """Yield a series of exact scores, the time for each: one thread, one table, against one emptied before each."""
    game, peer = pw.make("connect4"), peers.bitbully_warm()
    for stones, share in {8: 0.4, 10: 0.4, 12: 0.4, 16: 0.4, 20: 0.4, 24: 0.5, 28: 0.5}.items():
        part = labelled(stones)[:: 4 if quick else 1]
        states, known = [game.parse_state(each["moves"]) for each in part], [each["known"] for each in part]

        def ours(forget: bool, states: list[Any] = states, known: list[Any] = known) -> list[Side]:
            return [timed(known, _values, states, forget, per=len(known), prepare=lambda: (pw.Solver(game),))]

        what, turns = f"connect4, {len(part)} exact scores in a series, {stones} stones", 5 if stones < 16 else 31
        yield Row(what, ours(forget=False), "(Plywise) emptied before each", ours(forget=True), turns)
        theirs = None
        if peer is not None:
            solve, prepare = peer
            scores = [each["score"] for each in part]
            theirs = [timed(scores, solve, per=len(part), prepare=partial(prepare, [each["moves"] for each in part]))]
        yield Row(what, ours(forget=False), "BitBully, one table", theirs, turns, target=1 / share)


def _values(states: list[Any], forget: bool, solver: pw.Solver) -> list[Any]:
    return list(solver.values(states, forget=forget))


def perft(quick: bool, full: bool) -> Iterator[Row]:
    """Yield the time for each line of play counted, next to OpenSpiel's states and pydraughts, driven from Python.

    The peers make every move and take it back; they are given fewer plies, as they are slower. Plywise is measured
    twice: as `plywise count` does it, where what follows equal states is counted once, and following every line.
    """

    def counted(game: pw.Game, plies: int, merge: bool = True) -> int:
        return pw.count(game, plies=plies, engine="native", merge=merge).nodes_by_ply[-1]

    def against(
        name: str, plies: int, lines: int, peer: str, work: Any, fewer: int, target: float, *merges: bool
    ) -> Iterator[Row]:
        game = pw.make(name)
        known = counted(game, fewer)
        for merge in merges:
            what = f"{name}, {plies} plies counted{'' if merge else ', every line'}, a line"
            ours = [timed(lines, counted, game, plies, merge, per=lines)]
            yield Row(what, ours, peer, theirs(known, work, fewer, per=known), target=target)

    for name, lines, rate in (("checkers", 18_391_564, 50e6), ("othello", 24_571_284, 40e6)):
        ours = [timed(lines, counted, pw.make(name), 10, per=lines)]
        yield Row(f"{name}, 10 plies counted, a line", ours, turns=5, target=1 / rate)
    yield from against("checkers", 10, 18_391_564, "pydraughts", peers.pydraughts_perft(), 3, 1000, True)
    for name, plies, lines, spiel_name, fewer in (
        ("tictactoe", 9, 127_872, "tic_tac_toe", 7),
        ("connect4", 8, 5_673_234, "connect_four", 6),
        ("othello", 8, 390_216, "othello", 6),
        ("breakthrough", 5, 6_182_818, "breakthrough", 3),
        ("mnk:m=4,n=3,k=3", 7, 3_499_200, "mnk(m=4,n=3,k=3)", 5),
    ):
        work = peers.openspiel_perft(spiel_name)
        yield from against(name, plies, lines, "OpenSpiel's states", work, fewer, 5, True, False)


def threads(quick: bool, full: bool) -> Iterator[Row]:
    """Yield two threads against one on hard positions: a new solver for each, made before the clock starts."""
    game, chosen = pw.make("connect4"), labelled(8)[: 3 if quick else None]

    def solved(moves: str, solver: pw.Solver) -> tuple[float, int | None]:
        found = solver.solve(game.parse_state(moves), line=False)
        return found.value, found.distance

    def solver(threads: int) -> tuple[pw.Solver]:
        return (pw.Solver(game, engine="native", threads=threads),)

    two, one = (
        [timed(each["known"], solved, each["moves"], per=len(chosen), prepare=partial(solver, n)) for each in chosen]
        for n in (2, 1)
    )
    yield Row("connect4, solve, 8 stones, 2 threads", two, "(Plywise) 1 thread", one, 5, warmups=0, target=1.5)


def start(quick: bool, full: bool) -> Iterator[Row]:
    """Yield the first search ever, compilation included, and one in a later process; each in a new process."""
    yield from _command((0, None), 3.0, 0.9, "search", "tictactoe")
    late = labelled(28)[0]  # so many stones that solving takes no time
    yield from _command(late["known"], 6.0, None, "solve", "connect4", "--position", late["moves"])
    code = "import time; began = time.perf_counter(); import plywise; print(time.perf_counter() - began)"
    yield Row("import plywise, in a new process", [lambda: float(_python("-c", code))], turns=15, target=0.15)


def _command(known: tuple[float, int | None], first: float, later: float | None, *words: str) -> Iterator[Row]:
    def said(cache: str) -> tuple[Any, ...]:
        answer = json.loads(_python("-m", "plywise", *words, "--json", cache=cache))
        return answer["engine"], answer["value"], answer.get("distance")

    with tempfile.TemporaryDirectory(prefix="plywise-bench-") as folder:
        cold, warm = (
            [timed(("native", *known), said, prepare=prepare)]
            for prepare in (lambda: (tempfile.mkdtemp(dir=folder),), lambda: (folder,))
        )
        name = f"plywise {words[0]} {words[1]}"
        yield Row(f"{name}, nothing compiled yet", cold, turns=3, warmups=0, target=first)
        yield Row(f"{name}, a later process", warm, turns=15, target=later)


def _python(*words: str, cache: str = "") -> str:
    environment = os.environ | ({"PLYWISE_CACHE_DIR": cache} if cache else {})
    return subprocess.run([sys.executable, *words], env=environment, capture_output=True, text=True, check=True).stdout


SUBJECTS = {
    "tictactoe": tictactoe,
    "own-game": own_game,
    "connect4": connect4,
    "warm": warm,
    "perft": perft,
    "threads": threads,
    "start": start,
}
