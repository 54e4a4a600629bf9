"""Games of other libraries: theirs in Plywise, by GAME texts such as `openspiel:hex(board_size=4)`, and ours in theirs.

No library is imported before a text or a function asks for it.
"""
