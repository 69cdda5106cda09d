"""Krylov methods for linear systems and least squares."""
