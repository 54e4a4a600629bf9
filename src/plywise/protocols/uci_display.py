"""The non-standard commands `d` and `eval` for people: the board and its evaluation."""

from hashlib import blake2b

from plywise.errors import InputError
from plywise.game import MAX, Game, State, defines
from plywise.protocols.game_line import draw_marks


def display(game: Game, state: State) -> list[str]:
    """Return the lines of `d`: the board, the position in its notation, and a key that identifies the position."""
    key = blake2b(repr(game.play_key(state)).encode(), digest_size=8).hexdigest().upper()
    return ["", *draw_marks(game, state), "", f"Fen: {game.format_state(state)}", f"Key: {key}"]


def describe_evaluation(game: Game, state: State) -> str:
    """Return the line of `eval`, from White's view, in margin units if the game has one.

    Raises InputError if the game has no evaluation, or is over.
    """
    if not defines(game, "evaluate"):
        raise InputError(f"{game.name} has no evaluation")
    if game.terminal(state):
        raise InputError("the game is over")
    white = game.player(game.initial())
    value = game.evaluate(state) / (game.margin_unit or 1)
    return f"Final evaluation {value if white == MAX else -value:+.2f} (white side)"
