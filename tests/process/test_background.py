"""Compiling in the background: the compiler and the garbage collector leave a search with a clock its turns."""

import gc
import os
from types import SimpleNamespace

import pytest

from plywise.engines.native.compile.compiler import Compiler
from plywise.process.background import LOWER_PRIORITY, in_background

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes can be forked")


@pytest.fixture(autouse=True)
def _leaves_nothing_frozen():
    yield
    gc.unfreeze()


def niceness_of_a_compiler():
    compiler = Compiler(lambda job: os.nice(0))
    try:
        return compiler.ask(None)
    finally:
        compiler.close()


def test_a_compiler_has_a_lower_priority_in_the_background_only():
    own = os.nice(0)
    with in_background():
        beside = niceness_of_a_compiler()
    assert (beside, niceness_of_a_compiler(), os.nice(0)) == (min(own + LOWER_PRIORITY, 19), own, own)


def test_no_collection_interrupts_compiling_in_the_background_and_none_looks_through_it_later():
    before = gc.get_freeze_count()
    with in_background():
        assert not gc.isenabled()
        made = [SimpleNamespace(number=number) for number in range(1000)]
    assert gc.isenabled()
    assert gc.get_freeze_count() - before >= len(made)


def test_a_collector_that_was_off_stays_off():
    gc.disable()
    try:
        with in_background():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
