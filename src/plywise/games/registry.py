"""The registered games, name -> module:class. A game's module is imported only when the game is used."""

SIGNED = ("tictactoe", "nim", "connect4")
"""The games that `plywise bench` measures and from whose searches it computes its signature."""

REGISTRY = {
    "tictactoe": "plywise.games.tictactoe:TicTacToe",
    "nim": "plywise.games.nim:Nim",
    "connect4": "plywise.games.connect4:Connect4",
    "breakthrough": "plywise.games.breakthrough:Breakthrough",
    "kalah": "plywise.games.kalah:Kalah",
    "checkers": "plywise.games.checkers:Checkers",
    "go": "plywise.games.go:Go",
    "hex": "plywise.games.hex:Hex",
    "othello": "plywise.games.othello:Othello",
    "mnk": "plywise.games.mnk:Mnk",
    "cube": "plywise.games.cube:Cube",
    "chess": "plywise.games.chess:Chess",
}

OTHER_NAMES = {
    "ttt": "tictactoe", "noughts and crosses": "tictactoe", "connect four": "connect4", "four in a row": "connect4",
    "c4": "connect4", "mancala": "kalah", "draughts": "checkers", "reversi": "othello", "baduk": "go", "weiqi": "go",
    "k in a row": "mnk", "three-dimensional tic-tac-toe": "cube", "3d tic-tac-toe": "cube",
    "qubic": "cube",
}  # fmt: skip
"""Other names of some games; case, spaces and punctuation are ignored."""

LIBRARIES = {
    "openspiel": "plywise.libraries.openspiel:game_class",
    "pettingzoo": "plywise.libraries.pettingzoo:game_class",
}
"""Other libraries whose games a GAME text may name, as in openspiel:hex(board_size=4) -> what finds their classes."""
