"""Tools for the command line."""
from cupyx._lazy import attach

__getattr__, __dir__ = attach(__name__)
