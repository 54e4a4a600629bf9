"""Games of OpenSpiel in Plywise: named by GAME texts, played in lock-step with OpenSpiel, and refused in one line."""

import copy
import pickle
import random
from zlib import crc32

import pyspiel
import pytest

import plywise as pw
from plywise.errors import InputError
from plywise.games.loading import full_game_text, make
from plywise.libraries.openspiel import POSITIONS, OpenSpielState

GAMES = (
    "amazons(board_size=6)", "antichess", "breakthrough(rows=6,columns=6)", "checkers", "chess", "chinese_checkers",
    "clobber", "connect_four", "crazyhouse", "cursor_go(board_size=5)", "dots_and_boxes", "go(board_size=5)",
    "gomoku(size=7)", "havannah(board_size=4)", "hex(board_size=5)", "hex(board_size=4,swap=True)",
    "hive", "lines_of_action", "mancala", "misere(game=tic_tac_toe())", "mnk(m=5,n=5,k=4)", "nim",
    "nine_mens_morris", "othello", "oware", "pentago", "python_tic_tac_toe", "quoridor(board_size=5)", "shogi",
    "tic_tac_toe", "twixt(board_size=6)", "ultimate_tic_tac_toe", "xiangqi", "y(board_size=5)",
)  # fmt: skip
"""OpenSpiel's sequential, deterministic, zero-sum games of two players and perfect information, on small boards."""

REFUSED = {
    "openspiel:backgammon": "chance moves",
    "openspiel:leduc_poker": "do not see everything",
    "openspiel:goofspiel": "at the same time",
    "openspiel:chinese_checkers(players=3)": "not for two players but 3",
    "openspiel:pathfinding": "not zero-sum",
    "openspiel:hexx": "did you mean hex?",
    "openspiel:": "is not of the form openspiel:name",
    "openspiel": "is not of the form openspiel:name",
    "openspiel:hex(board_size=3": "is not of the form openspiel:name",
    "openspiel:hex(board_size)": "not of the form parameter=value",
    "openspiel:hex(board_sise=3)": "did you mean board_size?",
    "openspiel:hex(board_size=x)": "a whole number",
    "openspiel:hex(board_size=3,board_size=4)": "given twice",
    "openspiel:connect_four(rows=0)": "at least 1",
    "openspiel:breakthrough(rows=1)": "OpenSpiel cannot play that",
    "openspiel:breakthrough(rows=99999999999)": "OpenSpiel refuses",
    "openspiel:misere": "Missing parameter game",
    "openspiel:efg_game(filename=none.py)": "OpenSpiel refuses",
}


def play_together(text: str, games: int, seed: int = 1, most: int = 10_000) -> tuple[int, int]:
    """Play random games in Plywise and in OpenSpiel; return how many plies they had and how many positions recurred.

    Positions that Plywise takes for equal must have equal futures: the same actions, each to equal positions.
    """
    game, chance = pw.make(f"openspiel:{text}"), random.Random(seed)
    spiel_game = pyspiel.load_game(text)
    plies = met_again = 0
    met: dict[object, tuple[object, dict[int, object]]] = {}
    by_moves = game.make_state is OpenSpielState  # then nothing recurs but what the same moves led to
    for _ in range(games):
        state, spiel = game.initial(), spiel_game.new_initial_state()
        for ply in range(most):
            told = compare(game, state, spiel)
            before, children = (told, {}) if by_moves and ply else met.setdefault(state, (told, {}))
            assert before == told
            met_again += before is not told
            if spiel.is_terminal():
                break
            action = chance.choice(spiel.legal_actions())
            state = game.result(state, action)
            assert children.setdefault(action, state) == state
            spiel.apply_action(action)
            plies += 1
    return plies, met_again


def compare(game: pw.Game, state: object, spiel: object) -> object:
    """Compare a state with OpenSpiel's; return what the rules say about it."""
    assert game.terminal(state) == spiel.is_terminal()
    if spiel.is_terminal():
        assert game.utility(state) == spiel.returns()[0]
        low, high = game.utility_bounds
        assert low <= game.utility(state) <= high
        return game.utility(state)
    assert (game.player(state) == pw.MIN) == bool(spiel.current_player())
    assert list(game.actions(state)) == spiel.legal_actions()
    return game.player(state), tuple(game.actions(state))


@pytest.mark.parametrize("text", GAMES)
def test_random_games_in_lock_step(text):
    plies, _ = play_together(text, games=3, most=150)
    assert plies >= 9


@pytest.mark.slow
@pytest.mark.parametrize("text", GAMES)
def test_a_thousand_random_games_in_lock_step(text):
    plies, met_again = play_together(text, games=1000)
    assert plies >= 1000
    assert met_again >= 999  # at least the initial position


@pytest.mark.parametrize("text", GAMES)
def test_positions_and_moves_are_read_back(text):
    game, chance = pw.make(f"openspiel:{text}"), random.Random(2)
    state = game.initial()
    for _ in range(12):
        words = [game.format_action(state, action) for action in game.actions(state)]
        assert len(set(words)) == len(words)
        assert not any(set(word) & set(" \n") for word in words)
        for word, action in zip(words, game.actions(state), strict=True):
            assert game.parse_action(state, word) == action
        state = game.result(state, chance.choice(game.actions(state)))
        if game.terminal(state):
            break
    assert game.parse_state(game.format_state(state)) == state
    assert game.parse_state("start") == game.initial()


def test_sent_to_another_process():
    game = pw.make("openspiel:hex(board_size=3)")
    state = game.parse_state("b2 a1")
    there, position = pickle.loads(pickle.dumps((game, state)))
    assert position == state == copy.deepcopy(state)
    assert type(there) is type(game)
    assert there.name == game.name


@pytest.mark.parametrize(("text", "said"), REFUSED.items())
def test_refused_in_one_line(text, said, capfd):
    with pytest.raises(InputError, match=said.replace("?", "\\?")) as refused:
        make(text)
    assert "\n" not in str(refused.value)
    assert capfd.readouterr() == ("", "")


def test_parameters():
    assert pw.make("openspiel:breakthrough", rows=6).name == "openspiel:breakthrough(rows=6)"
    assert make("openspiel:go(board_size=5,komi=7)").name == "openspiel:go(board_size=5,komi=7.0)"
    assert make("openspiel:hex(board_size=4,swap=1)").name == "openspiel:hex(board_size=4,swap=True)"
    assert make("openspiel:Tic Tac Toe").name == "openspiel:tic_tac_toe"
    nested = "openspiel:misere(game=mnk(m=3,n=3,k=3))"
    assert make(nested).name == nested == full_game_text(make(nested))


def test_equal_positions_are_those_that_play_alike():
    placing = pw.make("openspiel:tic_tac_toe")
    assert placing.parse_state("x(0,0) o(1,1) x(2,2)") == placing.parse_state("x(2,2) o(1,1) x(0,0)")
    chess = pw.make("openspiel:chess")  # whose text does not say how often a position has occurred
    assert chess.parse_state("Nf3 Nf6 Nc3") != chess.parse_state("Nc3 Nf6 Nf3")


@pytest.mark.slow_with("breakthrough(rows=4,columns=4)")
@pytest.mark.parametrize("text", ["tic_tac_toe", "nim(pile_sizes=1;2;3)", "hex(board_size=3)", "mnk(m=4,n=3,k=3)",
                                  "clobber(rows=3,columns=3)", "dots_and_boxes(num_rows=1,num_cols=2)",
                                  "misere(game=tic_tac_toe())", "breakthrough(rows=4,columns=4)"])  # fmt: skip
def test_values_are_those_that_openspiel_finds(text):
    game = pw.make(f"openspiel:{text}")
    assert pw.search(game, table=4).value == openspiel_value(pyspiel.load_game(text))


RARELY_EQUAL = ("mancala", "ultimate_tic_tac_toe")
"""Here an exchange hardly ever leads to an equal position; those that recur in a thousand random games are compared."""


@pytest.mark.parametrize(
    "text", [text for text in GAMES if text.partition("(")[0] in set(POSITIONS).difference(RARELY_EQUAL)]
)
def test_equal_positions_have_equal_futures(text):
    """Two moves of a line are exchanged; where that leads to an equal position, both go on alike to the end."""
    game, chance, found = pw.make(f"openspiel:{text}"), random.Random(5), 0
    for _ in range(400):
        moves = random_moves(game, chance, chance.randrange(3, 40))
        first, second = sorted(chance.sample(range(len(moves)), 2))
        other = list(moves)
        other[first], other[second] = other[second], other[first]
        one, another = after(game, moves), after(game, other)
        if moves == other or another is None or one != another:
            continue
        found += 1
        while not game.terminal(one):
            assert (game.player(one), game.actions(one)) == (game.player(another), game.actions(another))
            action = chance.choice(game.actions(one))
            one, another = game.result(one, action), game.result(another, action)
            assert one == another
        assert game.terminal(another)
        assert game.utility(one) == game.utility(another)
        if found == 30:
            break
    assert found >= 3


def random_moves(game: pw.Game, chance: random.Random, plies: int) -> list[int]:
    """Return the actions of a random line of play."""
    state, moves = game.initial(), []
    while len(moves) < plies and not game.terminal(state):
        moves.append(chance.choice(game.actions(state)))
        state = game.result(state, moves[-1])
    return moves


def after(game: pw.Game, moves: list[int]) -> object:
    """Return the state after actions; None where one of them is not legal."""
    state = game.initial()
    for action in moves:
        if game.terminal(state) or action not in game.actions(state):
            return None
        state = game.result(state, action)
    return state


def openspiel_value(game: object) -> float:
    """Return the value of a game by OpenSpiel's own alpha-beta search."""
    from open_spiel.python.algorithms import minimax

    return minimax.alpha_beta_search(game)[0]


@pytest.mark.slow_with("pentago")
@pytest.mark.parametrize("text", GAMES)
def test_estimates_are_backed_up_as_openspiel_does(text):
    """With one estimate at the horizon, both searches find the same value in positions of random play."""
    from open_spiel.python.algorithms import minimax

    game, chance = pw.make(f"openspiel:{text}"), random.Random(3)
    game.__class__ = type("Estimated", (type(game),), {"evaluate": lambda self, state: estimate(state.spiel)})
    state = game.initial()
    for _ in range(3):
        state = game.result(state, chance.choice(game.actions(state)))
        value, _ = minimax.alpha_beta_search(
            game.spiel, state.spiel.clone(), estimate, maximum_depth=2, maximizing_player_id=0
        )
        assert pw.search(game, state, depth=2, engine="reference").value == value


def estimate(spiel: object) -> float:
    """Return a number between -1/9 and 1/9 that depends on the whole text of a position."""
    return (crc32(str(spiel).encode()) % 19 - 9) / 81


def test_a_search_says_why_it_is_not_compiled():
    result = pw.search(pw.make("openspiel:tic_tac_toe"))
    assert result.engine == "reference"
    assert "OpenSpiel" in result.fallback
    with pytest.raises(InputError, match="its rules are those of OpenSpiel"):
        pw.search(pw.make("openspiel:tic_tac_toe"), engine="native")


def test_objects_of_pyspiel():
    spiel = pyspiel.load_game("hex(board_size=3,num_cols=4)")
    game = pw.libraries.from_openspiel(spiel)
    assert game.spiel.get_parameters() == spiel.get_parameters()
    state = spiel.new_initial_state()
    state.apply_action(5)
    assert pw.search(game, state, table=1).position == "b2"
    assert str(pw.position(game, state)).endswith("MIN to move")
    with pytest.raises(InputError, match="is one of OpenSpiel's tic_tac_toe"):
        pw.search(game, pyspiel.load_game("tic_tac_toe").new_initial_state())
    with pytest.raises(InputError, match="takes a pyspiel"):
        pw.libraries.from_openspiel("hex")


def test_a_state_that_its_moves_do_not_tell():
    spiel = pyspiel.load_game("chess")
    game = pw.libraries.from_openspiel(spiel)
    with pytest.raises(InputError, match="does not come from the initial one"):
        pw.search(game, spiel.new_initial_state("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"), depth=1)


def test_the_laws_hold():
    for text in ("tic_tac_toe", "hex(board_size=3)", "chess", "dots_and_boxes"):
        assert not pw.check(pw.make(f"openspiel:{text}"), states=200, playouts=2).broken


def test_an_evaluation_of_ones_own(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "import plywise as pw\n"
        "class Mine(type(pw.make('openspiel:breakthrough'))):\n"
        "    def evaluate(self, state):\n"
        "        return (str(state.spiel).count('b') - str(state.spiel).count('w')) / 100\n"
    )
    game = make(f"{file}:Mine:rows=4,columns=4")
    assert pw.search(game, depth=4).value not in (-1, 0, 1)


def test_every_listed_game_is_one():
    names = {game.short_name for game in pyspiel.registered_games()} | {"python_tic_tac_toe"}
    assert set(POSITIONS) <= names


def test_there_and_back():
    """A game of Plywise in OpenSpiel is one of OpenSpiel's in Plywise."""
    game = pw.make("nim", heaps="1-2-3")
    back = pw.libraries.from_openspiel(pw.libraries.as_openspiel(game))
    assert back.name == "openspiel:plywise_nim_heaps_1_2_3"
    assert pw.search(back).value == pw.search(game, engine="reference").value
    assert pw.search(back).pv_words == pw.search(game, engine="reference").pv_words


def test_an_error_of_openspiel_in_the_middle_of_a_search(monkeypatch):
    game = pw.make("openspiel:oware(num_houses_per_player=2,num_seeds_per_house=2)")
    start = game.initial()

    class Failing:
        def __getattr__(self, name):
            return getattr(start.spiel, name)

        def child(self, action):
            raise pyspiel.SpielError("/project/oware.cc:246\nhistory_.size() < kMaxGameLength")

    with pytest.raises(InputError, match=r"OpenSpiel cannot play 0: /project/oware.cc:246 history_.size"):
        game.result(OpenSpielState(Failing()), 0)
