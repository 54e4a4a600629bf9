"""Warn about probable mistakes in a game that keeps the laws: endless play, and utilities from the mover's view."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from plywise.game import MAX, MIN, Game, State
from plywise.game.defaults.records import fields_of, is_record

Profile = Mapping[str, Any]
Profiles = Sequence[tuple[State, Profile]]

LEAST_ENDS = 2
MAX_ENDS = 200

TO_WRITE = (
    "utility must return the value for MAX, whoever is to move: if it returns the mover's, as negamax wants it, "
    "multiply it by the player to move (MAX is +1, MIN is -1)"
)


def warnings_for(game: Game, profiles: Profiles) -> Iterator[str]:
    """Yield warnings about a game that keeps the laws."""
    try:
        yield from _warn_of_circles(game, profiles)
        yield from _warn_of_mover(game, profiles)
    except Exception:  # noqa: BLE001 - a user's states and rules may raise anything; then there is no warning
        return


# --- play without end ------------------------------------------------------------------------------------------------


def _warn_of_circles(game: Game, profiles: Profiles) -> Iterator[str]:
    """Yield that play can return to a state, if it can and no length of the game is declared."""
    if game.max_plies is not None or not profiles:
        return
    again = _state_that_recurs(profiles)
    if again is not None:
        yield (
            f"play can go in circles, as back to {game.format_state(again)}: a search of all lines may never end; "
            "limit its depth or time, or solve the game backwards (plywise solve --method retrograde), where play "
            "without end is a draw"
        )


def _state_that_recurs(profiles: Profiles) -> State | None:
    """Return a state that a line of play through the examined states repeats; None if there is none."""
    children = {state: [child for _, child in profile.get("result", ())] for state, profile in profiles}
    done: set[State] = set()
    for start in children:
        if start in done:
            continue
        under_way, stack = {start}, [(start, iter(children[start]))]
        while stack:
            state, left = stack[-1]
            child = next(left, stack)
            if child is stack:
                under_way.discard(state)
                done.add(state)
                stack.pop()
            elif child in under_way:
                return child
            elif child in children and child not in done:
                under_way.add(child)
                stack.append((child, iter(children[child])))
    return None


# --- utilities in the view of the player to move ---------------------------------------------------------------------


def _warn_of_mover(game: Game, profiles: Profiles) -> Iterator[str]:
    """Yield that utilities seem to be from the mover's view, which cannot be proved."""
    ends = [(state, profile["utility"]) for state, profile in profiles if profile["terminal"]][:MAX_ENDS]
    if sum(utility != 0 for _, utility in ends) < LEAST_ENDS:
        return
    last = {
        profile["player"]: child
        for _, profile in profiles
        for _, child in profile.get("result", ())
        if any(utility and child is end for end, utility in ends)
    }
    signs = {utility > 0 for _, utility in ends if utility}
    if len(signs) == 1 and last.keys() == {MAX, MIN}:
        whose, (one, other) = "MAX" if signs == {True} else "MIN", map(game.format_state, (last[MAX], last[MIN]))
        yield (
            f"{whose} wins every end that is no draw, as at {one}, where MAX made the last move, and at {other}, "
            f"where MIN did; {TO_WRITE}"
        )
    elif turned := _turned_end(game, profiles, ends):
        one, other = map(game.format_state, turned)
        worth = game.utility(turned[0])
        seen = f"{worth} at {one}, {-worth} at {other}"
        yield f"with the other side to move the utility is the opposite, {seen}; {TO_WRITE}"


def _turned_end(game: Game, profiles: Profiles, ends: list[tuple[State, Any]]) -> tuple[State, State] | None:
    """Return a terminal state and its twin with the other side to move, if all utilities change sign with the side.

    None if they do not, or depend only on the side.
    """
    place = _place_of_side(profiles)
    if place is None or _changes_places(profiles):
        return None
    sides = {_parts(state)[place]: profile["player"] for state, profile in profiles if not profile["terminal"]}
    signs: dict[Any, set[bool]] = {}
    found: tuple[State, State] | None = None
    for state, utility in ends:
        side = _parts(state)[place]
        if side not in sides:
            return None
        turned = _with_part(state, place, next(each for each in sides if each != side))
        if utility and game.utility(turned) != -utility:
            return None
        if utility:
            signs.setdefault(side, set()).add(utility > 0)
            found = found or (state, turned)
    return found if any(len(each) == 2 for each in signs.values()) else None


def _place_of_side(profiles: Profiles) -> int | None:
    """Return the index of the part of a state with the side to move, one value for each player; None if none."""
    open_states = [(state, profile["player"]) for state, profile in profiles if not profile["terminal"]]
    for place in range(len(_parts(open_states[0][0])) if open_states else 0):
        pairs = {(_parts(state)[place], player) for state, player in open_states}
        if len(pairs) == 2 and len({value for value, _ in pairs}) == len({player for _, player in pairs}) == 2:
            return place
    return None


def _changes_places(profiles: Profiles) -> bool:
    """Return whether parts of a state change places with each move, as in states from the mover's view."""
    for state, profile in profiles:
        for _, child in profile.get("result", ()):
            before, after = _parts(state), _parts(child)
            for one, part in enumerate(before):
                for two, moved in enumerate(after):
                    if one != two and part == moved and part != after[one] and not isinstance(part, (bool, type(None))):
                        return True
    return False


def _parts(state: State) -> list[Any]:
    if is_record(state):
        return [part for _, part in fields_of(state)]
    return list(state) if type(state) is tuple else []


def _with_part(state: State, place: int, part: Any) -> State:
    """Return a state with one part replaced."""
    if not is_record(state):
        return (*state[:place], part, *state[place + 1 :])
    name = fields_of(state)[place][0]
    return state._replace(**{name: part}) if hasattr(state, "_replace") else replace(state, **{name: part})
