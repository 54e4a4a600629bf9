"""The stepper as a notebook widget (needs anywidget: `pip install 'plywise[notebook]'`).

Without it, a trace in a notebook is still shown as a drawing (`Trace._repr_svg_`).
"""

import json
from typing import TYPE_CHECKING, Any

from plywise.errors import InputError
from plywise.show.page import stepper_module, stepper_style
from plywise.show.page.frames import frames_of
from plywise.trace import Trace

if TYPE_CHECKING:
    from anywidget import AnyWidget


def stepper(trace: Trace, step: int = 0) -> "AnyWidget":
    """Return a widget that steps through a trace. Its `step` is the one shown, and can be set.

    Raises InputError if anywidget is not installed, and for a step that the trace does not have.
    """
    frames = frames_of(trace)
    last = len(frames["steps"]["end"])
    if not 0 <= step <= last:
        raise InputError(f"step {step} is not from 0 to {last:,}, the steps of this search")
    return _widget_class()(frames=json.dumps(frames, ensure_ascii=False), step=step)


def _widget_class() -> Any:
    """Return the widget's class."""
    try:
        import anywidget
        import traitlets
    except ImportError:
        raise InputError("the widget needs anywidget: pip install 'plywise[notebook]'") from None

    class Stepper(anywidget.AnyWidget):
        """A search, step by step."""

        _esm = stepper_module()
        _css = stepper_style()
        frames = traitlets.Unicode().tag(sync=True)
        step = traitlets.Int(0).tag(sync=True)

    return Stepper


__all__ = ["stepper"]
