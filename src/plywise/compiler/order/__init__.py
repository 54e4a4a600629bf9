"""Loops over sets, whose order Python leaves open: whether it can be seen.

A set has no order: the one in which Python goes over it is its hashes', and varies with how it was made. So a loop
over a set is compiled where its order cannot be seen, which is found out from the source; else it is refused.
"""
