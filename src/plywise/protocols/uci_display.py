"""What people ask a UCI program for, and other programs do not: how the board looks, and what it is worth at sight."""

from hashlib import blake2b

from plywise.errors import InputError
from plywise.game import MAX, Game, State, defines
from plywise.protocols.game_line import draw_marks


def display(game: Game, state: State) -> list[str]:
    """Return the lines that `d` shows: the board, the position in its notation, a key that equal positions share."""
    key = blake2b(repr(game.play_key(state)).encode(), digest_size=8).hexdigest().upper()
    return ["", *draw_marks(game, state), "", f"Fen: {game.format_state(state)}", f"Key: {key}"]


def describe_evaluation(game: Game, state: State) -> str:
    """Return the line that `eval` shows, in margin units if the game has one, as White sees it.

    Raises InputError where the game does not evaluate, or is over.
    """
    if not defines(game, "evaluate"):
        raise InputError(f"{game.name} has no evaluation")
    if game.terminal(state):
        raise InputError("the game is over")
    white = game.player(game.initial())
    value = game.evaluate(state) / (game.margin_unit or 1)
    return f"Final evaluation {value if white == MAX else -value:+.2f} (white side)"
