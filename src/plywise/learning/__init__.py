"""`plywise learn`: from rules to an evaluation, by self-play."""
