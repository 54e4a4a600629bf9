"""Tuning: the weights that an evaluation declares, from games that it plays itself."""
