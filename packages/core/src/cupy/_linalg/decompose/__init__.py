"""Decompositions of batches of matrices."""
