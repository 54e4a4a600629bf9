"""Communication with other programs over pipes, in UCI and GTP."""
