"""The tests stand where what they test stands: a folder of tests for each package that has any."""

import re

from tests.helpers.longest import LONGEST
from tests.helpers.paths import ROOT, TESTS

SOURCE = ROOT / "src/plywise"
OF_NO_PACKAGE = {"data", "docs", "golden", "helpers", "house", "site"}


def test_each_folder_of_tests_is_named_as_a_package():
    folders = [file.parent.relative_to(TESTS) for file in TESTS.rglob("__init__.py")]
    mirrored = [folder for folder in folders if folder.parts and folder.parts[0] not in OF_NO_PACKAGE]
    assert len(mirrored) > 10
    assert [str(folder) for folder in mirrored if not (SOURCE / folder / "__init__.py").is_file()] == []


def test_the_files_that_are_begun_first_are_there():
    assert [file for file in LONGEST if not (TESTS / file).is_file()] == []


def test_the_part_that_other_pythons_run_is_there():
    part = re.findall(r"tests/[\w/.]+", (ROOT / ".ci/pythons").read_text())
    assert len(part) > 2
    assert [each for each in part if not (ROOT / each).exists()] == []
