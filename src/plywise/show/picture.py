"""The picture of a trace: the searched tree after any step, ready for SVG, PNG and TikZ."""

from plywise.errors import InputError
from plywise.show.drawing import Drawing
from plywise.show.faces import faces_of
from plywise.show.figure import draw_tree, legends
from plywise.teach.walkthrough import number, step_text, summary
from plywise.trees.replay import Replay
from plywise.trees.trace import Trace

MOST_REASONS = 12


def picture(
    trace: Trace,
    step: int | None = None,
    *,
    most_nodes: int | None = None,
    legend: bool = True,
    caption: bool | None = None,
    replay: Replay | None = None,
) -> Drawing:
    """Return the drawing of a trace after so many steps (None: after all; -1: the last but one, and so on).

    most_nodes: the rest is collapsed, with counts. caption: say below what the step was; None: not of the last one.
    replay: the trace's own, where many steps are to be drawn. Raises InputError for a step that there is not.
    """
    replay = Replay(trace) if replay is None else replay
    place = replay.last if step is None else step
    place += replay.last if place < 0 else 0
    if not 0 <= place <= replay.last:
        raise InputError(f"step {step} is not from 0 to {replay.last:,}, the steps of this search")
    faces = faces_of(replay, place, most_nodes)
    said = caption_of(replay, place) if (place < replay.last if caption is None else caption) else ""
    return draw_tree(faces, title_of(trace), description_of(trace), legends(faces) if legend else (), said)


def title_of(trace: Trace) -> str:
    """Return a picture's title."""
    subject = "a game tree" if trace.is_tree else f"{trace.result.game}, {trace.result.position}"
    value = "" if trace.result.value is None else f": value {number(trace.result.value)}"
    return f"{trace.result.algorithm} on {subject}{value}"


def description_of(trace: Trace) -> str:
    """Return in words what a picture shows: the value and the counts, and why the first branches were pruned."""
    said = summary(trace).replace("\n", " ")
    pruned = trace.pruned
    reasons = [f"{trace.name(each.record)} is pruned: {each.because}." for each in pruned[:MOST_REASONS]]
    if len(pruned) > MOST_REASONS:
        reasons.append(f"{len(pruned) - MOST_REASONS:,} more are pruned.")
    return " ".join([said, *reasons])


def caption_of(replay: Replay, step: int) -> str:
    """Return what a step was, in words."""
    head = f"Step {step:,} of {replay.last:,}"
    return f"{head}. {step_text(replay.trace, replay.steps[step - 1].event)}" if step else f"{head}: before the search."
