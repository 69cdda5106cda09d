"""Kernels of signal processing."""
