"""A quiz as a page that checks its answers."""

from collections.abc import Sequence
from html import escape

from plywise.show.sheet.html import script_text, wrap_page
from plywise.show.sheet.tree import plain_tree_html
from plywise.teach.quiz.questions import Question
from plywise.teach.quiz.quiz import NO, YES

STYLE = """
.card { border: 1px solid #000; border-radius: 4px; padding: .5em .9em .7em; margin: .8em 0; break-inside: avoid; }
.topic { font-size: 12px; color: #444; }
.verdict { font-weight: bold; }
details { margin-top: .4em; }
summary { cursor: pointer; }
.card .tree { width: auto; margin: .4em 0; }
@media print { .card svg { max-width: 26em; } }
button[aria-pressed=true] { font-weight: bold; outline: 2px solid; }
"""

SCRIPT = """
const expected = %s, yes = %s, no = %s;
function verdictOn(name, given) {
  let text = given.trim().toLowerCase().replace(/[\\u2212\\u2013]/g, '-');
  if (!text) return null;
  if (typeof expected[name] === 'string') {
    if (!yes.includes(text) && !no.includes(text)) return null;
    return yes.includes(text) === (expected[name] === 'yes');
  }
  text = text.replace(/[, ]/g, '');
  return text !== '' && Number(text) === expected[name];
}
const own = {};
for (const button of document.querySelectorAll('button[data-own]')) {
  button.addEventListener('click', function () {
    own[button.dataset.own] = button.value === 'yes';
    for (const each of document.querySelectorAll(`button[data-own="${button.dataset.own}"]`))
      each.setAttribute('aria-pressed', String(each === button));
    tell();
  });
}
let checked = '';
function tell() {
  const judged = Object.values(own);
  const said = judged.length ? `${judged.filter(Boolean).length} of ${judged.length} by your own judgement` : '';
  document.getElementById('score').textContent = [checked, said].filter(Boolean).join(', and ');
}
document.getElementById('check').addEventListener('click', function () {
  let right = 0, asked = 0;
  for (const name of Object.keys(expected)) {
    const verdict = verdictOn(name, document.getElementById('in-' + name).value);
    document.getElementById('verdict-' + name).textContent =
      verdict === null ? 'not answered' : verdict ? 'right' : 'wrong';
    document.getElementById('answer-' + name).open = verdict !== null;
    asked += 1;
    right += verdict ? 1 : 0;
  }
  checked = right + ' of ' + asked + ' right';
  tell();
});
"""


def quiz_html(questions: Sequence[Question], title: str) -> str:
    """Return a quiz as one HTML file: a field for each answer that can be checked, and every answer behind a click."""
    expected = {question.name: question.expects for question in questions if question.expects is not None}
    check = '<p class="screen"><button id="check" type="button">Check my answers</button> <b id="score"></b></p>'
    script = SCRIPT % (script_text(expected), script_text(YES), script_text(NO))
    body = [
        f"<header><h1>{escape(title)}</h1></header>",
        *(_card(place, question) for place, question in enumerate(questions, 1)),
        check + f"\n<script>{script}</script>",
    ]
    return wrap_page(escape(title), "\n".join(body), STYLE)


def _card(place: int, question: Question) -> str:
    name = escape(question.name)
    drawing = "" if question.tree is None else plain_tree_html(question.tree, name)
    field, own = "", ""
    if question.expects is None:
        buttons = " ".join(
            f'<button type="button" data-own="{name}" value="{word}" aria-pressed="false">{word}</button>'
            for word in ("yes", "no")
        )
        own = f'<p class="screen">Did you have it? {buttons}</p>'
    else:
        field = (
            f'<p><input type="text" id="in-{name}" aria-label="answer {place}" autocomplete="off"> '
            f'<span class="verdict" id="verdict-{name}" role="status"></span></p>'
        )
    return (
        f'<div class="card"><div class="topic">{place}. {escape(question.topic)}</div>'
        f"<p>{escape(question.text)}</p>{drawing}{field}"
        f'<details id="answer-{name}"><summary>Show the answer</summary><p>{escape(question.answer)}</p>{own}</details>'
        "</div>"
    )
