"""A game at the terminal: what has been played, who plays, and a person's words at the prompt."""

import inspect
import shlex
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import click

from plywise.cli.files import apart, read_text, write_file
from plywise.cli.thoughts import give_reason, show_thinking
from plywise.errors import InputError
from plywise.game import MAX, MIN, Action, Game, State, parse_legal_action, rules_line
from plywise.games.loading import USER_FILES
from plywise.play.players import EnginePlayer, Player, SolverPlayer, make_player
from plywise.play.saved_game import SavedGame, is_saved_game, parse_saved_game
from plywise.show.text import MOVES_IN_A_ROW, list_moves

HUMAN = "human"
WHO = {MAX: HUMAN, MIN: "engine"}
"""Who plays where nothing else is said."""

HELP = """\
  a move       play it
  hint         what the engine would play, at the level of this game, and why
  undo         take back your last move and the answer
  moves        the moves played so far, and the position
  legal        the moves that you can play
  save FILE    keep the game in a file
  load FILE    go on with a game kept in a file
  quit         leave; you are told how to go on later"""


MAX_REPEATED = MOVES_IN_A_ROW
"""More moves than this are listed at the first turn only, and when asked for."""


class Quit(Exception):
    """A player leaves the game."""


class Undo(Exception):
    """A player takes back the last move."""


class Loaded(Exception):
    """A player has loaded another game."""


@dataclass
class BoardGame:
    """A game under way.

    game: its rules.
    start: the position it started from, in the game's notation.
    who: who plays MAX and MIN, in the words of the command line.
    states: the states so far, the start first.
    words: the moves so far.
    listed: the legal moves that a person was last shown.
    """

    game: Game
    start: str
    who: Mapping[int, str]
    states: list[State]
    words: list[str] = field(default_factory=list)
    listed: list[str] | None = field(default=None, compare=False)

    @property
    def state(self) -> State:
        """The state now."""
        return self.states[-1]

    def players(self) -> dict[int, Player]:
        """Return the players."""
        return {side: HumanPlayer(self) if who == HUMAN else make_player(who) for side, who in self.who.items()}

    def add(self, word: str, state: State) -> None:
        """Note a move and the state after it."""
        self.words.append(word)
        self.states.append(state)

    def take_back(self) -> int:
        """Go back to the last position where a person was to move; return how many moves were taken back."""
        for place in range(len(self.states) - 2, -1, -1):
            if self.who[self.game.player(self.states[place])] == HUMAN:
                taken = len(self.states) - 1 - place
                del self.states[place + 1 :], self.words[place:]
                return taken
        return 0

    def advisor(self) -> EnginePlayer | SolverPlayer:
        """Return who gives hints: the engine that plays this game, or a usual one."""
        playing = [make_player(who) for who in self.who.values() if who != HUMAN]
        return next((each for each in playing if isinstance(each, EnginePlayer | SolverPlayer)), EnginePlayer())

    def command(self) -> str:
        """Return the command with which the game goes on from here."""
        words = ["plywise", "play", game_text(self.game)]
        for option, side in (("--max", MAX), ("--min", MIN)):
            if self.who[side] != WHO[side]:
                words += [option, self.who[side]]
        if self.start != self.game.format_state(self.game.initial()):
            words += ["--position", self.start]
        if self.words:
            words += ["--moves", " ".join(self.words)]
        return shlex.join(words)

    def account(self) -> str:
        """Return the moves and the position, in two lines."""
        return f"Moves: {' '.join(self.words) or 'none'}\nPosition: {self.game.format_state(self.state)}"

    def save(self, path: Path) -> None:
        """Keep the game in a file; never over a file that is anything else. Raises InputError."""
        with apart():  # a device is not read: it may never end
            taken = path.exists() and not (path.is_file() and is_saved_game(read_text(str(path))))
        if taken:
            raise InputError(f"file {path} is there already, and is no saved game")
        kept = SavedGame(self.game.name, self.start, tuple(self.words), self.who[MAX], self.who[MIN])
        with apart():
            write_file(path, kept.to_json(self.game.format_state(self.state)))

    def load(self, path: Path) -> None:
        """Go on with a game kept in a file, played by the same players as this one. Raises InputError."""
        kept, states = read_saved_game(self.game, path)
        self.start, self.states, self.words = kept.start, states, list(kept.moves)


def read_saved_game(game: Game, path: Path) -> tuple[SavedGame, list[State]]:
    """Return a saved game of a game, and its states. Raises InputError naming the file."""
    text = read_text(str(path))
    try:
        kept = parse_saved_game(text)
        return kept, kept.replay(game)
    except InputError as error:
        raise InputError(f"file {path}: {error}") from None


def game_text(game: Game) -> str:
    """Return the GAME text that names a game on the command line."""
    file = getattr(inspect.getmodule(type(game)), "__file__", None)
    given = USER_FILES.get(Path(file).resolve()) if file else None
    return game.name if given is None else f"{given}:{game.name}"


def introduce(game: Game) -> str:
    """Return the rules in one line, and how to ask for more."""
    rules = rules_line(type(game))
    return f"{game.name}: {rules}" if rules else game.name


class HumanPlayer:
    """Asks at the terminal until the answer is a legal move."""

    def __init__(self, table: BoardGame) -> None:
        self.table = table
        self.orders: dict[str, Callable[[Game, State, str], None]] = {
            "quit": self.quit, "exit": self.quit, "q": self.quit, "undo": self.undo, "hint": self.hint,
            "help": self.help, "?": self.help, "moves": self.tell_moves, "legal": self.list_legal,
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
        """Print what may be typed, the rules and the notation."""
        click.echo(f"Type a move, or\n{HELP}\n")
        click.echo(inspect.cleandoc(type(game).__dict__.get("__doc__") or game.name))

    def list_legal(self, game: Game, state: State, rest: str) -> None:
        """Print the legal moves."""
        words = [game.format_action(state, action) for action in game.actions(state)]
        click.echo("\n".join(f"  {line}" for line in list_moves(words)))

    def tell_moves(self, game: Game, state: State, rest: str) -> None:
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
        """Keep the game in a file, of which is said that it is written."""
        self.table.save(_path(rest))

    def load(self, game: Game, state: State, rest: str) -> None:
        """Go on with a game kept in a file."""
        self.table.load(_path(rest))
        raise Loaded


def prompt_for(game: Game, state: State, words: list[str]) -> str:
    """Return the question: whose move it is, and the legal moves, grouped where they are many.

    words: the moves; none where they were listed before
    """
    who = f"{game.player_names[game.player(state)]} to move"
    if not words:
        return f"{who} (legal: your moves, ?: help): "
    lines = list_moves(words)
    if len(lines) == 1:
        return f"{who} ({lines[0]}): "
    return "\n  ".join([f"{who}, {len(words)} moves:", *lines]) + f"\n{who} (? for help): "


def _path(text: str) -> Path:
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


__all__ = ["BoardGame", "HumanPlayer", "Loaded", "Quit", "Undo", "introduce", "read_saved_game"]
