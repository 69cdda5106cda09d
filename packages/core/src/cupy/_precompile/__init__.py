"""Kernels compiled in advance: which there are, and the files that hold them."""
