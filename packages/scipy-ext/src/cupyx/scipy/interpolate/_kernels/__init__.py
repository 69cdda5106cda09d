"""Kernels of interpolation."""
