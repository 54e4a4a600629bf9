"""Other programs over a pipe, in the languages that they speak: UCI and GTP."""
