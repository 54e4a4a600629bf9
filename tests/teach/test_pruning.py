"""What was pruned in a game, ply by ply, with the reasons."""

import json
import re

import pytest

import plywise as pw
from plywise.teach.pruning import list_pruned, pruned_rows


@pytest.fixture
def trace():
    game = pw.make("tictactoe")
    return pw.trace(game, game.parse_state("X.O......"))


def test_every_pruned_move_is_listed_with_its_position(trace):
    listed = list_pruned(trace, 10_000)
    plies = {int(ply): int(count) for ply, count in re.findall(r"Pruned at ply (\d+): (\d+) moves?\.", listed)}
    assert plies == trace.pruned_by_ply
    found = set()
    for before, moves in re.findall(r"  (?:at|after) (the root|[\d ]+): ([\d ]+);", listed):
        found |= {(*(before.split() if before != "the root" else ()), move) for move in moves.split()}
    assert found == {tuple(trace.result.words(list(each.path))) for each in trace.pruned}


def test_reasons_are_those_of_the_trace_in_words_of_the_game(trace):
    game = trace.game
    for plain, told in zip(trace.pruned, trace.explain_pruned(lambda record: f"<{record}>"), strict=True):
        named = re.sub(r"<(\d+)>", lambda found: trace.name(int(found[1])), told.because)
        assert named == plain.because
    assert "the root is guaranteed 1 or more; this position can have 1 at most" in list_pruned(trace, 3)
    assert game.name == "tictactoe"


def test_the_list_is_bounded_and_says_how_much_is_missing(trace):
    for lines in (1, 5, 30):
        listed = list_pruned(trace, lines).splitlines()
        shown = [line for line in listed if line.startswith("  ")]
        assert len(shown) == lines
        count = sum(len(line.split(";")[0].split(": ")[1].split()) for line in shown)
        (missing,) = re.findall(r"\.\.\. (\d+) more pruned", listed[-1])
        assert int(missing) + count == len(trace.pruned)
    rows = pruned_rows(trace, 4)
    assert (len(rows["pruned_moves"]), rows["pruned_moves_left_out"]) == (4, len(trace.pruned) - 4)


def test_the_command_lists_them(plywise):
    words = ("search", "tictactoe", "--position", ".XO.X.X.O", "--engine", "reference", "--pruned")
    code, out, _ = plywise(*words)
    assert code == 0
    assert out.endswith(
        "Pruned at ply 2: 2 moves.\n"
        "  after 7: 3 5; the root is guaranteed -1 or less; this position already has -1; "
        "the rest of this position cannot matter\n"
    )
    found = json.loads(plywise(*words, "--json")[1])
    assert [each["path"] for each in found["pruned_moves"]] == [["7", "3"], ["7", "5"]]
    assert (found["pruned_moves_left_out"], found["pruned_moves_complete"]) == (0, True)
    assert plywise(*words, "--algorithm", "minimax")[1].endswith("No move was pruned.\n")
    assert "pruned_moves" not in json.loads(plywise(*words[:-1], "--json")[1])


def test_a_long_search_is_listed_as_far_as_it_is_on_record():
    game = pw.make("tictactoe")
    trace = pw.trace(game, game.parse_state("X.O......"), limit=100)
    assert list_pruned(trace, 5).endswith("first 100 nodes of the search (limit= for more).")
    assert pruned_rows(trace, 5)["pruned_moves_complete"] is False
    again = pw.trace(game, game.parse_state("X.O......"), algorithm="deepening", limit=100)
    assert list_pruned(again, 5).startswith(
        "The record does not show any move pruned for good. The record holds the first 100"
    )


@pytest.mark.parametrize("algorithm", ["pvs", "mtdf", "sss", "deepening", "failhard"])
def test_every_algorithm_s_reasons_are_sentences_about_the_game(algorithm):
    game = pw.make("tictactoe")
    trace = pw.trace(game, game.parse_state(".XO.X.X.O"), algorithm=algorithm)
    listed = list_pruned(trace, 100)
    assert not re.search(r"\b[A-Z]{1,2}\b is|\brest of [A-Z]\b", listed)
