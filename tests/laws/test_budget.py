"""A check ends within its time, and says what it left out."""

import time

import plywise as pw
from plywise.laws.rules import check_laws


class Slow(pw.Game):
    """Rules that take half a thousandth of a second; the first end is at ply 20."""

    key_bits = 50

    def initial(self):
        return (0, 0)

    def player(self, s):
        time.sleep(0.0005)
        return 1 if s[1] % 2 == 0 else -1

    def actions(self, s):
        return [0, 1]

    def result(self, s, a):
        time.sleep(0.0005)
        return (2 * s[0] + a, s[1] + 1)

    def terminal(self, s):
        return s[1] == 20

    def utility(self, s):
        return 1

    def key(self, s):
        return s[0] * 64 + s[1]


class SlowAndWrong(Slow):
    def utility(self, s):
        return None


def test_a_check_ends_in_time_and_names_what_it_left_out():
    began = time.perf_counter()
    report = check_laws(Slow(), seconds=1.0)
    assert time.perf_counter() - began < 20  # on a busy machine; all of it takes minutes
    assert report.ok
    assert not report.complete
    assert 0 < report.states < report.reach.found
    assert "states in the order of their plies" in report.reach.cut
    said = str(report)
    assert f"not examined: {report.reach.found - report.states:,} of the {report.reach.found:,} states found" in said
    assert f"examined: every state up to ply {report.reach.full_plies:,}," in said
    assert "--thorough goes on" in said


def test_random_lines_reach_the_end_of_a_slow_game_in_time():
    report = check_laws(SlowAndWrong(), seconds=4.0)
    assert [each.law for each in report.broken] == ["utility"]
    assert report.terminals > 0


def test_without_a_limit_nothing_is_cut_short():
    report = check_laws(pw.make("nim", heaps="3-4"), states=10)
    assert report.reach.cut == ()
    assert report.reach.found > report.states or report.complete


def test_a_watcher_hears_how_far_the_check_has_come():
    heard = []
    pw.check(pw.make("nim", heaps="1-2"), compiled=0, watcher=heard.append)
    assert heard[-1] == "8 states examined of 8 found"
