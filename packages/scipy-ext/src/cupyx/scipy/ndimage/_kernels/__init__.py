"""Kernel text of the image filters."""
