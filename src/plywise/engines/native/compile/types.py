"""Plywise's types for Numba: the type of a game, how its rules and constants are reached through it, 64-bit sets.

A compiled rule is compiled from the user's own function. Its `self` has the type GameType, which stands for one game
with its parameters: an attribute of it is a constant, a method of it another rule. The kernel holds a state as a plain
tuple of 64-bit ints and hands it to the rules as the game's own State; both lie in registers in the same way.
"""

import inspect
import threading
from typing import Any
from weakref import WeakValueDictionary

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.dispatcher import Dispatcher
from numba.core.errors import TypingError
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, Signature
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_builtin,
    lower_getattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)

from plywise.compiler.checked_numbers import is_inexact, magnitude_of
from plywise.engines.kernel.config import KernelConfig
from plywise.engines.kernel.selective.config import PlayConfig
from plywise.engines.native.compile.arithmetic import WORD, exceeds, ordered_word, refuse
from plywise.engines.rule_table import RULES, VALUE
from plywise.engines.values import FLOAT_PRIORITY_PLACES, MAX_VALUE

WORDS = types.CPointer(WORD)

# --- the type of a game ----------------------------------------------------------------------------------------------

_members: WeakValueDictionary[str, Any] = WeakValueDictionary()
"""Fingerprint -> the rules behind the attributes of that game's type, for as long as there is an engine."""


_sharing = threading.Lock()


class GameType(types.Opaque):
    """The type of one game with its parameters. Its name holds the fingerprint of all that the game is made of."""

    def __init__(self, fingerprint: str) -> None:
        super().__init__(f"Game[{fingerprint}]")
        self.fingerprint = fingerprint

    def __reduce__(self) -> tuple[Any, ...]:
        return GameType, (self.fingerprint,)

    @property
    def rules(self) -> Any:
        """The compiled rules of the game: see rules.Rules."""
        return _members[self.fingerprint]


register_model(GameType)(models.OpaqueModel)


class Handle:
    """What Python passes to a compiled search in place of a game.

    rules: those that all handles with this fingerprint share, given by the first
    """

    def __init__(self, fingerprint: str, rules: Any) -> None:
        with _sharing:
            self.rules = _members.setdefault(fingerprint, rules)
        self.name = fingerprint
        self._numba_type_ = GameType(fingerprint)


@typeof_impl.register(Handle)
def _type_of_handle(handle: Handle, context: Any) -> GameType:
    return handle._numba_type_


@unbox(GameType)
def _unbox_handle(typ: GameType, handle: Any, context: Any) -> NativeValue:
    return NativeValue(context.context.get_dummy_value())


class ConfigType(types.Opaque):
    """The type of a config. Its name holds all that the config says, so that each config is compiled for itself."""

    def __init__(self, config: KernelConfig | PlayConfig) -> None:
        super().__init__(repr(config))
        self.config = config

    def __reduce__(self) -> tuple[Any, ...]:
        return ConfigType, (self.config,)


register_model(ConfigType)(models.OpaqueModel)


@typeof_impl.register(KernelConfig)
@typeof_impl.register(PlayConfig)
def _type_of_config(config: KernelConfig | PlayConfig, context: Any) -> ConfigType:
    return ConfigType(config)


@unbox(ConfigType)
def _unbox_config(typ: ConfigType, config: Any, context: Any) -> NativeValue:
    return NativeValue(context.context.get_dummy_value())


@infer_getattr
class ConfigAttributes(AttributeTemplate):
    """Gives an attribute of a config its type."""

    key = ConfigType

    def generic_resolve(self, typ: ConfigType, attr: str) -> types.Type:
        """Return a constant's type."""
        return types.boolean if isinstance(getattr(typ.config, attr), bool) else WORD


@lower_getattr_generic(ConfigType)
def _lower_config_attribute(context: Any, builder: Any, typ: ConfigType, value: Any, attr: str) -> Any:
    constant = getattr(typ.config, attr)
    return context.get_constant(types.boolean if isinstance(constant, bool) else WORD, constant)


# --- attributes and methods ------------------------------------------------------------------------------------------


@infer_getattr
class GameAttributes(AttributeTemplate):
    """Gives an attribute of a game its type."""

    key = GameType

    def generic_resolve(self, typ: GameType, attr: str) -> types.Type:
        """Return a constant's type, or the type of a rule bound to the game."""
        if typ.rules.translated is not None:
            return types.BoundFunction(typ.rules.template(typ, attr), typ)
        member = typ.rules.member(attr)
        if isinstance(member, Dispatcher):
            return (
                types.Dispatcher(member)
                if typ.rules.is_static(attr)
                else types.BoundFunction(_template(typ, attr), typ)
            )
        found = self.context.resolve_value_type(member)
        if found is None or (isinstance(found, types.Integer) and found.bitwidth == 64 and not found.signed):
            raise TypingError(f"{attr} is no constant of 64 bits")
        return found


@lower_getattr_generic(GameType)
def _lower_attribute(context: Any, builder: Any, typ: GameType, value: Any, attr: str) -> Any:
    member = typ.rules.member(attr)
    member_type = context.typing_context.resolve_value_type(member)
    if isinstance(member_type, (types.NamedTupleClass, types.Dispatcher)):
        return context.get_dummy_value()
    return context.get_constant_generic(builder, member_type, member)


_lowered: set[str] = set()


def _template(typ: GameType, attr: str) -> type[AbstractTemplate]:
    class Method(AbstractTemplate):
        key = (GameType, attr)

        def generic(self, args: Any, kws: Any) -> Signature:
            inner = _inner_signature(typ, attr, args, kws)
            returned = _outer_type(typ, attr, args, inner.return_type)
            given = tuple(map(types.unliteral, args))
            found = signature(returned, *given, *inner.args[1 + len(given) :], recvr=typ)
            return found.replace(pysig=_without_self(inner.pysig))

    if attr not in _lowered:
        _lowered.add(attr)
        lower_builtin((GameType, attr), GameType, types.VarArg(types.Any))(_lowering(attr))
    return Method


def _inner_signature(typ: GameType, attr: str, args: Any, kws: Any) -> Signature:
    """Return the signature of the rule itself for arguments as the caller has them."""
    rules = typ.rules
    given = [types.unliteral(arg) for arg in args]
    if given and given[0] == rules.plain_state and not rules.means_own(attr, len(args) + len(kws), bool(kws)):
        given[0] = rules.state_type
        if attr in RULES and RULES[attr].takes_action:
            given[1] = rules.action
    member = rules.member(attr, len(args) + len(kws), bool(kws))
    found = types.Dispatcher(member).get_call_type(_context(member), (typ, *given), kws)
    if found is None:
        raise TypingError(f"no form of {attr} takes {given}")
    return found


def _without_self(signature: inspect.Signature | None) -> inspect.Signature | None:
    return signature and signature.replace(parameters=list(signature.parameters.values())[1:])


def _context(rule: Dispatcher) -> Any:
    return rule.typingctx


def _for_kernel(typ: GameType, attr: str, args: Any) -> bool:
    """Return whether the caller is the kernel, which holds states as plain tuples, and not another rule."""
    if typ.rules.means_own(attr, len(args)):
        return False
    return not args or args[0] == typ.rules.plain_state or (attr in RULES and not RULES[attr].of_state)


def _outer_type(typ: GameType, attr: str, args: Any, returned: types.Type) -> types.Type:
    return typ.rules.answer_type(attr, returned) if _for_kernel(typ, attr, args) else returned


def _lowering(attr: str) -> Any:
    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        typ = sig.args[0]
        inner = _inner_signature(typ, attr, sig.args[1:], {})
        rule = types.Dispatcher(typ.rules.member(attr, len(sig.args) - 1))
        call = context.get_function(rule, inner)
        context.add_linking_libs(getattr(call, "libs", ()))
        given = [args[0]]
        for value, outer_type, inner_type in zip(args[1:], sig.args[1:], inner.args[1:], strict=True):
            given.append(_recast(context, builder, value, outer_type, inner_type))
        answer = call(builder, given)
        if _for_kernel(typ, attr, sig.args[1:]) and typ.rules.answers_floats(attr, inner.return_type):
            if isinstance(inner.return_type, types.Integer):  # also of a constant, whose type is its own
                refuse(context, builder, is_inexact(builder, answer), f"{attr} answered an int that no float equals")
            number = context.cast(builder, answer, inner.return_type, types.float64)
            word = ordered_word(builder, number)
            finite(context, builder, number, attr)
            places = FLOAT_PRIORITY_PLACES if attr == "priority" else 0
            return builder.ashr(word, ir.Constant(ir.IntType(64), places))
        answer = _recast(context, builder, answer, inner.return_type, sig.return_type)
        if _for_kernel(typ, attr, sig.args[1:]) and attr in RULES and RULES[attr].answer == VALUE:
            refuse(context, builder, exceeds(builder, answer, MAX_VALUE), f"{attr} answered a number of over 62 bits")
        return answer

    return lower


def finite(context: Any, builder: Any, number: Any, attr: str) -> None:
    """Let a rule raise ValueError where what it answers is no finite number."""
    infinite = builder.icmp_signed(">=", magnitude_of(builder, number), ir.Constant(ir.IntType(64), 0x7FF0 << 48))
    with builder.if_then(infinite, likely=False):
        context.call_conv.return_user_exc(builder, ValueError, (f"{attr} answered no finite number",))


def _recast(context: Any, builder: Any, value: Any, old: types.Type, new: types.Type) -> Any:
    """Turn a value of one type into one of another: numbers, and tuples of numbers whatever they are called."""
    if old == new:
        return value
    if isinstance(new, types.BaseTuple) and len(new) == 1 and not isinstance(old, types.BaseTuple):
        return context.make_tuple(builder, new, [context.cast(builder, value, old, new[0])])
    if isinstance(new, types.BaseTuple) and old == WORD:
        return context.make_tuple(builder, new, _unpacked(builder, value, len(new)))
    if isinstance(old, types.BaseTuple) and isinstance(new, types.BaseTuple):
        elements = [
            _recast(context, builder, element, before, after)
            for element, before, after in zip(cgutils.unpack_tuple(builder, value), old, new, strict=True)
        ]
        return context.make_tuple(builder, new, elements)
    if new == types.boolean:
        return context.is_true(builder, old, value)
    return context.cast(builder, value, old, new)


def _unpacked(builder: Any, word: Any, parts: int) -> list[Any]:
    """Return the numbers of an action that lie side by side in one word: see as_word."""
    width = 64 // parts
    spare = ir.Constant(ir.IntType(64), 64 - width)
    moved = [builder.lshr(word, word.type(width * place)) for place in reversed(range(parts))]
    return [builder.ashr(builder.shl(each, spare), spare) for each in moved]
