"""Matches between players of any game, and statistics on who is stronger."""
