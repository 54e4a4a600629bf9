"""Many short questions to the translator as one game, so that they are translated at once: `State.which` says which.

A file of tests/data/questions has one after another: `### its name`, what stands above the class, then `=====` where
there is any, and the body of a method that gets a state.
"""

import re
from pathlib import Path
from textwrap import indent
from typing import NamedTuple

FOLDER = Path("tests/data/questions")
TEMPLATE = FOLDER / "game.txt"


class Question(NamedTuple):
    """A question: what stands at the top of its file, and the body of a method."""

    name: str
    top: str
    body: str


def read_questions(file: Path) -> list[Question]:
    """Return the questions of a file."""
    found = []
    for part in re.split(r"^### ", file.read_text(), flags=re.MULTILINE)[1:]:
        title, _, rest = part.partition("\n")
        top, divided, body = rest.partition("=====\n")
        found.append(Question(title.strip(), top if divided else "", body if divided else rest))
    return found


def merged(questions: list[Question]) -> str:
    """Return the module of a game that asks them all; its game is `G`."""
    asked = "".join(f"        if s.which == {at}:\n            return self.q{at}(s)\n" for at in range(len(questions)))
    bodies = "".join(f"    def q{at}(self, s):\n{indent(each.body, ' ' * 8)}\n" for at, each in enumerate(questions))
    text = TEMPLATE.read_text().replace("#MODULE#", "\n".join(each.top for each in questions))
    return text.replace("#CALLS#\n", asked).replace("#BODIES#\n", bodies)
