"""plywise quiz: questions and answers on minimax and alpha-beta, in the terminal or as a web page."""

import textwrap
from collections.abc import Callable
from dataclasses import dataclass

import click

from plywise.cli.command import Command
from plywise.cli.files import check_outputs, write_files
from plywise.cli.options import choose_strokes
from plywise.cli.param_types import FILE, Names
from plywise.errors import InputError
from plywise.show.sheet.quiz import quiz_html
from plywise.show.sheet.text import plain_tree_text
from plywise.teach.exercises.read_answers import Unreadable
from plywise.teach.quiz.questions import TOPICS, Question
from plywise.teach.quiz.quiz import MADE_UP, is_right, is_yes, make_quiz

TITLE = "Minimax and alpha-beta: a quiz"
LEAVE = ("quit", "exit", "q")
WIDTH = 79


class Quit(Exception):
    """The user leaves the quiz."""


@dataclass
class Score:
    """The score so far.

    right: questions answered correctly
    asked: questions that can be marked
    own_right: open questions that the user marked as right
    own_judged: open questions that the user marked
    """

    right: int = 0
    asked: int = 0
    own_right: int = 0
    own_judged: int = 0

    def __str__(self) -> str:
        own = f", and {self.own_right} of {self.own_judged} by your own marking" if self.own_judged else ""
        return f"{self.right} of {self.asked} right{own}."


@click.command("quiz", cls=Command, epilog="Example: plywise quiz --topic alphabeta,ordering --count 5")
@click.option(
    "--topic",
    "topics",
    type=Names(TOPICS, several=True),
    default="",
    metavar="A,B",
    help=f"Topics of the questions: {', '.join(TOPICS)}. [default: all]",
)
@click.option("--count", type=int, default=10, show_default=True, metavar="N", help="Number of questions.")
@click.option("--seed", type=int, metavar="N", help="The same seed asks the same questions. [default: random]")
@click.option("--right-to-left", is_flag=True, help="Ask about searches that visit children from right to left.")
@click.option("--answers", is_flag=True, help="Print the questions with their answers instead of asking.")
@click.option("--html", type=FILE, metavar="FILE", help="Write the quiz as a web page that marks itself (-: stdout).")
@click.option("--title", default=TITLE, show_default=True, metavar="TEXT", help="Title of the page.")
def command(
    topics: str, count: int, seed: int | None, right_to_left: bool, answers: bool, html: str | None, title: str
) -> None:
    """Test yourself on minimax and alpha-beta.

    The questions are the classic ones of an oral examination, and small trees to search. Numbers and yes-or-no answers
    are marked; for the others, Enter shows the answer, and you mark yourself (y or n). `quit` leaves the quiz.
    """
    names = [name.strip() for name in topics.split(",") if name.strip()]
    if html is not None and answers:
        raise InputError("--html and --answers: give one or the other")
    if right_to_left and names and MADE_UP not in names:
        raise InputError(f"--right-to-left goes with the topic {MADE_UP}")
    check_outputs([] if html is None else [html])
    questions = make_quiz(names, count, _random_seed() if seed is None else seed, right_to_left)
    if html is not None:
        write_files([(html, quiz_html(questions, title))])
    elif answers:
        blocks = [f"{_question_text(place, each)}\n{_indent(each.answer)}\n" for place, each in enumerate(questions, 1)]
        click.echo("\n".join(blocks))
    else:
        _ask_all(questions)


def _random_seed() -> int:
    import secrets

    return secrets.randbelow(2**31)


def _ask_all(questions: list[Question]) -> None:
    score = Score()
    try:
        for place, question in enumerate(questions, 1):
            click.echo(_question_text(place, question))
            _ask(question, score)
            click.echo()
    except Quit:
        pass
    except KeyboardInterrupt:
        click.echo(f"\n{score}")
        raise
    click.echo(str(score))


def _ask(question: Question, score: Score) -> None:
    """Ask until there is an answer, show the right one, and update the score. Raises Quit."""
    if question.expects is None:
        _read_line("   (Enter shows an answer) ")
        click.echo(_indent(question.answer))
        had = _read_until("   were you right? (y/n) ", is_yes)
        score.own_judged += had is not None
        score.own_right += bool(had)
        return
    right = _read_until("   answer: ", lambda given: is_right(question, given))
    score.asked += 1
    score.right += bool(right)
    click.echo("   " + {True: "Right.", False: "Wrong.", None: "The answer is:"}[right])
    click.echo(_indent(question.answer))


def _read_until(prompt: str, read: Callable[[str], bool | None]) -> bool | None:
    """Ask until what is typed can be read; return what it means. Raises Quit."""
    while True:
        try:
            return read(_read_line(prompt))
        except Unreadable as error:
            click.echo(f"   {error}")


def _read_line(prompt: str) -> str:
    try:
        text = input(prompt).strip()
    except EOFError:
        click.echo()
        raise Quit from None
    except UnicodeDecodeError:
        return "?"
    if text.lower() in LEAVE:
        raise Quit
    return text


def _question_text(place: int, question: Question) -> str:
    head = f"{place}. [{question.topic}] {question.text}"
    text = textwrap.fill(head, WIDTH, subsequent_indent="   ", break_on_hyphens=False)
    if question.tree is not None:
        text += "\n\n" + textwrap.indent(plain_tree_text(question.tree, choose_strokes()), "   ") + "\n"
    return text


def _indent(text: str) -> str:
    return textwrap.fill(text, WIDTH, initial_indent="   ", subsequent_indent="   ", break_on_hyphens=False)
