"""What the rules of a game depend on - code, constants, variables -, hashed, and whether any of it has changed."""
