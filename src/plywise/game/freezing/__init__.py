"""Support for rules that change states in place: states are frozen for keys and tables, and thawed for the rules."""
