"""A game at the terminal: the moves played, the players, and the commands that a person types at the prompt."""

import inspect
import shlex
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import click

from plywise.cli.records import read_record, save_record
from plywise.cli.thoughts import give_reason, show_thinking
from plywise.errors import InputError
from plywise.game import MAX, MIN, Action, Game, State, parse_legal_action, rules_line
from plywise.games.loading import game_text
from plywise.play.clocks import Clock, TimeControl, show_seconds
from plywise.play.ongoing import OngoingGame
from plywise.play.people import HUMAN, seat
from plywise.play.player import Player
from plywise.play.players import EnginePlayer, SolverPlayer, make_player
from plywise.play.record import GameRecord
from plywise.show.text import MOVES_IN_A_ROW, list_moves

WHO = {MAX: HUMAN, MIN: "engine"}
"""The players by default."""

HELP = """\
  a move       play it
  hint         show what the engine would play, at the level of this game, and why
  undo         take back your last move and the reply
  moves        show the moves played so far, and the position
  legal        list your legal moves
  save FILE    save the game (.pgn, .pdn, .sgf: in that notation)
  load FILE    continue a saved game (FILE#3: the third game in FILE)
  quit         leave the game; the command that continues it is printed"""


MAX_REPEATED = MOVES_IN_A_ROW
"""A longer list of moves is shown at the first turn only, and on request."""


class Quit(Exception):
    """A player leaves the game."""


class Undo(Exception):
    """A player takes back the last move."""


class Loaded(Exception):
    """A player has loaded another game."""


@dataclass
class BoardGame:
    """A game under way.

    ongoing: what has been played.
    who: who plays MAX and MIN, in the words of the command line.
    clock: what each side may use for a move, and the time that it has left.
    loaded: the record that the game continues, if there is one.
    listed: the legal moves that a person was last shown.
    """

    ongoing: OngoingGame
    who: Mapping[int, str]
    clock: Clock = field(default_factory=lambda: Clock(TimeControl()), compare=False)
    loaded: GameRecord | None = None
    listed: list[str] | None = field(default=None, compare=False)

    @property
    def game(self) -> Game:
        """The rules."""
        return self.ongoing.game

    @property
    def state(self) -> State:
        """The state now."""
        return self.ongoing.state

    @property
    def words(self) -> list[str]:
        """The moves so far, in the game's notation."""
        return self.ongoing.words

    def go_on(self, ongoing: OngoingGame) -> None:
        """Take over a game played elsewhere, with its players."""
        self.ongoing, self.who = ongoing, dict(ongoing.players)

    def players(self) -> dict[int, Player]:
        """Return the players."""
        return {side: HumanPlayer(self) if who == HUMAN else make_player(who) for side, who in self.who.items()}

    def take_back(self) -> int:
        """Go back to the last position where a person was to move; return how many moves were taken back."""
        return self.ongoing.undo_to({side for side, who in self.who.items() if who == HUMAN})

    def advisor(self) -> EnginePlayer | SolverPlayer:
        """Return the player that gives hints: the engine that plays this game, or the default engine."""
        playing = [make_player(who) for who in self.who.values() if who != HUMAN]
        return next((each for each in playing if isinstance(each, EnginePlayer | SolverPlayer)), EnginePlayer())

    def command(self) -> str:
        """Return the command that continues the game from here."""
        words = ["plywise", "play", game_text(self.game)]
        for option, side in (("--max", MAX), ("--min", MIN)):
            if self.who[side] != WHO[side]:
                words += [option, self.who[side]]
        if self.ongoing.start != self.game.format_state(self.game.initial()):
            words += ["--position", self.ongoing.start]
        if self.words:
            words += ["--moves", " ".join(self.words)]
        if str(self.clock.control):
            words += ["--clock", str(self.clock.control)]
        return shlex.join(words)

    def account(self) -> str:
        """Return the moves and the position, in two lines."""
        return f"Moves: {' '.join(self.words) or 'none'}\nPosition: {self.game.format_state(self.state)}"

    def read_clocks(self) -> str:
        """Return the time that each side has left, in a line; "" without a clock for the whole game."""
        if self.clock.control.base is None:
            return ""
        names = self.game.player_names
        return f"Clocks: {', '.join(f'{names[side]} {show_seconds(self.clock.left[side])}' for side in (MAX, MIN))}"

    def record(self) -> GameRecord:
        """Return the record of the game so far, with the details of the record that it continues."""
        before = self.loaded.control if self.loaded else ""
        control = str(self.clock.control) or before
        names = {side: self.ongoing.names.get(side) or who for side, who in self.who.items()}
        return replace(self.ongoing.to_record(), max=names[MAX], min=names[MIN], control=control)

    def save(self, path: Path) -> None:
        """Save the game in a file, never over a file that is not a saved game. Raises InputError."""
        save_record(self.game, self.record(), path)

    def load(self, source: str) -> None:
        """Continue a saved game with the players of this one. Raises InputError.

        The clocks continue, too, if it was played under the same control; otherwise they start again.
        """
        self.go_on_from(read_record(self.game, source)[0])

    def go_on_from(self, record: GameRecord) -> None:
        """Continue the game of a record, as `load` does."""
        control = self.clock.control
        self.ongoing, self.loaded = OngoingGame.from_record(self.game, record, control), record
        self.ongoing.undo(0)  # it continues, though a side may have resigned
        seat(self.ongoing, self.who)
        self.clock = self.ongoing.clock() if record.control == str(control) else Clock(control)


def introduce(game: Game) -> str:
    """Return the rules in one line, and how to ask for more."""
    rules = rules_line(type(game))
    return f"{game.name}: {rules}" if rules else game.name


class HumanPlayer(Player):
    """Asks at the terminal until the answer is a legal move."""

    def __init__(self, table: BoardGame) -> None:
        self.table = table
        self.orders: dict[str, Callable[[Game, State, str], None]] = {
            "quit": self.quit, "exit": self.quit, "q": self.quit, "undo": self.undo, "hint": self.hint,
            "help": self.help, "?": self.help, "moves": self.print_moves, "legal": self.list_legal,
            "save": self.save, "load": self.load,
        }  # fmt: skip

    def choose(self, game: Game, state: State) -> Action:
        """Return the move typed. Raises Quit, Undo and Loaded."""
        words = [game.format_action(state, action) for action in game.actions(state)]
        shown = self.table.listed == words or (len(words) > MAX_REPEATED and self.table.listed is not None)
        prompt = prompt_for(game, state, [] if shown else words)
        self.table.listed = words
        while True:
            typed = _ask(prompt)
            prompt = prompt_for(game, state, [] if len(words) > MOVES_IN_A_ROW else words)
            name, _, rest = typed.partition(" ")
            try:
                if name in self.orders and typed not in words:
                    self.orders[name](game, state, rest.strip())
                elif typed:
                    return parse_legal_action(game, state, typed)
            except InputError as error:
                click.echo(f"{error}. Try again.")

    def quit(self, game: Game, state: State, rest: str) -> None:
        """Leave."""
        raise Quit

    def undo(self, game: Game, state: State, rest: str) -> None:
        """Take back."""
        raise Undo

    def help(self, game: Game, state: State, rest: str) -> None:
        """Print what can be typed, the rules and the notation."""
        click.echo(f"Type a move, or\n{HELP}\n")
        click.echo(inspect.cleandoc(type(game).__dict__.get("__doc__") or game.name))

    def list_legal(self, game: Game, state: State, rest: str) -> None:
        """Print the legal moves."""
        words = [game.format_action(state, action) for action in game.actions(state)]
        click.echo("\n".join(f"  {line}" for line in list_moves(words)))

    def print_moves(self, game: Game, state: State, rest: str) -> None:
        """Print the moves so far."""
        click.echo(self.table.account())

    def hint(self, game: Game, state: State, rest: str) -> None:
        """Print what the engine would play, and why."""
        advisor = self.table.advisor()
        with show_thinking(game, state, advisor) as watcher:
            thought = advisor.advise(game, state, watcher)
        word = game.format_action(state, thought.action)
        reason = give_reason(game, state, thought)
        click.echo(f"The engine would play {word}: {reason}{'' if reason.endswith('...') else '.'}")

    def save(self, game: Game, state: State, rest: str) -> None:
        """Save the game in a file, and report that it is written."""
        self.table.save(path_of(rest))

    def load(self, game: Game, state: State, rest: str) -> None:
        """Continue a saved game."""
        self.table.load(str(path_of(rest)))
        raise Loaded


def prompt_for(game: Game, state: State, words: list[str]) -> str:
    """Return the question: whose move it is, and the legal moves, grouped where they are many.

    words: the moves; none where they were listed before
    """
    who = f"{game.player_names[game.player(state)]} to move"
    if not words:
        return f"{who} (legal: list moves, ?: help): "
    lines = list_moves(words)
    if len(lines) == 1:
        return f"{who} ({lines[0]}): "
    return "\n  ".join([f"{who}, {len(words)} moves:", *lines]) + f"\n{who} (? for help): "


def path_of(text: str) -> Path:
    """Return the path of a file that the user has typed. Raises InputError for an empty one."""
    if not text:
        raise InputError("name a file, as in save game.json")
    return Path(text).expanduser()


def _ask(prompt: str) -> str:
    try:
        return input(prompt).strip()
    except EOFError:
        click.echo()
        raise Quit from None
    except UnicodeDecodeError:
        return "?"
    finally:
        sys.stdout.flush()


__all__ = ["BoardGame", "HumanPlayer", "Loaded", "Quit", "Undo", "introduce"]
