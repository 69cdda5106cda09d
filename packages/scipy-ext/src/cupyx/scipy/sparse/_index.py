"""Indexing of compressed formats."""


class Indexing:
    """Reads and writes items by position."""
