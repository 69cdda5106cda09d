"""Kernels of sparse matrices."""
