"""`python -m plywise`: the same as the command `plywise`."""

from plywise.cli import main

main()
