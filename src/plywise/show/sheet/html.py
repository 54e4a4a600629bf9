"""A sheet as a page: one file that prints on A4, can be filled in, and saves the answers as JSON."""

import json
import re
from html import escape

from plywise.show.sheet.slots import answer_text, question_paragraphs
from plywise.show.sheet.tree import tree_html
from plywise.teach.exercises.model import Exercise, Key, Part, Sheet, marks_text, sheets_of
from plywise.trees.tree import node_name

STYLE = """
@page { size: A4; margin: 14mm 15mm; }
* { box-sizing: border-box; }
body { font: 15px/1.45 system-ui, sans-serif; color: #000; background: #fff; max-width: 190mm; margin: 1.5em auto;
  padding: 0 1em; }
header > .head { display: flex; justify-content: space-between; align-items: baseline; gap: 1em; flex-wrap: wrap; }
h1 { font-size: 1.45em; margin: .2em 0; }
h2 { font-size: 1.1em; display: flex; justify-content: space-between; border-bottom: 1px solid #000;
  margin: 1.6em 0 .5em; break-after: avoid; }
p { margin: .45em 0; }
svg { display: block; margin: .8em auto; max-width: 100%; height: auto; break-inside: avoid; }
pre { font-size: 12.5px; line-height: 1.3; overflow-x: auto; white-space: pre-wrap; }
ol.entries { columns: 2; font-size: 13px; padding-left: 2.4em; }
ol.entries li { break-inside: avoid; }
.parts { display: grid; grid-template-columns: repeat(auto-fill, minmax(15em, 1fr)); gap: .35em 1.2em; }
.parts.four { grid-template-columns: repeat(4, 1fr); gap: .3em .8em; font-size: 13.5px; }
.four input[type=text] { width: 4em; }
.parts.wide { grid-template-columns: 1fr; }
.part { display: flex; align-items: baseline; gap: .5em; break-inside: avoid; }
.part code { font-size: 11px; color: #444; }
.part label { flex: 1; }
.wide .part label { flex: none; }
input[type=text] { width: 5.5em; font: inherit; border: 1px solid #000; border-radius: 2px; padding: .05em .3em;
  background: #fff; color: #000; }
.wide input[type=text] { flex: 1; min-width: 12em; }
input.name { width: 16em; }
.branches label { display: inline-block; margin-right: .9em; flex: none; }
button { font: inherit; padding: .35em .9em; cursor: pointer; }
.answer { font-weight: bold; }
@media screen {
  .tree { --room: min(var(--width), 100vw - 2em); width: var(--room); margin: .8em calc(50% - var(--room) / 2);
    overflow-x: auto; }
  .tree svg { width: var(--width); max-width: none; margin: 0; }
}
@media screen and (max-width: 44rem) {
  .parts.four { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .parts { grid-template-columns: minmax(0, 1fr); }
  .wide .part { flex-wrap: wrap; }
  input.name { width: 12em; }
  ol.entries { columns: 1; }
}
@media print { body { margin: 0; padding: 0; max-width: none; font-size: 12.5px; } .screen { display: none; }
  input[type=text] { border: 0; border-bottom: 1px solid #000; border-radius: 0; }
  .sheet { display: table; table-layout: fixed; width: 100%; break-after: page; }
  .sheet:last-child { break-after: auto; }
  .sheet > header { display: table-header-group; break-inside: avoid; }  /* on every page */
  .head { padding-bottom: .7em; }
  .head label { border-bottom: 1px solid #000; }
  .head input.name { border: 0; }  /* a field is painted on the first page only */
  section { break-inside: avoid; } }
"""

SCRIPT = """
document.getElementById('hand-in').addEventListener('click', function () {
  const answers = {};
  for (const field of document.querySelectorAll('[data-part]')) {
    if (field.type === 'checkbox') continue;
    if (field.value.trim()) answers[field.dataset.part] = field.value.trim();
  }
  for (const box of document.querySelectorAll('input[type=checkbox]:checked')) {
    const marked = answers[box.dataset.part] || (answers[box.dataset.part] = []);
    if (box.value !== 'none') marked.push(box.value);
  }
  const student = document.getElementById('student').value.trim();
  const told = version ? {student, version, answers} : {student, answers};
  const text = JSON.stringify(told, null, 1);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], {type: 'application/json'}));
  link.download = 'answers-' + (student.replace(/[^\\p{L}\\p{N}]+/gu, '-') || 'nameless') + '.json';
  link.click();
  URL.revokeObjectURL(link.href);
});
"""

SYMBOLS = (
    (re.compile(r"(?<![-\w])alpha\b(?!-)"), "α"),
    (re.compile(r"(?<![-\w])beta\b"), "β"),
    (re.compile(r"\+inf\b"), "+∞"),
    (re.compile(r"(?<!\w)-inf\b"), "−∞"),
    (re.compile(r"&gt;="), "≥"),
    (re.compile(r"&lt;="), "≤"),
)


def sheet_html(key: Key, with_answers: bool = False) -> str:
    """Return a sheet, or with answers its key, as one self-contained HTML file; all versions one after another."""
    sheets = sheets_of(key)
    title = escape(sheets[0].heading if len(sheets) == 1 else sheets[0].title) + (": key" if with_answers else "")
    return wrap_page(title, "\n".join(_sheet(sheet, with_answers) for sheet in sheets))


def _sheet(sheet: Sheet, with_answers: bool) -> str:
    """Return a sheet's heading, its exercises, and a button to hand it in."""
    title = escape(sheet.heading) + (": key" if with_answers else "")
    if with_answers:
        right, hand_in = f"<span>{marks_text(sheet.marks)} marks</span>", ""
    else:
        right = '<label>Name: <input type="text" class="name" id="student" autocomplete="name"></label>'
        hand_in = (
            '<p class="screen"><button id="hand-in" type="button">Save the answers as a file</button> '
            "Hand in the file, or print the page.</p>"
            f"\n<script>const version = {script_text(sheet.version)};{SCRIPT}</script>"
        )
    return "\n".join([
        f'<div class="sheet"><header><div class="head"><h1>{title}</h1>{right}</div></header>',
        *(
            _exercise(exercise, question, with_answers, sheet.version)
            for exercise, question in zip(sheet.exercises, question_paragraphs(sheet), strict=True)
        ),
        f"{hand_in}</div>",
    ])  # fmt: skip


def wrap_page(title: str, body: str, style: str = "") -> str:
    """Return a whole HTML file. title: already escaped."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{STYLE}{style}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def mark_up(text: str) -> str:
    """Return a text of the sheet as HTML, with symbols for alpha, beta, infinities and comparisons.

    >>> mark_up("alpha >= beta & -inf")
    'α ≥ β &amp; −∞'
    """
    done = escape(text)
    for pattern, symbol in SYMBOLS:
        done = pattern.sub(symbol, done)
    return done


def _exercise(exercise: Exercise, question: list[str], with_answers: bool, version: str) -> str:
    place = f"{version}-{exercise.id}" if version else exercise.id
    marks = f"<span>{marks_text(exercise.marks)} marks</span>"
    pieces = [f'<section id="{escape(place)}"><h2>{escape(exercise.id)} {escape(exercise.title)} {marks}</h2>']
    pieces += [f"<p>{mark_up(paragraph)}</p>" for paragraph in question]
    pieces.append(tree_html(exercise, with_answers, place))
    if exercise.entries:
        entries = "".join(f"<li>{mark_up(entry)}</li>" for entry in exercise.entries)
        pieces.append(f'<ol class="entries">{entries}</ol>')
    wide = " wide" if any(part.type in ("branches", "ordering") for part in exercise.parts) else ""
    if exercise.kind == "windows" and not with_answers:
        wide = " four"
    parts = "\n".join(_part(exercise, part, with_answers) for part in exercise.parts)
    pieces.append(f'<div class="parts{wide}">\n{parts}\n</div>')
    if with_answers:
        solution = "\n".join(map(mark_up, exercise.solution))
        pieces.append(f"<p><b>Solution</b></p><pre>{solution}</pre>")
    return "\n".join([*pieces, "</section>"])


def _part(exercise: Exercise, part: Part, with_answers: bool) -> str:
    name, code = escape(part.id), f"<code>{escape(part.id)}</code>"
    if with_answers:
        answer = f'<span class="answer">{mark_up(answer_text(part))}</span>'
        return f'<div class="part">{code} {mark_up(part.label)}: {answer} [{marks_text(part.marks)}]</div>'
    if part.type == "branches":
        nodes = [node_name(node) for node in range(1, exercise.tree.total_nodes)]
        boxes = "".join(
            f'<label><input type="checkbox" data-part="{name}" value="{value}"> {value}</label>'
            for value in [*nodes, "none"]
        )
        return f'<div class="part branches">{code} <span>{mark_up(part.label)}: {boxes}</span></div>'
    hint = ' placeholder="A: C B; B: E D"' if part.type == "ordering" else ""
    code = "" if exercise.kind == "windows" else code  # the label is enough
    field = f'<input type="text" id="{name}" data-part="{name}" autocomplete="off"{hint}>'
    return f'<div class="part">{code} <label for="{name}">{mark_up(part.label)}</label> {field}</div>'


def script_text(data: object) -> str:
    """Return data as JSON that is safe inside a script element."""
    return json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
