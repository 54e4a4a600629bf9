"""A cache of pages with trees; each is a separate document with its own security policy."""

import base64
import hashlib
import re
import secrets
from collections import Counter, OrderedDict

from plywise.web.limits import MAX_TREES, MAX_TREES_OF_SESSION

ID_BYTES = 12

SCRIPT = re.compile(r"<script(?![^>]*application/json)[^>]*>(.*?)</script>", re.DOTALL)


class Trees:
    """The most recent pages."""

    def __init__(self) -> None:
        self._pages: OrderedDict[str, tuple[str, str]] = OrderedDict()

    def keep(self, page: str, owner: str) -> str:
        """Add a page for a session; return its address on this server.

        If there are too many, the oldest page of the session with the most is evicted.
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
        """Return the page of a name; None if it is not cached."""
        return self._pages[name][1] if name in self._pages else None


def policy_of(page: str) -> str:
    """Return the policy of a page: run its own scripts, by hash, in a sandbox, and load nothing."""
    hashes = " ".join(f"'sha256-{_hash(script)}'" for script in SCRIPT.findall(page)) or "'none'"
    return (
        f"default-src 'none'; script-src {hashes}; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts"
    )


def _hash(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
