"""Learning from engines of its own: other tests may have left one with another layout."""

import pytest

from plywise.engines.native.engines import forget_engines


@pytest.fixture(autouse=True, scope="module")
def engines_of_its_own():
    forget_engines()
