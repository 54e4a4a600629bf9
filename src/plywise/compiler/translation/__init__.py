"""From syntax to the intermediate representation: statements, expressions, calls, and the program they make up."""
