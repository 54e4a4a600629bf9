"""Escape text for LaTeX, using only what the smallest installation has."""

import re
import unicodedata

SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\^{}", "~": r"\~{}", "<": r"$<$", ">": r"$>$", "|": r"$|$", '"': r"''", "≥": r"$\geq$", "≤": r"$\leq$",
    "−": r"$-$", "∞": r"$\infty$", "α": r"$\alpha$", "β": r"$\beta$", "×": r"$\times$", "ß": r"\ss{}", "ø": r"\o{}",
    "Ø": r"\O{}", "æ": r"\ae{}", "Æ": r"\AE{}", "œ": r"\oe{}", "Œ": r"\OE{}", "ł": r"\l{}", "Ł": r"\L{}",
    "å": r"\aa{}", "Å": r"\AA{}", "–": "--", "—": "---", "‘": "`", "’": "'", "“": "``", "”": "''", "…": r"\ldots{}",
}  # fmt: skip
ACCENTS = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0308": '"', "\u0304": "=", "\u0307": ".",
    "\u0306": "u", "\u030c": "v", "\u030b": "H", "\u0327": "c",
}  # fmt: skip
WORDS = (
    (re.compile(r"(?<![-\w])alpha\b(?!-)"), r"$\\alpha$"),
    (re.compile(r"(?<![-\w])beta\b"), r"$\\beta$"),
    (re.compile(r"''(\w+)''"), r"``\1''"),
    (re.compile(r"\+inf\b"), r"$+\\infty$"),
    (re.compile(r"(?<![\w$])-inf\b"), r"$-\\infty$"),
    (re.compile(r"\$>\$="), r"$\\geq$"),
    (re.compile(r"\$<\$="), r"$\\leq$"),
    (re.compile(r"(?<![\w$.])-(?=\d)"), r"$-$"),
)


def escape_tex(text: str) -> str:
    r"""Return a text as LaTeX; a letter missing from LaTeX's own fonts becomes a question mark.

    >>> print(escape_tex("50 % of A_1 & Æthelred's naïve {set}"))
    50 \% of A\_1 \& \AE{}thelred's na\"{\i}ve \{set\}
    """
    return "".join(map(_letter, text))


def _letter(letter: str) -> str:
    if letter in SPECIAL:
        return SPECIAL[letter]
    if " " <= letter <= "~":
        return letter
    if letter.isspace():
        return " "
    base, *marks = list(unicodedata.normalize("NFD", letter))
    if len(marks) == 1 and marks[0] in ACCENTS and base.isascii() and base.isalpha():
        dotless = {"i": r"\i", "j": r"\j"}.get(base, base)
        return rf"\{ACCENTS[marks[0]]}{{{dotless}}}"
    return "?"


def mark_up_tex(text: str) -> str:
    r"""Return a text of the sheet as LaTeX, with alpha, beta, infinities and comparisons as mathematics.

    >>> print(mark_up_tex("alpha >= beta, or -inf <= 3"))
    $\alpha$ $\geq$ $\beta$, or $-\infty$ $\leq$ 3
    """
    done = escape_tex(text)
    for pattern, symbol in WORDS:
        done = pattern.sub(symbol, done)
    return done
