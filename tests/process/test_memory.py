"""The memory of all searches together."""

import gc

import pytest

from plywise.errors import InputError
from plywise.process import memory as memory_budget
from plywise.process.memory import LEAST_MEGABYTES, MAX_MEGABYTES, Budget, control_group_limits


class Owner:
    pass


@pytest.fixture
def of_8000_megabytes(monkeypatch):
    monkeypatch.setattr(memory_budget, "memory_megabytes", lambda: 8000.0)
    return Budget()


def test_a_first_search_gets_what_it_would_alone_and_gives_it_back(of_8000_megabytes):
    budget = of_8000_megabytes
    for _ in range(100):
        owner = Owner()
        assert budget.grant(owner, None) == MAX_MEGABYTES
    del owner
    gc.collect()
    assert budget.granted == budget.asked_for == 0


def test_many_searches_share(of_8000_megabytes):
    owners = [Owner() for _ in range(200)]
    granted = [of_8000_megabytes.grant(owner, None) for owner in owners]
    assert granted == sorted(granted, reverse=True)
    assert min(granted) == LEAST_MEGABYTES
    large = [each for each in granted if each > LEAST_MEGABYTES]
    assert sum(large) <= 4000


def test_what_is_asked_for_is_given_or_refused_in_one_line(of_8000_megabytes):
    owners = [Owner() for _ in range(3)]
    assert of_8000_megabytes.grant(owners[0], 5000) == 5000
    with pytest.raises(InputError, match="5,000 MB") as caught:
        of_8000_megabytes.grant(owners[1], 4000)
    assert "\n" not in str(caught.value)
    assert of_8000_megabytes.grant(owners[2], None) == LEAST_MEGABYTES
    owners[0] = None
    assert of_8000_megabytes.grant(owners[1], 4000) == 4000


def test_a_search_in_a_circle_of_garbage_gives_back_when_it_is_needed(of_8000_megabytes):
    gc.disable()
    try:
        owner = Owner()
        owner.itself = owner
        of_8000_megabytes.grant(owner, 6000)
        del owner
        assert of_8000_megabytes.grant(Owner(), 6000) == 6000
    finally:
        gc.enable()


GROUPS = {
    "version 2": ("0::/a/b\n", {"sys/fs/cgroup/a/b/memory.max": "max", "sys/fs/cgroup/a/memory.max": 2**30}, [1024.0]),
    "version 2, both": (
        "0::/a\n",
        {"sys/fs/cgroup/a/memory.max": 2**29, "sys/fs/cgroup/memory.max": 2**30},
        [512, 1024],
    ),
    "version 1": (
        "4:cpu:/a\n3:memory:/a\n",
        {"sys/fs/cgroup/memory/a/memory.limit_in_bytes": 2**28, "sys/fs/cgroup/cpu/a/memory.limit_in_bytes": 1},
        [256.0],
    ),
    "none": ("0::/\n", {}, []),
    "nonsense": ("what is this", {"sys/fs/cgroup/memory.max": "a lot"}, []),
}


@pytest.mark.parametrize("kind", GROUPS)
def test_the_limits_of_control_groups_are_read(kind, tmp_path):
    listed, files, expected = GROUPS[kind]
    for name, content in {"proc/self/cgroup": listed, **files}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(str(content))
    assert list(control_group_limits(tmp_path)) == expected


def test_no_control_groups_are_no_limit(tmp_path):
    assert list(control_group_limits(tmp_path)) == []
