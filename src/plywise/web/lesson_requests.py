"""What a page can ask for to teach and to learn: the course's trees, exercises and quizzes, and classes."""

import asyncio
import secrets
from collections.abc import Mapping
from typing import Any

from plywise.errors import InputError
from plywise.live.limits import EXPLAIN_SECONDS
from plywise.teach.course_trees import COURSE_TREES
from plywise.teach.exercises.kinds import KINDS
from plywise.teach.exercises.requirements import LEVELS
from plywise.teach.quiz.questions import TOPICS
from plywise.web import limits
from plywise.web.classes import WRONG_CODE_SECONDS, Class
from plywise.web.course import course_contents
from plywise.web.security import ENTRANCE, Entrance
from plywise.web.visit import Visit

Given = Mapping[str, Any]
Answer = dict[str, Any]

WISH = ("source", "topic", "level", "number", "seed")


async def list_lessons(visit: Visit, given: Given) -> Answer:
    """Return the course's lessons and trees, the kinds of exercises and the topics of quizzes."""
    return {
        "course": course_contents(),
        "trees": [each._asdict() for each in COURSE_TREES],
        "kinds": [{"name": name, "title": kind.title} for name, kind in KINDS.items()],
        "topics": [{"name": name, "title": about} for name, about in TOPICS.items()],
        "levels": list(LEVELS),
    }


async def show_lesson_tree(visit: Visit, given: Given) -> Answer:
    """Return the address of a page that steps through the search of a tree."""
    asked = {
        "tree": given["tree"], "branching": given.get("branching", 2), "cut": given.get("cut", "ge"),
        "max_first": not given.get("minimizer_first", False), "algorithm": given.get("algorithm", "alphabeta"),
        "hide_values": given.get("hide_values", False),
    }  # fmt: skip
    answer = await visit.ask("lesson_tree", asked, EXPLAIN_SECONDS)
    return {"url": visit.sessions.trees.keep(answer["html"], visit.name)}


def _wish(given: Given) -> Answer:
    """Return what questions are asked for. Raises InputError for a topic that is not there."""
    source, topic = given["source"], given.get("topic", "")
    there_are = KINDS if source == "exercise" else TOPICS
    if topic not in there_are and (topic or source == "exercise"):
        raise InputError(f"no topic {topic!r}; there are {', '.join(there_are)}")
    return {
        "source": source, "topic": topic, "level": given.get("level", "easy"), "number": given.get("number", 5),
        "seed": given.get("seed", 0),
    }  # fmt: skip


async def ask_questions(visit: Visit, given: Given) -> Answer:
    """Return questions, without their answers."""
    wish = _wish(given)
    return await visit.ask("questions", wish, EXPLAIN_SECONDS) | wish


async def mark_answers(visit: Visit, given: Given) -> Answer:
    """Return whether answers to one question are right, and why."""
    asked = _wish(given) | {"question": given["question"], "answers": given["answers"]}
    return await visit.ask("mark", asked, EXPLAIN_SECONDS)


# --- classes ----------------------------------------------------------------------------------------------------------


async def open_class(visit: Visit, given: Given) -> Answer:
    """Open a class, and let this page teach it."""
    wish = _wish({"seed": secrets.randbelow(limits.MAX_SEED)} | dict(given))  # nobody else asks for the same
    questions = (await visit.ask("questions", wish, EXPLAIN_SECONDS))["questions"]
    found = visit.sessions.classes.open(visit.name, wish, questions)
    return {"code": found.code}


async def join_class(visit: Visit, given: Given) -> Answer:
    """Let this page see what a class is asked, and tell it how things stand."""
    found = await _find_class(visit, given["code"])
    found.join(visit.name, visit.connection)
    if visit.name != found.teacher:
        found.tell_teacher()
        return found.describe(visit.name)
    entrance: Entrance = visit.connection.socket.scope[ENTRANCE]
    return found.describe(visit.name) | {"address": entrance.address_for_others()}


async def ask_class(visit: Visit, given: Given) -> Answer:
    """Ask the class a question: all pages are told."""
    found, number = visit.sessions.classes.owned(given["code"], visit.name), given["question"]
    _check_number(found, number)
    found.asked = number
    found.tell_all()
    return {"asked": number}


async def answer_class(visit: Visit, given: Given) -> Answer:
    """Take a page's answers to the question asked; nobody is told yet whether they are right."""
    found, number = await _find_class(visit, given["code"]), given["question"]
    _check_asked(found, number)  # first: what is said of an unreadable answer says what is expected
    asked = {**found.wish, "question": number, "answers": given["answers"]}
    marked = await visit.ask("mark", asked, EXPLAIN_SECONDS)
    visit.sessions.classes.find(found.code)
    _check_asked(found, number)
    there = found.answers.setdefault(number, {})
    if visit.name not in there and len(there) >= limits.MAX_PUPILS:
        raise InputError(f"class {found.code}: {limits.MAX_PUPILS} pages have already answered")
    there[visit.name] = found.keep(marked, given["answers"])
    return {"kept": True}


async def count_class(visit: Visit, given: Given) -> Answer:
    """Return to the teacher what was answered."""
    return visit.sessions.classes.owned(given["code"], visit.name).count()


async def close_class(visit: Visit, given: Given) -> Answer:
    """End a class."""
    visit.sessions.classes.end(visit.sessions.classes.owned(given["code"], visit.name))
    return {}


async def _find_class(visit: Visit, code: str) -> Class:
    """Return a class. Raises InputError where there is none of that code, after a while: codes are not to be tried."""
    try:
        return visit.sessions.classes.find(code)
    except InputError:
        await asyncio.sleep(WRONG_CODE_SECONDS)
        raise


def _check_asked(found: Class, number: int) -> None:
    """Raise InputError unless a question is asked now."""
    if number != found.asked:
        raise InputError(f"class {found.code}: question {number + 1} is not the current question")


def _check_number(found: Class, number: int) -> None:
    if number >= len(found.questions):
        raise InputError(f"class {found.code}: there is no question {number + 1}; there are {len(found.questions)}")
