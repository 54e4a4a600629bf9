"""The native engine: the kernel and a game's rules, compiled and run.

Importing any part of it raises NotCompilable if NumPy or llvmlite is missing; engine="auto" then falls back to the
reference engine, which needs neither.
"""

import sys

from plywise.errors import NotCompilable
from plywise.process.extras import missing_of

if sys.platform == "emscripten":
    raise NotCompilable("in a browser there is no native engine")
if _missing := missing_of(("numpy", "llvmlite"), "the native engine needs"):
    raise NotCompilable(_missing)
