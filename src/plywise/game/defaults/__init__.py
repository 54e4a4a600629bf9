"""Default presentation of games without hooks for it: texts of positions and moves, and boards."""
