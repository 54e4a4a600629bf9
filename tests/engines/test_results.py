"""Results say their counts, and their actions in the game's words."""

import plywise as pw
from tests.helpers.stones import Stones


class Said(Stones):
    def format_action(self, state, action):
        return f"take-{action}"


STONES = Said(9)
TREE = pw.Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2)


def test_a_result_s_repr_has_the_counts_and_the_words():
    result = pw.search(STONES, engine="reference")
    for told in (
        "SearchResult(game='Said', position='stones=9,side=1', player='MAX', value=1, bound='exact', proved=True",
        f"nodes={result.nodes}, leaves={result.leaves}, cutoffs={result.cutoffs}",
        "best=1, best_word='take-1', pv_words=['take-1', 'take-1', 'take-3', ",
        "engine='reference', stopped_by='complete', time_s=",
    ):
        assert told in repr(result)
    assert "best=0" not in repr(pw.algorithms.alphabeta(TREE))  # the word is the action
    assert "best_word='0'" in repr(pw.algorithms.alphabeta(TREE))


def test_a_long_line_and_a_long_position_are_shortened_in_a_repr():
    nested = 1
    for _ in range(300):
        nested = [nested]
    text = repr(pw.algorithms.minimax(pw.Tree(nested)))
    assert "'0', '0', '...']" in text
    assert len(text) < 400


def test_words_stand_beside_actions():
    result = pw.search(STONES, engine="reference", all_moves=True)
    plain = result.to_dict()
    assert (result.best, result.best_word, plain["best"]) == (1, "take-1", "take-1")
    assert result.pv_words == plain["pv"] == result.words(result.pv)
    assert result.action_values == {1: 1, 2: -1, 3: -1}
    assert result.values_by_word == plain["action_values"] == {"take-1": 1, "take-2": -1, "take-3": -1}
    assert result.best_words == plain["best_actions"] == ["take-1"]
    guessed = pw.search(STONES, engine="reference", all_moves=True, depth=2)
    assert guessed.best_words is guessed.best_actions is None  # estimates make no equal moves
    tree = pw.algorithms.alphabeta(TREE, all_moves=True)
    assert tree.best_words == tree.to_dict()["best_actions"] == ["0"]
    over = pw.algorithms.minimax(pw.Tree(7))
    assert (over.best_word, over.pv_words, over.best_words, over.values_by_word) == (None, [], None, None)
    assert "best" not in repr(over)


def test_a_solution_has_its_words_too():
    nim = pw.make("nim:heaps=1-2")
    solution = pw.solve(nim, engine="reference", all_moves=True)
    assert solution.best_words == solution.to_dict()["best"] == ["2-1"]
    assert solution.pv_words == solution.to_dict()["pv"]
    assert solution.actions_by_word == {nim.format_action(nim.initial(), a): e for a, e in solution.actions.items()}
    for told in ("Solution(game='nim:heaps=1-2', position='1-2', player='MAX', outcome='win'", "nodes=", "['2-1'"):
        assert told in repr(solution)


def test_counts_explanations_and_traces_say_what_they_are():
    counted = pw.count(STONES, plies=2, divide=True)
    assert counted.divide == {1: 3, 2: 3, 3: 3}
    assert counted.divide_by_word == {"take-1": 3, "take-2": 3, "take-3": 3}
    assert pw.count(STONES, plies=2).divide_by_word is None
    told = pw.explain(TREE, move=1, engine="reference")
    assert told.move_word == "1"
    assert repr(told).startswith("Explanation(game='tree', position='A', player='MAX', move_word='1', proved=True")
    assert repr(pw.trace(TREE)) == f"<Trace of alphabeta on {TREE!r}: value 5, 11 nodes, 5 leaves, 2 cutoffs>"
