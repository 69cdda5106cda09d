"""Filters, one family a file."""
