"""Search: `reference` is the specification, to be read first."""
