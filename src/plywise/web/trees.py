"""Pages with trees, kept for a while: each is a document of its own, with its own policy of what it may do."""

import base64
import hashlib
import re
import secrets
from collections import Counter, OrderedDict

from plywise.web.limits import MAX_TREES, MAX_TREES_OF_SESSION

ID_BYTES = 12

SCRIPT = re.compile(r"<script(?![^>]*application/json)[^>]*>(.*?)</script>", re.DOTALL)


class Trees:
    """The last pages that were made."""

    def __init__(self) -> None:
        self._pages: OrderedDict[str, tuple[str, str]] = OrderedDict()

    def keep(self, page: str, owner: str) -> str:
        """Keep a page for a session; return its address on this server.

        Where there are too many, the oldest goes of the session that has the most.
        """
        name = secrets.token_urlsafe(ID_BYTES)
        self._pages[name] = owner, page
        owners = Counter(each for each, _ in self._pages.values())
        if owners[owner] > MAX_TREES_OF_SESSION:
            self._forget_oldest(owner)
        elif len(self._pages) > MAX_TREES:
            self._forget_oldest(owners.most_common(1)[0][0])
        return f"/tree/{name}"

    def _forget_oldest(self, owner: str) -> None:
        del self._pages[next(name for name, (each, _) in self._pages.items() if each == owner)]

    def find(self, name: str) -> str | None:
        """Return the page of a name; None where it is kept no longer."""
        return self._pages[name][1] if name in self._pages else None


def policy_of(page: str) -> str:
    """Return what a page may do: run its own scripts, known by their hashes, in a sandbox, and load nothing."""
    hashes = " ".join(f"'sha256-{_hash(script)}'" for script in SCRIPT.findall(page)) or "'none'"
    return (
        f"default-src 'none'; script-src {hashes}; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts"
    )


def _hash(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
