"""The record that a text holds, read by a worker: a long one takes a while."""

from typing import Any

from plywise.live.work import Work
from plywise.play.game_files import parse_game


def read_record(work: Work) -> dict[str, Any]:
    """Return the record in a text. asked: the text, and the GAME text of what is played, or None."""
    game = None if work.asked["game"] is None else work.warm_game().game
    return {"record": parse_game(work.asked["text"], game).to_dict()}
