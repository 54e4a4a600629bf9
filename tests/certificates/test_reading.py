"""A certificate's strategy along a line of moves: what it says of each position, and where it says nothing."""

import io
from dataclasses import replace

import pytest

import plywise as pw
from plywise.certificates.checker import NotProved, read_claim
from plywise.certificates.goal import Goal
from plywise.certificates.plan import Making
from plywise.certificates.reading import Strategy, read_strategy
from plywise.errors import InputError
from plywise.game import MAX, MIN
from tests.helpers.certificates import Circle, made, written

TICTACTOE = pw.make("tictactoe")


def strategy_in(folder, certificate):
    (folder / "one.cert").write_bytes(certificate.to_bytes())
    return read_strategy(str(folder / "one.cert"))


@pytest.fixture(scope="module")
def draw(tmp_path_factory):
    return strategy_in(tmp_path_factory.mktemp("draw"), made(TICTACTOE, MIN, "draw", position="." * 9))


def test_a_line_is_followed_to_its_end(draw):
    words = []
    while not (found := draw.walk(words))[-1][1].is_leaf:
        state, step = found[-1]
        action = next(iter(TICTACTOE.actions(state))) if step.action is None else step.action
        words.append(TICTACTOE.format_action(state, action))
    reasons = [step.reason for _, step in found]
    assert reasons[0::2][:2] == ["any reply", "any reply"]  # X moves
    assert set(reasons[1:-1:2]) <= {"chosen", "only move"}
    assert found[0][0] == TICTACTOE.initial()
    assert len(found) == len(words) + 1


def test_a_line_that_leaves_the_strategy_is_refused_in_one_line(draw):
    (_, _), (state, step) = draw.walk(["0"])
    own = TICTACTOE.format_action(state, step.action)
    other = next(word for word in map(str, range(1, 9)) if word != own)
    with pytest.raises(InputError, match=f"^move 2: the certificate plays {own}, not {other}$"):
        draw.walk(["0", other])
    with pytest.raises(InputError, match=r"^move 2: '0' is not a legal action"):
        draw.walk(["0", "0"])
    for word in ("", "\x1b[2J", "x" * 3000, "9", "-1", "0 4"):
        with pytest.raises(InputError, match=r"^move 1: [ -~]*$"):
            draw.walk([word])


def test_a_win_in_one_may_be_played_and_then_the_game_is_over(tmp_path):
    won = strategy_in(
        tmp_path, made(TICTACTOE, MAX, "win", position="XX.OO....", start=TICTACTOE.parse_state("XX.OO...."))
    )
    assert [step.reason for _, step in won.walk([])] == ["win in one"]
    assert [step.reason for _, step in won.walk(["2"])] == ["win in one", "over"]
    with pytest.raises(InputError, match=r"^move 1: the certificate plays 2, not 6$"):
        won.walk(["6"])
    with pytest.raises(InputError, match=r"^move 2: the game is over"):
        won.walk(["2", "3"])


def test_nothing_is_said_of_what_follows_on_a_known_bound(tmp_path, monkeypatch):
    monkeypatch.setattr(Making, "compiled", lambda making: None)  # it is read in plain Python
    game = pw.make("connect4", width=4, height=4)
    bounded = strategy_in(tmp_path, made(game, MIN, "draw", position="empty", trusts=True))
    words = []
    while not (found := bounded.walk(words))[-1][1].is_leaf:
        state, step = found[-1]
        action = next(iter(game.actions(state))) if step.action is None else step.action
        words.append(game.format_action(state, action))
    assert found[-1][1].reason == "known bound"
    with pytest.raises(InputError, match=f"^move {len(words) + 1}: the line ends before 1, by a known bound$"):
        bounded.walk([*words, "1"])


@pytest.mark.parametrize("name", ["connect4:x.py", "connect4:/x.py", "x.py"])
def test_no_file_is_run_because_a_header_names_it(tmp_path, monkeypatch, name):
    (tmp_path / "connect4:").mkdir()
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text("open('ran', 'w').write('')\n")
    found = made(TICTACTOE, MAX, "win", position="XX.OO....", start=TICTACTOE.parse_state("XX.OO...."))
    claim = found.claim._replace(game=f"{name}:Evil")
    (tmp_path / "one.cert").write_bytes(replace(found, claim=claim).to_bytes())
    with pytest.raises(InputError, match=r"^it names rules that are not part of Plywise"):
        read_strategy("one.cert")
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("engine", ["reference", pytest.param("native", marks=pytest.mark.slow)])
def test_a_strategy_that_goes_in_a_circle_reaches_nothing(engine):
    def read(entries, positions):
        claim = read_claim(io.BytesIO(written("MAX", "win", entries, positions)))
        return Strategy(claim, Circle(), Circle().initial(), Goal(MAX, "win"), entries, engine)

    assert read([0, 0, 0], 6).step(Circle().initial()).action == -1
    with pytest.raises(NotProved):
        read([0, 1], 4)


def test_in_plain_python_all_is_looked_at_that_a_checker_looks_at():
    def read(entries, positions, within=None):
        claim = read_claim(io.BytesIO(written("MAX", "win", entries, positions, within)))
        return Strategy(claim, Circle(), Circle().initial(), Goal(MAX, "win"), entries, "reference")

    read([0, 0, 0], 6, within=7)
    over = TICTACTOE.parse_state("XXXOO....")
    with pytest.raises(NotProved):
        Strategy(read_claim(io.BytesIO(written("MIN", "draw", [], 0))), TICTACTOE, over, Goal(MIN, "draw"), [])
    for entries, positions, within in (([0, 0, 0, 0], 6, None), ([0, 0, 0], 7, None), ([0, 0, 0], 6, 6)):
        with pytest.raises(NotProved):
            read(entries, positions, within)


@pytest.mark.slow_with("native")
@pytest.mark.parametrize("engine", ["reference", "native"])
def test_plies_are_counted_where_a_claim_counts_them(engine):
    game = pw.make("tictactoe")
    start = game.parse_state("X.O......")
    found = made(game, MAX, "win", start=start, counts=True)
    entries = list(found.body)
    assert found.claim.within == 5
    Strategy(found.claim, game, start, Goal(MAX, "win"), entries, engine)
    with pytest.raises(NotProved):
        Strategy(found.claim._replace(within=4), game, start, Goal(MAX, "win"), entries, engine)
