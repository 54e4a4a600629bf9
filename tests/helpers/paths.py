"""Where things are: the project, and what the tests compare with."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
DATA = TESTS / "data"
GOLDEN = TESTS / "golden"
EXAMPLES = ROOT / "examples"
