"""The engines: the reference search in plain Python, and the native one compiled from the same rules."""
