"""How wide a text is: an upper estimate that holds for the common sans-serif fonts, so that nothing is measured.

The widths are those of the widest of them (Verdana, DejaVu Sans), in hundredths of the font size, rounded up.
"""

NARROW = {"i": 32, "j": 35, "l": 32, "I": 43, "f": 38, "t": 43, "r": 45, "s": 56, "c": 58, "k": 62, "z": 56}
SIGNS = {" ": 36, ".": 37, ",": 37, ":": 46, ";": 46, "'": 32, "|": 46, "!": 41, "-": 46, "/": 50, "(": 46, ")": 46}
WIDE = {
    "m": 100,
    "w": 84,
    "M": 88,
    "W": 102,
    "@": 102,
    "%": 110,
    "\u2264": 84,
    "\u2265": 84,
    "\u221e": 88,
    "\u2212": 84,
}
CAPITAL, SMALL, OTHER = 80, 66, 84
BOLD = 1.12
"""How much wider the bold letters are."""


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return a width that the text does not exceed, in the units of `size`, the font size.

    >>> text_width("123", 10)
    19.8
    """
    hundredths = sum(_width(sign) for sign in text)
    return round(hundredths * size / 100 * (BOLD if bold else 1), 2)


def _width(sign: str) -> int:
    for table in (NARROW, SIGNS, WIDE):
        if sign in table:
            return table[sign]
    if not sign.isascii() and not sign.isalpha():
        return OTHER
    if sign.isupper():
        return CAPITAL
    return SMALL if sign.isalnum() or sign.isascii() else OTHER
