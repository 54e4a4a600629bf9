"""Konane (Hawaiian checkers) 6x6. Black 'x' starts. Jump over an enemy stone, straight on as often as you like.
If you have no jump you lose."""
import copy
import tkinter as tk
from tkinter import messagebox

N = 6
DEPTH = 3


class Konane:
    def __init__(self):
        self.board = [["x" if (r + c) % 2 == 0 else "o" for c in range(N)] for r in range(N)]
        self.board[2][2] = "."
        self.board[2][3] = "."
        self.turn = "x"
        self.taken = {"x": 0, "o": 0}

    def clone(self):
        new = copy.copy(self)
        new.board = [row[:] for row in self.board]
        return new

    def jumps_from(self, r, c):
        me = self.board[r][c]
        you = "o" if me == "x" else "x"
        found = []
        for dr, dc in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            y, x = r, c
            while 0 <= y + 2 * dr < N and 0 <= x + 2 * dc < N:
                if self.board[y + dr][x + dc] != you or self.board[y + 2 * dr][x + 2 * dc] != ".":
                    break
                y, x = y + 2 * dr, x + 2 * dc
                found.append((r, c, y, x))
        return found

    def all_jumps(self, who):
        found = []
        for r in range(N):
            for c in range(N):
                if self.board[r][c] == who:
                    found.extend(self.jumps_from(r, c))
        return found

    def jump(self, r, c, y, x):
        dr = (y > r) - (y < r)
        dc = (x > c) - (x < c)
        me = self.turn
        self.board[r][c] = "."
        while (r, c) != (y, x):
            self.board[r + dr][c + dc] = "."
            self.taken[me] += 1
            r, c = r + 2 * dr, c + 2 * dc
        self.board[y][x] = me
        self.turn = "o" if me == "x" else "x"

    def is_lost(self):
        return not self.all_jumps(self.turn)

    def rating(self):
        """good for x if positive"""
        if self.is_lost():
            return -1000 if self.turn == "x" else 1000
        return 2 * (len(self.all_jumps("x")) - len(self.all_jumps("o"))) + self.taken["x"] - self.taken["o"]


def search(game, depth, alpha, beta):
    if depth == 0 or game.is_lost():
        return game.rating(), None
    best_jump = None
    for j in game.all_jumps(game.turn):
        child = game.clone()
        child.jump(*j)
        value, _ = search(child, depth - 1, alpha, beta)
        if game.turn == "x":
            if value > alpha:
                alpha, best_jump = value, j
        else:
            if value < beta:
                beta, best_jump = value, j
        if alpha >= beta:
            break
    return (alpha if game.turn == "x" else beta), best_jump


class Window(tk.Frame):
    def __init__(self, master):
        super().__init__(master)
        self.game = Konane()
        self.selected = None
        self.buttons = {}
        for r in range(N):
            for c in range(N):
                b = tk.Button(self, width=3, command=lambda r=r, c=c: self.click(r, c))
                b.grid(row=r, column=c)
                self.buttons[r, c] = b
        self.pack()
        self.refresh()

    def refresh(self):
        for (r, c), b in self.buttons.items():
            b.config(text={"x": "●", "o": "○", ".": " "}[self.game.board[r][c]])

    def click(self, r, c):
        if self.game.board[r][c] == "x":
            self.selected = (r, c)
            return
        if self.selected and (*self.selected, r, c) in self.game.all_jumps("x"):
            self.game.jump(*self.selected, r, c)
            self.selected = None
            self.refresh()
            self.after(200, self.computer)

    def computer(self):
        value, j = search(self.game, DEPTH, -10000, 10000)
        if j is None:
            messagebox.showinfo("Konane", "You win")
            return
        self.game.jump(*j)
        self.refresh()
        if self.game.is_lost():
            messagebox.showinfo("Konane", "You lose")


if __name__ == "__main__":
    root = tk.Tk()
    root.title("Konane")
    Window(root)
    root.mainloop()
