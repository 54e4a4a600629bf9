"""The native engine: the kernel and a game's rules, compiled and run."""
