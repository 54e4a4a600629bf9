"""When this process imported Plywise."""

import time

IMPORTED = time.time()
"""Seconds since the epoch. A source file that is younger may not be the one that was imported."""
