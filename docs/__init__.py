"""What writes the generated pages: generate.py, and house.py beside it."""
