"""Recursive filters."""
