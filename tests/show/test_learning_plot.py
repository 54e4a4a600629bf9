"""The plot of a learning run."""

import pytest

from plywise.errors import InputError
from plywise.show.plots import plot_learning

GENERATIONS = [
    {"number": 0, "loss": 0.676, "elo": 158.0, "taken": True},
    {"number": 1, "loss": 0.655, "elo": None, "taken": True},
    {"number": 2, "loss": 0.640, "elo": -20.0, "taken": False},
]


@pytest.mark.slow_with("pdf", "png")
@pytest.mark.parametrize("suffix", ["svg", "png", "pdf"])
def test_the_same_generations_make_the_same_file(suffix):
    drawn = plot_learning(GENERATIONS, "Learning hex", suffix)
    assert drawn == plot_learning(GENERATIONS, "Learning hex", suffix)
    assert len(drawn) > 1000


def test_it_says_what_it_shows():
    drawn = plot_learning(GENERATIONS, "Learning hex").decode()
    assert all(text in drawn for text in ("Learning hex", "Elo gained", "held-out loss", "generation"))
    timed = [each | {"seconds": 60.0 * place} for place, each in enumerate(GENERATIONS)]
    assert "minutes" in plot_learning(timed, "Learning hex").decode()


def test_nothing_is_not_drawn():
    with pytest.raises(InputError, match="no generation"):
        plot_learning([], "Learning hex")
