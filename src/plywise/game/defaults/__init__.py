"""What a game looks like that says nothing of its looks: positions and moves in words, and boards."""
