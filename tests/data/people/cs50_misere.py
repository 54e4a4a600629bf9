"""
Tic Tac Toe Player, but three in a row LOSES
"""
import copy
import math

X = "X"
O = "O"
EMPTY = None


def initial_state():
    """
    Returns starting state of the board.
    """
    return [[EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY]]


def player(board):
    """
    Returns player who has the next turn on a board.
    """
    xs = sum(row.count(X) for row in board)
    os = sum(row.count(O) for row in board)
    return X if xs == os else O


def actions(board):
    """
    Returns set of all possible actions (i, j) available on the board.
    """
    possible = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                possible.add((i, j))
    return possible


def result(board, action):
    """
    Returns the board that results from making move (i, j) on the board.
    """
    if action not in actions(board):
        raise Exception("Invalid action")
    new_board = copy.deepcopy(board)
    new_board[action[0]][action[1]] = player(board)
    return new_board


def three_in_a_row(board, who):
    for i in range(3):
        if all(board[i][j] == who for j in range(3)):
            return True
        if all(board[j][i] == who for j in range(3)):
            return True
    if all(board[i][i] == who for i in range(3)):
        return True
    return all(board[i][2 - i] == who for i in range(3))


def winner(board):
    """
    Returns the winner of the game, if there is one.
    """
    if three_in_a_row(board, X):
        return O
    if three_in_a_row(board, O):
        return X
    return None


def terminal(board):
    """
    Returns True if game is over, False otherwise.
    """
    if winner(board) is not None:
        return True
    return not any(EMPTY in row for row in board)


def utility(board):
    """
    Returns 1 if X has won the game, -1 if O has won, 0 otherwise.
    """
    w = winner(board)
    if w == X:
        return 1
    elif w == O:
        return -1
    return 0


def minimax(board):
    """
    Returns the optimal action for the current player on the board.
    """
    if terminal(board):
        return None
    best_action = None
    if player(board) == X:
        best = -math.inf
        for action in actions(board):
            v = min_value(result(board, action))
            if v > best:
                best, best_action = v, action
    else:
        best = math.inf
        for action in actions(board):
            v = max_value(result(board, action))
            if v < best:
                best, best_action = v, action
    return best_action


def max_value(board):
    if terminal(board):
        return utility(board)
    v = -math.inf
    for action in actions(board):
        v = max(v, min_value(result(board, action)))
    return v


def min_value(board):
    if terminal(board):
        return utility(board)
    v = math.inf
    for action in actions(board):
        v = min(v, max_value(result(board, action)))
    return v


if __name__ == "__main__":
    board = initial_state()
    while not terminal(board):
        board = result(board, minimax(board))
        for row in board:
            print(" ".join(c or "." for c in row))
        print()
    print("winner:", winner(board))
