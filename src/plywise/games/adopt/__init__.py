"""Adopts existing games as they are: boards that change in place, undo, deepcopy, a search in the file.

reading    reads the file, without running its main part or opening a window
search     derives the game from a file's own minimax search
names      finds the functions for each role by their names
globals    turns boards in global variables into states
trying     tries functions with likely names for moves, play, over, score, player
rules      writes a Game from the roles
faults     finds mistakes in the file, each with a position
adoption   adopts one file
"""
