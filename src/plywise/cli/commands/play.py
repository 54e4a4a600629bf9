"""plywise play: a game in the terminal between people and engines in any pairing."""

import os
import sys
import time
from pathlib import Path

import click

from plywise.cli.board_game import HUMAN, WHO, BoardGame, HumanPlayer, Loaded, Quit, Undo, introduce, read_saved_game
from plywise.cli.messages import cautions_held, say
from plywise.cli.options import game_argument, state_of, state_options
from plywise.cli.thoughts import describe_thought, show_thinking
from plywise.errors import InputError
from plywise.game import MAX, MIN, Action, Game, State
from plywise.play.match import match
from plywise.play.players import Player, Thought, make_player
from plywise.show.text import describe_value, draw_board


@click.command("play", epilog="Example: plywise play tictactoe --max human --min engine:level=3")
@game_argument
@click.option("--max", "max_who", metavar="WHO", help=f"Who plays MAX. [default: {WHO[MAX]}]")
@click.option("--min", "min_who", metavar="WHO", help=f"Who plays MIN. [default: {WHO[MIN]}]")
@state_options
@click.option("--load", type=Path, metavar="F", help="Go on with a game that was saved to a file.")
@click.option("--delay", type=click.FloatRange(min=0, max=3600), default=0, metavar="S", help="Wait after each move.")
def command(
    game: Game, max_who: str | None, min_who: str | None, position: str | None, moves: str, load: Path | None,
    delay: float,
) -> None:  # fmt: skip
    """Play a game in the terminal.

    WHO is human; engine:level=3 (levels 1 to 12, each thinks three times as long as the one below and is less often
    careless); engine:time=1 (seconds per move), engine:depth=4, engine:nodes=10000; solver:time=10 (perfect where it
    can prove the best move in its time); simple (does not think); random, random:seed=7. `help` at the prompt says what
    can be typed. However the game is left, the command to go on is printed.
    """
    if not delay < float("inf"):
        raise InputError(f"--delay {delay} is no number of seconds")
    who = {MAX: max_who, MIN: min_who}
    table = _table(game, who, position, moves) if load is None else _loaded(game, who, load, position, moves)
    for each in table.who.values():
        if each != HUMAN:
            make_player(each)
    try:
        play(table, delay)
    except Quit:
        say_goodbye(table)
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


def _table(game: Game, who: dict[int, str | None], position: str | None, moves: str) -> BoardGame:
    """Return the game that --position and --moves describe."""
    start = state_of(game, position, "")
    state_of(game, position, moves)  # refuses bad moves
    playing = dict(WHO) | {side: each for side, each in who.items() if each is not None}
    table = BoardGame(game, game.format_state(start), playing, [start])
    for word in moves.split():
        action = game.parse_action(table.state, word)
        table.add(game.format_action(table.state, action), game.result(table.state, action))
    return table


def _loaded(game: Game, who: dict[int, str | None], path: Path, position: str | None, moves: str) -> BoardGame:
    """Return the game kept in a file, played as it was unless the command says otherwise."""
    if position is not None or moves:
        raise InputError("--load says where the game goes on: give no --position or --moves beside it")
    kept, states = read_saved_game(game, path)
    playing = {MAX: kept.max, MIN: kept.min} | {side: each for side, each in who.items() if each is not None}
    return BoardGame(game, kept.start, playing, states, list(kept.moves))


def play(table: BoardGame, delay: float = 0) -> None:
    """Play a game to its end, drawing the board after every move. Raises Quit."""
    with cautions_held() as cautions:
        _play(table, delay, cautions)


def _play(table: BoardGame, delay: float, cautions: list[str]) -> None:
    """Play on; what searches warn of is said below the board, once."""
    game = table.game
    players = {side: _Announced(player) for side, player in table.players().items()}
    _draw(table, "", begins=True)
    while not game.terminal(table.state):
        try:
            for turn in match(game, players, table.state):
                word = game.format_action(turn.before, turn.action)
                thought = players[turn.player].thought
                table.add(word, turn.after)
                _draw(table, f"{game.player_names[turn.player]} plays {word}{thought and f' ({thought})'}")
                while cautions:
                    say(cautions.pop(0))
                time.sleep(delay)
        except Undo:
            _draw(table, "taken back" if table.take_back() else "there is nothing to take back")
        except Loaded:
            _draw(table, "loaded")
    outcome = describe_value(game, game.utility(table.state), proved=True)
    moves, position = " ".join(table.words), game.format_state(table.state)
    click.echo(f"Game over: {outcome}. Moves: {moves}. Position: {position}")


class _Announced:
    """A player whose thoughts are shown while it thinks, and kept in words."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.thought = ""

    def choose(self, game: Game, state: State) -> Action:
        """Return the player's action."""
        self.thought = ""
        if isinstance(self.player, HumanPlayer) or not hasattr(self.player, "consider"):
            return self.player.choose(game, state)
        with show_thinking(game, state, self.player) as watcher:
            found: Thought = self.player.consider(game, state, watcher)
        self.thought = describe_thought(game, state, found)
        return found.action


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
    click.echo()
