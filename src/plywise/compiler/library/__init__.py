"""Functions of Python and NumPy, reimplemented in plain Python and compiled like user code."""
