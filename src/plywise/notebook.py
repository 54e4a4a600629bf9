"""For notebooks: a game between two players as an animation, and the stepper as a widget.

The widget needs anywidget (`pip install 'plywise[notebook]'`). Without it, a trace is still shown as a drawing
(`Trace._repr_svg_`), and a position as its board (`Position._repr_svg_`).
"""

import json
from itertools import islice
from typing import TYPE_CHECKING, Any

from plywise.errors import InputError
from plywise.game import MAX, MIN, Game, State, start_of
from plywise.play.player import Player
from plywise.play.players import make_player
from plywise.play.turns import take_turns
from plywise.process.extras import require
from plywise.show.page import stepper_module, stepper_style
from plywise.show.page.frames import frames_of
from plywise.views.position import Film, Position
from plywise.views.trace import Trace

if TYPE_CHECKING:
    from anywidget import AnyWidget


def film(
    game: Game,
    max_player: Player | str = "engine",
    min_player: Player | str = "engine",
    state: State = None,
    *,
    moves: int | None = None,
    seconds: float = 1.0,
) -> Film:
    """Let two players play a game and return the Film, which a notebook shows as an animation.

    max_player, min_player: players, or texts such as "random", "random:seed=7", "engine:level=3", "engine:time=0.1"
    state: where they begin (None: the initial state)
    moves: the most moves (None: to the end of the game)
    seconds: how long each position is shown

    Raises InputError for a player that there is not, and for a game that does not end.
    """
    positions = [Position(game, start_of(game, state))]
    players = {MAX: _player(max_player), MIN: _player(min_player)}
    for turn in islice(take_turns(game, players, positions[0].state), moves):
        positions.append(Position(game, turn.after, turn.before, turn.action))
    return Film(positions, seconds)


def _player(who: Player | str) -> Player:
    return make_player(who) if isinstance(who, str) else who


def stepper(trace: Trace, step: int = 0) -> "AnyWidget":
    """Return a widget that steps through a trace. Its `step` is the one shown, and can be set.

    Raises InputError if anywidget is not installed, and for a step that the trace does not have.
    """
    if not isinstance(trace, Trace):
        raise InputError(f"stepper takes a trace, as pw.trace(game) makes it, not a {type(trace).__name__}")
    widget = _widget_class()
    frames = frames_of(trace)
    last = len(frames["steps"]["end"])
    if not 0 <= step <= last:
        raise InputError(f"step {step} is not from 0 to {last:,}, the steps of this search")
    return widget(frames=json.dumps(frames, ensure_ascii=False), step=step)


def _widget_class() -> Any:
    """Return the widget's class."""
    require("anywidget", "the widget needs")
    import anywidget
    import traitlets

    class Stepper(anywidget.AnyWidget):
        """A search, step by step."""

        _esm = stepper_module()
        _css = stepper_style()
        frames = traitlets.Unicode().tag(sync=True)
        step = traitlets.Int(0).tag(sync=True)

    return Stepper


__all__ = ["film", "stepper"]
