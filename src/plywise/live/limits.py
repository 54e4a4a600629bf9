"""What a game under way may ask of the processes that search for it."""

MAX_PLIES = 2_000
"""Of a game under way."""

MAX_CONNECTIONS_OF_SESSION = 20
"""Pages that show one game."""

MAX_WAITING = 8
"""Searches of one session that are under way or wait for their turn."""

MAX_MOVE_SECONDS = 60.0
"""The most that a player may be told to think about a move."""

QUICK_SECONDS = 2.0
"""A player who may think for longer leaves a worker for others, as analyses do."""

ANALYSIS_SECONDS = 120.0
"""An analysis ends after so many seconds."""

VALUES_SECONDS = 60.0

EXPLAIN_SECONDS = 5.0

TREE_NODES = 2_000
"""Nodes of a tree that is shown step by step."""
TREE_SECONDS = 20.0
"""For its search and its page."""
MAX_TREE_NODES = 300
"""Of a tree that a page describes."""

COMPILE_SECONDS = 180.0
"""A worker that compiles for longer is ended."""

STOP_SECONDS = 2.0
"""A worker that was told to stop, and goes on for longer, is ended: so many of its own processor's time."""

STOP_AT_MOST = 20.0
"""The same by the clock, where the machine has so much to do that the worker hardly gets on."""

GRACE_SECONDS = 15.0
"""A search may take so much longer than it was told; then its worker is ended."""

TURN_SECONDS = 1.0
"""An analysis makes way for others who wait after so many seconds."""

WORKER_MEGABYTES = 2_000.0
"""A worker that has come to take more is replaced, at the latest when its job has ended."""

MAX_TREE_BYTES = 2**23

READ_SECONDS = 180.0
"""For reading a certificate, once."""

CERTIFICATE_MEGABYTES = 3_000.0
"""The worker of a certificate is ended where it takes more."""

MAX_CERTIFICATE_POSITIONS = 12_000_000
"""A certificate that counts more is not read."""

CHECKED_POSITIONS = 30_000
"""A certificate that counts more is followed by compiled rules, which takes less than a checker."""

FOLLOW_SECONDS = 10.0
"""For a step of a certificate that was read."""

MAX_BRANCHES = 200
"""Moves of one position of a certificate's tree that are told."""
