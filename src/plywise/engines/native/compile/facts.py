"""Facts found by compiling a game's rules: the encoding of states and actions, and the types that rules return.

The facts are JSON, stored in the cache next to the object code:

    states, actions   descriptions of codecs
    are_plain         the words of a state are its fields, and an action is an int or a tuple of ints
    words             of a state
    values, utility   "int" or "float": of all values, and of utilities alone
    key, hint_key, play_key    the words of each kind of key
    floats            the rules that return floats
        allocating        the rules that list actions and allocate memory for it
        packs             whether lists and sets made from those of states have their layout
        ints              the widths of ints: see compiler/types/widths.py
        key_ints          the number of words for each int of a key
        made, wide        how many layouts came before, and how much wider this one is than trial positions required
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from plywise.compiler.layout.codec import (
    CellsCodec,
    Codec,
    NumberCodec,
    PackedIntsCodec,
    TruthCodec,
    TupleCodec,
    WideCodec,
    Words,
)
from plywise.compiler.layout.descriptions import restore
from plywise.compiler.types.kinds import Refusal
from plywise.compiler.types.widths import Widths, wider
from plywise.engines.native.compile.past import PastCodec
from plywise.engines.native.compile.rules import Rules
from plywise.engines.native.compile.states import FIELDS, shown_path
from plywise.engines.native.compile.trial import Trial, find_codecs
from plywise.errors import IntOverflow, LayoutOverflow
from plywise.game import Game, State
from plywise.repetition import Past

WIDEST = 2
"""How often the layout is widened if the states that overflowed do not show what they need."""

MAX_WORDS = 100
"""The maximum number of words of a state in a widened layout."""

MAX_PARTS = 4
"""The maximum number of ints in an action that is a tuple, if no action was seen."""

QUICK_STATES, QUICK_SECONDS = 150, 0.15
"""The number of positions examined for their types alone, and the time for it."""

ANY_INT = NumberCodec(-(2**63), 64)
FULL_CODECS = {int: lambda: ANY_INT, bool: lambda: TruthCodec(64), Past: PastCodec}
"""Type of a field -> the codec that gives it its own word."""


class Layout(NamedTuple):
    """An encoding of states and actions: see the module docstring."""

    states: Codec
    actions: Codec
    wide: int = 0
    packs: bool = True
    ints: Sequence[int] = ()  # those of Widths, as far as they are known


def layouts(
    game: Game, before: dict[str, Any] | None, more: Sequence[State], overflow: LayoutOverflow | None = None
) -> Iterator[Layout]:
    """Yield the layouts to try, the simplest first. Raises Refusal.

    before: the facts of the previous layout, which a value did not fit. more: states that must fit. overflow: that
        value
    """
    why = getattr(game, "why_not_compiled", "")
    if why:
        raise Refusal(why)
    if before is not None:
        yield (
            _with_wider_ints(game, before, more, overflow)
            if isinstance(overflow, IntOverflow)
            else _wider(game, before, more)
        )
        return
    plain = list(_plain_layouts(game))
    yield from plain
    if not _has_past(game):
        yield Layout(*find_codecs(game, 0, more))
    elif not plain:
        raise Refusal(
            "in a State with a Past, the other fields are ints of 64 bits, and an action is an int or a tuple of ints; "
            "write it so, several ints in place of a larger one"
        )


def _has_past(game: Game) -> bool:
    example = game.initial()
    return isinstance(example, tuple) and any(type(each) is Past for each in example)


def _plain_layouts(game: Game) -> Iterator[Layout]:
    """Yield the layouts of NamedTuples of ints and bools, and of actions that are ints or tuples of as many."""
    quick_trial = Trial(game, most_states=QUICK_STATES, seconds=QUICK_SECONDS)
    states, first = quick_trial.states, quick_trial.states[0]
    kinds = [{type(state[place]) for state in states} for place in range(len(first))] if _is_named(first) else []
    if not kinds or not all(each <= {int, bool} or each == {Past} for each in kinds):
        return
    if not all(-(2**63) <= each < 2**63 for state in states for each in state if isinstance(each, int)):
        return
    fields = [FULL_CODECS[int if len(each) > 1 else each.pop()]() for each in kinds]
    yield from (Layout(TupleCodec(fields, type(first)), each) for each in _plain_actions(quick_trial.actions))


def _is_named(state: Any) -> bool:
    return isinstance(state, tuple) and bool(getattr(state, "_fields", ()))


def _plain_actions(actions: list[Any]) -> list[Codec]:
    """Return the possible codecs of actions; if no action was seen, the rules decide."""
    kinds = set(map(type, actions))
    if not kinds:
        return [ANY_INT, *map(PackedIntsCodec, range(1, MAX_PARTS + 1))]
    if kinds == {int}:
        return _holding([ANY_INT], actions)
    lengths = {len(each) for each in actions} if kinds == {tuple} else set()
    if len(lengths) != 1 or 0 in lengths or not all(type(part) is int for each in actions for part in each):
        return []
    return _holding([PackedIntsCodec(lengths.pop())], actions)


def _holding(codecs: list[Codec], values: list[Any]) -> list[Codec]:
    """Return the codecs that fit all values."""
    return [each for each in codecs if all(map(Words(each).fits, set(values)))]


def _wider(game: Game, before: dict[str, Any], more: Sequence[State]) -> Layout:
    """Return a wider layout than the previous one. Raises Refusal.

    If the states need no more room, the overflow was in a list or set that the rules made from those of states.
    """
    if _has_past(game):
        raise Refusal("a State with a Past has 64 bits for each field; keep each within them")
    packs, ints = before["packs"], before["ints"]
    for wide in range(before["wide"], WIDEST + 1):
        states, actions = find_codecs(game, wide, more)
        if [as_plain(states.described()), as_plain(actions.described())] != [before["states"], before["actions"]]:
            if Words(states).count > MAX_WORDS:
                raise Refusal(f"a state of {Words(states).count:,} words; the maximum is {MAX_WORDS}")
            return Layout(states, actions, wide, packs, ints)
        if packs:
            return Layout(states, actions, wide, False, ints)
    raise Refusal("states are as wide as possible already")


def _with_wider_ints(game: Game, before: dict[str, Any], more: Sequence[State], overflow: IntOverflow) -> Layout:
    """Return a layout for rules that compute wider ints; states may hold them as well. Raises Refusal."""
    level, least, _ = before["ints"]
    wide, packs, ints = before["wide"], before["packs"], wider(level, least, overflow)
    if not _has_past(game):
        states, actions = find_codecs(game, wide, more)
        if not before["are_plain"] or _has_wide(states) or _has_wide(actions):
            return Layout(states, actions, wide, packs, ints)
    return Layout(restore(before["states"]), restore(before["actions"]), wide, packs, ints)


def _has_wide(codec: Any) -> bool:
    """Return whether a codec encodes a wide int, or a tuple that contains one."""
    return any(isinstance(each, (WideCodec, CellsCodec)) for each in getattr(codec, "items", [codec]))


def as_plain(described: Any) -> Any:
    """Return a codec's description in the form that JSON returns."""
    return json.loads(json.dumps(described))


def facts_of(layout: Layout, rules: Rules, packs: bool, before: dict[str, Any] | None) -> dict[str, Any]:
    """Return the facts about compiled rules. packs: whether a list or a set has the layout of a state's."""
    states, actions = as_plain(layout.states.described()), as_plain(layout.actions.described())
    return {
        "made": 1 if before is None else before["made"] + 1,
        "wide": layout.wide,
        "states": states,
        "actions": actions,
        "are_plain": _are_plain(states, actions),
        "packs": packs,
        "ints": [rules.widths.level, rules.widths.least, rules.widths.widest],
        "key_ints": rules.ints_of_keys.words,
        "words": rules.states.count,
        "values": "float" if rules.has_float_values else "int",
        "utility": "float" if "utility" in rules.floats else "int",
        "allocating": sorted(rules.allocating),
        "floats": sorted(rules.floats),
        **{name: rules.key_words(name) for name in ("key", "hint_key", "play_key")},
    }


def _are_plain(states: Any, actions: Any) -> bool:
    fields = states[2:] if states[0] == "tuple" and states[1] else []
    full = [each[0] in FIELDS and each[-1] in (64, "past") for each in fields]
    return bool(full) and all(full) and (actions[0] in ("nothing", "ints") or actions == as_plain(ANY_INT.described()))


def rules_of(game: Game, symmetry: bool, layout: Layout) -> Rules:
    """Return the rules of a game in a layout."""
    return Rules(game, layout.states, layout.actions, symmetry, layout.packs, Widths(*layout.ints))


def restored_rules(game: Game, symmetry: bool, facts: dict[str, Any]) -> Rules:
    """Return rules whose facts are known, to compile once more."""
    states, actions = restore(facts["states"]), restore(facts["actions"])
    layout = Layout(states, actions, facts["wide"], facts["packs"], facts["ints"])
    rules = rules_of(game, symmetry, layout)
    rules.ints_of_keys.words = facts["key_ints"]
    rules.allocating = set(facts["allocating"])
    for name in facts["floats"]:  # including rules that the entry to be compiled does not call
        rules.exports[name].answer.is_float = True  # type: ignore[attr-defined]
    return rules


def refusal_text(game: Game, refusal: Any) -> str:
    """Return one line that says what cannot be compiled: file, line and reason."""
    node, function = refusal.node, refusal.function
    if function is None:
        return f"{game.name}: {refusal}"
    code = function.__code__
    line = getattr(node, "lineno", code.co_firstlineno)
    return f"{shown_path(code.co_filename)}:{line}: {code.co_name} cannot be compiled: {refusal}"


__all__ = ["Layout", "facts_of", "layouts", "refusal_text", "restored_rules", "rules_of"]
