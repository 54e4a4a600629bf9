"""The search for play: it looks deeper where that promises more, leaves out what hardly matters, and proves nothing."""
