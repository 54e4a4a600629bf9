"""The commands in their groups, each with the one line that `plywise --help` prints about it."""

from itertools import chain

DEVELOPERS = "For developers"
"""The group that `plywise --help` leaves out."""

GROUPS: dict[str, dict[str, str]] = {
    "Understand": {
        "tree": "Search a tree that you type, and show why branches are cut.",
        "explain": "Explain a position: who wins, how, and why a move fails.",
        "compare": "Compare what algorithms and move orders cost.",
        "quiz": "Test yourself on minimax and alpha-beta.",
        "exercise": "Make a sheet of exercises and its answer key.",
        "grade": "Mark a student's or a whole class's answers against a key.",
    },
    "Your game": {
        "adopt": "Use a game that you already have in Python, unchanged.",
        "check": "Test a game's rules, interpreted and compiled.",
        "learn": "Train an evaluation by self-play, from the rules alone.",
        "tune": "Tune the weights of a game's evaluation by self-play.",
        "show": "Show a position, or replay a recorded game.",
        "compile": "Show what the compiler makes of a game's rules.",
    },
    "Play": {
        "games": "List the registered games, or describe one.",
        "play": "Play a game in the terminal.",
        "serve": "Serve a web page for playing and analysing every game.",
        "review": "Review a game: each move graded, mistakes as puzzles.",
        "puzzles": "Make puzzles: positions with one provably best move.",
        "uci": "Run as a UCI engine, for chess programs.",
        "gtp": "Run as a GTP engine, for Go programs.",
    },
    "Solve and prove": {
        "search": "Search a position for its value and the best move.",
        "solve": "Solve a position: the result, how soon, every best move.",
        "batch": "Solve many positions, one per line of a file.",
        "spread": "Solve one hard position with many workers.",
        "count": "Count the lines of play (perft), or the positions.",
        "certify": "Write a strategy as a certificate that can be verified.",
        "verify": "Verify a certificate, using only the rules of the game.",
    },
    "Measure": {
        "match": "Play a match between players, and rate them in Elo.",
        "fleet": "Report progress, failures and cost from a journal of jobs.",
    },
    "Plywise itself": {
        "completion": "Set up tab completion for bash, zsh or fish.",
        "help": "Show this list, or the help of one command.",
    },
    DEVELOPERS: {
        "bench": "Measure the native engine's speed on this machine.",
        "demo": "Explain one search and compare algorithms on one game.",
    },
}

COMMANDS = dict(chain.from_iterable(group.items() for group in GROUPS.values()))
"""Every command: name -> its line."""

LISTED = {title: group for title, group in GROUPS.items() if title != DEVELOPERS}
"""The groups that `plywise --help` lists."""
