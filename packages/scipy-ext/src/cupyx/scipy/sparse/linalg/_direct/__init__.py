"""Factorisations of sparse matrices."""
