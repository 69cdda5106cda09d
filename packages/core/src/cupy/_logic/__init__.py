"""Routines that answer yes or no, for each item or for the whole."""
