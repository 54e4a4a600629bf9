"""Limits of live games and their worker processes."""

MAX_PLIES = 2_000
"""Of a live game."""

MAX_CONNECTIONS_OF_SESSION = 20
"""Pages that show one game."""

MAX_WAITING = 8
"""Running and waiting searches of one session."""

MAX_MOVE_SECONDS = 60.0
"""Maximal time for a player's move."""

QUICK_SECONDS = 2.0
"""Searches with more time than this leave a worker free for others, like analyses."""

ANALYSIS_SECONDS = 120.0
"""Maximal time for an analysis."""

VALUES_SECONDS = 60.0

EXPLAIN_SECONDS = 5.0

TREE_NODES = 2_000
"""Nodes of a step-by-step tree."""
TREE_SECONDS = 20.0
"""Time for its search and its page."""
MAX_TREE_NODES = 300
"""Nodes of a tree sent by a page."""

COMPILE_SECONDS = 180.0
"""Maximal time for compiling before a worker is ended."""

STOP_SECONDS = 2.0
"""CPU time after which a worker that does not stop is ended."""

STOP_AT_MOST = 20.0
"""The same in wall-clock time, for a busy machine on which the worker gets little CPU time."""

GRACE_SECONDS = 15.0
"""Seconds beyond its time limit after which a search's worker is ended."""

TURN_SECONDS = 1.0
"""Seconds after which an analysis is preempted by waiting ones."""

WORKER_MEGABYTES = 2_000.0
"""A worker that uses more memory is replaced, at the latest after its job."""

MAX_TREE_BYTES = 2**23

READ_SECONDS = 180.0
"""Time for reading a certificate, once."""

CERTIFICATE_MEGABYTES = 3_000.0
"""Memory limit of the worker that reads a certificate."""

MAX_CERTIFICATE_POSITIONS = 12_000_000
"""Larger certificates are not read."""

CHECKED_POSITIONS = 30_000
"""Larger certificates are followed by compiled rules, which is faster than the checker."""

FOLLOW_SECONDS = 10.0
"""Time for a step of a certificate that was read."""

MAX_BRANCHES = 200
"""Moves of one position of a certificate's tree that are sent."""
