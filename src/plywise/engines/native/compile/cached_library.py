"""The hash of Plywise's own part of every compiled search, cached between processes."""

from functools import cache

from plywise.engines.native.compile import sources
from plywise.engines.native.compile.cache import Folder
from plywise.process.startup import IMPORTED


@cache
def library() -> str:
    """Return a hash of Plywise's own part of every compiled search.

    Computing it requires importing everything that compiles, which takes most of the startup time. So it is cached
    under the stamp of the sources, if they are old enough to have one.
    """
    stamp = sources.stamp(IMPORTED)
    folder = None if stamp is None else Folder("plywise", stamp)
    known = None if folder is None else folder.read_hash()
    if known is not None:
        return known
    from plywise.engines.native.compile.library import library_hash

    found = library_hash(IMPORTED)
    if folder is not None:
        folder.write_hash(found)
    return found
