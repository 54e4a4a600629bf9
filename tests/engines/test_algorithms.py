"""The records of the algorithms: what they say is so, and a new algorithm needs nothing but its record and function."""

from itertools import product

import pytest

import plywise as pw
from plywise.cli.program import run
from plywise.engines.algorithms import ALGORITHMS, WITH_REFERENCE, Algorithm, Listing, Native, names_where, register
from plywise.engines.reference import FUNCTIONS, SAMPLERS
from plywise.engines.reference.algorithms import alphabeta_value
from plywise.engines.reference.search_functions import run_search, searches
from plywise.show.page.frames import frames_of
from plywise.teach.experiments.compare import compare
from plywise.teach.walkthrough import walkthrough

LEAVES = [3, 5, 6, 9, 1, 2, 0, -1]
TICTACTOE = pw.make("tictactoe")
POSITIONS = [TICTACTOE.parse_state(text) for text in ("XO..X...O", "X...O....", "XOXOXO...")]
EVENTS = ("enter", "leaf", "max_update", "min_update", "leave", "cutoff", "hit")
NONE_SUCH = {  # events that an algorithm never has
    "minimax": {"cutoff", "hit"},
    "negamax": {"cutoff", "hit"},
    "alphabeta": {"hit"},
    "failhard": {"hit"},
    "shallow": {"hit"},
    "pvs": {"hit"},
    "sss": {"cutoff", "hit"},
}


def trees():
    """Yield trees of a few shapes, MAX or MIN to move first."""
    nested = (
        [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
        [[[5, 6], [7, 4]], [[3], [8, 1, 9]]],
        [4, [1, 7, [2, 2]]],
        [1.5, [2]],
    )
    for tree, max_first in product(nested, (True, False)):
        yield pw.Tree(tree, max_first=max_first)


# --- a new algorithm -------------------------------------------------------------------------------------------------


@pytest.fixture
def backwards():
    """Add an algorithm that searches the root's children from right to left, each by alpha-beta; return its record."""
    record = register(
        Algorithm(
            "backwards",
            Listing(
                ("value(root)", "  a leaf: its value", "  MAX", "  MIN", "  prune", "  return"),
                enter=0, leaf=1, max_update=2, min_update=3, cutoff=4, leave=5,
            ),
            has_windows=True,
        )
    )  # fmt: skip

    @searches(record)
    def search_backwards(game, state=None, **options):
        return run_search(record, root_value, game, state, **options)

    def root_value(run, node, alpha, beta):
        children = run.children
        run.children = lambda at: children(at)[::-1] if at is run.root else children(at)
        return alphabeta_value(run, node, alpha, beta)

    yield record
    del ALGORITHMS["backwards"], FUNCTIONS["backwards"]


@pytest.mark.parametrize("engine", ["reference", "auto"])
def test_a_new_algorithm_is_searched_with(backwards, engine):
    result = pw.search(TICTACTOE, POSITIONS[0], engine=engine, algorithm="backwards")
    assert (result.algorithm, result.engine) == ("backwards", "reference")
    assert result.value == pw.algorithms.minimax(TICTACTOE, POSITIONS[0]).value


def test_a_new_algorithm_is_refused_what_its_record_does_not_have(backwards):
    for options, says in [
        ({"table": 1}, "^backwards uses no table; alphabeta, mtdf, deepening, selective do$"),
        ({"alpha": 0, "engine": "reference"}, r"^backwards takes no window \(alpha, beta\); alphabeta, "),
        ({"engine": "native"}, "^backwards runs only in the reference engine; the native engine has minimax, "),
        ({"algorithm": "forwards"}, "sss, deepening, selective, mcts, backwards$"),
    ]:
        with pytest.raises(pw.InputError, match=says):
            pw.search(TICTACTOE, **({"algorithm": "backwards"} | options))


def test_a_new_algorithm_is_traced_and_drawn(backwards):
    for tree in trees():
        trace = pw.trace(tree, algorithm="backwards")
        assert trace.result.value == pw.algorithms.minimax(tree).value
        assert trace.svg().startswith("<svg")
        assert "prune" in trace.html()
        frames = frames_of(trace)
        assert frames["windows"]
        assert frames["code"] == list(backwards.listing.lines)
        assert "is entered with (-inf, +inf)" in walkthrough(trace)


def test_a_new_algorithm_is_explained_at_the_command_line(backwards, capsys):
    assert run(["tree", *map(str, LEAVES), "--algorithm", "backwards", "--explain"]) == 0
    out = capsys.readouterr().out
    assert "C (MIN) is entered with (-inf, +inf)" in out
    assert "\nbackwards: " in out


def test_a_new_algorithm_is_compared(backwards):
    tree = pw.Tree(LEAVES, branching=2)
    rows = list(compare(tree, algorithms=["alphabeta", "backwards"], orders=["given"]))
    assert [(row.algorithm, row.value) for row in rows] == [("alphabeta", 5), ("backwards", 5)]
    assert "backwards" in {row.algorithm for row in compare(tree, engine="reference")}


def test_a_new_algorithm_may_have_a_native_form():
    record = register(Algorithm("twin", ALGORITHMS["alphabeta"].listing, native=Native.CUT))
    FUNCTIONS["twin"] = FUNCTIONS["alphabeta"]
    try:
        twin = pw.search(TICTACTOE, POSITIONS[0], engine="native", algorithm="twin", cut="gt")
        real = pw.search(TICTACTOE, POSITIONS[0], engine="native", algorithm="alphabeta", cut="gt")
        assert (twin.algorithm, twin.nodes, twin.pv) == (record.name, real.nodes, real.pv)
    finally:
        del ALGORITHMS["twin"], FUNCTIONS["twin"]


# --- the records -----------------------------------------------------------------------------------------------------


def test_each_record_has_its_function():
    names = ["minimax", "negamax", "alphabeta", "failhard", "shallow", "pvs", "mtdf", "sss", "deepening"]
    assert list(ALGORITHMS) == [*names, "selective", "mcts"]
    assert {*FUNCTIONS, *SAMPLERS} == {name for name in ALGORITHMS if ALGORITHMS[name].has_reference}
    assert set(FUNCTIONS) == set(names) == {*WITH_REFERENCE}
    assert all(ALGORITHMS[name].name == name == FUNCTIONS[name].__name__ for name in FUNCTIONS)


def test_the_search_for_play_has_no_reference_and_no_pseudo_code():
    record = ALGORITHMS["selective"]
    assert record.is_selective
    assert record.listing is None
    assert not record.is_textbook
    assert not record.is_strong


@pytest.mark.parametrize(
    "ask",
    [
        lambda: pw.trace(TICTACTOE, algorithm="selective"),
        lambda: pw.compare(TICTACTOE, algorithms=["selective"], depths=[2]),
        lambda: pw.search(TICTACTOE, algorithm="selective", engine="reference"),
    ],
)
def test_where_each_node_counts_the_search_for_play_is_refused(ask):
    with pytest.raises(pw.InputError, match=r"^selective runs only in the native engine.* the reference has minimax, "):
        ask()


def test_a_name_is_taken_once():
    with pytest.raises(ValueError, match="there is an algorithm 'pvs' already"):
        register(ALGORITHMS["pvs"])


@pytest.mark.parametrize("name", FUNCTIONS)
def test_each_event_stands_at_a_line_of_the_pseudo_code(name):
    listing = ALGORITHMS[name].listing
    for event in EVENTS:
        line = getattr(listing, event)
        assert line == -1 if event in NONE_SUCH.get(name, ()) else listing.lines[line].strip()
        assert line < len(listing.lines)
    for line in (listing.max_update, listing.min_update):
        assert listing.lines[line + listing.changes].strip()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_no_search_has_an_event_that_stands_at_no_line(name):
    for tree in trees():
        trace = pw.trace(tree, algorithm=name)
        kinds = {event.kind for event in trace.events}
        assert not kinds & NONE_SUCH.get(name, set())


@pytest.mark.parametrize("name", FUNCTIONS)
def test_windowed_is_what_takes_a_window(name):
    tree, record = pw.Tree(LEAVES, branching=2), ALGORITHMS[name]
    if record.windowed:
        result = FUNCTIONS[name](tree, alpha=6, beta=8)
        assert result.bound == "upper"
        assert record.has_windows
    else:
        with pytest.raises(pw.InputError, match=f"{name} takes no window"):
            FUNCTIONS[name](tree, alpha=6, beta=8)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_exhaustive_is_what_enters_all(name):
    entered = [FUNCTIONS[name](tree).nodes for tree in trees()]
    whole = [tree.total_nodes for tree in trees()]
    assert (entered == whole) == ALGORITHMS[name].exhaustive


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if ALGORITHMS[name].variant_of])
def test_a_variant_enters_the_same_nodes(name):
    original = ALGORITHMS[name].variant_of
    for state in POSITIONS:
        ours, theirs = (FUNCTIONS[each](TICTACTOE, state).stats for each in (name, original.name))
        assert (ours.nodes, ours.leaves, ours.pruned_by_ply) == (theirs.nodes, theirs.leaves, theirs.pruned_by_ply)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_does_not_search_again_enters_no_node_twice(name):
    again = any(FUNCTIONS[name](tree).nodes > pw.trace(tree, algorithm=name).nodes_visited for tree in trees())
    assert again == ALGORITHMS[name].searches_again


@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_clips_answers_nothing_outside_its_window(name):
    if not ALGORITHMS[name].windowed:
        assert not ALGORITHMS[name].clips
        return
    values = [FUNCTIONS[name](tree, alpha=100, beta=200).value for tree in trees()]
    assert all(value == 100 for value in values) == ALGORITHMS[name].clips


# --- native forms ----------------------------------------------------------------------------------------------------


def test_native_forms_are_named():
    assert names_where(lambda each: each.is_textbook) == "minimax, negamax, alphabeta"
    assert names_where(lambda each: each.is_strong) == "pvs, mtdf, deepening"
    assert names_where(lambda each: each.native is None) == "failhard, shallow, sss"


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if ALGORITHMS[name].native])
def test_the_native_form_finds_what_the_reference_does(name):
    for state, depth in product(POSITIONS, (None, 3)):
        native, plain = (
            pw.search(TICTACTOE, state, engine=engine, algorithm=name, depth=depth)
            for engine in ("native", "reference")
        )
        assert (native.algorithm, native.value) == (name, plain.value)
        if ALGORITHMS[name].is_textbook:
            assert (native.nodes, native.leaves, native.cutoffs) == (plain.nodes, plain.leaves, plain.cutoffs)


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if not ALGORITHMS[name].native])
def test_what_has_no_native_form_is_the_reference_s_alone(name):
    with pytest.raises(pw.InputError, match="the native engine has minimax, negamax, alphabeta, "):
        pw.search(TICTACTOE, engine="native", algorithm=name)
