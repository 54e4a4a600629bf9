"""Teaching: what a search did, in words."""
