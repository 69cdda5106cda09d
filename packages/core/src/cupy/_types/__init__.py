"""Questions about dtypes, and what is NumPy's own."""
