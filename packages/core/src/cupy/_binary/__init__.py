"""Routines on bits in bytes."""
