"""Who meets whom: every opening with both colours, every meeting from the same openings."""

from collections import Counter
from itertools import count

import pytest

from plywise import InputError
from plywise.arena.openings import Opening
from plywise.arena.schedule import Pair, list_meetings, schedule


def openings():
    return (Opening(None, (str(number),)) for number in count())


def test_who_meets_whom():
    assert list_meetings(2, "round-robin") == list_meetings(2, "gauntlet") == [(0, 1)]
    assert list_meetings(4, "gauntlet") == [(0, 1), (0, 2), (0, 3)]
    assert len(list_meetings(5, "round-robin")) == 10


def test_impossible_meetings_are_refused():
    with pytest.raises(InputError, match="no form 'swiss'; there are round-robin, gauntlet"):
        list_meetings(3, "swiss")
    with pytest.raises(InputError, match="two players or more, not 1"):
        list_meetings(1, "gauntlet")


def test_every_meeting_is_played_from_the_same_openings_round_by_round():
    meetings = list_meetings(3, "round-robin")
    pairs = list(schedule(meetings, 4, openings()))
    assert [pair.number for pair in pairs] == list(range(1, 13))
    assert Counter((pair.first, pair.second) for pair in pairs) == dict.fromkeys(meetings, 4)
    for meeting in meetings:
        played = [pair.opening.moves for pair in pairs if (pair.first, pair.second) == meeting]
        assert played == [("0",), ("1",), ("2",), ("3",)]


@pytest.mark.parametrize("opening", [Opening(), Opening("a b\n\"'", ("x-1", "é")), Opening(None, ("1", "2"))])
def test_a_key_says_all_of_a_pair(opening):
    pair = Pair(7, 0, 3, opening)
    assert Pair.from_key(pair.to_key()) == pair
    assert "\n" not in pair.to_key()
