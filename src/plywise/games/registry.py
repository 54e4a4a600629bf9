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
    "othello": "plywise.games.othello:Othello",
    "mnk": "plywise.games.mnk:Mnk",
    "cube": "plywise.games.cube:Cube",
    "chess": "plywise.games.chess:Chess",
}
