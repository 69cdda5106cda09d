"""Routines that apply functions."""
