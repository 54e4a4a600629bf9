"""plywise play: a game in the terminal between people and engines in any pairing."""

import os
import sys
import time
from collections.abc import Mapping

import click

from plywise.cli.options import game_argument, state_of, state_options
from plywise.errors import InputError
from plywise.game import MAX, MIN, Action, Game, State, parse_legal_action
from plywise.play.match import match
from plywise.play.players import EnginePlayer, Player, make_player
from plywise.show.text import describe_value, draw_board

HELP = "Type a move; or hint, undo, help, quit."


class Quit(Exception):
    """A player leaves the game."""


class Undo(Exception):
    """A player takes back the last move."""


class HumanPlayer:
    """Asks at the terminal until the answer is a legal move."""

    def choose(self, game: Game, state: State) -> Action:
        """Return the move typed. Raises Quit and Undo."""
        legal = " ".join(game.format_action(state, action) for action in game.actions(state))
        while True:
            word = _ask(f"{game.player_names[game.player(state)]} to move ({legal}): ")
            if word in ("quit", "exit", "q"):
                raise Quit
            if word == "undo":
                raise Undo
            if word in ("help", "?"):
                click.echo(HELP)
            elif word == "hint":
                click.echo(f"The engine would play {game.format_action(state, EnginePlayer().choose(game, state))}.")
            elif word:
                try:
                    return parse_legal_action(game, state, word)
                except InputError as error:
                    click.echo(f"{error}. Try again.")


def _ask(prompt: str) -> str:
    try:
        return input(prompt).strip()
    except EOFError:
        click.echo()
        raise Quit from None
    except UnicodeDecodeError:
        return "?"


@click.command("play", epilog="Example: plywise play tictactoe --max human --min engine")
@game_argument
@click.option("--max", "max_who", default="human", show_default=True, metavar="WHO", help="Who plays MAX.")
@click.option("--min", "min_who", default="engine", show_default=True, metavar="WHO", help="Who plays MIN.")
@state_options
@click.option("--delay", type=click.FloatRange(min=0, max=3600), default=0, metavar="S", help="Wait after each move.")
def command(game: Game, max_who: str, min_who: str, position: str | None, moves: str, delay: float) -> None:
    """Play a game in the terminal.

    WHO is human, random, random:seed=7, engine, engine:level=3 (looks 3 plies ahead), engine:time=1 (seconds per
    move), engine:nodes=10000. Ctrl-C, the end of the input and `quit` leave the game.
    """
    if not delay < float("inf"):
        raise InputError(f"--delay {delay} is no number of seconds")
    players = {MAX: _player(max_who), MIN: _player(min_who)}
    try:
        play(game, players, state_of(game, position, moves), delay)
    except Quit:
        click.echo("The game is left as it stands.")


def play(game: Game, players: Mapping[int, Player], state: State, delay: float = 0) -> None:
    """Play a match to its end, drawing the board after every move. Raises Quit."""
    history = [state]
    line: list[str] = []
    _draw(game, state, "")
    while not game.terminal(history[-1]):
        try:
            for turn in match(game, players, history[-1]):
                word = game.format_action(turn.before, turn.action)
                history.append(turn.after)
                line.append(word)
                _draw(game, turn.after, f"{game.player_names[turn.player]} plays {word}")
                time.sleep(delay)
        except Undo:
            taken = _take_back(game, players, history)
            del line[len(line) - taken :]
            _draw(game, history[-1], "taken back" if taken else "there is nothing to take back")
    outcome = describe_value(game, game.utility(history[-1]), proved=True)
    click.echo(f"Game over: {outcome}. Moves: {' '.join(line)}. Position: {game.format_state(history[-1])}")


def _player(who: str) -> Player:
    return HumanPlayer() if who == "human" else make_player(who)


def _take_back(game: Game, players: Mapping[int, Player], history: list[State]) -> int:
    """Go back to the last position where a person was to move; return how many moves were taken back."""
    for place in range(len(history) - 2, -1, -1):
        if isinstance(players[game.player(history[place])], HumanPlayer):
            taken = len(history) - 1 - place
            del history[place + 1 :]
            return taken
    return 0


def _draw(game: Game, state: State, what_happened: str) -> None:
    """Draw the board: over the old one if the terminal can, otherwise below it."""
    if sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb":
        click.clear()
    if what_happened:
        click.echo(what_happened)
    click.echo(draw_board(game, state))
    click.echo()
