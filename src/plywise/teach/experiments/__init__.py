"""Experiments: algorithms and move orders compared on one game or tree, and what theory says of them."""
