"""The quiz: questions with answers, for the terminal."""
