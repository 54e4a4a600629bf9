"""The hash of what Plywise itself puts into every compiled search, cached between processes."""

from functools import cache

from plywise.engines.native.compile import sources
from plywise.engines.native.compile.cache import Folder
from plywise.process.startup import IMPORTED


@cache
def library() -> str:
    """Return a hash of what Plywise itself puts into every compiled search.

    To find it all that compiles must be imported, which takes most of a start; so it is kept under the stamp of the
    sources, where they are old enough to have one.
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
