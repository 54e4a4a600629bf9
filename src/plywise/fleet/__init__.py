"""Run many jobs on many cores or a Ray cluster, each exactly once. Independent of games."""
