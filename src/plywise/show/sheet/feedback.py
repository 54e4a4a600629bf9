"""Feedback to hand back: a page that prints on A4, with a sheet of paper for each student."""

from collections.abc import Iterable
from html import escape

from plywise.show.sheet.html import mark_up, wrap_page
from plywise.teach.exercises.model import Key, marks_text, sheets_of
from plywise.teach.grading.marks import Marks, Verdict

STYLE = """
.student { break-after: page; margin-bottom: 3em; }
.student:last-child { break-after: auto; }
table { border-collapse: collapse; width: 100%; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th, td { text-align: left; vertical-align: top; padding: .3em .6em .3em 0; border-bottom: 1px solid #999; }
td.number { white-space: nowrap; }
td.given { overflow-wrap: anywhere; max-width: 12em; }
"""


def feedback_html(marks: Iterable[Marks], key: Key) -> str:
    """Return one self-contained HTML file with each student's marks and the reason for every verdict."""
    title = sheets_of(key)[0].title
    return wrap_page(f"{escape(title)}: feedback", "\n".join(_student(each, title) for each in marks), STYLE)


def _student(marks: Marks, title: str) -> str:
    """Return a student's sheet."""
    name = marks.student or f"row {marks.row}"
    who = f"{name} ({marks.identity})" if marks.identity and marks.identity not in name else name
    version = f", version {marks.version}" if marks.version else ""
    earned = "not graded"
    if marks.graded:
        earned = f"{marks_text(marks.marks)} of {marks_text(marks.of)} marks, {marks.percent:.1f} %"
    blocks = [
        f"<header><h1>{escape(who)}</h1><b>{earned}</b></header>",
        f"<p>{escape(title)}{escape(version)}</p>",
        *(f"<p>{escape(note)}</p>" for note in marks.notes),
    ]
    if marks.graded:
        heads = "".join(f"<th>{head}</th>" for head in ("question", "your answer", "verdict", "marks", "reason"))
        rows = "\n".join(map(_row, marks.verdicts))
        blocks.append(f"<table><thead><tr>{heads}</tr></thead><tbody>\n{rows}\n</tbody></table>")
    return "\n".join(['<section class="student">', *blocks, "</section>"])


def _row(verdict: Verdict) -> str:
    part = f"{verdict.part} {verdict.item}".rstrip()
    earned = f"{marks_text(verdict.marks)} of {marks_text(verdict.of)}" if verdict.of else marks_text(verdict.marks)
    return (
        f'<tr><td>{escape(part)}</td><td class="given">{escape(verdict.given)}</td><td>{escape(verdict.words)}</td>'
        f'<td class="number">{earned}</td><td>{mark_up(verdict.because)}</td></tr>'
    )
