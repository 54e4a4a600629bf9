"""The join between a game's rules and the compiled search; the only place that knows Numba and its cache."""
