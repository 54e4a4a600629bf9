"""Openings: drawn for any game, judged, distinct and repeatable; and read from files."""

import json
import random
from collections import Counter
from itertools import islice

import pytest

import plywise as pw
from plywise import InputError
from plywise.arena.openings import BALANCE_NODES, Opening, RandomOpenings, cycle, parse_openings, usual_lengths

TICTACTOE = pw.make("tictactoe")
CONNECT4 = pw.make("connect4:width=4,height=4")
NIM = pw.make("nim:heaps=3-4-5")


def draw(game, number, **options):
    openings = RandomOpenings(game, **options)
    return openings, list(islice(openings, number))


def test_the_same_seed_draws_the_same_openings_and_another_one_others():
    _, first = draw(CONNECT4, 30, seed=5)
    _, again = draw(CONNECT4, 30, seed=5)
    _, other = draw(CONNECT4, 30, seed=6)
    assert first == again
    assert first != other


def test_openings_do_not_depend_on_how_many_are_drawn():
    _, few = draw(CONNECT4, 5, seed=5)
    _, many = draw(CONNECT4, 30, seed=5)
    assert many[:5] == few


@pytest.mark.parametrize("plies", [0, 1, 3])
def test_openings_have_the_length_that_is_asked_for(plies):
    _, openings = draw(CONNECT4, 6, plies=plies)
    assert {len(opening.moves) for opening in openings} == {plies}


@pytest.mark.slow
def test_openings_differ_up_to_symmetry_as_long_as_there_are_any():
    openings, drawn = draw(CONNECT4, 40)
    keys = Counter(CONNECT4.key(opening.states(CONNECT4)[-1]) for opening in drawn)
    assert openings.repeated == 0
    assert set(keys.values()) == {1}


def test_openings_are_not_decided_where_others_can_be_had():
    """The solver is another program than the search that judges the openings."""
    solver = pw.Solver(TICTACTOE, engine="reference")
    _, drawn = draw(TICTACTOE, 20, seed=2)
    assert {solver.solve(opening.states(TICTACTOE)[-1]).value for opening in drawn} == {0}


@pytest.mark.slow
def test_a_balanced_opening_is_preferred_to_others():
    _, drawn = draw(pw.make("connect4"), 40, plies=6, seed=1)
    game = pw.make("connect4")
    values = [abs(pw.search(game, opening.states(game)[-1], nodes=2000).value) for opening in drawn]
    source = random.Random(9)
    others = []
    while len(others) < 40:
        state = game.initial()
        for _ in range(6):
            state = game.result(state, source.choice(list(game.actions(state))))
        if not game.terminal(state):
            others.append(abs(pw.search(game, state, nodes=2000).value))
    assert sorted(values)[20] < sorted(others)[20]


def test_an_opening_is_balanced_where_only_random_games_tell():
    """The learned evaluation knows more than the random games that judge the openings."""
    game = pw.make("hex")
    source = random.Random(9)

    def imbalance(words):
        state = game.initial()
        for word in words:
            state = game.result(state, game.parse_action(state, word))
        return abs(pw.search(game, state, algorithm="selective", nodes=5000).value)

    cells = [game.format_action(game.initial(), action) for action in game.actions(game.initial())]
    others = [imbalance(source.sample(cells, 4)) for _ in range(20)]
    _, drawn = draw(game, 20, plies=4, seed=1)
    assert sum(imbalance(opening.moves) for opening in drawn) < 0.75 * sum(others)


class Walk(pw.Game):
    """A long walk to either side, by rules that are not compiled."""

    moves = 0

    def initial(self):
        return 0, 1

    def player(self, state):
        return state[1]

    def actions(self, state):
        return [1, -1]

    def result(self, state, action):
        Walk.moves += len(json.dumps(action)) > 0
        return state[0] + action, -state[1]

    def terminal(self, state):
        return abs(state[0]) == 100

    def utility(self, state):
        return 1 if state[0] > 0 else -1


def test_no_random_games_are_played_in_plain_python():
    draw(Walk(), 1, plies=4)
    assert 1_000 < Walk.moves < 100 * BALANCE_NODES


def test_where_there_are_too_few_openings_they_come_again_evenly_and_that_is_counted():
    openings, drawn = draw(TICTACTOE, 30, plies=1)
    counts = Counter(TICTACTOE.key(opening.states(TICTACTOE)[-1]) for opening in drawn)
    assert len(counts) == 3  # corner, side, centre: none of them decides the game
    assert set(counts.values()) == {10}
    assert openings.repeated == 27


def test_the_openings_of_a_seed_stay_what_they_are():
    """Matches that were recorded name only the seed."""
    _, drawn = draw(CONNECT4, 3, plies=4, seed=7)
    assert [" ".join(opening.moves) for opening in drawn] == ["2 3 1 4", "1 1 4 3", "4 4 1 3"]


@pytest.mark.slow
def test_openings_become_longer_rather_than_come_again():
    openings, drawn = draw(CONNECT4, 150)
    least, most = usual_lengths(CONNECT4)
    lengths = {len(opening.moves) for opening in drawn}
    assert min(lengths) == least
    assert least < max(lengths) <= most
    assert openings.repeated == 0


@pytest.mark.slow
def test_a_game_that_is_decided_from_the_start_has_openings_too():
    """In nim every position is won for somebody."""
    _, drawn = draw(NIM, 10)
    assert len({NIM.key(opening.states(NIM)[-1]) for opening in drawn}) == 10


@pytest.mark.slow
def test_no_opening_ends_the_game():
    _, drawn = draw(NIM, 30, plies=3)
    assert not any(NIM.terminal(opening.states(NIM)[-1]) for opening in drawn)


def test_lines_that_always_end_the_game_are_refused():
    with pytest.raises(InputError, match="nim:heaps=1: no random line of 1 plies leaves the game open"):
        draw(pw.make("nim:heaps=1"), 1, plies=1)
    with pytest.raises(InputError, match="0 or more plies, not -1"):
        RandomOpenings(NIM, plies=-1)


# --- from a file -----------------------------------------------------------------------------------------------------


def test_a_file_holds_moves_positions_and_records():
    record = {"start": "X........", "opening": ["4"], "moves": [{"word": "0"}]}
    text = f"# the corner\n0 4\n\n  X...O....  # a position\n{json.dumps({'moves': ['8']})}\n{json.dumps(record)}\n"
    found = parse_openings(TICTACTOE, text)
    assert found == [
        Opening(None, ("0", "4")),
        Opening("X...O...."),
        Opening(None, ("8",)),
        Opening("X........", ("4",)),
    ]
    assert list(islice(cycle(found), 6))[4:] == found[:2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0 4\n0 0\n", "line 2: move 2: '0' is not a legal action"),
        ("\n\n9\n", "line 3: move 1: "),
        ("XXXOO....\n", "line 1: the game is over there"),
        ("0 3 1 4 2", "line 1: the game is over there"),
        ("{broken\n", "line 1: it is not a JSON object"),
        ('{"moves": "0 4"}', "line 1: an opening has a start, a text, or moves, a list of words"),
        ('{"plywise": 3}', "line 1: an opening has a start"),
        ('{"start": 3}', "line 1: an opening has a start"),
        ("# nothing\n", "it holds no opening"),
        ("", "it holds no opening"),
    ],
)
def test_a_bad_file_is_refused_with_its_line(text, message):
    with pytest.raises(InputError) as refused:
        parse_openings(TICTACTOE, text)
    assert str(refused.value).startswith(message)


START = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"


@pytest.mark.parametrize(
    ("game", "line", "opening"),
    [
        ("chess", f'{START} w KQkq - hmvc 0; fmvn 2; id "x";', Opening(f"{START} w KQkq - 0 2")),
        ("chess", f"{START} w KQkq - 0 1;", Opening(f"{START} w KQkq - 0 1")),
        ("chess", f"{START} w KQkq - 0 1 ; King's pawn", Opening(f"{START} w KQkq - 0 1")),
        ("chess", f"{START} w KQkq e6 0 2 # King's pawn", Opening(f"{START} w KQkq - 0 2")),
        ("chess", "1. e4 e5 2.Nf3 ; King's knight", Opening(None, ("e2e4", "e7e5", "g1f3"))),
        ("chess", "e2e4 e7e5 # King's pawn", Opening(None, ("e2e4", "e7e5"))),
        ("othello", "d3 c3 ; diagonal", Opening(None, ("d3", "c3"))),
        ("othello", f"{'-' * 27}OX{'-' * 6}XO{'-' * 27} X;", Opening(f"{'-' * 27}OX{'-' * 6}XO{'-' * 27} X")),
        ("chess", "1.e4e5 2.Nf3Nc6 ; Knights", Opening(None, ("e2e4", "e7e5", "g1f3", "b8c6"))),
        ("othello", "f5d6c3", Opening(None, ("f5", "d6", "c3"))),
        ("checkers", "1. 11-15 22-18", Opening(None, ("11-15", "22-18"))),
        ("go:size=3", ".../.X./... O", Opening(".../.X./... O")),
        ("tictactoe", "1. 4 0", Opening(None, ("4", "0"))),
        ("connect4", "4 4 3", Opening(None, ("4", "4", "3"))),
    ],
)
def test_lines_of_other_programs_are_read(game, line, opening):
    assert parse_openings(pw.make(game), f"\ufeff; openings\r\n\r\n{line}\r\n") == [opening]


@pytest.mark.parametrize(
    ("game", "line", "fault"),
    [
        ("chess", f"{START[:-2]} w KQkq - 0 1", "line 2: position .*rank 1"),
        ("chess", f'{START} x KQkq - 0 1; id "a";', "line 2: position .*side to move is w or b"),
        ("chess", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1", "line 2: position .*chess:chess960=1"),
        ("chess", "e4 e5 Ke3 ; King's walk", "line 2: move 3: 'Ke3' is not a legal action"),
        ("othello", f"{'-' * 27}OX{'-' * 6}XO{'-' * 26} X", "line 2: position .*63 cells"),
        ("checkers", "B:W21,22,K55:B1,2", "line 2: position .*'K55'"),
        ("go:size=3", ".../.X./.. O", "line 2: position .*2 points, not 3"),
        ("tictactoe", "XO......z", "line 2: position"),
    ],
)
def test_a_faulty_line_tells_its_own_fault(game, line, fault):
    with pytest.raises(InputError, match=fault) as raised:
        parse_openings(pw.make(game), f"# openings\n{line}\n")
    assert len(str(raised.value).splitlines()) == 1


@pytest.mark.parametrize(("most", "lengths"), [(None, (4, 20)), (4, (4, 4)), (2, (2, 2)), (0, (0, 0))])
def test_in_short_games_usual_openings_are_shorter(most, lengths):
    assert RandomOpenings(pw.make("chess"), most=most).lengths == lengths
