"""Records in the notations of other programs: PGN and its family, and SGF."""
