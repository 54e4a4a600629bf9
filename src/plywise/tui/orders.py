"""The commands of the terminal program and its help page."""

import inspect
from collections.abc import Mapping

from plywise.game import Game

ORDERS: Mapping[str, str] = {
    "help": "help", "?": "help", "hint": "hint", "scores": "values", "values": "values", "analysis": "analysis",
    "analyse": "analysis", "level": "level", "max": "max", "min": "min", "go": "go", "stop": "stop", "undo": "undo",
    "redo": "redo", "flip": "flip", "resign": "resign", "moves": "moves", "legal": "legal", "save": "save",
    "load": "load", "resume": "resume", "new": "new", "theme": "theme", "quit": "quit", "exit": "quit", "q": "quit",
}  # fmt: skip
"""Words -> the method `order_...` of the program."""

HELP = """\
To move, type a move and press Enter, move the cursor with the
arrow keys and press Enter, or click. For a move from cell to
cell, select both in turn. F6 lists the moves without cells.
[ ] cursor, ( ) last move, < > selected cells, { } cells where
the move can continue.

  F1  help         this page
  F2  hint         the engine's move, with reasons
  F3  scores       the exact outcome of each legal move, if it
                   can be proved: + a win, = a draw, - a loss
  F4  analysis     switch the running analysis on or off
  F5  level [N]    the player and level of the other side
      max WHO      set a player: engine:level=3, human,
      min WHO      engine:time=1, solver, random, ...
  F6  legal        choose from the legal moves
  F7  resume       continue another unfinished game
  F8  go           let the engine move now, also for you
  Esc stop         stop a search; clear the selected cells
  ^Z  undo         take back your last move and the reply
  ^Y  redo         restore a move that was taken back
  ^F  flip         rotate the board by half a turn
  F9  resign
  ^N  new          start a new game
  ^S  save FILE    save the game to a file (in notation for
                   .pgn, .pdn and .sgf)
  ^O  load FILE    continue a game from a file (FILE#3: the
                   third of several)
      moves        the moves so far, and the position
  ^T  theme        light or dark
  Page Up, Page Down, Home, End
                   the position after each move
  ^Q  quit         leave and show how to resume later
                   (^C leaves at once)

Games are saved after every move. Resume them with F7 or on the
page of plywise serve."""


def help_text(game: Game) -> str:
    """Return the help page: the keys and words, and the game's rules and notation."""
    return f"{HELP}\n\n{game.name}\n\n{inspect.cleandoc(type(game).__dict__.get('__doc__') or game.name)}"
