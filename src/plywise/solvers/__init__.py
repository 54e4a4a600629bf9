"""Solving: exact values, by the method that fits the game."""
