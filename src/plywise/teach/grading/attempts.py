"""Several attempts by one student: which one counts, and which were late."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import product

from plywise.errors import InputError
from plywise.teach.exercises.read_answers import is_missing
from plywise.teach.grading.column_words import plain_heading
from plywise.teach.grading.marks import Answers, Marks

ATTEMPTS = ("last", "first", "best")

DAYS = ("%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y", "%d.%m.%y", "%m/%d/%Y", "%d/%m/%Y", "%m/%d/%y", "%d/%m/%y", "%d-%m-%Y",
        "%d %B %Y", "%d %b %Y", "%A %d %B %Y", "%B %d %Y", "%b %d %Y")  # fmt: skip
CLOCKS = ("", "%H:%M", "%H:%M:%S", "%H:%M:%S.%f", "%I:%M %p", "%I:%M:%S %p", "%I:%M%p", "%H.%M", "%H.%M.%S")
FORMS = tuple(f"{day} {clock}".strip() for clock, day in product(CLOCKS, DAYS))
ZONE = re.compile(
    r"(:\d\d(?:\.\d+)?(?: ?[AP]M)?)\s*\(?(GMT|UTC|Z|[A-Z]{1,3}[SD]?T)?\s*([+-]\d{1,2}:?(\d{2})?)?\)?$", re.IGNORECASE
)
"""A time zone after the time."""
MONTHS = {
    month: number
    for number, names in enumerate(
        (
            "janvier enero januar января gennaio janeiro stycznia januari jan ene genn янв",
            "fevrier febrero februar февраля febbraio fevereiro lutego februari feb fev fevr фев",
            "mars marzo marz марта marco marca maart mar мар",
            "avril abril april апреля aprile kwietnia apr abr avr апр",
            "mai mayo мая maggio maio maja mei may maj",
            "juin junio juni июня giugno junho czerwca jun giu июн",
            "juillet julio juli июля luglio julho lipca jul juil lug июл",
            "aout agosto august августа sierpnia augustus aug ago авг",
            "septembre septiembre september сентября settembre setembro wrzesnia sep sept set сен",
            "octobre octubre oktober октября ottobre outubro pazdziernika oct okt ott out окт",
            "novembre noviembre november ноября novembro listopada nov ноя",
            "decembre diciembre dezember декабря dicembre dezembro grudnia december dec dic dez дек",
        ),
        start=1,
    )
    for month in map(plain_heading, names.split())
}
"""Names and abbreviations of the months in the languages of gradebooks; English ones need no translation."""


def read_times(texts: Sequence[str]) -> list[datetime | None]:
    """Return the times in a column, all in the format that parses the most of them; None for the others.

    >>> read_times(["1 May 2026 10:20", "-"]), read_times(["13/05/2026 9:00", "05/06/2026 9:00"])[1]
    ([datetime.datetime(2026, 5, 1, 10, 20), None], datetime.datetime(2026, 6, 5, 9, 0))
    """
    cleaned = [_clean_time(text) for text in texts]
    best: list[datetime | None] = [None] * len(texts)
    for form in FORMS:
        found = [_read_time(text, form) for text in cleaned]
        if sum(each is not None for each in found) > sum(each is not None for each in best):
            best = found
        if all(each is not None or not text for each, text in zip(best, cleaned, strict=True)):
            break
    return best


def _clean_time(text: str) -> str:
    """Return a time with a space between date and time, its month in digits, and without a time zone."""
    text = ZONE.sub(r"\1", re.sub(r"(?<=\d)T(?=\d)", " ", text.strip()))
    text = " ".join(re.sub(r",| at | um | à | a las | de (?=\D|\d{4})", " ", text).split())
    named = re.search(r"(\d{1,2})\.? ([^\W\d]+)\.? (\d{4})", text)
    month = MONTHS.get(plain_heading(named[2])) if named else None
    return text if named is None or month is None else f"{named[3]}-{month}-{named[1]}{text[named.end() :]}"


def _read_time(text: str, form: str) -> datetime | None:
    try:
        return datetime.strptime(text, form)
    except ValueError:
        return None


def parse_due(text: str) -> datetime:
    """Parse the deadline for answers; a day without a time ends at midnight. Raises InputError.

    >>> parse_due("2026-05-02 18:00"), parse_due("2026-05-02")
    (datetime.datetime(2026, 5, 2, 18, 0), datetime.datetime(2026, 5, 2, 23, 59, 59))
    """
    try:
        due = datetime.fromisoformat(text.strip()).replace(tzinfo=None)
    except ValueError:
        raise InputError(f"--due {text!r} is not of the form 2026-05-02 or '2026-05-02 18:00'") from None
    return due.replace(hour=23, minute=59, second=59) if len(text.strip()) == 10 else due


def note_late(rows: Iterable[Answers], due: datetime | None) -> list[Answers]:
    """Return the rows, with a note on late answers. due: overrides the table's deadline."""
    noted = []
    for row in rows:
        limit = row.due if due is None else due
        if row.time is not None and limit is not None:
            late = _span(row.time - limit) if row.time > limit else ""
        else:
            late = row.late if due is None else ""
        note = f"row {row.row}{', ' + row.student if row.student else ''}: late by {late}"
        noted.append(replace(row, late=late, notes=(*row.notes, note) if late else row.notes))
    return noted


def _span(time: timedelta) -> str:
    """Return a duration as text.

    >>> _span(timedelta(days=1, hours=2, minutes=3)), _span(timedelta(seconds=20))
    ('1 d 2 h 3 min', '1 min')
    """
    minutes = max(1, int(time.total_seconds() // 60))
    parts = ((minutes // 1440, "d"), (minutes // 60 % 24, "h"), (minutes % 60, "min"))
    return " ".join(f"{number} {unit}" for number, unit in parts if number)


def choose_attempts(
    graded: Sequence[tuple[Answers, Marks]], attempt: str | None
) -> tuple[list[tuple[Answers, Marks]], list[str]]:
    """Return the rows that count, one for each student, and notes on the others.

    attempt: one of ATTEMPTS; None: the last, but only among rows that are certainly attempts, because they share an
        identity, or a name and have times. An ungraded or late row counts only if a student has no other.
    """
    groups: dict[str, list[tuple[Answers, Marks]]] = {}
    for place, pair in enumerate(graded):
        groups.setdefault(pair[0].key or f"\0{place}", []).append(pair)
    kept, notes = [], []
    for group in groups.values():
        sure = attempt is not None or all(row.identity or row.time or row.attempt for row, _ in group)
        if len(group) == 1 or not sure:
            kept += group
            continue
        row, marks = _choose(group, attempt or ATTEMPTS[0])
        kept.append((row, marks))
        rows = ", ".join(str(each.row) for each, _ in group)
        notes.append(
            f"{row.student} has {len(group)} attempts, rows {rows}: the {attempt or ATTEMPTS[0]}, row {row.row}, counts"
        )
    places = {id(row): place for place, (row, _) in enumerate(graded)}
    return sorted(kept, key=lambda pair: places[id(pair[0])]), notes


def _choose(group: Sequence[tuple[Answers, Marks]], attempt: str) -> tuple[Answers, Marks]:
    """Return the attempt that counts."""
    for holds in (_is_graded, _is_answered, _is_in_time):
        group = [pair for pair in group if holds(pair)] or group
    times = [row.time for row, _ in group]
    timed = all(time is not None for time in times)

    def when(place: int) -> tuple[int, float, int]:
        row = group[place][0]
        return row.attempt, row.time.timestamp() if timed and row.time else 0.0, place

    order = sorted(range(len(group)), key=when)
    if attempt == "best":
        return group[max(order, key=lambda place: group[place][1].marks)]
    return group[order[0 if attempt == "first" else -1]]


def _is_graded(pair: tuple[Answers, Marks]) -> bool:
    return pair[1].graded


def _is_answered(pair: tuple[Answers, Marks]) -> bool:
    return not all(map(is_missing, pair[0].given.values()))


def _is_in_time(pair: tuple[Answers, Marks]) -> bool:
    return not pair[0].late
