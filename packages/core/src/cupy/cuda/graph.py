"""Graphs of captured work."""
from cupy._runtime.graph import Graph

__all__ = ["Graph"]
