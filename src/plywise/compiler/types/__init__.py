"""The types of values: kinds, joins of kinds, widths of ints, shapes of objects."""
