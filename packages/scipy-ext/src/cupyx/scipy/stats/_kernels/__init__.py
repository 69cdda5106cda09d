"""Kernels of statistics."""
