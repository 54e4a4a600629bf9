"""What Python's and NumPy's own functions do, in plain Python that is compiled like any user's."""
