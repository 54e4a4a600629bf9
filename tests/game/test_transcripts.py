"""Lines of moves as people write them: separated or not, numbered or not, with forced passes or without."""

import random

import pytest

import plywise as pw
from plywise.game import move_label
from plywise.game.transcripts import play_line, read_line
from plywise.games import REGISTRY


def words(game, text, start=None):
    state = game.initial() if start is None else game.parse_state(start)
    found = []
    for action, after in read_line(game, state, text):
        found.append(game.format_action(state, action))
        state = after
    return found


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("othello", "f5d6c3", "f5 d6 c3"),
        ("othello", "F5 D6", "f5 d6"),
        ("othello", "F5D6c3D3", "f5 d6 c3 d3"),
        ("othello", "1.f5d6 2. c3 d3", "f5 d6 c3 d3"),
        ("othello", "f5,d6,c3", "f5 d6 c3"),
        ("connect4", "4433", "4 4 3 3"),
        ("connect4", "44 3,3 5", "4 4 3 3 5"),
        ("connect4:width=10,height=5", "1010", "10 10"),
        ("connect4:width=11,height=4", "11", "11"),
        ("tictactoe", "4013", "4 0 1 3"),
        ("tictactoe", "(1,1),(0,0) 8", "4 0 8"),
        ("go", "c3Passd3", "c3 pass d3"),
        ("go", "C3 PASS", "c3 pass"),
        ("checkers", "11-15,22-18", "11-15 22-18"),
        ("checkers", "11-1522-1815x22", "11-15 22-18 15x22"),
        ("chess", "e2e4e7e5G1F3", "e2e4 e7e5 g1f3"),
        ("chess", "e4e5Nf3Nc6", "e2e4 e7e5 g1f3 b8c6"),
        ("chess", "e4d5exd5Qxd5", "e2e4 d7d5 e4d5 d8d5"),
        ("chess", "1.e4e5 2.Nf3Nc6 3. Bb5", "e2e4 e7e5 g1f3 b8c6 f1b5"),
        ("chess", "1.e4e52.Nf3Nc63.Bb5Nf64.O-ONxe4", "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1 f6e4"),
        ("chess", "f3e5g4Qh4#", "f2f3 e7e5 g2g4 d8h4"),
        ("chess", "e2-e4e7-e5", "e2e4 e7e5"),
        ("chess", "1 e4 e5 2 Nf3", "e2e4 e7e5 g1f3"),
        ("chess", "1) e4 e5; 2) Nf3", "e2e4 e7e5 g1f3"),
        ("chess", "1. e4 {best by test} e5! $1 2. Nf3 *", "e2e4 e7e5 g1f3"),
        ("checkers", "1.11-15 22-18 2.15x22", "11-15 22-18 15x22"),
        ("checkers", "1.11-1522-182.15x22", "11-15 22-18 15x22"),
        ("go", "D4 C3 pass", "d4 c3 pass"),
        ("nim", "1-12-1 *", "1-1 2-1"),
        ("kalah", "1. 3 6 2. 1 1-0", "3 6 1"),
    ],
)
def test_lines_are_read(name, text, line):
    assert " ".join(words(pw.make(name), text)) == line


@pytest.mark.parametrize("name", REGISTRY)
def test_random_games_without_spaces_are_read_or_have_two_readings(name):
    game, source = pw.make(name), random.Random(name)
    for _ in range(5):
        state, played = game.initial(), []
        while not game.terminal(state) and len(played) < 40:
            action = source.choice(list(game.actions(state)))
            played.append(game.format_action(state, action))
            state = game.result(state, action)
        try:
            assert words(game, "".join(played)) == played
        except pw.InputError as error:
            if "write a space" not in str(error):
                raise


def test_random_games_of_chess_as_players_write_them_are_read_without_spaces():
    game, source, read = pw.make("chess"), random.Random(7), 0
    for _ in range(6):
        state, played, labels = game.initial(), [], []
        while not game.terminal(state) and len(played) < 24:
            action = source.choice(list(game.actions(state)))
            played.append(game.format_action(state, action))
            number = f"{len(played) // 2 + 1}." if len(played) % 2 else ""
            labels.append(number + move_label(game, state, action))
            state = game.result(state, action)
        try:
            assert words(game, "".join(labels)) == played
            read += 1
        except pw.InputError as error:
            if "write a space" not in str(error):
                raise
    assert read > 3


@pytest.mark.parametrize("joined", [False, True])
def test_forced_passes_may_be_left_out(joined):
    game, source, left_out = pw.make("othello:size=6"), random.Random(5), 0
    for _ in range(30):
        state, played = game.initial(), []
        while not game.terminal(state):
            action = source.choice(list(game.actions(state)))
            played.append(game.format_action(state, action))
            state = game.result(state, action)
        while played[-1] == "pass":
            played.pop()
        left_out += "pass" in played
        assert words(game, ("" if joined else " ").join(word for word in played if word != "pass")) == played
    assert left_out > 5


def test_a_pass_by_choice_is_not_filled_in():
    with pytest.raises(pw.InputError, match="move 2: 'c3' is not a legal action"):
        words(pw.make("go"), "c3 c3")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("othello", "f5d6f5", "move 3: 'f5', the rest of 'f5d6f5', begins with no legal action"),
        ("othello", "f5 d6c4x", "move 4: 'x', the rest of 'd6c4x', begins with no legal action"),
        ("othello", "f5,d6,f5", "move 3: f5: there is a disc already"),
        ("othello", "z9", "move 1: 'z9' is not a square"),
        ("connect4", "4 48", "move 3: '8', the rest of '48', begins with no legal action"),
        ("connect4:width=11,height=4", "111", "move 1: '111' may be 1 1 1 or 1 11: write a space between the moves"),
        ("mnk:m=4,n=4,k=4", "1011", "move 1: '1011' may be 1 0 11 or 10 11: write a space"),
        ("chess", "e4 5", "move 2: '5' is not a move"),
        ("chess", "e4e5Nf3e5", "move 4: 'e5', the rest of 'e4e5Nf3e5', begins with no legal action"),
        ("tictactoe", "4 0 4", "move 3: '4' is not a legal action; legal:"),
        ("tictactoe", "0314256", "move 6: '56', the rest of"),
    ],
)
def test_what_is_no_line_is_refused_with_its_place(name, text, message):
    with pytest.raises(pw.InputError) as caught:
        words(pw.make(name), text)
    assert str(caught.value).startswith(message)


def test_a_text_with_countless_readings_is_refused_soon():
    class Ones(pw.Game):
        """Take one, two or three of some things; a move is written as so many ones."""

        def initial(self):
            return (10_000, pw.MAX)

        def player(self, state):
            return state[1]

        def actions(self, state):
            return [1, 2, 3]

        def result(self, state, action):
            return (state[0] - action, -state[1])

        def terminal(self, state):
            return state[0] < 3

        def utility(self, state):
            return -state[1]

        def parse_action(self, state, text):
            raise pw.InputError(f"{text!r} is not a move")

        def format_action(self, state, action):
            return "1" * action

    game = Ones()
    with pytest.raises(pw.InputError, match="may be"):
        words(game, "1" * 500)
    with pytest.raises(pw.InputError, match="too many ways") as caught:
        words(game, "1" * 500 + "x")
    assert len(str(caught.value)) < 200


def test_games_whose_reading_raises_what_python_raises():
    class ByHand(type(pw.make("connect4"))):
        def parse_action(self, state, text):
            if len(text) != 1:
                raise IndexError(text)
            return super().parse_action(state, text)

    game = ByHand()
    assert words(game, "4433") == ["4", "4", "3", "3"]
    with pytest.raises(IndexError):
        words(game, "xy")


def test_the_same_moves_everywhere():
    game = pw.make("othello")
    after = play_line(game, game.initial(), "f5d6c3")
    assert pw.position(game, moves="f5d6c3").state == after
    assert pw.position(game).line("F5 D6 c3").moves == ["f5", "d6", "c3"]
    assert play_line(game, after, "") == after
