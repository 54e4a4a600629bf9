"""Games that exist already: boards that change in place, undo, deepcopy, a search in the file; taken as they are.

reading    the file, without running its main part or opening a window
search     what a file's own minimax search says about its game
names      which function is which, by its name
globals    boards in global variables, as states
roles      moves, play, over, score, player: expressions over a state, and what trying them shows
rules      a Game that is written from the roles
faults     mistakes in the file, each with a position
adoption   all of it for one file
"""
