"""Constant tables: of sets, and looked up by what has a hash, compiled next to plain Python."""

import enum
import json
from pathlib import Path
from typing import NamedTuple

import pytest

import plywise as pw
from plywise.compiler.layout.descriptions import restore
from plywise.compiler.types.kinds import Refusal
from plywise.compiler.values.hashes import hash_of_constant
from plywise.engines.native.compile.trial import find_codecs
from tests.helpers.rule_twins import SAME, compare_rules


class Pair(NamedTuple):
    one: object
    other: object


class Named(enum.Enum):
    ONE, TWO = "one", "two"


class Ranked(enum.IntEnum):
    LOW, HIGH = 3, 8


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Tables", "Lines"])
def test_tables_of_sets_and_of_what_has_a_hash_mean_the_same(name):
    assert compare_rules(pw.make(f"tests/data/tables_of_sets.py:{name}"), positions=60) == SAME


def test_sets_within_a_set_are_known_again_from_their_description():
    codec = find_codecs(pw.make("tests/data/tables_of_sets.py:Lines"), wide=0)[0]
    assert restore(json.loads(json.dumps(codec.described()))) == codec


def test_sorting_sets_is_refused(tmp_path):
    file = tmp_path / "written.py"
    rules = Path("tests/data/tables_of_sets.py").read_text()
    file.write_text(rules.replace("sum(WEIGHT[line] for line in state.red)", "len(sorted(state.red))"))
    with pytest.raises(Refusal, match="write key=sorted instead"):
        compare_rules(pw.make(f"{file}:Lines"))


@pytest.mark.parametrize("alike", [(1, True, 1.0), ((1, "a"), Pair(True, "a")), (Ranked.HIGH, 8), (-0.0, 0)])
def test_what_is_equal_has_the_same_hash(alike):
    assert len({hash_of_constant(each) for each in alike}) == 1


def test_what_differs_has_mostly_another_hash():
    things = [None, 0, 1, -1, 0.5, "", "a", "b", "ab", "ba", (), (0,), (0, 0), ((0, 1), 2), (0, (1, 2)), 2**63 - 1]
    assert len({hash_of_constant(each) for each in [*things, Pair(1, 2), Named.TWO and Pair(Named.TWO, 0)]}) > 12
