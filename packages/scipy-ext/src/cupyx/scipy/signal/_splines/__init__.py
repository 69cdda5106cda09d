"""Splines as filters."""
