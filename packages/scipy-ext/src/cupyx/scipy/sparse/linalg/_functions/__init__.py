"""Functions of matrices, norms and properties."""
