"""Writing one function: its blocks, variables, errors, memory and calls, and tables of what translates what."""
