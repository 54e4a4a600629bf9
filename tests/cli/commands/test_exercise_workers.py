"""exercise --versions by workers: the same files byte for byte as by this process."""

import pytest

from plywise.teach.exercises import versions


def files(plywise, folder, *words):
    folder.mkdir()
    names = [f"--{name}={folder / name}" for name in ("html", "key", "latex", "json", "csv", "key-html")]
    code, out, err = plywise("exercise", *words, *names)
    assert (code, out, err) == (0, "", "")
    return {each.name: each.read_bytes() for each in folder.iterdir()}


@pytest.mark.slow_with("words0")
@pytest.mark.parametrize(
    "words",
    [
        ("--kind", "all", "--versions", 4, "--seed", 3),
        ("--kind", "values,count", "--game", "tictactoe", "--versions", 3, "--depth", 2, "--same-tree"),
    ],
)
def test_workers_make_the_same_sheets(plywise, tmp_path, words):
    alone = files(plywise, tmp_path / "alone", *words)
    assert len(alone) > 10
    assert files(plywise, tmp_path / "two", *words, "--workers", 2) == alone


@pytest.mark.slow
def test_versions_that_ask_the_same_are_drawn_anew_by_workers_too(plywise, tmp_path, monkeypatch):
    words = ("--game", "tictactoe", "--depth", 2, "--versions", 16)
    asked, whether = [], versions._ask_the_same
    monkeypatch.setattr(versions, "_ask_the_same", lambda *both: asked.append(whether(*both)) or asked[-1])
    code, alone, err = plywise("exercise", *words)
    assert (code, err, True in asked) == (0, "", True)
    assert plywise("exercise", *words, "--workers", 2) == (0, alone, "")


def test_workers_go_with_versions(plywise):
    code, out, err = plywise("exercise", "--workers", 2)
    assert (code, out, err) == (2, "", "plywise: --workers and --on go with --versions\n")
    code, out, err = plywise("exercise", "--versions", 3, "--workers", 0)
    assert (code, out, err.count("\n")) == (2, "", 1)
