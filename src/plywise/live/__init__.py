"""Live games with their viewers: players, clocks and analyses, in worker processes that can be killed."""
