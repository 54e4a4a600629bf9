"""What is known about a game's rules without compiling: the encoding of states and actions, and where each rule is.

A search with compiled code from the cache needs nothing more.
"""

import threading
from pathlib import Path
from typing import Any, Protocol
from weakref import WeakValueDictionary

from plywise.engines.kernel.thread_state import as_key, word_of
from plywise.engines.native.compile.past_memory import PlacedState, place_past
from plywise.engines.rule_table import RULES
from plywise.errors import LayoutOverflow, NotCompilable
from plywise.game import Game, defines
from plywise.game.hooks import hook_of_member
from plywise.games.user_files import USER_FILES
from plywise.repetition import Past

PAST = "past"
FIELDS = {"int": (int, bool), "bool": (bool,), PAST: (int,)}
"""First item of a field's codec description -> the types of values that it encodes."""


class States(Protocol):
    """The encoding of one game's states and actions.

    fields: the number of words of a state
    are_plain: the words are the fields unchanged, and an action is an int or a tuple of ints
    """

    fields: int
    are_plain: bool

    def state_words(self, state: Any) -> tuple[int, ...]:
        """Return a state as words. Raises LayoutOverflow."""
        ...

    def action_word(self, action: Any) -> int:
        """Return an action as one word; -1 if it does not fit."""
        ...

    def key_of(self, key: Any, is_state: bool) -> tuple[int, ...]:
        """Return a key as words. is_state: the key is the state itself, by default, not the game's own key"""
        ...


class PlainStates:
    """States that are NamedTuples of ints, bools and at most one Past: one word for each field.

    key_ints: the number of words for each int of a key
    """

    are_plain = True

    def __init__(self, fields: list[str], key_ints: int = 1) -> None:
        self.key_ints = key_ints
        self.wanted = [FIELDS[each] for each in fields]
        self.fields = len(fields)
        self.past_field = fields.index(PAST) if PAST in fields else -1

    def state_words(self, state: Any) -> tuple[int, ...]:
        """See States. The words of a state with a past hold its memory; keep a reference while they are in use."""
        if not hasattr(state, "_fields") or len(state) != self.fields:
            raise LayoutOverflow(f"{state!r} is not a State of {self.fields} fields")
        place, words, memory = self.past_field, list(state), None
        if place >= 0:
            if type(state[place]) is not Past:
                what = f"the State's {state._fields[place]} is a {type(state[place]).__name__}, not a Past"
                raise LayoutOverflow(what, fits_none=True)
            try:
                words[place], memory = place_past(state[place])
            except (ValueError, TypeError, OverflowError) as error:
                raise LayoutOverflow(str(error), fits_none=True) from None
        for name, word, wanted in zip(state._fields, words, self.wanted, strict=True):
            _check_word(name, word, wanted)
        if memory is None:
            return tuple(map(int, words))
        placed = PlacedState(map(int, words))
        placed.memory = memory
        return placed

    def action_word(self, action: Any) -> int:
        """See States."""
        return word_of(action)

    def key_of(self, key: Any, is_state: bool) -> tuple[int, ...]:
        """See States."""
        if self.key_ints == 1:
            return as_key(key)
        from plywise.compiler.emission.wide_ints import int_words

        return tuple(word for each in as_key(key) for word in int_words(each, self.key_ints))


def _check_word(name: str, word: Any, wanted: tuple[type, ...]) -> None:
    if type(word) not in wanted:
        raise LayoutOverflow(f"the State's {name} is {word!r}, not of type {wanted[0].__name__}")
    if not -(2**63) <= word < 2**63:
        bits = word.bit_length()
        raise LayoutOverflow(f"the State's {name} has {bits:,} bits, more than the 64 bits of a word")


def states_of(game: Game, facts: dict[str, Any]) -> States:
    """Return the encoding of a game's states and actions. facts: see facts.find_facts."""
    if facts["are_plain"]:
        return PlainStates([name for name, *_ in facts["states"][2:]], facts["key_ints"])
    from plywise.engines.native.compile.encoded_states import EncodedStates

    return EncodedStates(game, facts)


class KnownRules:
    """The rules of one game, as far as they are known without compiling.

    states: the encoding of states and actions; None until it is known
    fields: the number of words of a state; 0 until it is known
    past_field: the field that holds the past, or -1
    floats: whether values are floats
    outgrown: an engine with a wider layout exists

    Raises NotCompilable if the game cannot have an engine.
    """

    def __init__(self, game: Game, symmetry: bool = True) -> None:
        self.game = game
        self.symmetry = symmetry
        self.states: States | None = None
        self.outgrown = False
        self.fields, self.floats = 0, False
        check_members(game)
        example = game.initial()
        self.past_field = past_field(example)
        check_past(game, example)

    def place(self, name: str) -> str:
        """Return file:line of a rule."""
        return place_of(hook_of_member(getattr(self.game, name)))

    def adopt(self, facts: dict[str, Any]) -> None:
        """Record facts found by compiling."""
        self.states = states_of(self.game, facts)
        self.fields = self.states.fields
        self.floats = facts["values"] == "float"


_shared: WeakValueDictionary[str, KnownRules] = WeakValueDictionary()
_sharing = threading.Lock()


def shared(name: str, rules: KnownRules) -> KnownRules:
    """Return the rules shared by all engines of this name; the first engine provides them."""
    with _sharing:
        return _shared.setdefault(name, rules)


def has_state_as_key(game: Game, symmetry: bool, rule: str) -> bool:
    """Return whether a key rule returns the state itself, by default."""
    if rule != "key" and defines(game, rule):
        return False
    return not symmetry or not defines(game, "key")


def check_members(game: Game) -> None:
    """Raise NotCompilable if a rule belongs to the game object rather than its class."""
    for name in RULES:
        if callable(vars(game).get(name)):
            raise NotCompilable(f"{game.name}: {name} is set on the game object; rules are methods of its class")


def check_past(game: Game, state: Any) -> None:
    """Raise NotCompilable if a state with a Past has other fields than ints and bools."""
    if not isinstance(state, tuple) or not any(type(each) is Past for each in state):
        return
    if not hasattr(state, "_fields"):
        raise NotCompilable(f"{game.name}: a State with a Past is a NamedTuple, not a {type(state).__name__}")
    if sum(type(value) is Past for value in state) > 1:
        raise NotCompilable(f"{game.name}: a State has one Past at most")
    for name, value in zip(state._fields, state, strict=True):
        if type(value) not in (int, bool, Past):
            raise NotCompilable(
                f"{game.name}: the State's {name} is a {type(value).__name__}, not a whole number, beside a Past"
            )


def past_field(state: Any) -> int:
    """Return the place of the field that holds the past, or -1."""
    places = [place for place, value in enumerate(state) if type(value) is Past] if isinstance(state, tuple) else []
    return places[0] if len(places) == 1 else -1


def place_of(member: Any) -> str:
    """Return file:line of a method."""
    code = getattr(member, "__func__", member).__code__
    return f"{shown_path(code.co_filename)}:{code.co_firstlineno}"


def shown_path(file: str) -> str:
    """Return the path of a user's game file as it was given, any other path in full."""
    path = Path(file).resolve()
    return str(USER_FILES.get(path, path))


def one_line(text: str) -> str:
    """Return a text as one line, truncated."""
    return " ".join(text.split())[:200]


__all__ = [
    "KnownRules",
    "PlainStates",
    "States",
    "has_state_as_key",
    "one_line",
    "place_of",
    "shared",
    "shown_path",
    "states_of",
]
