"""Hex against OpenSpiel, against chains found cell by cell, and against boards solved by plain minimax."""

import random
from functools import cache

import pyspiel
import pytest

import plywise as pw
from plywise import MAX, MIN, InputError
from plywise.game import play_moves
from plywise.games.loading import game_text
from plywise.show.text import draw_board
from tests.helpers.twins import SAME, compare

SIZES = range(3, 12)
AROUND = ((0, -1), (0, 1), (-1, 0), (-1, 1), (1, 0), (1, -1))


def has_won(stones, size, side):
    """Return whether stones, as (row, column), join the player's two sides: a walk from cell to cell."""
    waiting = [place for place in stones if place[side == MIN] == 0]
    seen = set(waiting)
    while waiting:
        row, column = waiting.pop()
        if (row, column)[side == MIN] == size - 1:
            return True
        for down, right in AROUND:
            place = row + down, column + right
            if place in stones and place not in seen:
                seen.add(place)
                waiting.append(place)
    return False


def words_of(game, state):
    return [] if game.terminal(state) else [game.format_action(state, action) for action in game.actions(state)]


@pytest.mark.parametrize("size", SIZES)
def test_a_game_ends_where_a_chain_joins_two_sides(size):
    game, dice = pw.make("hex", size=size), random.Random(size)
    for number in range(120):  # 1,080 games, all sizes together
        state, side, stones = game.initial(), MAX, {MAX: set(), MIN: set()}
        while not has_won(stones[-side], size, -side):
            assert not game.terminal(state), number
            assert game.player(state) == side
            taken = stones[MAX] | stones[MIN]
            free = [cell for cell in range(size * size) if divmod(cell, size) not in taken]
            assert list(game.actions(state)) == free, number
            cell = dice.choice(free)
            state = game.result(state, cell)
            stones[side].add(divmod(cell, size))
            side = -side
        assert game.terminal(state), number
        assert game.utility(state) == -side


@pytest.mark.slow_with("11-0", "9-1")
@pytest.mark.parametrize(("size", "swap"), [(3, 0), (7, 0), (8, 0), (11, 0), (3, 1), (5, 1), (8, 1), (9, 1)])
def test_openspiel_plays_by_the_same_rules(size, swap):
    game, other = pw.make("hex", size=size, swap=swap), pyspiel.load_game("hex", {"board_size": size, "swap": swap > 0})
    swaps = 0
    for number in range(40):
        dice, state, theirs = random.Random(number), game.initial(), other.new_initial_state()
        while not game.terminal(state):
            named = {action: game.format_action(state, action) for action in game.actions(state)}
            numbers = {size * size if word == "swap" else action: action for action, word in named.items()}
            assert sorted(numbers) == theirs.legal_actions(), number
            chosen = dice.choice(list(numbers))
            if size * size in numbers and number % 2:
                chosen, swaps = size * size, swaps + 1
            state = game.result(state, numbers[chosen])
            theirs.apply_action(chosen)
            assert game.terminal(state) == theirs.is_terminal(), number
        assert game.utility(state) == theirs.returns()[0], number
    assert swaps == (20 if swap else 0)


# --- values ----------------------------------------------------------------------------------------------------------


@cache
def near_the_diagonal(size):
    """Return all places, those on the short diagonal first, where the best moves are."""
    places = [(row, column) for row in range(size) for column in range(size)]
    return sorted(places, key=lambda place: abs(sum(place) - size + 1))


@cache
def wins(black, white, size):
    """Return whether the player to move wins, by plain minimax on frozensets of cells."""
    side = MAX if len(black) == len(white) else MIN
    if has_won(white if side == MAX else black, size, -side):
        return False
    for place in near_the_diagonal(size):
        if place not in black and place not in white:
            after = (black | {place}, white) if side == MAX else (black, white | {place})
            if not wins(*after, size):
                return True
    return False


def openings_by_minimax(size):
    """Return a mark for each first move: X for those by which Black wins."""
    places = [(row, column) for row in range(size) for column in range(size)]
    return "".join(".X"[not wins(frozenset({place}), frozenset(), size)] for place in places)


def openings_by_search(size):
    """Return the same, by the compiled search."""
    game = pw.make("hex", size=size)
    after = [game.result(game.initial(), action) for action in range(size * size)]
    return "".join("X" if pw.search(game, each, algorithm="deepening").value == 1 else "." for each in after)


def test_the_winning_openings_of_3_by_3():
    assert openings_by_search(3) == openings_by_minimax(3) == "..XXXXX.."


@pytest.mark.slow
def test_the_winning_openings_of_4_by_4():
    assert openings_by_search(4) == openings_by_minimax(4) == "...X..X..X..X..."
    wins.cache_clear()


@pytest.mark.parametrize("size", [3, pytest.param(4, marks=pytest.mark.slow)])
def test_white_wins_with_the_swap_rule(size):
    assert pw.solve(pw.make("hex", size=size, swap=1)).value == -1


@pytest.mark.slow_with("hex:size=9-1")
@pytest.mark.parametrize(
    ("text", "depth"),
    [("hex:size=3", 4), pytest.param("hex:size=8,swap=1", 2, marks=pytest.mark.slow), ("hex:size=9", 1)],
)
def test_a_compiled_search_is_the_references_twin(text, depth):
    assert compare(pw.make(text), depths=range(1, depth + 1), positions=2, strong=True) == SAME


# --- symmetry and notation -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_half_a_turn_takes_each_cell_to_its_opposite(size):
    game = pw.make("hex", size=size)
    for cell in range(size * size):
        assert game.turned(game.stone(cell)) == game.stone(size * size - 1 - cell)


def test_a_swapped_stone_is_mirrored():
    game = pw.make("hex", size=5, swap=1)
    state = play_moves(game, game.initial(), "b1 SWAP")
    assert game.format_state(state) == "...../O..../...../...../..... X"
    assert "swap" not in words_of(game, state)
    assert len(words_of(game, state)) == 24
    assert game.parse_state(game.format_state(state)) == state
    first = game.result(game.initial(), 1)
    assert {cell.action for row in game.cells(first) for cell in row if cell.mark} == {"swap"}
    with pytest.raises(InputError, match="only White may swap"):
        pw.make("hex").parse_action(pw.make("hex").initial(), "swap")


def test_the_board_is_drawn_with_each_row_half_a_cell_further_right():
    game = pw.make("hex", size=3)
    drawn = draw_board(game, play_moves(game, game.initial(), "b2 c1 a3")).splitlines()
    assert drawn == ["a1    b1    O", "   a2    X     c2", "      X     b3    c3"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (".../.../...", "after the board comes X or O"),
        (".../... X", "has 2 rows, not 3"),
        (".../.../..? X", "c3 holds '?'"),
        ("X../.../... X", "Black cannot be to move with 1 black and 0 white stones"),
        ("XXX/O../OO. O", "White cannot be to move with 3 black and 3 white stones"),
        ("XO./XO./XO. X", "Black has won and cannot be to move"),
    ],
)
def test_positions_that_are_refused(text, said):
    with pytest.raises(InputError) as refused:
        pw.make("hex", size=3).parse_state(text)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "given", [{"size": 2}, {"size": 12}, {"size": 7.0}, {"size": True}, {"swap": 2}, {"swap": True}]
)
def test_parameters_that_are_refused(given):
    with pytest.raises(InputError, match=r"is not a whole number from 3 to 11|is neither 0 nor 1"):
        pw.make("hex", **given)


def test_the_evaluation_of_the_package_is_not_in_the_games_text():
    game = pw.make("hex")
    assert game_text(game) == "hex"
    assert pw.search(game, algorithm="selective", nodes=100).best in list(game.actions(game.initial()))
    assert game_text(game) == "hex"


def test_a_game_derived_from_it_has_no_learned_evaluation():
    class Variant(type(pw.make("hex"))):
        """Other rules, perhaps."""

    assert pw.make("hex").learned is not None
    assert Variant().learned is None
