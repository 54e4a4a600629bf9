"""Users' files go to the workers as source: rules compile there as here, by the same name and into the same cache."""

import linecache
import subprocess
import sys

from plywise.fleet.sources import install, own_sources
from plywise.games.loading import make

RULES = """
from steps import STEPS
import plywise as pw

class Steps(pw.Game):
    max_plies = 9
    def initial(self): return 9
    def player(self, state): return pw.MAX if state % 2 else pw.MIN
    def actions(self, state): return [n for n in STEPS if n <= state]
    def result(self, state, action): return state - action
    def terminal(self, state): return state == 0
    def utility(self, state): return 1 // BAD
"""

FAR_AWAY = """
import inspect, pickle, sys
from plywise.fleet.sources import install
sources, body = pickle.load(sys.stdin.buffer)
install(sources)
game = pickle.loads(body)
module = sys.modules[type(game).__module__]
print(game.actions(9), module.__file__, inspect.getsource(type(game).initial).strip())
try:
    game.utility(0)
except NameError as error:
    import traceback
    print(traceback.extract_tb(error.__traceback__)[-1][:2], traceback.extract_tb(error.__traceback__)[-1].line)
try:
    import no_such_module_anywhere
except ImportError as error:
    print(error)
"""


def test_a_file_and_what_lies_beside_it_are_found_where_they_are_not(tmp_path, monkeypatch):
    import pickle

    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "steps.py").write_text("# -*- coding: latin-1 -*-\nSTEPS = (1, 2)  # pas à pas\n", encoding="latin-1")
    file = tmp_path / "mine.py"
    file.write_text(RULES)
    game = make(f"{file}:Steps")
    sources = own_sources()
    assert sources[type(game).__module__] == (str(file), RULES)
    assert "pas à pas" in sources["steps"][1]
    assert not any(name.startswith("plywise.") or name == "__main__" for name in sources)
    file.unlink()
    (tmp_path / "steps.py").unlink()
    linecache.clearcache()
    done = subprocess.run(
        [sys.executable, "-c", FAR_AWAY],
        input=pickle.dumps((sources, pickle.dumps(game))),
        capture_output=True,
        check=True,
    )
    assert done.stdout.decode().splitlines() == [
        f"[1, 2] {file} def initial(self): return 9",
        f"('{file}', 12) def utility(self, state): return 1 // BAD",
        "No module named 'no_such_module_anywhere'",
    ]
    assert type(game).__module__ not in own_sources()  # nobody can read it any more


def test_nothing_to_send_changes_nothing():
    before = list(sys.meta_path)
    install({})
    assert sys.meta_path == before
