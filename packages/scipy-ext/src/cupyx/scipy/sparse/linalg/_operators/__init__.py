"""Linear operators: matrices that are known by their products."""
