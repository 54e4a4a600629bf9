"""Games that nobody has taught anything: rules alone, written as a user would, in ten styles of state.

None has an evaluation, an order of moves, bounds or quiet positions. `plywise learn` is measured on them by
`python -m bench.learning`.
"""
