#!/usr/bin/env python
# coding: utf-8

# # Chomp with minimax
# 
# Homework 3, CS 4701. The board is a bar of chocolate. Take a piece, and everything right of and below it goes too.
# The top left piece is poisoned: **who takes it loses**.

# In[1]:


import random
import time


# In[2]:


class ChompState:
    def __init__(self, rows, player=0):
        self.rows = rows            # number of pieces left in each row
        self.player = player

    def get_children(self):
        """yields (move, child)"""
        for r in range(len(self.rows)):
            for c in range(self.rows[r]):
                rows = [n if i < r else min(n, c) for i, n in enumerate(self.rows)]
                yield (r, c), ChompState(rows, 1 - self.player)

    def is_terminal(self):
        return self.rows[0] == 0

    def utility(self):
        """+1 if player 0 wins. The player to move wins, because the other one has eaten the poison."""
        return 1 if self.player == 0 else -1

    def __str__(self):
        if self.rows[0] == 0:
            return "(nothing left)"
        bar = ["#" * n for n in self.rows]
        bar[0] = "P" + bar[0][1:]
        return "\n".join(bar)


# In[3]:


state = ChompState([4, 4, 4])
print(state)
print("children:", len(list(state.get_children())))


# ## Minimax

# In[4]:


node_count = 0


def minimax(state, alpha=-1, beta=1):
    global node_count
    node_count += 1
    if state.is_terminal():
        return state.utility(), None
    best_move = None
    if state.player == 0:
        value = -2
        for move, child in state.get_children():
            v, _ = minimax(child, alpha, beta)
            if v > value:
                value, best_move = v, move
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    else:
        value = 2
        for move, child in state.get_children():
            v, _ = minimax(child, alpha, beta)
            if v < value:
                value, best_move = v, move
            beta = min(beta, value)
            if alpha >= beta:
                break
    return value, best_move


# In[5]:


for size in ([2, 2], [3, 3], [3, 3, 3]):
    node_count = 0
    start = time.time()
    value, move = minimax(ChompState(size))
    print(size, "value", value, "move", move, "nodes", node_count, "time %.3f" % (time.time() - start))


# The first player always wins (strategy stealing). The move is not always the same.

# In[6]:


def play(first, second, rows=(4, 4, 4)):
    state = ChompState(list(rows))
    players = [first, second]
    while not state.is_terminal():
        move = players[state.player](state)
        state = dict(state.get_children())[move]
    return state.utility()


def random_agent(state):
    return random.choice([move for move, child in state.get_children()])


def minimax_agent(state):
    return minimax(state)[1]


# In[7]:


if __name__ == "__main__":
    results = [play(minimax_agent, random_agent, (3, 3)) for _ in range(50)]
    print("wins:", results.count(1), "losses:", results.count(-1))


# In[ ]:




