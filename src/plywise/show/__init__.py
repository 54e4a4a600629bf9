"""Drawings, pages and exercise sheets: data in, a string or bytes out, nothing else."""
