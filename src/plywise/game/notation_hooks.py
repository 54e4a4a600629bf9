"""Optional hooks for reading and writing states and actions, for people, files and other programs."""

from collections.abc import Sequence
from typing import Any

from plywise.game.defaults.action_words import action_named, word_for
from plywise.game.defaults.state_text import format_state, parse_state
from plywise.game.outcomes import Action, State
from plywise.game.record_notation import RecordHeader, RecordNotation
from plywise.game.rules import Rules


class NotationHooks(Rules):
    """Hooks for the notation of states and actions."""

    parses_only_legal: bool = False
    """Whether `parse_action` returns legal actions only, or raises InputError; then its result is not checked again."""

    def format_state(self, state: State) -> str:
        """Return the state as one line of text that `parse_state` reads back.

        The default lists the fields of a NamedTuple or dataclass in Python's notation: `board=('X.', '.O'),turn='X'`.
        """
        return format_state(state)

    def parse_state(self, text: str) -> State:
        """Parse a state. Raises InputError, one line that names the bad field."""
        return parse_state(text, self.initial(), type(self))

    def format_action(self, state: State, action: Action) -> str:
        """Return the action as one word (no spaces), different for each legal action of the state.

        The default writes whole numbers and texts as they are, enums by name, None as `pass`, and the parts of tuples
        and records joined by `-`; on a board, a pair (row, column) as a1 in the corner at the bottom left. See
        docs/guides/own_looks.md.
        """
        return word_for(self, state, action)

    def parse_action(self, state: State, text: str) -> Action:
        """Return the action named by a word in a state. Raises InputError if it names none.

        The default also reads Python's notation, such as (row,column), if that names one action.
        """
        actions = self.actions(state)
        return action_named({action: self.format_action(state, action) for action in actions}, text)

    def record_notation(self) -> RecordNotation | None:
        """Return the notation of other programs for records of this game, such as PGN; None if there is none."""
        return None

    @classmethod
    def described_by(cls, header: RecordHeader) -> str | None:
        """Return the GAME text of the game in a file by its header, such as go:size=4; None if it is another game.

        Raises InputError if it is this game but cannot be played, or the header lacks parameters.
        """
        return None

    def read_position(self, text: str) -> tuple[State, Sequence[str]]:
        """Parse a position of another program or a file; return the state and the corrections that were necessary.

        Each correction is a phrase. The default reads the game's notation. Raises InputError like `parse_state`.
        """
        return self.parse_state(text), ()

    def gtp_setup(self, state: State) -> Sequence[str]:
        """Return the commands of GTP, the Go Text Protocol, that set up a state in a program.

        Moves are then sent in the game's notation. The default has none: the game or the state is not supported.
        """
        return ()

    def _read_object(self, position: Any) -> State:
        """Convert an object of another library, such as a board of python-chess, to a state."""
        return position
