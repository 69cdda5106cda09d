"""Kernels of spatial data."""
