"""How strong is a learned evaluation? `python -m bench.learning GAME A B`: a match, with OpenSpiel's MCTS as a player.

GAME and the players are those of `plywise match`; besides, `openspiel:mcts=50000` is OpenSpiel's C++ MCTS with so many
simulations a move, `openspiel:time=0.2` with so many seconds, and `openspiel` with the time of --time. It plays the
games that OpenSpiel has too: see PEERS. In Amazons it has the simulations for each of a move's three steps.
Each random opening is played twice, with sides changed. A row of JSON goes to standard output, and with --rows to a
file: wins, draws and losses of the first player, Elo with its interval of 95 %, and how much time each OpenSpiel player
took, so that a match at equal time can be told from one that was not.

    python -m bench.learning bench/untaught/hex.py:Hex engine:time=0.2 openspiel:mcts=12000 --games 20
    python -m bench.learning untaught engine:learned={game}.eval,time=0.2 engine:time=0.2

`untaught` stands for the ten games in bench/untaught, and {game} in a player for the name of the game's file.
"""

import argparse
import inspect
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from time import perf_counter
from typing import Any

import pyspiel

import plywise as pw
from plywise.errors import InputError
from plywise.game import Action, Game, State
from plywise.games.loading import make
from plywise.play.player import Player, Situation, Thought

FOLDER = Path(__file__).parent.resolve() / "untaught"
EXPLORATION = 2
TIMES: dict[str, list[float]] = {}
"""Seconds of each move of OpenSpiel's players, by their names: all moves of a match are made in this process."""
MEMORY = 1_000
"""Megabytes that OpenSpiel's tree may take; what is beyond is thrown away."""
MOST = 2**31 - 1
"""Simulations, where time limits them."""
PLAYER = re.compile(r"openspiel(?::mcts=([1-9][0-9]*)|:time=([0-9.]+))?", re.ASCII)


# --- the same game in OpenSpiel ---------------------------------------------------------------------------------------

Translate = Callable[[Game, State, Action], list[Any]]
"""The words or the numbers by which OpenSpiel has an action of ours: more than one where it has several steps."""


def squares(rows: int) -> Callable[[tuple[int, int]], str]:
    """Return how OpenSpiel names a (row, column) counted from the top left of so many rows."""
    return lambda place: f"{'abcdefgh'[place[1]]}{rows - place[0]}"


def hex_number(game: Any, state: State, action: Action) -> list[Any]:
    """Return the number of a cell, or of the swap."""
    return [game.size**2 if game.format_action(state, action) == "swap" else action]


def clobber_word(game: Any, state: State, action: Action) -> list[Any]:
    """Return the two squares of a step, of cells counted row by row."""
    return ["".join(squares(5)(divmod(cell, 6)) for cell in action)]


def pawn_word(game: Any, state: State, action: Action) -> list[Any]:
    """Return the two squares of a step, of (row, column) both."""
    return ["".join(map(squares(6), action))]


def own_word(game: Any, state: State, action: Action) -> list[Any]:
    """Return our word without what OpenSpiel leaves out."""
    return [game.format_action(state, action).replace("x", "")]


def three_cells(game: Any, state: State, action: Action) -> list[Any]:
    """Return the cells of a queen's start, its goal and its arrow."""
    return [row * 6 + column for row, column in action]


def same_number(game: Any, state: State, action: Action) -> list[Any]:
    """Return the number that the action is."""
    return [action]


PEERS: dict[str, tuple[Callable[[Any], str], Translate]] = {
    "plywise.games.hex:Hex": (lambda game: f"hex(board_size={game.size},swap={bool(game.swap)})", hex_number),
    "plywise.games.breakthrough:Breakthrough": (
        lambda game: f"breakthrough(rows={game.rows},columns={game.columns})",
        own_word,
    ),
    "plywise.games.othello:Othello": (lambda game: "othello", own_word),
    "hex:Hex": (lambda game: f"hex(board_size={game.size})", hex_number),
    "clobber:Clobber": (lambda game: "clobber(rows=5,columns=6)", clobber_word),
    "breakthrough:Breakthrough": (lambda game: "breakthrough(rows=6,columns=6)", pawn_word),
    "amazons:Amazons": (lambda game: "amazons(board_size=6)", three_cells),
    "connect_four:ConnectFour": (lambda game: "connect_four(rows=7,columns=8)", same_number),
}
"""Class of a game -> OpenSpiel's game, and how an action is translated. Files of bench/untaught by their own names."""


def peer_of(game: Game) -> tuple[str, Translate]:
    """Return OpenSpiel's text of the same game, and how actions are translated. Raises InputError."""
    cls = type(game)
    own = next(inspect.unwrap(each) for each in vars(cls).values() if inspect.isfunction(each))
    file = Path(inspect.getfile(own)).resolve()  # another file of its name may have taken its module's place
    name = f"{file.stem}:{cls.__name__}" if file.parent == FOLDER else f"{cls.__module__}:{cls.__name__}"
    if name not in PEERS:
        raise InputError(f"{game.name}: OpenSpiel has no such game, or bench/learning.py does not know it; see PEERS")
    text, translate = PEERS[name]
    return text(game), translate


def numbers(spiel: Any, parts: list[Any]) -> list[int]:
    """Return OpenSpiel's numbers of an action that is translated to words or numbers."""
    if not isinstance(parts[0], str):
        return parts
    words = {spiel.action_to_string(each).rstrip("*"): each for each in spiel.legal_actions()}
    return [words[part] for part in parts]


# --- OpenSpiel's MCTS as a player -------------------------------------------------------------------------------------


@dataclass
class SpielPlayer(Player):
    """OpenSpiel's MCTS, with so many simulations or seconds a move. It plays games from the initial position."""

    simulations: int = 0
    limit: float = 0.0
    seed: int = 1

    def __repr__(self) -> str:
        if self.simulations:
            return f"openspiel:mcts={self.simulations}"
        return f"openspiel:time={self.limit:g}" if self.limit else "openspiel"

    def check_game(self, game: Game) -> None:
        """Raise InputError if OpenSpiel does not have the game."""
        peer_of(game)

    def begin(self, game: Game, start: State) -> None:
        """Make OpenSpiel's game and its player."""
        if start != game.initial():
            raise InputError(f"{self!r} plays from the initial position only")
        text, self.translate = peer_of(game)
        self.spiel = pyspiel.load_game(text)

    def bot(self, seconds: float | None) -> Any:
        """Return OpenSpiel's player of a step. seconds: that it has, where simulations do not limit it."""
        self.seed += 1
        evaluator, most = pyspiel.RandomRolloutEvaluator(1, self.seed), self.simulations or MOST
        common = (self.spiel, evaluator, EXPLORATION, most, MEMORY, True, self.seed, False)
        return pyspiel.MCTSBot(*common, max_wall_clock_time=seconds or -1.0)

    def grace(self, seconds: float) -> float:
        """Return by how much a move may come late: the clock is read between simulations."""
        return 0.02 + seconds / 10

    def decide(self, situation: Situation) -> Thought:
        """Bring OpenSpiel's state to where the game is, ask for a move, and translate it."""
        game, state, spiel = situation.game, situation.start, self.spiel.new_initial_state()
        for action in situation.actions:
            for number in numbers(spiel, self.translate(game, state, action)):
                spiel.apply_action(number)
            state = game.result(state, action)
        numbered = {tuple(numbers(spiel, self.translate(game, state, each))): each for each in game.actions(state)}
        began, played, steps = perf_counter(), list[int](), len(next(iter(numbered)))
        seconds = None if self.simulations else self.limit or situation.allowance.time
        for _ in range(steps):
            played.append(self.bot(seconds and seconds / steps).step(spiel))
            spiel.apply_action(played[-1])
        TIMES.setdefault(repr(self), []).append(perf_counter() - began)
        return Thought(numbered[tuple(played)])


# --- matches ----------------------------------------------------------------------------------------------------------


def player_of(text: str) -> Any:
    """Return a player: OpenSpiel's MCTS, or a text of `plywise match`."""
    match = PLAYER.fullmatch(text)
    return text if match is None else SpielPlayer(int(match[1] or 0), float(match[2] or 0))


def games_of(text: str) -> list[str]:
    """Return the texts of the games that are meant."""
    return untaught() if text == "untaught" else [text]


def untaught() -> list[str]:
    """Return the texts of the ten games, each the class that its file ends with."""
    found = []
    for file in sorted(FOLDER.glob("[a-z]*.py")):
        [name] = re.findall(r"^class (\w+)\((?:pw\.Game|plywise\.games\.\w+\.\w+)\)", file.read_text(), re.MULTILINE)
        found.append(f"{file}:{name}")
    return found


def measure(text: str, options: argparse.Namespace) -> dict[str, Any]:
    """Play one match; return its row."""
    TIMES.clear()
    stem = Path(text.partition(":")[0]).stem
    players = [player_of(each.replace("{game}", stem)) for each in (options.first, options.second)]
    result = pw.match(
        make(text),
        players,
        games=options.games,
        openings=options.openings,
        seed=options.seed,
        time=options.time,
        workers=0,
    )
    meeting = result.to_dict()["meetings"][0]
    return {
        "game": text.removeprefix(f"{FOLDER}/"),
        "players": [str(each) for each in players],
        **{key: meeting[key] for key in ("wins", "draws", "losses", "elo", "elo_low", "elo_high")},
        "failures": [str(each) for each in result.failures],
        "move_seconds": {name: round(mean(times), 4) for name, times in TIMES.items()},
        "openings": options.openings,
        "seed": options.seed,
        "time_s": round(result.time_s, 1),
    }


def main() -> None:
    """Play matches, and write their rows as they come."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="as on the command line of plywise, or untaught")
    parser.add_argument("first", help="a player of plywise match, openspiel:mcts=N, openspiel:time=S, or openspiel")
    parser.add_argument("second")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--openings", type=int, default=4, help="random plies that each pair of games begins with")
    parser.add_argument("--time", type=float, help="seconds a move of both players; a later answer loses the game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", type=Path, help="a file to which the rows are added, too")
    options = parser.parse_args()
    if options.time is None and "openspiel" in (options.first, options.second):
        parser.error("openspiel: write --time, or openspiel:mcts=N or openspiel:time=S")
    for text in games_of(options.game):
        try:
            row = json.dumps(measure(text, options))
        except InputError as error:
            parser.error(str(error))
        print(row, flush=True)
        if options.rows:
            with options.rows.open("a") as rows:
                print(row, file=rows)


if __name__ == "__main__":
    from bench import learning  # players of this module, not of __main__, whose globals a match would copy

    learning.main()
