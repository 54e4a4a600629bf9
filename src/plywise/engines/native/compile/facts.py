"""What compiling finds out about a game's rules: how states and actions are encoded, and what the rules answer.

The facts are JSON, kept in the cache beside the object code:

    states, actions   descriptions of codecs
    are_plain         the words of a state are its fields, and an action is an int or a tuple of ints
    words             of a state
    values, utility   "int" or "float": of all values, and of utilities alone
    key, hint_key, play_key    the words of each kind of key
    floats            the rules that answer floats
    allocating        the rules that list actions and allocate memory for it
    packs_lists       lists of rows of states stay packed
    ints              how wide ints are: see compiler/widths.py
    key_ints          how many words each int of a key takes
    made, wide        how many layouts there were before, and how much wider than trial positions asked this one is
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
"""How often room is multiplied, where the states that had none show no need of it."""

MAX_WORDS = 100
"""Of a state for which room is made."""

MAX_PARTS = 4
"""Of an action that is a tuple of ints, where none was seen."""

QUICK_STATES, QUICK_SECONDS = 150, 0.15
"""Positions looked at for their types alone, and the time for that."""

ANY_INT = NumberCodec(-(2**63), 64)
FULL_CODECS = {int: lambda: ANY_INT, bool: lambda: TruthCodec(64), Past: PastCodec}
"""Type of a field -> the codec that gives it a word of its own."""


class Layout(NamedTuple):
    """How states and actions may be encoded: see the module."""

    states: Codec
    actions: Codec
    wide: int = 0
    packs_lists: bool = True
    ints: Sequence[int] = ()  # those of Widths, as far as they are known


def layouts(
    game: Game, before: dict[str, Any] | None, more: Sequence[State], overflow: LayoutOverflow | None = None
) -> Iterator[Layout]:
    """Yield the layouts to try, the simplest first. Raises Refusal.

    before: the facts that held when a value did not fit. more: states that must fit. overflow: what did not
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
    """Return the codecs that actions may have; where none was seen, the rules tell which it is."""
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
    """Return those of some codecs in which all values fit."""
    return [each for each in codecs if all(map(Words(each).fits, set(values)))]


def _wider(game: Game, before: dict[str, Any], more: Sequence[State]) -> Layout:
    """Return a layout with room for more than the one before. Raises Refusal.

    Where states need no more room, what had none was in a packed list.
    """
    if _has_past(game):
        raise Refusal("a State with a Past has 64 bits for each field; keep each within them")
    packs, ints = before["packs_lists"], before["ints"]
    for wide in range(before["wide"], WIDEST + 1):
        states, actions = find_codecs(game, wide, more)
        if [as_plain(states.described()), as_plain(actions.described())] != [before["states"], before["actions"]]:
            if Words(states).count > MAX_WORDS:
                raise Refusal(f"a state of {Words(states).count:,} words; {MAX_WORDS} are all there is")
            return Layout(states, actions, wide, packs, ints)
        if packs:
            return Layout(states, actions, wide, False, ints)
    raise Refusal("states have all the room there is")


def _with_wider_ints(game: Game, before: dict[str, Any], more: Sequence[State], overflow: IntOverflow) -> Layout:
    """Return a layout for rules that compute wider ints, which states may have as well. Raises Refusal."""
    level, least, _ = before["ints"]
    wide, packs, ints = before["wide"], before["packs_lists"], wider(level, least, overflow)
    if not _has_past(game):
        states, actions = find_codecs(game, wide, more)
        if not before["are_plain"] or _has_wide(states) or _has_wide(actions):
            return Layout(states, actions, wide, packs, ints)
    return Layout(restore(before["states"]), restore(before["actions"]), wide, packs, ints)


def _has_wide(codec: Any) -> bool:
    """Return whether a value that a codec encodes is a wide int, or a tuple with one."""
    return any(isinstance(each, (WideCodec, CellsCodec)) for each in getattr(codec, "items", [codec]))


def as_plain(described: Any) -> Any:
    """Return a codec's description as JSON gives it back."""
    return json.loads(json.dumps(described))


def facts_of(layout: Layout, rules: Rules, packs_lists: bool, before: dict[str, Any] | None) -> dict[str, Any]:
    """Return what is known of rules that were compiled. packs_lists: whether any list was packed."""
    states, actions = as_plain(layout.states.described()), as_plain(layout.actions.described())
    return {
        "made": 1 if before is None else before["made"] + 1,
        "wide": layout.wide,
        "states": states,
        "actions": actions,
        "are_plain": _are_plain(states, actions),
        "packs_lists": packs_lists,
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
    return Rules(game, layout.states, layout.actions, symmetry, layout.packs_lists, Widths(*layout.ints))


def restored_rules(game: Game, symmetry: bool, facts: dict[str, Any]) -> Rules:
    """Return rules to compile once more, of which all is known."""
    states, actions = restore(facts["states"]), restore(facts["actions"])
    layout = Layout(states, actions, facts["wide"], facts["packs_lists"], facts["ints"])
    rules = rules_of(game, symmetry, layout)
    rules.ints_of_keys.words = facts["key_ints"]
    rules.allocating = set(facts["allocating"])
    for name in facts["floats"]:  # also of a rule that the entry to compile does not call
        rules.exports[name].answer.is_float = True  # type: ignore[attr-defined]
    return rules


def refusal_text(game: Game, refusal: Any) -> str:
    """Return in one line what is not compiled: file, line, and why."""
    node, function = refusal.node, refusal.function
    if function is None:
        return f"{game.name}: {refusal}"
    code = function.__code__
    line = getattr(node, "lineno", code.co_firstlineno)
    return f"{shown_path(code.co_filename)}:{line}: {code.co_name} cannot be compiled: {refusal}"


__all__ = ["Layout", "facts_of", "layouts", "refusal_text", "restored_rules", "rules_of"]
