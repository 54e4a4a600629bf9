"""The terminal program: play and analyse a game on a text screen, with keys and a mouse."""
