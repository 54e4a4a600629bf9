"""Cases that one test takes in turn, where each costs less than a test itself: milliseconds in every process."""

import functools
import inspect


def in_turn(names, cases):
    """Call a test with each case in turn, as pytest.mark.parametrize would; a failure says of which case it is.

    names: the parameter, or a tuple of parameters
    """
    taken = (names,) if isinstance(names, str) else tuple(names)

    def decorate(test):
        @functools.wraps(test)
        def run(**given):
            for case in cases:
                values = (case,) if isinstance(names, str) else case
                try:
                    test(**given, **dict(zip(taken, values, strict=True)))
                except BaseException as error:
                    error.add_note(f"{', '.join(taken)}: {case!r}")
                    raise

        signature = inspect.signature(test)
        kept = [each for name, each in signature.parameters.items() if name not in taken]
        run.__signature__ = signature.replace(parameters=kept)
        return run

    return decorate
