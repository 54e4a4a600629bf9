"""Translating rules as they are written: ordinary Python over tuples, strings, records, sets and lists, to LLVM.

    source      the syntax tree of a function, with its file and lines
    kinds       what a value may be: the types, and how two of them join
    codec       a state as words, an action as one word: in Python, and compiled
    program     all functions that a game's rules reach, translated until their types are settled
    function    one function in the making: its blocks, variables, errors and memory
    statements, expressions, loops, calls    the forms of the language
    numbers, sequences, texts, collections, records    the values and what they can do
    prelude     sorting, sets and dicts, in plain Python, translated like rules

Decision 0040 says why there is such a compiler, and what it promises.
"""
