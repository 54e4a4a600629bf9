"""Values of each kind and what they can do: numbers, sequences, collections, texts, arrays, objects."""
