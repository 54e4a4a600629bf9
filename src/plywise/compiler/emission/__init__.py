"""The code of one function: its blocks, variables, errors, memory and calls, and the dispatch tables of translation."""
