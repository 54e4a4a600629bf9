"""Objects that draw themselves, in a notebook or to a file: traces, positions, comparisons."""
