"""The registered games: name -> module:class. A game's module is imported only when the game is asked for."""

REGISTRY = {
    "tictactoe": "plywise.games.tictactoe:TicTacToe",
    "nim": "plywise.games.nim:Nim",
    "connect4": "plywise.games.connect4:Connect4",
}
