"""What an engine knows of a game's rules without compiling them: how states become words, and where a rule is.

All that a search needs of them where the compiled code comes from the cache.
"""

import threading
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from plywise.engines.rule_table import RULES
from plywise.errors import NotCompilable
from plywise.game import Game
from plywise.game.hooks import hook_of_member
from plywise.games.loading import USER_FILES
from plywise.repetition import Past


class PlainRules:
    """The rules of one game as far as they are known without compiling them.

    fields: the words of a state
    past_field: which of them holds the past, -1 where none does
    translated: how states and actions are encoded; None where they are words as they are
    outgrown: there is an engine with more room
    obstacle: why states are no words as they are

    Raises NotCompilable where the game can have no engine.
    """

    def __init__(self, game: Game, symmetry: bool = True) -> None:
        self.game = game
        self.symmetry = symmetry
        self.translated: Any = None
        self.outgrown = False
        self.fields, self.past_field = 0, -1
        self.floats = False
        self.obstacle: NotCompilable | None = None
        check_members(game)
        example = game.initial()
        try:
            check_state(game, example)
        except NotCompilable as error:
            if isinstance(example, tuple) and any(type(each) is Past for each in example):
                raise
            self.obstacle = error
            return
        self.fields = len(example)
        self.past_field = past_field(example)

    def place(self, name: str) -> str:
        """Return file:line of a rule."""
        return place_of(hook_of_member(getattr(self.game, name)))

    def recall(self, facts: dict[str, Any]) -> None:
        """Restore what an earlier compilation found out."""
        if facts.get("translated"):
            from plywise.engines.native.compile.translated_states import TranslatedStates

            self.translated = TranslatedStates(self.game, facts)
            self.fields = facts["words"]
        self.floats = facts["values"] == "float"


_shared: WeakValueDictionary[str, PlainRules] = WeakValueDictionary()
_sharing = threading.Lock()


def shared(name: str, rules: PlainRules) -> PlainRules:
    """Return the rules that all engines of this name share, given by the first."""
    with _sharing:
        return _shared.setdefault(name, rules)


def check_state(game: Game, state: Any) -> None:
    """Raise NotCompilable where a state is not a NamedTuple of 64-bit ints."""
    if not (isinstance(state, tuple) and hasattr(state, "_fields") and state):
        raise NotCompilable(f"{game.name}: a State is a {type(state).__name__}, not a NamedTuple of whole numbers")
    if sum(type(value) is Past for value in state) > 1:
        raise NotCompilable(f"{game.name}: a State has one Past at most")
    fields: tuple[str, ...] = getattr(state, "_fields", ())
    for name, value in zip(fields, state, strict=True):
        if type(value) is Past:
            continue
        if type(value) not in (int, bool):
            raise NotCompilable(f"{game.name}: the State's {name} is a {type(value).__name__}, not a whole number")
        if not -(2**63) <= value < 2**63:
            raise NotCompilable(
                f"{game.name}: the State's {name} has {value.bit_length():,} bits, more than the 64 bits of a word"
            )


def check_members(game: Game) -> None:
    """Raise NotCompilable where a rule belongs to the game object and not to its class."""
    for name in RULES:
        if callable(vars(game).get(name)):
            raise NotCompilable(f"{game.name}: {name} is set on the game object; rules are methods of its class")


def past_field(state: Any) -> int:
    """Return the place of the field that holds the past, -1 where none does."""
    places = [place for place, value in enumerate(state) if type(value) is Past]
    return places[0] if len(places) == 1 else -1


def place_of(member: Any) -> str:
    """Return file:line of a method."""
    code = getattr(member, "__func__", member).__code__
    return f"{shown_path(code.co_filename)}:{code.co_firstlineno}"


def shown_path(file: str) -> str:
    """Return a file's path as it was given, where it is a game's own file, otherwise in full."""
    path = Path(file).resolve()
    return str(USER_FILES.get(path, path))


def one_line(text: str) -> str:
    """Return a text as one line, cut short."""
    return " ".join(text.split())[:200]


__all__ = [
    "PlainRules",
    "check_members",
    "check_state",
    "one_line",
    "past_field",
    "place_of",
    "shared",
    "shown_path",
]
