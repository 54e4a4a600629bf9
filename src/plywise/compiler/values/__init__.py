"""Values of each kind and their operations: numbers, sequences, collections, texts, arrays, objects."""
