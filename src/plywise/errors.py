"""The exceptions Plywise raises when the input, not the program, is wrong."""


class InputError(ValueError):
    """Bad input. The message is one line that says what is wrong and where; front doors print it and exit with 2."""


class NativeFailure(InputError):
    """The native engine cannot compute what plain Python can: the engine auto goes on with the reference."""
