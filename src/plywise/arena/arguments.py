"""Convert and validate the Python arguments of a match."""

from collections.abc import Iterable, Sequence
from typing import Any

from plywise.arena.openings import Opening, RandomOpenings, read_opening
from plywise.arena.sprt import Sprt
from plywise.arguments.numbers import as_whole
from plywise.errors import InputError
from plywise.game import Game
from plywise.play.clocks import TimeControl


def sprt_of(given: Any) -> Sprt | None:
    """Return a Sprt from one or from its arguments, the bounds first. Raises InputError.

    >>> sprt_of([0, 50])
    Sprt(elo0=0, elo1=50, alpha=0.05, beta=0.05, model='logistic')
    """
    if given is None or isinstance(given, Sprt):
        return given
    if isinstance(given, (list, tuple)) and 2 <= len(given) <= 5:
        return Sprt(*given)
    raise InputError(f"sprt takes two numbers of Elo, as in (0, 50), not {given!r}")


def clock_of(given: Any) -> TimeControl:
    """Return a time control from one, a text, or None for no limit. Raises InputError."""
    if given is None or isinstance(given, TimeControl):
        return given or TimeControl()
    if isinstance(given, str):
        return TimeControl.parse(given)
    raise InputError(f"clock takes a text, as in '60+0.5', or a TimeControl, not {given!r}")


def seed_of(given: Any) -> int:
    """Return a whole number, including NumPy's, as an int. Raises InputError."""
    seed = as_whole(given)
    if seed is None:
        raise InputError(f"seed must be a whole number, not {given!r}")
    return seed


def rules_of(given: Any) -> tuple[str, ...]:
    """Return the texts of the rules of adjudication, from one or several. Raises InputError."""
    words = (given,) if isinstance(given, str) else items_of("adjudicate", given)
    if not all(isinstance(word, str) for word in words):
        raise InputError(f"adjudicate takes texts, as in ['proved'], not {given!r}")
    return tuple(words)


def openings_meant(
    game: Game, given: Any, seed: int, game_plies: int | None = None
) -> RandomOpenings | Sequence[Opening]:
    """Return the openings: random ones with a number of plies, or those of a list. Raises InputError.

    game_plies: after which games are drawn; None: never. By default, openings have at most half of them.
    """
    plies = as_whole(given)
    if given is None or plies is not None:
        return RandomOpenings(game, plies, seed, None if game_plies is None else game_plies // 2)
    wanted = "a number of plies, or a list of moves or positions as text, as in ['1 2', '3 4'], or of Openings"
    if isinstance(given, (str, bool, Opening)):
        raise InputError(f"openings takes {wanted}, not {given!r}")
    found = list(items_of("openings", given))
    for each in found:
        if not isinstance(each, (str, Opening)):
            raise InputError(f"openings takes {wanted}, not a list with {each!r} in it")
    return [
        _opening_meant(game, each, number) if isinstance(each, str) else each
        for number, each in enumerate(found, start=1)
    ]


def _opening_meant(game: Game, text: str, number: int) -> Opening:
    """Parse an opening: moves, or a position. Raises InputError with its number."""
    try:
        return read_opening(game, text)
    except InputError as error:
        raise InputError(f"opening {number}: {error}") from None


def items_of(name: str, given: Any) -> Iterable[Any]:
    """Return the items of a list. Raises InputError if it is not one."""
    try:
        return list(given)
    except TypeError:
        raise InputError(f"{name} takes a list, not {given!r}") from None
