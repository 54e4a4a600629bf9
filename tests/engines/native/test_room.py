"""Values that trial positions did not show: rules are compiled again with room for them, and the search done anew."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest

import plywise as pw
from plywise.compiler.layout.codec import Words
from plywise.compiler.types.kinds import Refusal
from plywise.engines.compiled import retry_with_wider_layout
from plywise.engines.native import engines
from plywise.engines.native.compile import cache
from plywise.engines.native.compile.engine import Engine
from plywise.engines.native.compile.facts import as_plain, layouts
from plywise.engines.native.compile.trial import find_codecs, size_of
from plywise.errors import EngineOutgrown, LayoutOverflow


class State(NamedTuple):
    stack: tuple
    word: str
    count: int
    found: object
    turn: int


class Late(pw.Game):
    """Stones of 1 or 2 are piled up; where all are 1, something comes late that no line at random shows."""

    name = "late"
    utility_bounds = (-1, 1)

    def __init__(self, kind: str = "long", plies: int = 15, alone: int = 11) -> None:
        self.kind, self.plies, self.alone = kind, plies, alone

    def initial(self):
        return State((), "", 0, 0, pw.MAX)

    def player(self, state):
        return state.turn

    def terminal(self, state):
        return len(state.stack) >= self.plies

    def utility(self, state):
        return (state.count + len(state.word) + sum(state.stack) + (state.found is None)) % 3 - 1

    def actions(self, state):
        return [1, 2]

    def result(self, state, action):
        stack, word, count, found = (*state.stack, action), state.word, state.count, state.found
        if len(stack) >= self.alone and 2 not in stack:
            if self.kind == "long":
                word = word + "abcdefghijklmnop"
            elif self.kind == "letter":
                word = word + chr(0xE9)
            elif self.kind == "int":
                count = 10**9 * len(stack)
            elif self.kind == "type":
                found = None
        return State(stack, word, count, found, -state.turn)


KINDS = ("long", "letter", "int", "type")


def late_state(kind):
    game = Late(kind)
    state = game.initial()
    for _ in range(game.alone):
        state = game.result(state, 1)
    return game, state


def known(found):
    states, actions = found
    described = {"states": as_plain(states.described()), "actions": as_plain(actions.described())}
    return {**described, "wide": 0, "packs": False, "ints": [0, 128, 64]}


@pytest.mark.parametrize("kind", KINDS)
def test_a_state_that_is_looked_at_has_room(kind):
    game, state = late_state(kind)
    before = find_codecs(game, 0)
    with pytest.raises(LayoutOverflow):
        before[0].encode(state)
    [layout] = layouts(game, known(before), [state])
    assert Words(layout.states).fits(state)
    assert layout.wide == 0


@pytest.mark.slow
def test_without_a_state_to_look_at_there_is_more_room_all_the_same_until_there_is_none():
    game, before = Late(), find_codecs(Late(), 0)
    facts = known(before)
    widths = []

    def widen():
        [layout] = layouts(game, facts, [])
        facts.update(known(layout[:2]), wide=layout.wide)
        widths.append(Words(layout.states).count)

    with pytest.raises(Refusal, match="all"):
        [widen() for _ in range(5)]
    assert widths == sorted(widths)
    assert 1 <= len(widths) <= 3
    assert widths[-1] > Words(before[0]).count


def test_where_states_have_room_lists_of_their_rows_are_no_longer_packed():
    codecs = find_codecs(Late("long"), 0)
    facts = {**known(codecs), "packs": True}
    [layout] = layouts(Late("long"), facts, [])
    assert (known(layout[:2]), layout.wide, layout.packs) == (known(codecs), 0, False)


class Marked(pw.Game):
    """Marks that states do not hold are put into lists of a board and of a string."""

    name = "marked"

    def initial(self):
        return ((0,) * 6, "......", 0)

    def player(self, state):
        return pw.MAX if state[2] % 2 == 0 else pw.MIN

    def terminal(self, state):
        return state[2] == 6

    def actions(self, state):
        return [cell for cell in range(6) if state[0][cell] == 0]

    def result(self, state, action):
        cells, letters = list(state[0]), list(state[1])
        cells[action], letters[action] = 1 + state[2] % 2, "ab"[state[2] % 2]
        return (tuple(cells), "".join(letters), state[2] + 1)

    def utility(self, state):
        cells = list(state[0])
        for place in range(6):
            cells[place] += 100 * place
        letters = list(state[1])
        letters[0] = state[1][:2]
        return sum(cell * place for place, cell in enumerate(cells)) % 17 + len("".join(letters)) - 10


@pytest.mark.slow
def test_a_list_with_what_states_have_no_room_for_is_packed_no_more(monkeypatch, tmp_path):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path))
    found = [pw.search(Marked(), engine=engine, algorithm="alphabeta") for engine in ("reference", "native")]
    assert found[0].value == found[1].value
    assert found[0].nodes == found[1].nodes


class Walled(pw.Game):
    """Sets of cells are joined with cells that are in no state: a wall on both sides of the row, a mark."""

    name = "walled"

    def initial(self):
        return (frozenset(), frozenset(), pw.MAX)

    def player(self, state):
        return state[2]

    def actions(self, state):
        return [cell for cell in range(5) if cell not in state[0] | state[1] | {100}]

    def result(self, state, action):
        black, white, side = state
        return (black | {action}, white, -side) if side == pw.MAX else (black, white | {action}, -side)

    def terminal(self, state):
        return len(state[0] | state[1]) == 5

    def utility(self, state):
        walls, edges = state[0] | {-1, 5}, {cell + step for cell in state[1] for step in (-1, 1)}
        held = sum(1 for cell in state[1] if cell - 1 in walls and cell + 1 in walls)
        return held - len(walls ^ edges) + len(state[0] | edges)


def test_a_set_with_what_states_have_no_room_for_is_joined_as_any_other(monkeypatch, tmp_path):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path))
    found = [pw.search(Walled(), engine=engine, algorithm="alphabeta") for engine in ("reference", "native")]
    assert found[0].value == found[1].value
    assert found[0].nodes == found[1].nodes


class Ladder(pw.Game):
    """A stack grows with each 0, and is lost with each of five other moves."""

    name = "ladder"

    def initial(self):
        return ((), 0)

    def player(self, state):
        return pw.MAX if state[1] % 2 == 0 else pw.MIN

    def terminal(self, state):
        return state[1] >= 24

    def utility(self, state):
        return len(state[0])

    def actions(self, state):
        return [0, 1, 2, 3, 4, 5]

    def result(self, state, action):
        return ((*state[0], "x") if action == 0 else (), state[1] + 1)


def test_lines_that_grow_show_what_play_at_random_does_not():
    assert Words(find_codecs(Ladder(), 0)[0]).fits((("x",) * 24, 24))


@pytest.mark.parametrize(
    ("small", "large"),
    [(3, 900), ("ab", "abc"), ("ab", "aB"), ((1, 1), (1, 1, 1)), (State((), "", 0, 0, 1), State((1,), "", 0, 0, 1))],
    ids=str,
)
def test_the_size_of_a_state_grows_with_what_it_holds(small, large):
    assert size_of(small) < size_of(large)
    assert size_of(None) == 0


# --- the search is done anew ------------------------------------------------------------------------------------------


def lack(times, asked):
    """Return a search that has no room so many times."""

    def ask():
        asked.append(1)
        if len(asked) <= times:
            raise EngineOutgrown("no room", SimpleNamespace(), [])
        return "found"

    return ask


def test_a_search_is_done_anew_with_more_room(monkeypatch):
    made, asked = [], []
    monkeypatch.setattr(engines, "widen", made.append)
    assert retry_with_wider_layout(lack(2, asked)) == "found"
    assert (len(made), len(asked)) == (2, 3)


def test_no_search_is_done_anew_for_ever(monkeypatch):
    asked = []
    monkeypatch.setattr(engines, "widen", lambda lack: None)
    with pytest.raises(EngineOutgrown):
        retry_with_wider_layout(lack(10**9, asked))
    assert len(asked) < 10


def test_a_search_that_cannot_wait_leaves_the_room_to_the_next(monkeypatch):
    made, asked = [], []
    monkeypatch.setattr(engines, "widen", made.append)
    with pytest.raises(EngineOutgrown):
        retry_with_wider_layout(lack(1, asked), waits=False)
    assert (len(made), len(asked)) == (1, 1)


def test_a_process_makes_room_for_a_game_three_times(monkeypatch):
    monkeypatch.setattr(engines, "_cached", type(engines._cached)())
    for time in range(engines.MAX_AGAIN + 1):
        engine = SimpleNamespace(fingerprint="a game", rules=SimpleNamespace(outgrown=False))
        error = EngineOutgrown(f"no room {time}", engine, [])
        if time == engines.MAX_AGAIN:
            with pytest.raises(EngineOutgrown, match=f"no room {time}"):
                engines.widen(error)
            assert not engine.rules.outgrown
            break
        engines.widen(error)
        assert engine.rules.outgrown
        engines.widen(error)  # as another thread does: it is under way
        engines._slot_of("a game").overflow = None


# --- what is kept ---------------------------------------------------------------------------------------------------


def test_what_is_known_of_rules_is_read_again(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path / "cache"))
    facts = Engine(Late(plies=3)).facts
    folder = cache.Folder("late", f"{1:032x}")
    folder.write_facts(facts | {"assured": True})
    assert cache.Folder("late", f"{1:032x}").read_facts() == facts | {"assured": True}
    folder.write_facts({name: each for name, each in facts.items() if name != "words"})
    assert folder.read_facts() is None


def test_states_that_had_no_room_are_kept_and_read_where_their_class_is_loaded(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path / "cache"))
    states = [late_state(kind)[1] for kind in KINDS]
    folder = cache.Folder("late", f"{1:032x}")
    assert folder.read_states() == []
    folder.write_states(states)
    again = cache.Folder("late", f"{1:032x}")
    assert again.read_states() == states
    monkeypatch.delitem(sys.modules, __name__)
    assert again.read_states() == []


def test_states_of_a_class_within_a_function_are_not_kept(tmp_path, monkeypatch):
    class Inner(NamedTuple):
        field: int

    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path / "cache"))
    folder = cache.Folder("late", f"{1:032x}")
    folder.write_states([Inner(1)])
    assert folder.read_states() == []


# --- whole searches ---------------------------------------------------------------------------------------------------

LATE = f"{Path(__file__)}:Late"


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_late_value_is_met_and_the_search_agrees_with_the_reference(kind, capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path))
    game = Late(kind)
    plain = pw.search(game, engine="reference")
    for engine in ("native", "auto"):
        found = pw.search(game, engine=engine)
        assert (found.engine, found.value, found.nodes, found.pv) == ("native", plain.value, plain.nodes, plain.pv)
    assert capsys.readouterr().err.count("again, with a wider layout") == 1
    assert pw.solve(game, engine="native").value == plain.value


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    ["count {} --plies 15", "solve {}", "explain {}", "check {}", "search {} --table 8", "check {} --speed"],
)
def test_each_command_makes_room_once_and_the_next_process_has_it(command, tmp_path):
    for first in (True, False):
        done = subprocess.run(
            [sys.executable, "-m", "plywise", *command.format(LATE).split()],
            env={"PATH": "", "PLYWISE_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(Path(pw.__file__).parents[1])},
            cwd=Path(__file__).parents[3],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert done.stderr.count("with a wider layout") == first
        assert "reference engine" not in done.stderr
