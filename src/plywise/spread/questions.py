"""The jobs of a spread solution as texts, and their answers. A key says all that its answer depends on.

    prove >=4 in 30000000: POSITION     {"low": 6} or {"high": 2}, what the value is at least or at most: a fact;
                                        {"undecided": true} if that many nodes do not suffice
    estimate in 2000: POSITION          {"estimate": 3.5}, by a search of that many nodes
    expand in 2000: POSITION            {"estimates": {POSITION: 3.5, ...}}, what it says of all that follow on it
    enumerate ply 4: POSITION           {"positions": 3012}, how many there are at that ply after the start

Only answers of the first kind prove anything. What they cost stands beside them: "nodes", and "time_s", the seconds of
a processor.
"""

import re
from math import isfinite
from typing import Any, NamedTuple

from plywise.errors import InputError
from plywise.game import Value

PROVE, ESTIMATE, EXPAND, LEVEL = KINDS = ("prove", "estimate", "expand", "enumerate ply")

_FORM = re.compile(
    r"(?:prove >=(?P<value>\S+) in|(?P<kind>estimate in|expand in|enumerate ply)) (?P<limit>\d+): (?P<name>.*)"
)


class Question(NamedTuple):
    """A job: what is asked of a position.

    kind: one of KINDS.
    name: of the position (see `Names`).
    value: of PROVE: is the position worth at least this, from MAX's view?
    limit: the nodes to enter; of LEVEL, the plies.
    """

    kind: str
    name: str
    value: Value = 0
    limit: int = 0

    @property
    def key(self) -> str:
        """The job's key."""
        if self.kind == PROVE:
            return f"prove >={self.value!r} in {self.limit}: {self.name}"
        return f"{self.kind}{' in' if self.kind != LEVEL else ''} {self.limit}: {self.name}"


def read_question(key: str) -> Question:
    """Return the question that a key asks. Raises InputError.

    >>> question = Question(PROVE, "44: 5", -0.5, 1000)
    >>> read_question(question.key) == question, question.key
    (True, 'prove >=-0.5 in 1000: 44: 5')
    """
    found = _FORM.fullmatch(key)
    if found is None:
        raise InputError(f"{key!r} is not a job of a spread solution")
    kind = PROVE if found["kind"] is None else found["kind"].removesuffix(" in")
    value = 0 if found["value"] is None else read_number(found["value"])
    return Question(kind, found["name"], value, int(found["limit"]))


def read_number(text: str) -> Value:
    """Return the number that a text writes: an int, or a finite float. Raises InputError."""
    try:
        value = int(text) if re.fullmatch(r"[+-]?\d+", text) else float(text)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise InputError(f"{text!r} is not a number")
    return value


def read_bounds(question: Question, answer: Any) -> tuple[Value | None, Value | None]:
    """Return what the answer to a PROVE says: the least and the greatest value; None where it says nothing.

    Raises InputError for what is no answer to it.
    """
    if isinstance(answer, dict):
        if answer.get("undecided") is True:
            return None, None
        low: Any = answer.get("low")
        high: Any = answer.get("high")
        if high is None and _is_number(low) and low >= question.value:
            return low, None
        if low is None and _is_number(high) and high < question.value:
            return None, high
    raise _no_answer(question, answer)


def read_estimates(question: Question, answer: Any) -> dict[str, Value]:
    """Return the estimates in the answer to an ESTIMATE or an EXPAND, by name. Raises InputError."""
    if isinstance(answer, dict):
        found = {question.name: answer.get("estimate")} if question.kind == ESTIMATE else answer.get("estimates")
        if isinstance(found, dict) and all(map(_is_number, found.values())):
            return found
    raise _no_answer(question, answer)


def _no_answer(question: Question, answer: Any) -> InputError:
    return InputError(f"{answer!r} is not an answer to {question.key!r}")


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and isfinite(value)
