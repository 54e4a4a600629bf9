"""plywise play: a game in the terminal between people and engines in any pairing."""

import os
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress

import click

from plywise.cli.board_game import HUMAN, WHO, BoardGame, HumanPlayer, Loaded, Quit, Undo, introduce
from plywise.cli.messages import cautions_held, say
from plywise.cli.options import game_argument, state_of, state_options
from plywise.cli.thoughts import describe_thought, show_thinking
from plywise.errors import InputError
from plywise.game import MAX, MIN, Action, Game, State
from plywise.play.clocks import Clock, TimeControl, TimeUsed
from plywise.play.player import Allowance, Player, PlayerFailure, Situation, ThinkingPlayer, Thought
from plywise.play.players import make_player
from plywise.play.players.program_player import ProgramPlayer
from plywise.play.record import GameRecord, MoveRecord
from plywise.play.turns import take_turns
from plywise.show.text import describe_value, draw_board


@click.command("play", epilog="Example: plywise play tictactoe --max human --min engine:level=3")
@game_argument
@click.option("--max", "max_who", metavar="WHO", help=f"Who plays MAX. [default: {WHO[MAX]}]")
@click.option("--min", "min_who", metavar="WHO", help=f"Who plays MIN. [default: {WHO[MIN]}]")
@state_options
@click.option(
    "--load", metavar="F", help="Go on with a game in a file: JSON, PGN, PDN or SGF; F#3: the third of several."
)
@click.option(
    "--clock", "control", metavar="S+S", default="",
    help="Seconds that each side has, and gains with each move, as in 300+2; time=10: for each move.",
)  # fmt: skip
@click.option("--delay", type=click.FloatRange(min=0, max=3600), default=0, metavar="S", help="Wait after each move.")
def command(
    game: Game, max_who: str | None, min_who: str | None, position: str | None, moves: str, load: str | None,
    control: str, delay: float,
) -> None:  # fmt: skip
    """Play a game in the terminal.

    WHO is human; engine:level=3 (levels 1 to 12, each thinks three times as long as the one below and is less often
    careless); engine:time=1 (seconds per move), engine:depth=4, engine:nodes=10000; solver:time=10 (perfect where it
    can prove the best move in its time); simple (does not think); random, random:seed=7; uci:PROGRAM or gtp:PROGRAM
    with its arguments, another program that speaks UCI or GTP, with settings as in "uci[Hash=16,nodes=1000]:stockfish";
    function:path/file.py:name, your own function of the game and the state. `help` at the prompt says what can be
    typed. However the game is left, the command to go on is printed.
    """
    if not delay < float("inf"):
        raise InputError(f"--delay {delay} is no number of seconds")
    who = {MAX: max_who, MIN: min_who}
    clock = Clock(TimeControl.parse(control))
    if load is None:
        table = _table(game, who, position, moves, clock)
    else:
        table = _loaded(game, who, load, position, moves, clock)
    for each in table.who.values():
        if each != HUMAN:
            make_player(each).check_game(game)
    try:
        play(table, delay)
    except Quit:
        say_goodbye(table)
    except PlayerLeft as left:
        say_goodbye(table)
        raise InputError(str(left)) from None
    except OSError:  # nothing more can be written
        raise
    except Exception:  # a rule that fails, or a player, does not take the game with it
        if table.words:
            say_goodbye(table)
        raise
    except KeyboardInterrupt:
        click.echo()
        say_goodbye(table)
        raise


def _table(game: Game, who: dict[int, str | None], position: str | None, moves: str, clock: Clock) -> BoardGame:
    """Return the game that --position and --moves describe."""
    start = state_of(game, position, "")
    state_of(game, position, moves)  # refuses bad moves
    playing = dict(WHO) | {side: each for side, each in who.items() if each is not None}
    table = BoardGame(game, game.format_state(start), playing, [start], clock=clock)
    for word in moves.split():
        action = game.parse_action(table.state, word)
        table.add(MoveRecord(game.format_action(table.state, action)), game.result(table.state, action))
    return table


def _loaded(
    game: Game, who: dict[int, str | None], source: str, position: str | None, moves: str, clock: Clock
) -> BoardGame:
    """Return the game kept in a file, played as it was unless the command says otherwise."""
    if position is not None or moves:
        raise InputError("--load says where the game goes on: give no --position or --moves beside it")
    table = BoardGame(game, "", {}, [], clock=clock)
    table.load(source)
    played_under = table.loaded.control if table.loaded else ""
    if played_under and not str(clock.control):
        say(f"the game was played with a clock: --clock {played_under} goes on with it")
    table.who = {side: who[side] or _player_in(table.loaded, side) for side in (MAX, MIN)}
    return table


OWN_PLAYERS = (HUMAN, "random", "simple", "engine", "solver")
"""The players that a file may name. Others run programs and files of the user's, which only the user may ask for."""


def _player_in(record: GameRecord | None, side: int) -> str:
    """Return who plays a side in a record; somebody else, and say so, where that is nobody who can play here."""
    said = "" if record is None else record.max if side == MAX else record.min
    kind = said.partition(":")[0]
    if kind == HUMAN == said:
        return said
    if kind in OWN_PLAYERS:
        with suppress(InputError):
            make_player(said)
            return said
    option = "--max" if side == MAX else "--min"
    if said:
        say(f"{said[:80]} does not play here: {WHO[side]} does instead; {option} says who is to play")
    return WHO[side]


def play(table: BoardGame, delay: float = 0) -> None:
    """Play a game to its end, drawing the board after every move. Raises Quit."""
    with cautions_held() as cautions:
        _play(table, delay, cautions)


def _play(table: BoardGame, delay: float, cautions: list[str]) -> None:
    """Play on; what searches warn of is said below the board, once."""
    players = {side: _Announced(player, side, table) for side, player in table.players().items()}
    try:
        for each in players.values():
            each.begin(table.game, table.states[0])
        _draw(table, "", begins=True)
        while not table.game.terminal(table.state):
            try:
                _play_on(table, players, delay, cautions)
            except Undo:
                _draw(table, "taken back" if table.take_back() else "there is nothing to take back")
            except Loaded:
                _draw(table, "loaded")
    except Decided as decided:
        outcome = str(decided)
    else:
        outcome = describe_value(table.game, table.game.utility(table.state), proved=True)
    finally:
        for each in players.values():
            each.close()
    moves, position = " ".join(table.words), table.game.format_state(table.state)
    click.echo(f"Game over: {outcome}. Moves: {moves}. Position: {position}")


def _play_on(table: BoardGame, players: Mapping[int, "_Announced"], delay: float, cautions: list[str]) -> None:
    """Play to the end, or until somebody has other plans."""
    game = table.game
    for turn in take_turns(game, players, table.state):
        word = game.format_action(turn.before, turn.action)
        mover = players[turn.player]
        table.add(mover.note(word), turn.after)
        _draw(table, f"{game.player_names[turn.player]} plays {word}{mover.thought and f' ({mover.thought})'}")
        while cautions:
            say(cautions.pop(0))
        time.sleep(delay)


class PlayerLeft(Exception):
    """A player cannot play on."""


class Decided(Exception):
    """The game is decided, and not on the board; the message is the outcome."""


class _Announced(Player):
    """A player whose time is taken, and whose thoughts are shown while it thinks, and kept, also in words."""

    def __init__(self, player: Player, side: int, table: BoardGame) -> None:
        self.player = player
        self.side = side
        self.table = table
        self.thought, self.found = "", Thought(None)
        self.used: TimeUsed | None = None

    def begin(self, game: Game, start: State) -> None:
        """Let another program get ready; the others do so when it is their turn, so that people need not wait.

        Where time counts, all do so before it does.
        """
        if isinstance(self.player, ProgramPlayer) or self.table.clock.control.is_timed:
            with self._failures_told():
                self.player.begin(game, start)

    def choose(self, game: Game, state: State) -> Action:
        """Return the player's action. Raises PlayerLeft and Decided, and what a person may want instead."""
        self.thought, self.found = "", Thought(None)
        clock = self.table.clock
        allowance = clock.start(self.side)
        try:
            action = self._choose(game, state, allowance)
        finally:
            self.used = clock.stop()
        if self.used.is_lost:
            names = game.player_names
            raise Decided(f"{names[-self.side]} wins, as the time of {names[self.side]} has run out")
        return action

    def note(self, word: str) -> MoveRecord:
        """Return the record of the move just chosen."""
        return MoveRecord.of(word, self.found, *(self.table.clock.rounded(self.used) if self.used else ()))

    def _choose(self, game: Game, state: State, allowance: Allowance) -> Action:
        if isinstance(self.player, HumanPlayer):
            return self.player.choose(game, state)
        with self._failures_told():
            self.found = self._decide(game, state, allowance)
            if self.found.action not in list(game.actions(state)):
                self._refuse(self.found.action)
        self.thought = describe_thought(game, state, self.found)
        return self.found.action

    def close(self) -> None:
        """End another program."""
        self.player.close()

    def _decide(self, game: Game, state: State, allowance: Allowance) -> Thought:
        if not isinstance(self.player, ThinkingPlayer):
            return self.player.decide(Situation(game, self.table.states[0], self.table.actions(), state, allowance))
        with show_thinking(game, state, self.player) as watcher:
            return self.player.consider(game, state, watcher, allowance)

    def _refuse(self, action: Action) -> None:
        """Raise what it means that an action is not legal."""
        names = self.table.game.player_names
        if action is None:
            raise Decided(f"{names[-self.side]} wins, as {names[self.side]} resigns")
        raise PlayerFailure("illegal move", repr(action))

    @contextmanager
    def _failures_told(self) -> Iterator[None]:
        try:
            yield
        except PlayerFailure as failure:
            name, who = self.table.game.player_names[self.side], self.table.who[self.side]
            raise PlayerLeft(f"{name} ({who}) cannot play on: {failure}") from None


def say_goodbye(table: BoardGame) -> None:
    """Say what has been played, and how to go on."""
    click.echo(f"The game is left as it stands.\n{table.account()}\nTo go on: {table.command()}")


def _draw(table: BoardGame, what_happened: str, begins: bool = False) -> None:
    """Draw the board, the rules above it: over the old one if the terminal can; otherwise below, the rules once."""
    clears = sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    if clears:
        click.clear()
    if clears or begins:
        click.echo(f"{introduce(table.game)}\n")
    if what_happened:
        click.echo(what_happened)
    click.echo(draw_board(table.game, table.state, coordinates=True))
    clocks = table.read_clocks()
    if clocks:
        click.echo(clocks)
    click.echo()
