"""plywise quiz: questions and answers on minimax and alpha-beta, in the terminal or as a web page."""

import textwrap
from dataclasses import dataclass

import click

from plywise.cli.files import check_outputs, write_files
from plywise.errors import InputError
from plywise.show.sheet.quiz import quiz_html
from plywise.teach.exercises.read_answers import Unreadable
from plywise.teach.quiz.questions import TOPICS, Question
from plywise.teach.quiz.quiz import is_right, make_quiz

TITLE = "Minimax and alpha-beta: a quiz"
LEAVE = ("quit", "exit", "q")
WIDTH = 79


class Quit(Exception):
    """The user leaves the quiz."""


@dataclass
class Score:
    """The score so far.

    right: questions answered correctly.
    asked: questions that can be marked.
    oral: questions that cannot.
    """

    right: int = 0
    asked: int = 0
    oral: int = 0

    def __str__(self) -> str:
        oral = f", and {self.oral} to be judged by yourself" if self.oral else ""
        return f"{self.right} of {self.asked} right{oral}."


@click.command("quiz", epilog="Example: plywise quiz --topic alphabeta,ordering --count 5")
@click.option("--topic", "topics", default="", metavar="A,B", help=f"{', '.join(TOPICS)}. [default: all]")
@click.option("--count", type=int, default=10, show_default=True, metavar="N", help="How many questions.")
@click.option("--seed", type=int, help="The same seed asks the same questions. [default: a new one each time]")
@click.option("--answers", is_flag=True, help="Print the questions with their answers, and ask nothing.")
@click.option("--html", metavar="FILE", help="Write the quiz as a web page that marks itself (-: stdout).")
@click.option("--title", default=TITLE, show_default=True, metavar="TEXT", help="The title of the page.")
def command(topics: str, count: int, seed: int | None, answers: bool, html: str | None, title: str) -> None:
    """Ask questions on minimax and alpha-beta: the classic ones of an oral examination, and small trees.

    Numbers and yes-or-no answers are marked; for the rest, Enter shows an answer to compare with yours. quit leaves.
    """
    names = [name.strip() for name in topics.split(",") if name.strip()]
    if html is not None and answers:
        raise InputError("--html and --answers: one or the other")
    check_outputs([] if html is None else [html])
    questions = make_quiz(names, count, _random_seed() if seed is None else seed)
    if html is not None:
        write_files([(html, quiz_html(questions, title))])
    elif answers:
        for place, question in enumerate(questions, 1):
            click.echo(f"{_question_text(place, question)}\n{_indent(question.answer)}\n")
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
            click.echo(_indent(question.answer) + "\n")
    except Quit:
        pass
    except KeyboardInterrupt:
        click.echo(f"\n{score}")
        raise
    click.echo(str(score))


def _ask(question: Question, score: Score) -> None:
    """Ask until there is an answer, and say whether it is right. Raises Quit."""
    if question.expects is None:
        _read_line("   (Enter shows an answer) ")
        score.oral += 1
        return
    while True:
        given = _read_line("   answer: ")
        try:
            right = is_right(question, given)
        except Unreadable as error:
            click.echo(f"   {error}")
            continue
        break
    score.asked += 1
    score.right += bool(right)
    click.echo("   " + {True: "Right.", False: "Wrong.", None: "The answer is:"}[right])


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
    return textwrap.fill(head, WIDTH, subsequent_indent="   ", break_on_hyphens=False)


def _indent(text: str) -> str:
    return textwrap.fill(text, WIDTH, initial_indent="   ", subsequent_indent="   ", break_on_hyphens=False)
