"""Shortcuts through Numba: with them, it finds the same definitions as without."""

import copy

from numba import types
from numba.core.registry import cpu_target

from plywise.engines.native.compile.shortcuts import shortcuts


def test_a_definition_is_found_that_any_registry_was_given_after_its_module_was_loaded():
    with shortcuts():
        context = cpu_target.target_context
        context.refresh()
        for registry in list(context._registries):

            def build(context, builder, sig, args):
                return args[0]

            registry.lower(build, types.int64)(build)
            found = copy.copy(context).get_function(build, types.int64(types.int64))
            assert found is not None, registry.name
