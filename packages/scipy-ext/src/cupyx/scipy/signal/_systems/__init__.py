"""Linear time-invariant systems."""
