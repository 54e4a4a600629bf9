"""The classroom's program beside a recorded search: run as Python, it does at each step what its line says."""

import random
import sys
from math import inf

import pytest

import plywise as pw
from plywise.show.page.frames import frames_of
from plywise.teach.classroom import classroom_line, classroom_lines, has_classroom_program
from plywise.trees.replay import split_into_steps

SOME = random.Random(4)
TREES = [
    ([3, 5, 6, 9, 1, 2, 0, -1], 2, True),
    ([2, 3, 5, 9, 0, 1, 7, 5], 2, False),
    ([SOME.randint(0, 5) for _ in range(27)], 3, True),
    ([4, 1], 2, True),
]


def run(lines, values, maximizing):
    """Return the value that a program finds, and the numbers of its lines, from 0, in the order in which they ran."""
    space, ran = {"MIN": -inf, "MAX": inf}, []
    exec(compile("\n".join(lines), "<program>", "exec"), space)

    def trace(frame, event, argument):
        if frame.f_code.co_filename == "<program>" and event == "line":
            ran.append(frame.f_lineno - 1)
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        value = space["minimax"](0, 0, maximizing, values, -inf, inf)
    finally:
        sys.settrace(before)
    return value, ran


@pytest.mark.parametrize("cut", ["ge", "gt"])
@pytest.mark.parametrize(("values", "branching", "max_first"), TREES)
def test_the_program_goes_where_the_steps_stand(values, branching, max_first, cut):
    trace = pw.trace(pw.Tree(values, branching=branching, max_first=max_first), cut=cut)
    lines = classroom_lines(trace)
    value, ran = run(lines, values, max_first)
    assert value == trace.result.value
    told = ("return", "break")
    steps = [(step.event, classroom_line(trace, step.event)) for step in split_into_steps(trace)]
    stood = [line for event, line in steps if event.kind != "cutoff" or event.pruned]
    stood = [line for line in stood if lines[line].strip().startswith(told)]
    breaks = [line for line in ran if lines[line].strip() == "break"]
    assert len(breaks) == trace.result.cutoffs
    in_vain = [line for event, line in steps if event.kind == "cutoff" and not event.pruned]
    assert sorted(stood + in_vain) == sorted(line for line in ran if lines[line].strip().startswith(told))
    assert all(
        lines[line].strip().startswith(("best =", "alpha =", "beta ="))
        for event, line in steps
        if event.kind == "update"
    )
    for event, line in steps:
        player = trace.records[event.record].player
        if player is not None and event.kind != "enter":
            assert (line < lines.index("  else:")) == (player == pw.MAX)


def test_it_is_shown_only_where_it_does_the_same():
    binary = [[1, 2], [3, 4]]
    assert has_classroom_program(pw.trace(pw.Tree(binary)))
    for trace in (
        pw.trace(pw.Tree(binary), order="reverse"),
        pw.trace(pw.Tree([[1, 2], 3])),
        pw.trace(pw.Tree([[1, 2], [3, 4, 5]])),
        pw.trace(pw.Tree(binary), algorithm="pvs"),
        pw.trace(pw.Tree(binary), depth=1),
        pw.trace(pw.Tree(binary), nodes=3),
        pw.trace(pw.Tree(binary), limit=3),
        pw.trace(pw.Tree(7)),
        pw.trace(pw.make("nim", heaps="1-2")),
        pw.trace(pw.Tree(binary), pw.Tree(binary).parse_state("B")),
    ):
        assert not has_classroom_program(trace)
        assert frames_of(trace)["classroom"] is None
