"""Reductions of sparse matrices."""


class Reductions:
    """Sums and extrema."""
