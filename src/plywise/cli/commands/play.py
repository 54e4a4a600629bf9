"""plywise play: a game in the terminal between people and engines in any pairing."""

import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from typing import NoReturn, TextIO

import click

from plywise.cli.board_game import WHO, BoardGame, HumanPlayer, Loaded, Quit, Undo, introduce, path_of
from plywise.cli.command import Command
from plywise.cli.messages import cautions_held, say
from plywise.cli.options import learned_option, optional_game_argument, state_of, state_options
from plywise.cli.param_types import FILE, WhoType
from plywise.cli.records import read_any_record, read_record, save_record
from plywise.cli.thoughts import describe_thought, show_thinking
from plywise.engines.learned.of_game import with_learned_beside
from plywise.errors import InputError
from plywise.game import MAX, MIN, Action, Game, State, player_word
from plywise.game.transcripts import read_words
from plywise.play.allotment import seconds_left
from plywise.play.clocks import Clock, TimeControl, TimeUsed
from plywise.play.ladders import LEVEL_NAMES
from plywise.play.ongoing import OngoingGame
from plywise.play.outcome import Ending, describe_ending, describe_value
from plywise.play.people import HUMAN, safe_player
from plywise.play.player import Allowance, Player, PlayerFailure, Situation, ThinkingPlayer, Thought
from plywise.play.players import make_player
from plywise.play.players.program_player import ProgramPlayer
from plywise.play.record import GameRecord, MoveRecord
from plywise.play.turns import take_turns
from plywise.process.recursion import MAX_PLIES
from plywise.process.systems import is_posix
from plywise.show.text import draw_board

OFTEN = 3
"""Repetitions of a position after which a game between programs may be endless."""


@click.command("play", cls=Command, epilog="Example: plywise play tictactoe --level 3")
@optional_game_argument
@click.option("--max", "max_who", type=WhoType(), metavar="WHO", help=f"Who plays MAX. [default: {WHO[MAX]}]")
@click.option("--min", "min_who", type=WhoType(), metavar="WHO", help=f"Who plays MIN. [default: {WHO[MIN]}]")
@click.option(
    "--level", type=click.IntRange(1, len(LEVEL_NAMES)), metavar="N",
    help="Play against the engine at level N; the same as --min engine:level=N.",
)  # fmt: skip
@learned_option
@state_options
@click.option(
    "--load", type=FILE, metavar="FILE[#N]",
    help="Continue a recorded game: JSON, PGN, PDN or SGF; FILE#3 is the third game in FILE.",
)  # fmt: skip
@click.option(
    "--clock", "control", metavar="S+S", default="",
    help="Seconds for each side and increment per move, as in 300+2; 40/60: 60 s for 40 moves; time=10: 10 s per move.",
)  # fmt: skip
@click.option(
    "--plies", type=click.IntRange(1, MAX_PLIES), default=MAX_PLIES, show_default=True, metavar="N",
    help="Declare a game a draw after N plies.",
)  # fmt: skip
@click.option(
    "--delay", type=click.FloatRange(min=0, max=3600), default=0, metavar="S", help="Wait S seconds after each move."
)
@click.option("--plain", is_flag=True, help="Use a text prompt instead of the full-screen board.")
def command(
    game: Game | None, max_who: str | None, min_who: str | None, level: int | None, position: str | None, moves: str,
    load: str | None, control: str, plies: int, delay: float, plain: bool,
) -> None:  # fmt: skip
    """Play a game in the terminal.

    With Textual (pip install 'plywise[tui]'; see docs/guides/terminal.md) you play on a full-screen board; without it,
    or with --plain, at a prompt, where `help` lists what you can type. On leaving a game, it prints the command that
    continues it. With --load, GAME may be left out if the file names it.

    WHO is one of

    \b
    human
    engine:level=3          levels 1 to 12: each searches deeper and errs less
    engine:time=1           seconds per move; or engine:depth=4, engine:nodes=10000
    solver:time=10          perfect where it proves the best move in time
    simple                  does not search
    random, random:seed=7   plays any legal move
    uci:PROGRAM ARGUMENTS   another program that speaks UCI, or gtp: for GTP; with
                            settings, "uci[Hash=16,nodes=1000]:stockfish"
    function:FILE.py:NAME   your own function of the game and the state
    certificate:FILE        plays a stored strategy, without searching
    """  # noqa: D301 - \b is the character that keeps the lines of a paragraph
    if not delay < float("inf"):
        raise InputError(f"--delay must be a number of seconds, not {delay}")
    who = _with_level({MAX: max_who, MIN: min_who}, level)
    clock = Clock(TimeControl.parse(control))
    if load is not None:
        table = _loaded(game, who, load, position, moves, clock)
    elif game is not None:
        table = _table(game, who, position, moves, clock)
    else:
        raise click.UsageError("name a GAME, or with --load a file that names its game")
    table.ongoing.max_plies = plies
    for each in table.who.values():
        if each != HUMAN:
            make_player(each).check_game(table.game)
    try:
        if plain or not has_screen():
            play(table, delay)
        else:
            play_on_screen(table, delay)
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


def _with_level(who: dict[int, str | None], level: int | None) -> dict[int, str | None]:
    """Return who plays, with the engine at a level on a side that has no player: MIN's if possible."""
    free = [side for side in (MIN, MAX) if who[side] is None]
    if level is None:
        return who
    if not free:
        raise InputError(f"--level needs a side that neither --max nor --min sets: write engine:level={level} there")
    return who | {free[0]: f"engine:level={level}"}


def _table(game: Game, who: dict[int, str | None], position: str | None, moves: str, clock: Clock) -> BoardGame:
    """Return the game that --position and --moves describe."""
    game = with_learned_beside(game, say)
    start = state_of(game, position, "")
    words = read_words(game, start, moves)
    playing = dict(WHO) | {side: each for side, each in who.items() if each is not None}
    table = BoardGame(OngoingGame(game, game.format_state(start)), playing, clock)
    for word in words:
        table.ongoing.play(word)
    return table


def _loaded(
    game: Game | None, who: dict[int, str | None], source: str, position: str | None, moves: str, clock: Clock
) -> BoardGame:
    """Return a saved game, with its players unless the command names others. game: None: the file's."""
    if position is not None or moves:
        raise InputError("--load gives the position: leave out --position and --moves")
    game, record = read_any_record(source, game, "plywise play GAME --load {}")
    game = with_learned_beside(game, say)
    table = BoardGame(OngoingGame(game), {}, clock)
    table.go_on_from(record)
    played_under = table.loaded.control if table.loaded else ""
    if played_under and not str(clock.control):
        say(f"the game was played with a clock: add --clock {played_under} to continue with it")
    table.who = {side: who[side] or _player_in(table.loaded, side) for side in (MAX, MIN)}
    return table


def _player_in(record: GameRecord | None, side: int) -> str:
    """Return who plays a side in a record; the default player, with a message, if the record's cannot play here."""
    said = "" if record is None else record.max if side == MAX else record.min
    own = safe_player(said)
    if own is not None:
        return own
    option = "--max" if side == MAX else "--min"
    if said:
        say(f"{said[:80]} is not a player here: {WHO[side]} plays instead; choose another with {option}")
    return WHO[side]


def has_screen() -> bool:
    """Return whether the terminal program can be used: at a terminal that can move its cursor, with Textual.

    Its searches are processes of their own, which POSIX systems have. It draws on stderr, which must be able to write
    its lines.
    """
    if not is_posix() or os.environ.get("TERM", "dumb") == "dumb":
        return False
    at_terminal = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    return at_terminal and _draws_lines(sys.stderr) and _has_textual()


def _draws_lines(stream: TextIO) -> bool:
    try:
        "│┼─·▁".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _has_textual() -> bool:
    try:
        return find_spec("textual") is not None
    except ValueError:  # another module has taken its place
        return False


def play_on_screen(table: BoardGame, delay: float = 0) -> None:
    """Play a game with the terminal program, until it is left. Raises Quit where the game is not over then."""
    from plywise.tui.opening import Left, play_on_screen
    from plywise.tui.table import Table

    ongoing = table.ongoing
    ongoing.control = table.clock.control
    ongoing.players.update(table.who)

    def save(game: OngoingGame, name: str) -> None:
        save_record(game.game, game.to_record(), path_of(name))

    def load(name: str) -> OngoingGame:
        record, _ = read_record(ongoing.game, str(path_of(name)))
        found = OngoingGame.from_record(ongoing.game, record, ongoing.control)
        found.undo(0)  # it continues, though a side may have resigned
        return found

    failure = None
    try:
        table.go_on(play_on_screen(Table(ongoing, save, load, delay or None)))
    except Left as left:
        table.go_on(left.ongoing)
        failure = left.__cause__
    if failure is not None:  # not raised in there, where it would stand behind itself
        raise failure
    outcome = table.ongoing.outcome
    if outcome is None:
        raise Quit
    _say_outcome(table, outcome.text)


def play(table: BoardGame, delay: float = 0) -> None:
    """Play a game to its end, drawing the board after every move. Raises Quit."""
    with cautions_held() as cautions:
        _play(table, delay, cautions)


def _play(table: BoardGame, delay: float, cautions: list[str]) -> None:
    """Play on; warnings of searches are printed below the board, once."""
    players = {side: _Announced(player, side, table) for side, player in table.players().items()}
    try:
        for each in players.values():
            each.begin(table.game, table.ongoing.states[0])
        _draw(table, "", begins=True)
        while not table.game.terminal(table.state):
            try:
                _play_on(table, players, delay, cautions)
            except Undo:
                _draw(table, "taken back" if table.take_back() else "there is no move to take back")
            except Loaded:
                _draw(table, "loaded")
    except Decided as decided:
        outcome = str(decided)
    else:
        outcome = describe_value(table.game, table.game.utility(table.state), proved=True)
    finally:
        for each in players.values():
            each.close()
    _say_outcome(table, outcome)


def _say_outcome(table: BoardGame, outcome: str) -> None:
    moves, position = " ".join(table.words), table.game.format_state(table.state)
    click.echo(f"Game over: {outcome}. Moves: {moves}. Position: {position}")


def _play_on(table: BoardGame, players: Mapping[int, "_Announced"], delay: float, cautions: list[str]) -> None:
    """Play to the end, or until a player quits, takes back or loads."""
    game, seen, may_warn = table.game, Counter[State](), HUMAN not in table.who.values()
    _end_if_too_long(table)
    for turn in take_turns(game, players, table.state):
        word = game.format_action(turn.before, turn.action)
        mover = players[turn.player]
        table.ongoing.play(mover.note(word))
        _draw(table, f"{game.player_names[turn.player]} plays {word}{mover.thought and f' ({mover.thought})'}")
        while cautions:
            say(cautions.pop(0))
        _end_if_too_long(table)
        seen[turn.after] += 1
        if seen[turn.after] == OFTEN and may_warn:
            may_warn = False
            say(f"a position has occurred {OFTEN} times: the game may be endless; --plies N ends it as a draw")
        time.sleep(delay)


def _end_if_too_long(table: BoardGame) -> None:
    """Raise Decided where the game has as many plies as it may have."""
    outcome = table.ongoing.outcome
    if outcome is not None and outcome.ended_by == "length":
        raise Decided(outcome.text)


class PlayerLeft(Exception):
    """A player cannot play on."""


class Decided(Exception):
    """The game is decided, and not on the board; the message is the outcome."""


class _Announced(Player):
    """A player whose time is measured, and whose thoughts are shown and recorded."""

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
            with self._failures_reported():
                self.player.begin(game, start)

    def choose(self, game: Game, state: State) -> Action:
        """Return the player's action. Raises PlayerLeft and Decided, and what a person may want instead."""
        self.thought, self.found = "", Thought(None)
        clock = self.table.clock
        allowance = clock.start(self.side)
        seconds = seconds_left(allowance, self.side)
        try:
            action = self._choose(game, state, allowance)
        except BaseException:
            clock.pause()  # no move was made
            raise
        self.used = clock.stop(0.0 if seconds is None else self.player.grace(seconds))
        if self.used.is_lost:
            self._lose("time")
        return action

    def note(self, word: str) -> MoveRecord:
        """Return the record of the move just chosen."""
        return MoveRecord.of(word, self.found, *(self.table.clock.rounded(self.used) if self.used else ()))

    def _choose(self, game: Game, state: State, allowance: Allowance) -> Action:
        if isinstance(self.player, HumanPlayer):
            return self.player.choose(game, state)
        with self._failures_reported():
            self.found = self._decide(game, state, allowance)
            if self.found.action not in list(game.actions(state)):
                self._refuse(self.found.action)
        self.thought = describe_thought(game, state, self.found)
        return self.found.action

    def close(self) -> None:
        """End another program."""
        self.player.close()

    def _decide(self, game: Game, state: State, allowance: Allowance) -> Thought:
        ongoing = self.table.ongoing
        if not isinstance(self.player, ThinkingPlayer):
            return self.player.decide(Situation(game, ongoing.states[0], ongoing.actions(), state, allowance))
        with show_thinking(game, state, self.player) as watcher:
            return self.player.consider(game, state, watcher, allowance)

    def _refuse(self, action: Action) -> None:
        """Raise what it means that an action is not legal."""
        if action is None:
            self._lose("resigned")
        raise PlayerFailure("illegal move", repr(action))

    def _lose(self, ended_by: str) -> NoReturn:
        """Raise that the player has lost, and why, in the words of a record."""
        winner = player_word(-self.side)
        raise Decided(describe_ending(self.table.game, Ending(winner, ended_by)))

    @contextmanager
    def _failures_reported(self) -> Iterator[None]:
        try:
            yield
        except PlayerFailure as failure:
            name, who = self.table.game.player_names[self.side], self.table.who[self.side]
            raise PlayerLeft(f"{name} ({who}) cannot continue: {failure}") from None


def say_goodbye(table: BoardGame) -> None:
    """Print the moves played, and the command that continues the game."""
    click.echo(f"You left the game.\n{table.account()}\nTo continue: {table.command()}")


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
