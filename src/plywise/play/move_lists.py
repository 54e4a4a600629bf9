"""A game as the bare list of its moves, as people copy it from elsewhere."""

import re

from plywise.errors import InputError
from plywise.game import Game
from plywise.play.ongoing import OngoingGame
from plywise.play.record import GameRecord

NUMBER = re.compile(r"\d+\.+")
"""The number of a move, before it or by itself: 7. or 7..."""

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


def read_moves(text: str, game: Game) -> GameRecord:
    """Return the record of the moves in a text, played from the initial position.

    They stand with spaces or commas between, and may be numbered; a result at the end is passed over unless it is a
    move. Raises InputError where a move is not legal.

    >>> from plywise.games import make
    >>> read_moves("1. 4 4 2. 3 5, 2", make("connect4")).words
    ['4', '4', '3', '5', '2']
    """
    ongoing, parts = OngoingGame(game), list(filter(None, re.split(r"[\s,]+", text)))
    for place, part in enumerate(parts, start=1):
        legal = () if ongoing.is_over else ongoing.legal()
        if place == len(parts) and part in RESULTS and part not in legal:
            break
        found = NUMBER.match(part)
        word = part[found.end() :] if found and part not in legal else part
        if not word:
            continue
        try:
            ongoing.play(word)
        except InputError as error:
            raise InputError(f"move {ongoing.ply + 1}: {error}") from None
    return ongoing.to_record()
