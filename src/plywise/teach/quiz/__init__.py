"""The quiz: questions with answers, to be asked at the terminal."""
