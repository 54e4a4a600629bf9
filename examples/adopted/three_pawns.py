"""Three pawns a side on three columns, as people write it: a list of lists, played in place and taken back."""

SIZE = 3


def new_board():
    return [["b"] * SIZE, [" "] * SIZE, ["w"] * SIZE]


def moves(board, player):
    """Return (row, column, new row, new column) for each step or capture of a player."""
    step = -1 if player == "w" else 1
    found = []
    for row in range(SIZE):
        for column in range(SIZE):
            if board[row][column] != player or not 0 <= row + step < SIZE:
                continue
            if board[row + step][column] == " ":
                found.append((row, column, row + step, column))
            for aside in (column - 1, column + 1):
                if 0 <= aside < SIZE and board[row + step][aside] not in (" ", player):
                    found.append((row, column, row + step, aside))
    return found


def other(player):
    return "b" if player == "w" else "w"


def winner(board, player):
    """Return who has won before a player moves, or None."""
    if "w" in board[0]:
        return "w"
    if "b" in board[SIZE - 1]:
        return "b"
    return None if moves(board, player) else other(player)


def minimax(board, depth, player):
    won = winner(board, player)
    if won is not None:
        return 1 if won == "w" else -1
    if depth == 0:
        return 0
    best = None
    for row, column, to_row, to_column in moves(board, player):
        taken = board[to_row][to_column]
        board[to_row][to_column], board[row][column] = player, " "
        value = minimax(board, depth - 1, other(player))
        board[row][column], board[to_row][to_column] = player, taken
        if best is None or (value > best if player == "w" else value < best):
            best = value
    return best


if __name__ == "__main__":
    print("white wins" if minimax(new_board(), 20, "w") == 1 else "black wins")
