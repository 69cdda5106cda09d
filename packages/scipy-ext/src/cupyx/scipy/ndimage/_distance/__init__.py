"""Distances to the background."""
