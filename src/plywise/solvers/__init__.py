"""Solving: exact values, by the method that suits the game."""
