"""The terminal program: a game to play and analyse on a screen of text, with keys and a mouse."""
