"""Kernels of Krylov methods."""
