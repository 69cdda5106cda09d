"""Statistics, in the order of NumPy's manual."""
