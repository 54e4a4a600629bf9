"""The record that a text holds, read by a worker: a long one takes a while."""

from typing import Any

from plywise.live.work import Work
from plywise.play.game_files import form_of_text, parse_game
from plywise.play.move_lists import read_moves
from plywise.record_notation import PortableNotation


def read_record(work: Work) -> dict[str, Any]:
    """Return the record in a text. asked: the text, and the GAME text of what is played, or None.

    Where the game has no notation of that kind, a text that is neither JSON nor SGF is a bare list of its moves.
    """
    game = None if work.asked["game"] is None else work.warm_game().game
    text = work.asked["text"]
    if game is not None and form_of_text(text) == "pgn" and not isinstance(game.record_notation(), PortableNotation):
        return {"record": read_moves(text, game).to_dict()}
    return {"record": parse_game(text, game).to_dict()}
