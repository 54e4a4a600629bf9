"""Functions as syntax trees, with what is known of their names."""
