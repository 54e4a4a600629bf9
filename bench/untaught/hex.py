"""Hex on 7 by 7 cells: the package's rules. State: a NamedTuple of two sets of bits and the side."""

import plywise.games.hex


class Hex(plywise.games.hex.Hex):
    """Join your two sides of the board."""

    def __init__(self, size: int = 7) -> None:
        super().__init__(size)
