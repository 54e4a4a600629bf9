"""Draw a recorded search: the tree after any step, ready for SVG, PNG and TikZ."""

from collections.abc import Sequence
from dataclasses import replace

from plywise.errors import InputError
from plywise.show.node_views import MORE, NodeView, kind_of, node_views_of, state_of
from plywise.show.shapes import Drawing
from plywise.show.tree_drawing import draw_tree, explain_marks, select_legend
from plywise.teach.walkthrough import number, step_text, summary
from plywise.trees.recording import Recording
from plywise.trees.replay import Replay

MAX_REASONS = 12
MAX_PICTURES = 1_000
"""The maximum number of pictures of one search."""


def draw_trace_picture(
    recording: Recording,
    step: int | None = None,
    *,
    most_nodes: int | None = None,
    legend: bool = True,
    caption: bool | None = None,
    hide_values: bool = False,
    replay: Replay | None = None,
) -> Drawing:
    """Return the drawing of a recording after a step.

    step: how many steps have been taken (None: all; -1: all but the last, and so on)
    most_nodes: the maximum number of nodes drawn; the rest is collapsed, with counts
    legend: explain the marks below the tree
    caption: describe the step below the tree (None: unless it is the last)
    hide_values: leave the leaves of an explicit tree blank until the search has read them
    replay: the recording's replay, to be shared when many steps are drawn

    Raises InputError for a step that does not exist.
    """
    replay = Replay(recording) if replay is None else replay
    place = replay.last if step is None else step
    place += replay.last if place < 0 else 0
    if not 0 <= place <= replay.last:
        raise InputError(f"step {step} is not from 0 to {replay.last:,}, the steps of this search")
    views = node_views_of(replay, place, most_nodes, hide_values=hide_values)
    explained = select_legend(views, recording.algorithm.best_first) if legend else ()
    said = caption_of(replay, place) if (place < replay.last if caption is None else caption) else ""
    return _draw(replay, place, views, explained, said)


def draw_step_pictures(
    recording: Recording, *, most_nodes: int | None = None, legend: bool = True, hide_values: bool = False
) -> list[Drawing]:
    """Return a drawing for each step of a recording, from step 0 on; all of one size, with one legend.

    The arguments are those of `draw_trace_picture`. Raises InputError for more than MAX_PICTURES of them.
    """
    replay = Replay(recording)
    if replay.last >= MAX_PICTURES:
        raise InputError(f"this search has {replay.last:,} steps; at most {MAX_PICTURES - 1:,} can be drawn one by one")
    steps = [node_views_of(replay, step, most_nodes, hide_values=hide_values) for step in range(replay.last + 1)]
    happens = {mark for views in steps for mark, _ in select_legend(views, recording.algorithm.best_first)}
    explained = explain_marks(happens) if legend else ()
    drawings = [_draw(replay, step, views, explained, caption_of(replay, step)) for step, views in enumerate(steps)]
    height = max(drawing.height for drawing in drawings)
    return [replace(drawing, height=height) for drawing in drawings]


def _draw(
    replay: Replay, step: int, views: Sequence[NodeView], legend: Sequence[tuple[str, str]], caption: str
) -> Drawing:
    """Return the drawing of a step."""
    recording = replay.recording
    if step == replay.last:
        return draw_tree(views, title_of(recording), description_of(recording), legend, caption)
    return draw_tree(views, subject_of(recording), caption_of(replay, step), legend, caption)


def whole_legend(recording: Recording, collapsed: bool) -> list[tuple[str, str]]:
    """Return the legend for all the steps of a search: (what, meaning). collapsed: whether nodes may be left out."""
    kinds = {kind_of(recording, record, state_of(recording, record)) for record in recording.records}
    happened = {event.kind for event in recording.events}
    occurs = {
        "line": bool(recording.result.pv),
        "pruned": bool(recording.pruned),
        "unsolved": recording.algorithm.best_first,
        "open": not recording.algorithm.best_first,
        "window": recording.algorithm.has_windows,
        "entry": True,
        "bound": any(event.kind == "leave" and event.bound != "exact" for event in recording.events),
        "estimate": "estimate" in happened and not recording.algorithm.samples,
        "sampled": recording.algorithm.samples,
        "current": True,
        MORE: collapsed,
    }
    return explain_marks(kinds | {mark for mark, does in occurs.items() if does})


def title_of(recording: Recording) -> str:
    """Return the title of a whole search: what was searched, how, and its value."""
    value = "" if recording.result.value is None else f": value {number(recording.result.value)}"
    return subject_of(recording) + value


def subject_of(recording: Recording) -> str:
    """Return what was searched and by which algorithm."""
    subject = "a game tree" if recording.is_tree else f"{recording.result.game}, {recording.result.position}"
    return f"{recording.result.algorithm} on {subject}"


def description_of(recording: Recording) -> str:
    """Describe a picture in words: the value, the counts, and why the first branches were pruned."""
    said = summary(recording).replace("\n", " ")
    pruned = recording.pruned
    reasons = [f"{recording.name(each.record)} is pruned: {each.because}." for each in pruned[:MAX_REASONS]]
    if len(pruned) > MAX_REASONS:
        reasons.append(f"{len(pruned) - MAX_REASONS:,} more are pruned.")
    return " ".join([said, *reasons])


def caption_of(replay: Replay, step: int) -> str:
    """Describe a step in words."""
    head = f"Step {step:,} of {replay.last:,}"
    return (
        f"{head}. {step_text(replay.recording, replay.steps[step - 1].event)}"
        if step
        else f"{head}: before the search."
    )
