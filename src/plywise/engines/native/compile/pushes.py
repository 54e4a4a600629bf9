"""How the kernel has a game's rules write what they list: see pushing.py."""

from typing import Any

from numba import njit
from numba.core.dispatcher import Dispatcher

from plywise.engines.kernel.listing import push_actions, push_candidates, push_defences, push_tactical
from plywise.engines.native.compile.linking import PartCompiler


def _actions(game, state, stack, at, step, limit):  # type: ignore[no-untyped-def]
    return game.plywise_push_actions(state, stack, at, step, limit)


def _candidates(game, state, stack, at, step, limit):  # type: ignore[no-untyped-def]
    return game.plywise_push_candidates(state, stack, at, step, limit)


def _defences(game, state, stack, at, step, limit):  # type: ignore[no-untyped-def]
    return game.plywise_push_defences(state, stack, at, step, limit)


def _tactical(game, state, stack, at, step, limit):  # type: ignore[no-untyped-def]
    return game.plywise_push_tactical_actions(state, stack, at, step, limit)


def _compiled(function: Any) -> Dispatcher:
    made: Dispatcher = njit(
        pipeline_class=PartCompiler, no_cpython_wrapper=True, no_cfunc_wrapper=True, inline="never", nogil=True
    )(function)
    return made


PUSHES = {
    push_actions: _compiled(_actions),
    push_candidates: _compiled(_candidates),
    push_defences: _compiled(_defences),
    push_tactical: _compiled(_tactical),
}
"""Functions of the kernel -> what stands for them in compiled code."""
