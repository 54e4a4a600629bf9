"""What a value may be: kinds, how two of them join, widths of ints, shapes of objects."""
