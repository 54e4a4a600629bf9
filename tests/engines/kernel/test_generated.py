"""Functions written from a table: the compiler reads their source whenever it wants it."""

import linecache

from plywise.engines.kernel.rule_probe import probe_rules, write_probe


def test_a_source_is_found_again_after_the_cache_of_lines_was_cleared():
    linecache.clearcache()
    assert (
        "".join(linecache.getlines(probe_rules.__code__.co_filename, probe_rules.__globals__)).rstrip() == write_probe()
    )
