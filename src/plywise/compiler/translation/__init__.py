"""Translation of syntax trees to the intermediate representation: statements, expressions, calls, whole programs."""
