"""The files of tests that take longest, most of it to compile games.

They are begun first: then no process is at work long after the others. Files that compile the same engines are not
neighbours: two processes at once would wait for one another. Those that solve one state and many come before those
that do one of these: what is compiled for the one serves the other, but only in the process that has just compiled it.
"""

LONGEST = (
    "solvers/test_solver.py",
    "games/chess/test_perft.py",
    "engines/native/test_diagnosis.py",
    "cli/commands/test_solve.py",
    "engines/native/test_twins.py",
    "engines/native/compile/test_cache.py",
    "test_repetition.py",
    "engines/kernel/test_search.py",
    "show/test_page.py",
    "cli/commands/test_uci.py",
    "games/test_conformance.py",
    "cli/commands/test_search.py",
    "laws/test_laws.py",
    "solvers/test_proof_number.py",
    "engines/native/compile/translate/test_rules.py",
    "teach/test_experiments.py",
    "cli/commands/test_solve_spread.py",
    "cli/test_bad_input.py",
    "play/test_players.py",
    "cli/commands/test_tree.py",
    "solvers/test_horizon.py",
    "docs/test_docs.py",
    "../README.md",
    "games/test_othello.py",
    "engines/test_perft.py",
    "games/test_go.py",
    "games/test_connect4.py",
    "engines/reference/test_algorithms.py",
    "games/test_published_values.py",
    "teach/test_explain.py",
    "web/test_page.py",
    "tui/test_program.py",
    "web/test_learning_page.py",
    "web/test_server_kills.py",
    "web/test_playing.py",
    "web/test_reviews_and_puzzles.py",
    "web/test_page_served.py",
    "web/test_fuzz.py",
)
