"""The games and parameter values that a page may ask for, which limits what is compiled.

They are the registered games, with their declared values or whole numbers around their defaults, and the user's games
from the command line, as they were named there.
"""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from plywise.engines.learned.of_game import learned_line
from plywise.errors import InputError
from plywise.game import MAX, MIN, Game, rules_line
from plywise.game.record_notation import PortableNotation
from plywise.games import REGISTRY, make, parameters
from plywise.games.loading import LEARNED, registered_class
from plywise.play.board_view import describe_picture
from plywise.play.game_files import JSON, SGF
from plywise.play.ladders import LEVEL_NAMES
from plywise.play.samples import sample_states
from plywise.web.messages import show

AROUND = 10
"""Whole numbers at least up to this one are offered, if the game accepts them."""

MAX_GAMES = 64
"""Size of the cache of games."""

MAX_DEFAULT = 1000
"""Parameters of a user's game with a larger default are not offered: they are hardly meant to be chosen."""

TEXT, WHOLE, BOOL = "text", "whole", "bool"


class Parameter(NamedTuple):
    """A parameter that a page may set.

    values: all allowed values
    label: its label in a form; "": not in the form
    """

    name: str
    default: int | float | str | bool
    values: tuple[int | str | bool, ...]
    label: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data, with the least and the most for a range of numbers."""
        described: dict[str, Any] = {"name": self.name, "label": self.label, "default": self.default}
        nothing = {"least": None, "most": None, "choices": None}
        if self.values in ((0, 1), (False, True)):
            return described | {"kind": BOOL} | nothing
        numbers = [value for value in self.values if type(value) is int]
        kind = {"kind": WHOLE if len(numbers) == len(self.values) else TEXT}
        if kind["kind"] == WHOLE and all(after == before + 1 for before, after in pairwise(numbers)):
            return described | kind | {"least": min(numbers), "most": max(numbers), "choices": None}
        return described | kind | nothing | {"choices": list(self.values)}


class Catalogue:
    """The games that can be played. own: GAME texts of the user's games, from the command line.

    Raises InputError if one of those is not a game.
    """

    def __init__(self, own: Iterable[str] = ()) -> None:
        self._own: dict[str, tuple[str, Game]] = {}
        for text in own:
            game = make(text)
            if game.name in REGISTRY or game.name in self._own:
                raise InputError(f"{text}: a game named {game.name} already exists")
            self._own[game.name] = text, game
        self._games: OrderedDict[str, Game] = OrderedDict()

    def describe(self) -> list[dict[str, Any]]:
        """Return the games as plain data, the user's first."""
        own = [_describe(name, game, self._offered(name)) | {"own": True} for name, (_, game) in self._own.items()]
        registered = (name for name in REGISTRY if name not in self._own)
        return own + [_describe(name, self.game(name), offered(name)) for name in registered]

    def game(self, name: str) -> Game:
        """Return the game of a name with parameters. Raises InputError if pages may not ask for it."""
        if name in self._own:
            return self._own[name][1]
        found = self._games.pop(name, None)
        if found is None:
            found = self._make(name)
        self._games[name] = found
        while len(self._games) > MAX_GAMES:
            self._games.popitem(last=False)
        return found

    def text(self, game: Game) -> str:
        """Return the GAME text by which a worker loads a game."""
        if game.name in self._own:
            return self._own[game.name][0]
        base, _, values = game.name.partition(":")
        return self._with_parameters(base, values) if base in self._own else game.name

    def _with_parameters(self, name: str, values: str) -> str:
        """Return the GAME text of the user's game with other parameters, without the learned evaluation."""
        text, game = self._own[name]
        if vars(game).get(LEARNED) is not None:
            text = text.rpartition(f"{LEARNED}=")[0][:-1]
        return f"{text}:{values}" if values else text

    def _offered(self, name: str) -> tuple[Parameter, ...]:
        """Return the parameters of a game that a page may set; none if the command line has set them."""
        if name not in self._own:
            return offered(name)
        return () if ":" in name else _parameters_of(type(self._own[name][1]))

    def _make(self, text: str) -> Game:
        """Make the game of a text with parameters. Raises InputError unless they are offered."""
        name, _, rest = text.partition(":")
        if name not in REGISTRY and name not in self._own:
            raise InputError(f"no game {show(name)}; there are {', '.join([*self._own, *REGISTRY])}")
        known = {parameter.name: parameter for parameter in self._offered(name)}
        for part in filter(None, rest.split(",")):
            word, _, value = part.partition("=")
            if word not in known:
                there_are = f"it has {', '.join(known)}" if known else "it has none"
                raise InputError(f"{name} has no parameter {show(word)}; {there_are}")
            values = known[word].values
            if value not in map(str, values):
                raise InputError(f"{name}: {word}={value[:40]} is not allowed here; choose from {_some_of(values)}")
        found = make(self._with_parameters(name, rest) if name in self._own else text)
        if name in self._own and found.name.partition(":")[0] != name:
            raise InputError(f"{name}: the file has changed, and its game is now named {show(found.name)}")
        return found


@cache
def offered(name: str) -> tuple[Parameter, ...]:
    """Return the parameters of a registered game, with the values offered to a page."""
    return _parameters_of(registered_class(name))


def _parameters_of(cls: type[Game]) -> tuple[Parameter, ...]:
    """Return the parameters of a game's class that are plain values, with the values offered to a page."""
    found = []
    for name, default in parameters(cls).items():
        if type(default) not in (bool, int, float, str):
            continue
        given = cls.parameter_choices.get(name)
        values = tuple(given) if given is not None else _around(cls, name, default)
        found.append(Parameter(name, default, values, _label(cls, name) if len(values) > 1 else ""))
    return tuple(found)


def _label(cls: type[Game], name: str) -> str:
    """Return a parameter's label in a form; "" if it is not offered.

    >>> _label(registered_class("connect4"), "width"), _label(registered_class("chess"), "repetition")
    ('Columns', '')
    """
    if cls.parameter_labels is not None:
        return cls.parameter_labels.get(name, "")
    words = name.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def _around(cls: type[Game], name: str, default: Any) -> tuple[int | str | bool, ...]:
    """Return the whole numbers around a default that the game accepts.

    The other parameters are at their defaults, or equal to it, because some values need a larger board, such as a line
    of four. A user's game is not made for every value, which may take long; it refuses invalid ones when it is made.
    """
    if type(default) is bool:
        return False, True
    if type(default) is not int:
        return (default,)
    around = range(min(default, 0), max(2 * default, AROUND) + 1)
    if cls.name not in REGISTRY:
        return tuple(around) if abs(default) <= MAX_DEFAULT else (default,)
    numbers = [other for other, value in parameters(cls).items() if type(value) is int]

    def is_offered(value: int) -> bool:
        alike = ",".join(f"{other}={value}" for other in numbers)
        return _takes(f"{cls.name}:{name}={value}") or (len(numbers) > 1 and _takes(f"{cls.name}:{alike}"))

    return tuple(value for value in around if is_offered(value))


def _takes(text: str) -> bool:
    try:
        make(text)
    except InputError:
        return False
    return True


def _some_of(values: Sequence[int | str]) -> str:
    words = list(map(str, values))
    return ", ".join(words) if len(words) <= 12 else f"{words[0]} to {words[-1]}"


def _describe(name: str, game: Game, known: Iterable[Parameter]) -> dict[str, Any]:
    return {
        "name": name,
        "title": _title(name, game.title),
        "parameters": [parameter.to_dict() for parameter in known if parameter.label],
        "players": {"MAX": game.player_names[MAX], "MIN": game.player_names[MIN]},
        "rules": " ".join(filter(None, (rules_line(type(game)), learned_line(game)))),
        "forms": [JSON, *_notation(game)],
        "levels": list(LEVEL_NAMES),
        "picture": _picture(game),
    }


def _picture(game: Game) -> dict[str, Any] | None:
    """Return the game's board in a typical position; None if it has no board or its rules fail."""
    try:
        states = sample_states(game)
        found = describe_picture(game, states[-1], states[-2] if len(states) > 1 else None)
    except Exception:  # noqa: BLE001 - a user's rules may raise anything; starting the game reports it
        return None
    return found if found["rows"] else None


def _notation(game: Game) -> list[str]:
    """Return the format of saved games besides JSON."""
    notation = game.record_notation()
    if notation is None:
        return []
    return [notation.extension if isinstance(notation, PortableNotation) else SGF]


def _title(name: str, title: str = "") -> str:
    """Return a heading for a game, with the parameters of a user's game. title: of the game, if it has one.

    >>> _title("connect4"), _title("tictactoe", "Tic-tac-toe"), _title("Hex:size=5,swap=no")
    ('Connect 4', 'Tic-tac-toe', 'Hex: size 5, swap no')
    >>> _title("connect4_numpy")
    'Connect 4 numpy'
    """
    word, _, given = name.replace("_", " ").partition(":")
    spaced = "".join(
        f" {letter}" if letter.isdigit() and before.isalpha() else letter
        for before, letter in zip(" " + word, word, strict=False)
    )
    heading = title or spaced[:1].upper() + spaced[1:]
    return f"{heading}: {given.replace('=', ' ').replace(',', ', ')}" if given else heading
