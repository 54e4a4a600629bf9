"""Limits of the server for one page and for all pages."""

MAX_TEXT = 4_000
"""Characters of a position."""

MAX_RECORD_TEXT = 200_000
"""Characters of a record to import."""

MAX_MESSAGE_BYTES = 6 * MAX_RECORD_TEXT + 2**12
"""Longest message: JSON may escape a character to six bytes. More than MAX_FRAME_BYTES ends the connection."""

MAX_FRAME_BYTES = 2**21

MAX_MOVE_TEXT = 2_000
"""Characters of a move, in the notation of a user's game."""

MAX_SESSIONS = 1_000

MAX_CONNECTIONS = 1_500

SPARE_CONNECTIONS = 100
"""Connections for the files of the page, besides WebSockets."""

REQUEST_SECONDS = 20.0
"""Time limit for sending a request and receiving the answer."""

IDLE_SECONDS = 600.0
"""A session without pages is discarded after this time; its game stays in the store."""

MAX_UNSENT, MAX_UNSENT_CHARACTERS = 500, 2**23
"""Maximal number and size of queued messages; beyond it a page is disconnected."""

PUZZLES_SECONDS = 40.0
MAX_PUZZLES = 20
"""Puzzles of a set."""
MAX_SEED = 2**31
MAX_DIFFICULTY = 100
MAX_PUZZLE_LINE = 12
"""Plies shown after an answer."""
MAX_PUZZLES_KEPT, MAX_PUZZLE_SETS = 5_000, 100
"""Sizes of the caches of puzzles with answers, and of sets."""

MAX_QUESTIONS, MAX_ANSWERS = 20, 200
"""Questions of a sheet, and parts of an answer."""
MAX_TREE_TEXT = 2_000
"""Characters of a tree sent by a page."""
MAX_CLASSES, MAX_PUPILS = 20, 200

MAX_LINES = 10
"""Lines of an analysis."""

MAX_TREE_DEPTH = 20

MAX_TREES, MAX_TREES_OF_SESSION = 40, 8
"""Cached pages with trees, in all and of one session."""
