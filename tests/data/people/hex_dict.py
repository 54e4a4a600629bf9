"""
Hex on a 4x4 board. Red ("R") joins top and bottom, Blue ("B") joins left and right.
The board is a dictionary {(row, col): "R" or "B" or None}.
"""
import random
from collections import deque
from typing import Dict, List, Optional, Tuple

Cell = Tuple[int, int]
Board = Dict[Cell, Optional[str]]
SIZE = 4
INF = float("inf")
NEIGHBOURS = [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)]


def new_board(size: int = SIZE) -> Board:
    return {(r, c): None for r in range(size) for c in range(size)}


def other(player: str) -> str:
    return "B" if player == "R" else "R"


def free_cells(board: Board) -> List[Cell]:
    return [cell for cell, stone in board.items() if stone is None]


def shortest_path(board: Board, player: str) -> float:
    """How many stones the player still needs to join his sides (0: he has won)."""
    size = max(r for r, _ in board) + 1
    cost: Dict[Cell, int] = {}
    queue: deque = deque()
    for i in range(size):
        cell = (0, i) if player == "R" else (i, 0)
        if board[cell] == player:
            cost[cell] = 0
            queue.appendleft(cell)
        elif board[cell] is None:
            cost[cell] = 1
            queue.append(cell)
    done = set()
    while queue:
        cell = queue.popleft()
        if cell in done:
            continue
        done.add(cell)
        r, c = cell
        if (r if player == "R" else c) == size - 1:
            return cost[cell]
        for dr, dc in NEIGHBOURS:
            there = (r + dr, c + dc)
            if there not in board or board[there] == other(player):
                continue
            step = 0 if board[there] == player else 1
            if cost[cell] + step < cost.get(there, INF):
                cost[there] = cost[cell] + step
                if step == 0:
                    queue.appendleft(there)
                else:
                    queue.append(there)
    return INF


def winner(board: Board) -> Optional[str]:
    for player in "RB":
        if shortest_path(board, player) == 0:
            return player
    return None


def evaluate(board: Board) -> float:
    """Positive is good for Red."""
    who = winner(board)
    if who is not None:
        return 100 if who == "R" else -100
    return shortest_path(board, "B") - shortest_path(board, "R")


def alphabeta(board: Board, depth: int, alpha: float, beta: float, player: str) -> float:
    if depth == 0 or winner(board) is not None:
        return evaluate(board)
    if player == "R":
        value = -INF
        for cell in free_cells(board):
            child = dict(board)
            child[cell] = "R"
            value = max(value, alphabeta(child, depth - 1, alpha, beta, "B"))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value
    value = INF
    for cell in free_cells(board):
        child = dict(board)
        child[cell] = "B"
        value = min(value, alphabeta(child, depth - 1, alpha, beta, "R"))
        beta = min(beta, value)
        if alpha >= beta:
            break
    return value


def best_cell(board: Board, player: str, depth: int = 2) -> Cell:
    def value(cell: Cell) -> float:
        return alphabeta({**board, cell: player}, depth - 1, -INF, INF, other(player))

    cells = free_cells(board)
    random.shuffle(cells)
    return max(cells, key=value) if player == "R" else min(cells, key=value)


def show(board: Board) -> None:
    size = max(r for r, _ in board) + 1
    for r in range(size):
        print(" " * r + " ".join(board[r, c] or "." for c in range(size)))


if __name__ == "__main__":
    board, player = new_board(), "R"
    while winner(board) is None:
        board[best_cell(board, player)] = player
        player = other(player)
        show(board)
        print()
    print(winner(board), "wins")
