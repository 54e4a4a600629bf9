"""One line of the report: a figure, its peer's, the ratio, the target and whether it is met; and the table of them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

NOT_MEASURED = "not installed: not measured"

UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "us"))


@dataclass(frozen=True)
class Target:
    """What a figure should be at least, or at most, in its unit."""

    bound: float
    at_least: bool

    def met(self, figure: float) -> bool:
        """Return whether a figure is as good as it should be."""
        return figure >= self.bound if self.at_least else figure <= self.bound


def at_least(bound: float) -> Target:
    """Return the target of a figure that should be great."""
    return Target(bound, True)


def at_most(bound: float) -> Target:
    """Return the target of a figure that should be small."""
    return Target(bound, False)


@dataclass
class Row:
    """One line of the report.

    ours, theirs: seconds, or M nodes/s where `unit` says so; None where not measured. judged: the figure that is held
    against the target, with its unit; None where not measured. wrong: answers that are not what they must be. more:
    what the record keeps besides.
    """

    what: str
    ours: float | None
    peer: str = ""
    theirs: float | None = None
    unit: str = "s"
    judged: float | None = None
    judged_unit: str = ""
    target: Target | None = None
    wrong: list[str] = field(default_factory=list)
    more: dict[str, Any] = field(default_factory=dict)
    measured: bool = True

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None where there is none, or nothing was measured."""
        return None if self.target is None or self.judged is None else self.target.met(self.judged)

    def cells(self) -> tuple[str, ...]:
        """Return the columns of the table."""
        peer = f"{self.peer} {amount(self.theirs, self.unit)}" if self.theirs is not None else self.peer
        figure = "" if self.judged is None else f"{number(self.judged)} {self.judged_unit}"
        target = ""
        if self.target is not None:
            target = f"{'>=' if self.target.at_least else '<='} {self.target.bound:g} {self.judged_unit}"
        if not self.measured:
            peer, figure = f"{self.peer} {NOT_MEASURED}", "not measured"
        met = {True: "met", False: "NOT MET", None: ""}[self.met]
        ours = "" if self.ours is None else amount(self.ours, self.unit)
        return self.what, ours, peer, figure, target, "WRONG" if self.wrong else met

    def to_dict(self) -> dict[str, Any]:
        """Return the row as the record keeps it; what was not measured is null."""
        return {
            "what": self.what,
            "unit": self.unit,
            "plywise": self.ours,
            "peer": self.peer or None,
            "peer_figure": self.theirs,
            "judged": self.judged,
            "judged_unit": self.judged_unit or None,
            "target": None if self.target is None else self.target.bound,
            "target_is": None if self.target is None else "at least" if self.target.at_least else "at most",
            "met": self.met,
            "wrong": self.wrong,
            **self.more,
        }


def faster(what: str, ours: float, peer: str, theirs: float | None, target: Target | None = None, **more: Any) -> Row:
    """Return the row of two times, judged by how many times faster Plywise is than its peer."""
    ratio = None if theirs is None else theirs / ours
    return Row(what, ours, peer, theirs, "s", ratio, "times faster", target, more=more, measured=theirs is not None)


def share(what: str, ours: float, peer: str, theirs: float | None, target: Target | None = None, **more: Any) -> Row:
    """Return the row of two times, judged by Plywise's as a share of its peer's."""
    ratio = None if theirs is None else ours / theirs
    return Row(what, ours, peer, theirs, "s", ratio, "times its time", target, more=more, measured=theirs is not None)


def alone(what: str, ours: float, unit: str, target: Target | None, **more: Any) -> Row:
    """Return the row of a figure of Plywise's that has no peer, and is itself held against the target."""
    return Row(what, ours, unit=unit, judged=ours, judged_unit=unit, target=target, more=more)


def number(value: float) -> str:
    """Return a number to three digits."""
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def amount(value: float, unit: str) -> str:
    """Return a figure with its unit, seconds in the unit that suits them."""
    if unit != "s":
        return f"{number(value)} {unit}"
    scale, name = next((each for each in UNITS if value >= each[0]), UNITS[-1])
    return f"{number(value / scale)} {name}"


HEAD = ("what", "Plywise", "peer", "ratio (or figure)", "target", "met")


def table(rows: Sequence[Row]) -> str:
    """Return the report as text."""
    lines = [HEAD, *(row.cells() for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEAD))]
    lines.insert(1, tuple("-" * width for width in widths))
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )
