"""Finds mistakes in a user's game: rules that change their argument, shallow copies, incomplete undo, randomness."""

import ast
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import takewhile
from typing import Any

from plywise.game.contents import contents_of, first_change
from plywise.games.adopt.names import Calls, Given, rank
from plywise.games.adopt.parts import Parts, Sample, duplicate, spread_over
from plywise.games.adopt.reading import quiet
from plywise.games.adopt.rules import MAXS_VIEW, MOVERS_VIEW, Views
from plywise.games.adopt.views import Chooser
from plywise.games.user_files import described

TRIED = 60
"""The number of positions checked for each kind of mistake."""
SECONDS, LEAST = 4.0, 20
"""The time for each kind, and the minimum number of positions checked."""

Where = Callable[[Sample], str]
"""Returns a description of a sample's position."""


def find_faults(
    parts: Parts,
    samples: Sequence[Sample],
    where: Where,
    chooser: Chooser | None,
    given: Given | None,
    views: Views,
    is_first: Callable[[Sample], bool],
) -> list[str]:
    """Return the mistakes found in some positions, a sentence each, with a position that shows it."""
    positions = spread_over(samples, TRIED)
    found = []
    for look in (
        lambda each: _changed_by_listing(parts, each),
        lambda each: _changed_by_valuing(parts, each),
        lambda each: _changed_by_copying(parts, each),
        lambda each: _not_taken_back(parts, chooser, each),
        lambda each: _copy_shares(parts, given, each),
        lambda each: _undo_forgets(parts, given, each),
        lambda each: _differs(parts, each),
        lambda each: _listed_twice(each),
    ):
        fault = _first(look, positions, where)
        if fault:
            found.append(fault)
    stuck = _goes_on_without_moves(given, samples)
    if stuck is not None:
        found.append(f"the game is not over though the player to move has no move, {where(stuck)}")
    broken = next((each for each in samples if each.error), None)
    if broken is not None:
        found.append(f"the rules raise {broken.error}, {where(broken)}")
    if not _counts_points(parts, positions, chooser):
        found += _whose_score(samples, where, views, is_first)
    return found


def _first(look: Callable[[Sample], str], positions: Sequence[Sample], where: Where) -> str:
    ends = time.perf_counter() + SECONDS
    for number, each in enumerate(positions):
        if number >= LEAST and time.perf_counter() > ends:
            break
        with quiet():
            try:
                said = look(each)
            except Exception as error:  # noqa: BLE001 - a user's code may raise anything
                said = f"a rule raised {described(error)}"
        if said:
            return f"{said}, {where(each)}"
    return ""


def _change(before: Any, after: Any) -> str:
    change = first_change(contents_of(before), contents_of(after))
    return "" if change is None else str(change).lstrip(".")


def _changed_by_listing(parts: Parts, each: Sample) -> str:
    it = duplicate(each.it)
    parts.list_moves(it, each.who)
    change = _change(each.it, it)
    return f"listing the moves changes the position: {change}" if change else ""


def _changed_by_valuing(parts: Parts, each: Sample) -> str:
    it = duplicate(each.it)
    parts.value(it, each.who)
    if parts.horizon is not None:
        parts.estimate(it, each.who)
    change = _change(each.it, it)
    return f"asking whether the game is over, or for the score, changes the position: {change}" if change else ""


def _changed_by_copying(parts: Parts, each: Sample) -> str:
    """Check that a move played on a copy leaves the position unchanged."""
    for move in each.moves:
        it = duplicate(each.it)
        child, _ = parts.child(it, each.who, duplicate(move))
        change = _change(each.it, it)
        if change and not _is_in(it, child):
            return f"a move played on a copy changes the position too, so the copy is shallow: {change}"
    return ""


def _is_in(it: Any, child: Any) -> bool:
    """Return whether a child is the position itself, or shares its parts."""
    return child is it or (type(it) is type(child) is list and any(one is other for one in it for other in child))


def _not_taken_back(parts: Parts, chooser: Chooser | None, each: Sample) -> str:
    """Check that a search that plays moves on the position itself restores it."""
    if chooser is None or each.value is not None or not each.moves:
        return ""
    it = duplicate(each.it)
    try:
        chooser.choice(parts, it, each.who)
        chooser.take_back(parts, it)
    except Exception:  # noqa: BLE001 - it is the search of the file, and not its game
        return ""
    finally:
        chooser.release()
    change = _change(each.it, it)
    if not change or _changed_by_listing(parts, each) or _changed_by_copying(parts, each):
        return ""
    return f"{chooser.search.name} does not take a move back as it was: {change}"


def _copy_shares(parts: Parts, given: Given | None, each: Sample) -> str:
    for name in of_role(given, "copy"):
        assert given is not None
        for move in each.moves[:8]:
            it = duplicate(each.it)
            copied = _call(given, Calls(given).text(name, Calls(given).position(name)), it)
            if type(copied) is not type(it) or copied is it:
                return ""
            parts.child(copied, each.who, duplicate(move))
            change = _change(each.it, it)
            if change:
                return f"{name} is shallow: a move played on the copy changes the original: {change}"
    return ""


def _undo_forgets(parts: Parts, given: Given | None, each: Sample) -> str:
    for name in of_role(given, "undo"):
        assert given is not None
        for move in each.moves[:8]:
            it = duplicate(each.it)
            child, _ = parts.child(it, each.who, duplicate(move))
            if child is not it:
                return ""
            for call in _undo_calls(given, name, move):
                after = duplicate(child)
                try:
                    _call(given, call, after, move)
                except Exception:  # noqa: BLE001 - the next way to call it
                    continue
                change = _change(each.it, after)
                for switch in of_role(given, "switch") if change else ():  # as in easyAI, whose search calls it
                    with suppress(Exception):
                        _call(given, Calls(given).text(switch, Calls(given).position(switch)), after)
                    change = change and _change(each.it, after)
                if change:
                    return f"{name} does not take a move back as it was: {change}"
                break
    return ""


def _undo_calls(given: Given, name: str, move: Any) -> Iterator[str]:
    calls = Calls(given)
    width = len(move) if isinstance(move, (tuple, list)) else 0
    yield from calls.with_move(name, width)
    yield calls.text(name, calls.position(name))


def of_role(given: Given | None, role: str) -> list[str]:
    """Return a list with the likeliest name for a role; an empty list if there is none."""
    if given is None:
        return []
    found = [name for name in given.functions if rank(name, role) is not None]
    return sorted(found, key=lambda name: rank(name, role) or 0)[:1]


def _call(given: Given, text: str, it: Any, move: Any = None) -> Any:
    return eval(text, dict(given.names) | {"GAME": given.game}, {"it": it, "move": move})


def _differs(parts: Parts, each: Sample) -> str:
    """Check that repeated calls return the same result."""
    first = parts.list_moves(duplicate(each.it), each.who) if each.value is None else []
    for again in range(3):
        del again
        second = parts.list_moves(duplicate(each.it), each.who) if each.value is None else []
        if first_change(contents_of(first), contents_of(second)) is not None:
            return "the moves of one position are not the same when they are listed again: are they random?"
        if not _same(parts.value(duplicate(each.it), each.who), each.value):
            return "one position ends the game at one time and not at another: is there state outside the position?"
        for move in first[:3]:
            one, _ = parts.child(duplicate(each.it), each.who, duplicate(move))
            other, _ = parts.child(duplicate(each.it), each.who, duplicate(move))
            change = _change(one, other)
            if change:
                return f"one move has two results, so it is random or there is state outside the position: {change}"
    return ""


def _same(one: Any, other: Any) -> bool:
    return one is other or bool(one == other)


def _goes_on_without_moves(given: Given | None, samples: Sequence[Sample]) -> Sample | None:
    """Return a position without moves in which the game is not over; None if there is none, or very few.

    If the search itself values such positions, they count only if the file has a function that tells the end and many
    games end this way.
    """
    plain = next((each for each in samples if each.value is None and not each.moves and not each.error), None)
    if plain is not None or given is None:
        return plain
    ends = [each for each in samples if each.value is not None]
    calls = [call for name in of_role(given, "over") for call in Calls(given).with_player(name) if "who" not in call]
    stuck = []
    for each in ends if calls else ():
        with quiet():
            try:
                if not _call(given, calls[0], duplicate(each.it)):
                    stuck.append(each)
            except Exception:  # noqa: BLE001 - a user's code may raise anything
                return None
    return min(stuck, key=lambda each: len(each.path)) if 5 * len(stuck) > len(ends) else None


def _listed_twice(each: Sample) -> str:
    seen = []
    for move in each.moves[:200]:
        if move in seen:
            return f"the move {move!r:.40} is listed twice"
        seen.append(move)
    return ""


def _counts_points(parts: Parts, positions: Sequence[Sample], chooser: Chooser | None) -> bool:
    """Return whether one score values both ends and other positions, with many different numbers."""
    leaf = chooser.search.parts["leaf"].body if chooser is not None else []
    before = takewhile(lambda node: not isinstance(node, (ast.For, ast.While)), leaf)
    returns = [each for node in before for each in ast.walk(node) if isinstance(each, ast.Return)]
    if parts.horizon is None or len(returns) > 1:
        return False
    with quiet():
        try:
            scores = [parts.estimate(duplicate(each.it), each.who) for each in positions]
            return len({abs(each) for each in scores}) > 2
        except Exception:  # noqa: BLE001 - a user's code may raise anything
            return False


def _whose_score(
    samples: Sequence[Sample], where: Where, views: Views, is_first: Callable[[Sample], bool]
) -> list[str]:
    """Check that the score of ends is in the view that the search expects: the player to move's, or MAX's.

    This can be checked if every end is lost by the player to move: then values in MAX's view have both signs.
    """
    signs: dict[bool, set[bool]] = {True: set(), False: set()}
    ends = [each for each in samples if each.value]
    for each in ends:
        signs[is_first(each)].add(each.value > 0)
    first, second = signs[True], signs[False]
    if len({abs(each.value) for each in ends}) > 2:  # points, and not only who has won
        return []
    if len(first) != 1 or len(second) != 1 or len(ends) < 6:
        return []
    if views.view == MAXS_VIEW and first == second == {False}:
        return [
            "the score is in the view of the player to move, but the search takes it for that of one player: it is "
            f"below 0 whoever has lost, {where(ends[0])}"
        ]
    if views.view == MOVERS_VIEW and first != second:
        return [
            "the score is in the view of one player, but the search takes it for that of the player to move, "
            f"{where(ends[0])}"
        ]
    return []


__all__ = ["MAXS_VIEW", "MOVERS_VIEW", "find_faults", "of_role"]
