"""States that rules change in place, as values: frozen for keys and tables, thawed where the rules may change them."""
