"""Writes a Game, as Python source, around the parts of a user's own game."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from plywise.game import MAX, MIN, Game
from plywise.game.contents import is_immutable, own_fields
from plywise.game.freezing.forms import Form, Same, Unfit, form_of
from plywise.game.freezing.source import Source, new_module
from plywise.game.freezing.states import StateForm, learn_states
from plywise.game.outcomes import finite
from plywise.games.adopt.parts import Parts, Sample

MAXS_VIEW, MOVERS_VIEW, LAST_VIEW = "MAX", "the player to move", "the player who moved last"
VIEWS = {"MAX": MAXS_VIEW, "to move": MOVERS_VIEW, "moved last": LAST_VIEW}
"""The views that a user can name: the word -> the view."""
ROOT = "it"


class Adopted(Game):
    """A game whose rules are a user's own code over mutable states, which are frozen between calls.

    thaws: creates a position of the code from a state; thaws_move: a move of the code from an action, if these differ
    """

    ends_without_actions = True
    thaws: Callable[[Any], Any]
    thaws_move: Callable[[Any], Any] | None = None

    def format_action(self, state: Any, action: Any) -> str:
        """Return the move as its own class writes it, if that is one word for each; otherwise as any other action."""
        written = self._written(state).get(action)
        return written or super().format_action(state, action)

    def parse_action(self, state: Any, text: str) -> Any:
        """Return the action of a word. Raises InputError."""
        return next(
            (each for each, word in self._written(state).items() if word == text), None
        ) or super().parse_action(state, text)

    def _written(self, state: Any) -> dict[Any, str]:
        """Return the words from the moves' own class; none if they are not all different words."""
        thaw = type(self).thaws_move
        if thaw is None:
            return {}
        words = {action: _word_of(thaw(action)) for action in self.actions(state)}
        return words if len(set(words.values())) == len(words) and all(words.values()) else {}


def _word_of(move: Any) -> str:
    """Return the text of a move by its own class if it is one word; "" otherwise."""
    for name in ("uci", "to_string", "notation", "__str__", "__repr__"):
        own = getattr(type(move), name, None)
        if callable(own) and own not in (object.__str__, object.__repr__):
            try:
                text = str(own(move))
            except Exception:  # noqa: BLE001 - a user's own method may raise anything
                continue
            if text and text.isprintable() and not any(map(str.isspace, text)):
                return text
    return ""


@dataclass
class Views:
    """Who MAX is, and in whose view the parts value positions.

    asks: an expression over `it` that is true if MAX moves; "" if the parts are passed who moves: then the first player
    is MAX if first_is_max
    view: of the values. names: the names in the expression. assumed: the view is a guess, because all ends have values
    of one sign
    """

    asks: str
    first_is_max: bool
    view: str
    names: dict[str, Any] = field(default_factory=dict)
    assumed: bool = False

    def of(self, parts: Parts) -> Callable[[Sample], bool]:
        """Return a predicate that tells whether the first player is to move in a position."""
        if parts.players:
            return lambda each: bool(each.who == parts.players[0])
        code = compile(self.asks, "<who moves>", "eval")
        return lambda each: bool(eval(code, dict(self.names), {ROOT: each.it}))

    def names_used(self) -> dict[str, Any]:
        """Return the names that the expression needs."""
        used = set(re.findall(r"\w+", self.asks))
        return {name: each for name, each in self.names.items() if name in used}


@dataclass
class Freezing:
    """How positions and moves are frozen.

    root: the form of a position; move: of a move; children: whether a move is the child itself
    """

    root: StateForm
    move: Form
    children: bool


def find_freezing(samples: Sequence[Sample], forgotten: Iterable[str]) -> Freezing:
    """Return how to freeze the positions and moves of the samples. Raises Unfit."""
    positions = [each.it for each in samples]
    moves = [move for each in samples for move in each.moves]
    children = bool(moves) and all(type(move) is type(positions[0]) for move in moves) and not is_immutable(moves[0])
    if children:
        root = learn_states([*positions, *moves], forgotten)
        return Freezing(root, root.root, children)
    held = next((each.held for each in samples if each.held), "")
    if held:
        raise Unfit(f"a move holds a {held} of the position")
    return Freezing(learn_states(positions, forgotten), form_of(moves, place="a move"), children)


def write_rules(
    name: str, parts: Parts, views: Views, freezing: Freezing, module: str, is_estimated: bool
) -> type[Adopted]:
    """Return the class of a game written around parts."""
    source = Source(f"The rules of {name}, written around {parts.origin}")
    writer = _Writer(source, parts, views, freezing, is_estimated)
    writer.write()
    own = new_module(module)
    names = source.run(own.__name__, own)
    names["START"] = names["freeze"](parts.start(), *((0,) if parts.players else ()))
    made: type[Adopted] = names["Rules"]
    made.__name__ = made.name = name
    state = names["State"]
    state.__module__ = own.__name__
    made.source = source.text  # type: ignore[attr-defined]
    made.thaws = staticmethod(names["thaw"])
    if not freezing.move.stays and not freezing.children:
        made.thaws_move = staticmethod(names["thaw_move"])
    return made


class _Writer:
    def __init__(self, source: Source, parts: Parts, views: Views, freezing: Freezing, is_estimated: bool) -> None:
        self.source, self.parts, self.views, self.freezing = source, parts, views, freezing
        self.is_estimated = is_estimated
        source.names |= views.names_used()
        self.moves = source.name_of(parts.moves, "moves")
        self.play = source.name_of(parts.play, "play")
        self.leaf = source.name_of(parts.leaf, "leaf")
        self.players = source.name_of(parts.players, "PLAYERS") if parts.players else ""

    def write(self) -> None:
        """Write everything."""
        source = self.source
        source.names["State"] = None
        self.freezing.root.write(source, turn=bool(self.players))
        self.turn = "to_move"
        if not self.freezing.move.stays and not self.freezing.children:
            source.add_function("thaw_move", "action", [f"return {self.freezing.move.thaw(source, 'action')}"])
        if self.freezing.children:
            self._write_children()
        base = source.name_of(Adopted, "Adopted")
        source.names |= {"MAX": MAX, "MIN": MIN}
        body = [
            f"class Rules({base}):",
            f'    """{self.parts.origin}, as Plywise plays it."""',
            "",
            *self._rule("initial", "", self._initial()),
            *self._rule("player", "state", self._player()),
            *self._rule("actions", "state", self._actions()),
            *self._rule("result", "state, action", self._result()),
            *self._rule(
                "terminal", "state", [*self._thawed(), f"return {self._value()} is not None or not {self._list()}"]
            ),
            *self._rule("utility", "state", self._utility()),
            *(self._rule("evaluate", "state", self._evaluate()) if self.is_estimated else []),
        ]
        source.add("\n".join(body))

    # --- states ---

    def _thawed(self) -> list[str]:
        lines = [f"{ROOT} = thaw(state)"]
        return [*lines, f"who = {self.players}[state.{self.turn}]"] if self.players else lines

    # --- calls of the parts ---

    def _arguments(self) -> str:
        spread = [f"{ROOT}[{n}]" for n in range(self.parts.spread)] if self.parts.spread > 1 else [ROOT]
        return ", ".join([*spread, *(["who"] if self.players else [])])

    def _list(self) -> str:
        return f"list({self.moves}({self._arguments()}))"

    def _value(self) -> str:
        return f"{self.leaf}({self._arguments()}, {self.parts.exact})"

    # --- rules ---

    def _rule(self, name: str, parameters: str, lines: Sequence[str]) -> list[str]:
        given = f"self, {parameters}" if parameters else "self"
        return [f"    def {name}({given}):", *(f"        {line}" for line in lines), ""]

    def _initial(self) -> list[str]:
        return ["return START"]

    def _player(self) -> list[str]:
        if self.players:
            first, second = ("MAX", "MIN") if self.views.first_is_max else ("MIN", "MAX")
            return [f"return {first} if state.{self.turn} == 0 else {second}"]
        return [*self._thawed(), f"return MAX if {self.views.asks} else MIN"]

    def _actions(self) -> list[str]:
        if self.freezing.children:
            return ["return range(len(children(state)))"]
        value = [f"if {self._value()} is not None:", "    return []"]
        return [*self._thawed(), *value, f"return {self._frozen_moves()}"]

    def _frozen_moves(self) -> str:
        if self.freezing.move.stays:
            return self._list()
        return f"[{self.freezing.move.freeze(self.source, 'move')} for move in {self._list()}]"

    def _write_children(self) -> None:
        """Write a function that lists the children if these are the moves: an action is a place in the list."""
        cached = self.source.name_of(lru_cache, "lru_cache")
        turn = f", 1 - state.{self.turn}" if self.players else ""
        made = f"tuple([freeze(move{turn}) for move in {self._list()}])"
        lines = [*self._thawed(), f"if {self._value()} is not None:", "    return ()", f"return {made}"]
        self.source.add(
            "\n".join([f"@{cached}(maxsize=256)", "def children(state):", *(f"    {each}" for each in lines)])
        )

    def _result(self) -> list[str]:
        if self.freezing.children:
            return ["return children(state)[action]"]
        move = "action" if self.freezing.move.stays else "thaw_move(action)"
        call = f"{self.play}({self._arguments()}, {move})"
        lines = self._thawed()
        if not self.players:
            return [*lines, f"return freeze({call})"]
        return [*lines, f"{ROOT}, who = {call}", f"return freeze({ROOT}, 0 if who == {self.players}[0] else 1)"]

    def _utility(self) -> list[str]:
        return [*self._thawed(), f"value = {self._value()}", *self._in_view("0 if value is None else value")]

    def _evaluate(self) -> list[str]:
        return [
            *self._thawed(),
            f"value = {self.leaf}({self._arguments()}, {self.parts.horizon})",
            *self._in_view("value"),
        ]

    def _in_view(self, value: str) -> list[str]:
        if self.parts.as_number and not self.parts.may_be_infinite:
            value = f"{self.parts.as_number}({value})"
        if self.parts.may_be_infinite:
            value = f"{self.source.name_of(finite, 'finite')}({value})"
        if self.views.view == MAXS_VIEW:
            return [f"return {value}"]
        sign = "MAX" if self.views.view == MOVERS_VIEW else "MIN"
        return [f"value = {value}", f"return value if self.player(state) == {sign} else -value"]


# --- who moves --------------------------------------------------------------------------------------------------------

PLAYER_WORDS = ("current_player", "currentplayer", "to_move", "turn", "player", "to_play", "side", "mover", "active",
                "color", "colour", "who", "white")  # fmt: skip


def player_expressions(it: Any) -> list[str]:
    """Return expressions over a position that may tell who moves, the likeliest first."""
    found: list[tuple[int, str]] = []

    def rank(name: str) -> int:
        plain = name.lower().replace("get_", "").lstrip("_")
        return next((n for n, word in enumerate(PLAYER_WORDS) if word in plain), len(PLAYER_WORDS))

    def walk(part: Any, text: str, depth: int, best: int) -> None:
        names = getattr(part, "_fields", ())
        if isinstance(part, (list, tuple)) and len(part) <= 12:
            for n, each in enumerate(part):
                place = f"{text}.{names[n]}" if names else f"{text}[{n}]"
                add(each, place, depth, min(best, rank(names[n])) if names else best + 1)
        elif isinstance(part, dict) and len(part) <= 12:
            for key, each in part.items():
                if isinstance(key, str):
                    add(each, f"{text}[{key!r}]", depth, min(best, rank(key)))
        for name, each in own_fields(part):
            if name.isidentifier():
                add(each, f"{text}.{name}", depth, min(best, rank(name)) + depth)

    def add(each: Any, text: str, depth: int, place: int) -> None:
        if is_immutable(each) and not isinstance(each, (tuple, frozenset, float)):
            found.append((place, text))
        elif depth < 1:
            walk(each, text, depth + 1, place)

    walk(it, ROOT, 0, len(PLAYER_WORDS))
    for cls in type(it).__mro__[:-1]:
        for name, member in vars(cls).items():
            if rank(name) < len(PLAYER_WORDS) and not name.startswith("__"):
                if isinstance(member, property):
                    found.append((rank(name) + 1, f"{ROOT}.{name}"))
                elif callable(member) and getattr(getattr(member, "__code__", None), "co_argcount", 0) == 1:
                    found.append((rank(name) + 1, f"{ROOT}.{name}()"))
    return [text for _, text in sorted(found, key=lambda each: each[0])]


__all__ = ["LAST_VIEW", "MAXS_VIEW", "MOVERS_VIEW", "Adopted", "Freezing", "Same", "Views", "find_freezing",
           "player_expressions", "write_rules"]  # fmt: skip
