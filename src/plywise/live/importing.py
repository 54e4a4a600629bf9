"""Read a game record in a worker, because a long one takes a while."""

from typing import Any

from plywise.errors import InputError
from plywise.live.work import Work
from plywise.play.game_files import parse_game


def read_record(work: Work) -> dict[str, Any]:
    """Return the record in a text. asked: the text, and the GAME text of the game, or None.

    If the text does not fit the game, it is read as the game that it names.
    """
    game = None if work.asked["game"] is None else work.warm_game().game
    text = work.asked["text"]
    try:
        return {"record": parse_game(text, game).to_dict()}
    except InputError:
        if game is None:
            raise
        try:
            return {"record": parse_game(text).to_dict()}
        except InputError:
            pass
        raise
