"""Rotations and rigid transforms in three dimensions, and paths through them."""
from cupyx._lazy import attach

__getattr__, __dir__ = attach(__name__)
