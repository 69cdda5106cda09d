"""Sparse matrices as arrays: kernels and the functions that launch them."""
