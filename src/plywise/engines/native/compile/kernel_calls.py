"""Compiled calls from the kernel to the game and the machine: rules on states as words, and Plywise's intrinsics.

The kernel is plain Python, compiled in the same way as rules. To the kernel a state is a tuple of words, an action one
word, a key a tuple of words, and a value one word. It calls a rule as a method of `game`, which is a KernelGame here.
"""

from collections.abc import Callable
from typing import Any

from plywise.compiler import ir
from plywise.compiler.emission.callees import BUILTINS, OBJECTS, Named, call_value
from plywise.compiler.emission.checked_numbers import magnitude_of
from plywise.compiler.emission.constants import constant
from plywise.compiler.emission.conversion import truth_value
from plywise.compiler.emission.function import Emitter
from plywise.compiler.translation.exports import Export, call_export
from plywise.compiler.types.kinds import BYTE, FLOAT64, INT, WHOLE, Lazy, Tuple, Value
from plywise.compiler.values.loops import LAZY, Body, Order, loop, run
from plywise.compiler.values.numbers import as_float, whole
from plywise.compiler.values.signatures import OF_MODULES
from plywise.engines.kernel import listing, points, thread_state
from plywise.engines.kernel.selective import values
from plywise.engines.kernel.selective.values import MAX_POINTS
from plywise.engines.native.compile.past import past_hash
from plywise.engines.native.compile.rules import Rules
from plywise.engines.rule_table import ACTIONS, BOUNDS, FLAG, KEY, NUMBER, RULES, STATE, VALUE, Rule
from plywise.engines.values import FLOAT_PRIORITY_PLACES, MAX_UTILITY, MAX_VALUE

BUFFER = 128
"""The number of actions listed at once; the rest is listed by further calls."""


class KernelRule:
    """A rule of a game as seen by the kernel."""

    def __init__(self, rules: Rules, rule: Rule) -> None:
        self.rules, self.rule, self.export = rules, rule, rules.exports[rule.name]


class KernelGame:
    """A game as seen by the kernel: its attributes are KernelRules."""

    def __init__(self, rules: Rules, past_field: int) -> None:
        self.compiled_rules, self.past_field = rules, past_field
        for rule in RULES.values():
            setattr(self, rule.name, KernelRule(rules, rule))


class Constants:
    """A config as seen by the kernel: its attributes and properties are constants."""

    def __init__(self, config: Any) -> None:
        for name in (*vars(config), *(name for name, each in vars(type(config)).items() if isinstance(each, property))):
            setattr(self, name, getattr(config, name))


# --- calls of rules ---------------------------------------------------------------------------------------------------


def words_of(values: list[Value]) -> list[Any]:
    """Return states, actions and ints as the words that a rule's function takes."""
    found: list[Any] = []
    for each in values:
        found += each.scalars if isinstance(each.kind, Tuple) else [_int(each)]
    return found


def _int(value: Value) -> Any:
    return INT(value.known[0]) if value.known and not value.scalars else value.scalars[0]


def _call_rule(f: Emitter, thing: KernelRule, args: list[Value], named: Named, key: Any, form: str) -> Value:
    """Return a rule's result in the kernel's representation."""
    words = words_of([f.program.materialize(f, each) for each in args])
    if thing.rule.answer == ACTIONS:
        return Value(Lazy("actions", thing, words))
    answer = call_export(f, thing.export, words)
    return ANSWERS.get(thing.rule.answer, _word)(f, thing, answer)


def _word(f: Emitter, thing: KernelRule, answer: Any) -> Value:
    return Value(WHOLE, [answer])


def _flag(f: Emitter, thing: KernelRule, answer: Any) -> Value:
    return truth_value(f.builder.icmp_signed("!=", answer, f.int(0)))


def _words(f: Emitter, thing: KernelRule, answer: Any) -> Value:
    count = answer.type.count
    return Value(Tuple((WHOLE,) * count), [f.builder.extract_value(answer, place) for place in range(count)])


def _value(f: Emitter, thing: KernelRule, answer: Any) -> Value:
    """A number in the kernel's representation; in a game with float values, the word that represents a float."""
    name, is_float, is_value = thing.rule.name, answer.type == FLOAT64, thing.rule.answer == VALUE
    if is_float or (is_value and thing.rules.has_float_values):
        number = answer if is_float else as_float(f, Value(WHOLE, [answer]))
        infinite = f.builder.icmp_signed(">=", magnitude_of(f.builder, number), f.int(0x7FF0 << 48))
        f.fail(infinite, ValueError, f"{name} did not return a finite number")
        word = ordered_word(f.builder, number)
        return Value(WHOLE, [f.builder.ashr(word, f.int(FLOAT_PRIORITY_PLACES)) if name == "priority" else word])
    if is_value:
        f.fail(exceeds(f.builder, answer, MAX_VALUE), OverflowError, f"{name} returned a number of over 62 bits")
    return Value(WHOLE, [answer])


ANSWERS: dict[str, Callable[[Emitter, KernelRule, Any], Value]] = {
    FLAG: _flag,
    STATE: _words,
    KEY: _words,
    BOUNDS: _words,
    VALUE: _value,
    NUMBER: _value,
}
"""Kind of result -> the kernel's value for what a rule's function stores; any other kind is one word."""

OBJECTS[KernelRule] = _call_rule


def _loop_actions(f: Emitter, kind: Any, body: Body, ordered: Order) -> None:
    """Loop over the words of the actions that a rule lists.

    A rule that allocates no memory is inlined here. For any other rule, BUFFER actions are listed at a time, because
    its memory is freed on return.
    """
    rule, words = kind.parts
    rules: Rules = rule.rules
    if rule.rule.name in rules.allocating:
        _loop_buffer(f, rule.export, words, body)
        return
    listed = call_value(f, constant(rule.export.function), [rules.states.decode(f, words)])
    loop(f, listed, lambda item: body(Value(WHOLE, rules.actions.emit(f, f.program.materialize(f, item))[:1])))


def _loop_buffer(f: Emitter, export: Export, words: list[Any], body: Body) -> None:
    buffer, at, count, skip = f.place(INT, BUFFER), *(f.place(INT) for _ in range(3))

    def list_more() -> None:
        found = call_export(f, export, [*words, buffer, f.builder.load(skip), f.int(BUFFER)])
        f.builder.store(found, count)
        f.builder.store(f.int(0), at)

    test, more, inside, refill, after = (f.block(name) for name in ("test", "more", "inside", "refill", "after"))
    f.builder.store(f.int(0), skip)
    list_more()
    f.go(test)
    f.at(test)
    f.builder.cbranch(f.builder.icmp_signed("<", f.builder.load(at), f.builder.load(count)), inside, more)
    f.at(inside)
    now = f.builder.load(at)
    f.builder.store(f.builder.add(now, f.int(1)), at)
    run(f, body, Value(WHOLE, [f.builder.load(f.builder.gep(buffer, [now]))]))
    f.go(test)
    f.at(more)
    f.builder.cbranch(f.builder.icmp_signed("==", f.builder.load(count), f.int(BUFFER)), refill, after)
    f.at(refill)
    f.builder.store(f.builder.add(f.builder.load(skip), f.int(BUFFER)), skip)
    list_more()
    f.go(test)
    f.at(after)


LAZY["actions"] = _loop_actions


# --- intrinsics -------------------------------------------------------------------------------------------------------


def exceeds(builder: Any, word: Any, most: int) -> Any:
    """Return whether the magnitude of a word is at least a number."""
    moved = builder.add(word, INT(most - 1))
    return builder.icmp_unsigned(">", moved, INT(2 * most - 2))


def ordered_word(builder: Any, number: Any) -> Any:
    """Return the int that represents a float; it preserves order and negation (see values.py)."""
    word, magnitude = builder.bitcast(number, INT), magnitude_of(builder, number)
    return builder.select(builder.icmp_signed("<", word, INT(0)), builder.neg(magnitude), magnitude)


def number_of(builder: Any, word: Any) -> Any:
    """Return the float that an int represents: the inverse of `ordered_word`."""
    below = builder.icmp_signed("<", word, INT(0))
    number = builder.bitcast(builder.select(below, builder.neg(word), word), FLOAT64)
    return builder.select(below, builder.fneg(number), number)


def _same(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    """A function that changes the representation only in interpreted code."""
    return args[0]


def _push(name: str) -> Callable[..., Value]:
    def push(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        game, state, stack, *places = args
        export: Export = game.kind.thing.compiled_rules.pushes[name]
        words = [*words_of([state]), stack.scalars[0], *words_of(places)]
        return Value(WHOLE, [call_export(f, export, words)])

    return push


def _prefetch(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    """LLVM's prefetch, for reading, into every cache except the nearest."""
    number, array = ir.IntType(32), args[0]
    address = f.builder.bitcast(f.builder.gep(array.scalars[0], [whole(f, args[1])]), BYTE.as_pointer())
    f.builder.intrinsic("prefetch", ir.VoidType(), [address, number(0), number(2), number(1)])
    return constant(None)


def _state_at(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    array, at, like = args
    first = f.builder.gep(array.scalars[0], [whole(f, at)])
    words = [f.builder.load(f.builder.gep(first, [f.int(place)])) for place in range(len(like.scalars))]
    return Value(like.kind, words)


def _state_words(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    game, state = args
    words, place = list(state.scalars), game.kind.thing.past_field
    if place >= 0:
        words[place] = past_hash(f, words[place])
    return Value(state.kind, words)


def _to_whole(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    word = whole(f, args[1])
    if args[0].kind.thing.compiled_rules.has_float_values:
        word = f.builder.fptosi(number_of(f.builder, word), INT)
    bits = MAX_UTILITY.bit_length() - 1
    f.fail(exceeds(f.builder, word, MAX_UTILITY), OverflowError, f"a utility of over {bits} bits has no distance")
    return Value(WHOLE, [word])


def _to_value_word(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    if not args[0].kind.thing.compiled_rules.has_float_values:
        return args[1]
    return Value(WHOLE, [ordered_word(f.builder, f.builder.sitofp(whole(f, args[1]), FLOAT64))])


def _to_points(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    game, config, number = args[0].kind.thing, args[1].kind.thing, whole(f, args[2])
    scale, builder, floats = 100 / config.unit, f.builder, game.compiled_rules.has_float_values
    if floats or scale != 1:
        real = number_of(builder, number) if floats else builder.sitofp(number, FLOAT64)
        number = _within(builder, builder.fmul(real, FLOAT64(scale)), MAX_POINTS)
    for sign, most in (("<", -MAX_POINTS), (">", MAX_POINTS)):
        number = builder.select(builder.icmp_signed(sign, number, INT(most)), INT(most), number)
    return Value(WHOLE, [number])


def _to_result(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    game, config, number = args[0].kind.thing, args[1].kind.thing, whole(f, args[2])
    real = number_of(f.builder, number) if game.compiled_rules.has_float_values else f.builder.sitofp(number, FLOAT64)
    return Value(WHOLE, [_within(f.builder, f.builder.fmul(real, FLOAT64(100 / config.unit)), points.MAX_POINTS)])


def _within(builder: Any, real: Any, most: int) -> Any:
    """Return a float as an int, clamped to a magnitude."""
    for sign, bound in (("<", -most), (">", most)):
        real = builder.select(builder.fcmp_ordered(sign, real, FLOAT64(float(bound))), FLOAT64(float(bound)), real)
    return builder.fptosi(real, INT)


INTRINSICS: dict[Any, Callable[..., Value]] = {
    thread_state.pointer: _same,
    thread_state.as_word: _same,
    thread_state.as_key: _same,
    thread_state.prefetch: _prefetch,
    thread_state.state_at: _state_at,
    thread_state.state_words: _state_words,
    thread_state.to_whole: _to_whole,
    thread_state.to_value_word: _to_value_word,
    values.to_points: _to_points,
    points.to_result: _to_result,
} | {push: _push(name) for name, push in listing.PUSHES.items()}
"""Functions of the kernel that have another meaning when compiled."""

BUILTINS.update(INTRINSICS)
OF_MODULES.update(dict.fromkeys((each.__name__ for each in (thread_state, values, listing, points)), "0 *"))

__all__ = ["Constants", "KernelGame"]
