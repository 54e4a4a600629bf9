"""The process Plywise runs in: processors, signals, recursion, installed packages, pickling for other processes."""
