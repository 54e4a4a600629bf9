"""The certificates that pages may look at: each is read once, by a process of its own, for all pages alike.

A page names one of those that the command line has named; the server reads their headers when it begins, and nothing
more. A process that dies is replaced, and reads its certificate again.
"""

import asyncio
import lzma
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from plywise.certificates.checker import Claim, NotProved, read_claim, read_entries
from plywise.certificates.opening import open_certificate
from plywise.certificates.verifying import MOST, find_rules, find_start, parameters_in
from plywise.errors import InputError
from plywise.game import MAX, MIN, player_word
from plywise.games.loading import full_game_text
from plywise.games.registry import REGISTRY
from plywise.live.limits import READ_SECONDS
from plywise.live.workers import Job, News, Workers
from plywise.web.catalogue import Catalogue
from plywise.web.limits import IDLE_SECONDS, MAX_CERTIFICATES_AT_HAND, MAX_TEXT
from plywise.live.limits import CERTIFICATE_MEGABYTES
