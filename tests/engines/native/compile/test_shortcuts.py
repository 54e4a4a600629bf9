"""Shortcuts through Numba: taken while something is compiled, and the same results."""

import operator
from collections.abc import Iterator

import pytest
from numba import njit, types
from numba.core import ir
from numba.core.registry import cpu_target

from plywise.engines.native.compile.frame_room import call_with_room
from plywise.engines.native.compile.shortcuts import SHORTCUTS, shortcuts


@pytest.fixture
def taken() -> Iterator[None]:
    with shortcuts():
        yield


def test_numba_is_left_as_it_was() -> None:
    before = [vars(owner)[name] for owner, name, _ in SHORTCUTS]
    with pytest.raises(ZeroDivisionError), shortcuts():  # noqa: PT012
        assert all(vars(owner)[name] is not own for (owner, name, _), own in zip(SHORTCUTS, before, strict=True))
        raise ZeroDivisionError
    assert [vars(owner)[name] for owner, name, _ in SHORTCUTS] == before


def test_calls_have_the_types_that_numba_finds() -> None:
    context = cpu_target.typing_context
    context.refresh()
    kinds = (types.int64, types.boolean, types.float64, types.literal(3), types.UniTuple(types.int64, 2))
    asked = [(op, (one, other)) for op in (operator.add, operator.lt, operator.eq) for one in kinds for other in kinds]

    def answers() -> list[object]:
        found: list[object] = []
        for op, given in asked:
            try:
                found.append(context.resolve_function_type(context.resolve_value_type(op), given, {}))
            except Exception as error:  # noqa: BLE001
                found.append(type(error))
        return found

    expected = answers()
    with shortcuts():
        assert answers() == expected
        assert answers() == expected  # remembered


def test_a_function_has_a_form_for_each_type(taken: None) -> None:
    inner = njit(lambda x: x + 1)
    outer = njit(lambda x, y: (inner(x), inner(y), inner(x)))
    assert outer(1, 1.5) == (2, 2.5, 2)
    assert len(inner.signatures) == 2


def test_variables_of_an_instruction() -> None:
    place = ir.Loc("here", 1)
    one, other, third = (ir.Var(None, name, place) for name in "xyz")
    call = ir.Expr.call(one, (other, third), (("key", one),), place)
    for each in (
        call,
        ir.Assign(call, third, place),
        ir.Return(one, place),
        ir.Expr.build_map([(one, other)], 1, {}, {}, place),
    ):
        expected = each.list_vars()
        with shortcuts():
            assert each.list_vars() == expected


def test_a_call_with_room_is_a_call() -> None:
    def count(depth: int) -> int:
        return 0 if depth == 0 else 1 + count(depth - 1)

    assert call_with_room(count, 500) == 500
    with pytest.raises(ZeroDivisionError):
        call_with_room(lambda: 1 // 0)
