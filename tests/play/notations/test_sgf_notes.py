"""What SGF says besides the moves survives being loaded, played on and saved, twice: read by a reader of the tests."""

import copy
import shutil
import subprocess
from dataclasses import replace

import pytest

import plywise as pw
from plywise.play.game_files import format_games, parse_games
from plywise.play.ongoing import OngoingGame
from plywise.play.record import GameRecord, MoveRecord, Notes
from tests.helpers.sgf_trees import main_line, parse, random_tree, without_root, write

GO, OTHELLO = pw.make("go"), pw.make("othello")
GAMES = [GO, OTHELLO, *map(pw.make, ("go:size=4x3,komi=-1.5", "go:size=7,komi=0.5", "othello:size=6"))]
GNU_GO = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
OURS = {"FF", "GM", "CA", "AP", "SZ", "KM", "XR", "RE", "AB", "AW", "PL"}


def point_of(game):
    """Return what writes the point of an action, as programs for the game do."""
    notation = game.record_notation()

    def point(action):
        place = notation.point_of(action)
        if place is None:
            return ""
        return "abcdefgh"[place[0]] + (str(place[1] + 1) if notation.named else "abcdefgh"[place[1]])

    return point


def play_one_and_save(text, game):
    """Return what a game is saved as after one more move, and the action; None where the game is over."""
    (record,) = parse_games(text, game)
    ongoing = OngoingGame.from_record(game, record)
    ongoing.undo(0)
    if ongoing.is_over:
        return format_games([ongoing.to_record()], game, "sgf"), None
    action = ongoing.legal_actions()[0]
    side = "B" if game.player(ongoing.state) > 0 else "W"
    ongoing.play(game.format_action(ongoing.state, action))
    return format_games([ongoing.to_record()], game, "sgf"), {side: [point_of(game)(action)]}


@pytest.mark.slow_with("go:size=7,komi=0.5", "go", "othello")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_forty_games_with_notes_survive_a_move_twice(game):
    for seed in range(40):
        tree = random_tree(game, seed, point_of(game))
        size = f"{game.record_notation().columns}:{game.record_notation().rows}"
        text = write([tree[0] | {"SZ": [size]}, *tree[1:]])
        for _ in range(2):
            text, added = play_one_and_save(text, game)
            if added is not None:
                main_line(tree)[0].append(added)
            assert without_root(parse(text), OURS) == without_root(tree, OURS), seed


def test_a_game_with_notes_is_read_into_a_record():
    text = (
        "(;GM[1]SZ[5]C[the start]TR[aa][bb];B[cc]C[fine]TE[1]"
        "(;W[dd]BM[2]LB[aa:x\\:y])(;W[ee]C[instead];B[dd](;W[aa])(;W[zz]GB[1];B[bb])))"
    )
    (record,) = parse_games(text)
    assert record.notes == Notes(("the start",), properties={"TR": ("aa", "bb")})
    first, second = record.moves
    assert first == MoveRecord("c3", notes=Notes(("fine",), marks=("!",)))
    not_legal = (MoveRecord("W[zz]", notes=Notes(properties={"GB": ("1",)})), MoveRecord("B[bb]"))
    line = (
        MoveRecord("e1", notes=Notes(("instead",))),
        MoveRecord("d2"),
        MoveRecord("a5", notes=Notes(variations=(not_legal,))),
    )
    assert second == MoveRecord("d2", notes=Notes((), (), ("??",), (line,), {"LB": ("aa:x\\:y",)}))


@pytest.mark.parametrize(
    "notes",
    [
        Notes(("one", "two", "")),
        Notes(("a\n\nb", "]\\")),
        Notes((), ("before",), ("!", "±", "$12", "!?")),
        Notes(variations=((MoveRecord("a1"), MoveRecord("pass", notes=Notes(("in it",)))), (MoveRecord("b1"),))),
        Notes(variations=((MoveRecord("a1", 3, 4, 5, 0.5, 6.5, 7), MoveRecord(""), MoveRecord("a2")),)),
        Notes(variations=((MoveRecord("--"), MoveRecord("a1")),)),
        Notes(variations=((MoveRecord("a1", notes=Notes(variations=((MoveRecord("b2"),),))),),)),
        Notes(properties={"LB": ("aa:1", "a\\]"), "csl": ("Ga1",), "W]": ("x",)}),
        Notes(properties={";": ("C[a]TR[bb]", "")}),
        Notes(properties={"TR": ("]",), ";": ("](broken",)}),
    ],
)
def test_notes_of_any_origin_give_a_file_that_is_read(notes):
    moves = (MoveRecord("c3", notes=notes), MoveRecord("d2", notes=notes), MoveRecord("e1", notes=replace(notes)))
    record = GameRecord("go", GO.format_state(GO.initial()), (), moves, notes=replace(notes, variations=()))
    (found,) = parse_games(format_games([record], GO, "sgf"), GO)
    assert found.words == record.words
    assert parse_games(format_games([found], GO, "sgf"), GO) == [found]
    said, kept = (repr(each.moves) for each in (record, found))
    for text in (*notes.comments, *notes.before, *notes.marks):
        assert kept.count(repr(text)) == said.count(repr(text))


def test_ratings_and_texts_of_many_lines_stay_whole():
    text = "(;GM[1]SZ[5]BR[2d]GC[one\ntwo];B[cc]C[one\n\ntwo\\]])"
    once, _ = play_one_and_save(text, GO)
    assert "GC[one\ntwo]" in once
    assert "C[one\n\ntwo\\]]" in once


def test_variations_deeper_than_any_are_refused_in_one_line():
    text = "(;SZ[5];B[cc]" + "(;W[dd])(;W[ee];B[dd]" * 200 + ")" * 201
    with pytest.raises(pw.InputError, match="more than 100 deep"):
        parse_games(text, GO)
    nested = copy.copy(text).replace("(;W[dd])", "")  # the same line without alternatives
    assert len(parse_games(nested.replace(";W[ee];B[dd]", ";C[x]"), GO)[0].words) == 1


# --- the end ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said", ["W+12.5", "B+F", "B+R", "W+Resign", "B+T", "Void", "?", "0", "Draw", "Jigo", "B+", "W+12,5"]
)
@pytest.mark.parametrize("moves", [";B[cc];W[dd]", ";B[cc];W[];B[]"])
def test_results_that_the_moves_do_not_prove_are_kept(said, moves):
    text = f"(;GM[1]SZ[5]KM[0]RE[{said}]{moves})"
    for _ in range(2):
        text = format_games(parse_games(text, GO), GO, "sgf")
        assert parse(text)[0]["RE"] == [said]
    goes_on, _ = play_one_and_save(text, GO)
    if not moves.endswith("[]"):
        assert "RE" not in parse(goes_on)[0]


@pytest.mark.filterwarnings("ignore::plywise.errors.RecordWarning")
@pytest.mark.parametrize(
    "behind",
    [
        ";W[]",
        ";W[];B[];C[bye]",
        ";AE[dd]TB[aa][bb]TW[ee]C[dead stones taken off]",
        ";C[thanks];AB[aa]AW[bb]",
        ";W[dd];B[dc]C[they played on]",
        ";C[x](;C[one])(;C[two])",
    ],
)
@pytest.mark.parametrize("moves", [";B[cc];W[];B[]", ";B[cc];W[ee];B[];W[]"])
def test_nodes_behind_the_end_are_kept(behind, moves):
    text = f"(;GM[1]SZ[5]KM[0]RE[B+5]{moves}{behind})"
    for _ in range(2):
        (record,) = parse_games(text, GO)
        assert record.words[-2:] == ["pass", "pass"]
        text = format_games([record], GO, "sgf")
        assert without_root(parse(text), OURS) == without_root(parse(f"(;{moves}{behind})"), OURS)


def test_moves_behind_the_end_are_reported():
    faults = []
    (record,) = pw.read_games("(;GM[1]SZ[5];B[cc];W[];B[];W[dd])", on_fault=faults.append)
    assert [fault.is_lost for fault in faults] == [False]
    assert str(faults[0]) == "the game is over after move 3; later moves are kept, but not played"
    assert len(record.words) == 3


@pytest.mark.filterwarnings("ignore::plywise.errors.RecordWarning")
def test_stones_taken_off_at_the_end_are_kept_until_the_game_goes_on():
    text = "(;GM[1]SZ[5]RE[B+5];B[cc];W[dd];AE[dd]C[dead])"
    (record,) = parse_games(text)
    assert (record.words, record.winner, record.utility) == (["c3", "d2"], "MAX", 5)
    assert "AE[dd]C[dead]" in format_games([record], GO, "sgf")
    goes_on, _ = play_one_and_save(text, GO)
    assert "AE[dd]" not in goes_on
    assert "C[dead]" in goes_on
    assert len(parse_games(goes_on, GO)[0].words) == 3


@pytest.mark.skipif(GNU_GO is None, reason="GNU Go is not installed")
@pytest.mark.parametrize("seed", range(4))
def test_gnu_go_reads_games_with_notes(seed, tmp_path):
    game, file = pw.make("go:size=7,komi=0.5"), tmp_path / "game.sgf"
    tree = random_tree(game, seed, point_of(game))
    text, _ = play_one_and_save(write([tree[0] | {"SZ": ["7"], "KM": ["0.5"]}, *tree[1:]]), game)
    file.write_text(text, encoding="utf-8")
    (record,) = parse_games(text, game)
    asked = f"loadsgf {file}\nlist_stones black\nlist_stones white\nquit\n"
    told = subprocess.run([GNU_GO, "--mode", "gtp"], input=asked, capture_output=True, text=True, timeout=60).stdout
    _, black, white = [each.removeprefix("= ").strip() for each in told.split("\n\n")[:3]]
    board = record.position.split(" ")[0]
    assert (len(black.split()), len(white.split())) == (board.count("X"), board.count("O"))
