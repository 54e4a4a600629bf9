"""Names of positions: texts that any process reads back, one for all positions that are equivalent.

A name is the position as the game writes it. Where that does not say all, as with rules that look back at what was
played, it is the name of an earlier position, or nothing for the start of the solution, and the moves since then:

    4453                    a position
    .../.X./... O > a1 c3   one two plies after a position that can be written
    > a1 c3                 one two plies after the start
"""

from plywise.game import Game, State, play_moves, round_trips

SINCE = ">"


class Names:
    """The names of the positions after a start."""

    def __init__(self, game: Game, start: State) -> None:
        self.game = game
        self.start = start

    def choose(self, state: State) -> State:
        """Return the one among the equivalents of a state that stands for all of them: the first by its text.

        Where its text does not say all, the state stands for itself alone.
        """
        first = min((state, *self.game.equivalents(state)), key=self.game.format_state)
        return first if self.round_trips(first) else state

    def name(self, state: State, before: str | None = None, word: str = "") -> str:
        """Return a state's name. before, word: the name of the position before it, and the move; None: the start."""
        if self.round_trips(state):
            return self.game.format_state(state)
        if before is None:
            return SINCE
        return f"{before} {word}" if SINCE in before.split(" ") else f"{before} {SINCE} {word}"

    def read(self, name: str) -> State:
        """Return the state that has a name. Raises InputError."""
        words = name.split(" ")
        if SINCE not in words:
            return self.game.parse_state(name)
        place = words.index(SINCE)
        start = self.game.parse_state(" ".join(words[:place])) if place else self.start
        return play_moves(self.game, start, " ".join(words[place + 1 :]))

    def round_trips(self, state: State) -> bool:
        """Return whether a state's text reads back as the state."""
        return SINCE not in self.game.format_state(state).split(" ") and round_trips(self.game, state)


__all__ = ["Names"]
