"""The files of tests that take longest, most of it to compile games.

They are begun first: then no process is at work long after the others. Files that compile the same engines are not
neighbours: two processes at once would both compile them.
"""

LONGEST = (
    "engines/native/test_twins.py",
    "engines/native/compile/test_cache.py",
    "engines/native/test_diagnosis.py",
    "engines/kernel/test_search.py",
    "solvers/test_solver.py",
    "test_repetition.py",
    "games/test_conformance.py",
    "solvers/test_proof_number.py",
    "cli/commands/test_solve.py",
    "teach/test_experiments.py",
    "show/test_page.py",
    "solvers/test_horizon.py",
    "games/test_published_values.py",
    "games/test_connect4.py",
    "engines/reference/test_algorithms.py",
    "laws/test_laws.py",
)
