"""The fleet: many jobs on many cores, or on a Ray cluster, none lost and none done twice. It knows no game."""
