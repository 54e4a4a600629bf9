"""The dictionary of ghost, and what is asked of it."""

WORDS = sorted("""
    able about above act add age ago air all alone also angle ant any apple arm art ask away
    back bad ball band bank base bat bear beat bed bee bell best bird bite blue boat body bone book born both box boy
    cab cake call calm camp can cap car card care cart case cat cave chair chalk cheese child city clay clean clock
    dad dance dark data day deal dear deep deer desk dew dial dig dime dish dive dog door dot down draw dream
""".split())


def begins(prefix):
    return any(word.startswith(prefix) for word in WORDS)


def is_word(text):
    return len(text) > 2 and text in WORDS


def next_letters(prefix):
    letters = []
    for word in WORDS:
        if word.startswith(prefix) and len(word) > len(prefix) and word[len(prefix)] not in letters:
            letters.append(word[len(prefix)])
    return letters
