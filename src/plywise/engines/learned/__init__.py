"""Learned evaluations: the model, its file, and the hash of the rules for which it was learned."""
