"""Exercise sheets and their keys, as text, HTML and LaTeX."""
