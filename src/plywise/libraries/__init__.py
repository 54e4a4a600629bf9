"""Games of OpenSpiel and PettingZoo in Plywise, by GAME texts such as `openspiel:hex(board_size=4)`, and the reverse.

Neither library is imported until a GAME text or a function needs it.
"""
