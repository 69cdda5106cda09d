"""Some eigenvalues and singular values of large matrices."""
