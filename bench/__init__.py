"""The benchmarks: how fast Plywise is next to its peers, measured alternately in one run. `python -m bench.run`."""
