"""The files of tests that take longest, most of it to compile games.

They are begun first: then no process is at work long after the others.
"""

LONGEST = (
    "engines/native/test_twins.py",
    "solvers/test_solver.py",
    "engines/native/compile/test_cache.py",
    "engines/kernel/test_search.py",
    "engines/native/test_diagnosis.py",
    "games/test_conformance.py",
    "cli/commands/test_solve.py",
    "teach/test_experiments.py",
    "solvers/test_proof_number.py",
    "test_repetition.py",
    "show/test_page.py",
    "solvers/test_horizon.py",
    "games/test_connect4.py",
    "laws/test_laws.py",
)
