"""Format a match's result as plain text: tables and conclusions."""

from collections import Counter
from collections.abc import Sequence

from plywise.arena.results import Failure, Meeting, Standing
from plywise.arena.sprt import LOGISTIC, Sprt
from plywise.play.record import GameRecord

SHOWN_FAILURES = 10
"""Number of failures shown."""


def list_standings(standings: Sequence[Standing]) -> list[str]:
    """Return the table of the players; of more than two, best first."""
    players = list(standings)
    if len(players) > 2:
        players.sort(key=lambda each: -(each.elo if each.elo is not None else float("-inf")))
    width = max(len("player"), *(len(each.name) for each in players))
    lines = [f"{'player':{width}}  games   won drawn  lost   score   Elo"]
    for each in players:
        score = "     -" if each.score is None else f"{each.score:6.1%}"
        counts = f"{each.games:5} {each.wins:5} {each.draws:5} {each.losses:5}"
        lines.append(f"{each.name:{width}}  {counts}  {score}   {_describe_elo(each)}")
    return lines


def _describe_elo(standing: Standing) -> str:
    if standing.elo is None:
        return "no number: all won or all lost" if standing.games else "-"
    return say_elo(standing.elo) + ("" if standing.elo_error is None else f" ± {standing.elo_error:.0f}")


def say_elo(elo: float) -> str:
    """Return a difference in Elo as a whole number with its sign.

    >>> say_elo(12.5), say_elo(-0.2)
    ('+12', '+0')
    """
    return f"{round(elo):+d}"


def describe_meeting(meeting: Meeting) -> list[str]:
    """Return the statistics of two players' games."""
    lines = [f"pairs of games by their points 0, ½, 1, 1½, 2: {' '.join(map(str, meeting.scores.counts))}"]
    found = meeting.estimate
    if found is not None:
        low, high = ("none" if each is None else say_elo(each) for each in (found.low, found.high))
        lines.append(f"Elo of {meeting.first}: from {low} to {high} (95 %)")
        normalized = "" if found.normalized is None else f"; normalized Elo {say_elo(found.normalized)}"
        if found.normalized_error is not None and normalized:
            normalized += f" ± {found.normalized_error:.0f}"
        lines.append(f"likelihood that {meeting.first} is stronger: {say_likelihood(found.superiority)}{normalized}")
    return lines


def say_likelihood(chance: float) -> str:
    """Return a likelihood in percent, but never as certain.

    >>> say_likelihood(0.5), say_likelihood(0.99999), say_likelihood(0.00001)
    ('50.0%', 'over 99.9%', 'under 0.1%')
    """
    return "over 99.9%" if chance > 0.999 else "under 0.1%" if chance < 0.001 else f"{chance:.1%}"


def describe_test(test: Sprt, ratio: float, verdict: str | None) -> str:
    """Return the result of a sequential test."""
    bounds = f"{test.elo0:g},{test.elo1:g} {'' if test.model == LOGISTIC else 'normalized '}Elo"
    outcome = {
        "H1": f"H1: stronger by {test.elo1:g} rather than {test.elo0:g}",
        "H0": f"H0: stronger by {test.elo0:g} at most, rather than {test.elo1:g}",
        None: "no verdict yet",
    }[verdict]
    return f"sequential test of {bounds}: {outcome} (LLR {ratio:.2f} in {test.lower:.2f} to {test.upper:.2f})"


def cross_table(names: Sequence[str], meetings: Sequence[Meeting]) -> list[str]:
    """Return the points of each player against each other, with the numbers of games."""
    points: dict[tuple[str, str], str] = {}
    for each in meetings:
        mine, games = each.tally.points, each.tally.games
        points[each.first, each.second] = f"{mine:g}/{games}"
        points[each.second, each.first] = f"{games - mine:g}/{games}"
    width, cell = max(map(len, names)), max([6, *(len(each) + 1 for each in points.values())])
    lines = [" " * (width + 4) + "".join(f"{number:>{cell}}" for number in range(1, len(names) + 1))]
    for number, name in enumerate(names, start=1):
        row = "".join(f"{points.get((name, other), '-'):>{cell}}" for other in names)
        lines.append(f"{number:2}  {name:{width}}{row}")
    return lines


def list_endings(records: Sequence[GameRecord]) -> list[str]:
    """Return the endings of the games, unless all are by the rules or proved."""
    counts = Counter(record.ended_by for record in records)
    if set(counts) <= {"rules", "proved"}:
        return []
    return ["games ended by: " + ", ".join(f"{name} {number}" for name, number in counts.items())]


def list_failures(failures: Sequence[Failure]) -> list[str]:
    """Return the failures, limited to SHOWN_FAILURES."""
    lines = [
        f"game {each.game}: {each.player}: {each.kind}: {each.detail}"
        if each.player
        else f"games {each.game} and {each.game + 1} could not be played: {each.detail}"
        for each in failures[:SHOWN_FAILURES]
    ]
    more = len(failures) - SHOWN_FAILURES
    return lines + ([f"and {more} more failures (--json lists them)"] if more > 0 else [])
