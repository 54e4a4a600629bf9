"""Games under way, with those who look on: players, clocks and analyses, by processes that can be killed."""
