"""What rules print: on stderr, its first lines only, and never among the results."""

import json
import sys

from plywise.process.prints import MAX_LINES, prints_diverted

NOISY = '''
import plywise as pw


class Take(pw.Game):
    """Take one to three of nine; who takes the last one wins."""

    def initial(self):
        return 9, 1

    def player(self, state):
        return state[1]

    def actions(self, state):
        return [count for count in (1, 2, 3) if count <= state[0]]

    def result(self, state, action):
        print("taking", action)
        return state[0] - action, -state[1]

    def terminal(self, state):
        return state[0] == 0

    def utility(self, state):
        return -state[1]
'''
LAST = f"the rules print more than {MAX_LINES} lines; no more of them are shown"


def test_rules_print_among_the_messages(tmp_path, plywise):
    (tmp_path / "noisy.py").write_text(NOISY)
    code, out, err = plywise("search", f"{tmp_path}/noisy.py:Take", "--engine", "reference", "--json")
    assert (code, json.loads(out)["value"]) == (0, 1)
    lines = err.splitlines()
    assert lines.count(LAST) == 1
    assert sum(line.startswith("taking") for line in lines) == MAX_LINES


def test_workers_print_as_little(tmp_path, plywise):
    (tmp_path / "noisy.py").write_text(NOISY)
    code, out, err = plywise(
        "match", f"{tmp_path}/noisy.py:Take", "random", "random", "--games", "4", "--workers", "1", "--json"
    )
    assert (code, len(json.loads(out)["meetings"])) == (0, 1)
    assert MAX_LINES <= err.count("taking") <= 2 * MAX_LINES  # this process's, and the worker's


def test_what_is_printed_elsewhere_stays_there(capsys, tmp_path):
    with (tmp_path / "log").open("w") as log, prints_diverted():
        print("to a file", file=log)
        print("a message", file=sys.stderr)
        print("from rules", end="!\n")
        print("given stdout", file=sys.stdout)
    print("afterwards")
    assert (tmp_path / "log").read_text() == "to a file\n"
    assert capsys.readouterr() == ("afterwards\n", "a message\nfrom rules!\ngiven stdout\n")
