"""Rules of play for Connect Four, which a certificate can name: a policy chooses a cell by the position alone.

A policy sees only the cells after which the other player cannot win at once; the checker plays wins and forced moves by
itself. A mirrored board gets the mirrored answer: among equals the first cell from the left, or from the right if the
mirror image has the smaller key. A diagram may differ left and right, and takes the first from the left.
"""

from collections.abc import Callable

from plywise.bits import lowest, popcount
from plywise.errors import InputError
from plywise.game import FAR, split_outcome
from plywise.games.connect4 import Connect4

THREAT, WAITING, SAME_COLUMN = 10, 20, 5  # what `parity` counts, in columns from the edge

SIGNS, MIAI, NO_SIGN = "!@|+=-", "@", "."  # of a diagram, the most urgent first

State = Connect4.State


def follow_up(game: Connect4, state: State) -> int:
    """Play where the theorem on following up shows a win; otherwise make the most threats, near the centre.

    The theorem is in docs/background/follow_up.md. It only guides the choice: a checker plays the game out.
    """
    return best_cell(game, state, lambda child, cell: THREAT * popcount(child.threats))


def parity(game: Connect4, state: State) -> int:
    """Play as `follow_up` does, but prefer threats that wait in the player's own rows, and answers in the same column.

    The own rows are those that the player gets if the rest of the board fills up in pairs.
    """
    second = popcount(state.filled) & 1
    rows = game.follower_rows if second else game.leader_rows

    def worth(child: State, cell: int) -> int:
        answers = SAME_COLUMN if game.follower_rows >> cell & 1 else 0
        return THREAT * popcount(child.threats) + WAITING * popcount(child.threats & rows) + answers

    return best_cell(game, state, worth)


def same_column(game: Connect4, state: State) -> int:
    """Answer in the same column: play in a row that the second player gets if columns fill up in pairs."""
    cells = game.safe_cells(state)
    return first_best(game, state, lambda cell: (game.follower_rows & cells) >> cell & 1)


def best_cell(game: Connect4, state: State, worth: Callable[[State, int], int]) -> int:
    """Return the safe cell that the theorem proves to win, or else that of the greatest worth, near the centre."""

    def order(cell: int) -> tuple[bool, int]:
        child, column = game.result(state, cell), cell // game.stride
        return is_lost(game, child), worth(child, cell) + min(column, game.width - 1 - column)

    return first_best(game, state, order)


def is_lost(game: Connect4, state: State) -> bool:
    """Return whether the theorem on following up shows that the player to move loses."""
    left = popcount(game.board & ~state.filled)
    best = game.follow_up(state, game.landings(state), left) if left else FAR
    return best != FAR and split_outcome(best)[0] < 0


def first_best(game: Connect4, state: State, order: Callable[[int], object]) -> int:
    """Return the safe cell of the highest order, the first among equals from the side described above."""
    cells = list(game.candidates(state))
    if game.key(state) != state.mine + state.filled:
        cells.reverse()
    return max(cells, key=order)  # type: ignore[arg-type]


def diagram(game: Connect4, signs: str) -> Callable[[Connect4, State], int]:
    """Return the policy of a diagram: a sign for each cell, row by row from the top.

    It plays the safe cell with the most urgent sign, the first from the left among equals. `@` counts only where no
    other open cell has it: of two such cells the other player takes one, and the policy the other.
    """
    if len(signs) != game.width * game.height or not set(signs) <= {*SIGNS, NO_SIGN}:
        raise InputError(f"a diagram of this board has {game.width * game.height} signs, of {SIGNS}{NO_SIGN}")
    rows = [signs[start : start + game.width] for start in range(0, len(signs), game.width)][::-1]
    cells = dict.fromkeys(SIGNS, 0)
    for row, text in enumerate(rows):
        for column, sign in enumerate(text):
            if sign in cells:
                cells[sign] |= 1 << column * game.stride + row
    ranks = list(cells.items())

    def choose(game: Connect4, state: State) -> int:
        safe = game.safe_cells(state)
        for sign, marked in ranks:
            if marked & safe and (sign != MIAI or popcount(marked & game.landings(state)) == 1):
                return lowest(marked & safe)
        return lowest(safe)

    return choose


POLICIES = {policy.__name__: policy for policy in (follow_up, parity, same_column)}
MAKERS = {maker.__name__: maker for maker in (diagram,)}  # of a policy from its argument

__all__ = ["MAKERS", "POLICIES"]
