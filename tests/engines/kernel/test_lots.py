"""The kernel's random numbers: in range, evenly spread, and unlike for seeds that are neighbours."""

from collections import Counter

from plywise.engines.kernel.lots import draw, seeded


def test_every_number_below_the_count_is_drawn_about_as_often() -> None:
    for count in (1, 2, 3, 7, 100):
        work = [seeded(count)]
        drawn = Counter(draw(work, 0, count) for _ in range(300 * count))
        assert set(drawn) == set(range(count))
        spread = sum((times - 300) ** 2 / 300 for times in drawn.values())  # chi-square with count - 1 degrees
        assert spread < count + 5 * count**0.5


def test_the_greatest_count_stays_in_range() -> None:
    work = [0, seeded(5)]
    drawn = [draw(work, 1, 2**31) for _ in range(1000)]
    assert 0 <= min(drawn) < 2**25
    assert 2**31 - 2**25 < max(drawn) < 2**31
    assert work[0] == 0


def test_neighbouring_seeds_and_streams_have_nothing_alike() -> None:
    works = [[seeded(seed, stream)] for seed in range(20) for stream in range(20)]
    first = Counter(draw(work, 0, 10) for work in works)
    second = Counter(draw(work, 0, 10) for work in works)
    assert all(20 <= times <= 65 for each in (first, second) for times in each.values())
    assert len({work[0] for work in works}) == len(works)
    assert seeded(-1) != seeded(1)
