"""Values as words: how states and actions are encoded, in Python and compiled."""
