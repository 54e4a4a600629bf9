"""A weak solution spread over many workers: positions estimated, a conjecture, and only what it needs proved."""
