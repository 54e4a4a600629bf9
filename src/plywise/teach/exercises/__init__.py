"""Exercises on minimax and alpha-beta, generated from a seed to meet given requirements, with their keys.

`sheets.make_sheet` makes a sheet; `key_file` writes and reads it as JSON; `plywise.teach.grading.marks` marks answers.
"""
