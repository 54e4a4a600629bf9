"""What a page may ask of the server, and all pages together."""

MAX_TEXT = 4_000
"""Characters of a position."""

MAX_RECORD_TEXT = 200_000
"""Characters of a record to import."""

MAX_MESSAGE_BYTES = 6 * MAX_RECORD_TEXT + 2**12
"""Of a message that is read: JSON writes a character in up to six. Connections end with more than MAX_FRAME_BYTES."""

MAX_FRAME_BYTES = 2**21

MAX_MOVE_TEXT = 2_000
"""Characters of a move, in the words of a user's own game."""

MAX_SESSIONS = 1_000

MAX_CONNECTIONS = 1_500

SPARE_CONNECTIONS = 100
"""For the files of the page, beside those that last."""

REQUEST_SECONDS = 20.0
"""That a connection may take for a request, and to take the answer."""

IDLE_SECONDS = 600.0
"""A session that no page is connected to is forgotten after so many seconds; its game stays in the store."""

MAX_UNSENT, MAX_UNSENT_CHARACTERS = 500, 2**23
"""Messages that wait for a page that does not read, and what they come to; then it is disconnected."""

PUZZLES_SECONDS = 40.0
MAX_PUZZLES = 20
"""Of a set that a page asks for."""
MAX_SEED = 2**31
MAX_DIFFICULTY = 100
MAX_PUZZLE_LINE = 12
"""Plies that are played on after an answer."""
MAX_PUZZLES_KEPT, MAX_PUZZLE_SETS = 5_000, 100
"""Puzzles whose answers the server has at hand, and sets of them."""

MAX_QUESTIONS, MAX_ANSWERS = 20, 200
"""Questions that a page may ask for at once, and parts of an answer."""
MAX_TREE_TEXT = 2_000
"""Of a tree that a page describes."""
MAX_CLASSES, MAX_PUPILS = 20, 200

MAX_LINES = 10
"""Lines of an analysis."""

MAX_TREE_DEPTH = 20

MAX_TREES, MAX_TREES_OF_SESSION = 40, 8
"""Pages with trees that are kept, in all and of one session."""
