"""Operators of sparse operands with numbers, arrays and each other."""


class Operators:
    """Binary operators."""
