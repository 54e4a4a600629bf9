"""The quiz: questions with their answers, asked at the terminal."""
