"""Requests for teaching and learning: the course's trees, exercises, quizzes and classes."""

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
from plywise.web.client_connection import ClientConnection
from plywise.web.course import course_contents
from plywise.web.security import ENTRANCE, Entrance

Given = Mapping[str, Any]
Answer = dict[str, Any]

WISH = ("source", "topic", "level", "number", "seed")


async def list_lessons(client: ClientConnection, given: Given) -> Answer:
    """Return the course's lessons and trees, the kinds of exercises and the topics of quizzes."""
    return {
        "course": course_contents(),
        "trees": [each._asdict() for each in COURSE_TREES],
        "kinds": [{"name": name, "title": kind.title} for name, kind in KINDS.items()],
        "topics": [{"name": name, "title": about} for name, about in TOPICS.items()],
        "levels": list(LEVELS),
    }


async def show_lesson_tree(client: ClientConnection, given: Given) -> Answer:
    """Return the address of a page that steps through the search of a tree."""
    asked = {
        "tree": given["tree"], "branching": given.get("branching", 2), "cut": given.get("cut", "ge"),
        "max_first": not given.get("minimizer_first", False), "algorithm": given.get("algorithm", "alphabeta"),
        "hide_values": given.get("hide_values", False),
    }  # fmt: skip
    answer = await client.ask("lesson_tree", asked, EXPLAIN_SECONDS)
    return {"url": client.sessions.trees.keep(answer["html"], client.name)}


def _wish(given: Given) -> Answer:
    """Return the parameters of questions. Raises InputError for an unknown topic."""
    source, topic = given["source"], given.get("topic", "")
    there_are = KINDS if source == "exercise" else TOPICS
    if topic not in there_are and (topic or source == "exercise"):
        raise InputError(f"no topic {topic!r}; there are {', '.join(there_are)}")
    return {
        "source": source, "topic": topic, "level": given.get("level", "easy"), "number": given.get("number", 5),
        "seed": given.get("seed", 0),
    }  # fmt: skip


async def ask_questions(client: ClientConnection, given: Given) -> Answer:
    """Return questions without their answers."""
    wish = _wish(given)
    return await client.ask("questions", wish, EXPLAIN_SECONDS) | wish


async def mark_answers(client: ClientConnection, given: Given) -> Answer:
    """Mark the answers to one question, with reasons."""
    asked = _wish(given) | {"question": given["question"], "answers": given["answers"]}
    return await client.ask("mark", asked, EXPLAIN_SECONDS)


# --- classes ----------------------------------------------------------------------------------------------------------


async def open_class(client: ClientConnection, given: Given) -> Answer:
    """Open a class with this page as its teacher."""
    wish = _wish({"seed": secrets.randbelow(limits.MAX_SEED)} | dict(given))  # so that a pupil cannot request the same
    questions = (await client.ask("questions", wish, EXPLAIN_SECONDS))["questions"]
    found = client.sessions.classes.open(client.name, wish, questions)
    return {"code": found.code}


async def join_class(client: ClientConnection, given: Given) -> Answer:
    """Add this page to a class and return the status."""
    found = await _find_class(client, given["code"])
    found.join(client.name, client.connection)
    if client.name != found.teacher:
        found.tell_teacher()
        return found.describe(client.name)
    entrance: Entrance = client.connection.socket.scope[ENTRANCE]
    return found.describe(client.name) | {"address": entrance.address_for_others()}


async def ask_class(client: ClientConnection, given: Given) -> Answer:
    """Set the current question and send it to all pages."""
    found, number = client.sessions.classes.owned(given["code"], client.name), given["question"]
    _check_number(found, number)
    found.asked = number
    found.tell_all()
    return {"asked": number}


async def answer_class(client: ClientConnection, given: Given) -> Answer:
    """Store a page's answers to the current question, without a verdict for the pupil."""
    found, number = await _find_class(client, given["code"]), given["question"]
    _check_asked(found, number)  # first, because a message about an unreadable answer reveals what is expected
    asked = {**found.wish, "question": number, "answers": given["answers"]}
    marked = await client.ask("mark", asked, EXPLAIN_SECONDS)
    client.sessions.classes.find(found.code)
    _check_asked(found, number)
    there = found.answers.setdefault(number, {})
    if client.name not in there and len(there) >= limits.MAX_PUPILS:
        raise InputError(f"class {found.code}: {limits.MAX_PUPILS} pages have already answered")
    there[client.name] = found.keep(marked, given["answers"])
    return {"kept": True}


async def count_class(client: ClientConnection, given: Given) -> Answer:
    """Return the counts of answers to the teacher."""
    return client.sessions.classes.owned(given["code"], client.name).count()


async def close_class(client: ClientConnection, given: Given) -> Answer:
    """End a class."""
    client.sessions.classes.end(client.sessions.classes.owned(given["code"], client.name))
    return {}


async def _find_class(client: ClientConnection, code: str) -> Class:
    """Return a class. Raises InputError for an unknown code, after a delay against guessing."""
    try:
        return client.sessions.classes.find(code)
    except InputError:
        await asyncio.sleep(WRONG_CODE_SECONDS)
        raise


def _check_asked(found: Class, number: int) -> None:
    """Raise InputError unless a question is the current one."""
    if number != found.asked:
        raise InputError(f"class {found.code}: question {number + 1} is not the current question")


def _check_number(found: Class, number: int) -> None:
    if number >= len(found.questions):
        raise InputError(f"class {found.code}: there is no question {number + 1}; there are {len(found.questions)}")
