"""What can be typed instead of a move, and the page of help that says so."""

import inspect
from collections.abc import Mapping

from plywise.game import Game

ORDERS: Mapping[str, str] = {
    "help": "help", "?": "help", "hint": "hint", "scores": "values", "values": "values", "analysis": "analysis",
    "analyse": "analysis", "level": "level", "max": "max", "min": "min", "go": "go", "stop": "stop", "undo": "undo",
    "redo": "redo", "flip": "flip", "resign": "resign", "moves": "moves", "legal": "legal", "save": "save",
    "load": "load", "resume": "resume", "new": "new", "theme": "theme", "quit": "quit", "exit": "quit", "q": "quit",
}  # fmt: skip
"""Words -> what they ask for, a method `order_...` of the program."""

HELP = """\
Moves: type one and press Enter; or go to a cell with the arrow
keys and press Enter; or click. A move from cell to cell takes
both, one after the other. What no cell plays, F6 lists.
[ ] is the cursor, ( ) the last move, < > what you have touched,
{ } where you can go on from there.

  F1  help         this page
  F2  hint         what the engine would play, and why
  F3  scores       the exact outcome of each legal move, if it
                   can be proved: + a win, = a draw, - a loss
  F4  analysis     what a search finds, for as long as it is on
  F5  level [N]    who plays the other side, at which level
      max WHO      who plays a side: engine:level=3, human,
      min WHO      engine:time=1, solver, random, ...
  F6  legal        the legal moves, to choose from
  F7  resume       go on with another unfinished game
  F8  go           let the engine move now, for you too
  Esc stop         stop a search; forget the cells touched
  ^Z  undo         take back your last move and the answer
  ^Y  redo         play it again
  ^F  flip         turn the board by half a turn
  F9  resign
  ^N  new          begin again
  ^S  save FILE    keep the game in a file (.pgn, .pdn, .sgf:
                   in that notation)
  ^O  load FILE    go on with a game in a file (FILE#3: the
                   third of several)
      moves        the moves so far, and the position
  ^T  theme        light or dark
  Page Up, Page Down, Home, End
                   the position after each move
  ^Q  quit         leave; you are told how to go on later
                   (^C does so at once)

A game is kept after every move: F7 goes on with it, and so does
the page of plywise serve."""


def help_text(game: Game) -> str:
    """Return the page of help: the keys and words, and the game's rules and notation."""
    return f"{HELP}\n\n{game.name}\n\n{inspect.cleandoc(type(game).__dict__.get('__doc__') or game.name)}"
