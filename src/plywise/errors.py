"""What Plywise raises when the input, not the program, is wrong."""


class InputError(ValueError):
    """Bad input: the message is one line that says what is wrong and where. Front doors print it and exit with 2."""
