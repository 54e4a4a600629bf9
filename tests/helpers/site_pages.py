"""The site for the browser, built and served from a folder, and pages of it that may ask no other host."""

import http.server
import subprocess
import sys
import threading
from contextlib import contextmanager
from functools import partial
from urllib.parse import urlsplit

from tests.helpers.page_play import watch
from tests.helpers.paths import ROOT

PATIENCE = 60_000
"""Milliseconds within which whatever is waited for must happen, on a machine that does much else."""


def build_site(folder):
    """Build the site into a folder."""
    subprocess.run([sys.executable, ROOT / "site/build.py", folder], check=True, cwd=ROOT)


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """Serves files as any static host does, without special headers."""

    def log_message(self, *_):
        """Log nothing."""


@contextmanager
def served(folder):
    """Serve a folder at an address; yield it."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@contextmanager
def site_pages(browser):
    """Yield a function that opens pages: requests to other hosts fail there, and at the end none was made."""
    contexts = []

    def open_page(**options):
        context = browser.new_context(accept_downloads=True, **options)
        context.elsewhere = []
        context.route(_is_elsewhere, lambda route: (context.elsewhere.append(route.request.url), route.abort()))
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.wrong = watch(page)
        contexts.append((context, page))
        return page

    yield open_page
    for context, page in contexts:
        context.close()
        assert context.elsewhere == []
        assert page.wrong == []


def _is_elsewhere(address):
    parts = urlsplit(address)
    return parts.scheme in ("http", "https", "ws", "wss") and parts.hostname != "127.0.0.1"


def wait_until_ready(page):
    """Wait until Python is ready and does nothing."""
    page.locator("#python[data-state=ready]").wait_for(state="attached")
